// tries: to start threads without end
// expect: limit processes
// limits: cpu_ms=300 wall_ms=1500
// disturbs[landlock plain]: without root or user namespaces all slots have one user id, and one count of processes
#include "walls.h"
#include <pthread.h>
static void *idle(void *unused) {
    for (;;) pause();
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    for (;;)
        if (pthread_create(&thread, &small, idle, NULL) != 0) usleep(1000);
}
