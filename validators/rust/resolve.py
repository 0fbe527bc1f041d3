"""Resolves paths of Rust to what they stand for in std, through uses, globs, renames, modules and crates of the
tree."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping

from .scopes import Path, Scope

Seen = tuple[int, Path, bool]
STANDARD = {"std", "core", "alloc"}
STEPS = 2000  # look-ups that one path may cost
DEEPEST = 64  # renames and modules behind each other; 66 crates need 12
TANGLED: Path = ("std", "?")  # what a path that costs more stands for: it is refused


class Resolver:
    """`units` maps each file to its root scope; `crates` maps a crate's name in the tree to its root file."""

    def __init__(self, units: Mapping[str, Scope], crates: Mapping[str, str]) -> None:
        self._units = units
        self._crates = crates
        self._steps = 0
        self._known: dict[tuple[int, Path], frozenset[Path]] = {}
        self.link()

    def link(self) -> None:
        """Ties `mod name;` to the files that hold the modules."""
        for file, root in self._units.items():
            stem = posixpath.splitext(posixpath.basename(file))[0]
            folder = posixpath.dirname(file)
            entry = stem in {"mod", "lib", "main"} or posixpath.basename(folder) in {
                "bin",
                "examples",
                "tests",
                "benches",
            }
            root.folder = folder if entry else posixpath.join(folder, stem)
        for file, root in self._units.items():
            self._link(root, posixpath.dirname(file))

    def _link(self, scope: Scope, folder: str) -> None:
        pending = [scope]
        while pending:
            scope = pending.pop()
            for name, inner in scope.modules.items():
                inner.folder = posixpath.join(scope.folder, name)
                pending.append(inner)
            for name, path in scope.outside.items():
                base = scope.folder
                choices = (
                    [posixpath.join(folder, path)]
                    if path
                    else [posixpath.join(base, name + ".rs"), posixpath.join(base, name, "mod.rs"),
                    posixpath.join(folder, name + ".rs"),
                          posixpath.join(folder, name, "mod.rs")]
                )  # fmt: skip
                for choice in choices:
                    found = self._units.get(posixpath.normpath(choice))
                    if found is not None:
                        scope.modules.setdefault(name, found)
                        found.above = found.above or scope.module
                        if path:
                            found.folder = posixpath.dirname(posixpath.normpath(choice))
                        break

    def standard(self, path: Path, scope: Scope) -> frozenset[Path]:
        """The paths in std (written with `std` first) that a path can stand for in a scope; empty where it is local."""
        key = (id(scope), path)
        found = self._known.get(key)
        if found is None:
            self._steps = 0
            try:
                found = frozenset(self._resolve(path, scope, frozenset()))
            except RecursionError:
                self._steps = STEPS + 1
            if self._steps > STEPS or found is None:
                found = frozenset({TANGLED})
            self._known[key] = found
        return found

    def imported(self, path: Path, scope: Scope) -> frozenset[Path]:
        """`standard` for the path of a use, which its own name does not hide."""
        if path[0] in STANDARD and path[0] not in scope.modules:
            return frozenset({("std", *path[1:])})
        return self.standard(path, scope)

    def has_crate(self, name: str) -> bool:
        """Whether the tree has a library of that name."""
        return name in self._crates

    def local(self, name: str, scope: Scope) -> bool:
        """Whether a name is declared around a scope, so that it is no crate."""
        at: Scope | None = scope
        while at is not None:
            if name in at.modules or name in at.items or name in at.uses or name in at.outside:
                return True
            if at.module is at:
                return name in self._crates
            at = at.parent
        return False

    def _resolve(self, path: Path, scope: Scope, seen: frozenset[Seen]) -> set[Path]:
        place = (id(scope), path, True)
        self._steps += 1
        if not path or place in seen:
            return set()
        if self._steps > STEPS or len(seen) > DEEPEST:
            self._steps = STEPS + 1
            return set()
        seen = seen | {place}
        head, rest = path[0], path[1:]
        if head == "":
            return self._crate(rest, seen) or self._inside(rest, _root(scope), seen)  # edition 2015: the crate's root
        if head in {"crate", "$crate"}:
            return self._inside(rest, _root(scope), seen)
        if head == "self":
            return self._inside(rest, scope.module or scope, seen)
        if head == "super":
            above = (scope.module or scope).above
            return self._inside(rest, above, seen) if above else self._anywhere(rest)
        at: Scope | None = scope
        while at is not None:
            found = self._declared(head, rest, at, seen)
            if found is not None:
                return found
            if at.module is at:
                break
            at = at.parent
        globbed = self._globbed(path, scope, seen)
        return globbed or self._crate(path, seen) or self._of_root(path, scope, seen)

    def _declared(self, head: str, rest: Path, scope: Scope, seen: frozenset[Seen]) -> set[Path] | None:
        """What a name that the scope itself declares leads to; None where it declares none. While a use is followed its
        own name means something else (`use crate::fill::fill` beside `mod fill`): the module, a crate, an outer
        name."""
        found: set[Path] = set()
        known = head in scope.modules or head in scope.items
        expanding = (id(scope), (head,), False)
        if expanding not in seen:
            for target in scope.uses.get(head, ()):
                known = True
                inner = seen | {expanding}
                if target[0] == head and head not in {"crate", "self", "super"}:
                    found |= self._behind(scope, (*target, *rest), inner)
                else:
                    found |= self._resolve((*target, *rest), scope, inner)
        if head in scope.modules:
            found |= self._inside(rest, scope.modules[head], seen)
        return found if known else None

    def _behind(self, scope: Scope, path: Path, seen: frozenset[Seen]) -> set[Path]:
        """A path whose first name is also the name of the use that holds it (`use fill::fill`): there it is a module, a
        crate, or what an outer block declares."""
        if path[0] in scope.modules:
            return self._inside(path[1:], scope.modules[path[0]], seen)
        if scope.module is not scope and scope.parent is not None:
            return self._resolve(path, scope.parent, seen)
        return self._crate(path, seen)

    def _inside(self, path: Path, scope: Scope | None, seen: frozenset[Seen]) -> set[Path]:
        """A path that starts in a module."""
        if scope is None or not path:
            return set()
        place = (id(scope), ("", *path), False)
        self._steps += 1
        if place in seen or self._steps > STEPS:
            return set()
        seen = seen | {place}
        if path[0] in {"self", "super"}:
            return self._inside(path[1:], scope if path[0] == "self" else scope.above, seen)
        found = self._declared(path[0], path[1:], scope, seen)
        return self._globbed(path, scope, seen) if found is None else found

    def _globbed(self, path: Path, scope: Scope, seen: frozenset[Seen]) -> set[Path]:
        found: set[Path] = set()
        at: Scope | None = scope
        while at is not None:
            for glob in at.globs:
                if glob[:1] != path[:1] or glob[0] in {"crate", "self", "super"}:
                    found |= self._resolve((*glob, *path), at, seen)
            if at.module is at:
                break
            at = at.parent
        return found

    def _crate(self, path: Path, seen: frozenset[Seen]) -> set[Path]:
        if not path:
            return set()
        if path[0] in STANDARD:
            return {("std", *path[1:])}
        root = self._crates.get(path[0])
        return self._inside(path[1:], self._units.get(root) if root else None, seen)

    def _of_root(self, path: Path, scope: Scope, seen: frozenset[Seen]) -> set[Path]:
        """Edition 2015: a use path starts at the crate's root."""
        root = _root(scope)
        return set() if root is (scope.module or scope) else self._inside(path, root, seen)

    def _anywhere(self, path: Path) -> set[Path]:
        """`super` of a file that no module declares, such as one that is included: any scope of the tree may be above
        it."""
        found: set[Path] = set()
        for root in self._units.values():
            found |= self._inside(path, root, frozenset())
        return found


def _root(scope: Scope) -> Scope:
    at = scope.module or scope
    for _ in range(200):
        if at.above is None:
            return at
        at = at.above
    return at
