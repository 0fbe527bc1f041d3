"""Where the names of a Rust source are bound (`let`, `const`, `static`) and used, and which bracket holds a place."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from .crate import SourceFile
from .lexer import NAME, STRING, Tokens

NEAR = 60  # tokens among which a bracket is looked for before an index of all is made
SEARCHES = 10  # searches through a whole source before an index of all names is made
NEAREST = 50  # variables of the same name among which the one is looked for that a place means
REACH = 2000  # tokens of one expression, at its own level of brackets
# What ends an expression to its right, at its own level of brackets, and to its left.
RIGHT = frozenset((",", ";", ")", "]", "}", "=>", "=", "<", ">", "|", "-", "/", "%", "^", ":", "else"))
LEFT = frozenset(("(", "[", "{", "}", ",", ";", "=>", "->", "=", "<", ">", "|", "-", "/", "%", "^", ":", "return", "in",
                  "if", "else", "match", "while", "let", "move", "break", "#"))  # fmt: skip
_INLINE = re.compile(r"\{([A-Za-z_]\w*)[:}]")


@dataclass(frozen=True, slots=True, eq=False)
class Binding:
    """A variable: its value is the tokens `start` to `end`, it can be named up to `until`; `type` is the name of the
    type that is written, or empty."""

    name: str
    type: str
    start: int
    end: int
    until: int


def extent(tokens: Tokens, place: int) -> int:
    """Where the expression ends that holds a place, at the place's own level of brackets."""
    since, last = place, min(len(tokens), place + REACH)
    branches = tokens.text(place) == "if"
    while place < last:
        text = tokens.text(place)
        if text == "::" and tokens.text(place + 1) == "<":
            place = _angles(tokens, place + 1)
        elif text == "{" and place > since and tokens.text(place - 1) not in {"unsafe", "const"}:
            if not branches:
                return place
            place = tokens.partner[place] + 1
            if tokens.text(place) != "else":
                return place
            place += 2 if tokens.text(place + 1) == "if" else 1
            since = place
        elif text in RIGHT and not (branches and text in "=<>|-/%^:"):
            return place
        else:
            place = max(place, tokens.partner[place]) + 1
    return min(place, len(tokens))


def origin(tokens: Tokens, place: int) -> int:
    """Where the expression begins that holds a place, at the place's own level of brackets."""
    first = max(0, place - REACH)
    while place > first:
        text = tokens.text(place - 1)
        if text == ">" and tokens.text(place) == "(":
            opened = place - 2
            while opened > first and not (tokens.text(opened) == "<" and tokens.text(opened - 1) == "::"):
                opened -= 1
            place = opened
        elif text in LEFT:
            return place
        else:
            place = min(place - 1, tokens.partner[place - 1])
    return place


def condition(tokens: Tokens, opened: int) -> int:
    """The `if` whose branch a block is; the block itself where it is none."""
    block = opened
    for _ in range(50):
        start = origin(tokens, block)
        word = tokens.text(start - 1)
        if tokens.text(opened) != "{" or word not in {"if", "else"}:
            return opened
        if word == "if" and tokens.text(start - 2) != "else":
            return start - 1
        block = tokens.partner[start - 2 if word == "else" else start - 3]
    return opened


def _angles(tokens: Tokens, place: int) -> int:
    depth, last = 0, min(len(tokens), place + 60)
    while place < last:
        depth += {"<": 1, ">": -1}.get(tokens.text(place), 0)
        place += 1
        if not depth:
            break
    return place


def _end(binding: Binding) -> int:
    return binding.end


