"""A battle that is put together: its map and who stands there, recruits, changes with undo, what the rules forbid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from game.files import drafting
from game.files.atomic import hyphened
from game.files.document import ValueDocument
from game.files.errors import BadFile
from game.files.own_units import forget_squad, own_squads, save_squad, squad_table, to_write, with_own
from game.files.scenario import (
    ObjectiveEntry,
    Scenario,
    ScenarioSide,
    ScenarioUnit,
    drawn_up,
    own_units,
    playable,
    usual_foes,
)
from game.files.tiled import Chart, read_map
from game.files.writing import write_scenario
from game.play.squads import titled
from game.rules.events import Id
from game.rules.registry import ruleset
from game.rules.ruleset import AnyRuleset, BadSetup, HasRatings
from game.rules.setup import LARGEST_SQUAD, Recruit, Setup, SideSetup
from game.rules.standing import Standing
from game.rules.table import Board
from game.scene.board_geometry import board_geometry
from game.scene.moves import Pose
from game.scene.scene import Scene
from game.scene.token_layout import TokenLayout
from game.spatial.field import Cell, Field
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

    def tiled_cell(self, cell: Cell) -> Cell:
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


YARD = 26, 13
"""Cells of the bare ground on which units are looked at, two at a time: room for two of the largest bodies."""

PLACES = (1, 1), (14, 1)


class Recruitable(NamedTuple):
    """A unit that may join a side."""

    key: str
    title: str
    strength: int | None
    """How strong the ruleset says it is (``Strengths.word``); None if that can't be told."""
    standing: Standing | None
    """What the board would show of it; None for those who can't stand on bare ground."""
    told: str
    """The same in a line."""


class RecruitList(NamedTuple):
    """Everybody who may be recruited."""

    word: str
    """What strength is counted in, as one says it of several: "Hit Dice", "hit points"."""
    rated: bool
    """Whether that is the book's own number for it, and not just what they can lose."""
    units: Mapping[str, Recruitable]

    def strength(self, keys: Iterable[str]) -> int:
        """That of several together, as far as it can be told."""
        found = (self.units[key].strength for key in keys if key in self.units)
        return sum(each for each in found if each is not None)

    def matching(self, words: str, *, by_strength: bool) -> list[Recruitable]:
        """Those in whose name or line all words occur, by name or the weakest first."""
        wanted = words.casefold().split()
        found = [each for each in self.units.values() if all(word in _text(each) for word in wanted)]
        return sorted(found, key=lambda each: (each.strength or 0 if by_strength else 0, each.title, each.key))


@lru_cache(maxsize=16)
def roster_of(name: str, own: str) -> RecruitList:
    """Everybody whom a ruleset knows, by its name, with the units of the text ``own``. Raises BadSetup for mistakes.

    Strong is who has a high number of the book's own for that; where a book has none, who can lose much.
    """
    rules = ruleset(name)
    titles = rules.roster(own)
    shown = _shown(rules, own)
    rated = rules.ratings(own) if isinstance(rules, HasRatings) else {}
    word = rules.rated if isinstance(rules, HasRatings) else rules.harm_word[:1].upper() + rules.harm_word[1:]
    units = {}
    for key, title in titles.items():
        standing = shown.get(key)
        line = [f"{word} {rated[key]}"] if key in rated else []
        line += [_line(standing)] if standing is not None else []
        strength = rated.get(key, standing.full if standing is not None else None)
        units[key] = Recruitable(key, title, strength, standing, ", ".join(line))
    return RecruitList(word, bool(rated), units)


def _shown(rules: AnyRuleset, own: str) -> dict[str, Standing]:
    """What the board would show of each unit, by key; those are left out whom the ruleset can't put on bare ground."""
    keys = list(rules.roster(own))
    field = Field(*YARD)
    ground = Space(field)
    found: dict[str, Standing] = {}
    for first, second in zip(keys, (*keys[1:], *keys[:1]), strict=True):
        sides = (SideSetup("one", (Recruit(first, at=PLACES[0]),)), SideSetup("two", (Recruit(second, at=PLACES[1]),)))
        setup = Setup(rules.name, field, sides, roster=own)
        try:
            state = rules.begin(setup, ground)
        except BadSetup:
            continue
        who: Id = next(iter(state.combatants))
        found[first] = rules.standing(Board(state, setup, ground), who)
    return found


def _line(standing: Standing) -> str:
    bars = [(bar.word, str(bar.full)) for bar in standing.bars if bar.full]
    facts = [*bars, *standing.facts, *((thing.word, thing.told) for thing in standing.gear)]
    return ", ".join(f"{label} {value}".strip() for label, value in facts)


def _text(unit: Recruitable) -> str:
    return f"{unit.title} {unit.told}".casefold()


