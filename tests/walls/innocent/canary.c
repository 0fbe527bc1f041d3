/* An innocent case: it looks at everything about itself that an earlier or parallel case could have changed, says what it
 * sees, and does a little of everything that is allowed. Its outcome must be the same every time. */
#include "../programs/walls.h"
#include <dirent.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/xattr.h>

static void limits(void) {
    static const int resources[] = {RLIMIT_CPU,  RLIMIT_FSIZE,   RLIMIT_DATA,  RLIMIT_STACK, RLIMIT_CORE,     RLIMIT_RSS,      RLIMIT_NPROC, RLIMIT_NOFILE,
                                    RLIMIT_MEMLOCK, RLIMIT_AS, RLIMIT_LOCKS, RLIMIT_SIGPENDING, RLIMIT_MSGQUEUE, RLIMIT_NICE, RLIMIT_RTPRIO};
    for (size_t at = 0; at < sizeof resources / sizeof *resources; at++) {
        struct rlimit limit;
        getrlimit(resources[at], &limit);
        /* It counts all processes of a user: without user namespaces it depends on what else the user runs. */
        if (resources[at] == RLIMIT_NPROC) limit.rlim_cur = limit.rlim_max = limit.rlim_cur != RLIM_INFINITY;
        printf("rlimit %d %lu %lu\n", resources[at], limit.rlim_cur, limit.rlim_max);
    }
}

static void signals(void) {
    sigset_t blocked;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    for (int number = 1; number < 65; number++) {
        struct sigaction action;
        if (sigismember(&blocked, number) == 1) printf("blocked %d\n", number);
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL) printf("not default %d\n", number);
    }
    struct itimerval timer;
    getitimer(ITIMER_REAL, &timer);
    printf("timer %ld.%06ld\n", timer.it_value.tv_sec, timer.it_value.tv_usec);
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void folder(void) {
    char *names[256];
    int count = 0;
    DIR *here = opendir(".");
    for (struct dirent *entry; here && (entry = readdir(here)) && count < 256;) names[count++] = strdup(entry->d_name);
    qsort(names, count, sizeof *names, by_name);
    for (int at = 0; at < count; at++) {
        struct stat state;
        if (lstat(names[at], &state) == 0 && strcmp(names[at], "..") != 0)
            printf("here %s mode %o links %s\n", names[at], state.st_mode, S_ISDIR(state.st_mode) ? "-" : "1");
    }
    printf("attributes %zd\n", listxattr(".", NULL, 0));
    if (here) closedir(here);
}

static void *in_a_thread(void *number) { return (void *)((intptr_t)number * 2); }

int main(int argc, char **argv) {
    extern char **environ;
    char text[65536], name[16] = "";
    struct stat state;
    mode_t mask = umask(0);
    umask(mask);
    for (int at = 1; at < argc; at++) printf("arg %s\n", argv[at]);
    for (char **at = environ; *at; at++)
        if (strncmp(*at, "HOME=", 5) != 0 && strncmp(*at, "TMPDIR=", 7) != 0) printf("env %s\n", *at);
    prctl(PR_GET_NAME, name);
    printf("umask %o, nice %d, policy %d, name %s, slack %d, dumpable %d\n", mask, getpriority(PRIO_PROCESS, 0), sched_getscheduler(0), name,
           prctl(PR_GET_TIMERSLACK), prctl(PR_GET_DUMPABLE));
    cpu_set_t cores;
    sched_getaffinity(0, sizeof cores, &cores);
    printf("cores %d\n", CPU_COUNT(&cores));
    limits();
    signals();
    folder();
    for (int fd = 0; fd < 64; fd++)
        if (fcntl(fd, F_GETFD) >= 0) printf("open %d flags %x\n", fd, fcntl(fd, F_GETFL));
    if (stat(argv[0], &state) == 0) printf("tree %ld %o %ld\n", (long)state.st_mtime, state.st_mode, (long)state.st_size);
    ssize_t length = read(0, text, sizeof text);
    printf("stdin %zd\n", length);
    int fd = open("innocent.txt", O_RDONLY);
    printf("file %zd\n", read(fd, text, sizeof text));
    fd = open("result", O_WRONLY | O_CREAT | O_EXCL, 0644);
    printf("written %zd\n", write(fd, text, 1000));
    char *memory = malloc(256 << 10);
    memset(memory, 7, 256 << 10);
    pthread_t thread;
    void *doubled = NULL;
    printf("thread %d", pthread_create(&thread, NULL, in_a_thread, (void *)21));
    pthread_join(thread, &doubled);
    printf(" %d, memory %d\n", (int)(intptr_t)doubled, memory[128 << 10]);
    pid_t child = fork();
    if (child == 0) _exit(5);
    int status = -1;
    waitpid(child, &status, 0);
    printf("child %d\n", WEXITSTATUS(status));
    struct timespec nap = {0, 2000000};
    nanosleep(&nap, NULL);
    fprintf(stderr, "talk\n");
    return 42;
}
