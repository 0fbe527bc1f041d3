"""From a declared grammar to a hypothesis strategy of invocations.

This module needs hypothesis (the extra `authors`): import it late."""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Callable, Mapping, Sequence

import hypothesis.strategies as st
from hypothesis.strategies import SearchStrategy

from ...core.case import Case
from .alphabet import POOLS, TEXT
from .declared import reference
from .forms import (
    Bytes,
    Choice,
    Either,
    Form,
    InputsFile,
    Int,
    Join,
    Json,
    List,
    Repeat,
    Simple,
    Table,
    Text,
)
from .typed import TYPED, Words, integers, text

LEVEL = 6  # of compression; what comes out may differ from zlib to zlib, which the machine brings
WIDEST = 40  # bytes of one old word, line or argument


def _deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


STEPS: Mapping[str, Callable[[bytes], bytes]] = {
    "hex": lambda data: data.hex().encode(),
    "base64": base64.b64encode,
    "zlib": lambda data: zlib.compress(data, LEVEL),
    "gzip": lambda data: gzip.compress(data, LEVEL, mtime=0),
    "deflate": _deflate,
    "upper": bytes.upper,
    "lower": bytes.lower,
}


def invocations(file: InputsFile, task: str, program: str, cases: Sequence[Case]) -> SearchStrategy[Case]:
    """Calls of a program in one of its declared forms. The program must be in the file."""
    grammar = Grammar(file, cases)
    forms = [form for form in file.programs[program].forms for _ in range(form.weight)]
    made = {id(form): grammar.form(form) for form in file.programs[program].forms}

    def call(parts: tuple[Words, bytes, Sequence[tuple[str, bytes]]]) -> Case:
        return Case(task, program, tuple(parts[0]), parts[1], tuple(sorted(parts[2])))

    return st.sampled_from(forms).flatmap(lambda form: made[id(form)]).map(call)


class Grammar:
    """Strategies of the values of one file; a value with a name is made once."""

    def __init__(self, file: InputsFile, cases: Sequence[Case]) -> None:
        self._file = file
        self._named: dict[str, SearchStrategy[bytes]] = {}
        self._old = st.sampled_from(old_words(cases) or [b""])

    def form(self, form: Form) -> SearchStrategy[tuple[Words, bytes, tuple[tuple[str, bytes], ...]]]:
        """Arguments, stdin and files of one form."""
        files = [st.tuples(st.just(path), self.value(value)) for path, value in sorted(form.files.items())]
        return st.tuples(self._words(form.args), self.value(form.stdin), st.tuples(*files))

    def value(self, value: str | Table) -> SearchStrategy[bytes]:
        """The bytes of a value."""
        if isinstance(value, str):
            name = reference(value)
            if name is None:
                return st.just(value.encode())
            if name not in self._named:
                self._named[name] = self.value(self._file.values[name])
            return self._named[name]
        drawn = self._drawn(value)
        for step in value.then:
            drawn = drawn.map(STEPS[step])
        return drawn

    def _drawn(self, value: Table) -> SearchStrategy[bytes]:
        match value:
            case Int():
                shown = {10: "d", 16: "x", 8: "o", 2: "b"}[value.base]
                return integers(value.min, value.max).map(lambda number: f"{number:0{value.width}{shown}}".encode())
            case Simple(type="word"):
                return self._old
            case Simple():
                return TYPED[value.type]
            case Text():
                return text(POOLS.get(value.alphabet, value.alphabet), value.min, value.max).map(str.encode)
            case Bytes():
                data = st.binary(min_size=value.min, max_size=value.max)
                return data.map(STEPS["hex"]) if value.type == "hex" else data
            case Json():
                return document(value.depth)
            case Choice():
                return st.sampled_from([word.encode() for word in value.of])
            case List():
                several = st.lists(self.value(value.of), min_size=value.min, max_size=value.max)
                return several.map(value.separator.encode().join)
            case Join():
                return st.tuples(*(self.value(part) for part in value.of)).map(b"".join)
        raise TypeError(f"{type(value).__name__} is no value")  # a type was added to the file's shape, but not here

    def _words(self, words: Sequence[object]) -> SearchStrategy[Words]:
        return st.tuples(*(self._word(word) for word in words)).map(lambda parts: [w for part in parts for w in part])

    def _word(self, word: object) -> SearchStrategy[Words]:
        if isinstance(word, str) and word.endswith("?") and len(word) > 1:
            return _perhaps(self._word(word[:-1]))
        if isinstance(word, list):
            return _perhaps(self._words(word))
        if isinstance(word, Repeat):
            several = st.lists(self._words(word.repeat), min_size=word.min, max_size=word.max)
            return several.map(lambda parts: [w for part in parts for w in part])
        if isinstance(word, Either):
            return st.one_of([self._words(words) for words in word.either])
        assert isinstance(word, str | Table)
        return self.value(word).map(lambda data: [data])


def _perhaps(words: SearchStrategy[Words]) -> SearchStrategy[Words]:
    return st.booleans().flatmap(lambda given: words if given else st.just([]))


def old_words(cases: Sequence[Case]) -> list[bytes]:
    """What old cases are made of: arguments, lines of stdin and of files, and their words; sorted, each once."""
    found: set[bytes] = set()
    for case in cases:
        for data in (*case.args, case.stdin, *(data for _, data in case.files)):
            for line in data.split(b"\n"):
                found |= {part for part in (line, *line.split()) if 0 < len(part) <= WIDEST}
    return sorted(found)


def document(depth: int) -> SearchStrategy[bytes]:
    """A JSON text nested `depth` deep at most, written in one of the ways that people write it."""
    string = text(TEXT, 0, 12)
    scalar: SearchStrategy[object] = st.one_of(
        st.none(), st.booleans(), integers(), st.floats(allow_nan=False, allow_infinity=False), string
    )
    value = scalar
    for _ in range(depth):
        value = st.one_of(scalar, st.lists(value, max_size=4), st.dictionaries(string, value, max_size=4))
    ways = st.sampled_from([(None, (",", ":"), False), (None, (", ", ": "), True), (2, (",", ": "), False)])

    def shown(pair: tuple[object, tuple[int | None, tuple[str, str], bool]]) -> bytes:
        indent, separators, plain = pair[1]
        return json.dumps(pair[0], indent=indent, separators=separators, ensure_ascii=plain).encode()

    return st.tuples(value, ways).map(shown)
