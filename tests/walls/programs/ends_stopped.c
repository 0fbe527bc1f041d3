// tries: to stop by each signal that stops a program
// expect: limit wall or exit 0
// args: {n}
// for: 19-22
// limits: wall_ms=200
#include "walls.h"
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    raise(atoi(argv[1]));
    return 0;
}
