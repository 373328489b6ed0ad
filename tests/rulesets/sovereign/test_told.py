"""The numbers that the help tells are those that are played; what the board shows of a combatant."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from game.kit.conditions import Condition
from game.kit.cover import Cover
from game.rules.events import Id
from rulesets.sovereign import RULESET
from rulesets.sovereign.play.actions import CHARGE
from rulesets.sovereign.play.attack import FULL, SNAP, swarm_tally, swarmed
from rulesets.sovereign.play.geometry import FEET, Look
from rulesets.sovereign.play.numbers import (
    CHARGED,
    GUARD,
    Mode,
    attack_terms,
    damage_terms,
    reload_cost,
    second_weapon,
    size_penalty,
)
from tests.rulesets import helping
from tests.rulesets.sovereign.kit import Fight, terms

NEAR, FAR = Look(FEET, "no cover"), Look(6 * FEET, "no cover")

told, done = partial(helping.told, RULESET), partial(helping.done, RULESET)


def added(at: Look, mode: Mode, *, prone: bool = False, itself: bool = False) -> dict[str, int]:
    """What is added to an attack with a dagger, by its rule."""
    me = Fight({"colette": (5, 5)}, {"ogre": (6, 5)}).sheet_of("colette", prone=itself).body("colette")
    return terms(attack_terms(me, me.sheet.weapon("dagger"), mode, at, prone=prone))


@pytest.mark.rule("sovereign", "E-58", "E-59")
def test_the_help_on_the_prone() -> None:
    at_it = added(FAR, "thrown", prone=True)["E-58"], added(NEAR, "melee", prone=True)["E-58"]
    assert told("prone") == [*at_it, added(NEAR, "melee", itself=True)["E-59"]]
    assert done("prone") == [*at_it]


@pytest.mark.rule("sovereign", "E-60", "E-61", "E-62")
def test_the_help_on_cover_and_shots() -> None:
    kinds: tuple[Cover, ...] = ("half cover", "full cover")
    for cover in kinds:
        assert told(cover) == [added(NEAR._replace(cover=cover), "melee")["E-61"]]
    assert told("thrown") == done("throw") == [added(NEAR._replace(engaged=True), "thrown")["E-62"]]
    assert done("shoot") == [added(Look(60, "no cover"), "thrown")["E-60"]]


@pytest.mark.rule("sovereign", "E-25", "E-29", "E-32", "E-41")
def test_the_help_on_what_is_done() -> None:
    assert told("total defense") == done("defend") == [GUARD]
    assert told("charged") == [CHARGE.total, -CHARGED]
    assert done("charge") == done("charge-throw") == [CHARGE.total, CHARGED]
    assert told("snap attack") == [SNAP.total]
    assert told("swarming") == done("swarm") == [swarm_tally(1).total, swarmed(1, 9)[1]]
    assert swarm_tally(FULL - 1) == swarm_tally(3), "three at most"


@pytest.mark.rule("sovereign", "E-82", "E-83")
def test_the_help_on_two_weapons() -> None:
    fight = Fight({"fenn": (5, 5)}, {"ogre": (6, 5)}).sheet_of("fenn", hand="short-sword", off="dagger")
    me = fight.profile_of("fenn", skills={"Stab": 1}).body("fenn")
    sword = me.sheet.weapon("short-sword")
    bonus = terms(damage_terms(me, sword, "melee", FEET, second_weapon(me, sword)))["E-82"]
    assert done("draw-second") == [bonus, terms(attack_terms(me, sword, "melee", NEAR))["E-83"]]


@pytest.mark.rule("sovereign", "E-49")
@pytest.mark.parametrize(("trait", "cost"), [("reload", "move"), ("slow reload", "main")])
def test_the_help_on_reloading(trait: str, cost: str) -> None:
    for level, takes in ((0, cost), (1, "free")):
        fight = Fight({"colette": (5, 5)}, {"ogre": (6, 5)}).weapon_of("colette", "small-bow", traits=(trait,))
        me = fight.profile_of("colette", skills={"Shoot": level}).body("colette")
        assert reload_cost(me, me.sheet.weapon("small-bow")) == takes
    term = RULESET.glossary.find(trait)
    assert term is not None and "nothing with Shoot 1" in term.told and cost.capitalize() in term.told


@pytest.mark.rule("sovereign", "E-81")
def test_the_help_on_bulk() -> None:
    def harder(mine: str, its: str, *, human: bool) -> int:
        fight = Fight({"colette": (5, 5)}, {"ogre": (6, 5)}).profile_of("colette", bulk=mine)
        fight.profile_of("ogre", bulk=its, humanoid=human)
        return -size_penalty(fight.body("colette"), fight.body("ogre"))

    assert told("large body") == [harder("man", "large", human=True), harder("man", "large", human=False)]
    assert told("huge body") == [harder("man", "huge", human=True), harder("large", "huge", human=True)]


SURPRISED = Condition("surprised", "round ends")
HOLDING = Condition("holding", "round ends")


@pytest.mark.parametrize(
    ("fields", "marks"),
    [
        ({}, ()),
        ({"conditions": (SURPRISED,), "prone": True, "fleeing": True}, ("prone", "fleeing", "surprised")),
        ({"dead": True, "hp": 0, "conditions": (SURPRISED, HOLDING), "prone": True, "fleeing": True}, ("dead",)),
        ({"dead": True, "hp": 0, "frail": True, "stable": True, "hidden": True}, ("dead",)),
        ({"hp": 0, "fell": 1, "frail": True, "conditions": (SURPRISED,)}, ("mortally injured", "frail")),
        ({"hp": 0, "stable": True, "grappling": Id("w2")}, ("stable",)),
        ({"out": True, "unloaded": ("short-sword",)}, ("surrendered",)),
        ({"out": True, "hp": 0, "fleeing": True}, ("out",)),
    ],
)
def test_conditions_of_a_fighter_end_with_the_fight(fields: dict[str, Any], marks: tuple[str, ...]) -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5)), "w2": ("skeletal-warrior", (9, 9))})
    fight.sheet_of("w1", **fields)
    shown = RULESET.standing(fight.board, Id("w1"))
    assert shown.words == marks
    labels = [label for label, _ in shown.facts]
    assert labels == (["AC", "In hand", "Main", "Move"] if shown.up else ["AC"]), "no budgets of the living on the dead"
    assert not shown.reacts or shown.up
