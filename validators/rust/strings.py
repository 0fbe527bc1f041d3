"""Folds the expressions of a Rust source that make strings and paths of constants: what a name, a sum, `format!`, an
array that is joined or collected, or a chain of methods comes to. Control flow is not followed: what is pushed onto a
string anywhere between its `let` and a place counts as pushed there. A part that is not known is `UNKNOWN`.

Nothing here decides what a string means, and nothing is run."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from .bindings import Binding, Names, extent
from .crate import SourceFile
from .lexer import NAME, STRING, Tokens
from .values import (
    CHANGING,
    EMPTY,
    FILE_PATHS,
    HOLDING,
    LONGEST,
    SAME,
    UNKNOWN,
    FilePath,
    Value,
    changed,
    file_path,
    method,
    part,
    text,
)

ITEMS = 256  # items of a list, arguments of a call: longer ones are tables
DEEPEST = 30  # expressions in each other
SLASHES = frozenset(("MAIN_SEPARATOR", "MAIN_SEPARATOR_STR", "RootDir"))  # names of std that stand for one
CHANGES = 500  # places where one variable may change
SHORT = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
_CHARACTER = re.compile(rb"b?'(?:\\x([0-9a-fA-F]{2})|\\u\{([0-9a-fA-F_]+)\}|\\([\s\S])|([^'\\]+))'")
_NUMBER = re.compile(rb"(0x[0-9a-fA-F_]+|0b[01_]+|0o[0-7_]+|[0-9_]+)(?:_?(?:[iu](?:8|16|32|64|128|size)))?\Z")
_HOLE = re.compile(r"\{\{|\}\}|\{([A-Za-z_]\w*|\d*)(:[^{}]*)?\}")


def _since(state: tuple[int, Value | None]) -> int:
    return state[0]


@dataclass(slots=True, eq=False)
class Strings:
    """The strings of one source. `constants` gives the value of a `const` or `static` of another file; `known` says
    of a value that it is judged already, so that what is made of it is not judged again. Values that an expression
    makes on the way are gathered in `made`, those of which a method asks the file system in `asked`."""

    file: SourceFile
    constants: Callable[[str], Value | None]
    known: Callable[[str], bool]
    asking: frozenset[str]
    names: Names = field(init=False)
    made: list[tuple[int, str]] = field(default_factory=list)
    asked: list[tuple[int, str]] = field(default_factory=list)
    _values: dict[tuple[int, int], Value | None] = field(default_factory=dict)
    _states: dict[Binding, list[tuple[int, Value | None]]] = field(default_factory=dict)
    _told: set[Binding] = field(default_factory=set)
    _depth: int = 0

    def __post_init__(self) -> None:
        self.names = Names(self.file)

    @property
    def tokens(self) -> Tokens:
        """The file's tokens."""
        return self.file.tokens

    def value(self, place: int, end: int) -> Value | None:
        """What the tokens from a place up to an end come to: a sum of terms; None where it is not a known string."""
        key = (place, end)
        if key not in self._values:
            self._values[key] = None  # what refers to itself is not known
            if self._depth < DEEPEST and place < end:
                self._depth += 1
                self._values[key] = self._sum(place, end)
                self._depth -= 1
        return self._values[key]

    def _sum(self, place: int, end: int) -> Value | None:
        bounds = [at for at in self._marks(place, end, "+") if at > place]
        terms = [self._term(a, b) for a, b in zip([place, *(at + 1 for at in bounds)], [*bounds, end], strict=True)]
        if len(terms) == 1:
            return terms[0]
        if not isinstance(terms[0], str):
            return None
        return self._make(place, "".join(part(term) for term in terms))

    def _marks(self, place: int, end: int, mark: str) -> Iterator[int]:
        tokens = self.tokens
        while place < end:
            if tokens.texts[place] == mark and tokens.text(place):
                yield place
            place = max(place, tokens.partner[place]) + 1

    def elements(self, opened: int) -> list[tuple[int, int]]:
        """The places between the commas of a bracket; none where there are too many."""
        end, found, start = self.tokens.partner[opened], [], opened + 1
        for comma in self._marks(start, end, ","):
            found.append((start, comma))
            start = comma + 1
            if len(found) > ITEMS:
                return []
        if start < end:
            found.append((start, end))
        return found

    def _make(self, place: int, value: Value) -> Value | None:
        """A value that is put together at a place."""
        if isinstance(value, str):
            if len(value) > LONGEST:
                return None
            self.made.append((place, value))
        elif isinstance(value, tuple) and value and len(value) <= LONGEST:
            self.made += [(place, "".join(value)), (place, posixpath.join(*value))]
        return None if isinstance(value, tuple) and len(value) > LONGEST else value

    def _term(self, place: int, end: int) -> Value | None:
        tokens, first = self.tokens, place
        while tokens.text(place) in {"&", "*", "mut", "unsafe"}:
            place += 1
        value, place = self._primary(place, end)
        while place < end:
            mark = tokens.text(place)
            if mark == "?":
                place += 1
            elif mark == "as" and tokens.is_name(place + 1):
                value = text(value) if tokens.text(place + 1) == "char" else value
                place += 2
            elif mark == "[":
                value = self._item(first, value, place + 1, tokens.partner[place])
                place = tokens.partner[place] + 1
            elif mark == "." and isinstance(value, tuple) and place + 1 < end and not tokens.is_name(place + 1):
                value = self._item(first, value, place + 1, place + 2)
                place += 2
            elif mark == "." and tokens.is_name(place + 1):
                opened, wanted = self._generic(place + 2)
                if tokens.text(opened) != "(" or value is None:
                    return None
                name = tokens.text(place + 1)
                if name in self.asking and isinstance(value, str):
                    self.asked.append((first, value))
                value = self._method(first, value, name, opened, wanted)
                place = tokens.partner[opened] + 1
            else:
                return None
        return value

    def _item(self, first: int, value: Value | None, place: int, end: int) -> Value | None:
        """An item of a list, or a part of a string or list: `[1]`, `.1`, `[1..]`."""
        dots = [at for at in self._marks(place, end, ".") if self.tokens.text(at + 1) == "."]
        if not dots:
            index = self.value(place, end)
            if isinstance(value, tuple) and isinstance(index, int) and index < len(value):
                return value[index]
            return None
        low = self.value(place, dots[0]) if dots[0] > place else 0
        high = self.value(dots[0] + 2, end) if dots[0] + 2 < end else LONGEST
        if not isinstance(low, int) or not isinstance(high, int) or not isinstance(value, (str, tuple)):
            return None
        return self._make(first, value[low:high])

    def _generic(self, place: int) -> tuple[int, str]:
        """Behind `::<…>` at a place, and the first name in it."""
        tokens = self.tokens
        if tokens.text(place) != "::" or tokens.text(place + 1) != "<":
            return place, ""
        wanted, at, depth = "", place + 2, 1
        while depth and at < place + 40:
            depth += {"<": 1, ">": -1}.get(tokens.text(at), 0)
            if tokens.is_name(at) and tokens.text(at) not in {"std", "path", "string"}:
                wanted = wanted or tokens.text(at)
            at += 1
        return at, wanted

    def _primary(self, place: int, end: int) -> tuple[Value | None, int]:
        """The value of the literal, bracket, macro, call or name at a place, and where it ends."""
        tokens = self.tokens
        if place >= end:
            return None, end
        kind, mark = tokens.kinds[place], tokens.texts[place]
        if kind == STRING:
            return (None if self.known(mark) else mark), place + 1
        close = tokens.partner[place]
        if mark == "[" and kind != NAME:
            return self._list(place), close + 1
        if mark == "(" and kind != NAME:
            inner = self.elements(place)
            return (self.value(*inner[0]) if len(inner) == 1 else self._list(place)), close + 1
        if mark == "{" and kind != NAME:
            ends = list(self._marks(place + 1, close, ";"))
            return self.value(ends[-1] + 1 if ends else place + 1, close), close + 1
        if kind != NAME:
            return (self._literal(place) if not mark else None), place + 1
        if mark == "if":
            return self._branches(place, end), end
        path, after = [mark], place + 1
        while tokens.text(after) == "::":
            behind, _ = self._generic(after)
            if behind == after and not tokens.is_name(after + 1):
                break
            if behind == after:
                path.append(tokens.text(after + 1))
            after = behind if behind != after else after + 2
        if tokens.text(after) == "!" and tokens.text(after + 1) in {"(", "[", "{"}:
            return self._macro(place, path[-1], after + 1), tokens.partner[after + 1] + 1
        if tokens.text(after) == "(":
            return self._call(place, path, after), tokens.partner[after] + 1
        if path[-1] in SLASHES:
            return "/", after
        return self.named(path[-1], place, len(path) == 1), after

    def _branches(self, place: int, end: int) -> Value | None:
        """What an `if` comes to: of its branches the first that starts a path, else the first."""
        blocks = list(self._marks(place, end, "{"))
        values = [self.value(opened, self.tokens.partner[opened] + 1) for opened in blocks]
        return next((v for v in values if isinstance(v, str) and v[:1] in {"/", "."}), values[0] if values else None)

    def _literal(self, place: int) -> Value | None:
        """A character or number, which the lexer leaves unread."""
        tokens = self.tokens
        end = tokens.offsets[place + 1] if place + 1 < len(tokens) else len(self.file.source.data)
        written = self.file.source.data[tokens.offsets[place] : end]
        match = _CHARACTER.match(written)
        if match is not None:
            two, braces, short, plain = match.groups()
            if two or braces:
                return text(int((two or braces).replace(b"_", b""), 16))
            if short:
                return SHORT.get(short.decode("latin-1"), short.decode("latin-1"))
            return str(plain.decode("utf-8", "replace"))
        number = _NUMBER.match(written.split(b"//")[0].split(b"/*")[0].strip())
        digits = number[1].replace(b"_", b"") if number else b""
        return int(digits, 0 if digits[:2] in {b"0x", b"0b", b"0o"} else 10) if digits else None

    def _list(self, opened: int) -> Value | None:
        found: list[str] = []
        for start, end in self.elements(opened):
            times = next(self._marks(start, end, ";"), end)
            item = self.value(start, times)
            known = None if isinstance(item, tuple) else text(item)
            count = self.value(times + 1, end) if times < end else 1
            if known is None or not isinstance(count, int) or count > LONGEST:
                return None
            found += [known] * count
        return tuple(found)

    def _macro(self, place: int, name: str, opened: int) -> Value | None:
        if name in {"format", "format_args"}:
            return self._make(place, self.formatted(self.elements(opened)))
        if name == "concat":
            return self._make(place, "".join(part(self.value(*it)) for it in self.elements(opened)))
        if name == "stringify":
            return "".join(self.tokens.texts[opened + 1 : self.tokens.partner[opened]][:LONGEST])
        return self._list(opened) if name == "vec" else None

    def formatted(self, arguments: list[tuple[int, int]]) -> str:
        """What `format!` makes of its arguments."""
        tokens = self.tokens
        pattern = self.value(*arguments[0]) if arguments else None
        if not isinstance(pattern, str):
            return UNKNOWN
        positional: list[tuple[int, int]] = []
        named: dict[str, tuple[int, int]] = {}
        for start, end in arguments[1:]:
            if tokens.is_name(start) and tokens.text(start + 1) == "=" and tokens.text(start + 2) != "=":
                named[tokens.text(start)] = (start + 2, end)
            else:
                positional.append((start, end))
        following = 0

        def filled(match: re.Match[str]) -> str:
            nonlocal following
            name, how = match.groups()
            if name is None:
                return match[0][0]
            if not name:
                name, following = str(following), following + 1
            if how not in {None, ":"}:
                return UNKNOWN
            if name.isdigit():
                return part(self.value(*positional[int(name)])) if int(name) < len(positional) else UNKNOWN
            return part(self.value(*named[name]) if name in named else self.named(name, arguments[0][0]))

        return _HOLE.sub(filled, pattern)

    def _call(self, place: int, path: list[str], opened: int) -> Value | None:
        arguments = self.elements(opened)
        if not arguments and path[-1] in self.names.functions:
            return self.value(*self.names.functions[path[-1]])
        name, owner = path[-1], path[-2] if len(path) > 1 else ""
        if owner in HOLDING and name in EMPTY and (not arguments or name == "with_capacity"):
            return FilePath() if owner in FILE_PATHS else () if owner == "Vec" else ""
        if len(arguments) != 1 or not (owner in HOLDING or name in {"Some", "Ok", "Borrowed", "Owned", "String"}):
            return None
        value = self.value(*arguments[0])
        if isinstance(value, tuple) and owner in FILE_PATHS:
            return self._make(place, file_path(value))
        if owner in FILE_PATHS and isinstance(value, str):
            return FilePath(value)
        return value if owner == "Vec" or value is None else self._make(place, text(value) or "")

    def _method(self, first: int, value: Value, name: str, opened: int, wanted: str) -> Value | None:
        """What a method makes of a value. `wanted` is the type that it names (`collect::<String>()`)."""
        places = self.elements(opened)
        if name in SAME:
            if isinstance(value, tuple) and wanted in FILE_PATHS:
                return self._make(first, file_path(value))
            return self._make(first, value) if name == "collect" else value
        if name == "map" and len(places) == 1 and self._keeps(*places[0]):
            return value
        made = method(value, name, [self.value(*it) for it in places])
        return self._make(first, made) if isinstance(made, str) else made

    def _keeps(self, place: int, end: int) -> bool:
        """Whether a function that `map` gets gives back its argument: `String::from`, `|s| s.to_string()`."""
        written = [self.tokens.text(at) for at in range(place, end)]
        if written[:1] == ["|"] and len(written) > 3 and written.count("|") == 2:
            name, body = written[written.index("|", 1) - 1], written[written.index("|", 1) + 1 :]
            return all(word in SAME or word in {name, "*", "&", ".", "(", ")"} for word in body)
        return len(written) > 2 and written[-1] in SAME | {"from"} and "(" not in written

    def named(self, name: str, place: int, local: bool = True) -> Value | None:
        """The value of a variable or constant at a place; None where it is judged already."""
        binding = self.names.binding(name, place) if local else None
        if binding is None:
            declared = self.names.constants.get(name)
            value = self.value(*declared) if declared else self.constants(name)
            return None if isinstance(value, str) and self.known(value) else value
        history = self._history(binding)
        index = bisect_left(history, place, key=_since) - 1
        value = history[index][1] if index >= 0 else None
        if not isinstance(value, str) or not self.known(value):
            return value
        if index > 0 and binding not in self._told:  # what a change makes of it is judged where it is used
            self._told.add(binding)
            self.made.append((place, value))
        return None

    def _history(self, binding: Binding) -> list[tuple[int, Value | None]]:
        """The values that a variable has one after the other, each with the place from which on."""
        if binding in self._states:
            return self._states[binding]
        states = self._states[binding] = []
        value = self.value(binding.start, binding.end)
        if isinstance(value, tuple) and binding.type in FILE_PATHS:
            value = self._make(binding.start, file_path(value))
        elif isinstance(value, tuple) and binding.type == "String":
            value = self._make(binding.start, "".join(value))
        states.append((binding.end, value))
        for place in self.names.uses(binding)[:CHANGES]:
            changed = self.change(place)
            if changed is not None:
                states.append((changed[1], self._changed(changed, states[-1][1])))
        return states

    def change(self, place: int) -> tuple[str, int, list[tuple[int, int]]] | None:
        """How the statement around a variable's name changes it: the method, where it is done, with which arguments."""
        tokens = self.tokens
        following, then = tokens.text(place + 1), tokens.text(place + 2)
        if following == "." and then in CHANGING and tokens.text(place + 3) == "(":
            return then, tokens.partner[place + 3], self.elements(place + 3)
        if (following == "=" and then != "=") or (following == "+" and then == "="):
            if tokens.text(place - 1) not in {";", "{", "}", "*", ")"}:
                return None
            start = place + (2 if following == "=" else 3)
            end = extent(tokens, start)
            return ("=" if following == "=" else "push_str"), end, [(start, end)]
        opened = self.names.enclosing(place)
        if opened > 1 and tokens.text(opened - 1) == "!" and tokens.text(opened - 2) in {"write", "writeln"}:
            arguments = self.elements(opened)
            if arguments and arguments[0][1] == place + 1:
                return "write", tokens.partner[opened], arguments[1:]
        return None

    def _changed(self, change: tuple[str, int, list[tuple[int, int]]], value: Value | None) -> Value | None:
        how, _, written = change
        if how == "write":
            return part(value) + self.formatted(written) if len(part(value)) < LONGEST else None
        arguments = [self.value(*it) for it in written]
        if how == "=":
            return arguments[-1] if arguments else None
        made = changed(value, how, arguments)
        return made if isinstance(made, (str, tuple)) and len(made) <= LONGEST else None
