"""Layer 2 for c2rust: every Cargo.toml of the tree, its lock and configuration, and the crates that the tree has."""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .files import File
from .findings import Findings
from .source import Source

DEPENDENCIES = ("dependencies", "dev-dependencies", "dev_dependencies", "build-dependencies", "build_dependencies")
OUTSIDE = {"git", "branch", "tag", "rev", "registry", "registry-index", "artifact", "base"}
_LINE = re.compile(rb"[^\r\n]+")
PROFILE_REFUSED = {"rustflags", "codegen-backend", "trim-paths"}


@dataclass(slots=True)
class Manifest:
    """One Cargo.toml."""

    file: File
    data: Mapping[str, object]
    source: Source


def check(files: Sequence[File], paths: Collection[str], findings: Findings) -> dict[str, str]:
    """Judges the manifests of a tree. Returns its own library crates: the name that code uses, to the root file."""
    manifests = []
    for file in files:
        if file.name.lower() == "cargo.toml":
            found = _read(file, findings)
            if found is not None:
                manifests.append(found)
        elif file.name == "Cargo.lock":
            _lock(file, findings)
        elif file.name in {"rust-toolchain", "rust-toolchain.toml", "cross.toml", "Cross.toml"}:
            findings.add("cargo-config", file.path, f"{file.name} chooses a toolchain", 1, 1)
    for manifest in manifests:
        _Judge(manifest, paths, findings).run()
    return _crates(manifests, paths)


def _read(file: File, findings: Findings) -> Manifest | None:
    try:
        return Manifest(file, tomllib.loads(file.data.decode("utf-8-sig")), Source(file.path, file.data))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        findings.add("cargo-manifest", file.path, f"not TOML: {error}"[:200], 1, 1)
        return None


def _lock(file: File, findings: Findings) -> None:
    source = Source(file.path, file.data)
    for match in re.finditer(rb"^\s*source\s*=.*$", file.data, re.MULTILINE):
        findings.at("cargo-dependency", source, match.start(), "locks a package from outside the tree")


