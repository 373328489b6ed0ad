"""Habits of AIs in their battles, counted: where play is foolish, long before it shows in who wins.

Everything is read from questions, menus, answers and events, for any ruleset. What counts as an attack is an answer of
one of ``Ruleset.attacks`` at somebody of another side who stands, or at a place. A turn of a member is all that it is
asked to do (questions of kind "act" that are about nobody else) within one round.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import msgspec

from game.ai.fallback import StepDistances
from game.rules.dice import sides_of
from game.rules.events import AttackEvent, EdgeChanged, Event, Id, Moved, Rolled, ThingPlaced, TurnChanged
from game.rules.match import AnyMatch, Asked
from game.rules.questions import Answer, Choose, Menu, Option, Roll
from game.rules.ruleset import AnyRuleset, HasPlanningModel
from game.rules.standing import Mark
from game.rules.state import AnyState, Combatant
from game.rules.table import Board
from game.rules.weights import PLAIN, Temperament
from game.spatial.places import InZone, OnBorder, Place
from game.spatial.space import Space


class Posture(msgspec.Struct):
    """Counts of some turns: attacks, steps to others, foes in reach."""

    turns: int = 0
    attacking: int = 0
    to_foe: int = 0
    """Steps to the nearest foe, of all these turns: cells of way, or halves of zones."""
    to_friend: int = 0
    """The same to the nearest friend."""
    befriended: int = 0
    """Turns at whose end there was a friend at all."""
    in_reach: int = 0
    """Foes who could attack it within their next turns, of all these turns."""

    def add(self, more: Posture) -> None:
        """Count other turns as well."""
        for name in Posture.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(more, name))


class PostureObserver:
    """Looks where somebody stands."""

    def __init__(self, rules: AnyRuleset, given: Mapping[str, Temperament | None]) -> None:
        """``given``: by side the temperament that all its members have, if any."""
        self._rules, self._given = rules, given
        self._ways = StepDistances()

    def see(self, board: Board[Any, Any], who: Id, *, attacked: bool) -> tuple[Temperament, Posture] | None:
        """How somebody stands whose turn has ended; None for who no longer does, or has no foe left."""
        if not isinstance(self._rules, HasPlanningModel):
            return None
        side = board.now(who).side
        model = self._rules.model(board, side)
        members = model.members()
        me = members.get(who)
        foes = [it for it in members.values() if it.side != side]
        if me is None or not foes:
            return None
        here, friends = board.now(who).at, [it for it in members.values() if it.side == side and it.id != who]
        found = Posture(
            turns=1,
            attacking=int(attacked),
            to_foe=self.nearest(board, here, [it.id for it in foes]),
            befriended=int(bool(friends)),
            to_friend=self.nearest(board, here, [it.id for it in friends]) if friends else 0,
            in_reach=sum(bool(model.reaches(it.id) & me.area) for it in foes),
        )
        return self._given.get(side) or me.temperament, found

    def nearest(self, board: Board[Any, Any], here: Place, others: Sequence[Id]) -> int:
        """Steps from a place to the nearest of some others."""
        return min(self._ways.steps(board.space, here, board.now(it).at) for it in others)


def write_postures(postures: Sequence[Mapping[Temperament, Posture]]) -> Iterator[tuple[str, list[str]]]:
    """Rows to read for the temperaments that occurred, the plain first: the words, and a cell for each AI."""
    met = dict.fromkeys(name for each in postures for name in each)
    for name in sorted(met, key=lambda name: (name != PLAIN, name)):
        some = [each.get(name, Posture()) for each in postures]
        yield f"{name}: turns", [str(one.turns) for one in some]
        yield "  attacking", [_mean(100 * one.attacking, one.turns, " %") for one in some]
        yield "  steps to the nearest foe", [_mean(one.to_foe, one.turns) for one in some]
        yield "  steps to the nearest friend", [_mean(one.to_friend, one.befriended) for one in some]
        yield "  foes who could attack it", [_mean(one.in_reach, one.turns) for one in some]


def _mean(total: int, count: int, unit: str = "") -> str:
    return f"{total / count:.1f}{unit}" if count else "-"


DRY = 3
"""Rounds in a row without harm to anybody from which on it is too many."""


class Habits(msgspec.Struct):
    """Counts of what one AI did, in one battle or several; those by name are of what the name says."""

    turns: int = 0
    deeds: dict[str, int] = {}
    """Answers to what a member does, by the option's verb."""
    attacking: int = 0
    """Turns with an attack; a blow at somebody who has fallen is none, here and below."""
    resolved: int = 0
    """Attacks that were resolved, in turns and out of them."""
    empty: int = 0
    """Turns in which nothing was done but to end them."""
    unasked: int = 0
    """Of the empty: those of members whom the side could have had act and did not, ending its turn or passing."""
    at_hand: int = 0
    """Of the empty: those in which an attack from where it stood was on the menu as the turn began."""
    a_step_off: int = 0
    """Of the other empty: those in which one was after a step to a neighbouring cell, or zone or border."""
    a_walk_off: int = 0
    """Of those left: those in which one was after some walk that was on the menu, or was itself one, as charges are."""
    closer: int = 0
    """Of those left: those in which some walk led nearer to a foe that its side knew of. The rest had nothing to do."""
    walked: int = 0
    """Turns in which a member moved by its own doing."""
    back: int = 0
    """Of these: those that ended where they had begun, and in which nothing else was done."""
    returned: int = 0
    """Of these: those that led back to where the turn before had begun, no foe having come in sight, nobody attacked in
    either."""
    undone: int = 0
    """Turns in which somebody took a posture, or anything else that marks it, and left it again with its next deed."""
    waited: int = 0
    """Turns without attack or walk by whose beginning its side, in this round and the one before, had been harmed and
    had done no harm."""
    opened: int = 0
    """Doors and gates that its members opened in the first round."""
    could: int = 0
    """Turns in which an attack was on a menu, whether it was made or not."""
    instead: dict[str, int] = {}
    """Of these, turns without one: what was done first, by verb; walks and ends only where there was nothing else."""
    thrown: int = 0
    """Attacks whose weapon lay on the ground afterwards, and of which the thrower had no second."""
    forsaken: int = 0
    """Of these: those whose weapon the thrower did not attack with again."""
    asked: dict[str, int] = {}
    """Reactions that could be taken, by topic."""
    used: dict[str, int] = {}
    """Reactions that were taken."""
    members: dict[str, int] = {}
    """Those who began the battles, by kind of unit."""
    near: dict[str, int] = {}
    """Attacks hand to hand, by the attacker's kind."""
    far: dict[str, int] = {}
    """Attacks from afar."""
    first: dict[str, int] = {}
    """First of the side to fall."""
    foremost: dict[str, int] = {}
    """Members nearest to a foe as the first round ended."""
    postures: dict[Temperament, Posture] = {}
    """Where members stood as their turns ended, by temperament."""

    @property
    def shooters(self) -> tuple[str, ...]:
        """Kinds of unit that fight from afar: most of their attacks are made so."""
        return tuple(kind for kind, count in self.far.items() if count > self.near.get(kind, 0))


