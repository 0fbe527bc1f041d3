// tries: to leave a daemon behind: forked twice, in a session of its own, its name and environment erased
// expect: exit 0
// prints: parent gone
#include "walls.h"
#include <sys/prctl.h>
extern char **environ;
int main(int argc, char **argv) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            signal(SIGTERM, SIG_IGN);
            signal(SIGHUP, SIG_IGN);
            prctl(PR_SET_NAME, "kworker/0:1");
            for (char **at = environ; *at; at++) memset(*at, 0, strlen(*at));
            for (int at = 0; at < argc; at++) memset(argv[at], 0, strlen(argv[at]));
            for (;;) {
                usleep(300000);
                close(open("portproof-breach", O_WRONLY | O_CREAT, 0600));
                write(1, "BREACH alive\n", 13);
            }
        }
        _exit(0);
    }
    wait(NULL);
    puts("parent gone");
    return 0;
}
