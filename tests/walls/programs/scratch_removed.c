// tries: to remove and to rename its own working directory
// expect: exit 0
#include "walls.h"
int main(void) {
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here)) return 1;
    char there[PATH_MAX + 8];
    snprintf(there, sizeof there, "%s-moved", here);
    refused("rename of the scratch directory", rename(here, there));
    refused("rmdir of the scratch directory", rmdir(here));
    refused("symlink in its place", symlink("/etc", here));
    return finish();
}
