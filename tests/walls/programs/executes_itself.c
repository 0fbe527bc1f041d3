// tries: to execute itself once more: by name, by /proc, by descriptor, with made-up registers
// expect: exit 0
// denial: execve */bin/executes_itself
// denial: execveat */bin/executes_itself
// denial: execve /proc/self/exe
#include "walls.h"
#include <sys/syscall.h>
int main(int argc, char **argv) {
    if (argc > 1) {
        puts("BREACH executed again");
        return 70;
    }
    char *again[] = {argv[0], "again", NULL};
    refused("by name", execve(argv[0], again, NULL));
    refused("by /proc", execve("/proc/self/exe", again, NULL));
    refused("with made-up registers", syscall(SYS_execve, argv[0], again, NULL, 1L, 2L, 3L));
    refused("with all bits set", syscall(SYS_execve, argv[0], again, NULL, -1L, -1L, -1L));
    int fd = open(argv[0], O_PATH);
    if (fd >= 0) refused("by descriptor", syscall(SYS_execveat, fd, "", again, NULL, AT_EMPTY_PATH));
    if (fd >= 0) refused("fexecve", fexecve(fd, again, (char *[]){NULL}));
    return finish();
}
