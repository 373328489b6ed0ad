"""An expedition between its battles: the map of its places, what is known of each, and how the company fares."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pygame

from game.files.errors import BadFile
from game.files.expeditions import ExpeditionPlace, PlaceKind
from game.files.generate import journey
from game.files.tiled import read_map
from game.lab.company import company_match, standings, tell_state
from game.lab.expedition import (
    SETTING_OUT,
    OpenExpedition,
    choose,
    take_along,
    tell_ending,
    tell_outcome,
    tell_place,
    tell_why,
)
from game.lab.skirmish import PARTY
from game.rules.registry import ruleset
from game.rules.ruleset import HasGear
from game.spatial.field import Cell
from game.view.board.map_layers import MapLayers
from game.view.board.tokens import liveries_of
from game.view.widgets.art import picture
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.layout import Column, Dock
from game.view.widgets.theme import (
    BAD,
    BODY,
    FAINT,
    GOOD,
    GOOD_WORD,
    INK,
    LARGE,
    LINE,
    NIGHT,
    PANEL,
    REACH,
    SMALL,
    TEXT,
    TITLE,
    WHITE,
    Colour,
    Typography,
    draw_panel,
    shade,
)
from game.view.widgets.widget import Button, Label
from game.window.destinations import (
    Chronicle,
    FightLeg,
    HandOut,
    OnExpedition,
    Title,
    Travel,
    WatchReplay,
)
from game.window.loop import App, Screen
from game.window.menu import write_heading

DOCK, ROW, HIGH, GAP, MARGIN = 400, 44, 40, 8, 16
"""Of the design: how wide what is told is; a row of the list, a button, what parts them, and what is left round it."""

MARK = 40
"""Of the design: across the sign of a place."""

EDGE = 4
"""Pixels between the edge of a list and its rows."""

ROAD = 5
"""Pixels of the design that the line of a road is broad."""


SIGNS: dict[PlaceKind, str] = {
    "battle": "icons/sword",
    "rest": "icons/hourglass",
    "find": "icons/loot",
    "meeting": "icons/speak",
}
"""The picture of each kind of place."""


class PlaceSign(Button):
    """The sign of a place on the map."""

    def __init__(
        self, rect: pygame.Rect, place: ExpeditionPlace, press: Callable[[], object], *, tone: Colour, chosen: bool
    ) -> None:
        """``tone``: what it means for the company."""
        super().__init__(rect, place.title, press, chosen=chosen)
        self.place, self.tone = place, tone

    def draw(self, target: pygame.Surface, look: Typography, *, focused: bool, hovered: bool) -> None:
        """A plate with the picture of its kind; its name below it while it is looked at."""
        middle, half = self.rect.center, self.rect.width // 2
        pygame.draw.circle(target, INK, (middle[0] + look.px(2), middle[1] + look.px(3)), half)
        pygame.draw.circle(target, shade(PANEL, self.tone, 0.35 if hovered or self.chosen else 0.15), middle, half)
        pygame.draw.circle(target, self.tone, middle, half, look.px(4 if self.chosen else 3))
        drawn = picture(SIGNS[self.place.kind], half * 5 // 4)
        target.blit(drawn, drawn.get_rect(center=middle))
        if focused:
            pygame.draw.circle(target, WHITE, middle, half + look.px(4), look.px(2))
        if self.chosen or hovered:
            written = look.write(self.text, SMALL, WHITE, "semibold")
            plate = written.get_rect(midtop=(middle[0], self.rect.bottom + look.px(4))).inflate(look.px(12), look.px(4))
            plate.clamp_ip(target.get_rect())
            draw_panel(target, plate, alpha=230, radius=look.px(6))
            target.blit(written, written.get_rect(center=plate.center))


class ExpeditionScreen(Screen):
    """The map at the left; at the right the place that is looked at, the company, and what can be done."""

    right_click_leaves = True

    def __init__(self, app: App, it: OpenExpedition) -> None:
        """Raises BadFile, BadSetup, UnknownRuleset where what it is kept in can't be read."""
        super().__init__(app)
        self.it, now = it, it.expedition
        self._match = company_match(it.expedition)
        """The company as it goes on now; None if nobody does."""
        chart = read_map(it.land)
        self._layers = MapLayers(chart.field, chart.picture)
        self._map = pygame.Surface((0, 0))
        self._on: Button | None = None
        """The button that goes on."""
        self._board = self._panel = pygame.Rect(0, 0, 0, 0)
        ways = [place.key for place in now.open] or [now.chosen] * bool(now.chosen)
        self.shown = next(iter(ways), now.legs[-1].place if now.legs else "")
        """The key of the place that is looked at."""

    # -- in its place

    def layout(self, size: tuple[int, int]) -> None:
        """The map as large as there is room for beside what is told."""
        px = self.look.px
        whole = Dock(self.look, pygame.Rect(0, 0, *size).inflate(-2 * px(MARGIN), -2 * px(MARGIN)), MARGIN)
        whole.top(44)
        self._panel = whole.right(DOCK)
        scale = min(whole.area.width / journey.WIDE, whole.area.height / journey.HIGH)
        board = pygame.Rect(0, 0, round(journey.WIDE * scale), round(journey.HIGH * scale))
        board.center = whole.area.center
        if board.size != self._map.get_size():
            self._map = self._layers.snapshot(*board.size)
        self._board = board
        signs = [self._sign(place) for place in self.it.expedition.places]
        column = Column(self._panel.inflate(-2 * px(14), -2 * px(12)), px(GAP), px(HIGH))
        self._tell_place(column)
        self._tell_company(column)
        self.group.put([*signs, *column.widgets])
        if self.group.focus is None:
            self.group.focus = self._on

    def _sign(self, place: ExpeditionPlace) -> PlaceSign:
        box = pygame.Rect(0, 0, self.look.px(MARK), self.look.px(MARK))
        box.center = self._pixel(place.at)
        return PlaceSign(
            box, place, partial(self._look_at, place.key), tone=self._tone(place), chosen=place.key == self.shown
        )

    def _tone(self, place: ExpeditionPlace) -> Colour:
        """Where it may be gone to, won, lost, or left behind."""
        now = self.it.expedition
        leg = next((leg for leg in now.legs if leg.place == place.key), None)
        if leg is not None:
            return BAD if leg.outcome == "lost" else GOOD
        here = now.at.step if now.at is not None else 0
        return REACH if place in now.open or place.key == now.chosen else FAINT if place.step > here else LINE

    def _pixel(self, cell: Cell) -> tuple[int, int]:
        """The middle of a road's two cells there, in the window."""
        cells = self._board.width / journey.WIDE
        return self._board.left + round((cell[0] + 1) * cells), self._board.top + round((cell[1] + 1) * cells)

    # -- what is told

    def _tell_place(self, column: Column) -> None:
        now = self.it.expedition
        column.say(self.look, tell_ending(self.it), SMALL, GOOD_WORD if self.it.won else FAINT)
        place = now.by_key.get(self.shown)
        if place is not None:
            column.say(self.look, place.title, LARGE, TITLE, bold=True)
            leg = next((leg for leg in now.legs if leg.place == place.key), None)
            for line in tell_place(self.it, place) if leg is None else [f"{tell_outcome(leg)}.", tell_why(leg)]:
                column.say(self.look, line, BODY, TEXT)
            for line in leg.told if leg is not None else ():
                column.say(self.look, line, SMALL, FAINT)
            if leg is not None and leg.record:
                save = self.it.path.with_name(leg.record)
                column.put(Button(column.box(), "Watch it again", self.leads(WatchReplay(save))))
        self._on = None
        if now.chosen:
            text = f"Fight: {now.by_key[now.chosen].title}"
            self._on = Button(column.box(), text, self.leads(FightLeg(self.it)), chosen=True)
        elif place is not None and place in now.open:
            text = "Go there, and accept" if place.kind == "meeting" else "Go there"
            self._on = Button(column.box(), text, self._to(place), chosen=True)
        if self._on is not None:
            column.put(self._on)
        if place is not None and place in now.open and place.kind == "meeting" and place.joins is not None:
            column.put(Button(column.box(), "Go there, and decline", self._to(place, agreed=False)))

    def _tell_company(self, column: Column) -> None:
        now = self.it.expedition
        buttons = self._buttons(column)
        if now.legs and now.legs[-1].night:
            night = f"The night: {'; '.join(now.legs[-1].night)}."
            lines = self.look.fitting_lines(night, (column.area.width, 4 * self.look.line(SMALL)), SMALL)
            column.put(Label(column.box(len(lines[1]) * self.look.line(lines[0])), night, SMALL, FAINT))
        row, match, members = self.look.px(ROW), self._match, standings(now)
        rows = [ListRow("Nobody is left")] * (match is None)
        if match is not None:
            styles, face = liveries_of(match), self.look.px(ROW - 8)
            rows = [ListRow(each.name, tell_state(each), styles.face(PARTY, each, face)) for each in members]
        whole = max(1, (buttons - column.top - column.gap - 2 * EDGE) // row)
        column.put(ListBox(column.box(whole * row + 2 * EDGE), rows, lambda _: None, height=row))

    def _buttons(self, column: Column) -> int:
        """What is done besides, at the foot; gives the pixel of its top."""
        now, kept = self.it.expedition, "To the title" if self.it.over else "To the title; it is kept"
        between = bool(now.open) and isinstance(ruleset(now.rules), HasGear)
        lying = f": {len(now.lying)} thing{'s lie' if len(now.lying) > 1 else ' lies'} here" if now.lying else ""
        entries = [(f"Hand gear about{lying}", self.leads(HandOut(self.it)), True)] if between else []
        if now.yielded and between:
            who = ruleset(now.rules).roster().get(now.yielded[0].unit, "")
            entries.insert(0, (f"Take along {who}, who gave up", self._take_along, True))
        entries += [("Chronicle", self._chronicle, bool(now.legs)), (kept, self.cancel, True)]
        first = top = column.area.bottom - len(entries) * (column.high + column.gap) + column.gap
        for text, press, able in entries:
            box = pygame.Rect(column.area.left, top, column.area.width, column.high)
            key = self.app.keys.shown("cancel") if press == self.cancel else ""
            column.widgets.append(Button(box, text, press, enabled=able, shortcut=key))
            top += column.high + column.gap
        return first

    # -- what is pressed

    def _look_at(self, key: str) -> None:
        """Look at a place; where a road leads there, the button that goes there is what Enter presses next."""
        self.shown = key
        self.refresh()
        self.group.focus = next((each for each in self.group.widgets if each is self._on), self.group.focus)

    def _to(self, place: ExpeditionPlace, *, agreed: bool = True) -> Callable[[], None]:
        return self.leads(Travel(f"To {place.title}", partial(choose, self.it, place.key, agreed=agreed)))

    def _take_along(self) -> None:
        try:
            self.app.go(OnExpedition(take_along(self.it)))
        except BadFile as error:
            self.app.say(str(error))

    def _chronicle(self) -> None:
        """Lead on to what the chronicle is written as, with the map as it is shown here."""
        drawn = pygame.Surface(self.app.surface.get_size())
        self.shown = ""
        self.refresh()
        self.draw(drawn)
        self.app.go(Chronicle(self.it, drawn.subsurface(self._board).copy()))

    def cancel(self) -> None:
        """To the title: the expedition is kept."""
        self.app.go(Title())

    # -- the picture

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        rules = ruleset(self.it.expedition.rules).title
        write_heading(target, self, f"The expedition of “{self.it.expedition.word}”: {rules}", self.look.px(10))
        target.blit(self._map, self._board)
        self._draw_roads(target)
        draw_panel(target, self._panel, alpha=250, line=LINE, width=2, radius=self.look.px(12))
        self.group.draw(target, self.look)
        self._draw_company(target)
        self.group.draw_tip(target, self.look)

    def _draw_roads(self, target: pygame.Surface) -> None:
        """The roads that were gone, those that may be, and the rest."""
        now, broad = self.it.expedition, self.look.px(ROAD)
        gone = [SETTING_OUT, *(now.by_key[leg.place].at for leg in now.legs if leg.place in now.by_key)]
        here, ahead = gone[-1], [place.at for place in now.places if place in now.open or place.key == now.chosen]
        for place in now.places:
            for to in place.roads:
                self._dots(target, place.at, now.by_key[to].at, FAINT, broad // 2)
        for to_cell in ahead:
            self._dots(target, here, to_cell, REACH, broad)
        for one, other in pairwise(gone):
            self._dots(target, one, other, WHITE, broad)

    def _dots(self, target: pygame.Surface, one: Cell, other: Cell, colour: Colour, radius: int) -> None:
        """A dotted line between two places."""
        start, end = pygame.Vector2(self._pixel(one)), pygame.Vector2(self._pixel(other))
        count = max(2, round(start.distance_to(end) / (4 * self.look.px(ROAD))))
        for n in range(1, count):
            at = start.lerp(end, n / count)
            pygame.draw.circle(target, INK, (at.x + 1, at.y + 2), radius)
            pygame.draw.circle(target, colour, at, radius)

    def _draw_company(self, target: pygame.Surface) -> None:
        """The first of the company, where it is."""
        now, match = self.it.expedition, self._match
        if match is None:
            return
        face = liveries_of(match).face(PARTY, standings(now)[0], self.look.px(48))
        at = self._pixel(now.at.at if now.at is not None else SETTING_OUT)
        beside = (at[0] - self.look.px(34) if now.at is not None else at[0], at[1])
        target.blit(face, face.get_rect(center=beside))
