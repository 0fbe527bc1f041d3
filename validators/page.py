"""Writes docs/policy.md from the rules: `python -m portproof.validators.page > docs/policy.md`."""

from __future__ import annotations

import json
import sys

from ..core.violation import Severity
from .rules import TABLES, TRACKS, Content, Example, Rule, rules, table
from .source import printable

_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
LANGUAGES = {".mjs": "js", ".js": "js", ".cjs": "js", ".json": "json", ".toml": "toml", ".rs": "rust", ".py": "python"}

HEAD = """
# The policy

What a submission may not do, and why. `check` reads the final tree and never runs it; the walls refuse the same things
at run time and report the attempt. A `reject` makes every program of the tree `policy_violation`; a `flag` is for a
person to look at and changes no verdict. What cannot be resolved to a constant is refused where it matters.

This page is generated from the rules (`python -m portproof.validators.page`); a test keeps it current.
"""


def page() -> str:
    """The page, in Markdown."""
    shared = [rule for rule in rules(TRACKS[0]) if len(rule.tracks) > 1]
    parts = [_head(), "## Both tracks", *(_entry(rule) for rule in shared)]
    for track in TRACKS:
        parts.append(f"## {track}")
        parts.append(_lists(track))
        parts += [_entry(rule) for rule in rules(track) if len(rule.tracks) == 1]
    return "\n\n".join([*parts, _measured()]) + "\n"


def _head() -> str:
    return HEAD.strip()


def _lists(track: str) -> str:
    data = table(track)
    if track == "py2js":
        builtins = data["builtins"]
        assert isinstance(builtins, list)
        return "Built-in modules that may be imported: " + ", ".join(f"`{name}`" for name in builtins) + "."
    paths = data["path"]
    assert isinstance(paths, list)
    rows = ["| path of std | refused by | allowed members |", "|---|---|---|"]
    for entry in paths:
        keeps = ", ".join(f"`{name}`" for name in entry.get("keeps", ())) or "–"
        rows.append(f"| `{entry['path']}` | {entry['rule'] or 'allowed'} | {keeps} |")
    return "\n".join(rows)


def _entry(rule: Rule) -> str:
    head = f"### {rule.id}\n\n{rule.title} ({rule.layer}, {rule.severity}). {rule.reason}"
    if rule.given:
        head += f"\n\nGiven {_circumstances(rule)}:"
    verb = "Refused" if rule.severity is Severity.REJECT else "Flagged"
    return f"{head}\n\n{verb}:\n\n{_tree(rule.breaks)}\n\nFine:\n\n{_tree(rule.keeps)}"


def _circumstances(rule: Rule) -> str:
    return "; ".join(f"{name} `{json.dumps(value)}`" for name, value in rule.given.items())


def _tree(example: Example) -> str:
    return "\n\n".join(_file(path, content) for path, content in example.items())


def _file(path: str, content: Content) -> str:
    name = path.encode("unicode_escape").decode("ascii") if not path.isprintable() else path
    if not isinstance(content, str):
        if "link" in content:
            return f"`{name}` is a symbolic link to `{content['link']}`"
        if "base64" in content:
            return f"`{name}` holds the bytes (Base64) `{content['base64']}`"
        repeat = content["repeat"]
        assert isinstance(repeat, list)
        return f"`{name}` repeats `{repeat[0]}` {repeat[1]:,} times"
    suffix = path[path.rfind(".") :] if "." in path else ""
    return f"`{name}`\n\n```{LANGUAGES.get(suffix, '')}\n{_visible(content)}\n```"


def _visible(content: str) -> str:
    return "\n".join(line if not _MARKS & set(line) else printable(line) for line in content.rstrip().split("\n"))


def _measured() -> str:
    return (TABLES / "measured.md").read_text("utf-8").rstrip()


if __name__ == "__main__":
    sys.stdout.write(page())
