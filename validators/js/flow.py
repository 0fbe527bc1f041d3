"""Follows the things that lead out of a module from where they are named to where they are used, through aliases,
destructuring, functions of the tree, imports and re-exports.

It starts from names, so it costs nothing where none occurs. It ends, since every place is visited once per thing.
What it
cannot follow it refuses, if the thing is a closed one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..findings import Findings
from ..policy import Policy
from .calls import called, discarded, from_elsewhere, harmless_callee, key_of_lookup, tagged
from .functions import callers, parameter
from .modules import Module, Resolved
from .names import PATTERNS, Binding
from .receivers import listeners
from .receivers import spoken as spoken_listener
from .settled import settled
from .things import CONSTRUCTOR, LOCAL, closed, escape, member, refusal

STEPS = 200_000  # places visited in one tree: the largest port known needs a few thousand
PASSING = {"parenthesized_expression", "await_expression", "ternary_expression", "non_null_expression"}
DECLARING = PATTERNS | {
    "identifier", "variable_declarator", "lexical_declaration", "variable_declaration",
    "shorthand_property_identifier_pattern",
}  # fmt: skip
HARMLESS = {
    "expression_statement", "if_statement", "while_statement", "do_statement", "switch_statement", "switch_case",
    "update_expression", "template_substitution", "unary_expression", "for_statement", "for_in_statement",
    "export_specifier_source"
}  # fmt: skip


@dataclass(slots=True)
class Flow:
    """One pass over a tree's modules."""

    modules: Mapping[str, Module]
    policy: Policy
    findings: Findings
    _pending: deque[tuple[Module, int, str]] = field(default_factory=deque)  # in order: the first findings are kept
    _seen: set[tuple[str, int, str]] = field(default_factory=set)
    _exports: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    _importers: dict[tuple[str, str], list[tuple[Module, int]]] = field(default_factory=dict)
    _renamed: dict[tuple[str, str], list[tuple[str, str]]] = field(default_factory=dict)
    _stars: dict[str, list[str]] = field(default_factory=dict)
    _opaque: list[tuple[Module, int, str]] = field(default_factory=list)
    _heard: set[tuple[str, int, bytes, str]] = field(default_factory=set)
    _composed: list[tuple[Module, int, str]] = field(default_factory=list)

    def start(self, module: Module, node: int, thing: str) -> None:
        """The expression at `node` is the thing."""
        place = (module.path, node, thing)
        if thing and place not in self._seen:
            self._seen.add(place)
            self._pending.append((module, node, thing))

    def start_binding(self, module: Module, node: int, thing: str) -> None:
        """The name that `node` declares is the thing; a node that declares none is the thing itself."""
        binding = module.names.declared(node)
        if binding is not None:
            self._alias(module, binding, thing)
        else:
            self.start(module, node, thing)

    def listen(self, module: Module, node: int, target: str, name: str) -> None:
        """The name that `node` declares is what the file `target` exports as `name`."""
        self._importers.setdefault((target, name), []).append((module, node))
        for thing in sorted(self._exports.get((target, name), ())):
            self.start_binding(module, node, thing)

    def reexport(self, path: str, name: str, target: str, original: str) -> None:
        """The file `path` exports as `name` what `target` exports as `original`; `*` for both means everything."""
        if name == "*":
            self._stars.setdefault(target, []).append(path)
        else:
            self._renamed.setdefault((target, original), []).append((path, name))

    def publish(self, path: str, name: str, thing: str) -> None:
        """The file exports the thing under that name; whoever imports it has it."""
        pending = [(path, name)]
        while pending:
            place = pending.pop()
            things = self._exports.setdefault(place, set())
            if thing in things:
                continue
            things.add(thing)
            for module, node in self._importers.get(place, ()):
                self.start_binding(module, node, thing)
            pending += self._renamed.get(place, ())
            if place[1] != "default":
                pending += [(star, place[1]) for star in self._stars.get(place[0], ())]

    def composed(self, module: Module, node: int, name: str) -> None:
        """The expression puts a telling name together: refused, unless what is done with it is refused on that line."""
        self._composed.append((module, node, name))

    def named(self, thing: str, name: str) -> tuple[str, str, str]:
        """What `import {name}` of a built-in gives: the thing, or the rule that refuses it and why."""
        found = member(thing, name, self.policy)
        rule, message = refusal(found, self.policy) if found else ("", "")
        return found, rule, message

    def run(self) -> None:
        """Follows everything started to its end."""
        while self._pending:
            if len(self._seen) > STEPS:
                module, node, thing = self._pending[0]
                self._refuse(module, node, "source-unreadable", f"uses of {thing} are too many to follow")
                return
            module, node, thing = self._pending.popleft()
            try:
                self._use(module, node, thing)
            except RecursionError:
                self._refuse(module, node, "source-unreadable", f"a pattern too deep to follow {thing} through")
        for module, node, path in self._opaque:
            things = sorted(t for (file, _), ts in self._exports.items() if file == path for t in ts)
            for thing in things:
                if closed(thing, self.policy):
                    self._refuse(module, node, *escape(thing, self.policy))
        for module, node, name in self._composed:
            line = module.source.line(module.syntax.starts[node])
            if not self.findings.on(module.path, line) and not self.findings.speaks(module.path, name):
                start = module.syntax.starts[node]
                message = f"puts together the name {name}"
                self.findings.at("js-computed", module.source, start, message, self.line(module, node))

    def line(self, module: Module, node: int) -> str:
        """The line of a node, as a cause that findings may share."""
        return f"{module.path}:{module.source.line(module.syntax.starts[node])}"

    def _refuse(self, module: Module, node: int, rule: str, message: str) -> None:
        self.findings.at(rule, module.source, module.syntax.starts[node], message)

    def _reach(self, module: Module, place: int, node: int, thing: str) -> None:
        """`node` is the thing, named at `place`: refused at once or followed."""
        if not thing:
            return
        rule, message = refusal(thing, self.policy)
        if rule:
            self._refuse(module, place, rule, message)
        else:
            self.start(module, node, thing)

    def _escape(self, module: Module, node: int, thing: str) -> None:
        if closed(thing, self.policy):
            self._refuse(module, node, *escape(thing, self.policy))
        elif thing.startswith(LOCAL):
            self._opaque.append((module, node, thing.removeprefix(LOCAL)))

    def _use(self, module: Module, node: int, thing: str) -> None:
        syntax = module.syntax
        parent = syntax.parents[node]
        if parent < 0:
            return
        kind, role = syntax.kind(parent), syntax.field(node)
        if kind in PASSING:
            if role != "condition":
                self.start(module, parent, thing)
        elif kind == "sequence_expression":
            if syntax.after[node] == syntax.after[parent]:
                self.start(module, parent, thing)
        elif kind == "binary_expression":
            operator = syntax.text(syntax.child(parent, "operator"))
            if operator in {b"||", b"??"} or (operator == b"&&" and role == "right"):
                self.start(module, parent, thing)
            elif operator == b"instanceof" and role == "left" and not from_elsewhere(module, parent):
                self._escape(module, node, thing)
        elif kind in {"member_expression", "subscript_expression"} and role == "object":
            self._member(module, parent, thing)
        elif kind == "variable_declarator" and role == "value":
            self._bind(module, syntax.child(parent, "name"), thing)
        elif kind in {"assignment_expression", "augmented_assignment_expression"}:
            if role == "right":
                self._bind(module, syntax.child(parent, "left"), thing)
                self.start(module, parent, thing)
        elif kind in {"assignment_pattern", "object_assignment_pattern"}:
            if role == "right":
                self._bind(module, syntax.child(parent, "left"), thing)
        elif kind in {"call_expression", "new_expression"}:
            if role in {"function", "constructor"}:
                self._call(module, parent, node, thing)
        elif kind == "arguments":
            self._argument(module, parent, node, thing)
        elif kind in {"return_statement", "arrow_function"}:
            self._returned(module, parent, node, thing)
        elif kind in {"export_specifier", "export_statement"}:
            self._exported(module, parent, node, thing)
        elif (kind not in HARMLESS or tagged(module, parent)) and kind not in PATTERNS and kind != "import_specifier":
            self._escape(module, node, thing)

    def _member(self, module: Module, access: int, thing: str) -> None:
        syntax = module.syntax
        if syntax.kind(access) == "member_expression":
            named = syntax.child(access, "property")
            key: str | None = module.names.name(named)
        else:
            named = syntax.child(access, "index")
            key = module.constants.text(named)
        if key is None or self._unsettled(module, access, named, thing, key):
            self._unknown_member(module, named, thing)
        elif key == "then" and thing.startswith((LOCAL, "node:", "process")) and "." not in thing[len(LOCAL) :]:
            self._then(module, access, thing)
        else:
            self._key(module, named, access, thing, key)

    def _unsettled(self, module: Module, access: int, named: int, thing: str, key: str) -> bool:
        """Whether code that runs first could make another name of a key that is fine as it stands."""
        guarded = closed(thing, self.policy) or (thing.startswith("node:") and "." not in thing)
        if not guarded or module.syntax.kind(access) != "subscript_expression" or settled(module.names, named):
            return False
        return not refusal(member(thing, key, self.policy), self.policy)[0]

    def _key(self, module: Module, place: int, node: int, thing: str, key: str) -> None:
        """`node` is what `key` of the thing is."""
        if thing.startswith(LOCAL):
            path = thing.removeprefix(LOCAL)
            for exported in sorted(self._exports.get((path, key), ())):
                self._reach(module, place, node, exported)
            self._importers.setdefault((path, key), []).append((module, node))
        else:
            self._reach(module, place, node, member(thing, key, self.policy))

    def _unknown_member(self, module: Module, node: int, thing: str) -> None:
        if thing.startswith("node:") and "." not in thing:
            self._refuse(module, node, "js-computed", f"a computed member of the module {thing}")
        elif closed(thing, self.policy) or thing == "import.meta":
            rule = self.policy.globals.get(thing) or "js-computed"
            self._refuse(module, node, rule, f"a computed member of {thing}")
        else:
            self._escape(module, node, thing)

    def _then(self, module: Module, access: int, thing: str) -> None:
        syntax = module.syntax
        call = syntax.parents[access]
        listed = syntax.child(call, "arguments")
        operands = syntax.operands(listed) if listed >= 0 else []
        pattern = parameter(module, operands[0], 0) if operands else -1
        if pattern >= 0:
            self._bind(module, pattern, thing)
        else:
            self._escape(module, access, thing)

    def _bind(self, module: Module, target: int, thing: str) -> None:
        """The thing is assigned to a name, a pattern or a member."""
        syntax = module.syntax
        kind = syntax.kind(target)
        if kind in {"identifier", "shorthand_property_identifier_pattern"}:
            binding = module.names.declared(target) or module.names.binding(target)
            if binding is not None:
                self._alias(module, binding, thing)
            else:
                self._escape(module, target, thing)
        elif kind in {"assignment_pattern", "object_assignment_pattern"}:
            self._bind(module, syntax.child(target, "left"), thing)
        elif kind == "object_pattern":
            for child in syntax.operands(target):
                self._bind_property(module, child, thing)
        else:
            self._escape(module, target, thing)

    def _bind_property(self, module: Module, child: int, thing: str) -> None:
        syntax = module.syntax
        kind = syntax.kind(child)
        if kind == "rest_pattern":
            self._escape(module, child, thing)
            return
        named = child
        if kind == "pair_pattern":
            named, target = syntax.child(child, "key"), syntax.child(child, "value")
            key = module.constants.key(named)
        else:
            target = syntax.child(child, "left") if kind == "object_assignment_pattern" else child
            key = module.names.name(target)
        if key is None:
            self._unknown_member(module, named, thing)
            return
        if thing.startswith(LOCAL):
            for exported in sorted(self._exports.get((thing.removeprefix(LOCAL), key), ())):
                self._bind(module, target, exported)
            if syntax.kind(target) in {"identifier", "shorthand_property_identifier_pattern"}:
                self._importers.setdefault((thing.removeprefix(LOCAL), key), []).append((module, target))
            return
        found = member(thing, key, self.policy)
        rule, message = refusal(found, self.policy) if found else ("", "")
        if rule:
            self._refuse(module, named, rule, message)
        elif found:
            self._bind(module, target, found)

    def _alias(self, module: Module, binding: Binding, thing: str) -> None:
        syntax = module.syntax
        if (module.path, -binding.node - 2, thing) in self._seen:
            return
        self._seen.add((module.path, -binding.node - 2, thing))
        for node in module.names.references(binding):
            if syntax.kind(node) == "shorthand_property_identifier":
                self._escape(module, node, thing)
            else:
                self.start(module, node, thing)
        at = binding.node
        while at > 0 and syntax.kind(at) in DECLARING:
            at = syntax.parents[at]
        if syntax.kind(at) == "export_statement":
            self.publish(module.path, binding.name, thing)

    def _call(self, module: Module, call: int, callee: int, thing: str) -> None:
        rule, message, place = called(module, call, callee, thing, self.policy)
        if rule:
            self._refuse(module, place, rule, message)
        elif thing in self.policy.giving:
            self._given(module, call, thing.rpartition(".")[0])

    def _given(self, module: Module, call: int, thing: str) -> None:
        """A call gives the thing itself, as `process.on` does, and is `this` in the functions that it is handed."""
        syntax = module.syntax
        for operand in syntax.operands(syntax.child(call, "arguments")):
            heard = (*spoken_listener(module, operand), thing)
            if heard in self._heard:
                continue
            self._heard.add(heard)
            for place, node in listeners(module, operand, self.modules):
                self.start(place, node, thing)
        if not discarded(module, call):
            self.start(module, call, thing)

    def _argument(self, module: Module, arguments: int, node: int, thing: str) -> None:
        syntax = module.syntax
        call = syntax.parents[arguments]
        key = key_of_lookup(module, call, node)
        if key is not None:
            self._key(module, node, call, thing, key)
            return
        if harmless_callee(module, call):
            return
        place = syntax.operands(arguments).index(node)
        pattern = parameter(module, syntax.child(call, "function"), place)
        if pattern >= 0:
            self._bind(module, pattern, thing)
        else:
            self._escape(module, node, thing)

    def _returned(self, module: Module, parent: int, node: int, thing: str) -> None:
        if module.syntax.kind(parent) == "arrow_function" and module.syntax.field(node) != "body":
            return
        calls = callers(module, parent)
        if calls is None:
            self._escape(module, node, thing)
            return
        for call in calls:
            self.start(module, call, thing)

    def _exported(self, module: Module, parent: int, node: int, thing: str) -> None:
        syntax = module.syntax
        if syntax.kind(parent) == "export_statement":
            self.publish(module.path, "default", thing)
        elif syntax.field(node) == "name" and syntax.child(syntax.parents[syntax.parents[parent]], "source") < 0:
            alias = syntax.child(parent, "alias")
            self.publish(module.path, exported_name(module, alias if alias >= 0 else node), thing)


def exported_name(module: Module, node: int) -> str:
    """The name that an import or export specifier spells: an identifier, `default`, or a string."""
    if module.syntax.kind(node) == "string":
        return module.constants.text(node) or ""
    return module.names.name(node)


__all__ = ["CONSTRUCTOR", "Flow", "Resolved", "exported_name"]
