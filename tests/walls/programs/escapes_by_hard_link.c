// tries: to give a file from outside, or its own executable, a name in its directory
// expect: exit 0
// denial: any
// denial[watched]: link */pack/outcomes.jsonl
// denial[watched]: link */bin/escapes_by_hard_link
// denial[watched]: link /tmp/portproof-breach
// args: {pack}
#include "walls.h"
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    refused("link to the pack", link(argv[1], "stolen"));
    refused("link to itself", link(argv[0], "own"));
    refused("link to a library", link("/lib/x86_64-linux-gnu/libc.so.6", "libc"));
    int fd = open(argv[0], O_PATH);
    if (fd >= 0) refused("link to a descriptor", linkat(fd, "", AT_FDCWD, "by-fd", AT_EMPTY_PATH));
    refused("link through /proc", linkat(AT_FDCWD, "/proc/self/exe", AT_FDCWD, "by-proc", AT_SYMLINK_FOLLOW));
    refused("a link outside", link("stolen", "/tmp/portproof-breach"));
    return finish();
}
