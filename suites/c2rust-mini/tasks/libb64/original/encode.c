/* encode [-c N] [-s] [--] [TEXT...]: Base64 of each TEXT, or of stdin. */
#include "driver.h"
#include <b64/cencode.h>

static int usage(void)
{
    fputs("usage: encode [-c N] [-s] [--] [TEXT...]\n", stderr);
    return 2;
}

static void encode(const char *data, size_t length, int chunk, int statistics)
{
    base64_encodestate state;
    size_t done = 0, produced = 0, lines = 0, i;
    char *out = malloc(2 * (size_t)chunk + 16);
    if (out == NULL)
        exit(3);
    base64_init_encodestate(&state);
    for (;;) {
        int last = done == length;
        int step = length - done < (size_t)chunk ? (int)(length - done) : chunk;
        size_t n = (size_t)(last ? base64_encode_blockend(out, &state)
                                 : base64_encode_block(data + done, step, out, &state));
        fwrite(out, 1, n, stdout);
        produced += n;
        for (i = 0; i < n; i++)
            lines += out[i] == '\n';
        if (last)
            break;
        done += (size_t)step;
    }
    if (statistics)
        fprintf(stderr, "in=%zu out=%zu lines=%zu\n", length, produced, lines);
    free(out);
}

int main(int argc, char **argv)
{
    int chunk = 4096, statistics = 0, i = 1;
    for (; i < argc && argv[i][0] == '-' && argv[i][1] != '\0'; i++) {
        if (strcmp(argv[i], "--") == 0) {
            i++;
            break;
        }
        if (strcmp(argv[i], "-s") == 0) {
            statistics = 1;
        } else if (strcmp(argv[i], "-c") == 0 && i + 1 < argc) {
            chunk = parse_chunk(argv[++i]);
            if (chunk == 0) {
                fprintf(stderr, "encode: bad chunk size: %s\n", argv[i]);
                return 2;
            }
        } else {
            return usage();
        }
    }
    if (i == argc) {
        size_t length;
        char *data = read_stdin(&length);
        encode(data, length, chunk, statistics);
        free(data);
    }
    for (; i < argc; i++)
        encode(argv[i], strlen(argv[i]), chunk, statistics);
    return 0;
}
