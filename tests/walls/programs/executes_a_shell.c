// tries: to execute a shell: itself, in a child, spawned, by system(3)
// expect: exit 0
// denial: execve /bin/sh
// denial: execve /usr/bin/env
#include "walls.h"
#include <spawn.h>
int main(void) {
    char *argv[] = {"sh", "-c", "echo BREACH", NULL};
    pid_t pid;
    int status;
    refused("execve", execve("/bin/sh", argv, NULL));
    refused("execve of /usr/bin/env", execve("/usr/bin/env", argv, NULL));
    if (fork() == 0) {
        execv("/bin/sh", argv);
        _exit(0);
    }
    wait(NULL);
    refused("posix_spawn", posix_spawn(&pid, "/bin/sh", NULL, NULL, argv, NULL) == 0 ? 1 : -1);
    status = system("exit 0");
    refused("system", status == 0 ? 1 : -1);
    return finish();
}
