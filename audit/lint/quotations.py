"""Passages of a specification that are the library's own words: runs of words that a docstring or comment of it has
too. The library is read, never imported."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ...core.task import Task
from ...toolchains import cpython
from ...toolchains.requirements import read
from ...toolchains.sources import unpacked

RUN = 10  # words in a row: fewer are common turns of phrase
LARGEST = 1 << 20  # bytes of one source file that is read
MOST = 2_000  # source files of one library that are read
WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*|\d+")
COMMENT = re.compile(r"/\*.*?\*/|(?://[^\n]*\n?)(?:[ \t]*//[^\n]*\n?)*", re.DOTALL)
NATIVE = (".h", ".hpp", ".hh", ".c", ".cc", ".cpp", ".cxx")
PROSE = (".md", ".rst", ".txt")


def texts(task: Task, cache: Path) -> Iterator[str]:
    """The docstrings and comments of the task's library, and what it says of itself in prose. Raises UserError and
    HarnessError where it cannot be had."""
    if task.original.toolchain == "cpython":
        if task.original.requirements is not None:
            site = cpython.installed(read(task.original.requirements), cache) / cpython.LIBRARY
            yield from _python(site)
        return
    folders = [*unpacked(task.original.sources, cache).values(), task.folder / "original" / "library"]
    for folder in folders:
        paths = (path for path in sorted(folder.rglob("*")) if path.suffix in (*NATIVE, *PROSE) and path.is_file())
        for _, path in zip(range(MOST), paths, strict=False):
            if path.stat().st_size <= LARGEST:
                text = path.read_text("utf-8", "replace")
                if path.suffix in PROSE:
                    yield text
                else:
                    yield from COMMENT.findall(text)


def _python(site: Path) -> Iterator[str]:
    for path in sorted(site.rglob("METADATA")):
        yield path.read_text("utf-8", "replace")
    for _, path in zip(range(MOST), sorted(site.rglob("*.py")), strict=False):
        if path.stat().st_size > LARGEST:
            continue
        data = path.read_bytes()
        try:
            tree = ast.parse(data)
        except (SyntaxError, ValueError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield ast.get_docstring(node, clean=False) or ""
        lines = data.decode("utf-8", "replace").split("\n")
        yield "\n".join(line.strip().lstrip("#") for line in lines if line.strip().startswith("#"))


def pasted(text: str, library: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The longest passages of `text` of at least RUN words that stand in one of the library's texts as well, with the
    line that each begins in. Letter case, punctuation and line breaks do not count."""
    found = list(WORD.finditer(text))
    words = [match[0].lower() for match in found]
    runs = {tuple(words[i : i + RUN]) for i in range(len(words) - RUN + 1)}
    known = set()
    for other in library:
        theirs = [word.lower() for word in WORD.findall(other)]
        known |= runs & {tuple(theirs[i : i + RUN]) for i in range(len(theirs) - RUN + 1)}
    i = 0
    while i <= len(words) - RUN:
        if tuple(words[i : i + RUN]) not in known:
            i += 1
            continue
        end = i + 1
        while tuple(words[end : end + RUN]) in known:
            end += 1
        last = end + RUN - 2
        passage = " ".join(text[found[i].start() : found[last].end()].split())
        if any(len(word) > 2 and word.isalpha() for word in words[i : last + 1]):
            yield text.count("\n", 0, found[i].start()) + 1, passage
        i = last + 1
