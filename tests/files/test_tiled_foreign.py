"""Maps drawn for other programs: read leniently, names in other languages, odd numbers, and every guess told."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.files.tiled import Chart, read_map
from game.files.tiled.hints import (
    DOORS,
    LONGEST,
    PATHS,
    calls,
    decorates,
    figure_called,
    folded,
    layer_says,
    meaning,
    says_solid,
    side_called,
    words,
)
from game.files.tiled.layers import patches
from game.files.tiled.schema import Property
from tests.files.drawing import RUG, SPAWNS, line, objects, point, property_, rectangle, save, tiles, tmx

SHEET = '<image source="sheet.png" width="256" height="128"/>'


def foreign(*layers: str, width: int = 6, height: int = 4, inside: str = "", head: str = "") -> str:
    """A map without any of our words: a sheet of 4 x 2 tiles of 64 px."""
    return (
        f'<map version="1.0" orientation="orthogonal" width="{width}" height="{height}" tilewidth="64" '
        f'tileheight="64" {head}><tileset firstgid="1" name="s" tilewidth="64" tileheight="64" tilecount="8" '
        f'columns="4">{SHEET}{inside}</tileset>{"".join(layers)}</map>'
    )


def read(folder: Path, text: str) -> Chart:
    return read_map(save(folder, text))


def solid(chart: Chart) -> set[tuple[int, int]]:
    field = chart.field
    return {(x, y) for y in range(field.height) for x in range(field.width) if field.at((x, y)).blocks_move}


def guesses(chart: Chart) -> list[str]:
    return [entry.text for entry in chart.report.entries if entry.severity == "guess"]


def rows(*marked: tuple[int, int], gid: int = 2, other: int = 1) -> list[list[int]]:
    return [[gid if (x, y) in marked else other for x in range(6)] for y in range(4)]


@pytest.mark.parametrize(
    "said",
    [
        property_("solid", True),
        property_("Collides", "true"),
        property_("blocked", 1),
        property_("walkable", False),
        property_("passable", "0"),
        property_("opaque", True),
    ],
)
def test_properties_of_tiles(tmp_path: Path, said: str) -> None:
    inside = f'<tile id="1"><properties>{said}</properties></tile>'
    chart = read(tmp_path, foreign(tiles("floor", rows((2, 1), (2, 2))), inside=inside))
    assert solid(chart) == {(2, 1), (2, 2)}
    assert guesses(chart)[0].startswith("2 cells block, because tiles there have a property such as")


@pytest.mark.parametrize("said", [property_("solid", False), property_("walkable", True), property_("speed", 3)])
def test_properties_that_say_no(tmp_path: Path, said: str) -> None:
    inside = f'<tile id="1"><properties>{said}</properties></tile>'
    chart = read(tmp_path, foreign(tiles("floor", rows((2, 1))), inside=inside))
    assert solid(chart) == set()
    assert "it is played as an open floor" in guesses(chart)[0]


@pytest.mark.parametrize("name", ["Collision", "walls", "OBSTACLES", "solid"])
def test_layers_named_for_what_they_do(tmp_path: Path, name: str) -> None:
    chart = read(tmp_path, foreign(tiles("floor", rows()), tiles(name, rows((3, 3), gid=5, other=0), 2)))
    assert solid(chart) == {(3, 3)}
    things = objects(
        "Collisions", rectangle(1, "", 1, 1, 2, 1), '<object id="2" x="320" y="130" width="20" height="9"/>'
    )
    chart = read(tmp_path, foreign(tiles("floor", rows()), things))
    assert solid(chart) == {(1, 1), (2, 1), (5, 2)}, "a thin shape blocks the cell it is in"


def test_collision_shapes_of_tiles(tmp_path: Path) -> None:
    large = '<tile id="1"><objectgroup><object id="1" x="0" y="0" width="64" height="40"/></objectgroup></tile>'
    small = '<tile id="2"><objectgroup><object id="1" x="0" y="0" width="20" height="20"/></objectgroup></tile>'
    grid = rows((1, 1))
    grid[2][2] = 3
    chart = read(tmp_path, foreign(tiles("floor", grid), inside=large + small))
    assert solid(chart) == {(1, 1)}
    assert len(chart.picture.layers) == 1, "collision shapes are no layer of the map"


def test_objects_called_like_figures(tmp_path: Path) -> None:
    drawn = objects("things", rectangle(1, "", 0, 0, 1, 1, "Player 1"), rectangle(2, "monster", 5, 3, 1, 1, "Orc"),
                    rectangle(3, "wall", 2, 1, 1, 1))  # fmt: skip
    chart = read(tmp_path, foreign(tiles("floor", rows()), drawn))
    assert [(spawn.side, spawn.cells) for spawn in chart.field.spawns] == [("party", ((0, 0),)), ("foe", ((5, 3),))]
    assert solid(chart) == {(2, 1)}
    assert chart.playable() == []


def test_without_spawns_the_sides_start_at_the_far_ends_of_the_largest_ground(tmp_path: Path) -> None:
    walls = rows((1, 0), (1, 1), (1, 2), (1, 3), gid=2, other=0)
    chart = read(tmp_path, foreign(tiles("floor", rows()), tiles("walls", walls, 2)))
    party, foe = chart.field.spawns
    assert not set(party.cells) & set(foe.cells)
    assert all(x > 1 for x, _ in party.cells + foe.cells)
    assert chart.playable() == []


def test_our_class_names_in_other_mouths_are_no_faults(tmp_path: Path) -> None:
    drawn = objects("logic", rectangle(1, "Zone", 0, 0, 2, 2, kind="danger"), rectangle(2, "Edge", 0, 0, 1, 1))
    chart = read(tmp_path, foreign(tiles("floor", rows()), drawn))
    assert any("the property kind of Zone is 'danger'" in entry.text for entry in chart.report.entries)
    assert chart.field.edges == ()


@pytest.mark.parametrize(
    ("thing", "why"),
    [
        (rectangle(1, "Spawn", 0, 0, 1, 1), "it has no property side"),
        (rectangle(1, "Spawn", 0, 0, 1, 1, side="left"), "its side is 'left'"),
        (rectangle(1, "spawn", 0, 0, 1, 1, wave=3), "it has a property 'wave'"),
        (rectangle(1, "Zone", 0, 0, 2, 2, damage=4), "it has a property 'damage'"),
        (point(1, "Zone", 1, 1), "it is a point"),
        (rectangle(1, "Zone", 90, 0, 2, 2), "it covers no cell"),
        (rectangle(1, "Edge", 0, 0, 2, 2), "it does not follow cells"),
        (rectangle(1, "Elevation", 0, 0, 2, 2), "it has no property feet"),
        (rectangle(1, "Feature", 0, 0, 2, 2), "it has no property kind"),
    ],
)
def test_what_is_called_like_ours_and_makes_no_sense_is_left_to_guessing(tmp_path: Path, thing: str, why: str) -> None:
    chart = read(tmp_path, foreign(tiles("floor", rows()), objects("logic", thing)))
    field = chart.field
    assert (field.zones, field.edges, field.features, any(field.floor)) == ((), (), (), False)
    assert {spawn.side for spawn in field.spawns} == {"party", "foe"}
    assert any(f"{why}, so it is not taken for the game's" in text for text in guesses(chart))
    assert chart.playable() == []


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        (line(1, (1, 0), (4, 3)), "it runs slantwise from corner 1, 0 to 4, 3"),
        (line(1, (0, 0), (2.5, 1)), "its vertex at x 160, y 64 lies off the corners"),
        (line(1, (0, 0), (2, 0), (3, 2)), "it runs slantwise from corner 2, 0 to 3, 2"),
    ],
)
@pytest.mark.parametrize("layer", ["edges", "things"])
def test_an_edge_that_cannot_be_played_is_a_warning(tmp_path: Path, drawn: str, why: str, layer: str) -> None:
    chart = read(tmp_path, foreign(tiles("floor", rows()), objects(layer, drawn)))
    assert chart.field.edges == ()
    told = [entry.text for entry in chart.report.entries if entry.severity == "warning"]
    assert any(f"layer {layer!r}, object 1" in text and why in text for text in told)
    assert not any("object 1" in text for text in guesses(chart)), "and no guess as well"
    assert solid(chart) == set()


def test_a_slanting_edge_in_a_layer_of_walls_is_told_and_blocks_what_it_runs_through(tmp_path: Path) -> None:
    chart = read(tmp_path, foreign(tiles("floor", rows()), objects("walls", line(1, (1, 0), (4, 3)))))
    assert solid(chart) == {(1, 0), (2, 1), (3, 2), (4, 3)}
    assert any("it runs slantwise" in entry.text for entry in chart.report.entries if entry.severity == "warning")


def test_what_is_called_like_ours_and_makes_sense_is_taken_and_the_rest_is_guessed(tmp_path: Path) -> None:
    drawn = objects(
        "logic",
        rectangle(1, "Spawn", 0, 0, 1, 2, side="party"),
        rectangle(2, "Zone", 0, 0, 3, 4, name="West"),
        line(3, (3, 0), (3, 2), kind="wall"),
        point(4, "spawn", 5.5, 3.5),
    )
    field = read(tmp_path, foreign(tiles("floor", rows()), drawn)).field
    assert [(spawn.side, spawn.cells) for spawn in field.spawns] == [("party", ((0, 0), (0, 1))), ("foe", ((5, 3),))]
    assert [zone.name for zone in field.zones] == ["West"]
    assert [(edge.a, edge.b) for edge in field.edges] == [((3, 0), (3, 2))]


@pytest.mark.parametrize("layer", ["spawns", "zones", "edges", "features"])
def test_a_layer_called_like_ours_does_not_make_a_map_ours(tmp_path: Path, layer: str) -> None:
    things = objects(layer, rectangle(1, "", 0, 0, 1, 1, "lever 3", sound="creak"), rectangle(2, "Thing", 1, 0, 1, 1))
    assert read(tmp_path, foreign(tiles("floor", rows()), things)).playable() == []


def test_starts_of_nobody_are_shared_by_their_ends(tmp_path: Path) -> None:
    places = [point(n, "spawn", x + 0.5, y + 0.5) for n, (x, y) in enumerate([(0, 0), (5, 3), (1, 0), (5, 2)], 1)]
    spawns = read(tmp_path, foreign(tiles("floor", rows()), objects("arena", *places))).field.spawns
    assert [spawn.side for spawn in spawns] == ["party", "foe", "party", "foe"]


def test_figures_are_told_by_their_layer_and_by_a_property(tmp_path: Path) -> None:
    enemies = objects("Enemies", rectangle(1, "", 5, 3, 1, 1, "Goblin"))
    spawn = objects("things", rectangle(2, "spawn", 0, 0, 1, 1, team="player"), number=91)
    spawns = read(tmp_path, foreign(tiles("floor", rows()), enemies, spawn)).field.spawns
    assert {(each.side, each.cells, each.unit) for each in spawns} == {
        ("foe", ((5, 3),), "goblin"),
        ("party", ((0, 0),), ""),
    }


def test_an_infinite_map_is_cropped_and_its_objects_move_along(tmp_path: Path) -> None:
    data = (
        '<data encoding="csv"><chunk x="-16" y="-16" width="16" height="16">'
        + ",".join("1" if y == 15 and x >= 10 else "0" for y in range(16) for x in range(16))
        + '</chunk><chunk x="0" y="-16" width="16" height="16">'
        + ",".join("1" if y == 15 and x < 3 else "0" for y in range(16) for x in range(16))
        + "</chunk></data>"
    )
    layer = f'<layer id="1" name="floor" width="30" height="20">{data}</layer>'
    drawn = objects("things", rectangle(1, "player", -6, -1, 1, 1), rectangle(2, "enemy", 2, -1, 1, 1))
    chart = read(tmp_path, foreign(layer, drawn, width=30, height=20, head='infinite="1"'))
    assert (chart.field.width, chart.field.height, chart.origin) == (9, 1, (-6, -1))
    assert [spawn.cells for spawn in chart.field.spawns] == [((0, 0),), ((8, 0),)]
    assert any("the map is infinite: cropped to the 9 x 1 cells" in entry.text for entry in chart.report.entries)


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 2**32 - 1), min_size=12, max_size=12),
    st.sampled_from(["csv", "xml", "base64", "zlib", "gzip"]),
)
def test_all_encodings_say_the_same(gids: list[int], way: str) -> None:
    from xml.etree.ElementTree import fromstring

    raw = struct.pack("<12I", *gids)
    packed = {"base64": raw, "zlib": zlib.compress(raw), "gzip": gzip.compress(raw)}.get(way, b"")
    text = {
        "csv": f'<data encoding="csv">\n{",".join(map(str, gids))},\n</data>',
        "xml": "<data>" + "".join(f'<tile gid="{gid}"/>' for gid in gids) + "</data>",
    }.get(way) or (
        f'<data encoding="base64"{"" if way == "base64" else f" compression={way!r}"}>\n  '
        f"{base64.b64encode(packed).decode()}\n</data>"
    )
    (patch,) = patches(fromstring(text), 4, 3, 100)
    assert patch.gids == gids


def test_templates(tmp_path: Path) -> None:
    home = tmp_path / "maps"
    home.mkdir()
    (home / "goblin.tx").write_text(
        '<template><object name="Goblin" type="enemy" width="64" height="64"><properties>'
        '<property name="hp" type="int" value="3"/></properties></object></template>'
    )
    drawn = objects("things", '<object id="4" template="goblin.tx" x="320" y="192"/>', rectangle(5, "hero", 0, 0, 1, 1))
    chart = read(tmp_path, foreign(tiles("floor", rows()), drawn))
    assert {(spawn.side, spawn.cells, spawn.unit) for spawn in chart.field.spawns} == {
        ("foe", ((5, 3),), "goblin"),
        ("party", ((0, 0),), ""),
    }
    lost = objects("things", '<object id="4" template="gone.tx" x="320" y="192"/>')
    chart = read(tmp_path, foreign(tiles("floor", rows()), lost))
    assert any("the template 'gone.tx' does not exist" in entry.text for entry in chart.report.entries)


def test_a_tileset_saved_as_json(tmp_path: Path) -> None:
    home = tmp_path / "maps"
    home.mkdir()
    tileset = {
        "name": "j", "tilewidth": 64, "tileheight": 64, "tilecount": 8, "columns": 4, "image": "sheet.png",
        "imagewidth": 256, "imageheight": 128,
        "tiles": [{"id": 1, "properties": [{"name": "solid", "type": "bool", "value": True}]}],
    }  # fmt: skip
    (home / "j.tsj").write_text(json.dumps(tileset))
    text = foreign(tiles("floor", rows((4, 2))))
    head, tail = text.split("<tileset", 1)
    chart = read(tmp_path, head + '<tileset firstgid="1" source="j.tsj"/>' + tail.split("</tileset>", 1)[1])
    assert solid(chart) == {(4, 2)}
    assert chart.picture.tiles[1].path is not None and chart.picture.tiles[1].path.name == "sheet.png"


def test_parts_of_a_sheet(tmp_path: Path) -> None:
    picture = read(tmp_path, foreign(tiles("floor", rows((0, 0), gid=6)))).picture
    assert picture.tiles[picture.layers[0].tiles[0]].rect == (64, 64, 64, 64)
    assert picture.tiles[picture.layers[0].tiles[1]].rect == (0, 0, 64, 64)


def test_a_picture_behind_everything(tmp_path: Path) -> None:
    image = '<image source="sheet.png" width="384" height="256"/>'
    image = f'<imagelayer id="9" name="art" offsetx="3" visible="0">{image}</imagelayer>'
    chart = read(tmp_path, foreign(image))
    (layer,) = chart.picture.layers
    assert (layer.image is not None, layer.image_size, layer.offset, layer.visible) == (
        True,
        (256, 128),
        (3, 0),
        False,
    ), "a picture knows its size better than a map"
    assert solid(chart) == set(), "a map that is one picture is open floor"


def test_cells_without_tiles_are_rock_where_a_floor_is_drawn(tmp_path: Path) -> None:
    chart = read(tmp_path, foreign(tiles("floor", rows((0, 0), (1, 0), (2, 0), gid=1, other=0))))
    assert len(solid(chart)) == 21
    assert any("21 cells have no tile and count as solid rock" in entry.text for entry in chart.report.entries)


def test_odd_things_do_no_harm(tmp_path: Path) -> None:
    odd = (
        '<properties><property name="name" value="x"/><property name="width" type="int" value=""/>'
        '<property name="c" type="class" propertytype="T"><properties><property name="d" value="1"/>'
        "</properties></property></properties>"
    )
    layers = [
        tiles("same", rows(), 1, 'offsetx="0.5"').replace("<data", odd + "<data", 1),
        tiles("same", rows((1, 1), gid=RUG), 1),
        objects("same", '<object id="1"><text>Hello</text></object>', '<object id="1" x="1e999" y="nan"/>',
                '<object id="1"><polygon points="0,0 nan,1 inf,3"/></object>', "<object/>"),
        '<imagelayer id="4" name="nothing"/>',
        '<group name="empty"/>',
        '<layer id="6" name="hollow" width="6" height="4"/>',
    ]  # fmt: skip
    chart = read(tmp_path, foreign(*layers, inside='<tile id="x"/><tile id="-4"/><tile/>'))
    assert [layer.name for layer in chart.picture.layers] == ["same", "same"]
    assert chart.picture.layers[0].offset == (0.5, 0.0)


def test_a_sheet_smaller_than_its_tileset_says(tmp_path: Path) -> None:
    path = save(tmp_path, foreign(tiles("floor", rows((0, 0), gid=8))))
    size = struct.pack(">II", 128, 64)
    (path.parent / "sheet.png").write_bytes(b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + size + bytes(40))
    chart = read_map(path)
    assert any("the picture is 128 x 64 px and was 256 x 128" in entry.text for entry in chart.report.entries)
    assert chart.picture.tiles[chart.picture.layers[0].tiles[0]].path is None
    assert chart.picture.tiles[chart.picture.layers[0].tiles[1]].path is not None


# --- Names in other languages and scripts: walls, what blocks, floor, doors, ways, roofs and figures ---

WALLS = {
    "German": "Wand Wände WÄNDE Waende Mauer Mauern Außenwände Wandebene Steinmauern",
    "French": "Mur Murs Murailles Parois cloisons",
    "Spanish": "Muro Muros Pared Paredes murallas",
    "Portuguese": "Parede Paredes muralhas",
    "Italian": "Muro Muri Mura Parete Pareti",
    "Polish": "Ściana Ściany ściany ścian mury",
    "Russian": "Стена Стены СТЕНЫ стен стенки",
    "Ukrainian": "Стіна Стіни стін мури",
    "Czech": "Zeď Zdi stěny stěna",
    "Dutch": "Muur Muren wanden muurlaag",
    "Chinese": "墙 牆 墙壁 墙体 围墙 石墙 墙层 空气墙",
    "Japanese": "壁 かべ カベ 城壁 石壁 壁レイヤー",
    "Korean": "벽 벽들 장벽 담장 돌벽",
}
BLOCKS = {
    "English": "FloorBlocks floor_blocks floorblocks GroundBlocks Blocks Collision",
    "German": "Kollision Kollisionen Kollisionsebene Hindernisse Blockaden Blöcke Baumkollisionen Absperrungen",
    "French": "Collisions Obstacles Blocage Blocages bloqués infranchissables",
    "Spanish": "Bloqueo Bloqueos bloques Colisión Colisiones Obstáculos",
    "Portuguese": "Bloqueio Bloqueios Colisão Colisões obstáculos",
    "Italian": "Blocchi Collisione Collisioni Ostacoli bloccati",
    "Polish": "Kolizja Kolizje Przeszkoda Przeszkody Blokady",
    "Russian": "Коллизия Коллизии Столкновения Препятствия Блоки",
    "Ukrainian": "Колізія Колізії Перешкоди Зіткнення бар'єри барʼєри",
    "Czech": "Kolize Překážka Překážky",
    "Dutch": "Botsing Botsingen Collisie Collisielaag Obstakel Obstakels Blokkades",
    "Chinese": "碰撞 碰撞层 碰撞体 障碍物 障礙 阻挡 不可通行 不可通过 墙_底 树木碰撞 碰撞2",
    "Japanese": "当たり判定 コリジョン 障害物 通行不可 木の当たり判定 ｺﾘｼﾞｮﾝ",
    "Korean": "충돌 충돌레이어 장애물 통행불가 나무충돌",
}
DOORWAYS = {
    "German": "Tür Türen Eingang",
    "French": "Porte Portes Entrée",
    "Spanish": "Puerta Puertas",
    "Portuguese": "Porta Portas saída",
    "Italian": "Porta Porte uscita",
    "Polish": "Drzwi wejście",
    "Russian": "Дверь Двери выход",
    "Ukrainian": "Двері вихід",
    "Czech": "Dveře",
    "Dutch": "Deur Deuren",
    "Chinese": "门 門 大门 出口",
    "Japanese": "ドア 扉 出口",
    "Korean": "문 출입문 출구",
}
ROADS = {
    "German": "Straße STRASSE Weg Wege Pfade",
    "French": "Chemin Chemins",
    "Spanish": "Camino Caminos Calles",
    "Portuguese": "Estrada Estradas",
    "Italian": "Strada Strade",
    "Polish": "Droga Drogi Ścieżka",
    "Russian": "Дорога Дороги тропа",
    "Ukrainian": "Дорога шляхи",
    "Czech": "Cesta Cesty",
    "Dutch": "Straat Wegen",
    "Chinese": "道路 路",
    "Japanese": "道 道路",
    "Korean": "길 도로",
}
LYING_OR_HANGING = {
    "German": "Boden Böden Dach Dächer",
    "French": "Sol Toit Toits",
    "Spanish": "Suelo Tejados",
    "Portuguese": "Chão Telhado",
    "Italian": "Pavimento Tetti",
    "Polish": "Podłoga Dachy",
    "Russian": "Пол Крыша крыши",
    "Ukrainian": "Підлога Дах",
    "Czech": "Podlaha Střecha",
    "Dutch": "Vloer Daken",
    "Chinese": "地板 屋顶",
    "Japanese": "床 屋根",
    "Korean": "바닥 지붕",
}


def all_of(table: dict[str, str]) -> list[str]:
    return [f"{name}" for names in table.values() for name in names.split()]


@pytest.mark.parametrize("name", [*all_of(WALLS), *all_of(BLOCKS)])
def test_walls_and_what_blocks(name: str) -> None:
    assert meaning(name) == "solid"
    assert layer_says(name, "", {}) == "solid" and layer_says("", name, {}) == "solid"


@pytest.mark.parametrize("name", all_of(DOORWAYS))
def test_doors(name: str) -> None:
    assert calls(name, DOORS) and calls(f"{name} 2", DOORS) and meaning(name) is None


@pytest.mark.parametrize("name", all_of(ROADS))
def test_roads(name: str) -> None:
    assert calls(name, PATHS) and meaning(name) is None


@pytest.mark.parametrize("name", all_of(LYING_OR_HANGING))
def test_floor_and_roof_are_no_walls_in_a_group_of_walls(name: str) -> None:
    assert decorates(name) and meaning(name) is None


@pytest.mark.parametrize(
    "name",
    [
        *("calque des murs", "capa de colisión", "Camada de Colisão", "livello delle collisioni", "слой стен"),
        *("Слой коллизий", "warstwa kolizji", "vrstva překážek", "laag van de muren", "Ebene der Wände", "충돌 레이어"),
        *("невидимые стены", "invisible walls", "外墙", "地图碰撞层"),
    ],
)
def test_several_words(name: str) -> None:
    assert meaning(name) == "solid"


@pytest.mark.parametrize(
    "name",
    [
        *("ohne Kollision", "nicht blockiert", "无碰撞", "без коллизий", "bez kolizji", "zonder botsingen"),
        *("begehbar", "проходимо", "可通行", "通行可能", "통행가능", "průchozí", "begaanbaar"),
    ],
)
def test_what_blocks_nothing(name: str) -> None:
    assert meaning(name) == "open"


@pytest.mark.parametrize(
    "name",
    [
        *("墙纸", "水果", "部门", "壁紙", "벽지", "стенгазета", "Wandteppich", "Wandfackel", "wander", "wanderer"),
        *(
            "wallet",
            "walled",
            "roadblocks",
            "num_blocks",
            "light blocks",
            "вода",
            "水",
            "дерево",
            "Bäume",
            "камера столкновений",
        ),
    ],
)
def test_what_only_looks_like_it(name: str) -> None:
    assert meaning(name) is None
    assert not calls(name, DOORS)


@pytest.mark.parametrize(
    ("name", "side"),
    [
        *(("Spieler", "party"), ("игрок", "party"), ("точка появления игрока", "party"), ("玩家出生点", "party")),
        *(("プレイヤー", "party"), ("플레이어 시작", "party"), ("inicio del jugador", "party"), ("Gracz", "party")),
        *(("Gegner", "foe"), ("враги", "foe"), ("敌人", "foe"), ("敵", "foe"), ("몬스터", "foe"), ("ennemis", "foe")),
        *(("wrogowie", "foe"), ("nepřátelé", "foe"), ("вороги", "foe"), ("敌人营地", ""), ("дом игрока", "")),
        *(("playerspawnpoint", "party"), ("enemystartpoint", "foe"), ("spielerstartpunkt", "party")),
    ],
)
def test_figures(name: str, side: str) -> None:
    assert side_called(name) == side


@pytest.mark.parametrize(
    "name", ["character start", "персонаж старт", "figur startpunkt", "personaje inicio", "personnages de départ"]
)
def test_figures_of_no_side(name: str) -> None:
    assert figure_called(name)


def test_a_walkable_layer_is_one_in_one_word_too() -> None:
    for name in ("walkable layer", "walkablelayer", "Begehbareebene"):
        assert layer_says(name, "", {}) == "open"


def test_of_a_long_text_only_the_beginning_is_compared() -> None:
    """A property's text can be as long as its file, and is asked for again for every tile."""
    assert folded("É" * 16_000_000) == "e" * LONGEST


