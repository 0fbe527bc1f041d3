"""Read a suite from disk and check it whole: every mistake of every file is reported at once, with file and line."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from ..core.canonical import digest, file_sha256
from ..core.errors import InputError, Mistake, UserError
from ..core.task import (
    Amendment,
    Duplicate,
    Layout,
    LimitOverrides,
    Observable,
    Original,
    Program,
    Source,
    Suite,
    Task,
)
from .cases import path_problem, read_cases, sentence
from .files import SuiteFile, TaskFile
from .lines import key_lines, line_of, parsed, shown

Form = TypeVar("Form", bound=BaseModel)


def read(folder: Path) -> Suite:
    """The suite in `folder`. Raises UserError when there is none and InputError with all its mistakes."""
    root = folder.resolve()
    if not (root / "suite.toml").is_file():
        raise UserError(f"{folder}: no suite here (there is no suite.toml)", "give the folder that holds suite.toml")
    mistakes: list[Mistake] = []
    head = model(root / "suite.toml", SuiteFile, root, mistakes)
    tasks: list[Task] = []
    duplicates: list[Duplicate] = []
    folders = sorted(path for path in (root / "tasks").iterdir() if path.is_dir()) if (root / "tasks").is_dir() else []
    if not folders:
        mistakes.append(Mistake(shown(root / "tasks", root), 0, "no task", "a task is a folder with a task.toml"))
    for path in folders:
        if task := _task(path, root, mistakes, duplicates):
            tasks.append(task)
    if mistakes or head is None:
        raise InputError(mistakes)
    return Suite(
        root, head.name, head.version, head.track, head.description, head.licence,
        tuple(tasks), _digest(root), tuple(duplicates),
    )  # fmt: skip


def model(path: Path, form: type[Form], root: Path, mistakes: list[Mistake]) -> Form | None:
    """The TOML file at `path` as `form`; None when it has mistakes, which are added to `mistakes`."""
    name = shown(path, root)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        mistakes.append(Mistake(name, 0, f"cannot be read: {error.strerror}"))
        return None
    except UnicodeDecodeError:
        mistakes.append(Mistake(name, 0, "not UTF-8"))
        return None
    document, syntax = parsed(text, name)
    if syntax:
        mistakes.extend(syntax)
        return None
    try:
        return form.model_validate(document)
    except ValidationError as error:
        lines = key_lines(text)
        for problem in error.errors():
            mistakes.append(
                Mistake(name, line_of(lines, problem["loc"]), sentence(problem["loc"], problem["msg"], problem["type"]))
            )
        return None


def _task(folder: Path, root: Path, mistakes: list[Mistake], duplicates: list[Duplicate]) -> Task | None:
    path = folder / "task.toml"
    before = len(mistakes)
    form = model(path, TaskFile, root, mistakes)
    if form is None:
        return None
    lines = key_lines(path.read_text(encoding="utf-8"))

    def mistake(where: tuple[str | int, ...], message: str, hint: str = "") -> None:
        mistakes.append(Mistake(shown(path, root), line_of(lines, where), message, hint))

    if form.id != folder.name:
        mistake(("id",), f"id is {form.id!r} but the folder is called {folder.name!r}")
    if not (folder / "SPEC.md").is_file():
        mistake((), "there is no SPEC.md beside it", "a task is given to a model as a specification")
    if (form.policy.forbid or form.policy.allow) and not form.policy.reason:
        mistake(("policy",), "forbid and allow need a reason")
    requirements = _inside(folder, form.original.requirements) if form.original.requirements else None
    if form.original.requirements and requirements is None:
        mistake(("original", "requirements"), f"{form.original.requirements} is not a file of this task")
    programs: list[Program] = []
    for id, entry in sorted(form.programs.items()):
        driver = _inside(folder, entry.driver)
        if driver is None:
            mistake(("programs", id, "driver"), f"{entry.driver} is not a file of this task")
        for output in entry.outputs:
            if why := path_problem(output):
                mistake(("programs", id, "outputs"), f"{output!r} {why}")
        cases = folder / "cases" / f"{id}.jsonl"
        if not cases.is_file():
            mistake(("programs", id), f"there is no {shown(cases, root)}", "a program needs cases")
            continue
        read = read_cases(cases, shown(cases, root), form.id, id)
        mistakes.extend(read.mistakes)
        duplicates.extend(read.duplicates)
        visible = sum(case.visible for case in read.cases)
        if visible != form.visible and not read.mistakes:
            mistake(
                ("visible",), f"visible is {form.visible} but {shown(cases, root)} marks {visible} cases as visible"
            )
        if driver is not None:
            programs.append(Program(form.id, id, driver, entry.summary, tuple(sorted(entry.outputs)), read.cases))
    for stray in sorted((folder / "cases").glob("*.jsonl")) if (folder / "cases").is_dir() else []:
        if stray.stem not in form.programs:
            mistakes.append(Mistake(shown(stray, root), 0, "no program of task.toml has this name"))
    if len(mistakes) > before:
        return None
    original = Original(
        form.original.toolchain,
        requirements,
        tuple(form.original.build),
        tuple(Source(s.debian, s.file, s.sha256, s.folder) for s in form.original.sources),
    )
    return Task(
        id=form.id,
        folder=folder,
        library=form.library,
        version=form.version,
        licence=form.licence,
        source=form.source,
        released=form.released,
        layout=Layout(form.layout),
        observe=frozenset(Observable(name) for name in form.observe),
        original=original,
        programs=tuple(programs),
        limits=LimitOverrides(**form.limits.model_dump()),
        amendment=Amendment(tuple(sorted(form.policy.forbid)), tuple(sorted(form.policy.allow)), form.policy.reason),
        visible=form.visible,
    )


def _inside(folder: Path, name: str) -> Path | None:
    path = (folder / name).resolve()
    return path if path.is_file() and path.is_relative_to(folder.resolve()) else None


def _digest(root: Path) -> str:
    """Over the bytes of every file that defines a task, a case or an original; packs and submissions are left out."""
    files = [root / "suite.toml"]
    for task in sorted((root / "tasks").iterdir()):
        files += [task / "task.toml", task / "SPEC.md"]
        for part in ("original", "cases"):
            files += [path for path in sorted((task / part).rglob("*")) if path.is_file() and _counts(path)]
    return digest({path.relative_to(root).as_posix(): file_sha256(path) for path in files if path.is_file()})


def _counts(path: Path) -> bool:
    return "__pycache__" not in path.parts and path.suffix not in (".pyc", ".orig", ".swp")
