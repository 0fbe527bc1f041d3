// tries: to connect to a TCP server on the loopback address
// expect: exit 0
// denial: socket AF_INET stream
// args: {tcp}
#include "walls.h"
#include <arpa/inet.h>
#include <sys/socket.h>
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    struct sockaddr_in to = {AF_INET, htons(atoi(argv[1])), {htonl(INADDR_LOOPBACK)}, {0}};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd >= 0) {
        refused("connect", connect(fd, (struct sockaddr *)&to, sizeof to));
        refused("fast open", sendto(fd, "x", 1, MSG_FASTOPEN, (struct sockaddr *)&to, sizeof to));
    }
    return finish();
}
