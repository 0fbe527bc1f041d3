"""What C and C++ headers declare: functions that the words of a command line can call, with the comments right before
them. The preprocessor expands the headers (a declaration may hide in macros), tree-sitter reads what comes out; bodies
are never looked at."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.errors import UserError
from .model import Entry, Kind, Offer, Parameter, Skipped
from .native_types import Type, resolved

if TYPE_CHECKING:
    from tree_sitter import Node

MARKER = re.compile(r'^# (\d+) "([^"]*)"')
LENGTH = re.compile(r"(?i)len|size|count|bytes|num|^n$|_n$|^cb|^sz")
ALLOCATES = re.compile(r"(?i)(^|_)(m|c|re)?alloc$|free$")
SECONDS = 60
CPP = (".hpp", ".hh", ".hxx", ".h++")


@dataclass(frozen=True, slots=True)
class Declared:
    """A function as it is declared: `parameters` are names and types."""

    name: str
    returns: Type
    parameters: tuple[tuple[str, Type], ...]
    variadic: bool
    words: str


@dataclass(frozen=True, slots=True)
class Signature:
    """An offered function's types, for its driver."""

    returns: Type
    parameters: tuple[Type, ...]


def offers(
    headers: Sequence[Path], shown: Sequence[str], includes: Sequence[Path], compiler: str
) -> tuple[tuple[Offer, ...], tuple[Skipped, ...], dict[str, Signature]]:
    """What the headers declare and a program can call, documented functions first; what is left out, with the reason;
    and the types of what is offered. `shown`: how each header is included."""
    found: dict[str, Offer] = {}
    skipped: dict[str, Skipped] = {}
    signatures: dict[str, Signature] = {}
    for header, name in zip(headers, shown, strict=True):
        functions, others = _declared(header, includes, compiler)
        for one in others:
            skipped.setdefault(
                one, Skipped(one, "is a class or template, which no word of a command line can stand for")
            )
        for function in functions:
            parameters = _parameters(function)
            open_ = tuple(p.name for p in parameters if p.kind is None and not _is_length(p, parameters))
            if ALLOCATES.search(function.name):
                skipped.setdefault(function.name, Skipped(function.name, "manages memory"))
            elif function.variadic:
                skipped.setdefault(function.name, Skipped(function.name, "takes any number of arguments"))
            elif open_:
                why = f"takes {', '.join(open_)}, for which no word of a command line can stand"
                skipped.setdefault(function.name, Skipped(function.name, why))
            elif function.name not in found:
                entry = Entry(function.name, parameters, function.returns.text, function.words)
                found[function.name] = Offer(function.name, name, (entry,), None, function.words)
                signatures[function.name] = Signature(function.returns, tuple(t for _, t in function.parameters))
    return (
        tuple(sorted(found.values(), key=lambda offer: _rank(offer, signatures[offer.path]))),
        tuple(one for one in skipped.values() if one.name not in found),
        signatures,
    )


def _rank(offer: Offer, signature: Signature) -> tuple[bool, bool, bool]:
    """What has an input and an answer that can be printed goes first, what is documented before what is not."""
    answer = signature.returns
    told = answer.string or answer.owned or answer.real or answer.limits is not None or answer.void
    return not signature.parameters, not told, not offer.words


def _is_length(parameter: Parameter, parameters: Sequence[Parameter]) -> bool:
    return any(p.length is not None and parameters[p.length] is parameter for p in parameters)


def _parameters(function: Declared) -> tuple[Parameter, ...]:
    types = [type_ for _, type_ in function.parameters]
    names = [name or f"value{i}" for i, (name, _) in enumerate(function.parameters, 1)]
    lengths: dict[int, int] = {}
    for i, type_ in enumerate(types[:-1]):
        if type_.buffer and type_.constant and types[i + 1].limits and LENGTH.search(names[i + 1]):
            lengths[i] = i + 1
    pointers = sum(type_.pointers > 0 for type_ in types)
    made = []
    for i, (name, type_) in enumerate(zip(names, types, strict=True)):
        kind: Kind | None = None
        if i in lengths.values():
            kind = None
        elif i in lengths:
            kind = Kind.BYTES
        elif type_.limits:
            kind = Kind.INTEGER
        elif type_.real:
            kind = Kind.NUMBER
        elif type_.owned or (type_.string and (type_.constant or pointers == 1)):
            kind = Kind.TEXT
        made.append(Parameter(name, kind, type_.text, length=lengths.get(i), range=type_.range))
    return tuple(made)


def _declared(header: Path, includes: Sequence[Path], compiler: str) -> tuple[list[Declared], list[str]]:
    """The functions of the header, and the names of its classes and templates."""
    from tree_sitter import Language, Parser

    grammar = import_module("tree_sitter_cpp" if compiler == "g++" else "tree_sitter_c")
    text, origins = _expanded(header, includes, compiler)
    tree = Parser(Language(grammar.language())).parse(text)
    own = os.path.realpath(header)
    typedefs: dict[str, str] = {}
    functions: list[Declared] = []
    classes: list[str] = []
    for node, scope in _nodes(tree.root_node, ""):
        if node.type == "type_definition":
            _typedef(node, typedefs)
        if origins[min(node.start_point.row, len(origins) - 1)] != own:
            continue
        if node.type in ("class_specifier", "struct_specifier", "template_declaration"):
            name = node.child_by_field_name("name")
            if name is not None and compiler == "g++":
                classes.append(scope + _text(name))
        elif node.type in ("declaration", "function_definition") and (made := _function(node, scope, typedefs)):
            functions.append(made)
    return functions, classes


