"""The mutation operators of C and C++. It never touches what the preprocessor or the compiler alone reads: directives,
macro bodies, static assertions, attributes, array sizes, case labels, template arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...validators.syntax import Syntax
from ..model import Language
from .tree import FILLER, NEGATED, SHIFTED, Edit, floating, integers, marked, replaced, text, thinned

ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "&": "|", "|": "&", "^": "&", "<<": ">>", ">>": "<<"}
ASSIGNING = {f"{one}=": f"{other}=" for one, other in ARITHMETIC.items()}
STEPPING = {"++": "--", "--": "++"}
LOGICAL = {"&&": "||", "||": "&&", "and": "or", "or": "and"}
SPARED = frozenset(
    {
        "comment",
        "preproc_include",
        "preproc_def",
        "preproc_function_def",
        "preproc_call",
        "preproc_directive",
        "static_assert_declaration",
        "attribute_specifier",
        "attribute_declaration",
        "ms_declspec_modifier",
        "gnu_asm_expression",
        "template_argument_list",
        "template_parameter_list",
        "type_descriptor",
        "bitfield_clause",
        "enumerator",
        "noexcept",
        "requires_clause",
        "user_defined_literal",
    }
)
# Parts of a node that only the compiler reads: kind of the node, field of the part.
SPARED_FIELDS = frozenset(
    {
        ("preproc_if", "condition"),
        ("preproc_elif", "condition"),
        ("linkage_specification", "value"),
        ("array_declarator", "size"),
        ("case_statement", "value"),
    }
)
STATIC = frozenset({b"static_assert", b"_Static_assert", b"__attribute__", b"__declspec", b"asm", b"__asm__"})
STRINGS = frozenset({"string_literal", "concatenated_string", "raw_string_literal"})
CONTAINERS = frozenset({"initializer_list"})
LITERALS = frozenset({"number_literal", "char_literal", "string_literal", "true", "false"})
CONSTANTS = frozenset({"number_literal", "true", "false", "null", "nullptr"})
CONDITIONED = frozenset({"if_statement", "while_statement", "do_statement", "for_statement", "conditional_expression"})
JUMPS = frozenset({"break_statement", "continue_statement", "goto_statement", "throw_statement"})
BODIES = frozenset({"function_definition", "compound_statement", "if_statement", "expression_statement"})
INTEGER = re.compile(r"(0[xX][0-9a-fA-F']+|0[bB][01']+|[0-9][0-9']*)([uUlLzZ]*)")
FLOAT = re.compile(r"((?:[0-9][0-9']*\.?[0-9']*|\.[0-9']+)(?:[eE][+-]?[0-9]+)?)([fFlL]?)")
STATEMENT = re.compile(r".*_(statement|definition)|declaration")


def is_statement(kind: str) -> bool:
    """Whether coverage may count the first line of such a node for all its lines."""
    return STATEMENT.fullmatch(kind) is not None


def edits(syntax: Syntax, language: Language) -> Iterator[Edit]:
    """Every edit of the source, in no particular order."""
    return thinned(syntax, _all(syntax, language), CONTAINERS, LITERALS)


def _all(syntax: Syntax, language: Language) -> Iterator[Edit]:
    spared = marked(syntax, _spared(syntax))
    for node in range(len(syntax.kinds)):
        if spared[node]:
            continue
        match syntax.kind(node):
            case "binary_expression":
                yield from _binary(syntax, node)
            case "assignment_expression":
                yield from _swapped(syntax, node, "arithmetic", ASSIGNING)
            case "update_expression":
                yield from _swapped(syntax, node, "arithmetic", STEPPING)
            case "unary_expression":
                sign = text(syntax, syntax.child(node, "operator"))
                operator = "logical" if sign in ("!", "not") else "arithmetic"
                if sign != "+":
                    yield replaced(syntax, node, operator, text(syntax, syntax.child(node, "argument")))
            case "number_literal" if syntax.text(node)[:1] in (b"-", b"+"):  # the grammar's, not the language's
                sign, bare = text(syntax, node)[0], text(syntax, node)[1:]
                yield replaced(syntax, node, "arithmetic", bare)
                yield from (replaced(syntax, node, "constant", sign + other) for other in _numbers(bare))
            case "number_literal" | "char_literal" | "true" | "false":
                yield from (replaced(syntax, node, "constant", other) for other in _constants(syntax, node))
            case "string_literal":
                yield replaced(syntax, node, "string", _string(syntax, node))
            case "return_statement":
                yield from _return(syntax, node, language)
            case "expression_statement" if _deletable(syntax, node):
                yield Edit(syntax.starts[node], syntax.ends[node], "statement", ";", node)
        if syntax.kind(node) in JUMPS:
            yield Edit(syntax.starts[node], syntax.ends[node], "statement", ";", node)
        if syntax.kind(node) in CONDITIONED:
            yield from _branch(syntax, node, spared)


def _spared(syntax: Syntax) -> Iterator[int]:
    for node in range(len(syntax.kinds)):
        kind = syntax.kind(node)
        if kind in SPARED or (kind == "ERROR" and not _holds_code(syntax, node)):
            yield node
        elif kind == "call_expression" and syntax.text(syntax.child(node, "function")) in STATIC:
            yield syntax.parents[node] if syntax.kind(syntax.parents[node]) == "expression_statement" else node
        elif kind in STRINGS:
            yield from (part for part in syntax.children(node) if syntax.kind(part) not in STRINGS)
        elif kind == "if_statement" and any(syntax.kind(part) == "constexpr" for part in syntax.children(node)):
            yield syntax.child(node, "condition")
        else:
            yield from (part for part in syntax.children(node) if (kind, syntax.field(part)) in SPARED_FIELDS)


def _holds_code(syntax: Syntax, node: int) -> bool:
    """Whether the parser stumbled over all of this (K&R parameters and macros can do that to a whole file), but knew
    the statements in it: what is wrong with a mutant there the compiler says."""
    return any(syntax.kind(inner) in BODIES for inner in range(node + 1, syntax.after[node]))


def _swapped(syntax: Syntax, node: int, operator: str, table: dict[str, str]) -> Iterator[Edit]:
    token = syntax.child(node, "operator")
    if (other := table.get(text(syntax, token))) is not None:
        yield replaced(syntax, token, operator, other)


def _binary(syntax: Syntax, node: int) -> Iterator[Edit]:
    if not _streams(syntax, node):
        yield from _swapped(syntax, node, "arithmetic", ARITHMETIC)
    yield from _swapped(syntax, node, "comparison", NEGATED)
    yield from _swapped(syntax, node, "boundary", SHIFTED)
    yield from _swapped(syntax, node, "logical", LOGICAL)


def _streams(syntax: Syntax, node: int) -> bool:
    """Whether `<<` writes or `>>` reads: at the left end of the chain stands a stream, or a string is an operand."""
    if text(syntax, syntax.child(node, "operator")) not in ("<<", ">>"):
        return False
    while syntax.kind(syntax.parents[node]) == "binary_expression" and syntax.field(node) == "left":
        node = syntax.parents[node]
    while syntax.kind(node) == "binary_expression":
        if syntax.kind(syntax.child(node, "right")) in STRINGS:
            return True
        node = syntax.child(node, "left")
    name = syntax.text(node).rpartition(b"::")[2]
    return syntax.kind(node) in STRINGS or name in (b"cout", b"cerr", b"clog", b"cin") or b"stream" in name


def _constants(syntax: Syntax, node: int) -> Iterator[str]:
    shown = text(syntax, node)
    match syntax.kind(node):
        case "true":
            yield "false"
        case "false":
            yield "true"
        case "char_literal":
            yield from _characters(shown)
        case _:
            yield from _numbers(shown)


def _numbers(shown: str) -> Iterator[str]:
    """The neighbours of a number without a sign, written as it is."""
    if whole := INTEGER.fullmatch(shown):
        digits, suffix = whole[1].replace("'", ""), whole[2]
        if re.fullmatch(r"0[0-7]+", digits):
            yield from (other + suffix for other in integers(int(digits, 8), lambda value: f"0{value:o}"))
        elif not re.fullmatch(r"0[0-9]+", digits):
            written = hex if digits[:2].lower() == "0x" else str
            yield from (other + suffix for other in integers(int(digits, 0), written))
    elif (real := FLOAT.fullmatch(shown)) and (other := floating(float(real[1].replace("'", "")))) is not None:
        yield other + real[2]


def _characters(shown: str) -> Iterator[str]:
    """The next printable character; a space for what is written as an escape."""
    prefix, _, rest = shown.partition("'")
    inner = rest[:-1]
    if inner.startswith("\\"):
        yield f"{prefix}' '"
    elif len(inner) == 1 and " " <= inner < "~" and chr(ord(inner) + 1) not in "'\\":
        yield f"{prefix}'{chr(ord(inner) + 1)}'"
    elif len(inner) == 1:
        yield f"{prefix}' '"


def _string(syntax: Syntax, node: int) -> str:
    inner = list(syntax.children(node))
    if not inner:  # `""`: the tree does not part two quotes with nothing between them
        return text(syntax, node)[:-1] + FILLER + text(syntax, node)[-1:]
    opening, closing = text(syntax, inner[0]), text(syntax, inner[-1])
    return opening + (FILLER if len(inner) == 2 else "") + closing


def _return(syntax: Syntax, node: int, language: Language) -> Iterator[Edit]:
    """`return 0` in C, the type's own empty value in C++. Constants have an operator of their own."""
    value = syntax.operands(node)
    if not value or syntax.kind(value[0]) in CONSTANTS | {"initializer_list"}:
        return
    nothing = "0" if language is Language.C else "{}"
    yield Edit(syntax.starts[node], syntax.ends[node], "return", f"return {nothing};", node)


