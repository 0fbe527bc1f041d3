"""Whether what an expression is can still change when the program runs: of an array, an object's member or a method of
every string code can make something else, so that a name computed through them is not the name that was judged."""

from __future__ import annotations

from .names import Names

SPOKEN = {"string_fragment", "escape_sequence"}  # parts of a template that are themselves
MADE_OF_ALL = {"parenthesized_expression", "template_string", "template_substitution", "binary_expression"}


def settled(names: Names, node: int) -> bool:
    """Whether literals, operators and names that nothing assigns to decide an expression alone."""
    syntax = names.syntax
    seen: set[int] = set()
    pending = [node]
    while pending:
        node = pending.pop()
        kind = syntax.kind(node)
        if node in seen or kind in {"string", "number"}:
            continue
        seen.add(node)
        if kind == "identifier":
            value = _initial(names, node)
            if value < 0:
                return False
            pending.append(value)
        elif kind == "ternary_expression":
            pending += [syntax.child(node, "consequence"), syntax.child(node, "alternative")]
        elif kind in MADE_OF_ALL:
            pending += [part for part in syntax.operands(node) if syntax.kind(part) not in SPOKEN]
        else:
            return False
    return True


def _initial(names: Names, node: int) -> int:
    """The expression that a name which nothing assigns to is declared with, or -1."""
    syntax = names.syntax
    binding = names.binding(node)
    declarator = syntax.parents[binding.node] if binding else -1
    if binding is None or syntax.kind(declarator) != "variable_declarator" or names.written(binding):
        return -1
    return syntax.child(declarator, "value") if syntax.child(declarator, "name") == binding.node else -1
