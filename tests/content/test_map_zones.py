"""The zones of the maps that ship: as drawn, they serve zone rulesets well."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import resources
from game.files.tiled import read_map
from game.scene.board_geometry import OnZones
from game.spatial.places import InZone, OnBorder
from game.spatial.solids import beside, sides
from game.spatial.space import Space
from game.spatial.zones import Zones


@pytest.fixture(scope="module", params=resources.shipped_maps(), ids=lambda path: path.stem)
def zones(request: pytest.FixtureRequest) -> Zones:
    path: Path = request.param
    return Space(read_map(path).field).zones


def large(zones: Zones) -> bool:
    """Whether a map is more than a few turns across: its zones are wide, or a battle would be nothing but walking."""
    return zones.grid.field.width > 40


def test_all_zones_are_drawn_and_named_apart(zones: Zones) -> None:
    assert all(area.drawn for area in zones.areas)
    assert len({area.name for area in zones.areas}) == len(zones.areas)
    assert 20 <= len(zones.areas) <= (60 if large(zones) else 40)


def test_every_door_is_a_border(zones: Zones) -> None:
    """A door inside a zone would shut nobody in or out."""
    doors = {door for crossing in zones.crossings for door in crossing.doors}
    for edge in zones.grid.field.edges:
        if edge.kind in ("door", "portcullis"):
            assert edge.id in doors, edge
            for side in sides(edge):
                one, two = beside(zones.grid.field, side)
                assert zones.at(one) != zones.at(two), edge


def test_every_zone_can_be_reached_when_all_doors_are_open(zones: Zones) -> None:
    open_edges = frozenset(edge.id for edge in zones.grid.field.edges if edge.kind in ("door", "portcullis"))
    opened = Space(zones.grid.field, open_edges).zones
    assert opened.layout == zones.layout
    assert set(opened.reach(InZone(0), len(opened.places))) == set(opened.places)


def test_zones_are_neither_crumbs_nor_halls(zones: Zones) -> None:
    assert all(2 <= len(area.cells) <= (100 if large(zones) else 45) for area in zones.areas)
    assert all(zones.capacity(place) in (1, 2) for place in zones.places if isinstance(place, OnBorder))


def test_sides_start_in_zones_that_are_apart(zones: Zones) -> None:
    starts: dict[str, set[InZone]] = {"party": set(), "foe": set()}
    for spawn in zones.grid.field.spawns:
        for cell in spawn.cells:
            place = zones.at(cell)
            assert place is not None
            starts[spawn.side].add(place)
    assert not starts["party"] & starts["foe"]
    assert not any(b in zones.neighbours(a) for a in starts["party"] for b in starts["foe"])


def test_without_borders_a_step_leads_from_zone_to_zone(zones: Zones) -> None:
    """Two zones lie beside each other if a body could go from one to the other over one border that is open."""
    for zone in zones.all_zones:
        borders = [border for border in zones.borders(zone) if not zones.closed(border)]
        over = {side for border in borders for side in zones.sides(border)} - {zone}
        assert set(zones.beside(zone)) == over
        assert list(zones.beside(zone)) == sorted(over), "each once, by number"
        assert all(zone in zones.beside(other) for other in over)
        assert all(zones.distance(zone, other) == 1 for other in over)


def test_a_step_from_zone_to_zone_is_drawn_through_their_border(zones: Zones) -> None:
    where = OnZones(zones)
    for zone in zones.all_zones:
        for other in zones.beside(zone):
            (border,) = where.between(zone, other)
            assert border in zones.between(zone, other)
            assert where.between(zone, border) == where.between(border, other) == (), "half a step needs none"
