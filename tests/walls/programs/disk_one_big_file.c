// tries: to write one file without end
// expect: limit file
#include "walls.h"
int main(void) {
    static char piece[65536];
    int fd = open("portproof-breach", O_WRONLY | O_CREAT, 0600);
    while (write(fd, piece, sizeof piece) > 0) {
    }
    return 0;
}
