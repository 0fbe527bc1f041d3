// tries: to recurse without end
// expect: signal SIGSEGV
#include "walls.h"
static int deeper(volatile char *from) {
    volatile char room[4096];
    room[0] = from[0];
    return deeper(room) + room[1];
}
int main(void) {
    volatile char start[1] = {0};
    return deeper(start);
}
