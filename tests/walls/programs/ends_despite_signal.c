// tries: to send itself each signal that is ignored unless a program asks for it
// expect: exit 0
// args: {n}
// for: 17 18 23 28
#include "walls.h"
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    raise(atoi(argv[1]));
    return 0;
}
