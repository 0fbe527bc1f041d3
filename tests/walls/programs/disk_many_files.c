// tries: to fill the disk with many files, each below the file limit
// expect: limit scratch
#include "walls.h"
int main(void) {
    static char piece[65536];
    for (int file = 0; file < 2000; file++) {
        char name[32];
        snprintf(name, sizeof name, "breach-%d", file);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        if (fd < 0) break;
        write(fd, piece, sizeof piece);
        close(fd);
    }
    return 0;
}
