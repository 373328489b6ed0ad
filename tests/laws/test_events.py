"""What every event of every ruleset is like and who gets to see it; what somebody loses and how they fall is told."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import chain
from math import fsum
from typing import Any

import msgspec
import pytest

from game.files.battlefile import write_event
from game.kit.facts import Harmed, PointsRolled
from game.rules.dice import Tally
from game.rules.events import Appeared, Changed, Event, FallEvent, HealthEvent, Id, Moved, Vanished
from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose
from game.rules.ruleset import LogLine
from game.rules.state import State, evolve
from game.rules.table import Board
from game.rules.visibility import SideVisibility
from game.scene.animations import animation_for
from game.scene.event_feed import EventFeed, VisibleEvent
from game.scene.moves import VisualEffect
from game.scene.playhead import Playhead
from rulesets.murdham.play import events as murdham
from rulesets.sovereign.play import events as sovereign
from tests.laws.cases import Case, cases
from tests.laws.plays import asked, battle, costly_case, every_case, look, whole


def live_parts(value: Any) -> list[Any]:
    """What is inside a value and is no plain datum."""
    if value is None or type(value) in (str, int, bool):
        return []
    if isinstance(value, msgspec.Struct):
        return [part for name in value.__struct_fields__ for part in live_parts(getattr(value, name))]
    if type(value) in (tuple, frozenset):
        return [part for item in value for part in live_parts(item)]
    if type(value) is dict:
        return [part for pair in value.items() for item in pair for part in live_parts(item)]
    return [value]


@costly_case
def test_nothing_live_is_inside_events(case: Case) -> None:
    for event in whole(case).events:
        assert live_parts(event) == [], event
        assert not isinstance(event, (Appeared, Vanished)), "these are made for a side, and are no part of a battle"
        assert "\n" not in write_event(event)


@costly_case
def test_nothing_live_is_inside_states(case: Case) -> None:
    for match in look(case):
        assert live_parts(match.state) == []


@costly_case
def test_states_can_be_written_and_read(case: Case) -> None:
    for match in look(case):
        again: State[Any, Any] = msgspec.json.decode(msgspec.json.encode(match.state), type=case.ruleset.state_type)
        assert again == match.state


def names(text: str, words: set[str]) -> set[str]:
    """Those of the words that stand in a text as words of their own."""
    return {word for word in words if word in text and re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)}


def called(match: AnyMatch, unknown: AbstractSet[Id]) -> set[str]:
    """Ids and names of combatants, less names that somebody else bears too."""
    board, rules = match.board, match.ruleset
    others = " / ".join(rules.standing(board, who).name for who in match.state.combatants if who not in unknown)
    words = {rules.standing(board, who).name for who in unknown}
    return set(unknown) | (words - names(others, words))


@every_case
def test_questions_do_not_give_away_who_is_concealed(case: Case) -> None:
    for match in look(case):
        question = match.pending
        if not isinstance(question, Choose) or question.seat not in [side.name for side in match.setup.sides]:
            continue
        unknown = set(match.state.combatants) - set(match.ruleset.seen_by(match.board, question.seat))
        if not unknown:
            continue
        words = called(match, unknown)
        told = [question.why, str(question.who), *map(str, question.about)]
        everything = list(question.options)
        for option in (*question.options.singles, *everything[:: max(1, len(everything) // 8)]):
            about = option.about
            told += [option.key, option.label, str(option.target), *about.told, str(about.tally)]
            told += [who for landing in about.landings for who in landing.hits]
        told += [f"{refusal.label} {refusal.why}" for refusal in question.refusals()]
        assert not names(" / ".join(told), words), question.why


@every_case
def test_what_a_side_may_do_depends_on_nobody_it_does_not_know(case: Case) -> None:
    """Between steps, a side's question is the same on the masked state: no place is full of somebody concealed."""
    for match in look(case):
        question = match.pending
        if match.since or not isinstance(question, Choose):
            continue
        known = match.ruleset.masked(match.board, question.seat)
        up = {c.side for c in known.combatants.values() if match.ruleset.standing(match.board, c.id).up}
        if known == match.state or len(up) < len(match.setup.sides):  # as far as it knows the fight is over
            continue
        again: AnyMatch = Match(match.ruleset, match.setup, match.ground, known)
        assert asked(again) == asked(match), question.why
        assert isinstance(again.pending, Choose)
        assert again.pending.refusals() == question.refusals()


