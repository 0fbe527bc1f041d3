// tries: to outrun a killer: a process that forks itself and ends, over and over
// expect: exit 0 or limit processes
// prints: parent gone
// disturbs[landlock plain]: without root or user namespaces all slots have one user id, and one count of processes
#include "walls.h"
int main(void) {
    puts("parent gone");
    for (int chain = 0; chain < 6; chain++) {
        if (fork() == 0) {
            setsid();
            for (;;) {
                pid_t child = fork();
                if (child > 0) _exit(0);
                if (child < 0) usleep(100);
            }
        }
    }
    return 0;
}
