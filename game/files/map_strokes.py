"""Tables of corrections with undo and redo, one stroke at a time."""

from __future__ import annotations

from typing import Any, NamedTuple


class Change(NamedTuple):
    """One entry of one table before and after."""

    table: str
    key: Any
    before: Any
    after: Any


class EditHistory:
    """Tables that are changed in strokes, each taken back at once and done again."""

    def __init__(self, tables: dict[str, dict[Any, Any]]) -> None:
        self.tables = tables
        self.version = 0
        """Counts changes."""
        self._done: list[tuple[int, list[Change]]] = []
        self._undone: list[tuple[int, list[Change]]] = []
        self._stroke: list[Change] | None = None
        self._strokes = 0
        self._kept = 0
        """The stroke after which it was saved."""

    def begin(self) -> None:
        """A stroke begins; everything until its end is taken back at once."""
        self.end()
        self._stroke = []

    def rewind(self) -> None:
        """Back to where the stroke under way began, to draw it otherwise."""
        for change in reversed(self._stroke or []):
            self._apply(change.table, change.key, change.before)
        self._stroke = []

    def end(self) -> None:
        """The stroke is over."""
        if self._stroke:
            self._strokes += 1
            self._done.append((self._strokes, self._stroke))
            self._undone.clear()
        self._stroke = None

    def put(self, table: str, key: Any, value: Any) -> None:
        """Say something; None takes back what was said. Part of the stroke, or one of its own."""
        before = self.tables[table].get(key)
        if before == value:
            return
        change = Change(table, key, before, value)
        self._apply(change.table, change.key, value)
        if self._stroke is None:
            self._stroke = [change]
            self.end()
        else:
            self._stroke.append(change)

    def _apply(self, table: str, key: Any, value: Any) -> None:
        if value is None:
            self.tables[table].pop(key, None)
        else:
            self.tables[table][key] = value
        self.version += 1

    def say(self, table: str, key: Any, value: Any) -> None:
        """Say something as a stroke of its own, or as part of the last if that said the same otherwise: what is typed
        sign by sign is taken back at once."""
        number, last = self._done[-1] if self._done else (0, [])
        if [change[:2] for change in last] != [(table, key)] or number == self._kept or self._undone:
            self.begin()
            self.put(table, key, value)
            self.end()
            return
        before = self._done.pop()[1][0].before
        self.begin()
        self._stroke = [Change(table, key, before, value)]
        self._apply(table, key, value)
        self.end()

    @property
    def can_undo(self) -> bool:
        """Whether there is a stroke to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether one was taken back that can be done again."""
        return bool(self._undone)

    def undo(self) -> None:
        """Take the last stroke back."""
        self.end()
        if self._done:
            number, stroke = self._done.pop()
            for change in reversed(stroke):
                self._apply(change.table, change.key, change.before)
            self._undone.append((number, stroke))

    def redo(self) -> None:
        """Do again what was taken back."""
        self.end()
        if self._undone:
            number, stroke = self._undone.pop()
            for change in stroke:
                self._apply(change.table, change.key, change.after)
            self._done.append((number, stroke))

    @property
    def unsaved(self) -> bool:
        """Whether something differs from what was saved."""
        return bool(self._stroke) or (self._done[-1][0] if self._done else 0) != self._kept

    def saved(self) -> None:
        """All of it was saved just now."""
        self.end()
        self._kept = self._done[-1][0] if self._done else 0

    def forget_saved(self) -> None:
        """What was said before the first stroke is not saved either."""
        self._kept = -1
