"""Thoughts in tests: worked out at once, or when the test says so. No test finds out which thread is faster."""

from __future__ import annotations

from collections.abc import Callable

from game.play.workers import BackgroundThread, PendingResult, T


def at_once(self: BackgroundThread, work: Callable[[], T]) -> PendingResult[T]:
    """In place of ``BackgroundThread.ask``: whoever asks knows it already."""
    thought = PendingResult(work)
    thought.run()
    self.finished += 1
    return thought


class Held(BackgroundThread):
    """Works nothing out until it is told to."""

    def __init__(self) -> None:
        super().__init__("held by a test")
        self._waiting: list[PendingResult[object]] = []

    def ask(self, work: Callable[[], T]) -> PendingResult[T]:
        """Have something worked out later."""
        thought = PendingResult(work)
        self._waiting.append(thought)  # type: ignore[arg-type]
        return thought

    def catch_up(self) -> None:
        """Work out all that was asked."""
        self.work()

    def work(self) -> None:
        """Work out, in order, all that was asked up to now."""
        waiting, self._waiting = self._waiting, []
        for thought in waiting:
            thought.run()
            self.finished += 1


class Never(BackgroundThread):
    """Works nothing out: for tests in which it makes no difference."""

    def __init__(self) -> None:
        super().__init__("idle in a test")

    def ask(self, work: Callable[[], T]) -> PendingResult[T]:
        """Take note of nothing."""
        return PendingResult(work)
