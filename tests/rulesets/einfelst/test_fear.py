"""Fear: when it is met, with how many dice, and what it costs (C-84 to C-91)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import Dice
from game.spatial.field import Feature
from rulesets.einfelst.play import events as told
from rulesets.einfelst.play.perils import company, dreads, fear_pool, position
from tests.rulesets.einfelst.kit import terms
from tests.rulesets.einfelst.perils import Fight, at_least, chart, pool

DRAWS = tuple(Dice(f"d{left}", (1,)) for left in (10, 9, 8, 7))
"""Cards for a hero, an archer and a troll with two."""

NEXT = {"hero": "a", "archer": "a", "mage": "a"}
"""Three friends in one zone."""


def faced(fight: Fight, *others: str) -> Fight:
    """The others have met trolls before."""
    for who in others:
        fight.sheet_of(who, faced=("troll",))
    return fight


def meeting(troll: str = "b", **mental: tuple[int, int, int]) -> Fight:
    """A hero with 4 dice of Endure and two companions, who are about to notice a troll."""
    fight = Fight(NEXT, {"troll": troll}).dice_of("hero", endure=4)
    for who, track in mental.items():
        fight.sheet_of(who, mental=track)
    return faced(fight, "archer", "mage")


# ------------------------------------------------------------------ dice


@pytest.mark.rule("einfelst", "C-84", "C-85", "C-86", "C-87", "W-4")
def test_every_hero_in_the_zone_adds_a_die_oneself_among_them() -> None:
    fight = meeting()
    assert terms(fear_pool(fight.board, fight.body("hero"))) == {"Endure": 4, "company": 3}
    assert round(float(at_least(7, 2)), 3) == 0.330
    calm = fight.odds("survey").chance(lambda outcome: "hero" not in dict(outcome.harm))
    assert calm == at_least(7, 2)
    alone = Fight({"hero": "a", "archer": "b"}, {"troll": "d"}).dice_of("hero", endure=4)
    assert terms(fear_pool(alone.board, alone.body("hero"))) == {"Endure": 4, "company": 1}


@pytest.mark.rule("einfelst", "C-85", "W-4")
def test_whose_mind_is_severely_harmed_is_no_company_even_to_itself() -> None:
    fight = meeting(mage=(0, 0, 1))
    assert terms(fear_pool(fight.board, fight.body("hero"))) == {"Endure": 4, "company": 2}
    assert round(float(at_least(6, 2)), 3) == 0.263
    assert fight.odds("survey").chance(lambda outcome: "hero" not in dict(outcome.harm)) == at_least(6, 2)
    assert company(meeting(hero=(0, 0, 1)).board, fight.body("hero")) == 2
    assert company(fight.board, fight.body("mage")) == 2, "the other two"


@pytest.mark.rule("einfelst", "C-85", "C-86")
def test_three_dice_of_company_at_most_and_none_from_the_next_zone_or_from_the_fallen() -> None:
    crowd = {"hero": "a", "archer": "a", "mage": "a", "fighter": "a", "knight": "a"}
    fight = Fight(crowd, {"thug": "b"})
    assert company(fight.board, fight.body("hero")) == 3
    fight = Fight({"hero": "a", "archer": "b", "mage": "a"}, {"thug": "b"}).sheet_of("mage", out="broken")
    assert company(fight.board, fight.body("hero")) == 1


@pytest.mark.rule("einfelst", "C-85", "W-5")
def test_people_who_are_no_player_characters_have_no_company_and_are_none() -> None:
    fight = Fight({"hero": "a", "thug": "a"}, {"wolf": "b"})
    assert company(fight.board, fight.body("thug")) == 0
    assert company(fight.board, fight.body("hero")) == 1


@pytest.mark.rule("einfelst", "C-84")
def test_a_blessed_sign_helps() -> None:
    roster = """
