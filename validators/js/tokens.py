"""Scans a module token by token: for files on which the parser stumbles, where a tree would hide what it skipped.

It knows no scopes, so it judges only what a name says by itself; it is asked in addition to the tree, never instead.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache

from ..findings import Findings
from ..policy import Policy
from ..source import Source
from .literals import unquoted
from .modules import resolved
from .names import plain

_TOKEN = r"""(?P<comment>//[^\n\r\u2028\u2029]*+|/\*[\s\S]*?(?:\*/|\Z))
      |(?P<string>%s)
      |(?P<name>(?:[\w$]++|\\u[0-9a-fA-F]{4}|\\u\{[0-9a-fA-F]+\})++)
      |(?P<space>\s++)
      |(?P<mark>\?\.|[^\s\w])"""
# What follows the quote that opens a string, up to the one that closes it or the end of the line.
_BODY = {quote: rf"(?:[^{quote}\\\n\r]++|\\[\s\S])*+" for quote in ("'", '"')}
_NEVER = "(?!)"
MEMBER = {".", "?."}
SPECIAL = {"process", "globalThis", "global", "constructor"}


def scan_tokens(source: Source, files: Collection[str], policy: Policy, findings: Findings) -> None:
    """Reports what the tokens of a source name."""
    text = source.data.decode("utf-8", "replace")
    before: tuple[str, str, str] = ("", "", "")  # the tokens before the current one, nearest last
    watched = {*policy.globals, *policy.distinctive, *SPECIAL}
    offsets = _Offsets(text)
    tokens = _tokens(text)
    depth = 0
    ahead = next(tokens, None)
    while ahead is not None:
        kind, token, place = ahead
        ahead = next(tokens, None)
        following = ahead[1] if ahead else ""
        if kind == "name" and (token in watched or (before[1] == "process" and before[2] in MEMBER)):
            rule, message = _judged(token, before, following, policy)
            if rule and not findings.full(rule, source.path):
                findings.at(rule, source, offsets.of(place), message)
        elif kind == "string":
            rule, message = _string(unquoted(token), before, source.path, files, policy)
            if rule:
                findings.at(rule, source, offsets.of(place), message)
        elif token in "([{":
            depth += 1
            if depth == policy.limits.nesting:
                findings.add("source-unreadable", source.path, f"brackets nested deeper than {depth:,} levels")
        elif token in ")]}":
            depth -= 1
        before = (before[1], before[2], token)


def _judged(name: str, before: tuple[str, str, str], following: str, policy: Policy) -> tuple[str, str]:
    member = before[-1] in MEMBER
    if member:
        holder = before[-2]
        if name in policy.distinctive:
            return policy.distinctive[name], f"reaches {name}"
        if holder == "process" and name not in policy.members["process"].keeps:
            return policy.members["process"].rule, f"uses process.{name}"
        if name == "constructor" and following == "(" and before[-3] != "new":
            return "js-constructor", "calls the constructor of an object as a function"
        if holder not in {"globalThis", "global"}:
            return "", ""
    rule = policy.globals.get(name, "")
    if rule and following in {"(", "`", ".", "?."} and before[-1] not in {"function", "class", "#"}:
        return ("", "") if name == "Function" and following != "(" else (rule, f"uses {name}")
    if rule and before[-1] in {"=", "(", ",", "new", "return", "["} and name == "eval":
        return rule, f"uses {name}"
    if name in {"process", "globalThis", "global"} and following == "[":
        return "js-computed", f"a computed member of {name}"
    if name == "import" and following == "(":
        return "", ""
    return "", ""


def _string(
    value: str, before: tuple[str, str, str], path: str, files: Collection[str], policy: Policy
) -> tuple[str, str]:
    if before[-1] in {"from", "import"} or (
        before[-1] == "(" and before[-2] in {"import", "require", "source", "defer"}
    ):
        found = resolved(value, path, files, policy)
        return found.rule, found.message
    return "", ""


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Kind, text and place of each token. A quote that nothing closes on its line is a mark, and so is each further one
    in what would be its string: a search from each of them would take the square of a hostile line's length."""
    place = 0
    unclosed = dict.fromkeys(_BODY, 0)  # up to where no quote of the kind opens a string
    while place < len(text):
        shut = frozenset(quote for quote, end in unclosed.items() if place < end)
        until = min((unclosed[quote] for quote in shut), default=len(text))
        for match in _pattern(shut).finditer(text, place):
            place = match.end()
            kind, token = match.lastgroup or "", match.group()
            if kind not in {"comment", "space"}:
                yield kind, plain(token) if kind == "name" and "\\" in token else token, match.start()
            if kind == "mark" and token in _BODY and token not in shut:
                body = re.compile(_BODY[token]).match(text, place)
                unclosed[token] = body.end() if body else place
                break
            if place >= until:
                break


@cache
def _pattern(shut: frozenset[str]) -> re.Pattern[str]:
    """A token, strings in the `shut` quotes left out."""
    strings = [f"{quote}{body}{quote}" for quote, body in _BODY.items() if quote not in shut]
    return re.compile(_TOKEN % ("|".join(strings) or _NEVER), re.VERBOSE)


class _Offsets:
    """Byte offsets of character positions asked for in rising order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._characters = 0
        self._bytes = 0

    def of(self, place: int) -> int:
        """The byte offset of a character position."""
        self._bytes += len(self._text[self._characters : place].encode("utf-8", "surrogatepass"))
        self._characters = place
        return self._bytes
