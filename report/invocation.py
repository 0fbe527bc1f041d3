"""An invocation and a submission's commands as a shell would take them, for a person to read and to replay by hand.

portproof itself never goes through a shell: this text is for people. What could deceive the eye is spelled out, as in
`$'\\x1b'`, which bash and zsh understand."""

from __future__ import annotations

import base64
import re
import shlex
import unicodedata
from collections.abc import Mapping

from ..core.case import Case
from ..core.run import Build, RunHeader
from .visible import hidden

PLAIN = re.compile(rb"[A-Za-z0-9_@%+=:,./-]+")
NAMED = {0x07: "\\a", 0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0B: "\\v", 0x0C: "\\f", 0x0D: "\\r", 0x1B: "\\e"}
LONGEST = 4096  # bytes of stdin or of a file that are spelled out
STDIN = ".stdin"
SUBMISSION = "/path/to/the/submission"  # for a person to replace, where nobody knows it


def quoted(data: bytes) -> str:
    """One shell word that stands for exactly these bytes."""
    if PLAIN.fullmatch(data):
        return data.decode("ascii")
    text = data.decode("utf-8", "surrogateescape")
    if not any(_deceives(char) for char in text):
        return shlex.quote(text)
    return "$'" + "".join(_escaped(char) for char in text) + "'"


def words(case: Case) -> str:
    """The arguments of a case as one line."""
    return " ".join(quoted(arg) for arg in case.args)


def script(case: Case, header: RunHeader, builds: Mapping[str, Build], submission: str = SUBMISSION) -> list[str]:
    """Shell lines that run the submission's program on this case: in an empty folder, with the case's files, stdin and
    environment. `submission` is where the submission lies. The walls and limits of a run are not there."""
    lines = [f"SUBMISSION={quoted(submission.encode())}", 'cd "$(mktemp -d)"']
    for path, data in case.files:
        folder = path.rpartition("/")[0]
        if folder:
            lines.append(f"mkdir -p {quoted(folder.encode())}")
        lines.append(_write(data, path))
    if case.stdin:
        lines.append(_write(case.stdin, STDIN))
    env = [f"{name}={quoted(value)}" for name, value in case.env]
    call = ["env -i", 'PATH="$PATH"', "LANG=C.UTF-8", "TZ=UTC", *env, _program(case, header, builds), words(case)]
    lines.append(" ".join(part for part in call if part) + f" < {STDIN if case.stdin else '/dev/null'}")
    if header.track == "c2rust":
        manifest = f'"$SUBMISSION"/{_tree(case, builds)}/Cargo.toml'
        lines.insert(1, f"cargo build --release --offline --manifest-path {manifest}")
    return lines


def too_long(case: Case) -> bool:
    """Whether some file or stdin of the case is longer than what a script spells out."""
    return any(len(data) > LONGEST for data in (case.stdin, *(data for _, data in case.files)))


def _tree(case: Case, builds: Mapping[str, Build]) -> str:
    build = builds.get(case.program)
    per_program = build is not None and build.program == case.program
    return f"{case.task}/{case.program}" if per_program else case.task


def _program(case: Case, header: RunHeader, builds: Mapping[str, Build]) -> str:
    tree = _tree(case, builds)
    if header.track == "c2rust":
        return f'"$SUBMISSION"/{tree}/target/release/{case.program}'
    return f'node "$SUBMISSION"/{tree}/{case.program}.mjs'


def _write(data: bytes, path: str) -> str:
    if len(data) > LONGEST:
        return f"# {quoted(path.encode())}: {len(data):,} bytes, too long to spell out here"
    word = quoted(data)
    if b"\0" in data or len(word) > 2 * len(data) + 80:  # a shell word holds no NUL, and binary is shorter so
        return f"base64 -d <<< {base64.b64encode(data).decode('ascii')} > {quoted(path.encode())}"
    return f"printf %s {word} > {quoted(path.encode())}"


def _deceives(char: str) -> bool:
    return hidden(char) or unicodedata.combining(char) != 0


def _escaped(char: str) -> str:
    code = ord(char)
    if code in NAMED:
        return NAMED[code]
    if char in "'\\":
        return "\\" + char
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if _deceives(char):
        return "".join(f"\\x{byte:02x}" for byte in char.encode("utf-8"))
    return char
