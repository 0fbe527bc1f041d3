"""Where trees are prepared (checked, built) in threads of their own, while others are replayed.

A case that is to be replayed alone would not be alone beside a compiler: the workshop can be asked to stand still."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Condition
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")


class Workshop:
    """At most `hands` pieces of work at a time, begun in the order in which they were given."""

    def __init__(self, hands: int) -> None:
        self._pool = ThreadPoolExecutor(max_workers=max(1, hands))
        self._changed = Condition()
        self._working = 0
        self._still = False

    def begin(self, work: Callable[Given, Made], *args: Given.args, **more: Given.kwargs) -> Future[Made]:
        """What `work` will give; an exception of it is raised where the result is asked for."""

        def piece() -> Made:
            with self._changed:
                self._changed.wait_for(lambda: not self._still)
                self._working += 1
            try:
                return work(*args, **more)
            finally:
                with self._changed:
                    self._working -= 1
                    self._changed.notify_all()

        return self._pool.submit(piece)

    @contextmanager
    def still(self) -> Iterator[None]:
        """While this is open no work is done: what is under way ends first, and nothing new is begun."""
        with self._changed:
            self._still = True
        try:
            with self._changed:
                self._changed.wait_for(lambda: not self._working)
            yield
        finally:
            with self._changed:
                self._still = False
                self._changed.notify_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Forgets what was not begun, and waits for what was."""
        self._pool.shutdown(wait=True, cancel_futures=True)
