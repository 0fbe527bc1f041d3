"""Dictionary words: the strings that a program's own sources compare against or print, which chance would not hit.

Python is read with `ast` (docstrings left out), C and C++ with tree-sitter; numbers are taken as their digits."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from ..model import Language, Source

SHORTEST, LONGEST = 1, 32  # bytes of a word
MOST = 2000  # words of all sources: a table of Unicode names would drown the rest
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\\": "\\", '"': '"', "'": "'"}


def words(sources: Iterable[Source]) -> tuple[bytes, ...]:
    """The words of all sources, sorted, each once; of a source with too many, evenly spread ones."""
    found: set[bytes] = set()
    for source in sources:
        own = sorted({word for word in _literals(source) if SHORTEST <= len(word) <= LONGEST and word.strip()})
        step = max(1, len(own) * 4 // MOST)
        found.update(own[::step])
    ordered = sorted(found)
    return tuple(ordered[:: max(1, len(ordered) // MOST)])


def _literals(source: Source) -> Iterator[bytes]:
    literals = _python(source.data) if source.language is Language.PYTHON else _native(source)
    for literal in literals:
        yield literal
        for part in literal.split():
            yield part.strip(b"[](){}<>:;,.'\"|")


def _python(data: bytes) -> Iterator[bytes]:
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError, RecursionError):
        return
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in told or isinstance(node.value, bool):
            continue
        if isinstance(node.value, str):
            yield node.value.encode("utf-8", "replace")
        elif isinstance(node.value, bytes):
            yield node.value
        elif isinstance(node.value, int | float):
            yield str(node.value)[:LONGEST].encode()


def _native(source: Source) -> Iterator[bytes]:
    import tree_sitter_c
    import tree_sitter_cpp
    from tree_sitter import Language as Grammar
    from tree_sitter import Parser

    grammar = tree_sitter_cpp if source.language is Language.CPP else tree_sitter_c
    tree = Parser(Grammar(grammar.language())).parse(source.data)
    waiting = [tree.root_node]
    while waiting:
        node = waiting.pop()
        if node.type in ("string_literal", "char_literal"):
            yield _unescaped(source.data[node.start_byte : node.end_byte])
        elif node.type == "number_literal":
            yield source.data[node.start_byte : node.end_byte].rstrip(b"uUlL")
        else:
            waiting += node.children


def _unescaped(literal: bytes) -> bytes:
    """The characters between the quotes; escapes that are not simple stay as they are written."""
    text = literal.decode("utf-8", "replace").lstrip("uUL8")[1:-1]
    out: list[str] = []
    index = 0
    while index < len(text):
        pair = text[index + 1 : index + 2] if text[index] == "\\" else ""
        out.append(ESCAPES.get(pair, text[index]) if pair else text[index])
        index += 2 if pair in ESCAPES and pair else 1
    return "".join(out).encode()
