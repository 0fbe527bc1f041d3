// tries: to end by each signal that ends a program
// expect: signal {n}
// args: {n}
// for: 1-16 24 26 27 29-31 34-64
#include "walls.h"
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    raise(atoi(argv[1]));
    usleep(100000);
    return 1;
}
