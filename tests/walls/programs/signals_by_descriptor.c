// tries: to have the kernel kill its parent: a socket whose owner the parent is made, and SIGKILL as its signal
// expect: exit 0
// denial: fcntl *
#include "walls.h"
#include <sys/socket.h>
int main(void) {
    int ends[2];
    pid_t parent = getppid() > 0 ? getppid() : 1;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 0;
    fcntl(ends[0], F_SETOWN, parent);
    fcntl(ends[0], F_SETSIG, SIGKILL);
    fcntl(ends[0], F_SETFL, O_ASYNC);
    write(ends[1], "x", 1);
    usleep(50000);
    if (getppid() != parent && getppid() != 0) refused("killing the parent", 1);
    return finish();
}
