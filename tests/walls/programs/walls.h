/* What the adversarial programs in C share: a call that must fail says so when it does not. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int breaches;

__attribute__((constructor)) static void unbuffered(void) { setvbuf(stdout, NULL, _IONBF, 0); }

/* `result` is what a call that must be refused returned. The harness fails on the word BREACH. */
__attribute__((unused)) static void refused(const char *what, long result) {
    const char *name = strerrorname_np(errno);
    if (result < 0) {
        printf("refused %s: %s\n", what, name ? name : "?");
    } else {
        printf("BREACH %s: %ld\n", what, result);
        breaches++;
    }
}

/* Opens what must not be open to this program; shows its first bytes if it is. */
__attribute__((unused)) static void closed(const char *path, int flags) {
    char bytes[64] = "";
    int fd = open(path, flags | O_CLOEXEC, 0600);
    refused(path, fd);
    if (fd < 0) return;
    ssize_t length = read(fd, bytes, sizeof bytes - 1);
    printf("BREACH read %zd: %.60s\n", length, bytes);
    close(fd);
}

/* Writes to every page. Out of the compiler's sight, which would drop stores that nobody reads. */
__attribute__((unused)) static void fill(void *piece, size_t length) {
    if (piece && piece != MAP_FAILED) memset(piece, 1, length);
    __asm__ volatile("" : : "r"(piece) : "memory");
}

__attribute__((unused)) static int finish(void) { return breaches ? 70 : 0; }
