"""A generated map as Tiled writes one: layers of tiles, objects of our classes, the game's tilesets."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from game import resources
from game.files.generate.canvas import Canvas, NamedPlace, ThinLine
from game.files.generate.painting import paint
from game.files.generate.seeded import SeededDraws
from game.files.generate.tiles import TILESETS, tile_table
from game.files.tiled.element_writing import ElementWriter, csv_rows, xml_file
from game.files.tiled.schema import SCHEMA, Value, write_properties

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
