// tries: to read the expected outcomes where they lie
// expect: exit 0
// denial: open */pack/outcomes.jsonl
// denial: openat */pack/outcomes.jsonl
// denial: openat2 */pack/outcomes.jsonl
// denial[watched]: open */pack/outcomes.jsonl
// denial[watched]: openat */pack/outcomes.jsonl
// denial[watched]: openat2 */pack/outcomes.jsonl
// denial[watched]: truncate */pack/outcomes.jsonl
// denial[watched]: unlink */pack/outcomes.jsonl
// denial[watched]: rename */pack/outcomes.jsonl
// denial[watched]: chmod */pack/outcomes.jsonl
// denial[watched]: newfstatat */pack/outcomes.jsonl
// args: {pack}
#include "walls.h"
#include <linux/openat2.h>
#include <sys/syscall.h>
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    struct open_how how = {.flags = O_RDONLY};
    struct stat state;
    closed(argv[1], O_RDONLY);
    closed(argv[1], O_WRONLY);
    closed(argv[1], O_RDWR | O_CREAT);
    refused("open", syscall(SYS_open, argv[1], O_RDONLY, 0));
    refused("openat2", syscall(SYS_openat2, AT_FDCWD, argv[1], &how, sizeof how));
    refused("truncate", truncate(argv[1], 0));
    refused("unlink", unlink(argv[1]));
    refused("rename", rename(argv[1], "stolen"));
    refused("chmod", chmod(argv[1], 0777));
    refused("utimensat", utimensat(AT_FDCWD, argv[1], NULL, 0));
    if (stat(argv[1], &state) == 0) printf("seen: %ld bytes\n", (long)state.st_size);
    return finish();
}
