"""What every question of every ruleset is like."""

from __future__ import annotations

from typing import Any

import pytest

from game.ai.belief import known_board
from game.ai.planner import Planner
from game.ai.scoring import TemperedWeights
from game.rules import registry
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.option_details import OrderPlace
from game.rules.questions import DICE, ENDING, EVERY, REFEREE, Choose, Impossible, Roll
from game.rules.ruleset import HasPlanningModel
from game.view.widgets.art import has_picture
from tests.laws.cases import Case, cases
from tests.laws.plays import battle, every_case, look, seen
from tests.rules.battles import installed


def check_choice(match: AnyMatch, question: Choose[Any]) -> None:
    """The laws of one choice."""
    options = list(question.options)
    keys = [option.key for option in options]
    where, catalogue = f"{question.why}: {keys[:8]}", {deed.verb for deed in match.ruleset.deeds}
    assert keys, f"{question.why}: there is nothing to choose"
    assert len(question.options) == len(keys), where
    assert len(set(keys)) == len(keys), where
    for option in options:
        assert option.key == option.key.strip() == " ".join(option.key.split()), f"{option.key!r} can't be typed"
        assert "|" not in option.key and not option.key.startswith("#"), option.key
        assert option.label.strip(), option.key
        assert not option.icon or has_picture(f"icons/{option.icon}"), f"{option.key}: no icon is called {option.icon}"
        assert not option.icon or option.verb not in catalogue, f"{option.key}: its deed has its icon"
    ending = [option.key for option in options if option.ends]
    assert len(ending) <= 1, f"{where}: one way to end a turn is enough"
    assert not question.ending or ending in ([], [question.ending]), f"{where}: another option ends the turn"
    assert question.why.strip() and "\n" not in question.why, where
    assert question.seat == REFEREE or question.seat in [side.name for side in match.setup.sides], where
    assert not question.idle or question.idle in keys, where
    assert not question.declines or question.declines in keys, where
    assert question.kind not in ("react", "confirm") or question.idle, f"{where}: a reaction may always be left"
    assert question.kind != "ruling" or question.topic in [s.key for s in match.ruleset.settings], where
    for who in (question.who, *question.about, *(option.target for option in options)):
        assert who is None or who in match.state.combatants or who in match.state.gone, f"{where}: nobody is {who!r}"
    order = {OrderPlace(slot.who, slot.badge) for slot in match.ruleset.order(match.board)}
    for option in options:
        assert order.issuperset(option.exchanges or ()), f"{option.key}: not in the order of the round"


@every_case
def test_choices_are_lawful(case: Case) -> None:
    for match in look(case):
        if isinstance(match.pending, Choose):
            check_choice(match, match.pending)


@every_case
def test_acts_and_picks_are_asked_of_whoever_has_the_turn(case: Case) -> None:
    """An AI that looks ahead takes them for the beginning of a turn; what is answered out of turn is "react", or it is
    about others: somebody who lends an action, or sets off what was kept.

    Whoever has answered such a question with a turn that it had kept has that turn.
    """
    kept, step = set[Id | None](), 0
    for choice in battle(str(case), 1).choices:
        seat, kind, who = choice.question
        if choice.steps != step:
            kept, step = set(), choice.steps
        if kind == "react" and not choice.left:
            kept.add(who)
        if kind in ("pick", "act") and not choice.about and who not in kept:
            assert choice.turn in ("", seat), choice.why


