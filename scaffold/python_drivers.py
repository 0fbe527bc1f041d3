"""Drivers of Python programs: a short file a program, in the style of the bundled ones, that runs as it is. What they
share is `templates/driver.py`, copied beside them."""

from __future__ import annotations

import builtins
import keyword
import sys
from collections.abc import Collection, Sequence

from ..suite.draft import MARK
from .model import Entry, Kind, Offer, Parameter, Program
from .python_usage import cases, commands, data, option, options, parameters, usage, wrap

TAKEN = {"Word", "Words", "words", "given", "keywords", "made", "run", "program", "driver", "rest", "word", "commands"}
READERS = {
    Kind.TEXT: "as_text({word})",
    Kind.BYTES: "as_bytes({word})",
    Kind.INTEGER: 'as_integer({word}, "{name}")',
    Kind.NUMBER: 'as_number({word}, "{name}")',
    Kind.JSON: 'as_json({word}, "{name}")',
}
WIDE = 110  # characters of a line


def file_name(id: str, taken: Collection[str]) -> str:
    """The driver's file: never named like a module that it or the library imports: a driver's folder comes first."""
    stem = id.replace("-", "_")
    odd = stem in taken or stem in sys.stdlib_module_names or stem == "driver" or keyword.iskeyword(stem)
    return f"{stem}_program.py" if odd or stem[0].isdigit() else f"{stem}.py"


def program(offer: Offer, id: str, taken: Collection[str]) -> Program:
    """The program that calls what is offered. `taken`: the top-level modules of the library and what it needs."""
    shown = usage(id, offer)
    known = commands(offer)
    names = {command: _name(command, offer) if command else "program" for command in known}
    functions = [_function(offer, entry, names[command]) for command, entry in known.items()]
    shared = {"Words", "run"}
    if offer.owner:
        functions.append(_table(names))
        if any(entry.bound for entry in offer.entries):
            functions.insert(0, _made(offer))
            shared |= {"Word"} if any(p.required for p in offer.owner.parameters) else set()
    body = "\n\n\n".join(functions)
    shared |= {reader.split("(")[0] for reader in READERS.values() if reader.split("(")[0] in body}
    text = f'''"""Calls {offer.module}.{offer.path}.

{MARK}: say in one sentence what this program does; keep only what a submission shall reproduce."""

from __future__ import annotations

{_import(offer)}
from driver import {", ".join(sorted(shared, key=lambda name: (not name[0].isupper(), name)))}

USAGE = {f'"{shown}"' if chr(10) not in shown else f'"""{chr(92)}{chr(10)}{shown}"""'}


{body}


run(program, USAGE)
'''
    return Program(id, file_name(id, taken), text, shown, offer, cases(offer))


def _import(offer: Offer) -> str:
    """A submodule's names one by one: a package may have another object under the submodule's name."""
    return f"from {offer.module} import {offer.path}" if "." in offer.module else f"import {offer.module}"


def _called(offer: Offer) -> str:
    return offer.path if "." in offer.module else f"{offer.module}.{offer.path}"


def _name(name: str, offer: Offer) -> str:
    """A name for an operand or function: no keyword, nothing that the driver has or calls."""
    plain = name.replace("-", "_")
    odd = keyword.iskeyword(plain) or plain in TAKEN or plain.startswith("as_") or hasattr(builtins, plain)
    return f"{plain}_" if odd or plain in (offer.module.split(".")[0], offer.path) else plain


def _read(parameter: Parameter, word: str) -> str:
    assert parameter.kind is not None
    return READERS[parameter.kind].format(word=word, name=parameter.name.upper())


def _made(offer: Offer) -> str:
    """The function that makes the object whose methods are called."""
    assert offer.owner is not None
    required = [f"{_name(p.name, offer)}: Word" for p in offer.owner.parameters if p.required]
    head = f"def made({', '.join(['given: dict[str, str]', *required])}) -> {_called(offer)}:"
    return "\n".join([head, *_call(offer.owner.parameters, offer, f"return {_called(offer)}")])


def _function(offer: Offer, entry: Entry, name: str) -> str:
    taken = parameters(offer, entry)
    required = [p for p in taken if p.required]
    names = [_name(p.name, offer) for p in required]
    at = data(required)
    lines = [f"def {name}(words: Words) -> object:", *_options(taken, bool(offer.owner) and entry.bound)]
    if any(p.many for p in taken):
        first = f"[{', '.join(names)}]" if names else "_"
        lines.append(f"    {first}, rest = words.rest({len(names)})")
    elif names:
        source = f", stdin={at}" if at is not None else ""
        lines.append(f"    [{', '.join(names)}] = words.operands({len(names)}{source})")
    else:
        lines.append("    words.operands(0)")
    call = _called(offer)
    if offer.owner and entry.bound:
        own = [_name(p.name, offer) for p in offer.owner.parameters if p.required]
        call = f"made({', '.join(['given', *own])})"
    if offer.owner:
        call = f"{call}.{entry.name}"
    return "\n".join(lines + _call(entry.parameters, offer, f"return {call}"))


def _options(taken: Sequence[Parameter], needed: bool) -> list[str]:
    """The statement that reads the options."""
    flags = tuple(option(p) for p in options(taken) if p.kind is Kind.FLAG)
    valued = tuple(option(p) for p in options(taken) if p.kind is not Kind.FLAG)
    named = [f"{name}={_tuple(these)}" for name, these in (("flags", flags), ("valued", valued)) if these]
    target = "given = " if named or needed else ""
    line = f"    {target}words.options({', '.join(named)})"
    if len(line) <= WIDE:
        return [line]
    wrapped = [wrap(f"{one},", initial_indent=" " * 8, subsequent_indent=" " * 12) for one in named]
    return [f"    {target}words.options(", *(part for parts in wrapped for part in parts), "    )"]


def _tuple(names: tuple[str, ...]) -> str:
    return f"({', '.join(f'{chr(34)}{name}{chr(34)}' for name in names)}{',' if len(names) == 1 else ''})"


def _call(given: Sequence[Parameter], offer: Offer, head: str) -> list[str]:
    """The statements that make a call of required parameters, of the options that are given, and of all the rest."""
    lines: list[str] = []
    optional = options(given)
    if optional:
        lines.append("    keywords: dict[str, object] = {}")
    for p in optional:
        value = str(p.default != "True") if p.kind is Kind.FLAG else _read(p, f'given["{option(p)}"]')
        lines += [f'    if "{option(p)}" in given:', f'        keywords["{p.name}"] = {value}']
    words = [(f"{p.name}=" if p.keyword else "") + _read(p, _name(p.name, offer)) for p in given if p.required]
    words += [f"*({_read(p, 'word')} for word in rest)" for p in given if p.many]
    return [*lines, f"    {head}({', '.join([*words, *(['**keywords'] if optional else [])])})"]


def _table(functions: dict[str, str]) -> str:
    rows = ", ".join(f'"{command}": {function}' for command, function in functions.items())
    if len(rows) > WIDE - 20:
        rows = "\n" + "".join(f'        "{command}": {function},\n' for command, function in functions.items()) + "    "
    return f"""def program(words: Words) -> object:
    commands = {{{rows}}}
    return commands[words.command(commands)](words)"""
