// tries: to keep the disk full with files that have no name any more
// expect: exit 0 or limit scratch or limit memory
#include "walls.h"
int main(void) {
    static char piece[65536];
    long total = 0;
    for (int file = 0; file < 40; file++) {
        int fd = open("portproof-breach", O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (fd < 0) break;
        unlink("portproof-breach");
        for (int round = 0; round < 60; round++) {
            ssize_t length = write(fd, piece, sizeof piece);
            if (length > 0) total += length;
        }
        usleep(5000);
    }
    if (total > 32 << 20) refused("more than four times the scratch limit", total);
    return finish();
}
