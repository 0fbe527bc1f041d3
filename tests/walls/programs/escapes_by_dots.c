// tries: to climb out of its directory and its root with `..`
// expect: exit 0
// denial: openat /etc/shadow
// denial: openat */pack/outcomes.jsonl
// denial: openat */portproof-breach
// denial[watched]: openat */pack/outcomes.jsonl
// denial[watched]: openat /etc/shadow
// denial[watched]: openat */portproof-breach
// denial[watched]: rename */portproof-breach
// args: {pack}
#include "walls.h"
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    char path[PATH_MAX] = "";
    for (int depth = 0; depth < 24; depth++) strcat(path, "../");
    char up[PATH_MAX * 2];
    snprintf(up, sizeof up, "%s%s", path, argv[1] + 1);
    closed(up, O_RDONLY);
    snprintf(up, sizeof up, "%setc/shadow", path);
    closed(up, O_RDONLY);
    refused("a file above", open("../portproof-breach", O_WRONLY | O_CREAT, 0600));
    mkdir("inner", 0700);
    int inner = open("inner", O_RDONLY | O_DIRECTORY);
    refused("renaming above", rename("inner", "../portproof-breach"));
    refused("a file far above", openat(inner, "../../../portproof-breach", O_WRONLY | O_CREAT, 0600));
    return finish();
}
