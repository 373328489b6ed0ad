"""A position for each tool that a fight has besides the plain blow: the planner finds it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.rules.events import Id
from game.spatial.field import Edge, Feature
from tests.rulesets.murdham.kit import STUNNED, Fight, advice, chart
from tests.rulesets.murdham.test_advice import chosen


def test_whom_one_holds_beside_a_fire_is_pushed_into_it() -> None:
    field = chart("abcdef", features={"a": "fire"})
    fight = Fight({"bully": ("bandit-bully", "b")}, {"robber": ("bandit", "ab")}, field=field)
    fight.sheet_of("bully", grabbing=Id("robber")).sheet_of("robber", health=5).play("bully")
    assert chosen(fight).startswith("shove 0,0")


def test_a_wrestler_takes_hold_of_the_strong() -> None:
    fight = Fight({"bully": ("bandit-bully", "b"), "theobald": "b"}, {"chief": ("bandit-leader", "b")})
    fight.sheet_of("chief", acted=True).play("bully")
    assert chosen(fight) == "grapple chief"


def test_the_mighty_may_trample_and_those_who_can_not_make_way_are_hurt() -> None:
    fight = Fight({"wyrm": "a"}, {"robber": ("bandit", "a")}).sheet_of("robber", entangled=True).play("wyrm")
    assert advice(fight)["trample robber"]["down"] > 0
    fight = Fight({"wyrm": "a"}, {"robber": ("bandit", "a")}).play("wyrm")
    assert "down" not in advice(fight)["trample robber"], "it makes way"


def test_nobody_in_sight_and_somebody_about_is_searched_for() -> None:
    fight = Fight({"theobald": "a"}, {"robber": ("bandit", "b")})
    fight.sheet_of("robber", hidden=True).turn_of(vanished={"foes": 1}).play("theobald")
    assert chosen(fight) == "search"


def test_a_cutthroat_that_nobody_sees_may_hide() -> None:
    field = chart("a.b", "c.d", "e.f", "ghi")
    fight = Fight({"knife": ("footpad", "a")}, {"robber": ("bandit", "b")}, field=field)
    fight.sheet_of("knife", unseen=1).turn_of(round=4).play("knife")
    assert advice(fight)["hide"]["unseen"] > 0


def test_a_foe_that_an_antidote_would_bring_back_is_finished() -> None:
    fight = Fight({"theobald": "a"}, {"lame": ("bandit", "a"), "nurse": ("goblin-chief", "h")})
    fight.sheet_of("lame", paralysed=True).sheet_of("nurse", items=("antidote",)).play("theobald")
    assert chosen(fight) == "finish lame"


def test_an_idle_one_beside_a_fresh_foe_speaks_to_it() -> None:
    """Bound to do no harm with what it has, it takes the other's turn."""
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"robber": ("bandit", "b")})
    fight.profile_of("robber", armour=9).sheet_of("robber", armour=9, WIT=2).play("theobald")
    assert chosen(fight).startswith(("distract", "taunt", "grapple"))


def test_who_loses_its_turn_anyway_is_not_spoken_to() -> None:
    fight = Fight({"theobald": "b"}, {"robber": ("bandit", "b")})
    fight.sheet_of("robber", conditions=STUNNED, acted=True).play("theobald")
    assert "distract robber" not in advice(fight)


@pytest.mark.parametrize(("there", "strewn"), [("d", True), ("f", False)])
def test_archers_strew_caltrops_before_those_who_come_and_not_before_anybody_is_near(there: str, strewn: bool) -> None:
    fight = Fight({"balthasar": "b"}, {"robber": ("bandit", there)}, field=chart("abcdef"))
    fight.sheet_of("balthasar", items=("caltrops",)).play("balthasar")
    assert ("use caltrops" in advice(fight)) is strewn


def test_a_net_takes_a_strong_one_out_of_the_fight() -> None:
    fight = Fight({"catcher": "b"}, {"chief": ("bandit-leader", "b")})
    fight.sheet_of("catcher", hand="net", carried=("catch-pole",)).sheet_of("chief", acted=True, STR=3).play("catcher")
    assert advice(fight)["shoot chief net"]["bound"] > 0.5


def test_poison_goes_on_a_blade_about_to_strike() -> None:
    fight = Fight({"knife": ("footpad", "b")}, {"chief": ("bandit-leader", "b")})
    fight.sheet_of("chief", acted=True, entangled=True).play("knife")
    assert chosen(fight) == "use poison knife"


def test_whoever_is_held_struggles() -> None:
    fight = Fight({"theobald": "b"}, {"bully": ("bandit-bully", "b")})
    fight.sheet_of("bully", grabbing=Id("theobald")).play("theobald")
    assert chosen(fight) == "struggle"


def test_a_lever_counts_for_what_it_opens() -> None:
    field = chart("abcdef", doors="bc")
    (door,) = field.edges
    field = replace(
        field,
        edges=(Edge(door.id, door.a, door.b, "portcullis"),),
        features=(Feature("lever", "lever", ((0, 0),), linked="bc"),),
    )
    assert advice(Fight({"sybilla": "a"}, {"bandit": "f"}, field=field).play("sybilla"))["pull lever"]["door"] > 0
