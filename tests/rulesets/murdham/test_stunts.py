"""By the book: Attack stunts."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import Dice, d6, d8, d20
from game.spatial.field import Field
from rulesets.murdham.play.events import Afflicted, Fell, StuntOffered
from tests.rulesets.murdham.kit import CHAIN, Fight, chart


def blow(*answers: str | Dice, **options: Any) -> Fight:
    """Theobald strikes at a bandit in zone b; what he offers is up to the test."""
    fight = Fight({"theobald": "b"}, {"bandit": "b", "x": ("bandit", "q")}, **options).play("theobald")
    return fight.until("offer strike bandit halberd", *answers)


@pytest.mark.rule("murdham", "A-74", "A-76", "M-10")
def test_the_attacker_may_offer_what_is_on_the_menu() -> None:
    fight = blow()
    assert (fight.asked.topic, fight.asked.seat) == ("stunt", "party")
    assert fight.keys() == ["pass", "offer drop axe", "offer back", "offer yield", "offer mark"]


@pytest.mark.rule("murdham", "A-75")
def test_it_is_offered_after_the_save_to_hit_and_before_the_reactions() -> None:
    """A shot over five zones: first WIT, then the offer, then the target's choice."""
    fight = Fight({"balthasar": "a"}, {"bandit": "f"}).play("balthasar").until("offer shoot bandit bow")
    assert fight.rolled.dice == "d20"
    fight.until(d20(12))
    assert fight.asked.topic == "stunt"
    fight.until("offer yield", "resist")
    assert fight.asked.topic == "reaction"


@pytest.mark.rule("murdham", "A-75")
def test_a_miss_offers_nothing() -> None:
    fight = Fight({"balthasar": "a"}, {"bandit": "f"}).play("balthasar")
    fight.play("shoot bandit bow", d20(13))
    assert fight.let_be == []


@pytest.mark.rule("murdham", "A-77")
def test_whoever_refuses_has_the_attack_resolved_as_normal() -> None:
    fight = blow("offer yield", "resist", "dodge", d20(9), d8(2))
    assert fight.health("bandit") == 6
    assert not fight.last(StuntOffered).accepted


@pytest.mark.rule("murdham", "A-77", "A-78", "A-101")
def test_whoever_accepts_suffers_that_instead_and_can_not_react() -> None:
    fight = blow("offer yield", "accept")
    assert fight.sheet("bandit").surrendered and fight.last(Fell).how == "surrendered"
    assert fight.health("bandit") == 8
    assert fight.asked.kind in ("act", "pick"), "nothing more comes of the attack"


@pytest.mark.rule("murdham", "A-78", "A-61")
def test_nobody_guards_against_what_was_accepted() -> None:
    fight = Fight({"theobald": "b"}, {"bandit": "b", "y": ("bandit", "b")}).play("theobald")
    fight.play("offer strike bandit halberd", "offer drop axe", "accept")
    assert "guard" not in dict(fight.let_be)
    assert fight.sheet("bandit").hand == ""
    assert [thing.key for thing in fight.state.things.values()] == ["axe"]


@pytest.mark.rule("murdham", "A-74", "M-10")
def test_falling_back_is_a_zone_away_from_the_attacker() -> None:
    fight = blow("offer back", "accept")
    assert fight.at("bandit") in ("a", "c")


@pytest.mark.rule("murdham", "A-16", "A-74", "A-119", "M-10")
@pytest.mark.parametrize(
    ("field", "state", "offered"),
    [
        (chart("bc"), {}, True),
        (chart("bc", climbs="bc"), {}, False),
        (chart("bc", gaps="bc"), {}, False),
        (chart("bc", water="c"), {}, False),
        (chart("bc", doors="bc"), {}, False),
        (chart("bc"), {"tripped": 1}, False),
        (chart("bc"), {"tripped": 0}, True),
        (chart("bc"), {"fears": ("sybilla",)}, False),
    ],
    ids=["a way", "a climb", "a gap", "water", "a door", "fallen", "fallen before", "frightened"],
)
def test_whoever_falls_back_goes_where_it_could_walk(field: Field, state: dict[str, Any], offered: bool) -> None:
    """Sybilla, of whom it may be frightened, stands on the only way out."""
    fight = Fight({"theobald": "b", "sybilla": "c"}, {"bandit": "b"}, field=field).sheet_of("bandit", **state)
    assert fight.play("theobald").until("offer strike bandit halberd").offers("offer back") is offered


@pytest.mark.rule("murdham", "A-54", "A-75", "M-6")
def test_a_counter_offers_nothing() -> None:
    """The dice of both fall at once."""
    fight = blow("pass", "counter axe")
    assert fight.rolled.dice == "d8"
    fight.play(d8(1), d6(1))
    assert fight.told(StuntOffered) == []


