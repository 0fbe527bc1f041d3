// tries: to serve: TCP on a port and a socket in its scratch directory
// expect: exit 0
// denial: socket AF_INET stream
// denial: socket AF_UNIX stream
#include "walls.h"
#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/un.h>
int main(void) {
    struct sockaddr_in here = {AF_INET, 0, {htonl(INADDR_LOOPBACK)}, {0}};
    struct sockaddr_un path = {AF_UNIX, "portproof-breach"};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd >= 0) {
        refused("bind", bind(fd, (struct sockaddr *)&here, sizeof here));
        refused("listen", listen(fd, 5));
    }
    fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd >= 0) {
        refused("bind to a path", bind(fd, (struct sockaddr *)&path, sizeof path));
        refused("listen at a path", listen(fd, 5));
    }
    return finish();
}