class BattleHabits(msgspec.Struct, frozen=True):
    """Habits seen in one battle."""

    ais: tuple[Habits, Habits]
    dry: int
    """The most rounds in a row without harm to anybody."""
    stalled: int
    """The same after the first harm: the sides had met."""
    lull: int
    """The most rounds in a row after the first harm in which nobody even tried to do anything to another side."""


class Totals(msgspec.Struct, frozen=True):
    """Habits seen in several battles."""

    ais: tuple[Habits, Habits]
    battles: int
    dry: int
    stalled: int
    lull: int
    dry_battles: int
    """Battles with more than ``DRY`` rounds in a row without harm."""
    stalled_battles: int
    """The same after the first harm."""
    lull_battles: int
    """Battles with more than ``DRY`` rounds in a row in which nobody tried anything after the first harm."""


def add_up(seen: Sequence[BattleHabits]) -> Totals:
    """Everything that was seen together."""
    ais = (Habits(), Habits())
    for one in seen:
        for total, habits in zip(ais, one.ais, strict=True):
            _add(total, habits)
    dry, stalled, lull = [one.dry for one in seen], [one.stalled for one in seen], [one.lull for one in seen]
    return Totals(
        ais,
        len(seen),
        dry=max(dry, default=0),
        stalled=max(stalled, default=0),
        lull=max(lull, default=0),
        dry_battles=sum(count > DRY for count in dry),
        stalled_battles=sum(count > DRY for count in stalled),
        lull_battles=sum(count > DRY for count in lull),
    )


