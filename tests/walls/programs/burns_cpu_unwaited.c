// tries: to hide computing in children whose usage the kernel adds to nobody's: SIGCHLD is ignored
// expect: limit cpu
// expect[plain]: limit cpu or limit wall
// limits[plain]: cpu_ms=200 wall_ms=1000
// limits: cpu_ms=200
#include "walls.h"
int main(void) {
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        if (fork() == 0) {
            for (volatile long at = 0; at < 10000000; at++) {
            }
            _exit(0);
        }
        wait(NULL);
    }
}
