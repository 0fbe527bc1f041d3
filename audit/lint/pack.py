"""A suite's pack and its bundled submissions: there, of this suite, and with what the gold check shall find."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.errors import IntegrityError, Mistake, UserError
from ...core.pack import Pack
from ...oracle import store
from ...suite.files import ExpectFile, SubmissionFile
from ...suite.read import model
from .lint import Place, Remark, str_of


def pack(place: Place) -> Pack | None:
    """The suite's pack, if it is one of this suite."""
    try:
        return store.read(place.suite.folder / "pack", place.suite)
    except (UserError, IntegrityError):
        return None


def remarks(place: Place) -> Iterator[Remark]:
    """Remarks on the pack and the submissions."""
    root = place.suite.folder
    if not (root / "pack" / "pack.json").is_file():
        yield place.remark("no-pack", root / "suite.toml", "there is no pack")
    else:
        try:
            store.read(root / "pack", place.suite)
        except (UserError, IntegrityError) as error:
            said = error.message.removeprefix(f"{root / 'pack' / 'pack.json'}: ")
            yield place.remark("stale-pack", root / "pack" / "pack.json", said)
    folders = sorted(path for path in (root / "submissions").glob("*") if path.is_dir() and path.name[0] != ".")
    for folder in folders:
        for name, form in (("submission.toml", SubmissionFile), ("expect.toml", ExpectFile)):
            path = folder / name
            if not path.is_file():
                why = "so the gold check cannot tell what to find" if name == "expect.toml" else "so it has no name"
                yield place.remark("submission", folder, f"has no {name}, {why}")
                continue
            mistakes: list[Mistake] = []
            found = model(path, form, root, mistakes)
            yield from (Remark(m.file, m.line, "submission", str_of(m.message, m.hint)) for m in mistakes)
            if isinstance(found, ExpectFile) and found.base and not (root / "submissions" / found.base).is_dir():
                yield place.remark("submission", path, f"base is {found.base!r}, which is no submission beside it")
