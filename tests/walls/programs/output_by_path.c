// tries: to reach its streams by name, and a terminal
// expect: exit 0
// denial: openat /dev/tty
// denial: openat /dev/console
// denial: openat /dev/*ptmx
// denial[watched]: openat /dev/tty
// denial[watched]: openat /dev/console
// denial[watched]: openat /dev/*ptmx
#include "walls.h"
int main(void) {
    refused("/dev/tty", open("/dev/tty", O_RDWR));
    refused("/dev/console", open("/dev/console", O_WRONLY));
    refused("/dev/ptmx", open("/dev/ptmx", O_RDWR));
    refused("reading stdout", read(1, (char[1]){0}, 1));
    refused("writing stdin", write(0, "x", 1));
    refused("growing stdin", ftruncate(0, 100));
    return finish();
}
