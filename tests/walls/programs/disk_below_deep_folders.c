// tries: to hide files from whoever adds up their sizes, below many folders
// expect: limit scratch
#include "walls.h"
int main(void) {
    static char piece[65536];
    for (int depth = 0; depth < 60; depth++)
        if (mkdir("d", 0700) != 0 || chdir("d") != 0) return 1;
    for (int file = 0; file < 500; file++) {
        char name[32];
        snprintf(name, sizeof name, "breach-%d", file);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        if (fd < 0 || write(fd, piece, sizeof piece) < 0) break;
        close(fd);
    }
    return 0;
}
