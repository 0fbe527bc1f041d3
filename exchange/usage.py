"""What a driver says of its own command line, read from its source without running it: the options of its argparse
parser, or the positions of argv that it looks at. What cannot be read is left out, never guessed."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

MAX_SOURCE = 1 << 20
ARGV = re.compile(r"\bargv\s*\[\s*(\d+)\s*\]")
COUNT = re.compile(r"\bargc\s*(<=|>=|==|!=|<|>)\s*(\d+)")


@dataclass(frozen=True, slots=True)
class Option:
    """One argument that a parser declares. `facts` are its settings as the source spells them: type, default, …"""

    names: tuple[str, ...]
    help: str
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Usage:
    """`summary` is the parser's description or the module's first line; `notes` say what was seen of argv."""

    summary: str = ""
    options: tuple[Option, ...] = ()
    notes: tuple[str, ...] = ()


def python_usage(source: str) -> Usage:
    """The usage of an argparse driver."""
    try:
        tree = ast.parse(source) if len(source) <= MAX_SOURCE else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        tree = None
    if tree is None:
        return Usage(notes=("the driver's source could not be read as Python of the importing version",))
    options: list[Option] = []
    summary = (ast.get_docstring(tree) or "").strip().partition("\n")[0]
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        words = {word.arg: word.value for word in node.keywords if word.arg}
        if called == "ArgumentParser":
            summary = (_text(words.get("description")) or summary).strip().partition("\n")[0]
        elif called == "add_argument":
            names = tuple(name for value in node.args if (name := _text(value)) is not None)
            facts = tuple((name, _spelled(value)) for name, value in words.items() if name not in ("help", "dest"))
            if names:
                options.append(Option(names, _text(words.get("help")) or "", facts))
    return Usage(summary, tuple(options))


def native_usage(source: str) -> Usage:
    """What a C++ driver looks at: the positions of argv and the counts that it holds argc against."""
    positions = sorted({int(number) for number in ARGV.findall(source[:MAX_SOURCE]) if int(number) < 1000})
    counts = sorted({f"argc {sign} {number}" for sign, number in COUNT.findall(source[:MAX_SOURCE])})
    notes = []
    if asked := [str(position) for position in positions if position > 0]:
        notes.append(f"the driver reads the arguments at these positions: {', '.join(asked)}")
    if counts:
        notes.append(f"it checks {', '.join(f'`{count}`' for count in counts)}")
    if "argv" not in source:
        notes.append("the driver looks at no argument")
    return Usage("", (), tuple(notes))


def _text(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _spelled(node: ast.expr) -> str:
    try:
        return ast.unparse(node)[:200]
    except RecursionError:
        return "…"
