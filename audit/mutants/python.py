"""The mutation operators of Python. It never touches what does not run as code: docstrings, annotations, `__all__` and
other dunder metadata, imports, type variables; and leaves out what would only raise NameError or TypeError."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...validators.syntax import Syntax
from .tree import FILLER, NEGATED, SHIFTED, Edit, above, floating, integers, marked, replaced, text, thinned

ARITHMETIC = {
    "+": "-",
    "-": "+",
    "*": "//",
    "/": "*",
    "//": "*",
    "%": "//",
    "**": "*",
    "&": "|",
    "|": "&",
    "^": "&",
    "<<": ">>",
    ">>": "<<",
}
COMPARISON = {**NEGATED, "is": "is not", "is not": "is", "in": "not in", "not in": "in"}
LOGICAL = {"and": "or", "or": "and"}
SPARED = frozenset(
    {
        "comment",
        "type",
        "type_alias_statement",
        "import_statement",
        "import_from_statement",
        "future_import_statement",
        "ERROR",
    }
)
STRINGS = frozenset({"string", "concatenated_string"})
SEQUENCES = STRINGS | {"list", "tuple", "list_comprehension"}
CONTAINERS = frozenset({"list", "tuple", "set", "dictionary"})
LITERALS = frozenset({"string", "integer", "float", "true", "false"})
CONSTANTS = frozenset({"true", "false", "none"})
TYPE_MAKERS = frozenset({"TypeVar", "ParamSpec", "TypeVarTuple", "NewType", "cast"})
CONDITIONED = frozenset({"if_statement", "elif_clause", "while_statement", "conditional_expression", "if_clause"})
EFFECTS = frozenset({"call", "augmented_assignment", "await", "yield"})
DUNDER = re.compile(rb"__\w+__")
STATEMENT = re.compile(r".*_(statement|definition)|decorator|elif_clause|except_clause|except_group_clause|case_clause")


def is_statement(kind: str) -> bool:
    """Whether coverage counts the first line of such a node for all its lines."""
    return STATEMENT.fullmatch(kind) is not None


def edits(syntax: Syntax) -> Iterator[Edit]:
    """Every edit of the source, in no particular order."""
    return thinned(syntax, _all(syntax), CONTAINERS, LITERALS)


def _all(syntax: Syntax) -> Iterator[Edit]:
    spared = marked(syntax, _spared(syntax))
    names: dict[int, dict[bytes, int]] = {}
    for node in range(len(syntax.kinds)):
        if spared[node]:
            continue
        match syntax.kind(node):
            case "binary_operator" | "augmented_assignment":
                yield from _arithmetic(syntax, node)
            case "unary_operator":
                if syntax.kind(argument := syntax.child(node, "argument")) not in SEQUENCES:
                    yield replaced(syntax, node, "arithmetic", text(syntax, argument))
            case "comparison_operator":
                for token in syntax.children(node):
                    if syntax.field(token) == "operators":
                        yield from _swapped(syntax, token, "comparison", COMPARISON)
                        yield from _swapped(syntax, token, "boundary", SHIFTED)
            case "boolean_operator":
                yield from _swapped(syntax, syntax.child(node, "operator"), "logical", LOGICAL)
            case "not_operator":
                yield replaced(syntax, node, "logical", text(syntax, syntax.child(node, "argument")))
            case "integer" | "float" | "true" | "false":
                yield from (replaced(syntax, node, "constant", other) for other in _constants(syntax, node))
            case "string":
                yield replaced(syntax, node, "string", _string(syntax, node))
            case "return_statement":
                yield from _return(syntax, node)
            case "expression_statement" if _deletable(syntax, node, names):
                yield replaced(syntax, node, "statement", "pass")
            case "raise_statement" | "delete_statement" | "assert_statement":
                yield replaced(syntax, node, "statement", "pass")
            case "break_statement":
                yield replaced(syntax, node, "statement", "continue")
            case "continue_statement":
                yield replaced(syntax, node, "statement", "break")
        if syntax.kind(node) in CONDITIONED:
            yield from _branch(syntax, node, spared)


def _spared(syntax: Syntax) -> Iterator[int]:
    for node in range(len(syntax.kinds)):
        kind = syntax.kind(node)
        if kind in SPARED:
            yield node
        elif kind == "string":  # what stands inside goes with the whole
            yield from syntax.children(node)
        elif kind == "expression_statement":
            inner = syntax.operands(node)
            if len(inner) == 1 and (syntax.kind(inner[0]) in STRINGS or _metadata(syntax, inner[0])):
                yield node
        elif kind == "call":
            name = syntax.text(syntax.child(node, "function")).rpartition(b".")[2].decode("utf-8", "replace")
            arguments = syntax.child(node, "arguments")
            if name in TYPE_MAKERS and arguments >= 0:
                yield from syntax.operands(arguments)[: 1 if name == "cast" else None]
        elif kind == "if_statement":
            condition = syntax.child(node, "condition")
            if syntax.text(condition).rpartition(b".")[2] == b"TYPE_CHECKING":
                yield condition


def _metadata(syntax: Syntax, node: int) -> bool:
    """`__all__ = …`, `__version__ = …`, `__slots__ += …`, `__all__.extend(…)`."""
    kind = syntax.kind(node)
    if kind in ("assignment", "augmented_assignment"):
        left = syntax.child(node, "left")
        return syntax.kind(left) == "identifier" and DUNDER.fullmatch(syntax.text(left)) is not None
    return kind == "call" and syntax.text(syntax.child(node, "function")).startswith(b"__all__.")


def _swapped(syntax: Syntax, token: int, operator: str, table: dict[str, str]) -> Iterator[Edit]:
    other = table.get(" ".join(text(syntax, token).split()))
    if other is not None:
        yield replaced(syntax, token, operator, other)


def _arithmetic(syntax: Syntax, node: int) -> Iterator[Edit]:
    """None where an operand is a string or list: `-` would raise TypeError in every case that comes by."""
    token = syntax.child(node, "operator")
    sign = text(syntax, token)
    table = ARITHMETIC
    if sign.endswith("=") and sign not in table:
        table = {f"{one}=": f"{other}=" for one, other in ARITHMETIC.items()}
    operands = [syntax.kind(syntax.child(node, side)) for side in ("left", "right")]
    if sign.rstrip("=") in ("+", "%", "*") and any(kind in SEQUENCES for kind in operands):
        return
    yield from _swapped(syntax, token, "arithmetic", table)


def _constants(syntax: Syntax, node: int) -> Iterator[str]:
    shown = text(syntax, node)
    match syntax.kind(node):
        case "true":
            yield "False"
        case "false":
            yield "True"
        case "integer" if shown[-1] not in "jJlL":
            written = hex if shown[:2].lower() == "0x" else str
            yield from integers(int(shown.replace("_", ""), 0), written)
        case "float" if shown[-1] not in "jJ" and (other := floating(float(shown.replace("_", "")))) is not None:
            yield other


def _string(syntax: Syntax, node: int) -> str:
    inner = list(syntax.children(node))
    opening, closing = text(syntax, inner[0]), text(syntax, inner[-1])
    return opening + (FILLER if len(inner) == 2 else "") + closing


def _return(syntax: Syntax, node: int) -> Iterator[Edit]:
    value = syntax.operands(node)
    if value and syntax.kind(value[0]) not in CONSTANTS:
        yield Edit(syntax.starts[node], syntax.ends[node], "return", "return None", node)


def _branch(syntax: Syntax, node: int, spared: bytearray) -> Iterator[Edit]:
    """The condition negated, always true and always false; of a loop only false, since true seldom ends."""
    kind = syntax.kind(node)
    if kind == "conditional_expression":
        condition = syntax.operands(node)[1]
    elif kind == "if_clause":
        condition = syntax.operands(node)[0]
    else:
        condition = syntax.child(node, "condition")
    if spared[condition] or syntax.kind(condition) in CONSTANTS:
        return
    if kind != "while_statement":
        if not _negated_elsewhere(syntax, condition):
            yield replaced(syntax, condition, "branch", f"not ({text(syntax, condition)})")
        if not _binds(syntax, condition):
            yield replaced(syntax, condition, "branch", "True")
    if not _binds(syntax, condition):
        yield replaced(syntax, condition, "branch", "False")


def _negated_elsewhere(syntax: Syntax, condition: int) -> bool:
    """Whether another operator makes the same change: `a < b` to `a >= b`, `not a` to `a`."""
    kind = syntax.kind(condition)
    return kind == "not_operator" or (kind == "comparison_operator" and len(syntax.operands(condition)) == 2)


def _binds(syntax: Syntax, node: int) -> bool:
    return any(syntax.kind(inner) == "named_expression" for inner in range(node, syntax.after[node]))


def _deletable(syntax: Syntax, statement: int, names: dict[int, dict[bytes, int]]) -> bool:
    """A statement with an effect. A name that is first bound here is left alone: without it nothing runs at all."""
    inner = syntax.operands(statement)
    if len(inner) != 1:
        return False
    if syntax.kind(inner[0]) in EFFECTS:
        return True
    if syntax.kind(inner[0]) != "assignment" or syntax.child(inner[0], "right") < 0:
        return False
    left = syntax.child(inner[0], "left")
    if syntax.kind(left) in ("attribute", "subscript"):
        return True
    function = above(syntax, statement, lambda kind: kind in ("function_definition", "class_definition"))
    if syntax.kind(left) != "identifier" or function < 0 or syntax.kind(function) == "class_definition":
        return False
    if function not in names:
        names[function] = _first_seen(syntax, function)
    return names[function][syntax.text(left)] < syntax.starts[left]


def _first_seen(syntax: Syntax, function: int) -> dict[bytes, int]:
    """Where each name occurs first in a function, its parameters included."""
    found: dict[bytes, int] = {}
    for node in range(syntax.child(function, "parameters"), syntax.after[function]):
        if syntax.kind(node) == "identifier":
            found.setdefault(syntax.text(node), syntax.starts[node])
    return found
