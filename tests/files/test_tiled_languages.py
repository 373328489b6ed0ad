"""Names in other languages and scripts: walls, what blocks, floor, doors, ways, roofs and figures."""

from __future__ import annotations

from pathlib import Path

import pytest

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
from game.files.tiled.schema import Property
from tests.files.drawing import objects, point, tiles
from tests.files.test_tiled_foreign import foreign, read, rows, solid

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
