"""A battle under test: draw zones, stand people in them, answer by key, feed dice.

``chart`` draws a field on which every letter is a zone; places go by those letters, "a" for a zone and "ab" for the
border between two. Combatants go by the names a test gives them. ``play`` takes answers in order: keys for choices,
faces for dice, each with the dice they are meant for. Reactions (and offers of stunts, and omens) that the script
doesn't speak to are let be.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from game.rules.dice import sides_of
from game.rules.events import Event, Id
from game.rules.match import Match
from game.rules.questions import Choose, Impossible, Option, Roll
from game.rules.setup import Objective, Recruit, Setup, SideSetup
from game.rules.state import Combatant, State, Thing
from game.rules.table import Table
from game.spatial.field import Field
from game.spatial.places import InZone, OnBorder, ZonePlace, written
from game.spatial.space import Space
from rulesets.murdham import RULESET
from rulesets.murdham.events import AttackHit, AttackMissed, DamageRolled, Harmed, Reacted, Saved
from rulesets.murdham.sheet import Body, MurdhamBoard, MurdhamState, MurdhamTable, Sheet, Turn
from tests.rulesets.dice import Dice
from tests.rulesets.murdham.ground import CHAIN as CHAIN
from tests.rulesets.murdham.ground import RING as RING
from tests.rulesets.murdham.ground import TWO_METRES as TWO_METRES
from tests.rulesets.murdham.ground import chart as chart
from tests.rulesets.murdham.people import HEROES as HEROES

E = TypeVar("E", bound=Event)
T = TypeVar("T")


# ------------------------------------------------------------------ the people

Where = str | tuple[str, str]
"""The place of a unit that goes by its key: "a"; or unit and place of one with another name: ("bandit", "ab")."""


class Fight:
    """One battle, begun in the midst of the first round unless ``fresh``."""

    def __init__(
        self,
        party: Mapping[str, Where],
        foes: Mapping[str, Where],
        others: Mapping[str, Where] | None = None,
        *,
        field: Field = CHAIN,
        acting: str = "party",
        fresh: bool = False,
        objective: Objective | None = None,
        hidden: tuple[str, ...] = (),
        party_side: bool = True,
        roster: str = "",
        **options: str,
    ) -> None:
        """``party``, ``foes`` and perhaps ``others``, a third side: name: place, or name: (unit, place).

        ``roster``: units besides HEROES. ``options``: settings of murdham. ``hidden``: names of those in ambush.
        """
        self.ground = Space(field)
        squads = {"party": party, "foes": foes, **({"others": others} if others else {})}
        self.setup = Setup(
            "murdham",
            field,
            tuple(
                SideSetup(side, self._squad(squad, hidden), party=party_side and side == "party")
                for side, squad in squads.items()
            ),
            objective=objective or Objective(),
            options=options,
            roster=HEROES + roster,
        )
        begun = RULESET.begin(self.setup, self.ground)
        places = {
            name: where if isinstance(where, str) else where[1] for s in squads.values() for name, where in s.items()
        }
        bodies = [
            Combatant(Id(name), c.side, self.place(places[name]), c.sheet)
            for name, c in zip(places, begun.combatants.values(), strict=True)
        ]
        state: MurdhamState = replace(begun, combatants={c.id: c for c in bodies})
        if not fresh:
            sides = list(squads)
            at = sides.index(acting)
            order = (*sides[at:], *sides[:at])
            strength = {side: len(squad) for side, squad in squads.items()}
            turn = replace(state.turn, round=1, phase="act", initiative=acting, order=order, strength=strength)
            state = replace(state, turn=turn)
        self._state = state
        self.let_be: list[tuple[str, str]] = []
        """Topic of every reaction that was let be, and whose it was (for guards, consent and omens the side's)."""
        self.heard: list[Event] = []
        """What the latest procedure that was run by itself told."""
        self._match: Match[Sheet, Turn] | None = None

    def _squad(self, members: Mapping[str, Where], hidden: tuple[str, ...]) -> tuple[Recruit, ...]:
        squad = []
        for name, value in members.items():
            unit, where = (name, value) if isinstance(value, str) else value
            cell = self.ground.zones.cells(self.place(where[0]))[0]
            squad.append(Recruit(unit, name if unit != name else "", cell, name in hidden))
        return tuple(squad)

    def place(self, where: str) -> ZonePlace:
        """The zone of a letter, or the border of two."""
        zones = self.ground.zones
        numbers = [next(n for n, area in enumerate(zones.areas) if area.id == letter) for letter in where]
        if len(numbers) == 1:
            return InZone(numbers[0])
        found = [n for n, crossing in enumerate(zones.crossings) if sorted(crossing.zones) == sorted(numbers)]
        assert found, f"there is no border {where}"
        return OnBorder(found[0])

    def key(self, verb: str, where: str) -> str:
        """The key of an option that leads to a place: ``fight.key("move", "ab")``."""
        return f"{verb} {written(self.place(where))}"

    # -- before the first answer

    def sheet_of(self, who: str, **changes: Any) -> Fight:
        """Begin with a sheet changed."""
        assert self._match is None, "the battle has begun"
        c = self._state.combatants[Id(who)]
        self._put(Combatant(c.id, c.side, c.at, replace(c.sheet, **changes)))
        return self

    def profile_of(self, who: str, **changes: Any) -> Fight:
        """Begin with a profile changed; abilities and health of the sheet follow, where they are among the changes."""
        c = self._state.combatants[Id(who)]
        follow = {name: changes[name] for name in ("STR", "AGI", "WIT", "health", "armour", "omens") if name in changes}
        return self.sheet_of(who, profile=replace(c.sheet.profile, **changes), **follow)

    def weapon_of(self, who: str, key: str, **changes: Any) -> Fight:
        """Begin with a weapon changed."""
        profile = self._state.combatants[Id(who)].sheet.profile
        weapons = tuple(replace(weapon, **changes) if weapon.key == key else weapon for weapon in profile.weapons)
        return self.profile_of(who, weapons=weapons)

    def thing(self, id_: str, key: str, where: str, *marks: str) -> Fight:
        """Begin with something lying on the ground, in a state of which its marks tell."""
        assert self._match is None, "the battle has begun"
        thing = Thing(id_, key, self.place(where), dict.fromkeys(marks, 1))
        self._state = replace(self._state, things={**self._state.things, id_: thing})
        return self

    def turn_of(self, **changes: Any) -> Fight:
        """Begin with the turn record changed."""
        assert self._match is None, "the battle has begun"
        self._state = replace(self._state, turn=replace(self._state.turn, **changes))
        return self

    def _put(self, c: Body) -> None:
        self._state = replace(self._state, combatants={**self._state.combatants, c.id: c})

    # -- playing

    @property
    def match(self) -> Match[Sheet, Turn]:
        """The battle."""
        if self._match is None:
            self._match = Match(RULESET, self.setup, self.ground, self._state)
        return self._match

    def play(self, *answers: str | Dice) -> Fight:
        """Give answers, letting be every reaction that the next answer does not speak to, and those after the last."""
        self.until(*answers)
        self._let_be(None)
        return self

    def until(self, *answers: str | Dice) -> Fight:
        """The same, but a reaction asked for after the last answer waits."""
        for answer in answers:
            self._let_be(answer)
            question = self.match.pending
            assert question is not None, f"the battle is over, and {answer!r} is left"
            if isinstance(answer, Dice):
                assert isinstance(question, Roll), f"{answer} was meant for dice, but asked is: {shown(question)}"
                assert sides_of(question.dice) == sides_of(answer.dice), (
                    f"{answer} was meant, but rolled is {question.dice}: {question.why}"
                )
                self.match.answer(answer.faces)
            else:
                assert isinstance(question, Choose), f"{answer!r} was meant for a choice, but rolled is {question!r}"
                self.match.answer(answer)
        return self

    def _let_be(self, answer: str | Dice | None) -> None:
        while True:
            question = self.match.pending
            if not isinstance(question, Choose) or question.kind != "react" or not question.idle:
                return
            if isinstance(answer, str):
                try:
                    question.options.find(answer)
                    return
                except Impossible:
                    pass
            self.let_be.append((question.topic, str(question.who or question.seat)))
            self.match.answer(question.idle)

    def run(self, procedure: Callable[[MurdhamTable], Coroutine[Any, Any, T]], *answers: str | Dice) -> T:
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
            answer = next(told)
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
        return [option.key for option in self.asked.options if not verb or option.key.split()[0] == verb]

    def refusal(self, label: str) -> str:
        """The rule by which something is refused now."""
        return next(refusal.rule for refusal in self.asked.refusals() if refusal.label.startswith(label))

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.match.over

    @property
    def board(self) -> MurdhamBoard:
        """The battle as it stands."""
        return self.match.board

    @property
    def state(self) -> State[Sheet, Turn]:
        """The state as it stands."""
        return self.match.state

    @property
    def turn(self) -> Turn:
        """The record of turns as it stands."""
        return self.state.turn

    def body(self, who: str) -> Body:
        """A combatant as it is now, or as it was when it left."""
        return self.board.now(Id(who))

    def sheet(self, who: str) -> Sheet:
        """A sheet as it is now."""
        return self.body(who).sheet

    def health(self, who: str) -> int:
        """Health as it is now."""
        return self.sheet(who).health

    def acted(self, who: str) -> bool:
        """Whether somebody's turn of this round is spent."""
        return self.sheet(who).acted

    def at(self, who: str) -> str:
        """Where somebody stands now, in letters."""
        zones = self.ground.zones
        return "".join(zones.area(zone).id for zone in zones.zones_of(self.body(who).at))

    def told(self, kind: type[E]) -> list[E]:
        """Events of a kind so far."""
        return [event for event in self.match.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        """The latest event of a kind."""
        found = self.told(kind)
        assert found, f"no {kind.__name__} so far"
        return found[-1]

    @property
    def log(self) -> list[str]:
        """What the log says so far, without what it leaves out."""
        lines = (RULESET.tell(self.board, event) for event in self.match.events)
        return [line.text for line in lines if line is not None]

    @property
    def winner(self) -> str | None:
        """Who has won a battle that is over."""
        verdict = self.state.verdict
        assert verdict is not None, "the battle goes on"
        return verdict.winner

    @property
    def dealt(self) -> int:
        """The latest damage, after armour."""
        return self.last(DamageRolled).dealt

    @property
    def net(self) -> int:
        """Enhancements less impairments of the latest damage."""
        return self.last(DamageRolled).net

    @property
    def armour(self) -> dict[str, int]:
        """What was taken from the latest damage, by name."""
        return dict(self.last(DamageRolled).armour)

    @property
    def hit(self) -> bool:
        """Whether the latest attack hit."""
        ends = [event for event in self.match.events if isinstance(event, (AttackHit, AttackMissed))]
        assert ends, "no attack so far"
        return isinstance(ends[-1], AttackHit)

    @property
    def lost(self) -> list[tuple[str, int]]:
        """Health lost so far, by whom, in order."""
        return [(event.who, event.amount) for event in self.told(Harmed)]

    @property
    def saved(self) -> Saved:
        """The latest save."""
        return self.last(Saved)

    @property
    def reacted(self) -> list[tuple[str, str]]:
        """Reactions so far: who, and what."""
        return [(event.who, event.what) for event in self.told(Reacted)]

    @property
    def windows(self) -> list[str]:
        """Who was asked for a reaction to an attack on it, and let it be."""
        return [who for topic, who in self.let_be if topic == "reaction"]


def shown(question: Choose[Any] | Roll | None) -> str:
    """A question in a line."""
    if isinstance(question, Choose):
        singles = [option.key for option in question.options.singles]
        return f"{question.seat}: {question.why} {singles} {[family.verb for family in question.options.families]}"
    return repr(question)
