/* decode [-c N] [-s] [-v] [-x] [--] [TEXT...]: bytes of the Base64 in each TEXT, or in stdin. */
#include "driver.h"
#include <b64/cdecode.h>

struct options {
    int chunk, strict, values, hex;
};

static int usage(void)
{
    fputs("usage: decode [-c N] [-s] [-v] [-x] [--] [TEXT...]\n", stderr);
    return 2;
}

static int is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static int is_bad(char c)
{
    return base64_decode_value(c) == -1 && !is_space(c);
}

static void print_values(const char *data, size_t length)
{
    size_t i;
    for (i = 0; i < length; i++)
        printf("%s%d", i == 0 ? "" : " ", base64_decode_value(data[i]));
    putchar('\n');
}

static void print_hex(const char *data, size_t length)
{
    size_t i;
    for (i = 0; i < length; i++)
        printf("%02x%s", (unsigned char)data[i], i % 32 == 31 || i + 1 == length ? "\n" : "");
}

static int decode(const char *data, size_t length, const struct options *options)
{
    base64_decodestate state;
    size_t done = 0, produced = 0, i;
    char *out = malloc(length + 16);
    if (out == NULL)
        exit(3);
    if (options->strict) {
        for (i = 0; i < length; i++) {
            if (is_bad(data[i])) {
                fprintf(stderr, "decode: bad byte 0x%02x at %zu\n", (unsigned char)data[i], i);
                free(out);
                return 1;
            }
        }
    }
    base64_init_decodestate(&state);
    while (done < length) {
        int step = length - done < (size_t)options->chunk ? (int)(length - done) : options->chunk;
        produced += (size_t)base64_decode_block(data + done, step, out + produced, &state);
        done += (size_t)step;
    }
    if (options->hex)
        print_hex(out, produced);
    else
        fwrite(out, 1, produced, stdout);
    free(out);
    if (options->strict && state.step == step_b) {
        fputs("decode: one character is left over\n", stderr);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct options options = {4096, 0, 0, 0};
    int i = 1, status = 0;
    for (; i < argc && argv[i][0] == '-' && argv[i][1] != '\0'; i++) {
        if (strcmp(argv[i], "--") == 0) {
            i++;
            break;
        }
        if (strcmp(argv[i], "-s") == 0) {
            options.strict = 1;
        } else if (strcmp(argv[i], "-v") == 0) {
            options.values = 1;
        } else if (strcmp(argv[i], "-x") == 0) {
            options.hex = 1;
        } else if (strcmp(argv[i], "-c") == 0 && i + 1 < argc) {
            options.chunk = parse_chunk(argv[++i]);
            if (options.chunk == 0) {
                fprintf(stderr, "decode: bad chunk size: %s\n", argv[i]);
                return 2;
            }
        } else {
            return usage();
        }
    }
    if (i == argc) {
        size_t length;
        char *data = read_stdin(&length);
        if (options.values)
            print_values(data, length);
        else
            status = decode(data, length, &options);
        free(data);
    }
    for (; i < argc; i++) {
        if (options.values)
            print_values(argv[i], strlen(argv[i]));
        else if (decode(argv[i], strlen(argv[i]), &options) != 0)
            status = 1;
    }
    return status;
}
