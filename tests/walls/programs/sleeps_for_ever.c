// tries: to sleep for ever, using no CPU
// expect: limit wall
// limits: wall_ms=300
#include "walls.h"
int main(void) {
    for (;;) pause();
}
