// tries: to change its own executable, what lies beside it and their times
// expect: exit 0
// denial: openat */bin/changes_the_tree
// denial: openat */bin/portproof-breach
// denial[watched]: openat */changes_the_tree
// denial[watched]: truncate */changes_the_tree
// denial[watched]: unlink */changes_the_tree
// denial[watched]: rename */changes_the_tree
// denial[watched]: utimensat */changes_the_tree
// denial[watched]: chmod */changes_the_tree
// denial[watched]: openat */portproof-breach
#include "walls.h"
#include <libgen.h>
#include <sys/xattr.h>
int main(int argc, char **argv) {
    struct timespec past[2] = {{1, 0}, {1, 0}};
    char beside[PATH_MAX], folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", argc ? argv[0] : "/");
    dirname(folder);
    snprintf(beside, sizeof beside, "%s/portproof-breach", folder);
    refused("writing itself", open(argv[0], O_WRONLY));
    refused("truncating itself", truncate(argv[0], 0));
    refused("times of itself", utimensat(AT_FDCWD, argv[0], past, 0));
    refused("times of the folder", utimensat(AT_FDCWD, folder, past, 0));
    refused("mode of itself", chmod(argv[0], 0777));
    refused("owner of itself", chown(argv[0], getuid(), getgid()));
    refused("removing itself", unlink(argv[0]));
    refused("a file beside it", open(beside, O_WRONLY | O_CREAT, 0600));
    refused("an attribute", setxattr(argv[0], "user.breach", "x", 1, 0));
    refused("renaming itself", rename(argv[0], beside));
    int fd = open(argv[0], O_RDONLY);
    if (fd >= 0) {
        refused("times by descriptor", futimens(fd, past));
        refused("mode by descriptor", fchmod(fd, 0777));
    }
    return finish();
}
