"""Reads a repaired map with pytmx: tiles by cell, and the outlines of objects. The only module that knows pytmx."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any

# pytmx imports pygame where it can, which would greet on standard output, in the midst of a report.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from msgspec.structs import replace
from pytmx import TiledMap

from game.files.tiled.hints import ABOVE, folded, truth
from game.files.tiled.layers import FLAGS
from game.files.tiled.map_report import Finding, stop
from game.files.tiled.picture import Picture, PictureLayer, Placed, TileFrame, TileImage
from game.files.tiled.repair import MAX_PLAY, Repaired
from game.files.tiled.shapes import Outline, Point, box, turned
from game.files.tiled.tilesets import TileNote, TilesetNote
from game.spatial.field import Cell

_HANGS = {
    name: (x / 2, y / 2)
    for y, row in enumerate(("topleft top topright", "left center right", "bottomleft bottom bottomright"))
    for x, name in enumerate(row.split())
}
"""Where the point lies that tiles put down as objects hang on, of their width and height."""

SCATTERED = "scattered"
"""The property of a tileset whose animated tiles begin with another of their pictures from cell to cell."""

LARGEST_TILE = 16
"""Cells across and down that one tile may be drawn over, or away from its own."""

TURNING = 16
"""How many times as much a picture counts that is turned: that takes so much longer than to draw it upright."""

MOST_PAINTED = 1_000_000
"""Cells that all pictures of a map may be drawn over, counted once for each: sixteen full layers of the largest map."""


Source = tuple[TilesetNote, int]
"""A tileset, and the number of a tile in it."""


@dataclass(frozen=True)
class ParsedMap:
    """A parsed map: what pytmx read and what the repair kept, under one roof."""

    repaired: Repaired
    grids: Mapping[int, Sequence[int]]
    """Layer number to tile table indices, row by row."""
    outlines: Mapping[int, Outline]
    """By the number of an object where it lies."""
    placed: Mapping[int, Placed]
    """By the number of an object the tile that it is, if it is one."""
    tile_sources: Sequence[Source | None]
    """Tile table index to tileset and tile number in it."""
    tiles: tuple[TileImage, ...]
    """The tile table."""
    findings: tuple[Finding, ...]

    def source(self, gid: int) -> Source | None:
        """Where a tile of the table comes from."""
        return self.tile_sources[gid] if 0 < gid < len(self.tile_sources) else None

    def tile(self, gid: int) -> TileNote | None:
        """What the tileset says about a tile of the table, if anything."""
        source = self.source(gid)
        return source[0].tiles.get(source[1]) if source else None


def parse(repaired: Repaired) -> ParsedMap:
    """The tiles and outlines of a map."""
    tmx: Any = TiledMap(image_loader=_no_image, allow_duplicate_names=True)
    tmx.filename = str(repaired.path)
    tmx.parse_xml(repaired.root)
    grids = {layer.id: [gid for row in layer.data for gid in row] for layer in tmx.layers if hasattr(layer, "data")}
    cell = repaired.tile_width, repaired.tile_height
    shapes = {int(thing.id): thing for thing in tmx.objects}
    outlines: dict[int, Outline] = {}
    placed: dict[int, Placed] = {}
    for note in repaired.layers:
        for thing in note.objects:
            parsed = shapes[thing.key]
            if thing.gid:
                gid = int(tmx.register_gid_check_flags(thing.gid & ~(1 << 28)))
                source = _source(repaired, thing.gid & ~FLAGS)
                placed[thing.key], outlines[thing.key] = _placed(parsed, gid, source, note.offset, cell)
            else:
                outlines[thing.key] = _outline(parsed, thing.shape, note.offset, cell)
    sources: list[Source | None] = [None] * int(tmx.maxgid)
    tiles = [TileImage(None)] * int(tmx.maxgid)
    strangers: list[int] = []
    findings: list[Finding] = []
    for (tiled, _), entry in tmx.imagemap.items():
        if not entry:
            continue
        gid, flags = entry
        source = _source(repaired, int(tiled))
        if source is None:
            strangers.append(int(tiled))
            continue
        sources[gid] = source
        tiles[gid], found = _animated(*source, flags, cell)
        findings += found
    if strangers:
        told = (
            f"{len(strangers)} tile numbers belong to no tileset and are left empty, such as {strangers[0]}: a "
            "tileset of the map has shrunk or was exchanged"
        )
        findings.append(Finding("warning", "", told))
    return ParsedMap(repaired, grids, outlines, placed, sources, tuple(tiles), tuple(findings))


def _source(repaired: Repaired, tiled: int) -> Source | None:
    """The tile of a number that the map writes."""
    for note in reversed(repaired.tilesets):
        if tiled >= note.first:
            local = tiled - note.first
            return (note, local) if note.holds(local) else None
    return None


def _animated(note: TilesetNote, local: int, flags: Any, cell: Cell) -> tuple[TileImage, list[Finding]]:
    """A tile with all pictures that it shows in turn, and what is to say of them."""
    tile = note.tiles.get(local)
    shown = tile.frames if tile else ()
    pictured = [frame.tile for frame in shown] or [local]
    fitting = [_fitting(_image(note, number, flags, cell), note.where, cell) for number in pictured]
    image, findings = fitting[0][0], list(dict.fromkeys(told for _, found in fitting for told in found))
    if len(shown) > 1:
        frames = tuple(TileFrame(each, frame.lasts) for (each, _), frame in zip(fitting, shown, strict=True))
        scattered = SCATTERED in note.properties and truth(note.properties[SCATTERED]) is True
        image = replace(image, frames=frames, scattered=scattered)
    return image, findings


def _image(note: TilesetNote, local: int, flags: Any, cell: Cell) -> TileImage:
    tile = note.tiles.get(local)
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
    if not note.as_cells:
        return image
    # Drawn as large as a cell, or if its sides keep their proportion, as large as fits in the middle. What it is drawn
    # away from its cell grows or shrinks with it.
    (left, top), (across_, down_), shift = fitted(image, cell, keeps_shape=note.keeps_shape)
    return replace(
        image,
        width=max(1, round(across_)),
        height=max(1, round(down_)),
        offset=(round(left + shift[0]), round(shift[1] - top)),
    )


def _fitting(image: TileImage, where: str, cell: Cell) -> tuple[TileImage, list[Finding]]:
    """A tile of a size that can be drawn; an absurd one becomes a chequered cell."""
    across, down = cell
    findings = []
    if max(image.width / across, image.height / down) > LARGEST_TILE:
        told = (
            f"a tile is {image.width} x {image.height} px, and a cell {across} x {down}; tiles of at most "
            f"{LARGEST_TILE} cells across and down are drawn, so a chequered tile stands for it"
        )
        findings.append(Finding("warning", where, told))
        image = TileImage(None, None, across, down)
    if max(abs(image.offset[0]) / across, abs(image.offset[1]) / down) > LARGEST_TILE:
        told = (
            f"its tiles are drawn {image.offset[0]}, {image.offset[1]} px away from their cells; at most "
            f"{LARGEST_TILE} cells are allowed, so they are drawn where they lie"
        )
        findings.append(Finding("warning", where, told))
        image = replace(image, offset=(0, 0))
    return image, findings


def _placed(parsed: Any, gid: int, source: Source | None, offset: Point, cell: Cell) -> tuple[Placed, Outline]:
    """A tile object hangs on a point of its own, the bottom left corner unless its tileset says another, and turns
    about it. It lies as far from there as its tileset says, in its own measure."""
    x, y, rotation = float(parsed.x), float(parsed.y), float(parsed.rotation)
    note = source[0] if source else TilesetNote(0, "", *cell)
    image = TileImage(None, None, *note.size(source[1] if source else 0), note.offset)
    # Who has no size is as large as the tile, as all were before Tiled 0.12.
    room = float(parsed.width) or image.width, float(parsed.height) or image.height
    right, below = _HANGS.get(note.alignment, (0.0, 1.0))
    (left, top), (width, height), shift = fitted(image, room, keeps_shape=note.keeps_shape)
    corner = x - right * room[0] + left + shift[0], y - below * room[1] + top + shift[1]
    corners = box(*corner, width, height, rotation, (x, y))
    put = Placed(gid, corners[3][0], corners[3][1] - height, width, height, rotation)
    return put, Outline("tile", _scaled(corners, offset, cell), (x, y))


def _outline(parsed: Any, shape: Any, offset: Point, cell: Cell) -> Outline:
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
    return Outline(shape, _scaled(corners, offset, cell), (x, y))


def _scaled(points: Sequence[Point], offset: Point, cell: Cell) -> tuple[Point, ...]:
    """Points in pixels, moved by their layer's offset, in cells."""
    return tuple(((x + offset[0]) / cell[0], (y + offset[1]) / cell[1]) for x, y in points)


