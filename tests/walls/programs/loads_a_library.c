// tries: to load code that came with the case: dlopen, and mapping the file as code
// expect: exit 0
// denial: any
// denial[watched]: mmap */plugin.so
// denial[watched]: mprotect */plugin.so
// files: plugin.so
#include "walls.h"
#include <dlfcn.h>
int main(void) {
    void *library = dlopen("./plugin.so", RTLD_NOW);
    if (library) {
        int (*call)(void) = (int (*)(void))dlsym(library, "call");
        if (call) refused("dlopen", call());
    }
    int fd = open("plugin.so", O_RDONLY);
    void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
    refused("mmap as code", code == MAP_FAILED ? -1 : 1);
    void *data = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data != MAP_FAILED) refused("mprotect to code", mprotect(data, 4096, PROT_READ | PROT_EXEC));
    refused("LD_PRELOAD is not ours", getenv("LD_PRELOAD") ? 1 : -1);
    return finish();
}
