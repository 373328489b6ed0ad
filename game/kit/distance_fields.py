"""Distance fields on cells: a mask of places for each number of steps from a set of goals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.spatial.paths import Sills, StepMasks, flood, fold

FAR = 400
"""Steps farther than any way on a map."""

DOOR = 3
"""Cells that a shut door counts on a way: opening it takes one fighter about a walk, and the others nothing."""

DistanceLayers = Sequence[int]
"""Masks of the places at distance 0, 1, 2, ..."""


def by_doors(now: StepMasks, then: StepMasks, start: int) -> DistanceLayers:
    """Distances in cells to some places where steps that are open only ``then`` count ``DOOR`` cells more.

    ``now``: with the doors as they are; ``then``: with those open that can be.
    """
    opened = tuple([after & ~may for after, may in zip(then.may, now.may, strict=True)])
    return flood(then, now.may, start & then.stand, FAR, 0, Sills(opened, DOOR))


def nearest(layers: DistanceLayers, mask: int) -> tuple[int, int]:
    """The shortest distance at which some of a mask's places lie, and those places; FAR and 0 if none does."""
    for distance, layer in enumerate(layers):
        found = layer & mask
        if found:
            return distance, found
    return FAR, 0


def distance_of(layers: DistanceLayers, bit: int) -> int:
    """How far one place is, FAR if there is no way."""
    return nearest(layers, bit)[0]


def calm(steps: StepMasks, start: int, budget: int, blocked: int, areas: Iterable[int], heavy: int = 0) -> list[int]:
    """Like a flood by cost, but without steps that leave any of some areas: ways that give no foe an opening."""
    may = fold(steps, blocked)
    w = steps.width
    shifts = (1, w, -1, -w, w + 1, w - 1, -w - 1, -w + 1)
    for area in areas:
        outside = ~area
        may = tuple(
            [m & (outside | (area >> by if by > 0 else area << -by)) for m, by in zip(may, shifts, strict=True)]
        )
    return flood(steps, may, start, budget, heavy)
