"""Where the cells of a picture lie: found, or shown by dragging a square over one of them; with numbers and keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from math import ceil, floor
from pathlib import Path

import pygame
from msgspec.structs import replace

from game.files.errors import BadFile
from game.files.picture_grid import FoundGrid, NoGrid, PictureGrid, find_grid, grid_over
from game.files.pictures import PictureSize, picture_size
from game.files.tiled.corrections import read_corrections, write_corrections
from game.files.tiled.picture import TileImage
from game.scene.board_geometry import Spot
from game.user_error import UserError
from game.view.board.tiles import Tiles
from game.view.widgets.layout import Dock
from game.view.widgets.theme import BODY, FOCUS, INK, LINE, NIGHT, REACH, SMALL, TEXT, TITLE, WARN, WHITE, draw_panel
from game.view.widgets.widget import Button, ChoiceButton, Label, Widget
from game.window.controls import WAYS, Binding
from game.window.loop import App, Screen
from game.window.menu import back_button

NEAREST = 8.0
"""Pixels of the window that one of the picture becomes at most."""

STEP = 1.25
"""How much nearer a step of the wheel goes."""

CLOSEST = 4.0
"""Pixels of the window between two lines below which only every so many-th line is drawn."""


class PictureView:
    """Turns pixels of the picture into those of the window, and back."""

    def __init__(self, path: Path, size: PictureSize) -> None:
        self.size = size
        self.box = pygame.Rect(0, 0, 1, 1)
        """Where it is seen."""
        self.share = 0.0
        """Pixels of the window to one of the picture; 0 before it was ever laid out."""
        self._middle: Spot = (size[0] / 2, size[1] / 2)
        self._tile = TileImage(path)
        self._tiles = Tiles()
        self._kept: tuple[tuple[object, ...], pygame.Surface] | None = None
        """The part that was drawn last: scaling a large picture takes a while."""

    def lay(self, box: pygame.Rect) -> None:
        """It is seen there; at first all of it."""
        self.box = box
        if not self.share:
            self.fit()

    def fit(self) -> None:
        """Show all of it."""
        self.share = min(NEAREST, self.box.width / self.size[0], self.box.height / self.size[1])
        self._middle = self.size[0] / 2, self.size[1] / 2

    def pixel(self, spot: Spot) -> Spot:
        """Where a place of the picture is in the window."""
        x, y = self.box.center
        return x + (spot[0] - self._middle[0]) * self.share, y + (spot[1] - self._middle[1]) * self.share

    def spot(self, pixel: tuple[int, int]) -> Spot:
        """The place of the picture at a pixel of the window."""
        x, y = self.box.center
        return self._middle[0] + (pixel[0] - x) / self.share, self._middle[1] + (pixel[1] - y) / self.share

    def pan(self, across: float, down: float) -> None:
        """Move what is seen by pixels of the window."""
        self._look_at((self._middle[0] + across / self.share, self._middle[1] + down / self.share))

    def zoom(self, steps: int, at: tuple[int, int]) -> None:
        """Go nearer or farther, so that the place under a pixel stays there."""
        held = self.spot(at)
        least = min(NEAREST, self.box.width / self.size[0], self.box.height / self.size[1])
        self.share = max(least, min(NEAREST, self.share * STEP**steps))
        now = self.spot(at)
        self._look_at((self._middle[0] + held[0] - now[0], self._middle[1] + held[1] - now[1]))

    def _look_at(self, spot: Spot) -> None:
        self._middle = max(0.0, min(self.size[0], spot[0])), max(0.0, min(self.size[1], spot[1]))

    def draw(self, target: pygame.Surface, grid: PictureGrid | None) -> None:
        """The picture, and the grid over it."""
        left, top = self.pixel((0, 0))
        key = self.box.topleft, self.box.size, left, top, self.share
        if self._kept is None or self._kept[0] != key:
            part = pygame.Surface(self.box.size)
            part.fill(NIGHT)
            wide, high = self.size[0] * self.share, self.size[1] * self.share
            self._tiles.draw_tile(part, self._tile, (left - self.box.left, top - self.box.top, wide, high))
            self._kept = key, part
        target.blit(self._kept[1], self.box)
        if grid is not None:
            self._draw_grid(target, grid)

    def _draw_grid(self, target: pygame.Surface, grid: PictureGrid) -> None:
        before, ends = target.get_clip(), []
        target.set_clip(self.box)
        first = self.pixel(grid.origin)
        last = self.pixel((grid.origin[0] + grid.size[0] * grid.cell[0], grid.origin[1] + grid.size[1] * grid.cell[1]))
        for axis in (0, 1):
            step = grid.cell[axis] * self.share
            every = max(1, ceil(CLOSEST / step))
            low = max(0, floor((self.box.topleft[axis] - first[axis]) / step) // every * every)
            high = min(grid.size[axis], ceil((self.box.bottomright[axis] - first[axis]) / step))
            for number in range(low, high + 1, every):
                at = round(first[axis] + number * step)
                start, end = round(first[1 - axis]), round(last[1 - axis])
                ends.append(((at, start), (at, end)) if axis == 0 else ((start, at), (end, at)))
        for start_, end_ in ends:
            pygame.draw.line(target, INK, (start_[0] + 1, start_[1] + 1), (end_[0] + 1, end_[1] + 1))
        for start_, end_ in ends:
            pygame.draw.line(target, REACH, start_, end_)
        cell = pygame.Rect(round(first[0]), round(first[1]), 0, 0)
        cell.size = round(grid.cell[0] * self.share) + 1, round(grid.cell[1] * self.share) + 1
        pygame.draw.rect(target, WARN, cell, 2)
        target.set_clip(before)


SIDE = 300
"""Pixels of the design of the panel at the right."""

PAN = 96
"""Pixels that the picture is moved by at once."""

LEAST_DRAG = 6.0
"""Pixels of the picture below which a drag is a slip."""

SPANS = (1, 2, 3, 5, 10)
"""Cells that a square may be dragged over, across and down: over more it is more exact."""

ASKED = (
    "Drag a square over one cell of the picture, from corner to corner. Then see that the lines fit at its far ends."
)
KEYS = "Arrows move the grid by a pixel, with Shift by a tenth; + and - change the cell. Wheel: nearer; right: move."


class GridScreen(Screen):
    """The picture with the grid over it, and the grid's numbers beside."""

    room = (1024, 640)

    def __init__(self, app: App, path: Path, then: Callable[[], object]) -> None:
        """``then`` is done once a grid is kept beside the picture. Raises BadFile."""
        super().__init__(app)
        self.path, self.then = path, then
        self.view = PictureView(path, picture_size(path, whole=True))
        self.found: FoundGrid | None = None
        with suppress(NoGrid):
            self.found = find_grid(path)
        kept = read_corrections(path).grid
        self.grid: PictureGrid | None = kept or (self.found.grid if self.found is not None else None)
        self._panel = pygame.Rect(0, 0, 0, 0)
        self.span = 1
        """Cells that a square is dragged over."""
        self._from: Spot | None = None
        """Where a drag began, on the picture."""
        self._to: Spot = (0.0, 0.0)
        self._panning = False
        self._pointer = (-1, -1)

    # -- laying out

    def layout(self, size: tuple[int, int]) -> None:
        """Put everything in its place."""
        px, window = self.look.px, Dock(self.look, pygame.Rect((0, 0), size))
        self._panel = window.right(SIDE)
        self.view.lay(window.area)
        panel = Dock(self.look, self._panel, 6, edge=(10, 10))
        buttons, column = self._buttons(panel), panel.column(6, 32)
        title = self.look.cut(self.path.name, column.area.width)
        column.put(Label(column.box(px(26)), title, bold=True, colour=TITLE))
        for text, tall in ((self.told, 112), (KEYS, 92)):
            column.put(Label(column.box(px(tall)), text, SMALL, TEXT))
        spans = [(str(span), "one cell" if span == 1 else f"{span} x {span} cells") for span in SPANS]
        tip = "Over more cells at once the grid is found more exactly"
        column.put(ChoiceButton(column.box(), "A drag covers", spans, str(self.span), self._take_span, tip=tip))
        for name, value, change in self._numbers():
            less, shown, more = column.row(2, 9, 2)
            column.widgets.append(Button(less, "−", partial(change, -1), enabled=self.grid is not None))
            column.widgets.append(Label(shown.move(0, px(5)), f"{name} {value}".strip(), BODY, TEXT, centred=True))
            column.widgets.append(Button(more, "+", partial(change, 1), enabled=self.grid is not None))
        self.group.put([*column.widgets, *buttons])

    def _buttons(self, dock: Dock) -> list[Widget]:
        """The ways on and back, at the foot."""
        back, found_again, use = (dock.bottom(40) for _ in range(3))
        able, found = self.grid is not None, self.found is not None
        tip, again = "By the picture's name or its lines", self.key_of(self._as_found)
        return [
            Button(use, "Use this grid", self.use, enabled=able, chosen=True, shortcut=self.key_of(self.use)),
            Button(found_again, "As it was found", self._as_found, enabled=found, tip=tip, shortcut=again),
            back_button(self, back),
        ]

    @property
    def told(self) -> str:
        """How the grid came to be known, or what is to be done."""
        if self.found is None:
            return f"No grid is seen in the picture, and its name says none. {ASKED}"
        if self.grid != self.found.grid:
            return f"Set here. {ASKED}"
        return f"Found {self.found.how}. If it does not fit: {ASKED[0].lower()}{ASKED[1:]}"

    def _numbers(self) -> list[tuple[str, str, Callable[[int], object]]]:
        """The numbers of the grid, each with what makes it larger and smaller."""
        grid = self.dragged or self.grid
        texts = [""] * 5
        if grid is not None:
            (wide, high), (left, top), (columns, rows) = grid.cell, grid.origin, grid.size
            cell = f"{wide:.5g} px" if wide == high else f"{wide:.5g} x {high:.5g} px"
            texts = [cell, f"{left:.5g} px", f"{top:.5g} px", f"{columns}", f"{rows}"]
        changes: list[Callable[[int], object]] = [
            lambda by: self.change(cell=0.5 * by),
            lambda by: self.change(left=by),
            lambda by: self.change(top=by),
            lambda by: self.change(columns=by),
            lambda by: self.change(rows=by),
        ]
        return list(zip(("Cell", "Left", "Top", "Columns", "Rows"), texts, changes, strict=True))

    # -- the grid

    def _take_span(self, span: str) -> None:
        self.span = int(span)
        self.refresh()

    def _as_found(self) -> None:
        if self.found is not None:
            self.grid = self.found.grid
            self.refresh()

    def change(
        self, *, cell: float = 0.0, left: float = 0.0, top: float = 0.0, columns: int = 0, rows: int = 0
    ) -> None:
        """Change the grid by so many pixels, columns and rows; what can't be is left as it is."""
        if self.grid is None:
            return
        (x, y), (wide, high) = self.grid.origin, self.grid.cell
        lengths = round(wide + cell, 3), round(high + cell, 3)
        with suppress(BadFile):
            if columns or rows:
                size = self.grid.size[0] + columns, self.grid.size[1] + rows
                whole = grid_over(self.view.size, self.grid.cell, self.grid.origin)
                if all(1 <= number <= most for number, most in zip(size, whole.size, strict=True)):
                    self.grid = replace(self.grid, size=size)
            else:
                self.grid = grid_over(self.view.size, lengths, (round(x + left, 3), round(y + top, 3)))
        self.refresh()

    @property
    def dragged(self) -> PictureGrid | None:
        """The grid that the square under way makes; None for one that is none."""
        if self._from is None:
            return None
        across, down = abs(self._to[0] - self._from[0]), abs(self._to[1] - self._from[1])
        side = max(across, down) / self.span
        if side < LEAST_DRAG:
            return None
        # A square as long as the drag's longer side, on the side of its beginning to which it goes.
        left, top = (
            begin if end >= begin else begin - side * self.span for begin, end in zip(self._from, self._to, strict=True)
        )
        cell = round(side, 2)
        try:
            return grid_over(self.view.size, (cell, cell), (left, top), whole=True)
        except BadFile:
            return None

    def use(self) -> None:
        """Keep the grid beside the picture, and go on."""
        if self.grid is None:
            return
        try:
            write_corrections(self.path, replace(read_corrections(self.path), grid=self.grid))
        except UserError as error:
            self.app.say(str(error))
            return
        self.app.pop()
        self.then()

    # -- events

    def handle(self, event: pygame.Event) -> None:
        """Drags, the wheel and keys."""
        over = self.view.box.collidepoint(self._pointer)
        if self.take_key(event):
            return
        if event.type == pygame.KEYDOWN:
            self.group.handle(event)
        elif event.type == pygame.MOUSEWHEEL and over:
            self.view.zoom(event.y, self._pointer)
        elif event.type == pygame.MOUSEBUTTONDOWN and self.view.box.collidepoint(event.pos):
            self._pointer = event.pos
            self._panning = event.button != 1
            if event.button == 1:
                self._from = self._to = self.view.spot(event.pos)
        elif event.type == pygame.MOUSEMOTION and (self._panning or self._from is not None):
            before, self._pointer = self._pointer, event.pos
            if self._panning:
                self.view.pan(before[0] - event.pos[0], before[1] - event.pos[1])
            else:
                self._to = self.view.spot(event.pos)
                self.refresh()
        elif event.type == pygame.MOUSEBUTTONUP and (self._panning or self._from is not None):
            self.grid = self.dragged or self.grid
            self._panning, self._from = False, None
            self.refresh()
        else:
            if event.type == pygame.MOUSEMOTION:
                self._pointer = event.pos
            self.group.handle(event)

    def bindings(self) -> Sequence[Binding]:
        """Keys of the grid and of the view."""
        view, middle, focus = self.view, self.view.box.center, self.group.focus
        found = [
            Binding("Back; give up the square under way", self.cancel, "cancel"),
            Binding("Use this grid", self.use, "confirm", enabled=focus is None),
            Binding("As it was found", self._as_found, keys=("f",)),
            Binding("The whole picture", view.fit, keys=("home",)),
            Binding("Nearer", partial(view.zoom, 1, middle), "zoom in"),
            Binding("Farther", partial(view.zoom, -1, middle), "zoom out"),
        ]
        for words, signs, by in (("Larger cells", ("+", "="), 1), ("Smaller cells", ("-",), -1)):
            finely = tuple(f"shift+{sign}" for sign in signs)
            found.append(Binding(words, partial(self.change, cell=0.5 * by), keys=signs))
            found.append(Binding(f"{words}, finely", partial(self.change, cell=0.1 * by), keys=finely))
        for way, (across, down) in WAYS.items():
            free = not across or not isinstance(focus, ChoiceButton)
            finely_moved = partial(self.change, left=0.1 * across, top=0.1 * down)
            found += [
                Binding(f"Grid {way}", partial(self.change, left=across, top=down), keys=(way,), enabled=free),
                Binding(f"Grid {way}, finely", finely_moved, keys=(f"shift+{way}",)),
                Binding(f"View {way}", partial(view.pan, across * PAN, down * PAN), keys=(f"ctrl+{way}",)),
            ]
        return found

    def cancel(self) -> None:
        """The square under way is given up, else the screen is left."""
        if self._from is not None:
            self._from = None
        else:
            super().cancel()

    # -- drawing

    def draw(self, target: pygame.Surface) -> None:
        """The picture, its grid, the square under way, and the panel."""
        target.fill(NIGHT)
        dragged = self.dragged
        self.view.draw(target, dragged or self.grid)
        if dragged is not None and self._from is not None:
            side = dragged.cell[0] * self.span * self.view.share
            x, y = self.view.pixel(self._from)
            left = x if self._to[0] >= self._from[0] else x - side
            top = y if self._to[1] >= self._from[1] else y - side
            box = pygame.Rect(round(left), round(top), round(side), round(side))
            pygame.draw.rect(target, WHITE, box.inflate(4, 4), 2)
            pygame.draw.rect(target, FOCUS, box, 3)
        draw_panel(target, self._panel, fill=NIGHT, alpha=255, line=LINE, radius=0)
        self.group.draw(target, self.look)
        self.group.draw_tip(target, self.look)
