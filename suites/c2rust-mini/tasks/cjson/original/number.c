/* number [TEXT...]: how cJSON reads and prints each number; without arguments, each line of stdin. */
#include "driver.h"
#include <cJSON.h>

static cJSON *list;

static int number(const char *text)
{
    const char *end = NULL;
    char *printed;
    cJSON *item = cJSON_ParseWithOpts(text, &end, 0);
    if (!cJSON_IsNumber(item)) {
        fprintf(stderr, "number: not a number: %s\n", text);
        cJSON_Delete(item);
        return 1;
    }
    printed = cJSON_PrintUnformatted(item);
    printf("%d %s %zu\n", item->valueint, printed, (size_t)(end - text));
    cJSON_free(printed);
    cJSON_AddItemToArray(list, item);
    return 0;
}

int main(int argc, char **argv)
{
    int i, status = 0;
    char *printed;
    list = cJSON_CreateArray();
    if (argc == 1) {
        size_t length, start = 0, at;
        char *text = read_stdin(&length);
        for (at = 0; at < length; at++) {
            if (text[at] == '\n') {
                text[at] = '\0';
                status |= number(text + start);
                start = at + 1;
            }
        }
        if (start < length)
            status |= number(text + start);
        free(text);
    }
    for (i = 1; i < argc; i++)
        status |= number(argv[i]);
    printed = cJSON_PrintUnformatted(list);
    puts(printed);
    cJSON_free(printed);
    cJSON_Delete(list);
    return status;
}
