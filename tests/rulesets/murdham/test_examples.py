"""Worked examples of the text and of the rest of its game, under their numbers; and sums that follow from its rules."""

from __future__ import annotations

from string import ascii_letters

import pytest

from game.kit.testing.fight import Dice, d6, d8, d20
from game.rules.dice import at_most
from game.rules.events import Id
from rulesets.murdham.play.events import GroupSaved, Passed, PhaseBegan, TurnBegan
from rulesets.murdham.play.harm import roll_damage
from rulesets.murdham.play.saves import contest, group_save
from tests.rulesets.murdham.kit import BOMBARDIER, Fight, chart

LONG = chart(ascii_letters[:36])
"""Thirty-six zones in a row."""

TRIO = {"balthasar": "b", "sybilla": "b", "theobald": "b"}
HEROES = [Id(who) for who in TRIO]


# ------------------------------------------------------------------ A-T1


def fast_and_slow() -> Fight:
    """The three heroes against two bandits and their leader; the players have the initiative."""
    return Fight(
        TRIO,
        {"one": ("bandit", "b"), "two": ("bandit", "b"), "leader": ("bandit-leader", "b")},
        fresh=True,
        phases="yes",
        initiative="party",
        morale="off",
        stunts="off",
    )


@pytest.mark.rule("murdham", "A-110", "A-111", "A-112", "A-113", "A-114")
def test_a_t1_fast_and_slow_activations() -> None:
    """WIT 12, 6 and 9 against 8, 8 and 10, at a fast action threshold of 9."""
    fight = fast_and_slow().play(d20(9))
    assert fight.last(PhaseBegan).threshold == 9, "for all to see"
    fight.play("first party")
    assert fight.keys() == ["balthasar", "theobald", "pass"], "Sybilla's WIT is 6"
    fight.play("theobald").until("strike one halberd")
    assert fight.asked.who == "one" and fight.offers("dodge"), "with a WIT of 8, less than 9"
    fight.play("dodge", d20(8), "done")
    assert fight.keys() == ["leader", "pass"], "neither bandit"
    fight.play("leader", "done")
    assert fight.keys() == ["balthasar", "pass"], "he could, but his players pass"
    fight.play("pass")
    assert [(event.phase, event.threshold) for event in fight.told(PhaseBegan)] == [("fast", 9), ("slow", 9)]
    assert fight.keys() == ["balthasar", "sybilla", "pass"], "all who have not acted; the players begin again"
    fight.play("sybilla", "done")
    assert fight.keys() == ["two", "pass"], "the bandit who did not dodge"
    fight.play("two", "done", "balthasar")
    assert fight.turn.round == 1
    fight.play("done")
    assert fight.turn.round == 2, "and that is all of them"
    assert [event.who for event in fight.told(TurnBegan)] == ["theobald", "leader", "sybilla", "two", "balthasar"]
    assert [event.side for event in fight.told(Passed)] == ["party"], "the foes had nobody left who could act fast"


@pytest.mark.rule("murdham", "A-111")
@pytest.mark.parametrize(
    ("threshold", "fast"),
    [
        (1, ["balthasar", "sybilla", "theobald"]),
        (6, ["balthasar", "sybilla", "theobald"]),
        (7, ["balthasar", "theobald"]),
        (9, ["balthasar", "theobald"]),
        (10, ["balthasar"]),
        (12, ["balthasar"]),
    ],
)
def test_a_t1_wit_must_match_or_exceed_the_threshold(threshold: int, fast: list[str]) -> None:
    fight = fast_and_slow().play(d20(threshold), "first party")
    assert fight.turn.phase == "fast" and fight.keys() == [*fast, "pass"]


@pytest.mark.rule("murdham", "A-06", "A-112")
def test_a_t1_the_slow_phase_begins_with_the_first_side_whoever_passed_last() -> None:
    fight = fast_and_slow().play(d20(9), "first party", "theobald", "done", "pass", "balthasar", "done", "pass")
    assert fight.turn.phase == "slow" and fight.asked.seat == "party" and fight.keys() == ["sybilla", "pass"]


@pytest.mark.rule("murdham", "A-111", "A-112")
def test_a_t1_above_everybodys_wit_the_slow_phase_comes_at_once() -> None:
    fight = fast_and_slow().play(d20(13), "first party")
    assert fight.turn.phase == "slow" and fight.keys() == [*TRIO, "pass"]


# ------------------------------------------------------------------ A-T2 to A-T8: the mechanics


