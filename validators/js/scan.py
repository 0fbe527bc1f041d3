"""Finds where a module names what leads out, and hands each place to the flow."""

from __future__ import annotations

import re
from collections.abc import Collection

from ..findings import Findings
from ..policy import Policy
from .calls import SYSTEM, path_trouble
from .flow import Flow, exported_name
from .functions import function_like
from .modules import Module, Resolved, resolved
from .receivers import shared_receivers
from .settled import settled
from .things import CONSTRUCTOR, FUNCTION, LOCAL, TIMERS, thing_of

BUILDING = {b"join", b"fromCharCode", b"fromCodePoint", b"toString", b"concat", b"replace", b"replaceAll", b"reverse",
            b"slice", b"substring", b"substr", b"from", b"toLowerCase", b"toUpperCase", b"repeat", b"raw", b"map",
            b"padStart", b"padEnd", b"trim", b"at", b"charAt"}  # fmt: skip
# Of those, the ones that text processing calls everywhere: on a plain name they are judged where their value is used.
CUTTING = {b"slice", b"substring", b"substr", b"toString", b"replace", b"replaceAll", b"map", b"at", b"charAt", b"trim",
           b"toLowerCase", b"toUpperCase", b"padStart", b"padEnd", b"repeat"}  # fmt: skip
MAKERS = {b"atob", b"decodeURIComponent", b"unescape", b"String", b"URL"}
# Names that nobody puts together from parts but to hide them.
TELLING = frozenset(
    (
    "constructor", "eval", "Function", "require", "process", "globalThis", "global", "binding", "mainModule",
    "WebAssembly", "createRequire", "getBuiltinModule", "dlopen", "_linkedBinding", "__proto__", "fetch",
    "prototype"
)
)  # fmt: skip


DECLARED = {"method_definition", "field_definition"}
NAMED = {"name", "property"}


