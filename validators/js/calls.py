"""What a call does with a thing: refused calls, calls that only look, and paths handed to the file system."""

from __future__ import annotations

import posixpath
import re

from ..policy import Policy
from .methods import TREE
from .modules import Module
from .things import CONSTRUCTOR, TIMERS, spoken

# Functions that look at a value and give back nothing that leads on.
LOOKING = frozenset(
    (
    "Object.prototype.toString.call", "toString.call", "objectToString.call", "Object.keys", "Array.isArray",
    "Boolean", "String", "isNaN", "Object.is", "Object.prototype.hasOwnProperty.call", "hasOwnProperty.call",
    "Object.hasOwn", "Reflect.has", "console.log", "console.error", "Object.isFrozen"
)
)  # fmt: skip
LOOKUPS = frozenset(("Reflect.get", "Object.getOwnPropertyDescriptor", "Reflect.getOwnPropertyDescriptor"))
BINDING = {"call", "apply", "bind"}
TWO_PATHS = {"rename", "copyFile", "link", "symlink", "cp"}
SYSTEM = re.compile(r"(?:file://)?/+(?:proc|sys)(?:/|$)|(?:file://)?/+dev/(?!null$|stdin$|stdout$|stderr$|tty$|$)")
OPEN_DEVICES = {"/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty"}


def called(module: Module, call: int, callee: int, thing: str, policy: Policy) -> tuple[str, str, int]:
    """The rule that refuses calling the thing so, why, and the node to show; an empty rule where it is fine."""
    rule = policy.globals.get(thing, "")
    if rule:
        return rule, f"calls {spoken(thing)}", callee
    if thing == CONSTRUCTOR:
        made = module.syntax.kind(call) == "new_expression"
        return ("" if made else "js-constructor"), "calls the constructor of an object as a function", callee
    if thing in TIMERS:
        return _timer(module, call, thing)
    if thing.startswith(("node:fs.", "node:fs/promises.")):
        return _paths(module, call, thing.rpartition(".")[2])
    return "", "", callee


def callee_text(module: Module, call: int) -> str:
    """The called expression as written, without white space."""
    callee = module.syntax.child(call, "function")
    text = module.syntax.text(callee) if callee >= 0 else b""
    return re.sub(r"\s", "", text[:200].decode("utf-8", "replace"))


def harmless_callee(module: Module, call: int) -> bool:
    """Whether the called function only looks at its arguments."""
    return callee_text(module, call) in LOOKING


def key_of_lookup(module: Module, call: int, argument: int) -> str | None:
    """The property that `Reflect.get(argument, key)` and its like look up, if the call is one and the key is known."""
    if callee_text(module, call) not in LOOKUPS:
        return None
    operands = module.syntax.operands(module.syntax.child(call, "arguments"))
    if len(operands) < 2 or operands[0] != argument:
        return None
    return module.constants.text(operands[1])


def tagged(module: Module, substitution: int) -> bool:
    """Whether what stands in a template goes to a function, not into a text."""
    syntax = module.syntax
    if syntax.kind(substitution) != "template_substitution":
        return False
    template = syntax.parents[substitution]
    call = syntax.parents[template]
    tagged = syntax.kind(call) == "call_expression" and syntax.field(template) == "arguments"
    return tagged and syntax.text(syntax.child(call, "function")) != b"String.raw"


def from_elsewhere(module: Module, test: int) -> bool:
    """Whether the class of an `instanceof` is the language's or a built-in module's, so that it only looks."""
    syntax = module.syntax
    right = syntax.child(test, "right")
    if syntax.kind(right) != "identifier":
        return False
    binding = module.names.binding(right)
    at = binding.node if binding is not None else 0
    while at > 0 and syntax.kind(at) in {"identifier", "import_specifier", "import_clause", "named_imports"}:
        at = syntax.parents[at]
    source = syntax.child(at, "source") if syntax.kind(at) == "import_statement" else -1
    return binding is None or (source >= 0 and not (module.constants.text(source) or ".").startswith("."))


def discarded(module: Module, call: int) -> bool:
    """Whether the value of a call is what an arrow function returns to somebody who drops it: a promise or timer."""
    syntax = module.syntax
    arrow = syntax.parents[call]
    if syntax.kind(arrow) != "arrow_function":
        return False
    caller = syntax.parents[syntax.parents[arrow]]
    made = syntax.child(caller, "constructor" if syntax.kind(caller) == "new_expression" else "function")
    named = syntax.text(made) if made >= 0 else b""
    return named in {b"Promise", b"setTimeout", b"setImmediate", b"queueMicrotask"} or named.startswith(b"process.")


def path_trouble(path: str) -> str:
    """Why a constant path may not be opened; empty where it may."""
    if SYSTEM.match(path):
        return f"names {path}"
    if path.startswith("file://"):
        path = path.removeprefix("file://")
    if path.startswith(TREE):
        inside = posixpath.normpath(path)
        return "" if inside == TREE or inside.startswith(TREE + "/") else "names a path that leaves the tree"
    if path.startswith("/"):
        return "" if path in OPEN_DEVICES else f"names the fixed absolute path {path}"
    plain = posixpath.normpath(path)
    return f"names {path}, which leaves the scratch directory" if plain == ".." or plain.startswith("../") else ""


def _timer(module: Module, call: int, thing: str) -> tuple[str, str, int]:
    listed = module.syntax.child(call, "arguments")
    operands = module.syntax.operands(listed) if listed >= 0 else []
    if operands and isinstance(module.constants.value(operands[0]), str):
        return "js-code-from-strings", f"hands {thing} a string", operands[0]
    return "", "", call


def _paths(module: Module, call: int, function: str) -> tuple[str, str, int]:
    listed = module.syntax.child(call, "arguments")
    operands = module.syntax.operands(listed) if listed >= 0 else []
    count = 2 if function.removesuffix("Sync") in TWO_PATHS else 1
    for node in operands[:count]:
        value = module.constants.value(node)
        if isinstance(value, int) and not isinstance(value, bool) and value > 2:
            return "js-path", f"uses the inherited descriptor {value}", node
        trouble = path_trouble(value) if isinstance(value, str) and value else ""
        if trouble:
            return "js-path", trouble, node
    for node in operands[count:]:
        for descriptor in module.constants.member_choices(node, "fd") or ():
            if descriptor.isdecimal() and int(descriptor) > 2:
                return "js-path", f"uses the inherited descriptor {descriptor}", node
    return "", "", call
