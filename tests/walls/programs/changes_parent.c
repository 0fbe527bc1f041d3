// tries: to change its parent's priority, limits, cores, name space of memory and descriptors
// expect: exit 0
// denial: setpriority kind 0 of *
// denial: setpriority kind 1 of *
// denial: setpriority kind 2 of *
// denial: prlimit64 pid * resource 7
// denial: sched_setaffinity pid *
// denial: sched_setscheduler pid *
// denial: ioprio_set kind 1 of *
// denial: migrate_pages *
// denial: move_pages *
// denial: kcmp *
// denial: pidfd_getfd *
// denial: process_madvise *
// denial: process_mrelease *
#include "walls.h"
#include <sys/syscall.h>
#include <sys/uio.h>
int main(void) {
    pid_t parent = getppid() > 0 ? getppid() : 1;
    struct rlimit small = {1, 1};
    struct sched_param zero = {0};
    unsigned long core = 1;
    struct iovec piece = {&core, sizeof core};
    refused("setpriority", setpriority(PRIO_PROCESS, parent, 19));
    refused("setpriority of the group", setpriority(PRIO_PGRP, parent, 19));
    refused("setpriority of the user", setpriority(PRIO_USER, getuid(), 19));
    refused("prlimit", prlimit(parent, RLIMIT_NOFILE, &small, NULL));
    refused("prlimit to read", prlimit(parent, RLIMIT_NOFILE, NULL, &small));
    refused("sched_setaffinity", syscall(SYS_sched_setaffinity, parent, sizeof core, &core));
    refused("sched_setscheduler", syscall(SYS_sched_setscheduler, parent, SCHED_IDLE, &zero));
    refused("ioprio_set", syscall(SYS_ioprio_set, 1, parent, (3 << 13)));
    refused("setpgid", setpgid(parent, parent));
    refused("migrate_pages", syscall(SYS_migrate_pages, parent, 1, &core, &core));
    refused("move_pages", syscall(SYS_move_pages, parent, 0, NULL, NULL, NULL, 0));
    refused("kcmp", syscall(SYS_kcmp, parent, getpid(), 2, 0, 0));
    refused("get_robust_list", syscall(SYS_get_robust_list, parent, &(void *){0}, &(size_t){0}));
    int fd = syscall(SYS_pidfd_open, parent, 0);
    if (fd >= 0) {
        refused("pidfd_getfd", syscall(SYS_pidfd_getfd, fd, 0, 0));
        refused("process_madvise", syscall(SYS_process_madvise, fd, &piece, 1, 20, 0));
        refused("process_mrelease", syscall(SYS_process_mrelease, fd, 0));
    }
    return finish();
}
