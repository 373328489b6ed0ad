"""Cards that ask out of turn with many answers: a row for all ways of one answer to one body, which are listed."""

from __future__ import annotations

from typing import Any

import pytest

from game.rules.events import Id
from game.rules.questions import Choose, Menu, Option, Seat
from game.view.widgets.theme import Typography
from game.window.battle.dock import lay_out
from game.window.battle.folding import MOST_ROWS, Folded, fold_answers, members
from game.window.battle.prompt import Prompt
from tests.rules.battles import begin, duel
from tests.window.test_reaction_cards import ask, stage_of

pytestmark = pytest.mark.usefixtures("letters")

ADA, ORC = Id("Ada"), Id("Orc")
LEAVE: Option[Any] = Option("leave", None, "Let it be")


def ways(topic: str, target: Id, count: int) -> list[Option[Any]]:
    """So many ways of one answer to one body."""
    return [
        Option(f"{topic} {target} {at}", at, f"{topic} {target}, way {at}", target, topic=topic) for at in range(count)
    ]


def topic_of(option: Option[Any]) -> str:
    return option.topic


def rows(*options: Option[Any]) -> list[list[str]]:
    """The keys that each row of a card stands for."""
    return [
        [one.key for one in members(row)] for row in fold_answers(options, topic_of, lambda one: one.topic, ORC.__eq__)
    ]


def test_a_card_that_is_not_long_has_a_row_for_each_answer() -> None:
    options = [LEAVE, *ways("snap", ORC, 4), *ways("trip", ORC, MOST_ROWS - 5)]
    assert rows(*options) == [[one.key] for one in options]


def test_of_a_long_card_as_many_answers_are_folded_as_there_are_rows_too_many_the_last_ones_first() -> None:
    snaps, trips, others = ways("snap", ORC, 3), ways("trip", ORC, 2), ways("shove", ORC, 5)
    keys = [[one.key for one in found] for found in (snaps, trips, others)]
    assert rows(LEAVE, *snaps, *trips, *others) == [["leave"], *([one] for one in (*keys[0], *keys[1])), keys[2]]
    assert rows(LEAVE, *snaps, *others, *ways("trip", ORC, 4))[-1] == [f"trip Orc {at}" for at in range(4)]


def test_nothing_is_folded_that_is_all_there_is_besides_leaving_it() -> None:
    options = [LEAVE, *ways("snap", ORC, MOST_ROWS + 3)]
    assert rows(*options) == [[one.key] for one in options]


def test_what_is_done_to_a_friend_is_not_folded() -> None:
    """The best of it is not what does the most to it."""
    options = [LEAVE, *ways("snap", ORC, 1), *ways("guard", ADA, MOST_ROWS)]
    assert rows(*options) == [[one.key] for one in options]


def long_question() -> Choose[Any]:
    """A reaction of Ada's with many answers to Orc, of two kinds."""
    options = [LEAVE, *ways("snap", ORC, 5), *ways("trip", ORC, 15)]
    return Choose(
        Seat("red"),
        "Ada: Orc is about to move",
        Menu(options),
        "react",
        ADA,
        "snap",
        "leave",
        (ORC,),
        declines="leave",
    )


def test_a_folded_row_lists_its_ways_in_place_of_the_card(
    capsys: pytest.CaptureFixture[str],
) -> None:
    match = begin(duel())
    stage = stage_of(match, Typography())
    ask(stage, long_question())
    card = stage.prompt
    assert card is not None and stage.asked is not None
    (row,) = [option for option in card.options if isinstance(option.value, Folded)]
    assert [one.key for one in members(row)] == [f"trip Orc {at}" for at in range(15)]
    assert row.label == "Trip: choose how" and row.topic == "trip" in card.topics
    while row not in card.shown:
        card.turn_page()
    card.row_of(row).press()
    listed = stage.asked.prompt
    assert isinstance(listed, Prompt) and listed is not card and listed.outer is card and listed.cancel
    assert [option.key for option in listed.options] == [f"trip Orc {at}" for at in range(15)]
    lay_out(stage)
    listed.row_of(listed.options[2]).press()
    assert "trip Orc 2" in capsys.readouterr().out
