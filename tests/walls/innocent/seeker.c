/* Looks for what an earlier case may have left where cases could meet: shared memory, queues, sockets, files, processes.
 * What it finds and what is refused must be the same before and after every other program. */
#include "../programs/walls.h"
#include <mqueue.h>
#include <stddef.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>

static void sought(const char *what, long result) { printf("%s: %s\n", what, result >= 0 ? "FOUND" : strerrorname_np(errno)); }

int main(void) {
    struct sockaddr_un name = {AF_UNIX, "\0portproof-breach"};
    struct stat state;
    sought("shared memory", shmget(0x70700001, 0, 0));
    sought("message queue", msgget(0x70700001, 0));
    sought("semaphores", semget(0x70700001, 0, 0));
    sought("POSIX shared memory", shm_open("/portproof-breach", O_RDWR, 0));
    sought("POSIX message queue", mq_open("/portproof-breach", O_RDONLY));
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    sought("abstract socket", fd < 0 ? fd : connect(fd, (struct sockaddr *)&name, offsetof(struct sockaddr_un, sun_path) + 17));
    sought("a file in /tmp", stat("/tmp/portproof-breach", &state));
    sought("a file in scratch", stat("portproof-breach", &state));
    sought("a file above", stat("../portproof-breach", &state));
    sought("any other process", kill(-1, 0));
    return 0;
}
