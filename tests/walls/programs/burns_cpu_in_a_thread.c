// tries: to compute for ever in threads while the first one sleeps
// expect: limit cpu
// limits: cpu_ms=200
#include "walls.h"
#include <pthread.h>
static void *burn(void *unused) {
    for (volatile long at = 0;; at++) {
    }
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, burn, NULL);
    pthread_create(&thread, NULL, burn, NULL);
    for (;;) pause();
}
