"""Fear (C-84 to C-91); fire, poison and falls: what goes on hurting, and what ends it (C-92 to C-102)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import Dice
from game.rules.events import Id
from game.rules.ruleset import Note
from game.spatial.field import UNIT, Feature
from rulesets.einfelst.play import events as told
from rulesets.einfelst.play.perils import (
    blaze,
    brazier,
    burn,
    catch_fire,
    company,
    dreads,
    drop,
    fall,
    fear_pool,
    fester,
    poison,
    position,
)
from rulesets.einfelst.sheet.sheet import EinfelstTable
from tests.rulesets.einfelst.kit import Fight, at_least, chance, chart, pool
from tests.rulesets.helping import terms

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


HERO = Id("hero")


def duel(**more: object) -> Fight:
    """A hero with 4 dice of Endure and 3 of Finesse, and a thug far away."""
    return Fight({"hero": "a", "archer": "d"}, {"thug": "d"}, spread="fill", **more)  # type: ignore[arg-type]


def rounds(fight: Fight) -> Fight:
    """Everybody passes, up to the round's first throw or decision."""
    number = fight.turn.round
    while fight.match.pending is not None and fight.turn.round == number:
        fight.until("done")
    return fight


# ------------------------------------------------------------------ fire


@pytest.mark.rule("einfelst", "C-92", "C-94", "W-18", "W-37")
def test_catching_fire_burns_at_once_less_the_successes_of_endure() -> None:
    fight = duel()

    async def caught(table: EinfelstTable) -> None:
        await catch_fire(table, HERO, 3)
        assert table.now(HERO).sheet.physical == (2, 0, 0)
        assert table.now(HERO).sheet.fire == 3

    fight.run(caught, pool(4, 1))


@pytest.mark.rule("einfelst", "C-93", "C-95", "C-96")
def test_a_large_fire_burns_each_round_until_three_successes_put_it_out() -> None:
    fight = duel().sheet_of("hero", fire=3)
    fight.play("extinguish", pool(3, 1))
    assert (fight.sheet("hero").fire, fight.sheet("hero").doused) == (3, 1)
    rounds(fight).play(pool(4, 1))
    assert fight.lost == [("hero", 2, "physical")]
    fight.play("extinguish", pool(1, 1))
    assert (fight.sheet("hero").fire, fight.sheet("hero").doused) == (3, 2), "two slots take two dice"
    rounds(fight).play(pool(2, 2))
    fight.play("extinguish", pool(1, 1))
    assert (fight.sheet("hero").fire, fight.sheet("hero").doused) == (0, 0)
    burnt = len(fight.lost)
    rounds(fight)
    assert len(fight.lost) == burnt


@pytest.mark.rule("einfelst", "C-96")
def test_one_and_two_successes_in_two_rounds_put_out_a_large_fire() -> None:
    fight = duel().sheet_of("hero", fire=3, doused=1).play("extinguish", pool(3, 2))
    assert fight.sheet("hero").fire == 0
    assert fight.keys("go"), "it is free to act again"


@pytest.mark.rule("einfelst", "C-95")
def test_who_burns_can_only_put_it_out_or_flee_and_answers_nothing() -> None:
    fight = Fight({"hero": "a", "archer": "a"}, {"thug": "a"}).sheet_of("hero", fire=1)
    assert fight.keys() == ["extinguish", "flee", "done"]
    assert fight.refusal("Act").rule == "C-95"
    fight = Fight({"hero": "a"}, {"thug": "a"}, acting="foes").sheet_of("hero", fire=1)
    fight.play("strike hero axe", pool(6, 0))
    assert not fight.let_be


@pytest.mark.rule("einfelst", "C-96")
def test_a_friend_in_the_zone_may_put_it_out_for_its_slow_maneuver() -> None:
    fight = Fight({"archer": "a", "hero": "a", "mage": "b"}, {"thug": "a"}).dice_of("archer", finesse=5)
    fight.sheet_of("hero", fire=3, doused=1).play("extinguish hero", pool(5, 1))
    assert (fight.sheet("hero").doused, fight.left("archer"), fight.left("hero")) == (2, (0, 1), (1, 1))
    assert fight.log[-1] == "Archer beats the flames down, 1 success more needed"
    fight.play("done", "extinguish", pool(3, 1))
    assert fight.sheet("hero").fire == 0, "what both have won is kept"


