"""A battle under test: stand people on open ground, answer by key, feed dice.

Combatants go by the names a test gives them. ``play`` takes answers in order: keys for choices, faces for dice, each
with the dice they are meant for. Reactions that the script doesn't speak to are let be.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from game.rules.dice import sides_of
from game.rules.events import Event, Id
from game.rules.match import Match
from game.rules.questions import Choose, Impossible, Roll
from game.rules.setup import Objective, Recruit, Setup, SideSetup
from game.rules.state import Combatant, State, Thing
from game.rules.tally import Tally
from game.spatial.field import UNIT, Cell, Edge, Field, Terrain
from game.spatial.space import Space
from rulesets.sovereign import RULESET
from rulesets.sovereign.events import AttackHit, AttackMissed, AttackRolled, Checked, DamageRolled, Harmed
from rulesets.sovereign.sheet import Body, Sheet, SovereignBoard, SovereignState, Turn
from tests.rulesets.dice import Dice

E = TypeVar("E", bound=Event)


OPEN = Field(24, 12)

WALL = Terrain("wall", blocks_move=True, blocks_sight=True)
ROUGH = Terrain("rubble", cost=2)
CRATE = Terrain("crate", height=3 * UNIT // 5)
"""Three feet high."""


def ground(*rows: str, edges: tuple[Edge, ...] = (), **more: Any) -> Field:
    """A field drawn in characters: ``.`` floor, ``#`` wall, ``~`` rough, ``c`` a crate, digits: height in cells."""
    palette = (Terrain(), WALL, ROUGH, CRATE)
    kinds = {"#": 1, "~": 2, "c": 3}
    width = len(rows[0])
    assert all(len(row) == width for row in rows)
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


