// tries: to map as code what it wrote: a file in scratch, one without a name, one in memory
// expect: exit 0
// denial: memfd_create portproof-breach
// denial[watched]: mmap */code
// denial[watched]: mprotect */code
// denial[watched]: memfd_create *
#include "walls.h"
int main(void) {
    int files[] = {open("code", O_RDWR | O_CREAT, 0700), open(".", O_TMPFILE | O_RDWR, 0700), memfd_create("portproof-breach", 0)};
    for (size_t at = 0; at < sizeof files / sizeof *files; at++) {
        if (files[at] < 0 || write(files[at], "\xc3", 1) != 1) continue;
        void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, files[at], 0);
        refused("mmap as code", code == MAP_FAILED ? -1 : 1);
        void *data = mmap(NULL, 4096, PROT_READ, MAP_SHARED, files[at], 0);
        if (data != MAP_FAILED) refused("mprotect to code", mprotect(data, 4096, PROT_READ | PROT_EXEC));
    }
    return finish();
}
