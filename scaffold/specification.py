"""The first draft of SPEC.md: the conventions of the drafted drivers in full, and for each program what its signature
tells, with headings for what only a person can write.

The words of a library are not ours: at most one sentence or two of a docstring or comment are quoted, marked, and only
under a permissive licence, to be rewritten by the author. Defaults that are code are left for the author to define."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..suite.draft import MARK, QUOTED
from ..suite.licence import Terms, terms
from .model import Entry, Kind, Offer, Parameter, Program, Release

TEMPLATES = Path(__file__).with_name("templates")
MOST = 40  # words of a quotation
KINDS = {
    Kind.TEXT: "text",
    Kind.BYTES: "bytes",
    Kind.INTEGER: "an integer: optional `-`, then 1 to 4000 ASCII digits",
    Kind.NUMBER: "a number: optional `-`, digits, optionally `.` and digits, optionally `e` or `E`, a sign and digits",
    Kind.FLAG: "present or not",
    Kind.JSON: "a JSON document",
}


def specification(release: Release, programs: Sequence[Program], language: str) -> str:
    """SPEC.md of a drafted task. `language`: "Python", "C" or "C++"."""
    names = ", ".join(f"`{program.id}`" for program in programs)
    parts = [
        f"# {release.name}: {MARK}: what the library is for, in a few words\n",
        f"""{MARK}: this page is a draft. It must define every program so exactly that somebody who never saw the
library can write it again: each rule, table, message and exit status, in your own words. Delete each mark when what it
asks for is done; `suite check` lists those that are left.
""",
        f"{len(programs)} program{'s' if len(programs) != 1 else ''}: {names}. "
        f"What is asked for is what the {language} library {release.name} {release.version} does behind them.\n",
        (TEMPLATES / ("python.md" if language == "Python" else "native.md")).read_text(encoding="utf-8"),
    ]
    return "\n".join(parts + [_program(program, release, language) for program in programs])


def _program(program: Program, release: Release, language: str) -> str:
    lines = [f"## `{program.id}`\n", f"```\n{program.usage}\n```\n"]
    offer = program.offer
    if offer is None:
        return "\n".join(
            [
                *lines,
                f"{MARK}: say what the program reads, does and writes.\n",
                *_endings((), native=language != "Python"),
            ]
        )
    if offer.owner:
        lines += _quotation(offer.words, release, offer.path)
        lines.append("The first word is a command. Where it needs an object, the object is made of these:\n")
        lines += _table(offer.owner.parameters)
    for entry in offer.entries:
        lines += _entry(offer, entry, release, language)
    raises = sorted({name for entry in offer.entries for name in entry.raises})
    return "\n".join(lines + _endings(raises, native=language != "Python"))


def _entry(offer: Offer, entry: Entry, release: Release, language: str) -> list[str]:
    lines = [f"### `{entry.name}`\n" if offer.owner else ""]
    lines += _table(entry.parameters)
    if entry.returns:
        lines.append(f"Result: `{_cell(entry.returns)}`.\n")
    lines += _quotation(entry.words, release, entry.name)
    asked = "every rule and its order, tables in full, limits, the empty input, non-ASCII input"
    lines.append(f"{MARK}: define what it computes: {asked}.\n")
    return lines if lines[0] else lines[1:]


def _table(parameters: Sequence[Parameter]) -> list[str]:
    rows = [_row(p) for p in parameters]
    return ["| parameter | type in the library | given as | default |", "|---|---|---|---|", *rows, ""] if rows else []


def _row(p: Parameter) -> str:
    given = f"an integer, {p.range}" if p.range else KINDS[p.kind] if p.kind else "the length of the operand before it"
    if p.many:
        given += ", any number of them"
    default = "required" if p.required else f"`{_cell(p.default)}`" if p.default else f"{MARK}: define it"
    if p.many:
        default = "none"
    return f"| `{p.name}` | {f'`{_cell(p.written)}`' if p.written else 'not said'} | {given} | {default} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("`", "'")


def _quotation(words: str, release: Release, name: str) -> list[str]:
    """A short marked quotation; under other than permissive terms only the mark."""
    if not words:
        return []
    if terms(release.licence) is not Terms.PERMISSIVE:
        why = f"its licence ({release.licence}) is not permissive, so nothing is quoted"
        return [f"{MARK}: the library describes `{name}`; {why}.\n"]
    shown = words.split()
    text = " ".join(shown[:MOST]) + (" …" if len(shown) > MOST else "")
    whose = f"{QUOTED} ({release.name} {release.version}, {release.licence})"
    mark = f"{MARK}: {whose}: rewrite in your own words, then delete this."
    return [mark, "", "> " + text.replace("<", "\\<") + "\n"]


def _endings(raises: Sequence[str], native: bool) -> list[str]:
    """The table of exit statuses, and what is to be said of errors."""
    known = f" The library mentions {', '.join(f'`{name}`' for name in raises)}." if raises else ""
    return [
        "| exit status | when | standard error |",
        "|---|---|---|",
        "| 0 | done | empty |",
        *(
            []
            if native
            else [f"| 1 | {MARK}: which inputs are errors | `error: ` and a name; {MARK}: define each message |"]
        ),
        f"| 2 | {'a usage error, a bad value' if native else 'a usage error'} | see the conventions |",
        "",
        f"{MARK}: list the errors in the order in which they are found.{known}\n",
    ]
