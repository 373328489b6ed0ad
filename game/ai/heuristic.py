"""Heuristic value of a position, from what every ruleset shows: health, survivors, distance to the goal.

For an AI that is told nothing of a game. It need not be exact: it must tell harm from none, a fall from harm, and a
step towards the others from a step away.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum
from typing import Any

from game.rules.events import Id
from game.rules.questions import Seat
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Objective, Setup
from game.rules.state import Combatant
from game.rules.table import AnyBoard
from game.spatial.field import Cell
from game.spatial.land import DOORS
from game.spatial.paths import Reach
from game.spatial.places import InZone, OnBorder, Place, as_cell
from game.spatial.space import Space

AnyCombatant = Combatant[Any, Any]

BODY = 0.4
"""Worth of being up at all; what is left of the bars makes it up to 1."""

WON = 100.0

DRAWN = -5.0
"""A draw is worse than fighting on."""

STEP = 0.02
"""What each cell that a fighter has to go to the nearest foe takes away."""

HALF = 0.04
"""The same for each half of a zone."""

PULL = 1.5
"""How many times as much each step to the ground of the side's objective takes."""

SHUT = 10
"""Steps that a way through shut doors counts for besides its length."""

NO_WAY = 60
"""Steps that a place counts for besides the straight line where no way leads there."""

ACROSS = 20
"""Cells of width and height for each round that foes in hiding are looked for at one place, or zones."""

LEAP = 987
"""Places from one that is searched to the next, round and round: a Fibonacci number spreads them."""

KEPT = 2_000
"""Floods of the map, and distances, that are kept."""


class StepDistances:
    """Steps between places: cells of way, or halves of zones. Bodies do not stand in the way, and all are of size 1."""

    def __init__(self) -> None:
        self._floods: dict[tuple[frozenset[str], Cell], Reach] = {}

    def steps(self, space: Space, start: Place, end: Place) -> int:
        """How far it is; through shut doors where there is no other way."""
        if start == end:
            return 0
        found = self._along(space, start, end)
        if found is None:
            found = self._along(_opened(space), start, end)
            found = None if found is None else found + SHUT
        if found is not None:
            return found
        return NO_WAY + (0 if isinstance(start, InZone | OnBorder) else space.distance(start, as_cell(end)))

    def _along(self, space: Space, start: Place, end: Place) -> int | None:
        if isinstance(start, InZone | OnBorder) or isinstance(end, InZone | OnBorder):
            zones = space.zones
            way = zones.reach(end, len(zones.places)).get(start)  # type: ignore[arg-type]
            return None if way is None else len(way)
        key = (space.open_edges, end)
        flood = self._floods.get(key)
        if flood is None:
            if len(self._floods) >= KEPT:
                self._floods.clear()
            flood = self._floods[key] = space.reach(end, space.width * space.height)
        return flood.cost(start) if start in flood else None


def _opened(space: Space) -> Space:
    """The map with every door open."""
    doors = (edge.id for edge in space.field.edges if edge.kind in DOORS)
    return space.with_open(frozenset(doors) | space.open_edges)


class Heuristic:
    """Evaluates positions for one side in the battles of one set-up."""

    def __init__(self, ruleset: AnyRuleset, setup: Setup, seat: Seat) -> None:
        self.ruleset, self.setup, self.side = ruleset, setup, str(seat)
        self.ways = StepDistances()
        self._shares: dict[Id, tuple[object, float]] = {}
        self._cells: list[Cell] = []
        self._nearest: dict[tuple[frozenset[str], Place, tuple[Place, ...]], int] = {}

    def worth(self, board: AnyBoard, known: Sequence[AnyCombatant]) -> float:
        """What a position is worth to the side: about 1 for each whole fighter more than the others have.

        ``known``: the foes that were seen when the play began. One that has fallen since still counts for steps, or to
        fell the nearest would be to be far from the rest. Without any, who has won says nothing: those in hiding, whom
        the board does not have, fight on.
        """
        state = board.state
        if state.verdict is not None and known:
            return DRAWN if state.verdict.winner is None else WON if state.verdict.winner == self.side else -WON
        ours: list[AnyCombatant] = []
        theirs: list[AnyCombatant] = []
        total = 0.0
        for c in state.combatants.values():
            share = self._share(board, c)
            if share:
                (ours if c.side == self.side else theirs).append(c)
                total += share if c.side == self.side else -share
        goal = board.setup.objective(self.side)
        if goal.goal == "escape":
            total += fsum(self._share(board, c) for c in state.gone.values() if c.side == self.side)
        aims = grounds(board, goal)
        up = {c.id for c in theirs}
        foes = [c.at for c in theirs] + [c.at for c in known if c.id not in up]
        for index, c in enumerate(ours):
            step = HALF if isinstance(c.at, InZone | OnBorder) else STEP
            to = foes or self.searched(board, index)
            total -= step * self.nearest(board.space, c.at, to)
            total -= step * PULL * self.nearest(board.space, c.at, aims)
        return total

    def searched(self, board: AnyBoard, index: int) -> list[Place]:
        """Where the so-many-th of the side goes to find foes that nobody sees: somewhere else every few rounds."""
        places = self._open_places(board)
        rounds = 1 + (board.setup.field.width + board.setup.field.height) // ACROSS
        lot = self.ruleset.round_of(board.state) // rounds + index
        return [places[lot * LEAP % len(places)]]

    def _open_places(self, board: AnyBoard) -> Sequence[Place]:
        if isinstance(next(iter(board.state.combatants.values())).at, InZone | OnBorder):
            return board.space.zones.all_zones
        if not self._cells:
            field = board.setup.field
            every = ((x, y) for y in range(field.height) for x in range(field.width))
            self._cells = [cell for cell in every if not field.at(cell).blocks_move]
        return self._cells

    def nearest(self, space: Space, place: Place, ends: Sequence[Place]) -> int:
        """Steps from a place to the nearest of several; 0 if there are none."""
        key = (space.open_edges, place, tuple(ends))
        found = self._nearest.get(key)
        if found is None:
            if len(self._nearest) >= KEPT:
                self._nearest.clear()
            found = self._nearest[key] = min((self.ways.steps(space, place, end) for end in ends), default=0)
        return found

    def foes(self, board: AnyBoard) -> list[AnyCombatant]:
        """Those of other sides who are in the fight, as far as the board shows them."""
        return [c for c in board.state.combatants.values() if c.side != self.side and self._share(board, c)]

    def _share(self, board: AnyBoard, c: AnyCombatant) -> float:
        """What is left of somebody, from 0 for who is out of the fight to 1: that of the sheet, and kept with it."""
        known = self._shares.get(c.id)
        if known is not None and known[0] is c.sheet:
            return known[1]
        standing = self.ruleset.standing(board, c.id)
        share = 0.0
        if standing.up:
            share = BODY + (1 - BODY) * (standing.health / standing.full if standing.full else 1.0)
        self._shares[c.id] = c.sheet, share
        return share


def grounds(board: AnyBoard, goal: Objective) -> list[Place]:
    """The places of an objective that is reached by being somewhere."""
    return places_of(board, goal.cells) if goal.goal in ("hold", "escape", "task") else []


def places_of(board: AnyBoard, cells: Iterable[Cell]) -> list[Place]:
    """Cells as the places that the battle is played on."""
    somebody = next(iter(board.state.combatants.values()), None)
    if somebody is None or not isinstance(somebody.at, InZone | OnBorder):
        return list(cells)
    zones = board.space.zones
    return list(dict.fromkeys(zone for cell in cells if (zone := zones.at(cell)) is not None))
