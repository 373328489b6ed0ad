"""The battle log on the screen: headings, what happened, dice and rules behind it; while open, search and copying."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple, get_args

import pygame

from game.rules.events import Id
from game.rules.ledger import Ledger
from game.rules.ruleset import LogLine
from game.rules.standing import called
from game.scene.scene import KINDS, LogEntry, LogKind, Scene, Wanted
from game.view.board.tokens import TokenStyles
from game.view.panels.cards import cite
from game.view.widgets.forms import FocusGroup
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import (
    BODY,
    FAINT,
    LIFTED,
    LINE,
    LUCK_WORD,
    PANEL,
    RAISED,
    SMALL,
    TEXT,
    TITLE,
    Typography,
    draw_panel,
)
from game.view.widgets.widget import Button, ChoiceButton

MOST = 400
"""Lines that can be scrolled to."""

PITCH = 27
"""Pixels from line to line."""


class _Row(NamedTuple):
    """One row of a line that may be broken into several."""

    text: str
    entry: LogEntry
    number: int
    """Of the entry in the log."""
    first: bool
    """Whether it begins the line."""
    aside: slice
    """The letters that stand in the colour of dice that are read for themselves."""


class LogPanel:
    """The battle log: headings and what happened; dice and modifiers under a line that was opened."""

    def __init__(self, liveries: TokenStyles, look: Typography, ledger: Ledger) -> None:
        self.liveries = liveries
        self.look = look
        self.ledger = ledger
        self.scroll = 0
        """Lines from the end."""
        self.open = False
        """Whether it takes more room than that of its last lines."""
        self.folded = True
        """Whether dice and modifiers are shown only under lines that were opened."""
        self.opened: set[int] = set()
        self.wanted = Wanted()
        """Which lines are read."""
        self.at: int | None = None
        """The line that was clicked or looked for last, by its number in the log."""
        self._sought = False
        """Whether that line is to be brought into sight."""
        self.key = ""
        """The key that opens it, as it is written beside the knob."""
        self.knob = pygame.Rect(0, 0, 0, 0)
        """What opens and closes it."""
        self._rect = pygame.Rect(0, 0, 0, 0)
        self._shown: list[_Row] = []
        self.rows: list[tuple[pygame.Rect, int]] = []
        """Where each row stands that is shown, and which entry of the log it belongs to."""
        self._key: tuple[object, ...] = ()
        self._broken: list[_Row] = []

    @property
    def handle(self) -> pygame.Rect:
        """What opens and closes it, with its key beside it."""
        beside = self.look.width(self.key, SMALL)
        return pygame.Rect(self.knob.left - beside, self.knob.top, self.knob.width + beside, self.knob.height)

    def turn(self) -> None:
        """Open it, then show all dice and modifiers, then close it again."""
        if self.open and not self.folded:
            self.open, self.folded = False, True
        elif self.open:
            self.folded = False
        else:
            self.open = True

    def want(self, wanted: Wanted) -> None:
        """Read other lines."""
        self.wanted, self.scroll, self.at = wanted, 0, None

    def forget(self) -> None:
        """Somebody else reads, from the end."""
        self.want(Wanted())
        self.opened.clear()

    def go(self, by: int, scene: Scene) -> None:
        """Bring the next line with the words that are looked for into sight, or with -1 the one before."""
        matches = self._matches(scene)
        if not matches:
            self.at = None
            return
        now = self.at if self.at is not None else len(scene.log) if by < 0 else -1
        further = [number for number in matches if (number > now if by > 0 else number < now)]
        self.at = (further or matches)[0 if by > 0 else -1]
        if scene.log[self.at].line.sum:
            self.opened.add(self._parent(self.at, scene))
        self._sought = True

    def found(self, scene: Scene) -> tuple[int, int]:
        """Which of the matches the reader is at, from 1, and how many there are."""
        matches = self._matches(scene)
        return (matches.index(self.at) + 1 if self.at in matches else 0), len(matches)

    def _matches(self, scene: Scene) -> list[int]:
        log = scene.log
        return [number for number in self.wanted.kept(log)[-MOST:] if self.wanted.finds(log[number])]

    def shown(self, scene: Scene) -> list[LogEntry]:
        """The entries that are shown or could be scrolled to, the oldest first."""
        return [scene.log[number] for number in self._unfolded(scene)]

    def clicked(self, scene: Scene) -> LogEntry | None:
        """The line that was clicked or looked for last."""
        return scene.log[self.at] if self.at is not None and self.at < len(scene.log) else None

    def lay(self, scene: Scene, rect: pygame.Rect, head: int = 0) -> None:
        """Put the last lines that fit into a ``rect``; ``head``: pixels left free over them while it is open."""
        look = self.look
        if not rect.height:
            self._rect, self._shown, self.rows = rect, [], []
            return
        side = look.px(20)
        self._rect, self.knob = rect, pygame.Rect(rect.right - side - 2, rect.top + 2, side, side)
        inner = rect.inflate(-look.px(24), -look.px(18))
        if self.open:
            inner = pygame.Rect(inner.left, inner.top + head, inner.width, inner.height - head)
        pitch = look.pitch(PITCH)
        beside = pitch + max(pitch, self.handle.width) + look.px(4)  # a mark, and another one or what opens the log
        rows = self._read(scene, rect.right - beside - inner.left)
        count = max(1, inner.height // pitch)
        if self._sought:
            self._sought = False
            above = next((place for place, row in enumerate(rows) if row.number == self.at), len(rows))
            self.scroll = len(rows) - above - (count + 1) // 2
        self.scroll = max(0, min(self.scroll, len(rows) - count))
        last = len(rows) - self.scroll
        self._shown = rows[max(0, last - count) : last]
        if not self.open:  # no line is read from its middle, unless it is longer than all that is shown
            whole = next((place for place, row in enumerate(self._shown) if row.first), 0)
            self._shown = self._shown[whole:]
        self.rows = [
            (pygame.Rect(rect.left, inner.top + number * pitch - 2, rect.width, pitch), row.number)
            for number, row in enumerate(self._shown)
        ]

    def draw(self, target: pygame.Surface, scene: Scene) -> None:
        """Draw the lines as they were laid."""
        look, rect = self.look, self._rect
        draw_panel(target, rect, line=None)
        self._draw_knob(target)
        before = target.get_clip()
        target.set_clip(rect.clip(before))
        for (place, number), row in zip(self.rows, self._shown, strict=True):
            if self.open and (number == self.at or self.wanted.finds(row.entry)):
                pygame.draw.rect(target, LIFTED if number == self.at else RAISED, place)
            self._draw_row(target, scene, row, (rect.left + look.px(24) // 2, place.top + 2))
        target.set_clip(before)
        if self.scroll:
            mark = look.write("▼ newer", SMALL, FAINT)
            place = mark.get_rect(bottomright=(rect.right - 8, rect.bottom - 4))
            pygame.draw.rect(target, PANEL, place.inflate(8, 2), border_radius=4)  # the last line may be as long
            target.blit(mark, place)

    def _draw_knob(self, target: pygame.Surface) -> None:
        """What opens and closes it: an arrow in its top right corner, with the key that does it."""
        key = self.look.write(self.key, SMALL, FAINT)
        target.blit(key, key.get_rect(midright=(self.knob.left, self.knob.centery)))
        (x, y), high = self.knob.center, self.knob.width // 4
        rise = -high // 2 if self.open else high // 2
        points = [(x - high, y + rise), (x, y - rise), (x + high, y + rise)]
        pygame.draw.lines(target, FAINT, False, points, 2)

    def _read(self, scene: Scene, width: int) -> list[_Row]:
        """The rows as they are broken; made again only when something has changed."""
        key = (scene, len(scene.log), width, self.look.scale, self.folded, frozenset(self.opened), self.wanted)
        if key != self._key:
            self._key, self._broken = key, self._break(scene, width)
        return self._broken

    def _break(self, scene: Scene, width: int) -> list[_Row]:
        look = self.look
        rows: list[_Row] = []
        for index in self._unfolded(scene):
            entry = scene.log[index]
            depth, opened = entry.line.depth, self._parent(index, scene) in self.opened
            text = entry.line.folded if self._folds(entry.line) and not opened else entry.line.text
            if entry.line.rules and opened:
                text += f"  [{', '.join(entry.line.rules)}]"
            indent = look.px(0 if depth == 0 else 12 * depth - 12)
            lines = look.wrap(text, width - indent - look.px(4), self._size(depth))
            begins, aside = 0, " ".join(lines).find(entry.line.aside)
            for number, line in enumerate(lines):
                marked = slice(max(0, aside - begins), max(0, aside + len(entry.line.aside) - begins))
                rows.append(_Row(line, entry, index, number == 0, marked))
                begins += len(line) + 1
        return rows

    def _unfolded(self, scene: Scene) -> Iterator[int]:
        """The numbers of the entries that are read, without the sums that are folded away."""
        parent = -1
        for number in self.wanted.kept(scene.log)[-MOST:]:
            line = scene.log[number].line
            if line.depth < 2:
                parent = number
            if not self._folds(line) or line.folded or parent in self.opened:
                yield number

    def _folds(self, line: LogLine) -> bool:
        """Whether a line is a sum that stands folded until what happened is opened."""
        return self.folded and line.sum and line.depth > 1

    @staticmethod
    def _parent(number: int, scene: Scene) -> int:
        """What happened, for a line with dice or modifiers of it; of any other the line itself."""
        while number > 0 and scene.log[number].line.depth > 1:
            number -= 1
        return number

    @staticmethod
    def _size(depth: int) -> int:
        return BODY if depth < 2 else SMALL

    def _draw_row(self, target: pygame.Surface, scene: Scene, row: _Row, at: tuple[int, int]) -> None:
        look, text, entry, depth = self.look, row.text, row.entry, row.entry.line.depth
        x, y = at[0] + look.px(0 if depth == 0 else 12 * depth - 12), at[1]
        if depth == 0:
            if row.first and len(scene.log) > 1:
                pygame.draw.line(target, LINE, (at[0], y), (at[0] + self._rect.width, y))
            target.blit(look.write(text, BODY, TITLE, "semibold"), (x, y + 2))
            return
        name = entry.name if row.first else ""
        plain, done = TEXT if depth == 1 else FAINT, 0
        if name and text.startswith(name):
            colour = self.liveries.word_colour(entry.side)
            written = look.write(name, self._size(depth), colour, "semibold")
            target.blit(written, (x, y))
            x += written.get_width()
            done = len(name)
        start, end = max(done, row.aside.start), max(done, row.aside.stop)
        parts = ((text[done:start], plain), (text[start:end], LUCK_WORD), (text[end:], plain))
        for part, tone in ((part, tone) for part, tone in parts if part):
            written = look.write(part, self._size(depth), tone)
            target.blit(written, (x, y))
            x += written.get_width()

    @property
    def texts(self) -> list[str]:
        """What stands in the rows that are shown."""
        return [row.text for row in self._shown]

    def line_at(self, pixel: tuple[int, int], scene: Scene) -> tuple[pygame.Rect, LogEntry] | None:
        """The line at a pixel, and where the row of it was drawn that is there."""
        found = self._row_at(pixel, scene)
        return (found[0], scene.log[found[1]]) if found is not None else None

    def _row_at(self, pixel: tuple[int, int], scene: Scene) -> tuple[pygame.Rect, int] | None:
        return next((row for row in self.rows if row[0].collidepoint(pixel) and row[1] < len(scene.log)), None)

    def click(self, pixel: tuple[int, int], scene: Scene) -> LogEntry | None:
        """Open or close the line at a pixel, and give it, so that its place can be shown."""
        if self.knob.collidepoint(pixel):
            self.open, self.scroll = not self.open, 0
            return None
        found = self._row_at(pixel, scene)
        if found is None:
            return None
        self.open, self.at = True, found[1]
        self.opened ^= {self._parent(found[1], scene)}
        return scene.log[found[1]]

    def tip_at(self, pixel: tuple[int, int], scene: Scene) -> str:
        """The rules that the line at a pixel cites, in words."""
        found = self.line_at(pixel, scene)
        return "\n".join(cite(self.ledger, number) for number in found[1].line.rules) if found is not None else ""


ROW, GAP = 30, 4
"""Pixels of the design: how high a row of them is, and what is left free between."""


class LogTools:
    """Two rows of widgets in the head of the open log; what they are set to is the panel's ``wanted``."""

    def __init__(self, panel: LogPanel, copy: Callable[[], object]) -> None:
        """``copy``: what the button for it does."""
        self.panel = panel
        nowhere = pygame.Rect(0, 0, 0, 0)
        self.field = TextField(nowhere, "", self._search)
        self.before = Button(nowhere, "▲", lambda: self.go(-1))
        self.after = Button(nowhere, "▼", lambda: self.go(1))
        self.copy = Button(nowhere, "Copy", copy)
        self.kind = ChoiceButton(nowhere, "", (("", "everything"), *KINDS.items()), "", self._of_kind)
        self.whom = ChoiceButton(nowhere, "", (("", "everybody"),), "", self._of_whom)
        self.group = FocusGroup([self.field, self.before, self.after, self.copy, self.kind, self.whom])
        self._scene: Scene | None = None

    @property
    def typing(self) -> bool:
        """Whether keys are for these widgets."""
        return self.panel.open and self.group.focus is not None

    def find(self) -> None:
        """Open the log and let words be typed."""
        self.panel.open = True
        self.group.focus = self.field

    def leave(self) -> None:
        """Keys are for the battle again."""
        self.group.focus = None

    def forget(self) -> None:
        """Somebody else looks: nothing is wanted."""
        self.leave()
        self.field.text = self.kind.value = self.whom.value = ""
        self.field.caret = self.field.anchor = 0
        self.panel.forget()

    def about(self, who: Id) -> None:
        """Show what is about somebody alone."""
        self.whom.value = who
        self._of_whom(who)

    def go(self, by: int) -> None:
        """To the next match, or with -1 the one before."""
        if self._scene is not None:
            self.panel.go(by, self._scene)

    def _search(self, words: str) -> None:
        self.panel.want(replace(self.panel.wanted, words=words.strip()))
        self.go(-1)  # the latest first: one looks for what has just happened

    def _of_kind(self, kind: str) -> None:
        kinds: tuple[LogKind, ...] = get_args(LogKind)
        self.panel.want(replace(self.panel.wanted, kind=next((each for each in kinds if each == kind), None)))

    def _of_whom(self, who: str) -> None:
        self.panel.want(replace(self.panel.wanted, who=Id(who) if who else None))

    # -- on the screen

    @staticmethod
    def height(look: Typography) -> int:
        """Pixels that they take of the log."""
        return 2 * look.px(ROW + GAP) + look.px(4)

    def lay(self, look: Typography, scene: Scene, rect: pygame.Rect, shown: Callable[[str], str]) -> None:
        """Put them into the head of the log, which lies in that place; ``shown``: the key of a control, in words."""
        self._scene = scene
        self.copy.shortcut = shown("copy")
        copied = look.width(self.copy.text, SMALL, "semibold") + look.width(self.copy.shortcut, SMALL) + look.px(22)
        self.whom.choices = (("", "everybody"), *((who, name) for who, name in known_combatants(scene).items()))
        gap, high = look.px(GAP), look.px(ROW)
        row = pygame.Rect(rect.left + look.px(8), rect.top + look.px(6), rect.width - look.px(16), high)
        right = self.panel.handle.left - 2 * gap
        turned = look.width(self.after.text, SMALL, "semibold") + look.px(14)
        for button, wide in ((self.copy, copied), (self.after, turned), (self.before, turned)):
            button.rect = pygame.Rect(right - wide, row.top, wide, high)
            button.size = SMALL
            right = button.rect.left - gap
        self.field.rect = pygame.Rect(row.left, row.top, right - row.left, high)
        hint = f"Find {shown('find')}"
        self.field.hint = hint if self.field.holds(look, hint) else "Find"
        half = (row.width - gap) // 2
        self.kind.rect = pygame.Rect(row.left, row.bottom + gap, half, high)
        self.whom.rect = pygame.Rect(row.right - half, row.bottom + gap, half, high)
        self.group.lay(look)

    def draw(self, target: pygame.Surface, look: Typography, scene: Scene) -> None:
        """Draw them as they were laid."""
        self.group.draw(target, look)
        if self.panel.wanted.words:
            at, count = self.panel.found(scene)
            said = look.write(f"{at}/{count}", SMALL, FAINT)
            target.blit(said, said.get_rect(midright=(self.field.rect.right - look.px(8), self.field.rect.centery)))


def known_combatants(scene: Scene) -> dict[Id, str]:
    """Everybody whom the log tells of, as far as the viewer knows them, in the order they came up."""
    found = {entry.line.who: entry.name for entry in scene.log if entry.line.who is not None and entry.name}
    return {who: called(scene.tokens[who].standing) if who in scene.tokens else name for who, name in found.items()}
