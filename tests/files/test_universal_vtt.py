"""Maps in Universal VTT: read, refused, written and read again."""

from __future__ import annotations

import json
from base64 import b64encode
from itertools import pairwise
from math import cos, sin
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from game import resources
from game.files.errors import BadFile
from game.files.pictures import picture_size
from game.files.tiled import Chart, read_map
from game.files.tiled.copying import write_copy
from game.files.tiled.corrections import Corrections, Thin, write_corrections
from game.files.tiled.passage import WalkGraph
from game.files.tiled.shapes import cells_inside, sides_cut, trails
from game.files.tiled.vtt_document import lay_out, parted, universal_vtt
from game.files.universal_vtt import UniversalVtt, picture_in
from game.spatial.field import UNIT, Cell, Edge, Feature, Field, Terrain
from game.spatial.solids import CellSide, sides
from game.spatial.space import Space
from tests.files.drawing import png
from tests.files.vtt import DIALECTS, Numbers, light, points, portal, read, rectangle, ring, save, vtt, written


def thin(chart: Chart) -> dict[CellSide, tuple[str, str]]:
    """What is on sides of cells."""
    return {side: (edge.kind, edge.state) for edge in chart.field.edges for side in sides(edge)}


def down(x: int, *rows: int) -> set[CellSide]:
    """Sides at the left of cells of a column."""
    return {CellSide((x, y), True) for y in rows}


# --- the dialects ---


@pytest.fixture(scope="module")
def charts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Chart]:
    """The five files, read."""
    folder = tmp_path_factory.mktemp("vtt")
    for name in DIALECTS:
        (folder / name).write_bytes(written(name))
    return {name: read_map(folder / name) for name in DIALECTS}


def test_every_dialect_is_read_and_can_be_played_on(charts: dict[str, Chart]) -> None:
    sizes = {name: (chart.field.width, chart.field.height) for name, chart in charts.items()}
    assert sizes == {
        "cave.dd2vtt": (24, 18),
        "inn.uvtt": (18, 15),
        "bare.df2vtt": (16, 12),
        "odd-origin.dd2vtt": (15, 11),
        "huge.uvtt": (240, 240),
    }
    assert not any(chart.playable() for chart in charts.values())
    assert not any(chart.foreign for chart in charts.values()), "nothing in them is guessed at as in words of others"


def test_a_cave_has_no_leaks_and_is_where_one_plays(charts: dict[str, Chart]) -> None:
    field = charts["cave.dd2vtt"].field
    rock = {(x, y) for x in range(24) for y in range(18) if field.at((x, y)).name == "solid rock"}
    assert {(0, 0), (23, 17), (9, 8)} <= rock, "outside, and the pillar in it"
    (cave, *others) = WalkGraph(field).regions()
    assert not others, "all that is not rock hangs together"
    assert len(cave) > 150
    assert {(6, 5), (20, 9)} <= cave.keys()
    assert field.at((15, 10)).height == 6 * UNIT // 5, "a boulder"
    assert [(feature.kind, feature.cells, feature.strength) for feature in field.features] == [
        ("light", ((6, 5),), "20 ft")
    ]


def test_doors_at_corners_lie_on_one_side_and_rooms_are_neither_sealed_nor_open(charts: dict[str, Chart]) -> None:
    found = thin(charts["inn.uvtt"])
    doors = {side: what for side, what in found.items() if what[0] != "wall"}
    assert doors == {
        CellSide((14, 6), True): ("door", "closed"),
        CellSide((8, 12), False): ("door", "open"),
        CellSide((9, 6), True): ("door", "closed"),
        CellSide((6, 3), False): ("window", "closed"),
    }
    walls = {side for side, (kind, _) in found.items() if kind == "wall"}
    assert walls >= down(9, 3, 4, 5, 7, 8, 9, 10, 11) | down(14, 3, 4, 5, 7, 8, 9, 10, 11) | down(4, *range(3, 12))
    chart = charts["inn.uvtt"]
    shut = [edge.id for edge in chart.field.edges if edge.kind == "door"]
    assert len(shut) == 3
    assert len(WalkGraph(chart.field).regions()) == 1


