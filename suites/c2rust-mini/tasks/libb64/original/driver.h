/* Reading stdin whole and parsing the options that both programs share. */
#ifndef DRIVER_H
#define DRIVER_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All of stdin; the buffer has one spare byte. */
static char *read_stdin(size_t *length)
{
    size_t capacity = 65536, used = 0, got;
    char *buffer = malloc(capacity + 1);
    while (buffer != NULL && (got = fread(buffer + used, 1, capacity - used, stdin)) > 0) {
        used += got;
        if (used == capacity)
            buffer = realloc(buffer, (capacity *= 2) + 1);
    }
    if (buffer == NULL)
        exit(3);
    *length = used;
    return buffer;
}

/* A decimal number from 1 to 1000000, or 0 when the text is anything else. */
static int parse_chunk(const char *text)
{
    long value = 0;
    size_t i;
    for (i = 0; text[i] != '\0'; i++) {
        if (text[i] < '0' || text[i] > '9' || i >= 7)
            return 0;
        value = value * 10 + (text[i] - '0');
    }
    return value >= 1 && value <= 1000000 ? (int)value : 0;
}
#endif