@pytest.mark.rule("murdham", "A-98")
def test_a_t2_one_die_for_a_whole_group() -> None:
    """WIT 12, 6 and 9 at a 9: pass, fail, pass."""
    fight = Fight(TRIO, {"bandit": "r"})
    passed = fight.run(lambda table: group_save(table, HEROES, "WIT", "an example", "A-98"), d20(9))
    assert passed == ("balthasar", "theobald")
    (told,) = [event for event in fight.heard if isinstance(event, GroupSaved)]
    assert told.failed == ("sybilla",)


@pytest.mark.rule("murdham", "A-118")
def test_a_t3_damage_dice_explode() -> None:
    """6, 6, 3 are 5 + 5 + 3."""
    fight = Fight({"sybilla": "b"}, {"bear": "b"}, stunts="off").play(
        "sybilla", "strike bear sword", d6(6), d6(6), d6(3)
    )
    assert fight.dealt == 13 and fight.health("bear") == 3


@pytest.mark.rule("murdham", "A-118")
def test_a_t4_enhanced_dice_are_rolled_twice_and_the_higher_kept() -> None:
    """4, or 6 and then 3, which is 8."""
    fight = Fight({"sybilla": "b"}, {"bear": "b"})
    rolled = fight.run(lambda table: roll_damage(table, "d6", 1, Id("sybilla")), d6(4), d6(6), d6(3))
    assert rolled.total == 8 and rolled.kept == (6, 3)
    more = fight.run(lambda table: roll_damage(table, "d6", 2, Id("sybilla")), d6(4), d6(6), d6(3))
    assert more.total == 8, "more enhancements do nothing more"


@pytest.mark.rule("murdham", "A-118")
def test_a_t5_impaired_dice_are_rolled_twice_and_the_lower_kept() -> None:
    fight = Fight({"theobald": "b"}, {"bear": "b"}, stunts="off")
    fight.play("theobald", "hold back bear halberd", d8(3), d8(7))
    assert fight.dealt == 3


@pytest.mark.rule("murdham", "A-118")
def test_a_t6_armour_is_taken_off() -> None:
    fight = Fight({"sybilla": "b"}, {"it": ("bandit-leader", "b")}, stunts="off").play(
        "sybilla", "strike it sword", d6(2)
    )
    assert fight.armour == {"armour": 1} and fight.dealt == 1
    other = Fight({"sybilla": "b"}, {"it": ("bandit-leader", "b")}, stunts="off").play(
        "sybilla", "strike it sword", d6(1)
    )
    assert other.dealt == 0 and other.health("it") == 10, "to nothing, not less"


