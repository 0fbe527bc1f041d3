// clip and|or|minus|xor [-s RULE] [-c RULE]: Boolean operations on the polygons of stdin, in a canonical order.
#include "driver.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

static int usage()
{
    std::fputs("usage: clip and|or|minus|xor [-s RULE] [-c RULE]\n", stderr);
    return 2;
}

static bool read_rule(const std::string &name, ClipperLib::PolyFillType &rule)
{
    static const char *const names[] = {"evenodd", "nonzero", "positive", "negative"};
    for (int i = 0; i < 4; i++) {
        if (name == names[i]) {
            rule = static_cast<ClipperLib::PolyFillType>(i);
            return true;
        }
    }
    return false;
}

static bool before(const IntPoint &a, const IntPoint &b)
{
    return a.Y != b.Y ? a.Y < b.Y : a.X < b.X;
}

static bool path_before(const Path &a, const Path &b)
{
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), before);
}

// How far the way from `a` over `b` to `c` turns to the left, from -pi to pi.
static double turn(const IntPoint &a, const IntPoint &b, const IntPoint &c)
{
    const double x1 = static_cast<double>(b.X - a.X), y1 = static_cast<double>(b.Y - a.Y);
    const double x2 = static_cast<double>(c.X - b.X), y2 = static_cast<double>(c.Y - b.Y);
    return std::atan2(x1 * y2 - y1 * x2, x1 * x2 + y1 * y2);
}

// The same edges, joined anew: where contours touch, the way goes as far to the left as it can. So the
// result depends on the area alone, and not on the order in which the library met its edges.
static Paths canonical(const Paths &solution)
{
    struct Before {
        bool operator()(const IntPoint &a, const IntPoint &b) const { return before(a, b); }
    };
    std::map<IntPoint, Path, Before> next;
    for (const Path &path : solution)
        for (std::size_t i = 0; i < path.size(); i++)
            next[path[i]].push_back(path[(i + 1) % path.size()]);
    Paths contours;
    for (auto &entry : next) {
        while (!entry.second.empty()) {
            Path path(1, entry.first);
            IntPoint from = entry.first, at = entry.second.front();
            entry.second.erase(entry.second.begin());
            while (at != entry.first) {
                Path &choices = next[at];
                auto best = std::max_element(choices.begin(), choices.end(), [&](const IntPoint &a, const IntPoint &b) {
                    return turn(from, at, a) < turn(from, at, b);
                });
                path.push_back(at);
                from = at;
                at = *best;
                choices.erase(best);
            }
            contours.push_back(path);
        }
    }
    std::sort(contours.begin(), contours.end(), path_before);
    return contours;
}

// Each line is "s PATH", "c PATH", blank or a comment.
static int load(ClipperLib::Clipper &clipper)
{
    const std::string text = read_stdin();
    std::size_t number = 0;
    for (std::size_t start = 0, end; start < text.size(); start = end + 1) {
        end = text.find('\n', start);
        if (end == std::string::npos)
            end = text.size();
        const std::string line = text.substr(start, end - start);
        number++;
        if (line.empty() || line[0] == '#')
            continue;
        Path path;
        if ((line[0] != 's' && line[0] != 'c') || line.size() < 2 || line[1] != ' ' || !read_path(line.substr(2), path)) {
            std::fprintf(stderr, "clip: line %zu: bad path\n", number);
            return 1;
        }
        try {
            if (!clipper.AddPath(path, line[0] == 's' ? ClipperLib::ptSubject : ClipperLib::ptClip, true))
                std::fprintf(stderr, "clip: line %zu: ignored\n", number);
        } catch (const std::exception &error) {
            std::fprintf(stderr, "clip: line %zu: %s\n", number, error.what());
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"and", "or", "minus", "xor"};
    int operation = 0;
    ClipperLib::PolyFillType rules[2] = {ClipperLib::pftEvenOdd, ClipperLib::pftEvenOdd};
    if (argc < 2)
        return usage();
    while (operation < 4 && std::strcmp(argv[1], names[operation]) != 0)
        operation++;
    if (operation == 4)
        return usage();
    for (int i = 2; i < argc; i += 2) {
        const std::string option = argv[i];
        if ((option != "-s" && option != "-c") || i + 1 == argc)
            return usage();
        if (!read_rule(argv[i + 1], rules[option == "-c"])) {
            std::fprintf(stderr, "clip: bad rule: %s\n", argv[i + 1]);
            return 2;
        }
    }
    ClipperLib::Clipper clipper;
    if (load(clipper) != 0)
        return 1;
    Paths solution;
    if (!clipper.Execute(static_cast<ClipperLib::ClipType>(operation), solution, rules[0], rules[1])) {
        std::fputs("clip: failed\n", stderr);
        return 1;
    }
    const Paths contours = canonical(solution);
    double total = 0;
    for (const Path &contour : contours) {
        const double area = ClipperLib::Area(contour);
        total += area;
        std::printf("%.17g: ", area);
        print_path(contour);
    }
    std::printf("%zu contours, area %.17g\n", contours.size(), total);
    return contours.empty();
}
