// tries: to make code at run time of memory that is mapped twice, once to write and once to execute
// expect: exit 0
// denial: mmap shared memory
// denial: mmap /dev/zero
#include "walls.h"
#include <sys/ipc.h>
#include <sys/shm.h>
static void twice(const char *what, int flags, int fd) {
    unsigned char *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, flags, fd, 0);
    refused(what, code == MAP_FAILED ? -1 : 1);
    if (code == MAP_FAILED) return;
    unsigned char *data = mremap(code, 0, 4096, MREMAP_MAYMOVE); // of nothing: a second mapping of the same
    if (data == MAP_FAILED || mprotect(data, 4096, PROT_READ | PROT_WRITE)) return;
    memcpy(data, "\xb8\x46\0\0\0\xc3", 6);
    printf("BREACH made code that returns %d\n", ((int (*)(void))code)());
}
int main(void) {
    int zero = open("/dev/zero", O_RDWR), own = open("code", O_RDWR | O_CREAT, 0700);
    if (own < 0 || ftruncate(own, 4096)) return 1;
    twice("shared memory as code", MAP_SHARED | MAP_ANONYMOUS, -1);
    twice("shared memory as code, beside a file", MAP_SHARED | MAP_ANONYMOUS, open("/proc/self/exe", O_RDONLY));
    twice("a shared device as code", MAP_SHARED, zero);
    twice("a shared file as code", MAP_SHARED, own);
    int way[2];
    if (pipe(way)) return 1;
    twice("a pipe as code", MAP_SHARED, way[0]);
    refused("memory of another kind as code", shmget(IPC_PRIVATE, 4096, IPC_CREAT | SHM_EXEC | 0600));
    return finish();
}
