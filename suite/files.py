"""The files that people write, as pydantic models: suite.toml, task.toml, a case line, submission.toml, expect.toml.
`schema` prints their JSON Schemas. They say what may stand in a file; `suite.read` says what it means."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT = 1
Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=64)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Positive = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0)]


class Strict(BaseModel):
    """No unknown keys, no silent conversions."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class SuiteFile(Strict):
    """suite.toml"""

    format: Literal[1]
    name: Name
    version: Annotated[str, Field(pattern=r"^\d+\.\d+\.\d+([-+][0-9A-Za-z.-]+)?$")]
    track: Name
    description: str
    licence: str


class SourceFile(Strict):
    """[[original.sources]]"""

    debian: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9.+-]+$")]
    file: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._+~-]*$")]
    sha256: Sha256
    folder: Name


class OriginalFile(Strict):
    """[original]"""

    toolchain: str
    requirements: str | None = None
    build: list[str] = []
    sources: list[SourceFile] = []


class LimitsFile(Strict):
    """[limits]"""

    cpu_seconds: Seconds | None = None
    wall_seconds: Seconds | None = None
    memory_mib: Positive | None = None
    stdout_mib: Positive | None = None
    stderr_mib: Positive | None = None
    scratch_mib: Positive | None = None
    file_mib: Positive | None = None
    processes: Positive | None = None
    open_files: Positive | None = None


class PolicyFile(Strict):
    """[policy]"""

    forbid: list[str] = []
    allow: list[str] = []
    reason: str = ""


class ProgramFile(Strict):
    """[programs.<id>]"""

    driver: str
    summary: str
    outputs: list[str] = []


class TaskFile(Strict):
    """task.toml"""

    format: Literal[1]
    id: Name
    library: str
    version: str
    licence: str
    source: str
    released: datetime.date
    layout: Literal["task", "program"] = "task"
    observe: Annotated[list[Literal["stdout", "stderr", "exit", "files"]], Field(min_length=1)]
    visible: Annotated[int, Field(ge=0)]
    original: OriginalFile
    limits: LimitsFile = LimitsFile()
    policy: PolicyFile = PolicyFile()
    programs: Annotated[dict[Name, ProgramFile], Field(min_length=1)]


class Base64(Strict):
    """Bytes that are not UTF-8."""

    base64: str


ByteString = str | Base64


class CaseLine(Strict):
    """One line of cases/<program>.jsonl."""

    args: list[ByteString]
    stdin: ByteString = ""
    files: dict[str, ByteString] = {}
    env: dict[str, ByteString] = {}
    tags: list[str] = []
    visible: bool = False


class SubmissionFile(Strict):
    """submission.toml; every key is optional."""

    format: Literal[1] = 1
    name: str | None = None
    model: str | None = None
    agent: str | None = None
    date: datetime.date | None = None
    attempt: Positive | None = None


class ProgramExpectation(Strict):
    """[expect."task/program"] of expect.toml"""

    verdicts: dict[str, Annotated[int, Field(ge=1)]]
    diagnosis: str | None = None


class ExpectFile(Strict):
    """expect.toml of a bundled submission: what the gold check must find."""

    reason: str
    base: str | None = None
    tasks: list[Name] | None = None
    default: str = "pass"
    expect: dict[str, ProgramExpectation] = {}
