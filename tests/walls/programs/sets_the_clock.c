// tries: to turn time back
// expect: exit 0
// denial: clock_settime|settimeofday *
// denial: clock_adjtime|adjtimex *
#include "walls.h"
#include <sys/timex.h>
int main(void) {
    struct timespec past = {1000000000, 0};
    struct timeval older = {1000000000, 0};
    struct timex slower = {.modes = ADJ_FREQUENCY, .freq = -1000};
    refused("clock_settime", clock_settime(CLOCK_REALTIME, &past));
    refused("settimeofday", settimeofday(&older, NULL));
    refused("adjtimex", adjtimex(&slower));
    if (time(NULL) < 1600000000) puts("BREACH: the clock is wrong");
    return finish();
}
