"""How a JavaScript tree is built, counted on its syntax tree; reported, not judged."""

from __future__ import annotations

import re
from pathlib import Path

import tree_sitter_javascript
from tree_sitter import Language, Parser

from ...validators import files
from ...validators.findings import Findings
from ...validators.measures import Measures
from ...validators.policy import policy
from ...validators.syntax import Syntax, TooTangled, parsed

# Constructs whose meaning is decided while running: what a reader cannot see, though the policy allows it.
DYNAMIC = {"subscript_expression", "computed_property_name", "spread_element", "meta_property"}
COMMENTS = frozenset(("comment",))
REFLECTION = re.compile(rb"\b(?:Reflect|Proxy)\b|\bObject\s*\.\s*(?:defineProperty|setPrototypeOf|assign)\b")


def measures(tree: Path) -> Measures:
    """The numbers of every module under `tree`."""
    rules = policy("py2js")
    quiet = Findings(rules)
    language = Language(tree_sitter_javascript.language())
    parser = Parser(language)
    lines = number = longest = dynamic = nodes = functions = classes = 0
    for file in files.read(tree, rules, quiet):
        if file.suffix not in files.SOURCES["py2js"] or not files.inspect(file, rules, quiet):
            continue
        number += 1
        try:
            syntax = parsed(parser, language, file.data, rules.limits.nodes, rules.limits.nesting)
        except TooTangled:
            lines += file.data.count(b"\n")
            continue
        code = _without_comments(syntax)
        own = sum(1 for line in code.splitlines() if line.strip())
        lines += own
        longest = max(longest, own)
        dynamic += len(REFLECTION.findall(code))
        nodes += sum(syntax.named[kind] for kind in syntax.kinds)
        for kind in map(syntax.names.__getitem__, syntax.kinds):
            dynamic += kind in DYNAMIC
            functions += kind in {"function_declaration", "arrow_function", "function_expression", "method_definition"}
            classes += kind == "class_declaration"
    return Measures(
        number,
        lines,
        {
            "modules": number,
            "longest file in lines": longest,
            "functions": functions,
            "classes": classes,
            "dynamic constructs": dynamic,
            "share of dynamic constructs": round(dynamic / nodes, 4) if nodes else 0,
        },
    )


def _without_comments(syntax: Syntax) -> bytes:
    """The source with the comments cut out; the ends of lines within them stay."""
    parts, at = [], 0
    for node in syntax.of_kinds(COMMENTS):
        parts += [syntax.data[at : syntax.starts[node]], b"\n" * syntax.text(node).count(b"\n")]
        at = syntax.ends[node]
    return b"".join([*parts, syntax.data[at:]])