@pytest.mark.rule("einfelst", "C-96", "C-95", "C-65")
def test_nobody_puts_out_a_foe_or_somebody_elsewhere_or_does_it_held_or_on_fire_itself() -> None:
    def could(**archer: object) -> list[str]:
        fight = Fight({"archer": "a", "hero": "a", "mage": "b"}, {"thug": "a"}).sheet_of("archer", **archer)
        for who in ("hero", "mage", "thug"):
            fight.sheet_of(who, fire=1)
        return fight.keys("extinguish")

    assert could() == ["extinguish hero"]
    assert could(fire=1) == ["extinguish"]
    assert could(held=True) == []
    assert could(slow=0) == []
    held = Fight({"archer": "a", "hero": "a"}, {"thug": "a"}).sheet_of("hero", fire=1, held=True, holder="thug")
    assert held.keys("extinguish") == ["extinguish hero"], "its grip does not keep others off"


@pytest.mark.rule("einfelst", "C-94", "C-96")
def test_nothing_is_called_a_failure_that_only_takes_less() -> None:
    fight = duel().sheet_of("hero", fire=3).play("extinguish", pool(3, 0))
    rounds(fight).play(pool(4, 1))
    assert "Hero, Endure against the fire: 4 dice, 1 success" in fight.log
    assert "Hero can do nothing about the flames, 3 successes more needed" in fight.log
    assert not [line for line in fight.log if "fails" in line]


@pytest.mark.rule("einfelst", "C-96")
def test_the_chances_of_putting_it_out() -> None:
    fight = duel().sheet_of("hero", fire=2)
    two = chance(3, 2) + chance(3, 3)
    assert fight.odds("extinguish").chance(lambda outcome: Note(Id("hero"), "no longer burns") in outcome.notes) == two


@pytest.mark.rule("einfelst", "C-94", "W-20")
def test_armour_is_no_help_against_fire_and_a_heap_of_endure_is() -> None:
    fight = Fight({"knight": "a"}, {"thug": "d"})

    async def caught(table: EinfelstTable) -> None:
        await catch_fire(table, Id("knight"), 2)

    fight.run(caught, pool(4, 3))
    assert not [event for event in fight.heard if type(event).__name__ in ("Harmed", "Soaked")]


@pytest.mark.rule("einfelst", "C-92", "W-18")
def test_only_a_hotter_fire_takes_hold_of_who_burns_and_none_of_the_fireproof() -> None:
    async def again(table: EinfelstTable) -> None:
        await catch_fire(table, HERO, 2)
        assert table.now(HERO).sheet.fire == 2
        await catch_fire(table, HERO, 1)
        await catch_fire(table, HERO, 2)

    duel().run(again, pool(4, 2))

    async def spared(table: EinfelstTable) -> None:
        await catch_fire(table, Id("ghost"), 3)

    Fight({"hero": "a"}, {"ghost": "a"}).run(spared)


@pytest.mark.rule("einfelst", "C-93")
def test_two_burn_by_their_cards_and_fire_can_end_a_fight() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a", "wolf": "b"}, acting="foes").sheet_of("thug", fire=3, points=2, less=2)
    fight.sheet_of("hero", fire=1).play("done", "done", "done")
    assert fight.rolled.who == "thug"
    fight.play(pool(2, 0))
    assert fight.sheet("thug").out == "broken"
    assert fight.rolled.who == "hero"


@pytest.mark.rule("einfelst", "W-41", "C-92")
def test_half_a_zone_on_fire_sets_fire_to_whoever_comes_in_and_water_puts_it_out() -> None:
    field = chart("abc", features={"b": "fire"}, water="c")
    fight = Fight({"hero": "a"}, {"thug": "c"}, field=field).profile_of("hero", traits=("swims",))
    assert blaze(fight.board, fight.place("b")) == 2
    assert brazier(fight.board, fight.place("a")) == 0
    fight.play(fight.key("go", "b"), pool(4, 1))
    assert fight.sheet("hero").fire == 2
    fight = Fight({"hero": "b"}, {"thug": "b", "wolf": "a"}, field=field, acting="foes").sheet_of("hero", fire=2)
    fight.play(fight.key("push hero", "c"), pool(5, 1), pool(6, 0))
    assert fight.at("hero") == "c"
    assert fight.sheet("hero").fire == 0


