"""Does a specification speak of a name? Its authors describe what programs do, seldom what functions are called, so a
name counts as described too where all of its words occur: `encode_pretty_printed_json` where the text speaks of
encoding, of pretty, of printing and of JSON. That is a hint for a reader, never a proof."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_ENDINGS = ("ations", "ation", "ings", "ions", "ing", "ion", "ers", "er", "ed", "es", "s", "e")
# What is set as code: fences, spans and indented lines.
_CODE = re.compile(r"^```[\s\S]*?^```|`[^`\n]+`|^(?: {4}|\t)[^\n]*$", re.MULTILINE)
PREFIX_LEAST = 3  # names; fewer have no prefix in common
_LEAST = 3  # letters of a word, and of what is left of it without its ending; shorter ones tell nothing


class Mention(StrEnum):
    """How a specification speaks of a name."""

    NAMED = "named"  # it stands there as a name
    DESCRIBED = "described"  # all its words do, as words
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Specification:
    """A SPEC.md to be asked. `quiet`: words that say nothing here, such as the library's own name."""

    text: str
    code: str
    stems: frozenset[str]
    quiet: frozenset[str]

    @classmethod
    def of(cls, text: str, library: str) -> Specification:
        """The specification of a task of `library`."""
        code = "\n".join(_CODE.findall(text))
        return cls(text, code, frozenset(map(stem, words(text))), frozenset(map(stem, words(library))))

    def without(self, words: Iterable[str]) -> Specification:
        """The same, with these words saying nothing either."""
        return replace(self, quiet=self.quiet | set(map(stem, words)))

    def mention(self, name: str) -> Mention:
        """How the text speaks of `name`, of a qualified one of its last part."""
        last = re.split(r"\.|::", name)[-1]
        plain = last.isalpha() and (last.islower() or last.istitle())  # it may be a word like any other
        if re.search(rf"(?<!\w){re.escape(last)}(?!\w)", self.code if plain else self.text):
            return Mention.NAMED
        if plain and re.search(rf"(?<!\w){re.escape(last)}\(", self.text):
            return Mention.NAMED
        wanted = [word for word in words(last) if len(word) >= _LEAST and stem(word) not in self.quiet]
        return Mention.DESCRIBED if wanted and all(map(self._speaks, wanted)) else Mention.ABSENT

    def _speaks(self, word: str) -> bool:
        """Whether the word occurs, in one piece or, as in `convertbits`, as two."""
        cuts = range(_LEAST, len(word) - _LEAST + 1)
        return stem(word) in self.stems or any({stem(word[:at]), stem(word[at:])} <= self.stems for at in cuts)


def common(names: Collection[str]) -> frozenset[str]:
    """The words that a third of several names begin with: a library's prefix."""
    firsts = Counter(word for name in names for word in set(words(re.split(r"\.|::", name)[-1])[:2]))
    return frozenset(word for word, count in firsts.items() if count > PREFIX_LEAST and count >= len(names) / 3)


def words(text: str) -> list[str]:
    """The words of a text or a name, in lower case: `cJSON_ParseWithOpts` is json, parse, with, opts."""
    return [word.lower() for word in _WORD.findall(text)]


def stem(word: str) -> str:
    """What encode, encodes, encoded, encoding and encoder have in common."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST:
            return word[: -len(ending)]
    return word
