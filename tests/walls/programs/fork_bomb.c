// tries: to fork without end, each child forking too
// expect: limit processes
// limits: cpu_ms=300 wall_ms=1500
// disturbs[landlock plain]: without root or user namespaces all slots have one user id, and one count of processes
#include "walls.h"
int main(void) {
    for (;;)
        if (fork() < 0) usleep(1000);
}
