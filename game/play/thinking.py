"""A background thread in which AIs choose and odds are computed, so that the window never blocks."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread
from typing import Generic, TypeVar

T = TypeVar("T")

AT_ONCE = 0.08
"""Seconds that a window may stand still for something small: nobody sees that, and nothing has to be told meanwhile."""


class PendingResult(Generic[T]):
    """Something that is being worked out."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._done = Event()
        self._result: T | None = None
        self._error: BaseException | None = None
        self.dropped = False

    @property
    def done(self) -> bool:
        """Whether it has been worked out."""
        return self._done.is_set()

    def within(self, seconds: float) -> bool:
        """Wait at most so long for it; whether it has been worked out."""
        return self._done.wait(seconds)

    def drop(self) -> None:
        """Nobody wants it any more; if it hasn't begun it never will."""
        self.dropped = True

    def result(self) -> T:
        """What came of it. Raises what went wrong."""
        self._done.wait()
        if self._error is not None:
            raise self._error
        return self._result  # type: ignore[return-value]

    def run(self) -> None:
        """Work it out, in the thread beside."""
        if not self.dropped:
            try:
                self._result = self._work()
            except BaseException as error:
                self._error = error
        self._done.set()


class BackgroundThread:
    """One thread that works thoughts out in the order they come."""

    def __init__(self, name: str) -> None:
        self._queue: SimpleQueue[PendingResult[object]] = SimpleQueue()
        self.finished = 0
        """Thoughts worked out so far."""
        # a daemon: closing the window does not wait for a thought, and a thought changes nothing
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def ask(self, work: Callable[[], T]) -> PendingResult[T]:
        """Have something worked out; the thread is begun with the first."""
        thought = PendingResult(work)
        self._queue.put(thought)  # type: ignore[arg-type]
        if self._thread.ident is None:
            self._thread.start()
        return thought

    def catch_up(self) -> None:
        """Wait until all that was asked so far has been worked out."""
        self.ask(lambda: None).result()

    def _run(self) -> None:
        while True:
            self._queue.get().run()
            self.finished += 1
