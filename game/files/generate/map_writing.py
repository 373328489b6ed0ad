"""A generated map as a file of Tiled: from what lies on its cells to layers of tiles, objects, the game's tilesets."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from game import resources
from game.files.generate.canvas import Canvas, NamedPlace, Rise, ThinLine
from game.files.generate.seeded import SeededDraws
from game.files.generate.tiles import FLOORS, PATCHES, TILESETS, WALLS, PatchFamily, tile_table
from game.files.tiled.element_writing import ElementWriter, csv_rows, xml_file
from game.files.tiled.schema import SCHEMA, Value, write_properties
from game.spatial.field import Cell

PIXELS = 64
"""Along a cell's side."""

AUTHOR = "Battlemat"
"""Who is named as a generated map's author."""

HIDDEN = {"visible": "0"}
"""How layers are written that are for rules and not for the eye."""


def map_file(canvas: Canvas, places: Sequence[NamedPlace], draws: SeededDraws, folder: Path) -> bytes:
    """The bytes of a map file that lies in ``folder``, with these places as its zones."""
    root = Element(
        "map",
        {
            "version": "1.10",
            "tiledversion": "1.10.2",
            "class": "BattleMap",
            "orientation": "orthogonal",
            "renderorder": "right-down",
            "width": str(canvas.width),
            "height": str(canvas.height),
            "tilewidth": str(PIXELS),
            "tileheight": str(PIXELS),
            "infinite": "0",
            "backgroundcolor": "#14161c",
        },
    )
    said: dict[str, Value] = {"title": canvas.title, "author": AUTHOR, "description": canvas.description}
    write_properties(root, "BattleMap", {**said, "schema": SCHEMA})
    layers = paint(canvas, draws)
    used = [gid & 0x0FFFFFFF for _, _, tiles in layers for gid in tiles.values()]
    used += [tile_table().first["edges"]] if canvas.lines else []
    _tilesets(root, used, folder)
    writer = ElementWriter((PIXELS, PIXELS), (0, 0), count(1), count(1), "map.tmx")
    for name, klass, tiles in layers:
        size = {"width": str(canvas.width), "height": str(canvas.height)}
        look = {"id": str(next(writer.layers)), "name": name, **({"class": klass} if klass else {}), **size}
        data = SubElement(SubElement(root, "layer", look), "data", {"encoding": "csv"})
        data.text = csv_rows([tiles.get(cell, 0) for cell in canvas.cells()], canvas.width)
    _objects(root, writer, canvas, places)
    root.set("nextlayerid", str(next(writer.layers)))
    root.set("nextobjectid", str(next(writer.things)))
    return xml_file(root)


def _tilesets(root: Element, used: Sequence[int], folder: Path) -> None:
    """Name the tilesets of which tiles are used, as seen from the map's folder, so that Tiled finds them too."""
    first = tile_table().first
    ends = [*[first[name] for name in TILESETS[1:]], 1 << 28]
    for name, end in zip(TILESETS, ends, strict=True):
        if any(first[name] <= gid < end for gid in used):
            SubElement(root, "tileset", {"firstgid": str(first[name]), "source": _seen_from(folder, f"{name}.tsx")})


def _seen_from(folder: Path, tileset: str) -> str:
    """The path of a shipped tileset; from another drive its name alone, by which the game finds it."""
    try:
        return Path(os.path.relpath(resources.maps() / tileset, folder.resolve())).as_posix()
    except ValueError:
        return tileset


def _objects(root: Element, writer: ElementWriter, canvas: Canvas, places: Sequence[NamedPlace]) -> None:
    if places:
        layer = writer.object_layer(root, "zones", HIDDEN)
        for place in places:
            zone: dict[str, Value] = {"kind": place.kind, "cover": place.cover}
            zone |= {name: True for name in ("overgrown", "dark") if getattr(place, name)}
            writer.area(layer, "Zone", place.cells, place.name, zone)
    if canvas.rises:
        layer = writer.object_layer(root, "elevation", HIDDEN)
        for rise in canvas.rises:
            steep: dict[str, Value] = {"feet": rise.feet, **({"ramp": True} if rise.ramp else {})}
            writer.area(layer, "Elevation", rise.cells, rise.name, steep)
    if canvas.lines:
        layer = writer.object_layer(root, "edges")
        for line in canvas.lines:
            state = {"state": line.state} if line.kind in ("door", "portcullis") else {}
            writer.line(layer, (line.a, line.b), line.name, {"kind": line.kind, **state})
            _pictures(layer, writer, line)
    layer = writer.object_layer(root, "features", HIDDEN)
    for thing in canvas.things:
        told: dict[str, Value] = {"kind": thing.kind}
        told |= {name: getattr(thing, name) for name in ("strength", "thing") if getattr(thing, name)}
        writer.area(layer, "Feature", thing.cells, thing.name, told)
    layer = writer.object_layer(root, "spawns", HIDDEN)
    for start in canvas.starts:
        writer.area(layer, "Spawn", start.cells, start.name, {"side": start.side})


def _pictures(layer: Element, writer: ElementWriter, line: ThinLine) -> None:
    """What Tiled shows of a thin thing; in play the game draws it itself, for doors move."""
    (x1, y1), (x2, y2) = line.a, line.b
    across = y1 == y2
    look = f"{line.kind}_{'h' if across else 'v'}"
    if line.kind == "door":
        look += f"_{line.state}"
    elif line.kind == "portcullis":
        look += "_open" if line.state == "open" else "_closed"
    half = PIXELS // 2
    corners = [(x * PIXELS, y1 * PIXELS + half) for x in range(x1, x2)]
    if not across:
        corners = [(x1 * PIXELS - half, (y + 1) * PIXELS) for y in range(y1, y2)]
    for x, y in corners:
        look_of = {"id": str(next(writer.things)), "gid": str(tile_table().tiles[look].gid)}
        SubElement(layer, "object", {**look_of, "x": str(x), "y": str(y), "width": str(PIXELS), "height": str(PIXELS)})


