"""What a map in our own words becomes: the convention, classes of a project, templates."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import resources
from game.files.tiled import Chart, project_file, read_map
from game.files.tiled.chart import edge_pieces
from game.files.tiled.classes import classes_of
from game.files.tiled.schema import BY_NAME, CLASSES, ENUMS, Property, WrongProperty, value_of
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
    png,
    point,
    properties,
    property_,
    rectangle,
    save,
    tiles,
    tmx,
)
from tests.files.test_tiled_foreign import foreign, read, rows, solid


def read_layers(folder: Path, *layers: str, **more: object) -> Chart:
    return read_map(save(folder, tmx(*layers, SPAWNS, **more)))  # type: ignore[arg-type]


def at(field: Field, x: int, y: int) -> Terrain:
    return field.at((x, y))


def test_terrain_in_lattice_steps(tmp_path: Path) -> None:
    rows = floor(6, 4)
    rows[1] = [FLOOR, WALL, CRATE, WATER, SLIT, WINDOW]
    field = read_layers(tmp_path, tiles("ground", rows)).field
    assert at(field, 0, 1) == Terrain()
    assert at(field, 1, 1) == Terrain("wall", blocks_move=True, blocks_sight=True)
    assert at(field, 2, 1) == Terrain("crate", blocks_move=True, height=12)
    assert at(field, 3, 1) == Terrain("water", cost=2)
    assert at(field, 4, 1) == Terrain("slit", blocks_move=True, blocks_sight=True, gap=4, gap_axis="x")
    assert at(field, 5, 1) == Terrain("window", blocks_move=True, sill=12, lintel=28)


def test_lengths_off_the_lattice_are_rounded_and_told(tmp_path: Path) -> None:
    rows = floor(6, 4)
    rows[3][3] = LOG
    chart = read_layers(tmp_path, tiles("ground", rows))
    assert at(chart.field, 3, 3).height == 8
    assert any("2.1 ft is rounded to 2 ft" in text for text in chart.report.lines())


def test_layers_stack(tmp_path: Path) -> None:
    ground, decor = floor(6, 4), [[0] * 6 for _ in range(4)]
    ground[1] = [WATER, WATER, WATER, WALL, FLOOR, FLOOR]
    decor[1] = [BRIDGE, CRATE, RUG, FLOOR, RUG, CRATE]
    field = read_layers(tmp_path, tiles("Ground", ground), tiles("bits", decor, 2, 'class="decor"')).field
    assert at(field, 0, 1).cost == 1, "a bridge over water is easy"
    assert (at(field, 1, 1).cost, at(field, 1, 1).height) == (2, 12), "a crate in water stays wet"
    assert at(field, 2, 1).cost == 2, "a rug has no rules"
    assert at(field, 3, 1).blocks_move, "floor over a wall opens nothing"
    assert at(field, 4, 1) == Terrain()


def test_a_turned_slit_looks_the_other_way(tmp_path: Path) -> None:
    rows = floor(6, 4)
    rows[2] = [SLIT, SLIT | 0xA0000000, SLIT | 0xC0000000, SLIT | 0x60000000, FLOOR, FLOOR]
    field = read_layers(tmp_path, tiles("walls", rows)).field
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
    edges = {edge.id: edge for edge in read_layers(tmp_path, tiles("ground", floor(6, 4)), drawn).field.edges}
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
    field = read_layers(tmp_path, tiles("ground", floor(6, 4)), drawn).field
    assert [field.floor_at((x, 1)) for x in range(5)] == [40, 40, 40, 20, 0]
    assert field.ramps == ((3, 1),)
    assert field.floor_at((5, 3)) == -10


def test_an_area_covers_the_cells_whose_centres_it_holds(tmp_path: Path) -> None:
    triangle = (
        '<object id="1" name="Corner" type="Zone" x="0" y="0"><polygon points="0,0 192,0 0,192"/></object>'
        '<object id="2" type="Zone" x="192" y="64" width="192" height="192"><ellipse/></object>'
    )
    zones = read_layers(tmp_path, tiles("ground", floor(6, 4)), objects("zones", triangle)).field.zones
    assert zones[0].name == "Corner"
    assert zones[0].cells == ((0, 0), (1, 0), (0, 1))
    assert zones[1].cells == tuple((x, y) for y in (1, 2, 3) for x in (3, 4, 5))


def test_a_turned_rectangle_covers_what_it_shows(tmp_path: Path) -> None:
    turned = '<object id="1" type="Zone" x="256" y="64" width="128" height="192" rotation="90"/>'
    zones = read_layers(tmp_path, tiles("ground", floor(6, 4)), objects("zones", turned)).field.zones
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
    chart = read_layers(tmp_path, tiles("ground", floor(6, 4)), drawn)
    assert chart.field.zones[0].name == "Yard"
    assert any("taken for Zone" in text for text in chart.report.lines())


def test_class_may_be_written_as_in_tiled_1_9(tmp_path: Path) -> None:
    drawn = objects("whatever", '<object id="7" class="Zone" x="0" y="0" width="64" height="64"/>')
    assert read_layers(tmp_path, tiles("ground", floor(6, 4)), drawn).field.zones[0].cells == ((0, 0),)


def test_an_unknown_property_is_told_with_a_suggestion(tmp_path: Path) -> None:
    drawn = objects("zones", rectangle(1, "Zone", 0, 0, 1, 1, capasity=3))
    lines = read_layers(tmp_path, tiles("ground", floor(6, 4)), drawn).report.lines()
    assert any("Zone has no property 'capasity'; did you mean capacity?" in text for text in lines)


def test_titles(tmp_path: Path) -> None:
    head = properties(title="The Bridge", author="Ann", description="Hold it.", schema=1)
    field = read_layers(tmp_path, head, tiles("ground", floor(6, 4))).field
    assert (field.title, field.author, field.description) == ("The Bridge", "Ann", "Hold it.")


def test_reading_twice_gives_the_same(tmp_path: Path) -> None:
    path = save(tmp_path, tmx(tiles("ground", floor(6, 4)), SPAWNS))
    assert read_map(path) == read_map(path)


def test_the_picture_keeps_draw_order_and_what_groups_pass_down(tmp_path: Path) -> None:
    one, two = tiles("ground", floor(6, 4), 1), tiles("roof", floor(6, 4), 2, 'class="above" tintcolor="#ff8000"')
    inner = f'<group id="9" opacity="0.5" offsety="4">{two}</group>'
    inner = f'<group id="8" opacity="0.5" offsetx="10" visible="0">{inner}</group>'
    three = tiles("late", [[0] * 6, [RUG | 0x80000000] * 6, [0] * 6, [0] * 6], 3)
    picture = read_layers(tmp_path, one, inner, three).picture
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
    picture = read_layers(tmp_path, tiles("ground", floor(6, 4)), drawn, loose).picture
    assert [layer.name for layer in picture.layers] == ["ground", "bits"]
    (placed,) = picture.layers[1].placed
    assert (placed.x, placed.y, placed.width, placed.height, placed.rotation) == (64, 96, 64, 32, 90)


def test_pieces_of_edges(tmp_path: Path) -> None:
    drawn = objects("edges", line(1, (1, 1), (3, 1), kind="door"), line(2, (2, 2), (2, 3), kind="portcullis"))
    door, gate = read_layers(tmp_path, tiles("ground", floor(6, 4)), drawn).field.edges
    assert [(piece.sprite, piece.x, piece.y) for piece in edge_pieces(door, "locked")] == [
        ("edges/door_h_locked", 1.0, 0.5),
        ("edges/door_h_locked", 2.0, 0.5),
    ]
    assert [piece.sprite for piece in edge_pieces(gate, "open")] == ["edges/portcullis_v_open"]


def test_tiles_put_down_as_objects_count_like_tiles(tmp_path: Path) -> None:
    crate = f'<object id="5" gid="{CRATE}" x="128" y="192" width="64" height="64"/>'
    rug = f'<object id="6" gid="{RUG}" type="Feature" x="256" y="192" width="64" height="64"/>'
    chart = read_layers(tmp_path, tiles("ground", floor(6, 4)), objects("furniture", crate, rug))
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
    chart = read_layers(tmp_path, tiles("ground", floor(6, 4)), drawn, tilesets=sets)
    assert [(feature.kind, feature.cells) for feature in chart.field.features] == [("lever", ((2, 2),))]


def test_ground_is_named_after_its_picture() -> None:
    from game import resources

    names = {terrain.name for path in resources.shipped_maps() for terrain in read_map(path).field.palette}
    assert {"floor", "grass", "forest floor", "road", "water", "wall", "brick", "slit", "tree", "crate", "log"} <= names
    assert not any(name.split()[-1] in ("edge", "top", "w", "1") for name in names)


# --- The words of the convention: one table for the loader and for the editor ---


def test_the_project_file_is_generated_from_the_schema() -> None:
    assert (resources.maps() / "battlemat.tiled-project").read_text(encoding="utf-8") == project_file()


def test_the_project_file_is_what_tiled_expects() -> None:
    project = json.loads(project_file())
    types = project["propertyTypes"]
    assert len({entry["id"] for entry in types}) == len(types)
    assert {entry["name"] for entry in types} == {*ENUMS, *(kind.name for kind in CLASSES)}
    for entry in types:
        if entry["type"] == "class":
            assert all(member["type"] in ("bool", "int", "float", "string", "object") for member in entry["members"])


def test_the_table_of_the_design() -> None:
    assert [kind.name for kind in CLASSES] == [
        "BattleMap",
        "Terrain",
        "Edge",
        "Elevation",
        "Zone",
        "Border",
        "Spawn",
        "Feature",
    ]
    assert ENUMS["EdgeKind"] == ("wall", "door", "window", "slit", "low_wall", "portcullis")
    assert BY_NAME["terrain"].defaults()["move_cost"] == 1


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.name)
def test_every_default_is_a_value_its_own_type_allows(kind: object) -> None:
    assert kind in CLASSES
    for entry in CLASSES:
        for member in entry.members:
            stored = "string" if member.enum else member.type
            text = str(member.default).lower() if member.type == "bool" else str(member.default)
            assert value_of(entry, member, Property(stored, "", text)) == member.default


@pytest.mark.parametrize(
    ("kind", "name", "given_", "says"),
    [
        ("terrain", "blocks_move", Property("string", "", "yes"), "is stored as string ('yes') but must be bool"),
        ("terrain", "blocks_move", Property("bool", "", "perhaps"), "is no bool"),
        ("terrain", "move_cost", Property("int", "", "0"), "the least it can be is 1"),
        ("terrain", "move_cost", Property("float", "", "1.5"), "must be int"),
        ("terrain", "height", Property("float", "", "nan"), "is no float this game can use"),
        ("terrain", "height", Property("float", "", "-1"), "the least it can be is 0"),
        ("edge", "kind", Property("string", "", "dor"), "did you mean door?"),
        ("edge", "kind", Property("int", "EdgeKind", "2"), "load battlemat.tiled-project"),
        ("spawn", "side", Property("string", "", ""), "choose one of party, foe"),
        ("feature", "strength", Property("int", "", "6"), "must be string"),
        ("feature", "linked", Property("string", "", "gate"), "must be object"),
    ],
)
def test_a_wrong_property_says_what_to_write(kind: str, name: str, given_: Property, says: str) -> None:
    table = BY_NAME[kind]
    member = table.member(name)
    assert member is not None
    with pytest.raises(WrongProperty) as wrong:
        value_of(table, member, given_)
    assert says in str(wrong.value)
    assert name in str(wrong.value)


@settings(deadline=None)
@given(st.sampled_from(CLASSES), st.data(), st.text(max_size=12))
def test_no_text_makes_a_property_crash(kind: object, data: st.DataObject, text: str) -> None:
    table = next(entry for entry in CLASSES if entry is kind)
    member = data.draw(st.sampled_from(table.members))
    stored = data.draw(st.sampled_from(["bool", "int", "float", "string", "object", "color", "file", "class", ""]))
    try:
        value = value_of(table, member, Property(stored, "", text))
    except WrongProperty as wrong:
        assert member.name in str(wrong)
    else:
        assert isinstance(value, bool | int | float | str)


def test_a_side_of_ones_own_is_allowed() -> None:
    spawn = BY_NAME["spawn"]
    side = spawn.member("side")
    assert side is not None
    assert value_of(spawn, side, Property("string", "Side", "cultists")) == "cultists"


def test_the_readme_of_the_maps_names_every_class_and_property() -> None:
    text = Path(resources.maps() / "README.md").read_text(encoding="utf-8")
    for kind in CLASSES:
        assert f"`{kind.name}`" in text
        for member in kind.members:
            assert f"`{member.name}`" in text, f"{kind.name}.{member.name}"
    for values in ENUMS.values():
        for value in values:
            assert value in text


# --- Classes of a Tiled project: what they say of things where the map does not write it ---


def klass(name: str, *members: dict[str, Any], uses: list[str] | None = None) -> dict[str, Any]:
    said = {} if uses is None else {"useAs": uses}
    return {"id": 1, "type": "class", "name": name, "members": list(members), **said}


SOLID = {"name": "solid", "type": "bool", "value": True}


def project(folder: Path, *types: dict[str, Any], **more: Any) -> None:
    """A project in the folder that holds the folder of the maps."""
    (folder / "game.tiled-project").write_text(json.dumps({"folders": ["."], "propertyTypes": list(types), **more}))


def walls(said: str = 'type="Boulder"') -> str:
    return foreign(tiles("floor", rows((2, 1))), inside=f'<tile id="1" {said}/>')


def test_tiles_of_a_class_have_its_defaults(tmp_path: Path) -> None:
    project(tmp_path, klass("Boulder", SOLID, {"name": "hp", "type": "int", "value": 5}))
    chart = read(tmp_path, walls())
    assert solid(chart) == {(2, 1)}
    assert [named.reference for named in chart.named if named.reference.endswith("project")] == [
        "../game.tiled-project"
    ]
    assert solid(read(tmp_path, walls('class="Boulder"'))) == {(2, 1)}
    assert solid(read(tmp_path, walls('type="boulder"'))) == set(), "Tiled knows classes by their capitals"


def test_what_the_map_writes_goes_before_the_default(tmp_path: Path) -> None:
    project(tmp_path, klass("Boulder", SOLID))
    text = walls().replace(
        "/></tileset>", f">{'<properties>' + property_('solid', False) + '</properties>'}</tile></tileset>"
    )
    assert solid(read(tmp_path, text)) == set()


@pytest.mark.parametrize(("uses", "cells"), [(None, {(2, 1)}), (["tile", "object"], {(2, 1)}), (["layer"], set())])
def test_a_class_counts_for_what_it_can_be_given_to(
    tmp_path: Path, uses: list[str] | None, cells: set[tuple[int, int]]
) -> None:
    project(tmp_path, klass("Boulder", SOLID, uses=uses))
    assert solid(read(tmp_path, walls())) == cells


def test_layers_groups_tilesets_and_objects_have_the_defaults_of_their_classes(tmp_path: Path) -> None:
    project(tmp_path, klass("Hard", SOLID))
    block = rows((2, 1), gid=5, other=0)
    floor = tiles("floor", rows())
    assert solid(read(tmp_path, foreign(floor, tiles("x", block, 2, 'class="Hard"')))) == {(2, 1)}
    group = f'<group name="g" class="Hard">{tiles("x", block, 2)}</group>'
    assert solid(read(tmp_path, foreign(floor, group))) == {(2, 1)}
    assert solid(read(tmp_path, foreign(floor, objects("x", rectangle(1, "Hard", 2, 1, 1, 1))))) == {(2, 1)}
    assert solid(read(tmp_path, foreign(floor, objects("x", rectangle(1, "", 2, 1, 1, 1), extra='class="Hard"')))) == {
        (2, 1)
    }
    other = '<tileset firstgid="9" name="hard" class="Hard" tilewidth="64" tileheight="64" tilecount="8" columns="4">'
    other += '<image source="sheet.png" width="256" height="128"/></tileset>'
    text = foreign(floor, tiles("x", rows((2, 1), gid=9, other=0), 2)).replace("</tileset>", f"</tileset>{other}", 1)
    assert solid(read(tmp_path, text)) == {(2, 1)}


def test_a_tile_put_down_says_more_than_the_class_of_the_object(tmp_path: Path) -> None:
    project(tmp_path, klass("Prop", {"name": "solid", "type": "bool", "value": False}))
    inside = f'<tile id="1"><properties>{property_("solid", True)}</properties></tile>'
    put = objects("props", '<object id="1" type="Prop" gid="2" x="128" y="128" width="64" height="64"/>')
    assert solid(read(tmp_path, foreign(tiles("floor", rows()), put, inside=inside))) == {(2, 1)}


def test_members_of_classes_within_classes(tmp_path: Path) -> None:
    body = klass(
        "Body", {"name": "solid", "type": "bool", "value": False}, {"name": "mass", "type": "float", "value": 1.5}
    )
    member = {"name": "body", "type": "class", "propertyType": "Body", "value": {"solid": True}}
    found = classes_of([body, klass("Rock", member)])
    assert found.of("Rock", "tile") == {
        "body.solid": Property("bool", "", "true"),
        "body.mass": Property("float", "", "1.5"),
    }
    project(tmp_path, body, klass("Rock", member))
    assert solid(read(tmp_path, walls('type="Rock"'))) == {(2, 1)}


def test_members_that_a_property_of_a_class_does_not_write(tmp_path: Path) -> None:
    project(tmp_path, klass("Body", SOLID, {"name": "mass", "type": "float", "value": 1}))
    mass = f"<properties>{property_('mass', 3.0)}</properties>"
    said = f'<properties><property name="body" type="class" propertytype="Body">{mass}</property></properties>'
    text = foreign(tiles("floor", rows((2, 1))), inside=f'<tile id="1">{said}</tile>')
    assert solid(read(tmp_path, text)) == {(2, 1)}


def test_a_class_that_holds_itself_ends(tmp_path: Path) -> None:
    itself = {"name": "inner", "type": "class", "propertyType": "Loop", "value": {}}
    found = classes_of([klass("Loop", SOLID, itself)])
    assert found.of("Loop", "tile")["inner.solid"].text == "true"


@pytest.mark.parametrize("name", ["types.xml", "types.json"])
def test_types_of_objects_as_they_were_before_classes(tmp_path: Path, name: str) -> None:
    project(tmp_path, objectTypesFile=name)
    (tmp_path / "types.xml").write_text(
        '<objecttypes><objecttype name="Boulder" color="#fff"><property name="solid" type="bool" default="true"/>'
        "</objecttype></objecttypes>"
    )
    old = [{"name": "Boulder", "color": "#fff", "properties": [SOLID]}]
    (tmp_path / "types.json").write_text(json.dumps(old))
    assert solid(read(tmp_path, walls())) == {(2, 1)}


def test_the_nearest_project_counts_and_none_outside(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    project(tmp_path, klass("Boulder", SOLID))
    assert solid(read(deep, walls())) == {(2, 1)}
    project(deep.parent, klass("Boulder", {**SOLID, "value": False}))
    assert solid(read(deep, walls())) == set()


@pytest.mark.parametrize(
    "text", ["nonsense", "[1, 2]", '{"propertyTypes": 3}', '{"propertyTypes": [3, {"name": 4}]}', ""]
)
def test_a_spoilt_project_does_no_harm(tmp_path: Path, text: str) -> None:
    (tmp_path / "game.tiled-project").write_text(text)
    chart = read(tmp_path, walls())
    told = [entry.text for entry in chart.report.entries if entry.severity == "warning" and "project" in entry.text]
    assert [each.split(":")[0] for each in told] == (["game.tiled-project"] if text == "nonsense" else [])


def test_our_own_project_changes_nothing(tmp_path: Path) -> None:
    """A window has a sill of 3 ft where its map says none, though the project's drop-down stands at 0."""

    def windows() -> Chart:
        edges = objects("edges", line(1, (2, 0), (2, 2), kind="window"))
        return read_map(save(tmp_path, tmx(tiles("ground", rows()), edges, SPAWNS)))

    before = windows()
    (tmp_path / "battlemat.tiled-project").write_text(project_file())
    after = windows()
    assert after.field == before.field
    assert after.named == before.named, "and is not packed with the map"


