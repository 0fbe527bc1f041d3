"""The functions of a C or C++ library that its drivers call: those, methods and macros included, that the headers
declare which the drivers include."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from tree_sitter import Node

from ..core.task import Task
from .grammar import nodes, text, tree
from .model import Language, Source

# A prototype whose parameters are an argument of a macro, as libraries older than ISO C have them: `int f OF((int a));`
_OLD_PROTOTYPE = re.compile(r"\b([A-Za-z_]\w*)\s+[A-Za-z_]\w*\s*\(\(")
_FOLDER = re.compile(r"^-(?:I|isystem|iquote)\s*(.+)$")
LARGEST = 4 << 20  # bytes of a header that is read


def headers(task: Task, folders: Mapping[str, Path], drivers: Iterable[Source]) -> dict[Path, bytes]:
    """The library's headers that drivers include, also by way of others. `folders`: where the task's pinned sources
    are unpacked, by name."""
    original = task.folder / "original"
    places = _places(task, folders)
    found: dict[Path, bytes] = {}
    open_ = [(original / source.path.removeprefix("original/"), source.data) for source in drivers]
    own = {path for path, _ in open_}
    while open_:
        including, data = open_.pop()
        for name in re.findall(rb'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', data, re.MULTILINE):
            path = _found(name.decode("utf-8", "replace"), including.parent, places)
            if path is not None and path not in found and path not in own and path.stat().st_size <= LARGEST:
                content = path.read_bytes()
                open_.append((path, content))
                if path.parent == original.resolve() and not path.with_suffix(".c").is_file():
                    own.add(path)  # a driver's own header
                else:
                    found[path] = content
    return found


def declared(headers: Iterable[bytes], language: Language) -> frozenset[str]:
    """The functions, methods and function-like macros that headers declare or define."""
    found: set[str] = set()
    for data in headers:
        for node in nodes(tree(data, language)):
            if node.type == "function_declarator":
                found.add(_last(text(node.child_by_field_name("declarator"))))
            elif node.type == "preproc_function_def":
                found.add(text(node.child_by_field_name("name")))
        found |= set(_OLD_PROTOTYPE.findall(data.decode("utf-8", "replace")))
    return frozenset(name for name in found if re.fullmatch(r"[A-Za-z_]\w*", name) and not name.startswith("_"))


def called(driver: Source) -> frozenset[str]:
    """The names of functions and methods that a driver calls, without their namespaces and objects; its own are left
    out."""
    root = tree(driver.data, driver.language)
    own = {name for name in map(_own, nodes(root)) if name}
    return frozenset(_calls(nodes(root))) - own


def _calls(every: Iterator[Node]) -> Iterator[str]:
    for node in every:
        if node.type != "call_expression":
            continue
        function = node.child_by_field_name("function")
        if function is not None and function.type == "field_expression":
            yield text(function.child_by_field_name("field"))
        elif function is not None:
            yield _last(text(function))


def _own(node: Node) -> str:
    if node.type != "function_definition":
        return ""
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type in ("pointer_declarator", "reference_declarator"):
        declarator = declarator.child_by_field_name("declarator") or next(iter(declarator.named_children), None)
    if declarator is None or declarator.type != "function_declarator":
        return ""
    return _last(text(declarator.child_by_field_name("declarator")))


def _last(name: str) -> str:
    """The name without namespaces, template arguments and parentheses."""
    return re.sub(r"<.*>$", "", name.strip("() ")).split("::")[-1]


def _places(task: Task, folders: Mapping[str, Path]) -> tuple[Path, ...]:
    """The folders that the build line searches for headers, on this machine."""
    words: list[str] = []
    given = list(task.original.build)
    for word, after in zip(given, [*given[1:], ""], strict=True):
        if match := _FOLDER.match(word):
            words.append(match[1])
        elif word in ("-I", "-isystem", "-iquote"):
            words.append(after)
    found = []
    for word in words:
        if match := re.match(r"^\{sources\}/([^/]+)(/.*)?$", word):
            if match[1] in folders:
                found.append(folders[match[1]] / (match[2] or "").strip("/"))
        elif match := re.match(r"^\{original\}(/.*)?$", word):
            found.append(task.folder / "original" / (match[1] or "").strip("/"))
    return tuple(found)


def _found(name: str, beside: Path, places: Sequence[Path]) -> Path | None:
    for place in (beside, *places):
        path = (place / name).resolve()
        if path.is_file():
            return path
    return None
