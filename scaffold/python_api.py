"""What a Python package offers, read by griffe from its source: names, signatures, first paragraphs of docstrings.

The package is never imported, and nothing of a body is looked at."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.errors import UserError
from .model import Entry, Kind, Offer, Parameter, Skipped
from .python_types import kind, literal

if TYPE_CHECKING:
    import griffe

# Where the first paragraph of a docstring ends.
END = re.compile(r"\n\s*\n|(?:^|\n)\s*(?:Args|Arguments|Parameters|Returns?|Raises|:param)\b")
METHODS = 8  # of a class: more commands in one program are not readable
ODD_BASES = ("Exception", "Error", "Warning", "Enum", "Flag", "TypedDict", "Protocol", "NamedTuple", "ABC")


def offers(site: Path, module: str) -> tuple[tuple[Offer, ...], tuple[Skipped, ...]]:
    """What the module offers and a program can call, in the order of the source, documented names first; and what is
    left out, with the reason. Raises UserError when there is no such module or griffe is absent."""
    try:
        import griffe
    except ImportError:
        raise UserError("drafting needs griffe", "pip install 'portproof[authors]'") from None
    top = module.split(".")[0]
    try:
        package = griffe.load(top, search_paths=[site], allow_inspection=False, try_relative_path=False)
        loaded = package[module.removeprefix(f"{top}.")] if module != top else package
    except (ImportError, KeyError, griffe.GriffeError) as error:
        raise UserError(f"there is no module {module} in the package: {error}", "give --module NAME") from error
    if not isinstance(loaded, griffe.Module):
        raise UserError(f"{module} is no module", "give --module NAME")
    found: list[Offer] = []
    skipped: list[Skipped] = []
    for name, member in _public(loaded, top):
        made = _offer(name, loaded.path, member)
        if isinstance(made, Skipped):
            skipped.append(made)
        else:
            found.append(made)
    if not found and module == top:
        for inner in sorted(n for n, m in loaded.members.items() if not m.is_alias and m.is_module and n[0] != "_"):
            more, less = offers(site, f"{top}.{inner}")
            found, skipped = [*found, *more], [*skipped, *less]
    return tuple(sorted(found, key=lambda offer: not offer.words)), tuple(skipped)


def _public(module: griffe.Module, top: str) -> Iterator[tuple[str, griffe.Function | griffe.Class]]:
    import griffe

    exports: Collection[str] | None = {str(name) for name in module.exports} if module.exports is not None else None
    for name, member in module.members.items():
        if name.startswith("_") or (exports is not None and name not in exports):
            continue
        target: griffe.Object | griffe.Alias = member
        if isinstance(member, griffe.Module) and exports is None and name in member.members:
            target = member.members[name]  # furl/furl.py's `furl`: a package that imports it hides the module
        if isinstance(target, griffe.Alias):
            if exports is None and not target.target_path.startswith(f"{top}."):
                continue
            try:
                target = target.final_target
            except griffe.GriffeError:
                continue  # of a module that is not there: another distribution's, or made at run time
        if isinstance(target, griffe.Function | griffe.Class):
            yield name, target


def _offer(name: str, module: str, member: griffe.Function | griffe.Class) -> Offer | Skipped:
    import griffe

    if any("deprecated" in str(decorator.value).lower() for decorator in member.decorators):
        return Skipped(name, "is deprecated")
    if isinstance(member, griffe.Function):
        if "async" in member.labels:
            return Skipped(name, "is a coroutine")
        entry = _entry(name, member, skip=0)
        if entry.open:
            return Skipped(name, f"no word of a command line can stand for {', '.join(entry.open)}")
        return Offer(name, module, (entry,), None, entry.words)
    if odd := next((str(b) for b in member.bases if str(b).split("[")[0].endswith(ODD_BASES)), ""):
        return Skipped(name, f"is a kind of {odd}")
    owner = _constructor(name, member)
    if owner.open:
        return Skipped(name, f"no word of a command line can stand for {', '.join(owner.open)} of its constructor")
    taken = {p.name for p in owner.parameters}
    methods = []
    for method_name, method in member.members.items():
        if method_name.startswith("_") or not isinstance(method, griffe.Function) or "async" in method.labels:
            continue
        labels = method.labels
        free = bool({"staticmethod", "classmethod"} & labels)
        entry = _entry(method_name, method, skip=0 if "staticmethod" in labels else 1, bound=not free)
        if not entry.open and (free or not taken & {p.name for p in entry.parameters}):
            methods.append(entry)
    if not methods:
        return Skipped(name, "has no method that words of a command line can call")
    methods.sort(key=lambda entry: not entry.words)
    return Offer(name, module, tuple(methods[:METHODS]), owner, _paragraph(member))


def _constructor(name: str, member: griffe.Class) -> Entry:
    import griffe

    init = member.all_members.get("__init__") if member.resolved_bases else member.members.get("__init__")
    if isinstance(init, griffe.Alias):
        init = init.final_target
    return _entry(name, init, skip=1) if isinstance(init, griffe.Function) else Entry(name, ())


def _entry(name: str, function: griffe.Function, skip: int, bound: bool = False) -> Entry:
    import griffe

    parameters: list[Parameter] = []
    for parameter in list(function.parameters)[skip:]:
        written, default = str(parameter.annotation or ""), str(parameter.default or "")
        variadic = parameter.kind is griffe.ParameterKind.var_positional
        if parameter.kind is griffe.ParameterKind.var_keyword:
            continue
        guessed = kind(written, "" if variadic else default)
        required = parameter.default is None and not variadic
        if variadic and (guessed in (None, Kind.FLAG, Kind.JSON) or any(not p.required for p in parameters)):
            continue
        if not required and guessed is None:
            continue  # its default applies
        keyword = parameter.kind is griffe.ParameterKind.keyword_only or not required
        if required and guessed is Kind.FLAG:
            guessed = Kind.JSON  # true or false: an option that must be given would be none
        if not required and parameter.kind is griffe.ParameterKind.positional_only:
            continue
        parameters.append(Parameter(parameter.name, guessed, written, required, literal(default), keyword, variadic))
    raises = _raises(function.docstring.value) if function.docstring else ()
    return Entry(name, tuple(parameters), str(function.returns or ""), _paragraph(function), raises, bound)


def _paragraph(member: griffe.Object) -> str:
    """The first paragraph of the docstring on one line."""
    text = member.docstring.value.strip() if member.docstring else ""
    return " ".join(END.split(text, maxsplit=1)[0].split())


def _raises(docstring: str) -> tuple[str, ...]:
    """The names of exceptions that the docstring mentions."""
    return tuple(sorted(set(re.findall(r"\b[A-Z][A-Za-z]*(?:Error|Exception)\b", docstring))))
