"""Buttons below a battle: a drawer for each sort of deed that opens upwards, its rows, and what ends the turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.rules.ledger import Ledger
from game.scene.choosing import Drawer, DrawerRow, Verb
from game.view.panels.cards import cite
from game.view.widgets.art import picture
from game.view.widgets.theme import (
    BODY,
    FAINT,
    LINE,
    PANEL,
    RAISED,
    REACH,
    SMALL,
    TITLE,
    WARN,
    Typography,
    draw_panel,
    shade,
)
from game.view.widgets.widget import Button
from game.window.battle.open_question import OpenQuestion

LOOKS: dict[str, tuple[str, str]] = {
    "attack": ("Attack", "sword"),
    "move": ("Move", "boot"),
    "defend": ("Defend", "shield"),
    "manoeuvre": ("Tricks", "grab"),
    "things": ("Things", "hand"),
    "magic": ("Magic", "spell"),
    "pick": ("Choose", "flag"),
}
"""What the button of a drawer says, and its picture."""

WIDEST = 118
"""Pixels of a button where there is room."""

SMALLEST = 10
"""Size of the words on a button, where there are many in a narrow window."""

HIGH = 34
"""Pixels of a row."""

TIGHT = 26
"""Pixels of a row at least, where there are many in a low window."""


class VerbButton(Button):
    """A button that takes a verb: what ends the turn."""

    def __init__(
        self, rect: pygame.Rect, text: str, verb: Verb, take: Callable[[Verb], object], key: str, *, size: int
    ) -> None:
        icon = f"icons/{verb.icon}" if verb.icon else ""
        super().__init__(rect, text, partial(take, verb), shortcut=key, icon=icon, size=size)
        self.tip = verb.title if text != verb.title else ""
        self.verb = verb


class DrawerButton(Button):
    """Opens and closes a drawer; pale while nothing in it can be done, and opens then too, to say why."""

    def __init__(
        self,
        rect: pygame.Rect,
        drawer: Drawer,
        pull: Callable[[str], object],
        key: str,
        *,
        chosen: bool,
        size: int,
    ) -> None:
        title, icon = LOOKS[drawer.name]
        press = partial(pull, drawer.name)
        super().__init__(rect, title, press, shortcut=key, icon=f"icons/{icon}", chosen=chosen, size=size)
        self.drawer = drawer
        self.enabled = drawer.usable

    def click(self, at: tuple[int, int]) -> None:
        """Open it even if all that is in it has to be refused."""
        self.press()


class RowButton(Button):
    """One row of the drawer that is open: digit, picture, what it is and what it costs; pale if it can't be done."""

    def __init__(
        self, rect: pygame.Rect, look: Typography, row: DrawerRow, take: Callable[[DrawerRow], object], ledger: Ledger
    ) -> None:
        super().__init__(rect, "", partial(take, row), left=True, enabled=row.verb is not None)
        self.row = row
        self.verb = row.verb
        self.note = row.cost
        room, least = self._room(look), look.least
        words = (row.title, row.verb.brief if row.verb else row.title, row.deed.title if row.deed else row.title)
        self.text = next((each for each in words if look.width(each, least, "semibold") <= room), words[-1])
        """The whole title, or in its place the short one."""
        self.tip = "\n".join(_told(row, ledger, titled=self.text != row.title))

    def _room(self, look: Typography) -> int:
        note = look.width(self.note, SMALL) + look.px(14) if self.note else 0
        return self.rect.width - look.px(58) - look.px(10) - note

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """Draw it."""
        fill = RAISED if self.enabled else shade(RAISED, PANEL, 0.6)
        self._frame(target, focused, shade(fill, TITLE, 0.12) if hovered else fill, LINE)
        pale = shade(FAINT, PANEL, 0.35)
        middle, left = self.rect.centery, self.rect.left
        if self.row.digit:
            digit = look.write(str(self.row.digit % 10), SMALL, FAINT if self.enabled else pale, "semibold")
            target.blit(digit, digit.get_rect(center=(left + look.px(16), middle)))
        if self.row.icon:
            icon = picture(f"icons/{self.row.icon}", look.px(20))
            if not self.enabled:
                icon = icon.copy()
                icon.set_alpha(80)
            target.blit(icon, icon.get_rect(center=(left + look.px(40), middle)))
        size = look.fitting(self.text, self._room(look), BODY, "semibold")
        text = look.cut(self.text, self._room(look), size, "semibold")
        written = look.write(text, size, TITLE if self.enabled else pale, "semibold")
        target.blit(written, written.get_rect(midleft=(left + look.px(58), middle)))
        if self.note:
            cost = look.write(self.note, SMALL, WARN if self.enabled else pale)
            target.blit(cost, cost.get_rect(midright=(self.rect.right - look.px(10), middle)))

    def click(self, at: tuple[int, int]) -> None:
        """Do it, or be told why not."""
        self.press()


def _told(row: DrawerRow, ledger: Ledger, *, titled: bool) -> list[str]:
    """What a row's tooltip says: why it can't be done, what it does, what it costs, and its rule."""
    deed = row.deed
    lines = [f"Not now: {row.why_not}"] if row.why_not else []
    lines += [row.title] if titled and not row.why_not else []
    if deed is not None:
        lines.append(deed.told)
        lines += [f"Costs: {row.cost}"] if row.cost else []
        lines += [cite(ledger, deed.rule)] if deed.rule else []
    return lines


def draw_drawer(asked: OpenQuestion, target: pygame.Surface) -> None:
    """What lies behind the rows of the drawer that is open."""
    if asked.drawer is not None:
        draw_panel(target, asked.drawer, alpha=245, line=REACH, width=2)
