// tries: to write to its parent through /proc: memory, descriptors, names, scores
// expect: exit 0
// denial: openat /etc/passwd
// denial: openat /proc/1/mem
// denial: openat /proc/1/environ
// denial: openat /proc/1/fd/0
// denial: openat /proc/1/comm
// denial: openat /proc/1/oom_score_adj
// denial: openat /proc/1/cwd
// denial[watched]: openat /proc/1/mem
// denial[watched]: openat /proc/1/fd/0
// denial[watched]: openat /proc/1/oom_score_adj
// denial[watched]: openat /etc/passwd
#include "walls.h"
int main(void) {
    const char *entries[] = {"mem", "fd/0", "fd/1", "fd/2", "fd/3", "fd/4", "comm", "oom_score_adj", "clear_refs",
                             "environ", "maps", "cwd/.", "root/etc/passwd", "attr/current", "timerslack_ns"};
    char path[64];
    for (size_t at = 0; at < sizeof entries / sizeof *entries; at++) {
        snprintf(path, sizeof path, "/proc/%d/%s", getppid(), entries[at]);
        refused(path, open(path, O_WRONLY));
        refused(path, open(path, O_RDONLY));
        snprintf(path, sizeof path, "/proc/1/%s", entries[at]);
        refused(path, open(path, O_RDONLY));
    }
    return finish();
}
