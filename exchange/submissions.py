"""`submissions import`: find out in which of the known forms somebody's trees are, and take them in."""

from __future__ import annotations

from pathlib import Path

from ..core.errors import InputError, UserError
from ..core.task import Suite
from . import packages, predictions, samples
from .fresh import fresh
from .instances import Index
from .intake import Intake

FORMS = ("repozero", "predictions", "samples")


def imported(source: Path, suite: Suite, out: Path, form: str = "", model: str = "") -> Intake:
    """Write the submissions found at `source` to `out`, a folder for each model and attempt. `model` names those that
    the form does not name. Raises UserError where nothing is understood, InputError where nothing could be taken."""
    if not source.exists():
        raise UserError(f"{source}: no such file or folder")
    if form and form not in FORMS:
        raise UserError(f"no form is called {form!r}", f"there are: {', '.join(FORMS)}")
    chosen = form or _form(source)
    with fresh(out) as place:
        intake = Intake(place, suite, Index(suite))
        if chosen == "predictions":
            predictions.take(source, intake, model or source.stem)
        elif chosen == "samples":
            samples.take(model or source.resolve().name, source, intake)
        else:
            for name, folder in packages.models(source.resolve()).items():
                packages.take(model or name, folder, intake)
        intake.finish()
        if not intake.trees:
            if intake.refused:
                raise InputError(intake.refused, "nothing could be taken in")
            raise UserError(f"{source}: nothing here was understood as {chosen}", f"--format: {', '.join(FORMS)}")
    return intake


def _form(source: Path) -> str:
    if source.is_file():
        return "predictions"
    if packages.models(source.resolve()):
        return "repozero"
    if samples.fits(source):
        return "samples"
    raise UserError(
        f"{source}: neither RepoZero's packages/<lib>/testN_pkg, nor <instance>/<n>.mjs, nor a file of predictions",
        f"say which with --format: {', '.join(FORMS)}",
    )
