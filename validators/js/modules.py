"""Modules of a tree and how they name each other: import specifiers, exports and re-exports."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import unquote

from ..findings import IMPORTS_MAP
from ..policy import Policy
from ..source import Source
from ..syntax import Syntax
from .constants import Constants
from .names import Names

LOADABLE = (".mjs", ".js", ".json")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


@dataclass(slots=True)
class Module:
    """One source file, parsed."""

    path: str
    source: Source
    syntax: Syntax
    names: Names
    constants: Constants


@dataclass(frozen=True, slots=True)
class Resolved:
    """Where a specifier leads: a `builtin` (without node:), a `local` file, or the `rule` that refuses it and why.
    `cause` is shared with other findings about the same thing."""

    builtin: str = ""
    local: str = ""
    rule: str = ""
    message: str = ""
    cause: str = ""


def resolved(specifier: str, path: str, files: Collection[str], policy: Policy) -> Resolved:
    """What `import specifier` in the file `path` loads."""
    shown = specifier if len(specifier) <= 80 else specifier[:77] + "…"
    if specifier.startswith(("./", "../")) or specifier in {".", ".."}:
        return _local(specifier, shown, path, files)
    builtin = specifier.removeprefix("node:")
    if builtin in policy.allowed:
        return Resolved(builtin=builtin)
    if builtin in policy.refused:
        message = f"imports the built-in module {shown}{policy.amended(builtin)}"
        return Resolved(rule=policy.refused[builtin], message=message)
    if specifier.startswith("node:"):
        return Resolved(rule="js-module", message=f"imports the built-in module {shown}")
    outside = "js-import-outside"
    if specifier.startswith("#"):
        return Resolved(rule=outside, message=f"imports {shown} through an imports map", cause=IMPORTS_MAP)
    if specifier.startswith(("/", "\\")) or _SCHEME.match(specifier):
        return Resolved(rule=outside, message=f"imports {shown}, a URL or absolute path")
    return Resolved(rule=outside, message=f"imports the package {shown}; only files of the tree and built-ins may be")


def _local(specifier: str, shown: str, path: str, files: Collection[str]) -> Resolved:
    plain = unquote(re.split(r"[?#]", specifier.replace("\\", "/"), maxsplit=1)[0])
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), plain))
    if target == ".." or target.startswith("../"):
        return Resolved(rule="js-import-outside", message=f"imports {shown}, which is outside the tree")
    if not target.endswith(LOADABLE) or posixpath.basename(target) in LOADABLE:  # `.mjs` is a name, not an extension
        message = f"imports {shown}; only .mjs, .js and .json files are modules of a port"
        return Resolved(rule="js-import-outside", message=message, cause=target)
    if any(part.startswith(".") for part in target.split("/")) and target not in files:
        return Resolved(rule="js-import-outside", message=f"imports {shown} from a hidden folder that is not read")
    if target not in files:
        cause = re.sub(r"(^|/)node_modules/.*", r"\1node_modules", target)
        return Resolved(rule="js-import-missing", message=f"imports {shown}, which is not in the tree", cause=cause)
    return Resolved(local=target)
