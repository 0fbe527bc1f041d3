// tries: to make a file of a tebibyte that holds one byte
// expect: limit file
#include "walls.h"
int main(void) {
    int fd = open("portproof-breach", O_WRONLY | O_CREAT, 0600);
    pwrite(fd, "x", 1, 1L << 40);
    puts("BREACH: still running");
    return 0;
}
