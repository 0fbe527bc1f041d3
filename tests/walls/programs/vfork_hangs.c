// tries: to be suspended in vfork by a child that never ends
// expect: limit wall
// limits: wall_ms=300
#include "walls.h"
int main(void) {
    if (vfork() == 0)
        for (;;) pause();
    return 0;
}
