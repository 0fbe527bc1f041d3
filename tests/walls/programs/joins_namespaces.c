// tries: to enter the namespaces of others with setns
// expect: exit 0
// denial: setns *
#include "walls.h"
#include <sys/syscall.h>
int main(void) {
    char path[64];
    const char *names[] = {"user", "mnt", "pid", "net", "ipc", "uts", "cgroup"};
    for (size_t at = 0; at < sizeof names / sizeof *names; at++) {
        snprintf(path, sizeof path, "/proc/1/ns/%s", names[at]);
        refused(path, setns(open(path, O_RDONLY), 0));
        snprintf(path, sizeof path, "/proc/%d/ns/%s", getppid(), names[at]);
        refused(path, setns(open(path, O_RDONLY), 0));
    }
    int fd = syscall(SYS_pidfd_open, getppid() > 0 ? getppid() : 1, 0);
    refused("a pidfd", setns(fd, CLONE_NEWNS | CLONE_NEWNET));
    return finish();
}
