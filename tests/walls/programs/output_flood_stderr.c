// tries: to write to stderr without end
// expect: limit stderr
#include "walls.h"
int main(void) {
    static char piece[65536];
    memset(piece, 'e', sizeof piece);
    for (;;)
        if (write(2, piece, sizeof piece) < 0) return 0;
}