@pytest.mark.rule("murdham", "A-117")
@pytest.mark.parametrize(
    ("health", "damage", "fate"),
    [
        (9, 4, "stands"),
        (9, 5, "incapacitated"),
        (9, 8, "incapacitated"),
        (9, 9, "killed"),
        (4, 1, "stands"),
        (4, 2, "incapacitated"),
        (4, 3, "incapacitated"),
        (4, 4, "dying"),
        (4, 8, "dying"),
        (4, 9, "killed"),
    ],
)
def test_a_t7_what_damage_does(health: int, damage: int, fate: str) -> None:
    """STR 9; the damage comes of a d12 that explodes only beyond these."""
    fight = Fight({"sybilla": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off", morale="off")
    fight.profile_of("it", STR=9, health=9).sheet_of("it", health=health).weapon_of("sybilla", "sword", die="d12")
    fight.play("sybilla", "strike it sword", Dice("d12", (damage,)))
    sheet = fight.sheet("it")
    assert sheet.health == max(0, health - damage) or fate == "killed"
    found = "killed" if sheet.dead else "dying" if sheet.dying else "incapacitated" if sheet.incapacitated else "stands"
    assert found == fate


@pytest.mark.rule("murdham", "A-118")
def test_a_t8_a_contest_goes_to_the_highest_difference() -> None:
    """STR 5, 8 and 9 with 6, 5 and 20: -1, 3 and -11."""
    fight = Fight(TRIO, {"bandit": "r"})
    order = fight.run(lambda table: contest(table, HEROES, "STR", "an example"), d20(6), d20(5), d20(20))
    assert order == ["sybilla", "balthasar", "theobald"]


@pytest.mark.rule("murdham", "A-118")
def test_a_t8_ties_are_rolled_again() -> None:
    """5 - 4 and 9 - 8 tie at 1, behind 8 - 2."""
    fight = Fight(TRIO, {"bandit": "r"})
    rolls = (d20(4), d20(2), d20(8), d20(10), d20(13))
    order = fight.run(lambda table: contest(table, HEROES, "STR", "an example"), *rolls)
    assert order == ["sybilla", "theobald", "balthasar"], "9 - 13 is -4, more than 5 - 10"


# ------------------------------------------------------------------ A-T9 and on: sums from the rules


@pytest.mark.rule("murdham", "A-41", "A-42", "A-43", "A-44")
@pytest.mark.parametrize(
    ("zones", "moving", "outcome"),
    [
        (4, False, "hits"),
        (5, False, "save"),
        (8, False, "save"),
        (9, False, "illegal"),
        (4, True, "save"),
        (5, True, "illegal"),
    ],
)
def test_a_t9_a_bow_of_range_8(zones: int, moving: bool, outcome: str) -> None:
    start = ascii_letters.index("e")
    fight = Fight({"balthasar": "e"}, {"bandit": ascii_letters[start + zones]}, field=LONG, stunts="off").play(
        "balthasar"
    )
    if moving:  # away and back again
        fight.play(fight.key("move", "de"), fight.key("move", "e"))
    if outcome == "illegal":
        assert not fight.keys("shoot")
        return
    fight.until("shoot bandit bow")
    if outcome == "hits":
        fight.until("pass")
        assert fight.rolled.dice == "d6"
    else:
        assert (fight.rolled.dice, fight.rolled.reading) == ("d20", at_most(12))


@pytest.mark.rule("murdham", "A-47", "A-48")
@pytest.mark.parametrize(("zones", "legal"), [(0, False), (16, False), (17, True), (32, True), (33, False)])
def test_a_t9_indirect_shots_of_range_32(zones: int, legal: bool) -> None:
    fight = Fight({"gunner": "a"}, {"bandit": ascii_letters[zones]}, field=LONG, roster=BOMBARDIER, stunts="off")
    fight.play("gunner")
    assert bool(fight.keys("lob")) is legal
    if legal:
        assert fight.until("lob bandit lobber").rolled.reading == at_most(9)


@pytest.mark.rule("murdham", "A-56", "A-57")
def test_a_t10_the_attacker_who_would_suffer_more_is_hit_first() -> None:
    """6 against 4: it fells the attacker, and the target takes nothing. 3 and 3 hit both."""

    def exchange(own: int, other: int) -> Fight:
        fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off", morale="off")
        fight.sheet_of("theobald", armour=0).weapon_of("it", "axe", die="d8")
        return fight.play("theobald", "strike it halberd", "counter axe", d8(own), d8(other))

    felled = exchange(4, 6)
    assert felled.lost == [("theobald", 6)] and felled.sheet("theobald").incapacitated
    assert felled.health("it") == 8
    both = exchange(3, 3)
    assert sorted(both.lost) == [("it", 3), ("theobald", 3)]


@pytest.mark.rule("murdham", "A-53")
@pytest.mark.parametrize("face", range(1, 21))
def test_a_t12_a_bandit_dodges_on_8_or_less(face: int) -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off", morale="off")
    fight.play("theobald").until("strike it halberd", "dodge")
    fight.until(d20(face))
    assert fight.saved.passed is (face <= 8)


@pytest.mark.rule("murdham", "A-53", "A-62")
@pytest.mark.parametrize(
    ("reply", "armour"), [("pass", {}), ("dodge", {"shield": 1}), ("counter spear", {"shield": 1})]
)
def test_a_t12_a_shield_is_for_those_who_react(reply: str, armour: dict[str, int]) -> None:
    fight = Fight({"theobald": "b"}, {"it": ("watchman", "b"), "x": ("bandit", "r")}, stunts="off", morale="off")
    fight.play("theobald", "strike it halberd", reply, *([d20(20)] if reply == "dodge" else []), d8(3))
    assert fight.armour == armour


@pytest.mark.rule("murdham", "A-56", "A-81")
def test_a_t14_a_grapple_comes_too_late_for_the_fallen() -> None:
    fight = Fight({"sybilla": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off", morale="off")
    fight.play("sybilla", "strike it sword", "counter grapple", d6(4))
    assert fight.sheet("it").incapacitated and fight.sheet("it").grabbing == ""
    assert fight.sheet("sybilla").health == 8
    assert fight.asked.who == "sybilla", "and her turn goes on"
