"""By the book: Grapple, where more than two are at it."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import d4, d20
from rulesets.murdham.play.events import Did, Freed
from tests.rulesets.murdham.kit import Fight, Where, chart


def brawl(at: str = "b", **more: Where) -> Fight:
    """Sybilla's turn beside a bandit that holds Theobald, with Balthasar at hand; ``more`` are further bandits."""
    party: dict[str, Where] = {"sybilla": at, "theobald": at, "balthasar": at}
    fight = Fight(party, {"bandit": at, "x": ("bandit", "q"), **more}, stunts="off", morale="off")
    return fight.sheet_of("bandit", grabbing="theobald")


@pytest.mark.rule("murdham", "A-83", "A-84", "M-46")
def test_a_grip_breaks_the_one_its_victim_had_on_somebody() -> None:
    """Sybilla grabs the bandit, and Theobald is free of it; he hears so, and can act."""
    fight = brawl().play("sybilla", "grapple bandit", d20(9))
    assert fight.sheet("sybilla").grabbing == "bandit" and fight.sheet("bandit").grabbing == ""
    assert [(event.who, event.other) for event in fight.told(Freed)] == [("theobald", "bandit")]
    fight.play("done", "x", "done", "theobald")
    assert not fight.offers("struggle") and fight.keys("full")


@pytest.mark.rule("murdham", "A-83", "M-46")
def test_a_grip_that_fails_breaks_nothing() -> None:
    fight = brawl().play("sybilla", "grapple bandit", d20(8))
    assert fight.sheet("bandit").grabbing == "theobald" and fight.told(Freed) == []


@pytest.mark.rule("murdham", "A-83", "A-84", "M-46")
def test_a_grip_leaves_an_allys_hold_on_the_same_victim() -> None:
    fight = brawl().sheet_of("bandit", grabbing="").sheet_of("theobald", grabbing="bandit")
    fight.play("sybilla", "grapple bandit", d20(9))
    assert fight.sheet("theobald").grabbing == fight.sheet("sybilla").grabbing == "bandit"
    assert fight.told(Freed) == []


@pytest.mark.rule("murdham", "A-83", "A-86", "M-46")
def test_nobody_holds_two() -> None:
    """Not even a troll, who could do anything else with one hand and keep hold."""
    party: dict[str, Where] = {"theobald": "b", "sybilla": "b"}
    fight = Fight(party, {"troll": "b"}, acting="foes", stunts="off").sheet_of("troll", grabbing="theobald")
    fight.play("troll", "grapple sybilla")
    assert fight.sheet("troll").grabbing == "sybilla"
    assert [event.who for event in fight.told(Freed)] == ["theobald"]


@pytest.mark.rule("murdham", "A-83")
@pytest.mark.parametrize(
    ("holder", "held", "why"),
    [
        ("bandit-bully", "bandit-leader", "has no save against the skill of"),
        ("troll", "bandit", "is too small to resist"),
    ],
)
def test_who_is_grabbed_without_a_save_is_told_why(holder: str, held: str, why: str) -> None:
    fight = Fight({"one": (holder, "b")}, {"other": (held, "b")}).play("one", "grapple other")
    told = fight.last(Did)
    assert fight.sheet("one").grabbing == "other"
    assert (told.who, told.what, told.rule, told.other) == ("other", why, "A-83", "one")


def doubly_held(at: str = "b", first: str = "b", second: str = "b", foes: str = "party") -> Fight:
    """A bandit that Theobald and Sybilla both hold."""
    party: dict[str, Where] = {"theobald": first, "sybilla": second}
    fight = Fight(party, {"bandit": at, "x": ("bandit", "q")}, acting=foes, stunts="off", morale="off")
    return fight.sheet_of("theobald", grabbing="bandit").sheet_of("sybilla", grabbing="bandit")


@pytest.mark.rule("murdham", "A-84", "M-46")
def test_one_save_tears_free_of_all() -> None:
    fight = doubly_held(foes="foes").play("bandit", "struggle", d20(8))
    assert fight.sheet("theobald").grabbing == fight.sheet("sybilla").grabbing == ""


@pytest.mark.rule("murdham", "A-84", "A-118", "M-46")
@pytest.mark.parametrize("giant", ["theobald", "sybilla"])
def test_of_several_holders_one_who_is_bigger_is_enough(giant: str) -> None:
    fight = doubly_held(foes="foes").profile_of(giant, size="large").play("bandit", "struggle")
    assert fight.acted("bandit") and fight.sheet(giant).grabbing == "bandit"


