"""tree-sitter for the originals' languages: a file's tree, and its nodes in the order of the source."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import tree_sitter

from .model import Language


def tree(data: bytes, language: Language) -> tree_sitter.Node:
    """The root of a file's tree; where the grammar stumbles it has ERROR nodes."""
    return tree_sitter.Parser(_grammar(language)).parse(data).root_node


def nodes(root: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The root and everything below it, in the order of the source."""
    open_ = [root]
    while open_:
        node = open_.pop()
        yield node
        open_ += reversed(node.children)


def text(node: tree_sitter.Node | None) -> str:
    """The node's text; empty where there is no node."""
    return node.text.decode("utf-8", "replace") if node is not None and node.text is not None else ""


@cache
def _grammar(language: Language) -> tree_sitter.Language:
    match language:
        case Language.PYTHON:
            import tree_sitter_python

            return tree_sitter.Language(tree_sitter_python.language())
        case Language.C:
            import tree_sitter_c

            return tree_sitter.Language(tree_sitter_c.language())
        case Language.CPP:
            import tree_sitter_cpp

            return tree_sitter.Language(tree_sitter_cpp.language())