@pytest.mark.rule("einfelst", "W-41")
@pytest.mark.parametrize(("burning", "intensity"), [(7, 0), (8, 2), (9, 2), (16, 2)])
def test_a_zone_is_ablaze_from_half_of_its_cells_on(burning: int, intensity: int) -> None:
    field = chart("ab", features={"b": "fire"})
    fire = replace(field.features[0], cells=field.features[0].cells[:burning])
    fight = Fight({"hero": "a"}, {"thug": "a"}, field=replace(field, features=(fire,)))
    assert blaze(fight.board, fight.place("b")) == intensity
    assert brazier(fight.board, fight.place("b")) == (intensity or 1)


@pytest.mark.rule("einfelst", "C-92")
def test_a_torch_sets_alight_whom_it_hits() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).weapon_of("hero", "sword", fire=1)
    fight.play("strike thug sword", pool(7, 1), pool(2, 0))
    assert fight.sheet("thug").fire == 1
    assert fight.lost == [("thug", 2, "physical"), ("thug", 1, "physical")]


# ------------------------------------------------------------------ poison


def suffered(fight: Fight) -> list[int]:
    """Harm marked in the latest procedure."""
    return [event.amount for event in fight.heard if type(event).__name__ == "Harmed"]  # type: ignore[attr-defined]


@pytest.mark.rule("einfelst", "C-97", "C-98", "C-99")
@pytest.mark.parametrize(
    ("strength", "endured", "harm"),
    [(3, 1, [3, 2, 1]), (2, 2, [1]), (1, 2, []), (0, 0, [1]), (1, 0, [1]), (2, 0, [2, 1])],
)
def test_poison_does_its_successes_and_one_less_each_round(strength: int, endured: int, harm: list[int]) -> None:
    fight = duel().dice_of("hero", endure=6)

    async def doses(table: EinfelstTable) -> None:
        await poison(table, HERO, 6)
        for _ in range(4):
            await fester(table, HERO)

    fight.run(doses, pool(6, strength), pool(6, endured))
    assert suffered(fight) == harm


@pytest.mark.rule("einfelst", "C-99")
def test_poison_works_at_the_start_of_the_rounds_after() -> None:
    fight = duel().sheet_of("hero", poison=(2,))
    rounds(fight)
    assert fight.lost == [("hero", 2, "physical")]
    rounds(fight)
    assert fight.lost == [("hero", 2, "physical"), ("hero", 1, "physical")]
    rounds(fight)
    assert len(fight.lost) == 2


