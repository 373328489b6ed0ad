"""Words, lures, surveys and magic (C-28 to C-30, C-32, C-40, C-41)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.rules.events import Id
from game.rules.odds import odds
from game.rules.ruleset import Note
from rulesets.einfelst.play.events import Did
from rulesets.einfelst.play.moving import FAST
from tests.rulesets.einfelst.kit import Fight, at_least, chance, chart, pool
from tests.rulesets.helping import terms

# ------------------------------------------------------------------ persuasion


@pytest.mark.rule("einfelst", "C-28", "W-15", "W-29")
def test_a_person_with_half_of_its_harm_can_be_talked_into_giving_up() -> None:
    fight = Fight({"hero": "a"}, {"thug": "b", "wolf": "d"}).sheet_of("thug", points=2, less=2)
    fight.play("persuade thug", pool(3, 2), pool(2, 1))
    assert fight.sheet("thug").out == "yielded"
    assert fight.left("thug") == (0, 0)
    fight = Fight({"hero": "a"}, {"thug": "b", "wolf": "d"}).sheet_of("thug", points=2, less=2)
    fight.play("persuade thug", pool(3, 1), pool(2, 1))
    assert fight.sheet("thug").up
    assert fight.left("thug") == (1, 1), "which cost it nothing"


@pytest.mark.rule("einfelst", "C-28", "W-15")
def test_nobody_talks_to_the_unhurt_the_dumb_heroes_or_those_too_far_off() -> None:
    def talks(unit: str, where: str = "a", **changes: object) -> list[str]:
        fight = Fight({"hero": "a"}, {"it": (unit, where)})
        return fight.sheet_of("it", **changes).keys("persuade")

    assert talks("thug", points=2) == ["persuade it"]
    assert not talks("thug", points=1)
    assert not talks("wolf", points=2)
    assert not talks("archer", physical=(2, 2, 0))
    assert not talks("thug", where="c", points=2)
    assert not Fight({"wolf": "a"}, {"thug": "a"}).sheet_of("thug", points=2).keys("persuade")


@pytest.mark.rule("einfelst", "C-28")
def test_the_last_of_a_side_to_give_up_ends_the_fight() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("thug", points=2, less=2)
    down = fight.odds("persuade thug").down("thug")  # type: ignore[arg-type]
    gives_up = fight.odds("persuade thug").noted()[Note(Id("thug"), "gives up")]
    assert gives_up == down
    assert down == sum((chance(3, n) * chance(2, m) for n in range(4) for m in range(3) if n > m), Fraction(0))
    assert fight.play("persuade thug", pool(3, 1), pool(2, 0)).winner == "party"


# ------------------------------------------------------------------ lures


@pytest.mark.rule("einfelst", "C-29", "W-15", "W-29")
def test_who_is_lured_goes_at_once_with_its_next_fast_maneuver() -> None:
    fight = Fight({"hero": "a"}, {"thug": "b"})
    key = fight.key("lure thug", "c")
    told, later = (
        odds(each.match, key).noted() for each in (fight, Fight({"hero": "a"}, {"thug": "b"}).sheet_of("thug", fast=0))
    )
    assert 0 < told[Note(Id("thug"), "lured")] == later[Note(Id("thug"), "lured")], "at once or later"
    fight.play(key, pool(3, 1), pool(4, 0))
    assert fight.at("thug") == "c"
    assert fight.left("thug") == (1, 0)
    assert fight.sheet("thug").lured is None


@pytest.mark.rule("einfelst", "C-29")
def test_finesse_or_intimidate_lures_whichever_has_more_dice() -> None:
    fight = Fight({"hero": "a"}, {"thug": "b"}).dice_of("hero", finesse=2, intimidate=5)
    assert fight.option(fight.key("lure thug", "c")).about.sum == ("Dice", "5d6")


@pytest.mark.rule("einfelst", "C-29", "W-15")
def test_who_has_no_maneuver_left_goes_when_the_next_round_begins() -> None:
    fight = Fight({"hero": "a"}, {"thug": "b"}).sheet_of("thug", slow=0, fast=0)
    fight.play(fight.key("lure thug", "c"), pool(3, 1), pool(4, 0))
    assert (fight.at("thug"), fight.sheet("thug").lured) == ("b", fight.place("c"))
    fight.play("done")
    assert fight.turn.round == 2
    assert fight.at("thug") == "c"
    assert fight.left("thug") == (1, 0)


@pytest.mark.rule("einfelst", "C-29", "C-20", "W-15")
def test_a_lure_takes_no_slow_maneuver_and_until_it_is_followed_no_other_fast_one_is_possible() -> None:
    fight = Fight({"hero": "a"}, {"thug": "b", "slinger": "b"}).sheet_of("thug", fast=0).dice_of("hero", force=9)
    fight.play(fight.key("lure thug", "c"), pool(3, 1), pool(4, 0))
    assert (fight.at("thug"), fight.left("thug"), fight.sheet("thug").lured) == ("b", (1, 0), fight.place("c"))
    fight.play(fight.key("go", "b"))
    assert fight.asked.who == "thug"
    assert [key for verb in FAST for key in fight.keys(verb)] == [fight.key("go", "c")]
    assert fight.refusal("Act fast").rule == "C-29"
    fight.play("strike hero axe", pool(6, 0), "done")
    assert (fight.at("thug"), fight.left("thug")) == ("c", (1, 0)), "in the next round it has a fast one again"


@pytest.mark.rule("einfelst", "C-29", "C-22", "W-15")
def test_the_lured_do_not_parry_with_the_slow_maneuver_they_have_left() -> None:
    fight = Fight({"hero": "a", "fighter": "b"}, {"thug": "b"}).sheet_of("thug", fast=0)
    fight.play(fight.key("lure thug", "c"), pool(3, 1), pool(4, 0), "done", "strike thug sword", pool(7, 0))
    assert not fight.let_be
    spent = Fight({"hero": "a", "fighter": "b"}, {"thug": "b"}).sheet_of("thug", fast=0)
    spent.play("done", "strike thug sword", pool(7, 0))
    assert spent.let_be == [("parry", "thug")], "who was not lured gives it up for that"


@pytest.mark.rule("einfelst", "C-29", "W-15")
def test_the_slow_maneuver_may_be_given_up_for_the_step_and_a_lure_is_over_where_it_leads_nowhere() -> None:
    fight = Fight({"hero": "a"}, {"thug": "b"}, acting="foes")
    fight.sheet_of("thug", fast=0, lured=fight.place("c")).play(fight.key("go", "c"))
    assert (fight.at("thug"), fight.sheet("thug").lured, fight.sheet("thug").left) == ("c", None, 0)
    held = Fight({"hero": "a", "archer": "b"}, {"thug": "b"}).sheet_of("thug", fast=0)
    held.play(held.key("lure thug", "c"), pool(3, 1), pool(4, 0), "done", "grapple thug", pool(3, 1))
    assert (held.sheet("thug").held, held.sheet("thug").lured) == (True, None)


@pytest.mark.rule("einfelst", "W-15")
def test_a_lure_loses_its_hold_where_the_way_is_no_longer_open() -> None:
    fight = Fight({"hero": "a"}, {"thug": "b"}).sheet_of("thug", slow=0, fast=0, prone=True)
    fight.sheet_of("thug", slow=0, fast=0, prone=True, lured=Fight({"hero": "a"}, {"thug": "b"}).place("c"))
    fight.play("done")
    assert fight.turn.round == 2
    assert fight.at("thug") == "b"
    assert fight.sheet("thug").lured is None


@pytest.mark.rule("einfelst", "C-29", "W-15")
def test_the_mindless_the_held_and_what_is_barred_cannot_be_lured() -> None:
    assert not Fight({"hero": "a"}, {"bones": "a"}).keys("lure")
    assert not Fight({"hero": "a"}, {"thug": "a"}).sheet_of("thug", held=True).keys("lure")
    assert not Fight({"hero": "a"}, {"thug": "a"}, field=chart("ab", doors="ab")).keys("lure")
    assert not Fight({"hero": "a"}, {"thug": "a"}, field=chart("ab", climbs="ab")).keys("lure")
    assert Fight({"hero": "a"}, {"wolf": "a"}).keys("lure")


@pytest.mark.rule("einfelst", "C-29", "C-92")
def test_a_foe_lured_into_a_fire_burns() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}, field=chart("ab", features={"b": "fire"}))
    fight.play(fight.key("lure thug", "b"), pool(3, 1), pool(4, 0), pool(4, 2))
    assert fight.sheet("thug").fire == 2


# ------------------------------------------------------------------ surveys


@pytest.mark.rule("einfelst", "C-30", "W-16")
def test_each_success_of_a_survey_finds_somebody_in_hiding_the_nearest_first() -> None:
    hidden = ("one", "two")
    foes: dict[str, str | tuple[str, str]] = {"one": ("thug", "c"), "two": ("thug", "b"), "wolf": "d"}
    fight = Fight({"hero": "a"}, foes, hidden=hidden).play("survey", pool(3, 1))
    assert [fight.sheet(who).hidden for who in hidden] == [True, False]
    fight = Fight({"hero": "a"}, foes, hidden=hidden).play("survey", pool(3, 2))
    assert [fight.sheet(who).hidden for who in hidden] == [False, False]


@pytest.mark.rule("einfelst", "C-30", "W-16")
def test_the_rest_shows_a_friend_where_a_foe_is_weak_for_its_next_attack() -> None:
    fight = Fight({"hero": "a", "archer": "a"}, {"thug": "b"}).play("survey", pool(3, 1), "show thug archer", "done")
    assert fight.sheet("archer").insight == ("thug",)
    about = fight.option("shoot thug longbow").about
    assert about.tally is not None
    assert terms(about.tally)["insight"] == 1
    fight.play("shoot thug longbow", pool(8, 0))
    assert fight.sheet("archer").insight == ()


@pytest.mark.rule("einfelst", "C-30")
@pytest.mark.parametrize(("hidden", "whom"), [((), "Archer"), (("archer",), "a friend")])
def test_a_friend_in_ambush_who_is_shown_a_weak_spot_is_not_named(hidden: tuple[str, ...], whom: str) -> None:
    fight = Fight({"hero": "a", "archer": "a"}, {"thug": "b"}, hidden=hidden)
    fight.play("survey", pool(3, 1), "show thug archer")
    assert fight.sheet("archer").insight == ("thug",)
    assert [did.what for did in fight.told(Did) if did.rule == "C-30"][-1] == f"shows {whom} a weak spot of"


@pytest.mark.rule("einfelst", "C-30")
def test_every_weak_spot_in_sight_is_offered_to_every_friend_by_name() -> None:
    foes = {f"thug-{n}": ("thug", "b") for n in range(1, 8)}
    fight = Fight({"hero": "a", "archer": "a"}, foes).until("survey", pool(3, 1))
    assert len(fight.keys("show")) == 14
    assert fight.asked.kind == "react", "a panel with whole labels, not a row of buttons that all say the same"
    assert len({option.label for option in fight.asked.options}) == 14


@pytest.mark.rule("einfelst", "C-30")
def test_a_survey_without_successes_or_without_anything_to_see_shows_nothing() -> None:
    fight = Fight({"hero": "a"}, {"thug": "b"}).play("survey", pool(3, 0))
    assert fight.sheet("hero").insight == ()
    fight = Fight({"hero": "a"}, {"thug": "b"}, hidden=("thug",)).play("survey", pool(3, 2), "show thug hero")
    assert not fight.sheet("thug").hidden
    assert fight.sheet("hero").insight == ("thug",)


@pytest.mark.rule("einfelst", "C-30", "W-16")
def test_a_survey_is_offered_whether_somebody_hides_or_not() -> None:
    keys = [
        Fight({"hero": "a"}, {"thug": "b", "wolf": "c"}, hidden=hidden).keys("survey") for hidden in ((), ("wolf",))
    ]
    assert keys == [["survey"], ["survey"]]


# ------------------------------------------------------------------ magic


def casting(foe: str = "thug", where: str = "b", **more: object) -> Fight:
    """A mage with 6 dice of Cast."""
    return Fight({"mage": "a", "hero": "a"}, {foe: where}, **more)  # type: ignore[arg-type]


@pytest.mark.rule("einfelst", "C-32", "W-47")
def test_one_success_of_cast_works_a_spell_and_each_more_does_one_more_harm() -> None:
    fight = casting()
    damage = fight.sheet("mage").profile.spell("rime").damage
    fight.play("cast rime thug", pool(6, 2))
    assert fight.lost == [("thug", damage + 1, "physical")]
    assert fight.left("mage") == (0, 1)
    fight = casting().play("cast rime thug", pool(6, 0))
    assert not fight.lost
    assert casting().odds("cast rime thug").hits("mage") == at_least(6, 1)  # type: ignore[arg-type]


@pytest.mark.rule("einfelst", "C-40", "C-22")
def test_the_target_may_resist_with_the_action_of_the_spell_before_any_die_falls() -> None:
    fight = casting().until("cast rime thug")
    assert (fight.asked.kind, fight.asked.topic) == ("react", "resist")
    assert fight.option("resist").about.sum == ("Dice", "4d6")
    fight.play("resist", pool(6, 2), pool(4, 2))
    assert not fight.lost
    assert fight.left("thug") == (1, 0)
    past = sum((chance(6, n) * chance(4, m) for n in range(7) for m in range(5) if n > m), Fraction(0))
    assert casting().until("cast rime thug").odds("resist").hits("mage") == past  # type: ignore[arg-type]


@pytest.mark.rule("einfelst", "C-40")
def test_who_is_held_burning_or_spent_does_not_resist() -> None:
    for changes in ({"held": True}, {"fire": 1}, {"slow": 0, "fast": 0}):
        assert not casting().sheet_of("thug", **changes).play("cast rime thug", pool(6, 0)).let_be


@pytest.mark.rule("einfelst", "C-32", "C-58")
def test_spells_have_their_reach_and_need_sight() -> None:
    assert casting(where="c").offers("cast rime thug")
    assert not casting(where="d").offers("cast rime thug")
    assert not casting(where="c").offers("cast old-roots thug")
    assert not casting(field=chart("ab", doors="ab")).offers("cast rime thug")
    assert not casting(hidden=("thug",)).offers("cast rime thug")


@pytest.mark.rule("einfelst", "C-32", "W-20", "W-47")
def test_armour_is_no_help_against_magic() -> None:
    fight = casting("brute").play("cast rime brute", pool(6, 1))
    assert [who for who, _, _ in fight.lost] == ["brute"]


@pytest.mark.rule("einfelst", "C-32", "C-83")
def test_a_spell_on_the_mind_marks_mental_harm_and_finds_none_in_the_mindless() -> None:
    fight = casting().play("cast empty-mirror thug", pool(6, 1))
    assert fight.lost[0][2] == "mental"
    assert not casting("bones").offers("cast empty-mirror bones")
    assert casting("bones").offers("cast rime bones")


@pytest.mark.rule("einfelst", "C-32", "C-70")
def test_roots_hold_fast_and_nobody_holds_their_ends() -> None:
    fight = casting().play("cast old-roots thug", pool(6, 1))
    assert fight.sheet("thug").held
    assert fight.sheet("thug").holder == ""
    assert not casting().sheet_of("thug", held=True).offers("cast old-roots thug")
    assert not casting("ghost").offers("cast old-roots ghost")


@pytest.mark.rule("einfelst", "C-32", "C-92")
def test_a_small_flame_sets_alight() -> None:
    fight = casting().play("cast candle thug", pool(6, 1), pool(4, 0))
    assert fight.sheet("thug").fire == 1
    assert not casting("ghost").offers("cast candle ghost")


@pytest.mark.rule("einfelst", "C-32", "C-84", "W-47")
def test_a_wind_blows_its_target_away_and_frightens_those_who_see_it() -> None:
    fight = casting().play("cast north-door thug", pool(6, 1), pool(4, 1))
    assert fight.at("thug") == "c"
    assert fight.tested.needed == 1
    fight = casting(field=chart("ab")).play("cast north-door thug", pool(6, 1), pool(4, 1))
    assert fight.sheet("thug").prone, "there is nowhere to be blown to"


@pytest.mark.rule("einfelst", "C-32", "C-89", "W-47")
def test_a_friend_takes_heart() -> None:
    fight = casting().play("cast steady-hand hero", pool(6, 2), "done")
    assert fight.sheet("hero").bonus == 2
    assert not fight.let_be
    fight = casting(where="a").play("cast steady-hand hero", pool(6, 2), "done", "strike thug sword", pool(9, 0))
    assert fight.sheet("hero").bonus == 0
    assert casting().offers("cast steady-hand mage")
    assert not casting().offers("cast steady-hand thug")
