// tries: to become root or to take capabilities
// expect: exit 0
// denial: setgroups *
#include "walls.h"
#include <grp.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
int main(void) {
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct sets[2] = {{0}};
    if (geteuid() != 0) {
        refused("setuid", syscall(SYS_setuid, 0));
        refused("setresuid", syscall(SYS_setresuid, 0, 0, 0));
        refused("setgid", syscall(SYS_setgid, 0));
    }
    gid_t group = 0;
    refused("setgroups", syscall(SYS_setgroups, 1, &group));
    if (syscall(SYS_capget, &head, sets) == 0) {
        if (sets[0].effective | sets[0].permitted | sets[1].effective | sets[1].permitted) refused("holding capabilities", 1);
    }
    sets[0].permitted = sets[0].effective = sets[0].inheritable = 1u << CAP_SYS_ADMIN;
    refused("capset", syscall(SYS_capset, &head, sets));
    refused("an ambient capability", prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_SYS_ADMIN, 0, 0));
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) refused("new privileges", 1);
    if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == 0) refused("no seccomp filter", 1);
    refused("a set-uid file", chown("/proc/self/exe", 0, 0));
    return finish();
}
