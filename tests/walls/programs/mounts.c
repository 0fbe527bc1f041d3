// tries: to mount and to unmount, by the old calls and by the new
// expect: exit 0
// denial: mount *
// denial: umount2 *
#include "walls.h"
#include <sys/mount.h>
#include <sys/syscall.h>
int main(void) {
    char attributes[32] = "";
    mkdir("place", 0700);
    refused("mount tmpfs", mount("none", "place", "tmpfs", 0, NULL));
    refused("bind mount", mount("/", "place", NULL, MS_BIND, NULL));
    refused("remount", mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL));
    refused("umount", umount2("/", MNT_DETACH));
    refused("umount scratch", umount2(".", MNT_DETACH));
    refused("fsopen", syscall(SYS_fsopen, "tmpfs", 0));
    refused("fspick", syscall(SYS_fspick, AT_FDCWD, ".", 0));
    refused("open_tree", syscall(SYS_open_tree, AT_FDCWD, ".", 1));
    refused("move_mount", syscall(SYS_move_mount, AT_FDCWD, ".", AT_FDCWD, "place", 0));
    refused("mount_setattr", syscall(442, AT_FDCWD, ".", 0, attributes, sizeof attributes));
    refused("swapon", syscall(SYS_swapon, "place", 0));
    refused("quotactl", syscall(SYS_quotactl, 0, NULL, 0, NULL));
    return finish();
}
