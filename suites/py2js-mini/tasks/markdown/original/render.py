"""Renders Markdown from stdin as HTML, without raw HTML and without extensions."""

import os
import sys

import markdown

USAGE = b"usage: render [--html] [--tab=N] [--start] <TEXT\n"


def main(argv):
    form, tab = "xhtml", 4
    for word in argv:
        if word == b"--html":
            form = "html"
        elif word.startswith(b"--tab=") and word[6:] in (b"2", b"3", b"4", b"8"):
            tab = int(word[6:])
        elif word == b"--start":
            pass
        else:
            sys.stderr.buffer.write(USAGE)
            return 2
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        sys.stderr.buffer.write(b"render: stdin is not valid UTF-8\n")
        return 1
    converter = markdown.Markdown(output_format=form, tab_length=tab)
    converter.preprocessors.deregister("html_block")
    converter.inlinePatterns.deregister("html")
    converter.inlinePatterns.deregister("entity")
    if b"--start" in argv:
        converter.parser.blockprocessors["olist"].LAZY_OL = False
    sys.stdout.buffer.write((converter.convert(text) + "\n").encode())
    return 0


if __name__ == "__main__":
    sys.exit(main([os.fsencode(word) for word in sys.argv[1:]]))
