"""Zones that nobody has named are called by what lies there, each by a name of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from game.play.start import chart_of
from game.spatial.field import Feature, Field, Terrain, Zone
from game.spatial.space import Space

MAPS = sorted((Path(__file__).parents[2] / "maps").glob("*.tmx"))

GROUNDS = {
    ".": Terrain("grass 3"),
    "=": Terrain("road"),
    "~": Terrain("river", blocks_move=True),
    "s": Terrain("floor stone"),
    "#": Terrain("wall", blocks_move=True, blocks_sight=True),
    "?": Terrain("zzz"),
}


def field_of(*rows: str, zones: tuple[Zone, ...] = (), features: tuple[Feature, ...] = ()) -> Field:
    signs = list(GROUNDS)
    return Field(
        len(rows[0]),
        len(rows),
        palette=tuple(GROUNDS.values()),
        terrain=tuple(signs.index(sign) for row in rows for sign in row),
        zones=zones,
        features=features,
    )


def names_of(field: Field) -> list[str]:
    zones = Space(field).zones
    return [zones.name(zone) for zone in zones.all_zones]


def test_a_zone_is_called_by_its_ground_and_by_the_water_beside_it() -> None:
    assert names_of(field_of("....", "....", "....")) == ["Lawn"]
    assert names_of(field_of("....~", "....~", "....~", "....~")) == ["River bank"]
    assert names_of(field_of("sss", "sss", "sss")) == ["Stone room"]
    assert names_of(field_of("===", "===", "===")) == ["Road"]


def test_ground_that_no_word_is_known_of_is_called_by_its_form() -> None:
    assert names_of(field_of("???", "???", "???")) == ["Room"]


def test_those_of_one_sort_are_told_apart_by_what_is_in_them_and_then_by_where_they_are() -> None:
    rows = ("....#....", "....#....", "....#....", "....#....")
    assert sorted(names_of(field_of(*rows))) == ["East lawn", "West lawn"]
    fire = Feature("f", "fire", ((7, 2),))
    assert sorted(names_of(field_of(*rows, features=(fire,)))) == ["Lawn", "Lawn by the fire"]


def test_a_name_that_the_maps_author_gave_is_not_given_again() -> None:
    rows = ("....#....", "....#....", "....#....", "....#....")
    own = Zone("a", "Lawn", tuple((x, y) for x in range(4) for y in range(4)))
    assert names_of(field_of(*rows, zones=(own,))) == ["Lawn", "Lawn 1"]


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_no_two_zones_of_a_map_have_one_name_and_their_ids_are_those_of_their_first_cells(path: Path) -> None:
    chart = chart_of(str(path))
    assert chart is not None
    bare = replace(chart.field, zones=())
    zones = Space(bare).zones
    names = [zones.name(zone) for zone in zones.all_zones]
    assert len(set(names)) == len(names) == len(names_of(bare)) and names == names_of(bare)
    for zone in zones.all_zones:
        x, y = zones.cells(zone)[0]
        assert zones.id(zone) == f"zone@{x},{y}"
    plain = [name for name in names if any(kind in name.lower() for kind in ("open ground", "passage", "corner"))]
    assert 2 * len(plain) < len(names), "most are called by what is drawn there"
