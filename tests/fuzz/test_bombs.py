"""Small files that ask for much, and names that lead to what is no file: refused in a sentence, in little time and
memory."""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from game.files.tiled import read_map
from tests.files.drawing import SPAWNS, floor, objects, png, rectangle, save, tiles, tmx
from tests.files.table_pictures import packed
from tests.files.test_rosters import CREW
from tests.files.vtt import vtt
from tests.fuzz.conftest import Cell

GROUND = tiles("ground", floor(6, 4))
MANY = 300_000_000

SCENARIO = """
title = "A brawl"
map = "map.tmx"
[[sides]]
name = "party"
squad.sovereign = "first-steps"
[[sides]]
name = "foe"
squad.sovereign = [{ unit = "bandit" }]
"""

PIRATE = """
[[creature]]
key = "pirate"
title = "Pirate"
icon = "bandit"
STR = 9
AGI = 9
WIT = 6
weapons = ["sword"]
"""


def _refused(cell: Cell, kind: str, path: Path, words: str) -> None:
    verdict = cell.judge(kind, path)
    assert verdict.fault == ""
    assert words in verdict.refused


def _written(folder: Path, name: str, text: str) -> Path:
    save(folder, tmx(GROUND, SPAWNS))
    path = folder / "maps" / name
    path.write_text(text, encoding="utf-8")
    return path


# --- texts ---


@pytest.mark.parametrize(
    ("kind", "text", "words"),
    [
        ("scenario", SCENARIO.replace('"bandit"', f'"bandit", count = {MANY}'), f"{MANY} is not between 1 and 100"),
        (
            "scenario",
            SCENARIO.replace('[{ unit = "bandit" }]', "[" + '{ unit = "bandit", count = 99 }, ' * 2 + "]"),
            "foe has 198 units; a side has at most 100",
        ),
        ("scenario", SCENARIO + '[[sides]]\nname = "x"\nsquad.sovereign = "bandits"\n' * 9, "at most 8 sides"),
        ("scenario", SCENARIO + "x = " + "[" * 100_000, "nested too deeply"),
        ("scenario", SCENARIO + "a." * 20_000 + "b = 1", "line 10: a key joins more than 16 names by dots"),
        ("scenario", SCENARIO + f'x = "{"y" * 230_000}"', "x: there is no such field"),
        ("scenario", SCENARIO.replace("foe", "z" * 230_000), "sides[2].name: a text of 230,000 characters; "),
        ("scenario", SCENARIO + "#" * 300_000, "the file has 294 KB; at most 256 KB are read"),
        ("scenario", SCENARIO + "x = " + "9" * 5000, "not valid TOML"),
        ("scenario", SCENARIO + "x = 0x" + "f" * 5000, "a number in it is too large"),
        (
            "roster",
            CREW + f'[[party]]\nkey = "horde"\ntitle = "H"\nmembers = [{{ unit = "pirate", count = {MANY} }}]',
            f"members: {MANY} is too large a number",
        ),
        (
            "roster",
            CREW + '[[party]]\nkey = "horde"\ntitle = "H"\nmembers = ['
            + '{ unit = "pirate", count = 100 }, ' * 150 + "]",
            "15000 units are too many; a squad has at most 100",
        ),
        (
            "roster",
            PIRATE.replace('["sword"]', f'[{{ weapon = "pistol", count = {MANY} }}]'),
            f"weapons: {MANY} is too large a number",
        ),
        ("roster", CREW.replace("hd = 1", "hd = 1\nsize = 9000"), "size: 9000 is not between 1 and 10"),
        ("roster", CREW + "x = " + "[" * 100_000, "nested too deeply"),
        ("roster", "a." * 20_000 + "b = 1", "a key joins more than 16 names by dots"),
    ],
)  # fmt: skip
def test_texts(cell: Cell, tmp_path: Path, kind: str, text: str, words: str) -> None:
    _refused(cell, kind, _written(tmp_path, "x.toml", text), words)


def test_a_map_that_names_a_crowd(cell: Cell, tmp_path: Path) -> None:
    crowd = rectangle(1, "Spawn", 0, 0, 1, 1, side="foe", unit="bandit", count=MANY)
    path = save(tmp_path, tmx(GROUND, SPAWNS, objects("spawns", crowd)))
    _refused(cell, "tmx", path, f"the property count of Spawn is {MANY}; the most it can be is 100")
    some = [rectangle(n, "Spawn", 0, 0, 1, 1, side="foe", unit="bandit", count=100) for n in range(1, 9)]
    path = save(tmp_path, tmx(GROUND, SPAWNS, objects("spawns", *some)))
    _refused(cell, "tmx", path, "side foe has 800 units, and a side has at most 100")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: vtt((MANY, MANY)), "resolution.map_size.x: 3e+08 lies farther off than any map reaches"),
        (
            lambda: vtt((90_000, 90_000)),
            "resolution.map_size: 90,000 x 90,000 cells; at most 250 x 250 can be played on",
        ),
        (
            lambda: vtt((9, 9), pixels=MANY),
            "resolution.pixels_per_grid: 3e+08 px; write how many pixels a cell has",
        ),
        (
            lambda: vtt((250, 250), [[(-9e4, -9e4), (9e4, 9e4)] * 5_000]),
            "line_of_sight: its walls are too many or too long",
        ),
        (lambda: vtt((9, 9), [[(1, 1), (2, 2)] * 250_000]), "it has more than 400,000 points and lines"),
        (lambda: vtt((9, 9), image="A" * 50_000_000), "image: the picture has 35 MB; at most 32 MB are read"),
        (lambda: vtt((9, 9), image="A" * 70_000_000), "the file has 66 MB; at most 60 MB are read"),
        (
            lambda: vtt((9, 9), image=b64encode(png(8, 8, claimed=(16_000, 16_000))).decode()),
            "16000 x 16000 px; at most",
        ),
    ],
)
def test_maps_in_universal_vtt(cell: Cell, tmp_path: Path, make: Callable[[], dict[str, Any]], words: str) -> None:
    path = tmp_path / "x.uvtt"
    path.write_text(json.dumps(make()), encoding="utf-8")
    if "px; at most" in words or words.startswith("image"):  # the map is played on without its picture
        verdict = cell.judge("vtt", path)
        assert (verdict.fault, verdict.refused) == ("", "")
        assert words in "\n".join(read_map(path).report.lines())
    else:
        _refused(cell, "vtt", path, words)