class _Judge:
    def __init__(self, manifest: Manifest, paths: Collection[str], findings: Findings) -> None:
        self.manifest = manifest
        self.paths = paths
        self.findings = findings
        self.folder = manifest.file.folder

    def run(self) -> None:
        data = self.manifest.data
        for table, where in _dependency_tables(data):
            self._dependencies(table, where)
        for key in ("patch", "replace", "cargo-features", "unstable"):
            if data.get(key):
                self._refuse("cargo-manifest", key, f"[{key}] changes what is built")
        for key in ("package", "project"):  # Cargo still reads the old name
            self._package(_table(data.get(key)))
        self._targets(data)
        workspace = _table(data.get("workspace"))
        for key in ("members", "default-members"):
            for member in _list(workspace.get(key)):
                self._inside("cargo-manifest", str(member), f"workspace member {member}")
        for name, profile in _table(data.get("profile")).items():
            for key in sorted(PROFILE_REFUSED & set(_keys(profile))):
                self._refuse("cargo-manifest", key, f"profile {name} sets {key}")

    def _refuse(self, rule: str, key: str, message: str, table: str = "") -> None:
        """A finding at the first place that spells the key, in the table of that name where one is given."""
        data = self.manifest.source.data
        full = self.findings.full(rule, self.manifest.file.path)  # then nobody asks for the place
        offset = 0 if full else self._in_table(key, table) if table else -1
        if offset >= 0:
            self.findings.at(rule, self.manifest.source, offset, message)
            return
        pattern = rb"(?<![\w-])[\"']?" + re.escape(key.encode()) + rb"(?![\w-])"
        match = re.search(rb"^\s*\[*[^#\n]*?" + pattern, data, re.MULTILINE) or re.search(pattern, data)
        offset = match.end() - len(key.encode()) if match else 0
        self.findings.at(rule, self.manifest.source, offset, message)

    def _in_table(self, key: str, table: str) -> int:
        """The place of `key = …` or `key.…` under the header of a table; -1 where it is spelled in another way."""
        inside = False
        for line in _LINE.finditer(self.manifest.source.data):
            text = line.group()
            if text.lstrip().startswith(b"["):
                inside = table.rpartition(".")[2].encode() in text
            match = re.match(rb"\s*[\"']?(" + re.escape(key.encode()) + rb")[\"']?\s*[=.]", text) if inside else None
            if match:
                return line.start() + match.start(1)
        return -1

    def _inside(self, rule: str, path: str, what: str) -> bool:
        target = posixpath.normpath(posixpath.join(self.folder, path.replace("\\", "/")))
        if path.startswith(("/", "~")) or re.match(r"[A-Za-z]:", path) or target == ".." or target.startswith("../"):
            self._refuse(rule, path, f"{what} is outside the tree")
            return False
        return True

    def _dependencies(self, table: Mapping[str, object], where: str) -> None:
        for name, value in table.items():
            detail = value if isinstance(value, dict) else {}
            if detail.get("workspace") is True and not OUTSIDE & set(detail):
                continue
            path = detail.get("path")
            if not isinstance(path, str) or OUTSIDE & set(detail):
                self._refuse("cargo-dependency", name, f"{name} in [{where}] comes from outside the tree", where)
            elif self._inside("cargo-dependency", path, f"{name} in [{where}]"):
                target = posixpath.normpath(posixpath.join(self.folder, path)).removeprefix("./")
                manifest = "Cargo.toml" if target == "." else f"{target}/Cargo.toml"
                if manifest not in self.paths:
                    missing = f"{name} in [{where}] is not in the tree: no {manifest}"
                    self._refuse("cargo-dependency", name, missing, where)

    def _package(self, package: Mapping[str, object]) -> None:
        build = package.get("build")
        script = posixpath.join(self.folder, "build.rs")
        if build is False:
            pass
        elif build is not None:
            self._refuse("cargo-build-script", "build", f"build = {build!r} is a build script")
        elif package and script in self.paths:
            self.findings.add("cargo-build-script", script, "a build script", 1, 1)
        if package.get("links"):
            self._refuse("cargo-manifest", "links", "links to a native library")
        if isinstance(package.get("workspace"), str):
            self._inside("cargo-manifest", str(package["workspace"]), "the package's workspace")
        if package.get("metabuild"):
            self._refuse("cargo-build-script", "metabuild", "metabuild runs a build script")
        if package.get("im-a-teapot") or package.get("forced-target") or package.get("default-target"):
            self._refuse("cargo-manifest", "package", "sets an unstable key")

    def _targets(self, data: Mapping[str, object]) -> None:
        library = _table(data.get("lib"))
        if library.get("proc-macro") or library.get("proc_macro") or library.get("plugin"):
            self._refuse(
                "rust-proc-macro",
                "proc-macro" if "proc-macro" in library else "proc_macro",
                "builds a procedural macro",
            )
        targets = [("lib", library)]
        for kind in ("bin", "example", "test", "bench"):
            targets += [(kind, _table(target)) for target in _list(data.get(kind))]
        for kind, target in targets:
            path = target.get("path")
            if (
                isinstance(path, str)
                and self._inside("cargo-manifest", path, f"the path of a {kind}")
                and not path.endswith(".rs")
            ):
                self._refuse("cargo-manifest", path, f"the {kind} at {path} is not called .rs and so not read as Rust")
            types = [str(t) for t in (*_list(target.get("crate-type")), *_list(target.get("crate_type")))]
            if "proc-macro" in types:
                self._refuse("rust-proc-macro", "proc-macro", "builds a procedural macro")


def _dependency_tables(data: Mapping[str, object]) -> Iterator[tuple[Mapping[str, object], str]]:
    for key in DEPENDENCIES:
        yield _table(data.get(key)), key
        yield _table(_table(data.get("workspace")).get(key)), f"workspace.{key}"
    for target, tables in _table(data.get("target")).items():
        for key in DEPENDENCIES:
            yield _table(_table(tables).get(key)), f"target.{target}.{key}"


def _crates(manifests: Sequence[Manifest], paths: Collection[str]) -> dict[str, str]:
    roots: dict[str, str] = {}
    crates: dict[str, str] = {}
    for manifest in manifests:
        library, package = _table(manifest.data.get("lib")), _table(manifest.data.get("package"))
        root = posixpath.normpath(posixpath.join(manifest.file.folder, str(library.get("path", "src/lib.rs"))))
        if root in paths:
            roots[manifest.file.folder] = root
            crates[str(library.get("name", package.get("name", ""))).replace("-", "_")] = root
    for manifest in manifests:
        for table, _ in _dependency_tables(manifest.data):
            for name, value in table.items():
                path = value.get("path") if isinstance(value, dict) else None
                if isinstance(path, str):
                    folder = posixpath.normpath(posixpath.join(manifest.file.folder, path))
                    root = roots.get("" if folder == "." else folder, "")
                    if root:
                        crates[name.replace("-", "_")] = root
    return crates


def _table(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _keys(value: object) -> Iterator[str]:
    """The keys of a table and of every table in it."""
    pending = [value]
    while pending:
        for key, inner in _table(pending.pop()).items():
            yield key
            pending.append(inner)


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else []
