// tries: to use a socket of every other family: netlink, packets, raw, vsock, Bluetooth and the rest
// expect: exit 0
// denial: socket|connect|bind *
#include "walls.h"
#include <linux/netlink.h>
#include <sys/socket.h>
int main(void) {
    char what[48];
    for (int family = 0; family < 46; family++) {
        if (family == AF_UNIX || family == AF_INET || family == AF_INET6 || family == AF_NETLINK) continue;
        for (int type = 1; type < 6; type++) {
            snprintf(what, sizeof what, "family %d type %d", family, type);
            int fd = socket(family, type, 0);
            refused(what, fd);
            if (fd >= 0) close(fd);
        }
    }
    refused("raw", socket(AF_INET, SOCK_RAW, 1));
    int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
    struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
    struct {
        struct nlmsghdr head;
        char rest[64];
    } ask = {{.nlmsg_len = 32, .nlmsg_type = 18, .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP}, {0}};
    if (fd >= 0) {
        refused("netlink connect", connect(fd, (struct sockaddr *)&kernel, sizeof kernel));
        refused("netlink sendto", sendto(fd, &ask, 32, 0, (struct sockaddr *)&kernel, sizeof kernel));
    }
    return finish();
}
