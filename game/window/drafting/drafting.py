"""The putting together of a battle: what is looked at, what was changed, and what the rules do not let one do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from game.files import drafting
from game.files.errors import BadFile
from game.files.objectives import ObjectiveEntry
from game.files.own_units import to_write, with_own
from game.files.quick import usual_foes
from game.files.scenario import PlayerKind, Scenario, ScenarioSide, ScenarioUnit
from game.files.writing import write_scenario
from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import LARGEST_SQUAD
from game.rules.weights import Temperament
from game.spatial.field import Cell
from game.window.drafting.board import DraftBoard, MemberRef
from game.window.drafting.recruits import Recruitable, RecruitList, roster_of
from game.window.drafting.steps import Steps

LAST = "set-up_last.toml"
"""The scenario that was put together last, if it was not saved; no title makes a file of this name."""

TRIES = 200
"""Places that are tried for somebody new before the map counts as full."""

DraftingPage = Literal["units", "objective", "rules"]


class Drafting:
    """A battle on the bench. What can't be done is refused in a sentence and changes nothing."""

    def __init__(self, scenario: Scenario, say: Callable[[str], object]) -> None:
        """``say`` is told why something was refused. Raises BadFile, BadSetup, UnknownRuleset."""
        self.board = DraftBoard(scenario)
        self.steps = Steps(scenario)
        self.say = say
        self.roster: RecruitList = roster_of(scenario.rules, self.board.own)
        self.page: DraftingPage = "units"
        self.side = scenario.entries.sides[0].name
        """The side that is looked at."""
        self.number: int | None = None
        """Which of its members is picked."""
        self.link = 0
        """Which of its objectives that follow each other is looked at."""
        self.unit = ""
        """Which of those who may be recruited is picked, by key."""
        self.words = ""
        """Only those who have these words are listed."""
        self.by_strength = False
        self.kept = scenario
        """What lies in a file."""
        self.kept_in = scenario.path
        """That file, if there is one."""

    # -- what there is

    @property
    def scenario(self) -> Scenario:
        """The battle as it is put together now."""
        return self.steps.now

    @property
    def sides(self) -> Sequence[ScenarioSide]:
        """All sides, in order."""
        return self.scenario.entries.sides

    def title(self, side: str) -> str:
        """What a side is called."""
        return self.board.setup.side(side).called

    def members(self, side: str) -> tuple[ScenarioUnit, ...]:
        """Everybody on a side."""
        return drafting.members(self.scenario, side, self.board.rules, self.board.own)

    def offered(self) -> list[Recruitable]:
        """Who may be recruited, as far as the words asked for are theirs."""
        return self.roster.matching(self.words, by_strength=self.by_strength)

    @property
    def picked(self) -> Id | None:
        """The body of the member that is picked."""
        return None if self.number is None else self.board.who(self.side, self.number)

    @property
    def changed(self) -> bool:
        """Whether there is more than a file has."""
        return self.scenario != self.kept

    # -- what is looked at

    def look_at(self, side: str, number: int | None = None) -> None:
        """Turn to a side, or to a member of it."""
        if side != self.side:
            self.link = 0
        self.side, self.number = side, number

    def look_at_link(self, link: int) -> None:
        """Turn to one of the side's objectives that follow each other, by its number from 0."""
        self.link = link

    def look_at_body(self, who: Id) -> None:
        """Turn to whom a body stands for."""
        self.look_at(*self.board.people[who])

    # -- changes

    def _take(self, scenario: Scenario, run: str = "") -> bool:
        """Change something, if it can be; whether it was."""
        try:
            self.board.show(scenario)
        except (BadFile, BadSetup) as error:
            self.say(str(error))
            return False
        self.steps.take(scenario, run)
        self._stay()
        return True

    def _stay(self) -> None:
        """Look at something that there still is."""
        if self.side not in [side.name for side in self.sides]:
            self.look_at(self.sides[0].name)
        if self.number is not None and self.number >= len(self.members(self.side)):
            self.number = None

    def undo(self) -> None:
        """Take the last change back."""
        self.steps.back()
        self.board.show(self.scenario)
        self._stay()

    def redo(self) -> None:
        """Do again what was taken back."""
        self.steps.on()
        self.board.show(self.scenario)
        self._stay()

    def call(self, title: str) -> None:
        """Give the battle a title."""
        self._take(drafting.titled(self.scenario, title), "title")

    # -- sides

    def add_side(self, near: Cell) -> None:
        """One more side, with the first of the ruleset's usual foes on it, who starts ``near`` a cell if need be."""
        try:
            scenario, name = drafting.with_side(self.scenario, self.board.chart.field)
        except ValueError as error:
            self.say(f"No more: {error}.")
            return
        parties = self.board.rules.parties(self.board.own)
        first = parties[usual_foes(self.board.rules)][0].unit if parties else next(iter(self.roster.units))
        found = self._with_unit(scenario, name, ScenarioUnit(first), near)
        if found is not None and self._take(found):
            self.look_at(name, 0)

    def remove_side(self) -> None:
        """Take the side away that is looked at."""
        if len(self.sides) <= 2:
            self.say("A battle needs two sides; give this one other units instead.")
            return
        self._take(drafting.without_side(self.scenario, self.side))

    def call_side(self, title: str) -> None:
        """Call the side otherwise."""
        self._take(drafting.called(self.scenario, self.side, title), f"title of {self.side}")

    def seat(self, plays: str) -> None:
        """Let somebody else play the side."""
        self._take(drafting.played(self.scenario, self.side, msgspec.convert(plays, PlayerKind)))

    def favour(self, side: str) -> None:
        """Let a side be the party that rules mean; "" for none."""
        self._take(drafting.favoured(self.scenario, side))

    # -- squads

    def man(self, squad: str | Sequence[ScenarioUnit]) -> bool:
        """Another squad for the side; whether it could be had."""
        return self._take(drafting.manned(self.scenario, self.side, squad))

    def squad(self, key: str) -> None:
        """A ready squad for the side, in place of everybody on it; "" changes nothing."""
        if key and self.man(key):
            self.number = None

    def add(self, unit: str, near: Cell, at: Cell | None = None) -> None:
        """One more for the side: ``at`` a cell of the map, else on the side's start, else ``near`` a cell."""
        if len(self.members(self.side)) >= LARGEST_SQUAD:
            self.say(f"A side has at most {LARGEST_SQUAD} units.")
            return
        if at is not None:
            found: Scenario | None = self._joined(
                self.scenario, self.side, ScenarioUnit(unit, at=self.board.counted(at))
            )
        else:
            found = self._with_unit(self.scenario, self.side, ScenarioUnit(unit), near)
        if found is not None and self._take(found):
            self.number = len(self.members(self.side)) - 1

    def one_more(self, near: Cell) -> None:
        """Another one of the kind of the member that is picked, who has a place of its own."""
        if self.number is not None:
            self.add(self.members(self.side)[self.number].unit, near)

    def _joined(self, scenario: Scenario, side: str, unit: ScenarioUnit) -> Scenario:
        now = drafting.members(scenario, side, self.board.rules, self.board.own)
        return drafting.manned(scenario, side, (*now, unit))

    def _with_unit(self, scenario: Scenario, side: str, unit: ScenarioUnit, near: Cell) -> Scenario | None:
        """The scenario with one more on a side; None if there is no room, which the player is told."""
        found = self._joined(scenario, side, unit)
        why = self.board.why_not(found)
        standing = self.roster.units[unit.unit].standing if unit.unit in self.roster.units else None
        free = self.board.near(near, standing.size if standing is not None else 1) if why else iter(())
        for cell in islice(free, TRIES):
            placed = self._joined(scenario, side, replace(unit, at=self.board.counted(cell)))
            if not self.board.why_not(placed):
                return placed
        if why:
            self.say(why)
            return None
        return found

    def remove(self) -> None:
        """Take the member away that is picked."""
        if self.number is None:
            return
        now = list(self.members(self.side))
        if len(now) == 1:
            self.say("A side needs somebody: add others first, or remove the side.")
            return
        number = self.number
        del now[number]
        if self._take(drafting.manned(self.scenario, self.side, now)):
            self.number = min(number, len(now) - 1)

    def place(self, who: MemberRef, cell: Cell | None) -> None:
        """Let somebody start on a cell of the map, or with None wherever the rules put it.

        Who is moved leaves a gap in its side's start; the others of the side stay where they are all the same.
        """
        self._take(self._placed(who, cell))

    def free(self) -> None:
        """Let the member that is picked start wherever the rules put it."""
        if self.number is not None:
            self.place(MemberRef(self.side, self.number), None)

    def nudge(self, step: tuple[int, int]) -> None:
        """Move the member that is picked by columns and rows, over whatever it can't stand on."""
        if self.number is None or self.picked is None:
            return
        here, who = self.board.scene.tokens[self.picked].at, MemberRef(self.side, self.number)
        for far in range(1, max(self.board.ground.width, self.board.ground.height)):
            cell = here[0] + far * step[0], here[1] + far * step[1]
            if not self.board.ground.inside(cell):
                return
            if not self.board.why_not(self._placed(who, cell)):
                self.place(who, cell)
                return

    def why_not_at(self, who: Id | None, unit: str, cell: Cell) -> str:
        """Why a body, or else another unit for the side, can't start on a cell; empty if it can."""
        if who is not None:
            return self.board.why_not(self._placed(self.board.people[who], cell))
        return self.board.why_not(
            self._joined(self.scenario, self.side, ScenarioUnit(unit, at=self.board.counted(cell)))
        )

    def _placed(self, who: MemberRef, cell: Cell | None) -> Scenario:
        if cell is None:
            return self._with(who, replace(self.members(who.side)[who.number], at=None))
        now = [replace(unit, at=self._at(who.side, number)) for number, unit in enumerate(self.members(who.side))]
        now[who.number] = replace(now[who.number], at=self.board.counted(cell))
        return drafting.manned(self.scenario, who.side, now)

    def _at(self, side: str, number: int) -> Cell:
        """The cell, as Tiled shows it, that stands for where a member of a side is now."""
        who = self.board.who(side, number)
        assert who is not None
        return self.board.counted(self.board.where.cell(self.board.scene.state.combatants[who].at))

    def hide(self, hidden: bool) -> None:
        """Let the member that is picked lie in ambush, or not."""
        if self.number is not None:
            unit = replace(self.members(self.side)[self.number], hidden=hidden)
            self._take(self._with(MemberRef(self.side, self.number), unit))

    def toggle_ambush(self) -> None:
        """Let the member that is picked lie in ambush, or no longer."""
        if self.number is not None:
            self.hide(not self.members(self.side)[self.number].hidden)

    def name(self, name: str) -> None:
        """Give the member that is picked a name of its own."""
        if self.number is not None:
            unit = replace(self.members(self.side)[self.number], name=name)
            self._take(self._with(MemberRef(self.side, self.number), unit), f"name of {self.side} {self.number}")

    def temper(self, key: str) -> None:
        """Give the member that is picked a temperament of its own; "" leaves it that of its kind."""
        if self.number is not None:
            temperament = msgspec.convert(key or None, Temperament | None)
            unit = replace(self.members(self.side)[self.number], temperament=temperament)
            self._take(self._with(MemberRef(self.side, self.number), unit))

    def _with(self, who: MemberRef, unit: ScenarioUnit) -> Scenario:
        now = list(self.members(who.side))
        now[who.number] = unit
        return drafting.manned(self.scenario, who.side, now)

    # -- what it is about

    @property
    def aims(self) -> list[ObjectiveEntry]:
        """The objective of the side that is looked at, and those that follow it."""
        return drafting.links(drafting.objective_of(self.scenario, self.side))

    @property
    def aim(self) -> ObjectiveEntry:
        """The one of them that is looked at."""
        aims = self.aims
        return aims[min(self.link, len(aims) - 1)]

    def aim_at(self, aim: ObjectiveEntry, run: str = "") -> None:
        """Have another objective in its place."""
        aims = self.aims
        aims[min(self.link, len(aims) - 1)] = aim
        self._aim_at(aims, run)

    def aim_further(self, aim: ObjectiveEntry) -> None:
        """Have another objective follow the last."""
        aims = [*self.aims, aim]
        if self._aim_at(aims):
            self.link = len(aims) - 1

    def aim_no_further(self) -> None:
        """Leave the objective out that is looked at; of only one there is then nothing but to be the last."""
        aims = self.aims
        del aims[min(self.link, len(aims) - 1)]
        self._aim_at(aims or [ObjectiveEntry()])
        self.link = max(0, self.link - 1)

    def _aim_at(self, aims: Sequence[ObjectiveEntry], run: str = "") -> bool:
        return self._take(drafting.aimed(self.scenario, replace(drafting.linked(aims), side=self.side)), run)

    def rule(self, key: str, choice: str) -> None:
        """Choose a setting of the rules otherwise."""
        house = next(setting.default for setting in self.board.rules.settings if setting.key == key)
        self._take(drafting.ruled(self.scenario, key, choice, house))

    def guard(self, name: str) -> None:
        """The objective of the side is about the one of that name."""
        self.aim_at(replace(self.aim, who=name))

    # -- keeping it

    def go_by_own(self) -> None:
        """The player's own roster has changed: what it holds may be picked, unless the battle has another one.

        Raises BadFile.
        """
        self.steps.revise(lambda scenario: with_own(scenario, self.board.rules))
        self.kept = with_own(self.kept, self.board.rules)
        self.board.read_own(self.scenario)
        self.board.show(self.scenario)
        self.roster = roster_of(self.scenario.rules, self.board.own)

    def path(self, folder: Path) -> Path:
        """The file that it would be written to: in its own folder, or the player's."""
        return drafting.kept_at(self.scenario, folder)

    def keep_last(self, folder: Path) -> None:
        """Write what is not saved yet to the player's ``folder``, over what was not saved the last time.

        On a map that is not the game's it is left alone: its scenarios lie beside it. Raises BadFile.
        """
        if self.changed and self.path(folder).parent == folder:
            write_scenario(folder / LAST, to_write(self.scenario, self.board.rules))

    def keep(self, folder: Path) -> Path:
        """Write the scenario under its title, in its own folder or the player's; gives the file. Raises BadFile."""
        path = self.path(folder)
        write_scenario(path, to_write(self.scenario, self.board.rules))
        self.kept, self.kept_in = self.scenario, path
        return path
