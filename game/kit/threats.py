"""Where somebody could attack in a turn, on cells: from the places it can come to, hand to hand and from afar."""

from __future__ import annotations

from collections.abc import Callable

from game.kit.cell_masks import ground_of
from game.rules.planning_model import Mask
from game.rules.ruleset import Threat
from game.spatial.field import Cell
from game.spatial.paths import bits
from game.spatial.space import Space


def by_hand(space: Space, places: Mask, size: int, reach: int) -> Mask:
    """Cells that a body of a size strikes from any of some places, ``reach`` cells off at most, walls counted."""
    return ground_of(space).struck_from(places, size, reach)


def from_afar(space: Space, places: Mask, size: int, near: Callable[[Cell], Mask]) -> Mask:
    """Cells that it sees from one of some places and that are ``near`` enough to that one, its own left out."""
    ground, found = ground_of(space), 0
    for number in bits(places):
        at = ground.cell(number)
        found |= near(at) & ground.seen_from(at, size).any & ~space.mask(space.footprint(at, size))
    return found & ground.steps(1).stand


def bursting(space: Space, centres: Mask, near: Callable[[Cell], Mask], cells: int) -> Mask:
    """Cells in which something catches somebody that bursts on one of some: those ``near`` enough which that one sees.

    ``cells``: how many of them that is at most; farther inside than that nothing is new.
    """
    ground = ground_of(space)
    rim = centres & ground.grown(ground.whole & ~centres, cells)
    return centres | from_afar(space, rim, 1, near)


def threat(space: Space, goes: Mask, hits: Mask) -> Threat[Cell]:
    """The same as cells."""
    ground = ground_of(space)
    return Threat(*(frozenset(ground.cell(number) for number in bits(mask)) for mask in (goes, hits)))