def _add(total: Habits, more: Habits) -> None:
    for name in Habits.__struct_fields__:
        mine, its = getattr(total, name), getattr(more, name)
        if isinstance(mine, int):
            setattr(total, name, mine + its)
            continue
        for key, count in its.items():
            if isinstance(count, Posture):
                mine.setdefault(key, Posture()).add(count)
            else:
                tick(mine, key, count)


def tick(counts: dict[str, int], key: str, by: int = 1) -> None:
    """Count one more of something, or several."""
    counts[key] = counts.get(key, 0) + by


def write_habits(names: Sequence[str], totals: Totals) -> Iterator[str]:
    """Habits as lines to read, a column for each AI."""
    yield f"  {'habits':<44}" + "".join(f"{name:>18}" for name in names)
    rows: list[tuple[str, str, str]] = [("turns of members", "turns", "")]
    rows += [
        ("with an attack", "attacking", "turns"),
        ("with an attack on the menu", "could", "turns"),
        ("empty", "empty", "turns"),
        ("empty, never asked", "unasked", "turns"),
        ("empty, an attack at hand", "at_hand", "turns"),
        ("empty, an attack a step off", "a_step_off", "turns"),
        ("empty, an attack a walk off", "a_walk_off", "turns"),
        ("empty, a walk leads nearer to a foe", "closer", "turns"),
        ("with a walk", "walked", "turns"),
        ("walks back to where they began", "back", "walked"),
        ("walks back to where the turn before began", "returned", "walked"),
        ("with a posture taken and left", "undone", "turns"),
        ("waiting while its side alone is harmed", "waited", "turns"),
        ("doors opened in the first round", "opened", ""),
        ("attacks resolved", "resolved", ""),
        ("weapons thrown", "thrown", ""),
        ("thrown and not used again", "forsaken", "thrown"),
    ]
    for words, name, of in rows:
        yield _row(words, [_of(getattr(a, name), getattr(a, of) if of else 0) for a in totals.ais])
    ais = totals.ais
    yield from _table("done", [a.deeds for a in ais], [sum(a.deeds.values()) for a in ais])
    yield from _table("done instead of an attack on the menu", [a.instead for a in ais], [a.could for a in ais])
    for topic in dict.fromkeys(topic for a in ais for topic in a.asked):
        cells = [f"{a.used.get(topic, 0)} of {a.asked.get(topic, 0)}" for a in ais]
        yield _row(f"reaction taken: {topic or 'any'}", cells)
    yield from _table("first of its side to fall", [a.first for a in ais], [sum(a.first.values()) for a in ais])
    for words, counts in (
        ("first to fall fights from afar", [a.first for a in ais]),
        ("foremost after a round fights from afar", [a.foremost for a in ais]),
        ("share of those in the squads", [a.members for a in ais]),
    ):
        shooting = [sum(each.get(kind, 0) for kind in a.shooters) for a, each in zip(ais, counts, strict=True)]
        yield _row(words, [_of(n, sum(each.values())) for n, each in zip(shooting, counts, strict=True)])
    yield "    where turns ended, by temperament"
    for words, shown in write_postures([a.postures for a in ais]):
        yield _row(f"  {words}", shown)
    yield (
        f"  most rounds in a row without harm: {totals.dry}, after the first harm {totals.stalled};"
        f" without anybody trying, {totals.lull}"
    )
    yield (
        f"  battles with more than {DRY} in a row: {totals.dry_battles} of {totals.battles},"
        f" after the first harm {totals.stalled_battles}; without anybody trying, {totals.lull_battles}"
    )


def _row(words: str, cells: Sequence[str]) -> str:
    return f"    {words:<42}" + "".join(f"{cell:>18}" for cell in cells)


def _table(title: str, counts: Sequence[Mapping[str, int]], wholes: Sequence[int]) -> Iterator[str]:
    """Counts by name, the most frequent first, each with its share of the whole."""
    names = dict.fromkeys(name for each in counts for name in each)
    if names:
        yield f"    {title}"
    for name in sorted(names, key=lambda name: (-sum(each.get(name, 0) for each in counts), name)):
        yield _row(f"  {name}", [_of(each.get(name, 0), whole) for each, whole in zip(counts, wholes, strict=True)])


