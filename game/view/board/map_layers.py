"""Draws the map: its layers in their true order, shadows of walls, doors as they stand.

The map is kept in square chunks for each zoom, made when they first come into view, so that a frame costs a few copies
whatever the map's size.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property, partial
from itertools import accumulate
from math import ceil, floor, gcd
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import pygame

from game.files.tiled.chart import edge_pieces
from game.files.tiled.picture import Picture, PictureLayer, Placed, TileImage
from game.spatial.field import Cell, EdgeState, Field
from game.view.board.camera import Camera
from game.view.board.tiles import Tiles
from game.view.widgets.art import picture, ready
from game.view.widgets.picture_cache import PictureCache
from game.view.widgets.theme import INK, NIGHT

DEPTH = 4
"""Cells from the rim inwards whose pictures are repeated outside."""

FADE = 6
"""Cells outside the rim over which the ground fades."""

NEAR, FAR = 150, 214
"""How dark it is just outside the rim, and from the end of the fading on, of 255: more than what nobody sees of the map
itself."""

EDGES_KEPT = 4_000_000
"""Pixels of cells that are kept."""

PaintCells = Callable[[pygame.Surface, int, pygame.Rect], None]
"""Paints a part of the map, given in cells, at so many pixels to a cell."""


class MapEdge:
    """The surroundings of one map, for any part of the plane around it and any zoom."""

    def __init__(self, field: Field, paint: PaintCells, depth: Callable[[Cell], int], *, goes_on: bool = True) -> None:
        """``depth``: how many pictures lie on one another in a cell; ``goes_on``: its cells can be repeated, which are
        no pieces of one picture."""
        self._field, self._paint, self._depth, self._goes_on = field, paint, depth, goes_on
        self._kept = PictureCache(EDGES_KEPT)
        self._sources: dict[tuple[Cell, int, int], list[Cell]] = {}

    def draw(self, target: pygame.Surface, zoom: int, area: pygame.Rect) -> None:
        """Draw what of an ``area`` in cells lies outside the map, onto a picture of that area."""
        field = self._field
        if not self._goes_on:
            self._frame(target, zoom, area)
            return
        inside = area.clip(pygame.Rect(0, 0, field.width, field.height))
        for y in range(area.top, area.bottom):
            for x in range(area.left, area.right):
                if not inside.collidepoint(x, y):
                    cell = self._picture(zoom, self.source(x, y))
                    target.blit(cell, ((x - area.left) * zoom, (y - area.top) * zoom))
        self._darken(target, zoom, area)
        self._draw_rim(target, zoom, area)

    def _frame(self, target: pygame.Surface, zoom: int, area: pygame.Rect) -> None:
        """Darkness round a picture."""
        field = self._field
        before = target.copy()
        inner = pygame.Rect(-area.left * zoom, -area.top * zoom, field.width * zoom, field.height * zoom)
        target.fill(NIGHT)
        target.blit(before, inner, inner)
        self._draw_rim(target, zoom, area)

    def _draw_rim(self, target: pygame.Surface, zoom: int, area: pygame.Rect) -> None:
        field = self._field
        rim = pygame.Rect(-area.left * zoom, -area.top * zoom, field.width * zoom, field.height * zoom)
        line = max(2, zoom // 20)
        pygame.draw.rect(target, INK, rim.inflate(2 * line, 2 * line), line)

    def source(self, x: int, y: int) -> Cell:
        """The cell of the map that is shown again at a place outside: of the same ground as the nearest one."""
        width, height = self._field.width, self._field.height
        nearest = max(0, min(width - 1, x)), max(0, min(height - 1, y))
        inwards = (nearest[0] == 0) - (nearest[0] == width - 1), (nearest[1] == 0) - (nearest[1] == height - 1)
        across = inwards[0] if x != nearest[0] else 0
        down = inwards[1] if y != nearest[1] else 0
        clear = self._clear(nearest, across, down)
        return clear[scatter(x, y) % len(clear)]

    def _clear(self, nearest: Cell, across: int, down: int) -> list[Cell]:
        """The cells that may be shown beyond one at the rim, found once: those inwards of it, ``across`` and ``down``
        by -1, 0 or 1.
        """
        known = self._sources.get((nearest, across, down))
        if known is not None:
            return known
        width, height = self._field.width, self._field.height
        at_rim, nearest = nearest, self._plain(nearest, (not across, not down))
        name = self._field.at(nearest).name
        found = [
            cell
            for deep in range(DEPTH)
            if 0 <= (cell := (nearest[0] + across * deep, nearest[1] + down * deep))[0] < width
            and 0 <= cell[1] < height
            and self._field.at(cell).name == name
        ]
        least = min(map(self._depth, found))  # what was put on the ground there is no pattern of the ground
        bare = [cell for cell in found if self._depth(cell) == least]
        clear = [cell for cell in bare if not self._overhung(cell)] or bare
        self._sources[at_rim, across, down] = clear
        return clear

    def _overhung(self, cell: Cell) -> bool:
        """Whether something beside a free cell may reach over it, such as the crown of a tree."""
        field = self._field
        around = [(cell[0] + dx, cell[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        beside = [field.at((x, y)) for x, y in around if 0 <= x < field.width and 0 <= y < field.height]
        return not field.at(cell).blocks_move and any(ground.blocks_move for ground in beside)

    def _plain(self, cell: Cell, along: tuple[bool, bool]) -> Cell:
        """A cell at the rim, or one near it along the rim where there is only a tree or the like: no rows of these."""
        field = self._field

        def near(far: int) -> Cell:
            x, y = cell[0] + far * along[0], cell[1] + far * along[1]
            return max(0, min(field.width - 1, x)), max(0, min(field.height - 1, y))

        ground = field.at(cell)
        alike = [field.at(near(far)).name == ground.name for far in range(-2, 3)]
        run = any(all(alike[start : start + 3]) for start in range(3))
        if run or not (ground.blocks_move or ground.blocks_sight or ground.cost > 1):
            return cell
        others = (near(side * far) for far in range(1, 6) for side in (-1, 1))
        free = (at for at in others if not field.at(at).blocks_move and field.at(at).cost == 1)
        return next(free, cell)

    def _picture(self, zoom: int, cell: Cell) -> pygame.Surface:
        """A cell as it is drawn, without what hides tokens; rock where nothing is drawn."""
        return self._kept.get((zoom, cell), lambda: self._paint_cell(zoom, cell))

    def _paint_cell(self, zoom: int, cell: Cell) -> pygame.Surface:
        drawn = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
        self._paint(drawn, zoom, pygame.Rect(*cell, 1, 1))
        made = pygame.Surface((zoom, zoom))
        made.blit(picture(f"terrain/wall_top_{scatter(*cell) % 4 + 1}", zoom), (0, 0))
        made.blit(drawn, (0, 0))
        return made

    def _darken(self, target: pygame.Surface, zoom: int, area: pygame.Rect) -> None:
        """The farther from the map, the darker, up to ``FAR``."""
        far = np.hypot(
            _beyond(area.left, area.width, self._field.width, zoom)[:, None],
            _beyond(area.top, area.height, self._field.height, zoom)[None, :],
        )
        share = np.minimum(far / FADE, 1)
        veil = pygame.Surface(target.get_size(), pygame.SRCALPHA)
        veil.fill(NIGHT)
        alpha = pygame.surfarray.pixels_alpha(veil)
        alpha[:] = np.where(far > 0, NEAR + (FAR - NEAR) * share * (2 - share), 0)
        del alpha
        target.blit(veil, (0, 0))


def _beyond(first: int, cells: int, length: int, zoom: int) -> npt.NDArray[np.float32]:
    """How far each column, or row, of pixels lies outside the map, in cells."""
    at = (np.arange(cells * zoom, dtype=np.float32) + np.float32(0.5)) / zoom + first
    return np.maximum(np.maximum(-at, at - length), 0)


def scatter(x: int, y: int) -> int:
    """A number that looks drawn by lot and is the same every time, for a cell of the map or outside it."""
    return ((x * 73856093) ^ (y * 19349663)) >> 5


BLOCK_PIXELS = 128
"""About the side of a block, in pixels of the screen."""

BLOCKS_KEPT = 16_000_000
"""Pixels of painted blocks that are kept, about 64 MB; those used longest ago go first."""


class Painter(Protocol):
    """Paints a part of the map, in cells, as it is so many milliseconds on."""

    def __call__(self, surface: pygame.Surface, zoom: int, area: pygame.Rect, *, above: bool, time: int) -> None:
        """Paint what lies under the tokens, or ``above`` them."""


def frame_at(tile: TileImage, time: int, cell: Cell) -> int:
    """The number of the picture that an animated tile in a cell shows so many milliseconds on."""
    return timing_of(tile, cell).frame(time)


def image_at(tile: TileImage, time: int, cell: Cell) -> TileImage:
    """What a tile in a cell looks like so many milliseconds on."""
    return tile.frames[frame_at(tile, time, cell)].image if tile.frames else tile


def placed_in(put: Placed, cell: tuple[int, int]) -> Cell:
    """The cell that a picture which was put down freely counts as lying in; ``cell``: map pixels to one."""
    return int(put.x // cell[0]), int(put.y // cell[1])


class Timing(NamedTuple):
    """When an animated tile shows which of its pictures."""

    ends: tuple[int, ...]
    """Milliseconds at which each picture ends, from the first's beginning on."""
    ahead: int = 0
    """Milliseconds by which it is ahead of its first picture."""

    def frame(self, time: int) -> int:
        """The number of the picture."""
        return bisect_right(self.ends, (time + self.ahead) % self.ends[-1])


