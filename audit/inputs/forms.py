"""The shape of inputs.toml as pydantic models: values, words, forms of calls. What they mean is told in `inputs_file`.

Members of a union are told apart by `type` (or `repeat`, `either`), so that a mistake is reported once, where it is."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Discriminator, Field, Tag

from ...suite.files import Name, Positive, Strict

LONGEST = 1 << 20
Count = Annotated[int, Field(ge=0, le=LONGEST)]
Step = Literal["hex", "base64", "zlib", "gzip", "deflate", "upper", "lower"]


class Table(Strict):
    """A value. `type` says which, `as` what is done to its bytes."""

    then: list[Step] = Field(default=[], alias="as")


class Int(Table):
    """An integer; without bounds of any size."""

    type: Literal["int"]
    min: int | None = None
    max: int | None = None
    base: Literal[10, 16, 8, 2] = 10
    width: Count = 0


class Simple(Table):
    """Values that need no further description."""

    type: Literal["float", "bool", "word"]


class Text(Table):
    """Characters of an alphabet, or of a pool by its name."""

    type: Literal["text"]
    alphabet: Annotated[str, Field(min_length=1)] = "text"
    min: Count = 0
    max: Count = 40


class Bytes(Table):
    """Bytes, or their hexadecimal digits."""

    type: Literal["bytes", "hex"]
    min: Count = 0
    max: Count = 40


class Json(Table):
    """A JSON value nested `depth` deep at most."""

    type: Literal["json"]
    depth: Annotated[int, Field(ge=0, le=8)] = 3


class Choice(Table):
    """One of some strings."""

    type: Literal["choice"]
    of: Annotated[list[str], Field(min_length=1)]


class List(Table):
    """Several of one value, with a separator between them."""

    type: Literal["list"]
    of: Value
    min: Count = 0
    max: Count = 8
    separator: str = ""


class Join(Table):
    """Values one after the other."""

    type: Literal["join"]
    of: Annotated[list[Value], Field(min_length=1)]


class Repeat(Strict):
    """Words several times over."""

    repeat: Annotated[list[Word], Field(min_length=1)]
    min: Count = 0
    max: Positive = 3


class Either(Strict):
    """One of several lists of words."""

    either: Annotated[list[list[Word]], Field(min_length=1)]


MARK = "~"  # tags of the unions below, which are no keys of the file
TYPES = {name: form for form in (Int, Simple, Text, Bytes, Json, Choice, List, Join)
         for name in get_args(form.model_fields["type"].annotation)}  # fmt: skip


def _tag(value: object) -> str | None:
    """Which member of the unions below a value of the file is meant to be."""
    if isinstance(value, str):
        return f"{MARK}string"
    if isinstance(value, dict):
        word = next((word for word in ("repeat", "either") if word in value), None)
        form = TYPES.get(value["type"]) if word is None and isinstance(value.get("type"), str) else None
        return MARK + word if word else MARK + form.__name__.lower() if form else None
    return MARK + type(value).__name__.lower() if isinstance(value, Table | Repeat | Either) else None


_WRONG = f"expected a string, or a table whose type is one of: {', '.join(TYPES)}"
_VALUE = Discriminator(_tag, custom_error_type="value", custom_error_message=_WRONG)
_Values = (
    Annotated[str, Tag("~string")]
    | Annotated[Int, Tag("~int")]
    | Annotated[Simple, Tag("~simple")]
    | Annotated[Text, Tag("~text")]
    | Annotated[Bytes, Tag("~bytes")]
    | Annotated[Json, Tag("~json")]
    | Annotated[Choice, Tag("~choice")]
    | Annotated[List, Tag("~list")]
    | Annotated[Join, Tag("~join")]
)
Value = Annotated[_Values, _VALUE]
Word = Annotated[_Values | Annotated[Repeat, Tag("~repeat")] | Annotated[Either, Tag("~either")], _VALUE]


def _group(value: object) -> str | None:
    return f"{MARK}words" if isinstance(value, list) else f"{MARK}word"


Group = Annotated[Annotated[Word, Tag("~word")] | Annotated[list[Word], Tag("~words")], Discriminator(_group)]


class Form(Strict):
    """One way to call a program. A list among `args` is given whole or not at all."""

    weight: Positive = 1
    args: list[Group] = Field(default=[])
    stdin: Value = ""
    files: dict[str, Value] = Field(default={})


class ProgramInputs(Strict):
    """[programs.<id>]"""

    forms: Annotated[list[Form], Field(min_length=1)]


class InputsFile(Strict):
    """inputs.toml"""

    format: Literal[1]
    words: list[str] = Field(default=[])
    values: dict[Name, Value] = Field(default={})
    programs: dict[Name, ProgramInputs] = Field(default={})


for _form in (List, Join, Repeat, Either, Form, ProgramInputs, InputsFile):
    _form.model_rebuild()
