"""What a program's head says must happen: the comment lines at its top, `// key: value` (`# key: value` in Python).

    tries: …                     what the program attempts, one sentence; the first line of every program
    expect: exit 0 or limit cpu  how it must end: exit N, signal NAME or N, limit NAME; `or` between alternatives
    denial: execve|execveat */sh a denial that must be reported: system calls, then a glob over path or address.
                                 The names of calls are globs too: some have spaces.
                                 Without any such line, none at all may be reported
    limits: cpu_ms=300 …         instead of the harness's small ones
    args: {pack} {n}             its arguments; names in braces are filled in by the harness
    for: 1-15 17                 run once for each of these values of {n}
    files: plugin.so             compiled things that are laid into its scratch directory
    outputs: result              declared output files; none of them may be collected
    prints: text                 stdout must contain this
    skip: reason                 cannot be tried here, and why
    disturbs: reason             innocent cases may fail while it runs, and why; those after it may not

A key may be followed by qualifiers, `expect[landlock]:` or `denial[bare]:`: a tier (landlock counts in a container
too, where its walls are the inner ones), a user (root, plain), a way to start Node (bare, permission), proc where
the view has a /proc, sealed where no file that a case writes can be executed though there are no namespaces, or
watched: a program with such a line runs once more, with every use of a file looked at. Lines with qualifiers replace
the key's lines without."""

from __future__ import annotations

import itertools
import re
import signal
from collections.abc import Collection
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

_LINE = re.compile(r"^(?://|#) (\w+)(?:\[([\w ]+)\])?: (.*)$")
KEYS = frozenset(
    {"tries", "expect", "denial", "limits", "args", "for", "files", "outputs", "prints", "skip", "disturbs"}
)
TIERS = ("namespaces", "landlock", "container")
QUALIFIERS = frozenset({*TIERS, "root", "plain", "bare", "permission", "proc", "sealed", "watched"})


@dataclass(frozen=True, slots=True)
class End:
    """One allowed way to end: `kind` is exit, signal or limit."""

    kind: str
    value: str

    def __str__(self) -> str:
        return f"{self.kind} {self.value}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A denial that must be reported."""

    syscalls: frozenset[str]
    target: str

    def matches(self, syscall: str, target: str) -> bool:
        """Whether a reported denial is this one."""
        return any(fnmatchcase(syscall, one) for one in self.syscalls) and fnmatchcase(target, self.target)

    def __str__(self) -> str:
        return f"{'|'.join(sorted(self.syscalls))} {self.target}"


@dataclass(frozen=True, slots=True)
class Expectation:
    """The head of one program as it holds for one tier, user and way to start."""

    tries: str
    ends: tuple[End, ...]
    denials: tuple[Refusal, ...]
    any_denial: bool
    limits: dict[str, int]
    args: tuple[str, ...]
    values: tuple[int, ...]
    files: tuple[str, ...]
    outputs: tuple[str, ...]
    prints: tuple[str, ...]
    skip: str
    disturbs: str

    def ends_for(self, value: int) -> set[str]:
        """The allowed ends of the run with {n} = `value`, as `exit 0` or `signal 9`."""
        filled = [End(end.kind, end.value.replace("{n}", str(value))) for end in self.ends]
        return {f"signal {_signal(end.value)}" if end.kind == "signal" else str(end) for end in filled}


def read(path: Path, where: Collection[str]) -> Expectation:
    """The head of `path` as it holds in `where` (tier, user, way to start). ValueError where it says nothing clear."""
    plain: dict[str, list[str]] = {}
    special: dict[str, list[str]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        found = _LINE.match(line)
        if found is None:
            break
        key, qualifiers, value = found[1], frozenset((found[2] or "").split()), found[3].strip()
        if key not in KEYS or not qualifiers <= QUALIFIERS:
            raise ValueError(f"{path.name}:{number}: not a line of a head: {line}")
        if not qualifiers:
            plain.setdefault(key, []).append(value)
        elif qualifiers <= set(where):
            special.setdefault(key, []).append(value)
    said = {**plain, **special}
    if list(plain)[:1] != ["tries"] or "expect" not in said:
        raise ValueError(f"{path.name}: the head must begin with `tries:` and say what to `expect:`")
    denials = [line for line in said.get("denial", []) if line not in ("none", "any")]
    return Expectation(
        tries=said["tries"][0],
        ends=tuple(_end(path, text) for text in said["expect"][-1].split(" or ")),
        denials=tuple(_refusal(path, line) for line in denials),
        any_denial="any" in said.get("denial", []) or bool(denials),
        limits={key: int(value) for key, _, value in (w.partition("=") for w in _words(said, "limits"))},
        args=_words(said, "args"),
        values=tuple(_numbers(said["for"][-1])) if "for" in said else (0,),
        files=_words(said, "files"),
        outputs=_words(said, "outputs"),
        prints=tuple(said.get("prints", [])),
        skip=" ".join(said.get("skip", [])),
        disturbs=" ".join(said.get("disturbs", [])),
    )


def watched(path: Path) -> bool:
    """Whether the head of `path` says what must be reported when every use of a file is looked at."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = itertools.takewhile(bool, map(_LINE.match, lines))
    return any("watched" in (line[2] or "").split() for line in head)


def _words(said: dict[str, list[str]], key: str) -> tuple[str, ...]:
    return tuple(word for line in said.get(key, []) for word in line.split())


def _end(path: Path, text: str) -> End:
    kind, _, value = text.strip().partition(" ")
    if kind not in ("exit", "signal", "limit") or not value:
        raise ValueError(f"{path.name}: expect: {text!r}")
    return End(kind, value)


def _refusal(path: Path, line: str) -> Refusal:
    syscalls, _, target = line.partition(" ")
    if not target:
        raise ValueError(f"{path.name}: denial: {line!r} names no target")
    return Refusal(frozenset(syscalls.split("|")), target)


def _signal(name: str) -> int:
    return int(name) if name.isdigit() else int(signal.Signals[name])


def _numbers(text: str) -> list[int]:
    numbers: list[int] = []
    for word in text.split():
        first, _, last = word.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return numbers
