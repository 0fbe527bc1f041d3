// tries: to call the kernel by its 32-bit door and by x32, where a filter for 64 bits counts other numbers
// expect: exit 0 or signal SIGSYS or signal SIGSEGV
// denial: another_architecture 5
// denial: another_architecture 359
// denial: another_architecture 310
// denial: another_architecture 11
// args: {pack}
#include "walls.h"
#ifdef __x86_64__
static long call32(long number, long a, long b, long c) {
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory", "r8", "r9", "r10", "r11");
    return (int)result;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    char *low = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    if (low == MAP_FAILED) return 1;
    snprintf(low, 4096, "%s", argv[1]);
    errno = 0;
    refused("x32 getpid", syscall(0x40000000 | 39));
    refused("x32 execve", syscall(0x40000000 | 520, "/bin/sh", NULL, NULL));
    if (fork() == 0) {
        refused("32-bit open", call32(5, (long)low, 0, 0));
        refused("32-bit socket", call32(359, 2, 1, 0));
        refused("32-bit unshare", call32(310, 0x10000000, 0, 0));
        strcpy(low, "/bin/sh");
        refused("32-bit execve", call32(11, (long)low, 0, 0));
        _exit(finish());
    }
    int status = 0;
    wait(&status);
    return WIFEXITED(status) ? WEXITSTATUS(status) + finish() : finish();
}
#else
int main(void) { return 0; }
#endif
