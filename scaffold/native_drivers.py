"""Drivers of C and C++ programs: one function called with words of the command line, its result printed. What they
share is `templates/driver.h`, copied beside them."""

from __future__ import annotations

from collections.abc import Sequence

from ..suite.draft import MARK
from .model import Kind, Offer, Parameter, Program
from .native_api import Signature
from .native_types import Type
from .python_usage import identifier

SAMPLES = {Kind.TEXT: "abc", Kind.BYTES: "abc", Kind.INTEGER: "12", Kind.NUMBER: "1.5"}


def program(offer: Offer, signature: Signature, id: str, extension: str) -> Program:
    """The program that calls the offered function. `extension`: of the driver's file, `c` or `cpp`."""
    entry = offer.entries[0]
    operands = [p for p in entry.parameters if p.kind is not None]
    data = next((i for i, p in enumerate(operands) if p.kind in (Kind.TEXT, Kind.BYTES)), -1)
    shown = [f"[{p.name.upper()}]" if i == data else p.name.upper() for i, p in enumerate(operands)]
    usage = " ".join(["usage:", id, *(["[--]"] if operands else []), *shown])
    body = _body(offer, signature, operands, data)
    text = f"""/* Calls {offer.path}.
   {MARK}: say what this program does, and check what it does with what the function returns. */
#include "driver.h"
#include <{offer.module}>

int main(int argc, char **argv)
{{
    struct operands given = operands(argc, argv, "{usage}", {len(operands)}, {data});
{body}
    return 0;
}}
"""
    return Program(id, f"{id.replace('-', '_')}.{extension}", text, usage, offer, tuple(_cases(operands, data)))


def empty(header: str, extension: str) -> Program:
    """A program that calls nothing: where no function can be called with words, a person writes the first lines."""
    text = f"""/* {MARK}: no function of {header} can be called with words alone: write here what is read, what is
   called with it, and what is printed. */
#include "driver.h"
#include <{header}>

int main(int argc, char **argv)
{{
    struct operands given = operands(argc, argv, "usage: first [--] [TEXT]", 1, 0);
    printf("%zu\\n", given.length[0]);
    return 0;
}}
"""
    usual: dict[str, object] = {"args": ["abc"], "tags": ["draft"], "visible": True}
    piped: dict[str, object] = {"args": [], "stdin": "two words\n", "tags": ["draft", "stdin"]}
    return Program("first", f"first.{extension}", text, "usage: first [--] [TEXT]", None, (usual, piped))


def _body(offer: Offer, signature: Signature, operands: Sequence[Parameter], data: int) -> str:
    parameters = offer.entries[0].parameters
    words = []
    lengths = {p.length: operands.index(p) for p in parameters if p.length is not None}
    for i, (parameter, type_) in enumerate(zip(parameters, signature.parameters, strict=True)):
        index = operands.index(parameter) if parameter in operands else lengths[i]
        words.append(_word(parameter, type_, index, length=i in lengths))
    call = f"{offer.path}({', '.join(words)})"
    if len(call) > 100:
        call = f"{offer.path}(\n        " + ",\n        ".join(words) + ")"
    lines = _printed(call, signature.returns)
    if signature.returns.void:  # what it does can only be seen in what it was given
        written = [operands.index(p) for p, t in zip(parameters, signature.parameters, strict=True) if _in_place(t)]
        lines += [f"puts(given.data[{index}]);" for index in written] or [f"/* {MARK}: print what it has done. */"]
    return "\n".join(f"    {line}" for line in (lines if operands else ["(void)given;", *lines]))


def _in_place(type_: Type) -> bool:
    return type_.string and not type_.constant


def _word(parameter: Parameter, type_: Type, index: int, length: bool) -> str:
    if length:
        return f"({type_.text})given.length[{index}]"
    name = parameter.name.upper()
    if parameter.kind is Kind.BYTES:
        return f"({type_.text})given.data[{index}]"
    if parameter.kind is Kind.NUMBER:
        return f'({type_.text})number(&given, {index}, "{name}")'
    if parameter.kind is Kind.INTEGER and type_.limits:
        low, high = type_.limits
        read = f"natural(&given, {index}, " if low == "0" else f"integer(&given, {index}, "
        return f'({type_.text}){read}"{name}", {high if low == "0" else f"{low}, {high}"})'
    return f"given.data[{index}]"


def _printed(call: str, type_: Type) -> list[str]:
    """Statements that make the call and print its result."""
    if type_.void:
        return [f"{call};"]
    if type_.string:
        return [f"print_text({call});"]
    if type_.owned:
        return [f"print_text(std::string({call}).c_str());"]
    if type_.real:
        return [f'printf("%.17g\\n", (double){call});']
    if type_.limits:
        if type_.limits[0] == "0":
            return [f'printf("%llu\\n", (unsigned long long){call});']
        return [f'printf("%lld\\n", (long long){call});']
    if type_.pointers:
        return [f"/* {MARK}: print what it points to. */", f'puts({call} == NULL ? "NULL" : "not NULL");']
    return [f"/* {MARK}: print what it returns. */", f"(void){call};"]


def _cases(operands: Sequence[Parameter], data: int) -> list[dict[str, object]]:
    """A few cases that run; the first is visible."""
    words = [SAMPLES[p.kind] for p in operands if p.kind]
    cases: list[dict[str, object]] = [{"args": words, "tags": ["draft"], "visible": True}]
    if data >= 0:
        rest = words[:data] + words[data + 1 :]
        cases.append({"args": rest, "stdin": "two words\n", "tags": ["draft", "stdin"]})
    for i, p in enumerate(operands):
        if p.kind in (Kind.INTEGER, Kind.NUMBER):
            cases.append({"args": [*words[:i], "x", *words[i + 1 :]], "tags": ["draft", "error"]})
    return [*cases, {"args": [*words, "too", "many"], "tags": ["draft", "usage"]}]


def named(path: str) -> str:
    """A program's id from a function's name, a namespace left out."""
    return identifier(path.rsplit("::", 1)[-1])
