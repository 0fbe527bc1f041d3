// tries: to fill files that live in memory only, where it can make any
// expect: limit memory or exit 0
// denial: memfd_create portproof-breach
// limits: memory_bytes=67108864
#include "walls.h"
int main(void) {
    static char piece[1 << 20];
    memset(piece, 1, sizeof piece);
    for (int file = 0; file < 40; file++) {
        int fd = memfd_create("portproof-breach", 0);
        if (fd < 0) {
            printf("refused memfd_create: %s\n", strerrorname_np(errno));
            return 0;
        }
        for (int round = 0; round < 4; round++)
            if (write(fd, piece, sizeof piece) < 0) break;
    }
    puts("BREACH: 160 MiB in memory files");
    return 70;
}
