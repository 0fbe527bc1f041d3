"""What `verify` does: the pack is verified; then originals are replayed against it, or bundled submissions judged."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from ..core.bytestring import Json
from ..core.errors import NothingSelected
from ..evaluate.gold import expectation, gold, materialised, submissions
from ..evaluate.plan import Selection
from ..oracle import store
from ..oracle.verify import verify
from ..replay.choose import choose
from .capturing import Asked, Steps, selected, suite_of
from .evaluate import asked as request_of
from .originals import prepare, proved
from .places import cache_folder, cores, pack_folder
from .progress import Talk
from .tiers import tier_named


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the result."""

    good: bool
    text: str
    data: dict[str, Json]


def originals(asked: Asked) -> list[Row]:
    """Replay the originals: a row per change, one good row where there is none."""
    suite = suite_of(asked)
    folder = pack_folder(asked.pack, suite)
    pack = store.read(folder, suite)
    cache = cache_folder(asked.cache)
    backend = choose(tier_named(asked.tier), "originals")
    proved(suite.tasks, backend, cache)
    with Steps() as steps:
        changes = verify(
            suite,
            pack,
            folder,
            backend,
            prepare(cache, backend),
            jobs=asked.jobs or cores(),
            tasks=selected(suite, asked.tasks),
            progress=steps.hear,
        )
    rows = [Row(False, f"{c.key}: {c.what}", {"key": c.key, "what": c.what}) for c in changes]
    if rows:
        return rows
    text = f"{suite.name}: the originals answer as the pack records ({len(pack.outcomes):,} outcomes)"
    return [Row(True, text, {"key": suite.name, "what": "unchanged"})]


def bundled(asked: Asked, only: tuple[str, ...]) -> list[Row]:
    """The gold check: a row per bundled submission."""
    suite = suite_of(asked)
    folders = [f for f in submissions(suite) if not only or any(fnmatchcase(f.name, glob) for glob in only)]
    if not folders:
        raise NothingSelected("no bundled submission matches", ", ".join(f.name for f in submissions(suite)))
    rows = []
    with Talk() as talk, tempfile.TemporaryDirectory(prefix="portproof-verify-") as place:
        first = folders[0]
        with materialised(first, expectation(first, suite)) as tree:
            base = request_of(
                asked.track,
                asked.suite,
                tree,
                Path(place) / "run",
                asked.pack,
                Selection(),
                1,
                asked.jobs,
                asked.tier,
                asked.cache,
            )
        for folder in folders:
            result = gold(base, folder)
            good = not result.surprises
            text = f"{'as expected' if good else 'NOT as expected':<16}{result.name} ({result.cases} cases)"
            text += "".join(f"\n    {surprise}" for surprise in result.surprises)
            data: dict[str, Json] = {"name": result.name, "reason": result.reason, "cases": result.cases}
            data |= {"summary": f"sha256:{result.summary}", "surprises": list(result.surprises)}
            rows.append(Row(good, text, data))
            talk.say(f"{result.name}: {'as expected' if good else 'not as expected'}")
    return rows
