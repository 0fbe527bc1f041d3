// tries: to make stdout a tebibyte long without writing it
// expect: limit stdout or exit 0
#include "walls.h"
int main(void) {
    signal(SIGXFSZ, SIG_IGN);
    ftruncate(1, 1L << 40);
    if (lseek(1, 1L << 40, SEEK_SET) < 0) return 0;
    write(1, "x", 1);
    return 0;
}
