// tries: to end while children that never end hold its stdout
// expect: exit 3
// prints: parent
#include "walls.h"
int main(void) {
    for (int child = 0; child < 4; child++) {
        if (fork() == 0) {
            for (;;) {
                usleep(500000);
                write(1, "BREACH late\n", 12);
            }
        }
    }
    puts("parent");
    return 3;
}