LAST = "set-up_last.toml"
"""The scenario that was put together last, if it was not saved; no title makes a file of this name."""

TRIES = 200
"""Places that are tried for somebody new before the map counts as full."""

DraftingPage = Literal["units", "objective", "rules"]


class ScenarioDraft(ValueDocument[Scenario]):
    """A battle as it is put together, on its map.

    What can't be done raises BadFile or BadSetup with a sentence, and changes nothing.
    """

    def __init__(self, scenario: Scenario) -> None:
        """Raises BadFile, BadSetup, UnknownRuleset."""
        super().__init__(scenario)
        self.board = DraftBoard(scenario)
        self.roster: RecruitList = roster_of(scenario.rules, self.board.own)
        self.path = scenario.path
        """The file that it was read from or saved to; that of a bare map need not exist."""

    @property
    def title(self) -> str:
        """What the battle is called, or what is said of one without a title."""
        return self.now.title or "this battle"

    @property
    def sides(self) -> Sequence[ScenarioSide]:
        """All sides, in order."""
        return self.now.entries.sides

    def called(self, side: str) -> str:
        """What a side is called."""
        return self.board.setup.side(side).called

    def members(self, side: str) -> tuple[ScenarioUnit, ...]:
        """Everybody on a side."""
        return drafting.members(self.now, side, self.board.rules, self.board.own)

    # -- changes

    def _set(self, change: tuple[Scenario, Scenario], *, back: bool) -> None:
        self.board.show(change[0 if back else 1])
        super()._set(change, back=back)

    def change(self, change: Callable[..., Scenario], *given: object, run: str = "") -> None:
        """Change it by one of the functions of ``game.files.drafting``, which is given the scenario and ``given``."""
        self.change_to(change(self.now, *given), run)

    def add_side(self, near: Cell) -> str:
        """One more side, with the first of the ruleset's usual foes on it, who starts ``near`` a cell if need be.

        Gives its name. Raises BadSetup where there is no room for one more.
        """
        try:
            scenario, name = drafting.with_side(self.now, self.board.chart.field)
        except ValueError as error:
            raise BadSetup(f"No more: {error}.") from error
        parties = self.board.rules.parties(self.board.own)
        first = parties[usual_foes(self.board.rules)][0].unit if parties else next(iter(self.roster.units))
        self.change_to(self._with_unit(scenario, name, ScenarioUnit(first), near))
        return name

    def remove_side(self, side: str) -> None:
        """Take a side away. Raises BadSetup for one of the last two."""
        if len(self.sides) <= 2:
            raise BadSetup("A battle needs two sides; give this one other units instead.")
        self.change(drafting.without_side, side)

    def add(self, side: str, unit: str, near: Cell, at: Cell | None = None) -> None:
        """One more for a side: ``at`` a cell of the map, else on the side's start, else ``near`` a cell.

        Raises BadSetup where there is no room.
        """
        if len(self.members(side)) >= LARGEST_SQUAD:
            raise BadSetup(f"A side has at most {LARGEST_SQUAD} units.")
        if at is not None:
            self.change_to(self._joining(self.now, side, ScenarioUnit(unit, at=self.board.tiled_cell(at))))
        else:
            self.change_to(self._with_unit(self.now, side, ScenarioUnit(unit), near))

    def _joining(self, scenario: Scenario, side: str, unit: ScenarioUnit) -> Scenario:
        now = drafting.members(scenario, side, self.board.rules, self.board.own)
        return drafting.manned(scenario, side, (*now, unit))

    def _with_unit(self, scenario: Scenario, side: str, unit: ScenarioUnit, near: Cell) -> Scenario:
        """The scenario with one more on a side."""
        found = self._joining(scenario, side, unit)
        why = self.board.why_not(found)
        standing = self.roster.units[unit.unit].standing if unit.unit in self.roster.units else None
        free = self.board.near(near, standing.size if standing is not None else 1) if why else iter(())
        for cell in islice(free, TRIES):
            placed = self._joining(scenario, side, replace(unit, at=self.board.tiled_cell(cell)))
            if not self.board.why_not(placed):
                return placed
        if why:
            raise BadSetup(why)
        return found

    def remove(self, who: MemberRef) -> None:
        """Take a member away. Raises BadSetup for the last of its side."""
        now = list(self.members(who.side))
        if len(now) == 1:
            raise BadSetup("A side needs somebody: add others first, or remove the side.")
        del now[who.number]
        self.change(drafting.manned, who.side, now)

    def tell(self, who: MemberRef, run: str = "", **fields: Any) -> None:
        """Have other fields of a member of a side (``ScenarioUnit``)."""
        now = list(self.members(who.side))
        now[who.number] = replace(now[who.number], **fields)
        self.change(drafting.manned, who.side, now, run=run)

    def place(self, who: MemberRef, cell: Cell) -> None:
        """Let somebody start on a cell of the map.

        Who is moved leaves a gap in its side's start; the others of the side stay where they are all the same.
        """
        self.change_to(self._placed(who, cell))

    def nudge(self, who: MemberRef, step: tuple[int, int]) -> None:
        """Move somebody by columns and rows, over whatever it can't stand on."""
        body = self.board.who(*who)
        assert body is not None
        here = self.board.scene.tokens[body].at
        for far in range(1, max(self.board.ground.width, self.board.ground.height)):
            cell = here[0] + far * step[0], here[1] + far * step[1]
            if not self.board.ground.inside(cell):
                return
            if not self.board.why_not(self._placed(who, cell)):
                self.place(who, cell)
                return

    def why_not_at(self, who: MemberRef | None, side: str, unit: str, cell: Cell) -> str:
        """Why somebody, or else another unit for a side, can't start on a cell; empty if it can."""
        if who is not None:
            return self.board.why_not(self._placed(who, cell))
        return self.board.why_not(self._joining(self.now, side, ScenarioUnit(unit, at=self.board.tiled_cell(cell))))

    def _placed(self, who: MemberRef, cell: Cell) -> Scenario:
        now = [replace(unit, at=self._at(who.side, number)) for number, unit in enumerate(self.members(who.side))]
        now[who.number] = replace(now[who.number], at=self.board.tiled_cell(cell))
        return drafting.manned(self.now, who.side, now)

    def _at(self, side: str, number: int) -> Cell:
        """The cell, as Tiled shows it, that stands for where a member of a side is now."""
        who = self.board.who(side, number)
        assert who is not None
        return self.board.tiled_cell(self.board.where.cell(self.board.scene.state.combatants[who].at))

    def rule(self, key: str, choice: str) -> None:
        """Choose a setting of the rules otherwise."""
        house = next(setting.default for setting in self.board.rules.settings if setting.key == key)
        self.change(drafting.ruled, key, choice, house)

    # -- keeping it

    def go_by_own(self) -> None:
        """The player's own roster has changed: what it holds may be picked, unless the battle has another one."""
        self.revise(lambda scenario: with_own(scenario, self.board.rules))
        self.board.read_own(self.now)
        self.board.show(self.now)
        self.roster = roster_of(self.now.rules, self.board.own)

    def target(self, folder: Path) -> Path:
        """The file that it would be written to: in its own folder, or the player's."""
        return drafting.kept_at(self.now, folder)

    def is_saved_as_last(self, folder: Path) -> bool:
        """Whether what is not saved goes to the player's ``folder`` all the same when it is left.

        On a map that is not the game's it does not: its scenarios lie beside it.
        """
        return self.target(folder).parent == folder

    def save_last(self, folder: Path) -> None:
        """Write what is not saved yet to the player's ``folder``, over what was not saved the last time."""
        if self.unsaved and self.is_saved_as_last(folder):
            write_scenario(folder / LAST, to_write(self.now, self.board.rules))

    def save(self, folder: Path) -> Path:
        """Write it under its title, in its own folder or the player's; gives the file."""
        self.path = self.target(folder)
        write_scenario(self.path, to_write(self.now, self.board.rules))
        self.saved()
        return self.path


