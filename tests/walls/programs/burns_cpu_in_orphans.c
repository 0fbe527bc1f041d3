// tries: to compute in grandchildren and end at once itself
// expect: exit 0
#include "walls.h"
int main(void) {
    for (int child = 0; child < 3; child++) {
        if (fork() == 0) {
            if (fork() != 0) _exit(0);
            for (volatile long at = 0;; at++) {
            }
        }
    }
    while (wait(NULL) > 0) {
    }
    return 0;
}
