"""Battles under test, played by a script, on fields that are drawn in letters: cells, or a zone for each letter."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Mapping
from functools import lru_cache
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from msgspec.structs import replace

from game.kit.facts import AttackHit, AttackMissed
from game.rules.dice import Tally, sides_of
from game.rules.events import Event, Id
from game.rules.match import Match
from game.rules.questions import Choose, Impossible, Option, Refusal, Roll
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Objective, Recruit, Setup, SideSetup
from game.rules.state import Combatant, N, S, State, Thing
from game.rules.table import Board, Table
from game.spatial.field import UNIT, Border, BorderKind, Cell, Edge, Feature, FeatureKind, Field, Terrain, Zone
from game.spatial.places import InZone, OnBorder, ZonePlace, written
from game.spatial.space import Space


class Dice(NamedTuple):
    """Faces, and the dice that should show them."""

    dice: str
    faces: tuple[int, ...]


def check(a: int, b: int) -> Dice:
    """Two six-sided dice, as for a skill check."""
    return Dice("2d6", (a, b))


def _die(dice: str) -> Callable[[int], Dice]:
    return lambda face: Dice(dice, (face,))


d2 = _die("d2")
d3 = _die("d3")
d4 = _die("d4")
d6 = _die("d6")
d8 = _die("d8")
d10 = _die("d10")
d12 = _die("d12")
d20 = _die("d20")


W = TypeVar("W")
E = TypeVar("E", bound=Event)
T = TypeVar("T")


@lru_cache(maxsize=16)
def _ground(field: Field) -> Space:
    """A map, kept with what was found out about it: it never changes, and hundreds of fights take place on it."""
    return Space(field)


class Fight(ABC, Generic[S, N, W]):
    """Battle under test, begun in the midst of the first round unless ``fresh``; W is how a test writes a place.

    Combatants go by the names a test gives them. ``play`` takes answers in order: keys for choices, faces for dice,
    each with the dice they are meant for. Reactions that the script doesn't speak to are let be. What a script gets
    wrong raises AssertionError.
    """

    rules: ClassVar[AnyRuleset]
    home: ClassVar[Field]
    """Where a fight takes place that names no field."""
    units: ClassVar[str] = ""
    """Units of the tests' own, as a data file, for every fight."""
    follow: ClassVar[tuple[str, ...]] = ()
    """Fields that sheets take over from profiles."""

    def __init__(
        self,
        party: Mapping[str, W | tuple[str, W]],
        foes: Mapping[str, W | tuple[str, W]],
        others: Mapping[str, W | tuple[str, W]] | None = None,
        *,
        field: Field | None = None,
        acting: str = "party",
        fresh: bool = False,
        objectives: tuple[Objective, ...] = (),
        hidden: tuple[str, ...] = (),
        party_side: bool = True,
        roster: str = "",
        **options: str,
    ) -> None:
        """``party``, ``foes`` and perhaps ``others``, a third side: name: place, or name: (unit, place).

        A name without a unit is a unit's key. ``acting``: the side whose turn it is. ``hidden``: names of those in
        ambush. ``party_side``: whether rules that favour the players' side mean the party. ``roster``: more units,
        as a data file. ``options``: settings of the ruleset. Its ``begin`` must keep the order of the set-up, by which
        names are given.
        """
        field = field or self.home
        self.ground = _ground(field)
        given = {"party": party, "foes": foes, **({"others": others} if others else {})}
        squads = {side: {name: _unit(name, value) for name, value in squad.items()} for side, squad in given.items()}
        self.setup = Setup(
            self.rules.name,
            field,
            tuple(
                SideSetup(
                    side,
                    tuple(
                        self.recruit(name, unit, self.cell(at), name in hidden) for name, (unit, at) in squad.items()
                    ),
                    party=party_side and side == "party",
                )
                for side, squad in squads.items()
            ),
            objectives=objectives,
            options=options,
            roster=self.units + roster,
        )
        state: State[S, N] = self.rules.begin(self.setup, self.ground)
        wanted = [(name, side, at) for side, squad in squads.items() for name, (_, at) in squad.items()]
        bodies = []
        for (name, side, at), c in zip(wanted, state.combatants.values(), strict=True):
            assert (c.side, c.at) == (side, self._start(at)), (
                f"{c.id} is not {name}: begin must keep the set-up's order"
            )
            bodies.append(Combatant(Id(name), side, self.place(at), c.sheet))
        self._state = replace(state, combatants={c.id: c for c in bodies})
        if not fresh:
            sides = list(squads)
            first = sides.index(acting)
            strength = {side: len(squad) for side, squad in squads.items()}
            self.turn_of(**self.midst((*sides[first:], *sides[:first]), strength))
        self.let_be: list[tuple[str, str]] = []
        """Topic of every reaction that was let be, and whose it was (the side's, if nobody's in particular)."""
        self._cited = 0
        """Events whose citations were looked up."""
        self.heard: list[Event] = []
        """Events of the latest procedure that was run by itself."""

    # -- what only the ruleset knows

    @abstractmethod
    def midst(self, order: tuple[str, ...], strength: Mapping[str, int]) -> dict[str, Any]:
        """Fields of the turn record in the midst of the first round: sides in their order, and how many they were."""

    def recruit(self, name: str, unit: str, cell: Cell, hidden: bool) -> Recruit:
        """Recruit of a set-up."""
        return Recruit(unit, "", cell, hidden)

    @abstractmethod
    def place(self, where: W) -> Any:
        """A place from how tests write it."""

    @abstractmethod
    def cell(self, where: W) -> Cell:
        """A cell of a place."""

    @abstractmethod
    def where(self, place: Any) -> W:
        """A place as tests write it."""

    def _start(self, where: W) -> Any:
        """Where the rules put somebody whose cell is given."""
        cell = self.cell(where)
        return cell if self.rules.places == "cells" else self.ground.zones.at(cell)

    # -- before the first answer

    def sheet_of(self, who: str, **changes: Any) -> Self:
        """Begin with a sheet changed."""
        c = self._state.combatants[Id(who)]
        sheet: Any = c.sheet
        changed = Combatant(c.id, c.side, c.at, replace(sheet, **changes))
        return self._begin_with(combatants={**self._state.combatants, c.id: changed})

    def place_of(self, who: str, where: W) -> Self:
        """Begin with somebody in a place, whoever is there already."""
        c = self._state.combatants[Id(who)]
        moved = Combatant(c.id, c.side, self.place(where), c.sheet)
        return self._begin_with(combatants={**self._state.combatants, c.id: moved})

    def profile_of(self, who: str, **changes: Any) -> Self:
        """Begin with a profile changed; what of it the sheet takes over follows."""
        sheet: Any = self._state.combatants[Id(who)].sheet
        taken_over = {name: changes[name] for name in self.follow if name in changes}
        return self.sheet_of(who, profile=replace(sheet.profile, **changes), **taken_over)

    def weapon_of(self, who: str, key: str, **changes: Any) -> Self:
        """Begin with a weapon changed."""
        sheet: Any = self._state.combatants[Id(who)].sheet
        weapons = (replace(weapon, **changes) if weapon.key == key else weapon for weapon in sheet.profile.weapons)
        return self.profile_of(who, weapons=tuple(weapons))

    def thing(self, id_: str, key: str, where: W, **marks: int) -> Self:
        """Begin with something lying on the ground."""
        return self._begin_with(things={**self._state.things, id_: Thing(id_, key, self.place(where), marks)})

    def turn_of(self, **changes: Any) -> Self:
        """Begin with the turn record changed."""
        turn: Any = self._state.turn
        return self._begin_with(turn=replace(turn, **changes))

    def _begin_with(self, **changes: Any) -> Self:
        assert self._match is None, "the battle has begun"
        self._state = replace(self._state, **changes)
        return self

    # -- playing

    _match: Match[S, N] | None = None

    @property
    def match(self) -> Match[S, N]:
        """The battle."""
        if self._match is None:
            self._match = Match(self.rules, self.setup, self.ground, self._state)
        return self._match

    def play(self, *answers: str | Dice) -> Self:
        """Give answers, letting be every reaction that the next answer does not speak to, and those after the last."""
        self.until(*answers)
        self._let_be(None)
        return self

    def until(self, *answers: str | Dice) -> Self:
        """The same, but a reaction asked for after the last answer waits."""
        for answer in answers:
            self._let_be(answer)
            question = self.match.pending
            assert question is not None, f"the battle is over, and {answer!r} is left"
            _check_meant(answer, question)
            if isinstance(answer, Dice):
                self.match.answer(answer.faces)
            elif not (isinstance(question, Choose) and question.kind == "act" and question.who == answer):
                self.match.answer(answer)  # else the last of a side acts without being picked
        self._check_cited()
        return self

    def _check_cited(self) -> None:
        """Every rule that a tally of the battle cites stands in the ledger; else AssertionError."""
        for event in self.match.events[self._cited :]:
            for name in event.__struct_fields__:
                tally = getattr(event, name)
                for term in tally.terms if isinstance(tally, Tally) else ():
                    assert term.rule in self.rules.ledger, f"{event}: {term} cites a rule that the ledger has not"
        self._cited = len(self.match.events)

    def _let_be(self, answer: str | Dice | None) -> None:
        while True:
            question = self.match.pending
            if not isinstance(question, Choose) or question.kind != "react" or not question.idle:
                return
            if isinstance(answer, str) and self.offers(answer):
                return
            self.let_be.append((question.topic, str(question.who or question.seat)))
            self.match.answer(question.idle)

    def run(self, procedure: Callable[[Table[S, N]], Coroutine[Any, Any, T]], *answers: str | Dice) -> T:
        """Run one procedure of the rules by itself, apart from the battle's course; ``heard`` has what it told."""
        self.heard.clear()
        step = procedure(Table(self.state, self.setup, self.ground, self.heard.append))
        told = iter(answers)
        value: Any = None
        while True:
            try:
                question = step.send(value)
            except StopIteration as end:
                assert next(told, None) is None, "answers are left"
                result: T = end.value
                return result
            answer = next(told, None)
            assert answer is not None, f"no answer is left for: {shown(question)}"
            _check_meant(answer, question)
            value = question.read(answer.faces if isinstance(answer, Dice) else answer)

    # -- looking

    @property
    def asked(self) -> Choose[Any]:
        """The choice that waits."""
        question = self.match.pending
        assert isinstance(question, Choose), f"no choice waits but {question!r}"
        return question

    @property
    def rolled(self) -> Roll:
        """The dice that wait."""
        question = self.match.pending
        assert isinstance(question, Roll), f"no dice wait but {shown(question)}"
        return question

    def offers(self, key: str) -> bool:
        """Whether the choice that waits has an option of that key."""
        try:
            self.asked.options.find(key)
        except Impossible:
            return False
        return True

    def option(self, key: str) -> Option[Any]:
        """An option of the choice that waits."""
        return self.asked.options.find(key)

    def keys(self, verb: str = "") -> list[str]:
        """All keys of the choice that waits, or those that begin with a word."""
        return [key for key in self.asked.options.all_keys() if not verb or key.split()[0] == verb]

    def refusal(self, label: str) -> Refusal:
        """The refusal of what begins with that label: ``why`` and by which ``rule``."""
        refused = self.asked.refusals()
        found = [refusal for refusal in refused if refusal.label.startswith(label)]
        assert found, f"nothing refused begins with {label!r}; refused are {[refusal.label for refusal in refused]}"
        return found[0]

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.match.over

    @property
    def winner(self) -> str | None:
        """Side that has won a battle that is over."""
        verdict = self.state.verdict
        assert verdict is not None, "the battle goes on"
        return verdict.winner

    @property
    def board(self) -> Board[S, N]:
        """The battle as it stands."""
        return self.match.board

    @property
    def state(self) -> State[S, N]:
        """The state as it stands."""
        return self.match.state

    @property
    def turn(self) -> N:
        """The record of turns as it stands."""
        return self.state.turn

    def body(self, who: str) -> Combatant[S]:
        """A combatant as it is now, or as it was when it left."""
        return self.board.now(Id(who))

    def sheet(self, who: str) -> S:
        """A sheet as it is now."""
        return self.body(who).sheet

    def at(self, who: str) -> W:
        """Where somebody stands now."""
        return self.where(self.body(who).at)

    def told(self, kind: type[E]) -> list[E]:
        """Events of a kind so far."""
        return [event for event in self.match.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        """The latest event of a kind."""
        found = self.told(kind)
        assert found, f"no {kind.__name__} so far"
        return found[-1]

    @property
    def hit(self) -> bool:
        """Whether the latest attack hit."""
        ends = [event for event in self.match.events if isinstance(event, (AttackHit, AttackMissed))]
        assert ends, "no attack so far"
        return isinstance(ends[-1], AttackHit)

    @property
    def log(self) -> list[str]:
        """Lines of the log so far, without what it leaves out."""
        lines = (self.rules.tell(self.board, event) for event in self.match.events)
        return [line.text for line in lines if line is not None]


def shown(question: Choose[Any] | Roll | None) -> str:
    """A question in a line."""
    if isinstance(question, Choose):
        singles = [option.key for option in question.options.singles]
        return f"{question.seat}: {question.why} {singles} {[family.verb for family in question.options.families]}"
    return repr(question)


def _check_meant(answer: str | Dice, question: Choose[Any] | Roll) -> None:
    """Dice are for a roll of such dice, keys for a choice; else AssertionError."""
    if isinstance(answer, Dice):
        assert isinstance(question, Roll), f"{answer} was meant for dice, but asked is: {shown(question)}"
        assert sides_of(question.dice) == sides_of(answer.dice), (
            f"{answer} was meant, but rolled is {question.dice}: {question.why}"
        )
    else:
        assert isinstance(question, Choose), f"{answer!r} was meant for a choice, but rolled is {question!r}"


def _unit(name: str, value: W | tuple[str, W]) -> tuple[str, W]:
    if isinstance(value, tuple) and isinstance(value[0], str):
        return value[0], value[1]
    return name, value  # type: ignore[return-value]  # a place: no cell begins with a word


OPEN = Field(24, 12)
"""Open ground."""

WALL = Terrain("wall", blocks_move=True, blocks_sight=True)
ROUGH = Terrain("rubble", cost=2)
CRATE = Terrain("crate", height=3 * UNIT // 5)
"""Three fifths of a cell high: three feet, where a cell has five."""


def ground(*rows: str, edges: tuple[Edge, ...] = (), **more: Any) -> Field:
    """A field drawn in characters: ``.`` floor, ``#`` wall, ``~`` rough, ``c`` a crate, digits: height in cells."""
    palette = (Terrain(), WALL, ROUGH, CRATE)
    kinds = {"#": 1, "~": 2, "c": 3}
    width = len(rows[0])
    assert all(len(row) == width for row in rows), "rows must be of one length"
    text = "".join(rows)
    return Field(
        width,
        len(rows),
        palette,
        tuple(kinds.get(sign, 0) for sign in text),
        tuple(UNIT * int(sign) if sign.isdigit() else 0 for sign in text),
        edges=edges,
        **more,
    )


CORNER = ground(
    ".....#......",
    ".....#......",
    ".....#......",
    "............",
    "............",
)
"""A wall with a way round its lower end: nobody at the top of one side sees the top of the other."""


class CellFight(Fight[S, N, Cell]):
    """A battle on cells, which a test writes as they are."""

    home = OPEN

    def place(self, where: Cell) -> Cell:
        """The cell."""
        return where

    def cell(self, where: Cell) -> Cell:
        """The cell."""
        return where

    def where(self, place: Cell) -> Cell:
        """The cell."""
        return place


SIDE = 4
"""Cells along a zone's side."""

ROCK = Terrain("rock", blocks_move=True, blocks_sight=True)
POND = Terrain("water", cost=2)


def chart(
    *rows: str,
    doors: str = "",
    locked: str = "",
    open_doors: str = "",
    climbs: str = "",
    gaps: str = "",
    rubble: str = "",
    walls: str = "",
    cover: str = "",
    barrier: str = "",
    dark: str = "",
    smoke: str = "",
    difficult: str = "",
    water: str = "",
    rapids: str = "",
    overgrown: str = "",
    capacity: int = 8,
    features: Mapping[str, FeatureKind] | None = None,
    **more: Any,
) -> Field:
    """A field on which every letter is a zone of four by four cells and every dot is rock.

    Pairs of letters, parted by spaces, name borders that are doors (shut, locked or open), climbs, gaps, rubble or
    walls; single letters name zones. ``features``: letters of zones that a feature fills, and its kind, as in
    ``{"c": "fire", "ah": "exit"}``.
    """
    spots = {letter: (x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."}
    assert len(spots) == sum(letter != "." for row in rows for letter in row), "every letter may stand once"
    kinds = {**dict.fromkeys(difficult, 1), **dict.fromkeys(water + rapids, 2)}
    wide, high = SIDE * len(rows[0]), SIDE * len(rows)
    owner = ["".join(letter * SIDE for letter in rows[y // SIDE]) for y in range(high)]
    ground = tuple(3 if letter == "." else kinds.get(letter, 0) for row in owner for letter in row)
    zones = tuple(
        Zone(
            letter,
            f"Zone {letter}",
            _cells(spots[letter]),
            kind="water" if letter in water else "rapids" if letter in rapids else "open",
            capacity=capacity,
            cover="barrier" if letter in barrier else "cover" if letter in cover else "none",
            dark=letter in dark,
            smoke=letter in smoke,
            overgrown=letter in overgrown,
        )
        for letter in spots
    )
    edges = [
        _edge(spots, pair, "door", state)
        for pairs, state in ((doors, "closed"), (locked, "locked"), (open_doors, "open"))
        for pair in pairs.split()
    ]
    edges += [_edge(spots, pair, "wall", "closed") for pair in walls.split()]
    marked: list[tuple[str, BorderKind]] = [(climbs, "climb"), (gaps, "gap"), (rubble, "rubble")]
    borders = [
        Border(pair, _beside(spots[pair[0]], spots[pair[1]]), kind) for pairs, kind in marked for pair in pairs.split()
    ]
    things = tuple(
        Feature(f"{kind}-{letter}", kind, _cells(spots[letter]))
        for letters, kind in (features or {}).items()
        for letter in letters
    )
    return Field(
        wide,
        high,
        (Terrain(), ROUGH, POND, ROCK),
        ground,
        edges=tuple(edges),
        zones=zones,
        borders=tuple(borders),
        features=things,
        **more,
    )


def _cells(spot: Cell) -> tuple[Cell, ...]:
    x, y = SIDE * spot[0], SIDE * spot[1]
    return tuple((x + i, y + j) for j in range(SIDE) for i in range(SIDE))


def _beside(one: Cell, two: Cell) -> tuple[Cell, ...]:
    """The cells on both sides of the line between two zones that lie side by side."""
    first, second = sorted((one, two))
    x, y = SIDE * second[0], SIDE * second[1]
    if first[1] == second[1]:
        return tuple((x - back, y + along) for along in range(SIDE) for back in (1, 0))
    return tuple((x + along, y - back) for along in range(SIDE) for back in (1, 0))


def _edge(spots: Mapping[str, Cell], pair: str, kind: Any, state: Any) -> Edge:
    """A door or wall along the whole line between two zones; a door's id is its pair."""
    first, second = sorted((spots[pair[0]], spots[pair[1]]))
    x, y = SIDE * second[0], SIDE * second[1]
    end = (x, y + SIDE) if first[1] == second[1] else (x + SIDE, y)
    return Edge(pair, (x, y), end, kind, state, cost="bonus", name=f"door {pair}")


CHAIN = chart("abcdefghijklmnopqr")
"""Eighteen zones in a row from west to east, open ground."""

RING = chart("abc", "h.d", "gfe")
"""Eight zones around a rock that hides opposite ones from each other."""

TWO_METRES = 4 * UNIT // 3
"""Lattice steps in two metres."""


class ZoneFight(Fight[S, N, str]):
    """A battle in zones, written as the letters of a ``chart``: "a" for a zone, "ab" for the border between two."""

    home = CHAIN

    def place(self, where: str) -> ZonePlace:
        """The zone of a letter, or the border of two."""
        zones = self.ground.zones
        letters = [area.id for area in zones.areas]
        strange = [letter for letter in where if letter not in letters]
        assert not strange, f"there is no zone {strange[0]!r} in {where!r}; there are {', '.join(letters)}"
        numbers = [letters.index(letter) for letter in where]
        if len(numbers) == 1:
            return InZone(numbers[0])
        found = [n for n, crossing in enumerate(zones.crossings) if sorted(crossing.zones) == sorted(numbers)]
        assert found, f"there is no border {where}"
        return OnBorder(found[0])

    def cell(self, where: str) -> Cell:
        """The first cell of the (first) zone."""
        return self.ground.zones.cells(self.place(where[0]))[0]

    def where(self, place: ZonePlace) -> str:
        """A place in letters."""
        zones = self.ground.zones
        return "".join(zones.area(zone).id for zone in zones.zones_of(place))

    def key(self, verb: str, where: str) -> str:
        """The key of an option that leads to a place: ``fight.key("move", "ab")``."""
        return f"{verb} {written(self.place(where))}"
