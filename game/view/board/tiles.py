"""The pictures of a map's tiles: unpacked, cut out, turned and scaled, and kept as long as there is room for them."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from math import ceil, floor
from pathlib import Path

import pygame

from game.files.errors import BadFile
from game.files.pictures import PIXELS, is_unusual, read_picture, upright
from game.files.tiled.picture import TileImage
from game.view.widgets.art import draw_svg, ready
from game.view.widgets.picture_cache import PictureCache, kept_picture

WHOLE = 1024 * 1024
"""Pixels up to which a picture is scaled as a whole and kept; of a larger one only what is in sight is scaled."""

LARGEST = 24 * WHOLE
"""Pixels that the part in sight is scaled to at most: the largest map at sixteen pixels a cell, and a rim."""

VECTOR = 1024
"""Pixels a side at which a vector picture is drawn that is to be seen larger than ``WHOLE``."""

BLOCK = 256
"""Pixels a side, at least, of what is put down at once where a small picture repeats."""

FILES = 12_000_000
"""Pixels of unpacked files that are kept; the one used last stays whatever its size."""

STRIP = 128
"""Rows of a large picture's half that are made at a time."""

SCALED = 8_000_000
"""Pixels of scaled tiles that are kept."""


class Tiles:
    """Puts pictures of a map down; what is missing, damaged or too large is chequered."""

    def __init__(self) -> None:
        self._files = PictureCache(FILES)
        self._scaled = PictureCache(SCALED)
        self._damaged: set[Path] = set()

    def scaled(self, tile: TileImage, size: tuple[int, int]) -> pygame.Surface:
        """A tile's picture as a whole, at a size in pixels."""
        return self._scaled.get((tile, size), lambda: self._scale(tile, size))

    def draw_tile(
        self, target: pygame.Surface, tile: TileImage, box: tuple[float, float, float, float], turn: float = 0.0
    ) -> None:
        """Draw a tile's picture into a box (left, top, width, height in pixels), wherever that lies.

        ``turn``: degrees clockwise about the box's bottom left corner.
        """
        x, y, width, height = box
        size = max(1, round(width)), max(1, round(height))
        if turn:
            self._put_turned(target, tile, pygame.FRect(x, y, *size), turn)
        elif not (-size[0] < x < target.get_width() and -size[1] < y < target.get_height()):
            return
        elif size[0] * size[1] <= WHOLE:
            target.blit(self.scaled(tile, size), (round(x), round(y)))
        else:
            self._put_part(target, tile, (round(x), round(y)), size)

    def _put_turned(self, target: pygame.Surface, tile: TileImage, box: pygame.FRect, turn: float) -> None:
        """Draw a picture turned about the bottom left corner of its box; of a large one only what is in sight."""
        pivot, area = pygame.Vector2(box.bottomleft), target.get_frect()
        small = box.width * box.height <= WHOLE
        part = box if small else _round_turned(area, pivot, -turn).clip(box)
        if not part.width or not part.height or not _round_turned(part, pivot, turn).colliderect(area):
            return
        if small:
            size = (round(box.width), round(box.height))
            make = partial(pygame.transform.rotozoom, self.scaled(tile, size), -turn, 1)
            image = self._scaled.get((tile, size, turn), make)
        else:
            piece = pygame.Surface((ceil(part.width), ceil(part.height)), pygame.SRCALPHA)
            self.draw_tile(piece, tile, (box.x - part.x, box.y - part.y, box.width, box.height))
            image = pygame.transform.rotozoom(piece, -turn, 1)
        middle = pivot + (pygame.Vector2(part.center) - pivot).rotate(turn)
        target.blit(image, image.get_rect(center=(round(middle.x), round(middle.y))))

    def repeat(
        self,
        target: pygame.Surface,
        tile: TileImage,
        corner: tuple[int, int],
        size: tuple[int, int],
        repeats: tuple[bool, bool],
    ) -> None:
        """Draw a picture again and again, across or down or both, as far as the target reaches."""
        many = [
            ceil(BLOCK / length) if again and length < BLOCK else 1 for length, again in zip(size, repeats, strict=True)
        ]
        block = (size[0] * many[0], size[1] * many[1])
        if block[0] * block[1] > WHOLE:
            block = size
        columns, rows = (
            range(start % length - length, end, length) if again else range(start, start + 1)
            for start, length, end, again in zip(corner, block, target.get_size(), repeats, strict=True)
        )
        for x in columns:
            for y in rows:
                if block == size:
                    self.draw_tile(target, tile, (x, y, *size))
                elif -block[0] < x < target.get_width() and -block[1] < y < target.get_height():
                    target.blit(self._scaled.get((tile, size, block), lambda: self._block(tile, size, block)), (x, y))

    def _block(self, tile: TileImage, size: tuple[int, int], block: tuple[int, int]) -> pygame.Surface:
        surface = pygame.Surface(block, pygame.SRCALPHA)
        image = self._scale(tile, size)
        for x in range(0, block[0], size[0]):
            for y in range(0, block[1], size[1]):
                surface.blit(image, (x, y))
        return surface

    def _put_part(
        self, target: pygame.Surface, tile: TileImage, corner: tuple[int, int], size: tuple[int, int]
    ) -> None:
        """Draw what is in sight of a picture that would be too large as a whole."""
        source = self._source(tile, (min(size[0], VECTOR), min(size[1], VECTOR)))
        if source is None:
            pygame.draw.rect(target, _GREY, (corner, size))
            return
        wide, high = source.get_size()
        if tile.flip_diagonal:
            wide, high = high, wide
        x, columns, across = _stretch(corner[0], size[0], target.get_width(), wide)
        y, rows, down = _stretch(corner[1], size[1], target.get_height(), high)
        if across < 1 or down < 1 or across * down > LARGEST:
            return
        if tile.flip_x:
            columns = wide - columns[1], wide - columns[0]
        if tile.flip_y:
            rows = high - rows[1], high - rows[0]
        if tile.flip_diagonal:
            columns, rows = rows, columns
        part = pygame.Rect(columns[0], rows[0], columns[1] - columns[0], rows[1] - rows[0])
        target.blit(_fitted(source.subsurface(part), tile, (across, down)), (x, y))

    def _scale(self, tile: TileImage, size: tuple[int, int]) -> pygame.Surface:
        source = self._source(tile, (size[1], size[0]) if tile.flip_diagonal else size)
        return chequers(size) if source is None else _fitted(source, tile, size)

    def _source(self, tile: TileImage, size: tuple[int, int]) -> pygame.Surface | None:
        """A tile's picture as it is in its file, or a vector drawn at a size; None if it can't be had."""
        path = tile.path
        if path is None or path in self._damaged:
            return None
        try:
            if path.suffix == ".svg" and tile.rect is None:
                return kept_picture((path, size), lambda: draw_svg(path, size))
            whole = self._files.get((path, tile.clear), lambda: load_picture(path, tile.clear))
        except (BadFile, pygame.error, ValueError, OSError):
            self._damaged.add(path)
            return None
        if tile.rect is None:
            return whole
        part = pygame.Rect(tile.rect)
        return whole.subsurface(part) if whole.get_rect().contains(part) else None


