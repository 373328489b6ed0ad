"""The map as zones and the borders between them: half-moves, capacities, distances, neighbours, sight.

A place is a zone or a border: (0, zone) or (1, border), numbered in an order that depends on the map alone. Zones are
those drawn on the map; ground that no drawn zone covers is cut into zones by ``deriving``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from game.spatial.field import BorderKind, Cell, Feature, ZoneCover, ZoneKind

Place = tuple[int, int]
"""(0, zone) or (1, border)."""

ZONE: Final = 0
BORDER: Final = 1


class Area(NamedTuple):
    """A zone."""

    id: str
    name: str
    cells: tuple[Cell, ...]
    """Those one can stand on, row by row."""
    kind: ZoneKind
    capacity: int
    """Bodies of size 1 that it holds."""
    cover: ZoneCover
    tags: tuple[str, ...]
    """In alphabetical order: dark, smoke, difficult, and the kinds of its features (fire, fall, exit, ...)."""
    features: tuple[Feature, ...]
    drawn: bool
    """Whether an author drew it, or it was worked out."""


class Crossing(NamedTuple):
    """A border between two zones."""

    id: str
    zones: tuple[int, int]
    kind: BorderKind
    capacity: int
    cells: tuple[Cell, ...]
    """The cells beside it, on both sides."""
    edges: tuple[str, ...]
    """The doors that shut it; empty for a border without a door."""
    closed: bool
    test: str
    """What crossing it asks, in the map's words."""
    rise: int
    """For a climb: the difference in height, in lattice steps."""
