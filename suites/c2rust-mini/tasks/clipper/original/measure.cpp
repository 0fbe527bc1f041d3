// measure area|clean DISTANCE|inside X,Y|bounds [PATH...]: facts about polygons; stdin gives one path a line.
#include "driver.hpp"

static int usage()
{
    std::fputs("usage: measure area [PATH...]\n"
               "       measure bounds [PATH...]\n"
               "       measure clean DISTANCE [PATH...]\n"
               "       measure inside X,Y [PATH...]\n", stderr);
    return 2;
}

// Digits with at most one point and three decimals: no exponent, no sign.
static bool read_distance(const char *text, double &distance)
{
    std::size_t digits = 0, decimals = 0;
    bool point = false;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '.' && !point)
            point = true;
        else if (*c >= '0' && *c <= '9')
            (point ? decimals : digits)++;
        else
            return false;
    }
    if (digits == 0 || digits > 6 || decimals > 3)
        return false;
    distance = std::strtod(text, nullptr);
    return true;
}

static void measure(const std::string &command, const Path &path, double distance, const IntPoint &point)
{
    if (command == "area") {
        std::printf("%.17g %s\n", ClipperLib::Area(path), ClipperLib::Orientation(path) ? "true" : "false");
    } else if (command == "inside") {
        std::printf("%d\n", ClipperLib::PointInPolygon(point, path));
    } else {
        Path cleaned;
        ClipperLib::CleanPolygon(path, cleaned, distance);
        print_path(cleaned);
    }
}

static int bounds(const Paths &paths)
{
    ClipperLib::Clipper clipper;
    for (std::size_t i = 0; i < paths.size(); i++) {
        try {
            if (!clipper.AddPath(paths[i], ClipperLib::ptSubject, true))
                std::printf("path %zu is ignored\n", i + 1);
        } catch (const std::exception &error) {
            std::fprintf(stderr, "measure: path %zu: %s\n", i + 1, error.what());
            return 1;
        }
    }
    const ClipperLib::IntRect box = clipper.GetBounds();
    std::printf("%lld,%lld %lld,%lld\n", box.left, box.top, box.right, box.bottom);
    return 0;
}

int main(int argc, char **argv)
{
    const std::string command = argc > 1 ? argv[1] : "";
    int first = 2;
    double distance = 0;
    Path point;
    if (command == "clean" || command == "inside") {
        if (argc < 3)
            return usage();
        first = 3;
        if (command == "clean" ? !read_distance(argv[2], distance)
                               : !read_path(argv[2], point) || point.size() != 1) {
            std::fprintf(stderr, "measure: bad %s: %s\n", command == "clean" ? "distance" : "point", argv[2]);
            return 2;
        }
    } else if (command != "area" && command != "bounds") {
        return usage();
    }
    std::vector<std::string> texts(argv + first, argv + argc);
    if (texts.empty()) {
        const std::string text = read_stdin();
        for (std::size_t start = 0, end; start < text.size(); start = end + 1) {
            end = text.find('\n', start);
            if (end == std::string::npos)
                end = text.size();
            texts.push_back(text.substr(start, end - start));
        }
    }
    Paths paths;
    for (std::size_t i = 0; i < texts.size(); i++) {
        Path path;
        if (!read_path(texts[i], path)) {
            std::fprintf(stderr, "measure: bad path %zu\n", i + 1);
            return 1;
        }
        paths.push_back(path);
    }
    if (command == "bounds")
        return bounds(paths);
    for (const Path &path : paths)
        measure(command, path, distance, point.empty() ? IntPoint() : point[0]);
    return 0;
}
