"""What hangs on a blow besides its die: the size of a breath, the shield of who dodges, one attack more, hands up."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import d6, d8, d20
from rulesets.murdham.play.events import DamageRolled
from tests.rulesets.murdham.kit import Fight, Where, chart, taunted
from tests.rulesets.murdham.test_advice import chosen


@pytest.mark.rule("murdham", "A-118")
@pytest.mark.parametrize(
    ("size", "face", "rolled"), [("large", 3, 6), ("massive", 3, 12), ("medium", 3, 3), ("small", 3, 2), ("tiny", 5, 2)]
)
def test_a_breath_is_as_strong_as_the_body_it_comes_from(size: Any, face: int, rolled: int) -> None:
    """Twice the die from a large wyrm; a quarter of it, rounded up, from one that fits a hand."""
    fight = Fight({"theobald": "c"}, {"wyrm": "a"}, acting="foes", stunts="off", morale="off")
    fight.profile_of("wyrm", size=size).play("wyrm")
    fight.play(fight.key("blast fire-breath", "c"), d20(1), d6(face))
    assert fight.last(DamageRolled).rolled == rolled
    assert dict(fight.lost) == {"theobald": min(rolled, 9)}, "no armour stops fire"


def shelled(**options: Any) -> Fight:
    """The gunner's turn, whose long gun (d8) bursts; in its way stands Sybilla with armour 1 and a shield."""
    fight = Fight({"sybilla": "b"}, {"gunner": "a"}, acting="foes", stunts="off", morale="off", **options)
    return fight.weapon_of("gunner", "long-gun", traits=("blast",)).play("gunner")


@pytest.mark.rule("murdham", "A-27", "A-53", "A-118")
@pytest.mark.parametrize(
    ("answers", "armour"),
    [
        (("dodge", d20(11)), {"armour": 1, "shield": 1}),
        (("pass",), {"armour": 1}),
    ],
)
def test_the_shield_is_up_for_who_dodges_a_blast_and_fails(answers: tuple[Any, ...], armour: dict[str, int]) -> None:
    """And down for whoever takes it."""
    fight = shelled()
    fight.play(fight.key("blast long-gun", "b"), *answers, d8(5))
    assert fight.armour == armour and fight.lost == [("sybilla", 5 - sum(armour.values()))]
    assert ("shield" in fight.sheet("sybilla").used) is ("shield" in armour)


@pytest.mark.rule("murdham", "A-53", "A-70")
def test_who_dodges_a_blast_and_passes_is_not_touched() -> None:
    fight = shelled()
    fight.play(fight.key("blast long-gun", "b"), "dodge", d20(10))
    assert fight.lost == [] and fight.asked.who == "gunner"


# ------------------------------------------------------------------ following through


def swinging(**options: Any) -> Fight:
    """Osric, who follows through, among three bandits."""
    foes: dict[str, Where] = {"one": ("bandit", "b"), "two": ("bandit", "b"), "three": ("bandit", "b")}
    return Fight({"osric": "b"}, foes, stunts="off", morale="off", **options).sheet_of("osric", omens=0)


@pytest.mark.rule("murdham", "A-17", "A-118")
def test_whoever_fells_a_foe_follows_through_once_a_fight() -> None:
    """Not where the foe stays up, and not a second time."""
    fight = swinging().sheet_of("two", health=4).play("osric", "strike one halberd", d8(4))
    assert fight.sheet("one").incapacitated and fight.offers("strike two halberd")
    assert fight.option("done").unspent == ("another attack",), "the main action is spent"
    fight.play("strike two halberd", d8(2))
    assert fight.sheet("two").incapacitated and not fight.keys("strike")
    hurt = swinging().play("osric", "strike one halberd", d8(3))
    assert hurt.health("one") == 5 and not hurt.keys("strike")


@pytest.mark.rule("murdham", "A-17", "A-118")
def test_following_through_is_for_those_who_have_the_skill() -> None:
    foes: dict[str, Where] = {"one": ("bandit", "b"), "two": ("bandit", "b")}
    fight = Fight({"theobald": "b"}, foes, stunts="off", morale="off").play("theobald", "strike one halberd", d8(5))
    assert fight.sheet("one").incapacitated and not fight.keys("strike")


@pytest.mark.rule("murdham", "A-15", "A-17", "A-54")
def test_a_counter_is_not_followed_through() -> None:
    """It is a reaction: Osric's turn is spent, though a foe has fallen; and his skill is left for later."""
    fight = swinging(acting="foes").play("one")
    fight.play("strike osric axe", "counter halberd", d6(1), d8(5))
    assert fight.sheet("one").incapacitated and fight.acted("osric")
    fight.play("two", "done", "three", "done", "first foes", "two", "done", "osric", "strike two halberd", d8(5))
    assert fight.turn.round == 2 and fight.keys("finish"), "now he follows through"


# ------------------------------------------------------------------ hands up


@pytest.mark.rule("murdham", "A-101")
@pytest.mark.parametrize(
    "state",
    [{}, {"hand": ""}, {"retreating": True}, {"conditions": taunted("theobald")}, {"entangled": True}, {"tripped": 1}],
)
def test_anybody_may_surrender_as_the_turn_begins(state: dict[str, Any]) -> None:
    """Armed or not, broken, taunted, caught or fallen; the held as well."""
    fight = Fight({"theobald": "b"}, {"bandit": "b", "x": ("bandit", "q")}, acting="foes", stunts="off")
    assert fight.sheet_of("bandit", **state).play("bandit").offers("surrender")
    held = Fight({"theobald": "b"}, {"bandit": "b", "x": ("bandit", "q")}, acting="foes")
    assert held.sheet_of("theobald", grabbing="bandit").play("bandit").offers("surrender")


@pytest.mark.rule("murdham", "A-101")
def test_surrendering_is_no_reaction() -> None:
    """It is the turn: the target of an attack can't throw its weapons away before the blow falls."""
    fight = Fight({"theobald": "b"}, {"bandit": "b"}, stunts="off").play("theobald").until("strike bandit halberd")
    assert fight.asked.topic == "reaction" and not fight.offers("surrender")


def cornered(party: dict[str, Where], health: int, many: int = 6, exit_: str = "") -> str:
    """What the computer does with the first of the party, all of that health; the way out leads through bandits."""
    foes: dict[str, Where] = {f"b{number}": ("bandit", "b") for number in range(many)}
    fight = Fight(party, foes, field=chart("abc", features={exit_ or "a": "exit"}), morale="off")
    for who in party:
        fight.sheet_of(who, health=health)
    return chosen(fight.play(next(iter(party))))


@pytest.mark.rule("murdham", "A-101", "M-13")
def test_the_computer_surrenders_when_nothing_is_left_to_hope_for() -> None:
    """Alone, outnumbered by far, hurt to the half or worse, and with no way out; all of these, or it fights on."""
    assert cornered({"theobald": "c"}, 4) == "surrender"
    assert cornered({"theobald": "c", "sybilla": "c"}, 2, many=8) != "surrender", "two are left"
    assert cornered({"theobald": "c"}, 5) != "surrender", "more than half its health is"
    assert cornered({"theobald": "c"}, 4, many=1) != "surrender", "one foe may yet be beaten"
    assert cornered({"theobald": "c"}, 4, exit_="c") != "surrender", "it stands at a way out"