def test_a_default_of_ours_that_an_author_has_changed_counts(tmp_path: Path) -> None:
    text = project_file().replace(
        '"name": "feet",\n                    "type": "float",\n                    "value": 0.0', "@"
    )
    assert "@" in text
    (tmp_path / "my.tiled-project").write_text(text.replace("@", '"name": "feet", "type": "float", "value": 5.0'))
    hill = objects("elevation", rectangle(1, "Elevation", 1, 1, 2, 2))
    chart = read_map(save(tmp_path, tmx(tiles("ground", rows()), hill, SPAWNS)))
    assert chart.field.floor_at((1, 1)) > 0


# --- Tiles of templates whose tileset the map lacks, and tiles that are drawn in another size than their own ---

STONES = """<tileset name="stones" tilewidth="32" tileheight="32" tilecount="4" columns="2">
 <tileoffset x="0" y="0"/><image source="stones.png" width="64" height="64"/>
 <tile id="3"><properties><property name="solid" type="bool" value="true"/></properties></tile>
</tileset>"""
STONE = '<template><tileset firstgid="1" source="stones.tsx"/><object gid="4" width="64" height="64"/></template>'
GROUND = tiles("floor", rows())


def stones(folder: Path, template: str = STONE, name: str = "stone.tx", tileset: str = STONES) -> None:
    """A template with a tile of a tileset that no map here has, in a folder beside the maps."""
    home = folder / "parts"
    home.mkdir()
    (home / name).write_text(template)
    (home / "stones.tsx").write_text(tileset)
    (home / "stones.png").write_bytes(png(64, 64))


