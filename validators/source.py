"""A source file as bytes and text, with the places in it: offsets are bytes, lines and columns count characters from 1
and leave a byte order mark out, as editors do. Lines end where the language says: in JavaScript also at U+2028 and
U+2029."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

EXCERPT = 120  # characters of a line that an excerpt shows at most
_LINE = re.compile(rb"\r\n|\n|\r")
_SCRIPT_LINE = re.compile(rb"\r\n|\n|\r|\xe2\x80\xa8|\xe2\x80\xa9")
SCRIPTS = (".js", ".mjs", ".cjs")
MARK = b"\xef\xbb\xbf"


@dataclass(slots=True)
class Source:
    """`path` is relative to the tree, with slashes. `data` is valid UTF-8."""

    path: str
    data: bytes
    _starts: list[int] = field(default_factory=list)

    def line(self, offset: int) -> int:
        """Line of a byte offset: cheap also in the middle of a line of megabytes."""
        return bisect_right(self.starts(), offset)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a byte offset."""
        starts = self.starts()
        line = bisect_right(starts, offset)
        start = starts[line - 1]
        return line, len(self.data[start:offset].removeprefix(MARK).decode("utf-8", "replace")) + 1

    def excerpt(self, offset: int) -> str:
        """The line of a byte offset, shortened around it, without surrounding white space."""
        starts = self.starts()
        line = bisect_right(starts, offset)
        start = starts[line - 1]
        end = starts[line] if line < len(starts) else len(self.data)
        left = max(start, offset - 2 * EXCERPT)
        text = self.data[left : min(end, offset + 4 * EXCERPT)].decode("utf-8", "replace").rstrip("\r\n\u2028\u2029")
        text = text.removeprefix("\ufeff")
        column = len(self.data[left:offset].removeprefix(MARK).decode("utf-8", "replace"))
        if len(text) > EXCERPT:
            first = max(0, min(column - EXCERPT // 3, len(text) - EXCERPT))
            text = text[first : first + EXCERPT]
        return printable(text.strip())

    def starts(self) -> list[int]:
        """The offset at which each line starts."""
        if not self._starts:
            ends = _SCRIPT_LINE if self.path.endswith(SCRIPTS) else _LINE
            self._starts = [0, *(m.end() for m in ends.finditer(self.data))]
        return self._starts


def printable(text: str) -> str:
    """`text` with control and direction characters made visible."""
    return "".join(c if c.isprintable() or c == "\t" else f"\\u{{{ord(c):x}}}" for c in text)
