// tries: to write to both streams without end, from several processes
// expect: limit stdout or limit stderr
#include "walls.h"
int main(void) {
    static char piece[8192];
    memset(piece, 'b', sizeof piece);
    fork();
    fork();
    for (;;) {
        write(1, piece, sizeof piece);
        write(2, piece, sizeof piece);
    }
}
