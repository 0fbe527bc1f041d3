// tries: to leave timers, alarms and asynchronous signals behind
// expect: exit 0
#include "walls.h"
#include <sys/timerfd.h>
int main(void) {
    struct itimerval soon = {{0, 30000}, {0, 30000}};
    struct itimerspec later = {{0, 30000000}, {0, 30000000}};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
    timer_t timer;
    for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
    setitimer(ITIMER_REAL, &soon, NULL);
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) {
        struct itimerspec never = {{0, 0}, {3600, 0}};
        timer_settime(timer, 0, &never, NULL);
    }
    int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    timerfd_settime(fd, 0, &later, NULL);
    alarm(1);
    return 0;
}
