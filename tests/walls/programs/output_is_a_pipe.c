// tries: to leave a named pipe, a link to a secret and a folder where output files are declared
// expect: exit 0
// args: {pack}
// outputs: result linked/result folder far dangling
#include "walls.h"
#include <libgen.h>
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", argv[1]);
    mkfifo("result", 0600);
    symlink(dirname(folder), "linked");
    mkdir("folder", 0700);
    symlink(argv[1], "far");
    symlink("/proc/self/exe", "dangling");
    return 0;
}
