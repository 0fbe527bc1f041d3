// tries: to use the kernel's key rings
// expect: exit 0
// denial: keyctl *
// denial: add_key *
#include "walls.h"
#include <sys/syscall.h>
int main(void) {
    refused("add_key", syscall(SYS_add_key, "user", "portproof-breach", "x", 1, -4));
    refused("request_key", syscall(SYS_request_key, "user", "portproof-breach", NULL, -4));
    refused("keyctl", syscall(SYS_keyctl, 0, -3, 1));
    return finish();
}
