"""What is shown is printable, harmless and means one thing only."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from portproof.report.visible import Kind, described, paragraph, segments, visible


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (b"plain text", "plain text"),
        (b"\x1b[31mred", "‹ESC›[31mred"),
        (b"a\tb\r\n", "a‹TAB›b‹CR›‹LF›"),
        (b"\xff\xc3", "‹0xFF›‹0xC3›"),
        ("\u202eevil".encode(), "‹U+202E›evil"),
        ("zero\u200bwidth\u00a0nbsp\ufeff".encode(), "zero‹U+200B›width‹U+00A0›nbsp‹U+FEFF›"),
        (b"ends in two  ", "ends in two··"),
        ("na\u00efve".encode(), "na\u00efve"),
        ("nai\u0308ve".encode(), "nai‹U+0308›ve"),
        ("\u212b".encode(), "‹U+212B›"),
        ("‹ESC›".encode(), "‹U+2039›ESC‹U+203A›"),
        ("\u0928\u093f\u0902".encode(), "\u0928\u093f\u0902"),
        ("z\u0335\u0321\u0336\u0337".encode(), "z\u0335\u0321‹U+0336›‹U+0337›"),
        ("😀".encode(), "😀"),
        (b"\x9b", "‹0x9B›"),
        ("\u009b".encode(), "‹U+009B›"),
    ],
)
def test_what_cannot_be_seen_is_named(data: bytes, shown: str) -> None:
    assert visible(data) == shown


@given(st.binary(max_size=200))
def test_nothing_but_printable_characters_comes_out(data: bytes) -> None:
    allowed = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert not [char for char in visible(data) if unicodedata.category(char) in allowed]


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_two_byte_strings_never_look_the_same(one: bytes, other: bytes) -> None:
    shown = ["".join(s.text for s in segments(data, spaces=True)) for data in (one, other)]
    assert (shown[0] == shown[1]) == (one == other)


LETTERS = "eéaåq각가\u1100\u1161\u11a8\u09c7\u09be\u09cb\u212b"
MARKS = "\u0301\u030a\u0321\u0323\u0307"
SPELLINGS = st.text(alphabet=LETTERS + MARKS, max_size=6)


@given(SPELLINGS, SPELLINGS)
def test_two_spellings_of_one_text_do_not_look_the_same(one: str, other: str) -> None:
    same = unicodedata.normalize("NFC", visible(one)) == unicodedata.normalize("NFC", visible(other))
    assert same == (one == other)


@given(SPELLINGS)
def test_no_text_looks_like_its_other_normal_form(text: str) -> None:
    for form in ("NFC", "NFD"):
        other = unicodedata.normalize(form, text)
        assert unicodedata.is_normalized("NFC", visible(text))
        assert (visible(other) == visible(text)) == (other == text)


def test_a_lone_surrogate_in_a_text_is_named() -> None:
    assert visible("a\udcffb") == "a‹0xED›‹0xB3›‹0xBF›b"


def test_only_trailing_spaces_are_marked_unless_asked() -> None:
    assert [s.text for s in segments(b"a b ") if s.kind is Kind.SPACE] == ["·"]
    assert "".join(s.text for s in segments(b"a b ", spaces=True)) == "a·b·"


def test_a_long_text_is_cut_and_says_how_long_it_is() -> None:
    assert visible(b"x" * 5_000_000, 10) == "xxxxxxxxxx… (5,000,000 bytes)"
    assert visible(b"x" * 10, 10) == "xxxxxxxxxx"


def test_a_paragraph_keeps_its_last_lines() -> None:
    assert paragraph(b"one\ntwo\n\x1b[0mthree\n", 2) == ["… (1 line before)", "two", "‹ESC›[0mthree"]
    assert paragraph(b"one\ntwo\n", 2) == ["one", "two"]
    assert paragraph(b"a\nb\nc\nd", 1) == ["… (3 lines before)", "d"]
    assert paragraph(b"", 3) == [""]


@pytest.mark.parametrize(
    ("data", "offset", "words"),
    [
        (b"abc", 1, "b U+0062 LATIN SMALL LETTER B"),
        (b"abc", 3, "the end"),
        (b"a\n", 1, "‹LF› U+000A"),
        ("é".encode(), 1, "é U+00E9 LATIN SMALL LETTER E WITH ACUTE"),
        (b"a\xffb", 1, "byte 0xFF, not UTF-8"),
        ("а".encode(), 0, "а U+0430 CYRILLIC SMALL LETTER A"),
        (b"x\x80y", 2, "y U+0079 LATIN SMALL LETTER Y"),
        (b"a b", 1, "‹U+0020› U+0020 SPACE"),
    ],
)
def test_a_character_is_described_by_name(data: bytes, offset: int, words: str) -> None:
    assert described(data, offset) == words
