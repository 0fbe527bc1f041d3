// tries: to ignore SIGTERM and stop itself
// expect: limit wall
// limits: wall_ms=300
#include "walls.h"
int main(void) {
    signal(SIGTERM, SIG_IGN);
    raise(SIGSTOP);
    for (;;) pause();
}
