"""Sound files of every kind, for the mutations to begin from."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from PIL import Image

from game import resources
from game.files.archives import pack
from game.files.battlefile import write_battle
from game.files.saves import SeatPlan
from game.lab.arena import Fought
from game.lab.expedition import ExpeditionRequest, set_out
from game.lab.series.plan import BATTLES, PLAN, SeriesResults, contests_of, read_plan
from game.play.preferences import Preferences
from game.rules.match import AnyMatch, Orders
from game.rules.registry import names
from game.rules.setup import Recruit
from tests.corpus.draw import files
from tests.files.drawing import (
    PICTURE,
    SHEET,
    SLIT,
    TILES,
    WALL,
    WINDOW,
    floor,
    line,
    objects,
    png,
    point,
    properties,
    rectangle,
    tiles,
    tmx,
)
from tests.files.table_pictures import dungeon, grey, packed
from tests.files.test_rosters import CREW
from tests.files.vtt import DIALECTS, written
from tests.laws.cases import Reckless, cases
from tests.saving import save_match

GOLDEN = Path(__file__).parents[1] / "battles"


@dataclass(frozen=True)
class Sound:
    """A file that can be used, with what lies beside it."""

    name: str
    """The file that is named to the game."""
    files: dict[str, bytes]
    spoilt: tuple[str, ...]
    """Of these one is mutated."""


@cache
def sounds(kind: str) -> tuple[Sound, ...]:
    """The sound files of a kind, the same in every run."""
    return tuple(
        {
            "tmx": _maps,
            "document": _documents,
            "tsx": _tilesets,
            "vtt": _universal,
            "picture": _table_pictures,
            "scenario": _scenarios,
            "shared": _shared,
            "roster": _rosters,
            "save": _saves,
            "battle": _battles,
            "drawing": _drawings,
            "puzzle": _puzzles,
            "settings": _settings,
            "expedition": _expeditions,
            "trials": _trials,
            "lab": _labs,
        }[kind]()
    )


def _pictures() -> dict[str, bytes]:
    small = {
        f"{name}.png": PICTURE
        for name in ("floor_1", "wall", "crate", "water", "slit", "rug", "log", "bridge", "window")
    }
    return {**small, "tiles.tsx": TILES.encode(), "sheet.png": SHEET, "art.png": png(200, 100), "art.bmp": _bmp(40, 30)}


def _bmp(width: int, height: int) -> bytes:
    row = bytes(3 * width + -3 * width % 4)
    size = len(row) * height
    return (
        struct.pack("<2sIHHI", b"BM", 54 + size, 0, 0, 54)
        + struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, size, 2835, 2835, 0, 0)
        + row * height
    )


def _everything() -> str:
    """A map with something of all that maps may hold."""
    walls = [[0] * 12 for _ in range(8)]
    walls[3] = [WALL, WALL, 0, WALL, SLIT, WALL, WALL, WINDOW, WALL, 0, WALL, WALL]
    sheet = (
        '<tileset firstgid="20" name="sheet" tilewidth="64" tileheight="64" tilecount="8" columns="4">'
        '<tileoffset x="2" y="-2"/><image source="sheet.png" width="256" height="128"/>'
        '<tile id="1"><properties><property name="solid" type="bool" value="true"/></properties>'
        '<objectgroup><object id="1" x="0" y="0" width="64" height="40"/></objectgroup></tile></tileset>'
    )
    packed = base64.b64encode(zlib.compress(struct.pack("<96I", *([20, 0, 1 << 31 | 22, 0] * 24)))).decode()
    layers = (
        f'<group name="g" offsetx="3" opacity="0.5" tintcolor="#ff8080">'
        f'<layer id="7" name="decor" width="12" height="8" offsety="-4">'
        f'<data encoding="base64" compression="zlib">{packed}</data></layer></group>',
        '<imagelayer id="8" name="art" offsetx="-5" repeatx="1"><image source="art.png" width="200" height="100"/>'
        "</imagelayer>",
        '<imagelayer id="9" name="more"><image source="art.bmp" width="40" height="30"/></imagelayer>',
        objects(
            "props",
            '<object id="50" gid="20" x="64" y="256" width="64" height="64" rotation="30"/>',
            '<object id="51" gid="2147483670" x="300" y="300" width="90" height="40"/>',
            '<object id="52" template="goblin.tx" x="320" y="400"/>',
            '<object id="53" x="10" y="10" width="90" height="40"><ellipse/></object>',
            '<object id="54" x="10" y="10"><polygon points="0,0 64,0 64,90 -10,30"/></object>',
            '<object id="55" x="100" y="100"><text>Hello</text></object>',
        ),
        objects(
            "edges",
            line(1, (2, 1), (2, 3), kind="door", state="locked"),
            line(2, (5, 0), (5, 2), kind="window", sill=3.0),
        ),
        objects(
            "elevation",
            rectangle(3, "Elevation", 8, 4, 4, 4, feet=5.0),
            rectangle(4, "Elevation", 7, 5, 1, 1, feet=2.5, ramp=True),
        ),
        objects(
            "zones",
            rectangle(5, "Zone", 0, 0, 12, 3, name="North", capacity=6),
            rectangle(6, "Zone", 0, 4, 12, 4, name="South", kind="room", cover="cover", dark=True),
            point(7, "Border", 9.5, 3.5, kind="door", capacity=1),
        ),
        objects(
            "spawns",
            rectangle(8, "Spawn", 0, 0, 2, 2, side="party"),
            rectangle(9, "Spawn", 9, 6, 3, 2, side="foe", unit="bandit", count=3, facing="n"),
        ),
        objects(
            "features",
            point(10, "Feature", 4.5, 5.5, "The fire", kind="fire", strength="1d6"),
            f'<object id="11" type="Feature" x="600" y="80">{properties(kind="lever")}<point/></object>',
        ),
    )
    sets = '<tileset firstgid="1" source="tiles.tsx"/>' + sheet
    head = 'backgroundcolor="#204060"'
    return tmx(
        tiles("ground", floor(12, 8)), tiles("walls", walls, 2), *layers, width=12, height=8, head=head, tilesets=sets
    )


_TEMPLATE = (
    b'<template><tileset firstgid="1" source="tiles.tsx"/><object name="Goblin" type="enemy" gid="2" width="64" '
    b'height="64"><properties><property name="hp" type="int" value="3"/></properties></object></template>'
)

_ENDLESS = (
    '<layer id="1" name="floor" width="30" height="20"><data encoding="csv">'
    + "".join(f'<chunk x="{x}" y="-16" width="16" height="16">{",".join(["1"] * 256)}</chunk>' for x in (-16, 0))
    + "</data></layer>"
)


def _maps() -> Iterator[Sound]:
    beside = {**_pictures(), "goblin.tx": _TEMPLATE}
    yield Sound("map.tmx", {**beside, "map.tmx": _everything().encode()}, ("map.tmx",))
    yield Sound("map.tmx", {**beside, "map.tmx": _everything().encode()}, ("map.tmx", "goblin.tx"))
    endless = tmx(_ENDLESS, _ends(-9, -12), head='infinite="1"', width=30, height=20)
    yield Sound("map.tmx", {**beside, "map.tmx": endless.encode()}, ("map.tmx",))
    for path in resources.shipped_maps():
        yield Sound("map.tmx", {"map.tmx": path.read_bytes()}, ("map.tmx",))


def _documents() -> Iterator[Sound]:
    """Maps in JSON, with a tileset, a template and a world of theirs; and maps of other programs."""
    drawn = dict(files())
    beside = {name: drawn[name] for name in ("sheet.png", "json-tiles.tsj", "player.tx", "orc.tj")}
    for name in ("json-map.tmj", "old-json.json", "shapes-of-tiles.tmx", "templates.tmx", "packed-zstd.tmx"):
        ending = name.partition(".")[2]
        yield Sound(f"map.{ending}", {**beside, f"map.{ending}": drawn[name]}, (f"map.{ending}",))
    for spoilt in (("json-tiles.tsj",), ("map.tmj", "json-tiles.tsj")):
        yield Sound("map.tmj", {**beside, "map.tmj": drawn["json-map.tmj"]}, spoilt)
    yield Sound("map.tmx", {**beside, "map.tmx": drawn["templates.tmx"]}, ("orc.tj", "player.tx"))
    maps = {name: drawn[name] for name in ("no-starts.tmx", "json-map.tmj", "harbour.world")}
    yield Sound("harbour.world", {**beside, **maps}, ("harbour.world",))


def _universal() -> Iterator[Sound]:
    for name in DIALECTS:
        if not name.startswith("huge"):  # which takes as long as a case may
            yield Sound(name, {name: written(name)}, (name,))


def _table_pictures() -> Iterator[Sound]:
    """Maps that are pictures, of every kind, with their grid found or said."""
    shades = Image.fromarray(grey(dungeon(20, dark=0.3)))
    camera = Image.Exif()
    camera[0x0112] = 6
    kinds = {
        "vault.png": packed(shades, "PNG"),
        "vault.webp": packed(shades.convert("RGBA"), "WEBP", lossless=True),
        "vault 22x18.jpg": packed(shades.convert("CMYK"), "JPEG"),
        "vault 18x22.jpeg": packed(shades, "JPEG", exif=camera),
        "vault 20ppi.webp": packed(shades, "WEBP", save_all=True, append_images=[shades.rotate(180)]),
        "vault 20px.png": packed(shades.convert("P"), "PNG", transparency=0),
    }
    for name, data in kinds.items():
        yield Sound(name, {name: data}, (name,))
    said = "schema = 1\n[grid]\ncell = [22.5, 22]\norigin = [-3, 11.5]\nsize = [19, 15]\n"
    painted = (
        '[[ground]]\nkind = "blocked"\ncells = ["2, 2 .. 4"]\n[[edges]]\nkind = "door"\nlines = ["3, 3 to 3, 5"]\n'
    )
    beside = "vault.png.corrections.toml"
    yield Sound(
        "vault.png", {"vault.png": kinds["vault.png"], beside: (said + painted).encode()}, (beside, "vault.png")
    )


def _tilesets() -> Iterator[Sound]:
    walls = [[0] * 10 for _ in range(5)]
    walls[2] = [0, 0, 0, 2, 3, 4, 5, 6, 7, 9]
    ground = tmx(tiles("ground", floor(10, 5)), tiles("walls", walls, 2), _ends(0, 0), width=10, height=5)
    yield Sound("map.tmx", {**_pictures(), "map.tmx": ground.encode()}, ("tiles.tsx",))
    written = {
        "name": "j", "tilewidth": 64, "tileheight": 64, "tilecount": 8, "columns": 4, "image": "sheet.png",
        "imagewidth": 256, "imageheight": 128, "tileoffset": {"x": 1, "y": 1},
        "tiles": [
            {"id": 1, "type": "Terrain", "properties": [{"name": "blocks_move", "type": "bool", "value": True}]},
            {"id": 2, "objectgroup": {"objects": [{"x": 0, "y": 0, "width": 64, "height": 64}]}},
            {"id": 3, "image": "wall.png", "imagewidth": 64, "x": 0, "y": 0, "width": 32, "height": 9},
        ],
    }  # fmt: skip
    as_json = ground.replace("tiles.tsx", "tiles.tsj").encode()
    yield Sound(
        "map.tmx", {**_pictures(), "map.tmx": as_json, "tiles.tsj": json.dumps(written).encode()}, ("tiles.tsj",)
    )
    shipped = next(path for path in resources.shipped_maps() if path.stem == "cellar")
    for path in sorted(resources.maps().glob("*.tsx")):
        yield Sound("map.tmx", {"map.tmx": shipped.read_bytes(), path.name: path.read_bytes()}, (path.name,))


def _puzzles() -> Iterator[Sound]:
    for path in sorted((resources.maps() / "puzzles").glob("*.toml"))[::5]:
        yield Sound("puzzle.toml", {"puzzle.toml": path.read_bytes()}, ("puzzle.toml",))


def _settings() -> Iterator[Sound]:
    yield Sound("settings.json", {"settings.json": msgspec.json.encode(Preferences(volume=0.5))}, ("settings.json",))


def _expeditions() -> Iterator[Sound]:
    with TemporaryDirectory() as home:
        begun = set_out(ExpeditionRequest("heron", "glog"), Path(home))
        beside = {path.name: path.read_bytes() for path in begun.path.parent.iterdir() if path.is_file()}
    yield Sound(begun.path.name, beside, (begun.path.name,))


_FOUGHT = Fought(0, 7, swapped=False, moved=False, side="foe", ai=1, why="nobody is left", rounds=3, answers=40)


def _trials() -> Iterator[Sound]:
    kept = msgspec.json.encode([((Recruit("thug"),), (_FOUGHT,))])
    yield Sound("trials.json", {"trials.json": kept}, ("trials.json",))


def _labs() -> Iterator[Sound]:
    plan = b'maps = ["cellar"]\nrules = ["glog"]\nbattles = 3\n'
    with TemporaryDirectory() as home:
        path = Path(home) / "plan.toml"
        path.write_bytes(plan)
        read = read_plan(path, {})
        contests = contests_of(read)
        results = SeriesResults(Path(home), read, contests)
        with results.open_end() as file:
            results.add(file, contests[0].name, _FOUGHT)
        found = {each.name: each.read_bytes() for each in Path(home).iterdir() if each.suffix != ".lock"}
    for spoilt in (PLAN, BATTLES, "plan.toml"):
        yield Sound(PLAN, found, (spoilt,))


def _scenarios() -> Iterator[Sound]:
    for path in resources.shipped_scenarios():
        yield Sound("play.toml", {"play.toml": path.read_bytes()}, ("play.toml",))
    crew = """
        title = "Boarding"
        map = "yard.tmx"
        roster = "crew.toml"
        rules = "sovereign"
        [[sides]]
        name = "party"
        party = true
        squad.sovereign = "crew"
        [[sides]]
        name = "foe"
        squad.sovereign = [{ unit = "pirate", count = 3, hidden = true },
            { unit = "pirate", name = "Red", at = [7, 1] }]
        [[objectives]]
        goal = "escape"
        cells = [[0, 0], [0, 1]]
        count = 2
    """
    files = {**_pictures(), "yard.tmx": _yard(), "crew.toml": CREW.encode(), "play.toml": crew.encode()}
    yield Sound("play.toml", files, ("play.toml", "crew.toml"))
    yield Sound("play.toml", files, ("play.toml",))


def _shared() -> Iterator[Sound]:
    """Battles in one file: of a shipped scenario, and of one with a roster and pictures of its own."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        pack(resources.maps() / "the-toll.toml", home / "toll.battlemat")
        for name, data in next(each for each in _scenarios() if "crew.toml" in each.files).files.items():
            (home / name).write_bytes(data)
        pack(home / "play.toml", home / "crew.battlemat")
        for name in ("crew.battlemat", "toll.battlemat"):
            yield Sound(name, {name: (home / name).read_bytes()}, (name,))


