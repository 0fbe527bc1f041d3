// tries: to fill its heap without end
// expect: limit memory
// limits: memory_bytes=67108864
#include "walls.h"
int main(void) {
    for (;;) {
        char *piece = malloc(1 << 20);
        if (piece) memset(piece, 1, 1 << 20);
    }
}
