// tries: to leave its own settings behind: umask, limits, priority, cores, name, directory, personality
// expect: exit 0
#include "walls.h"
#include <sys/personality.h>
#include <sys/prctl.h>
int main(void) {
    struct rlimit small = {0, 0};
    unsigned long core = 1;
    struct sched_param zero = {0};
    umask(0777);
    setrlimit(RLIMIT_NOFILE, &small);
    setrlimit(RLIMIT_FSIZE, &small);
    setrlimit(RLIMIT_NPROC, &small);
    setrlimit(RLIMIT_STACK, &small);
    setpriority(PRIO_PROCESS, 0, 19);
    syscall(SYS_sched_setaffinity, 0, sizeof core, &core);
    syscall(SYS_sched_setscheduler, 0, SCHED_IDLE, &zero);
    syscall(SYS_ioprio_set, 1, 0, 3 << 13);
    prctl(PR_SET_NAME, "portproof-breach");
    prctl(PR_SET_TIMERSLACK, 1000000000);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    personality(ADDR_NO_RANDOMIZE);
    setsid();
    chdir("/");
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    struct sched_param highest = {99};
    refused("real-time scheduling", syscall(SYS_sched_setscheduler, 0, SCHED_FIFO, &highest));
    refused("a higher priority", setpriority(PRIO_PROCESS, 0, -20));
    struct rlimit all_of_it = {RLIM_INFINITY, RLIM_INFINITY};
    refused("a higher limit", setrlimit(RLIMIT_NPROC, &all_of_it));
    return finish();
}
