// tries: to find and write to descriptors that it inherited beyond its three streams
// expect: exit 0
#include "walls.h"
#include <sys/ioctl.h>
int main(void) {
    struct stat state;
    for (int fd = 3; fd < 70000; fd++) {
        if (fstat(fd, &state) == 0) refused("an open descriptor", fd);
        if (write(fd, "x", 1) > 0) refused("writing to a descriptor", fd);
    }
    return finish();
}
