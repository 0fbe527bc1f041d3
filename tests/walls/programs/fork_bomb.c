// tries: to fork without end, each child forking too
// expect: limit processes
// limits: cpu_ms=300 wall_ms=1500
#include "walls.h"
int main(void) {
    for (;;)
        if (fork() < 0) usleep(1000);
}
