"""What `import repozero` does: find, import, read the suite back, and try the originals where that was asked for."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from ..core.errors import UserError
from ..core.task import Suite
from ..exchange.dataset import dataset
from ..exchange.report import ImportReport, Trial
from ..exchange.repozero import Wanted, write_report
from ..exchange.repozero import imported as suite_imported
from ..exchange.shape import SHAPES
from ..exchange.trying import trials
from ..replay.choose import choose
from ..suite.read import read
from .capturing import Steps
from .originals import prepare
from .places import cache_folder, cores
from .tiers import tier_named


@dataclass(frozen=True, slots=True)
class Trying:
    """How to try the originals."""

    jobs: int
    tier: str
    cache: Path | None


def imported(
    track: str, source: Path, out: Path, cases: tuple[Path, ...], wanted: Wanted, trying: Trying | None
) -> ImportReport:
    """Import. With `trying` an original that cannot be built is left out,
    since it would stop every capture of its task."""
    shape = SHAPES[track]
    found = dataset(source, shape, cases)
    unknown = sorted(set(wanted.requirements) - {driver.partition("/")[0] for driver in found.drivers})
    if unknown:
        raise UserError(f"--requirements: there is no library {', '.join(unknown)}", "use the name of its folder")
    report = suite_imported(found, shape, wanted, out)
    if trying is None:
        return report
    suite = read(out)
    tried = _tried(suite, trying)
    broken = [_driver(suite, trial) for trial in tried if not trial.built] if shape.toolchain == "g++" else []
    if broken and len(broken) < len(tried):
        shutil.rmtree(out)
        report = suite_imported(found, shape, replace(wanted, without=broken), out)
    report = replace(report, trials=tried)
    write_report(out, report)
    return report


def _tried(suite: Suite, trying: Trying) -> tuple[Trial, ...]:
    backend = choose(tier_named(trying.tier), "originals")
    make = prepare(cache_folder(trying.cache), backend)
    with Steps() as steps:
        return tuple(trials(suite, backend, make, trying.jobs or cores(), steps.hear))


def _driver(suite: Suite, trial: Trial) -> str:
    """The name of a program's driver in the data set."""
    task = next(task for task in suite.tasks if task.id == trial.task)
    program = next(program for program in task.programs if program.id == trial.program)
    return f"{task.library}/{program.driver.relative_to(task.folder / 'original').as_posix()}"
