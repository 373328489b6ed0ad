"""What every event of every ruleset is like, and who gets to see it."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import chain
from typing import Any

import msgspec
import pytest

from game.files.battlefile import write_event
from game.rules.dice import Tally
from game.rules.events import Appeared, Event, Id, Moved, Vanished
from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose
from game.rules.ruleset import LogLine
from game.rules.state import State
from game.rules.visibility import SideVisibility
from tests.laws.cases import Case
from tests.laws.plays import asked, costly_case, every_case, look, whole


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
