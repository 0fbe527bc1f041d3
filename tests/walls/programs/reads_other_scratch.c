// tries: to find the working directory of the case that runs beside it
// expect: exit 0
// denial: openat /tmp
// denial: openat /var/tmp
// denial: openat /dev/shm
// denial: openat /run
// denial[watched]: openat /var/tmp
// denial[watched]: openat /run
// args: {stage}
#include "walls.h"
#include <dirent.h>
static void search(const char *path, int depth) {
    char inner[PATH_MAX];
    DIR *folder = opendir(path);
    if (!folder) return;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (strstr(entry->d_name, "innocent.txt")) printf("BREACH found %s/%s\n", path, entry->d_name), breaches++;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (depth > 0 && entry->d_type == DT_DIR) search(inner, depth - 1);
    }
    closedir(folder);
}
int main(int argc, char **argv) {
    char here[PATH_MAX], path[PATH_MAX + 32];
    if (!getcwd(here, sizeof here)) return 1;
    search("..", 2);
    search("/tmp", 3);
    search("/dev/shm", 3);
    search("/var/tmp", 3);
    search("/run", 3);
    if (argc > 1) search(argv[1], 3);
    for (int pid = 1; pid < 200; pid++) {
        snprintf(path, sizeof path, "/proc/%d/cwd", pid);
        if (pid != getpid()) search(path, 1);
    }
    size_t length = strlen(here);
    if (length && here[length - 1] >= '0' && here[length - 1] <= '9') {
        for (char digit = '0'; digit <= '9'; digit++) {
            if (digit == here[length - 1]) continue;
            snprintf(path, sizeof path, "%.*s%c/innocent.txt", (int)length - 1, here, digit);
            closed(path, O_RDONLY);
        }
    }
    return finish();
}