def _round_turned(box: pygame.FRect, pivot: pygame.Vector2, turn: float) -> pygame.FRect:
    """The upright box round another that is turned, clockwise by degrees, about a point."""
    corners = (box.topleft, box.topright, box.bottomleft, box.bottomright)
    ends = [pivot + (pygame.Vector2(corner) - pivot).rotate(turn) for corner in corners]
    left, top = min(end.x for end in ends), min(end.y for end in ends)
    return pygame.FRect(left, top, max(end.x for end in ends) - left, max(end.y for end in ends) - top)


def _stretch(start: int, length: int, room: int, pixels: int) -> tuple[int, tuple[int, int], int]:
    """What is in sight, along one axis, of so many pixels that are drawn ``length`` long from ``start`` on.

    Gives where it begins, its first pixel and the one behind its last, and how long it is drawn.
    """
    if pixels == 1:
        begin, end = max(0, start), min(room, start + length)
        return begin, (0, 1), end - begin
    # Smooth scaling puts the first and last pixel at the very ends when it enlarges, and blends those between.
    steps = pixels - 1 if length > pixels else pixels
    first = max(0, floor(-start / length * steps))
    last = min(steps, ceil((room - start) / length * steps))
    begin, end = start + round(first / steps * length), start + round(last / steps * length)
    return begin, (first, last + pixels - steps), end - begin


def load_picture(path: Path, clear: str = "") -> pygame.Surface:
    """Unpack a picture, less a colour (``#rrggbb``) that is left out of it.

    Raises BadFile if it is too large, pygame.error if it is damaged.
    """
    data = read_picture(path, whole=True)  # sheets of tiles were found to be smaller when their map was read
    surface = _unusual(data, path.name) if is_unusual(data) else pygame.image.load(BytesIO(data), path.name)
    if surface.get_width() * surface.get_height() > PIXELS:  # of a whole map, and of no sheet of tiles
        surface = _halved(surface)
    if not clear:
        return surface
    surface = surface.convert(32, pygame.SRCALPHA)
    colours, alpha = pygame.surfarray.pixels3d(surface), pygame.surfarray.pixels_alpha(surface)
    out = (colours == pygame.Color(clear)[:3]).all(axis=2)
    colours[out], alpha[out] = 0, 0
    return surface


def _unusual(data: bytes, name: str) -> pygame.Surface:
    """A picture that SDL would draw otherwise than it is meant."""
    image = upright(data, name)
    return pygame.image.frombytes(image.tobytes(), image.size, "RGBA" if image.mode == "RGBA" else "RGB")


def _halved(surface: pygame.Surface) -> pygame.Surface:
    """A picture with half the pixels along both sides, made strip by strip: a copy of a large one takes much memory."""
    width, height = surface.get_width() // 2, surface.get_height() // 2
    half = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    for top in range(0, height, STRIP):
        rows = min(STRIP, height - top)
        part = surface.subsurface((0, 2 * top, 2 * width, 2 * rows)).convert(32, pygame.SRCALPHA)
        half.blit(pygame.transform.smoothscale(part, (width, rows)), (0, top))
    return half


def chequers(size: tuple[int, int]) -> pygame.Surface:
    """What is drawn for a picture that is missing."""
    surface = pygame.Surface(size)
    surface.fill(_GREY)
    half = (max(1, size[0] // 2), max(1, size[1] // 2))
    for corner in ((0, 0), half):
        pygame.draw.rect(surface, (170, 60, 170), pygame.Rect(corner, half))
    return surface


_GREY = (90, 90, 90)


def _fitted(source: pygame.Surface, tile: TileImage, size: tuple[int, int]) -> pygame.Surface:
    """A picture, or a part of one, scaled to a size and turned as its tile is."""
    across = (size[1], size[0]) if tile.flip_diagonal else size
    image = ready(source)
    if image.get_size() != across:
        image = pygame.transform.smoothscale(image, across)
    if tile.flip_diagonal:
        image = pygame.transform.flip(pygame.transform.rotate(image, 90), False, True)
    if tile.flip_x or tile.flip_y:
        image = pygame.transform.flip(image, tile.flip_x, tile.flip_y)
    return image
