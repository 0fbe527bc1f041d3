"""What an installed distribution says of itself: its modules, licence and home. The metadata on disk is read, since
pip's own report knows no fields that are newer than pip."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, distributions
from pathlib import Path

from ..core.errors import UserError
from . import licence
from .index import normal

LABELS = ("source", "source code", "repository", "github", "code", "homepage", "home")


def installed(site: Path, name: str) -> Distribution:
    """The distribution called `name` in `site`. Raises UserError."""
    found = [one for one in distributions(path=[str(site)]) if normal(one.name) == normal(name)]
    if not found:
        raise UserError(f"{name} does not install anything under this name")
    return found[0]


def modules(one: Distribution) -> tuple[str, ...]:
    """The top-level modules that it installed."""
    files = [str(path) for path in one.files or ()]
    tops = {file.split("/")[0].split(".")[0] for file in files if file.endswith((".py", ".pyi", ".so"))}
    return tuple(sorted(top for top in tops if top.isidentifier()))


def spdx(one: Distribution) -> str:
    """Its licence; empty where it cannot be told."""
    texts = [
        Path(str(path.locate())).read_text(encoding="utf-8", errors="replace")
        for path in one.files or ()
        if ".dist-info/" in str(path) and re.match(r"(?i)licen[cs]e|copying", path.name)
    ]
    declared = _field(one, "License-Expression")
    short = _field(one, "License")
    return licence.found(declared, [str(line) for line in one.metadata.get_all("Classifier") or ()], short, texts)


def home(one: Distribution) -> str:
    """The address of its source, else of its home page; perhaps empty."""
    named: dict[str, str] = {}
    for line in one.metadata.get_all("Project-URL") or ():
        label, _, address = str(line).partition(",")
        named[label.strip().lower()] = address.strip()
    return next((named[label] for label in LABELS if label in named), _field(one, "Home-page"))


def _field(one: Distribution, name: str) -> str:
    return str(next(iter(one.metadata.get_all(name) or ()), ""))
