"""The journal loses nothing but a torn last line, and gives back what was written."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from portproof.core.errors import IntegrityError
from portproof.core.limits import Limit
from portproof.core.outcome import Denial, Usage
from portproof.core.run import CaseRecord, Difference, Observed
from portproof.core.verdict import Diagnosis, Verdict
from portproof.evaluate.journal import NAME, Journal, appending, line, read

sha = st.text("0123456789abcdef", min_size=64, max_size=64)
size = st.integers(0, 1 << 40)
word = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
observed = st.builds(
    Observed,
    st.none() | st.integers(0, 255),
    st.none() | st.integers(1, 64),
    st.none() | st.sampled_from(Limit),
    st.tuples(size, sha),
    st.tuples(size, sha),
    st.lists(st.tuples(word, size, sha), max_size=2).map(tuple),
)
records = st.builds(
    CaseRecord,
    task=word,
    program=word,
    case=st.text("0123456789abcdef", min_size=32, max_size=32),
    key=sha,
    verdict=st.sampled_from(Verdict),
    diagnosis=st.none() | st.sampled_from(Diagnosis),
    message=word,
    observed=st.none() | observed,
    difference=st.none() | st.builds(Difference, word, size, size, size, st.binary(max_size=9), st.binary(max_size=9)),
    usage=st.none() | st.builds(Usage, size, size, size),
    denials=st.lists(st.builds(Denial, word, word, word, size), max_size=2).map(tuple),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.lists(records, max_size=4))
def test_what_is_appended_is_read_back(tmp_path: Path, written: list[CaseRecord]) -> None:
    (tmp_path / NAME).unlink(missing_ok=True)
    with appending(tmp_path) as journal:
        for record in written:
            journal.append(record)
    assert read(tmp_path) == {record.case: record for record in written}


def record(case: str, verdict: Verdict = Verdict.PASS) -> CaseRecord:
    """A short record."""
    return CaseRecord("t", "p", case, "k", verdict)


@pytest.mark.parametrize("torn", [b"{", b'{"task":"t"', b'{"task":"t","program":"p","case":"c"}', "é".encode()[:1]])
def test_a_torn_last_line_is_passed_over_and_cut_off(tmp_path: Path, torn: bytes) -> None:
    with appending(tmp_path) as journal:
        journal.append(record("a"))
    with (tmp_path / NAME).open("ab") as stream:
        stream.write(torn)
    assert set(read(tmp_path)) == {"a"}
    with appending(tmp_path) as journal:
        journal.append(record("b"))
    assert set(read(tmp_path)) == {"a", "b"}


def test_the_newest_line_of_a_case_counts(tmp_path: Path) -> None:
    with appending(tmp_path) as journal:
        journal.append(record("a", Verdict.HARNESS_ERROR))
        journal.append(record("a", Verdict.PASS))
    assert read(tmp_path)["a"].verdict is Verdict.PASS


def test_a_broken_line_in_the_middle_is_an_integrity_error(tmp_path: Path) -> None:
    with appending(tmp_path) as journal:
        journal.append(record("a"))
    text = (tmp_path / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(b"{broken\n" + text)
    with pytest.raises(IntegrityError, match="line 1 is not a record"):
        read(tmp_path)


def test_no_journal_is_an_empty_one(tmp_path: Path) -> None:
    assert read(tmp_path) == {}


def test_a_line_that_the_system_takes_in_pieces_is_whole() -> None:
    long = CaseRecord("t", "p", "c", "k", Verdict.PASS, message="x" * 300_000)  # more than a pipe holds
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    taken = bytearray()

    def take(*_: object) -> None:
        """Interrupts the write, which then has taken a part, and makes room for more."""
        with contextlib.suppress(BlockingIOError):
            while data := os.read(reading, 1 << 20):
                taken.extend(data)

    before = signal.signal(signal.SIGALRM, take)
    signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
    try:
        with os.fdopen(writing, "wb", buffering=0) as stream:
            Journal(stream).append(long)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    take()
    os.close(reading)
    assert json.loads(taken) == line(long)


def test_a_disk_that_is_full_in_the_middle_of_a_line_is_an_error(tmp_path: Path) -> None:
    long = CaseRecord("t", "p", "long", "k", Verdict.PASS, message="x" * 5_000)
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    with appending(tmp_path) as journal:
        journal.append(record("one"))
        resource.setrlimit(resource.RLIMIT_FSIZE, (4_096, hard))
        try:
            with pytest.raises(OSError, match="File too large"):
                journal.append(long)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert set(read(tmp_path)) == {"one"}
    with appending(tmp_path) as journal:
        journal.append(long)
    assert set(read(tmp_path)) == {"one", "long"}
