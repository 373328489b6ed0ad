"""Rule: Charge, where it can lead: straight lines to places from which a foe is within a weapon's reach or range."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from game.spatial.field import Cell
from game.spatial.metric import CLIMB, DIRECTIONS, DROP, HEAVY_COST
from game.spatial.paths import fold
from rulesets.sovereign.play.geometry import FEET, barred, in_clinch
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard

NUDGE = 2
"""Cells that somebody who has its target in reach already looks along for a charge's shortest line."""

_NUMBER = {direction: number for number, direction in enumerate(DIRECTIONS)}


def may_charge(board: SovereignBoard, me: Body) -> bool:
    """Whether somebody is on its feet and free to go (E-32, E-78, ruling S-64)."""
    return not me.sheet.prone and not in_clinch(board, me)


class Lanes:
    """The straight lines that one combatant can follow as things stand."""

    def __init__(self, board: SovereignBoard, me: Body) -> None:
        self.board, self.me = board, me
        self.budget = 2 * me.sheet.profile.move // FEET
        space, size = board.space, me.sheet.profile.size
        bar, friends, wade = barred(board, me)
        self._steps = space.steps(size, CLIMB, DROP)
        self._may = fold(self._steps, bar)
        self._heavy = self._steps.spread(wade)
        self._taken = self._steps.spread(friends)
        self._plain = not wade and len(self._steps.costs) == 1

    def to(self, spot: Cell) -> tuple[Cell, ...] | None:
        """The line to a cell if a charge can follow it within twice the normal movement; else None (E-32)."""
        w = self._steps.width
        x, y = self.me.at
        if self._taken >> (spot[1] * w + spot[0]) & 1:
            return None
        steps = _way(spot[0] - x, spot[1] - y)
        if len(steps) > self.budget:
            return None
        may, at, spent = self._may, y * w + x, 0
        for number, dx, dy in steps:
            if not may[number] >> at & 1:
                return None
            at += dy * w + dx
            if not self._plain:
                spent += max(self._steps.cost(at), HEAVY_COST if self._heavy >> at & 1 else 1)
                if spent > self.budget:
                    return None
        return self.board.space.line(self.me.at, spot)


@lru_cache(maxsize=2048)
def _way(across: int, down: int) -> tuple[tuple[int, int, int], ...]:
    """The steps of a straight line (as ``Space.line`` draws it): number of the direction, across, down."""
    n = max(abs(across), abs(down))
    cells = [((2 * i * across + n) // (2 * n), (2 * i * down + n) // (2 * n)) for i in range(n + 1)]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells)]
    return tuple((_NUMBER[step], *step) for step in steps)


def charge_path(
    board: SovereignBoard, me: Body, foe: Body, feet: int, lanes: Lanes | None = None
) -> tuple[Cell, ...] | None:
    """The shortest straight way to a place from which a target is within ``feet``; of equals the straightest."""
    space, size, its = board.space, me.sheet.profile.size, foe.sheet.profile.size
    reach = feet // FEET
    here = space.distance(me.at, foe.at, size, its)
    if here > 2 * me.sheet.profile.move // FEET + reach:
        return None
    lanes = lanes or Lanes(board, me)
    for dx, dy, far in _spots(foe.at[0] - me.at[0], foe.at[1] - me.at[1], size, its, reach):
        if here <= reach and far > NUDGE:
            break
        spot = (me.at[0] + dx, me.at[1] + dy)
        if space.inside(spot, size) and (line := lanes.to(spot)) and _strikes_from(board, me, spot, foe, reach):
            return line
    return None


def charge_ends(board: SovereignBoard, me: Body, foe: Body, feet: int, lanes: Lanes) -> list[Cell]:
    """Every place at which a charge can end with a target within ``feet`` and in sight, in row order (E-32)."""
    (x, y), far, near = me.at, lanes.budget, feet // FEET
    size, its = me.sheet.profile.size, foe.sheet.profile.size
    columns, rows = (
        range(max(mine - far, other - near - size + 1), min(mine + far + 1, other + its + near))
        for mine, other in ((x, foe.at[0]), (y, foe.at[1]))
    )
    return [
        spot
        for spot in [(i, j) for j in rows for i in columns]
        if spot != me.at
        and board.space.inside(spot, size)
        and _strikes_from(board, me, spot, foe, near)
        and lanes.to(spot)
    ]


def _strikes_from(board: SovereignBoard, me: Body, spot: Cell, foe: Body, reach: int) -> bool:
    """Whether a foe is within some cells of a place, and in sight of it."""
    space, size, its = board.space, me.sheet.profile.size, foe.sheet.profile.size
    return 1 <= space.distance(spot, foe.at, size, its) <= reach and space.sees(spot, foe.at, size, its)


@lru_cache(maxsize=512)
def _spots(x: int, y: int, size: int, its: int, near: int) -> tuple[tuple[int, int, int], ...]:
    """Places at most ``near`` cells from a foe that stands (x, y) from oneself, the nearest to oneself first.

    Each as (across, down, cells of way), across and down from oneself.
    """
    found = []
    for dy in range(y - near - size + 1, y + its + near):
        for dx in range(x - near - size + 1, x + its + near):
            across = x - dx - size + 1 if x > dx else dx - x - its + 1
            down = y - dy - size + 1 if y > dy else dy - y - its + 1
            if (dx or dy) and 1 <= max(across, down, 0) <= near:
                found.append((max(abs(dx), abs(dy)), abs(dx) + abs(dy), dy, dx))
    found.sort()
    return tuple((dx, dy, far) for far, _, dy, dx in found)
