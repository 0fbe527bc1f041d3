// tries: to make code at run time, which a native port has no need of
// expect: exit 0
// denial: any
#include "walls.h"
int main(void) {
    int all = PROT_READ | PROT_WRITE | PROT_EXEC;
    refused("writable code", mmap(NULL, 4096, all, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 1);
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    refused("data made code", mprotect(page, 4096, PROT_READ | PROT_EXEC));
    refused("data made code with a key", syscall(SYS_pkey_mprotect, page, 4096, PROT_READ | PROT_EXEC, -1));
    return finish();
}
