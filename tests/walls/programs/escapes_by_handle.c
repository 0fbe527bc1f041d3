// tries: to open a file by its handle, which no path check sees
// expect: exit 0
// denial: open_by_handle_at *
#include "walls.h"
#include <sys/syscall.h>
int main(void) {
    struct {
        struct file_handle head;
        char bytes[MAX_HANDLE_SZ];
    } handle = {{.handle_bytes = MAX_HANDLE_SZ}, {0}};
    int mount = 0, here = open(".", O_RDONLY | O_DIRECTORY);
    if (name_to_handle_at(AT_FDCWD, ".", &handle.head, &mount, 0) != 0) {
        handle.head.handle_bytes = 8;
        handle.head.handle_type = 1;
    }
    refused("open_by_handle_at", open_by_handle_at(here, &handle.head, O_RDONLY));
    handle.head.handle_bytes = 8; /* the root of an ext4: inode 2, generation 0 */
    handle.head.handle_type = 1;
    memcpy(handle.bytes, "\x02\0\0\0\0\0\0\0", 8);
    refused("the root of the disk", open_by_handle_at(here, &handle.head, O_RDONLY));
    return finish();
}
