// tries: to execute a file that has no name: memfd with execveat, fexecve and /proc/self/fd
// expect: exit 0
// denial: memfd_create portproof-breach
// denial: execveat *
// denial: execve /proc/self/fd/*
// denial: execve /nowhere
#ifndef MFD_EXEC
#define MFD_EXEC 0x10U
#endif
#include "walls.h"
#include <sys/syscall.h>
int main(int argc, char **argv) {
    if (argc > 1) {
        puts("BREACH executed from memory");
        return 70;
    }
    static char bytes[1 << 20];
    char path[64], *again[] = {"memory", "again", NULL}, *none[] = {NULL};
    int from = open(argv[0], O_RDONLY);
    ssize_t length = read(from, bytes, sizeof bytes);
    int memory[] = {memfd_create("portproof-breach", 0), memfd_create("portproof-breach", MFD_EXEC),
                    open(".", O_TMPFILE | O_RDWR, 0700)};
    for (size_t at = 0; at < sizeof memory / sizeof *memory; at++) {
        if (memory[at] < 0 || write(memory[at], bytes, length) != length) continue;
        refused("execveat", syscall(SYS_execveat, memory[at], "", again, none, AT_EMPTY_PATH));
        refused("fexecve", fexecve(memory[at], again, none));
        snprintf(path, sizeof path, "/proc/self/fd/%d", memory[at]);
        refused(path, execve(path, again, none));
    }
    refused("execve", execve("/nowhere", again, none));
    return finish();
}
