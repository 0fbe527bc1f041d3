// tries: to hold more open files than it may: until refused, then in flight through a socket pair
// expect: exit 0
#include "walls.h"
#include <sys/socket.h>
int main(void) {
    int ends[2], count = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 0;
    union {
        char room[CMSG_SPACE(16 * sizeof(int))];
        struct cmsghdr head;
    } control;
    char byte = 'x';
    struct iovec piece = {&byte, 1};
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    for (int round = 0; round < 200; round++) {
        struct msghdr message = {NULL, 0, &piece, 1, control.room, CMSG_SPACE(16 * sizeof(int)), 0};
        control.head = (struct cmsghdr){CMSG_LEN(16 * sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
        for (int at = 0; at < 16; at++) ((int *)CMSG_DATA(&control.head))[at] = 0;
        if (sendmsg(ends[0], &message, 0) > 0) count += 16;
    }
    for (int fd = 0; fd < 100000 && open("/dev/null", O_RDONLY) >= 0; fd++)
        if (fd == 99999) puts("BREACH 100000 files");
    printf("in flight: %s\n", count ? "some" : "none");
    return 0;
}