@pytest.mark.rule("murdham", "A-74", "M-10")
def test_a_scar_is_for_life() -> None:
    fight = blow("offer mark", "accept")
    assert fight.sheet("bandit").injuries == ("a scar",)
    assert fight.last(Afflicted).who == "bandit"


@pytest.mark.rule("murdham", "A-74", "M-10", "A-84")
def test_to_let_go_is_offered_to_whoever_holds_somebody() -> None:
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"bandit": "b"}).sheet_of("bandit", grabbing="sybilla")
    fight.play("theobald").until("offer strike bandit halberd", "offer release", "accept")
    assert fight.sheet("bandit").grabbing == ""


@pytest.mark.rule("murdham", "A-76", "M-10")
def test_what_is_impossible_is_not_on_the_menu() -> None:
    """Empty hands drop nothing; whoever is held can't fall back, nor anybody from a dead end that is no zone wide."""
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"bandit": "b"}).sheet_of("bandit", hand="")
    fight.sheet_of("sybilla", grabbing="bandit").play("theobald").until("offer strike bandit halberd")
    assert fight.keys() == ["pass", "offer yield", "offer mark"]


@pytest.mark.rule("murdham", "A-76", "A-91", "A-120")
def test_an_offer_to_fall_back_does_not_tell_where_somebody_lurks() -> None:
    """Zone c is full of bandits in hiding: Theobald may not know, and the offer is the same as if it were empty."""
    lurking = {f"l{n}": ("bandit", "c") for n in range(4)}
    field = chart("bc", capacity=4)
    fight = Fight(
        {"theobald": "b", "sybilla": "b"}, {"bandit": "b", **lurking}, field=field, hidden=tuple(lurking)
    ).play("theobald")
    fight.until("offer strike bandit halberd")
    assert fight.offers("offer back")


@pytest.mark.rule("murdham", "A-76", "M-10")
def test_beasts_and_the_mindless_make_no_bargains() -> None:
    for unit in ("wolf", "skeletal-warrior"):
        fight = Fight({"theobald": "b"}, {"x": (unit, "b")}, field=CHAIN).play("theobald")
        assert fight.keys("offer") == []


@pytest.mark.rule("murdham", "A-76")
def test_the_referee_may_be_asked_whether_it_makes_sense() -> None:
    fight = blow("offer yield", stunts="ask")
    assert (fight.asked.kind, fight.asked.topic) == ("ruling", "stunts")
    fight.play("no", d8(2))
    assert fight.told(StuntOffered) == [] and fight.health("bandit") == 6
    fight = blow("offer yield", "yes", "accept", stunts="ask")
    assert fight.sheet("bandit").surrendered


@pytest.mark.rule("murdham", "A-76")
def test_stunts_can_be_left_out() -> None:
    fight = Fight({"theobald": "b"}, {"bandit": "b", "x": ("bandit", "q")}, stunts="off").play("theobald")
    assert fight.keys("offer") == []


@pytest.mark.rule("murdham", "A-74")
def test_counters_and_non_lethal_attacks_offer_nothing() -> None:
    """A stunt stands in the place of damage, and whoever counters answers an attack."""
    fight = (
        Fight({"sybilla": "b"}, {"bandit": "b"})
        .play("sybilla")
        .play("offer strike bandit sword", "pass", "counter axe")
    )
    assert fight.let_be == [], "but for the attacker's own offer"
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}).play("sybilla").until("grapple bandit")
    assert fight.asked.topic == "reaction"


@pytest.mark.rule("murdham", "A-74", "A-75")
def test_only_whoever_attacks_with_an_offer_is_asked_for_one() -> None:
    """Every attack that is to harm can be made so: held back, on the move, and on those who leave too."""
    fight = Fight({"theobald": "b"}, {"bandit": "b", "x": ("bandit", "q")}).play("theobald")
    assert fight.keys("offer") == ["offer strike bandit halberd", "offer hold back bandit halberd"]
    assert fight.option("offer strike bandit halberd").verb == "offer"
    assert fight.until("strike bandit halberd").asked.topic == "reaction"
    shot = Fight({"balthasar": "a"}, {"bandit": "c"}).play("balthasar")
    assert shot.offers("on the move offer shoot bandit bow")
    leaving = Fight({"sybilla": "b"}, {"bandit": "b"}, acting="foes").play("bandit")
    leaving.until(leaving.key("move", "c"))
    assert {"offer strike sword", "offer hold back sword"} <= set(leaving.keys("offer"))
    assert leaving.until("offer strike sword").asked.topic == "stunt"
