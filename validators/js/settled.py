"""Whether what an expression is can still change when the program runs: of an array, an object's member or a method of
every string code can make something else, so that a name computed through them is not the name that was judged."""

from __future__ import annotations

from .names import Names

DEPTH = 60  # of nested expressions that are looked into
SPOKEN = {"string_fragment", "escape_sequence"}  # parts of a template that are themselves
MADE_OF_ALL = {"parenthesized_expression", "template_string", "template_substitution", "binary_expression"}


def settled(names: Names, node: int, depth: int = 0) -> bool:
    """Whether literals, operators and names that nothing assigns to decide an expression alone."""
    syntax, kind = names.syntax, names.syntax.kind(node)
    if kind in {"string", "number"}:
        return True
    if kind == "identifier":
        value = _initial(names, node)
        return value >= 0 and depth < DEPTH and settled(names, value, depth + 1)
    if kind == "ternary_expression":
        parts = [syntax.child(node, "consequence"), syntax.child(node, "alternative")]
    elif kind in MADE_OF_ALL:
        parts = [part for part in syntax.operands(node) if syntax.kind(part) not in SPOKEN]
    else:
        return False
    return depth < DEPTH and all(settled(names, part, depth + 1) for part in parts)


def _initial(names: Names, node: int) -> int:
    """The expression that a name which nothing assigns to is declared with, or -1."""
    syntax = names.syntax
    binding = names.binding(node)
    declarator = syntax.parents[binding.node] if binding else -1
    if binding is None or syntax.kind(declarator) != "variable_declarator" or names.written(binding):
        return -1
    return syntax.child(declarator, "value") if syntax.child(declarator, "name") == binding.node else -1
