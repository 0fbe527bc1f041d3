"""The tokens of a Rust source, as rustc's own lexer splits them: comments gone, literals evaluated, brackets matched.

Rust is judged by its tokens. A macro makes code of any token tree, so a tree of syntax would have to fall back on
tokens just
where something hides; and rustc accepts no file whose tokens do not split this way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import compress

OPEN = {"(": ")", "[": "]", "{": "}"}
BRACKETS = frozenset("()[]{}")
# A token behind the white space and the comments before it, in text where a character is a byte (Latin-1). Plain names
# and marks come first, since most tokens are one; a block comment that holds another is left to `_past_comment`.
_PATTERN = r"""(?>[\s\x0b\x0c]++|//[^\n]*+|/\*(?>[^*/]++|\*(?!/)|/(?!\*))*+\*/
        |\xe2\x80[\x8e\x8f\xa8\xa9]|\xc2\x85|\xef\xbb\xbf)*+
       (?:(?P<plain>[ad-qs-zA-Z_\x80-\xff][\w\x80-\xff]*+)
         |(?P<sign>[](){}\[;,.&*<>+|^%!?@\#~$]|::)
         |(?P<block>/\*)
         |(?P<raw>(?:br|cr|r)(?P<hashes>\#*)"(?:[^"]++|"(?!(?P=hashes)))*+"(?P=hashes))
         |(?P<string>[bc]?"(?:[^"\\]++|\\[\s\S])*+")
         |(?P<open>(?:br|cr|r)\#*"|[bc]?")
         |(?P<char>b?'(?:\\(?:u\{[0-9a-fA-F_]*\}|x[0-9a-fA-F]{2}|[\s\S])|[^'\\\n\r\t\x80-\xff]|[\xc2-\xf4][\x80-\xbf]+)')
         |(?P<lifetime>'(?:r\#)?[A-Za-z_\x80-\xff][\w\x80-\xff]*)
         |(?P<name>(?:r\#)?[A-Za-z_\x80-\xff][\w\x80-\xff]*)
         |(?P<number>[0-9]\w*(?:\.[0-9]\w*)?)
         |(?P<mark>=>|->|[\s\S])
         |(?P<end>\Z))"""
_TOKEN = re.compile(_PATTERN, re.VERBOSE | re.ASCII)
# White space of Unicode ends a name. Few files have any, and the expression that looks for it at every character of a
# name is slower.
_SPACE = re.compile(rb"\xe2\x80[\x8e\x8f\xa8\xa9]|\xc2\x85")
_SPACED = re.compile(
    _PATTERN.replace(r"[\w\x80-\xff]*", r"(?:(?!\xe2\x80[\x8e\x8f\xa8\xa9]|\xc2\x85)[\w\x80-\xff])*"),
    re.VERBOSE | re.ASCII,
)
_GROUP = _TOKEN.groupindex
PLAIN, SIGN, RAW, STRINGS, OPENED, NAMES, BLOCK, MARKS, END = (
    _GROUP[name] for name in ("plain", "sign", "raw", "string", "open", "name", "block", "mark", "end")
)
_COMMENT = re.compile(r"/\*|\*/")
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F_]+)\}|x([0-9a-fA-F]{2})|\r?\n\s*|([\s\S]))")
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
NAME, STRING, MARK, OTHER = "name", "string", "mark", "other"
# What the inspections start from; they look at the tokens around these and at no others.
TELLING = frozenset(
    ("{", "}", "::", "#", "!", "use", "extern", "path", "macro_rules", "concat", "fn", "struct", "enum", "union",
     "trait", "type", "const", "static", "mod")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tokens:
    """Parallel lists. `texts` has plain names (no r#), values of strings, marks as written; `partner` the index of
    the other
    bracket, or the token's own index; `trouble` says why the file is no Rust, at which offset. `telling` are the
    places of `TELLING` texts, `strings` those of string literals."""

    kinds: list[str]
    texts: list[str]
    offsets: list[int]
    partner: list[int]
    depth: int
    trouble: tuple[int, str] | None
    telling: list[int]
    strings: list[int]

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

    def raw(self, place: int, data: bytes) -> bool:
        """Whether a name is written `r#name`, so that it is no keyword."""
        return data.startswith(b"r#", self.offsets[place])


def tokens(data: bytes) -> Tokens:
    """Splits a source that is valid UTF-8."""
    source = data.decode("latin-1")
    kinds: list[str] = []
    texts: list[str] = []
    offsets: list[int] = []
    strings: list[int] = []
    brackets: list[int] = []
    add_kind, add_text, add_offset = kinds.append, texts.append, offsets.append
    unclosed = -1
    at: int | None = 0
    if data.startswith(b"#!") and not re.match(rb"#!\s*\[", data):
        at = data.find(b"\n") % (len(data) + 1)
    pattern = _SPACED if _SPACE.search(data) else _TOKEN
    while at is not None:
        matches, at = pattern.finditer(source, at), None
        for match in matches:
            group = match.lastindex or END
            text = match[group]
            if group == PLAIN:
                add_kind(NAME)
                add_text(_utf8(text))
            elif group in (SIGN, MARKS):
                add_kind(MARK)
                add_text(text)
                if text in BRACKETS:
                    brackets.append(len(offsets))
            elif group == NAMES:
                add_kind(NAME)
                add_text(_utf8(text).removeprefix("r#"))
            elif group in (STRINGS, RAW):
                strings.append(len(offsets))
                add_kind(STRING)
                add_text(_value(_utf8(text), raw=group == RAW))
            elif group == BLOCK:
                at = _past_comment(source, match.end())
                break
            elif group in (OPENED, END):  # no search for the end of a string from each quote behind an open one
                unclosed = match.start(group) if group == OPENED else -1
                break
            else:
                add_kind(OTHER)
                add_text("")
            add_offset(match.start(group))
    partner, depth, trouble = _matched(texts, offsets, brackets)
    if unclosed >= 0:
        trouble = (unclosed, "a string that is never closed")
    telling = list(compress(range(len(texts)), map(TELLING.__contains__, texts)))
    return Tokens(kinds, texts, offsets, partner, depth, trouble, telling, strings)


def _matched(
    texts: list[str], offsets: list[int], brackets: list[int]
) -> tuple[list[int], int, tuple[int, str] | None]:
    """Each token's partner, how deep brackets nest, and the first bracket that matches none."""
    partner = list(range(len(texts)))
    stack: list[int] = []
    depth = 0
    trouble: tuple[int, str] | None = None
    for index in brackets:
        mark = texts[index]
        if mark in OPEN:
            stack.append(index)
            depth = max(depth, len(stack))
        elif not stack or OPEN[texts[stack[-1]]] != mark:
            trouble = trouble or (offsets[index], f"a {mark} that closes nothing")
        else:
            opened = stack.pop()
            partner[opened], partner[index] = index, opened
    if stack and trouble is None:
        trouble = (offsets[stack[-1]], f"a {texts[stack[-1]]} that is never closed")
    return partner, depth, trouble


def _past_comment(source: str, at: int) -> int:
    level = 1
    while level:
        match = _COMMENT.search(source, at)
        if match is None:
            return len(source)
        level += 1 if match.group() == "/*" else -1
        at = match.end()
    return at


def _utf8(text: str) -> str:
    return text if text.isascii() else text.encode("latin-1").decode("utf-8", "replace")


def _value(literal: str, raw: bool) -> str:
    body = literal[literal.index('"') + 1 : literal.rindex('"')]
    return body if raw or "\\" not in body else _ESCAPE.sub(_character, body)


def _character(match: re.Match[str]) -> str:
    braces, two, simple = match.groups()
    if braces or two:
        code = int((braces or two).replace("_", ""), 16)
        return chr(code) if code < 0x110000 else ""
    return _SIMPLE.get(simple, simple) if simple else ""
