"""Where a body can be, as a type: a cell of the grid, or on a map of zones a zone or a border.

Cells stay pairs of numbers, which the arrays and compiled kernels index by. A zone and a border are types of their own,
so that a checker tells them apart and neither can be taken for a cell. In saves both are short: [0, 3] is zone 3 and
[1, 2] border 2.
"""

from __future__ import annotations

import re
from typing import TypeAlias

import msgspec

from game.spatial.field import Cell


class _Numbered(msgspec.Struct, frozen=True, array_like=True, cache_hash=True):
    """A place that is known by its number. Zones sort before borders, each by number."""

    number: int

    def __lt__(self, other: _Numbered) -> bool:
        return (isinstance(self, OnBorder), self.number) < (isinstance(other, OnBorder), other.number)


class InZone(_Numbered, frozen=True, array_like=True, cache_hash=True, tag=0):
    """A zone, by its number in ``Zones.areas``."""


class OnBorder(_Numbered, frozen=True, array_like=True, cache_hash=True, tag=1):
    """A border between two zones, by its number in ``Zones.crossings``."""


ZonePlace: TypeAlias = InZone | OnBorder
"""Place where the map is played as zones."""

Place: TypeAlias = Cell | ZonePlace
"""Place for whoever serves every ruleset."""

_PAIR = re.compile(r"(0|-?[1-9]\d{0,8}),(0|-?[1-9]\d{0,8})", re.ASCII)


def written(place: Place) -> str:
    """A place as it is written in the keys of options: "5,3" for a cell, "0,3" for zone 3, "1,2" for border 2."""
    match place:
        case InZone(number):
            return f"0,{number}"
        case OnBorder(number):
            return f"1,{number}"
        case x, y:
            return f"{x},{y}"


def meant_by(text: str) -> tuple[Place, ...]:
    """The places that a text could mean: a key does not say which kind of map it belongs to. None for other texts."""
    found = _PAIR.fullmatch(text)
    if found is None:
        return ()
    kind, number = int(found[1]), int(found[2])
    if kind not in (0, 1):
        return ((kind, number),)
    return (kind, number), OnBorder(number) if kind else InZone(number)


def as_cell(place: Place) -> Cell:
    """A place of a battle on cells, for whoever is given any. Raises TypeError on zones."""
    if isinstance(place, InZone | OnBorder):
        raise TypeError(f"{place} is no cell")
    return place


def as_zone_place(place: Place) -> ZonePlace:
    """A place of a battle on zones, for whoever is given any. Raises TypeError on cells."""
    if isinstance(place, InZone | OnBorder):
        return place
    raise TypeError(f"{place} is a cell, not a zone or a border")
