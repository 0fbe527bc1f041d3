// tries: to end its first thread and go on in another
// expect: limit wall
// limits: wall_ms=300
#include "walls.h"
#include <pthread.h>
static void *stays(void *unused) {
    for (;;) pause();
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, stays, NULL);
    pthread_exit(NULL);
}
