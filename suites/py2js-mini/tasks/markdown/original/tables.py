"""Renders Markdown with tables from stdin as HTML, without raw HTML, or lists the references it defines."""

import os
import sys

import markdown
from markdown.extensions.tables import TableExtension

USAGE = b"usage: tables [--html] [--align] [--references] <TEXT\n"
FLAGS = (b"--html", b"--align", b"--references")


def main(argv):
    if any(word not in FLAGS for word in argv):
        sys.stderr.buffer.write(USAGE)
        return 2
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        sys.stderr.buffer.write(b"tables: stdin is not valid UTF-8\n")
        return 1
    extension = TableExtension(use_align_attribute=b"--align" in argv)
    converter = markdown.Markdown(output_format="html" if b"--html" in argv else "xhtml", extensions=[extension])
    converter.preprocessors.deregister("html_block")
    converter.inlinePatterns.deregister("html")
    converter.inlinePatterns.deregister("entity")
    output = converter.convert(text) + "\n"
    if b"--references" in argv:
        if not converter.references:
            sys.stderr.buffer.write(b"tables: no references\n")
            return 1
        output = "".join(f"{name}\t{link}\t{'-' if title is None else title}\n"
                         for name, (link, title) in converter.references.items())
    sys.stdout.buffer.write(output.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main([os.fsencode(word) for word in sys.argv[1:]]))