def picture_of(parsed: ParsedMap) -> Picture:
    """Everything that is drawn. Raises BadFile if it would take too long to draw."""
    repaired = parsed.repaired
    layers = []
    for note in repaired.layers:
        above = note.role == "above" or (not note.role and folded(note.name) in ABOVE)
        # Pictures in the edges layer are for the editor: in play a door opens, so the game draws it.
        placed = tuple(
            parsed.placed[thing.key]
            for thing in note.objects
            if thing.visible and thing.key in parsed.placed and note.role != "edges"
        )
        grid = parsed.grids.get(note.id) if note.kind == "tiles" else None
        if not placed and note.picture is None and not (grid and any(grid)):
            continue
        drawn = note.visible, note.opacity, note.offset, note.tint
        image = note.picture, note.picture_size, note.repeat, note.clear
        layers.append(PictureLayer(note.name, above, *drawn, tuple(grid or ()), placed, *image))
    painted = fsum(_painted(parsed, layers))
    if painted > MOST_PAINTED and max(repaired.width, repaired.height) <= MAX_PLAY:
        stop(
            repaired.path.name,
            f"its tiles and pictures cover {painted:,.0f} cells, one over another; at most {MOST_PAINTED:,} are "
            "drawn: remove layers, objects, or tiles that are hidden by others.",
        )
    cell = repaired.tile_width, repaired.tile_height
    return Picture(repaired.width, repaired.height, cell, repaired.background, parsed.tiles, tuple(layers))


def _painted(parsed: ParsedMap, layers: Iterable[PictureLayer]) -> Iterator[float]:
    """How many cells each picture of these layers covers; what lies off the map is not drawn."""
    across, down = parsed.repaired.width, parsed.repaired.height
    wide, high = parsed.repaired.tile_width, parsed.repaired.tile_height
    areas = [max(1.0, tile.width / wide * (tile.height / high)) for tile in parsed.tiles]
    for layer in layers:
        yield from (areas[gid] for gid in layer.tiles if gid)
        for put in layer.placed:
            area = max(1.0, min(put.width / wide, across) * min(put.height / high, down))
            yield TURNING * area if put.rotation else area
        if layer.image is not None:
            width, height = layer.image_size[0] / wide, layer.image_size[1] / high
            right, below = layer.repeat
            yield (across if right else min(width, across)) * (down if below else min(height, down))


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
