/* Prints its arguments, each ended by a NUL byte. */
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    for (int at = 1; at < argc; at++) fwrite(argv[at], 1, strlen(argv[at]) + 1, stdout);
    return 0;
}
