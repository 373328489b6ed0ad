"""What tells places beside one another apart for whoever is to stand there: perils, and which foes could attack it."""

from __future__ import annotations

from typing import NamedTuple

from game.kit.cell_masks import ground_of
from game.kit.cover import cover_of
from game.rules.events import Id
from game.spatial.field import Cell
from rulesets.ingenuity.play.geometry import armed_with, covered, elsewhere, flanked, foes, metres_to
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard


class Exposure(NamedTuple):
    """How somebody would stand in a place, as far as its side knows."""

    perils: frozenset[Cell]
    """The place, if there is fire or a trap that it would come into."""
    blows: frozenset[Id]
    """Foes who could strike it there from where they stand."""
    shots: frozenset[Id]
    """Foes with something to shoot or throw who could aim at it there."""
    clear: frozenset[Id]
    """Those of them whose aim nothing is in the way of (B-25)."""
    flanked: frozenset[Id]
    """Foes who would be surrounded on opposite sides (B-55)."""

    def no_worse(self, other: Exposure) -> bool:
        """Whether nothing is better about another place."""
        return all(mine <= its for mine, its in zip(self[:-1], other[:-1], strict=True)) and (
            self.flanked >= other.flanked
        )

    @property
    def danger(self) -> tuple[int, ...]:
        """What places are sorted by, the least first."""
        return (*map(len, self[:-1]), -len(self.flanked))


def exposure(board: IngenuityBoard, me: Body, at: Cell) -> Exposure:
    """How somebody would stand in a place."""
    space, size, there = board.space, me.sheet.profile.cells, elsewhere(board, me, at)
    entered = covered(board, at, size) & ~covered(board, me.at, size)
    blows: set[Id] = set()
    shots: set[Id] = set()
    clear: set[Id] = set()
    for foe in foes(board, me.side):
        seen = space.corners_seen(foe.at, at, foe.sheet.profile.cells, size)
        if seen < 0:
            continue
        weapons = [foe.sheet.weapon(key) for key in armed_with(foe)]
        if metres_to(board, foe, at, size) <= max((weapon.reach for weapon in weapons if weapon.melee), default=0):
            blows.add(foe.id)
        if any(weapon.shoots or weapon.thrown for weapon in weapons):
            shots.add(foe.id)
            if cover_of(seen) == "no cover":
                clear.add(foe.id)
    return Exposure(
        frozenset((at,) if entered & ground_of(space).perils else ()),
        frozenset(blows),
        frozenset(shots),
        frozenset(clear),
        frozenset(foe.id for foe in foes(board, me.side) if flanked(there, foe, me.side)),
    )
