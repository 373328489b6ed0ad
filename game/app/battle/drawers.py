"""The row of buttons below a battle: a drawer for each sort of deed that opens upwards, and what ends the turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.app.battle.commanding import BattleCommands
from game.app.battle.stage import Stage
from game.rules.ledger import Ledger
from game.view.art import picture
from game.view.choosing import Choosing, Drawer, Row, Verb
from game.view.panels import cite
from game.view.theme import BODY, FAINT, LINE, PANEL, RAISED, REACH, SMALL, TITLE, WARN, Look, draw_panel, shade
from game.view.widgets import Button, Widget

LOOKS: dict[str, tuple[str, str]] = {
    "attack": ("Attack", "sword"),
    "move": ("Move", "boot"),
    "defend": ("Defend", "shield"),
    "manoeuvre": ("Tricks", "grab"),
    "things": ("Things", "hand"),
    "magic": ("Magic", "spell"),
    "pick": ("Who acts", "flag"),
}
"""What the button of a drawer says, and its picture."""

WIDEST = 118
"""Pixels of a button where there is room."""

HIGH = 34
"""Pixels of a row."""

TIGHT = 26
"""Pixels of a row at least, where there are many in a low window."""


class VerbButton(Button):
    """A button that takes a verb: what ends the turn."""

    def __init__(self, rect: pygame.Rect, text: str, verb: Verb, take: Callable[[Verb], object], key: str) -> None:
        super().__init__(rect, text, partial(take, verb), under=key, icon=f"icons/{verb.icon}" if verb.icon else "")
        self.tip = verb.title if text != verb.title else ""
        self.verb: Verb | None = verb


class DrawerButton(Button):
    """Opens and closes a drawer; pale while nothing in it can be done, and opens then too, to say why."""

    def __init__(
        self, rect: pygame.Rect, look: Look, drawer: Drawer, pull: Callable[[str], object], key: str, *, chosen: bool
    ) -> None:
        title, icon = LOOKS[drawer.name]
        fits = look.width(title, SMALL, "semibold") <= rect.width - look.px(12)
        super().__init__(
            rect,
            title if fits else "",
            partial(pull, drawer.name),
            under=key,
            icon=f"icons/{icon}",
            chosen=chosen,
            tip="" if fits else title,
            size=SMALL + 1,
        )
        self.drawer = drawer
        self.enabled = drawer.usable

    def click(self, at: tuple[int, int]) -> None:
        """Open it even if all that is in it has to be refused."""
        self.press()


class RowButton(Button):
    """One row of the drawer that is open: digit, picture, what it is and what it costs; pale if it can't be done."""

    def __init__(self, rect: pygame.Rect, look: Look, row: Row, take: Callable[[Row], object], ledger: Ledger) -> None:
        super().__init__(rect, row.title, partial(take, row), left=True, enabled=row.verb is not None)
        self.row = row
        self.verb = row.verb
        self.note = row.deed.cost if row.deed is not None else ""
        self.cut = look.width(row.title, BODY, "semibold") > self._room(look)
        self.tip = "\n".join(_told(row, ledger, titled=self.cut))

    def _room(self, look: Look) -> int:
        note = look.width(self.note, SMALL) + look.px(14) if self.note else 0
        return self.rect.width - look.px(58) - look.px(10) - note

    def draw(self, target: pygame.Surface, look: Look, *, focused: bool, hovered: bool) -> None:
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
        text = look.cut(self.text, self._room(look), BODY, "semibold")
        written = look.write(text, BODY, TITLE if self.enabled else pale, "semibold")
        target.blit(written, written.get_rect(midleft=(left + look.px(58), middle)))
        if self.note:
            cost = look.write(self.note, SMALL, WARN if self.enabled else pale)
            target.blit(cost, cost.get_rect(midright=(self.rect.right - look.px(10), middle)))

    def click(self, at: tuple[int, int]) -> None:
        """Do it, or be told why not."""
        self.press()


