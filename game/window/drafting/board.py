"""A scenario that is put together, as it stands on its map: who is where, and why somebody can't be there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from game.files.errors import BadFile
from game.files.quick import playable
from game.files.scenario import Scenario, drawn_up, own_units
from game.files.tiled import Chart, read_map
from game.rules.events import Id
from game.rules.registry import ruleset
from game.rules.ruleset import BadSetup
from game.rules.setup import Setup
from game.scene.board_geometry import board_geometry
from game.scene.moves import Pose
from game.scene.scene import Scene
from game.scene.token_layout import TokenLayout
from game.spatial.field import Cell
from game.spatial.space import Space

PALE = 0.55
"""How much is seen of those who lie in ambush."""


class MemberRef(NamedTuple):
    """Whom a body on the board stands for: a member of a side, by its number from 0."""

    side: str
    number: int


class DraftBoard:
    """A map, and whoever a scenario puts on it. It can be drawn as a battle can: nobody moves."""

    def __init__(self, scenario: Scenario) -> None:
        """Raises BadFile, BadSetup and UnknownRuleset for what can't be put on a map."""
        self.rules = ruleset(scenario.rules)
        self.chart: Chart = playable(read_map(scenario.map))
        self.own = own_units(scenario, self.rules)
        self.ground = Space(self.chart.field)
        self.where = board_geometry(self.rules.places, self.ground)
        self._layout = TokenLayout(self.where)
        self.setup = self._drawn(scenario)
        self.scene = self._scene(self.setup)
        self.people: Mapping[Id, MemberRef] = self._people()
        """Whom each body stands for."""
        self._starts: dict[str, frozenset[Cell]] = {}
        self.trouble = self._why_not_begun(scenario)
        """What keeps the scenario from being begun, in a sentence; empty if nothing does."""

    def show(self, scenario: Scenario) -> None:
        """Put another version on the map. Raises BadFile and BadSetup if it can't be; the old one stays then."""
        setup = self._drawn(scenario)
        self.scene = self._scene(setup)
        self.setup = setup
        self._starts = {}
        self.people = self._people()
        self.trouble = self._why_not_begun(scenario)

    def read_own(self, scenario: Scenario) -> None:
        """The roster of the scenario has changed: go by what it says now. Raises BadFile."""
        self.own = own_units(scenario, self.rules)

    def why_not(self, scenario: Scenario) -> str:
        """Why a version can't be put on the map; empty if it can."""
        try:
            self.rules.begin(self._drawn(scenario), self.ground)
        except (BadFile, BadSetup) as error:
            return str(error)
        return ""

    # -- drawn as a battle

    def pose(self, who: Id) -> Pose:
        """How a body is drawn: those in ambush pale."""
        place = self.people[who]
        hidden = self.setup.side(place.side).squad[place.number].hidden
        return Pose(self.scene.tokens[who].placement.spot, PALE if hidden else 1.0)

    # -- places

    def counted(self, cell: Cell) -> Cell:
        """A cell of the map as Tiled shows it."""
        left, top = self.chart.origin
        return cell[0] + left, cell[1] + top

    def who(self, side: str, number: int) -> Id | None:
        """The body that stands for a member of a side."""
        return next((who for who, place in self.people.items() if place == (side, number)), None)

    def starts(self, side: str) -> frozenset[Cell]:
        """The ground on which a side starts that is not placed one by one; in zones the whole of each."""
        if side not in self._starts:
            cells = [cell for spawn in self.setup.field.spawns if spawn.side == side for cell in spawn.cells]
            self._starts[side] = self.where.ground(cells)
        return self._starts[side]

    def near(self, middle: Cell, size: int = 1) -> Iterator[Cell]:
        """Free cells on which a body ``size`` cells wide could stand, the nearest first; of each zone one, if the rules
        count in zones."""
        x, y = middle
        cells = [(i, j) for j in range(self.ground.height) for i in range(self.ground.width)]
        cells.sort(key=lambda cell: ((cell[0] - x) ** 2 + (cell[1] - y) ** 2, cell))
        taken: set[Cell] = set()
        if self.rules.places == "cells":
            taken.update(cell for token in self.scene.tokens.values() for cell in token.cells)
            for cell in cells:
                if self.ground.standable(cell, size) and taken.isdisjoint(self.ground.footprint(cell, size)):
                    yield cell
            return
        for cell in cells:
            if cell not in taken and self.ground.standable(cell):
                taken |= self.where.ground((cell,))
                yield cell

    # -- from a scenario to its map

    def _drawn(self, scenario: Scenario) -> Setup:
        """The set-up of those who stand there; what the battle is about does not matter to where they stand."""
        entries = replace(scenario.entries, objectives=(), events={}, lesson=None)
        return drawn_up(replace(scenario, entries=entries), self.rules, self.chart, self.own)

    def _scene(self, setup: Setup) -> Scene:
        state = self.rules.begin(setup, self.ground)
        self._layout = self._layout.copy()
        return Scene(self.rules, setup, self.ground, state, tuple(state.combatants), self._layout)

    def _people(self) -> dict[Id, MemberRef]:
        """A ruleset has everybody in the order of the set-up."""
        order = [MemberRef(side.name, number) for side in self.setup.sides for number in range(len(side.squad))]
        return dict(zip(self.scene.state.combatants, order, strict=True))

    def _why_not_begun(self, scenario: Scenario) -> str:
        if len(scenario.entries.sides) < 2:
            return "A battle needs two sides."
        try:
            setup = drawn_up(scenario, self.rules, self.chart, self.own)
            self.rules.begin(setup, self.ground)
        except (BadFile, BadSetup) as error:
            return str(error)
        self.setup = setup
        return ""
