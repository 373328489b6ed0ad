"""How long zones take on a 100 x 100 map: worked out once for a battle, and again whenever a door opens."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from game.spatial.field import Edge, Field
from game.spatial.layout import lay_out
from game.spatial.places import InZone
from game.spatial.space import Space
from game.spatial.zones import Zones
from tests.spatial.maps import scattered

DOORS = tuple(Edge(f"door{n}", (5 * n + 2, 50), (5 * n + 3, 50), "door") for n in range(19))


def wide_field() -> Field:
    """Pillars on a tenth of the ground, and a row of doors."""
    return replace(scattered(Random(4), 100, 100, {"#": 0.1}), edges=DOORS)


def test_zones_are_worked_out(benchmark: Any) -> None:
    layout = benchmark(lay_out.__wrapped__, wide_field())
    assert len(layout.areas) > 400


def test_zones_after_a_door_opens(benchmark: Any) -> None:
    space = Space(wide_field())
    assert space.zones
    opened = space.with_open(frozenset({"door3"}))

    def ask() -> int | None:
        zones = Zones(opened)
        return zones.distance(InZone(0), InZone(len(zones.areas) - 1))

    far = benchmark(ask)
    assert far is None or far > 10
