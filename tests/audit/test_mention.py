"""Whether a specification speaks of a name: by name, in words, or not at all."""

from __future__ import annotations

import pytest
from portproof.audit.mention import Mention, Specification, common, stem

TEXT = """# The json library

The program encodes values; printing is *pretty*. Bits are converted as described in section 2.

    usage: pretty run [FILE]

`load` reads a file. Then set(x) is called. The parts are tested when they match.
"""
SPEC = Specification.of(TEXT, "json")


@pytest.mark.parametrize(
    ("name", "mention"),
    [
        ("load", Mention.NAMED),
        ("run", Mention.NAMED),  # in an indented line of code
        ("set", Mention.NAMED),  # a call
        ("match", Mention.DESCRIBED),  # a word like any other
        ("encode_pretty", Mention.DESCRIBED),
        ("jsonEncoder", Mention.DESCRIBED),
        ("convertbits", Mention.DESCRIBED),
        ("Decoder.decode", Mention.ABSENT),
        ("json", Mention.ABSENT),  # the library's own name says nothing
        ("encode_xml", Mention.ABSENT),
    ],
)
def test_names(name: str, mention: Mention) -> None:
    assert SPEC.mention(name) is mention


def test_one_stem_for_one_word() -> None:
    assert len({stem(word) for word in ("encode", "encodes", "encoded", "encoding", "encoder")}) == 1
    assert stem("print") != stem("parse")


def test_a_prefix_that_names_share_says_nothing() -> None:
    names = ["lib_open", "lib_close", "lib_read", "lib_write"]
    assert common(names) == {"lib"}
    assert common(names[:2]) == frozenset()
    spec = Specification.of("It opens.", "x").without(common(names))
    assert spec.mention("lib_open") is Mention.DESCRIBED
    assert spec.mention("lib_read") is Mention.ABSENT
