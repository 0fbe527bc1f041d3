// tries: to use a socket of every other family: netlink, packets, raw, vsock, Bluetooth and the rest
// expect: exit 0
// denial: socket family 3 stream
// denial: socket family 5 raw
// denial: … …
#include "walls.h"
#include <linux/if.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
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
    struct { /* set the first interface up; asking what there is, as os.networkInterfaces() does, is allowed */
        struct nlmsghdr head;
        struct ifinfomsg interface;
    } ask = {{sizeof ask, RTM_NEWLINK, NLM_F_REQUEST | NLM_F_ACK, 1, 0}, {.ifi_index = 1, .ifi_flags = IFF_UP, .ifi_change = IFF_UP}};
    if (fd >= 0) {
        struct {
            struct nlmsghdr head;
            struct nlmsgerr error;
            char rest[256];
        } answer = {0};
        refused("netlink connect", connect(fd, (struct sockaddr *)&kernel, sizeof kernel));
        if (sendto(fd, &ask, sizeof ask, 0, (struct sockaddr *)&kernel, sizeof kernel) > 0 && recv(fd, &answer, sizeof answer, 0) > 0)
            refused("netlink change", answer.error.error);
    }
    return finish();
}