def _branch(syntax: Syntax, node: int, spared: bytearray) -> Iterator[Edit]:
    """The condition negated, always true and always false; of a loop only false, since true seldom ends."""
    condition = syntax.child(node, "condition")
    if condition < 0:
        return
    if syntax.kind(condition) in ("parenthesized_expression", "condition_clause"):
        inner = syntax.operands(condition)
        if len(inner) != 1 or any(syntax.kind(part) in ("init_statement", "declaration") for part in inner):
            return
        condition = inner[0]
    if spared[condition] or syntax.kind(condition) in CONSTANTS:
        return
    kind = syntax.kind(node)
    if kind in ("if_statement", "conditional_expression"):
        if not _negated_elsewhere(syntax, condition):
            yield replaced(syntax, condition, "branch", f"!({text(syntax, condition)})")
        yield replaced(syntax, condition, "branch", "1")
    yield replaced(syntax, condition, "branch", "0")


def _negated_elsewhere(syntax: Syntax, condition: int) -> bool:
    """Whether another operator makes the same change: `a < b` to `a >= b`, `!a` to `a`."""
    sign = syntax.child(condition, "operator")
    return sign >= 0 and text(syntax, sign) in (*NEGATED, "!", "not")


def _deletable(syntax: Syntax, statement: int) -> bool:
    """A statement that does something: not a lone `;`, nor `(void)name;`."""
    inner = syntax.operands(statement)
    return len(inner) == 1 and syntax.kind(inner[0]) not in ("cast_expression", "identifier", *CONSTANTS)
