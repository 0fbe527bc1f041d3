"""Coverage of C and C++ originals with gcov: programs of their own count, at the place of the original ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ...core.prepared import Bind
from ...oracle.rounds import PLAIN, Stage, sandbox
from ...replay.sandbox import Sandbox
from ...replay.view import mounts, targets
from ...toolchains.gcc import BIN
from ...toolchains.instrumented import ENVIRONMENT, Instrumented, instrumented
from ...toolchains.libraries import closure
from ...toolchains.units import yard
from ..compiled import reach, shown
from ..model import Hits, Reach
from ..subject import Subject
from .gcov import data_file, reached, version

SLOWER = 10  # without optimisation a factor of 3 to 5, counting up to 2


@dataclass(frozen=True, slots=True)
class Counter:
    """gcov for one subject."""

    subject: Subject
    programs: Mapping[str, Instrumented]
    identity: str

    @classmethod
    def of(cls, subject: Subject) -> Counter:
        """Raises UserError where the original cannot be built for gcov, HarnessError where there is no gcov."""
        place = yard(subject.task, subject.cache)
        programs = {program.id: instrumented(place, program) for program in subject.task.programs}
        return cls(subject, programs, version())

    @property
    def reach(self) -> Mapping[str, Reach]:
        """By `Source.path`."""
        place = yard(self.subject.task, self.subject.cache)
        return {shown(path): found for path, found in reach(place).items()}

    def walls(self, stage: Stage) -> Sandbox:
        """The usual ones around other programs, with more time."""
        usual, prepared = sandbox(stage, PLAIN), stage.prepared
        ours = {f"{BIN}/{name}": Bind(made.program, f"{BIN}/{name}") for name, made in self.programs.items()}
        needed = {bind.target: bind for bind in closure([made.program for made in self.programs.values()])}
        binds = tuple(({bind.target: bind for bind in prepared.binds} | needed | ours).values())
        limits = usual.limits.with_times(usual.limits.cpu_ms * SLOWER, usual.limits.wall_ms * SLOWER)
        walls = replace(usual, mounts=mounts(binds), targets=targets(prepared.argv, binds, stage.backend.tier))
        return replace(walls, limits=limits, environment={**usual.environment, **ENVIRONMENT})

    def outputs(self, program: str) -> tuple[str, ...]:
        """One file for each unit of the program."""
        return tuple(data_file(item) for item in self.programs[program].units)

    def hits(self, left: Sequence[tuple[str, Mapping[str, bytes]]]) -> list[Hits | None]:
        """What the counts of each case say."""
        found = reached([(self.programs[program].units, files) for program, files in left], self.subject.jobs)
        return [None if hits is None else _shown(hits) for hits in found]


def _shown(hits: Hits) -> Hits:
    return Hits(
        {shown(path): lines for path, lines in hits.lines.items()},
        {shown(path): branches for path, branches in hits.branches.items()},
    )