def test_letters_are_compared_as_unicode_has_them() -> None:
    """Accents do not count, composed or not, nor do capitals; marks that make other letters do."""
    assert folded("ŚCIANY") == folded("s\u0301ciany") == "sciany"
    assert folded("Straße") == folded("STRASSE") and folded("Łódź") == "lodz"
    assert folded("Стёны") == folded("стены")
    assert folded("か") != folded("が") and folded("ｶﾞ") == folded("ガ")
    assert words("ВнешниеСтены2 слой") == ("внешние", "стены", "2", "слои"), "the mark of й is an accent to Unicode"
    assert words("墙layer2") == ("墙", "layer", "2")
    assert words("NPCs HTTPServer") == ("npcs", "http", "server")


def test_yes_and_no_and_kinds() -> None:
    assert says_solid({"стена": Property("string", "", "да")}) is True
    assert says_solid({"стена": Property("string", "", "нет")}) is False
    assert says_solid({"碰撞": Property("bool", "", "true")}) is True
    assert says_solid({"可通行": Property("bool", "", "false")}) is True
    assert says_solid({"тип": Property("string", "", "Стена")}) is True
    assert says_solid({"num_blocks": Property("int", "", "3")}) is None


@pytest.mark.parametrize("name", ["Стены", "墙", "ściany", "Wände", "Bloqueos", "FloorBlocks", "壁", "벽"])
def test_a_map_is_read_by_them(tmp_path: Path, name: str) -> None:
    people = objects("люди", point(1, "", 0.5, 0.5, "игрок"), point(2, "", 5.5, 3.5, "враг"))
    chart = read(tmp_path, foreign(tiles("пол", rows()), tiles(name, rows((2, 1), (3, 1), gid=5, other=0), 2), people))
    assert solid(chart) == {(2, 1), (3, 1)}
    assert {spawn.side: spawn.cells for spawn in chart.field.spawns} == {"party": ((0, 0),), "foe": ((5, 3),)}
    assert any(f"in the layer '{name}': walls 49 : 0, since" in line for line in chart.report.lines())


