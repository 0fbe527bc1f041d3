"""Frames survive any cut of the stream; what is malformed is an error, never a guess."""

from __future__ import annotations

import json
import struct
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from portproof.core.errors import HarnessError
from portproof.replay.executable import executable
from portproof.replay.frames import BODY_LIMIT, HEADER_LIMIT, Decoder, encode

headers = st.dictionaries(st.text(), st.integers() | st.text() | st.lists(st.integers()), max_size=5)
bodies = st.lists(st.binary(max_size=200), max_size=4)


@given(st.lists(st.tuples(headers, bodies), max_size=5), st.lists(st.integers(1, 50), min_size=1))
def test_frames_come_out_as_they_went_in_however_the_stream_is_cut(
    frames: list[tuple[dict[str, object], list[bytes]]], cuts: list[int]
) -> None:
    stream = b"".join(encode(header, body) for header, body in frames)
    decoder, seen, at, step = Decoder(), [], 0, 0
    while at < len(stream):
        decoder.feed(stream[at : at + cuts[step % len(cuts)]])
        at += cuts[step % len(cuts)]
        step += 1
        while (frame := decoder.next()) is not None:
            seen.append(frame)
    assert seen == [(header, b"".join(body)) for header, body in frames]


@given(st.binary(max_size=300))
def test_any_bytes_give_frames_or_an_error(data: bytes) -> None:
    decoder = Decoder()
    decoder.feed(data)
    try:
        while decoder.next() is not None:
            pass
    except HarnessError:
        pass


def test_lengths_over_the_limits_are_refused_before_anything_is_kept() -> None:
    for head, body in ((HEADER_LIMIT + 1, 0), (0, BODY_LIMIT + 1)):
        decoder = Decoder()
        decoder.feed(struct.pack("<IQ", head, body))
        with pytest.raises(HarnessError, match="over the limit"):
            decoder.next()


MALFORMED = [
    b"x",
    b"x" * 100,
    struct.pack("<IQ", 5, 0) + b"abc",
    struct.pack("<IQ", 4, 0) + b"null",
    struct.pack("<IQ", HEADER_LIMIT + 1, 0),
    struct.pack("<IQ", 2, BODY_LIMIT + 1) + b"{}",
    encode({"type": "nothing"}),
    encode({"type": "cases", "cases": []}),
    encode({"type": "open", "protocol": 2}),
    b"\xff" * 12,
]


@pytest.mark.parametrize("data", MALFORMED)
def test_the_replayer_ends_with_a_fault_and_status_3_on_malformed_input(data: bytes) -> None:
    done = subprocess.run([executable()], input=data, capture_output=True, timeout=60)
    assert done.returncode == 3
    assert fault(done.stdout)["id"] is None


@settings(deadline=None)
@given(data=st.binary(min_size=1, max_size=64))
def test_the_replayer_never_hangs_or_crashes_on_any_input(data: bytes) -> None:
    done = subprocess.run([executable()], input=data, capture_output=True, timeout=60)
    assert done.returncode == 3


def fault(stream: bytes) -> dict[str, object]:
    """The fault that a stream of frames ends with."""
    decoder, last = Decoder(), None
    decoder.feed(stream)
    while (frame := decoder.next()) is not None:
        last = frame[0]
    assert last is not None
    assert last["type"] == "fault"
    return last


def test_nothing_is_a_clean_end() -> None:
    done = subprocess.run([executable()], input=b"", capture_output=True, timeout=60)
    assert done.returncode == 0
    decoder = Decoder()
    decoder.feed(done.stdout)
    assert decoder.next() == ({"type": "closed"}, b"")


def test_the_version_is_told() -> None:
    done = subprocess.run([executable(), "--version"], capture_output=True, timeout=60, check=True)
    assert done.stdout.startswith(b"portproof-replayer ")
    assert json.loads(subprocess.run([executable(), "doctor"], capture_output=True, check=True).stdout)["walls"]