[[hero]]
key = "priest"
name = "Priest"
icon = "healer"
main = "endure"
actions = { endure = 3 }
carries = ["sign"]
"""
    fight = Fight({"priest": "a"}, {"troll": "a"}, roster=roster)
    assert terms(fear_pool(fight.board, fight.body("priest"))) == {"Endure": 6, "company": 1, "sign": 1}


@pytest.mark.rule("einfelst", "W-4", "C-86")
def test_a_companion_in_hiding_is_not_given_away_by_a_die() -> None:
    fight = Fight({"hero": "a", "archer": "a", "mage": "a"}, {"troll": "c"}, hidden=("archer", "mage"))
    assert company(fight.board, fight.body("hero")) == 1
    assert company(fight.board, fight.body("archer")) == 3


# ------------------------------------------------------------------ what it costs


@pytest.mark.rule("einfelst", "C-88", "W-32")
@pytest.mark.parametrize(
    ("where", "held", "cost", "slots"),
    [("b", True, 2, (0, 1, 0)), ("b", False, 3, (1, 1, 0)), ("a", False, 4, (0, 2, 0)), ("a", True, 2, (0, 1, 0))],
)
def test_failing_costs_two_three_or_four_by_position(
    where: str, held: bool, cost: int, slots: tuple[int, int, int]
) -> None:
    fight = Fight({"hero": "a"}, {"troll": where}).sheet_of("troll", held=held).dice_of("hero", endure=4)
    fight.play("survey", pool(3, 0), pool(5, 1))
    assert fight.lost == [("hero", cost, "mental")]
    assert fight.sheet("hero").mental == slots


@pytest.mark.rule("einfelst", "C-88", "W-32")
def test_positions() -> None:
    fight = Fight({"hero": "a"}, {"troll": "d"})
    assert position(fight.board, fight.body("hero"), fight.body("troll")) == "controlled"
    fight = Fight({"hero": "a"}, {"troll": "c"})
    assert position(fight.board, fight.body("hero"), fight.body("troll")) == "risky"


@pytest.mark.rule("einfelst", "C-87")
def test_enough_successes_cost_nothing_and_more_do_nothing() -> None:
    for successes in (2, 4):
        fight = Fight({"hero": "a"}, {"troll": "b"}).dice_of("hero", endure=4)
        fight.play("survey", pool(3, 0), pool(5, successes))
        assert not fight.lost
        assert fight.sheet("hero").bonus == 0
        assert fight.tested.needed == 2


@pytest.mark.rule("einfelst", "C-89", "W-2")
def test_a_controlled_success_is_a_die_on_the_next_throw() -> None:
    fight = Fight({"hero": "a"}, {"troll": "a"}).sheet_of("troll", held=True).dice_of("hero", endure=4)
    fight.play("survey", pool(3, 0), pool(5, 2), "done", "done")
    assert fight.sheet("hero").bonus == 1
    fight = Fight({"hero": "a"}, {"troll": "a"}).sheet_of("hero", bonus=1, faced=("troll",))
    fight.play("strike troll sword", pool(8, 0))
    assert fight.sheet("hero").bonus == 0


# ------------------------------------------------------------------ when, and who


@pytest.mark.rule("einfelst", "W-31", "W-6", "C-84")
def test_fear_is_met_at_the_start_by_those_who_have_it_before_their_eyes_and_once() -> None:
    fight = Fight({"hero": "a", "archer": "d"}, {"troll": "b"}, fresh=True, cards="each")
    fight.play(*DRAWS, pool(5, 2))
    assert fight.proven == [("hero", True)]
    assert fight.sheet("hero").faced == ("troll",)
    assert fight.sheet("archer").faced == ()


@pytest.mark.rule("einfelst", "W-31")
def test_fear_is_met_in_the_middle_of_a_turn_where_one_comes_near() -> None:
    fight = Fight({"hero": "a"}, {"troll": "c"}).play(fight_key("b"), pool(5, 2))
    assert fight.at("hero") == "b"
    assert fight.tested.passed
    assert fight.asked.who == "hero"


def fight_key(where: str) -> str:
    """The key of going to a zone of the chain."""
    return Fight({"hero": "a"}, {"thug": "a"}).key("go", where)


@pytest.mark.rule("einfelst", "W-31", "C-15")
def test_what_is_behind_a_shut_door_or_in_the_dark_of_the_next_zone_is_not_met() -> None:
    assert not Fight({"hero": "a"}, {"troll": "b"}, field=chart("ab", doors="ab")).play("survey", pool(3, 0)).lost
    fight = Fight({"hero": "a"}, {"troll": "b"}, field=chart("ab", dark="b")).play("survey", pool(3, 0))
    assert len(fight.proven) == 1
    fight = Fight({"hero": "a"}, {"troll": "a"}, field=chart("ab", dark="a")).play("survey", pool(3, 0), pool(5, 0))
    assert len(fight.proven) == 2, "in one's own zone it is met in the dark as well"


@pytest.mark.rule("einfelst", "W-6")
def test_two_of_a_kind_are_one_fear_and_another_kind_is_another() -> None:
    fight = Fight({"hero": "a"}, {"one": ("troll", "a"), "two": ("troll", "a"), "ghoul": "a"})
    fight.play("survey", pool(3, 0), pool(5, 2), pool(5, 1))
    assert fight.sheet("hero").faced == ("troll", "ghoul")


@pytest.mark.rule("einfelst", "W-5", "C-84")
def test_people_on_any_side_fear_and_animals_and_creatures_do_not() -> None:
    fight = Fight({"ghoul": "a"}, {"thug": "b", "wolf": "b", "troll": "b"}).play("survey", pool(3, 0), pool(4, 0))
    assert fight.lost == [("thug", 3, "mental")]
    assert fight.sheet("thug").points == 3


@pytest.mark.rule("einfelst", "W-5")
def test_fear_alone_may_put_people_out_of_the_fight() -> None:
    fight = Fight({"ghoul": "a"}, {"thug": "a", "wolf": "b"}).play("survey", pool(3, 0), pool(4, 0))
    assert fight.sheet("thug").out == "terrified"


@pytest.mark.rule("einfelst", "C-84", "W-31")
def test_nobody_fears_its_own_side_or_what_lies_in_ambush_or_is_out_of_the_fight() -> None:
    assert not Fight({"hero": "a", "troll": "a"}, {"thug": "a"}).play("survey", pool(3, 0)).lost
    fight = Fight({"hero": "a"}, {"troll": "a"}, hidden=("troll",)).play("survey", pool(3, 0))
    assert fight.sheet("hero").faced == ()
    fight = Fight({"hero": "a"}, {"troll": "a", "thug": "b"}).sheet_of("troll", out="broken").play("survey", pool(3, 0))
    assert fight.sheet("hero").faced == ()


@pytest.mark.rule("einfelst", "W-31")
def test_who_comes_out_of_hiding_is_met_then() -> None:
    fight = Fight({"hero": "a"}, {"troll": "a"}, hidden=("troll",)).play("survey", pool(3, 1), pool(5, 2))
    assert fight.sheet("hero").faced == ("troll",)


@pytest.mark.rule("einfelst", "C-84")
def test_places_of_horror_are_met_by_who_enters_them() -> None:
    plain = chart("abc")
    horror = Feature("altar", "trap", plain.zones[1].cells[:2], "The altar", "fear 1")
    field = replace(plain, features=(horror,))
    fight = Fight({"hero": "a"}, {"thug": "c"}, field=field).play(fight_key("b"), pool(5, 0))
    assert fight.lost == [("hero", 4, "mental")]
    assert fight.sheet("hero").faced == ("altar",)


# ------------------------------------------------------------------ gore and the fallen


def slain(gore: str, where: str = "a", **foes: str) -> Fight:
    """A hero looks about with a friend's body in a zone, and 4 dice and one of its own company against fear."""
    people: dict[str, str | tuple[str, str]] = {"hero": "a", "archer": where, "friend": "f"}
    fight = Fight(people, foes or {"thug": "f"}, gore=gore)
    return fight.sheet_of("archer", out="broken").dice_of("hero", endure=4)