def test_roofs_are_drawn_over_figures(tmp_path: Path) -> None:
    chart = read(tmp_path, foreign(tiles("floor", rows()), tiles("Dächer", rows((2, 1), gid=5, other=0), 2)))
    assert [layer.above for layer in chart.picture.layers] == [False, True]


# --- Numbers that are not written as Tiled writes them: decimal commas are read and told, nonsense is told ---


def warnings(chart: Chart) -> list[str]:
    return [entry.text for entry in chart.report.entries if entry.severity == "warning"]


def test_places_and_sizes_with_a_comma_are_read_and_told(tmp_path: Path) -> None:
    wall = objects("walls", '<object id="7" x="128,5" y="64,0" width="64,5" height="128"/>')
    chart = read(tmp_path, foreign(tiles("floor", rows()), wall))
    assert solid(chart) == {(2, 1), (2, 2)}
    assert "layer 'walls', object 7: x is written '128,5', with a comma, and read as 128.5" in warnings(chart)
    assert sum("with a comma" in text for text in warnings(chart)) == 3


def test_places_in_json_too(tmp_path: Path) -> None:
    thing = {"id": 7, "x": "128,5", "y": 64, "width": 64, "height": 64}
    whole = {
        "type": "map", "width": 4, "height": 3, "tilewidth": 64, "tileheight": 64, "tilesets": [],
        "layers": [{"type": "objectgroup", "name": "walls", "objects": [thing]}],
    }  # fmt: skip
    path = tmp_path / "x.tmj"
    path.write_text(json.dumps(whole))
    chart = read_map(path)
    assert solid(chart) == {(2, 1)}
    assert "layer 'walls', object 7: x is written '128,5', with a comma, and read as 128.5" in warnings(chart)


