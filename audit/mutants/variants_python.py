"""Variants of a Python original: the mutated module is compiled here, by the interpreter that runs originals, under
the path that it has in the view; a hook at the interpreter's start puts it in the place of the installed one.

Compiled to the same code object, line numbers apart, it is the same program."""

from __future__ import annotations

import marshal
import threading
import warnings
from collections.abc import Sequence
from functools import lru_cache
from types import CodeType

from ...core.errors import UserError
from ...core.prepared import Bind
from ...replay.sandbox import view_path
from ..files import written
from ..hooks_python import HOOK, hooked, inserted, seen_at
from ..installed import BESIDE
from ..model import Fate, Mutant
from ..subject import Subject
from .variants import VARIANTS, Variant, folder

_compiling = threading.Lock()  # filters of warnings are the whole process's


def made(subject: Subject, mutant: Mutant, programs: Sequence[str]) -> Variant:
    """As `variants.variant`. Raises UserError for a driver: the interpreter takes it from its file."""
    source = subject.source(mutant.path)
    original = subject.task.folder / "original"
    if original / mutant.path.removeprefix(BESIDE) in {program.driver for program in subject.task.programs}:
        raise UserError(f"{mutant.path} is a driver: only modules have variants")
    name = seen_at(subject, mutant.path)
    try:
        code = compiled(mutant.applied(source.data), name)
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError) as error:
        return Variant(mutant, fate=Fate.INVALID, reason=f"{type(error).__name__}: {error}")
    if described(code) == _original(source.data, name):
        return Variant(mutant, fate=Fate.SAME)
    place = folder(subject)
    file = place / mutant.id / "code"
    if not file.exists():
        written(file, marshal.dumps((name, code)))
    bind, hook = Bind(place, VARIANTS), Bind(hooked(subject.cache, "mutant"), HOOK)
    option = ("-X", f"mutant={VARIANTS}/{mutant.id}/code")
    argv = {program: inserted(subject.prepared.argv[program], option) for program in programs}
    return Variant(mutant, argv, (bind, hook), {"PYTHONPATH": view_path(subject.backend.tier, hook.source, HOOK)})


def compiled(data: bytes, name: str) -> CodeType:
    """The code of a module as an import of it would compile it. Raises what `compile` raises."""
    with _compiling, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compile(data, name, "exec", dont_inherit=True, optimize=0)


@lru_cache(maxsize=64)
def _original(data: bytes, name: str) -> tuple[object, ...]:
    return described(compiled(data, name))


def described(code: CodeType) -> tuple[object, ...]:
    """All that decides what code does: equal for two codes that differ in nothing but where their lines are."""
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_name, code.co_qualname)
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    return (code.co_code, code.co_exceptiontable, names, counts, tuple(_constant(value) for value in code.co_consts))


def _constant(value: object) -> tuple[object, ...]:
    """A constant so that what is equal for Python but not the same (`1`, `1.0` and `True`) is not equal."""
    if isinstance(value, CodeType):
        return described(value)
    if isinstance(value, tuple):
        return ("tuple", *(_constant(item) for item in value))
    if isinstance(value, frozenset):
        return ("frozenset", *sorted((_constant(item) for item in value), key=repr))
    return (type(value).__name__, repr(value))
