// tries: to keep memory in full pipes and socket buffers, of itself and of children
// expect: limit memory or exit 0
// limits: memory_bytes=67108864
#include "walls.h"
#include <sys/socket.h>
static void stuff(int fd) {
    static char piece[65536];
    fcntl(fd, F_SETFL, O_NONBLOCK);
    while (write(fd, piece, sizeof piece) > 0) {
    }
}
int main(void) {
    int ends[2];
    for (int child = 0; child < 12; child++)
        if (fork() == 0) break;
    while (pipe(ends) == 0) {
        fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
        stuff(ends[1]);
    }
    close(ends[0]);
    close(ends[1]);
    while (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) stuff(ends[1]);
    usleep(200000);
    return 0;
}