class Scan:
    """One module's scan."""

    def __init__(self, module: Module, flow: Flow, files: Collection[str], policy: Policy, findings: Findings) -> None:
        self.module = module
        self.flow = flow
        self.files = files
        self.policy = policy
        self.findings = findings

    def run(self) -> None:
        """Reports what can be judged where it stands and starts the flow everywhere else."""
        self._hashbang()
        self._globals()
        self._distinctive()
        self._timers()
        self._constructors()
        self._prototypes()
        self._nodes()
        self._system_paths()

    def _refuse(self, node: int, rule: str, message: str, cause: str = "") -> None:
        self.findings.at(rule, self.module.source, self.module.syntax.starts[node], message, cause)

    def _globals(self) -> None:
        for name in self.module.names.mentioned(self.policy.globals):
            if name == FUNCTION:
                continue
            for node in self.module.names.globals(name):
                self.flow.start(self.module, node, "globalThis" if name == "global" else name)

    def _distinctive(self) -> None:
        syntax = self.module.syntax
        for name in self.module.names.mentioned(self.policy.distinctive):
            rule = self.policy.distinctive[name]
            for node in self.module.names.tokens(name):
                parent = syntax.parents[node]
                holder = syntax.child(parent, "object")
                known = holder >= 0 and (syntax.text(holder) == b"process" or self._own(holder, name))
                if syntax.kind(parent) == "member_expression" and syntax.field(node) == "property" and not known:
                    self._refuse(node, rule, f"reaches {name}")

    def _hashbang(self) -> None:
        """Code behind an interpreter line: for the engine it starts after U+2028, which few editors show."""
        data = self.module.syntax.data
        end = _HIDDEN_END.match(data) if data.startswith(b"#!") else None
        if end:
            message = "code that looks like a part of the interpreter line"
            self.findings.at("source-unreadable", self.module.source, end.end() - 3, message)

    def _own(self, holder: int, name: str) -> bool:
        """Whether a member of `this` is one that a class or object of the module declares."""
        syntax = self.module.syntax
        named = self.module.names.tokens(name) if syntax.text(holder) == b"this" else ()
        return any(syntax.kind(syntax.parents[node]) in DECLARED and syntax.field(node) in NAMED for node in named)

    def _timers(self) -> None:
        """Timers as members of a thing that is not known, such as `window.setTimeout`."""
        syntax = self.module.syntax
        for name in self.module.names.mentioned(TIMERS):
            for node in self.module.names.tokens(name):
                access = syntax.parents[node]
                if syntax.kind(access) == "member_expression" and syntax.field(node) == "property":
                    self.flow.start(self.module, access, name)

    def _constructors(self) -> None:
        syntax = self.module.syntax
        for node in self.module.names.tokens("constructor"):
            parent = syntax.parents[node]
            kind = syntax.kind(parent)
            if kind == "member_expression" and syntax.field(node) == "property":
                self._constructor(node, parent, syntax.child(parent, "object"))
            elif kind == "pair_pattern" and syntax.field(node) == "key":
                self._pattern(node, syntax.child(parent, "value"), syntax.parents[parent])
            elif kind == "object_pattern":
                self._pattern(node, node, parent)

    def _prototypes(self) -> None:
        for receiver in shared_receivers(self.module):
            self.flow.start(self.module, receiver, "process")

    def _pattern(self, place: int, target: int, pattern: int) -> None:
        """`const {constructor: target} = value`."""
        syntax = self.module.syntax
        declarator = syntax.parents[pattern]
        value = syntax.child(declarator, "value") if syntax.kind(declarator) == "variable_declarator" else -1
        if value < 0 and syntax.kind(declarator) == "assignment_expression":
            value = syntax.child(declarator, "right")
        if value >= 0 and function_like(self.module, value):
            self._refuse(place, "js-constructor", "takes the constructor of a function")
        elif syntax.kind(target) in {"identifier", "shorthand_property_identifier_pattern"}:
            self.flow.start_binding(self.module, target, CONSTRUCTOR)

    def _pair_pattern(self, node: int) -> None:
        """`const {[KEY]: target} = value`."""
        syntax = self.module.syntax
        key = syntax.child(node, "key")
        if syntax.kind(key) in {"computed_property_name", "string"}:
            name = self.module.constants.key(key)
            if name == "constructor":
                self._pattern(key, syntax.child(node, "value"), syntax.parents[node])
            elif name is not None and name in self.policy.distinctive:
                self._refuse(key, self.policy.distinctive[name], f"reaches {name}")

    def _constructor(self, place: int, access: int, holder: int) -> None:
        if not function_like(self.module, holder):
            self.flow.start(self.module, access, CONSTRUCTOR)
        else:
            self.flow.start(self.module, access, FUNCTION)

    def _nodes(self) -> None:
        syntax = self.module.syntax
        names, kinds = syntax.names, syntax.kinds
        for node in syntax.of_kinds(VISITED):
            VISITS[names[kinds[node]]](self, node)

    def _import(self, node: int) -> None:
        syntax = self.module.syntax
        source = syntax.child(node, "source")
        if source < 0:
            return
        found = self._resolved(source)
        if found is None:
            return
        for clause in syntax.operands(node):
            if syntax.kind(clause) == "import_clause":
                self._clause(clause, found)

    def _clause(self, clause: int, found: Resolved) -> None:
        syntax = self.module.syntax
        for child in syntax.operands(clause):
            kind = syntax.kind(child)
            if kind == "identifier":
                self._imported(child, found, "default")
            elif kind == "namespace_import":
                self._imported(syntax.operands(child)[-1], found, "*")
            else:
                for specifier in syntax.operands(child):
                    alias, name = syntax.child(specifier, "alias"), syntax.child(specifier, "name")
                    if name >= 0:
                        self._imported(alias if alias >= 0 else name, found, exported_name(self.module, name), name)

    def _imported(self, declared: int, found: Resolved, name: str, place: int = -1) -> None:
        flow, module = self.flow, self.module
        if found.local:
            if name == "*":
                flow.start_binding(module, declared, LOCAL + found.local)
            else:
                flow.listen(module, declared, found.local, name)
        else:
            self.import_builtin(declared, thing_of(found.builtin), name, place)

    def import_builtin(self, declared: int, thing: str, name: str, place: int) -> None:
        """A name imported from a built-in: refused, or followed."""
        if name not in {"*", "default"}:
            found, rule, message = self.flow.named(thing, name)
            if rule:
                self._refuse(place if place >= 0 else declared, rule, message)
                return
            thing = found
        if thing:
            self.flow.start_binding(self.module, declared, thing)

    def _export(self, node: int) -> None:
        syntax = self.module.syntax
        source = syntax.child(node, "source")
        if source < 0:
            return
        found = self._resolved(source)
        if found is None:
            return
        clauses = [child for child in syntax.operands(node) if syntax.kind(child) == "export_clause"]
        spaces = [child for child in syntax.operands(node) if syntax.kind(child) == "namespace_export"]
        for space in spaces:
            whole = LOCAL + found.local if found.local else thing_of(found.builtin)
            self.flow.publish(self.module.path, exported_name(self.module, syntax.operands(space)[-1]), whole)
        for clause in clauses:
            for specifier in syntax.operands(clause):
                self._reexport(specifier, found)
        if not clauses and not spaces:
            if found.local:
                self.flow.reexport(self.module.path, "*", found.local, "*")
            elif thing_of(found.builtin) in self.policy.closed:
                self._refuse(node, "js-computed", f"exports everything of {thing_of(found.builtin)}")

    def _reexport(self, specifier: int, found: Resolved) -> None:
        syntax = self.module.syntax
        name = syntax.child(specifier, "name")
        alias = syntax.child(specifier, "alias")
        if name < 0:
            return
        original = exported_name(self.module, name)
        public = exported_name(self.module, alias) if alias >= 0 else original
        if found.local:
            self.flow.reexport(self.module.path, public, found.local, original)
            return
        thing = thing_of(found.builtin)
        reached, rule, message = (thing, "", "") if original == "default" else self.flow.named(thing, original)
        if rule:
            self._refuse(name, rule, message)
        elif reached:
            self.flow.publish(self.module.path, public, reached)

    def _resolved(self, node: int) -> Resolved | None:
        specifier = self.module.constants.text(node)
        if specifier is None:
            self._refuse(node, "js-import-computed", "imports a name that cannot be known before it runs")
            return None
        found = resolved(specifier, self.module.path, self.files, self.policy)
        if found.rule:
            self._refuse(node, found.rule, found.message, found.cause)
            return None
        return found

    def _call(self, node: int) -> None:
        syntax = self.module.syntax
        callee = node + 1
        kind = syntax.kind(callee)
        if kind == "import":
            self._dynamic(node)
        elif kind == "member_expression":
            method = syntax.text(syntax.after[callee] - 1)
            if method in BUILDING and (method not in CUTTING or syntax.kind(callee + 1) != "identifier"):
                self._built(node)
        elif kind == "subscript_expression" or (kind == "identifier" and syntax.text(callee) in MAKERS):
            self._built(node)

    def _dynamic(self, node: int) -> None:
        syntax = self.module.syntax
        operands = syntax.operands(syntax.child(node, "arguments"))
        choices = self.module.constants.choices(operands[0]) if operands else None
        if choices is None:
            self._refuse(
                operands[0] if operands else node,
                "js-import-computed",
                "imports a name that cannot be known before it runs",
                self._declared(operands[0]) if operands else "",
            )
            return
        every = [resolved(choice, self.module.path, self.files, self.policy) for choice in choices]
        if not any(found.rule for found in every) and not settled(self.module.names, operands[0]):
            self._refuse(operands[0], "js-import-computed", "imports a name that code could change before it is loaded")
        for found in every:
            if found.rule:
                self._refuse(operands[0], found.rule, found.message, found.cause)
            else:
                self.flow.start(self.module, node, LOCAL + found.local if found.local else thing_of(found.builtin))

    def _declared(self, name: int) -> str:
        """The line that declares a name, as a cause: what it puts together is told there."""
        binding = self.module.names.binding(name) if self.module.syntax.kind(name) == "identifier" else None
        return self.flow.line(self.module, binding.node) if binding is not None else ""

    def _new(self, node: int) -> None:
        if self.module.syntax.text(self.module.syntax.child(node, "constructor")) == b"URL":
            self._built(node)

    def _built(self, node: int) -> None:
        """A string put together from constants: its value may be a name that somebody hides, or a path."""
        syntax = self.module.syntax
        parent = syntax.parents[node]
        if syntax.kind(node) == syntax.kind(parent) == "binary_expression" and syntax.field(node) == "left":
            return
        value = self.module.constants.value(node)
        if not isinstance(value, str) or not 2 < len(value) < 4096:
            return
        if value in TELLING or (value.removeprefix("node:") in self.policy.refused and len(value) > 5):
            self.flow.composed(self.module, node, value)
        elif SYSTEM.match(value) or (value.startswith("file://") and path_trouble(value)):
            self._refuse(node, "js-path", path_trouble(value))

    def _sum(self, node: int) -> None:
        parent = self.module.syntax.parents[node]
        if self.module.syntax.kind(parent) == "binary_expression":
            self._built(parent)

    def _subscript(self, node: int) -> None:
        syntax = self.module.syntax
        index = syntax.child(node, "index")
        if not self.module.constants.possible_text(index):
            return
        key = self.module.constants.value(index)
        if key == "constructor":
            self._constructor(index, node, syntax.child(node, "object"))
        elif isinstance(key, str) and key in self.policy.distinctive:
            self._refuse(index, self.policy.distinctive[key], f"reaches {key}")

    def _meta(self, node: int) -> None:
        if self.module.syntax.text(node).startswith(b"import"):
            self.flow.start(self.module, node, "import.meta")

    def _template(self, node: int) -> None:
        if self.module.syntax.after[node] - node > 2:  # more than one fragment
            self._built(node)

    def _lookup(self, node: int) -> None:
        """`Reflect.get(f, "constructor")` and the like."""
        syntax = self.module.syntax
        call = syntax.parents[syntax.parents[node]]
        called = syntax.text(syntax.child(call, "function")) if syntax.kind(call) == "call_expression" else b""
        if called.endswith((b"getOwnPropertyDescriptor", b"Reflect.get")):
            self._refuse(node, "js-constructor", "looks up the constructor of an object by name")

    def _string(self, node: int) -> None:
        syntax = self.module.syntax
        spelled = syntax.text(node)[1:-1]
        if spelled != b"constructor" and b"\\" not in spelled:
            return
        if syntax.kind(syntax.parents[node]) == "arguments" and self.module.constants.value(node) == "constructor":
            self._lookup(node)

    def _system_paths(self) -> None:
        syntax = self.module.syntax
        for match in _SYSTEM_LITERAL.finditer(syntax.data) if any(map(syntax.data.__contains__, _SYSTEM)) else ():
            node = syntax.at(match.start())
            while (
                node > 0
                and syntax.kind(node) not in {"string", "template_string"}
                and syntax.starts[node] == match.start()
            ):
                node -= 1
            if syntax.starts[node] == match.start() and syntax.kind(node) in {"string", "template_string"}:
                value = self.module.constants.value(node)
                text = value if isinstance(value, str) else match.group()[1:].decode("utf-8", "replace")
                if SYSTEM.match(text):
                    self._refuse(node, "js-path", f"names {text[:60]}")


_HIDDEN_END = re.compile(rb"[^\n\r]*?\xe2\x80[\xa8\xa9]")
_SYSTEM = (b"/proc", b"/sys", b"/dev")
_SYSTEM_LITERAL = re.compile(rb"[\"'`](?:file://)?/+(?:proc|sys|dev)(?=[/\"'`])[^\"'`\s]{0,60}")
VISITS = {
    "import_statement": Scan._import,
    "export_statement": Scan._export,
    "call_expression": Scan._call,
    "new_expression": Scan._new,
    "+": Scan._sum,
    "pair_pattern": Scan._pair_pattern,
    "subscript_expression": Scan._subscript,
    "meta_property": Scan._meta,
    "template_string": Scan._template,
    "string": Scan._string,
}
VISITED = frozenset(VISITS)
