// tries: to use an allowed socket pair to reach another socket
// expect: exit 0
// denial: socketpair AF_UNIX datagram
// denial: connect unix:@portproof-walls-*
// denial: bind unix:@portproof-breach
// denial: listen *
// args: {abstract}
#include "walls.h"
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    int ends[2];
    struct sockaddr_un to = {AF_UNIX, ""}, own = {AF_UNIX, "\0portproof-breach"};
    memcpy(to.sun_path + 1, argv[1], strlen(argv[1]));
    socklen_t head = offsetof(struct sockaddr_un, sun_path);
    refused("a pair of datagram sockets", socketpair(AF_UNIX, SOCK_DGRAM, 0, ends));
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) {
        refused("sendto", sendto(ends[0], "x", 1, 0, (struct sockaddr *)&to, head + 1 + strlen(argv[1])));
        refused("connect", connect(ends[0], (struct sockaddr *)&to, head + 1 + strlen(argv[1])));
        refused("bind", bind(ends[1], (struct sockaddr *)&own, head + 17));
        refused("listen", listen(ends[1], 1));
    }
    return finish();
}
