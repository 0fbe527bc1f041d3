"""How much of a Rust tree is unsafe, counted on its syntax tree; reported, not judged."""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

import tree_sitter_rust
from tree_sitter import Language, Parser

from ...validators import files
from ...validators.findings import Findings
from ...validators.measures import Measures
from ...validators.policy import policy
from ...validators.syntax import Syntax, TooTangled, parsed

_FORBID = re.compile(rb"#\s*!\s*\[\s*forbid\s*\([^)]*\bunsafe_code\b")
UNPARSED = {b"{": "unsafe blocks", b"fn": "unsafe functions", b"extern": "unsafe functions", b"impl": "unsafe impls",
            b"trait": "unsafe traits"}  # fmt: skip
COUNTED = ("unsafe blocks", "unsafe functions", "unsafe impls", "unsafe traits", "raw pointer types", "static muts")


def measures(tree: Path) -> Measures:
    """The numbers of every .rs file under `tree`. A file that cannot be parsed counts with its lines only."""
    rules = policy("c2rust")
    quiet = Findings(rules)
    language = Language(tree_sitter_rust.language())
    parser = Parser(language)
    counts: dict[str, float] = dict.fromkeys((*COUNTED, "raw pointer dereferences", "unsafe lines"), 0)
    lines = number = 0
    roots = forbidding = 0
    every = files.read(tree, rules, quiet)
    named = _named_roots(every)
    for file in every:
        if file.suffix != ".rs" or not files.inspect(file, rules, quiet):
            continue
        number += 1
        root = file.name in {"main.rs", "lib.rs"} or "/bin/" in file.path or file.path in named
        roots += root
        try:
            syntax = parsed(parser, language, file.data, rules.limits.nodes, rules.limits.nesting)
        except TooTangled:
            lines += file.data.count(b"\n")
            continue
        forbidding += root and _forbids(syntax)
        code, unsafe = _lines(syntax, counts)
        lines += len(code)
        counts["unsafe lines"] += len(code & unsafe)
    counts["share of unsafe lines"] = round(counts["unsafe lines"] / lines, 4) if lines else 0
    return Measures(number, lines, counts, ("forbids unsafe code",) if roots and roots == forbidding else ())


def _named_roots(every: Sequence[files.File]) -> set[str]:
    """The files that a manifest makes the root of a library or program."""
    found: set[str] = set()
    for file in every:
        if file.name != "Cargo.toml":
            continue
        try:
            data = tomllib.loads(file.data.decode("utf-8-sig"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError):
            continue  # the checker says so
        targets = data.get("bin", [])
        for target in (data.get("lib"), *(targets if isinstance(targets, list) else ())):
            path = target.get("path") if isinstance(target, dict) else None
            if isinstance(path, str):
                found.add(posixpath.normpath(posixpath.join(file.folder, path)))
    return found


def _forbids(syntax: Syntax) -> bool:
    """Whether an attribute of the crate itself forbids unsafe code."""
    return any(
        syntax.kind(node) == "inner_attribute_item" and _FORBID.match(syntax.text(node)) is not None
        for node in syntax.children(0)
    )


def _lines(syntax: Syntax, counts: dict[str, float]) -> tuple[set[int], set[int]]:
    """Lines with code, and lines inside unsafe blocks and functions; adds to the counts."""
    starts = [0, *(m.end() for m in re.finditer(rb"\n", syntax.data))]
    code: set[int] = set()
    unsafe: set[int] = set()
    line = 0
    for node in range(len(syntax.kinds)):
        kind = syntax.kind(node)
        while line + 1 < len(starts) and starts[line + 1] <= syntax.starts[node]:
            line += 1
        if syntax.after[node] == node + 1 and "comment" not in kind + syntax.kind(max(0, syntax.parents[node])):
            code.add(line)
        if syntax.kind(syntax.parents[node]) == "token_tree":
            unsafe |= _unparsed(syntax, node, line, counts)
        elif kind == "unsafe_block":
            counts["unsafe blocks"] += 1
            unsafe |= _range(syntax, node, line)
        elif kind == "function_modifiers" and b"unsafe" in syntax.text(node).split():
            function = syntax.parents[node]
            if syntax.kind(function) == "function_type":
                continue  # the type of a pointer to a function, not a function
            counts["unsafe functions"] += 1
            if syntax.child(function, "body") >= 0:
                unsafe |= _range(syntax, function, line)
        elif kind == "unsafe" and syntax.kind(syntax.parents[node]) in {"impl_item", "trait_item"}:
            counts["unsafe impls" if syntax.kind(syntax.parents[node]) == "impl_item" else "unsafe traits"] += 1
        elif kind == "pointer_type":
            counts["raw pointer types"] += 1
        elif kind == "static_item" and any(syntax.kind(c) == "mutable_specifier" for c in syntax.children(node)):
            counts["static muts"] += 1
        elif kind == "unary_expression" and syntax.text(node)[:1] == b"*" and _inside(syntax, node):
            counts["raw pointer dereferences"] += 1
    return code, unsafe


def _unparsed(syntax: Syntax, node: int, line: int, counts: dict[str, float]) -> set[int]:
    """Counts what a token within a macro starts, and gives the lines of an unsafe block."""
    text, after = syntax.text(node), syntax.after[node]
    if after >= len(syntax.kinds) or syntax.parents[after] != syntax.parents[node]:
        return set()
    following = syntax.text(after)
    if text == b"*" and following in {b"const", b"mut"}:
        counts["raw pointer types"] += 1
    told = UNPARSED.get(following[:1] if following[:1] == b"{" else following, "") if text == b"unsafe" else ""
    if told:
        counts[told] += 1
    return _range(syntax, after, line) if told == "unsafe blocks" else set()


def _range(syntax: Syntax, node: int, line: int) -> set[int]:
    return set(range(line, line + syntax.text(node).count(b"\n") + 1))


def _inside(syntax: Syntax, node: int) -> bool:
    """Whether a node is inside an unsafe block or function: there, a dereference may be one of a raw pointer (an
    upper bound)."""
    while node > 0:
        kind = syntax.kind(node)
        if kind == "unsafe_block":
            return True
        if kind == "function_item":
            return any(
                syntax.kind(c) == "function_modifiers" and b"unsafe" in syntax.text(c).split()
                for c in syntax.children(node)
            )
        node = syntax.parents[node]
    return False