def _yard() -> bytes:
    return tmx(tiles("ground", floor(10, 5)), _ends(0, 0), width=10, height=5).encode()


def _ends(x: int, y: int) -> str:
    """Where two sides start, seven cells apart, from a cell on."""
    return objects(
        "spawns",
        rectangle(1001, "Spawn", x, y, 3, 5, side="party"),
        rectangle(1002, "Spawn", x + 7, y, 3, 5, side="foe"),
        number=99,
    )


_MURDHAM_CREW = """
[[weapon]]
key = "cutlass"
name = "cutlass"
die = "d8"

[[power]]
key = "curse"
name = "Curse"
text = "Bad luck."
target = "foe"
die = "d6"
effect = "harm"
range = 1

[[creature]]
key = "pirate"
title = "Pirate"
icon = "bandit"
STR = 9
AGI = 9
WIT = 6
weapons = ["cutlass", { weapon = "pistol", count = 2, masterwork = true }]
items = ["draught"]

[[character]]
key = "mags"
name = "Mags"
icon = "mage"
STR = 8
AGI = 12
WIT = 14
weapons = ["cutlass"]
powers = ["curse"]
skills = ["hardy"]
omens = 3

[[party]]
key = "crew"
title = "The crew"
members = ["mags", { unit = "pirate", count = 2, hidden = true }]
"""


