"""What a battle was, in numbers."""

from __future__ import annotations

from game.rules.events import Id, Left, Rolled
from game.view.report import report
from tests.rules.battles import begin, duel


def test_dice_are_counted_one_by_one_whatever_pool_they_were_thrown_in() -> None:
    match = begin(duel())
    start = match.state
    events = [
        Rolled("5d6", (6, 1, 2, 6, 3), "attack", Id("Ada")),
        Rolled("d6", (6,), "harm", Id("Ada")),
        Rolled("d20", (20,), "attack", Id("Ada")),
        Rolled("2d6", (1, 2), "attack", Id("Orc")),
    ]
    found = report(match.ruleset, match.setup, match.ground, start, events).throws
    counted = {key: (throws.count, throws.total, throws.highest) for key, throws in found.items()}
    assert counted == {("red", 6): (6, 24, 3), ("red", 20): (1, 20, 1), ("blue", 6): (2, 3, 0)}


def test_whoever_has_left_the_field_is_said_to_be_gone() -> None:
    match = begin(duel())
    found = report(match.ruleset, match.setup, match.ground, match.state, [Left(Id("Orc"), "flees")]).deeds
    assert {who: deeds.gone for who, deeds in found.items()} == {Id("Ada"): False, Id("Orc"): True}