class Drafting:
    """What of a battle on the bench is looked at and picked, and what is done with that.

    What the battle refuses the player is told in a sentence.
    """

    def __init__(self, scenario: Scenario, say: Callable[[str], object]) -> None:
        """``say`` is told why something was refused. Raises BadFile, BadSetup, UnknownRuleset."""
        self.document = ScenarioDraft(scenario)
        self.board = self.document.board
        self.say = say
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

    def offered(self) -> list[Recruitable]:
        """Who may be recruited, as far as the words asked for are theirs."""
        return self.document.roster.matching(self.words, by_strength=self.by_strength)

    @property
    def member(self) -> MemberRef | None:
        """The member that is picked."""
        return None if self.number is None else MemberRef(self.side, self.number)

    @property
    def picked(self) -> Id | None:
        """Its body."""
        return None if self.number is None else self.board.who(self.side, self.number)

    def look_at(self, side: str, number: int | None = None) -> None:
        """Turn to a side, or to a member of it."""
        if side != self.side:
            self.link = 0
        self.side, self.number = side, number

    def attempt(self, step: Callable[..., object], *given: object, **words: object) -> bool:
        """Take a step that changes the battle; whether it could be. Then look at something that there still is."""
        try:
            step(*given, **words)
        except (BadFile, BadSetup) as error:
            self.say(str(error))
            return False
        if self.side not in [side.name for side in self.document.sides]:
            self.look_at(self.document.sides[0].name)
        if self.number is not None and self.number >= len(self.document.members(self.side)):
            self.number = None
        return True

    def change(self, change: Callable[..., Scenario], *given: object, run: str = "") -> bool:
        """Change the battle by one of the functions of ``game.files.drafting``; whether it could be."""
        return self.attempt(self.document.change, change, *given, run=run)

    # -- what is done with what is picked

    def add_side(self, near: Cell) -> None:
        """One more side, with somebody on it, who starts ``near`` a cell if need be."""
        if self.attempt(self.document.add_side, near):
            self.look_at(self.document.sides[-1].name, 0)

    def squad(self, key: str) -> None:
        """A ready squad for the side, in place of everybody on it; "" changes nothing."""
        if key and self.change(drafting.manned, self.side, key):
            self.number = None

    def add(self, unit: str, near: Cell, at: Cell | None = None) -> None:
        """One more for the side: ``at`` a cell of the map, else on the side's start, else ``near`` a cell."""
        if self.attempt(self.document.add, self.side, unit, near, at):
            self.number = len(self.document.members(self.side)) - 1

    def one_more(self, near: Cell) -> None:
        """Another one of the kind of the member that is picked, who has a place of its own."""
        if self.number is not None:
            self.add(self.document.members(self.side)[self.number].unit, near)

    def remove(self) -> None:
        """Take the member away that is picked."""
        number = self.number
        if number is not None and self.attempt(self.document.remove, self.member):
            self.number = min(number, len(self.document.members(self.side)) - 1)

    def tell(self, run: str = "", **fields: Any) -> None:
        """Have other fields of the member that is picked (``ScenarioUnit``)."""
        if self.number is not None:
            self.attempt(self.document.tell, self.member, run and f"{run} of {self.side} {self.number}", **fields)

    def toggle_ambush(self) -> None:
        """Let the member that is picked lie in ambush, or no longer."""
        if self.number is not None:
            self.tell(hidden=not self.document.members(self.side)[self.number].hidden)

    # -- what it is about

    @property
    def aims(self) -> list[ObjectiveEntry]:
        """The objective of the side that is looked at, and those that follow it."""
        return drafting.links(drafting.objective_of(self.document.now, self.side))

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
        return self.change(drafting.aimed, replace(drafting.linked(aims), side=self.side), run=run)