def _expanded(header: Path, includes: Sequence[Path], compiler: str) -> tuple[bytes, list[str]]:
    """The preprocessed header, and for each line of it the real path of the file that it comes from."""
    language = "c++" if compiler == "g++" else "c"
    command = [compiler, "-E", "-C", "-x", language, *(f"-I{folder}" for folder in includes), str(header)]
    said = subprocess.run(command, capture_output=True, check=False, timeout=SECONDS, env={**os.environ, "LC_ALL": "C"})
    if said.returncode != 0:
        first = said.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        raise UserError(
            f"the header cannot be read alone: {first}", "name the folder of what it includes: --include DIR"
        )
    lines, origins, here = [], [], ""
    for line in said.stdout.split(b"\n"):
        if match := MARKER.match(line.decode("utf-8", "replace")):
            here = os.path.realpath(match[2])
            line = b""
        lines.append(
            re.sub(rb"__attribute__ ?\(\([^()]*(\([^()]*\))?[^()]*\)\)|__extension__|__restrict(__)?", b"", line)
        )
        origins.append(here)
    return b"\n".join(lines), origins


def _nodes(node: Node, scope: str) -> Iterator[tuple[Node, str]]:
    """Declarations at file level, in `extern "C"` and in namespaces, with the namespace before their names."""
    for child in node.named_children:
        if child.type in ("linkage_specification", "declaration_list", "preproc_if", "preproc_ifdef"):
            yield from _nodes(child, scope)
        elif child.type == "namespace_definition":
            name, body = child.child_by_field_name("name"), child.child_by_field_name("body")
            if body is not None:
                yield from _nodes(body, f"{scope}{_text(name)}::" if name is not None else scope)
        else:
            yield child, scope


def _typedef(node: Node, typedefs: dict[str, str]) -> None:
    kind, target = node.child_by_field_name("type"), node.child_by_field_name("declarator")
    if kind is None or target is None:
        return
    stars = ""
    while target is not None and target.type in ("pointer_declarator", "array_declarator"):
        stars, target = stars + "*", target.child_by_field_name("declarator")
    if target is None or target.type not in ("type_identifier", "primitive_type"):
        return
    constant = "const " if any(c.type == "type_qualifier" and _text(c) == "const" for c in node.children) else ""
    name = kind.child_by_field_name("name") if kind.type.endswith("_specifier") else None
    tag = kind.type.removesuffix("_specifier")
    if tag in ("struct", "union", "enum", "class"):
        typedefs[_text(target)] = f"{constant}{tag} {_text(name) if name is not None else _text(target)}{stars}"
    else:
        typedefs[_text(target)] = constant + _text(kind) + stars


def _function(node: Node, scope: str, typedefs: dict[str, str]) -> Declared | None:
    kind, target = node.child_by_field_name("type"), node.child_by_field_name("declarator")
    stars = ""
    while target is not None and target.type in ("pointer_declarator", "reference_declarator"):
        stars += "*" if target.type == "pointer_declarator" else "&"
        target = target.child_by_field_name("declarator") or next(iter(target.named_children[-1:]), None)
    if kind is None or target is None or target.type != "function_declarator":
        return None
    name, listed = target.child_by_field_name("declarator"), target.child_by_field_name("parameters")
    if name is None or listed is None or name.type != "identifier" or _text(name).startswith("_"):
        return None
    qualifiers = " ".join(_text(child) for child in node.children if child.type == "type_qualifier")
    parameters = []
    for child in listed.named_children:
        if child.type in ("parameter_declaration", "optional_parameter_declaration"):
            parameters.append(_parameter(child, typedefs))
    if len(parameters) == 1 and parameters[0][1].void:
        parameters = []
    variadic = any(child.type in ("...", "variadic_parameter") for child in listed.children)
    returns = resolved(f"{qualifiers} {_text(kind)} {stars}", typedefs)
    return Declared(scope + _text(name), returns, tuple(parameters), variadic, _comment(node))


def _parameter(node: Node, typedefs: dict[str, str]) -> tuple[str, Type]:
    """Name and type: the text of the declaration without the name that it declares."""
    text = _text(node)
    if (default := node.child_by_field_name("default_value")) is not None:
        text = text[: default.start_byte - node.start_byte].rstrip().removesuffix("=")
    target = node.child_by_field_name("declarator")
    name = target
    while name is not None and name.type != "identifier":
        inner = name.child_by_field_name("declarator")
        name = inner if inner is not None else next((c for c in name.named_children if c.type == "identifier"), None)
    if name is None:
        return "", resolved(text, typedefs)
    start, end = name.start_byte - node.start_byte, name.end_byte - node.start_byte
    raw = node.text or b""
    kept = raw[:start] + b" " + raw[end : len(text.encode("utf-8"))]
    return _text(name), resolved(re.sub(r"/\*.*?\*/|//[^\n]*", " ", kept.decode("utf-8", "replace")), typedefs)


def _comment(node: Node) -> str:
    """The first paragraph of the comment right before a declaration; one that begins on the line of another
    declaration belongs to that one."""
    lines: list[str] = []
    top, before = node.start_point.row, node.prev_sibling
    while before is not None and before.type == "comment" and top - before.end_point.row <= 1:
        lines = [*_text(before).split("\n"), *lines]
        top, before = before.start_point.row, before.prev_sibling
    if not lines or (before is not None and before.is_named and top == before.end_point.row) or "/*<" in lines[0]:
        return ""
    bare = [re.sub(r"^\s*(/\*+[*!<]*|//[/!<]*|\*+(?!/))|\*+/\s*$", "", line).strip() for line in lines]
    paragraph = re.split(r"\n\s*\n|\n\s*[@\\](?:param|returns?)\b", "\n".join(bare).strip())[0]
    words = re.sub(r"[@\\](?:brief|param|return|fn)\b", "", paragraph)
    return "" if re.search(r"[-=*_]{4,}|(?i:copyright)", words) else " ".join(words.split())


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