def put(more: str = "", name: str = "stone.tx") -> str:
    """An object of the template that stands on cell 2, 1."""
    return objects("things", f'<object id="4" template="../parts/{name}" x="128" y="128" {more}/>')


def placed(chart: Chart) -> tuple[object, ...]:
    (layer,) = (layer for layer in chart.picture.layers if layer.placed)
    (found,) = layer.placed
    image = chart.picture.tiles[found.tile]
    return (image.path.name if image.path else None, image.rect, found.x, found.y, found.width, found.height)


def test_a_template_brings_its_tileset_along(tmp_path: Path) -> None:
    stones(tmp_path)
    chart = read(tmp_path, foreign(GROUND, put()))
    assert placed(chart) == ("stones.png", (32, 32, 32, 32), 128.0, 64.0, 64.0, 64.0)
    assert solid(chart) == {(2, 1)}, "it hangs on its lower left corner, and its tile says that it is solid"
    assert not [entry for entry in chart.report.entries if entry.severity == "warning" and "template" in entry.text]


def test_a_template_in_json_brings_its_tileset_along_too(tmp_path: Path) -> None:
    whole = {
        "type": "template",
        "tileset": {"firstgid": 1, "source": "stones.tsx"},
        "object": {"gid": 1 << 31 | 4, "width": 64, "height": 64},
    }
    stones(tmp_path, json.dumps(whole), "stone.tj")
    chart = read(tmp_path, foreign(GROUND, put(name="stone.tj")))
    assert solid(chart) == {(2, 1)}
    assert chart.picture.tiles[chart.picture.layers[1].placed[0].tile].flip_x


