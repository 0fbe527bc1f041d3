/* checksum adler|crc [-s HEX] [-k N] [--] [TEXT...] | combine adler|crc HEX HEX LEN | table */
#include "driver.h"
#include <zlib.h>

typedef uLong (*checksum_t)(uLong, const Bytef *, uInt);

static int usage(void)
{
    fputs("usage: checksum adler|crc [-s HEX] [-k N] [--] [TEXT...]\n"
          "       checksum combine adler|crc HEX HEX LEN\n"
          "       checksum table\n", stderr);
    return 2;
}

static int bad(const char *what, const char *text)
{
    fprintf(stderr, "checksum: bad %s: %s\n", what, text);
    return 2;
}

/* One to eight hexadecimal digits. */
static int parse_hex(const char *text, uLong *value)
{
    size_t i;
    *value = 0;
    for (i = 0; text[i] != '\0'; i++) {
        if (i == 8 || hex_digit(text[i]) < 0)
            return 0;
        *value = *value * 16 + (uLong)hex_digit(text[i]);
    }
    return i > 0;
}

static checksum_t algorithm(const char *name)
{
    if (strcmp(name, "adler") == 0)
        return adler32;
    return strcmp(name, "crc") == 0 ? crc32 : NULL;
}

static void sum(checksum_t f, uLong start, size_t chunk, const unsigned char *data, size_t length)
{
    size_t done = 0;
    uLong value = start;
    while (done < length) {
        size_t step = length - done < chunk ? length - done : chunk;
        value = f(value, data + done, (uInt)step);
        done += step;
    }
    printf("%08lx %zu\n", value, length);
}

static int combine(int argc, char **argv)
{
    uLong first, second;
    long length;
    checksum_t f;
    if (argc != 6 || (f = algorithm(argv[2])) == NULL)
        return usage();
    if (!parse_hex(argv[3], &first))
        return bad("checksum", argv[3]);
    if (!parse_hex(argv[4], &second))
        return bad("checksum", argv[4]);
    if (f == adler32 && strcmp(argv[5], "-1") == 0)
        length = -1;
    else if ((length = parse_number(argv[5], 999999999999L)) < 0)
        return bad("length", argv[5]);
    printf("%08lx\n", f == adler32 ? adler32_combine(first, second, length)
                                   : crc32_combine(first, second, length));
    return 0;
}

static int table(void)
{
    const z_crc_t *entries = get_crc_table();
    int i;
    for (i = 0; i < 256; i++)
        printf("%08lx%c", (unsigned long)entries[i], i % 8 == 7 ? '\n' : ' ');
    return 0;
}

int main(int argc, char **argv)
{
    checksum_t f;
    uLong start;
    long chunk = 65536;
    int i = 2;
    if (argc >= 2 && strcmp(argv[1], "combine") == 0)
        return combine(argc, argv);
    if (argc == 2 && strcmp(argv[1], "table") == 0)
        return table();
    if (argc < 2 || (f = algorithm(argv[1])) == NULL)
        return usage();
    start = f(0, NULL, 0);
    for (; i < argc && argv[i][0] == '-' && argv[i][1] != '\0'; i++) {
        if (strcmp(argv[i], "--") == 0) {
            i++;
            break;
        }
        if (strcmp(argv[i], "-s") == 0 && i + 1 < argc) {
            if (!parse_hex(argv[++i], &start))
                return bad("checksum", argv[i]);
        } else if (strcmp(argv[i], "-k") == 0 && i + 1 < argc) {
            chunk = parse_number(argv[++i], 1000000);
            if (chunk < 1)
                return bad("chunk size", argv[i]);
        } else {
            return usage();
        }
    }
    if (i == argc) {
        size_t length;
        unsigned char *data = read_stdin(&length);
        sum(f, start, (size_t)chunk, data, length);
        free(data);
    }
    for (; i < argc; i++)
        sum(f, start, (size_t)chunk, (const unsigned char *)argv[i], strlen(argv[i]));
    return 0;
}
