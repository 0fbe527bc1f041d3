"""Layer 1: the files of a tree, by content. It opens regular files only and follows no link."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .findings import Findings
from .kinds import kind
from .policy import Policy

SOURCES = {"py2js": {".mjs", ".js"}, "c2rust": {".rs"}}
# Sources of other languages by suffix: flagged, since none of them is run.
FOREIGN = {
    ".py", ".pyw", ".pyx", ".pyi", ".ipynb", ".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".hxx", ".m", ".mm",
    ".s", ".asm", ".java", ".kt", ".scala", ".go", ".rb", ".pl", ".pm", ".php", ".lua", ".sh", ".bash", ".zsh",
    ".fish", ".bat", ".cmd", ".ps1", ".ts", ".mts", ".cts", ".tsx", ".jsx", ".coffee", ".swift", ".zig", ".d",
    ".hs", ".ml", ".jl", ".r", ".awk", ".tcl", ".wat", ".ll", ".nim", ".vala", ".cs", ".fs", ".vb", ".el", ".lisp",
    ".clj", ".erl", ".ex",
}  # fmt: skip
HARMLESS_HIDDEN = {
    ".gitignore", ".gitattributes", ".editorconfig", ".prettierrc", ".prettierrc.json", ".eslintrc.json",
    ".rustfmt.toml", ".clippy.toml", ".gitkeep", ".keep", ".npmignore",
}  # fmt: skip
BINARY_SUFFIXES = {
    ".node", ".so", ".a", ".rlib", ".rmeta", ".o", ".obj", ".dll", ".dylib", ".exe", ".wasm", ".pyc", ".class",
    ".jar", ".lib", ".bc"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class File:
    """A regular file of the tree: path with slashes, content, and whether the owner may execute it."""

    path: str
    data: bytes
    executable: bool

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def suffix(self) -> str:
        return os.path.splitext(self.name)[1].lower()

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]


def read(tree: Path, policy: Policy, findings: Findings) -> list[File]:
    """Every readable regular file of the tree in order of path; everything else becomes a finding."""
    limits = policy.limits
    files: list[File] = []
    total = 0
    for path, entry in _walk(tree, policy, findings):
        if len(files) >= limits.tree_files:
            findings.add("file-size", "", f"the tree has more than {limits.tree_files:,} files")
            break
        size = entry.stat(follow_symlinks=False).st_size
        if size > limits.file_bytes:
            findings.add("file-size", path, f"{size:,} bytes; a file may have {limits.file_bytes:,}")
            continue
        total += size
        if total > limits.tree_bytes:
            findings.add("file-size", "", f"the tree has more than {limits.tree_bytes:,} bytes")
            break
        try:
            data = Path(entry.path).read_bytes()
        except OSError as error:
            findings.add("file-link", path, f"cannot be read: {error.strerror}")
            continue
        files.append(
            File(path, data, bool(entry.stat(follow_symlinks=False).st_mode & stat.S_IXUSR) and os.name == "posix")
        )
    return sorted(files, key=lambda file: file.path)


def inspect(file: File, policy: Policy, findings: Findings) -> bool:
    """Reports what is wrong with a file as such; whether its text may be read on."""
    source = file.suffix in SOURCES[policy.name]
    what = kind(file.data)
    if what and source and what.startswith("data"):
        findings.add("source-unreadable", file.path, f"{what}; a source file is UTF-8 text")
        return False
    if what or file.suffix in BINARY_SUFFIXES:
        findings.add("file-binary", file.path, what or f"files called {file.suffix} are binaries")
        return False
    if source and len(file.data) > policy.limits.source_bytes:
        size = f"{len(file.data):,} bytes; a source file may have {policy.limits.source_bytes:,}"
        findings.add("file-size", file.path, size)
        return False
    if not source:
        _odd(file, findings)
    hidden = next((part for part in file.path.split("/") if part.startswith(".") and part not in HARMLESS_HIDDEN), "")
    if hidden and hidden not in {".cargo", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs"}:
        findings.add("file-hidden", file.path, f"{hidden} is hidden", cause=file.path)
    return True


def _odd(file: File, findings: Findings) -> None:
    if file.suffix in FOREIGN:
        findings.add("file-foreign", file.path, f"source of another language ({file.suffix})", 1, 1, "", file.path)
    elif file.data.startswith(b"#!"):
        line = file.data.split(b"\n", 1)[0][:200].decode("utf-8", "replace")
        findings.add("file-executable", file.path, "a script with an interpreter line", 1, 1, line)
    elif file.executable:
        findings.add("file-executable", file.path, "marked as executable")


def _walk(tree: Path, policy: Policy, findings: Findings) -> Iterator[tuple[str, os.DirEntry[str]]]:
    pending = [(tree, "")]
    while pending:
        folder, prefix = pending.pop()
        try:
            with os.scandir(folder) as entries:
                ordered = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            findings.add("file-link", prefix.rstrip("/"), f"cannot be read: {error.strerror}")
            continue
        for entry in ordered:
            path = prefix + entry.name
            if not _sayable(entry.name):
                shown = path.encode("utf-8", "backslashreplace").decode()
                findings.add("file-name", shown, "control characters or bytes that are not UTF-8 in the name")
                continue
            if entry.is_symlink() or getattr(entry, "is_junction", bool)():
                target = os.readlink(entry.path)
                findings.add("file-link", path, f"a symbolic link to {target}")
            elif entry.is_dir(follow_symlinks=False):
                if path.count("/") >= policy.limits.path_depth:
                    findings.add("file-size", path, f"folders nested deeper than {policy.limits.path_depth}")
                elif not _refused_folder(path, entry, policy, findings):
                    pending.append((Path(entry.path), path + "/"))
            elif entry.is_file(follow_symlinks=False):
                yield path, entry
            else:
                findings.add("file-link", path, "a pipe, socket or device")


def _sayable(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return name.isprintable()


def _refused_folder(path: str, entry: os.DirEntry[str], policy: Policy, findings: Findings) -> bool:
    """Folders that are refused whole, unread."""
    if policy.name == "py2js" and entry.name.lower() == "node_modules":
        findings.add("npm-modules", path, "a folder of installed packages", cause=path)
        return True
    if policy.name == "c2rust" and entry.name == ".cargo":
        findings.add("cargo-config", path, "a Cargo configuration folder")
        return True
    beside = os.path.dirname(entry.path)
    if (
        policy.name == "c2rust"
        and entry.name == "target"
        and (path == "target" or os.path.exists(os.path.join(beside, "Cargo.toml")))
    ):
        findings.add("cargo-target", path, "a folder of build output")
        return True
    if entry.name == ".git":
        findings.add("file-hidden", path, "a Git repository; it is not read")
        return True
    return False
