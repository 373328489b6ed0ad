"""Places as a type: what is written of them and read again, told apart, and put in order."""

from __future__ import annotations

import msgspec
import pytest

from game.rules.events import Id
from game.rules.questions import Family, Option
from game.rules.state import Combatant
from game.spatial.field import Cell
from game.spatial.places import InZone, OnBorder, Place, ZonePlace, as_cell, as_zone_place, meant_by, written

PLACES: tuple[Place, ...] = ((0, 3), (5, 0), (12, 7), InZone(3), OnBorder(0))


@pytest.mark.parametrize("place", PLACES)
def test_what_is_written_can_be_read(place: Place) -> None:
    assert place in meant_by(written(place))
    assert all(written(other) == written(place) for other in meant_by(written(place)))


def test_a_key_means_a_cell_or_a_zone_by_whose_it_is() -> None:
    assert meant_by("0,3") == ((0, 3), InZone(3))
    assert meant_by("1,3") == ((1, 3), OnBorder(3))
    assert meant_by("2,3") == ((2, 3),)


@pytest.mark.parametrize(
    "text", ["", "3", "1,2,3", "a,b", "01,2", "+1,2", " 1,2", "1, 2", "-0,1", "\u0661,2", "1,9999999999"]
)
def test_no_place_is_written_otherwise(text: str) -> None:
    assert meant_by(text) == ()


def test_a_family_finds_places_of_its_own_kind_alone() -> None:
    def go(key: str, place: Place) -> Option[Place]:
        return Option(key, place, "Go")

    ours: tuple[Place, ...] = ((0, 3), (1, 1))
    theirs: tuple[Place, ...] = (InZone(3), OnBorder(1))
    cells, zones = Family("go", ours, go), Family("go", theirs, go)
    for family, place in ((cells, (0, 3)), (cells, (1, 1)), (zones, InZone(3)), (zones, OnBorder(1))):
        found = family.find(family.key(place))
        assert found is not None and found.value == place and type(found.value) is type(place)
    assert cells.find("go 4,3") is None and zones.find("go 0,4") is None and zones.find("run 0,3") is None


def test_zones_borders_and_cells_are_never_equal() -> None:
    assert len({InZone(1), OnBorder(1), (0, 1), (1, 1)}) == 4
    assert InZone(1) == InZone(1) and hash(InZone(1)) == hash(InZone(1))


def test_zones_come_before_borders_each_by_number() -> None:
    mixed: list[ZonePlace] = [OnBorder(0), InZone(10), InZone(2), OnBorder(1)]
    assert sorted(mixed) == [InZone(2), InZone(10), OnBorder(0), OnBorder(1)]


@pytest.mark.parametrize("place", [InZone(3), OnBorder(2)])
def test_a_save_gives_back_the_kind_of_place(place: ZonePlace) -> None:
    kept = msgspec.json.encode(Combatant(Id("a"), "party", place, 0))
    again = msgspec.json.decode(kept, type=Combatant[int, ZonePlace])
    assert again.at == place and type(again.at) is type(place)


def test_a_save_on_cells_holds_no_zones() -> None:
    kept = msgspec.json.encode(Combatant(Id("a"), "party", (0, 3), 0))
    assert msgspec.json.decode(kept, type=Combatant[int, Cell]).at == (0, 3)
    with pytest.raises(msgspec.ValidationError, match=r"at"):
        msgspec.json.decode(kept.replace(b"[0,3]", b"[2,3]"), type=Combatant[int, ZonePlace])


def test_a_place_of_the_other_kind_is_refused() -> None:
    assert as_cell((0, 3)) == (0, 3) and as_zone_place(OnBorder(1)) == OnBorder(1)
    with pytest.raises(TypeError, match="no cell"):
        as_cell(InZone(3))
    with pytest.raises(TypeError, match="is a cell"):
        as_zone_place((0, 3))
