"""Drivers of Python programs: a short file a program, in the style of the bundled ones, that runs as it is. What they
share is `templates/driver.py`, copied beside them."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Collection, Sequence

from ..suite.draft import MARK
from .model import Entry, Kind, Offer, Parameter, Program

TAKEN = {"words", "given", "keywords", "settings", "subject", "run", "program", "driver", "rest"}
READERS = {
    Kind.TEXT: "as_text({word})",
    Kind.BYTES: "as_bytes({word})",
    Kind.INTEGER: 'as_integer({word}, "{name}")',
    Kind.NUMBER: 'as_number({word}, "{name}")',
    Kind.JSON: 'as_json({word}, "{name}")',
}
PLACE = {Kind.TEXT: "TEXT", Kind.BYTES: "BYTES", Kind.INTEGER: "INTEGER", Kind.NUMBER: "NUMBER", Kind.JSON: "JSON"}
SAMPLES = {Kind.TEXT: "abc", Kind.BYTES: "abc", Kind.INTEGER: "12", Kind.NUMBER: "1.5", Kind.JSON: "[1, 2]"}


def identifier(name: str) -> str:
    """A program's id from a name: `[a-z0-9-]`, words apart."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name)
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:64] or "program"


def file_name(id: str, taken: Collection[str]) -> str:
    """The driver's file: never named like a module that it or the library imports: a driver's folder comes first."""
    stem = id.replace("-", "_")
    odd = stem in taken or stem in sys.stdlib_module_names or stem == "driver" or keyword.iskeyword(stem)
    return f"{stem}_program.py" if odd or stem[0].isdigit() else f"{stem}.py"


def program(offer: Offer, id: str, taken: Collection[str]) -> Program:
    """The program that calls what is offered. `taken`: the top-level modules of the library and what it needs."""
    commands = {identifier(entry.name): entry for entry in offer.entries} if offer.owner else {"": offer.entries[0]}
    usage = "\n".join(
        ("usage: " if i == 0 else "       ") + _usage(id, command, _parameters(offer, entry))
        for i, (command, entry) in enumerate(commands.items())
    )
    functions = [_function(offer, entry, _python(command) or "program") for command, entry in commands.items()]
    if offer.owner:
        functions.append(_table(commands))
    readers = {p.kind for entry in offer.entries for p in _parameters(offer, entry)} - {Kind.FLAG, None}
    shared = ["Words", *sorted(READERS[kind].split("(")[0] for kind in readers if kind), "run"]
    body = "\n\n\n".join(functions)
    text = f'''"""Calls {offer.module}.{offer.path}.

{MARK}: say in one sentence what this program does; keep only what a submission shall reproduce."""

from __future__ import annotations

{_import(offer)}
from driver import {", ".join(shared)}

USAGE = {_quoted(usage)}


{body}


run(program, USAGE)
'''
    return Program(id, file_name(id, taken), text, usage, offer, tuple(_cases(offer, commands)))


def _import(offer: Offer) -> str:
    """A submodule's names one by one: a package may have another object under the submodule's name."""
    return f"from {offer.module} import {offer.path}" if "." in offer.module else f"import {offer.module}"


def _quoted(usage: str) -> str:
    return f'"{usage}"' if "\n" not in usage else f'"""\\\n{usage}"""'


def _parameters(offer: Offer, entry: Entry) -> tuple[Parameter, ...]:
    own = offer.owner.parameters if offer.owner and entry.bound else ()
    many = tuple(p for p in own if p.many)
    return tuple(p for p in (*own, *entry.parameters) if not many or p not in many)


def _data(required: Sequence[Parameter]) -> int | None:
    """The operand that standard input may stand for."""
    return next((i for i, p in enumerate(required) if p.kind in (Kind.TEXT, Kind.BYTES)), None)


def _usage(id: str, command: str, parameters: Sequence[Parameter]) -> str:
    required = [p for p in parameters if p.required]
    many = any(p.many for p in parameters)
    data = None if many else _data(required)
    words = [id, *([command] if command else [])]
    words += [f"[{_option(p)} {PLACE[p.kind]}]" if p.kind in PLACE else f"[{_option(p)}]" for p in _options(parameters)]
    words += ["[--]"] if required or many else []
    words += [f"[{p.name.upper()}]" if i == data else p.name.upper() for i, p in enumerate(required)]
    return " ".join([*words, *(f"[{p.name.upper()}...]" for p in parameters if p.many)])


def _options(parameters: Sequence[Parameter]) -> list[Parameter]:
    return [p for p in parameters if not p.required and not p.many]


def _option(parameter: Parameter) -> str:
    name = parameter.name.strip("_").replace("_", "-")
    return f"--no-{name}" if parameter.kind is Kind.FLAG and parameter.default == "True" else f"--{name}"


def _python(name: str) -> str:
    """A Python name that is no keyword, no builtin of ours and not what a driver has already."""
    name = name.replace("-", "_")
    odd = keyword.iskeyword(name) or name in TAKEN
    return f"{name}_" if odd else name