@pytest.mark.rule("einfelst", "C-97", "W-30")
def test_the_mean_harm_of_a_strong_poison_in_all_rounds() -> None:
    total = Fraction(0)
    for won in range(7):
        for endured in range(5):
            first = won if won > endured else int(won == endured)
            total += chance(6, won) * chance(4, endured) * (first * (first + 1) // 2)
    assert round(float(total), 3) == 1.464


@pytest.mark.rule("einfelst", "W-42", "C-99")
def test_two_poisons_run_their_courses_side_by_side() -> None:
    fight = duel().sheet_of("hero", poison=(2, 1))
    rounds(fight)
    assert Counter(fight.lost) == Counter([("hero", 2, "physical"), ("hero", 1, "physical")])
    assert fight.sheet("hero").poison == (1,)


@pytest.mark.rule("einfelst", "C-100", "W-42")
def test_an_antidote_ends_it_for_oneself_or_a_friend_in_the_zone() -> None:
    fight = duel().sheet_of("hero", poison=(2, 1)).play("cure hero")
    assert fight.sheet("hero").poison == ()
    assert "antidote" not in fight.sheet("hero").pack
    assert fight.left("hero") == (1, 0)
    fight = Fight({"hero": "a", "archer": "a"}, {"thug": "d"}).sheet_of("archer", poison=(1,)).play("cure archer")
    assert fight.sheet("archer").poison == ()
    assert not Fight({"hero": "a", "archer": "b"}, {"thug": "d"}).sheet_of("archer", poison=(1,)).keys("cure")
    assert not duel().keys("cure")


@pytest.mark.rule("einfelst", "C-97")
def test_poison_does_nothing_to_the_unliving() -> None:
    async def doses(table: EinfelstTable) -> None:
        await poison(table, Id("bones"), 9)

    Fight({"hero": "a"}, {"bones": "a"}).run(doses)


@pytest.mark.rule("einfelst", "C-97", "W-20")
def test_a_poisoned_blade_poisons_only_whom_it_harms() -> None:
    fight = Fight({"hero": "a"}, {"brute": "a"}).weapon_of("hero", "sword", poison=3, damage=1)
    fight.play("strike brute sword", pool(7, 1), pool(3, 1))
    assert not fight.lost
    fight = Fight({"hero": "a"}, {"brute": "a"}).weapon_of("hero", "sword", poison=3, damage=1)
    fight.play("strike brute sword", pool(7, 1), pool(3, 0), pool(3, 2), pool(4, 1))
    assert [amount for _, amount, _ in fight.lost] == [1, 2]
    assert fight.sheet("brute").poison == (1,)


@pytest.mark.rule("einfelst", "C-99")
def test_who_is_out_of_the_fight_suffers_no_more() -> None:
    fight = Fight({"hero": "a"}, {"thug": "d", "wolf": "d"}).sheet_of("thug", points=3, poison=(3, 3))
    rounds(fight)
    assert fight.sheet("thug").out == "broken"
    assert len(fight.lost) == 1
    assert fight.sheet("thug").poison == ()


# ------------------------------------------------------------------ falls


def fallen(feet: int, *throws: object, who: str = "hero") -> Fight:
    """Somebody falls."""
    fight = Fight({"hero": "a", "knight": "a"}, {"ghost": "d"}, spread="fill")

    async def falls(table: EinfelstTable) -> None:
        await fall(table, Id(who), feet)

    fight.run(falls, *throws)  # type: ignore[arg-type]
    return fight


@pytest.mark.rule("einfelst", "C-101", "W-3")
def test_twenty_feet_are_four_dice_and_each_success_over_endure_is_one_harm() -> None:
    assert suffered(fallen(20, pool(4, 3), pool(4, 1))) == [2]
    assert suffered(fallen(20, pool(4, 1), pool(4, 1))) == []
    assert suffered(fallen(10, pool(2, 1), pool(4, 0))) == [1]


@pytest.mark.rule("einfelst", "C-101")
def test_less_than_ten_feet_or_wings_are_no_fall() -> None:
    assert not fallen(9).heard
    assert not fallen(30, who="ghost").heard


@pytest.mark.rule("einfelst", "C-102")
def test_armour_is_silent_in_a_fall() -> None:
    fight = fallen(20, pool(4, 2), pool(4, 0), who="knight")
    assert suffered(fight) == [2]


@pytest.mark.rule("einfelst", "C-101")
def test_how_deep_one_zone_lies_below_the_next() -> None:
    floor = tuple(4 * UNIT if x < 4 else 0 for _ in range(4) for x in range(8))
    fight = Fight({"hero": "a"}, {"thug": "b"}, field=chart("ab", climbs="ab", floor=floor))
    a, b = fight.ground.zones.all_zones
    assert (drop(fight.board, a, b), drop(fight.board, b, a)) == (20, 0)


@pytest.mark.rule("einfelst", "C-101", "C-31")
def test_who_fails_to_climb_a_high_wall_falls() -> None:
    floor = tuple(4 * UNIT if x < 4 else 0 for _ in range(4) for x in range(8))
    fight = Fight({"hero": "b"}, {"thug": "a"}, field=chart("ab", climbs="ab", floor=floor))
    fight.play(fight.key("cross", "a"), pool(4, 0), pool(4, 2), pool(4, 1))
    assert fight.at("hero") == "b"
    assert fight.sheet("hero").prone
    assert fight.lost == [("hero", 1, "physical")]


@pytest.mark.rule("einfelst", "C-92", "C-93")
def test_a_fire_outlasts_its_victim_in_the_fight_only() -> None:
    async def burns(table: EinfelstTable) -> None:
        await burn(table, Id("thug"))

    Fight({"hero": "a"}, {"thug": "a"}).sheet_of("thug", out="broken").run(burns)
