"""A position for each tool of the book that pays now and then: what the planner makes of it there."""

from __future__ import annotations

from tests.rulesets.sovereign.kit import Fight, ground
from tests.rulesets.sovereign.test_advice import HALL, chosen, features

LONG = ground(*["................................"] * 7)


def ranks(fight: Fight, *starts: str) -> list[int]:
    """At which place of the planner's list each of some options stands, the best at 0."""
    keys = list(features(fight))
    return [next(at for at, key in enumerate(keys) if key.startswith(start)) for start in starts]


def test_the_only_spear_is_kept_where_throwing_it_leaves_bare_hands() -> None:
    fight = Fight({"one": ("bandit", (1, 2))}, {"it": ("ogre", (5, 2))}, field=HALL)
    assert features(fight)["throw it spear"]["disarmed"] > 0
    assert not chosen(fight).startswith(("throw", "charge-throw"))


def test_a_spear_thrown_in_a_charge_is_gone_as_well() -> None:
    fight = Fight({"one": ("bandit", (1, 3))}, {"it": ("ogre", (15, 3))}, field=LONG)
    assert features(fight)["charge-throw it spear"]["disarmed"] > 0


def test_holding_an_action_against_a_rush_is_better_than_doing_nothing() -> None:
    fight = Fight({"one": ("bandit-brute", (1, 3))}, {"it": ("bandit", (10, 3))}, field=LONG)
    hold, done = ranks(fight, "hold", "done")
    assert hold < done
    away = Fight({"one": ("bandit-brute", (1, 3))}, {"it": ("bandit", (30, 3))}, field=LONG)
    assert "hold" not in features(away), "nobody comes"


def test_taking_hold_of_somebody_binds_both() -> None:
    found = features(Fight({"one": ("ogre", (4, 2))}, {"mage": ("hedge-mage", (6, 2))}, field=HALL))["grapple mage"]
    assert found["bound"] > 0 and found["tied"] > found["bound"], "an ogre is worth more than a mage"


def test_whoever_is_held_breaks_free() -> None:
    fight = Fight({"bow": ("bandit-crossbow", (4, 2))}, {"it": ("ogre", (5, 2))}, field=HALL)
    fight.sheet_of("it", grappling="bow")
    assert chosen(fight) == "break free"


def test_whoever_slips_away_from_blades_is_pinned_by_them_no_longer() -> None:
    foes = {"it": ("bandit-brute", (5, 3)), "that": ("bandit-brute", (5, 2))}
    found = features(Fight({"bow": ("bandit-crossbow", (4, 3))}, foes, field=LONG))
    assert "pinned" in found["done"] and "pinned" not in found["disengage"] and "risk" not in found["disengage"]


def test_a_shield_before_a_ward_is_worth_more_than_waiting_beside_it() -> None:
    party = {"knight": ("guard-captain", (4, 2)), "mage": ("hedge-mage", (3, 2))}
    fight = Fight(party, {"it": ("ogre", (9, 2))}, field=HALL).play("knight")
    assert features(fight)["screen mage 4,2"]["screened"] > 0
    screen, done = ranks(fight, "screen mage", "done")
    assert screen < done
    alone = Fight({"knight": ("guard-captain", (4, 2))}, {"it": ("ogre", (9, 2))}, field=HALL)
    assert not any(key.startswith("screen") for key in features(alone))
