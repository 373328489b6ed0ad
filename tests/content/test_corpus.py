"""Maps from elsewhere in small: every kind of trouble is read as it was meant, and fought on by every ruleset."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli.checks import check_file
from game.files.errors import BadFile
from game.files.scenario import quick_setup
from game.files.sources import Sources, only_map, read_world
from game.files.tiled import read_map
from game.files.tiled.documents import read_document
from game.files.tiled.fields import read_field
from game.files.tiled.repair import repair
from game.files.tiled.tmx import parse
from game.lab.arena import Contest, Pit
from game.lab.minds import AILevel
from game.rules.registry import names, ruleset
from game.spatial.field import Cell
from tests.corpus.draw import BOUND, files
from tests.corpus.grounds import ROOM, THICK
from tests.corpus.kinds import HOME, MAPS, REFUSED, is_drawn
from tests.corpus.parts import HIGH, HOUSE, INSIDE, WIDE

EVERY = {(x, y) for x in range(WIDE) for y in range(HIGH)}
WALLS = {(x, y) for y, row in enumerate(HOUSE) for x, sign in enumerate(row) if sign == "#"}

BOUNDS = {(x, y) for y, row in enumerate(BOUND) for x, sign in enumerate(row) if sign == "#"}
FILLED = EVERY - {(x, y) for y, row in enumerate(ROOM) for x, sign in enumerate(row) if sign == "="}
RIVERS = {(x, y) for y in range(HIGH) if y not in (4, 9) for x in (7, 8)}
CROSSED = {(x, y) for y, row in enumerate(THICK) for x, sign in enumerate(row) if sign == "#"}
TOWERS = {(2, 2), (2, 3), *((x, y) for x in (6, 7, 8) for y in range(3, 8)), (15, 7), (14, 8), (15, 8)}

BLOCKED: dict[str, set[Cell]] = {
    **dict.fromkeys(
        (
            *("layer-called-collision", "group-of-walls", "tile-that-cannot-be-walked", "every-cell-marked"),
            *("one-point-is-a-party", "called-like-ours", "no-starts", "packed-zstd", "packed-zlib", "endless"),
            *("templates", "SHOUTED", "lost-tileset", "quay", "trees-blocking", "named-in-russian"),
        ),
        WALLS,
    ),
    **dict.fromkeys(("json-map", "old-json"), WALLS | {(x, 10) for x in range(2, 6)}),
    **dict.fromkeys(("walkable-marks-walls", "entrances-in-walls", "tiles-are-walls", "figures-as-tiles"), BOUNDS),
    "filled-all-round": FILLED,
    "bridges-over-water": RIVERS,
    "feet-on-the-line": CROSSED,
    "walkable-by-its-doors": BOUNDS - {(0, 9), (15, 10)},
    "buildings-between": WALLS - {(4, 8)} | {(7, 10)},
    "only-the-floor-marked": EVERY - set(INSIDE),
    "walkable-layer": EVERY - set(INSIDE),
    "objects-that-block": {(x, y) for x in range(1, 7) for y in (1, 8)} | {(6, y) for y in range(2, 5)},
    "obstacle-objects": {(x, 1) for x in range(1, 7)} | {(x, 6) for x in range(9, 14)} | {(7, y) for y in range(4)},
    "tiles-of-templates": TOWERS,
    "tiles-of-templates-known": TOWERS | {(10, 4)},
    "shapes-of-tiles": {(2, 1), (8, 1), (2, 6), (3, 6), (6, 6), (7, 6)},
}
"""Cells that nobody can be on; of maps that are not here, none."""

FEW = ("one-point-is-a-party.tmx", "json-map.tmj", "shapes-of-objects.tmx")
"""Maps that are fought on by day."""


def by_name(path: Path) -> str:
    return path.name


def test_the_files_are_those_that_the_script_draws() -> None:
    for name, data in files():
        if not name.startswith("packed-"):  # packers differ from release to release
            assert (HOME / name).read_bytes() == data, f"{name}: draw the corpus anew: python -m tests.corpus.draw"


def test_there_is_a_map_of_every_kind() -> None:
    drawn = [path for name, _ in files() if is_drawn(path := Path(name))]
    assert {path.name for path in MAPS} | set(REFUSED) == {path.name for path in drawn}
    assert set(BLOCKED) <= {path.stem for path in MAPS}


@pytest.mark.parametrize("path", MAPS, ids=by_name)
def test_check_accepts_it_and_walls_are_where_they_were_meant(path: Path) -> None:
    lines = list(check_file(path))
    assert not [line for line in lines if line.startswith("error")]
    field = read_map(path).field
    blocked = {(x, y) for y in range(field.height) for x in range(field.width) if field.at((x, y)).blocks_move}
    if path.stem == "shapes-of-objects":
        return  # it has a test of its own
    assert blocked == BLOCKED.get(path.stem, set())


@pytest.mark.parametrize("path", MAPS, ids=by_name)
def test_no_stage_of_reading_changes_what_it_is_given(path: Path) -> None:
    repaired = repair(read_document(path), path, Sources(path))
    parsed = parse(repaired)
    assert read_field(parsed) == read_field(parsed) == read_field(parse(repaired))


def test_a_finite_map_is_cropped_to_what_is_drawn() -> None:
    chart = read_map(HOME / "small-room.tmx")
    assert (chart.field.width, chart.field.height, chart.origin) == (7, 7, (4, 3))
    assert [(spawn.side, spawn.cells) for spawn in chart.field.spawns] == [("party", ((0, 1),)), ("foe", ((5, 5),))]


def test_slanting_round_and_turned_objects_block_by_their_shapes() -> None:
    field = read_map(HOME / "shapes-of-objects.tmx").field
    blocked = {(x, y) for y in range(field.height) for x in range(field.width) if field.at((x, y)).blocks_move}
    slope, disc = {cell for cell in blocked if cell[0] < 7 and cell[1] < 6}, {(x, y) for x, y in blocked if 7 < x < 14}
    assert (2, 4) in slope and (5, 1) not in slope and 6 <= len(slope) <= 12
    assert {(9, 2), (10, 2), (9, 3), (10, 3)} <= disc and (8, 1) not in disc


@pytest.mark.parametrize("name", REFUSED)
def test_maps_that_are_no_squares_are_refused_with_what_to_do(name: str) -> None:
    with pytest.raises(BadFile, match="Map > Map Properties > Orientation > Orthogonal"):
        list(check_file(HOME / name))


def test_a_world_is_checked_map_by_map_and_one_is_chosen() -> None:
    world = HOME / "harbour.world"
    assert [path.name for path in read_world(world)] == ["no-starts.tmx", "json-map.tmj"]
    told = [line for line in check_file(world) if line.endswith("layers read")]
    assert told == ["no-starts.tmx: layers read", "json-map.tmj: layers read"]
    with pytest.raises(BadFile, match=r"a world of 2 maps; name the one to use: no-starts\.tmx, json-map\.tmj"):
        only_map(world)


def fight(path: Path, name: str) -> str:
    """A battle between computers, and how it ended."""
    setup = quick_setup(read_map(path), ruleset(name))
    pit = Pit(Contest(setup, (AILevel("instinct"), AILevel("instinct")), seed=1, battles=1))
    fought = pit.fight(0)
    assert fought.answers > 4
    return fought.why


@pytest.mark.parametrize("path", [path for path in MAPS if path.name in FEW], ids=by_name)
def test_a_battle_on_a_few(path: Path) -> None:
    assert fight(path, "sovereign")


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["einfelst", "glog", "ingenuity", "murdham", "sovereign"])
@pytest.mark.parametrize("path", MAPS, ids=by_name)
def test_a_battle_by_every_ruleset_on_every_map(path: Path, name: str) -> None:
    assert set(names()) >= {name}
    assert fight(path, name)
