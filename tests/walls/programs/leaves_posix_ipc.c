// tries: to leave POSIX shared memory, semaphores and message queues for the next case
// expect: exit 0
// denial: openat /dev/shm/portproof-breach
// denial: openat /dev/shm/sem.portproof-breach
// denial: mq_open portproof-breach
#include "walls.h"
#include <mqueue.h>
#include <semaphore.h>
int main(void) {
    int shared = shm_open("/portproof-breach", O_RDWR | O_CREAT, 0666);
    if (shared >= 0) ftruncate(shared, 4096);
    sem_t *semaphore = sem_open("/portproof-breach", O_CREAT, 0666, 1);
    mqd_t queue = mq_open("/portproof-breach", O_RDWR | O_CREAT, 0666, NULL);
    if (queue >= 0) mq_send(queue, "secret", 6, 1);
    printf("left %d %d %d\n", shared >= 0, semaphore != SEM_FAILED, queue >= 0);
    return 0;
}