@pytest.mark.parametrize(
    ("points", "cells"),
    [
        ("0,0 128,5,0,0 128,5,64,0 0,0,64,0", {(1, 1), (2, 1)}),
        ("0,0 128.5,0 128.5,64 0,64", {(1, 1), (2, 1)}),
        ("0,0 128,5,0 128,5,64 0,64", {(1, 1)}),
        ("nonsense", {(1, 1)}),
    ],
)
def test_outlines_with_commas_are_read_unless_they_could_be_read_in_two_ways(
    tmp_path: Path, points: str, cells: set[tuple[int, int]]
) -> None:
    shape = objects("walls", f'<object id="7" x="64" y="64"><polygon points="{points}"/></object>')
    chart = read(tmp_path, foreign(tiles("floor", rows()), shape))
    assert solid(chart) == cells
    told = [text for text in warnings(chart) if "object 7: the points of its polygon" in text]
    assert len(told) == ("." not in points)
    if len(cells) == 1:
        assert told[0].endswith("it is taken for a point")


@pytest.mark.parametrize("text", ["far", "1e999", "nan", "1,2,3", "12 px"])
def test_what_is_no_number_is_told(tmp_path: Path, text: str) -> None:
    wall = objects("walls", f'<object id="7" x="{text}" y="64" width="64" height="64"/>')
    chart = read(tmp_path, foreign(tiles("floor", rows()), wall))
    assert any(f"object 7: x is {text!r}, which is no number that a map can have" in each for each in warnings(chart))