@every_case
def test_keys_are_stable_and_lead_to_their_options(case: Case) -> None:
    for match in look(case):
        question, again = match.pending, match.fork().pending
        if not isinstance(question, Choose):
            continue
        assert isinstance(again, Choose)
        options = list(question.options)
        for option in options[:: max(1, len(options) // 12)]:
            assert question.options.find(option.key) == option
        # the other menu is not written yet: it works out nothing but what is looked for, and must find that
        for option in (*question.options.singles, *(family.sample for family in question.options.families)):
            assert again.options.find(option.key).label == option.label
        assert list(again.options.all_keys()) == [option.key for option in options]


@every_case
def test_every_verb_of_a_turn_has_its_deed_and_so_its_place_and_words(case: Case) -> None:
    known = [deed.verb for deed in case.ruleset.deeds]
    for match in look(case):
        if isinstance(match.pending, Choose) and match.pending.kind == "act":
            options = match.pending.options
            met = {o.verb for o in options.singles if not o.ends} | {family.sample.verb for family in options.families}
            assert met <= {*known}, match.pending.why
            refusals = match.pending.refusals()
            assert {verb for refusal in refusals for verb in refusal.verbs} <= {*known, *EVERY, *ENDING}, (
                match.pending.why
            )
            assert all(refusal.verbs for refusal in refusals), f"{match.pending.why}: of which deeds do they speak?"
            if any(refusal.verbs == EVERY for refusal in refusals):
                assert len(met) <= LEFT, f"{match.pending.why}: {met} are offered although nothing is to be done"


LEFT = 3
"""Deeds that may be left to whoever can do nothing else: to struggle, to put a fire out, to give up."""


@pytest.mark.parametrize("name", [case.ruleset.name for case in cases() if case.label == "meadow"])
def test_every_deed_has_a_picture(name: str) -> None:
    with installed():
        deeds = registry.ruleset(name).deeds
    assert deeds
    for deed in deeds:
        assert has_picture(f"icons/{deed.icon}"), f"{deed.verb}: no icon is called {deed.icon}"


@every_case
def test_rolls_are_lawful(case: Case) -> None:
    for match in look(case):
        question = match.pending
        if isinstance(question, Roll):
            assert question.seat == DICE
            assert question.why.strip() and "\n" not in question.why
            assert all(question.read(faces) == faces for faces, _ in question.outcomes()[:50])
            assert question.who is None or question.who in match.state.combatants or question.who in match.state.gone


@every_case
def test_a_foreign_answer_changes_nothing(case: Case) -> None:
    foreign: list[Any] = ["", "no such thing", "run 999,999", (0,), (1, 2, 3, 4, 5, 6, 7), (), None, 3]
    for index, match in enumerate(look(case)):
        before = seen(match)
        for asked in (match, match.fork()) if index % 10 == 0 else (match,):  # the fork's menu is not written yet
            for answer in foreign:
                with pytest.raises(Impossible):
                    asked.answer(answer)
        assert seen(match) == before


@every_case
def test_what_a_player_may_look_at_can_be_looked_at(case: Case) -> None:
    """Previews, refusals, advice, standings and the order: all at hand at every question, and none writes anything."""
    for index, match in enumerate(look(case)):
        question = match.pending
        if index % 2 or not isinstance(question, Choose):
            continue
        before, board, rules = seen(match), match.board, match.ruleset
        options = list(question.options)
        for option in options[:: max(1, len(options) // 6)]:
            assert all(note.strip() for note in option.about.told), option.key
            assert option.place is None or not option.about.path or option.about.path[-1] == option.place, option.key
        assert all(refusal.label and refusal.why for refusal in question.refusals())
        if isinstance(rules, HasPlanningModel):
            model = rules.model(known_board(match, question.seat), str(question.seat))
            advised = {
                each.key for each in Planner(model, TemperedWeights(rules.weights["options"])).candidates(question)
            }
            assert any(option.key in advised for option in options), f"{question.why}: nothing that is open is advised"
        for who in match.state.combatants:
            standing = rules.standing(board, who)
            assert standing.name
            assert all(0 <= bar.left <= bar.full for bar in standing.bars) and standing.health <= standing.full
            assert len(set(standing.words)) == len(standing.marks)
        assert {slot.who for slot in rules.order(board)} <= set(match.state.combatants)
        assert rules.round_of(match.state) >= 0
        assert seen(match) == before
