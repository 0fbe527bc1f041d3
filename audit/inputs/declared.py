"""`tasks/<task>/inputs.toml`: what the inputs of a task's programs look like, written by the suite's author so that new
cases can be drawn. The file is no part of what a suite measures: the suite's digest does not cover it.

    format = 1
    words = ["SELECT", "\\\\u0000"]          # strings that mutation may insert, beside those it finds in the sources

    [values.number]                        # values with names; they may use others, but not themselves
    type = "int"
    min = 0
    max = 4294967295

    [[programs.encode.forms]]              # one form is chosen by weight, and its words are drawn one after the other
    weight = 3
    args = ["--wide?", ["-n", "<number>"], { repeat = ["<number>"], max = 3 }]
    stdin = { type = "text", alphabet = "01 ", max = 40 }
    files = { "in.txt" = "<number>" }

A word of `args` is a string (`<name>` stands for a value, one that ends in `?` is given half of the time, anything else
is itself), a list of words (all of them, or none half of the time), `{ repeat = […], min, max }`,
`{ either = [[…], […]] }`, or a value written in place. Types of values, with the keys that may stand beside `type`;
only those with a star must:

    int      min max base (10, 16, 8, 2) width (zeros in front)   float    –        bool
    text     alphabet (characters, or a pool: ascii letters digits text foreign) min max
    bytes    min max            hex   min max (bytes)             json     depth
    choice   of* (strings)      list  of* (a value) min max separator            join  of* (values)
    word     –  (an argument, line or word of an old case of the program)
    any of them with `as`: what is done to the bytes, in order: hex base64 zlib gzip deflate upper lower"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from ...core.errors import InputError, Mistake
from ...core.task import Task
from ...suite.cases import path_problem, sentence
from ...suite.lines import key_lines, line_of, parsed, shown
from .forms import MARK, Bytes, Either, InputsFile, Int, Join, List, Repeat, Text

FILE = "inputs.toml"


def read_inputs(task: Task) -> InputsFile | None:
    """The inputs that the author of a task declared; None where there is no such file. Raises InputError with all its
    mistakes."""
    path, root = task.folder / FILE, task.folder.parent.parent
    if not path.is_file():
        return None
    name = shown(path, root)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError([Mistake(name, 0, f"cannot be read: {error}")]) from error
    document, syntax = parsed(text, name)
    if syntax:
        raise InputError(syntax)
    lines = key_lines(text)

    def mistake(where: Sequence[str | int], message: str) -> Mistake:
        return Mistake(name, line_of(lines, where), message)

    try:
        file = InputsFile.model_validate(document)
    except ValidationError as error:
        mistakes = []
        for problem in error.errors():
            where = tuple(part for part in problem["loc"] if not (isinstance(part, str) and part.startswith(MARK)))
            mistakes.append(mistake(where, sentence(where, problem["msg"], problem["type"])))
        raise InputError(mistakes) from error
    if wrong := [mistake(where, message) for where, message in problems(file, task)]:
        raise InputError(wrong)
    return file


def problems(file: InputsFile, task: Task) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """What is wrong though each part is well formed: names of nothing, bounds the wrong way, values in a circle."""
    programs = {program.id for program in task.programs}
    for name in sorted(file.programs.keys() - programs):
        yield ("programs", name), f"no program of task.toml is called {name!r}"
    for name, value in file.values.items():
        yield from _amiss(("values", name), value, file)
        if name in _reached(name, file):
            yield ("values", name), f"the value {name!r} uses itself"
    for program, inputs in file.programs.items():
        for number, form in enumerate(inputs.forms):
            where = ("programs", program, "forms", number)
            for part in form.args:
                yield from _amiss((*where, "args"), part, file)
            yield from _amiss((*where, "stdin"), form.stdin, file)
            for path, value in form.files.items():
                if why := path_problem(path):
                    yield (*where, "files"), f"{path!r} {why}"
                yield from _amiss((*where, "files", path), value, file)


def _amiss(where: tuple[str | int, ...], part: object, file: InputsFile) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for item in _parts(part):
        if isinstance(item, str):
            name = reference(item)
            if name is not None and name not in file.values:
                yield where, f"there is no value called {name!r}"
        elif isinstance(item, Int | Text | Bytes | List | Repeat):
            least, most = item.min, item.max
            if least is not None and most is not None and least > most:
                yield where, f"min is {least} but max is {most}"


def reference(word: str) -> str | None:
    """The name of the value that a string stands for; None where it stands for itself."""
    word = word.removesuffix("?")
    return word[1:-1] if len(word) > 2 and word[0] == "<" and word[-1] == ">" else None


def _parts(part: object) -> Iterator[object]:
    """A word or value with everything that it is made of; `choice` is made of strings that stand for themselves."""
    yield part
    inner: Sequence[object] = ()
    if isinstance(part, list):
        inner = part
    elif isinstance(part, List):
        inner = [part.of]
    elif isinstance(part, Join):
        inner = part.of
    elif isinstance(part, Repeat):
        inner = part.repeat
    elif isinstance(part, Either):
        inner = [word for words in part.either for word in words]
    for item in inner:
        yield from _parts(item)


def _reached(name: str, file: InputsFile) -> set[str]:
    """The values that a value uses, and those that they use."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        value = file.values.get(waiting.pop(), "")
        used = {inner for item in _parts(value) if isinstance(item, str) and (inner := reference(item))}
        waiting += sorted(used - found)
        found |= used
    return found