@pytest.mark.rule("einfelst", "C-84", "W-51")
def test_the_fallen_frighten_nobody_unless_the_setting_says_so() -> None:
    assert slain("no").play("survey", pool(3, 0)).sheet("hero").faced == ()
    fight = slain("yes").play("survey", pool(3, 0), pool(5, 0))
    assert fight.lost == [("hero", 4, "mental")]
    assert (fight.tested.needed, fight.tested.rule, fight.tested.what) == (1, "C-84", "fear of a fallen comrade")
    assert fight.sheet("hero").faced == ("a fallen comrade",)


@pytest.mark.rule("einfelst", "C-84", "W-51", "W-31")
def test_a_comrade_who_falls_before_ones_eyes_is_feared_at_once_and_once() -> None:
    fight = Fight({"hero": "a", "archer": "b", "friend": "a"}, {"brute": "b"}, acting="foes", gore="yes")
    fight.sheet_of("archer", physical=(2, 2, 1), out="").dice_of("friend", endure=2).dice_of("hero", endure=4)
    fight.play("strike archer claws", pool(8, 1), Dice("d6", (1,)), pool(6, 1), pool(4, 0))
    assert [(who, amount) for who, amount, kind in fight.lost if kind == "mental"] == [("friend", 3)]
    assert fight.sheet("hero").faced == fight.sheet("friend").faced == ("a fallen comrade",)
    fight.play("done")
    assert len(fight.told(told.Tested)) == 2


