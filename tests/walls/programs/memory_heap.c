// tries: to fill its heap without end
// expect: limit memory
// limits: memory_bytes=67108864
#include "walls.h"
int main(void) {
    for (;;) fill(malloc(1 << 20), 1 << 20);
}
