/* inflate [-f zlib|gzip|auto|raw] [-d HEX] [-i N] [-o N] [-m] [-v]: decompresses stdin to stdout. */
#include "driver.h"
#include <zlib.h>

struct options {
    const char *format;
    unsigned char *dictionary;
    size_t dictionary_length;
    long in_chunk, out_chunk;
    int members, verbose;
};

static int usage(void)
{
    fputs("usage: inflate [-f zlib|gzip|auto|raw] [-d HEX] [-i N] [-o N] [-m] [-v]\n", stderr);
    return 2;
}

static int window_bits(const char *format)
{
    if (strcmp(format, "zlib") == 0)
        return 15;
    if (strcmp(format, "gzip") == 0)
        return 15 + 16;
    if (strcmp(format, "auto") == 0)
        return 15 + 32;
    return strcmp(format, "raw") == 0 ? -15 : 0;
}

static int parse_dictionary(const char *hex, struct options *options)
{
    size_t length = strlen(hex), i;
    if (length % 2 != 0)
        return 0;
    options->dictionary = realloc(options->dictionary, length / 2 + 1);
    if (options->dictionary == NULL)
        exit(3);
    for (i = 0; i < length; i += 2) {
        int high = hex_digit(hex[i]), low = hex_digit(hex[i + 1]);
        if (high < 0 || low < 0)
            return 0;
        options->dictionary[i / 2] = (unsigned char)(high * 16 + low);
    }
    options->dictionary_length = length / 2;
    return 1;
}

static int parse(int argc, char **argv, struct options *options)
{
    int i;
    for (i = 1; i < argc; i++) {
        int more = i + 1 < argc;
        if (strcmp(argv[i], "-m") == 0) {
            options->members = 1;
        } else if (strcmp(argv[i], "-v") == 0) {
            options->verbose = 1;
        } else if (strcmp(argv[i], "-f") == 0 && more) {
            options->format = argv[++i];
            if (window_bits(options->format) == 0) {
                fprintf(stderr, "inflate: bad format: %s\n", argv[i]);
                return 0;
            }
        } else if (strcmp(argv[i], "-d") == 0 && more) {
            if (!parse_dictionary(argv[++i], options)) {
                fprintf(stderr, "inflate: bad dictionary: %s\n", argv[i]);
                return 0;
            }
        } else if ((strcmp(argv[i], "-i") == 0 || strcmp(argv[i], "-o") == 0) && more) {
            long *chunk = argv[i][1] == 'i' ? &options->in_chunk : &options->out_chunk;
            *chunk = parse_number(argv[++i], 1000000);
            if (*chunk < 1) {
                fprintf(stderr, "inflate: bad chunk size: %s\n", argv[i]);
                return 0;
            }
        } else {
            usage();
            return 0;
        }
    }
    return 1;
}

static int set_dictionary(z_stream *stream, const struct options *options)
{
    return inflateSetDictionary(stream, options->dictionary, (uInt)options->dictionary_length);
}

/* One stream from `data`; *used grows by the bytes of input that belong to it. */
static int member(const struct options *options, z_stream *stream, const unsigned char *data,
                  size_t length, size_t *used, unsigned char *out)
{
    int raw = strcmp(options->format, "raw") == 0, status = Z_OK;
    size_t given = 0;
    if (raw && options->dictionary != NULL)
        set_dictionary(stream, options);
    stream->avail_in = 0;
    do {
        if (stream->avail_in == 0 && given < length) {
            size_t step = length - given < (size_t)options->in_chunk ? length - given : (size_t)options->in_chunk;
            stream->next_in = (Bytef *)(data + given);
            stream->avail_in = (uInt)step;
            given += step;
        }
        stream->next_out = out;
        stream->avail_out = (uInt)options->out_chunk;
        status = inflate(stream, Z_NO_FLUSH);
        fwrite(out, 1, (size_t)options->out_chunk - stream->avail_out, stdout);
        if (status == Z_NEED_DICT) {
            if (options->dictionary == NULL) {
                fprintf(stderr, "inflate: need dictionary %08lx\n", stream->adler);
                return 1;
            }
            if (set_dictionary(stream, options) != Z_OK) {
                fputs("inflate: wrong dictionary\n", stderr);
                return 1;
            }
            status = Z_OK;
        }
    } while (status == Z_OK);
    if (status == Z_DATA_ERROR) {
        fprintf(stderr, "inflate: %s after %lu bytes\n", stream->msg, stream->total_out);
        return 1;
    }
    if (status != Z_STREAM_END) {
        fprintf(stderr, "inflate: unexpected end of input after %lu bytes\n", stream->total_out);
        return 1;
    }
    given -= stream->avail_in;
    *used += given;
    if (options->verbose && raw)
        fprintf(stderr, "in=%zu out=%lu\n", given, stream->total_out);
    else if (options->verbose)
        fprintf(stderr, "in=%zu out=%lu check=%08lx\n", given, stream->total_out, stream->adler);
    return 0;
}

int main(int argc, char **argv)
{
    struct options options = {"zlib", NULL, 0, 65536, 65536, 0, 0};
    z_stream stream;
    unsigned char *data, *out;
    size_t length, used = 0;
    int status;
    if (!parse(argc, argv, &options)) {
        free(options.dictionary);
        return 2;
    }
    data = read_stdin(&length);
    out = malloc((size_t)options.out_chunk);
    memset(&stream, 0, sizeof stream);
    if (out == NULL || inflateInit2(&stream, window_bits(options.format)) != Z_OK)
        exit(3);
    do {
        status = member(&options, &stream, data + used, length - used, &used, out);
    } while (status == 0 && options.members && used < length && inflateReset(&stream) == Z_OK);
    inflateEnd(&stream);
    if (status == 0 && used < length) {
        fprintf(stderr, "inflate: %zu bytes after the end\n", length - used);
        status = 1;
    }
    free(out);
    free(data);
    free(options.dictionary);
    return status;
}
