"""Variants: an original with one mutant in it, ready to be run beside others in one session.

A mutant that does not compile, or that compiles to the same code as the original, is known for what it is without a
run. All variants of a subject are files of one folder, which is one bind: a session may mount it once and replay any
number of them, each as a target of its own. Programs cannot tell a variant from the original but by what it computes:
names of modules, frames and executables (their last part) are those of the original.

    /audit/variants/<mutant>/…     the code of a module, or one executable a program
    /audit/hook                    what makes CPython take that code (hooks/mutant)"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ...core.prepared import Bind, Prepared
from ..model import Fate, Mutant
from ..subject import Subject

VARIANTS = "/audit/variants"


@dataclass(frozen=True, slots=True)
class Variant:
    """What it takes to run a mutant: `binds` and `environment` in addition to the original's (they are equal for all
    variants of a subject), and `argv` per program. With a `fate`, INVALID or SAME, there is nothing to run; `reason`
    then is what the compiler says."""

    mutant: Mutant
    argv: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    binds: tuple[Bind, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    fate: Fate | None = None
    reason: str = ""

    def target(self, program: str) -> str:
        """The name of this variant of a program among the targets of a session."""
        return f"{program}@{self.mutant.id}"


def variant(subject: Subject, mutant: Mutant, programs: Sequence[str] | None = None) -> Variant:
    """The variant with this mutant, for all programs or some; made now or found in the cache. Safe in threads.

    Raises UserError for a mutant of a file that is none of the subject's sources, HarnessError for the machine."""
    wanted = tuple(subject.prepared.argv) if programs is None else tuple(programs)
    if subject.native:
        from . import variants_native

        return variants_native.made(subject, mutant, wanted)
    from . import variants_python

    return variants_python.made(subject, mutant, wanted)


def together(subject: Subject, variants: Iterable[Variant]) -> Prepared:
    """The original and its variants as one prepared original: its programs are those of the original under their own
    names and each variant's under `Variant.target`. Variants that have a fate are left out."""
    prepared = subject.prepared
    argv, binds, environment = dict(prepared.argv), dict.fromkeys(prepared.binds), dict(prepared.environment)
    for one in variants:
        argv |= {one.target(program): words for program, words in one.argv.items()}
        binds |= dict.fromkeys(one.binds)
        environment |= one.environment
    return replace(prepared, argv=argv, binds=tuple(binds), environment=environment)


def folder(subject: Subject) -> Path:
    """Where the files of all variants are, on this machine."""
    return subject.place / f"variants-{subject.backend.tier}"  # code names its file as this tier sees it


def forget(subject: Subject) -> None:
    """Removes the files of all variants: when their fates are known nobody needs them."""
    shutil.rmtree(folder(subject), ignore_errors=True)
