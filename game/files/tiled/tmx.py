"""Reads a repaired map with pytmx: tiles by cell, and the outlines of objects. The only module that knows pytmx."""

from __future__ import annotations

import os
from math import fsum, prod
from pathlib import Path
from typing import Any

# pytmx imports pygame where it can, which would greet on standard output, in the midst of a report.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from msgspec.structs import replace
from pytmx import TiledMap

from game.files.tiled.data import FLAGS
from game.files.tiled.layers import LayerNote
from game.files.tiled.picture import Picture, PictureLayer, Placed, TileImage
from game.files.tiled.repair import MAX_PLAY, Repaired
from game.files.tiled.report import Findings
from game.files.tiled.shapes import Outline, Point, box, turned
from game.files.tiled.tilesets import TileNote, TilesetNote

ABOVE = ("above", "roof", "roofs", "overhead", "foreground", "canopy", "canopies", "treetops", "top", "tops")
"""Names of layers that foreign maps draw over their figures."""

_HANGS = {
    "topleft": (0.0, 0.0),
    "top": (0.5, 0.0),
    "topright": (1.0, 0.0),
    "left": (0.0, 0.5),
    "center": (0.5, 0.5),
    "right": (1.0, 0.5),
    "bottomleft": (0.0, 1.0),
    "bottom": (0.5, 1.0),
    "bottomright": (1.0, 1.0),
}
"""Where the point lies that tiles put down as objects hang on, of their width and height."""

LARGEST_TILE = 16
"""Cells across and down that one tile may be drawn over, or away from its own."""

TURNING = 16
"""How many times as much a picture counts that is turned: that takes so much longer than to draw it upright."""

MOST_PAINTED = 1_000_000
"""Cells that all pictures of a map may be drawn over, counted once for each: sixteen full layers of the largest map."""


