"""Judges the strings that a Rust source puts together: from each literal that could be the start of a path it follows
what is made of it, through names, sums, macros and methods, and looks at the result."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from .bindings import Binding, condition, extent, origin
from .crate import Crate, SourceFile
from .lexer import OTHER
from .strings import SLASHES, Strings
from .values import CHANGING, UNKNOWN, Value

SYSTEM = re.compile(r"/+(?:proc|sys)(?:/|\0?$)|/+dev/(?!null\0?$|\0?$)")
# Functions of std::fs (and File's, OpenOptions') whose first argument is a path that they open.
OPENING = frozenset(
    ("open", "create", "create_new", "read", "read_to_string", "read_dir", "read_link", "write", "copy", "metadata",
     "remove_file", "symlink_metadata", "canonicalize", "create_dir", "create_dir_all", "rename", "hard_link",
     "set_current_dir", "exists", "remove_dir", "remove_dir_all", "set_permissions", "try_exists")
)  # fmt: skip
MOVING = frozenset(("copy", "rename", "hard_link"))  # these name a second path
# Methods of Path that look at the file system.
ASKING = frozenset(
    ("exists", "try_exists", "is_file", "is_dir", "is_symlink", "metadata", "symlink_metadata", "read_dir",
     "read_link", "canonicalize")
)  # fmt: skip
_CODES = re.compile(rb"\[\s*(?:47|0x2[fF])(?:_?u8)?\s*,")
_SLASHES = re.compile(rb"'(?:/|\.|\\x2[fFeE]|\\u\{0*2[fFeE]\})'")
BESIDE = frozenset(("(", "[", ",", "=", "+", "&"))  # what stands before a character that a string is made of
LEVELS = 40  # steps from a literal outwards
CONSTANTS = 20  # constants behind each other


def is_system(value: str) -> bool:
    """Whether a path is one of the system that no port reads."""
    return value[:1] == "/" and SYSTEM.match(value) is not None


def leaves(path: str) -> bool:
    """Whether a path leads out of the working directory, as far as it is known."""
    known, unknown, _ = path.partition(UNKNOWN)
    if unknown:
        folder, slash, _ = known.rpartition("/")
        if not folder.strip("/"):
            return False
        known = folder + slash + "x"
    plain = posixpath.normpath(known.rstrip("\0"))
    return (plain.startswith("/") and plain not in {"/", "/dev/null"}) or plain == ".." or plain.startswith("../")


def inspect_computed(crate: Crate) -> None:
    """Reports paths of the system that a source puts together, and paths out of the scratch directory that it opens."""
    Follower(crate).follow()


@dataclass(slots=True)
class Follower:
    """Follows the strings of a tree. `_queue` holds places from which to go on, `_regions` for each bracket of a file
    the expression in it that was looked at last: each is looked at once, however many literals it has."""

    crate: Crate
    _strings: dict[str, Strings] = field(default_factory=dict)
    _queue: list[tuple[Strings, int]] = field(default_factory=list)
    _regions: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)
    _seen: set[tuple[str, int]] = field(default_factory=set)
    _followed: set[Binding] = field(default_factory=set)
    _resolving: set[str] = field(default_factory=set)
    _declaring: dict[str, list[Strings]] | None = None

    def follow(self) -> None:
        """Goes on from every literal, and from every place that names what was made of one."""
        for file in self.crate.files:
            for place in seeds(file):
                self._queue.append((self._of(file), place))
        while self._queue:
            self._outward(*self._queue.pop())
        for strings in self._strings.values():
            self._judged(strings)

    def _of(self, file: SourceFile) -> Strings:
        path = file.source.path
        if path not in self._strings:
            self._strings[path] = Strings(file, self._constant, is_system, ASKING)
        return self._strings[path]

    def _constant(self, name: str) -> Value | None:
        """A constant of any file, where only one declares it."""
        if self._declaring is None:
            self._declaring = {}
            for strings in [self._of(file) for file in self.crate.files]:
                for declared in strings.names.constants:
                    self._declaring.setdefault(declared, []).append(strings)
        found = self._declaring.get(name, [])
        if len(found) != 1 or name in self._resolving or len(self._resolving) > CONSTANTS:
            return None
        self._resolving.add(name)
        value = found[0].value(*found[0].names.constants[name])
        self._resolving.discard(name)
        return value

    def _outward(self, strings: Strings, place: int) -> None:
        """From the expression at a place to what holds it, as long as that is a known string."""
        tokens, names, path = strings.tokens, strings.names, strings.file.source.path
        for _ in range(LEVELS):
            opened = names.enclosing(place)
            since, until = self._regions.get((path, opened), (0, 0))
            if since <= place < until:
                return
            start, end = origin(tokens, place), extent(tokens, place)
            self._regions[path, opened] = start, end
            if (path, start) in self._seen:
                return
            self._seen.add((path, start))
            value = strings.value(start, end)
            if self._judged(strings) or value is None:
                return
            before = tokens.text(start - 1)
            if before == "in" or (before == "=" and tokens.text(opened - 1) != "!"):  # not `format!("…", name = value)`
                self._bound(strings, start)
                return
            if before in {"(", ","} and tokens.text(opened - 1) == "=" and start in names.starts:
                self._bound(strings, start)  # `let (a, b) = (…)`
                return
            if before in {"{", ";", "}"}:
                if tokens.text(end) != "}":
                    return  # not what the block comes to
                if opened in names.bodies:
                    self._queue += [(strings, use) for use in names.places(names.bodies[opened])]
                    return
            elif before not in {"(", "[", ",", "="}:
                return
            if isinstance(value, str) and leaves(value) and self._opens(strings, opened, before):
                message = f"opens {shown(value)}, which the case does not pass"
                self.crate.refuse(strings.file, start, "rust-path", message)
                return
            changed = self._changed(strings, opened)
            if changed:
                self._named(strings, changed, opened)
                return
            place = condition(tokens, opened)

    def _judged(self, strings: Strings) -> bool:
        """Reports what an expression made on its way; whether it reported anything."""
        made, asked = strings.made[:], strings.asked[:]
        strings.made.clear()
        strings.asked.clear()
        for place, value in made:
            if is_system(value):
                self.crate.refuse(strings.file, place, "rust-path", f"names {shown(value)}")
                return True
        for place, value in asked:
            if leaves(value):
                message = f"asks for {shown(value)}, which the case does not pass"
                self.crate.refuse(strings.file, place, "rust-path", message)
                return True
        return False

    def _bound(self, strings: Strings, start: int) -> None:
        """Goes on from the uses of the variable or constant whose value starts at a place."""
        tokens, names = strings.tokens, strings.names
        binding, constant = names.starts.get(start), names.items.get(start, "")
        if binding is not None:
            self._uses(strings, binding)
        elif constant:
            for file in self.crate.files:
                if constant.encode() in file.source.data:
                    other = self._of(file)
                    places = other.names.places(constant) + other.names.inline.get(constant, [])
                    self._queue += [(other, place) for place in places]
        else:
            name = start - 3 if tokens.text(start - 2) == "+" else start - 2
            if tokens.is_name(name):
                self._named(strings, tokens.text(name), name)

    def _named(self, strings: Strings, name: str, place: int) -> None:
        """Goes on from the uses of a variable that changes at a place."""
        binding = strings.names.binding(name, place)
        if binding is not None:
            self._uses(strings, binding)

    def _uses(self, strings: Strings, binding: Binding) -> None:
        if binding not in self._followed:
            self._followed.add(binding)
            uses = [place for place in strings.names.uses(binding) if strings.change(place) is None]
            self._queue += [(strings, place) for place in (*uses, *strings.names.mentions(binding))]

    def _changed(self, strings: Strings, opened: int) -> str:
        """The variable that is changed by the call whose bracket this is; empty where there is none."""
        tokens = strings.tokens
        name = opened - 3
        if tokens.text(opened - 1) in CHANGING and tokens.text(opened - 2) == "." and tokens.is_name(name):
            return tokens.text(name) if tokens.text(name - 1) != "." else ""
        if tokens.text(opened - 1) == "!" and tokens.text(opened - 2) in {"write", "writeln"}:
            return next((tokens.text(at) for at in range(opened + 1, opened + 4) if tokens.text(at + 1) == ","), "")
        return ""

    def _opens(self, strings: Strings, opened: int, before: str) -> bool:
        """Whether the call whose bracket this is opens the argument behind a `(` or a comma: a function of std::fs, or
        `open` of OpenOptions."""
        tokens, first = strings.tokens, opened - 1
        if not tokens.is_name(first) or tokens.text(opened) != "(":
            return False
        if tokens.text(first - 1) == ".":
            return tokens.text(first) == "open" and tokens.text(first - 2) == ")" and before == "("
        path = [tokens.text(first)]
        while tokens.text(first - 1) == "::" and tokens.is_name(first - 2):
            first -= 2
            path.insert(0, tokens.text(first))
        for found in self.crate.resolver.standard(tuple(path), strings.file.unit.scope(opened)):
            if found[1:2] in {("fs",), ("env",)} and found[-1] in (OPENING if before == "(" else MOVING):
                return True
            if found[1:3] == ("path", "Path") and found[-1] in ASKING and before == "(":
                return True
        return False


def seeds(file: SourceFile) -> Iterator[int]:
    """The literals of a file that could be the start of a path, but are none of the system themselves."""
    tokens, data = file.tokens, file.source.data
    texts = tokens.texts
    starts = "/." if b"fs" in data or b"File" in data or b"Path" in data else "/"
    turned = b".rev()" in data
    for place in tokens.strings:
        written = texts[place]
        if (written[:1] in starts and written and not is_system(written)) or (turned and written[-1:] in {"/", "."}):
            yield place
    for match in _SLASHES.finditer(data):
        place = bisect_right(tokens.offsets, match.start()) - 1
        if (
            place >= 0
            and tokens.kinds[place] == OTHER
            and tokens.text(place - 1) in BESIDE
            and tokens.text(place + 1) != "=>"
        ):
            yield place
    for match in _CODES.finditer(data):
        place = bisect_right(tokens.offsets, match.start())
        if place < len(tokens):
            yield place
    if b"MAIN_SEPARATOR" in data or b"RootDir" in data:
        yield from (place for place, written in enumerate(texts) if written in SLASHES)


def shown(value: str) -> str:
    """A path as a message shows it."""
    return value[:80].replace(UNKNOWN, "…")
