// tries: to fill shared anonymous mappings, which RLIMIT_DATA does not count
// expect: limit memory
// limits: memory_bytes=67108864
#include "walls.h"
int main(void) {
    for (;;) fill(mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), 1 << 20);
}
