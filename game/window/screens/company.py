"""The gear of an expedition's company: handed about by dragging or by keys, as far as the book lets it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame
from msgspec.structs import replace

from game.files.errors import BadFile
from game.files.expeditions import Traveller
from game.lab.company import GROUND, belongings, company_match, piece_name, refusals, standings, tell_state
from game.lab.expedition import OpenExpedition, battle_with, hand
from game.lab.forecast_process import ForecastProcess
from game.lab.skirmish import PARTY
from game.lab.win_forecast import BATTLES
from game.play.workers import PendingResult
from game.rules.setup import Setup
from game.rules.state import Piece
from game.user_error import UserError
from game.view.board.tokens import liveries_of
from game.view.widgets.forms import ListBox, ListRow
from game.view.widgets.theme import (
    BAD_WORD,
    BODY,
    FAINT,
    GOOD,
    LINE,
    NIGHT,
    PANEL,
    SMALL,
    TEXT,
    TITLE,
    WHITE,
    Typography,
    draw_panel,
    shade,
)
from game.view.widgets.widget import Button, Label, Widget
from game.window.controls import Binding
from game.window.destinations import OnExpedition
from game.window.loop import App, Screen
from game.window.menu import back_button, head_dock, write_heading

MARGIN, TOP, NAME, HEAD, THING, GAP, FOOT = 16, 70, 52, 92, 36, 6, 104
"""Of the design: what is left round it, where it begins, a name, the head of a column with that and how somebody fares,
a thing, what parts them, the foot."""

LYING = "What lies here"
"""Over what nobody carries."""

HOW = "Drag a thing to somebody, or press it and then who gets it (1 to 9; 0 lays it down). What lies is left behind."


class ThingButton(Button):
    """Something that can be handed on."""

    def __init__(self, rect: pygame.Rect, text: str, screen: CompanyScreen, thing: tuple[int, str, Piece]) -> None:
        """``thing``: whose it is, its key, and what."""
        super().__init__(rect, text, self._pick, size=SMALL, left=True)
        self._screen, self.thing = screen, thing

    def _pick(self) -> None:
        self._screen.pick(self)

    def drag(self, at: tuple[int, int]) -> None:
        """It follows the pointer."""
        self._screen.carried_to = at

    def release(self) -> None:
        """It is handed to whoever is under the pointer, if it was dragged."""
        self._screen.drop()


class CompanyScreen(Screen):
    """A column for each of the company and one for what lies there; below, what a change does to the chances."""

    right_click_leaves = True

    def __init__(self, app: App, it: OpenExpedition) -> None:
        """Raises BadSetup for a company that can't be."""
        super().__init__(app)
        self.it = it
        self.picked: ThingButton | None = None
        self.carried_to: tuple[int, int] | None = None
        """Where the pointer drags it."""
        self._said = ""
        self._refused: list[str] = []
        """By column why it can't have what is picked; empty strings where it can."""
        self.columns: list[pygame.Rect] = []
        self.before = it.expedition.company
        battles = [place for place in it.expedition.open if place.kind == "battle"]
        self._against = battles[0] if battles else None
        self._won: dict[tuple[Traveller, ...], tuple[int, int]] = {}
        """By company how many of so many quick battles it has won."""
        self._planned: PendingResult[Setup] | None = None
        self._process: ForecastProcess | None = None
        self._fighting: tuple[Traveller, ...] = ()
        self._trouble = ""

    # -- in its place

    def layout(self, size: tuple[int, int]) -> None:
        """Columns side by side."""
        px, now = self.look.px, self.it.expedition
        self.picked, self.carried_to, self._refused = None, None, []
        count = len(now.company) + 1
        wide = (size[0] - 2 * px(MARGIN) - (count - 1) * px(GAP)) // count
        high = size[1] - px(TOP) - px(FOOT)
        self.columns = [pygame.Rect(px(MARGIN) + n * (wide + px(GAP)), px(TOP), wide, high) for n in range(count)]
        match = company_match(now)
        assert match is not None
        liveries = liveries_of(match)
        members = standings(now)
        owned = [list(own) for own in belongings(now)]
        owned.append([(str(n), piece) for n, piece in enumerate(now.lying)])
        widgets: list[Widget] = []
        for n, (column, own) in enumerate(zip(self.columns, owned, strict=True)):
            who = members[n] if n < len(members) else None
            head = pygame.Rect(column.left, column.top, column.width, px(NAME))
            row = (
                ListRow(f"0  {LYING}")
                if who is None
                else ListRow(f"{n + 1}  {who.name}", picture=liveries.face(PARTY, who, px(36)))
            )
            widgets.append(ListBox(head, [row], self._to(n), height=px(NAME) - 8, at_once=True))
            state = tell_state(who) if who is not None else f"{len(own)} things" if own else "Nothing"
            under = pygame.Rect(head.left + px(GAP), head.bottom + px(2), head.width - 2 * px(GAP), px(HEAD - NAME))
            widgets.append(Label(under, state, SMALL, FAINT))
            widgets += self._things(column, own, n if who is not None else GROUND)
        widgets += self._foot(size)
        widgets.append(back_button(self, head_dock(self).right(100), self.cancel))
        self.group.put(widgets)

    def _things(self, column: pygame.Rect, own: list[tuple[str, Piece]], owner: int) -> list[ThingButton]:
        """The things of a column, each kind on the ground once."""
        px = self.look.px
        shown: dict[str, list[tuple[str, Piece]]] = {}
        for key, piece in own:
            name = piece_name(self.it.expedition, piece)
            shown.setdefault(name if owner == GROUND else f"{name}\0{key}", []).append((key, piece))
        room = column.height - px(HEAD + GAP)
        pitch = min(px(THING + GAP), room // max(1, len(shown)))
        found = []
        for n, (name, alike) in enumerate(shown.items()):
            box = pygame.Rect(column.left, column.top + px(HEAD + GAP) + n * pitch, column.width, pitch - px(GAP))
            text = (f"{len(alike)} × " if len(alike) > 1 else "") + name.partition("\0")[0]
            found.append(ThingButton(box, text[:1].upper() + text[1:], self, (owner, *alike[0])))
        return found

    def _foot(self, size: tuple[int, int]) -> list[Label]:
        px = self.look.px
        box = pygame.Rect(px(MARGIN), size[1] - px(FOOT - GAP), size[0] - 2 * px(MARGIN), px(28))
        said = Label(box, self._said or HOW, BODY, BAD_WORD if self._said else FAINT)
        chances = Label(box.move(0, px(34)), self.chances, BODY, TITLE)
        luck = f"{BATTLES} quick battles each; a few more or fewer may be luck."
        more = Label(box.move(0, px(62)), luck, SMALL, FAINT)
        return [said, chances, more]

    @property
    def chances(self) -> str:
        """What is known of the chances in the next battle, as the company came here and as it is now."""
        if self._against is None or self._trouble:
            return self._trouble or "No battle is next."
        now, counts = self.it.expedition.company, self._won
        told = [self._tell(counts.get(each)) for each in dict.fromkeys((self.before, now))]
        return f"Quick battles won at {self._against.title}: {', with this change '.join(told)}"

    def _tell(self, counts: tuple[int, int] | None) -> str:
        if counts is None or not counts[1]:
            return "…"
        return f"{counts[0]} of {counts[1]}"

    # -- chances

    @property
    def moving(self) -> bool:
        """As long as battles are fought."""
        return self._process is not None or self._planned is not None or super().moving

    def advance(self, seconds: float) -> None:
        """Fight quick battles beside the window: of the company as it came here, then as it is."""
        super().advance(seconds)
        if self._against is None or self._trouble:
            return
        told = self.chances
        try:
            self._fight()
        except UserError as error:
            self._trouble = str(error)
        if told != self.chances:
            self.refresh_foot()

    def _fight(self) -> None:
        now, against = self.it.expedition, self._against
        assert against is not None
        if self._process is not None:
            self._process.look()
            won = sum(each.side == PARTY for each in self._process.fought)
            self._won[self._fighting] = won, len(self._process.fought)
            self._trouble = self._process.trouble
            if self._process.over:
                self._process = None
        elif self._planned is not None:
            if self._planned.done:
                planned, self._planned = self._planned, None
                self._process = ForecastProcess(planned.result())
        else:
            wanted = next((each for each in (self.before, now.company) if each not in self._won), None)
            if wanted is not None:
                self._fighting = wanted
                company = OpenExpedition(self.it.path, replace(now, company=wanted))
                self._planned = self.app.oracle.ask(lambda: battle_with(company, against.key)[1])

    def leave(self) -> None:
        """Fight no more."""
        if self._process is not None:
            self._process.stop()
        if self._planned is not None:
            self._planned.drop()

    def refresh_foot(self) -> None:
        """Tell the chances anew, and leave what is held as it is."""
        fresh = self._foot(self.app.surface.get_size())
        labels = [each for each in self.group.widgets if isinstance(each, Label)][-len(fresh) :]
        for label, now in zip(labels, fresh, strict=True):
            label.text = now.text

    # -- what is pressed

    def pick(self, button: ThingButton) -> None:
        """Somebody has hold of a thing: who can't have it says why."""
        self.picked, now = button, self.it.expedition
        piece = button.thing[2]
        self._refused = [*refusals(now, piece), ""]

    def drop(self) -> None:
        """A thing that was dragged is let go."""
        at, self.carried_to = self.carried_to, None
        if at is None:
            return
        column = next((n for n, box in enumerate(self.columns) if box.collidepoint(at)), None)
        if column is not None:
            self._give(column)

    def _to(self, column: int) -> Callable[[int], None]:
        return lambda _: self._give(column)

    def _give(self, column: int) -> None:
        """Hand what is picked to the one of a column; a refusal says why."""
        if self.picked is None:
            return
        owner, key, _ = self.picked.thing
        taker = column if column < len(self.it.expedition.company) else GROUND
        if owner != taker:
            try:
                self.it, self._said = hand(self.it, owner, key, taker), ""
            except BadFile as error:
                self._said = f"{error}."
        self.refresh()

    def bindings(self) -> Sequence[Binding]:
        """Digits hand over what is picked."""
        count, held = len(self.it.expedition.company), self.picked is not None
        return (
            Binding("Back; lay back what is held", self.cancel, "cancel"),
            *(
                Binding(f"Hand it to number {n + 1}", partial(self._give, n), keys=(str(n + 1),), enabled=held)
                for n in range(min(count, 9))
            ),
            Binding("Lay it down", partial(self._give, count), keys=("0",), enabled=held),
        )

    def cancel(self) -> None:
        """Back to what was held, then to the map."""
        if self.picked is not None:
            self.refresh()
        else:
            self.app.go(OnExpedition(self.it))

    # -- the picture

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        write_heading(target, self, "What the company carries", self.look.px(12))
        for n, column in enumerate(self.columns):
            why = self._refused[n] if self._refused else ""
            tone = LINE if not self._refused else shade(PANEL, GOOD, 0.5) if not why else LINE
            draw_panel(target, column.inflate(4, 4), alpha=255, line=tone, width=2, radius=8)
        self.group.draw(target, self.look)
        for column, why in zip(self.columns, self._refused, strict=False):
            if why:
                self._draw_refusal(target, column, why)
        if self.picked is not None:
            pygame.draw.rect(target, WHITE, self.picked.rect, 2, border_radius=8)
        if self.picked is not None and self.carried_to is not None:
            written = self.look.write(self.picked.text, BODY, TEXT, "semibold")
            plate = written.get_rect(center=self.carried_to).inflate(16, 10)
            draw_panel(target, plate, alpha=240, line=GOOD, width=2, radius=8)
            target.blit(written, written.get_rect(center=plate.center))
        self.group.draw_tip(target, self.look)

    def _draw_refusal(self, target: pygame.Surface, column: pygame.Rect, why: str) -> None:
        """Why somebody can't have it, at the foot of the column."""
        look: Typography = self.look
        lines = look.wrap(f"No: {why}", column.width - look.px(16), SMALL)
        top = column.bottom - len(lines) * look.line(SMALL) - look.px(6)
        for line in lines:
            target.blit(look.write(line, SMALL, BAD_WORD), (column.left + look.px(8), top))
            top += look.line(SMALL)
