"""Fire, poison and falls: what goes on hurting, and what ends it (C-92 to C-102)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from game.rules.events import Id
from game.rules.ruleset import Note
from game.spatial.field import UNIT
from rulesets.einfelst.play.perils import blaze, brazier, burn, catch_fire, drop, fall, fester, poison
from rulesets.einfelst.sheet.sheet import EinfelstTable
from tests.rulesets.einfelst.perils import Fight, chance, chart, pool

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
