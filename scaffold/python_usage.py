"""The command lines of drafted Python programs: how usage text shows them, and a few cases that run."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence

from .model import Entry, Kind, Offer, Parameter

PLACE = {Kind.TEXT: "TEXT", Kind.BYTES: "BYTES", Kind.INTEGER: "INTEGER", Kind.NUMBER: "NUMBER", Kind.JSON: "JSON"}
SAMPLES = {Kind.TEXT: "abc", Kind.BYTES: "abc", Kind.INTEGER: "12", Kind.NUMBER: "1.5", Kind.JSON: "[1, 2]"}
WIDE = 100  # characters of a usage line; options that do not fit stand in lines of their own


def identifier(name: str) -> str:
    """A program's id from a name: `[a-z0-9-]`, words apart."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name)
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:64] or "program"


def commands(offer: Offer) -> dict[str, Entry]:
    """The commands of a program: one without a name for a function, one for each method of a class."""
    return {identifier(entry.name): entry for entry in offer.entries} if offer.owner else {"": offer.entries[0]}


def parameters(offer: Offer, entry: Entry) -> tuple[Parameter, ...]:
    """What a command takes: for a method first what the constructor takes."""
    own = offer.owner.parameters if offer.owner and entry.bound else ()
    return (*(p for p in own if not p.many), *entry.parameters)


def options(given: Sequence[Parameter]) -> list[Parameter]:
    """Those that are options."""
    return [p for p in given if not p.required and not p.many]


def option(parameter: Parameter) -> str:
    """How an option is written; a flag that is on by default is switched off."""
    name = parameter.name.strip("_").replace("_", "-")
    return f"--no-{name}" if parameter.kind is Kind.FLAG and parameter.default == "True" else f"--{name}"


def data(required: Sequence[Parameter]) -> int | None:
    """The operand that standard input may stand for."""
    return next((i for i, p in enumerate(required) if p.kind in (Kind.TEXT, Kind.BYTES)), None)


def usage(id: str, offer: Offer) -> str:
    """The usage text, without a line feed at its end."""
    lines: list[str] = []
    below: list[str] = []
    for command, entry in commands(offer).items():
        taken = parameters(offer, entry)
        shown = [f"{option(p)} {PLACE[p.kind]}" if p.kind in PLACE else option(p) for p in options(taken)]
        words = [id, *([command] if command else [])]
        whole = [*words, *(f"[{one}]" for one in shown), *_operands(taken)]
        if len(" ".join(whole)) > WIDE:
            whole = [*words, "[OPTION...]", *_operands(taken)]
            head = f"  {command or 'options'}: "
            listed = ", ".join(one.replace(" ", "\0") for one in shown)
            below += wrap(listed, initial_indent=head, subsequent_indent="    ")
        lines.append(("usage: " if not lines else "       ") + " ".join(whole))
    return "\n".join([*lines, *below]).replace("\0", " ")


def wrap(text: str, initial_indent: str, subsequent_indent: str) -> list[str]:
    """Lines of at most WIDE characters where words allow it; no word is broken."""
    return textwrap.wrap(
        text,
        WIDE,
        initial_indent=initial_indent,
        subsequent_indent=subsequent_indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _operands(taken: Sequence[Parameter]) -> list[str]:
    required = [p for p in taken if p.required]
    many = [f"[{p.name.upper()}...]" for p in taken if p.many]
    at = None if many else data(required)
    names = [f"[{p.name.upper()}]" if i == at else p.name.upper() for i, p in enumerate(required)]
    return [*(["[--]"] if names or many else []), *names, *many]


def cases(offer: Offer) -> tuple[Mapping[str, object], ...]:
    """A few cases that run: operands, standard input where it may stand for one, options, a usage error. The first is
    visible."""
    found: list[dict[str, object]] = []
    for command, entry in commands(offer).items():
        taken = parameters(offer, entry)
        required = [p for p in taken if p.required]
        first = [command] if command else []
        words = [SAMPLES[p.kind] for p in required if p.kind]
        words += [SAMPLES[p.kind] for p in taken for _ in range(2) if p.many and p.kind]
        found.append({"args": [*first, *words], "tags": ["draft"]})
        at = None if any(p.many for p in taken) else data(required)
        if at is not None:
            rest = words[:at] + words[at + 1 :]
            found.append({"args": [*first, *rest], "stdin": "two words\n", "tags": ["draft", "stdin"]})
        flags = [option(p) for p in options(taken) if p.kind is Kind.FLAG]
        if flags:
            found.append({"args": [*first, *flags, *words], "tags": ["draft", "options"]})
    found[0]["visible"] = True
    return (*found, {"args": ["--unknown"], "tags": ["draft", "usage"]})
