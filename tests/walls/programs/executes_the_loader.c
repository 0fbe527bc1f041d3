// tries: to have the dynamic loader run a program that is only read, not executed
// expect: exit 0
// denial: execve|execveat *ld-linux*
#include "walls.h"
int main(int argc, char **argv) {
    if (argc > 1) {
        puts("BREACH executed by the loader");
        return 70;
    }
    const char *loaders[] = {"/lib64/ld-linux-x86-64.so.2", "/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2",
                             "/lib/ld-linux-aarch64.so.1"};
    for (size_t at = 0; at < sizeof loaders / sizeof *loaders; at++) {
        char *again[] = {(char *)loaders[at], argv[0], "again", NULL}, *shell[] = {(char *)loaders[at], "/bin/sh", NULL};
        refused(loaders[at], execve(loaders[at], again, NULL));
        refused(loaders[at], execve(loaders[at], shell, NULL));
    }
    return finish();
}