def test_commas_of_layers_tilesets_and_collision_shapes(tmp_path: Path) -> None:
    half = '<object id="1" x="0" y="0,0" width="64" height="32,5"/>'
    inside = f'<tileoffset x="0,0" y="0"/><tile id="1"><objectgroup>{half}</objectgroup></tile>'
    chart = read(tmp_path, foreign(tiles("floor", rows((2, 1)), 1, 'opacity="0,5" offsetx="0,0"'), inside=inside))
    assert solid(chart) == {(2, 1)}
    assert chart.picture.layers[0].opacity == 0.5
    told = [text for text in warnings(chart) if "with a comma" in text]
    assert len(told) == 5 and "layer 'floor': opacity is written '0,5', with a comma, and read as 0.5" in told
    assert any(
        text.startswith("tileset 's', tile 1: of its collision shapes: height is written '32,5'") for text in told
    )


def test_properties_of_ours_with_a_comma_are_read_and_told(tmp_path: Path) -> None:
    hill = rectangle(3, "Elevation", 1, 1, 2, 2, feet=2.5).replace('value="2.5"', 'value="2,5"')
    chart = read_map(save(tmp_path, tmx(tiles("ground", rows()), objects("elevation", hill), SPAWNS)))
    assert chart.field.floor_at((1, 1)) * 2 == chart.field.floor_at((1, 1)) + chart.field.floor_at((2, 2)) > 0
    assert any("feet is written '2,5', with a comma, and read as 2.5" in text for text in warnings(chart))
    plain = hill.replace('value="2,5"', 'value="2.5"')
    assert (
        read_map(save(tmp_path, tmx(tiles("ground", rows()), objects("elevation", plain), SPAWNS))).field == chart.field
    )


def test_properties_of_others_with_a_comma_say_yes_or_no(tmp_path: Path) -> None:
    said = '<properties><property name="solid" type="float" value="{}"/></properties>'
    for value, cells in (("1,0", {(2, 1)}), ("0,0", set())):
        inside = f'<tile id="1">{said.format(value)}</tile>'
        assert solid(read(tmp_path, foreign(tiles("floor", rows((2, 1))), inside=inside))) == cells