def _of(count: int, whole: int) -> str:
    return f"{count} {count / whole:6.1%}" if whole else f"{count}       "


ON_THE_WAY = 200
"""Answers within which a step taken to see what could be done after it is over."""


@dataclass
class _Turn:
    habits: Habits
    who: Id
    side: str
    start: Place
    end: Place
    before: AnyMatch
    """The battle as the turn began, run only if somebody asks."""
    seen: Collection[Id]
    """Those whom its side knew of then."""
    pressed: bool
    """Whether its side alone had been harmed then."""
    menus: list[Menu[Any]] = field(default_factory=list)
    attacked: bool = False
    walked: bool = False
    deeds: list[str] = field(default_factory=list)
    """Verbs of what was done besides walking and ending the turn."""
    marks: list[tuple[Mark, ...]] = field(default_factory=list)
    """Its conditions as the turn began, or after its last walk, attack or roll, and after each deed since."""
    undone: bool = False
    """Whether something that marks it was taken and left again."""
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
        self._left_out: dict[Id, tuple[AnyMatch, str, bool]] = {}
        """Before a turn that was not asked for: the battle, the answer that would have asked, and whether its side
        alone had been harmed."""
        self._reacted: set[Id] = set()
        """Those who have done something out of turn since their last turn."""
        self._act: _Act | None = None
        self._fallen: set[str] = set()
        """Sides of which somebody has fallen."""
        self._down: set[Id] = set()
        self._harmed: dict[int, set[str]] = {}
        """Sides that were harmed, by round."""
        self._before: dict[Id, _Turn] = {}
        """The last turn of each, if it was in the round before."""
        self._busy: set[int] = set()
        """Rounds in which somebody did something to another side, or tried to."""
        self._thrown: dict[tuple[Id, str], str] = {}
        """Weapons thrown by somebody who has not attacked with them since, with the thing on the ground."""
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
            if question.who not in self._turns:
                me = self._match.board.now(question.who)
                habits, before = self._of[question.seat], self._match.fork()
                seen = self._rules.seen_by(self._match.board, me.side)
                pressed = self._alone_harmed(me.side)
                self._turns[question.who] = turn = _Turn(
                    habits, question.who, me.side, me.at, me.at, before, seen, pressed
                )
                turn.marks.append(self._rules.standing(before.board, question.who).marks)
            turn = self._turns[question.who]
            turn.menus.append(question.options)
            tick(turn.habits.deeds, option.verb)
        state = self._match.state
        attack = turn is not None and self._is_attack(option, turn.side, self._match.board)
        self._act = _Act(turn, option, attack, state, len(self._match.events), now)

    def finish(self) -> BattleHabits:
        """Habits seen, now that the battle is over or broken off."""
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

    def _note_reaction(self, question: Choose[Any], answer: str) -> None:
        """To let be has nothing that the rules could do; what they do if nobody says anything may be a reaction."""
        habits = self._of[question.seat]
        for topic in {option.topic or question.topic: 0 for option in question.options if option.value}:
            tick(habits.asked, topic)
        taken = question.options.find(answer)
        if taken.value:
            tick(habits.used, taken.topic or question.topic)
            if question.who is not None:
                self._reacted.add(question.who)

    def _leave_out(self, question: Choose[Any]) -> None:
        """Note those whom the side could have had act when it ended its turn, or passed."""
        before = self._match.fork()
        for who, key in question.takers.items():
            c = self._match.state.combatants.get(who)
            if c is not None and c.side == question.seat:
                self._left_out.setdefault(who, (before, key, self._alone_harmed(c.side)))

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
            sides = {self._match.board.now(who).side for who, _ in outcome.harm}
            self._harmed.setdefault(act.round, set()).update(sides)
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
        if act.round == 1:
            turn.habits.opened += sum(isinstance(event, EdgeChanged) and event.open for event in events)
        if me is not None:
            # what was taken for an attack, or came by chance, may be left
            if walks or any(isinstance(event, AttackEvent | Rolled) for event in events):
                turn.marks.clear()
            turn.marks.append(self._rules.standing(self._match.board, turn.who).marks)
            taken = len(turn.marks) > 2 and turn.marks[-1] == turn.marks[-3] != turn.marks[-2]
            turn.undone |= taken and not (act.attack or act.option.ends)
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
        for who, (before, key, pressed) in self._left_out.items():
            if who in self._turns or who in self._down:
                continue
            me = self._match.board.now(who)
            habits = self._of[me.side]
            habits.turns += 1
            start = before.fork()
            start.answer(key)
            habits.unasked += self._note_empty(habits, me.side, who, start)
            habits.waited += pressed
            self._reacted.discard(who)
        if self._round == 1:
            self._note_foremost()
        self._before = self._turns
        self._turns = {}
        self._left_out.clear()

    def _alone_harmed(self, side: str) -> bool:
        """Whether a side was harmed in this round so far and the one before, and did no harm."""
        harmed = self._harmed.get(self._round, set()) | self._harmed.get(self._round - 1, set())
        return harmed == {side}

    def _note_foremost(self) -> None:
        board = self._match.board
        standing = [c for c in board.state.combatants.values() if self._rules.standing(board, c.id).up]
        for side, habits in self._of.items():
            foes = [c.id for c in standing if c.side != side]
            ours = [c.id for c in standing if c.side == side]
            if foes and ours:
                who = min(ours, key=lambda who: self._postures.nearest(board, board.now(who).at, foes))
                tick(habits.foremost, self._kind(who))

    def _end_turn(self, turn: _Turn) -> None:
        habits = turn.habits
        habits.turns += 1
        habits.attacking += turn.attacked
        habits.walked += turn.walked
        habits.undone += turn.undone
        earlier = self._before.get(turn.who)
        if turn.walked and earlier is not None and turn.end == earlier.start != earlier.end:
            after = self._match.board if turn.after is None else turn.after
            come = set(self._rules.seen_by(after, turn.side)) - set(earlier.seen)
            habits.returned += not (come or turn.attacked or earlier.attacked)
        if not turn.attacked and not turn.walked and turn.who in self._match.state.combatants:
            habits.waited += turn.pressed
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
        self._reacted.discard(turn.who)

    def _note_empty(self, habits: Habits, side: str, who: Id, start: AnyMatch) -> bool:
        """Note a turn in which nothing was done, and why; False if what it had was used out of turn."""
        menu = menu_of(start, who)
        if who in self._reacted and not (menu is not None and self._holds_attack(menu, side, start.board)):
            return False
        habits.empty += 1
        if menu is None:
            return True
        if self._at_hand(menu, side, who, start):
            habits.at_hand += 1
            return True
        here, space = start.board.now(who).at, start.board.space
        walks = [
            (family.key(place), place)
            for family in menu.families
            if family.sample.target is None and family.sample.verb not in self._rules.attacks
            for place in family.places
        ]
        near = [key for key, place in walks if beside(space, here, place)]
        if any(self._leads_to_attack(start, key, side, who) for key in near):
            habits.a_step_off += 1
        elif self._holds_attack(menu, side, start.board) or any(
            self._leads_to_attack(start, key, side, who) for key, _ in walks if key not in near
        ):
            habits.a_walk_off += 1
        else:
            board = start.board
            known = (board.now(it) for it in self._rules.seen_by(board, side))
            foes = [it.id for it in known if it.side != side and self._rules.standing(board, it.id).up]
            steps = (
                [self._postures.nearest(board, place, foes) for place in (here, *(end for _, end in walks))]
                if foes
                else [0]
            )
            habits.closer += min(steps) < steps[0]
        return True

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
        there = start.fork()
        there.answer(key)
        menu = menu_of(there, who)
        return menu is not None and self._holds_attack(menu, side, there.board)

    def _holds_attack(self, menu: Menu[Any], side: str, board: Board[Any, Any]) -> bool:
        if any(self._is_attack(option, side, board) for option in menu.singles):
            return True
        return any(self._is_attack(family.sample, side, board) for family in menu.families)


def _target(option: Option[Any], state: AnyState) -> Combatant[Any, Any] | None:
    return state.combatants.get(option.target) if option.target else None


def _longest(rounds: Iterable[int], stirred: Container[int]) -> int:
    """The most rounds in a row that are none of some."""
    longest = run = 0
    for number in rounds:
        run = 0 if number in stirred else run + 1
        longest = max(longest, run)
    return longest


def menu_of(match: AnyMatch, who: Id) -> Menu[Any] | None:
    """Menu of somebody's turn, when all that is asked before has been answered; None if it gets no turn.

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