def _black(width: int, height: int) -> bytes:
    return packed(Image.new("1", (width, height)), "PNG")


@pytest.mark.parametrize(
    ("name", "make", "words"),
    [
        ("x 9x9.png", lambda: png(8, 8, claimed=(16_000, 16_000)), "16000 x 16000 px; at most"),
        pytest.param("x 9x9.png", lambda: _black(6_400, 6_500), "", marks=pytest.mark.nightly),
        ("x.png", lambda: _black(6_400, 6_500), "no grid is seen in the picture"),
        ("x 9x9.png", lambda: b"\x89PNG\r\n\x1a\n" + bytes(70_000_000), "the file has 66 MB; at most 60 MB are read"),
        pytest.param(
            "x 999x999.png",
            lambda: _black(6_400, 6_400),
            "no grid is seen in the picture",
            marks=pytest.mark.nightly,
        ),
    ],
)
def test_maps_that_are_pictures(cell: Cell, tmp_path: Path, name: str, make: Callable[[], bytes], words: str) -> None:
    path = tmp_path / name
    path.write_bytes(make())
    _refused(cell, "picture", path, words)


# --- what is no file ---


def _zeros(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _folder(path: Path) -> None:
    path.mkdir()


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(2**40)


@pytest.mark.parametrize("make", [_zeros, os.mkfifo, _folder, _huge])
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("tmx", "x.tmx"),
        ("vtt", "x.uvtt"),
        ("picture", "x 9x9.png"),
        ("scenario", "x.toml"),
        ("roster", "x.toml"),
        ("save", "x.save"),
        ("battle", "x.battle"),
    ],
)
def test_what_a_player_names(cell: Cell, tmp_path: Path, kind: str, name: str, make: Callable[[Path], None]) -> None:
    make(tmp_path / name)
    special: dict[Callable[[Path], None], str] = {
        _huge: "the file has 1,048,576 MB; at most ",
        _folder: "this is a folder",
    }
    _refused(cell, kind, tmp_path / name, special.get(make, "this is a folder, a pipe or a device"))


@pytest.mark.parametrize("make", [_zeros, os.mkfifo, _folder, _huge])
def test_what_a_file_names(cell: Cell, tmp_path: Path, make: Callable[[Path], None]) -> None:
    home = tmp_path / "maps"
    told = "has 1,048,576 MB; at most " if make is _huge else "is a folder, a pipe or a device"
    outside = "lies outside" if make is _zeros else told  # what a link leads to counts
    path = _written(tmp_path, "x.toml", SCENARIO.replace("map.tmx", "bomb.tmx"))
    make(home / "bomb.tmx")
    _refused(cell, "scenario", path, outside)
    path.write_text(SCENARIO.replace('map = "map.tmx"', 'map = "map.tmx"\nroster = "bomb.toml"'), encoding="utf-8")
    make(home / "bomb.toml")
    _refused(cell, "scenario", path, outside)
    path = save(tmp_path, tmx(GROUND, SPAWNS, tilesets='<tileset firstgid="1" source="bomb.tsx"/>'))
    make(home / "bomb.tsx")
    verdict = cell.judge("tmx", path)  # a tileset that can't be had is chequered
    assert (verdict.fault, verdict.refused) == ("", "")
    assert verdict.megabytes < 100, "none of it is read"


@pytest.mark.parametrize(
    "name", ["/dev/zero", "/etc/passwd", "../../../etc/x.toml", "a" * 5000 + ".toml", "\\u0000.toml"]
)
def test_a_scenario_names_no_path_of_its_liking(cell: Cell, tmp_path: Path, name: str) -> None:
    roster = SCENARIO.replace('map = "map.tmx"', f'map = "map.tmx"\nroster = "{name}"')
    _refused(cell, "scenario", _written(tmp_path, "x.toml", roster), "x.toml: roster: ")
    elsewhere = SCENARIO.replace("map.tmx", name.replace(".toml", ".tmx"))
    _refused(cell, "scenario", _written(tmp_path, "x.toml", elsewhere), "x.toml: map: ")
