// tries: to enter new namespaces by unshare, clone and clone3
// expect: exit 0
// denial: unshare *
// denial: clone|clone3 *
#include "walls.h"
#include <linux/sched.h>
#include <sys/syscall.h>
int main(void) {
    long kinds[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP, CLONE_NEWTIME};
    char what[64];
    for (size_t at = 0; at < sizeof kinds / sizeof *kinds; at++) {
        snprintf(what, sizeof what, "unshare %#lx", kinds[at]);
        refused(what, unshare(kinds[at]));
        snprintf(what, sizeof what, "unshare %#lx with a user namespace", kinds[at]);
        refused(what, unshare(kinds[at] | CLONE_NEWUSER));
        struct clone_args args = {.flags = kinds[at] | CLONE_NEWUSER, .exit_signal = SIGCHLD};
        snprintf(what, sizeof what, "clone3 %#lx", kinds[at]);
        long pid = syscall(SYS_clone3, &args, sizeof args);
        if (pid == 0) _exit(0);
        refused(what, pid);
        if (kinds[at] == CLONE_NEWTIME) continue; /* clone has no such flag */
        snprintf(what, sizeof what, "clone %#lx", kinds[at]);
        pid = syscall(SYS_clone, kinds[at] | CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
        if (pid == 0) _exit(0);
        refused(what, pid);
    }
    return finish();
}
