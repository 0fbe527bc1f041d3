"""Scopes of Rust: what each block or module declares, uses and re-exports, read from tokens."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from .lexer import Tokens

DEEPEST = 60  # segments of a use path
DECLARING = {"fn", "struct", "enum", "union", "trait", "type", "const", "static", "mod"}
Path = tuple[str, ...]


@dataclass(slots=True, eq=False)
class Scope:
    """A block or module. `uses` maps a visible name to the path it stands for; "" as first segment is a leading
    `::`."""

    file: str
    parent: Scope | None
    module: Scope | None = None  # the module this block stands in; a module is its own
    uses: dict[str, list[Path]] = field(default_factory=dict)
    globs: list[Path] = field(default_factory=list)
    items: set[str] = field(default_factory=set)
    modules: dict[str, Scope] = field(default_factory=dict)
    outside: dict[str, str] = field(default_factory=dict)  # `mod name;` to the value of its #[path], or ""
    above: Scope | None = None  # of a module: the module that declares it
    folder: str = ""  # of a module: where files of its `mod name;` lie


@dataclass(frozen=True, slots=True)
class Leaf:
    """One name that a `use` brings in: the path, the name it gets (`*` for a glob), and the token that names it."""

    path: Path
    name: str
    place: int


@dataclass(slots=True)
class Unit:
    """A file's scopes: the root module, where each reaches, and every use leaf."""

    root: Scope
    leaves: list[tuple[Scope, Leaf]] = field(default_factory=list)
    path_tokens: set[int] = field(default_factory=set)  # tokens inside use declarations: not paths of their own
    starts: list[int] = field(default_factory=lambda: [0])  # where another scope begins or goes on, and which
    inner: list[Scope] = field(default_factory=list)

    def scope(self, place: int) -> Scope:
        """The scope of a token."""
        return self.inner[bisect_right(self.starts, place) - 1]


def unit(file: str, tokens: Tokens) -> Unit:
    """The scopes of one file."""
    root = Scope(file, None)
    root.module = root
    current = root
    stack: list[tuple[int, Scope]] = []
    result = Unit(root, inner=[root])
    pending: Scope | None = None  # the module whose `{` comes next
    path_value = ""
    for place in tokens.telling:
        if stack and place == stack[-1][0]:
            current = stack.pop()[1]
            result.starts.append(place)
            result.inner.append(current)
        text = tokens.text(place)
        if text == "{":
            inner = pending or Scope(file, current, current.module)
            pending = None
            if tokens.partner[place] != place:
                stack.append((tokens.partner[place], current))
                current = inner
                result.starts.append(place + 1)
                result.inner.append(current)
        elif text == "use" and tokens.text(place + 1) != "<" and place not in result.path_tokens:
            _use(tokens, place, current, result)
        elif text == "extern" and tokens.text(place + 1) == "crate":
            _extern_crate(tokens, place, current, result)
        elif text == "path" and tokens.text(place + 1) == "=" and place + 2 < len(tokens):
            path_value = tokens.texts[place + 2] if tokens.kinds[place + 2] == "string" else path_value
        elif text in DECLARING and tokens.is_name(place + 1):
            pending = _declare(tokens, place, current, path_value) or pending
            path_value = ""
        elif text == "macro_rules" and tokens.text(place + 1) == "!" and tokens.is_name(place + 2):
            current.items.add(tokens.text(place + 2) + "!")
    return result


def _declare(tokens: Tokens, place: int, scope: Scope, path_value: str) -> Scope | None:
    word, name = tokens.text(place), tokens.text(place + 1)
    if word == "mod" and tokens.text(place + 2) == "{":
        inner = Scope(scope.file, scope)
        inner.module = inner
        inner.above = scope.module
        scope.modules[name] = inner
        return inner
    if word == "mod" and tokens.text(place + 2) == ";":
        scope.outside[name] = path_value
    elif word != "mod":
        scope.items.add(name)
    return None


def _extern_crate(tokens: Tokens, place: int, scope: Scope, result: Unit) -> None:
    name = tokens.text(place + 2)
    alias = tokens.text(place + 4) if tokens.text(place + 3) == "as" else name
    result.path_tokens.update(range(place, place + 5))
    leaf = Leaf(("", name), alias, place + 2)
    if name == "self":
        leaf = Leaf(("crate",), alias, place + 2)
    result.leaves.append((scope, leaf))
    scope.uses.setdefault(alias, []).append(leaf.path)


def _use(tokens: Tokens, place: int, scope: Scope, result: Unit) -> None:
    end = place + 1
    while end < len(tokens) and tokens.text(end) not in {";", ")", "]", "}"}:
        end = tokens.partner[end] + 1 if tokens.text(end) in {"{", "(", "["} else end + 1
    result.path_tokens.update(range(place + 1, end))
    for leaf in leaves(tokens, place + 1, end):
        result.leaves.append((scope, leaf))
        if leaf.name == "*":
            scope.globs.append(leaf.path)
        elif leaf.name:
            scope.uses.setdefault(leaf.name, []).append(leaf.path)


def leaves(tokens: Tokens, place: int, end: int) -> Iterator[Leaf]:
    """The leaves of a use tree between two places, groups flattened."""
    prefixes: list[Path] = [()]
    path: list[str] = []
    last = place
    alias = ""
    while place <= end:
        text = tokens.text(place) if place < end else ";"
        if len(prefixes) + len(path) > DEEPEST:
            yield Leaf(("$",), "", last)  # nobody writes such a tree: refused like a path that a macro makes
            return
        if text == "{":
            prefixes.append(prefixes[-1] + tuple(path))
            path, alias = [], ""
        elif text in {",", "}", ";"}:
            if path:
                yield _leaf(prefixes[-1], path, alias, last)
            path, alias = [], ""
            if text == "}" and len(prefixes) > 1:
                prefixes.pop()
        elif text == "as":
            alias = tokens.text(place + 1) or "_"
            place += 1
        elif text == "::":
            if not path and prefixes[-1] == () and tokens.text(place - 1) in {"use", "{", ","}:
                path.append("")
        elif text == "$":
            path.append("$" + tokens.text(place + 1))
            last, place = place, place + 1
        elif text:
            path.append(text)
            last = place
        place += 1


def _leaf(prefix: Path, path: list[str], alias: str, place: int) -> Leaf:
    whole = (*prefix, *path)
    if whole[-1] == "*":
        return Leaf(whole[:-1], "*", place)
    if whole[-1] == "self" and len(whole) > 1:
        whole = whole[:-1]
    return Leaf(whole, alias or whole[-1], place)
