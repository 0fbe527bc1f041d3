// tries: to leave children behind that are stopped and ignore every signal they can
// expect: exit 0
#include "walls.h"
int main(void) {
    for (int child = 0; child < 5; child++) {
        if (fork() == 0) {
            for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
            for (;;) raise(SIGSTOP);
        }
    }
    usleep(20000);
    return 0;
}
