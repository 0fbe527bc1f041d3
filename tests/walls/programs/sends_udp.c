// tries: to send a datagram to the loopback address, connected or not
// expect: exit 0
// denial: socket AF_INET datagram
// args: {udp}
#include "walls.h"
#include <arpa/inet.h>
#include <sys/socket.h>
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    struct sockaddr_in to = {AF_INET, htons(atoi(argv[1])), {htonl(INADDR_LOOPBACK)}, {0}};
    struct iovec piece = {"x", 1};
    struct mmsghdr message = {{&to, sizeof to, &piece, 1, NULL, 0, 0}, 0};
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    if (fd >= 0) {
        refused("sendto", sendto(fd, "x", 1, 0, (struct sockaddr *)&to, sizeof to));
        refused("sendmsg", sendmsg(fd, &message.msg_hdr, 0));
        refused("sendmmsg", sendmmsg(fd, &message, 1, 0));
        refused("connect", connect(fd, (struct sockaddr *)&to, sizeof to));
    }
    return finish();
}
