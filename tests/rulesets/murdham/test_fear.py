"""By the book: fear of what frightens, and what the undead fear."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import d10, d20
from rulesets.murdham.play.events import Afflicted, GroupSaved
from tests.rulesets.murdham.kit import Fight, Where

# ------------------------------------------------------------------ fear


def dread(at: str = "e", many: int = 1, **sheet: Any) -> Fight:
    """Sybilla in zone a, and some of the dead; a new round begins."""
    foes: dict[str, Where] = {f"dead{n}": ("walking-corpse", at) for n in range(many)}
    fight = Fight({"sybilla": "a"}, foes).sheet_of("sybilla", **sheet)
    return fight.play("pass", "pass")


@pytest.mark.rule("murdham", "A-119")
@pytest.mark.parametrize(("face", "afraid"), [(6, False), (7, True)])
def test_a_frightening_foe_within_four_zones_takes_a_wit_save(face: int, afraid: bool) -> None:
    fight = dread().play(d20(face))
    assert fight.last(GroupSaved).ability == "WIT"
    assert fight.sheet("sybilla").fears == (("dead0",) if afraid else ())
    assert fight.sheet("sybilla").braved == (() if afraid else ("dead0",))


@pytest.mark.rule("murdham", "A-119")
def test_five_zones_are_far_enough_and_the_brave_know_no_fear() -> None:
    assert dread("f").asked.topic == "order", "the round goes on without a roll"
    fight = Fight({"piran": "a"}, {"walking-corpse": "b"}).play("pass", "pass")
    assert fight.asked.topic == "order"


@pytest.mark.rule("murdham", "A-119")
def test_a_pass_is_good_for_the_rest_of_it() -> None:
    fight = dread().play(d20(6), "first party", "pass", "pass")
    assert len(fight.told(GroupSaved)) == 1


@pytest.mark.rule("murdham", "A-119", "M-33")
def test_foes_of_one_kind_frighten_together() -> None:
    fight = dread(many=3).play(d20(7))
    assert len(fight.told(GroupSaved)) == 1
    assert fight.sheet("sybilla").fears == ("dead0", "dead1", "dead2")


@pytest.mark.rule("murdham", "A-119")
def test_the_frightened_do_not_go_nearer_but_fight() -> None:
    """Not even from the border into the zone where it stands."""
    fight = Fight({"sybilla": "c"}, {"walking-corpse": "e"}).sheet_of("sybilla", fears=("walking-corpse",))
    fight.play("sybilla")
    assert set(fight.keys("move")) == {fight.key("move", "bc"), fight.key("move", "b")}
    fight = Fight({"sybilla": "cd"}, {"walking-corpse": "d"}).sheet_of("sybilla", fears=("walking-corpse",))
    fight.play("sybilla")
    assert not fight.offers(fight.key("move", "d")) and fight.offers("strike walking-corpse sword")


@pytest.mark.rule("murdham", "A-119", "A-100")
def test_the_undead_are_not_afraid_of_each_other() -> None:
    fight = Fight({"skeletal-warrior": "a"}, {"walking-corpse": "b"}).play("pass", "pass")
    assert fight.asked.topic == "order"


@pytest.mark.rule("murdham", "A-119", "A-19")
def test_who_is_intimidated_is_frightened() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}).play("sybilla", "intimidate bandit", d20(9))
    assert fight.sheet("bandit").fears == ("sybilla",) and fight.last(Afflicted).rule == "A-119"


@pytest.mark.rule("murdham", "A-118")
def test_blessed_water_is_for_the_undead() -> None:
    fight = Fight({"piran": "a"}, {"walking-corpse": "b", "bandit": "b"}, stunts="off")
    fight.sheet_of("piran", hand="blessed-water").play("piran")
    assert not fight.offers("shoot bandit blessed-water")
    fight.play("shoot walking-corpse blessed-water", d10(7))
    assert fight.lost == [("walking-corpse", 7)]
