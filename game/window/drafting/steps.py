"""What was changed, so that it can be taken back and done again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

MOST = 500
"""Changes that can be taken back."""


class Steps(Generic[T]):
    """A value and all that it was before."""

    def __init__(self, value: T) -> None:
        self._past: list[T] = []
        self._future: list[T] = []
        self.now = value
        self._run = ""

    def take(self, value: T, run: str = "") -> None:
        """Change it. Changes of one ``run``, such as the letters of a name, are taken back together."""
        if value == self.now:
            return
        if not run or run != self._run:
            self._past = [*self._past[1 - MOST :], self.now]
        self._run = run
        self._future = []
        self.now = value

    def revise(self, change: Callable[[T], T]) -> None:
        """Change all that there was, is and may be again; it is not taken back."""
        self._past = [change(each) for each in self._past]
        self._future = [change(each) for each in self._future]
        self.now = change(self.now)

    @property
    def can_go_back(self) -> bool:
        """Whether something can be taken back."""
        return bool(self._past)

    @property
    def can_go_on(self) -> bool:
        """Whether something that was taken back can be done again."""
        return bool(self._future)

    def back(self) -> None:
        """Take the last change back, if there is one."""
        if self._past:
            self._future.append(self.now)
            self.now, self._run = self._past.pop(), ""

    def on(self) -> None:
        """Do again what was taken back last, if anything was."""
        if self._future:
            self._past.append(self.now)
            self.now, self._run = self._future.pop(), ""
