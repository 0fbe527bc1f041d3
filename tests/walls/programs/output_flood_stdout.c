// tries: to write to stdout without end
// expect: limit stdout
#include "walls.h"
int main(void) {
    static char piece[65536];
    memset(piece, 'o', sizeof piece);
    signal(SIGXFSZ, SIG_IGN);
    for (;;)
        if (write(1, piece, sizeof piece) < 0) return 0;
}
