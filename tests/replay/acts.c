// One program with many acts: what a case may do, must not do, or leaves behind. argv[1] names the act.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <linux/openat2.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int failed(const char *what) {
    printf("%s: %s\n", what, strerror(errno));
    return 0;
}

static int act_echo(int argc, char **argv) {
    char buffer[65536];
    for (int i = 2; i < argc; i++) {
        fwrite(argv[i], 1, strlen(argv[i]), stdout);
        fputc(0, stdout);
    }
    size_t length;
    while ((length = fread(buffer, 1, sizeof buffer, stdin)) > 0)
        fwrite(buffer, 1, length, stdout);
    fputs("to stderr", stderr);
    return 7;
}
static int act_environ(int argc, char **argv) {
    for (char **entry = environ; *entry; entry++)
        puts(*entry);
    char here[4096];
    puts(getcwd(here, sizeof here));
    return 0;
}
static int act_signal(int argc, char **argv) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    raise(atoi(argv[2]));
    return 0;
}
static int act_spin(int argc, char **argv) {
    for (volatile unsigned long i = 0;; i++)
        ;
}
static void *spin_thread(void *unused) { return act_spin(0, NULL), NULL; }
static int act_spin_threads(int argc, char **argv) {
    for (int i = 0; i < 4; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, spin_thread, NULL);
    }
    pause();
    return 0;
}
static int act_spin_children(int argc, char **argv) {
    for (int i = 0; i < 3; i++)
        if (fork() == 0)
            act_spin(0, NULL);
    pause();
    return 0;
}
static int act_sleep(int argc, char **argv) {
    sleep(1000);
    return 0;
}
static int act_memory(int argc, char **argv) {
    for (size_t done = 0, step = 1 << 20; done < (size_t)atol(argv[2]); done += step) {
        char *block = malloc(step);
        if (!block)
            return failed("malloc");
        memset(block, 1, step);
    }
    puts("had it all");
    return 0;
}
static int act_flood(int argc, char **argv) {
    signal(SIGXFSZ, SIG_IGN);
    int fd = atoi(argv[2]);
    char block[65536];
    memset(block, 'x', sizeof block);
    for (long left = atol(argv[3]); left > 0; left -= sizeof block)
        if (write(fd, block, left < (long)sizeof block ? left : (long)sizeof block) < 0)
            break;
    return 0;
}
static int act_file(int argc, char **argv) {
    int fd = open(argv[2], O_CREAT | O_WRONLY, 0644);
    return fd < 0 ? failed("open") : act_flood(argc, (char *[]){argv[0], argv[1], (char[]){'0' + fd, 0}, argv[3]});
}
static int act_files(int argc, char **argv) {
    for (int i = 0; i < atoi(argv[2]); i++) {
        char name[32];
        sprintf(name, "f%d", i);
        int fd = open(name, O_CREAT | O_WRONLY, 0644);
        if (fd < 0)
            return failed("open");
        close(fd);
    }
    return 0;
}
static int act_forks(int argc, char **argv) {
    int made = 0;
    while (made < 1000) {
        pid_t pid = fork();
        if (pid < 0)
            break;
        if (pid == 0) {
            pause();
            _exit(0);
        }
        made++;
    }
    usleep(200000);
    printf("%d children\n", made);
    return 0;
}
static int act_bomb(int argc, char **argv) {
    for (;;)
        fork();
}
static int act_daemon(int argc, char **argv) {
    if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        if (fork() == 0) {
            if (fork() == 0)
                kill(getpid(), SIGSTOP);
            for (;;) { // it would write into whatever case comes next
                int fd = open("left", O_CREAT | O_WRONLY, 0644);
                if (fd >= 0)
                    close(fd);
                usleep(1000);
            }
        }
        _exit(0);
    }
    usleep(20000);
    return 0;
}
static int act_litter(int argc, char **argv) {
    char path[64] = ".";
    for (int i = 0; i < 100; i++) {
        mkdir("d", 0755);
        close(open("f", O_CREAT | O_WRONLY, 0600));
        symlink("/etc", "l");
        mkfifo("p", 0600);
        chmod(".", i % 2 && i ? 0500 : 0755);
        if (chdir("d"))
            break;
    }
    (void)path;
    for (int i = 0; i < 20; i++)
        chmod("..", 0), chdir("..");
    return 0;
}
static int act_list(int argc, char **argv) {
    struct stat state;
    stat(".", &state);
    printf("%o\n", state.st_mode & 07777);
    fflush(stdout);
    char command[] = ".";
    int fd = open(command, O_RDONLY | O_DIRECTORY);
    char buffer[4096];
    long length, entries = 0;
    while ((length = syscall(SYS_getdents64, fd, buffer, sizeof buffer)) > 0)
        for (long at = 0; at < length; at += *(unsigned short *)(buffer + at + 16))
            entries++;
    printf("%ld entries\n", entries);
    return 0;
}
static int act_descriptors(int argc, char **argv) {
    for (int fd = 0; fd < 1024; fd++)
        if (fcntl(fd, F_GETFD) >= 0)
            printf("%d ", fd);
    return 0;
}
static int act_exec(int argc, char **argv) {
    execve(argv[2], argv + 2, environ);
    return failed("execve");
}
static void *exec_thread(void *path) {
    prctl(PR_SET_NAME, "sneaky");
    execve(path, (char *[]){path, NULL}, environ);
    return NULL;
}
static int act_exec_thread(int argc, char **argv) {
    pthread_t thread;
    pthread_create(&thread, NULL, exec_thread, argv[2]);
    pthread_join(thread, NULL);
    return 0;
}
static int act_exec_cookie(int argc, char **argv) {
    syscall(SYS_execve, argv[2], argv + 2, environ, 0L, 0L, 0L);
    failed("execve");
    return 0;
}
static int act_fexecve(int argc, char **argv) {
    int fd = open(argv[2], O_RDONLY | O_CLOEXEC);
    syscall(SYS_execveat, fd, "", argv + 2, environ, AT_EMPTY_PATH);
    return failed("execveat");
}
static int act_memfd(int argc, char **argv) {
    return syscall(SYS_memfd_create, "hidden", 0) < 0 ? failed("memfd_create") : (puts("made"), 0);
}
static int act_socket(int argc, char **argv) {
    int fd = socket(atoi(argv[2]), SOCK_STREAM, 0);
    return fd < 0 ? failed("socket") : (puts("made"), 0);
}
static int act_socketpair(int argc, char **argv) {
    int pair[2];
    return socketpair(AF_UNIX, SOCK_STREAM, 0, pair) ? failed("socketpair") : (puts("made"), 0);
}
static int act_ptrace(int argc, char **argv) {
    return ptrace(PTRACE_TRACEME, 0, 0, 0) ? failed("ptrace") : (puts("traced"), 0);
}
static int act_unshare(int argc, char **argv) {
    return unshare(CLONE_NEWUSER) ? failed("unshare") : (puts("unshared"), 0);
}
static int act_mount(int argc, char **argv) {
    return mount("none", ".", "tmpfs", 0, "") ? failed("mount") : (puts("mounted"), 0);
}
static int act_iouring(int argc, char **argv) {
    char parameters[256] = {0};
    return syscall(425, 1, parameters) < 0 ? failed("io_uring_setup") : (puts("made"), 0);
}
static int act_shm(int argc, char **argv) {
    return shmget(1234, 4096, IPC_CREAT | 0666) < 0 ? failed("shmget") : (puts("made"), 0);
}
static int act_kill(int argc, char **argv) {
    return kill(atoi(argv[2]), SIGKILL) ? failed("kill") : (puts("killed"), 0);
}
static int act_kill_parent(int argc, char **argv) {
    return kill(getppid(), SIGTERM) ? failed("kill") : (puts("killed"), 0);
}
static int act_kill_child(int argc, char **argv) {
    pid_t pid = fork();
    if (pid == 0)
        pause();
    kill(pid, SIGKILL);
    int status;
    waitpid(pid, &status, 0);
    printf("signal %d\n", WTERMSIG(status));
    return 0;
}
static int act_open(int argc, char **argv) {
    int fd = open(argv[2], O_RDONLY);
    return fd < 0 ? failed("open") : (puts("opened"), 0);
}
static int act_write(int argc, char **argv) {
    int fd = open(argv[2], O_WRONLY | O_CREAT, 0644);
    return fd < 0 ? failed("open") : (puts("opened"), 0);
}
static int act_openings(int argc, char **argv) { // every way to open argv[2]; what links lead to it; argv[3] a wrong file
    char link[64] = "way/out";
    struct open_how how = {.flags = O_RDONLY};
    const char *path = argv[2];
    mkdir("way", 0755);
    symlink(path, link);
    int way = open("way", O_RDONLY | O_DIRECTORY);
    long results[] = {
        syscall(SYS_open, path, O_RDONLY, 0), openat(AT_FDCWD, path, O_RDONLY), openat(way, "out", O_RDONLY),
        syscall(SYS_openat2, way, "out", &how, sizeof how), syscall(SYS_creat, path, 0600),
        open("way/../way/out", O_RDWR), open("../../x", O_RDONLY), open("/proc/self/mem", O_RDWR), open(argv[3], O_WRONLY),
        open("/dev/null", O_RDWR), open("missing", O_RDONLY), open("made", O_RDWR | O_CREAT, 0600), open(argv[3], O_RDONLY),
        openat(-100, NULL, O_RDONLY), openat(77, "x", O_RDONLY), open("", O_RDONLY),
    };
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        printf("%s ", results[i] < 0 ? "closed" : "open");
    return 4;
}
static int act_opens_many(int argc, char **argv) {
    char path[32];
    for (int i = 0; i < 200; i++) {
        sprintf(path, "/nowhere/%d", i);
        open(path, O_RDONLY);
    }
    return 0;
}
static int act_uses(int argc, char **argv) { // every other way to name argv[2]; and what is inside or on the way to it
    const char *path = argv[2];
    struct stat state;
    char text[64];
    stat(path, &state), lstat(path, &state), access(path, R_OK), readlink(path, text, sizeof text), chdir(path);
    truncate(path, 0), unlink(path), rmdir(path), rename(path, "taken"), link(path, "taken"), mkdir(path, 0755);
    rename("/scratch/none", path), utimensat(AT_FDCWD, path, NULL, 0), symlink("x", path);
    stat(argv[3], &state), stat("/", &state), mkdir("made", 0755), rename("made", "moved"), rmdir("moved");
    puts("used");
    return 0;
}
static int act_file_system(int argc, char **argv) { // where the program itself is
    struct statfs state;
    return statfs(argv[0], &state) ? failed("statfs") : (printf("%lx\n", (long)state.f_type), 0);
}
static int act_chmod(int argc, char **argv) {
    return chmod(argv[2], 0777) ? failed("chmod") : (puts("changed"), 0);
}
static int act_dlopen(int argc, char **argv) {
    int fd = open(argv[2], O_RDONLY);
    void *at = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
    return at == MAP_FAILED ? failed("mmap") : (puts("mapped"), 0);
}
static int act_wx(int argc, char **argv) {
    void *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mprotect(at, 4096, PROT_READ | PROT_EXEC) ? failed("mprotect") : (puts("executable"), 0);
}
static int act_orphans(int argc, char **argv) {
    puts("before");
    fflush(stdout);
    if (fork() == 0)
        for (;;)
            usleep(1000);
    return 3;
}
static int act_hold(int argc, char **argv) { // tells that it lives by a file outside, where there is one to tell it by
    for (;;)
        usleep(1000);
}

