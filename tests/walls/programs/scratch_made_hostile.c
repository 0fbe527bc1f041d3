// tries: to leave a scratch directory that is hard to empty: odd names, no rights, attributes, loops
// expect: exit 0
// denial: ioctl request 0x40086602
#include "walls.h"
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/xattr.h>
int main(void) {
    const char *names[] = {"new\nline", "\xff\xfe", "-rf", " ", "...", "*", "\x1b[2J", ".hidden"};
    for (size_t at = 0; at < sizeof names / sizeof *names; at++) {
        mkdir(names[at], 0);
        char inner[64];
        snprintf(inner, sizeof inner, "file-%zu", at);
        int fd = open(inner, O_WRONLY | O_CREAT, 0);
        int flags = FS_IMMUTABLE_FL | FS_APPEND_FL;
        ioctl(fd, FS_IOC_SETFLAGS, &flags);
        setxattr(inner, "user.breach", "x", 1, 0);
    }
    symlink("loop", "loop");
    symlink("..", "up");
    mkfifo("pipe", 0);
    mkdir("shut", 0700);
    close(open("shut/in", O_WRONLY | O_CREAT, 0));
    chmod("shut", 0);
    setxattr(".", "user.breach", "x", 1, 0);
    chmod(".", 0);
    return 0;
}
