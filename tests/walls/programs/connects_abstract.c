// tries: to connect to a socket with an abstract name, and to send to it from an unconnected one
// expect: exit 0
// denial: socket AF_UNIX stream
// denial: socket AF_UNIX datagram
// args: {abstract}
#include "walls.h"
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    struct sockaddr_un to = {AF_UNIX, ""};
    memcpy(to.sun_path + 1, argv[1], strlen(argv[1]));
    socklen_t length = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(argv[1]);
    int stream = socket(AF_UNIX, SOCK_STREAM, 0), datagrams = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (stream >= 0) refused("connect", connect(stream, (struct sockaddr *)&to, length));
    if (datagrams >= 0) refused("sendto", sendto(datagrams, "x", 1, 0, (struct sockaddr *)&to, length));
    return finish();
}
