"""Layer 2 for py2js: package.json and what lies beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from .files import File
from .findings import IMPORTS_MAP, Findings
from .source import Source

# Keys that describe a package and change neither what is loaded nor what runs.
DESCRIBING = frozenset(
    (
    "name", "version", "description", "keywords", "homepage", "bugs", "license", "licenses", "author",
    "contributors", "funding", "files", "repository", "engines", "private", "type", "sideEffects", "publishConfig",
    "main", "module", "types", "typings", "exports", "jsdelivr", "unpkg", "maintainers", "readme", "$schema", "man",
    "directories", "prettier", "eslintConfig", "packageManager", "devEngines", "copyright", "displayName", "title",
    "browser", "os", "cpu", "react-native", "umd:main", "jsnext:main", "source", "es2015", "esnext", "module-sync",
    "config", "umd", "nyc", "c8", "ava", "tap", "mocha", "jest"
)
)  # fmt: skip
LOCKS = ("package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock")


def check(files: Sequence[File], findings: Findings) -> None:
    """Judges every manifest of a tree, and whether its .js files are ES modules."""
    types: dict[str, str] = {}
    for file in files:
        if file.name == "package.json":
            types[file.folder] = _manifest(file, findings)
        elif file.name in LOCKS and re.search(rb"resolved|node_modules/|^\s+resolution:", file.data, re.MULTILINE):
            findings.add("npm-manifest", file.path, "a lock file with installed packages", 1, 1)
        elif file.name in {".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs"}:
            findings.add("npm-manifest", file.path, f"{file.name} configures a package manager", 1, 1)
        elif file.suffix in {".gyp", ".gypi"}:
            findings.add("npm-manifest", file.path, f"{file.name} builds native code", 1, 1)
        elif file.suffix == ".cjs":
            message = "a CommonJS file; rename it to .mjs and use import and export"
            findings.add("js-format", file.path, message, 1, 1, cause=file.path)
    for file in files:
        if file.suffix == ".js" and _type(file.folder, types) != "module":
            findings.add(
                "js-format", file.path, 'a .js file without "type": "module" in package.json is CommonJS', 1, 1
            )


def _type(folder: str, types: Mapping[str, str]) -> str:
    while folder not in types:
        if not folder:
            return ""
        folder = folder.rpartition("/")[0]
    return types[folder]


def _manifest(file: File, findings: Findings) -> str:
    source = Source(file.path, file.data)
    try:
        manifest = json.loads(file.data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        findings.add("npm-manifest", file.path, f"not JSON: {error}"[:200], 1, 1)
        return ""
    if not isinstance(manifest, dict):
        findings.add("npm-manifest", file.path, "not a JSON object", 1, 1)
        return ""
    for key, value in manifest.items():
        if key not in DESCRIBING and value:
            cause = IMPORTS_MAP if key == "imports" else ""
            place = 0 if findings.full("npm-manifest", file.path) else _place(file.data, key)
            findings.at("npm-manifest", source, place, f'"{key}" {_why(key)}', cause)
    folders = manifest.get("directories")
    if isinstance(folders, dict) and folders.get("bin"):
        findings.at(
            "npm-manifest", source, _place(file.data, "directories"), '"directories" has a "bin": runs something'
        )
    kind = manifest.get("type", "")
    if kind not in ("", "module"):  # any JSON value, so no set
        findings.at(
            "js-format", source, _place(file.data, "type"), f'"type": {json.dumps(kind)[:40]}; ports are "module"'
        )
    return kind if isinstance(kind, str) else ""


def _why(key: str) -> str:
    lowered = key.lower()
    if "dependenc" in lowered or key in {"overrides", "resolutions", "workspaces"}:
        return "brings in other packages"
    if key in {"scripts", "bin", "gypfile", "binary", "husky", "lint-staged"}:
        return "runs something"
    if key == "imports":
        return "maps imports"
    return "is not a key that a port needs"


def _place(data: bytes, key: str) -> int:
    """Where a key stands, however it is escaped."""
    for match in _KEY.finditer(data):
        if json.loads(match.group(1)) == key:
            return match.start()
    return 0


_KEY = re.compile(rb'("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")\s*:')
