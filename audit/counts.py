"""What can be said of a suite's cases without running anything: how many there are, how they end, which of them the
original answers alike, what they cost. It counts and has no opinion; `audit.findings` has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..core.case import Case
from ..core.pack import Pack, Recorded
from ..core.task import Program


@dataclass(frozen=True, slots=True)
class Spread:
    """Sizes or times: the smallest, the middle and the largest of them, and their sum."""

    least: int = 0
    median: int = 0
    most: int = 0
    total: int = 0

    @classmethod
    def of(cls, values: Iterable[int]) -> Spread:
        """The spread of `values`; of none, zeros."""
        ordered = sorted(values)
        if not ordered:
            return cls()
        return cls(ordered[0], ordered[(len(ordered) - 1) // 2], ordered[-1], sum(ordered))


@dataclass(frozen=True, slots=True)
class Alike:
    """Cases of different input that the original answers with the same outcome. `error`: it is one of failure;
    `bytes`: how many it has in all its streams and files."""

    cases: tuple[str, ...]
    exit: int | None
    signal: int | None
    error: bool
    bytes: int


@dataclass(frozen=True, slots=True)
class Counts:
    """The cases of one program. `stable`: those with an outcome in the pack; `unknown`: those that it does not know,
    not even as quarantined. `endings`: how many stable cases end with `exit 0`, `exit 1`, `signal 11`. `errors`: those
    that do not end with exit 0. `outcomes`: how many different ones there are. `alike`: the largest groups first.
    `quarantine`: how many cases by cause. `cpu_steps`: how many cases by the pack's coarse step, in ms."""

    cases: int
    visible: int
    stable: int
    unknown: int
    endings: Mapping[str, int]
    errors: int
    outcomes: int
    alike: tuple[Alike, ...]
    quarantine: Mapping[str, int]
    cpu_steps: Mapping[str, int]
    input_bytes: Spread
    output_bytes: Spread


def counts(program: Program, pack: Pack) -> Counts:
    """The numbers of one program's cases as the pack records them."""
    stable = [pack.outcomes[case.id] for case in program.cases if case.id in pack.outcomes]
    refused = [pack.quarantine[case.id] for case in program.cases if case.id in pack.quarantine]
    groups = _groups(stable)
    return Counts(
        cases=len(program.cases),
        visible=sum(case.visible for case in program.cases),
        stable=len(stable),
        unknown=len(program.cases) - len(stable) - len(refused),
        endings=_tally(ending(one) for one in stable),
        errors=sum(map(failed, stable)),
        outcomes=len(groups),
        alike=tuple(_alike(group) for group in groups if len(group) > 1),
        quarantine=_tally(one.cause for one in refused),
        cpu_steps=_tally(str(one.cpu_ms) for one in stable),
        input_bytes=Spread.of(map(input_size, program.cases)),
        output_bytes=Spread.of(map(output_size, stable)),
    )


def failed(recorded: Recorded) -> bool:
    """Whether the original ended with anything but exit 0."""
    return recorded.exit != 0


def ending(recorded: Recorded) -> str:
    """`exit 0` or `signal 11`."""
    return f"exit {recorded.exit}" if recorded.signal is None else f"signal {recorded.signal}"


def input_size(case: Case) -> int:
    """The bytes of a case's arguments, stdin, files and environment."""
    pairs = (*case.files, *case.env)
    return len(case.stdin) + sum(map(len, case.args)) + sum(len(name.encode()) + len(data) for name, data in pairs)


def output_size(recorded: Recorded) -> int:
    """The bytes of an outcome's streams and files."""
    return recorded.stdout.length + recorded.stderr.length + sum(capture.length for _, capture in recorded.files)


def _groups(stable: Sequence[Recorded]) -> list[list[Recorded]]:
    """The outcomes by what can be seen of them, the largest group first, then by its first case."""
    found: dict[tuple[object, ...], list[Recorded]] = {}
    for one in stable:
        files = tuple((path, capture.sha256) for path, capture in one.files)
        found.setdefault((one.exit, one.signal, one.stdout.sha256, one.stderr.sha256, files), []).append(one)
    return sorted(found.values(), key=lambda group: (-len(group), min(one.case for one in group)))


def _alike(group: Sequence[Recorded]) -> Alike:
    first = group[0]
    cases = tuple(sorted(one.case for one in group))
    return Alike(cases, first.exit, first.signal, failed(first), output_size(first))


def _tally(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))