@every_case
def test_a_masked_state_holds_nobody_who_is_concealed(case: Case) -> None:
    for match in look(case):
        for side in match.setup.sides:
            known = set(match.ruleset.seen_by(match.board, side.name))
            assert {c.id for c in match.state.on(side.name)} <= known, "a side knows its own"
            assert set(match.ruleset.masked(match.board, side.name).combatants) <= known


@costly_case
def test_witnessed_events_do_not_give_away_who_is_concealed(case: Case) -> None:
    match, begun = whole(case), case.begin()
    rules, start = case.ruleset, case.ruleset.begin(case.setup)
    words_of = cache(lambda unknown: called(begun, unknown))
    for side in case.setup.sides:
        witness = SideVisibility(rules, case.setup, match.ground, start, side.name)
        known, met = set(witness.known), set(witness.known)
        for event in match.events:
            before = set(known)
            told = witness.see(event)
            known = set(witness.known)
            unknown = {*witness.state.combatants, *witness.state.gone} - before - known - met
            met |= known
            for board, shown in told:
                assert not set(board.state.combatants) - before - known
                assert not names(write_event(shown), words_of(frozenset(unknown & {*start.combatants}))), shown
            if isinstance(event, Moved) and event.who not in before & known:
                assert event not in [shown for _, shown in told]


@costly_case
def test_a_side_that_follows_its_events_knows_where_everybody_is(case: Case) -> None:
    """What a screen does: bodies from the start, then moved, shown and taken away by events alone."""
    match = whole(case)
    start = case.ruleset.begin(case.setup)
    for side in case.setup.sides:
        witness = SideVisibility(case.ruleset, case.setup, match.ground, start, side.name)
        stands = {who: start.combatants[who].at for who in witness.known}
        for event in match.events:
            for _, shown in witness.see(event):
                match shown:
                    case Appeared(who, at):
                        assert who not in stands
                        stands[who] = at
                    case Moved(who, _, end):
                        stands[who] = end
                    case Vanished(who):
                        del stands[who]
                    case _ if type(shown).__name__ == "Left":
                        stands.pop(shown.who)  # type: ignore[attr-defined]
            assert stands == {who: witness.state.combatants[who].at for who in witness.known}


@every_case
def test_the_log_words_every_witnessed_event(case: Case) -> None:
    match = whole(case)
    start = case.ruleset.begin(case.setup)
    for side in case.setup.sides:
        lines = 0
        witness = SideVisibility(case.ruleset, case.setup, match.ground, start, side.name)
        for board, event in chain.from_iterable(map(witness.see, match.events)):
            line = case.ruleset.tell(board, event)
            if line is not None:
                lines += 1
                check_line(case, line, event)
        assert lines


def check_line(case: Case, line: LogLine, event: Event) -> None:
    """A line says something and cites rules that there are, those of all parts of a sum that it shows among them."""
    assert line.text.strip() and "\n" not in line.text, event
    assert line.depth in (0, 1, 2), event
    for rule in line.rules:
        assert rule in case.ruleset.ledger, f"{event}: there is no rule {rule}"
    for part in (getattr(event, name) for name in event.__struct_fields__):
        for term in part.terms if isinstance(part, Tally) else ():
            shown = f"{abs(term.value)} {term.label}" in line.text
            assert term.rule in line.rules or not shown, f"{line.text} {line.rules}: {term}"


@pytest.mark.parametrize(("value", "count"), [([1], 1), ({"a": (1, "b", None)}, 0), (1.5, 1), ((len,), 1)])
def test_the_law_of_live_parts_finds_them(value: object, count: int) -> None:
    assert len(live_parts(value)) == count


# --- What somebody loses and how they fall is told: over the token, in its bars and in the log, with the reason ---

_TOLD = re.compile(r"\b(?:loses|suffers|regains)(?: the last)? (\d+)(?:[^,]*, which takes (\d+))?")
"""A harm may take more of a track than it says, or less."""


def _floating(effects: tuple[VisualEffect, ...]) -> list[int]:
    """The numbers over a token, losses above 0."""
    found = [re.match(r"([−+])(\d+)", effect.text) for effect in effects if effect.kind == "text"]
    return [int(match[2]) * (1 if match[1] == "−" else -1) for match in found if match is not None]


def _line(each: VisibleEvent) -> str:
    return each.line.text if each.line is not None else ""


