// tries: to reserve room on the disk that it does not write to
// expect: limit file or limit scratch
#include "walls.h"
int main(void) {
    int fd = open("portproof-breach", O_WRONLY | O_CREAT, 0600);
    posix_fallocate(fd, 0, 1L << 36);
    posix_fallocate(fd, 1L << 36, 1L << 20);
    for (int file = 0; file < 64; file++) {
        char name[32];
        snprintf(name, sizeof name, "breach-%d", file);
        fd = open(name, O_WRONLY | O_CREAT, 0600);
        posix_fallocate(fd, 0, 2 << 20);
        close(fd);
    }
    return 0;
}
