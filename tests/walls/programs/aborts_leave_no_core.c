// tries: to leave a core file
// expect: signal SIGABRT
// outputs: core core.1 core.2
#include "walls.h"
#include <sys/prctl.h>
int main(void) {
    struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_CORE, &all);
    prctl(PR_SET_DUMPABLE, 1);
    abort();
}
