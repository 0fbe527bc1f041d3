"""The JSON Schema of each format: of the pydantic models for files that people write, of the records for files that
portproof writes. A test holds real files against them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ..audit.declared import DeclaredFile
from ..audit.result import Audit
from ..core.limits import Limit
from ..core.pack import PackHeader
from ..core.run import Build, RunHeader, Summary, TreeMeasures
from ..core.verdict import Diagnosis, Verdict
from ..core.violation import Severity
from ..core.wire import FORMATS
from ..report.site.files import BoardFile, EntryFile, VerificationFile
from ..suite.files import ByteString, CaseLine, ExpectFile, Sha256, SubmissionFile, SuiteFile, TaskFile

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Line(BaseModel):
    """A line that portproof writes: nothing but these keys."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Blob(Line):
    """Bytes kept under their digest in `blobs/sha256/`."""

    length: int
    sha256: Sha256


Stored = ByteString | Blob
CaseId = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
LengthDigest = tuple[int, Sha256]


class OutcomeLine(Line):
    """outcomes.jsonl"""

    case: CaseId
    task: str
    program: str
    exit: int | None
    signal: int | None
    stdout: Stored
    stderr: Stored
    files: dict[str, Stored]
    cpu_ms: int


class QuarantineLine(Line):
    """quarantine.jsonl"""

    case: CaseId
    task: str
    program: str
    cause: str
    detail: str


class ObservedPart(Line):
    """What the submission gave back."""

    exit: int | None
    signal: int | None
    limit: Limit | None
    stdout: LengthDigest
    stderr: LengthDigest
    files: list[tuple[str, int, Sha256]]


class DifferencePart(Line):
    """The first difference."""

    stream: str
    offset: int
    line: int
    column: int
    expected: ByteString
    actual: ByteString


class UsagePart(Line):
    """What the case used."""

    cpu_us: int
    wall_us: int
    peak_kib: int


class JournalLine(Line):
    """journal.jsonl"""

    task: str
    program: str
    case: CaseId
    key: Sha256
    verdict: Verdict
    diagnosis: Diagnosis | None = None
    message: str | None = None
    observed: ObservedPart | None = None
    difference: DifferencePart | None = None
    usage: UsagePart | None = None
    denials: list[tuple[str, str, str, int]] | None = None


class NumbersPart(Line):
    """What a tree is like."""

    lines: int
    counts: dict[str, float]
    badges: list[str]


class ReferencePart(NumbersPart):
    """What a mechanical translation of a library is like."""

    name: str


class ViolationPart(Line):
    """One finding."""

    file: str
    line: int
    column: int
    rule: str
    message: str
    excerpt: str
    severity: Severity
    program: str


class CheckPrint(Line):
    """check --json"""

    format: Literal[1]
    violations: list[ViolationPart]
    measures: NumbersPart | None
    reference: list[ReferencePart]


class RowLine(Line):
    """import/rows.jsonl"""

    file: str
    line: Annotated[int, Field(ge=1)]
    case: CaseId
    row: str


class Files(Line):
    """The digests of a pack's files of lines."""

    outcomes: Sha256 = Field(alias="outcomes.jsonl")
    quarantine: Sha256 = Field(alias="quarantine.jsonl")


def schema_of(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the format called `name`."""
    models: dict[str, type[BaseModel]] = {
        "suite": SuiteFile,
        "task": TaskFile,
        "case": CaseLine,
        "submission": SubmissionFile,
        "expect": ExpectFile,
        "outcome": OutcomeLine,
        "quarantine": QuarantineLine,
        "journal": JournalLine,
        "row": RowLine,
        "check": CheckPrint,
        "declared": DeclaredFile,
        "board": BoardFile,
        "entry": EntryFile,
        "verification": VerificationFile,
    }
    records: dict[str, tuple[type, dict[str, Any]]] = {
        "pack": (PackHeader, {"files": Files, "digest": Sha256}),
        "run": (RunHeader, {}),
        "build": (Build, {}),
        "measures": (TreeMeasures, {}),
        "summary": (Summary, {}),
        "audit": (Audit, {"kind": Literal["audit"]}),
    }
    if name in models:
        schema = models[name].model_json_schema()
    elif name in records:
        schema = _record_schema(*records[name])
    else:
        schema = {"description": "Frames are not JSON files; docs/replayer.md describes them."}
    entry = FORMATS[name]
    return {"$schema": DIALECT, "$id": f"portproof:{name}:{entry.version}", **schema, "title": entry.what}


def _record_schema(record: type, more: dict[str, Any]) -> dict[str, Any]:
    schema = TypeAdapter(record).json_schema()
    schema["properties"]["format"] = {"const": 1, "type": "integer"}
    schema["required"] = [*schema.get("required", []), "format", *more]
    for name, form in more.items():
        part = TypeAdapter(form).json_schema(by_alias=True)
        schema["properties"][name] = part
    schema["additionalProperties"] = False
    return schema
