"""What is changed around an original to see whether it answers stably, as data: a row per perturbation.

A perturbation has variants, because one change may miss: two hash seeds order a set of two elements alike half of the
time. Everything is perturbed at once as often as the richest perturbation has variants; only what wavers then is
replayed under each one alone, to name the cause. Nothing here runs anything: `oracle.capture` does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..core.pack import TaskProvenance
from ..replay.tier import Tier

# What every original sees where nothing is perturbed; a toolchain and a case add to it.
ENVIRONMENT = {"LANG": "C.UTF-8", "TZ": "UTC", "PATH": ""}
HOSTNAME, SCRATCH = "portproof", "/scratch"
NATIVE = frozenset({"gcc", "g++"})
ALL = frozenset({"cpython"}) | NATIVE
APART = 1.1  # seconds between the baseline and the repeat: a clock that shows whole seconds has moved on


@dataclass(frozen=True, slots=True)
class Variant:
    """One changed surrounding. `reverse`: the cases run in reverse order, so that process ids and neighbours differ;
    `load`: every core is kept busy by other processes."""

    environment: Mapping[str, str] = field(default_factory=dict)
    hostname: str | None = None
    scratch: str | None = None
    reverse: bool = False
    load: bool = False


@dataclass(frozen=True, slots=True)
class Perturbation:
    """`name` is the cause that a quarantine records; `toolchains` are those of whose originals it makes sense. `view`:
    it takes a tier where programs have a view of their own, which `landlock` has not."""

    name: str
    variants: tuple[Variant, ...]
    toolchains: frozenset[str] = ALL
    view: bool = False

    def applies(self, toolchain: str, tier: Tier) -> bool:
        """Whether it can be done to an original of `toolchain` at `tier`."""
        return toolchain in self.toolchains and not (self.view and tier is Tier.LANDLOCK)


def _malloc(byte: int) -> Variant:
    """glibc fills what malloc gives and free takes with this byte: reads of uninitialised heap show."""
    return Variant({"MALLOC_PERTURB_": str(byte), "GLIBC_TUNABLES": f"glibc.malloc.perturb={byte}"})


PERTURBATIONS: tuple[Perturbation, ...] = (
    Perturbation(
        "hash seed", tuple(Variant({"PYTHONHASHSEED": seed}) for seed in ("1", "2", "3", "4")), frozenset({"cpython"})
    ),
    # POSIX form, because the view has no zone files: 13 h 45 min east is another day most of the time
    Perturbation("time zone", (Variant({"TZ": "AAA-13:45"}), Variant({"TZ": "BBB+11:30"}))),
    Perturbation("locale", (Variant({"LANG": "C", "LC_ALL": "POSIX"}), Variant({"LANG": "tr_TR.ISO-8859-9"}))),
    Perturbation("working directory", (Variant(scratch="/srv/a/longer/path"), Variant(scratch="/w")), view=True),
    # moves the stack, and is more than a page
    Perturbation(
        "environment size", (Variant({"PORTPROOF_PADDING": "x" * 5000}), Variant({"PORTPROOF_PADDING": "x" * 77}))
    ),
    Perturbation("host name", (Variant(hostname="other-host"),), view=True),
    Perturbation("process id and order", (Variant(reverse=True),)),
    Perturbation("heap contents", (_malloc(85), _malloc(170)), NATIVE),
    Perturbation("load", (Variant(load=True),)),
)


def applicable(toolchain: str, tier: Tier) -> tuple[Perturbation, ...]:
    """The perturbations for originals of this toolchain at this tier, in the order in which causes are named."""
    return tuple(perturbation for perturbation in PERTURBATIONS if perturbation.applies(toolchain, tier))


def everything(perturbations: Sequence[Perturbation]) -> tuple[Variant, ...]:
    """All perturbations at once: as many variants as the richest has, each variant of each in at least one. Load, which
    costs time and not chance, is in the first only."""
    count = max(len(perturbation.variants) for perturbation in perturbations)
    return tuple(
        _merged([p.variants[turn % len(p.variants)] for p in perturbations], turn == 0) for turn in range(count)
    )


def _merged(variants: Sequence[Variant], load: bool) -> Variant:
    environment: dict[str, str] = {}
    for variant in variants:
        environment.update(variant.environment)
    return Variant(
        environment=environment,
        hostname=next((variant.hostname for variant in variants if variant.hostname), None),
        scratch=next((variant.scratch for variant in variants if variant.scratch), None),
        reverse=any(variant.reverse for variant in variants),
        load=load and any(variant.load for variant in variants),
    )


def described(tasks: Sequence[TaskProvenance], tier: Tier) -> tuple[str, ...]:
    """What a pack records: the repeat, then each perturbation that some task's original had, with its variants."""
    rows = (p for p in PERTURBATIONS if any(p.applies(task.toolchain, tier) for task in tasks))
    return ("repeat", *(f"{p.name} ×{len(p.variants)}" if len(p.variants) > 1 else p.name for p in rows))
