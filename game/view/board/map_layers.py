"""Draws the map: its layers in their true order, shadows of walls, doors as they stand.

The map is kept in square chunks for each zoom, made when they first come into view, so that a frame costs a few copies
whatever the map's size.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from functools import cached_property, partial
from math import ceil

import numpy as np
import numpy.typing as npt
import pygame

from game.files.tiled.edge_pictures import edge_pieces
from game.files.tiled.picture import Picture, PictureLayer, TileImage
from game.spatial.field import Cell, EdgeState, Field
from game.view.board.camera import Camera
from game.view.board.map_edge import MapEdge, scatter
from game.view.board.moving_tiles import MovingTiles, image_at, placed_in
from game.view.board.tiles import Tiles
from game.view.widgets.art import picture, ready
from game.view.widgets.theme import INK, NIGHT

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
            self._tiles.put(target, tile, box, put.rotation)

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
