// tries: to compute for ever
// expect: limit cpu
// limits: cpu_ms=200
#include "walls.h"
int main(void) {
    for (volatile long at = 0;; at++) {
    }
}
