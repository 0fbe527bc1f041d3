// tries: to kill the replayer and its client by the pids that they have outside
// expect: exit 0
// denial: kill *
// args: {replayer} {client}
#include "walls.h"
int main(int argc, char **argv) {
    for (int at = 1; at < argc; at++)
        if (atoi(argv[at]) != getpid()) refused("kill", kill(atoi(argv[at]), SIGKILL));
    return finish();
}
