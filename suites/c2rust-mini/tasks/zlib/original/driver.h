/* Reading stdin whole and parsing the numbers that both programs take. */
#ifndef DRIVER_H
#define DRIVER_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All of stdin; the buffer has one spare byte. */
static unsigned char *read_stdin(size_t *length)
{
    size_t capacity = 65536, used = 0, got;
    unsigned char *buffer = malloc(capacity + 1);
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

/* A decimal number from 0 to `limit`, or -1 when the text is anything else. */
static long parse_number(const char *text, long limit)
{
    long value = 0;
    size_t i;
    if (text[0] == '\0' || strlen(text) > 12)
        return -1;
    for (i = 0; text[i] != '\0'; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        value = value * 10 + (text[i] - '0');
    }
    return value <= limit ? value : -1;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}
#endif
