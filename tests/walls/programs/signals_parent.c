// tries: to kill its parent by every call that sends a signal
// expect: exit 0
// denial: kill *
// denial: tkill *
// denial: tgkill *
// denial: rt_sigqueueinfo *
// denial: rt_tgsigqueueinfo *
// denial: pidfd_send_signal *
#include "walls.h"
#include <sys/syscall.h>
int main(void) {
    pid_t parent = getppid();
    siginfo_t info = {.si_code = SI_QUEUE};
    if (parent > 0) {
        refused("kill", kill(parent, SIGKILL));
        refused("tgkill", syscall(SYS_tgkill, parent, parent, SIGKILL));
        refused("tkill", syscall(SYS_tkill, parent, SIGKILL));
        refused("rt_sigqueueinfo", syscall(SYS_rt_sigqueueinfo, parent, SIGKILL, &info));
        refused("rt_tgsigqueueinfo", syscall(SYS_rt_tgsigqueueinfo, parent, parent, SIGKILL, &info));
        refused("killpg", kill(-parent, SIGKILL));
        int fd = syscall(SYS_pidfd_open, parent, 0);
        if (fd >= 0) refused("pidfd_send_signal", syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0));
    } else {
        refused("kill", kill(1, SIGKILL));
    }
    return finish();
}
