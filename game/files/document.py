"""What a player edits: one history of changes with undo and redo, what of it was saved, and what leaving would lose."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

C = TypeVar("C")
T = TypeVar("T")

MOST = 500
"""Changes that can be taken back."""

LEAVE = "Leave without saving?"
"""The title of the question that is asked before something is lost."""


@dataclass
class _Step(Generic[C]):
    """A change in its place in the history."""

    number: int
    change: C
    run: str


class Document(ABC, Generic[C]):
    """Something that is edited; ``C`` is a change, which tells what was before it and what is after."""

    def __init__(self) -> None:
        self._done: list[_Step[C]] = []
        self._undone: list[_Step[C]] = []
        self._counted = 0
        self._kept = 0
        """The change after which it was saved."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What it is called."""

    @abstractmethod
    def _set(self, change: C, *, back: bool) -> None:
        """Have what is after a change, or ``back`` what was before it."""

    @abstractmethod
    def _joined(self, earlier: C, later: C) -> C:
        """Two changes of one run as one."""

    def record(self, change: C, run: str = "") -> None:
        """A change was made. Those of one ``run``, such as the letters of a name, are taken back together."""
        last = self._done[-1] if self._done else None
        if run and last is not None and last.run == run and last.number != self._kept and not self._undone:
            change = self._joined(last.change, change)
            self._done.pop()
        self._counted += 1
        self._done = [*self._done[1 - MOST :], _Step(self._counted, change, run)]
        self._undone = []

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether one was taken back that can be done again."""
        return bool(self._undone)

    def undo(self) -> None:
        """Take the last change back, if there is one."""
        if self._done:
            self._undone.append(self._done.pop())
            self._set(self._undone[-1].change, back=True)

    def redo(self) -> None:
        """Do again what was taken back last, if anything was."""
        if self._undone:
            self._done.append(self._undone.pop())
            self._set(self._done[-1].change, back=False)

    @property
    def unsaved(self) -> bool:
        """Whether something differs from what was saved."""
        return (self._done[-1].number if self._done else 0) != self._kept

    def saved(self) -> None:
        """All of it was saved just now."""
        self._kept = self._done[-1].number if self._done else 0

    @property
    def lost(self) -> str:
        """What would be lost if it were left now, in a sentence; empty for nothing."""
        return f"What you have changed in {self.title} is not saved." if self.unsaved else ""


class ValueDocument(Document[tuple[T, T]]):
    """A document that is a value which never changes itself: a change puts another one in its place."""

    def __init__(self, value: T) -> None:
        super().__init__()
        self.now = self.kept = value
        """``kept`` is what was saved, or begun with."""

    def change_to(self, value: T, run: str = "") -> None:
        """Have another value; one that says the same is no change."""
        if value != self.now:
            change = self.now, value
            self._set(change, back=False)
            self.record(change, run)

    def revise(self, change: Callable[[T], T]) -> None:
        """Change all that there was, is and may be again; it is not taken back."""
        for step in (*self._done, *self._undone):
            before, after = step.change
            step.change = change(before), change(after)
        self.now, self.kept = change(self.now), change(self.kept)

    def _set(self, change: tuple[T, T], *, back: bool) -> None:
        self.now = change[0 if back else 1]

    def _joined(self, earlier: tuple[T, T], later: tuple[T, T]) -> tuple[T, T]:
        return earlier[0], later[1]

    @property
    def unsaved(self) -> bool:
        """Whether it differs from what was saved."""
        return self.now != self.kept

    def saved(self) -> None:
        """All of it was saved just now."""
        super().saved()
        self.kept = self.now