class ParsedMap:
    """A parsed map: what pytmx read and what the repair kept, under one roof."""

    def __init__(self, repaired: Repaired, path: Path, findings: Findings) -> None:
        self.repaired, self.findings = repaired, findings
        tmx: Any = TiledMap(image_loader=_no_image, allow_duplicate_names=True)
        tmx.filename = str(path)
        tmx.parse_xml(repaired.root)
        self.grids: dict[int, list[int]] = {}
        """Layer number to tile table indices, row by row."""
        for layer in tmx.layers:
            if hasattr(layer, "data"):
                self.grids[layer.id] = [gid for row in layer.data for gid in row]
        shapes = {int(thing.id): thing for thing in tmx.objects}
        self.outlines: dict[int, Outline] = {}
        self.placed: dict[int, Placed] = {}
        for note in repaired.layers:
            for thing in note.objects:
                parsed = shapes[thing.key]
                if thing.gid:
                    gid = int(tmx.register_gid_check_flags(thing.gid & ~(1 << 28)))
                    self._place(parsed, gid, thing.key, self._source(thing.gid & ~FLAGS), note.offset)
                else:
                    self.outlines[thing.key] = self._outline(parsed, thing.shape, note)
        self.sources: list[tuple[TilesetNote, int] | None] = [None] * int(tmx.maxgid)
        """Tile table index to tileset and tile number in it."""
        self.tiles: list[TileImage] = [TileImage(None)] * int(tmx.maxgid)
        strangers: list[int] = []
        for (tiled, _), entry in tmx.imagemap.items():
            if not entry:
                continue
            gid, flags = entry
            source = self._source(int(tiled))
            if source is None:
                strangers.append(int(tiled))
                continue
            self.sources[gid] = source
            self.tiles[gid] = self._fitting(self._image(*source, flags), source[0].where)
        if strangers:
            findings.warn(
                "",
                f"{len(strangers)} tile numbers belong to no tileset and are left empty, such as {strangers[0]}: a "
                "tileset of the map has shrunk or was exchanged",
            )

    def _source(self, tiled: int) -> tuple[TilesetNote, int] | None:
        for note in reversed(self.repaired.tilesets):
            if tiled >= note.first:
                local = tiled - note.first
                known = local in note.tiles or (note.columns > 0 and (note.count < 1 or local < note.count))
                return (note, local) if known else None
        return None

    def _image(self, note: TilesetNote, local: int, flags: Any) -> TileImage:
        tile = note.tiles.get(local)
        if tile and tile.frame is not None and tile.frame != local:
            local, tile = tile.frame, note.tiles.get(tile.frame)
        turns = bool(flags[0]), bool(flags[1]), bool(flags[2])
        if tile and tile.own_picture:
            width, height = tile.size
            width, height = width or note.tile_width, height or note.tile_height
            image = TileImage(tile.picture, tile.rect, width, height, note.offset, *turns, tile.clear)
        else:
            x, y, across, down = rect = note.rect(local)
            width, height = note.picture_size
            inside = not width or not height or (x + across <= width and y + down <= height)
            path = note.picture if inside else None
            image = TileImage(path, rect, note.tile_width, note.tile_height, note.offset, *turns, note.clear)
        return self._as_cell(image, keeps_shape=note.keeps_shape) if note.as_cells else image

    def _as_cell(self, image: TileImage, *, keeps_shape: bool) -> TileImage:
        """A tile drawn as large as a cell, or if its sides keep their proportion, as large as fits in the middle. What
        it is drawn away from its cell grows or shrinks with it."""
        room = self.repaired.tile_width, self.repaired.tile_height
        (left, top), (width, height), shift = fitted(image, room, keeps_shape=keeps_shape)
        return replace(
            image,
            width=max(1, round(width)),
            height=max(1, round(height)),
            offset=(round(left + shift[0]), round(shift[1] - top)),
        )

    def _fitting(self, image: TileImage, where: str) -> TileImage:
        """A tile of a size that can be drawn; an absurd one becomes a chequered cell."""
        across, down = self.repaired.tile_width, self.repaired.tile_height
        if max(image.width / across, image.height / down) > LARGEST_TILE:
            self.findings.warn(
                where,
                f"a tile is {image.width} x {image.height} px, and a cell {across} x {down}; tiles of at most "
                f"{LARGEST_TILE} cells across and down are drawn, so a chequered tile stands for it",
            )
            image = TileImage(None, None, across, down)
        if max(abs(image.offset[0]) / across, abs(image.offset[1]) / down) > LARGEST_TILE:
            self.findings.warn(
                where,
                f"its tiles are drawn {image.offset[0]}, {image.offset[1]} px away from their cells; at most "
                f"{LARGEST_TILE} cells are allowed, so they are drawn where they lie",
            )
            image = replace(image, offset=(0, 0))
        return image

    def tile(self, gid: int) -> TileNote | None:
        """What the tileset says about a tile of the table, if anything."""
        source = self.sources[gid] if 0 < gid < len(self.sources) else None
        return source[0].tiles.get(source[1]) if source else None

    def tileset(self, gid: int) -> TilesetNote | None:
        """The tileset that a tile of the table comes from."""
        source = self.sources[gid] if 0 < gid < len(self.sources) else None
        return source[0] if source else None

    def size_of(self, gid: int) -> tuple[int, int]:
        """How large a tile of the table is in its tileset, in pixels."""
        source = self.sources[gid]
        return source[0].size(source[1]) if source else (1, 1)

    def describe(self, gid: int) -> str:
        """A tile as its author finds it: tileset and number."""
        source = self.sources[gid] if 0 < gid < len(self.sources) else None
        return f"{source[0].where}, tile {source[1]}" if source else f"tile {gid}"

    def _place(self, parsed: Any, gid: int, key: int, source: tuple[TilesetNote, int] | None, offset: Point) -> None:
        """A tile object hangs on a point of its own, the bottom left corner unless its tileset says another, and turns
        about it. It lies as far from there as its tileset says, in its own measure."""
        scale_x, scale_y = self.repaired.tile_width, self.repaired.tile_height
        x, y, rotation = float(parsed.x), float(parsed.y), float(parsed.rotation)
        note = source[0] if source else TilesetNote(0, "", "", scale_x, scale_y)
        image = TileImage(None, None, *note.size(source[1] if source else 0), note.offset)
        # Who has no size is as large as the tile, as all were before Tiled 0.12.
        room = float(parsed.width) or image.width, float(parsed.height) or image.height
        right, below = _HANGS.get(note.alignment, (0.0, 1.0))
        (left, top), (width, height), shift = fitted(image, room, keeps_shape=note.keeps_shape)
        corner = x - right * room[0] + left + shift[0], y - below * room[1] + top + shift[1]
        corners = box(*corner, width, height, rotation, (x, y))
        self.placed[key] = Placed(gid, corners[3][0], corners[3][1] - height, width, height, rotation)
        points = tuple(((px + offset[0]) / scale_x, (py + offset[1]) / scale_y) for px, py in corners)
        self.outlines[key] = Outline("tile", points, (x, y))

    def _outline(self, parsed: Any, shape: Any, note: LayerNote) -> Outline:
        scale_x, scale_y = self.repaired.tile_width, self.repaired.tile_height
        x, y, rotation = float(parsed.x), float(parsed.y), float(parsed.rotation)
        corners: tuple[Point, ...]
        if shape in ("polygon", "polyline"):
            points = parsed.properties.get("points") or getattr(parsed, "points", None) or ((x, y),)
            corners = tuple(turned((float(px), float(py)), rotation, (x, y)) for px, py in points)
            if len(corners) == 1:
                shape = "point"
        elif shape == "point":
            corners = ((x, y),)
        else:
            corners = box(x, y, float(parsed.width), float(parsed.height), rotation, (x, y))
        across, down = note.offset
        scaled = tuple(((px + across) / scale_x, (py + down) / scale_y) for px, py in corners)
        return Outline(shape, scaled, (x, y))

    def picture(self) -> Picture:
        """Everything that is drawn."""
        repaired = self.repaired
        layers = []
        painted = 0.0
        for note in repaired.layers:
            above = note.role == "above" or (not note.role and note.name.strip().lower() in ABOVE)
            # Pictures in the edges layer are for the editor: in play a door opens, so the game draws it.
            placed = tuple(
                self.placed[thing.key]
                for thing in note.objects
                if thing.visible and thing.key in self.placed and note.role != "edges"
            )
            grid = self.grids.get(note.id) if note.kind == "tiles" else None
            if not placed and note.picture is None and not (grid and any(grid)):
                continue
            layer = PictureLayer(
                note.name,
                above,
                note.visible,
                note.opacity,
                note.offset,
                note.tint,
                tuple(grid or ()),
                placed,
                note.picture,
                note.picture_size,
                note.repeat,
                note.clear,
            )
            layers.append(layer)
            painted += self._painted(layer)
        if painted > MOST_PAINTED and max(repaired.width, repaired.height) <= MAX_PLAY:
            raise self.findings.stop(
                "",
                f"its tiles and pictures cover {painted:,.0f} cells, one over another; at most {MOST_PAINTED:,} are "
                "drawn: remove layers, objects, or tiles that are hidden by others.",
            )
        return Picture(
            repaired.width,
            repaired.height,
            (repaired.tile_width, repaired.tile_height),
            repaired.background,
            tuple(self.tiles),
            tuple(layers),
        )

    def _in_cells(self, width: float, height: float) -> tuple[float, float]:
        return width / self.repaired.tile_width, height / self.repaired.tile_height

    def _painted(self, layer: PictureLayer) -> float:
        """How many cells a layer's pictures cover, each by itself; what lies off the map is not drawn."""
        across, down = self.repaired.width, self.repaired.height
        areas = [prod(self._in_cells(tile.width, tile.height)) for tile in self.tiles]
        total = fsum(max(1.0, areas[gid]) for gid in layer.tiles if gid)
        for put in layer.placed:
            wide, high = self._in_cells(put.width, put.height)
            area = max(1.0, min(wide, across) * min(high, down))
            total += TURNING * area if put.rotation else area
        if layer.image is not None:
            wide, high = self._in_cells(*layer.image_size)
            total += (across if layer.repeat[0] else min(wide, across)) * (down if layer.repeat[1] else min(high, down))
        return total


def fitted(image: TileImage, room: Point, *, keeps_shape: bool) -> tuple[Point, Point, Point]:
    """A tile drawn to fill a room of so many pixels: where in it its top left corner lies, how large it becomes, and
    how far it is moved away, which is its offset in the measure in which it is drawn. Tiled's own sums."""
    across, down = room[0] / max(1, image.width), room[1] / max(1, image.height)
    if keeps_shape:
        across = down = min(across, down)
    width, height = image.width * across, image.height * down
    return (
        ((room[0] - width) / 2, (room[1] - height) / 2),
        (width, height),
        (image.offset[0] * across, image.offset[1] * down),
    )


def _no_image(_filename: str, _colorkey: Any, **_: Any) -> Any:
    """pytmx may ask for pictures; the screen loads them itself, at the size it needs."""
    return lambda rect=None, flags=None: None
