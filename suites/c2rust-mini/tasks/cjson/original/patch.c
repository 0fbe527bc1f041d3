/* patch [-i] get|apply|merge|diff|mergediff|compare DOCUMENT SECOND: JSON pointers and patches. */
#include "driver.h"
#include <cJSON.h>
#include <cJSON_Utils.h>

static int usage(void)
{
    fputs("usage: patch [-i] get DOCUMENT POINTER\n"
          "       patch [-i] apply|merge|diff|mergediff|compare DOCUMENT DOCUMENT\n", stderr);
    return 2;
}

/* Prints and deletes `item`. */
static int print(cJSON *item)
{
    char *printed = cJSON_PrintUnformatted(item);
    int status = printed == NULL;
    if (printed == NULL)
        fputs("patch: no document\n", stderr);
    else
        puts(printed);
    cJSON_free(printed);
    cJSON_Delete(item);
    return status;
}

static int get(cJSON *document, const char *pointer, int exact)
{
    cJSON *item = exact ? cJSONUtils_GetPointerCaseSensitive(document, pointer)
                        : cJSONUtils_GetPointer(document, pointer);
    char *path;
    int status = 1;
    if (item == NULL) {
        fprintf(stderr, "patch: nothing at %s\n", pointer);
    } else {
        path = cJSONUtils_FindPointerFromObjectTo(document, item);
        printf("%s\t", path);
        cJSON_free(path);
        status = print(cJSON_Duplicate(item, 1));
    }
    cJSON_Delete(document);
    return status;
}

static int apply(cJSON *document, cJSON *patches, int exact)
{
    int code = exact ? cJSONUtils_ApplyPatchesCaseSensitive(document, patches)
                     : cJSONUtils_ApplyPatches(document, patches);
    int status;
    cJSON_Delete(patches);
    if (code != 0)
        fprintf(stderr, "patch: apply failed with code %d\n", code);
    status = print(document);
    return code != 0 ? 1 : status;
}

static int compare(cJSON *first, cJSON *second, int exact)
{
    int equal = cJSON_Compare(first, second, exact);
    puts(equal ? "equal" : "different");
    cJSON_Delete(first);
    cJSON_Delete(second);
    return !equal;
}

static int difference(cJSON *from, cJSON *to, int exact, int merge)
{
    cJSON *result;
    if (merge)
        result = exact ? cJSONUtils_GenerateMergePatchCaseSensitive(from, to)
                       : cJSONUtils_GenerateMergePatch(from, to);
    else
        result = exact ? cJSONUtils_GeneratePatchesCaseSensitive(from, to)
                       : cJSONUtils_GeneratePatches(from, to);
    cJSON_Delete(from);
    cJSON_Delete(to);
    if (result == NULL) {
        puts("same");
        return 0;
    }
    return print(result);
}

/* The argument "-" stands for stdin. */
static cJSON *load(const char *text, const char *name)
{
    const char *end = NULL;
    char *own = NULL;
    cJSON *item;
    if (strcmp(text, "-") == 0) {
        size_t length;
        text = own = read_stdin(&length);
    }
    item = cJSON_ParseWithOpts(text, &end, 1);
    if (item == NULL)
        fprintf(stderr, "patch: %s document: error at byte %zu\n", name, (size_t)(end - text));
    free(own);
    return item;
}

int main(int argc, char **argv)
{
    int exact = 1, first = 1;
    const char *command;
    cJSON *document, *second;
    if (argc > 1 && strcmp(argv[1], "-i") == 0) {
        exact = 0;
        first = 2;
    }
    if (argc != first + 3)
        return usage();
    command = argv[first];
    if (strcmp(command, "get") != 0 && strcmp(command, "apply") != 0 && strcmp(command, "merge") != 0 &&
        strcmp(command, "diff") != 0 && strcmp(command, "mergediff") != 0 && strcmp(command, "compare") != 0)
        return usage();
    document = load(argv[first + 1], "first");
    if (document == NULL)
        return 1;
    if (strcmp(command, "get") == 0)
        return get(document, argv[first + 2], exact);
    second = load(argv[first + 2], "second");
    if (second == NULL) {
        cJSON_Delete(document);
        return 1;
    }
    if (strcmp(command, "apply") == 0)
        return apply(document, second, exact);
    if (strcmp(command, "compare") == 0)
        return compare(document, second, exact);
    if (strcmp(command, "merge") == 0) {
        document = exact ? cJSONUtils_MergePatchCaseSensitive(document, second)
                         : cJSONUtils_MergePatch(document, second);
        cJSON_Delete(second);
        return print(document);
    }
    return difference(document, second, exact, strcmp(command, "mergediff") == 0);
}
