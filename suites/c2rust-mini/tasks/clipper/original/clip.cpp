// clip and|or|minus|xor [-s RULE] [-c RULE]: Boolean operations on the polygons of stdin, in a canonical order.
#include "driver.hpp"

#include <algorithm>
#include <cstring>

struct Contour {
    int depth;
    Path path;
};

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

static bool contour_before(const Contour &a, const Contour &b)
{
    return std::lexicographical_compare(a.path.begin(), a.path.end(), b.path.begin(), b.path.end(), before);
}

static void collect(const ClipperLib::PolyNode &node, int depth, std::vector<Contour> &contours)
{
    for (const ClipperLib::PolyNode *child : node.Childs) {
        Contour contour = {depth, child->Contour};
        Path &path = contour.path;
        std::rotate(path.begin(), std::min_element(path.begin(), path.end(), before), path.end());
        contours.push_back(contour);
        collect(*child, depth + 1, contours);
    }
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
    ClipperLib::PolyTree tree;
    if (!clipper.Execute(static_cast<ClipperLib::ClipType>(operation), tree, rules[0], rules[1])) {
        std::fputs("clip: failed\n", stderr);
        return 1;
    }
    std::vector<Contour> contours;
    collect(tree, 1, contours);
    std::sort(contours.begin(), contours.end(), contour_before);
    double total = 0;
    for (const Contour &contour : contours) {
        const double area = ClipperLib::Area(contour.path);
        total += area;
        std::printf("%d %.17g: ", contour.depth, area);
        print_path(contour.path);
    }
    std::printf("%zu contours, area %.17g\n", contours.size(), total);
    return contours.empty();
}
