"""Rule: Hide behind a nearby character, Guard; and what else comes out of turn (A-29 to A-31, A-59 to A-62)."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import d6, d8, d20
from rulesets.murdham.play.events import AttackDeclared
from tests.rulesets.murdham.kit import STUNNED, Fight, chart, taunted
from tests.rulesets.murdham.people import KEEPER


def crowd(**options: Any) -> Fight:
    """Theobald strikes at one of three."""
    foes = {"it": ("bandit", "b"), "two": ("bandit", "bc"), "far": ("bandit", "d")}
    fight = Fight({"theobald": "b"}, foes, stunts="off", morale="off", **options)
    return fight.play("theobald").until("strike it halberd")


@pytest.mark.rule("murdham", "A-30", "A-59")
def test_only_somebody_nearby_can_be_hidden_behind() -> None:
    assert crowd().keys("hide") == ["hide two"]


@pytest.mark.rule("murdham", "A-59", "M-5")
def test_whoever_agrees_is_the_new_target() -> None:
    fight = crowd().until("hide two")
    assert (fight.asked.who, fight.asked.topic) == ("two", "consent")
    fight.play("agree", d8(3))
    assert fight.health("it") == 8 and fight.health("two") == 5
    assert fight.acted("it") and not fight.acted("two"), "to be in front is no reaction"


@pytest.mark.rule("murdham", "A-59", "M-5")
def test_whoever_is_refused_may_think_of_something_else() -> None:
    fight = crowd().until("hide two", "refuse")
    assert fight.asked.who == "it" and not fight.acted("it")
    assert fight.keys("hide") == [] and fight.offers("dodge")
    fight.play("dodge", d20(8))
    assert not fight.hit


@pytest.mark.rule("murdham", "A-59")
def test_who_has_acted_can_still_be_hidden_behind() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "two": ("bandit", "b")}, stunts="off", morale="off")
    fight.sheet_of("two", acted=True).play("theobald", "strike it halberd", "hide two", "agree", d8(3))
    assert fight.health("two") == 5


@pytest.mark.rule("murdham", "A-59", "M-5")
def test_beasts_agree_to_nothing() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "dog": ("wolf", "b")}, stunts="off").play("theobald")
    assert fight.until("strike it halberd").keys("hide") == []


@pytest.mark.rule("murdham", "A-60")
def test_the_one_in_front_has_a_reaction_of_its_own() -> None:
    fight = crowd().until("hide two", "agree")
    assert fight.asked.who == "two"
    assert fight.offers("dodge") and fight.offers("counter axe")
    assert not fight.offers("hide far"), "not nearby"
    fight.play("counter axe", d8(3), d6(5))
    assert fight.lost == [("theobald", 4), ("two", 3)]
    assert fight.acted("it") and fight.acted("two")


@pytest.mark.rule("murdham", "A-60", "M-3")
def test_hiding_goes_on_until_nobody_is_left_who_could() -> None:
    foes = {"one": ("bandit", "b"), "two": ("bandit", "b"), "three": ("bandit", "b")}
    fight = Fight({"theobald": "b"}, foes, stunts="off", morale="off").play("theobald")
    fight.until("strike one halberd", "hide two", "agree", "hide three", "agree")
    assert fight.asked.who == "three" and fight.offers("hide one")
    fight.play("hide one", "agree", d8(3))
    assert fight.health("one") == 5 and all(fight.acted(who) for who in foes), "it has reacted, and takes the blow"


@pytest.mark.rule("murdham", "A-60")
def test_the_one_in_front_may_be_guarded() -> None:
    foes = {"one": ("bandit", "b"), "two": ("bandit", "b"), "three": ("bandit", "b")}
    fight = Fight({"theobald": "b"}, foes, stunts="off", morale="off").play("theobald")
    fight.play("strike one halberd", "hide two", "agree", "guard three", d8(3))
    assert fight.health("three") == 5 and not fight.acted("two")


@pytest.mark.rule("murdham", "A-30", "A-88", "M-5")
def test_whoever_is_held_is_not_asked() -> None:
    fight = Fight(
        {"theobald": "b", "sybilla": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "b")}, stunts="off", morale="off"
    )
    fight.sheet_of("it", grabbing="sybilla").play("theobald").until("strike it halberd")
    assert fight.offers("hide sybilla")
    fight.play("hide sybilla", d8(3))
    assert fight.health("sybilla") == 6, "3 less her armour"
    assert fight.sheet("it").grabbing == "sybilla" and fight.acted("it")


# ------------------------------------------------------------------ guard


@pytest.mark.rule("murdham", "A-29", "A-61")
def test_somebody_nearby_may_take_the_attack_upon_itself() -> None:
    fight = crowd()
    assert (fight.asked.seat, fight.asked.topic, fight.option("guard two").topic) == ("foes", "reaction", "guard")
    assert fight.keys("guard") == ["guard two"], "the third is not nearby"
    fight.play("guard two", d8(3))
    assert fight.health("it") == 8 and fight.health("two") == 5
    assert fight.acted("two") and not fight.acted("it")


@pytest.mark.rule("murdham", "A-61")
def test_nobody_guards_when_the_target_has_dodged_or_countered() -> None:
    fight = crowd().play("dodge", d20(9), d8(3))
    assert fight.let_be == [] and fight.health("it") == 5
    other = crowd().play("counter axe", d8(3), d6(3))
    assert other.let_be == []


@pytest.mark.rule("murdham", "A-61")
def test_a_target_that_cannot_react_may_still_be_guarded() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "two": ("bandit", "b")}, stunts="off", morale="off")
    fight.sheet_of("it", acted=True).play("theobald").until("strike it halberd")
    assert fight.asked.topic == "guard"


@pytest.mark.rule("murdham", "A-61")
@pytest.mark.parametrize(
    "state", [{"acted": True}, {"entangled": True}, {"incapacitated": True}, {"surrendered": True}]
)
def test_guarding_is_for_those_who_can_react(state: dict[str, Any]) -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "two": ("bandit", "b")}, stunts="off", morale="off")
    fight.sheet_of("two", **state).play("theobald").until("strike it halberd", "pass")
    assert fight.rolled.dice == "d8"


@pytest.mark.rule("murdham", "A-62")
def test_a_guard_can_neither_counter_nor_dodge() -> None:
    fight = crowd().until("guard two")
    assert fight.rolled.dice == "d8", "it is hit, with nothing more to say"


@pytest.mark.rule("murdham", "A-62", "A-29")
def test_a_guards_shield_is_up() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "two": ("shield", "b")}, stunts="off", roster=KEEPER)
    fight.play("theobald", "strike it halberd", "guard two", d8(3))
    assert fight.armour == {"shield": 1} and fight.health("two") == 6


@pytest.mark.rule("murdham", "A-61")
def test_bodyguards_guard_without_giving_up_their_turn() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "two": ("bandit", "b")}, stunts="off", morale="off")
    fight.profile_of("two", skills=("bodyguard",)).play("theobald", "strike it halberd", "guard two", d8(1), "done")
    assert fight.keys() == ["it", "two", "pass"]


@pytest.mark.rule("murdham", "A-29")
def test_each_side_guards_its_own() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, {"wolf": "b"}, stunts="off").play(
        "theobald"
    )
    fight.until("strike it halberd", "pass")
    assert fight.rolled.dice == "d8", "a wolf of a third side guards no bandit"


# ------------------------------------------------------------------ striking at the leaving


@pytest.mark.rule("murdham", "A-31", "A-14")
def test_a_foe_who_leaves_may_be_struck_at() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off").play("theobald")
    fight.until(fight.key("move", "bc"))
    assert fight.asked.who == "theobald", "on the border it is still nearby"
    fight.until(fight.key("move", "c"))
    assert (fight.asked.who, fight.asked.topic) == ("it", "opportunity attack")
    assert fight.keys() == ["pass", "strike axe", "strike grapple", "strike disarm halberd", "hold back axe"]
    fight.play("strike axe", d6(2), fight.key("move", "c"))
    assert fight.last(AttackDeclared).how == "opportunity"
    assert fight.acted("it") and fight.at("theobald") == "c" and fight.health("theobald") == 8


# ------------------------------------------------------------------ who holds what


@pytest.mark.rule("murdham", "A-54", "A-86")
def test_whoever_counters_lets_go_of_whom_it_holds() -> None:
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off")
    fight.sheet_of("it", grabbing="sybilla").play("theobald", "strike it halberd", "counter axe", d8(1), d6(1))
    assert fight.sheet("it").grabbing == ""


@pytest.mark.rule("murdham", "M-9", "A-83")
def test_an_attacker_who_is_grabbed_in_return_has_no_turn_left() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off").play("theobald")
    fight.play("strike it halberd", "counter grapple", d8(1), d20(10))
    assert fight.sheet("it").grabbing == "theobald"
    assert fight.acted("theobald") and fight.asked.seat == "foes"


@pytest.mark.rule("murdham", "A-82", "A-60")
def test_a_disarm_that_finds_another_takes_what_that_one_holds() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "two": ("bandit-archer", "b")}, stunts="off", morale="off")
    fight.play("theobald", "disarm it axe", "guard two", d20(9))
    assert fight.sheet("two").hand == "" and fight.sheet("it").hand == "axe"


@pytest.mark.rule("murdham", "A-84", "A-118")
def test_the_smaller_struggle_in_vain_against_the_bigger() -> None:
    fight = Fight({"theobald": "b"}, {"troll": "b"}).sheet_of("troll", grabbing="theobald").play("theobald", "struggle")
    assert fight.sheet("troll").grabbing == "theobald" and fight.acted("theobald")
    assert fight.asked.seat == "foes", "no dice"


@pytest.mark.rule("murdham", "A-61", "M-43")
def test_a_grip_passes_only_to_who_is_nearby_the_attacker() -> None:
    """The second bandit is nearby the first, on the border, but not nearby Theobald."""
    foes = {"it": ("bandit", "bc"), "two": ("bandit", "c")}
    fight = Fight({"theobald": "b"}, foes, stunts="off", morale="off").play("theobald").until("grapple it")
    assert fight.keys("hide") == fight.keys("guard") == []
    blow = Fight({"theobald": "b"}, foes, stunts="off", morale="off").play("theobald").until("strike it halberd")
    assert (blow.keys("hide"), blow.keys("guard")) == (["hide two"], ["guard two"])


@pytest.mark.rule("murdham", "A-31", "A-63", "A-64", "M-63")
def test_who_has_agreed_to_fall_back_is_beyond_the_next_strike() -> None:
    """The second of two whom it leaves may strike as it falls back, and not once more at what was the way before."""
    fight = Fight({"sybilla": "b", "theobald": "b"}, {"bandit": "b"}, acting="foes").play("bandit")
    fight.until(fight.key("move", "c"), "offer strike sword", "offer back", "accept")
    assert (fight.asked.who, fight.asked.topic, fight.at("bandit")) == ("theobald", "opportunity attack", "bc")
    fight.play("pass")
    assert fight.at("bandit") == "c" and fight.asked.seat == "foes"


@pytest.mark.rule("murdham", "A-31", "M-8", "M-53")
def test_in_smoke_one_may_strike_at_what_is_heard_leaving() -> None:
    field = chart("abcdef", smoke="b")
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "f")}, field=field).play("theobald")
    fight.play(fight.key("full", "cd"))
    assert fight.let_be == [("opportunity attack", "it")] and fight.at("theobald") == "cd"


@pytest.mark.rule("murdham", "A-80", "A-81")
def test_a_net_and_an_axe_cross_and_the_net_comes_last() -> None:
    """A net does no damage: the axe that answers it comes first, and fells whoever threw."""
    fight = Fight({"catcher": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off", morale="off")
    fight.sheet_of("catcher", hand="net", health=2).play("catcher", "shoot it net", "counter axe", d6(2))
    assert fight.sheet("catcher").incapacitated and not fight.sheet("it").entangled
    assert fight.sheet("catcher").hand == "", "thrown all the same"


# ------------------------------------------------------------------ who stands in

STATES: dict[str, tuple[dict[str, Any], bool, bool]] = {
    "at its best": ({}, True, True),
    "has acted": ({"acted": True}, False, True),
    "stunned": ({"conditions": STUNNED}, False, True),
    "taunted": ({"conditions": taunted("theobald")}, False, True),
    "in a net": ({"entangled": True}, False, True),
    "held": ({}, False, True),
    "retreating": ({"retreating": True}, False, False),
    "surrendered": ({"surrendered": True}, False, False),
    "incapacitated": ({"incapacitated": True}, False, False),
    "paralysed": ({"paralysed": True}, False, False),
    "dead": ({"dead": True}, False, False),
}
"""What may be the matter with a friend; whether it can guard then, and whether one may ask to hide behind it."""


@pytest.mark.rule("murdham", "A-59", "A-61", "M-5", "M-30")
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("by_skill", [False, True])
def test_who_stands_in_for_another(state: str, *, by_skill: bool) -> None:
    party = {"theobald": "b", "sybilla": "b"}
    fight = Fight(party, {"it": ("bandit", "b"), "two": ("bandit", "b")}, stunts="off", morale="off")
    changes, guards, agrees = STATES[state]
    if by_skill:
        fight.profile_of("two", skills=("bodyguard",))
        guards = guards or state in ("has acted", "taunted")  # what takes no turn can be done without one
    fight.sheet_of("two", **changes)
    if state == "held":
        fight.sheet_of("sybilla", grabbing="two")
    fight.play("theobald").until("strike it halberd")
    assert fight.keys("guard") == (["guard two"] if guards else [])
    assert fight.keys("hide") == (["hide two"] if agrees else [])