class Fight:
    """One battle, begun in the midst of a round unless ``fresh``."""

    def __init__(
        self,
        party: Mapping[str, Cell | tuple[str, Cell]],
        foes: Mapping[str, Cell | tuple[str, Cell]],
        *,
        field: Field = OPEN,
        acting: str = "party",
        fresh: bool = False,
        objective: Objective | None = None,
        hidden: tuple[str, ...] = (),
        party_side: bool = True,
        **options: str,
    ) -> None:
        """``party`` and ``foes``: name: cell (the name is a unit's key), or name: (unit, cell)."""
        self.setup = Setup(
            "sovereign",
            field,
            (
                SideSetup("party", _squad(party, hidden), party=party_side),
                SideSetup("foes", _squad(foes, hidden)),
            ),
            objective=objective or Objective(),
            options=options,
        )
        names = [*party, *foes]
        begun = RULESET.begin(self.setup)
        bodies = [
            Combatant(Id(name), c.side, c.at, c.sheet) for name, c in zip(names, begun.combatants.values(), strict=True)
        ]
        state: SovereignState = replace(begun, combatants={c.id: c for c in bodies})
        if not fresh:
            order = (acting, "foes" if acting == "party" else "party")
            strength = {"party": len(party), "foes": len(foes)}
            state = replace(state, turn=replace(state.turn, round=1, order=order, phase="side", strength=strength))
        self._state = state
        self.let_be: list[tuple[str, str]] = []
        """Topic of every reaction that was let be, and whose it was."""
        self._match: Match[Sheet, Turn] | None = None

    # -- before the first answer

    def sheet_of(self, who: str, **changes: Any) -> Fight:
        """Begin with a sheet changed."""
        assert self._match is None, "the battle has begun"
        c = self._state.combatants[Id(who)]
        self._put(Combatant(c.id, c.side, c.at, replace(c.sheet, **changes)))
        return self

    def profile_of(self, who: str, **changes: Any) -> Fight:
        """Begin with a profile changed; hit points follow."""
        c = self._state.combatants[Id(who)]
        profile = replace(c.sheet.profile, **changes)
        return self.sheet_of(who, profile=profile, hp=changes.get("hp", c.sheet.hp))

    def weapon_of(self, who: str, key: str, **changes: Any) -> Fight:
        """Begin with a weapon changed."""
        profile = self._state.combatants[Id(who)].sheet.profile
        weapons = tuple(replace(weapon, **changes) if weapon.key == key else weapon for weapon in profile.weapons)
        return self.profile_of(who, weapons=weapons)

    def thing(self, id_: str, key: str, at: Cell, **marks: int) -> Fight:
        """Begin with something lying on the ground."""
        thing = Thing(id_, key, at, marks)
        self._state = replace(self._state, things={**self._state.things, id_: thing})
        return self

    def turn_of(self, **changes: Any) -> Fight:
        """Begin with the turn record changed."""
        assert self._match is None, "the battle has begun"
        self._state = replace(self._state, turn=replace(self._state.turn, **changes))
        return self

    def _put(self, c: Combatant[Sheet]) -> None:
        self._state = replace(self._state, combatants={**self._state.combatants, c.id: c})

    # -- playing

    @property
    def match(self) -> Match[Sheet, Turn]:
        """The battle."""
        if self._match is None:
            self._match = Match(RULESET, self.setup, Space(self.setup.field), self._state)
        return self._match

    def play(self, *answers: str | Dice) -> Fight:
        """Give answers, letting be every reaction that the next answer does not speak to."""
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
                if question.kind != "act" or question.who != answer:  # the last of a side acts without being picked
                    self.match.answer(answer)
        self._let_be(None)
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
            self.let_be.append((question.topic, str(question.who)))
            self.match.answer(question.idle)

    # -- looking

    @property
    def asked(self) -> Choose[Any]:
        """The choice that waits."""
        question = self.match.pending
        assert isinstance(question, Choose), f"no choice waits but {question!r}"
        return question

    def offers(self, key: str) -> bool:
        """Whether the choice that waits has an option of that key."""
        try:
            self.asked.options.find(key)
        except Impossible:
            return False
        return True

    def keys(self) -> list[str]:
        """All keys of the choice that waits."""
        return [option.key for option in self.asked.options]

    def refusal(self, label: str) -> str:
        """The rule by which something is refused now."""
        return next(refusal.rule for refusal in self.asked.refusals() if refusal.label.startswith(label))

    @property
    def board(self) -> SovereignBoard:
        """The battle as it stands."""
        return self.match.board

    @property
    def state(self) -> State[Sheet, Turn]:
        """The state as it stands."""
        return self.match.state

    def body(self, who: str) -> Body:
        """A combatant as it is now."""
        return self.board.now(Id(who))

    def sheet(self, who: str) -> Sheet:
        """A sheet as it is now."""
        return self.body(who).sheet

    def hp(self, who: str) -> int:
        """Hit points as they are now."""
        return self.sheet(who).hp

    def at(self, who: str) -> Cell:
        """Where somebody stands now."""
        return self.body(who).at

    def told(self, kind: type[E]) -> list[E]:
        """Events of a kind so far."""
        return [event for event in self.match.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        """The latest event of a kind."""
        found = self.told(kind)
        assert found, f"no {kind.__name__} so far"
        return found[-1]

    @property
    def winner(self) -> str | None:
        """Who has won a battle that is over."""
        verdict = self.state.verdict
        assert verdict is not None, "the battle goes on"
        return verdict.winner

    @property
    def opportunities(self) -> list[str]:
        """Who had an attack of opportunity and let it be."""
        return [who for topic, who in self.let_be if topic == "attack of opportunity"]

    @property
    def attack(self) -> int:
        """What was added to the latest attack roll."""
        return self.last(AttackRolled).tally.total

    @property
    def ac(self) -> int:
        """The AC that the latest attack roll was against, when it was rolled."""
        return self.last(AttackRolled).ac.total

    @property
    def dealt(self) -> int:
        """The latest damage of a hit."""
        return self.last(DamageRolled).dealt

    @property
    def hit(self) -> bool:
        """Whether the latest attack hit."""
        ends = [event for event in self.match.events if isinstance(event, (AttackHit, AttackMissed))]
        assert ends, "no attack so far"
        return isinstance(ends[-1], AttackHit)

    @property
    def lost(self) -> list[tuple[str, int]]:
        """Hit points lost so far, by whom, in order."""
        return [(event.who, event.amount) for event in self.told(Harmed)]

    @property
    def checked(self) -> Checked:
        """The latest skill check or save."""
        return self.last(Checked)


def terms(tally: Tally) -> dict[str, int]:
    """The terms of a tally by the rule they come from, added up."""
    found: dict[str, int] = {}
    for term in tally.terms:
        found[term.rule] = found.get(term.rule, 0) + term.value
    return found


def shown(question: Choose[Any] | Roll | None) -> str:
    """A question in a line."""
    if isinstance(question, Choose):
        singles = [option.key for option in question.options.singles]
        return f"{question.seat}: {question.why} {singles} {[family.verb for family in question.options.families]}"
    return repr(question)


def _squad(members: Mapping[str, Cell | tuple[str, Cell]], hidden: tuple[str, ...]) -> tuple[Recruit, ...]:
    squad = []
    for name, value in members.items():
        unit, at = (value[0], value[1]) if isinstance(value[0], str) else (name, value)
        squad.append(Recruit(str(unit), "", at, name in hidden))
    return tuple(squad)