def _logged(row: list[VisibleEvent], number: int, who: Id) -> int | None:
    """What the log says that somebody loses by a change, below 0 what it wins; None: nothing with a number."""
    found: list[int] = []
    for each in row[number + 1 :]:
        if not isinstance(each.event, HealthEvent) or each.event.who != who:
            break
        told = _TOLD.search(_line(each))
        if told is not None:
            found.append(int(told[2] or told[1]) * (-1 if "regains" in told[0] else 1))
    return sum(found) if found else None


@every_case
def test_a_loss_is_the_same_number_over_the_token_in_its_bars_and_in_the_log(case: Case) -> None:
    match = whole(case)
    row = list(EventFeed(match, None).news())
    scene = Playhead(match, None).scene
    compared = 0
    for number, each in enumerate(row):
        event: Event = each.event
        if isinstance(event, Changed) and event.who in each.after.state.combatants and event.who in scene.tokens:
            was, now = each.before.standing(event.who), each.after.standing(event.who)
            floating = _floating(animation_for(each, scene).effects)
            if len(was.bars) == len(now.bars):
                bars = fsum(a.spare - b.spare for a, b in zip(was.bars, now.bars, strict=True))
                assert sum(floating) == bars == was.health - now.health
            logged = _logged(row, number, event.who)
            if logged is not None:
                compared += 1
                assert sum(floating) == logged, each.event
        scene.take(each)
    assert compared or not any(isinstance(each.event, HealthEvent) and _TOLD.search(_line(each)) for each in row)


RULESETS = ("murdham", "sovereign")

INJURY = re.compile(r"\(d4 (\d)\)")


def told(event: Event) -> tuple[Id, int] | None:
    """Whom an event says to lose how much, if it does."""
    match event:
        case murdham.DamageRolled(target=who, dealt=points) | sovereign.DamageRolled(target=who, dealt=points):
            return who, points
        case sovereign.ShockDealt(target=who, points=points) | PointsRolled(who=who, points=points, heals=False):
            return who, points
        case murdham.Afflicted(who, what) if found := INJURY.search(what):
            return who, int(found[1])
        case _:
            return None


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(2, 9))])
@pytest.mark.parametrize("name", RULESETS)
def test_each_loss_has_a_line_that_says_what_it_comes_from(name: str, seed: int) -> None:
    losses = [loss for case in cases() if case.ruleset.name == name for loss in explained(case, seed)]
    assert len(losses) >= 5


def explained(case: Case, seed: int) -> list[Harmed]:
    """The losses of a battle, each of which follows on a line of its own."""
    match, rules = battle(str(case), seed).match, case.ruleset
    state = rules.begin(case.setup, match.ground)
    due: defaultdict[Id, list[int]] = defaultdict(list)
    losses = []
    for event in match.events:
        if said := told(event):
            line = rules.tell(Board(state, case.setup, match.ground), event)
            assert line is not None and any(rule in rules.ledger for rule in line.rules), event
            due[said[0]].append(said[1])
        elif isinstance(event, Harmed):
            fits = [n for n in due[event.who] if n == event.amount or (n > event.amount and event.left <= 1)]
            assert fits, (event, due[event.who])
            due[event.who].remove(fits[0])
            losses.append(event)
        state = evolve(state, event)
    return losses


SOON = 12
"""Events within which it is told."""


@every_case
def test_who_goes_down_unhurt_is_told_why(case: Case) -> None:
    match, rules = whole(case), case.ruleset
    state = case.ruleset.begin(case.setup)
    for number, event in enumerate(match.events):
        then = evolve(state, event)
        if isinstance(event, Changed) and event.who in state.combatants:
            was = rules.standing(Board(state, case.setup, match.ground), event.who)
            now = rules.standing(Board(then, case.setup, match.ground), event.who)
            if was.up and not now.up and now.health > 0:
                near = match.events[number : number + SOON]
                falls = [each for each in near if isinstance(each, FallEvent) and each.who == event.who]
                assert falls, (event, now)
                assert falls[0].how
                line = rules.tell(Board(then, case.setup, match.ground), falls[0])
                assert line is not None
                assert now.name in line.text
                if not any(had.spare > 0 >= has.spare for had, has in zip(was.bars, now.bars, strict=True)):
                    notes = rules.outcome(state, then, near).notes
                    assert any(note.who == event.who for note in notes), "a forecast names what fells it"
        state = then
