// tries: to spread computing over many short children
// expect: limit cpu
// limits: cpu_ms=200
#include "walls.h"
int main(void) {
    for (;;) {
        if (fork() == 0) {
            for (volatile long at = 0; at < 20000000; at++) {
            }
            _exit(0);
        }
        wait(NULL);
    }
}