def timing_of(tile: TileImage, cell: Cell) -> Timing:
    """When an animated tile in a cell shows which of its pictures."""
    ends = tuple(accumulate(frame.lasts for frame in tile.frames))
    if not tile.scattered:
        return Timing(ends)
    step = gcd(*(frame.lasts for frame in tile.frames))  # all change at the same moments: fewer pictures are drawn
    return Timing(ends, scatter(*cell) * step % ends[-1])


class _Block:
    """Some cells of the map, and the ways in which animated tiles that reach into them change."""

    def __init__(self, area: pygame.Rect) -> None:
        self.area = area
        self.timings: list[int] = []
        """Their numbers, each once: tiles that change alike need not be told apart."""

    def look(self, frames: Sequence[int]) -> tuple[int, ...]:
        """Which pictures its tiles show; ``frames``: by the number of a timing."""
        return tuple([frames[number] for number in self.timings])


class MovingTiles:
    """What moves on a map."""

    def __init__(self, shown: Picture, paint: Painter) -> None:
        self._shown, self._paint = shown, paint
        self._blocks: dict[tuple[int, bool], dict[Cell, _Block]] = {}
        """By cells along a block's side, and whether it lies above the tokens."""
        self._painted = PictureCache(BLOCKS_KEPT)

    @cached_property
    def _numbered(self) -> tuple[tuple[Timing, ...], list[tuple[pygame.Rect, int, bool]]]:
        """All timings; by animated tile the cells that it reaches over, its timing's number, whether it is above."""
        numbers: dict[Timing, int] = {}
        tiles = [
            (cells, numbers.setdefault(timing, len(numbers)), above) for cells, timing, above in _reaching(self._shown)
        ]
        return tuple(numbers), tiles

    def draw(self, target: pygame.Surface, camera: Camera, time: int, *, above: bool) -> None:
        """Draw the blocks that look otherwise than the map was painted, which is as it begins; all that lie above."""
        frames, begun = self._frames(time), self._frames(0)
        for block, at in self._seen(camera, target.get_clip(), above):
            look = block.look(frames)
            if above or look != block.look(begun):
                target.blit(self._picture(block, look, camera.zoom, time, above), at)

    def stirred(self, camera: Camera, room: pygame.Rect, since: int, now: int) -> list[pygame.Rect]:
        """Where in a room, in pixels of the window, the map looks otherwise than it did at another time."""
        before, after = self._frames(since), self._frames(now)
        return [
            pygame.Rect(at, (block.area.width * camera.zoom, block.area.height * camera.zoom))
            for above in (False, True)
            for block, at in self._seen(camera, room, above)
            if block.look(before) != block.look(after)
        ]

    def _frames(self, time: int) -> list[int]:
        """The number of the picture by the number of a timing."""
        return [timing.frame(time) for timing in self._numbered[0]]

    def clear_from(self, surface: pygame.Surface, zoom: int, area: pygame.Rect) -> None:
        """Leave the blocks above the tokens out of a part of the map that was painted."""
        for block in self._of(zoom, above=True).values():
            left, top = (block.area.left - area.left) * zoom, (block.area.top - area.top) * zoom
            surface.fill((0, 0, 0, 0), (left, top, block.area.width * zoom, block.area.height * zoom))

    def _seen(self, camera: Camera, room: pygame.Rect, above: bool) -> Iterator[tuple[_Block, tuple[int, int]]]:
        """The blocks in a room of the window, and where their top left corners are."""
        zoom = camera.zoom
        for block in self._of(zoom, above).values():
            at = camera.pixel(block.area.topleft)
            if room.colliderect((*at, block.area.width * zoom, block.area.height * zoom)):
                yield block, at

    def _of(self, zoom: int, above: bool) -> dict[Cell, _Block]:
        side = max(1, BLOCK_PIXELS // zoom)
        if (side, above) not in self._blocks:
            self._blocks[side, above] = self._divided(side, above)
        return self._blocks[side, above]

    def _divided(self, side: int, above: bool) -> dict[Cell, _Block]:
        """The blocks of so many cells a side that an animated tile reaches into."""
        found: dict[Cell, _Block] = {}
        whole = pygame.Rect(0, 0, self._shown.width, self._shown.height)
        for cells, timing, high in self._numbered[1]:
            reach = cells.clip(whole)
            if high != above or not reach.width or not reach.height:
                continue
            for row in range(reach.top // side, (reach.bottom - 1) // side + 1):
                for column in range(reach.left // side, (reach.right - 1) // side + 1):
                    area = pygame.Rect(column * side, row * side, side, side).clip(whole)
                    block = found.setdefault((column, row), _Block(area))
                    if timing not in block.timings:
                        block.timings.append(timing)
        return found

    def _picture(self, block: _Block, look: tuple[int, ...], zoom: int, time: int, above: bool) -> pygame.Surface:
        def paint() -> pygame.Surface:
            size = block.area.width * zoom, block.area.height * zoom
            surface = pygame.Surface(size, pygame.SRCALPHA) if above else pygame.Surface(size)
            self._paint(surface, zoom, block.area, above=above, time=time)
            return ready(surface) if above else surface

        return self._painted.get((zoom, block.area.topleft, above, look), paint)


def _reaching(shown: Picture) -> Iterator[tuple[pygame.Rect, Timing, bool]]:
    """The animated tiles of a map: the cells that each reaches over, when it shows what, and whether that is above."""
    across, down = shown.cell
    for layer in shown.layers:
        if not layer.visible:
            continue
        left, top = layer.offset[0] / across, layer.offset[1] / down
        for index, number in enumerate(layer.tiles):
            tile = shown.tiles[number]
            if tile.frames:
                y, x = divmod(index, shown.width)
                yield _covered(shown, tile, x + left, y + 1 + top), timing_of(tile, (x, y)), layer.above
        for put in layer.placed:
            tile = shown.tiles[put.tile]
            if tile.frames:
                x0, y0, wide, high = put.x / across, put.y / down, put.width / across, put.height / down
                far = wide + high if put.rotation else 0.0  # it turns about its bottom left corner
                box = (x0 + left - far, y0 + top - far, x0 + wide + left + far, y0 + high + top + far)
                yield _cells(*box), timing_of(tile, placed_in(put, shown.cell)), layer.above


def _covered(shown: Picture, tile: TileImage, x: float, bottom: float) -> pygame.Rect:
    """The cells that the pictures of a tile are drawn over, the bottom left corner of its own at ``x, bottom``."""
    across, down = shown.cell
    images: Sequence[TileImage] = [frame.image for frame in tile.frames]
    return _cells(
        min(x + image.offset[0] / across for image in images),
        min(bottom + (image.offset[1] - image.height) / down for image in images),
        max(x + (image.offset[0] + image.width) / across for image in images),
        max(bottom + image.offset[1] / down for image in images),
    )


def _cells(left: float, top: float, right: float, bottom: float) -> pygame.Rect:
    """The cells that a box reaches into by more than the rounding of its pixels."""
    x, y = floor(left + 0.01), floor(top + 0.01)
    return pygame.Rect(x, y, ceil(right - 0.01) - x, ceil(bottom - 0.01) - y)


CHUNK_PIXELS = 512
"""About the side of a chunk, in pixels of the screen."""

KEPT = 96
"""Chunks kept, or twice those in view if that is more; the least used go first (about 1 MB each)."""


class MapLayers:
    """A map as it is drawn."""

    def __init__(self, field: Field, shown: Picture | None) -> None:
        """``shown`` is None for a field without pictures: then plain floors and walls are drawn."""
        self.field = field
        self.shown = shown
        self._chunks: OrderedDict[tuple[int, int, int, bool], pygame.Surface | None] = OrderedDict()
        self._tiles = Tiles()
        self._reach = _reach(shown) if shown is not None else 0
        self._shading = self._last_ground()
        self._above = shown is not None and any(layer.above and layer.visible for layer in shown.layers)
        one = shown is not None and any(layer.image and layer.visible for layer in shown.layers)
        tiled = shown is None or any(layer.tiles and layer.visible for layer in shown.layers)
        self.edge = MapEdge(field, partial(self._paint, above=False), self._depth, goes_on=tiled or not one)
        self._moving = MovingTiles(shown or Picture(0, 0), self._paint_block)

    def draw(self, target: pygame.Surface, camera: Camera, time: int = 0) -> None:
        """Everything under the tokens, doors excepted, and what lies round the map.

        ``time``: milliseconds since what moves on it has begun to.
        """
        self._draw(target, camera, above=False)
        self._moving.draw(target, camera, time, above=False)

    def draw_above(self, target: pygame.Surface, camera: Camera, time: int = 0) -> None:
        """What hides the tokens: crowns of trees, roofs."""
        if self._above:
            self._draw(target, camera, above=True)
            self._moving.draw(target, camera, time, above=True)

    def stirred(self, camera: Camera, room: pygame.Rect, since: int, now: int) -> list[pygame.Rect]:
        """Where in a room, in pixels of the window, the map looks otherwise than at another time."""
        return self._moving.stirred(camera, room, since, now)

    def hides(self, cell: Cell) -> bool:
        """Whether what hides the tokens lies over more than a third of a cell."""
        x, y = cell
        if not self._above or not (0 <= x < self.field.width and 0 <= y < self.field.height):
            return False
        return bool(self._hidden[x, y])

    @cached_property
    def _hidden(self) -> npt.NDArray[np.bool_]:
        """By column and row, which cells lie under crowns and roofs."""
        width, height, fine = self.field.width, self.field.height, 8
        over = pygame.Surface((width * fine, height * fine), pygame.SRCALPHA)
        self._paint(over, fine, pygame.Rect(0, 0, width, height), above=True)
        alpha = pygame.surfarray.array_alpha(over).reshape(width, fine, height, fine)
        hidden: npt.NDArray[np.bool_] = alpha.mean(axis=(1, 3)) > 85
        return hidden

    def draw_edges(self, target: pygame.Surface, camera: Camera, open_edges: Collection[str]) -> None:
        """Thin things between cells, doors as they are now."""
        zoom, area = camera.zoom, target.get_clip()
        for edge in self.field.edges:
            shut: EdgeState = "closed" if edge.state == "open" else edge.state
            for piece in edge_pieces(edge, "open" if edge.id in open_edges else shut):
                at = pygame.Rect(camera.pixel((piece.x, piece.y)), (zoom, zoom))
                if at.colliderect(area):
                    target.blit(picture(piece.sprite, zoom), at)

    def art(self, fine: int) -> pygame.Surface:
        """The map's pictures alone, without doors, with so many pixels to a cell."""
        whole = pygame.Surface((fine * self.field.width, fine * self.field.height))
        self._paint_block(whole, fine, pygame.Rect(0, 0, self.field.width, self.field.height), above=False, time=0)
        return whole

    def snapshot(self, width: int, height: int) -> pygame.Surface:
        """The whole map as large as it fits into so many pixels, for lists."""
        share = min(width / self.field.width, height / self.field.height)
        size = max(1, round(share * self.field.width)), max(1, round(share * self.field.height))
        fine = max(ceil(share), 16)
        big = self.art(fine)
        for edge in self.field.edges:
            for piece in edge_pieces(edge, edge.state):
                big.blit(picture(piece.sprite, fine), (round(piece.x * fine), round(piece.y * fine)))
        if self._above:
            self._paint(big, fine, pygame.Rect(0, 0, self.field.width, self.field.height), above=True)
        return pygame.transform.smoothscale(big, size)

    def _background(self) -> pygame.Color:
        return (
            pygame.Color(_colour(self.shown.background))
            if self.shown and self.shown.background
            else pygame.Color(*NIGHT)
        )

    def _draw(self, target: pygame.Surface, camera: Camera, *, above: bool) -> None:
        zoom = camera.zoom
        cells = max(1, CHUNK_PIXELS // zoom)
        step = cells * zoom
        left, top = camera.corner
        room = target.get_clip()
        columns = range((left + room.left) // step, (left + room.right - 1) // step + 1)
        rows = range((top + room.top) // step, (top + room.bottom - 1) // step + 1)
        if above:  # there is none outside the map
            columns = range(max(0, columns.start), min(columns.stop, ceil(self.field.width / cells)))
            rows = range(max(0, rows.start), min(rows.stop, ceil(self.field.height / cells)))
        kept = max(KEPT, 2 * len(columns) * len(rows))
        for row in rows:
            for column in columns:
                chunk = self._chunk(zoom, column, row, above, kept)
                if chunk is not None:
                    target.blit(chunk, (column * step - left, row * step - top))

    def _chunk(self, zoom: int, column: int, row: int, above: bool, kept: int) -> pygame.Surface | None:
        key = (zoom, column, row, above)
        if key not in self._chunks:
            self._chunks[key] = self._make(zoom, column, row, above)
            while len(self._chunks) > kept:
                self._chunks.popitem(last=False)
        self._chunks.move_to_end(key)
        return self._chunks[key]

    def _make(self, zoom: int, column: int, row: int, above: bool) -> pygame.Surface | None:
        cells = max(1, CHUNK_PIXELS // zoom)
        whole = pygame.Rect(column * cells, row * cells, cells, cells)
        area = whole.clip(pygame.Rect(0, 0, self.field.width, self.field.height))
        if above:
            surface = pygame.Surface((area.width * zoom, area.height * zoom), pygame.SRCALPHA)
            self._paint(surface, zoom, area, above=True)
            self._moving.clear_from(surface, zoom, area)
            return ready(surface) if surface.get_bounding_rect().width else None
        surface = pygame.Surface((whole.width * zoom, whole.height * zoom))
        if area.width and area.height:
            corner = (area.left - whole.left) * zoom, (area.top - whole.top) * zoom
            inside = surface.subsurface(corner, (area.width * zoom, area.height * zoom))
            self._paint_block(inside, zoom, area, above=False, time=0)
        if area != whole:
            self.edge.draw(surface, zoom, whole)
        return surface

    def _paint_block(self, surface: pygame.Surface, zoom: int, area: pygame.Rect, *, above: bool, time: int) -> None:
        """Paint a part of the map on what lies behind it, or alone if it lies ``above`` the tokens."""
        if not above:
            surface.fill(self._background())
        self._paint(surface, zoom, area, above=above, time=time)

    def _paint(self, surface: pygame.Surface, zoom: int, area: pygame.Rect, *, above: bool, time: int = 0) -> None:
        """Paint the part of the map that ``area`` (in cells) says, as it is so many milliseconds on."""
        if self.shown is None:
            if not above:
                self._paint_plain(surface, zoom, area)
                self._shadows(surface, zoom, area)
            return
        for number, layer in enumerate(self.shown.layers):
            if layer.visible and layer.above == above:
                self._paint_layer(surface, zoom, area, layer, time)
                if number == self._shading:
                    self._shadows(surface, zoom, area)

    def _last_ground(self) -> int:
        """The layer that shadows fall on: the one the walls are drawn in, for what stands on the floor comes later."""
        if self.shown is None:
            return -1
        walls = {
            y * self.field.width + x
            for y in range(self.field.height)
            for x in range(self.field.width)
            if self.is_wall((x, y))
        }
        for number, layer in enumerate(self.shown.layers):
            drawn = {index for index, tile in enumerate(layer.tiles) if tile}
            if not layer.above and walls and walls <= drawn and len(drawn) < 2 * len(walls):
                return number
        return next((number for number, layer in enumerate(self.shown.layers) if layer.tiles), -1)

    def _depth(self, cell: Cell) -> int:
        """How many layers have a tile in a cell."""
        layers = self.shown.layers if self.shown is not None else ()
        at = cell[1] * self.field.width + cell[0]
        return sum(bool(layer.tiles and layer.visible and layer.tiles[at]) for layer in layers)

    def is_wall(self, cell: Cell) -> bool:
        """Whether a cell is solid to the sky, and so throws a shadow."""
        if not (0 <= cell[0] < self.field.width and 0 <= cell[1] < self.field.height):
            return False
        ground = self.field.at(cell)
        # a tree is no block of stone: its picture has the shadow of a crown
        return ground.blocks_sight and ground.blocks_move and not ground.name.startswith("tree")

    def _paint_layer(
        self, surface: pygame.Surface, zoom: int, area: pygame.Rect, layer: PictureLayer, time: int
    ) -> None:
        target = surface
        apart = layer.opacity < 1 or bool(layer.tint)
        if apart:
            target = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        self._paint_tiles(target, zoom, area, layer, time)
        self._paint_placed(target, zoom, area, layer, time)
        if layer.image is not None:
            self._paint_image(target, zoom, area, layer)
        if apart:
            if layer.tint:
                target.fill(_colour(layer.tint), special_flags=pygame.BLEND_RGBA_MULT)
            target.set_alpha(round(255 * layer.opacity))
            surface.blit(target, (0, 0))

    def _scale(self, zoom: int) -> tuple[float, float]:
        assert self.shown is not None
        return zoom / self.shown.cell[0], zoom / self.shown.cell[1]

    def _paint_tiles(
        self, target: pygame.Surface, zoom: int, area: pygame.Rect, layer: PictureLayer, time: int
    ) -> None:
        assert self.shown is not None
        if not layer.tiles:
            return
        across, down = self._scale(zoom)
        shift = (round(layer.offset[0] * across), round(layer.offset[1] * down))
        left, top = area.left * zoom - shift[0], area.top * zoom - shift[1]
        # Tiles may be larger than a cell, or drawn beside it: those that begin outside reach in.
        columns = range(
            max(0, left // zoom - self._reach), min(self.shown.width, (left + target.get_width()) // zoom + self._reach)
        )
        for y in range(
            max(0, top // zoom - self._reach), min(self.shown.height, (top + target.get_height()) // zoom + self._reach)
        ):
            for x in columns:
                number = layer.tiles[y * self.shown.width + x]
                if not number:
                    continue
                tile = image_at(self.shown.tiles[number], time, (x, y))
                image = self._tiles.scaled(
                    tile, (round(tile.width * across) or zoom, round(tile.height * down) or zoom)
                )
                at = x * zoom - left + round(tile.offset[0] * across)
                bottom = (y + 1) * zoom - top + round(tile.offset[1] * down)
                target.blit(image, (at, bottom - image.get_height()))

    def _paint_placed(
        self, target: pygame.Surface, zoom: int, area: pygame.Rect, layer: PictureLayer, time: int
    ) -> None:
        assert self.shown is not None
        across, down = self._scale(zoom)
        for put in layer.placed:
            x = (put.x + layer.offset[0]) * across - area.left * zoom
            y = (put.y + layer.offset[1]) * down - area.top * zoom
            box = (x, y, put.width * across, put.height * down)
            tile = image_at(self.shown.tiles[put.tile], time, placed_in(put, self.shown.cell))
            self._tiles.draw_tile(target, tile, box, put.rotation)

    def _paint_image(self, target: pygame.Surface, zoom: int, area: pygame.Rect, layer: PictureLayer) -> None:
        assert layer.image is not None
        across, down = self._scale(zoom)
        size = (round(layer.image_size[0] * across), round(layer.image_size[1] * down))
        if not all(size):
            return
        corner = (
            round(layer.offset[0] * across) - area.left * zoom,
            round(layer.offset[1] * down) - area.top * zoom,
        )
        image = TileImage(layer.image, None, *layer.image_size, clear=layer.clear)
        self._tiles.repeat(target, image, corner, size, layer.repeat)

    def _paint_plain(self, surface: pygame.Surface, zoom: int, area: pygame.Rect) -> None:
        """A field without pictures: stone floors, walls, water where the ground is hard to cross."""
        for y in range(area.top, area.bottom):
            for x in range(area.left, area.right):
                ground = self.field.at((x, y))
                name = f"terrain/floor_stone_{scatter(x, y) % 4 + 1}"
                if self.is_wall((x, y)):
                    below = (x, y + 1)
                    open_below = y + 1 < self.field.height and not self.is_wall(below)
                    name = (
                        f"terrain/wall_{scatter(x, y) % 3 + 1}"
                        if open_below
                        else f"terrain/wall_top_{scatter(x, y) % 4 + 1}"
                    )
                elif ground.blocks_move or ground.cost > 1:
                    name = f"terrain/scree_{scatter(x, y) % 3 + 1}"
                surface.blit(picture(name, zoom), ((x - area.left) * zoom, (y - area.top) * zoom))

    def _shadows(self, surface: pygame.Surface, zoom: int, area: pygame.Rect) -> None:
        """What walls throw on the floor: below them and to their right, for the light stands at the top left."""
        deep, wide = max(4, zoom * 14 // 64), max(4, zoom * 12 // 64)
        under, beside = _fade(zoom, deep, down=True), _fade(zoom, wide, down=False)
        for y in range(area.top, area.bottom):
            for x in range(area.left, area.right):
                if self.is_wall((x, y)):
                    continue
                at = ((x - area.left) * zoom, (y - area.top) * zoom)
                if self.is_wall((x, y - 1)):
                    surface.blit(under, at)
                if self.is_wall((x - 1, y)):
                    surface.blit(beside, at)


def _fade(zoom: int, length: int, *, down: bool) -> pygame.Surface:
    size = (zoom, length) if down else (length, zoom)
    fade = pygame.Surface(size, pygame.SRCALPHA)
    for step in range(length):
        tone = (*INK, round(120 * (1 - step / length)))
        pygame.draw.line(fade, tone, (0, step) if down else (step, 0), (zoom, step) if down else (step, zoom))
    return fade


def _reach(shown: Picture) -> int:
    """How many cells beyond its own a tile may reach, at most."""
    cell = shown.cell
    return 1 + max(
        ceil(max((tile.width + abs(tile.offset[0])) / cell[0], (tile.height + abs(tile.offset[1])) / cell[1]))
        for one in shown.tiles
        for tile in (one, *(frame.image for frame in one.frames))
    )


def _colour(text: str) -> str:
    """Tiled writes the alpha first; pygame reads it last."""
    return f"#{text[3:]}{text[1:3]}" if len(text) == 9 else text