def test_a_tile_and_a_size_of_its_own_go_before_those_of_the_template(tmp_path: Path) -> None:
    stones(tmp_path)
    chart = read(tmp_path, foreign(GROUND, put('width="128" height="64"')))
    assert placed(chart)[2:] == (128.0, 64.0, 128.0, 64.0)
    assert solid(chart) == {(2, 1), (3, 1)}
    chart = read(tmp_path, foreign(GROUND, put('gid="2"')))
    assert placed(chart)[:2] == ("sheet.png", (64, 0, 64, 64)), "the second tile of the map's own tileset"


def test_the_tileset_of_a_template_is_read_once_and_is_the_maps_where_the_map_has_it(tmp_path: Path) -> None:
    stones(tmp_path)
    two = put() + put().replace('x="128"', 'x="256"').replace('id="4"', 'id="5"')
    chart = read(tmp_path, foreign(GROUND, two))
    assert [name for each in chart.named if (name := each.path.name) == "stones.tsx"] == ["stones.tsx"]
    assert solid(chart) == {(2, 1), (4, 1)}
    text = foreign(GROUND, put()).replace(
        "</tileset>", '</tileset><tileset firstgid="9" source="../parts/stones.tsx"/>', 1
    )
    chart = read(tmp_path, text)
    assert solid(chart) == {(2, 1)}
    used = {tile.path for tile in chart.picture.tiles if tile.path}
    assert {path.name for path in used} == {"sheet.png", "stones.png"}