class OwnSquads:
    """What of a draft's sides is, or is to be, a squad of the player's own."""

    def __init__(self, draft: Drafting) -> None:
        self.draft = draft
        self.naming: str | None = None
        """The name that a side is to be kept under, while it is typed."""

    @property
    def able(self) -> bool:
        """Whether the rules read squads of a player's own."""
        return bool(squad_table(self.draft.board.rules))

    @property
    def here(self) -> str:
        """The key of the squad of the player's own that the side has; "" if it has none."""
        draft = self.draft
        squad = drafting.side_of(draft.document.now, draft.side).squad.get(draft.document.now.rules, ())
        return squad if isinstance(squad, str) and squad not in draft.board.rules.parties() else ""

    @property
    def replaces(self) -> bool:
        """Whether there is a squad of the name that is typed, which would be replaced."""
        try:
            return hyphened(self.naming or "") in own_squads(self.draft.board.rules)
        except BadFile:
            return False

    def begin(self) -> None:
        """A name is to be typed: to begin with, what the side is called."""
        here = self.here
        self.naming = titled(here) if here else self.draft.document.called(self.draft.side)

    def save(self) -> None:
        """Keep everybody on the side under the name that was typed; where they stand is not kept with it."""
        draft, title = self.draft, (self.naming or "").strip()
        units = draft.document.members(draft.side)
        try:
            key = save_squad(draft.board.rules, title, units)
            draft.document.go_by_own()
        except BadFile as error:
            draft.say(str(error))
            return
        self.naming = None
        if key in draft.board.rules.parties(draft.board.own) and all(unit.at is None for unit in units):
            draft.change(drafting.manned, draft.side, key)
        draft.say(f"{title} is a squad of yours now: in every battle by these rules it is among the squads.")

    def forget(self) -> None:
        """Take the side's squad out of the player's own; whoever fights with it stays, one by one."""
        draft, key = self.draft, self.here

        def one_by_one(scenario: Scenario) -> Scenario:
            for side in scenario.entries.sides:
                if side.squad.get(scenario.rules) == key:
                    units = drafting.members(scenario, side.name, draft.board.rules, draft.board.own)
                    scenario = drafting.manned(scenario, side.name, units)
            return scenario

        draft.document.revise(one_by_one)
        try:
            forget_squad(draft.board.rules, key)
            draft.document.go_by_own()
        except BadFile as error:
            draft.say(str(error))
