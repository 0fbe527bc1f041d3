"""Draft a c2rust task from headers: of a Debian source package, or of a library on this machine."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import UserError
from ..suite.licence import terms
from .model import Draft, Offer, Program, Skipped
from .native_api import CPP, Signature, offers
from .native_drivers import empty, named, program
from .native_library import COMPILED, Library, copies, inside, of_debian, of_machine, sources
from .specification import specification
from .words import audit_toml, cases, quoted, task_toml

TEMPLATES = Path(__file__).with_name("templates")
SECONDS = 120


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked for. `headers`, `sources` (globs) and `includes` are relative to the Debian source's top
    folder, or paths of this machine. `names`: functions, all that can be called where empty, `most` at the most."""

    task: str
    headers: tuple[str, ...]
    debian: str = ""
    sources: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    most: int = 6
    licences: tuple[str, ...] = ()


def draft(wanted: Wanted, cache: Path) -> Draft:
    """The draft. Raises UserError and HarnessError; nothing is written but the cache."""
    if wanted.debian:
        library, release = of_debian(wanted.debian, cache, wanted.licences)
    else:
        library, release = of_machine(wanted.headers, (*wanted.sources, *wanted.includes), wanted.task, wanted.licences)
    headers = [inside(library, name) for name in wanted.headers]
    compiled = sources(library, headers, wanted.sources)
    cpp = any(path.suffix in CPP or path.suffix in COMPILED[1:] for path in (*headers, *compiled))
    folders = [inside(library, name) for name in wanted.includes] or sorted({path.parent for path in headers})
    shown = [_included(path, folders) for path in headers]
    found, skipped, signatures = offers(headers, shown, folders, "g++" if cpp else "gcc")
    build = _build(library, "g++" if cpp else "gcc", folders, compiled)
    candidates = _candidates(found, skipped, wanted.names)
    extension = "cpp" if cpp else "c"
    programs, left = _programs(candidates, skipped, signatures, extension, library, build, wanted)
    if not programs:
        programs = (empty(shown[0], extension),)
        if why := trial(programs[0], library, build):
            raise UserError(f"nothing that includes {shown[0]} builds: {why}", "--source GLOB, --include DIR")
    words = ", ".join(quoted(word) for word in build)
    original = f"toolchain = {quoted(build[0])}\nbuild = [{words}]\n{library.sources}"
    place = f"tasks/{wanted.task}"
    exercised = [f"{library.named}/{path.relative_to(library.root).as_posix()}" for path in compiled]
    files: dict[str, str | bytes] = {
        f"{place}/task.toml": task_toml(wanted.task, release, original, programs),
        f"{place}/SPEC.md": specification(release, programs, "C++" if cpp else "C"),
        f"{place}/audit.toml": audit_toml(exercised or ["*"]),
        f"{place}/original/driver.h": (TEMPLATES / "driver.h").read_text(encoding="utf-8"),
        **{f"{place}/original/{p.file}": p.text for p in programs},
        **{f"{place}/cases/{p.id}.jsonl": cases(p) for p in programs},
    }
    notes = [f"licence {release.licence} ({terms(release.licence)})"]
    if library.copied:
        copied = copies(library, folders, compiled)
        files |= {f"{place}/original/library/{name}": data for name, data in copied.items()}
        notes.append(f"{len(copied)} files of {library.root} were copied into the task: others get them with it")
    if not compiled:
        notes.append("nothing but the drivers is compiled: name the library's sources with --source where it has any")
    return Draft(files, programs, (*left, *skipped), tuple(notes))


def _included(header: Path, folders: Sequence[Path]) -> str:
    """How a driver includes the header."""
    near = [folder for folder in folders if header.is_relative_to(folder)]
    return header.relative_to(near[0]).as_posix() if near else header.name


def _build(library: Library, compiler: str, folders: Sequence[Path], compiled: Sequence[Path]) -> list[str]:
    def placed(path: Path) -> str:
        relative = path.relative_to(library.root).as_posix()
        return library.place if relative == "." else f"{library.place}/{relative}"

    standard = "-std=c++17" if compiler == "g++" else "-std=c11"
    own = [f"-I{placed(folder)}" for folder in folders]
    files = [placed(path) for path in compiled]
    # Contraction of floating-point operations is the one default that machines of one kind disagree in.
    flags = ["-O2", "-ffp-contract=off"]
    return [compiler, standard, *flags, *own, "-o", "{output}", "{driver}", *files, "-lm"]


def _candidates(found: Sequence[Offer], skipped: Sequence[Skipped], names: Sequence[str]) -> tuple[Offer, ...]:
    if not names:
        return tuple(found)
    known = {offer.path: offer for offer in found}
    why = {one.name: one.why for one in skipped}
    lost = [f"{name} {why.get(name, 'is declared in none of the headers')}" for name in names if name not in known]
    if lost:
        can = ", ".join(known) or "none"
        raise UserError(f"no driver can be drafted: {'; '.join(lost)}", f"functions that can be called: {can}")
    return tuple(known[name] for name in names)


def _programs(
    candidates: Sequence[Offer],
    skipped: Sequence[Skipped],
    signatures: Mapping[str, Signature],
    extension: str,
    library: Library,
    build: Sequence[str],
    wanted: Wanted,
) -> tuple[tuple[Program, ...], tuple[Skipped, ...]]:
    """The programs that build, `most` of them unless names were given; what was left out."""
    programs: dict[str, Program] = {}
    left: list[Skipped] = []
    prefix = _prefix([*signatures, *(one.name for one in skipped)])
    most = len(wanted.names) or wanted.most
    for offer in candidates:
        id = named(offer.path.removeprefix(prefix))
        if len(programs) == most:
            left.append(Skipped(offer.path, f"is beyond --most {most}"))
        elif id in programs:
            left.append(Skipped(offer.path, f"would be a second program {id}"))
        else:
            made = program(offer, signatures[offer.path], id, extension)
            if why := trial(made, library, build):
                left.append(Skipped(offer.path, f"does not build: {why}"))
            else:
                programs[id] = made
    return tuple(programs.values()), tuple(left)


def _prefix(names: Sequence[str]) -> str:
    """What most names begin with, such as `cJSON_`; a program need not repeat it."""
    first = Counter(name.split("_")[0] + "_" for name in names if "_" in name[1:])
    most = first.most_common(1)
    return most[0][0] if most and 2 * most[0][1] > len(names) > 1 else ""


def trial(made: Program, library: Library, build: Sequence[str]) -> str:
    """Why the program does not build, in one line; empty when it does."""
    with tempfile.TemporaryDirectory(prefix="portproof-trial-") as name:
        folder = Path(name)
        (folder / "driver.h").write_bytes((TEMPLATES / "driver.h").read_bytes())
        (folder / made.file).write_text(made.text, encoding="utf-8")
        places = {library.place: str(library.root), "{original}": name, "{output}": f"{name}/out"}
        places["{driver}"] = f"{name}/{made.file}"
        words = [re.sub("|".join(map(re.escape, places)), lambda match: places[match[0]], word) for word in build]
        try:
            said = subprocess.run(
                words,
                env={**os.environ, "LC_ALL": "C"},
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                timeout=SECONDS,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"{build[0]}: {error}"
    lines = said.stderr.splitlines()
    telling = [line for line in lines if re.search(r"error|undefined reference", line)] or lines or ["it failed"]
    return re.sub(r"^\S*/(?=[^/ ]+:)", "", telling[0]).strip() if said.returncode != 0 else ""
