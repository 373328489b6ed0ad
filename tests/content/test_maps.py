"""The maps that ship: read without a warning, playable, and worth fighting on."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree.ElementTree import parse

import pytest

from game import resources
from game.files.scenario import quick_setup
from game.files.tiled import Chart, check_map, read_map
from game.files.tiled.chart import edge_pieces
from game.files.tiled.passage import WalkGraph
from game.rules.match import AnyMatch, Match
from game.rules.registry import names, ruleset
from game.spatial.field import EdgeState
from game.spatial.space import Space

MAPS = resources.shipped_maps()
CHARTS: dict[str, Chart] = {}


def chart_of(path: Path) -> Chart:
    if path.name not in CHARTS:
        CHARTS[path.name] = read_map(path)
    return CHARTS[path.name]


@pytest.fixture(params=MAPS, ids=lambda path: path.stem)
def chart(request: pytest.FixtureRequest) -> Chart:
    return chart_of(request.param)


def test_the_maps_are_there() -> None:
    ours = {"gatehouse", "woodland-road", "cellar", "broken-keep", "long-common", "night-ford"}
    assert ours <= {path.stem for path in MAPS}


def test_nothing_to_complain_of(chart: Chart) -> None:
    assert chart.playable() == []
    report = check_map(chart)
    assert [entry for entry in report.entries if entry.severity in ("error", "warning", "guess")] == []


def test_every_picture_is_there(chart: Chart) -> None:
    used = {gid for layer in chart.picture.layers for gid in layer.tiles if gid}
    assert used
    for gid in used:
        path = chart.picture.tiles[gid].path
        assert path is not None and path.is_file()
        assert path.is_relative_to(resources.sprites())


def test_every_edge_has_its_pictures(chart: Chart) -> None:
    states: tuple[EdgeState, ...] = ("open", "closed", "locked")
    for edge in chart.field.edges:
        for state in states:
            for piece in edge_pieces(edge, state):
                assert resources.sprite(piece.sprite).is_file()


def test_size_and_scale(chart: Chart) -> None:
    width, height = chart.field.width, chart.field.height
    assert (24 <= width <= 40 and 18 <= height <= 30) or (width, height) == (80, 60), "but for the large one"
    assert chart.picture.cell == (64, 64)


def test_it_says_who_drew_it(chart: Chart) -> None:
    assert chart.field.title and chart.field.author and chart.field.description


def test_both_sides_have_room_to_deploy(chart: Chart) -> None:
    passage = WalkGraph(chart.field)
    for side in ("party", "foe"):
        cells = {cell for spawn in chart.field.spawns if spawn.side == side for cell in spawn.cells}
        assert len(cells) >= 10
        assert all(passage.open(cell) for cell in cells)
    assert all(not spawn.unit for spawn in chart.field.spawns)


def test_every_cell_to_stand_on_is_in_one_zone(chart: Chart) -> None:
    field, passage = chart.field, WalkGraph(chart.field)
    owners: dict[tuple[int, int], int] = {}
    for zone in field.zones:
        for cell in zone.cells:
            owners[cell] = owners.get(cell, 0) + 1
    assert set(owners.values()) == {1}
    assert all((x, y) in owners for y in range(field.height) for x in range(field.width) if passage.open((x, y)))
    assert len({zone.name for zone in field.zones}) == len(field.zones)


def test_every_open_cell_can_be_reached(chart: Chart) -> None:
    passage = WalkGraph(chart.field)
    (region,) = passage.regions()
    assert len(region) > 200


def test_every_zone_hangs_together(chart: Chart) -> None:
    """A zone is one place: one walks through it without leaving it, around trees and crates."""
    passage = WalkGraph(chart.field)
    for zone in chart.field.zones:
        cells = set(zone.cells)
        seen = {zone.cells[0]}
        queue = [zone.cells[0]]
        while queue:
            x, y = queue.pop()
            for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if other in cells and other not in seen:
                    seen.add(other)
                    queue.append(other)
        assert seen == cells, zone.name
        assert any(passage.open(cell) for cell in cells), zone.name


def test_the_ways_of_both_sides_are_alike() -> None:
    """On the maps without walls to storm, the middle objective is about as far for either side."""
    for stem in ("woodland-road", "cellar", "broken-keep", "long-common", "night-ford"):
        field = chart_of(resources.maps() / f"{stem}.tmx").field
        passage = WalkGraph(field)
        goal = next(feature.cells for feature in field.features if feature.kind == "objective")
        far = passage.flood(goal)
        ways = []
        for side in ("party", "foe"):
            cells = [cell for spawn in field.spawns if spawn.side == side for cell in spawn.cells]
            ways.append(sum(far[cell] for cell in cells) / len(cells))
        assert abs(ways[0] - ways[1]) <= 4, (stem, ways)


def test_what_each_map_promises() -> None:
    gate = chart_of(resources.maps() / "gatehouse.tmx").field
    assert {edge.kind for edge in gate.edges} >= {"door", "portcullis", "low_wall"}
    assert any(terrain.gap for terrain in gate.palette), "arrow slits"
    assert max(gate.floor) == 40 and gate.ramps, "a wall walk ten feet up, and stairs"
    lever = next(feature for feature in gate.features if feature.kind == "lever")
    assert next(edge for edge in gate.edges if edge.id == lever.linked).kind == "portcullis"
    wood = chart_of(resources.maps() / "woodland-road.tmx").field
    names = {terrain.name for terrain in wood.palette}
    assert {"tree", "undergrowth", "boulder"} <= names
    assert max(wood.floor) == 20 and min(wood.floor) < 0, "a bank and a ditch"
    assert sum(feature.kind == "exit" for feature in wood.features) == 2
    assert any(zone.overgrown for zone in wood.zones) and any(zone.overgrown for zone in gate.zones)
    cellar = chart_of(resources.maps() / "cellar.tmx").field
    assert {edge.state for edge in cellar.edges if edge.kind == "door"} >= {"closed", "locked"}
    assert any(zone.dark for zone in cellar.zones) and any(zone.kind == "water" for zone in cellar.zones)
    assert "water" in " ".join(terrain.name for terrain in cellar.palette if terrain.cost > 1)


def test_a_keep_of_storeys() -> None:
    """Ground, walls ten feet up, towers of twenty: one walks from each to the next, and enters no stair from aside."""
    field = chart_of(resources.maps() / "broken-keep.tmx").field
    assert {feet * 4 for feet in (0, 5, 10, 20)} <= set(field.floor), "ground, terraces, walls, towers"
    passage = WalkGraph(field)
    for x, y in field.ramps:
        for beside in passage.steps((x, y)):
            rise = abs(field.floor_at(beside) - field.floor_at((x, y)))
            assert rise <= 5 * 4, f"{(x, y)} to {beside}: {rise / 4} ft in one step"
    walls = [edge for edge in field.edges if edge.kind == "low_wall"]
    assert len(walls) >= 20, "parapets to stand behind"


def test_a_large_common() -> None:
    """Eighty by sixty cells, mostly open, with several starts for each side not far from the middle."""
    field = chart_of(resources.maps() / "long-common.tmx").field
    assert (field.width, field.height) == (80, 60)
    passage = WalkGraph(field)
    free = sum(passage.open((x, y)) for y in range(60) for x in range(80))
    assert free >= 0.85 * 80 * 60
    far = passage.flood(cell for feature in field.features if feature.kind == "objective" for cell in feature.cells)
    for side in ("party", "foe"):
        starts = [spawn for spawn in field.spawns if spawn.side == side]
        assert len(starts) >= 2
        assert all(min(far[cell] for cell in spawn.cells if cell in far) <= 24 for spawn in starts), "no march"


def test_a_ford_in_the_dark() -> None:
    """A river that can be crossed in several ways, none of them alike, and lamps that do not reach all of it."""
    chart = chart_of(resources.maps() / "night-ford.tmx")
    field, zones = chart.field, Space(chart.field).zones
    names = {terrain.name: terrain.cost for terrain in field.palette}
    assert names["river"] == names["rapids"] == 4 and names["ford"] == 2 and names["bridge"] == names["footbridge"] == 1
    assert {"water", "rapids", "passage"} <= {zone.kind for zone in field.zones}
    dark = {zone.name for zone in field.zones if zone.dark}
    assert "Footbridge" in dark and "Ford, west side" in dark and "Middle of the bridge" not in dark
    assert 1 / 3 < len(dark) / len(zones.areas) < 3 / 4
    assert sum(feature.kind == "light" for feature in field.features) >= 6


def test_something_to_take_up_stands_about_and_has_its_picture(chart: Chart) -> None:
    """Benches, bottles, branches: on open ground, in one of the zones, where they can be reached."""
    passage, zones = WalkGraph(chart.field), Space(chart.field).zones
    things = [feature for feature in chart.field.features if feature.kind == "thing"]
    assert len({feature.thing for feature in things}) >= 3 and len(things) >= 12
    for feature in things:
        assert resources.sprite(f"things/{feature.thing}").is_file()
        assert len(feature.cells) == 1 and passage.open(feature.cells[0]) and zones.at(feature.cells[0]) is not None


@pytest.mark.parametrize("rules", names())
def test_it_is_there_under_every_ruleset_whether_or_not_the_rules_know_it(chart: Chart, rules: str) -> None:
    ruleset_ = ruleset(rules)
    match: AnyMatch = Match.begin(ruleset_, quick_setup(chart, ruleset_))
    assert set(match.state.things) == {feature.id for feature in chart.field.features if feature.kind == "thing"}


@pytest.mark.parametrize("path", sorted(resources.maps().glob("*.ts*")) + MAPS, ids=lambda path: path.name)
def test_files_are_as_tiled_writes_them(path: Path) -> None:
    root = parse(path).getroot()
    assert root.get("version") == "1.10"
    if root.tag == "map":
        assert {data.get("encoding") for data in root.iter("data")} == {"csv"}
        assert all(tileset.get("source") for tileset in root.findall("tileset"))
        assert root.get("class") == "BattleMap"
        numbers = [thing.get("id") for thing in root.iter("object")]
        assert len(set(numbers)) == len(numbers)
    for image in root.iter("image"):
        assert re.fullmatch(r"\.\./sprites/(terrain|edges)/[a-z0-9_]+\.svg", image.get("source", ""))
