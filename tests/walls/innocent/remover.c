/* Removes what the programs leave when they run without walls. Not a case: the tests of the innocent cases call it. */
#include "../programs/walls.h"
#include <mqueue.h>
#include <semaphore.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
int main(void) {
    shmctl(shmget(0x70700001, 0, 0), IPC_RMID, NULL);
    msgctl(msgget(0x70700001, 0), IPC_RMID, NULL);
    semctl(semget(0x70700001, 0, 0), 0, IPC_RMID);
    shm_unlink("/portproof-breach");
    sem_unlink("/portproof-breach");
    mq_unlink("/portproof-breach");
    return 0;
}
