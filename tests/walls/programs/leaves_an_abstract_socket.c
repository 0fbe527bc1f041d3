// tries: to leave a daemon that serves an abstract socket for the next case
// expect: exit 0
// denial: socket AF_UNIX stream
#include "walls.h"
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
int main(void) {
    struct sockaddr_un own = {AF_UNIX, "\0portproof-breach"};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&own, offsetof(struct sockaddr_un, sun_path) + 17) != 0) return 0;
    listen(fd, 5);
    if (fork() == 0) {
        setsid();
        for (;;) accept(fd, NULL, NULL);
    }
    return 0;
}
