"""A row's pairs become words as RepoZero's scripts make them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from portproof.exchange.shape import Form
from portproof.exchange.words import pairs, words

KEYS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_characters="\0")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def encodable(words: list[str]) -> bool:
    try:
        return all(word.encode("utf-8", "surrogateescape") is not None for word in words)
    except UnicodeEncodeError:
        return False


@given(st.dictionaries(KEYS, VALUES, max_size=4))
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_words_are_what_the_published_script_passes(row: dict[str, object]) -> None:
    expected: list[str] = []
    for key, value in row.items():
        expected.extend([f"--{key}", str(value)])
    if not encodable(expected):
        with pytest.raises(ValueError, match="surrogate"):
            words(list(row.items()), Form.SPLIT)
        return
    assert [w.decode("utf-8", "surrogateescape") for w in words(list(row.items()), Form.SPLIT)] == expected


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.binary(max_size=20).filter(lambda word: b"\0" not in word), max_size=6))
def test_positional_words_survive_the_way_through_a_row(args: list[bytes]) -> None:
    row = json.loads(json.dumps(pairs(args, Form.POSITIONAL, "file_name")))
    assert words(list(row.items()), Form.POSITIONAL) == tuple(args)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.binary(max_size=12).map(lambda w: w.replace(b"\0", b"-")), max_size=6),
    st.sampled_from([Form.SPLIT, Form.JOINED]),
)
def test_options_survive_the_way_through_a_row_or_are_refused(args: list[bytes], form: Form) -> None:
    try:
        row = json.loads(json.dumps(pairs(args, form, "filename")))
    except ValueError:
        return
    assert words(list(row.items()), form) == tuple(args)


def test_joined_options_reach_argparse_where_split_ones_do_not() -> None:
    code = "import argparse; p = argparse.ArgumentParser(); p.add_argument('--b'); print(p.parse_args().b)"
    told = {}
    for form in (Form.SPLIT, Form.JOINED):
        done = subprocess.run(
            [sys.executable, "-c", code, *words([("b", -6.1e-05)], form)], capture_output=True, text=True, check=False
        )
        told[form] = (done.returncode, done.stdout)
    assert told == {Form.SPLIT: (2, ""), Form.JOINED: (0, "-6.1e-05\n")}


@pytest.mark.parametrize(
    ("value", "message"),
    [("a\0b", "NUL"), ("x" * 200_000, "at most"), ("\ud800", "surrogate"), (["\0"] * 200_000, "at most")],
)
def test_what_no_argument_can_hold_is_refused(value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        words([("k", value)], Form.SPLIT)


def test_all_words_together_have_a_limit() -> None:
    with pytest.raises(ValueError, match="all arguments together"):
        words([(str(n), "x" * 100_000) for n in range(20)], Form.POSITIONAL)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([b"plain", b"x"], "is no option"),
        ([b"--a"], "has no value"),
        ([b"--a", b"1", b"--a", b"2"], "stands twice"),
        ([b"--filename", b"1"], "cannot be told"),
    ],
)
def test_an_argv_that_is_no_row_is_refused(args: list[bytes], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pairs(args, Form.SPLIT, "filename")
