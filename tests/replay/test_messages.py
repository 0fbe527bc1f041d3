"""What arrives from a replayer is read as what it says, or is an error of ours: never a guess or another exception."""

from __future__ import annotations

import contextlib
import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from portproof.core.errors import HarnessError
from portproof.core.limits import Limit
from portproof.core.outcome import Capture, Denial, Outcome, Usage
from portproof.replay.conversation import Conversation
from portproof.replay.frames import encode
from portproof.replay.messages import outcomes

sha = st.text("0123456789abcdef", min_size=64, max_size=64)
size = st.integers(0, 1 << 40)
word = st.text(max_size=8)
captures = st.builds(Capture, size, sha) | st.binary(max_size=20).map(Capture.of)
denials = st.lists(st.builds(Denial, word, word, word, size), max_size=3).map(lambda found: tuple(sorted(found)))
ends = st.one_of(
    st.tuples(st.integers(0, 255), st.none(), st.none()),
    st.tuples(st.none(), st.integers(1, 64), st.none()),
    st.tuples(st.none(), st.none(), st.sampled_from(Limit)),
)
files = st.lists(st.tuples(word, captures), max_size=2, unique_by=lambda file: file[0]).map(
    lambda found: tuple(sorted(found, key=lambda file: file[0]))
)
said = st.builds(
    lambda end, *rest: Outcome(*end, *rest),
    ends,
    captures,
    captures,
    files,
    st.builds(Usage, size, size, size),
    denials,
)
numbered = st.lists(st.tuples(size, said), max_size=3)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(max_size=3).map(repr),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def written(found: list[tuple[int, Outcome]]) -> tuple[dict[str, Any], bytes]:
    """The frame in which a replayer says this, as docs/replayer.md describes it."""
    body: list[bytes] = []

    def capture(of: Capture) -> dict[str, object]:
        body.append(of.data or b"")
        return {"length": of.length, "sha256": of.sha256, "sent": None if of.data is None else len(of.data)}

    header = {
        "type": "outcomes",
        "outcomes": [
            {
                "id": number,
                "exit": one.exit,
                "signal": one.signal,
                "limit": one.limit and one.limit.value,
                "stdout": capture(one.stdout),
                "stderr": capture(one.stderr),
                "files": [[path, capture(of)] for path, of in one.files],
                "usage": {
                    "cpu_us": one.usage.cpu_us,
                    "wall_us": one.usage.wall_us,
                    "peak_kib": one.usage.peak_kib,
                },
                "denials": [
                    {"syscall": it.syscall, "target": it.target, "thread": it.thread, "count": it.count}
                    for it in one.denials
                ],
            }
            for number, one in found
        ],
    }
    return header, b"".join(body)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value, as a path of keys and positions."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, child in inner for place in places(child, (*path, key)))]


@given(numbered)
def test_outcomes_are_read_as_they_were_written(found: list[tuple[int, Outcome]]) -> None:
    assert list(outcomes(*written(found))) == found


@given(numbered.filter(bool), st.data())
def test_outcomes_with_anything_in_any_place_are_read_or_are_an_error(
    found: list[tuple[int, Outcome]], data: st.DataObject
) -> None:
    header, body = written(found)
    broken = copy.deepcopy(header)
    *path, last = data.draw(st.sampled_from(places(header)[1:]))
    place = broken
    for key in path:
        place = place[key]
    if data.draw(st.booleans()):
        place[last] = data.draw(anything)
    else:
        del place[last]
    with contextlib.suppress(HarnessError):
        for number, outcome in outcomes(broken, body):
            assert isinstance(number, int)
            assert [outcome.exit, outcome.signal, outcome.limit].count(None) == 2
            assert all(type(it) is int for it in (outcome.exit, outcome.signal) if it is not None)


@given(numbered.filter(bool), st.binary(min_size=1, max_size=9))
def test_more_or_fewer_bytes_than_are_named_are_an_error(found: list[tuple[int, Outcome]], more: bytes) -> None:
    header, body = written(found)
    with pytest.raises(HarnessError):
        outcomes(header, body + more)
    if body:
        with pytest.raises(HarnessError):
            outcomes(header, body[: -len(more)])


class Recorded:
    """Carries what was recorded of a replayer, in pieces; then its end."""

    def __init__(self, stream: bytes, piece: int) -> None:
        self._pieces = [stream[at : at + piece] for at in range(0, len(stream), piece)]

    def send(self, data: memoryview) -> int:
        return len(data)

    def receive(self, writing: bool, seconds: float) -> bytes | None:
        return self._pieces.pop(0) if self._pieces else b""

    def died(self) -> HarnessError:
        return HarnessError("it ended")


@given(
    st.lists(st.dictionaries(st.sampled_from(["type", "walls", "id", "x"]), anything), max_size=3), st.integers(1, 9)
)
def test_a_session_opens_only_on_a_list_of_walls(headers: list[dict[str, object]], piece: int) -> None:
    stream = b"".join(encode(header) for header in headers)
    with pytest.raises(HarnessError):
        Conversation(Recorded(stream, piece), {"type": "open"}, 1)
    ready = Conversation(Recorded(encode({"type": "ready", "walls": ["a", "b"]}) + stream, piece), {"type": "open"}, 1)
    assert ready.walls == ("a", "b")


@pytest.mark.parametrize("walls", [None, "pid", [1], {"pid": 1}])
def test_walls_that_are_no_list_of_names_are_an_error(walls: object) -> None:
    with pytest.raises(HarnessError, match="no list of walls"):
        Conversation(Recorded(encode({"type": "ready", "walls": walls}), 5), {"type": "open"}, 1)


def test_a_header_nested_without_end_is_an_error() -> None:
    deep = b"[" * 200_000
    stream = len(deep).to_bytes(4, "little") + bytes(8) + deep
    with pytest.raises(HarnessError, match="not JSON"):
        Conversation(Recorded(stream, 1 << 16), {"type": "open"}, 1)
