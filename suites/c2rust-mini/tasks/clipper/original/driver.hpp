// Reading paths of integer points, and the messages that both programs share.
#ifndef DRIVER_HPP
#define DRIVER_HPP
#include <clipper.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

using ClipperLib::IntPoint;
using ClipperLib::Path;
using ClipperLib::Paths;

inline std::string read_stdin()
{
    std::string text;
    char buffer[65536];
    std::size_t got;
    while ((got = std::fread(buffer, 1, sizeof buffer, stdin)) > 0)
        text.append(buffer, got);
    return text;
}

// A decimal integer of at most 19 digits that fits 64 bits, at text[at]; `at` moves past it.
inline bool read_integer(const std::string &text, std::size_t &at, long long &value)
{
    bool negative = at < text.size() && text[at] == '-';
    std::size_t start = at += negative;
    unsigned long long digits = 0;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9' && at - start < 19)
        digits = digits * 10 + static_cast<unsigned>(text[at++] - '0');
    const unsigned long long limit = 0x7fffffffffffffffULL + negative;
    if (at == start || digits > limit)
        return false;
    value = negative ? static_cast<long long>(0ULL - digits) : static_cast<long long>(digits);
    return true;
}

// "x,y x,y ...": points between spaces or tabs.
inline bool read_path(const std::string &text, Path &path)
{
    std::size_t at = 0;
    for (;;) {
        while (at < text.size() && (text[at] == ' ' || text[at] == '\t'))
            at++;
        if (at == text.size())
            return true;
        long long x, y;
        if (!read_integer(text, at, x) || at == text.size() || text[at++] != ',' || !read_integer(text, at, y))
            return false;
        if (at < text.size() && text[at] != ' ' && text[at] != '\t')
            return false;
        path.push_back(IntPoint(x, y));
    }
}

inline void print_path(const Path &path)
{
    for (std::size_t i = 0; i < path.size(); i++)
        std::printf("%s%lld,%lld", i == 0 ? "" : " ", path[i].X, path[i].Y);
    std::putchar('\n');
}
#endif
