"""The files of a board's folder, as pydantic models: `board.json` (its terms and manifest, written by the first entry),
`entry.json` (who and what) and `verification.json` (what the maintainers ran again). An entry comes from strangers:
every text has a length, every name a pattern, and nothing here is trusted to be a path."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ...core.canonical import canonical, digest, file_sha256
from ...core.errors import IntegrityError, UserError
from ...evaluate.store import replaced

Form = TypeVar("Form", bound=BaseModel)
Text = Annotated[str, Field(max_length=200)]
Named = Annotated[str, Field(min_length=1, max_length=200)]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9.-]{0,120}$")]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Count = Annotated[int, Field(ge=0)]
Link = Annotated[str, Field(pattern=r"^https://[^\s\"'<>\\]{3,400}$")]
COPIED = ("run.json", "summary.json", "journal.jsonl")
OPTIONAL = ("builds.jsonl",)
KNOWN = {*COPIED, *OPTIONAL, "entry.json", "verification.json"}


class Strict(BaseModel):
    """No unknown keys, no silent conversions."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ProgramManifest(Strict):
    """One program of the suite: how many cases it has, and how many of them are quarantined."""

    id: Named
    cases: Count
    quarantined: Count


class TaskManifest(Strict):
    """One task of the suite; `released` is the date that the contamination window goes by."""

    id: Named
    library: Named
    released: datetime.date
    programs: tuple[ProgramManifest, ...]


class Terms(Strict):
    """What is the same for every entry of a board, so that its numbers may stand side by side."""

    track: Named
    suite: Named
    suite_version: Named
    suite_digest: Sha256
    pack_digest: Sha256
    profile: Named
    tier_class: Named
    limits: dict[str, int]
    repeat: Count
    toolchain: dict[str, str]
    policy_digests: dict[str, str]
    comparer: int
    portproof: Named


class BoardFile(Strict):
    """board.json"""

    format: Literal[1] = 1
    terms: Terms
    tasks: tuple[TaskManifest, ...]


class Metadata(Strict):
    """What the one who enters a run says of it. Model and date must be there; dates are days. `unsafe_measured`
    says that the share was counted in the submitted tree by whoever entered the run, and not merely stated."""

    model: Named
    agent: Text = ""
    organisation: Text = ""
    date: datetime.date
    cutoff: datetime.date | None = None
    attempt: Annotated[int, Field(ge=1)] = 1
    tokens: Count | None = None
    cost_usd: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    unsafe_share: Annotated[float, Field(ge=0, le=1)] | None = None
    unsafe_measured: bool = False
    link: Link | None = None


class EntryFile(Metadata):
    """entry.json; `digests` are of the files beside it."""

    format: Literal[1] = 1
    id: Slug
    digests: dict[str, Sha256]

    @property
    def run(self) -> str:
        """The run digest: over the digests of the run's files."""
        return digest(self.digests)


class VerificationFile(Strict):
    """verification.json: somebody evaluated the submitted tree again. It counts for the run digest that it names."""

    format: Literal[1] = 1
    run: Sha256
    by: Named
    date: datetime.date
    cases: Annotated[int, Field(ge=1)]
    of: Annotated[int, Field(ge=1)]
    same_bytes: Count
    portproof: Named


def read(path: Path, form: type[Form]) -> Form:
    """The JSON file at `path`. Raises UserError when it is not there, IntegrityError when it is not of this form."""
    try:
        return form.model_validate_json(path.read_bytes())
    except FileNotFoundError as error:
        raise UserError(f"{path.parent}: there is no {path.name} here") from error
    except (OSError, ValidationError) as error:
        first = error.errors()[0] if isinstance(error, ValidationError) else None
        said = f"{'.'.join(map(str, first['loc']))}: {first['msg']}" if first else str(error)
        raise IntegrityError(f"cannot be read: {said}", path) from error


def write(path: Path, value: BaseModel) -> None:
    """Write a file of a board, canonical, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    replaced(path, canonical(json.loads(value.model_dump_json(exclude_none=True))) + b"\n")


def digests(folder: Path) -> dict[str, str]:
    """The digests of a run's files in `folder`: what an entry copies."""
    return {name: file_sha256(folder / name) for name in (*COPIED, *OPTIONAL) if (folder / name).is_file()}


def strays(entry: Path) -> list[str]:
    """What an entry's folder may not hold: a link could lead out of it, another file would be published unread."""
    return [
        f"{path.name!r} is no file of an entry"
        for path in sorted(entry.iterdir())
        if path.is_symlink() or not path.is_file() or path.name not in KNOWN
    ]


def slug(text: str) -> str:
    """`text` as a part of a folder's name: small letters, digits, dots and hyphens."""
    kept = "".join(char if char.isascii() and char.isalnum() else "-" for char in text.lower().replace(".", "-"))
    return "-".join(part for part in kept.split("-") if part)[:40] or "x"
