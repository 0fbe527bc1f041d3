"""The tokens of a Rust source, as rustc's own lexer splits them: comments gone, literals evaluated, brackets matched.

Rust is judged by its tokens. A macro makes code of any token tree, so a tree of syntax would have to fall back on
tokens just
where something hides; and rustc accepts no file whose tokens do not split this way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

OPEN = {"(": ")", "[": "]", "{": "}"}
CLOSE = {")", "]", "}"}
_TOKEN = re.compile(
    rb"""(?P<space>[\s\x0b\x0c]+|\xe2\x80[\x8e\x8f\xa8\xa9]|\xc2\x85|\xef\xbb\xbf)
       |(?P<line>//[^\n]*)
       |(?P<block>/\*)
       |(?P<raw>(?:br|cr|r)(?P<hashes>\#*)"(?:[^"]|"(?!(?P=hashes)))*"(?P=hashes))
       |(?P<string>[bc]?"(?:[^"\\]|\\[\s\S])*")
       |(?P<char>b?'(?:\\(?:u\{[0-9a-fA-F_]*\}|x[0-9a-fA-F]{2}|[\s\S])|[^'\\\n\r\t\x80-\xff]|[\xc2-\xf4][\x80-\xbf]+)')
       |(?P<lifetime>'(?:r\#)?[A-Za-z_\x80-\xff][\w\x80-\xff]*)
       |(?P<name>(?:r\#)?[A-Za-z_\x80-\xff][\w\x80-\xff]*)
       |(?P<number>[0-9][\w]*(?:\.[0-9][\w]*)?)
       |(?P<mark>::|=>|->|[\s\S])""",
    re.VERBOSE,
)
_COMMENT = re.compile(rb"/\*|\*/")
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F_]+)\}|x([0-9a-fA-F]{2})|\r?\n\s*|([\s\S]))")
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
NAME, STRING, MARK, OTHER = "name", "string", "mark", "other"


@dataclass(frozen=True, slots=True)
class Tokens:
    """Parallel lists. `texts` has plain names (no r#), values of strings, marks as written; `partner` the index of
    the other
    bracket, or the token's own index; `trouble` says why the file is no Rust, at which offset."""

    kinds: list[str]
    texts: list[str]
    offsets: list[int]
    partner: list[int]
    depth: int
    trouble: tuple[int, str] | None

    def __len__(self) -> int:
        return len(self.kinds)

    def text(self, place: int) -> str:
        """The mark or name at a place; empty outside the file and for literals."""
        if 0 <= place < len(self.kinds) and self.kinds[place] in {NAME, MARK}:
            return self.texts[place]
        return ""

    def is_name(self, place: int) -> bool:
        """Whether a name stands at the place."""
        return 0 <= place < len(self.kinds) and self.kinds[place] == NAME


def tokens(data: bytes) -> Tokens:
    """Splits a source that is valid UTF-8."""
    kinds: list[str] = []
    texts: list[str] = []
    offsets: list[int] = []
    partner: list[int] = []
    stack: list[int] = []
    depth = 0
    trouble: tuple[int, str] | None = None
    at, end = 0, len(data)
    if data.startswith(b"#!") and not re.match(rb"#!\s*\[", data):
        at = data.find(b"\n") % (end + 1)
    match_token = _TOKEN.match
    while at < end:
        match = match_token(data, at)
        assert match is not None  # the last alternative takes any byte
        group = match.lastgroup
        start, at = at, match.end()
        if group == "space" or group == "line":
            continue
        if group == "block":
            at = _past_comment(data, at)
            continue
        text = match.group()
        if group == "name":
            kinds.append(NAME)
            texts.append(text.decode("utf-8", "replace").removeprefix("r#"))
        elif group == "mark":
            kinds.append(MARK)
            texts.append(text.decode("latin-1"))
        elif group == "string" or group == "raw":
            kinds.append(STRING)
            texts.append(_value(text.decode("utf-8", "replace"), raw=group == "raw"))
        else:
            kinds.append(OTHER)
            texts.append("")
        index = len(partner)
        offsets.append(start)
        partner.append(index)
        if group == "mark":
            mark = texts[-1]
            if mark in OPEN:
                stack.append(index)
                depth = max(depth, len(stack))
            elif mark in CLOSE:
                if not stack or OPEN[texts[stack[-1]]] != mark:
                    trouble = trouble or (start, f"a {mark} that closes nothing")
                else:
                    opened = stack.pop()
                    partner[opened], partner[index] = index, opened
    if stack and trouble is None:
        trouble = (offsets[stack[-1]], f"a {texts[stack[-1]]} that is never closed")
    return Tokens(kinds, texts, offsets, partner, depth, trouble)


def _past_comment(data: bytes, at: int) -> int:
    level = 1
    while level:
        match = _COMMENT.search(data, at)
        if match is None:
            return len(data)
        level += 1 if match.group() == b"/*" else -1
        at = match.end()
    return at


def _value(literal: str, raw: bool) -> str:
    body = literal[literal.index('"') + 1 : literal.rindex('"')]
    return body if raw or "\\" not in body else _ESCAPE.sub(_character, body)


def _character(match: re.Match[str]) -> str:
    braces, two, simple = match.groups()
    if braces or two:
        code = int((braces or two).replace("_", ""), 16)
        return chr(code) if code < 0x110000 else ""
    return _SIMPLE.get(simple, simple) if simple else ""