def _told(row: Row, ledger: Ledger, *, titled: bool) -> list[str]:
    """What a row's tooltip says: why it can't be done, what it does, what it costs, and its rule."""
    deed = row.deed
    lines = [f"Not now: {row.why_not[:1].lower()}{row.why_not[1:]}"] if row.why_not else []
    lines += [row.title] if titled and not row.why_not else []
    if deed is not None:
        lines.append(deed.told)
        lines += [f"Costs: {deed.cost}"] if deed.cost else []
        lines += [cite(ledger, deed.rule)] if deed.rule else []
    return lines


def row_buttons(stage: Stage, commands: BattleCommands, choosing: Choosing) -> list[Widget]:
    """The drawers' buttons, those that end the turn, and the rows of the drawer that is open."""
    drawers, ends, keys = choosing.drawers, choosing.ends, stage.keys
    look, room = stage.look, stage.frame.row
    count = len(drawers) + len(ends)
    if not count:
        return []
    gap = look.px(6)
    wide = min(look.px(WIDEST), (room.width + gap) // count - gap)
    left = room.centerx - (count * (wide + gap) - gap) // 2
    places = [pygame.Rect(left + at * (wide + gap), room.top, wide, room.height) for at in range(count)]
    buttons: list[Widget] = []
    for drawer, place in zip(drawers, places, strict=False):
        chosen = drawer.name == choosing.open or any(
            row.verb is not None and row.verb is choosing.verb for row in drawer.rows
        )
        key = keys.shown(drawer.name)
        buttons.append(DrawerButton(place, look, drawer, commands.pull, key, chosen=chosen))
    for verb, place in zip(ends, places[len(drawers) :], strict=True):
        fits = [text for text in (verb.title, verb.brief, "End turn") if _fits(look, text, place)]
        key = keys.shown("end") if verb is choosing.ender else ""
        buttons.append(VerbButton(place, fits[0] if fits else "", verb, commands.take, key))
    opened = next((at for at, drawer in enumerate(drawers) if drawer.name == choosing.open), None)
    if opened is not None:
        buttons += _rows(stage, commands, drawers[opened], places[opened])
    return buttons


def _fits(look: Look, text: str, place: pygame.Rect) -> bool:
    return look.width(text, SMALL, "semibold") <= place.width - look.px(12)


def _rows(stage: Stage, commands: BattleCommands, drawer: Drawer, below: pygame.Rect) -> list[RowButton]:
    """The rows of a drawer over its button, the first at the top."""
    look, room, ledger = stage.look, stage.frame.lists, stage.session.match.ruleset.ledger
    gap, inner = look.px(4), look.px(8)
    pitch = min(look.px(HIGH), (room.height - 2 * inner) // len(drawer.rows) - gap)
    pitch = max(look.px(TIGHT), pitch) + gap
    costs = [look.width(row.deed.cost, SMALL) for row in drawer.rows if row.deed is not None]
    longest = max(look.width(row.title, BODY, "semibold") for row in drawer.rows) + max(costs, default=0)
    wide = min(room.width, max(look.px(240), longest + look.px(96) + 2 * inner))
    panel = pygame.Rect(0, 0, wide, len(drawer.rows) * pitch - gap + 2 * inner)
    panel.bottomleft = (below.left, room.bottom)
    panel.clamp_ip(room)
    stage.drawer = panel
    box = pygame.Rect(panel.left + inner, panel.top + inner, wide - 2 * inner, pitch - gap)
    return [
        RowButton(box.move(0, at * pitch), look, row, commands.choose_row, ledger) for at, row in enumerate(drawer.rows)
    ]


def draw_drawer(stage: Stage, target: pygame.Surface) -> None:
    """What lies behind the rows of the drawer that is open."""
    if stage.drawer is not None:
        draw_panel(target, stage.drawer, alpha=245, line=REACH, width=2)
