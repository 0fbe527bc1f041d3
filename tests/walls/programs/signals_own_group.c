// tries: to end its whole process group, in the hope that the replayer is in it
// expect: signal SIGTERM
#include "walls.h"
int main(void) {
    kill(0, SIGTERM);
    raise(SIGTERM);
    return 1;
}