# --- tiles: rims of patches, faces of walls, edges of heights ---

TURNED = (0, 0xA0000000, 0xC0000000, 0x60000000)
"""What Tiled adds to a tile's number to turn it clockwise by none, one, two and three quarters."""

SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south, west: a rim is drawn for the north and turned for the others."""

CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""The same for corners, drawn for the north-west."""

RARE = 6
"""Of a hundred cells of a floor those with one of its rare tiles."""

LEDGE = 4.0
"""Feet by which ground has to lie higher than what is beside it for its rim and face to be drawn."""

HIGH = 15.0
"""Feet from which a face is the high one."""

TileLayer = dict[Cell, int]
"""Numbers of tiles by cell; the others are empty."""


def paint(canvas: Canvas, draws: SeededDraws) -> list[tuple[str, str, TileLayer]]:
    """The layers of tiles from the lowest to the uppermost: name, class where the name says none, tiles."""
    layers = [("ground", "", _floor_tiles(canvas, draws.part("floor")))]
    for number, patch in enumerate(canvas.patches):
        tiles = _patch_tiles(patch.cells, PATCHES[patch.family], canvas.inside, draws.part(f"patch {number}"))
        layers.append((patch.family, "decor", tiles))
    layers += [("steps", "decor", _named(canvas.flat)), *_ledges(canvas, draws.part("ledges"))]
    layers += [("walls", "", _wall_tiles(canvas, draws.part("walls"))), ("decor", "", _named(canvas.props))]
    return [layer for layer in layers if layer[2]]


def _gid(name: str) -> int:
    return tile_table().tiles[name].gid


def _named(tiles: dict[Cell, str]) -> TileLayer:
    return {cell: _gid(name) for cell, name in tiles.items()}


def _floor_tiles(canvas: Canvas, draws: SeededDraws) -> TileLayer:
    found = {}
    for cell in canvas.cells():
        family = FLOORS[canvas.floor[cell]]
        names: Sequence[str] = family.rare if family.rare and draws.chance(RARE) else family.usual
        found[cell] = _gid(draws.pick(names))
    return found


def _patch_tiles(
    cells: frozenset[Cell], family: PatchFamily, inside: Callable[[Cell], bool], draws: SeededDraws
) -> TileLayer:
    def out(x: int, y: int) -> bool:
        return (x, y) not in cells and inside((x, y))

    found = {}
    for x, y in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        bare = [out(x + dx, y + dy) for dx, dy in SIDES]
        turns = [turn for turn in range(4) if bare[turn]]
        corners = [turn for turn in range(4) if bare[turn] and bare[turn - 1]]
        notches = [turn for turn, (dx, dy) in enumerate(CORNERS) if out(x + dx, y + dy)]
        if corners:
            found[x, y] = _gid(family.outer) + TURNED[corners[0]]
        elif turns:
            found[x, y] = _gid(draws.pick(family.edge)) + TURNED[turns[0]]
        elif notches:
            found[x, y] = _gid(family.inner) + TURNED[notches[0]]
        else:
            found[x, y] = _gid(draws.pick(family.within))
    return found


def _wall_tiles(canvas: Canvas, draws: SeededDraws) -> TileLayer:
    found = {}
    for (x, y), name in canvas.walls.items():
        below = x, y + 1
        bare = canvas.inside(below) and canvas.walls.get(below) in (None, "tree", "hedge")
        family = WALLS[name]
        found[x, y] = _gid(draws.pick(family.face if bare else family.top))
    return found


def _ledges(canvas: Canvas, draws: SeededDraws) -> list[tuple[str, str, TileLayer]]:
    """What is drawn where built ground falls off: its rim, its face to the south, its shadow."""
    built = [rise for rise in canvas.rises if rise.feet >= LEDGE and not rise.ramp and _is_built(canvas, rise)]
    levels = {cell: rise.feet for rise in canvas.rises for cell in rise.cells}
    shadows: TileLayer = {}
    rims: TileLayer = {}
    faces: TileLayer = {}

    def falls(cell: Cell, way: Cell) -> bool:
        other = cell[0] + way[0], cell[1] + way[1]
        low = levels.get(other, 0.0)
        return canvas.inside(other) and levels[cell] - low >= LEDGE and other not in canvas.walls

    for cell in dict.fromkeys(cell for rise in built for cell in rise.cells):
        if cell in canvas.walls:
            continue
        x, y = cell
        bare = [falls(cell, way) for way in SIDES]
        if bare[2]:
            deep = levels[cell] - levels.get((x, y + 1), 0.0)
            faces[cell] = _gid(("face_high_" if deep >= HIGH else "face_") + str(draws.between(1, 2)))
            shadows[x, y + 1] = _gid("shade")
        elif bare[0] and (bare[3] or bare[1]):
            rims[cell] = _gid("rim_corner") + TURNED[0 if bare[3] else 1]
        elif any(bare):
            rims[cell] = _gid("rim") + TURNED[bare.index(True)]
        if bare[1] and not bare[2]:
            shadows.setdefault((x + 1, y), _gid("shade") + TURNED[3])
    return [("shadows", "decor", shadows), ("rims", "decor", rims), ("faces", "decor", faces)]


def _is_built(canvas: Canvas, rise: Rise) -> bool:
    """Whether it is masonry, which has a face; a bank of earth has a rim of its own."""
    return rise.cells[0] not in canvas.on("bank")
