"""The map doctor: shows what was read in a map, lets a player correct it, and keeps the corrections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pygame

from game.files.map_edit import MapEdit
from game.files.tiled import Chart, read_map
from game.files.tiled.corrections import write_corrections
from game.play.preferences import is_ours, remember
from game.user_error import UserError
from game.view.board.camera import Camera
from game.view.board.map_edit_board import KINDS, ZOOMS, MapEditBoard
from game.view.panels.map_edit_words import told
from game.view.widgets.forms import ListBox
from game.view.widgets.layout import Dock
from game.view.widgets.progress import draw_running
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import LINE, NIGHT, SMALL, TITLE, draw_panel
from game.view.widgets.widget import Label, Widget
from game.window.controls import Binding
from game.window.destinations import DrawGrid, EditMap, SetUp
from game.window.doctor import panels
from game.window.doctor.background_jobs import BackgroundTasks, allow_reading, copy_of
from game.window.doctor.panels import Details, draw_foot
from game.window.doctor.pointer_tools import Hand, draw_brush
from game.window.doctor.tools import TOOLS, Tool, ToolSettings
from game.window.doctor.wand import Wand
from game.window.loop import App, Screen

PAN = 96
"""Pixels that an arrow key moves the map by."""


class DoctorScreen(Screen):
    """The map in the middle, tools at the left, what was found at the right."""

    room = (1120, 716)
    document: MapEdit

    def __init__(self, app: App, chart: Chart) -> None:
        super().__init__(app)
        self.chart = chart
        self.document = MapEdit(chart)
        self.setting = ToolSettings()
        self.hand = Hand(self.document, self.setting)
        self.details = Details(self.document, self.setting, self.refresh)
        self.shown = {name for name, _, _ in KINDS}
        if not chart.read.zones:
            self.shown.discard("zones")  # working them out takes a while: who wants to see them asks
        self.board = MapEditBoard(self.document, self.shown)
        self.wand = Wand(self.document, self.setting, self.board.layers)
        size = app.surface.get_size()
        self.camera = Camera(chart.read.width, chart.read.height, size, ZOOMS[-1], ZOOMS)
        self.entries = chart.report.entries
        self.finding = -1
        """The line of the report that is picked."""
        self.errands = BackgroundTasks(app)
        self._clock = 0.0
        self._panning = False
        self._pointer = (-1, -1)
        self._placed = False
        self._frames = (pygame.Rect(0, 0, 0, 0),) * 3
        """The panels at the left, at the right and below the map."""
        remember(app.preferences, chart.path)

    # -- laying out

    def layout(self, size: tuple[int, int]) -> None:
        """Put everything in its place."""
        window = Dock(self.look, pygame.Rect((0, 0), size))
        left, right, foot = window.left(panels.LEFT), window.right(panels.RIGHT), window.bottom(panels.FOOT)
        self._frames = left, right, foot
        self.camera.fit_into(size, window.area)
        if not self._placed:
            self.camera.fit()
            self._placed = True
        within = Dock(self.look, left, edge=(8, 6)).area
        take, after, key = self._take, self.after, self.app.keys.shown
        widgets = panels.palette(self.look, within, self.setting, self.document, take=take, after=after, key=key)
        side = Dock(self.look, right, 5, edge=(8, 6))
        side.bottom(pixels=foot.height)
        widgets += self._side(side)
        before = [widget for widget in self.group.widgets if isinstance(widget, TextField)]
        kept = self.group.focus if isinstance(self.group.focus, TextField) else None
        self.group.put(widgets)
        fields = [widget for widget in widgets if isinstance(widget, TextField)]
        if kept is not None and fields:  # whoever types a name goes on typing
            self.group.focus = field = fields[min(before.index(kept), len(fields) - 1)]
            field.caret, field.anchor = min(kept.caret, len(field.text)), min(kept.anchor, len(field.text))

    def _side(self, side: Dock) -> list[Widget]:
        look, below = self.look, side.bottom(self.details.high)
        files = panels.file_buttons(look, side.area, self.document, self._file_buttons())
        side.top(pixels=files[-1].rect.bottom - side.area.top)
        shown = panels.legend(side.area, look, self.shown, self._show)
        side.top(pixels=shown[-1].rect.bottom - side.area.top)
        heading = Label(side.top(pixels=look.pitch(20)), "What was read", SMALL, TITLE, bold=True)
        findings = panels.findings(side.area, look, self.entries, self.finding, self._find)
        return [*files, *shown, heading, findings, *self.details.widgets(below, look)]

    def _file_buttons(self) -> list[panels.FileButton]:
        free, chart, ours = not self.errands.errand, self.chart, is_ours(self.chart.path)
        found: list[panels.FileButton] = [
            ("Play here", self._play, panels.PLAY, "", free),
            ("Back", self.cancel, "", self.app.keys.shown("cancel"), True),
            (
                "Save",
                self._save,
                panels.OURS if ours else panels.BESIDE,
                "Ctrl+S",
                free and self.document.unsaved and not ours,
            ),
            ("Copy for Tiled", self._copy, panels.COPY, "", free),
        ]
        if chart.grid is not None:
            wide, high = chart.grid.size
            found.append((f"Grid: {wide} x {high} cells", self._draw_grid, panels.GRID, "", free))
        if chart.wanted is not None:
            tip = f"Some tilesets or pictures lie outside its folder; maps below {chart.wanted} may read them then"
            found.append((f"Allow {chart.wanted}", self._allow, tip, "", True))
        return found

    def refresh(self) -> None:
        """Everything anew, with what the wand has found; what is worked out beside the window waits a little."""
        self.wand.update()
        super().refresh()
        self.errands.hold()

    # -- what buttons do

    def _take(self, tool: Tool) -> None:
        self.setting.tool, self.setting.linking = tool, False
        self.wand.drop()
        if tool.group in ("zones", "starts", "features") and tool.group not in self.shown:
            self.shown.add(tool.group)
            self._show()
        self.refresh()

    def _show(self) -> None:
        self.board.show(self.shown)
        self.refresh()

    def _find(self, index: int) -> None:
        if index >= len(self.entries):
            return
        self.finding = index
        cell = self.entries[index].cell
        if cell is not None:
            if self.camera.zoom < 24:
                self.camera.choose_zoom(24)
            self.camera.look_at((cell[0] + 0.5, cell[1] + 0.5), glide=not self.app.preferences.calm)

    def _allow(self) -> None:
        if self.chart.wanted is not None and allow_reading(self.app, self.chart.wanted):
            self._read()

    def _read(self) -> None:
        """Read the map anew, with what is said of it now."""
        path, said = self.chart.path, self.document.corrections()
        self.errands.do("Reading the map", lambda: read_map(path, said), self._read_anew)

    def _read_anew(self, chart: Chart) -> None:
        """The map itself has changed: begin with it anew, with what is said of it."""
        if self.document.corrections() != chart.corrections:  # somebody has gone on painting meanwhile
            self._read()
            return
        stand = self.camera.stand
        unsaved = self.document.unsaved
        self.chart, self.document = chart, MapEdit(chart)
        if unsaved:
            self.document.forget_saved()
        self.hand = Hand(self.document, self.setting)
        self.details = Details(self.document, self.setting, self.refresh)
        self.board = MapEditBoard(self.document, self.shown)
        self.wand = Wand(self.document, self.setting, self.board.layers)
        self.entries, self.finding = chart.report.entries, -1
        self.camera.stand = stand

    def _save(self) -> bool:
        """Keep the corrections beside the map; whether that could be done."""
        said = self.document.corrections()
        try:
            file = write_corrections(self.chart.path, said)
        except UserError as error:
            self.app.say(str(error))
            return False
        self.document.saved()
        self.app.say(
            f"Saved beside the map: {file.name}" if said else "Nothing is corrected any more; its file is gone."
        )
        self.errands.do("Reading the map", lambda: read_map(self.chart.path), self._take_report)
        return True

    def _take_report(self, chart: Chart) -> None:
        self.entries, self.finding = chart.report.entries, -1

    def _write_copy(self, then: Callable[[Path], object]) -> None:
        """Have a copy written with what is said now; painting goes on meanwhile."""
        path, said = self.chart.path, self.document.corrections()
        self.errands.do("Writing the copy", lambda: copy_of(path, said), then)

    def _copy(self) -> None:
        def tell(copy: Path) -> None:
            remember(self.app.preferences, copy)
            self.app.say(f"Written: {copy}")

        self._write_copy(tell)

    def _play(self) -> None:
        if is_ours(self.chart.path) and self.document.unsaved:
            path, said = self.chart.path, self.document.corrections()
            copied = partial(self._write_copy, self._set_up)
            self.errands.do("Reading the map", lambda: read_map(path, said), lambda chart: self._go(chart, copied))
        elif not self.document.unsaved or self._save():
            self._set_up(self.chart.path)

    def _draw_grid(self) -> None:
        """Say where the cells lie, and look the map over anew."""
        path = self.chart.path

        def again() -> None:
            self.app.pop()
            self.app.go(EditMap(path))

        if not self.document.unsaved or self._save():
            self.app.go(DrawGrid(path, again))

    def _set_up(self, path: Path) -> None:
        remember(self.app.preferences, path)
        there = partial(self.app.go, SetUp(path))
        self.errands.do("Reading the map", lambda: read_map(path), lambda chart: self._go(chart, there))

    def _go(self, chart: Chart, on: Callable[[], object]) -> None:
        """Go on to the battle if there can be one; else say what is in its way."""
        if chart.playable():
            self._take_report(chart)
            self.app.say(f"No battle can begin here yet: {chart.playable()[0]}")
        else:
            on()

    # -- time

    @property
    def moving(self) -> bool:
        """While something is worked out, or the view glides, or a tooltip is due."""
        glides = self.camera.gliding or self.group.waiting_for_tip
        return glides or bool(self.errands.words) or self._wants_zones

    @property
    def _wants_zones(self) -> bool:
        return "zones" in self.shown and self.document.layout_of != self.document.version

    def advance(self, seconds: float) -> None:
        """Time passes; what was worked out beside the window is taken up."""
        self.group.advance(seconds * self.app.tip_pace)
        self.camera.advance(seconds)
        self._clock += seconds
        if self.hand.busy:
            self.errands.hold()
            if self.app.top is not self:  # what lies over it now gets to know when the button goes up
                self.hand.release()
        if self.errands.settle() and self.app.pile and self.app.top is self:
            self.refresh()
        if "zones" in self.shown and self.errands.find_zones(self.document, seconds):
            self.app.stale = True

    def leave(self) -> None:
        """Nobody waits for anything any more."""
        self.errands.drop()

    # -- events

    def handle(self, event: pygame.Event) -> None:
        """Keys, strokes and the wheel."""
        if event.type == pygame.KEYDOWN:
            if not self.take_key(event) and not self.hand.busy:
                self.group.handle(event)
        elif event.type == pygame.MOUSEWHEEL:
            if self.camera.board.collidepoint(self._pointer):
                self.camera.zoom_by(event.y, self._pointer)
            else:
                self.group.handle(event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._pointer = event.pos
            if not self.camera.board.collidepoint(event.pos):
                self.group.handle(event)
            elif event.button != 1 or self.setting.tool.name == "look":
                self._panning = event.button in (1, 2, 3)
            elif self.setting.tool.name == "wand":
                self.group.focus = None
                self.after(self.wand.press)(self.camera.spot(event.pos))
            else:
                self.group.focus = None
                self.hand.press(self.camera.spot(event.pos))
        elif event.type == pygame.MOUSEMOTION:
            self._move(event)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._panning = False
            if self.hand.busy and event.button == 1:
                self.hand.release()
                self.refresh()
            else:
                self.group.handle(event)

    def _move(self, event: pygame.Event) -> None:
        before, self._pointer = self._pointer, event.pos
        if self._panning:
            self.camera.pan(before[0] - event.pos[0], before[1] - event.pos[1])
        elif self.hand.busy or self.camera.board.collidepoint(event.pos):
            self.hand.move(self.camera.spot(event.pos))
            if not self.hand.busy:
                self.group.handle(event)
        else:
            self.hand.at = None
            self.group.handle(event)

    def cancel(self) -> None:
        """What is begun is given up, else the map doctor is left."""
        if self.hand.busy:
            self.after(self.hand.give_up)()
        elif self.wand.busy:
            self.after(self.wand.drop)()
        else:
            super().cancel()

    def bindings(self) -> Sequence[Binding]:
        """Keys of the map's file, the view and the tools; a stroke is ended with the tool that it was begun with."""
        back = Binding("Back; give up what is begun", self.cancel, "cancel")
        if self.hand.busy:
            return (back,)
        focus, camera, after, redo = self.group.focus, self.camera, self.after, self.after(self.document.redo)
        free = not isinstance(focus, TextField)
        open_ = free and not isinstance(focus, ListBox)
        at = self._pointer if camera.board.collidepoint(self._pointer) else camera.board.center
        enter, wand = after(partial(self.wand.enter, camera.spot(at))), self.setting.tool.name == "wand"
        return (
            back,
            Binding("Take back", after(self.document.undo), "undo"),
            Binding("Do it again", redo, keys=("ctrl+y", "ctrl+shift+z")),
            Binding("Save", self._save_changes, keys=("ctrl+s",)),
            Binding(
                "Brush smaller, wand takes less", after(partial(self.setting.resize, -1)), keys=("[",), enabled=free
            ),
            Binding("Brush larger, wand takes more", after(partial(self.setting.resize, 1)), keys=("]",), enabled=free),
            Binding("Map left", partial(camera.pan, -PAN, 0), keys=("left",), enabled=free),
            Binding("Map right", partial(camera.pan, PAN, 0), keys=("right",), enabled=free),
            Binding("Map up", partial(camera.pan, 0, -PAN), keys=("up",), enabled=open_),
            Binding("Map down", partial(camera.pan, 0, PAN), keys=("down",), enabled=open_),
            Binding("Nearer", partial(camera.zoom_by, 1, camera.board.center), "zoom in", enabled=free),
            Binding("Farther", partial(camera.zoom_by, -1, camera.board.center), "zoom out", enabled=free),
            Binding("The whole map", camera.fit, keys=("home",), enabled=free),
            Binding("Make the walls that are shown", enter, keys=("return",), enabled=wand and focus is None),
            Binding("Take the feature away", self.details.take_away, keys=("delete",), enabled=free),
            *(Binding(it.title, partial(self._take, it), keys=(it.key,), enabled=free) for it in TOOLS if it.key),
        )

    def _save_changes(self) -> None:
        if self.document.unsaved and not is_ours(self.chart.path):
            self._save()

    # -- drawing

    def draw(self, target: pygame.Surface) -> None:
        """The map, the brush, and the panels over them."""
        self.board.draw(target, self.camera, self.look, picked=self.details.picked)
        self.wand.draw(target, self.camera)
        if self.hand.busy or self.camera.board.collidepoint(self._pointer):
            draw_brush(target, self.camera, self.hand, self._pointer)
        foot = self._frames[-1]
        for box in self._frames:
            draw_panel(target, box, fill=NIGHT, alpha=255, line=LINE, radius=0)
        draw_foot(target, self.look, foot, self._told())
        if self.errands.words:
            draw_running(
                target, self.look, (foot.centerx, foot.top - self.look.px(32)), self.errands.words, self._clock
            )
        self.group.draw(target, self.look)
        self.group.draw_tip(target, self.look)

    def _told(self) -> list[str]:
        """What the cell under the pointer is and why; else the finding that is picked, or what is in hand."""
        if self.setting.linking:
            return ["Click the door or portcullis that the lever moves", "Anything else leaves it as it is."]
        if self.wand.busy:
            return self.wand.told
        cell = self.camera.cell(self._pointer) if self.camera.board.collidepoint(self._pointer) else None
        if cell is not None:
            return told(self.document, cell)
        if 0 <= self.finding < len(self.entries):
            return [self.entries[self.finding].text]
        keys = self.app.keys.shown("help")
        return [self.setting.tool.tip, f"Wheel: nearer and farther. Right button: move the map. {keys}: all keys."]
