"""What a side cannot know changes nothing that it sees, is offered or does: the same, byte for byte.

Battles with people in ambush on both sides and a dark room between them are played by lot. At positions of theirs,
somebody whom the asked side does not know of is put elsewhere, made another (health, gear, kind), taken away or given
company. Where that makes no contact on the way, the question, the refusals, the board in letters, the log and the
answers of AIs must be what they were.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from game.ai import opponent
from game.ai.belief import known_board, known_match
from game.ai.fallback import Fallback
from game.files.battlefile import write_event
from game.rules import registry
from game.rules.events import Id, Moved, TurnChanged
from game.rules.match import Answerer, AnyMatch, Asked, Match, OutOfStep
from game.rules.questions import Choose, Impossible, Option, Roll, Seat
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Setup, SideSetup
from game.rules.state import Combatant, State
from game.rules.table import Board
from game.rules.visibility import SideVisibility
from game.spatial.places import Place
from game.terminal.text_map import draw
from tests.laws.ambushes import begin, dark_house, ground
from tests.laws.cases import Reckless, numbers
from tests.rules.battles import installed

FALLBACK = "fallback"

LONGEST = 400
"""Answers of one battle that are looked at."""

TRIED_OUT = 50
"""Positions of a game from which it is looked whether the question can be reached as it is known."""

with installed():
    RULESETS = registry.names()


@dataclass(frozen=True)
class Position:
    """A question of a side that does not know of everybody."""

    match: AnyMatch
    question: Choose[Any]
    unknown: tuple[Id, ...]

    @cached_property
    def again(self) -> AnyMatch:
        """The same battle, gone on with from its checkpoint."""
        match = self.match
        return Match(match.ruleset, match.setup, match.ground, match.checkpoint, match.since, record=False)

    @cached_property
    def shown(self) -> dict[str, Any]:
        """What the side that is asked sees of it."""
        return shown(self.again, Seat(self.question.seat))

    @cached_property
    def ways(self) -> list[tuple[Id, Place]]:
        """Where those of other sides have walked in the step at hand."""
        return others_ways(self.again, Seat(self.question.seat))


def positions(rules: AnyRuleset, many: int) -> Iterator[Position]:
    """Positions of battles played by lot: half of them in the middle of a step, where somebody may react."""
    found = seed = 0
    while found < many and seed < 40 * many:
        seed += 1
        match, seat, random = begin(rules, seed), Reckless(seed), Random(seed)
        for _ in range(LONGEST):
            question = match.pending
            if question is None or found >= many:
                break
            hidden = {side.name: unseen(match, side.name) for side in match.setup.sides}
            if not any(hidden.values()):
                break  # everybody has come out
            if isinstance(question, Choose) and question.seat in hidden:
                unknown = hidden[question.seat]
                if unknown and random.random() < (0.3 if match.since else 0.1):
                    found += 1
                    yield Position(match, question, unknown)
            match.answer(seat.answer(match, question))


def unseen(match: AnyMatch, side: str) -> tuple[Id, ...]:
    """Whom a side does not know of, neither now nor when the step began."""
    now = set(match.ruleset.seen_by(match.board, side))
    then = set(match.ruleset.seen_by(Board(match.checkpoint, match.setup, match.ground), side))
    return tuple(who for who in match.checkpoint.combatants if who not in now | then)


# -- what can't be known is changed


def elsewhere(position: Position, random: Random) -> State[Any, Any]:
    """Somebody unknown stands at another place where nobody is."""
    match = position.match
    who = random.choice(position.unknown)
    return moved(match, match.checkpoint, match.checkpoint.combatants[who], random)


def moved(match: AnyMatch, state: State[Any, Any], c: Combatant[Any], random: Random) -> State[Any, Any]:
    """The state with a body at a place by lot that has room for it: rather near somebody of another side than far."""
    board, rules, space = Board(state, match.setup, match.ground), match.ruleset, match.ground
    if rules.places == "cells":
        bodies = {
            who: space.footprint(other.at, rules.standing(board, who).size) for who, other in state.combatants.items()
        }
        taken = {cell for who, cells in bodies.items() if who != c.id for cell in cells}
        size = rules.standing(board, c.id).size
        free = [(x, y) for x in range(18) for y in range(8) if space.standable((x, y), size)]
        spots: list[Place] = [spot for spot in free if not taken & set(space.footprint(spot, size))]
    else:
        spots = list(space.zones.all_zones)
    foe = random.choice([other.at for other in state.combatants.values() if other.side != c.side] or spots)
    x, y = numbers(foe)
    spots.sort(key=lambda spot: abs(numbers(spot)[0] - x) + abs(numbers(spot)[1] - y))
    at = random.choice(spots[:12] if random.random() < 0.7 else spots)
    return replace(state, combatants={**state.combatants, c.id: replace(c, at=at)})


def other_body(position: Position, random: Random) -> State[Any, Any]:
    """Somebody unknown is of another kind, with other health and gear."""
    match = position.match
    state, who = match.checkpoint, random.choice(position.unknown)
    c = state.combatants[who]
    size = match.ruleset.standing(match.board, who).size
    kinds = [o for o in lurkers(match.ruleset) if match.ruleset.standing(_alone(match, o), o.id).size == size]
    stand_in = random.choice(kinds)
    return replace(state, combatants={**state.combatants, who: replace(c, sheet=stand_in.sheet)})


def one_less(position: Position, random: Random) -> State[Any, Any]:
    """Somebody unknown is not there."""
    state, who = position.match.checkpoint, random.choice(position.unknown)
    return replace(state, combatants={id_: c for id_, c in state.combatants.items() if id_ != who})


def one_more(position: Position, random: Random) -> State[Any, Any]:
    """Somebody unknown has company."""
    match = position.match
    state = match.checkpoint
    c = state.combatants[random.choice(position.unknown)]
    twin = replace(c, id=Id(f"{c.id}-too"))
    return moved(match, replace(state, combatants={**state.combatants, twin.id: twin}), twin, random)


def lurkers(rules: AnyRuleset) -> tuple[Combatant[Any], ...]:
    """Everybody of the ready squads, in ambush."""
    return _lurkers(rules.name)


@cache
def _lurkers(name: str) -> tuple[Combatant[Any], ...]:
    with installed():
        rules = registry.ruleset(name)
    found: dict[str, Combatant[Any]] = {}
    for squad in rules.parties().values():
        for recruit in {each.unit: each for each in squad}.values():
            lone = (replace(recruit, hidden=True, at=None, name=""),)
            sides = (SideSetup("party", lone, party=True), SideSetup("foe", lone))
            begun = rules.begin(Setup(name, dark_house(), sides), ground())
            found.setdefault(recruit.unit, next(iter(begun.combatants.values())))
    return tuple(found.values())


def _alone(match: AnyMatch, c: Combatant[Any]) -> Board[Any, Any]:
    return Board(replace(match.checkpoint, combatants={c.id: c}), match.setup, match.ground)


CHANGES = {"place": elsewhere, "body": other_body, "less": one_less, "more": one_more}


# -- what a side sees and does


def option_text(option: Option[Any]) -> tuple[Any, ...]:
    """An option with all that is told of it."""
    about = option.about
    return (option.key, option.label, option.target, option.place, option.matters, option.topic, option.verb,
            option.short, option.icon, option.ends, about.path, about.tally, about.told, about.landings,
            about.dangers)  # fmt: skip


def shown(match: AnyMatch, seat: Seat) -> dict[str, Any]:
    """All that a side sees of a position."""
    rules, board, question = match.ruleset, known_board(match, seat), match.pending
    assert isinstance(question, Choose)
    known = [who for who in match.state.combatants if who in set(rules.seen_by(match.board, seat))]
    options = list(question.options)
    sample = (*question.options.singles, *options[:: max(1, len(options) // 20)])
    events = match.events[match.marks[-1].events if match.marks else 0 :]
    witness = SideVisibility(rules, match.setup, match.ground, match.checkpoint, seat)
    seen = [pair for event in events for pair in witness.see(event)]
    return {
        "question": (question.why, question.kind, question.who, question.topic, question.idle, question.about),
        "keys": list(question.options.all_keys()),
        "options": [option_text(option) for option in sample],
        "refusals": question.refusals(),
        "board": draw(rules, board, known),
        "knowledge": msgspec.json.encode(board.state, order="sorted"),
        "order": [slot for slot in rules.order(board) if slot.who in known],
        "banner": list(rules.banner(board)),
        "standing": [rules.standing(board, who) for who in known],
        "events": [write_event(event) for _, event in seen if not isinstance(event, TurnChanged)],  # told to nobody
        "log": [line.text for told, event in seen if (line := rules.tell(told, event)) is not None],
    }


def same(position: Position, state: State[Any, Any], levels: tuple[str, ...]) -> str:
    """Compare; "" where it is all the same, else what differs. None of it counts if the change made contact."""
    match, seat = position.match, Seat(position.question.seat)
    rules = match.ruleset
    was = set(rules.seen_by(match.board, seat))
    if set(rules.seen_by(Board(state, match.setup, match.ground), seat)) != set(
        rules.seen_by(Board(match.checkpoint, match.setup, match.ground), seat)
    ):
        return "contact"
    other: AnyMatch = Match(rules, match.setup, match.ground, state, match.since, record=False)
    try:
        asked = other.pending
    except OutOfStep:
        return "contact"
    who = (position.question.seat, position.question.kind, position.question.who)
    if not isinstance(asked, Choose) or (asked.seat, asked.kind, asked.who) != who:
        return "contact"
    if set(rules.seen_by(other.board, seat)) != was:
        return "contact"
    if any(match.board.now(who).at != other.board.now(who).at for who in was):
        return "contact"  # a body that is in the way of its own friends turns their ways aside
    if position.ways != others_ways(other, seat):
        return "contact"  # the same, though they come to stand where they would
    here, there = position.shown, shown(other, seat)
    for name, told in here.items():
        assert there[name] == told, f"{name} of {seat} at {position.question.why}"
    for level in levels:
        answers = [mind(level, seat).answer(each, each.pending) for each in (position.again, other) if each.pending]
        assert answers[0] == answers[1], f"{level} of {seat} at {position.question.why}"
    return ""


def others_ways(match: AnyMatch, seat: Seat) -> list[tuple[Id, Place]]:
    """Where those of other sides have walked in the step at hand, place by place."""
    side = {who: c.side for who, c in match.state.combatants.items()}
    return [
        (event.who, event.end) for event in match.events if isinstance(event, Moved) and side.get(event.who) != seat
    ]


def mind(level: str, seat: Seat) -> Answerer:
    """An AI of a level, or the one for games that give no advice."""
    return Fallback(seat) if level == FALLBACK else opponent(level, seat)


def check_numbers(name: str, seeds: range, trained: int, *, enough: int = sys.maxsize) -> int:
    """Battles begun with one more in ambush, from the first question on for as long as nobody in ambush is asked.

    No battle is begun once ``enough`` questions were compared.
    """
    compared = 0
    with installed():
        rules = registry.ruleset(name)
        for seed in seeds:
            if compared >= enough:
                break
            match, other = begin(rules, seed), begin(rules, seed, extra=True)
            lots = Reckless(seed)
            for _ in range(LONGEST):
                here, there = match.pending, other.pending
                if here is None or there is None or _asked_of(here) != _asked_of(there):
                    break  # whoever lies in ambush there is asked, and the battles part
                met = [set(rules.seen_by(each.board, "party")) for each in (match, other)]
                if met[0] != met[1]:
                    break
                if isinstance(here, Choose) and here.seat == "party" and unseen(other, "party"):
                    assert shown(match, Seat("party")) == shown(other, Seat("party")), f"seed {seed}: {here.why}"
                    looking_ahead = ("trained", FALLBACK) if compared % trained == 0 else ()
                    for level in ("novice", "instinct", *looking_ahead):
                        answers = [
                            mind(level, Seat("party")).answer(each, each.pending)
                            for each in (match, other)
                            if each.pending
                        ]
                        assert answers[0] == answers[1], f"{level}, seed {seed}: {here.why}"
                    compared += 1
                elif not _alike(here, there):
                    break
                answer = lots.answer(match, here)
                try:
                    match.answer(answer)
                    other.answer(answer)
                except Impossible:
                    break
    return compared


def _asked_of(question: Asked) -> tuple[Any, ...]:
    """Who is asked, and about whom."""
    return (question.seat, question.who, question.kind if isinstance(question, Choose) else question.dice)


def _alike(here: Asked, there: Asked) -> bool:
    """Whether two battles ask the same, so that one answer does for both."""
    if isinstance(here, Choose) and isinstance(there, Choose):
        return list(here.options.all_keys()) == list(there.options.all_keys())
    return isinstance(here, Roll) and isinstance(there, Roll) and here.dice == there.dice


def check(name: str, many: int, trained: int) -> Counter[str]:
    """Compare so many positions of a ruleset under every kind of change; ``trained``: at each so-many-th it answers."""
    found: Counter[str] = Counter()
    with installed():
        rules = registry.ruleset(name)
        for number, position in enumerate(positions(rules, many)):
            random = Random(number)
            for turn, (kind, change) in enumerate(CHANGES.items()):
                due = (len(CHANGES) * number + turn) % trained == 0
                levels = ("novice", "instinct", "trained", FALLBACK) if due else ("novice", "instinct")
                said = same(position, change(position, random), levels)
                found[f"{kind} {said or 'same'}"] += 1
            found["positions"] += 1
    return found


@pytest.mark.parametrize("name", RULESETS)
def test_what_a_side_cannot_know_changes_nothing_for_it(name: str) -> None:
    found = check(name, 10, 43)
    assert found["positions"] == 10
    assert all(found[f"{kind} same"] >= 2 for kind in CHANGES), found


@pytest.mark.parametrize("name", RULESETS)
def test_nobody_can_tell_how_many_lie_in_ambush(name: str) -> None:
    assert check_numbers(name, range(60), 30, enough=20) >= 15


@pytest.mark.parametrize("name", RULESETS)
def test_what_is_asked_can_be_tried_out_without_whom_the_asked_do_not_know_of(name: str) -> None:
    """Those in hiding may be asked in the same moment; what they say is not asked of anybody where they are not."""
    tried = 0
    with installed():
        for position in positions(registry.ruleset(name), TRIED_OUT):
            question, known = position.question, known_match(position.match, Seat(position.question.seat))
            foes = {who for who, c in position.match.state.combatants.items() if c.side != question.seat}
            if foes <= set(position.unknown):
                continue  # a battle against nobody is over
            tried += 1
            assert known is not None, question.why
            assert isinstance(known.pending, Choose)
            assert not set(position.unknown) & set(known.state.combatants)
            asked = (known.pending.who, list(known.pending.options.all_keys()))
            assert asked == (question.who, list(question.options.all_keys())), question.why
    assert tried > TRIED_OUT // 2


@pytest.mark.nightly
@pytest.mark.parametrize("name", RULESETS)
def test_nobody_can_tell_how_many_lie_in_ambush_over_and_over(name: str) -> None:
    print(name, check_numbers(name, range(1000, 1300), 40))


@pytest.mark.nightly
@pytest.mark.parametrize("name", RULESETS)
def test_what_a_side_cannot_know_changes_nothing_for_it_over_and_over(name: str) -> None:
    found = check(name, 300, 17)
    print(name, dict(sorted(found.items())))
    assert found["positions"] == 300
    assert all(found[f"{kind} same"] >= 50 for kind in CHANGES), found