def _read(parameter: Parameter, word: str) -> str:
    assert parameter.kind is not None
    return READERS[parameter.kind].format(word=word, name=parameter.name.upper())


def _function(offer: Offer, entry: Entry, name: str) -> str:
    parameters = _parameters(offer, entry)
    required = [p for p in parameters if p.required]
    many = next((p for p in parameters if p.many), None)
    lines = [f"def {name}(words: Words) -> object:"]
    flags = tuple(_option(p) for p in _options(parameters) if p.kind is Kind.FLAG)
    valued = tuple(_option(p) for p in _options(parameters) if p.kind is not Kind.FLAG)
    named = ", ".join(f"{k}={_listed(v)}" for k, v in (("flags", flags), ("valued", valued)) if v)
    lines.append(f"    given = words.options({named})" if named else "    words.options()")
    names = [_variable(p.name, offer) for p in required]
    data = _data(required)
    if many:
        lines.append(f"    {_listed(tuple(names), quote=False)}, rest = words.rest({len(names)})")
    elif names:
        source = f", stdin={data}" if data is not None else ""
        lines.append(f"    {_listed(tuple(names), quote=False, bare=True)} = words.operands({len(names)}{source})")
    else:
        lines.append("    words.operands(0)")
    own = offer.owner.parameters if offer.owner and entry.bound else ()
    subject = f"{offer.module}.{offer.path}" if "." not in offer.module else offer.path
    if offer.owner and entry.bound:
        lines += _call(own, offer, f"subject = {subject}", "settings")
        subject = "subject"
    call = f"{subject}.{entry.name}" if offer.owner else subject
    return "\n".join(lines + _call(entry.parameters, offer, f"return {call}", "keywords"))


def _call(parameters: Sequence[Parameter], offer: Offer, head: str, variable: str) -> list[str]:
    lines: list[str] = []
    optional = _options(parameters)
    if optional:
        lines.append(f"    {variable}: dict[str, object] = {{}}")
    for p in optional:
        option = _option(p)
        value = str(p.default != "True") if p.kind is Kind.FLAG else _read(p, f'given["{option}"]')
        lines += [f'    if "{option}" in given:', f'        {variable}["{p.name}"] = {value}']
    words = [
        f"{p.name}={_read(p, _variable(p.name, offer))}" if p.keyword else _read(p, _variable(p.name, offer))
        for p in parameters
        if p.required
    ]
    words += [f"*({_read(p, 'word')} for word in rest)" for p in parameters if p.many]
    return [*lines, f"    {head}({', '.join([*words, *([f'**{variable}'] if optional else [])])})"]


def _variable(name: str, offer: Offer) -> str:
    """A local name for an operand; never that of a module or function that the driver calls."""
    plain = _python(name)
    odd = plain in (offer.module.split(".")[0], offer.path, "Words") or plain.startswith("as_")
    return f"{plain}_" if odd else plain


def _listed(names: tuple[str, ...], quote: bool = True, bare: bool = False) -> str:
    words = [f'"{name}"' if quote else name for name in names]
    inner = ", ".join(words) + ("," if len(words) == 1 else "")
    return f"[{', '.join(words)}]" if not quote and not bare else f"({inner})"


def _table(commands: dict[str, Entry]) -> str:
    rows = ", ".join(f'"{command}": {_python(command)}' for command in commands)
    if len(rows) > 100:
        rows = "\n" + "".join(f'        "{command}": {_python(command)},\n' for command in commands) + "    "
    return f"""def program(words: Words) -> object:
    commands = {{{rows}}}
    return commands[words.command(commands)](words)"""


def _cases(offer: Offer, commands: dict[str, Entry]) -> list[dict[str, object]]:
    """A few cases that run: operands, standard input where it may stand for one, a usage error; one is visible."""
    cases: list[dict[str, object]] = []
    for command, entry in commands.items():
        parameters = _parameters(offer, entry)
        required = [p for p in parameters if p.required]
        first = [command] if command else []
        words = [SAMPLES[p.kind] for p in required if p.kind]
        words += [word for p in parameters if p.many and p.kind for word in (SAMPLES[p.kind], SAMPLES[p.kind])]
        cases.append({"args": [*first, *words], "tags": ["draft"]})
        data = None if any(p.many for p in parameters) else _data(required)
        if data is not None:
            rest = words[:data] + words[data + 1 :]
            cases.append({"args": [*first, *rest], "stdin": "two words\n", "tags": ["draft", "stdin"]})
        flags = [_option(p) for p in _options(parameters) if p.kind is Kind.FLAG]
        if flags:
            cases.append({"args": [*first, *flags, *words], "tags": ["draft", "options"]})
    cases[0]["visible"] = True
    return [*cases, {"args": ["--unknown"], "tags": ["draft", "usage"]}]
