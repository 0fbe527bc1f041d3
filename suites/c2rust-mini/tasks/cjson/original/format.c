/* format [-c|-m] [-z] [--] [TEXT...]: prints each TEXT, or stdin, as cJSON prints it. */
#include "driver.h"
#include <cJSON.h>

struct options {
    int compact, minify, whole;
};

/* `text` has `length` bytes and a NUL byte after them. */
static int format(char *text, size_t length, const struct options *options)
{
    const char *end = NULL;
    cJSON *item;
    char *printed;
    if (options->minify) {
        cJSON_Minify(text);
        puts(text);
        return 0;
    }
    item = cJSON_ParseWithLengthOpts(text, length + 1, &end, options->whole);
    if (item == NULL) {
        fprintf(stderr, "format: error at byte %zu\n", (size_t)(end - text));
        return 1;
    }
    printed = options->compact ? cJSON_PrintUnformatted(item) : cJSON_Print(item);
    puts(printed);
    cJSON_free(printed);
    cJSON_Delete(item);
    return 0;
}

int main(int argc, char **argv)
{
    struct options options = {0, 0, 0};
    int i = 1, status = 0;
    for (; i < argc && argv[i][0] == '-' && argv[i][1] != '\0'; i++) {
        if (strcmp(argv[i], "--") == 0) {
            i++;
            break;
        }
        if (strcmp(argv[i], "-c") == 0) {
            options.compact = 1;
        } else if (strcmp(argv[i], "-m") == 0) {
            options.minify = 1;
        } else if (strcmp(argv[i], "-z") == 0) {
            options.whole = 1;
        } else {
            fputs("usage: format [-c|-m] [-z] [--] [TEXT...]\n", stderr);
            return 2;
        }
    }
    if (i == argc) {
        size_t length;
        char *text = read_stdin(&length);
        status = format(text, length, &options);
        free(text);
    }
    for (; i < argc; i++)
        if (format(argv[i], strlen(argv[i]), &options) != 0)
            status = 1;
    return status;
}
