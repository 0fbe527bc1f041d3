// tries: to write a script and a copy of itself and execute them
// expect: exit 0
// denial: execve script
// denial: execve copy
#include "walls.h"
int main(int argc, char **argv) {
    if (argc > 1) {
        puts("BREACH executed a copy");
        return 70;
    }
    static char bytes[1 << 20];
    int from = open(argv[0], O_RDONLY), to = open("copy", O_WRONLY | O_CREAT, 0700);
    ssize_t length = read(from, bytes, sizeof bytes);
    if (length <= 0 || write(to, bytes, length) != length) return 1;
    close(to);
    to = open("script", O_WRONLY | O_CREAT, 0700);
    dprintf(to, "#!/bin/sh\necho BREACH\n");
    close(to);
    char *again[] = {"copy", "again", NULL};
    refused("a copy", execve("copy", again, NULL));
    refused("a script", execve("script", again, NULL));
    return finish();
}
