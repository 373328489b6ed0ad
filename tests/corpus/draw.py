"""Draws the corpus."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.corpus.grounds import grounds
from tests.corpus.parts import (
    ENDS,
    HIGH,
    HOUSE,
    INSIDE,
    MEADOW,
    SHEET,
    WIDE,
    grid,
    layer,
    packed_layer,
    point,
    said_of,
    thing,
    things,
    tileset,
    tmx,
)
from tests.corpus.pixels import BUSH, GRASS, MARK, PLANKS, ROCK, SIDE, STRAW, WATER, big, palette_png, png, sheet
from tests.files.drawing import properties

HOME = Path(__file__).parent


def words() -> Iterator[tuple[str, str]]:
    """Walls by what layers, groups, tiles and objects are called."""
    yield "layer-called-collision", tmx(layer("Ground", MEADOW), layer("CollisionTiles", HOUSE), ENDS)
    inner = layer("house", HOUSE) + layer("Wall torches", [" " * WIDE] * 4 + ["   s    "] + [" " * WIDE] * 7)
    yield "group-of-walls", tmx(layer("floor", MEADOW), f' <group name="Walls">\n{inner} </group>\n', ENDS)
    yield (
        "tile-that-cannot-be-walked",
        tmx(
            layer("all", [_over(a, b) for a, b in zip(MEADOW, HOUSE, strict=True)]),
            ENDS,
            sets=tileset(said_of(ROCK, can_walk=False) + said_of(PLANKS, isSolid=False)),
        ),
    )
    blocks = [
        thing(1, 1, 6, 1, 'type="Blocker"'),
        thing(1, 8, 6, 1, 'name="stone wall"'),
        thing(6, 2, 1, 3, blocksMovement=True),
        thing(9, 1, 1, 4, 'name="wallpaper"'),
    ]
    yield "objects-that-block", tmx(layer("floor", MEADOW), things("stuff", *blocks), ENDS)
    yield (
        "obstacle-objects",
        tmx(
            layer("floor", MEADOW),
            things("obstacles", thing(1, 1, 6, 1), thing(9, 6, 5, 1), thing(7.6, 0.1, 0.2, 3.4)),
            ENDS,
        ),
    )
    yield (
        "every-cell-marked",
        tmx(layer("floor", MEADOW), layer("collision", [_over("f" * WIDE, row) for row in HOUSE]), ENDS),
    )
    floor = [["x" if (x, y) in INSIDE else " " for x in range(WIDE)] for y in range(HIGH)]
    yield "only-the-floor-marked", tmx(layer("base", MEADOW), layer("walls", ["".join(row) for row in floor]), ENDS)
    yield "walkable-layer", tmx(layer("base", MEADOW), layer("Walkable", ["".join(row) for row in floor]), ENDS)


BOUND = ["#" * WIDE, *("#" + row[1:-1] + "#" for row in HOUSE[1:-1]), "#" * WIDE]
"""The house again, with walls all round the map."""


def ways() -> Iterator[tuple[str, str]]:
    """Layers that are meant the other way than they are called, and floors that are not drawn."""
    figures = things("Spawn", point(3.5, 3.5, "Player"), point(12.5, 3.5, "wasp", 'type="monster"'))
    yield "walkable-marks-walls", tmx(layer("base", MEADOW), layer("Walkable", BOUND), figures)
    doors = things("events", thing(0, 9, 1, 1, 'type="mapchange"'), thing(15, 10, 1, 1, 'type="mapchange"'))
    left = [*BOUND[:9], " " + BOUND[9][1:], BOUND[10][:-1] + " ", BOUND[11]]
    yield "walkable-by-its-doors", tmx(layer("base", MEADOW), layer("Walkable", left), doors)
    warps = things("Transitions", *(thing(x, 11, 1, 1, 'name="entrance"') for x in (7, 8, 9)))
    yield "entrances-in-walls", tmx(layer("base", MEADOW), layer("Collision", BOUND), warps)
    spawns = things("objects", point(3.5, 3.5, "spawn"), point(12.5, 3.5, "spawn"))
    yield (
        "tiles-are-walls",
        tmx(layer("main", BOUND), layer("flowers decor", ["", "", "", "", "   f"] + [""] * 7), spawns),
    )
    room = [" " * WIDE] * 3 + ["    .......     "] * 7 + [" " * WIDE] * 2
    inside = things("things", point(4.5, 4.5, "Player"), point(9.5, 8.5, "enemy"))
    yield "small-room", tmx(layer("floor", room), inside)
    people = layer("Enemies", ["", "", "            f"] + [""] * 9) + layer("Player", ["", "", "  f"] + [""] * 9)
    yield "figures-as-tiles", tmx(layer("base", MEADOW), layer("Walkable", BOUND), people)
    yield "trees-blocking", tmx(layer("base", MEADOW), layer("trees_blocking", HOUSE), ENDS)
    passable = tileset(said_of(PLANKS, Passable="T") + said_of(WATER, Passable="F"))
    gates = [row[:4] + "=" + row[5:] if y == 8 else row for y, row in enumerate(HOUSE)]
    lake = [row[:7] + "~" + row[8:] if y == 10 else row for y, row in enumerate(MEADOW)]
    yield (
        "buildings-between",
        tmx(layer("Back", lake), layer("Buildings", gates), layer("Front", [""] * 12), sets=passable),
    )


def _over(below: str, top: str) -> str:
    return "".join(b if b != " " else a for a, b in zip(below.ljust(WIDE), top.ljust(WIDE), strict=True))


def starts() -> Iterator[tuple[str, str]]:
    """Sides by what objects are called."""
    yield (
        "one-point-is-a-party",
        tmx(layer("floor", MEADOW), layer("wall", HOUSE), things("a", point(3.5, 3.5, "player_start"))),
    )
    odd = [
        thing(2, 2, 2, 2, 'type="spawn"', wave=3),
        thing(11, 2, 2, 2, 'type="Zone" name="poison"', damage=4),
        thing(1, 4, 1, 1, 'type="door" name="door1"', target="town.tmx"),
        thing(4, 4, 1, 1, 'type="Edge"'),
    ]
    yield "called-like-ours", tmx(layer("floor", MEADOW), layer("Solid", HOUSE), things("spawns", *odd))
    arena = [point(x + 0.5, y + 0.5, "spawn") for x, y in ((1, 1), (14, 10), (2, 1), (13, 10))]
    yield "spawns-of-nobody", tmx(layer("floor", MEADOW), things("arena", *arena))
    yield "no-starts", tmx(layer("floor", MEADOW), layer("blockers", HOUSE))


def shapes() -> Iterator[tuple[str, str]]:
    """Walls by collision shapes, of tiles and of objects, as they are and not by their boxes."""
    slope = thing(0, 0, 0, 0, "", '<polygon points="0,0 16,16 0,16"/>')
    thin = thing(0.4, 0, 0.2, 1)
    round_ = thing(0, 0, 1, 1, "", "<ellipse/>")
    turned = thing(0.5, -0.2, 0.5, 1, 'rotation="45"')
    inside = "".join(
        f'<tile id="{number - 1}"><objectgroup draworder="index">{shape}</objectgroup></tile>'
        for number, shape in ((ROCK, slope), (PLANKS, thin), (WATER, round_), (MARK, turned))
    ).replace('id="@"', 'id="1"')
    plan = [" " * WIDE, "  #  =  ~  x", *[" " * WIDE] * 4, "  ##  ~~  ==", *[" " * WIDE] * 5]
    yield "shapes-of-tiles", tmx(layer("floor", ["f" * WIDE] * HIGH), layer("things", plan), ENDS, sets=tileset(inside))
    free = [
        thing(2, 1, 0, 0, "", '<polygon points="0,0 64,64 0,64"/>'),
        thing(8, 1, 4, 4, "", "<ellipse/>"),
        thing(4, 7, 4, 1, 'rotation="30"'),
        thing(10.7, 7.2, 1.2, 1.2),
    ]
    ends = things("things", point(0.5, 10.5, "Player"), point(15.5, 10.5, "enemy"))
    yield "shapes-of-objects", tmx(layer("floor", MEADOW), things("Collision", *free, more='offsetx="8"'), ends)


def drawings() -> Iterator[tuple[str, str]]:
    """What is only drawn."""
    flips = [[GRASS] * WIDE for _ in range(HIGH)]
    for number in range(8):
        flips[2][2 + number] = ROCK | number << 29
        flips[4][2 + number] = BUSH | number << 29
    yield "flipped-tiles", tmx(layer("floor", flips))
    framed = '<image source="framed.png" width="78" height="42"/>'
    yield (
        "margin-and-spacing",
        tmx(layer("floor", [".=~#xsbf" * 2] * HIGH), sets=tileset("", 'margin="1" spacing="4"', framed)),
    )
    trans = '<image source="holes.png" trans="ff00ff" width="64" height="32"/>'
    under = tileset() + tileset("", "", trans, 9)
    over = [[9 + (x + y) % 8 if (x + y) % 3 else 0 for x in range(WIDE)] for y in range(HIGH)]
    yield "colour-left-out", tmx(layer("floor", MEADOW), layer("over", over), sets=under)
    coloured = '<image source="palette.png" width="64" height="32"/>'
    yield "palette-of-256", tmx(layer("floor", [".=~#xsbf" * 2] * HIGH), sets=tileset("", "", coloured))
    frames = '<animation><frame tileid="3" duration="200"/><frame tileid="0" duration="200"/></animation>'
    yield "moving-water", tmx(layer("floor", [".~" * 8] * HIGH), sets=tileset(f'<tile id="0">{frames}</tile>'))
    straw = layer("straw", ["  ss  ss"] * 6 + [" "] * 6)
    clear = [[9 + ROCK if 3 < y < 9 and x > 9 else 0 for x in range(WIDE)] for y in range(HIGH)]
    tints = (
        layer("floor", MEADOW, 'tintcolor="#ff8080"')
        + layer("rocks", HOUSE, 'tintcolor="#8080ff" opacity="0.75"')
        + layer("glass", clear, 'tintcolor="#8080ff80"')
        + f' <group name="g" tintcolor="#80ffff" opacity="0.5" offsetx="4" offsety="-3">\n{straw} </group>\n'
    )
    yield "tinted-layers", tmx(tints, sets=under)
    picture = '<image source="big.png" width="100" height="70"/>'
    images = (
        f' <imagelayer name="far" repeatx="1" repeaty="1" opacity="0.5">{picture}</imagelayer>\n'
        f' <imagelayer name="near" offsetx="40" offsety="30" parallaxx="0.5">{picture}</imagelayer>\n'
        '  <imagelayer name="holes" offsetx="150" offsety="100"><image source="holes.png" trans="ff00ff" width="64" '
        'height="32"/></imagelayer>\n'
    )
    yield "image-layers", tmx(layer("floor", MEADOW), images)
    large = (
        ' <tileset firstgid="9" name="large" tilewidth="24" tileheight="40" tilecount="1" columns="0">'
        '<tileoffset x="-4" y="6"/><tile id="0"><image source="tower.png" width="24" height="40"/></tile></tileset>\n'
    )
    towers = [[9 if x % 5 == 2 and y % 4 == 3 else 0 for x in range(WIDE)] for y in range(HIGH)]
    yield "large-tiles", tmx(layer("floor", MEADOW), layer("towers", towers), sets=tileset() + large)
    placed = [
        f'  <object id="@" gid="{ROCK}" x="32" y="48" width="16" height="16"/>\n',
        f'  <object id="@" gid="{BUSH | 1 << 31}" x="80" y="64" width="32" height="24"/>\n',
        f'  <object id="@" gid="{STRAW}" x="150" y="90" width="32" height="32" rotation="30"/>\n',
    ]
    yield "placed-tiles", tmx(layer("floor", MEADOW), things("props", *placed))
    hidden = (
        layer("secret", HOUSE, 'visible="0"') + f' <group name="off" visible="0">\n{layer("more", HOUSE)} </group>\n'
    )
    yield "hidden-layers", tmx(layer("floor", MEADOW), hidden)
    brought = [
        '  <object id="@" template="tower.tx" x="32" y="64"/>\n',
        '  <object id="@" template="tower.tx" x="100" y="120" width="48" height="80"/>\n',
        f'  <object id="@" template="tower.tx" gid="{1 << 31 | 9}" x="160" y="80" width="24" height="20"/>\n',
        '  <object id="@" template="tower.tx" x="228" y="140" rotation="30"/>\n',
    ]
    yield "tiles-of-templates", tmx(layer("floor", MEADOW), things("props", *brought[:2], brought[3]))
    known = tileset() + ' <tileset firstgid="9" source="towers.tsx"/>\n'
    yield "tiles-of-templates-known", tmx(layer("floor", MEADOW), things("props", *brought), sets=known)


def files() -> Iterator[tuple[str, bytes]]:
    """Every file of the corpus by its name in the folder."""
    for drawn in (words, ways, grounds, starts, shapes, drawings):
        yield from ((f"{name}.tmx", text.encode()) for name, text in drawn())
    for how in ("zstd", "zlib"):
        yield (
            f"packed-{how}.tmx",
            tmx(packed_layer("floor", MEADOW, how), packed_layer("Wall", HOUSE, how), ENDS).encode(),
        )
    yield "endless.tmx", _endless().encode()
    yield "templates.tmx", _templates().encode()
    yield "player.tx", _template().encode()
    yield "tower.tx", _tower().encode()
    yield "towers.tsx", _towers().encode()
    yield "orc.tj", json.dumps(_ORC, indent=1).encode()
    yield "json-map.tmj", json.dumps(_json_map(), indent=1).encode()
    yield "json-tiles.tsj", json.dumps(_json_tiles(), indent=1).encode()
    yield "old-json.json", json.dumps(_old_json(), indent=1).encode()
    yield (
        "SHOUTED.TMX",
        tmx(
            layer("FLOOR", MEADOW), layer("WALLS", HOUSE), ENDS, sets=tileset("", "", SHEET.replace("sheet", "Sheet"))
        ).encode(),
    )
    yield (
        "lost-tileset.tmx",
        tmx(
            layer("floor", MEADOW),
            layer("walls", HOUSE),
            ENDS,
            sets=' <tileset firstgid="1" source="gone/lost.tsx"/>\n',
        ).encode(),
    )
    yield "isometric.tmx", tmx(layer("floor", MEADOW), head='orientation="isometric"').encode()
    yield "hexagonal.tmx", tmx(layer("floor", MEADOW), head='orientation="hexagonal"').encode()
    yield "harbour.world", json.dumps(_WORLD, indent=1).encode()
    outside = ' <tileset firstgid="1" source="../../../art/tiles/sheet.tsx"/>\n'
    yield "project/harbour.tiled-project", b'{"folders": ["."]}\n'
    yield (
        "project/levels/one/night/quay.tmx",
        tmx(layer("floor", MEADOW), layer("walls", HOUSE), ENDS, sets=outside).encode(),
    )
    alone = tileset("", "", '<image source="../pictures/sheet.png" width="64" height="32"/>').replace(
        'firstgid="1" ', 'version="1.8" '
    )
    yield "project/art/tiles/sheet.tsx", f'<?xml version="1.0" encoding="UTF-8"?>\n{alone.strip()}\n'.encode()
    yield "project/art/pictures/sheet.png", png(sheet())
    yield "sheet.png", png(sheet())
    yield "holes.png", png(sheet(holes=True))
    yield "framed.png", png(sheet(margin=1, spacing=4))
    yield "palette.png", palette_png(sheet())
    yield "big.png", png(big(100, 70))
    yield "tower.png", png(big(24, 40))


_WORLD = {
    "maps": [
        {"fileName": "no-starts.tmx", "x": 0, "y": 0, "width": 256, "height": 192},
        {"fileName": "json-map.tmj", "x": 256, "y": 0, "width": 256, "height": 192},
    ],
    "type": "world",
}

_ORC = {"type": "template", "object": {"name": "Orc", "type": "enemy", "width": 16, "height": 16}}


def _template() -> str:
    player = ' <object name="Player" type="hero"><point/></object>'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<template>\n{player}\n</template>\n'


def _tower() -> str:
    """A template with a tile of a tileset of its own."""
    placed = ' <tileset firstgid="5" source="towers.tsx"/>\n <object gid="5" width="24" height="40"/>'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<template>\n{placed}\n</template>\n'


def _towers() -> str:
    """Tiles that are solid and drawn beside where they lie."""
    solid = properties(solid=True)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<tileset version="1.8" name="towers" tilewidth="24" tileheight="40" '
        'tilecount="1" columns="0">\n <tileoffset x="-4" y="6"/>\n'
        ' <grid orientation="orthogonal" width="1" height="1"/>\n'
        f' <tile id="0">{solid}<image width="24" height="40" source="tower.png"/></tile>\n</tileset>\n'
    )


def _templates() -> str:
    placed = (
        '  <object id="@" template="player.tx" x="56" y="56"/>\n',
        '  <object id="@" template="orc.tj" x="192" y="48"/>\n',
        '  <object id="@" template="orc.tj" x="192" y="80" name="Big orc"/>\n',
    )
    return tmx(layer("floor", MEADOW), layer("walls", HOUSE), things("people", *placed))


def _endless() -> str:
    """Chunks left of and above the middle, and a layer on which nothing was ever drawn."""
    chunks = {}
    for name, plan in (("floor", MEADOW), ("walls", HOUSE)):
        rows = grid(plan) + [[0] * WIDE] * 4
        data = ",\n".join(",".join(map(str, row)) for row in rows)
        chunks[name] = f'<chunk x="-16" y="-16" width="16" height="16">\n{data}\n</chunk>'
    layers = [
        f' <layer name="{name}" width="16" height="16"><data encoding="csv">{chunk}</data></layer>\n'
        for name, chunk in chunks.items()
    ]
    empty = ' <layer name="roofs" width="16" height="16"><data encoding="csv"></data></layer>\n'
    image = '<image source="tower.png" width="24" height="40"/>'
    art = f' <imagelayer name="art" offsetx="-240" offsety="-120">{image}</imagelayer>\n'
    ends = things("things", point(3.5 - 16, 3.5 - 16, "Player"), point(12.5 - 16, 3.5 - 16, "enemy"))
    return tmx(*layers, empty, art, ends, head='infinite="1"')


def _json_tiles() -> dict[str, Any]:
    return {
        "type": "tileset", "version": "1.8", "tiledversion": "1.8.2", "name": "sheet", "image": "sheet.png",
        "imagewidth": 64, "imageheight": 32, "margin": 0, "spacing": 0, "columns": 4, "tilecount": 8,
        "tilewidth": SIDE, "tileheight": SIDE,
        "tiles": [{"id": ROCK - 1, "properties": [{"name": "solid", "type": "bool", "value": True}]}],
    }  # fmt: skip


def _json_map() -> dict[str, Any]:
    """As Tiled writes it today."""

    def tiles(name: str, plan: list[str], number: int) -> dict[str, Any]:
        return {
            "type": "tilelayer", "id": number, "name": name, "width": WIDE, "height": HIGH, "x": 0, "y": 0,
            "opacity": 1, "visible": True, "data": [gid for row in grid(plan) for gid in row],
        }  # fmt: skip

    def place(number: int, name: str, x: float) -> dict[str, Any]:
        return {
            "id": number, "name": name, "type": "", "x": x * SIDE, "y": 3.5 * SIDE, "width": 0, "height": 0,
            "rotation": 0, "visible": True, "point": True,
        }  # fmt: skip

    shape = {
        "id": 3, "name": "wall", "type": "", "x": 32, "y": 160, "width": 0, "height": 0, "rotation": 0, "visible": True,
        "polygon": [{"x": 0, "y": 0}, {"x": 64, "y": 0}, {"x": 64, "y": 16}, {"x": 0, "y": 16}],
    }  # fmt: skip
    people = {
        "type": "objectgroup", "id": 4, "name": "things", "draworder": "topdown", "opacity": 1, "visible": True,
        "x": 0, "y": 0, "objects": [place(1, "Player", 3.5), place(2, "enemy", 12.5), shape],
    }  # fmt: skip
    house = {
        "type": "group", "id": 3, "name": "house", "opacity": 1, "visible": True, "x": 0, "y": 0,
        "layers": [tiles("stones", HOUSE, 2)],
    }  # fmt: skip
    return {
        "type": "map", "version": "1.8", "tiledversion": "1.8.2", "orientation": "orthogonal",
        "renderorder": "right-down", "infinite": False, "width": WIDE, "height": HIGH, "tilewidth": SIDE,
        "tileheight": SIDE, "nextlayerid": 9, "nextobjectid": 9, "compressionlevel": -1,
        "tilesets": [{"firstgid": 1, "source": "json-tiles.tsj"}],
        "layers": [tiles("floor", MEADOW, 1), house, people],
    }  # fmt: skip


def _old_json() -> dict[str, Any]:
    """As Tiled before 1.0 wrote it: no types, properties by name, tiles by number."""
    new = _json_map()
    for each in new["layers"]:
        each.pop("id")
    new["layers"][1:2] = new["layers"][1]["layers"]
    for name in ("type", "tiledversion", "infinite", "nextlayerid", "compressionlevel"):
        new.pop(name)
    sheet_ = {key: value for key, value in _json_tiles().items() if key not in ("type", "tiles")}
    new["tilesets"] = [{"firstgid": 1, **sheet_, "tileproperties": {str(ROCK - 1): {"collides": "true"}}}]
    new["version"] = 1
    return new


def main() -> None:
    """Write all of it."""
    for name, data in files():
        path = HOME / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    main()