@pytest.mark.parametrize(
    ("template", "told"),
    [
        (STONE.replace("stones.tsx", "gone.tsx"), "tileset 'gone.tsx': the tileset does not exist"),
        (STONE.replace('gid="4"', 'gid="40"'), "names a tile that its tileset lacks; it is read without a tile"),
        (STONE.replace('gid="4"', 'gid="0"'), "names a tile that its tileset lacks; it is read without a tile"),
    ],
)
def test_what_a_template_lacks_is_told(tmp_path: Path, template: str, told: str) -> None:
    stones(tmp_path, template)
    chart = read(tmp_path, foreign(GROUND, put()))
    assert any(told in entry.text for entry in chart.report.entries if entry.severity == "warning")
    assert chart.playable() == []


def test_a_tile_put_down_without_a_size_is_as_large_as_it_is(tmp_path: Path) -> None:
    chart = read(tmp_path, foreign(GROUND, objects("things", '<object id="1" gid="2" x="128" y="128"/>')))
    assert placed(chart)[2:] == (128.0, 64.0, 64.0, 64.0)


def with_large(folder: Path, said: str, *layers: str) -> Chart:
    """A map with a tileset of one tile of 32 x 64 px, drawn 8 px right and 16 px down, which is number 9."""
    large = (
        f'<tileset firstgid="9" name="t" tilewidth="32" tileheight="64" tilecount="1" columns="0" {said}>'
        '<tileoffset x="8" y="16"/><tile id="0"><image source="tall.png" width="32" height="64"/></tile></tileset>'
    )
    path = save(folder, foreign(*layers).replace("</tileset>", f"</tileset>{large}", 1))
    (path.parent / "tall.png").write_bytes(png(32, 64))
    return read_map(path)