def test_without_a_picture_plain_ground_is_drawn(charts: dict[str, Chart]) -> None:
    chart = charts["bare.df2vtt"]
    assert any("image: there is no picture in the file" in line for line in chart.report.lines())
    assert [layer.name for layer in chart.picture.layers] == ["ground"]
    assert all(chart.picture.layers[0].tiles)
    found = thin(chart)
    assert {side for side, what in found.items() if what == ("wall", "closed")} == (
        down(5, 0, 1, 2, 3, 4, 5, 8, 9, 10, 11) | down(11, 0, 1, 2, 3, 6, 7, 8, 9, 10, 11)
    )
    assert {side for side, what in found.items() if what == ("door", "closed")} == down(11, 4, 5)


def test_the_origin_is_subtracted_and_the_picture_lies_where_it_was(charts: dict[str, Chart]) -> None:
    chart = charts["odd-origin.dd2vtt"]
    assert chart.picture.cell == (35, 35), "as many pixels as the picture has, not as many as are stated"
    (picture, *_) = chart.picture.layers
    assert picture.image == chart.path
    assert picture.image_size == (15 * 35, 11 * 35)
    assert picture.offset == (-0.5 * 35, 0.25 * 35), "half a column lies off the board"
    found = thin(chart)
    assert {side for side, what in found.items() if what[0] == "door"} == {CellSide((4, 2), False)}
    assert down(2, 2, 3, 4, 5, 6) | down(8, 2, 3, 4, 5, 6) <= found.keys()
    assert down(11, 1, 2, 3, 4, 5, 6, 7, 8, 9) <= found.keys()
    assert chart.field.features[0].cells == ((3, 4),)


# --- walls ---


SHAPES: dict[str, list[tuple[float, float]]] = {
    "on the grid": rectangle(2, 3, 7, 6),
    "through centres": rectangle(2.5, 3.5, 7, 6),
    "slanted through centres": [(2, 8), (8, 2), (14, 8), (8, 14), (2, 8)],
    "steep": [(3, 1), (7, 15), (12.5, 2.5), (3, 1)],
    "a star": ring(8, 8, 6, 6, 60, 0.3),
    "from centre to centre": [(2.5, 2.5), (9.5, 4.5), (12.5, 12.5), (4.5, 9.5), (2.5, 2.5)],
}


