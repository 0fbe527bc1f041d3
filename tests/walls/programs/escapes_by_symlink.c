// tries: to leave its directory through symbolic links that it makes, also those of /proc
// expect: exit 0
// denial: openat /etc/passwd
// denial: openat /etc/shadow
// denial: openat */pack/outcomes.jsonl
// denial[watched]: openat */pack/outcomes.jsonl
// denial[watched]: openat /etc/shadow
// denial[watched]: openat /etc/passwd
// args: {pack}
#include "walls.h"
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    const char *to[] = {argv[1], "/etc/shadow", "/proc/self/root/etc/passwd", "/proc/1/root/etc/passwd", "../../../../../../etc/passwd",
                        "/proc/self/fd/3"};
    for (size_t at = 0; at < sizeof to / sizeof *to; at++) {
        char name[16];
        snprintf(name, sizeof name, "link-%zu", at);
        if (symlink(to[at], name) == 0) closed(name, O_RDONLY);
    }
    return finish();
}
