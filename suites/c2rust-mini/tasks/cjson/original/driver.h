/* Reading stdin whole. */
#ifndef DRIVER_H
#define DRIVER_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All of stdin with a NUL byte after it. */
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
    buffer[used] = '\0';
    *length = used;
    return buffer;
}
#endif