@pytest.mark.parametrize("line", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("turn", [0.0, 0.1, 0.7])
def test_what_is_walled_in_is_parted_from_what_is_not(line: Numbers, turn: float) -> None:
    size = 16, 16
    line = [
        (8 + (x - 8) * cos(turn) - (y - 8) * sin(turn), 8 + (x - 8) * sin(turn) + (y - 8) * cos(turn)) for x, y in line
    ]
    cut, inside = set(sides_cut(line, size)), set(cells_inside(line, size))
    assert 10 < len(inside) < 160
    for x in range(16):
        for y in range(16):
            for other, side in (((x - 1, y), CellSide((x, y), True)), ((x, y - 1), CellSide((x, y), False))):
                if min(other) >= 0 and ((x, y) in inside) != (other in inside):
                    assert side in cut, (side, "is a leak")


def test_lines_along_the_rim_and_off_the_map_cut_nothing() -> None:
    assert not list(sides_cut(rectangle(0, 0, 5, 4), (5, 4)))
    assert not list(sides_cut(rectangle(-9, -9, 30, 30), (5, 4)))
    assert set(sides_cut([(2, -50), (2, 50)], (5, 4))) == down(2, 0, 1, 2, 3)


@pytest.mark.parametrize("longest", [3, 1000])
def test_sides_are_joined_into_lines_each_once(longest: int) -> None:
    cut = set(sides_cut(SHAPES["a star"], (16, 16))) | down(3, 0, 1, 2)
    lines = trails(cut, longest)
    found = [CellSide(min(a, b), a[0] == b[0]) for line in lines for a, b in pairwise(line)]
    assert sorted(found) == sorted(cut)
    assert max(map(len, lines)) <= longest


# --- doors ---


def _walled(gap: tuple[float, float], *doors: dict[str, Any]) -> dict[str, Any]:
    """Two halves of a map, with a wall between them that has a gap."""
    return vtt((10, 8), [[(5, 0), (5, gap[0])], [(5, gap[1]), (5, 8)]], doors)


@pytest.mark.parametrize("width", [0.2, 0.6, 1.0])
@pytest.mark.parametrize("frame", [0.0, 0.1])
def test_a_door_anywhere_in_a_wall_lies_on_one_side_of_it(width: float, frame: float) -> None:
    for middle in (number / 10 for number in range(25, 56)):
        low, high = middle - width / 2, middle + width / 2
        found = _walled((low - frame, high + frame), portal((5, low), (5, high)))
        layout = lay_out(msgspec.convert(found, UniversalVtt), Path("map.uvtt"))
        assert layout.thin.keys() == down(5, *range(8)), f"a side of the wall is open, with a door at {middle}"
        doors = [side for side, what in layout.thin.items() if what == Thin("door", "closed")]
        assert len(doors) == 1
        assert abs(doors[0].cell[1] + 0.5 - middle) <= 0.6


def test_a_door_with_a_place_and_a_turn_alone(tmp_path: Path) -> None:
    place = {"position": {"x": 5, "y": 3.5}, "rotation": 1.5707963}
    assert thin(read(tmp_path, _walled((3, 4), place)))[CellSide((5, 3), True)] == ("door", "closed")


def test_a_door_off_the_map_is_told(tmp_path: Path) -> None:
    chart = read(tmp_path, _walled((3, 4), portal((0, 3), (0, 4)), portal((50, 3), (50, 4)), {"bounds": []}))
    assert not [edge for edge in chart.field.edges if edge.kind == "door"]
    assert "warning: portals: 3 doors or windows on the map's rim, off it" in "\n".join(chart.report.lines())


def test_portals_that_let_light_through_are_told(tmp_path: Path) -> None:
    doors = [portal((5, y), (5, y + 1), closed=False) for y in (1, 3)]
    told = read(tmp_path, vtt((10, 8), [[(5, 0), (5, 8)]], doors)).report.entries
    (about,) = [entry for entry in told if "taken for open doors" in entry.text]
    assert about.text.startswith("portals: 2 doors or windows open or letting light through")
    assert about.cells == ((5, 1), (5, 3))


def test_a_map_as_dungeondraft_writes_it(tmp_path: Path) -> None:
    """A room parted by a wall with a door, and a hole narrower than a cell that lets light through, both at corners."""
    walls: list[Numbers] = [
        [(5, 1), (5, 1.5)],
        [(5, 2.5), (5, 7.619141)],
        [(5, 8.380859), (5, 9)],
        [(9, 9), (1, 9), (1, 1), (9, 1), (9, 9)],
    ]
    doors = [portal((5, 1.5), (5, 2.5)), portal((5, 7.619141), (5, 8.380859), closed=False)]
    lamps = [light(6.570312, 8, 5), light(6.007812, 1.984375, 5), light(-2, -2, 5)]
    chart = read(tmp_path, vtt((10, 10), walls, doors, pixels=256, lights=lamps))
    found = thin(chart)
    assert {side: what for side, what in found.items() if what[0] == "door"} == {
        CellSide((5, 2), True): ("door", "closed"),
        CellSide((5, 7), True): ("door", "open"),
    }
    assert {side for side, what in found.items() if what[0] == "wall"} >= down(5, 1, 3, 4, 5, 6, 8)
    (room,) = WalkGraph(chart.field).regions()
    assert room.keys() == {(x, y) for x in range(1, 9) for y in range(1, 9)}
    assert sorted(feature.cells for feature in chart.field.features) == [((6, 1),), ((6, 8),)]


@pytest.mark.parametrize(
    ("said", "read_as"),
    [
        ({}, ("door", "closed")),
        ({"closed": False}, ("door", "open")),
        ({"type": "Window_03", "closed": False}, ("window", "closed")),
        ({"type": "portcullis"}, ("portcullis", "closed")),
        ({"type": "portcullis", "closed": False}, ("portcullis", "open")),
        ({"type": "slit"}, ("slit", "closed")),
        ({"type": None}, ("door", "closed")),
    ],
)
def test_what_a_portal_is(tmp_path: Path, said: dict[str, Any], read_as: tuple[str, str]) -> None:
    chart = read(tmp_path, _walled((3, 4), portal((5, 3), (5, 4)) | said))
    assert thin(chart)[CellSide((5, 3), True)] == read_as


# --- things that hide ---


def test_things_hide_what_is_behind_them_from_the_same_ground_only(tmp_path: Path) -> None:
    things = [points(rectangle(4, 0.1, 0.9, 5)), points([(2, 3.2), (4, 3.2)]), points(rectangle(8.1, 1.1, 0.3, 0.3))]
    chart = read(tmp_path, vtt((10, 5), objects_line_of_sight=things))
    field = chart.field
    assert {(x, y) for x in range(10) for y in range(5) if field.at((x, y)).height} == {(4, y) for y in range(5)}
    assert thin(chart) == {CellSide((x, 3), False): ("low_wall", "closed") for x in (2, 3)}
    assert {edge.sill for edge in field.edges} == {6 * UNIT // 5}
    assert not Space(field).sees((0, 2), (9, 2))
    assert Space(replace(field, floor=(3 * UNIT, *(0,) * 49))).sees((0, 0), (9, 0)), "from a height"


# --- where one plays ---


def test_a_dungeon_without_a_way_out_is_played_inside(tmp_path: Path) -> None:
    walls = [rectangle(4, 4, 4, 4), rectangle(8, 5, 6, 3)]
    chart = read(tmp_path, vtt((20, 20), walls, [portal((8, 6), (8, 7))]))
    (ground,) = WalkGraph(chart.field).regions()
    assert len(ground) == 34
    told = [entry for entry in chart.report.entries if "solid rock" in entry.text]
    assert [len(entry.cells) for entry in told] == [400 - 34]


def test_a_field_with_a_house_without_a_door_is_played_outside(tmp_path: Path) -> None:
    (ground,) = WalkGraph(read(tmp_path, vtt((20, 20), [rectangle(4, 4, 5, 5)])).field).regions()
    assert len(ground) == 375


def test_a_room_with_a_lamp_is_no_rock(tmp_path: Path) -> None:
    chart = read(tmp_path, vtt((20, 20), [rectangle(4, 4, 5, 5)], lights=[light(6, 6), light(1, 1)]))
    assert len(WalkGraph(chart.field).regions()) == 2


def test_walls_within_rock_are_left_out(tmp_path: Path) -> None:
    walls: list[Numbers] = [rectangle(4, 4, 4, 4), [(0, 6), (4, 6)]]
    found = thin(read(tmp_path, vtt((20, 20), walls, lights=[light(6, 6)])))
    assert CellSide((2, 6), False) not in found
    assert CellSide((4, 6), True) in found


# --- what lies beside the map, and copies ---


def test_corrections_lie_over_it_as_over_any_map(tmp_path: Path) -> None:
    path = save(tmp_path, _walled((3, 4), portal((5, 3), (5, 4))))
    said = Corrections(edges={CellSide((5, 3), True): Thin("none"), CellSide((5, 5), True): Thin("door", "open")})
    write_corrections(path, said)
    found = thin(read_map(path))
    assert CellSide((5, 3), True) not in found
    assert found[CellSide((5, 5), True)] == ("door", "open")


@pytest.mark.parametrize("name", ["cave.dd2vtt", "bare.df2vtt", "odd-origin.dd2vtt"])
def test_a_copy_for_tiled_is_the_same_with_its_picture_beside_it(
    charts: dict[str, Chart], tmp_path: Path, name: str
) -> None:
    chart = charts[name]
    copy = read_map(write_copy(chart, tmp_path))
    every = [(x, y) for x in range(chart.field.width) for y in range(chart.field.height)]
    assert [copy.field.at(cell) for cell in every] == [chart.field.at(cell) for cell in every]
    assert thin(copy) == thin(chart)
    assert not [line for line in copy.report.lines() if line.startswith("warning")]
    for mine, theirs in zip(chart.picture.layers, copy.picture.layers, strict=False):
        assert (mine.offset, mine.image_size) == (theirs.offset, theirs.image_size)
        if mine.image is not None:
            assert theirs.image is not None
            assert picture_size(theirs.image) == picture_size(mine.image)


# --- Files that are no maps in Universal VTT ---


def _without(*names: str) -> dict[str, Any]:
    found = vtt((10, 8), [[(5, 0), (5, 8)]], [portal((5, 3), (5, 4))])
    inner: Any = found
    for name in names[:-1]:
        inner = inner[name]
    del inner[names[-1]]
    return found


def _with(value: Any, *names: Any) -> dict[str, Any]:
    found = vtt((10, 8), [[(5, 0), (5, 8)]], [portal((5, 3), (5, 4))], lights=[light(3, 3)])
    inner: Any = found
    for name in names[:-1]:
        inner = inner[name]
    inner[names[-1]] = value
    return found


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (_without("resolution"), "map.uvtt: the file: Object missing required field `resolution`; export the map anew"),
        (_without("resolution", "map_size"), "map.uvtt: resolution: Object missing required field `map_size`"),
        (_with("wide", "resolution", "map_size", "x"), "map.uvtt: resolution.map_size.x: Expected `float`, got `str`"),
        (_with(0, "resolution", "map_size", "x"), "map.uvtt: resolution.map_size: 0 x 8 cells are no map"),
        (_with(251, "resolution", "map_size", "y"), "resolution.map_size: 10 x 251 cells; at most 250 x 250 can be pl"),
        (_with(0, "resolution", "pixels_per_grid"), "map.uvtt: resolution.pixels_per_grid: 0 px; write how many pixel"),
        (_with(1e9, "resolution", "map_origin", "x"), "map.uvtt: resolution.map_origin.x: 1e+09 lies farther off than"),
        (_with(None, "line_of_sight", 0, 1, "y"), "map.uvtt: line_of_sight[1][2].y: Expected `float`, got `null`"),
        (_with(-1e9, "line_of_sight", 0, 1, "y"), "map.uvtt: line_of_sight[1][2].y: -1e+09 lies farther off than any"),
        (_with("no", "portals", 0, "closed"), "map.uvtt: portals[1].closed: "),
        (_with(1e300, "portals", 0, "rotation"), "map.uvtt: portals[1].rotation: 1e+300 lies farther off than any map"),
        (_with({}, "lights", 0, "position"), "map.uvtt: lights[1].position: Object missing required field `x`"),
        (_with([], "line_of_sight", 0), ""),
        (_with([points([(1, 1)])], "line_of_sight"), ""),
        (_with([points([(0, y % 8), (10, 8 - y % 8)] * 9) for y in range(99)], "objects_line_of_sight"), ""),
        (_with([points([(-99999, 1), (99999, 2)] * 4000)] * 3, "line_of_sight"), ""),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_by_file_and_field(tmp_path: Path, found: dict[str, Any], words: str) -> None:
    path = save(tmp_path, found)
    if not words:
        assert read_map(path).field.width == 10
        return
    with pytest.raises(BadFile) as caught:
        read_map(path)
    assert words in str(caught.value)


def test_too_many_walls_and_what_is_no_json(tmp_path: Path) -> None:
    size = 250, 250
    many = vtt(size, [[(0, 0.3), (250, 249.3)] * 2500])
    with pytest.raises(BadFile, match=r"map\.uvtt: line_of_sight: its walls are too many or too long"):
        read(tmp_path, many)
    for text, words in (
        ("[" * 500_000, "more than 400,000 points and lines"),
        ('{"environment": ' + "[" * 5_000, "this is no JSON"),
        ("[]", "map.uvtt: the file: Expected `object`, got `array`"),
        ("", "this is no JSON"),
        ("<map/>", "this is no JSON"),
    ):
        (tmp_path / "map.uvtt").write_text(text)
        with pytest.raises(BadFile) as caught:
            read_map(tmp_path / "map.uvtt")
        assert words in str(caught.value)
        assert "export the map anew" in str(caught.value) or "draw its walls more simply" in str(caught.value)


@pytest.mark.parametrize(
    ("image", "words"),
    [
        ("", "image: there is no picture in the file"),
        ("!", "no picture, or a damaged one"),
        ("é", "no picture in base64"),
        (b64encode(b"nothing").decode(), "no picture, or a damaged one"),
        (b64encode(png(8, 8, claimed=(20_000, 20_000))).decode(), "the picture is 20000 x 20000 px; at most"),
        (b64encode(b"<svg/>").decode(), "no picture, or a damaged one"),
    ],
)
def test_a_map_with_a_picture_that_cannot_be_drawn_is_played_without(tmp_path: Path, image: str, words: str) -> None:
    chart = read(tmp_path, vtt((10, 8), image=image))
    assert not chart.playable()
    assert words in "\n".join(chart.report.lines())
    assert all(layer.image is None for layer in chart.picture.layers)


def test_the_picture_of_a_whole_map_may_be_larger_than_one_of_tiles(tmp_path: Path) -> None:
    for size, fits in (((6_400, 6_400), True), ((7_000, 7_000), False)):
        path = save(tmp_path, vtt((25, 25), image=b64encode(png(8, 8, claimed=size)).decode()))
        if fits:
            assert picture_size(path) == size
        else:
            with pytest.raises(BadFile, match=r"42,000,000 px in all \(such as 6,400 x 6,400\)"):
                picture_size(path)
    (tmp_path / "map.tmx").write_text(
        '<map width="9" height="9" tilewidth="8" tileheight="8"><tileset firstgid="1" tilewidth="8" tileheight="8">'
        '<image source="map.uvtt" width="64" height="64"/></tileset></map>'
    )
    assert "is not a file of a kind that belongs here" in "\n".join(read_map(tmp_path / "map.tmx").report.lines())


# --- Maps written in Universal VTT, and read again: the same walls and doors, and what the format has no word for ---

FLOOR, WALL = Terrain(), Terrain("wall", blocks_move=True, blocks_sight=True)

PICTURE = png(40, 30)


def again(folder: Path, field: Field) -> Field:
    """A field written and read."""
    path = folder / "map.uvtt"
    path.write_bytes(universal_vtt(field, PICTURE, 8))
    return read_map(path).field


def between(field: Field) -> dict[CellSide, str]:
    """What parts neighbouring cells of which one at least is no wall: a kind of edge with its state, or ground."""
    every = [
        CellSide((x, y), along) for y in range(field.height) for x in range(field.width) for along in (True, False)
    ]
    solid = {cell for cell in cells(field) if field.at(cell).blocks_sight and not field.at(cell).gap}
    found: dict[CellSide, str] = {}
    for side in every:
        pair = parted(side)
        if min(map(min, pair)) >= 0 and len(solid.intersection(pair)) == 1:
            found[side] = "wall"
    for edge in field.edges:
        for side in sides(edge):
            pair = parted(side)
            if set(pair) <= set(cells(field)) and found.get(side) != "wall" and not solid.issuperset(pair):
                found[side] = edge.kind if edge.kind == "wall" else f"{edge.kind}, {edge.state}"
    return found


def cells(field: Field) -> list[Cell]:
    return [(x, y) for y in range(field.height) for x in range(field.width)]


@pytest.mark.parametrize("path", resources.shipped_maps(), ids=lambda path: str(path.stem))
def test_a_shipped_map_has_the_same_walls_and_doors_when_it_comes_back(tmp_path: Path, path: Path) -> None:
    field = read_map(path).field
    copy = again(tmp_path, field)
    assert (copy.width, copy.height) == (field.width, field.height)
    slits = {cell for cell in cells(field) if field.at(cell).gap or field.at(cell).lintel}
    solid, found = ({cell for cell in cells(each) if each.at(cell).blocks_sight} - slits for each in (field, copy))
    assert found == solid
    mine, theirs = (
        {side: what for side, what in between(each).items() if slits.isdisjoint(parted(side))} for each in (field, copy)
    )
    assert theirs == mine
    assert any("door" in what for what in mine.values()) == (path.stem not in ("broken-keep", "woodland-road"))
    tall = {cell for cell in cells(field) if field.at(cell).height >= UNIT and not field.at(cell).blocks_sight}
    assert {cell for cell in cells(copy) if copy.at(cell).height} == tall
    lamps, found_lamps = (
        sorted(cell for feature in each.features if feature.kind == "light" for cell in feature.cells)
        for each in (field, copy)
    )
    assert found_lamps == lamps


def test_every_kind_of_edge_comes_back(tmp_path: Path) -> None:
    edges = (
        Edge("1", (2, 0), (2, 3), "wall"),
        Edge("2", (2, 3), (2, 5), "door", "locked"),
        Edge("3", (4, 0), (4, 2), "door", "open"),
        Edge("4", (4, 2), (4, 3), "window"),
        Edge("5", (4, 3), (4, 4), "slit"),
        Edge("6", (4, 4), (4, 5), "portcullis"),
        Edge("7", (6, 0), (6, 2), "low_wall", sill=12),
        Edge("8", (6, 2), (6, 4), "low_wall", sill=24),
        Edge("9", (6, 4), (6, 5), "portcullis", "open"),
    )
    light = Feature("l", "light", ((0, 0),), strength="30 ft")
    field = Field(8, 5, edges=edges, features=(light,))
    copy = again(tmp_path, field)
    assert between(copy) == between(field)
    assert {edge.sill for edge in copy.edges if edge.kind == "low_wall"} == {12, 24}
    assert [(lamp.kind, lamp.cells, lamp.strength) for lamp in copy.features] == [("light", ((0, 0),), "30 ft")]


def test_slits_and_windows_that_fill_cells_become_those_of_their_sides(tmp_path: Path) -> None:
    slit = Terrain("slit", blocks_move=True, blocks_sight=True, gap=4, gap_axis="x")
    window = Terrain("window", blocks_move=True, sill=12, lintel=28)
    row = (0, 0, 1, 0, 0)
    for number, ground in ((2, slit), (3, window)):
        terrain = (*row, 0, 0, number, 0, 0, *row)
        field = Field(5, 3, palette=(FLOOR, WALL, slit, window), terrain=terrain)
        copy = again(tmp_path, field)
        found = between(copy)
        assert found[CellSide((2, 1), True)] == found[CellSide((3, 1), True)] == f"{ground.name}, closed"
        assert not copy.at((2, 1)).blocks_sight
        assert copy.at((2, 0)).blocks_sight


def test_what_others_read(tmp_path: Path) -> None:
    field = Field(6, 4, edges=(Edge("1", (3, 0), (3, 3)), Edge("2", (3, 3), (3, 4), "door"), Edge("3", (3, 1), (5, 1))))
    data = universal_vtt(field, PICTURE, 64)
    found: dict[str, Any] = json.loads(data)
    assert found["resolution"] == {
        "map_origin": {"x": 0, "y": 0},
        "map_size": {"x": 6, "y": 4},
        "pixels_per_grid": 64,
    }
    assert found["portals"][0]["bounds"] == [{"x": 3, "y": 3}, {"x": 3, "y": 4}]
    assert found["portals"][0]["closed"] is True
    lines = {tuple((point["x"], point["y"]) for point in line) for line in found["line_of_sight"]}
    assert lines == {((3, 0), (3, 3)), ((3, 1), (5, 1))} or lines == {((3, 0), (3, 3)), ((5, 1), (3, 1))}
    (tmp_path / "map.uvtt").write_bytes(data)
    assert picture_in(tmp_path / "map.uvtt") == PICTURE
