// tries: chroot and pivot_root
// expect: exit 0
// denial: chroot *
// denial: pivot_root *
#include "walls.h"
#include <sys/syscall.h>
int main(void) {
    mkdir("new", 0700);
    refused("chroot", chroot("new"));
    refused("chroot to here", chroot("."));
    refused("pivot_root", syscall(SYS_pivot_root, "new", "new"));
    return finish();
}
