// tries: to reach pid 1, every pid and every process at once
// expect: exit 0
// denial: kill *
// limits: cpu_ms=4000 wall_ms=8000
#include "walls.h"
int main(void) {
    refused("pid 1", kill(1, 0));
    refused("every process", kill(-1, 0));
    for (int pid = 2; pid < 3000; pid++)
        if (pid != getpid() && kill(pid, 0) == 0) refused("a pid", pid);
    return finish();
}