@pytest.mark.parametrize(
    ("said", "size", "offset"),
    [
        ("", (32, 64), (8, 16)),
        ('fillmode="preserve-aspect-fit"', (32, 64), (8, 16)),
        ('tilerendersize="grid"', (64, 64), (16, 16)),
        ('tilerendersize="grid" fillmode="preserve-aspect-fit"', (32, 64), (16 + 8, 16)),
    ],
)
def test_what_a_tile_is_moved_by_grows_with_it(
    tmp_path: Path, said: str, size: tuple[int, int], offset: tuple[int, int]
) -> None:
    chart = with_large(tmp_path, said, tiles("floor", rows(gid=9, other=9)))
    image = chart.picture.tiles[chart.picture.layers[0].tiles[0]]
    assert ((image.width, image.height), image.offset) == (size, offset)


def test_a_tile_that_shrinks_to_its_cell_is_moved_less(tmp_path: Path) -> None:
    small = {"tilewidth": "16", "tileheight": "16"}
    said = 'tilerendersize="grid" fillmode="preserve-aspect-fit"'
    path = with_large(tmp_path, said, tiles("floor", rows(gid=9, other=9))).path
    head, tail = path.read_text().split(">", 1)
    for name, value in small.items():
        head = head.replace(f'{name}="64"', f'{name}="{value}"')
    path.write_text(f"{head}>{tail}")
    picture = read_map(path).picture
    image = picture.tiles[picture.layers[0].tiles[0]]
    assert ((image.width, image.height), image.offset) == ((8, 16), (4 + 2, 4)), "a quarter of 8 and 16, and centred"


@pytest.mark.parametrize(
    ("said", "box"),
    [
        ("", (64 + 16, 64 + 16, 64, 64)),
        ('objectalignment="topleft"', (64 + 16, 128 + 16, 64, 64)),
        ('fillmode="preserve-aspect-fit"', (64 + 16 + 8, 64 + 16, 32, 64)),
    ],
)
def test_a_tile_put_down_is_moved_in_its_own_measure(
    tmp_path: Path, said: str, box: tuple[float, float, float, float]
) -> None:
    thing = objects(
        "things", f'<object id="1" gid="9" x="64" y="128" width="64" height="64">{properties(solid=True)}</object>'
    )
    chart = with_large(tmp_path, said, GROUND, thing)
    assert placed(chart)[2:] == box
