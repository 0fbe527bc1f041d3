"""Read cases/<program>.jsonl: one case a line, duplicates collapsed and reported, every mistake with its line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pydantic import ValidationError

from ..core.bytestring import decoded
from ..core.case import Case
from ..core.errors import Mistake
from ..core.task import Duplicate
from .files import Base64, CaseLine

MAX_ARGUMENT = 131_071  # Linux: MAX_ARG_STRLEN is 32 pages of 4 KiB with the terminating NUL (execve(2))
MAX_ARGUMENTS = 1_500_000  # below a quarter of the usual 8 MiB stack, where execve answers E2BIG
MAX_LINE = 64 << 20


@dataclass(frozen=True, slots=True)
class CaseFile:
    """What one file holds. `cases` are sorted by id."""

    cases: tuple[Case, ...]
    duplicates: tuple[Duplicate, ...]
    mistakes: tuple[Mistake, ...]


def read_cases(path: Path, shown: str, task: str, program: str) -> CaseFile:
    """The cases of `path`; `shown` is its name in messages."""
    cases: dict[str, tuple[int, Case]] = {}
    duplicates: list[Duplicate] = []
    mistakes: list[Mistake] = []
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        return CaseFile((), (), (Mistake(shown, 0, f"cannot be read: {error.strerror}"),))
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        found = case_of(line, task, program)
        if isinstance(found, list):
            mistakes += [Mistake(shown, number, message) for message in found]
        elif found.id in cases:
            duplicates.append(Duplicate(shown, number, cases[found.id][0], found.id))
        else:
            cases[found.id] = (number, found)
    if not cases and not mistakes:
        mistakes.append(Mistake(shown, 0, "holds no case", "write one JSON object a line"))
    return CaseFile(tuple(case for _, (_, case) in sorted(cases.items())), tuple(duplicates), tuple(mistakes))


def case_of(line: bytes, task: str, program: str) -> Case | list[str]:
    """The case that a line holds, or all that is wrong with it."""
    if len(line) > MAX_LINE:
        return [f"a line of {len(line):,} bytes; at most {MAX_LINE:,}"]
    try:
        value = json.loads(line.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_no_constant)
        row = CaseLine.model_validate(value, strict=True)
    except UnicodeDecodeError as error:
        return [f"not UTF-8 at byte {error.start + 1}; write such bytes as base64"]
    except ValidationError as error:
        return [sentence(problem["loc"], problem["msg"], problem["type"]) for problem in error.errors()]
    except RecursionError:
        return ["nested too deeply"]
    except ValueError as error:
        return [f"not valid JSON: {error}"]
    return _checked(row, task, program)


def _checked(row: CaseLine, task: str, program: str) -> Case | list[str]:
    problems: list[str] = []

    def data(where: str, value: object) -> bytes:
        try:
            return decoded(value.model_dump() if isinstance(value, Base64) else value)
        except ValueError as error:
            problems.append(f"{where}: {error}")
            return b""

    args = tuple(data(f"args[{i}]", arg) for i, arg in enumerate(row.args))
    for i, arg in enumerate(args):
        if b"\0" in arg:
            problems.append(f"args[{i}] has a NUL byte; no operating system can pass one: use stdin or a file")
        if len(arg) > MAX_ARGUMENT:
            problems.append(
                f"args[{i}] has {len(arg):,} bytes; Linux passes at most {MAX_ARGUMENT:,}: use stdin or a file"
            )
    if sum(len(arg) + 9 for arg in args) > MAX_ARGUMENTS:
        problems.append(f"all arguments together have more than {MAX_ARGUMENTS:,} bytes: use stdin or files")
    stdin = data("stdin", row.stdin)
    files = tuple(sorted((name, data(f"files[{name!r}]", content)) for name, content in row.files.items()))
    problems += [f"files[{name!r}]: {why}" for name, _ in files if (why := path_problem(name))]
    env = tuple(sorted((name, data(f"env[{name!r}]", content)) for name, content in row.env.items()))
    for name, content in env:
        if not name or "=" in name or "\0" in name:
            problems.append(f"env[{name!r}] is no name of an environment variable")
        if b"\0" in content:
            problems.append(f"env[{name!r}] has a NUL byte")
    if problems:
        return problems
    return Case(task, program, args, stdin, files, env, tuple(row.tags), row.visible)


def path_problem(name: str) -> str:
    """Why `name` cannot be a file in the scratch directory, or an empty string."""
    path = PurePosixPath(name)
    if not name or "\0" in name:
        return "is no file name"
    if path.is_absolute() or ".." in path.parts or name != path.as_posix():
        return "must be a plain relative path inside the scratch directory"
    return ""


def sentence(loc: tuple[str | int, ...], message: str, kind: str) -> str:
    """A pydantic problem in words: where in the value, and what is wrong."""
    where = "".join(f"[{part}]" if isinstance(part, int) else (f".{part}" if i else part) for i, part in enumerate(loc))
    if kind == "extra_forbidden":
        return f"unknown key {where!r}"
    if kind == "missing":
        return f"{where!r} is missing"
    return f"{where}: {message[0].lower()}{message[1:]}" if where else message


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    seen: dict[str, object] = {}
    for name, value in pairs:
        if name in seen:
            raise ValueError(f"the key {name!r} stands twice")
        seen[name] = value
    return seen


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")
