"""A form on the screen: the lines of an entry as widgets, as many as there is room for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from game.files.entries import FieldPath, FormLine, Leaf, Many, Short
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import BAD, BAD_WORD, BODY, FAINT, LINE, SMALL, TEXT, TITLE, Typography
from game.view.widgets.widget import Button, Label, Toggle, Widget

TOLD = 2
"""Lines that say what is wrong with one; the whole of it would push the form out of sight."""

ABREAST = 3
"""Small numbers beside each other, where their names have room."""


@dataclass(frozen=True)
class Hands:
    """What the widgets of a form do."""

    type: Callable[[FieldPath, str], object]
    switch: Callable[[FieldPath, bool], object]
    add: Callable[[FieldPath], object]
    remove: Callable[[FieldPath], object]
    widen: Callable[[FieldPath], object]


class EntryForm:
    """Where the lines of an entry stand, and the widgets of those in sight. It scrolls in pixels."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.top = 0
        self.high = 0
        """Pixels that all lines take."""
        self.paths: dict[Widget, FieldPath] = {}
        """Which line a widget in sight belongs to."""
        self._fields: dict[FieldPath, TextField] = {}
        """Fields stay themselves from one layout to the next: their caret and selection do."""
        self._places: dict[FieldPath, pygame.Rect] = {}
        """Of all lines, from the top of the form."""

    def widgets(
        self, area: pygame.Rect, look: Typography, shown: Sequence[FormLine], trouble: tuple[FieldPath, str] | None
    ) -> list[Widget]:
        """The widgets of the lines that are in sight in an area."""
        place, why = trouble if trouble is not None else ((), "")
        ill = _nearest(place, shown)
        self._lay(area, look, shown, ill, why)
        self.top = max(0, min(self.top, self.high - area.height))
        self.paths = {}
        found: list[Widget] = []
        for line in shown:
            box = self._places[line.path].move(area.left, area.top - self.top)
            if not area.contains(box):
                continue
            for widget in self._line(box, look, line, wrong=line.path == ill):
                self.paths[widget] = line.path
                found.append(widget)
            if line.path == ill:
                under = pygame.Rect(box.left, box.bottom + look.px(2), area.right - box.left, look.px(40))
                said = shortened(look, why, under.width, TOLD)
                if area.bottom >= under.top + look.line(SMALL) * said.count("\n") + look.line(SMALL):
                    found.append(Label(under, said, SMALL, BAD_WORD))
        kept = {line.path for line in shown}
        self._fields = {path: field for path, field in self._fields.items() if path in kept}
        return found

    def reveal(self, path: FieldPath, room: int) -> None:
        """Scroll so that a line is in sight in an area of so many pixels."""
        if path in self._places:
            place = self._places[path]
            self.top = max(place.bottom - room + 8, min(self.top, place.top - 8))

    def _lay(
        self, area: pygame.Rect, look: Typography, shown: Sequence[FormLine], ill: FieldPath | None, why: str
    ) -> None:
        px = look.px
        high, gap, step = px(32), px(5), px(18)
        top = 0
        self._places = {}
        small = [line for line in shown if _is_small(line)]
        room = (area.width // ABREAST - px(16)) * 3 // 5 - px(6)
        fits = all(look.width(line.label, BODY) + step * line.depth // ABREAST < room for line in small)
        abreast = ABREAST if fits else ABREAST - 1
        for row in _rows(shown, abreast):
            left = step * row[0].depth
            wide = (area.width - left) // (abreast if _is_small(row[0]) else 1)
            for number, line in enumerate(row):
                self._places[line.path] = pygame.Rect(left + wide * number, top, wide - px(8), high)
            top += high + gap
            if ill is not None and ill in [line.path for line in row]:
                told = shortened(look, why, area.width - self._places[ill].left, TOLD)
                top += (told.count("\n") + 1) * look.line(SMALL)
        self.high = top

    def _line(self, box: pygame.Rect, look: Typography, line: FormLine, *, wrong: bool) -> Iterator[Widget]:
        px = look.px
        leaf = line.leaf
        if leaf is not None and leaf.kind == "switch":
            yield Toggle(
                box, line.label, line.value is True, lambda on: self.hands.switch(line.path, on), tip=line.help
            )
            return
        tone = BAD_WORD if wrong else TITLE if line.required and line.value in (None, "", []) else TEXT
        wide = box.width * 3 // 5 if _is_small(line) else px(24) if line.removable else box.width * 2 // 5
        named = look.cut(line.label, wide - px(6), BODY)
        label = pygame.Rect(box.left, box.centery - look.line(BODY) // 2, wide, look.line(BODY))
        yield Label(label, named, BODY, FAINT if line.removable else tone, bold=line.heads and not line.removable)
        rest = pygame.Rect(box.left + wide, box.top, box.width - wide, box.height)
        if line.removable:
            rest.width -= px(38)
            cross = pygame.Rect(rest.right + px(6), box.top, px(32), box.height)
            yield Button(cross, "×", lambda: self.hands.remove(line.path), tip="Take it out")
        if isinstance(line.shape, Many):
            add = pygame.Rect(rest.left, rest.top, min(rest.width, px(110)), rest.height)
            yield Button(add, "Add", lambda: self.hands.add(line.path), size=BODY - 1, tip=line.help)
        if isinstance(line.shape, Short):
            rest.width -= px(44)
            more = pygame.Rect(rest.right + px(6), box.top, px(38), box.height)
            yield Button(more, "…", lambda: self.hands.widen(line.path), tip="Say what is different about this one")
        if leaf is not None:
            yield self._field(rest, line, wrong=wrong)

    def _field(self, box: pygame.Rect, line: FormLine, *, wrong: bool) -> TextField:
        text = "" if line.value is None else str(line.value)
        field = self._fields.get(line.path)
        if field is None:
            field = self._fields[line.path] = TextField(box, text, lambda said: self.hands.type(line.path, said))
        elif field.text != text:
            field.text, field.caret, field.anchor = text, len(text), len(text)
        field.rect, field.hint, field.tip = box, line.hint, line.help
        field.line = BAD if wrong else LINE
        return field


def shortened(look: Typography, text: str, width: int, most: int) -> str:
    """A text in small type, broken at so many pixels; of more lines than ``most`` the last ends in dots."""
    lines = list(look.wrap(text, width, SMALL))
    if len(lines) > most:
        lines = [*lines[: most - 1], look.cut(f"{lines[most - 1]} …", width, SMALL)]
    return "\n".join(lines)


def _rows(shown: Sequence[FormLine], abreast: int) -> Iterator[list[FormLine]]:
    """Lines beside each other."""
    row: list[FormLine] = []
    for line in shown:
        fits = row and len(row) < abreast and _is_small(line) and line.path[:-1] == row[0].path[:-1]
        if row and not (fits and _is_small(row[0])):
            yield row
            row = []
        row.append(line)
    if row:
        yield row


def _is_small(line: FormLine) -> bool:
    """Whether it is one of several numbers of a kind."""
    return line.depth > 0 and not line.removable and isinstance(line.shape, Leaf) and line.shape.kind == "number"


def _nearest(path: FieldPath, shown: Sequence[FormLine]) -> FieldPath | None:
    """The line of a place, or of what it is a part of."""
    known = {line.path for line in shown}
    ways = (path[:length] for length in range(len(path), 0, -1))
    return next((way for way in ways if way in known), None)


def typed_in(lines: Sequence[FormLine]) -> list[FieldPath]:
    """The lines that one can type into or turn, or add to, in their order."""
    return [line.path for line in lines if line.leaf is not None or isinstance(line.shape, Many)]
