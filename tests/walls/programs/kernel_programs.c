// tries: bpf, perf_event_open, io_uring, userfaultfd and other doors to much of the kernel
// expect: exit 0
// denial: bpf *
// denial: perf_event_open *
// denial: io_uring_setup *
// denial: userfaultfd *
#include "walls.h"
#include <sys/syscall.h>
int main(void) {
    char zeroes[256] = "";
    refused("bpf map", syscall(SYS_bpf, 0, zeroes, sizeof zeroes));
    refused("bpf program", syscall(SYS_bpf, 5, zeroes, sizeof zeroes));
    memcpy(zeroes, "\1\0\0\0\x70\0\0\0\1", 9);
    refused("perf_event_open", syscall(SYS_perf_event_open, zeroes, 0, -1, -1, 0));
    memset(zeroes, 0, sizeof zeroes);
    refused("io_uring_setup", syscall(SYS_io_uring_setup, 4, zeroes));
    refused("io_uring_register", syscall(SYS_io_uring_register, -1, 0, NULL, 0));
    refused("userfaultfd", syscall(SYS_userfaultfd, 1));
    refused("fanotify_init", syscall(SYS_fanotify_init, 0, 0));
    return finish();
}