def _rosters() -> Iterator[Sound]:
    for text in (CREW, _MURDHAM_CREW):
        yield Sound("crew.toml", {**_pictures(), "yard.tmx": _yard(), "crew.toml": text.encode()}, ("crew.toml",))


def _fought(answers: int) -> Iterator[AnyMatch]:
    """Battles under way."""
    for case in cases():
        if case.ruleset.name in names() and case.label in ("meadow", "rooms-ambush", "yard-optional"):
            match, seat = case.begin(), Reckless(3)
            while match.pending is not None and len(match.history) < answers:
                match.answer(seat.answer(match, match.pending))
            yield match


def _saves() -> Iterator[Sound]:
    seats = SeatPlan(
        {"party": "human", "foe": "trained"}, {"party": Orders("ask", {"parry": "never"})}, "seeded", 77, 3
    )
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.save"
        for answers in (0, 25):
            for match in _fought(answers):
                save_match(match, path, seats=seats)
                yield Sound("a.save", {"a.save": path.read_bytes()}, ("a.save",))


def _battles() -> Iterator[Sound]:
    for match in _fought(20):
        yield Sound("a.battle", {"a.battle": write_battle(match, ["A remark."]).encode()}, ("a.battle",))
    for path in (path for name in names() for path in sorted((GOLDEN / name).glob("*.battle"))):
        yield Sound("a.battle", {"a.battle": path.read_bytes()}, ("a.battle",))


def _drawings() -> Iterator[Sound]:
    beside = {**_pictures(), "goblin.tx": _TEMPLATE, "map.tmx": _everything().encode()}
    yield Sound("map.tmx", beside, ("map.tmx",))
    yield Sound("map.tmx", beside, ("tiles.tsx",))
    yield Sound("map.tmx", beside, ("sheet.png", "art.png", "art.bmp", "floor_1.png"))
    yield from _universal()
    for path in resources.shipped_maps():
        yield Sound("map.tmx", {"map.tmx": path.read_bytes()}, ("map.tmx",))
