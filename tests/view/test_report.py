"""What a battle was, in numbers."""

from __future__ import annotations

from game.kit.facts import AttackMissed, Cast, PointsRolled
from game.rules.dice import Tally
from game.rules.events import Changed, Id, Left, Rolled
from game.scene.battle_report import report
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


def test_harm_is_put_down_to_what_brought_it_about() -> None:
    """Ada misses; later the orc falls by itself, and then she pushes it into a fire."""
    match = begin(duel())
    ada, orc = Id("Ada"), Id("Orc")
    hp = match.state.combatants[orc].sheet.hp
    events = [
        AttackMissed(ada, orc),
        PointsRolled(orc, "a fall", "d6", (2,), 2, Tally(), 2, "D-8"),
        Changed(orc, {"hp": hp - 2}),
        PointsRolled(orc, "fire", "d6", (1,), 1, Tally(), 1, "D-8", ada),
        Changed(orc, {"hp": hp - 3}),
    ]
    found = report(match.ruleset, match.setup, match.ground, match.state, events).deeds
    assert (found[orc].taken, found[ada].dealt) == (3, 1)


def test_who_is_felled_by_magic_that_rolls_no_harm_is_put_down_to_its_caster() -> None:
    match = begin(duel())
    ada, orc = Id("Ada"), Id("Orc")
    events = [Cast(ada, "casts Heavy Lids on", "D-8", orc), Changed(orc, {"hp": 0})]
    found = report(match.ruleset, match.setup, match.ground, match.state, events)
    assert found.deeds[ada].felled == 1
    assert [(fall.who, fall.by) for fall in found.falls] == [(orc, ada)]


def test_whoever_has_left_the_field_is_said_to_be_gone() -> None:
    match = begin(duel())
    found = report(match.ruleset, match.setup, match.ground, match.state, [Left(Id("Orc"), "flees")]).deeds
    assert {who: deeds.gone for who, deeds in found.items()} == {Id("Ada"): False, Id("Orc"): True}