class Names:
    """The names of one source, each index made when it is first asked for."""

    def __init__(self, file: SourceFile) -> None:
        self._tokens = file.tokens
        self._searched = 0

    def places(self, name: str, start: int = 0, end: int = 1 << 60) -> list[int]:
        """Where a name stands between two places. The first searches look through the tokens; where there are more, an
        index is made."""
        tokens = self._tokens
        end = min(end, len(tokens))
        if self._searched > SEARCHES * len(tokens):
            every = self._index.get(name, [])
            return every[bisect_left(every, start) : bisect_left(every, end)]
        self._searched += max(0, end - start)
        found: list[int] = []
        while start < end:
            try:
                start = tokens.texts.index(name, start, end) + 1
            except ValueError:
                break
            if tokens.kinds[start - 1] == NAME:
                found.append(start - 1)
        return found

    @cached_property
    def _index(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for place, (kind, text) in enumerate(zip(self._tokens.kinds, self._tokens.texts, strict=True)):
            if kind == NAME:
                found.setdefault(text, []).append(place)
        return found

    @cached_property
    def inline(self) -> dict[str, list[int]]:
        """The string literals that name a variable in braces, as format strings do."""
        found: dict[str, list[int]] = {}
        for place in self._tokens.strings:
            text = self._tokens.texts[place]
            if "{" in text:
                for match in _INLINE.finditer(text):
                    found.setdefault(match[1], []).append(place)
        return found

    @cached_property
    def _brackets(self) -> tuple[list[int], list[int]]:
        """Every matched bracket, and the opening one in which it stands (for an opening one: itself)."""
        partner = self._tokens.partner
        places = [place for place, other in enumerate(partner) if other != place]
        holders: list[int] = []
        stack = [-1]
        for place in places:
            if partner[place] > place:
                stack.append(place)
            else:
                stack.pop()
            holders.append(stack[-1])
        return places, holders

    def enclosing(self, place: int) -> int:
        """The opening bracket in which a token stands, or -1."""
        tokens = self._tokens
        for _ in range(NEAR):
            if place <= 0:
                return -1
            other = tokens.partner[place - 1]
            if other > place - 1:
                return place - 1
            place = other
        places, holders = self._brackets
        index = bisect_left(places, place) - 1
        return holders[index] if index >= 0 else -1

    @cached_property
    def bindings(self) -> dict[str, list[Binding]]:
        """The variables of each name, in order."""
        found: dict[str, list[Binding]] = {}
        for place in sorted(self.places("let") + self.places("for")):
            for binding in self._let(place) if self._tokens.texts[place] == "let" else self._for(place):
                found.setdefault(binding.name, []).append(binding)
        return found

    def _for(self, place: int) -> Iterator[Binding]:
        """The variable of a loop: it stands for the items one after the other."""
        tokens = self._tokens
        name = place + 2 if tokens.text(place + 1) == "&" else place + 1
        end = extent(tokens, name + 2)
        if tokens.is_name(name) and tokens.text(name + 1) == "in" and tokens.text(end) == "{":
            yield Binding(tokens.text(name), "String", name + 2, end, tokens.partner[end])

    @cached_property
    def functions(self) -> dict[str, tuple[int, int]]:
        """The places of the bodies of functions without parameters."""
        tokens = self._tokens
        found: dict[str, tuple[int, int]] = {}
        for place in self.places("fn"):
            opened = place + 2
            if tokens.text(opened) == "(" and tokens.partner[opened] == opened + 1:
                body = opened + 2
                while body < opened + 40 and tokens.text(body) not in {"{", ";"}:
                    body += 1
                if tokens.text(body) == "{":
                    found[tokens.text(place + 1)] = (body, tokens.partner[body] + 1)
        return found

    @cached_property
    def starts(self) -> dict[int, Binding]:
        """The variables by the place where their value starts."""
        return {binding.start: binding for every in self.bindings.values() for binding in every}

    def _let(self, place: int) -> Iterator[Binding]:
        tokens = self._tokens
        at = place + 2 if tokens.text(place + 1) == "mut" else place + 1
        names = [at]
        if tokens.text(at) == "(":
            names = [p for p in range(at + 1, tokens.partner[at]) if tokens.text(p) not in {",", "mut"}]
            at = tokens.partner[at]
        written, equals = "", at + 1
        if tokens.text(equals) == ":":
            while equals < at + 40 and tokens.text(equals) not in {"=", ";"}:
                written = tokens.text(equals) if tokens.is_name(equals) and tokens.text(equals - 1) != "<" else written
                equals += 1
        if tokens.text(equals) != "=" or not all(tokens.is_name(p) for p in names):
            return
        until = self.enclosing(place)
        until = tokens.partner[until] if until >= 0 else len(tokens)
        start = equals + 1
        if len(names) == 1:
            yield Binding(tokens.text(names[0]), written, start, extent(tokens, start), until)
        elif tokens.text(start) == "(":
            start += 1
            for name in names:
                end = extent(tokens, start)
                yield Binding(tokens.text(name), "", start, end, until)
                start = end + 1

    def binding(self, name: str, place: int) -> Binding | None:
        """The variable that a name means at a place; None where no `let` binds it."""
        every = self.bindings.get(name, [])
        behind = bisect_right(every, place, key=_end)
        for binding in reversed(every[max(0, behind - NEAREST) : behind]):
            if binding.end <= place < binding.until:
                return binding
        return None

    def uses(self, binding: Binding) -> list[int]:
        """Where a variable is named, without format strings."""
        found = self.places(binding.name, binding.end, self._hidden(binding))
        if len(self.bindings[binding.name]) > 1:
            return [place for place in found[:REACH] if self.binding(binding.name, place) is binding]
        return found

    def mentions(self, binding: Binding) -> list[int]:
        """The format strings that name a variable."""
        places = self.inline.get(binding.name, [])
        return places[bisect_left(places, binding.end) : bisect_left(places, self._hidden(binding))]

    def _hidden(self, binding: Binding) -> int:
        """Where another variable of the same block and name takes the place of one."""
        every = self.bindings[binding.name]
        following = bisect_right(every, binding.end, key=_end)
        same = following < len(every) and every[following].until == binding.until
        return every[following].end if same else binding.until

    @cached_property
    def bodies(self) -> dict[int, str]:
        """The names of functions without parameters by the place where the body opens."""
        return {places[0]: name for name, places in self.functions.items()}

    @cached_property
    def items(self) -> dict[int, str]:
        """The names of constants by the place where the value starts."""
        return {places[0]: name for name, places in self.constants.items()}

    @cached_property
    def constants(self) -> dict[str, tuple[int, int]]:
        """The places of the values of `const` and `static` items; not of a name that the file declares twice."""
        tokens = self._tokens
        found: dict[str, tuple[int, int]] = {}
        twice: set[str] = set()
        for place in tokens.telling:
            if tokens.texts[place] in {"const", "static"} and tokens.kinds[place] != STRING:
                name = place + 2 if tokens.text(place + 1) == "mut" else place + 1
                if tokens.is_name(name) and tokens.text(name + 1) == ":":
                    equals, last = name + 2, min(len(tokens), name + 40)
                    while equals < last and tokens.text(equals) not in {"=", ";"}:
                        equals = max(equals, tokens.partner[equals]) + 1
                    if tokens.text(equals) == "=":
                        if tokens.text(name) in found:
                            twice.add(tokens.text(name))
                        found[tokens.text(name)] = (equals + 1, extent(tokens, equals + 1))
        return {name: places for name, places in found.items() if name not in twice}
