"""What a map in our own words becomes."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.files.tiled import Chart, read_map
from game.files.tiled.chart import edge_pieces
from game.spatial.field import Field, Terrain
from tests.files.drawing import (
    BRIDGE,
    CRATE,
    FLOOR,
    LOG,
    RUG,
    SLIT,
    SPAWNS,
    WALL,
    WATER,
    WINDOW,
    floor,
    line,
    objects,
    point,
    properties,
    rectangle,
    save,
    tiles,
    tmx,
)


def read(folder: Path, *layers: str, **more: object) -> Chart:
    return read_map(save(folder, tmx(*layers, SPAWNS, **more)))  # type: ignore[arg-type]


def at(field: Field, x: int, y: int) -> Terrain:
    return field.at((x, y))


def test_terrain_in_lattice_steps(tmp_path: Path) -> None:
    rows = floor(6, 4)
    rows[1] = [FLOOR, WALL, CRATE, WATER, SLIT, WINDOW]
    field = read(tmp_path, tiles("ground", rows)).field
    assert at(field, 0, 1) == Terrain()
    assert at(field, 1, 1) == Terrain("wall", blocks_move=True, blocks_sight=True)
    assert at(field, 2, 1) == Terrain("crate", blocks_move=True, height=12)
    assert at(field, 3, 1) == Terrain("water", cost=2)
    assert at(field, 4, 1) == Terrain("slit", blocks_move=True, blocks_sight=True, gap=4, gap_axis="x")
    assert at(field, 5, 1) == Terrain("window", blocks_move=True, sill=12, lintel=28)


def test_lengths_off_the_lattice_are_rounded_and_told(tmp_path: Path) -> None:
    rows = floor(6, 4)
    rows[3][3] = LOG
    chart = read(tmp_path, tiles("ground", rows))
    assert at(chart.field, 3, 3).height == 8
    assert any("2.1 ft is rounded to 2 ft" in text for text in chart.report.lines())


def test_layers_stack(tmp_path: Path) -> None:
    ground, decor = floor(6, 4), [[0] * 6 for _ in range(4)]
    ground[1] = [WATER, WATER, WATER, WALL, FLOOR, FLOOR]
    decor[1] = [BRIDGE, CRATE, RUG, FLOOR, RUG, CRATE]
    field = read(tmp_path, tiles("Ground", ground), tiles("bits", decor, 2, 'class="decor"')).field
    assert at(field, 0, 1).cost == 1, "a bridge over water is easy"
    assert (at(field, 1, 1).cost, at(field, 1, 1).height) == (2, 12), "a crate in water stays wet"
    assert at(field, 2, 1).cost == 2, "a rug has no rules"
    assert at(field, 3, 1).blocks_move, "floor over a wall opens nothing"
    assert at(field, 4, 1) == Terrain()


def test_a_turned_slit_looks_the_other_way(tmp_path: Path) -> None:
    rows = floor(6, 4)
    rows[2] = [SLIT, SLIT | 0xA0000000, SLIT | 0xC0000000, SLIT | 0x60000000, FLOOR, FLOOR]
    field = read(tmp_path, tiles("walls", rows)).field
    assert [at(field, x, 2).gap_axis for x in range(4)] == ["x", "y", "x", "y"]


def test_edges(tmp_path: Path) -> None:
    drawn = objects(
        "edges",
        line(1, (1, 1), (1, 3), (3, 3), name="Wall"),
        line(2, (4, 2), (4, 1), kind="door", state="locked", cost="bonus", name="Door"),
        line(3, (0, 2), (1, 2), kind="window"),
        line(4, (2, 1), (3, 1), kind="slit"),
        line(5, (2, 2), (3, 2), kind="low_wall", sill=4.0),
    )
    edges = {edge.id: edge for edge in read(tmp_path, tiles("ground", floor(6, 4)), drawn).field.edges}
    assert (edges["edge1"].a, edges["edge1"].b) == ((1, 1), (1, 3))
    assert (edges["edge1.2"].a, edges["edge1.2"].b) == ((1, 3), (3, 3))
    assert (edges["edge2"].a, edges["edge2"].b, edges["edge2"].state) == ((4, 1), (4, 2), "locked")
    assert (edges["edge2"].cost, edges["edge2"].name) == ("bonus", "Door")
    assert (edges["edge3"].sill, edges["edge3"].lintel) == (12, 28), "a window's own measures"
    assert edges["edge4"].gap == 4, "a slit's own width"
    assert edges["edge5"].sill == 16


@settings(deadline=None, max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4)), min_size=2, max_size=5))
def test_edges_run_along_borders_or_are_refused(tmp_path_factory: pytest.TempPathFactory, corners: list) -> None:  # type: ignore[type-arg]
    text = tmx(tiles("ground", floor(6, 4)), objects("edges", line(1, *corners, kind="low_wall")), SPAWNS)
    path = save(tmp_path_factory.mktemp("edge"), text)
    straight = all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(corners))
    moves = any(a != b for a, b in pairwise(corners))
    try:
        edges = read_map(path).field.edges
    except ValueError as error:
        assert not (straight and moves)
        assert "object 1" in str(error)
        return
    assert straight and moves
    for edge in edges:
        assert edge.a < edge.b
        assert edge.a[0] == edge.b[0] or edge.a[1] == edge.b[1]


def test_elevation_is_painted_in_order(tmp_path: Path) -> None:
    drawn = objects(
        "elevation",
        rectangle(1, "Elevation", 0, 1, 4, 2, feet=10.0),
        rectangle(2, "Elevation", 3, 1, 1, 1, feet=5, ramp=True),
        rectangle(3, "Elevation", 5, 3, 1, 1, feet=-2.5),
    )
    field = read(tmp_path, tiles("ground", floor(6, 4)), drawn).field
    assert [field.floor_at((x, 1)) for x in range(5)] == [40, 40, 40, 20, 0]
    assert field.ramps == ((3, 1),)
    assert field.floor_at((5, 3)) == -10


def test_an_area_covers_the_cells_whose_centres_it_holds(tmp_path: Path) -> None:
    triangle = (
        '<object id="1" name="Corner" type="Zone" x="0" y="0"><polygon points="0,0 192,0 0,192"/></object>'
        '<object id="2" type="Zone" x="192" y="64" width="192" height="192"><ellipse/></object>'
    )
    zones = read(tmp_path, tiles("ground", floor(6, 4)), objects("zones", triangle)).field.zones
    assert zones[0].name == "Corner"
    assert zones[0].cells == ((0, 0), (1, 0), (0, 1))
    assert zones[1].cells == tuple((x, y) for y in (1, 2, 3) for x in (3, 4, 5))


def test_a_turned_rectangle_covers_what_it_shows(tmp_path: Path) -> None:
    turned = '<object id="1" type="Zone" x="256" y="64" width="128" height="192" rotation="90"/>'
    zones = read(tmp_path, tiles("ground", floor(6, 4)), objects("zones", turned)).field.zones
    assert zones[0].cells == tuple((x, y) for y in (1, 2) for x in (1, 2, 3))


def test_zones_spawns_borders_and_features(tmp_path: Path) -> None:
    layers = (
        tiles("ground", floor(6, 4)),
        objects(
            "zones",
            rectangle(
                1, "Zone", 0, 0, 3, 4, kind="room", capacity=6, cover="barrier", dark=True, overgrown=True, name="West"
            ),
            rectangle(2, "Zone", 3, 0, 3, 4, smoke=True, name="East"),
            line(3, (3, 1), (3, 2), klass="Border", kind="climb", capacity=1, closed=True, test="Climb 10"),
            point(4, "Border", 3, 3, kind="gap"),
        ),
        objects("edges", line(10, (2, 1), (3, 1), kind="portcullis"), number=91),
        objects(
            "features",
            rectangle(20, "Feature", 1, 1, 2, 1, name="Fire", kind="fire", strength="1d6"),
            point(22, "Feature", 4.5, 2.5, name="A bench", kind="thing", thing="bench"),
            f'<object id="21" type="Feature" x="70" y="70">{properties(kind="lever", cost="main")[:-13]}'
            '<property name="linked" type="object" value="10"/></properties><point/></object>',
            number=92,
        ),
    )
    path = save(
        tmp_path,
        tmx(
            *layers,
            objects(
                "spawns",
                point(30, "Spawn", 0.5, 0.5, side="party", unit="mage", facing="e", group="a"),
                rectangle(31, "Spawn", 4, 0, 2, 2, side="foe", count=3),
                number=93,
            ),
        ),
    )
    field = read_map(path).field
    assert (field.zones[0].kind, field.zones[0].capacity, field.zones[0].cover) == ("room", 6, "barrier")
    assert field.zones[0].dark and not field.zones[0].smoke and field.zones[1].smoke
    assert field.zones[0].overgrown and not field.zones[1].overgrown
    assert set(field.borders[0].at) >= {(2, 1), (3, 1)}
    assert (field.borders[0].kind, field.borders[0].closed, field.borders[0].test) == ("climb", True, "Climb 10")
    assert set(field.borders[1].at) >= {(2, 3), (3, 3)}
    fire, bench, lever = field.features
    assert (bench.kind, bench.thing, bench.cells) == ("thing", "bench", ((4, 2),))
    assert (fire.kind, fire.cells, fire.strength, fire.name) == ("fire", ((1, 1), (2, 1)), "1d6", "Fire")
    assert (lever.kind, lever.linked, lever.cost) == ("lever", "edge10", "main")
    party, foe = field.spawns
    assert (party.cells, party.unit, party.facing, party.group) == (((0, 0),), "mage", "e", "a")
    assert (len(foe.cells), foe.count, foe.side) == (4, 3, "foe")


def test_spawns_keep_the_cells_one_can_stand_on(tmp_path: Path) -> None:
    rows = floor(6, 4)
    rows[0][0] = WALL
    spawns = objects(
        "spawns", rectangle(1, "Spawn", 0, 0, 2, 1, side="party"), rectangle(2, "Spawn", 5, 0, 1, 1, side="foe")
    )
    chart = read_map(save(tmp_path, tmx(tiles("ground", rows), spawns)))
    assert chart.field.spawns[0].cells == ((1, 0),)
    assert chart.playable() == []


def test_an_object_without_class_is_what_its_layer_says(tmp_path: Path) -> None:
    drawn = objects("Zones", '<object id="7" name="Yard" x="0" y="0" width="64" height="64"/>')
    chart = read(tmp_path, tiles("ground", floor(6, 4)), drawn)
    assert chart.field.zones[0].name == "Yard"
    assert any("taken for Zone" in text for text in chart.report.lines())


def test_class_may_be_written_as_in_tiled_1_9(tmp_path: Path) -> None:
    drawn = objects("whatever", '<object id="7" class="Zone" x="0" y="0" width="64" height="64"/>')
    assert read(tmp_path, tiles("ground", floor(6, 4)), drawn).field.zones[0].cells == ((0, 0),)


def test_an_unknown_property_is_told_with_a_suggestion(tmp_path: Path) -> None:
    drawn = objects("zones", rectangle(1, "Zone", 0, 0, 1, 1, capasity=3))
    lines = read(tmp_path, tiles("ground", floor(6, 4)), drawn).report.lines()
    assert any("Zone has no property 'capasity'; did you mean capacity?" in text for text in lines)


def test_titles(tmp_path: Path) -> None:
    head = properties(title="The Bridge", author="Ann", description="Hold it.", schema=1)
    field = read(tmp_path, head, tiles("ground", floor(6, 4))).field
    assert (field.title, field.author, field.description) == ("The Bridge", "Ann", "Hold it.")


def test_reading_twice_gives_the_same(tmp_path: Path) -> None:
    path = save(tmp_path, tmx(tiles("ground", floor(6, 4)), SPAWNS))
    assert read_map(path) == read_map(path)


def test_the_picture_keeps_draw_order_and_what_groups_pass_down(tmp_path: Path) -> None:
    one, two = tiles("ground", floor(6, 4), 1), tiles("roof", floor(6, 4), 2, 'class="above" tintcolor="#ff8000"')
    inner = f'<group id="9" opacity="0.5" offsety="4">{two}</group>'
    inner = f'<group id="8" opacity="0.5" offsetx="10" visible="0">{inner}</group>'
    three = tiles("late", [[0] * 6, [RUG | 0x80000000] * 6, [0] * 6, [0] * 6], 3)
    picture = read(tmp_path, one, inner, three).picture
    assert [layer.name for layer in picture.layers] == ["ground", "roof", "late"]
    roof = picture.layers[1]
    assert (roof.above, roof.visible, roof.opacity, roof.offset) == (True, False, 0.25, (10.0, 4.0))
    assert roof.tint == "#ff8000"
    rug = picture.tiles[picture.layers[2].tiles[6]]
    assert rug.path is not None and rug.path.name == "rug.png"
    assert (rug.flip_x, rug.flip_y, rug.flip_diagonal) == (True, False, False)
    assert picture.cell == (64, 64)


def test_pictures_among_the_edges_are_for_the_editor(tmp_path: Path) -> None:
    door = '<object id="9" gid="6" x="64" y="128" width="64" height="64"/>'
    drawn = objects("edges", line(1, (1, 1), (2, 1), kind="door"), door)
    loose = objects("bits", '<object id="10" gid="6" x="64" y="128" width="64" height="32" rotation="90"/>', number=91)
    picture = read(tmp_path, tiles("ground", floor(6, 4)), drawn, loose).picture
    assert [layer.name for layer in picture.layers] == ["ground", "bits"]
    (placed,) = picture.layers[1].placed
    assert (placed.x, placed.y, placed.width, placed.height, placed.rotation) == (64, 96, 64, 32, 90)


def test_pieces_of_edges(tmp_path: Path) -> None:
    drawn = objects("edges", line(1, (1, 1), (3, 1), kind="door"), line(2, (2, 2), (2, 3), kind="portcullis"))
    door, gate = read(tmp_path, tiles("ground", floor(6, 4)), drawn).field.edges
    assert [(piece.sprite, piece.x, piece.y) for piece in edge_pieces(door, "locked")] == [
        ("edges/door_h_locked", 1.0, 0.5),
        ("edges/door_h_locked", 2.0, 0.5),
    ]
    assert [piece.sprite for piece in edge_pieces(gate, "open")] == ["edges/portcullis_v_open"]


def test_tiles_put_down_as_objects_count_like_tiles(tmp_path: Path) -> None:
    crate = f'<object id="5" gid="{CRATE}" x="128" y="192" width="64" height="64"/>'
    rug = f'<object id="6" gid="{RUG}" type="Feature" x="256" y="192" width="64" height="64"/>'
    chart = read(tmp_path, tiles("ground", floor(6, 4)), objects("furniture", crate, rug))
    assert at(chart.field, 2, 2).height == 12
    assert (chart.field.features[0].kind, chart.field.features[0].cells) == ("objective", ((4, 2),))
    assert [len(layer.placed) for layer in chart.picture.layers] == [0, 2]


def test_a_tile_of_a_class_passes_it_on_to_its_objects(tmp_path: Path) -> None:
    lever = (
        '<tileset firstgid="20" name="own" tilewidth="64" tileheight="64" tilecount="1" columns="0">'
        '<tile id="0" type="Feature"><properties><property name="kind" value="lever"/></properties>'
        '<image width="64" height="64" source="rug.png"/></tile></tileset>'
    )
    drawn = objects("features", '<object id="5" gid="20" x="128" y="192" width="64" height="64"/>')
    sets = '<tileset firstgid="1" source="tiles.tsx"/>' + lever
    chart = read(tmp_path, tiles("ground", floor(6, 4)), drawn, tilesets=sets)
    assert [(feature.kind, feature.cells) for feature in chart.field.features] == [("lever", ((2, 2),))]


def test_ground_is_named_after_its_picture() -> None:
    from game import resources

    names = {terrain.name for path in resources.shipped_maps() for terrain in read_map(path).field.palette}
    assert {"floor", "grass", "forest floor", "road", "water", "wall", "brick", "slit", "tree", "crate", "log"} <= names
    assert not any(name.split()[-1] in ("edge", "top", "w", "1") for name in names)
