// tries: to close stdout and put a file of its own in its place
// expect: exit 0
// prints: before
#include "walls.h"
int main(void) {
    write(1, "before\n", 7);
    close(1);
    if (write(1, "BREACH closed\n", 14) >= 0) return 70;
    if (open("own", O_WRONLY | O_CREAT, 0600) != 1) return 71;
    if (write(1, "BREACH own file\n", 16) != 16) return 72;
    close(2);
    return 0;
}
