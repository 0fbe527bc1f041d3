"""What `this` is: the functions that are called on `process`, as its listeners or as methods of every object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .functions import LITERALS
from .modules import Module
from .names import FUNCTIONS

# What has a `this` of its own.
OWN_RECEIVER = FUNCTIONS - {"arrow_function", "program"} | {"class_body"}
SHARED = {"function_expression", "generator_function", "method_definition"}
# What is asked of `Object.prototype` without changing it.
BORROWED = {b"toString", b"hasOwnProperty", b"propertyIsEnumerable", b"isPrototypeOf", b"valueOf"}
HOLDING = {
    "parenthesized_expression",
    "sequence_expression",
    "binary_expression",
    "array",
    "spread_element",
    "arguments",
}
BOUND = {"bind", "call", "apply"}  # what these give or call has the `this` that it is handed
CANDIDATES = 1000  # expressions that one listener may be
Where = tuple[Module, int]


def receivers(module: Module, function: int) -> list[int]:
    """The nodes `this` of a function: what it is called on."""
    syntax = module.syntax
    found = []
    node, end = function + 1, syntax.after[function]
    while node < end:
        kind = syntax.kind(node)
        if kind == "this":
            found.append(node)
        node = syntax.after[node] if kind in OWN_RECEIVER else node + 1
    return found


def shared_receivers(module: Module) -> Iterator[int]:
    """The nodes `this` of functions that become methods of every object, or of every emitter: `process` is one."""
    syntax = module.syntax
    seen: set[int] = set()
    for node in module.names.tokens("prototype"):
        access = syntax.parents[node]
        holder = syntax.child(access, "object") if syntax.kind(access) == "member_expression" else -1
        if holder < 0 or syntax.kind(holder) != "identifier" or not _above_process(module, holder):
            continue
        use = syntax.parents[access]
        borrowed = syntax.kind(use) == "member_expression" and syntax.text(syntax.child(use, "property")) in BORROWED
        if borrowed and syntax.kind(syntax.parents[use]) != "assignment_expression":
            continue
        statement = access
        while statement > 0 and not syntax.kind(statement).endswith(("statement", "declaration")):
            statement = syntax.parents[statement]
        if statement in seen:
            continue
        seen.add(statement)
        for function in range(statement, syntax.after[statement]):
            if syntax.kind(function) in SHARED:
                yield from receivers(module, function)


def _above_process(module: Module, node: int) -> bool:
    """Whether a name is `Object` or the built-in `EventEmitter`, whose methods `process` has."""
    if module.names.binding(node) is None:
        return module.syntax.text(node) == b"Object"
    return module.constants.module(node) in {"events", "stream"}


def listeners(module: Module, operand: int, modules: Mapping[str, Module]) -> Iterator[Where]:
    """The nodes `this` of every function that an expression may be, with the modules they stand in. Of a member only
    the name is known, so that every method of that name is one."""
    seen: set[tuple[str, int]] = set()
    pending = [(module, operand)]
    while pending and len(seen) < CANDIDATES:
        place, node = pending.pop()
        if (place.path, node) in seen:
            continue
        seen.add((place.path, node))
        kind = place.syntax.kind(node)
        if kind in FUNCTIONS:
            for receiver in receivers(place, node) if kind != "arrow_function" else ():
                yield place, receiver
        elif kind == "identifier":
            pending += _named(place, node, modules)
        elif kind == "member_expression":
            name = place.names.name(place.syntax.child(node, "property"))
            pending += [found for other in modules.values() for found in _methods(other, name)]
        else:
            pending += [(place, part) for part in _parts(place, node)]


def spoken(module: Module, operand: int) -> tuple[str, int, bytes]:
    """What is the same for two expressions that may be the same functions: the name's binding, or the text."""
    binding = module.names.binding(operand) if module.syntax.kind(operand) == "identifier" else None
    return module.path, binding.node if binding else -1, b"" if binding else module.syntax.text(operand)


def _parts(module: Module, node: int) -> list[int]:
    """The expressions of which one may be what another gives."""
    syntax, kind = module.syntax, module.syntax.kind(node)
    if kind in HOLDING:
        return syntax.operands(node)
    if kind == "ternary_expression":
        return [syntax.child(node, "consequence"), syntax.child(node, "alternative")]
    if kind == "assignment_expression":
        return [syntax.child(node, "right")]
    callee = syntax.child(node, "function") if kind == "call_expression" else -1
    if callee < 0:
        return []
    binds = syntax.kind(callee) == "member_expression" and module.names.name(syntax.child(callee, "property")) in BOUND
    return [] if binds else [syntax.child(node, "arguments")]


def _named(module: Module, node: int, modules: Mapping[str, Module]) -> list[Where]:
    """What is declared under a name or assigned to it; of an imported name, what any module declares under it."""
    syntax, names = module.syntax, module.names
    binding = names.binding(node)
    if binding is None:
        return []
    parent = syntax.parents[binding.node]
    kind = syntax.kind(parent)
    if kind in FUNCTIONS:
        return [(module, parent)] if syntax.field(binding.node) == "name" else []
    if kind in {"import_specifier", "import_clause"}:
        named = syntax.child(parent, "name") if kind == "import_specifier" else -1
        name = names.name(named if named >= 0 else binding.node)
        return [found for other in modules.values() for found in _declared(other, name)]
    found = [syntax.child(parent, "value")] if kind == "variable_declarator" else []
    for reference in names.references(binding):
        at = syntax.parents[reference]
        if syntax.kind(at) == "assignment_expression" and syntax.field(reference) == "left":
            found.append(syntax.child(at, "right"))
    return [(module, value) for value in found if value >= 0]


def _declared(module: Module, name: str) -> Iterator[Where]:
    """The functions that a module declares under a name, and what it exports as default."""
    syntax = module.syntax
    for node in module.names.tokens(name):
        parent = syntax.parents[node]
        if syntax.field(node) == "name" and syntax.kind(parent) in FUNCTIONS - LITERALS:
            yield module, parent
        elif syntax.field(node) == "name" and syntax.kind(parent) == "variable_declarator":
            value = syntax.child(parent, "value")
            if value >= 0:
                yield module, value
    for node in syntax.children(0):
        value = syntax.child(node, "value") if syntax.kind(node) == "export_statement" else -1
        if value >= 0:
            yield module, value


def _methods(module: Module, name: str) -> Iterator[Where]:
    """The methods, fields and members of a name in a module."""
    syntax = module.syntax
    for node in module.names.tokens(name):
        parent = syntax.parents[node]
        kind, role = syntax.kind(parent), syntax.field(node)
        if kind == "method_definition" and role == "name":
            yield module, parent
        elif (kind == "pair" and role == "key") or (kind == "field_definition" and role == "property"):
            value = syntax.child(parent, "value")
            if value >= 0:
                yield module, value
        elif kind == "member_expression" and role == "property":
            at = syntax.parents[parent]
            if syntax.kind(at) == "assignment_expression" and syntax.field(parent) == "left":
                yield module, syntax.child(at, "right")
