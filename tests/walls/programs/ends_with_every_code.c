// tries: to end with codes at the edges, one of them beyond a byte
// expect: exit {n}
// args: {n}
// for: 1-3 126-130 137 254 255
#include "walls.h"
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    _exit(atoi(argv[1]) | 0x100);
}
