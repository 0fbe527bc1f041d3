// tries: to read the machine's own files
// expect: exit 0
// denial: openat /etc/passwd
// denial: openat /etc/shadow
// denial: openat /dev/mem
// denial: openat /dev/kmsg
// denial: openat /proc/1/cmdline
// denial: openat /sys/kernel/notes
// denial: openat /tmp
// denial: openat /tmp/portproof-breach
// denial: openat /var/tmp/portproof-breach
// denial: openat /portproof-breach
// denial[watched]: openat /etc/shadow
// denial[watched]: openat /root/.profile
// denial[watched]: openat /proc/1/cmdline
// denial[watched]: openat /sys/kernel/notes
// denial[watched]: openat /dev/mem
// denial[watched]: openat /tmp/portproof-breach
// denial[watched]: openat /portproof-breach
#include "walls.h"
int main(void) {
    const char *paths[] = {"/etc/shadow", "/etc/passwd", "/etc/hostname", "/root/.profile", "/proc/version", "/proc/1/cmdline",
                           "/proc/cpuinfo", "/proc/mounts", "/proc/net/tcp", "/sys/kernel/notes", "/dev/mem",
                           "/dev/kmsg", "/dev/vda", "/dev/fuse", "/var/log/dpkg.log", "/tmp", "/"};
    for (size_t at = 0; at + 2 < sizeof paths / sizeof *paths; at++) closed(paths[at], O_RDONLY);
    refused("a file in /tmp", open("/tmp/portproof-breach", O_WRONLY | O_CREAT, 0600));
    refused("a file in /dev/shm", open("/dev/shm/portproof-breach", O_WRONLY | O_CREAT, 0600));
    refused("a file in /var/tmp", open("/var/tmp/portproof-breach", O_WRONLY | O_CREAT, 0600));
    refused("a file in /", open("/portproof-breach", O_WRONLY | O_CREAT, 0600));
    refused("a file without name in /tmp", open("/tmp", O_TMPFILE | O_RDWR, 0600));
    return finish();
}
