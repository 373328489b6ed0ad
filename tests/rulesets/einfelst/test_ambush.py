"""Ambush: one test, two cards, dice on the first maneuver (C-77 to C-82)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.kit.testing.fight import Dice
from game.rules.events import Id
from game.rules.questions import Choose, Roll
from game.rules.visibility import SideVisibility
from rulesets.einfelst import RULESET
from rulesets.einfelst.play.cards import ambush
from rulesets.einfelst.play.events import Dealt
from tests.rulesets.einfelst.kit import terms
from tests.rulesets.einfelst.perils import Fight, chance, chart, pool

FIELD = chart("abcd")


def laid(*hidden: str, ambush: str = "test") -> Fight:
    """Two robbers (Sneak 6) who lie in wait for a hero (Read 4) and an archer; or the other way round."""
    party, foes = {"hero": "a", "archer": "a"}, {"one": ("thug", "c"), "two": ("slinger", "c")}
    lying = hidden or ("one", "two")
    fight = Fight(party, foes, field=FIELD, fresh=True, hidden=lying, cards="each", ambush=ambush)
    return (
        fight.dice_of("one", sneak=6).dice_of("two", sneak=2).dice_of("hero", read=4).dice_of("archer", read=1, track=1)
    )


@pytest.mark.rule("einfelst", "C-77", "C-78", "C-79", "C-81")
def test_three_against_one_is_a_second_card_and_a_die_for_all_of_them() -> None:
    fight = laid().play(pool(6, 3), pool(4, 1))
    for count in (10, 9):  # the two who are watched for draw one each
        fight.play(Dice(f"d{count}", (1,)))
    while isinstance(fight.match.pending, Roll):
        fight.play(Dice(fight.rolled.dice, (3,)))
    assert [fight.sheet(who).edge for who in ("one", "two", "hero", "archer")] == [1, 1, 0, 0]
    assert [event.cast_off > 0 for event in fight.told(Dealt)] == [False, False, True, True]
    assert all(min(event.card, event.cast_off) == event.card for event in fight.told(Dealt) if event.cast_off)
    assert fight.sheet("one").hidden


@pytest.mark.rule("einfelst", "C-77", "C-81", "W-46")
def test_the_best_of_them_sneaks_and_the_best_of_the_others_watches() -> None:
    fight = laid()
    assert (fight.rolled.dice, fight.rolled.who) == ("6d6", "one")
    fight.play(pool(6, 1))
    assert (fight.rolled.dice, fight.rolled.who, fight.rolled.about) == ("4d6", "hero", "one")


@pytest.mark.rule("einfelst", "C-77", "W-46")
def test_the_watcher_tracks_or_reads_whichever_is_better_for_it() -> None:
    fight = laid().dice_of("archer", track=5, read=1).play(pool(6, 2))
    assert (fight.rolled.dice, fight.rolled.who) == ("5d6", "archer"), "better than the four dice of Read"
    fight.play(pool(5, 2))
    assert fight.sheet("one").hidden is False


WALLED = chart("abcd", "efgh", walls="ae bf cg", doors="bc")
"""The door shuts the west of the upper row off, where c and d are seen from the lower row by g and h alone."""


@pytest.mark.rule("einfelst", "C-77", "C-80", "W-23", "W-46")
def test_those_watch_and_draw_who_have_the_ambush_in_sight() -> None:
    party, foes = {"hero": "h", "archer": "a"}, {"one": ("thug", "d")}
    fight = Fight(party, foes, field=WALLED, fresh=True, hidden=("one",), cards="each")
    fight.dice_of("hero", read=3, track=1).dice_of("archer", read=9, track=9).dice_of("one", sneak=4)
    fight.play(pool(4, 1))
    assert (fight.rolled.who, fight.rolled.dice) == ("hero", "3d6")
    fight.play(pool(3, 1))
    assert fight.sheet("one").hidden is False
    while isinstance(fight.match.pending, Roll):
        fight.play(Dice(fight.rolled.dice, (1,)))
    assert {event.who[0]: event.extra for event in fight.told(Dealt)} == {"hero": "C-80", "archer": "", "one": ""}


@pytest.mark.rule("einfelst", "C-77", "W-46")
def test_where_nobody_has_it_in_sight_the_best_of_all_watches() -> None:
    fight = Fight({"hero": "a", "archer": "a"}, {"one": ("thug", "d")}, field=WALLED, fresh=True, hidden=("one",))
    fight.dice_of("hero", read=3, track=1).dice_of("archer", read=1, track=4).play(pool(3, 1))
    assert (fight.rolled.who, fight.rolled.dice) == ("archer", "4d6")


@pytest.mark.rule("einfelst", "C-78", "C-80", "C-82")
@pytest.mark.parametrize("rule", ["C-78", "C-80", "C-82"])
def test_the_log_cites_the_rule_by_which_a_second_card_was_drawn(rule: str) -> None:
    line = RULESET.tell(laid().board, Dealt((Id("hero"),), 2, 7, rule))
    assert line is not None and line.rules == (rule,)


@pytest.mark.rule("einfelst", "C-80", "W-46")
@pytest.mark.parametrize(("sneak", "read"), [(2, 2), (0, 0), (1, 3)])
def test_as_many_or_more_find_them_and_then_the_watchers_draw_two(sneak: int, read: int) -> None:
    fight = laid().play(pool(6, sneak), pool(4, read))
    while isinstance(fight.match.pending, Roll):
        fight.play(Dice(fight.rolled.dice, (1,)))
    assert [fight.sheet(who).hidden for who in ("one", "two")] == [False, False]
    assert {event.who[0]: event.cast_off > 0 for event in fight.told(Dealt)} == {
        "hero": True,
        "archer": True,
        "one": False,
        "two": False,
    }
    assert fight.sheet("one").edge == 0


@pytest.mark.rule("einfelst", "C-77")
def test_the_chances_of_an_ambush() -> None:
    better = sum((chance(6, n) * chance(4, m) for n in range(7) for m in range(5) if n > m), Fraction(0))
    equal = sum((chance(6, n) * chance(4, n) for n in range(5)), Fraction(0))
    assert round(float(better), 3) == 0.430
    assert round(float(equal), 3) == 0.341
    assert round(float(1 - better), 3) == 0.570


@pytest.mark.rule("einfelst", "C-82")
def test_the_director_may_spare_the_test() -> None:
    fight = laid(ambush="sure")
    assert fight.rolled.why == "initiative"
    assert fight.run(ambush) == {"one": "C-82", "two": "C-82"}


@pytest.mark.rule("einfelst", "C-79", "C-21")
def test_the_dice_are_for_the_first_maneuver_of_the_first_round() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", edge=2).play("strike thug sword", pool(9, 0))
    assert fight.sheet("hero").edge == 0
    fight = Fight({"hero": "a"}, {"thug": "b"}).sheet_of("hero", edge=2).play(fight.key("go", "b"))
    assert fight.sheet("hero").edge == 0, "which was a fast one"
    fight = Fight({"hero": "a"}, {"thug": "a"}, acting="foes").sheet_of("hero", edge=2)
    fight.play("strike hero axe", "parry", pool(9, 0), pool(6, 0))
    assert fight.sheet("hero").edge == 0, "which was a reaction"
    fight = Fight({"hero": "a"}, {"thug": "b"}).sheet_of("hero", edge=2).play("done", "done")
    assert fight.turn.round == 2
    assert fight.sheet("hero").edge == 0


@pytest.mark.rule("einfelst", "C-79")
def test_what_befalls_one_is_no_maneuver() -> None:
    fight = Fight({"hero": "a"}, {"troll": "b"}).sheet_of("hero", edge=2).play("survey", pool(5, 0), pool(5, 2))
    assert "ambush" not in terms(fight.tested.tally)


@pytest.mark.rule("einfelst", "C-77")
def test_without_anybody_in_hiding_nobody_sneaks_and_two_ambushes_meet_untested() -> None:
    fight = Fight({"hero": "a"}, {"thug": "c"}, fresh=True)
    assert fight.rolled.why == "initiative"
    fight = Fight({"hero": "a"}, {"thug": "c"}, fresh=True, hidden=("hero", "thug"))
    assert fight.rolled.why == "initiative"


@pytest.mark.rule("einfelst", "C-77", "C-80")
def test_both_sides_may_lie_in_wait_for_those_of_the_other_who_do_not() -> None:
    fight = laid("one", "hero").dice_of("hero", sneak=3, read=4).dice_of("two", read=2, track=2)
    said = fight.run(ambush, pool(3, 1), pool(2, 0), pool(6, 0), pool(1, 0))
    assert said == {"hero": "C-78", "archer": "C-80"}, "the hero was not seen; the thug was, by the archer"


@pytest.mark.rule("einfelst", "C-77", "C-04")
def test_the_watchers_are_told_nothing_of_an_ambush_that_succeeds() -> None:
    fight = laid()
    start = fight.state
    fight.play(pool(6, 3), pool(4, 1))
    while isinstance(fight.match.pending, Roll):
        fight.play(Dice(fight.rolled.dice, (1,)))
    witness = SideVisibility(RULESET, fight.setup, fight.ground, start, "party")
    told = [seen for event in fight.match.events for _, seen in witness.see(event)]
    words = " ".join(map(repr, told))
    assert "one" not in [event.who for event in told if hasattr(event, "who")]
    assert "keeping watch" not in words
    assert "sneaking" not in words


@pytest.mark.rule("einfelst", "C-78")
def test_who_strikes_from_ambush_is_seen_from_then_on() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}, hidden=("hero",)).play("strike thug sword")
    assert not fight.sheet("hero").hidden
    assert isinstance(fight.match.pending, Choose | Roll)
