"""What takes its time before something can begin is done beside the window, part by part, with its end in sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Generic, TypeVar

from game.play.thinking import BackgroundThread
from game.rules.registry import UnknownRuleset, names, ruleset

T = TypeVar("T")


class Preparation(Generic[T]):
    """Parts that are done one after another; the last gives what was wanted."""

    def __init__(self, thread: BackgroundThread, parts: Sequence[Callable[[], object]], last: Callable[[], T]) -> None:
        """They begin as soon as the ``thread`` is free."""
        self._parts, self._last = tuple(parts), last
        self._past = 0
        self.result = thread.ask(self._run)
        """What comes of it, or what went wrong."""

    @property
    def share(self) -> float:
        """How much of it is done, from 0 to 1."""
        return 1.0 if self.result.done else self._past / (len(self._parts) + 1)

    def _run(self) -> T:
        for part in self._parts:
            part()
            self._past += 1
        return self._last()


def load_rules(thread: BackgroundThread) -> Preparation[None]:
    """Read the rulesets that are installed, so that no screen waits for one; one that can't be used is told when it is
    asked for.
    """

    def load(name: str) -> None:
        with suppress(UnknownRuleset):
            ruleset(name)

    return Preparation(thread, [partial(load, name) for name in names()], lambda: None)
