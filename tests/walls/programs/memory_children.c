// tries: to use more memory than it may in eight children that each stay below the limit
// expect: limit memory
// limits: memory_bytes=67108864 wall_ms=1500
#include "walls.h"
int main(void) {
    for (int child = 0; child < 8; child++) {
        if (fork() == 0) {
            fill(malloc(32 << 20), 32 << 20);
            for (;;) pause();
        }
    }
    for (;;) pause();
}
