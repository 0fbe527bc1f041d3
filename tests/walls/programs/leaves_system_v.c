// tries: to leave System V shared memory, messages and semaphores for the next case
// expect: exit 0
// denial: shmget key 1886388225
// denial: msgget key 1886388225
// denial: semget key 1886388225
#include "walls.h"
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
int main(void) {
    struct {
        long kind;
        char text[8];
    } message = {1, "secret"};
    int shared = shmget(0x70700001, 4096, IPC_CREAT | 0666);
    char *at = shared >= 0 ? shmat(shared, NULL, 0) : (char *)-1;
    if (at != (char *)-1) strcpy(at, "secret");
    int queue = msgget(0x70700001, IPC_CREAT | 0666);
    if (queue >= 0) msgsnd(queue, &message, sizeof message.text, IPC_NOWAIT);
    int semaphores = semget(0x70700001, 1, IPC_CREAT | 0666);
    printf("left %d %d %d\n", shared >= 0, queue >= 0, semaphores >= 0);
    return 0;
}
