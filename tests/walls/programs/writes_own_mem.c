// tries: to write to its own read-only code through /proc/self/mem
// expect: exit 0
// denial: openat /proc/self/mem
// denial: openat /proc/thread-self/mem
// denial: openat /proc/[0-9]*/mem
// denial: openat /proc/[0-9]*/task/[0-9]*/mem
#include "walls.h"
int main(void) {
    char path[64];
    refused("/proc/self/mem", open("/proc/self/mem", O_RDWR));
    refused("/proc/thread-self/mem", open("/proc/thread-self/mem", O_RDWR));
    snprintf(path, sizeof path, "/proc/%d/mem", getpid());
    refused(path, open(path, O_RDWR));
    snprintf(path, sizeof path, "/proc/%d/task/%d/mem", getpid(), getpid());
    refused(path, open(path, O_RDWR));
    return finish();
}
