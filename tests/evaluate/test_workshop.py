"""While the workshop stands still nothing is prepared: neither what was under way nor what is new."""

from __future__ import annotations

import threading

import pytest
from portproof.evaluate.workshop import Workshop

SOON = 30  # seconds; what is waited for comes at once, or the test fails


def test_work_is_done_and_its_result_or_error_handed_over() -> None:
    with Workshop(2) as workshop:
        assert workshop.begin(divmod, 7, 3).result(SOON) == (2, 1)
        with pytest.raises(ZeroDivisionError):
            workshop.begin(divmod, 7, 0).result(SOON)


def test_what_is_under_way_ends_before_all_is_still() -> None:
    begun, go_on, ended = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        go_on.wait(SOON)
        ended.set()

    with Workshop(1) as workshop:
        future = workshop.begin(work)
        begun.wait(SOON)
        threading.Timer(0.2, go_on.set).start()
        with workshop.still():
            assert ended.is_set()
        future.result(SOON)


def test_nothing_is_begun_while_all_is_still() -> None:
    begun = threading.Event()
    with Workshop(2) as workshop:
        with workshop.still():
            futures = [workshop.begin(begun.set) for _ in range(3)]
            assert not begun.wait(0.3)
        for future in futures:
            future.result(SOON)
    assert begun.is_set()


def test_work_goes_on_after_what_was_done_alone_failed() -> None:
    with Workshop(1) as workshop:
        with pytest.raises(ValueError, match="alone"), workshop.still():
            raise ValueError("alone")
        assert workshop.begin(len, "four").result(SOON) == 4
