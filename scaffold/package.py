"""Draft a py2js task from a package of the index: closure, licence, drivers, specification."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import UserError
from ..suite.licence import terms
from ..toolchains import cpython
from ..toolchains.requirements import Pinned
from . import installed, licence
from .index import Distribution, closure, normal
from .model import Draft, Offer, Program, Release, Skipped
from .python_api import offers
from .python_drivers import program
from .python_usage import identifier
from .specification import specification
from .words import audit_toml, cases, requirements, task_toml

TEMPLATES = Path(__file__).with_name("templates")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked for. `names`: public names, all that can be called where empty, `most` at the most."""

    task: str
    package: str
    module: str = ""
    names: tuple[str, ...] = ()
    most: int = 6
    licences: tuple[str, ...] = ()


def draft(wanted: Wanted, cache: Path) -> Draft:
    """The draft. Raises UserError and HarnessError; nothing is written but the cache."""
    distributions = closure(wanted.package)
    library = distributions[0]
    site = cpython.installed([Pinned(d.name, d.version, d.hashes) for d in distributions], cache) / cpython.LIBRARY
    release = _release(library, site, wanted.licences)
    own = installed.modules(installed.installed(site, library.name))
    module = wanted.module or _main(library.name, own)
    found, skipped = offers(site, module)
    chosen, left = _chosen(found, skipped, wanted, module)
    taken = {top for d in distributions for top in installed.modules(installed.installed(site, d.name))}
    programs = _programs(chosen, taken)
    original = 'toolchain = "cpython"\nrequirements = "original/requirements.txt"\n'
    place = f"tasks/{wanted.task}"
    files = {
        f"{place}/task.toml": task_toml(wanted.task, release, original, programs),
        f"{place}/SPEC.md": specification(release, programs, "Python"),
        f"{place}/audit.toml": audit_toml(_exercise(site, own)),
        f"{place}/original/requirements.txt": requirements(distributions),
        f"{place}/original/driver.py": (TEMPLATES / "driver.py").read_text(encoding="utf-8"),
        **{f"{place}/original/{p.file}": p.text for p in programs},
        **{f"{place}/cases/{p.id}.jsonl": cases(p) for p in programs},
    }
    return Draft(files, programs, left, _notes(distributions, release, site))


def _main(name: str, own: Sequence[str]) -> str:
    """The module named like the distribution, else the only one. Raises UserError where it cannot tell."""
    plain = normal(name).replace("-", "_")
    match = next((top for top in own if top.lower() == plain), None)
    if match is None and len(own) == 1:
        match = own[0]
    if match is None:
        raise UserError(f"{name} has several modules: {', '.join(own)}", "choose one with --module")
    return match


def _chosen(
    found: Sequence[Offer], skipped: Sequence[Skipped], wanted: Wanted, module: str
) -> tuple[tuple[Offer, ...], tuple[Skipped, ...]]:
    known = {offer.path: offer for offer in reversed(found)}
    why = {one.name: one.why for one in skipped}
    if wanted.names:
        lost = [name for name in wanted.names if name not in known]
        if lost:
            reasons = "; ".join(f"{name} {why.get(name, f'is no public name of {module}')}" for name in lost)
            raise UserError(f"no driver can be drafted: {reasons}", f"there are: {', '.join(o.path for o in found)}")
        return tuple(known[name] for name in wanted.names), tuple(skipped)
    if not found:
        listed = "; ".join(f"{one.name} {one.why}" for one in skipped) or "it has no public functions or classes"
        raise UserError(f"no words of a command line can call anything of {module}: {listed}", "give --module")
    rest = tuple(Skipped(offer.path, f"is beyond --most {wanted.most}") for offer in found[wanted.most :])
    return tuple(found[: wanted.most]), (*skipped, *rest)


def _programs(chosen: Sequence[Offer], taken: set[str]) -> tuple[Program, ...]:
    programs: dict[str, Program] = {}
    for offer in chosen:
        id = identifier(offer.path)
        while id in programs:
            id = f"{id[:60]}-{len(programs) + 1}"
        programs[id] = program(offer, id, taken)
    return tuple(programs.values())


def _release(library: Distribution, site: Path, allowed: Sequence[str]) -> Release:
    one = installed.installed(site, library.name)
    spdx = licence.accepted(f"{library.name} {library.version}", installed.spdx(one), allowed)
    return Release(library.name, library.version, spdx, installed.home(one), library.released)


def _exercise(site: Path, own: Sequence[str]) -> list[str]:
    return [f"{top}/*" if (site / top).is_dir() else f"{top}.py" for top in own]


def _notes(distributions: Sequence[Distribution], release: Release, site: Path) -> tuple[str, ...]:
    notes = [f"licence {release.licence} ({terms(release.licence)})"]
    for one in distributions[1:]:
        spdx = installed.spdx(installed.installed(site, one.name))
        notes.append(f"needs {one.name} {one.version}, licence {spdx or 'not said'} ({terms(spdx)})")
    for one in distributions:
        if not one.pure:
            notes.append(f"{one.name} {one.version} has no pure wheel: its files for every platform are pinned")
    if not release.released:
        notes.append("the index does not tell the release date: task.toml has a mark there")
    return tuple(notes)
