// tries: to trace its own child, and to be traced, to run calls that a filter saw otherwise
// expect: exit 0
// denial: ptrace *
#include "walls.h"
#include <sys/ptrace.h>
int main(void) {
    pid_t child = fork();
    if (child == 0) {
        for (;;) pause();
    }
    refused("PTRACE_SEIZE", ptrace(PTRACE_SEIZE, child, NULL, NULL));
    refused("PTRACE_TRACEME", ptrace(PTRACE_TRACEME, 0, NULL, NULL));
    kill(child, SIGKILL);
    wait(NULL);
    return finish();
}
