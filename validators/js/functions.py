"""Functions of one module: who calls one, and which parameter an argument lands in."""

from __future__ import annotations

from .modules import Module
from .names import FUNCTIONS, Binding

LITERALS = {"arrow_function", "function_expression", "generator_function"}
VALUES = {"array", "string", "object", "number", "regex", "template_string"}
# Globals that are objects and no functions; every other global of the language is a function or a class.
OBJECTS = {
    "globalThis",
    "global",
    "process",
    "Math",
    "JSON",
    "Reflect",
    "Atomics",
    "Intl",
    "console",
    "undefined",
    "NaN",
}
# Methods that every object, array or string has: a member of such a name is a function.
METHODS = {
    b"toString", b"valueOf", b"hasOwnProperty", b"isPrototypeOf", b"map", b"filter", b"slice", b"concat",
    b"indexOf", b"includes", b"push", b"join", b"call", b"apply", b"bind", b"at", b"forEach", b"reduce",
    b"split", b"replace", b"trim",
}  # fmt: skip
# Calls whose result has the constructor that the argument's prototypes have.
ASKING = (b"getPrototypeOf", b"getOwnPropertyDescriptors")
CHAIN = 50  # links of `__proto__`, names and the like that are followed


def function_at(module: Module, node: int) -> int:
    """The function that an expression is or names, or -1."""
    syntax = module.syntax
    while node >= 0 and syntax.kind(node) == "parenthesized_expression":
        node = syntax.operands(node)[-1]
    if node >= 0 and syntax.kind(node) == "identifier":
        binding = module.names.binding(node)
        if binding is None or module.names.written(binding):
            return -1
        parent = syntax.parents[binding.node]
        node = syntax.child(parent, "value") if syntax.kind(parent) == "variable_declarator" else parent
    return node if node >= 0 and syntax.kind(node) in FUNCTIONS - {"program"} else -1


def function_like(module: Module, node: int) -> bool:
    """Whether an expression is plainly a function (or a class), so that its constructor is Function or a sibling."""
    syntax = module.syntax
    for _ in range(CHAIN):
        kind = syntax.kind(node)
        if kind in {"parenthesized_expression", "sequence_expression"}:
            node = syntax.operands(node)[-1]
        elif kind == "member_expression" and syntax.text(syntax.child(node, "property")) == b"__proto__":
            node = syntax.child(node, "object")
        elif kind == "identifier" and (value := _initial(module, node)) >= 0:
            node = value
        elif kind == "call_expression" and syntax.text(syntax.child(node, "function")).endswith(ASKING):
            operands = syntax.operands(syntax.child(node, "arguments"))
            if not operands:
                return False
            node = operands[0]
        else:
            break
    kind = syntax.kind(node)
    if kind in {"arrow_function", "function_expression", "generator_function", "class"}:
        return True
    if kind == "meta_property":
        return syntax.text(node).startswith(b"new")
    if kind == "identifier":
        return _names_function(module, node)
    if kind == "member_expression":
        named = syntax.text(syntax.child(node, "property"))
        return named == b"constructor" or named in METHODS or syntax.kind(syntax.child(node, "object")) in VALUES
    if kind == "subscript_expression":
        key = module.constants.value(syntax.child(node, "index"))
        return key == "constructor" or (isinstance(key, str) and syntax.kind(syntax.child(node, "object")) in VALUES)
    return False


def _initial(module: Module, node: int) -> int:
    """The expression that a name which nothing assigns to is declared with, or -1."""
    binding = module.names.binding(node)
    if binding is None or module.names.written(binding):
        return -1
    parent = module.syntax.parents[binding.node]
    return module.syntax.child(parent, "value") if module.syntax.kind(parent) == "variable_declarator" else -1


def _names_function(module: Module, node: int) -> bool:
    binding = module.names.binding(node)
    if binding is None:
        return module.names.name(node) not in OBJECTS
    parent = module.syntax.kind(module.syntax.parents[binding.node])
    return parent in {"class_declaration", "class", "import_specifier"} or function_at(module, node) >= 0


def parameter(module: Module, callee: int, place: int) -> int:
    """The pattern that the argument at `place` of a call of `callee` lands in, or -1."""
    syntax = module.syntax
    function = function_at(module, callee) if callee >= 0 else -1
    if function < 0:
        return -1
    single = syntax.child(function, "parameter")
    if single >= 0:
        return single if place == 0 else -1
    parameters = syntax.operands(syntax.child(function, "parameters"))
    found = parameters[place] if place < len(parameters) else -1
    return found if found >= 0 and syntax.kind(found) != "rest_pattern" else -1


def callers(module: Module, node: int) -> list[int] | None:
    """The calls that get what the function around `node` returns; None where they cannot all be known."""
    syntax = module.syntax
    function = node
    while syntax.kind(function) not in FUNCTIONS:
        function = syntax.parents[function]
    if syntax.kind(function) in {"function_declaration", "generator_function_declaration"}:
        return _calls(module, module.names.declared(syntax.child(function, "name")))
    if syntax.kind(function) not in LITERALS:
        return None
    outer, at = syntax.parents[function], function
    while syntax.kind(outer) == "parenthesized_expression":
        outer, at = syntax.parents[outer], outer
    if syntax.kind(outer) == "call_expression" and syntax.field(at) == "function":
        return [outer]
    if syntax.kind(outer) == "variable_declarator":
        name = syntax.child(outer, "name")
        return _calls(module, module.names.declared(name)) if syntax.kind(name) == "identifier" else None
    return None


def _calls(module: Module, binding: Binding | None) -> list[int] | None:
    syntax = module.syntax
    if binding is None:
        return None
    calls = []
    for node in module.names.references(binding):
        parent = syntax.parents[node]
        if syntax.kind(parent) != "call_expression" or syntax.field(node) != "function":
            return None
        calls.append(parent)
    at = syntax.parents[binding.node]
    while at > 0 and syntax.kind(at) in {
        "variable_declarator",
        "lexical_declaration",
        "variable_declaration",
        "function_declaration",
    }:
        at = syntax.parents[at]
    return None if syntax.kind(at) == "export_statement" else calls