@pytest.mark.rule("murdham", "A-85", "M-46")
def test_who_is_dragged_out_of_reach_is_lost_to_the_other() -> None:
    """As far as the border Theobald still has it nearby; in the next zone he has not."""
    fight = doubly_held().play("sybilla")
    fight.play(fight.key("move", "bc"))
    assert fight.sheet("theobald").grabbing == "bandit"
    fight.play(fight.key("move", "c"))
    assert (fight.sheet("sybilla").grabbing, fight.sheet("theobald").grabbing) == ("bandit", "")
    assert fight.last(Freed).other == "theobald"


@pytest.mark.rule("murdham", "A-87", "M-46")
def test_who_is_shoved_stays_in_the_grip_of_others_as_far_as_they_reach() -> None:
    """Sybilla on the border of a shoves it out of zone b: from there Theobald on the far border can't reach it."""
    near = doubly_held(second="ab", at="b").play("sybilla")
    near.play(near.key("shove", "bc"))
    assert near.sheet("theobald").grabbing == "bandit" and near.at("bandit") == "bc"
    field = chart("abcdq")
    party: dict[str, Where] = {"theobald": "bc", "sybilla": "b"}
    far = Fight(party, {"bandit": "b", "x": ("bandit", "q")}, field=field, stunts="off")
    far.sheet_of("theobald", grabbing="bandit").sheet_of("sybilla", grabbing="bandit").play("sybilla")
    far.play(far.key("shove", "ab"))
    assert far.sheet("theobald").grabbing == "" and far.at("bandit") == "ab"


@pytest.mark.rule("murdham", "A-118", "M-46")
def test_who_is_thrown_is_lost_to_the_other() -> None:
    fight = doubly_held().profile_of("theobald", size="large").play("theobald")
    fight.play(fight.key("throw", "d"), d4(1))
    assert fight.at("bandit") == "d" and fight.sheet("sybilla").grabbing == ""


@pytest.mark.rule("murdham", "A-84", "A-118", "M-46")
def test_who_is_bigger_than_its_holders_needs_no_save_and_a_friend_is_none_the_stronger() -> None:
    """The bigger get the better of the smaller without a roll: one's own struggle, and that of whoever helps."""
    party: dict[str, Where] = {"sybilla": "b", "theobald": "b"}
    fight = Fight(party, {"troll": "b"}, stunts="off").sheet_of("troll", grabbing="theobald")
    fight.play("sybilla", "free theobald")
    assert fight.sheet("troll").grabbing == "theobald"
    assert "Sybilla struggles in vain against Troll 1" in fight.log
    fight = Fight({"troll": "b"}, {"bully": ("bandit-bully", "b")}, stunts="off").sheet_of("bully", grabbing="troll")
    fight.play("troll", "struggle")
    assert fight.sheet("bully").grabbing == ""
    fight = Fight({"troll": "b"}, {"bully": ("bandit-bully", "b")}, stunts="off").sheet_of("troll", entangled=True)
    fight.sheet_of("bully", grabbing="troll").play("troll", "struggle", d20(20))
    assert fight.sheet("bully").grabbing == "troll", "a net is nobody's size"


@pytest.mark.rule("murdham", "A-28", "A-61", "A-86")
@pytest.mark.parametrize(
    ("skill", "target", "answer"), [("nimble", "holder", "dodge"), ("bodyguard", "two", "guard holder")]
)
def test_who_dodges_or_guards_at_no_cost_lets_go_all_the_same(skill: str, target: str, answer: str) -> None:
    """It is something else than to move with the held or to attack it."""
    party: dict[str, Where] = {"theobald": "b", "sybilla": "b", "balthasar": "q"}
    foes: dict[str, Where] = {"holder": ("bandit", "b"), "two": ("bandit", "b")}
    fight = Fight(party, foes, stunts="off", morale="off").sheet_of("holder", grabbing="sybilla")
    fight.profile_of("holder", skills=(skill,)).play("theobald")
    fight.until(f"strike {target} halberd", answer)
    assert fight.sheet("holder").grabbing == "" and not fight.acted("holder")
    assert [event.who for event in fight.told(Freed)] == ["sybilla"]
