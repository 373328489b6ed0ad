"""Looks on at a battle and counts what its AIs do.

Everything is read from questions, menus, answers and events, for any ruleset. What counts as an attack is an answer of
one of ``Ruleset.attacks`` at somebody of another side who stands, or at a place. A turn of a member is all that it is
asked to do (questions of kind "act" that are about nobody else) within one round.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from game.lab.habits import BattleHabits, Habits, tick
from game.lab.posture import Posture, PostureObserver
from game.rules.dice import sides_of
from game.rules.events import AttackEvent, Event, Id, Moved, ThingPlaced, TurnChanged
from game.rules.match import AnyMatch, Asked
from game.rules.questions import Answer, Choose, Menu, Option, Roll
from game.rules.state import AnyState, Combatant
from game.rules.table import Board
from game.rules.weights import Temperament
from game.spatial.places import InZone, OnBorder, Place
from game.spatial.space import Space

ON_THE_WAY = 200
"""Answers within which a step taken to see what could be done after it is over."""


@dataclass
class _Turn:
    """What a member has done of a turn so far."""

    habits: Habits
    who: Id
    side: str
    start: Place
    end: Place
    before: AnyMatch
    """The battle as the turn began, run only if somebody asks."""
    menus: list[Menu[Any]] = field(default_factory=list)
    attacked: bool = False
    walked: bool = False
    deeds: list[str] = field(default_factory=list)
    """Verbs of what was done besides walking and ending the turn."""
    idle: str = ""
    """The verb of the last answer that did nothing."""
    after: Board[Any, Any] | None = None
    """The battle after its last answer."""


@dataclass
class _Act:
    """An answer, until the next question of what to do."""

    turn: _Turn | None
    option: Option[Any]
    attack: bool
    state: AnyState
    events: int
    """How many events there were before it."""
    round: int


class HabitObserver:
    """Looks on at one battle."""

    def __init__(
        self,
        match: AnyMatch,
        ais: Mapping[str, int],
        given: Mapping[str, Temperament | None] = MappingProxyType({}),
    ) -> None:
        """``ais``: which AI, 0 or 1, plays each side; ``given``: the temperament that all of a side have, if any."""
        self._match = match
        self._rules = match.ruleset
        self._habits = (Habits(), Habits())
        self._postures = PostureObserver(match.ruleset, given)
        self._of = {side: self._habits[ai] for side, ai in ais.items()}
        self._round = self._rules.round_of(match.state)
        self._turns: dict[Id, _Turn] = {}
        self._left_out: dict[Id, tuple[AnyMatch, str]] = {}
        self._act: _Act | None = None
        self._fallen: set[str] = set()
        """Sides of which somebody has fallen."""
        self._down: set[Id] = set()
        self._harmed: set[int] = set()
        """Rounds with harm."""
        self._busy: set[int] = set()
        """Rounds in which somebody did something to another side, or tried to."""
        self._thrown: dict[tuple[Id, str], str] = {}
        """Who threw which weapon and has not attacked with it since, with the thing on the ground."""
        self._kinds: dict[Id, str] = {}
        for c in match.state.combatants.values():
            if c.side in self._of:
                tick(self._of[c.side].members, self._kind(c.id))

    def see(self, question: Asked, answer: Answer) -> None:
        """Note an answer that is about to be given."""
        if isinstance(question, Roll) or not isinstance(answer, str) or question.seat not in self._of:
            return
        if question.kind == "react":
            self._note_reaction(question, answer)
        if question.kind not in ("act", "pick"):
            return
        self._settle()
        now = self._rules.round_of(self._match.state)
        if now != self._round:
            self._end_round()
            self._round = now
        option = question.options.find(answer)
        turn = None
        if question.kind == "pick":
            if option.ends:
                self._leave_out(question)
        elif question.who is not None and not question.about:
            turn = self._turn(question)
            turn.menus.append(question.options)
            tick(turn.habits.deeds, option.verb)
        state = self._match.state
        attack = turn is not None and self._is_attack(option, turn.side, self._match.board)
        self._act = _Act(turn, option, attack, state, len(self._match.events), now)

    def finish(self) -> BattleHabits:
        """What was seen, now that the battle is over or broken off."""
        self._settle()
        self._left_out.clear()  # the end came before its turn
        self._end_round()
        for who, _ in self._thrown:
            self._of[self._match.board.now(who).side].forsaken += 1
        last = max(self._harmed, default=self._round)
        rounds = range(1, max(self._round, last) + 1)
        met = min(self._harmed, default=len(rounds))
        return BattleHabits(
            self._habits,
            dry=_longest(rounds, self._harmed),
            stalled=_longest(rounds[met:], self._harmed),
            lull=_longest(rounds[met:], self._busy),
        )

    def _kind(self, who: Id) -> str:
        if who not in self._kinds:
            self._kinds[who] = self._rules.standing(self._match.board, who).kind
        return self._kinds[who]

    def _is_attack(self, option: Option[Any], side: str, board: Board[Any, Any]) -> bool:
        """Whether it is meant for another side, and not for somebody who has fallen already."""
        if option.verb not in self._rules.attacks:
            return False
        target = _target(option, board.state)
        return target is None or (target.side != side and self._rules.standing(board, target.id).up)

    def _turn(self, question: Choose[Any]) -> _Turn:
        assert question.who is not None
        who = question.who
        if who not in self._turns:
            me = self._match.board.now(who)
            self._turns[who] = _Turn(self._of[question.seat], who, me.side, me.at, me.at, self._match.fork())
        return self._turns[who]

    def _note_reaction(self, question: Choose[Any], answer: str) -> None:
        """To let be has nothing that the rules could do; what they do if nobody says anything may be a reaction."""
        habits = self._of[question.seat]
        for topic in {option.topic or question.topic: 0 for option in question.options if option.value}:
            tick(habits.asked, topic)
        taken = question.options.find(answer)
        if taken.value:
            tick(habits.used, taken.topic or question.topic)

    def _leave_out(self, question: Choose[Any]) -> None:
        """Whom the side could have had act when it ended its turn, or passed."""
        before = self._match.fork()
        for who, key in question.takers.items():
            c = self._match.state.combatants.get(who)
            if c is not None and c.side == question.seat:
                self._left_out.setdefault(who, (before, key))

    # -- what came of an answer

    def _settle(self) -> None:
        """Put down what the last answer led to, now that the next is asked for."""
        act, self._act = self._act, None
        if act is None:
            return
        state, events = self._match.state, self._match.events[act.events :]
        outcome = self._rules.outcome(act.state, state, events)
        for attacked in outcome.attacks:
            self._of[self._match.board.now(attacked.who).side].resolved += 1
        if outcome.harm:
            self._harmed.add(act.round)
        target = _target(act.option, act.state)
        at_foe = act.turn is not None and target is not None and target.side != act.turn.side
        if outcome.harm or outcome.attacks or act.attack or at_foe:
            self._busy.add(act.round)
        for who in outcome.down:
            side = self._match.board.now(who).side
            self._down.add(who)
            if side not in self._fallen:
                self._fallen.add(side)
                tick(self._of[side].first, self._kind(who))
        self._note_weapons(events)
        if act.turn is not None:
            self._note_deed(act, act.turn, state, events)

    def _note_deed(self, act: _Act, turn: _Turn, state: AnyState, events: Sequence[Event]) -> None:
        me = state.combatants.get(turn.who)
        turn.after = self._match.board.still()
        turn.end = me.at if me is not None else turn.end
        walks = any(isinstance(event, Moved) and event.who == turn.who and event.how == "walk" for event in events)
        turn.walked |= walks
        turn.attacked |= act.attack
        if act.option.ends or all(isinstance(event, TurnChanged) for event in events):
            turn.idle = act.option.verb
        elif act.attack or not walks or act.option.target is not None:
            turn.deeds.append(act.option.verb)

    def _note_weapons(self, events: Sequence[Event]) -> None:
        """Attacks from near and from afar, and what was thrown in them and lies on the ground now."""
        flung: list[AttackEvent] = []
        for event in events:
            if isinstance(event, AttackEvent):
                habits = self._of[self._match.board.now(event.who).side]
                tick(habits.far if event.flies else habits.near, self._kind(event.who))
                thing = self._thrown.pop((event.who, event.arm), None)
                if thing in self._match.state.things:  # it had another, or somebody else had dropped that one
                    habits.thrown -= 1
                if event.flies:
                    flung.append(event)
            if isinstance(event, ThingPlaced):
                shot = next((one for one in flung if one.arm == event.key), None)
                if shot is not None and shot.who not in self._down:  # the fallen drop what they have
                    flung.remove(shot)
                    self._of[self._match.board.now(shot.who).side].thrown += 1
                    self._thrown[shot.who, shot.arm] = event.id

    # -- what came of a turn

    def _end_round(self) -> None:
        for turn in self._turns.values():
            self._end_turn(turn)
        for who, (before, key) in self._left_out.items():
            if who in self._turns or who in self._down:
                continue
            me = self._match.board.now(who)
            habits = self._of[me.side]
            habits.turns += 1
            habits.unasked += 1
            start = before.fork()
            start.answer(key)
            self._note_empty(habits, me.side, who, start)
        self._turns.clear()
        self._left_out.clear()

    def _end_turn(self, turn: _Turn) -> None:
        habits = turn.habits
        habits.turns += 1
        habits.attacking += turn.attacked
        habits.walked += turn.walked
        seen = self._postures.see(turn.after, turn.who, attacked=turn.attacked) if turn.after is not None else None
        if seen is not None:
            habits.postures.setdefault(seen[0], Posture()).add(seen[1])
        if turn.attacked:
            habits.could += 1
            return
        if turn.walked and not turn.deeds and turn.start == turn.end:
            habits.back += 1
        if any(self._holds_attack(menu, turn.side, turn.before.board) for menu in turn.menus):
            habits.could += 1
            tick(habits.instead, turn.deeds[0] if turn.deeds else "a walk" if turn.walked else turn.idle)
        if not turn.deeds and not turn.walked:
            self._note_empty(habits, turn.side, turn.who, turn.before)

    def _note_empty(self, habits: Habits, side: str, who: Id, start: AnyMatch) -> None:
        habits.empty += 1
        menu = menu_of(start, who)
        if menu is None:
            return
        if self._at_hand(menu, side, who, start):
            habits.at_hand += 1
            return
        here, space = start.board.now(who).at, start.board.space
        ends = [
            (family.key(place), beside(space, here, place))
            for family in menu.families
            if family.sample.target is None and family.sample.verb not in self._rules.attacks
            for place in family.places
        ]
        if any(self._leads_to_attack(start, key, side, who) for key, near in ends if near):
            habits.a_step_off += 1
        elif self._holds_attack(menu, side, start.board) or any(
            self._leads_to_attack(start, key, side, who) for key, near in ends if not near
        ):
            habits.a_walk_off += 1

    def _at_hand(self, menu: Menu[Any], side: str, who: Id, start: AnyMatch) -> bool:
        """Whether there is an attack on the menu that takes the member a step at most, which a charge does not."""
        attacks = [option for option in menu.singles if self._is_attack(option, side, start.board)]
        here, space = start.board.now(who).at, start.board.space
        for family in menu.families:
            if self._is_attack(family.sample, side, start.board):
                near = next((place for place in family.places if place == here or beside(space, here, place)), None)
                attacks.append(family.sample if near is None else family.make(family.key(near), near))
        return any(self._stays(start, option.key, who) for option in attacks)

    def _stays(self, start: AnyMatch, key: str, who: Id) -> bool:
        """Whether an answer leaves a member where it is, or takes it no farther than a step."""
        there = start.fork()
        there.answer(key)
        menu_of(there, who)
        here, then = start.board.now(who).at, there.state.combatants.get(who)
        return then is None or then.at == here or beside(start.board.space, here, then.at)

    def _leads_to_attack(self, start: AnyMatch, key: str, side: str, who: Id) -> bool:
        """Whether there is an attack on the menu after a walk."""
        there = start.fork()
        there.answer(key)
        menu = menu_of(there, who)
        return menu is not None and self._holds_attack(menu, side, there.board)

    def _holds_attack(self, menu: Menu[Any], side: str, board: Board[Any, Any]) -> bool:
        if any(self._is_attack(option, side, board) for option in menu.singles):
            return True
        return any(self._is_attack(family.sample, side, board) for family in menu.families)


def _target(option: Option[Any], state: AnyState) -> Combatant[Any, Any] | None:
    """Whom an option is meant for, if anybody that is on the map."""
    return state.combatants.get(option.target) if option.target else None


def _longest(rounds: Iterable[int], stirred: Container[int]) -> int:
    """The most rounds in a row that are none of some."""
    longest = run = 0
    for number in rounds:
        run = 0 if number in stirred else run + 1
        longest = max(longest, run)
    return longest


def menu_of(match: AnyMatch, who: Id) -> Menu[Any] | None:
    """What somebody may do on its turn, when all that is asked before has been answered; None if it gets no turn.

    The match goes on to that question. Dice show the middle, and whatever is asked on the way is left alone.
    """
    for _ in range(ON_THE_WAY):
        question = match.pending
        if question is None or (isinstance(question, Choose) and question.kind == "pick"):
            return None
        if isinstance(question, Roll):
            match.answer(tuple((sides + 1) // 2 for sides in sides_of(question.dice)))
        elif question.kind == "act" and not question.about:
            return question.options if question.who == who else None
        else:
            match.answer(question.idle or question.options[0].key)
    return None


def beside(space: Space, here: Place, there: Place) -> bool:
    """Whether one step leads from one place to the other, as far as the ground goes."""
    match here, there:
        case (x, y), (column, row):
            return max(abs(x - column), abs(y - row)) == 1
        case ((InZone() | OnBorder()), (InZone() | OnBorder())):
            return there in space.zones.halves(here)
        case _:
            return False
