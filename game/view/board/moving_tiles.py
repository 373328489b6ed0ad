"""Animated tiles of a map: which picture each shows at a time, and the blocks of the map that are painted anew for it.

The map itself stays as it was painted; of what moves on it no more than small blocks are painted, each once for every
way that its tiles look. All of it follows from the time alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from math import ceil, floor, gcd
from typing import NamedTuple, Protocol

import pygame

from game.files.tiled.picture import Picture, Placed, TileImage
from game.spatial.field import Cell
from game.view.board.camera import Camera
from game.view.board.map_edge import scatter
from game.view.widgets.art import ready
from game.view.widgets.picture_cache import PictureCache

BLOCK_PIXELS = 128
"""About the side of a block, in pixels of the screen."""

KEPT = 16_000_000
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
        self._painted = PictureCache(KEPT)

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
