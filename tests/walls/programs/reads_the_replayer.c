// tries: to trace the replayer and to read and write its memory
// expect: exit 0
// denial: ptrace *
// denial: process_vm_readv *
// denial: process_vm_writev *
// args: {replayer} {client}
#include "walls.h"
#include <sys/ptrace.h>
#include <sys/uio.h>
int main(int argc, char **argv) {
    char bytes[16], path[64];
    struct iovec here = {bytes, sizeof bytes}, there = {main, sizeof bytes};
    pid_t pids[] = {getppid(), 1, argc > 1 ? atoi(argv[1]) : 1, argc > 2 ? atoi(argv[2]) : 1};
    for (size_t at = 0; at < sizeof pids / sizeof *pids; at++) {
        if (pids[at] == getpid()) continue;
        refused("PTRACE_ATTACH", ptrace(PTRACE_ATTACH, pids[at], NULL, NULL));
        refused("PTRACE_SEIZE", ptrace(PTRACE_SEIZE, pids[at], NULL, NULL));
        refused("process_vm_readv", process_vm_readv(pids[at], &here, 1, &there, 1, 0));
        refused("process_vm_writev", process_vm_writev(pids[at], &here, 1, &there, 1, 0));
        snprintf(path, sizeof path, "/proc/%d/mem", pids[at]);
        refused(path, open(path, O_RDONLY));
        snprintf(path, sizeof path, "/proc/%d/maps", pids[at]);
        refused(path, open(path, O_RDONLY));
    }
    return finish();
}
