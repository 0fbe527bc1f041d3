"""Layer 3 for JavaScript: parses every module of a tree and judges them together."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import tree_sitter_javascript
from tree_sitter import Language, Parser

from ..files import File
from ..findings import Findings
from ..policy import Policy
from ..source import Source
from ..syntax import Syntax, TooTangled, parsed
from .constants import Constants
from .flow import Flow, exported_name
from .literals import Constant
from .modules import Module, resolved
from .names import NAMING, Binding, Names
from .scan import Scan
from .tokens import scan_tokens

HTML = frozenset(("html_comment",))
# Tokens: nothing within them is code.
WHOLE = NAMING | {"string", "regex", "number", "this", "super", "null", "true", "false", "undefined"}

# The node of the value or name (the statement, for everything), the source of a re-export or -1, and the name that a
# clause gives another one.
Export = tuple[int, int, str]


def check(sources: Sequence[File], files: Collection[str], policy: Policy, findings: Findings) -> None:
    """Judges the modules of a tree. `files` are the paths of everything in it that was read."""
    modules = _modules(sources, policy, findings)
    flow = Flow(modules, policy, findings)
    for module in modules.values():
        if module.syntax.has_error or _html_comment(module.syntax):
            scan_tokens(module.source, files, policy, findings)
        try:
            Scan(module, flow, files, policy, findings).run()
        except RecursionError:
            findings.add("source-unreadable", module.path, "nested too deep to follow")
    flow.run()
    modules.clear()  # each knows the others: so that they go now and not when the collector finds them


def _html_comment(syntax: Syntax) -> bool:
    """Whether the parser takes something for a comment that is none in a module."""
    spelled = b"<!--" in syntax.data or b"-->" in syntax.data
    return spelled and next(syntax.of_kinds(HTML), -1) >= 0


def _modules(sources: Sequence[File], policy: Policy, findings: Findings) -> dict[str, Module]:
    language = Language(tree_sitter_javascript.language())
    parser = Parser(language)
    modules: dict[str, Module] = {}
    values = ExportedConstants(modules, policy)
    limits = policy.limits
    for file in sources:
        source = Source(file.path, file.data)
        try:
            syntax = parsed(parser, language, file.data, limits.nodes, limits.nesting, sparse=True, whole=WHOLE)
        except TooTangled as trouble:
            findings.add("source-unreadable", file.path, str(trouble))
            scan_tokens(source, {f.path for f in sources}, policy, findings)
            continue
        names = Names(syntax)
        constants = Constants(file.path, names, values.of(file.path))
        modules[file.path] = Module(file.path, source, syntax, names, constants)
    return modules


class ExportedConstants:
    """Constants that one module of the tree imports from another."""

    def __init__(self, modules: dict[str, Module], policy: Policy) -> None:
        self._modules = modules
        self._policy = policy
        self._asking: set[tuple[str, str]] = set()
        self._listed: dict[str, dict[str | None, list[Export]]] = {}

    def of(self, path: str) -> _Importer:
        """What answers for the imports of the file `path`."""
        return _Importer(self, path)

    def value(self, path: str, binding: Binding) -> Constant | None:
        """The constant that an imported name of `path` is."""
        module = self._modules[path]
        syntax = module.syntax
        clause = syntax.parents[binding.node]
        statement = clause
        while statement > 0 and syntax.kind(statement) != "import_statement":
            statement = syntax.parents[statement]
        source = syntax.child(statement, "source")
        name = syntax.child(clause, "name") if syntax.kind(clause) == "import_specifier" else -1
        wanted = exported_name(module, name) if name >= 0 else "default"
        specifier = module.constants.text(source) or "" if source >= 0 else ""
        if wanted == "sep" and specifier.removeprefix("node:") in {"path", "path/posix"}:
            return "/"
        return self._follow(path, specifier, wanted)

    def _follow(self, path: str, specifier: str, name: str) -> Constant | None:
        target = resolved(specifier, path, self._modules, self._policy).local
        module = self._modules.get(target)
        if module is None or (target, name) in self._asking or len(self._asking) > 50:
            return None
        self._asking.add((target, name))
        try:
            return self._exported(module, name)
        finally:
            self._asking.discard((target, name))

    def _exported(self, module: Module, name: str) -> Constant | None:
        listed = self._listed.get(module.path)
        if listed is None:
            listed = self._listed[module.path] = _listed(module)
        for node, source, original in sorted([*listed.get(name, ()), *listed.get(None, ())]):
            if source >= 0:
                found = self._follow(module.path, module.constants.text(source) or "", original or name)
            else:
                found = module.constants.value(node)
            if found is not None or (source < 0 and not original):
                return found
        return None


def _listed(module: Module) -> dict[str | None, list[Export]]:
    """What a module exports, by name; None for everything of another module."""
    syntax = module.syntax
    found: dict[str | None, list[Export]] = {}

    def add(name: str | None, node: int, source: int = -1, original: str = "") -> None:
        found.setdefault(name, []).append((node, source, original))

    for node in syntax.children(0):
        if syntax.kind(node) != "export_statement":
            continue
        value, source = syntax.child(node, "value"), syntax.child(node, "source")
        if value >= 0:
            add("default", value)
        declaration = syntax.child(node, "declaration")
        for declarator in syntax.operands(declaration) if declaration >= 0 else ():
            declared = syntax.child(declarator, "name")
            if declared >= 0:
                add(syntax.text(declared).decode(), declared)
        clauses = [clause for clause in syntax.operands(node) if syntax.kind(clause) == "export_clause"]
        for specifier in (specifier for clause in clauses for specifier in syntax.operands(clause)):
            original, alias = syntax.child(specifier, "name"), syntax.child(specifier, "alias")
            public = exported_name(module, alias if alias >= 0 else original)
            add(public, original, source, exported_name(module, original))
        if source >= 0 and not clauses:
            add(None, node, source)
    return found


class _Importer:
    """`ExportedConstants.value` for one file, as the call that `Constants` makes."""

    def __init__(self, constants: ExportedConstants, path: str) -> None:
        self._constants = constants
        self._path = path

    def __call__(self, binding: Binding) -> Constant | None:
        return self._constants.value(self._path, binding)