@pytest.mark.rule("einfelst", "C-84", "W-51")
def test_bloodshed_is_another_fear_than_a_comrades_fall_and_what_never_lived_is_none() -> None:
    def feared(fight: Fight) -> list[str]:
        return [dread.key for dread in dreads(fight.board, fight.body("hero"))]

    foes = {"thug": "a", "bones": "a", "slinger": "f"}
    assert feared(slain("yes", **foes).sheet_of("bones", out="broken")) == ["a fallen comrade"]
    assert feared(slain("yes", **foes).sheet_of("thug", out="dead")) == ["a fallen comrade", "spilt blood"]
    assert not feared(slain("yes", where="c")), "too far away"
    for out in ("terrified", "yielded"):
        assert not feared(slain("yes").sheet_of("archer", out=out))


@pytest.mark.rule("einfelst", "C-84")
def test_dreadful_magic_is_feared_by_the_casters_foes_near_it() -> None:
    fight = Fight({"mage": "a"}, {"thug": "a", "robber": "a", "wolf": "a"})
    fight.play("cast north-door wolf", pool(6, 0), pool(4, 1), pool(4, 0))
    assert fight.proven == [("thug", True), ("robber", False)]
    assert fight.lost == [("robber", 4, "mental")]
    fight.play("done")
    assert fight.sheet("thug").faced == ("north-door",)


@pytest.mark.rule("einfelst", "C-90")
def test_after_fear_one_acts_as_one_likes() -> None:
    fight = Fight({"hero": "a"}, {"troll": "a"}).play("go 0,1", pool(5, 0))
    assert fight.lost == [("hero", 3, "mental")]
    assert fight.asked.who == "hero"


@pytest.mark.rule("einfelst", "C-88")
def test_the_chances_of_a_lone_hero() -> None:
    assert round(float(at_least(5, 2)), 3) == 0.196
    fight = Fight({"hero": "a"}, {"troll": "b"}).dice_of("hero", endure=4)
    found = fight.odds("survey").harm("hero")  # type: ignore[arg-type]
    assert set(found) <= {0, 2, 3, 4}
    assert found[0] == at_least(5, 2)
    assert sum(found.values()) == Fraction(1)
