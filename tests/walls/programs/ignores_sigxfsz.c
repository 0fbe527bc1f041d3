// tries: to ignore the signal about file size and end as if nothing had happened
// expect: limit file
#include "walls.h"
int main(void) {
    static char piece[65536];
    signal(SIGXFSZ, SIG_IGN);
    int fd = open("portproof-breach", O_WRONLY | O_CREAT, 0600);
    for (int at = 0; at < 200; at++) write(fd, piece, sizeof piece);
    return 0;
}
