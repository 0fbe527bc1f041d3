// tries: to end by the signal that a file beyond its limit brings
// expect: limit file or signal SIGXFSZ
#include "walls.h"
int main(void) {
    raise(SIGXFSZ);
    return 1;
}
