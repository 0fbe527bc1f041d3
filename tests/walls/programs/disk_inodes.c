// tries: to use up all file numbers with empty files, folders, links and pipes
// expect: limit scratch
// limits: cpu_ms=2000 wall_ms=4000
#include "walls.h"
int main(void) {
    for (int file = 0; file < 100000; file++) {
        char name[32];
        snprintf(name, sizeof name, "breach-%d", file);
        switch (file % 4) {
        case 0: if (close(open(name, O_WRONLY | O_CREAT, 0600)) != 0) return 0; break;
        case 1: if (mkdir(name, 0700) != 0) return 0; break;
        case 2: if (symlink("nowhere", name) != 0) return 0; break;
        case 3: if (mkfifo(name, 0600) != 0) return 0; break;
        }
    }
    return 0;
}
