"""What a case is worth: code that only it reaches, mutants that only it notices; and how that is said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..model import Branch, Hits, Mutant

SHOWN = 6  # places that a reason names; the rest is counted
TEXT = 40  # characters of a mutant's text


@dataclass(frozen=True, slots=True)
class Gain:
    """Lines and branches, each with its path, and ids of mutants."""

    lines: frozenset[tuple[str, int]] = frozenset()
    branches: frozenset[tuple[str, Branch]] = frozenset()
    mutants: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.lines or self.branches or self.mutants)

    def __or__(self, other: Gain) -> Gain:
        return Gain(self.lines | other.lines, self.branches | other.branches, self.mutants | other.mutants)

    def __and__(self, other: Gain) -> Gain:
        return Gain(self.lines & other.lines, self.branches & other.branches, self.mutants & other.mutants)

    def __sub__(self, other: Gain) -> Gain:
        return Gain(self.lines - other.lines, self.branches - other.branches, self.mutants - other.mutants)

    def __le__(self, other: Gain) -> bool:
        return self.lines <= other.lines and self.branches <= other.branches and self.mutants <= other.mutants

    def __len__(self) -> int:
        return len(self.lines) + len(self.branches) + len(self.mutants)


def reached(hits: Hits) -> Gain:
    """All that these hits are."""
    return Gain(
        frozenset((path, line) for path, lines in hits.lines.items() for line in lines),
        frozenset((path, pair) for path, pairs in hits.branches.items() for pair in pairs),
    )


def together(gains: Iterable[Gain]) -> Gain:
    """All of these."""
    whole = Gain()
    for gain in gains:
        whole = whole | gain
    return whole


def reasons(gain: Gain, mutants: Mapping[str, Mutant], native: bool) -> tuple[str, ...]:
    """A sentence each: `reaches base58/__init__.py:88`, `takes …`, `kills mutant …`. Of branches only those whose line
    is not new itself."""
    told = [f"reaches {path}:{_ranges(numbers)}" for path, numbers in _by_path(gain.lines)]
    rest = sorted((path, pair) for path, pair in gain.branches if (path, pair[0]) not in gain.lines)
    told += [f"takes {path}:{_jump(pair, native)}" for path, pair in rest[:SHOWN]]
    if len(rest) > SHOWN:
        told.append(f"takes {len(rest) - SHOWN} more branches")
    killed = sorted((mutants[id] for id in gain.mutants), key=lambda mutant: (mutant.path, mutant.start, mutant.id))
    told += [f"kills mutant {mutant.id} ({shown(mutant)})" for mutant in killed[:SHOWN]]
    if len(killed) > SHOWN:
        told.append(f"kills {len(killed) - SHOWN} more mutants")
    return tuple(told)


def shown(mutant: Mutant) -> str:
    """`base58/__init__.py:88: < → <=`."""
    return f"{mutant.path}:{mutant.line}: {_short(mutant.original)} → {_short(mutant.replacement)}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= TEXT else line[: TEXT - 1] + "…"


def _jump(pair: Branch, native: bool) -> str:
    if native:
        return f"{pair[0]}, branch {pair[1]}"
    return f"{pair[0]}→{pair[1]}" if pair[1] > 0 else f"{pair[0]}→end"


def _by_path(places: Iterable[tuple[str, int]]) -> list[tuple[str, list[int]]]:
    return [(path, [line for _, line in group]) for path, group in groupby(sorted(places), key=lambda place: place[0])]


def _ranges(numbers: Sequence[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = [str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs]
    more = f" and {len(told) - SHOWN} more places" if len(told) > SHOWN else ""
    return ", ".join(told[:SHOWN]) + more
