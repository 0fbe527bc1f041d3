// tries: what only root may do: modules, kexec, reboot, swap, ports, names, the log
// expect: exit 0
// denial: init_module *
// denial: finit_module *
// denial: delete_module *
// denial: kexec_load *
// denial: reboot *
// denial: acct *
// denial: sethostname *
// denial: setdomainname *
// denial: ioperm *
// denial: iopl *
// denial: syslog *
// denial: vhangup *
#include "walls.h"
#include <sys/io.h>
#include <sys/klog.h>
#include <sys/reboot.h>
#include <sys/syscall.h>
int main(void) {
    refused("init_module", syscall(SYS_init_module, "", 0, ""));
    refused("finit_module", syscall(SYS_finit_module, 0, "", 0));
    refused("delete_module", syscall(SYS_delete_module, "portproof_breach", O_NONBLOCK));
    refused("kexec_load", syscall(SYS_kexec_load, 0, 0, NULL, 0));
    refused("reboot with a wrong magic number", syscall(SYS_reboot, 0, 0, 0, NULL));
    refused("acct", acct("portproof-breach"));
    refused("sethostname", sethostname("breach", 6));
    refused("setdomainname", setdomainname("breach", 6));
    refused("ioperm", ioperm(0x80, 1, 1));
    refused("iopl", iopl(3));
    refused("the kernel's log", klogctl(3, (char[16]){0}, 16));
    refused("vhangup", vhangup());
    refused("mknod", mknod("memory", S_IFCHR | 0600, 0x101));
    return finish();
}
