"""The dice seat: by seed, or typed in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.play.dice import SeededDice, TypedDice, fresh_seed, read_faces
from game.rules.dice import possible
from game.rules.questions import Impossible, Roll
from tests.rules.battles import DuelMatch, begin, duel


def at_a_roll() -> DuelMatch:
    match = begin(duel())
    match.answer("strike Orc")
    return match


@given(st.integers(0, 2**40), st.sampled_from(["d20", "2d6", "3d4", "d100"]))
@settings(deadline=None, max_examples=40)
def test_seeded_dice_show_what_dice_can_show(seed: int, dice: str) -> None:
    assert possible(dice, SeededDice(seed).answer(at_a_roll(), Roll(dice, "a test")))


def test_the_same_seed_at_the_same_point_gives_the_same_faces_after_an_undo_too() -> None:
    match, dice = at_a_roll(), SeededDice(5)
    question = match.pending
    assert isinstance(question, Roll)
    first = dice.answer(match, question)
    match.answer(first)
    match.undo()
    assert dice.answer(match, question) == first == SeededDice(5).answer(match, question)


def test_seeds_and_points_differ() -> None:
    match = at_a_roll()
    question = Roll("3d100", "a test")
    rolls = [SeededDice(seed).answer(match, question) for seed in range(50)]
    assert len(set(rolls)) > 45


def test_faces_of_many_seeds_are_even() -> None:
    match, question = at_a_roll(), Roll("d6", "a test")
    counts = [0] * 7
    for seed in range(3000):
        counts[SeededDice(seed).answer(match, question)[0]] += 1
    assert all(400 < count < 600 for count in counts[1:])


def test_fresh_seeds_can_be_read_out() -> None:
    assert 0 <= fresh_seed() < 1_000_000


@pytest.mark.parametrize("line", ["3 5", "3,5", "3+5", " 3 , 5 "])
def test_faces_are_typed_in_any_of_the_usual_ways(line: str) -> None:
    assert read_faces(Roll("2d6", "a test"), line) == (3, 5)


@pytest.mark.parametrize(
    ("dice", "line", "said"),
    [
        ("d20", "21", "A d20 shows 1 to 20, not 21."),
        ("d20", "0", "A d20 shows 1 to 20, not 0."),
        ("d20", "high", "d20 needs one number, such as 3."),
        ("2d6", "7", "2d6 needs 2 numbers, one for each die, such as 3 3."),
        ("2d6", "", "2d6 needs 2 numbers, one for each die, such as 3 3."),
    ],
)
def test_faces_that_cannot_be_are_refused_in_words(dice: str, line: str, said: str) -> None:
    with pytest.raises(Impossible) as error:
        read_faces(Roll(dice, "a test"), line)
    assert str(error.value) == said


CARDS = Roll("d3", "initiative", names=("ace", "7", "Queen"))


@pytest.mark.parametrize(("line", "face"), [("ace", 1), (" queen ", 3), ("7", 2)])
def test_cards_are_typed_by_their_names(line: str, face: int) -> None:
    assert read_faces(CARDS, line) == (face,)


@pytest.mark.parametrize("line", ["2", "king", ""])
def test_cards_that_are_not_left_are_refused_with_those_that_are(line: str) -> None:
    with pytest.raises(Impossible, match="there are ace, 7, Queen"):
        read_faces(CARDS, line)


def typed(lines: list[str]) -> tuple[TypedDice, list[str]]:
    source: Iterator[str] = iter(lines)
    said: list[str] = []
    return TypedDice(lambda prompt: next(source, None), said.append, SeededDice(9)), said


def test_typed_dice_ask_until_the_faces_fit() -> None:
    dice, said = typed(["twenty", "20"])
    assert dice.answer(at_a_roll(), Roll("d20", "a test")) == (20,)
    assert said == ["d20 needs one number, such as 3."]


def test_who_has_no_dice_at_hand_may_have_them_rolled() -> None:
    dice, said = typed(["r"])
    match, question = at_a_roll(), Roll("d20", "a test")
    faces = dice.answer(match, question)
    assert faces == SeededDice(9).answer(match, question)
    assert said == [f"Rolled {faces[0]}."]


def test_the_end_of_input_is_no_roll() -> None:
    assert typed([])[0].answer(at_a_roll(), Roll("d20", "a test")) is None


def test_cards_are_asked_for_and_told_by_name() -> None:
    asked: list[str] = []
    said: list[str] = []
    lines = iter(["king", "r"])

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return next(lines)

    faces = TypedDice(ask, said.append, SeededDice(9)).answer(at_a_roll(), CARDS)
    assert asked == ["Draw one of ace, 7, Queen (initiative), r to have it drawn: "] * 2
    assert faces is not None
    assert said == ["No 'king' is left; there are ace, 7, Queen.", f"Drawn {CARDS.names[faces[0] - 1]}."]