#define ACT(name) {#name, act_##name}
static const struct {
    const char *name;
    int (*act)(int, char **);
} acts[] = {
    ACT(echo), ACT(environ), ACT(signal), ACT(spin), ACT(spin_threads), ACT(spin_children), ACT(sleep), ACT(memory),
    ACT(flood), ACT(file), ACT(files), ACT(forks), ACT(bomb), ACT(daemon), ACT(litter), ACT(list), ACT(descriptors),
    ACT(exec), ACT(exec_thread), ACT(exec_cookie), ACT(fexecve), ACT(memfd), ACT(socket), ACT(socketpair), ACT(ptrace),
    ACT(unshare), ACT(mount), ACT(iouring), ACT(shm), ACT(kill), ACT(kill_parent), ACT(kill_child), ACT(open),
    ACT(write), ACT(chmod), ACT(dlopen), ACT(wx), ACT(orphans), ACT(hold), ACT(openings),
    ACT(opens_many), ACT(uses), ACT(file_system),
};

int main(int argc, char **argv) {
    for (size_t i = 0; argc > 1 && i < sizeof acts / sizeof *acts; i++)
        if (!strcmp(argv[1], acts[i].name))
            return acts[i].act(argc, argv);
    fprintf(stderr, "no such act\n");
    return 99;
}
