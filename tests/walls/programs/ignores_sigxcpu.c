// tries: to go on after the kernel's own warning about CPU time
// expect: limit cpu
// limits: cpu_ms=200
#include "walls.h"
int main(void) {
    for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
    struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_CPU, &none);
    for (volatile long at = 0;; at++) {
    }
}
