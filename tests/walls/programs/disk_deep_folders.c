// tries: to leave folders nested so deep that no path reaches them
// expect: exit 0 or limit scratch
#include "walls.h"
int main(void) {
    char name[256];
    memset(name, 'd', 255);
    name[255] = 0;
    for (int depth = 0; depth < 1500; depth++) {
        if (mkdir(name, 0700) != 0 || chdir(name) != 0) break;
        close(open("file", O_WRONLY | O_CREAT, 0400));
        if (depth % 3 == 0) chmod(".", 0300);
    }
    chmod(".", 0);
    return 0;
}
