"""Answers out of turn that change nothing which is shown are not offered; whatever changes anything is."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.rules.events import Id
from game.rules.questions import AnyOption, Choose, Menu, Option, Seat
from game.rules.ruleset import Note
from game.window.battle.answer_outcomes import PATIENCE, IdleAnswers
from game.window.battle.forecast import Chance
from tests.rules.battles import begin, duel
from tests.window.staged import stage_of

ADA, ORC = Id("Ada"), Id("Orc")
HIT = ((ORC, ADA, Fraction(3, 4)),)
PLAIN = Chance(HIT, ((ADA, Fraction(3, 4)),), ((ADA, 2.0, Fraction(1, 4)),), (), (), 1)


def idle(monkeypatch: pytest.MonkeyPatch, *, known: bool = True, **chances: Chance) -> IdleAnswers:
    """What of some answers comes to the same as leaving it, by what comes of each."""
    found = {"leave": PLAIN, **chances}
    options = [Option(key, 0, key.capitalize(), topic=key) for key in found]
    question = Choose(Seat("red"), "Orc strikes", Menu(options), "react", ADA, "", "leave", (ORC,), declines="leave")
    stage = stage_of(begin(duel()))
    answers = IdleAnswers(stage.session, stage.view, question)

    def in_turn(option: AnyOption, options: object) -> Chance | None:
        return found[option.key] if known else None

    monkeypatch.setattr(answers.forecast, "in_turn", in_turn)
    return answers


def test_what_comes_to_the_same_is_found_and_what_spares_anything_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    less = Chance(HIT, PLAIN.struck, ((ADA, 1.5, Fraction(1, 4)),), (), (), 1)
    same = Chance(HIT, PLAIN.struck, ((ADA, 2.01, Fraction(1, 4)),), (), (), 1)
    answers = idle(monkeypatch, defend=same, luck=less)
    assert answers.known(0.0) and answers.found == {"defend"}


def test_nothing_is_left_out_as_long_as_odds_are_not_known_and_nobody_waits_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = idle(monkeypatch, known=False, defend=PLAIN)
    assert not answers.known(PATIENCE / 2) and answers.found == frozenset()
    assert answers.known(PATIENCE) and answers.found == frozenset()


def test_where_nobody_is_harmed_everything_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = Chance((), (), (), (), (), 1)
    assert idle(monkeypatch, leave=nothing, push=nothing).found == frozenset()


@pytest.mark.parametrize("who", [ADA, ORC])
def test_what_befalls_anybody_besides_harm_is_a_change(monkeypatch: pytest.MonkeyPatch, who: Id) -> None:
    """Such as a foe that lies prone for it, though it loses nothing."""
    trip = Chance(HIT, PLAIN.struck, PLAIN.harm, (), ((Note(who, "prone"), Fraction(2, 5)),), 1)
    assert idle(monkeypatch, trip=trip).found == frozenset()
