/* What the programs of this task share: operands as bytes, controlled errors. C and C++. */
#ifndef DRIVER_H
#define DRIVER_H
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The operands; `data` ends with a NUL byte that `length` does not count. */
struct operands {
    const char *program;
    char **data;
    size_t *length;
};

static void *room(size_t bytes)
{
    void *made = malloc(bytes);
    if (made == NULL)
        exit(3);
    return made;
}

static char *copied(const char *data, size_t length)
{
    char *made = (char *)room(length + 1);
    memcpy(made, data, length);
    made[length] = '\0';
    return made;
}

/* All of standard input. */
static char *read_stdin(size_t *length)
{
    size_t capacity = 65536, used = 0, got;
    char *buffer = (char *)room(capacity + 1);
    while ((got = fread(buffer + used, 1, capacity - used, stdin)) > 0) {
        used += got;
        if (used == capacity) {
            capacity *= 2;
            buffer = (char *)realloc(buffer, capacity + 1);
            if (buffer == NULL)
                exit(3);
        }
    }
    buffer[used] = '\0';
    *length = used;
    return buffer;
}

/* Exactly `count` operands; when one is missing, standard input stands for the one at `input` (-1: for none). */
static struct operands operands(int argc, char **argv, const char *usage, int count, int input)
{
    int first = argc > 1 && strcmp(argv[1], "--") == 0 ? 2 : 1;
    int given = argc > first ? argc - first : 0, from_stdin = input >= 0 && given == count - 1, i;
    struct operands made;
    if (given != count && !from_stdin) {
        fprintf(stderr, "%s\n", usage);
        exit(2);
    }
    made.program = strrchr(argv[0], '/') == NULL ? argv[0] : strrchr(argv[0], '/') + 1;
    made.data = (char **)room(((size_t)count + 1) * sizeof *made.data);
    made.length = (size_t *)room(((size_t)count + 1) * sizeof *made.length);
    for (i = 0; i < count; i++) {
        if (from_stdin && i == input) {
            made.data[i] = read_stdin(&made.length[i]);
        } else {
            const char *word = argv[first + i - (from_stdin && i > input)];
            made.length[i] = strlen(word);
            made.data[i] = copied(word, made.length[i]);
        }
    }
    return made;
}

static void bad(const struct operands *given, int index, const char *name)
{
    fprintf(stderr, "%s: bad %s: ", given->program, name);
    fwrite(given->data[index], 1, given->length[index], stderr);
    fputc('\n', stderr);
    exit(2);
}

/* The magnitude of 1 to 20 ASCII digits that end the operand. */
static unsigned long long digits(const struct operands *given, int index, const char *name, size_t from)
{
    unsigned long long value = 0;
    size_t i;
    if (given->length[index] <= from || given->length[index] > from + 20)
        bad(given, index, name);
    for (i = from; i < given->length[index]; i++) {
        unsigned digit = (unsigned)(unsigned char)given->data[index][i] - '0';
        if (digit > 9 || value > (ULLONG_MAX - digit) / 10)
            bad(given, index, name);
        value = value * 10 + digit;
    }
    return value;
}

/* An integer from `low` (below zero) to `high`. */
static long long integer(const struct operands *given, int index, const char *name, long long low, long long high)
{
    int negative = given->data[index][0] == '-';
    unsigned long long value = digits(given, index, name, (size_t)negative);
    if (negative ? value > 0 - (unsigned long long)low : value > (unsigned long long)high)
        bad(given, index, name);
    return negative ? (long long)(0 - value) : (long long)value;
}

/* An integer from 0 to `high`. */
static unsigned long long natural(const struct operands *given, int index, const char *name, unsigned long long high)
{
    unsigned long long value = digits(given, index, name, 0);
    if (value > high)
        bad(given, index, name);
    return value;
}

/* Behind one or more ASCII digits; NULL where there is none. */
static const char *behind_digits(const char *at)
{
    const char *start = at;
    while (*at >= '0' && *at <= '9')
        at++;
    return at == start ? NULL : at;
}

/* A number: optional `-`, digits, optional `.` and digits, optional `e` or `E`, sign and digits. */
static double number(const struct operands *given, int index, const char *name)
{
    const char *text = given->data[index];
    const char *at = behind_digits(text + (text[0] == '-'));
    if (at != NULL && *at == '.')
        at = behind_digits(at + 1);
    if (at != NULL && (*at == 'e' || *at == 'E'))
        at = behind_digits(at + 1 + (at[1] == '+' || at[1] == '-'));
    if (at == NULL || at != text + given->length[index])
        bad(given, index, name);
    return strtod(text, NULL);
}

static void print_text(const char *text)
{
    puts(text == NULL ? "NULL" : text);
}
#endif
