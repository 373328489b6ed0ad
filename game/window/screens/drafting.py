"""A battle put together in detail: the map with everybody on it, sides, squads, what is fought for, the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import count

import pygame
from msgspec.structs import replace

from game.files.archives import ENDING, may_hold, pack
from game.files.bounded_reading import is_plain
from game.files.drafting import titled
from game.files.errors import BadFile
from game.files.scenario import Scenario
from game.play.folders import SCENARIOS, output_folder, state_folder
from game.play.preferences import keep_preferences
from game.play.shared import SENT, described
from game.play.start import StartRequest
from game.rules.events import Id
from game.scene.scene import Token
from game.spatial.field import Cell
from game.view.board.camera import Camera
from game.view.widgets.forms import ListBox
from game.view.widgets.layout import Dock, split_row
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import BAD_WORD, LINE, NIGHT, SMALL, draw_panel
from game.view.widgets.widget import Button, Label, Widget
from game.window.controls import WAYS, Binding
from game.window.destinations import Begin, Squads, Sure, Trouble
from game.window.drafting.drafting import Drafting, DraftingPage, OwnSquads, ScenarioDraft
from game.window.drafting.draw import Carrying, DraftPicture
from game.window.drafting.pages import (
    NAMED,
    Bench,
    Recruiting,
    lay_objective,
    lay_rules,
    lay_units,
    point_at,
    trouble_said,
)
from game.window.loop import App, Screen
from game.window.setting_up.forecast import WinForecast
from game.window.setting_up.offers import OfferedSide

PANEL = 364
"""Pixels of the design that the panel at the left is wide."""

BAR = 116
"""Pixels of the bar below the map."""

SHARED = "Map, pictures, units and all, into one file for others"

REMEMBERED = 50
"""Scenarios beside their maps that are offered again."""

PAGES: dict[DraftingPage, str] = {"units": "Units", "objective": "Objective", "rules": "Rules"}


class DraftingScreen(Screen):
    """The panel at the left, the map beside it, what can be done with the whole below the map."""

    room = (1180, 690)
    document: ScenarioDraft

    def __init__(self, app: App, scenario: Scenario, side: str = "") -> None:
        """``side`` is looked at first, if there is one of that name.

        Raises BadFile, BadSetup, UnknownRuleset for a scenario that can't be put on its map.
        """
        super().__init__(app)
        self.draft = Drafting(scenario, app.say)
        self.document = self.draft.document
        if side in [each.name for each in self.document.sides]:
            self.draft.look_at(side)
        self.squads = OwnSquads(self.draft)
        field = self.draft.board.chart.field
        self.camera = Camera(field.width, field.height, app.surface.get_size())
        self.picture = DraftPicture(self.draft.board, self.look)
        self.foretold = WinForecast(self.refresh)
        self.hovered: Id | None = None
        self.carrying = Carrying(self.draft, self.camera)
        self._lists: dict[str, ListBox] = {}
        self._fields: dict[str, TextField] = {}
        self._panel = self._bar = self._map = pygame.Rect(0, 0, 0, 0)
        """The panel at the left, the bar below, and what they leave to the map."""
        self._panning: tuple[int, int] | None = None
        self._gliding = False
        self._fitted = False

    # -- places

    @property
    def listed(self) -> Recruiting | None:
        """The list of those who may be recruited, while it is shown."""
        return next((each for each in self.group.widgets if isinstance(each, Recruiting)), None)

    def layout(self, size: tuple[int, int]) -> None:
        """Everything in its place; the map is fitted in the first time."""
        window = Dock(self.look, pygame.Rect((0, 0), size))
        self._panel, self._bar, self._map = window.left(PANEL), window.bottom(BAR), window.area
        self.camera.fit_into(size, self._map)
        if not self._fitted:
            self._fitted = True
            self.camera.fit()
        self.picture.look = self.look
        self.picture.keep_up(self.draft.board)
        column = Dock(self.look, self._panel, edge=(12, 10)).column(6, 34)
        pages = column.row(*[1] * len(PAGES))
        for page, place in zip(PAGES, pages, strict=True):
            turn = partial(self._turn_to, page)
            column.widgets.append(Button(place, PAGES[page], turn, chosen=page == self.draft.page))
        liveries, after = self.picture.liveries, self.after
        bench = Bench(
            self.draft, self.look, liveries, after, self._middle, self._lists, self._fields, self.squads, self._sure
        )
        if self.draft.page == "units":
            lay_units(bench, column)
        elif self.draft.page == "objective":
            lay_objective(bench, column)
        else:
            lay_rules(bench, column)
        self.group.put([*column.widgets, *self._lay_bar(bench)])

    def _lay_bar(self, bench: Bench) -> list[Widget]:
        draft, document, bar = self.draft, self.document, Dock(self.look, self._bar, 8, edge=(12, 8))
        trouble, above = trouble_said(draft), bar.top(44)
        wanted = self._request()
        self.foretold.keep_to(wanted)
        sides = [OfferedSide(side.name, document.called(side.name), "") for side in document.sides]
        told = self.foretold.widgets(above, self.look, sides, wanted, able=not trouble)
        if trouble:
            words = Dock(self.look, above, 20)
            words.right(pixels=told[-1].rect.width)
            told = [Label(words.area, trouble, SMALL, BAD_WORD), told[-1]]
        places = split_row(bar.area, bar.gap, 6, 6, 14, 10, 6, 12, 6, 8)
        undo, redo, title, keep, share, squads, back, begin = places
        whole = not document.unsaved and is_plain(document.path)
        key = self.key_of
        call = partial(draft.change, titled, run="title")
        return [
            *told,
            Button(undo, "Undo", self._undo, enabled=document.can_undo, tip="Take back", shortcut=key(self._undo)),
            Button(redo, "Redo", self._redo, enabled=document.can_redo, tip="Do it again", shortcut=key(self._redo)),
            bench.field("title", title, document.now.title, call, hint="Name of the battle"),
            Button(keep, "Save scenario", self._keep, tip="Under its name, to be played and changed again"),
            Button(share, "Share", self._share, enabled=whole, tip=SHARED if whole else "Save it first"),
            Button(
                squads, "Look at squads", self._show_squads, enabled=not trouble, tip="Who they are and what they carry"
            ),
            Button(back, "Back", self.cancel, shortcut=key(self.cancel)),
            Button(begin, "Begin", self._begin, enabled=not trouble, chosen=not trouble, tip=trouble),
        ]

    def _sure(self, title: str, text: str, yes: Callable[[], object]) -> None:
        self.app.go(Sure(title, text, yes))

    def _turn_to(self, page: DraftingPage) -> None:
        self.draft.page = page
        self.refresh()

    def _middle(self) -> Cell:
        """The cell of the map in the middle of what is seen of it."""
        x, y = self.camera.spot(self.camera.board.center)
        return int(x), int(y)

    # -- what is done with the whole

    def _request(self) -> StartRequest:
        return StartRequest(self.document.now, rules=self.document.now.rules)

    def _undo(self) -> None:
        self.after(self.draft.attempt)(self.document.undo)

    def _redo(self) -> None:
        self.after(self.draft.attempt)(self.document.redo)

    def _keep(self) -> None:
        """Write the scenario; another one of that name is replaced only if the player says so."""
        path = self.document.target(state_folder(SCENARIOS))
        if is_plain(path) and path != self.document.path:
            self.app.go(Sure("Replace it?", f"There is a scenario {path.stem} already.", self._write))
        else:
            self._write()

    def _write(self) -> None:
        try:
            path = self.document.save(state_folder(SCENARIOS))
        except BadFile as error:
            self.app.say(str(error))
            return
        kept = self.app.preferences.scenarios
        if path.parent != state_folder(SCENARIOS) and str(path) not in kept:
            self.app.preferences.scenarios = (*kept[1 - REMEMBERED :], str(path))
            keep_preferences(self.app.preferences)
        self.app.say(f"Saved, and offered with the other battles: {path}")
        self.refresh()

    def _share(self) -> None:
        """Write the battle as it was saved into one file."""
        stem, title = self.document.path.stem, self.document.now.title
        names = (f"{stem}{'' if each == 1 else f'-{each}'}{ENDING}" for each in count(1))
        out = next(place for name in names if may_hold(place := output_folder(SENT) / name, title))
        try:
            manifest = pack(self.document.path, out)
        except BadFile as error:
            self.app.go(Trouble("This battle can't be shared", str(error)))
        else:
            said = "Whoever gets it drops it on the window of the game. It is here:"
            self.app.go(Trouble("In one file", f"{described(manifest)}. {said}\n{out}"))

    def _show_squads(self) -> None:
        self.app.go(Squads(self._request()))

    def _begin(self) -> None:
        self.app.go(Begin(self._request()))

    @property
    def unsaved(self) -> str:
        """What would be lost if the window closed now: what can't be kept as the last one."""
        return "" if self.document.is_saved_as_last(state_folder(SCENARIOS)) else super().unsaved

    # -- time and picture

    def advance(self, seconds: float) -> None:
        """Tooltips wait, the view glides, the odds come beside the window."""
        self.group.advance(seconds * self.app.tip_pace)
        self.foretold.look()
        if self.app.top is not self:  # what lies over it now gets to know when the button goes up
            self._drop()
        self._gliding = self.camera.advance(seconds)

    @property
    def moving(self) -> bool:
        """While a tooltip is about to be shown, the view glides, or the odds are worked out."""
        return self.group.waiting_for_tip or self.foretold.working or self._gliding

    def leave(self) -> None:
        """Nobody waits for the odds any more; what was not saved lies with the player's scenarios all the same."""
        self.foretold.stop()
        with suppress(BadFile):
            self.document.save_last(state_folder(SCENARIOS))

    def draw(self, target: pygame.Surface) -> None:
        """Draw."""
        target.fill(NIGHT)
        draft = self.draft
        before = target.get_clip()
        target.set_clip(self._map)
        over = Dock(self.look, Dock(self.look, self._map, edge=(12, 12)).right(250), 12)
        foot = Dock(self.look, over.bottom(150))
        room, card = foot.right(220), over.area
        self.picture.minimap.fit(self.camera, room if self.app.preferences.minimap else None)
        self.picture.draw(
            target,
            self.camera,
            draft.board,
            side=draft.side,
            picked=draft.picked,
            hovered=self.hovered,
            offered=self._offered(),
            carried=self.carrying.held,
            grid=self.app.preferences.grid,
            card=card,
            pointer=self.app.pointer,
        )
        target.set_clip(before)
        for area in (self._panel, self._bar):
            draw_panel(target, area, fill=NIGHT, alpha=255, line=LINE, radius=0)
        self.group.draw(target, self.look)
        self.group.draw_tip(target, self.look)

    def _offered(self) -> Token | None:
        """Who is pointed at in the list of those who may be recruited."""
        listed = self.listed
        row = listed.row_at(self.app.pointer) if listed is not None else -1
        units = self.draft.offered() if row >= 0 else []
        standing = units[row].standing if row < len(units) and row >= 0 else None
        return Token(Id(units[row].key), self.draft.side, (0, 0), standing) if standing is not None else None

    # -- pointer and keys

    def handle(self, event: pygame.Event) -> None:
        """The panel's first, then the map's."""
        if event.type == pygame.MOUSEMOTION and self._move(event):
            return
        if event.type == pygame.MOUSEBUTTONUP and self._release(event):
            return
        if event.type == pygame.KEYDOWN and self.carrying.held is not None:  # whoever is carried is not taken away
            self.take_key(event)
        elif self.take_key(event):
            return
        elif self.group.handle(event):
            if event.type == pygame.MOUSEBUTTONDOWN:
                self._hold_unit(event)
        elif self.take_key(event, late=True):
            return
        elif event.type == pygame.MOUSEWHEEL and self._map.collidepoint(self.app.pointer):
            self.camera.zoom_by(1 if event.y > 0 else -1, self.app.pointer)
        elif event.type == pygame.MOUSEBUTTONDOWN and self._map.collidepoint(event.pos):
            self._press(event)

    def _press(self, event: pygame.Event) -> None:
        spot = self.picture.minimap.spot_at(self.camera, event.pos)
        if spot is not None:
            self.camera.look_at(spot)
            return
        who = self._body_at(event.pos)
        if event.button == 2 or (event.button == 1 and who is None and self.draft.page != "objective"):
            self._panning = event.pos
        elif event.button == 1 and self.draft.page == "objective":
            self._aim(event.pos, who)
        elif event.button == 1 and who is not None:
            self.draft.look_at(*self.draft.board.people[who])
            self.carrying.lift(who, self.picture.liveries, event.pos)
            self.refresh()

    def _aim(self, pixel: tuple[int, int], who: Id | None) -> None:
        """Somebody or some ground is meant for the objective."""
        cell = self.camera.cell(pixel)
        if who is not None and self.draft.aim.goal in (*NAMED, "escape"):
            self.draft.aim_at(replace(self.draft.aim, who=self.draft.board.scene.tokens[who].standing.name))
        elif cell is not None:
            point_at(self.draft, cell)
        self.refresh()

    def _body_at(self, pixel: tuple[int, int]) -> Id | None:
        aim = self.draft.board.scene.aim(self.camera.spot(pixel)) if self._map.collidepoint(pixel) else None
        return aim.token if aim is not None else None

    def _hold_unit(self, event: pygame.Event) -> None:
        """Somebody may be dragged out of the list."""
        listed = self.listed
        if event.button == 1 and listed is not None and listed.row_at(event.pos) >= 0:
            self.carrying.lift_unit(self.draft.unit, self.picture.liveries, event.pos)

    def _move(self, event: pygame.Event) -> bool:
        """Carry somebody, pan the view, or see what is pointed at; whether nobody else needs to know."""
        if self._panning is not None:
            self.camera.pan(self._panning[0] - event.pos[0], self._panning[1] - event.pos[1])
            self._panning = event.pos
            return True
        if self.carrying.held is None:
            self.hovered = self._body_at(event.pos)
            return False
        self.carrying.move(event.pos, on_map=self._map.collidepoint(event.pos))
        return True

    def _release(self, event: pygame.Event) -> bool:
        """Let go; whether it was of somebody or of the map."""
        if self._panning is not None:
            self._panning = None
            return True
        held = self.carrying.held
        if self.carrying.put_down():
            self.refresh()
        return held is not None and held.who is not None

    def _drop(self) -> None:
        """Carry nobody any more, and leave everything as it was."""
        self.carrying.held = self._panning = None

    def _nudge(self, step: tuple[int, int]) -> None:
        if self.draft.member is not None:
            self.draft.attempt(self.document.nudge, self.draft.member, step)

    def _zoom(self, by: int) -> None:
        self.camera.zoom_by(by, self._map.midbottom)

    def bindings(self) -> Sequence[Binding]:
        """Keys of what was changed, of whoever is picked and of the view; whoever is carried can only be let go."""
        free, nudge = self.field is None, self.after(self._nudge)
        found = (
            *super().bindings(),
            *(
                Binding(f"Move whoever is picked {way}", partial(nudge, step), keys=(f"shift+{way}",), enabled=free)
                for way, step in WAYS.items()
            ),
            Binding("Take back", self._undo, "undo", late=True),
            Binding("Do it again", self._redo, keys=("ctrl+y", "ctrl+shift+z"), late=True),
            Binding("Take whoever is picked away", self.after(self.draft.remove), keys=("delete",), late=True),
            Binding("Ambush on or off", self.after(self.draft.toggle_ambush), keys=("h",), late=True),
            Binding("Nearer", partial(self._zoom, 1), "zoom in", late=True),
            Binding("Farther", partial(self._zoom, -1), "zoom out", late=True),
        )
        held = self.carrying.held is not None
        return (found[0], *(each._replace(enabled=each.enabled and not held) for each in found[1:]))

    def cancel(self) -> None:
        """Whoever is carried is let go, else the bench is left."""
        if self.carrying.held is not None:
            self._drop()
        else:
            super().cancel()
