"""By the book: Blast attacks; Barriers, and what is hurled at whole zones or by magic."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from game.kit.testing.fight import d3, d6, d8, d20
from game.rules.events import Id
from game.spatial.field import Field
from game.spatial.places import as_zone_place
from rulesets.murdham.play.events import AttackMissed, BlastDeviated, Fell, Saved, Spotted
from rulesets.murdham.sheet.sheet import Power
from tests.rulesets.helping import features
from tests.rulesets.murdham.kit import Fight, Where, chart, model_of

CROSSROADS = chart("tmaze", "...b.")
"""Zone z has three neighbours; from due north by the clock they are e, b and a. Zone t is three zones away."""


def flask(foes: dict[str, Where], party: dict[str, Where] | None = None, field: Field = CROSSROADS) -> Fight:
    """Hesper's turn in zone m, with a fire flask in hand: d6, range 2, half of which is 1."""
    fight = Fight({"hesper": "m", **(party or {})}, foes, field=field)
    return fight.sheet_of("hesper", hand="fire-flask", omens=0).play("hesper")


@pytest.mark.rule("murdham", "A-70")
def test_a_blast_hits_everybody_in_a_zone_and_on_its_borders() -> None:
    """Friend and foe, the helpless and those who have surrendered."""
    foes: dict[str, Where] = {
        "x": ("bandit", "a"),
        "y": ("bandit", "az"),
        "z": ("bandit", "z"),
        "w": ("bandit", "a"),
        "v": ("bandit", "a"),
    }
    fight = Fight({"hesper": "m", "sybilla": "ma"}, foes, field=CROSSROADS).sheet_of("w", incapacitated=True)
    fight.sheet_of("v", surrendered=True).sheet_of("hesper", hand="fire-flask").play("hesper")
    fight.play(fight.key("blast fire-flask", "a"), d6(1))
    assert sorted(who for who, _ in fight.lost) == ["sybilla", "v", "w", "x", "y"]
    assert fight.health("hesper") == 8 and fight.health("z") == 8


@pytest.mark.rule("murdham", "A-70", "M-23")
def test_the_damage_is_rolled_once_for_all_and_armour_is_each_ones_own() -> None:
    fight = Fight({"gunner": "m"}, {"x": ("bandit", "a"), "leader": ("bandit-leader", "a")}, field=CROSSROADS)
    fight.weapon_of("gunner", "long-gun", traits=("blast",)).play("gunner")
    fight.play(fight.key("blast long-gun", "a"), d8(3))
    assert fight.lost == [("leader", 2), ("x", 3)]


@pytest.mark.rule("murdham", "A-70", "A-53")
def test_each_may_dodge_for_itself() -> None:
    fight = flask({"x": ("bandit", "a"), "y": ("bandit", "a")})
    fight.play(fight.key("blast fire-flask", "a"), "dodge", d20(8), "dodge", d20(9), d6(2))
    assert fight.lost == [("y", 2)]
    assert fight.acted("x") and fight.acted("y")


@pytest.mark.rule("murdham", "A-71")
def test_a_melee_blast_is_all_around_but_spares_its_maker() -> None:
    fight = Fight({"theobald": "a", "sybilla": "ma"}, {"x": ("bandit", "a"), "y": ("bandit", "z")}, field=CROSSROADS)
    fight.weapon_of("theobald", "halberd", traits=("blast",)).play("theobald")
    assert fight.keys("blast") == [fight.key("blast halberd", "a")], "his own zone and no other"
    fight.play(fight.key("blast halberd", "a"), d8(2))
    assert fight.lost == [("sybilla", 1), ("x", 2)]


@pytest.mark.rule("murdham", "A-71")
def test_a_melee_blast_can_not_miss() -> None:
    """Not even in smoke, where every other blow takes a save."""
    field = chart("abc", smoke="a")
    fight = Fight({"theobald": "a"}, {"bandit": "a"}, field=field)
    fight.weapon_of("theobald", "halberd", traits=("blast",)).play("theobald")
    fight.play(fight.key("blast halberd", "a"), d8(1))
    assert fight.lost == [("bandit", 1)]


@pytest.mark.rule("murdham", "A-71")
def test_on_a_border_a_melee_blast_is_in_either_zone() -> None:
    fight = Fight({"theobald": "az"}, {"x": ("bandit", "a"), "y": ("bandit", "z")}, field=CROSSROADS)
    fight.weapon_of("theobald", "halberd", traits=("blast",)).play("theobald")
    assert set(fight.keys("blast")) == {fight.key("blast halberd", "a"), fight.key("blast halberd", "z")}


@pytest.mark.rule("murdham", "A-72")
def test_a_ranged_blast_is_aimed_at_any_zone_in_range() -> None:
    fight = flask({"bandit": "z"})
    assert set(fight.keys("blast")) == {fight.key("blast fire-flask", zone) for zone in "tmaz"}


@pytest.mark.rule("murdham", "A-72")
def test_a_ranged_blast_on_ones_own_zone_hits_oneself() -> None:
    fight = flask({"bandit": "m"})
    fight.play(fight.key("blast fire-flask", "m"), d6(2))
    assert sorted(fight.lost) == [("bandit", 2), ("hesper", 2)]


@pytest.mark.rule("murdham", "A-72", "A-70")
def test_whoever_is_felled_by_its_own_blast_has_thrown_it_all_the_same() -> None:
    fight = flask({"bandit": "m"}, {"sybilla": "t"})
    fight.play(fight.key("blast fire-flask", "m"), d6(5))
    assert fight.sheet("hesper").incapacitated
    assert sorted(fight.lost) == [("bandit", 5), ("hesper", 5)]


@pytest.mark.rule("murdham", "A-73", "A-42")
def test_within_half_range_nothing_strays() -> None:
    fight = flask({"bandit": "a"})
    fight.play(fight.key("blast fire-flask", "a"), d6(1))
    assert fight.told(BlastDeviated) == []


@pytest.mark.rule("murdham", "A-73")
@pytest.mark.parametrize(("face", "zone"), [(1, "e"), (2, "b"), (3, "a")])
def test_a_t15_a_blast_that_misses_goes_to_a_numbered_neighbour(face: int, zone: str) -> None:
    """Three neighbours: a d3 picks one, and everybody there and on its borders is hit."""
    foes: dict[str, Where] = {f"in-{zone}": ("bandit", zone), f"beside-{zone}": ("bandit", f"z{zone}")}
    fight = flask({**foes, "other": ("bandit", "z")})
    fight.play(fight.key("blast fire-flask", "z"), d20(11), d3(face), d6(1))
    assert (fight.last(Saved).what, fight.last(Saved).rule) == ("to hit: beyond half range", "A-42")
    assert fight.last(BlastDeviated).face == face
    assert sorted(who for who, _ in fight.lost) == sorted(foes)


@pytest.mark.rule("murdham", "A-73", "A-72")
def test_a_t15_the_thrower_is_hit_where_it_strays_back() -> None:
    """Thrown on the move from a border of zone a; it comes down there."""
    fight = flask({"bandit": "z"})
    fight.play(fight.key("move", "ma"), fight.key("blast fire-flask", "z"), d20(11), d3(3), d6(2))
    assert fight.lost == [("hesper", 2)]


@pytest.mark.rule("murdham", "A-73")
def test_behind_a_shut_door_there_is_no_neighbour() -> None:
    """Two are left, and with the other one shut off too it can only go one way, without a die."""
    field = chart("tmaze", "...b.", doors="ze zb")
    fight = Fight({"hesper": "m"}, {"bandit": "a"}, field=field).sheet_of("hesper", hand="fire-flask").play("hesper")
    fight.play(fight.key("blast fire-flask", "z"), d20(11), d6(1))
    assert fight.lost == [("bandit", 1)]


@pytest.mark.rule("murdham", "A-73", "A-91")
def test_the_fan_shows_where_it_may_land_and_whom_it_hits_there_but_nobody_concealed() -> None:
    """WIT 10: half of it on target, a sixth for each neighbour."""
    fight = Fight(
        {"hesper": "m"},
        {"x": ("bandit", "z"), "y": ("bandit", "a"), "l": ("bandit", "e")},
        field=CROSSROADS,
        hidden=("l",),
    )
    fight.sheet_of("hesper", hand="fire-flask").play("hesper")
    landings = fight.option(fight.key("blast fire-flask", "z")).about.landings
    names = {fight.place(zone): zone for zone in "tmazeb"}
    assert [(names[as_zone_place(fan.place)], fan.share, fan.hits) for fan in landings] == [
        ("z", Fraction(1, 2), ("x",)),
        ("e", Fraction(1, 6), ()),
        ("b", Fraction(1, 6), ()),
        ("a", Fraction(1, 6), ("y",)),
    ]


@pytest.mark.rule("murdham", "M-26", "A-58")
def test_a_counter_that_does_more_comes_first_and_may_stop_the_blast() -> None:
    """Theobald's halberd for 4 fells Hesper's like before the fire is out of the hand; the fire would have done 3."""
    foes: dict[str, Where] = {"firebrand": "a"}
    fight = Fight({"theobald": "a", "sybilla": "a"}, foes, field=CROSSROADS, acting="foes", morale="off")
    fight.sheet_of("firebrand", hand="fire-flask").play("firebrand")
    fight.play(fight.key("blast fire-flask", "a"), "counter halberd", d6(3), d8(4))
    assert fight.last(Fell).who == "firebrand"
    assert fight.lost == [("firebrand", 4)]


@pytest.mark.rule("murdham", "M-26", "A-57", "A-58")
def test_a_counter_that_does_as_much_comes_at_once_with_the_blast() -> None:
    fight = Fight({"theobald": "a", "sybilla": "a"}, {"firebrand": "a"}, field=CROSSROADS, acting="foes", morale="off")
    fight.sheet_of("firebrand", hand="fire-flask").sheet_of("theobald", health=4).play("firebrand")
    fight.play(fight.key("blast fire-flask", "a"), "counter halberd", d6(4), d8(4))
    assert {who for who, _ in fight.lost} == {"firebrand", "theobald", "sybilla"}
    assert ("firebrand", 3) in fight.lost[1:], "all it had"


@pytest.mark.rule("murdham", "M-26", "A-58")
def test_only_one_counters_a_blast() -> None:
    """Both stand beside the thrower; who has the first claim takes it, and the other may do anything but counter."""
    fight = Fight({"theobald": "a", "balthasar": "a"}, {"firebrand": "a"}, field=CROSSROADS, acting="foes")
    fight.sheet_of("firebrand", hand="fire-flask").play("firebrand").until(fight.key("blast fire-flask", "a"))
    counters = ["counter-shoot bow", "counter unarmed", "counter grapple", "hold back bow", "hold back unarmed"]
    assert (fight.asked.who, fight.keys()) == (
        "balthasar",
        ["pass", "dodge", *counters, "hide theobald", "guard theobald"],
    )
    fight.until("counter-shoot bow")
    assert (fight.asked.who, fight.keys()) == ("theobald", ["pass", "dodge", "hide balthasar"])


@pytest.mark.rule("murdham", "A-80", "A-81", "M-26")
def test_a_grip_counters_a_blast_and_comes_last() -> None:
    fight = Fight({"theobald": "a"}, {"firebrand": "a", "x": ("bandit", "z")}, field=CROSSROADS, acting="foes")
    fight.sheet_of("firebrand", hand="fire-flask").play("firebrand").until(fight.key("blast fire-flask", "a"))
    fight.play("counter grapple", d6(2), d20(8))
    assert sorted(fight.lost) == [("firebrand", 2), ("theobald", 2)]
    assert fight.sheet("theobald").grabbing == "firebrand"
    felled = Fight({"theobald": "a", "sybilla": "t"}, {"firebrand": "a"}, field=CROSSROADS, acting="foes")
    felled.sheet_of("firebrand", hand="fire-flask").sheet_of("theobald", health=2).play("firebrand")
    felled.play(felled.key("blast fire-flask", "a"), "counter grapple", d6(2))
    assert felled.sheet("theobald").grabbing == "" and felled.last(AttackMissed).rule == "A-56"


@pytest.mark.rule("murdham", "A-80", "A-82", "M-26")
def test_a_disarm_counters_a_blast() -> None:
    fight = Fight({"theobald": "a"}, {"gunner": "a", "x": ("bandit", "q")}, acting="foes", morale="off")
    fight.weapon_of("gunner", "long-gun", traits=("blast",)).play("gunner")
    fight.play(fight.key("blast long-gun", "a"), "counter disarm long-gun", d8(2), d20(20))
    assert fight.health("theobald") == 8 and fight.sheet("gunner").hand == ""


@pytest.mark.rule("murdham", "A-59", "A-60", "M-7")
def test_one_hides_behind_another_from_a_blast_who_bears_both_shares() -> None:
    """Theobald is in it too: he bears his own share and hers. She has spent her turn on it, he none."""
    fight = Fight({"theobald": "a", "sybilla": "a"}, {"firebrand": "a"}, field=CROSSROADS, acting="foes", stunts="off")
    fight.sheet_of("firebrand", hand="fire-flask").play("firebrand").until(fight.key("blast fire-flask", "a"), "pass")
    assert fight.asked.who == "sybilla"
    fight.play("hide theobald", "agree", d6(2))
    assert sorted(fight.lost) == [("firebrand", 2), ("theobald", 2), ("theobald", 2)]
    assert fight.acted("sybilla") and not fight.acted("theobald")


@pytest.mark.rule("murdham", "A-59", "A-60", "A-53", "M-7")
def test_who_was_put_in_front_may_dodge_that_share_and_has_no_turn_left_for_its_own() -> None:
    fight = Fight({"sybilla": "a", "theobald": "a"}, {"firebrand": "a"}, field=CROSSROADS, acting="foes")
    fight.sheet_of("firebrand", hand="fire-flask").profile_of("sybilla", WIT=15).play("firebrand")
    fight.until(fight.key("blast fire-flask", "a"), "hide theobald", "agree")
    assert fight.asked.who == "theobald" and fight.offers("dodge")
    fight.until("dodge", d20(1))
    assert fight.rolled.dice == "d6", "nothing more is asked of him"
    fight.play(d6(2))
    assert sorted(fight.lost) == [("firebrand", 2), ("theobald", 2)]


@pytest.mark.rule("murdham", "A-61", "A-62", "M-7")
def test_one_guards_another_from_a_blast() -> None:
    """Sybilla stands outside it, but nearby Theobald."""
    fight = Fight({"theobald": "az", "sybilla": "z"}, {"firebrand": "m"}, field=CROSSROADS, acting="foes")
    fight.sheet_of("firebrand", hand="fire-flask").play("firebrand")
    fight.until(fight.key("blast fire-flask", "a"))
    assert (fight.asked.who, fight.keys("guard")) == ("theobald", ["guard sybilla"])
    fight.play("guard sybilla", d6(2))
    assert fight.lost == [("sybilla", 2)] and fight.acted("sybilla") and not fight.acted("theobald")


@pytest.mark.rule("murdham", "A-71", "A-53", "M-50")
def test_a_melee_blast_can_be_dodged() -> None:
    fight = Fight({"theobald": "a"}, {"x": ("bandit", "a"), "y": ("bandit", "a")}, field=CROSSROADS)
    fight.weapon_of("theobald", "halberd", traits=("blast",)).play("theobald")
    fight.play(fight.key("blast halberd", "a"), "dodge", d20(8), "pass", d8(2))
    assert fight.lost == [("y", 2)]


@pytest.mark.rule("murdham", "A-94", "M-49")
@pytest.mark.parametrize(("face", "lost"), [(8, []), (9, [("x", 2)])])
def test_who_leaps_out_of_a_blast_is_concealed_no_longer(face: int, lost: list[tuple[str, int]]) -> None:
    fight = Fight({"hesper": "m"}, {"x": ("bandit", "a"), "y": ("bandit", "z")}, field=CROSSROADS, hidden=("x",))
    fight.sheet_of("hesper", hand="fire-flask").play("hesper")
    fight.play(fight.key("blast fire-flask", "a"), "dodge", d20(face), *([d6(2)] if lost else []))
    assert fight.lost == lost and not fight.sheet("x").hidden
    assert [event.why for event in fight.told(Spotted)] == ["leaps aside"]


@pytest.mark.rule("murdham", "A-94", "M-49")
def test_who_is_hurt_is_heard_and_who_is_not_keeps_hidden() -> None:
    fight = Fight({"hesper": "m"}, {"x": ("bandit", "a"), "y": ("bandit", "z")}, field=CROSSROADS, hidden=("x",))
    fight.sheet_of("hesper", hand="fire-flask").play("hesper")
    fight.play(fight.key("blast fire-flask", "a"), d6(2))
    assert not fight.sheet("x").hidden and fight.last(Spotted).why == "is hit"
    whole = Fight({"theobald": "a"}, {"x": ("bandit", "a"), "y": ("bandit", "z")}, field=CROSSROADS, hidden=("x",))
    whole.weapon_of("theobald", "halberd", traits=("blast",)).sheet_of("x", armour=3).play("theobald")
    whole.play(whole.key("blast halberd", "a"), d8(3))
    assert whole.lost == [] and whole.sheet("x").hidden


@pytest.mark.rule("murdham", "M-26", "M-6")
def test_a_counter_to_a_blast_takes_its_own_save_to_hit() -> None:
    """Balthasar shoots back over five zones; he misses, and the blast goes off."""
    fight = Fight({"balthasar": "f"}, {"gunner": "a"}, acting="foes").weapon_of("gunner", "long-gun", traits=("blast",))
    fight.play("gunner")
    fight.play(fight.key("blast long-gun", "f"), d20(9), "counter-shoot bow", d8(2), d20(13))
    assert fight.lost == [("balthasar", 2)]


@pytest.mark.rule("murdham", "A-92", "A-70")
def test_nobody_reacts_to_a_blast_out_of_hiding() -> None:
    fight = Fight({"hesper": "m"}, {"bandit": "a"}, field=CROSSROADS, hidden=("hesper",))
    fight.sheet_of("hesper", hand="fire-flask").play("hesper")
    fight.until(fight.key("blast fire-flask", "a"))
    assert fight.rolled.dice == "d6"
    assert fight.last(Spotted).who == "hesper"


@pytest.mark.rule("murdham", "A-70")
def test_a_fire_flask_is_gone_after_its_throw() -> None:
    fight = flask({"bandit": "a"})
    fight.play(fight.key("blast fire-flask", "a"), d6(1))
    assert fight.sheet("hesper").hand == ""


@pytest.mark.rule("murdham", "A-79", "M-35")
def test_flash_powder_takes_the_next_turn_from_whoever_does_not_dodge() -> None:
    """This round's if it is unspent, else that of the next round."""
    foes: dict[str, Where] = {"x": ("bandit", "a"), "y": ("bandit", "a"), "z": ("bandit", "a")}
    fight = Fight({"lamorna": "m"}, foes, field=CROSSROADS).sheet_of("lamorna", hand="flash-powder", off="")
    fight.sheet_of("x", acted=True).play("lamorna")
    fight.play(fight.key("blast flash-powder", "a"), "dodge", d20(8))
    assert (fight.sheet("x").stunned, fight.acted("z"), fight.sheet("z").stunned) == (1, True, 0)
    assert fight.lost == []


@pytest.mark.rule("murdham", "A-41", "A-66")
def test_smoke_blocks_sight_around_where_the_bomb_falls() -> None:
    fight = Fight({"wilmot": "a"}, {"bandit": "f"}).sheet_of("wilmot", hand="smoke-bomb", off="").play("wilmot")
    fight.play(fight.key("blast smoke-bomb", "b"))
    smoky = {fight.ground.zones.areas[number].id for number in fight.turn.smoke}
    assert smoky == {"a", "b", "c"}, "in all zones within one of it"


@pytest.mark.rule("murdham", "A-118", "A-72")
def test_a_blast_at_one_large_body_alone_does_double_damage() -> None:
    """3 on the die is 6; whoever stands beside the troll is spared."""
    fight = Fight({"hesper": "m", "sybilla": "a"}, {"troll": "a", "x": ("bandit", "a")}, field=CROSSROADS, stunts="off")
    fight.sheet_of("hesper", hand="fire-flask").play("hesper")
    assert not fight.offers("focus x fire-flask")
    fight.play("focus troll fire-flask", d6(3))
    assert fight.lost == [("troll", 6)]


@pytest.mark.rule("murdham", "A-118", "M-39")
def test_a_sweep_strikes_the_smaller_with_half_the_damage() -> None:
    """5 on the die is 3 for each goblin; the bandit is as big as Theobald, and his friend he goes round."""
    foes: dict[str, Where] = {"g": ("goblin", "a"), "h": ("goblin", "a"), "x": ("bandit", "a")}
    fight = Fight({"theobald": "a", "rat": "a"}, foes, field=CROSSROADS).play("theobald")
    fight.play(fight.key("sweep halberd", "a"), d8(5))
    assert fight.lost == [("g", 3), ("h", 3)]


@pytest.mark.rule("murdham", "A-118")
def test_nobody_sweeps_among_its_own_size() -> None:
    fight = Fight({"theobald": "a"}, {"x": ("bandit", "a")}).play("theobald")
    assert fight.keys("sweep") == []


@pytest.mark.rule("murdham", "A-37", "A-70")
def test_a_blast_may_be_held_back() -> None:
    """The lower of two rolls, one of each for everybody; what does no damage can't do less."""
    fight = Fight({"hesper": "b"}, {"x": ("bandit", "a"), "y": ("bandit", "a")}, stunts="off", morale="off")
    fight.sheet_of("hesper", hand="fire-flask").play("hesper")
    key = "hold back " + fight.key("blast fire-flask", "a")
    assert fight.option(key).verb == "hold back" and fight.option("on the move " + key).verb == "on the move"
    fight.play(key, d6(5), d6(2))
    assert fight.lost == [("x", 2), ("y", 2)]
    flash = Fight({"lamorna": "b"}, {"x": ("bandit", "a")}).sheet_of("lamorna", hand="flash-powder", off="")
    assert not any("flash" in key for key in flash.play("lamorna").keys("hold"))


@pytest.mark.rule("murdham", "A-37", "A-118", "M-39")
def test_a_sweep_and_a_blast_at_one_may_be_held_back() -> None:
    fight = Fight({"theobald": "a"}, {"troll": "a"}, acting="foes", stunts="off", morale="off").play("troll")
    fight.play("hold back " + fight.key("sweep mace", "a"), d6(5), d6(2))
    assert fight.lost == [("theobald", 1)], "2, half of it for the sweep and double for the size, less 1"
    alone = Fight({"hesper": "a"}, {"troll": "a"}, stunts="off").sheet_of("hesper", hand="fire-flask").play("hesper")
    alone.play("hold back troll fire-flask", d6(5), d6(3))
    assert alone.lost == [("troll", 6)]


@pytest.mark.rule("murdham", "A-79", "M-35")
def test_the_mindless_are_not_stunned_and_the_log_says_so() -> None:
    fight = Fight({"lamorna": "b"}, {"skeletal-warrior": "a"}).sheet_of("lamorna", hand="flash-powder", off="")
    fight.play("lamorna")
    fight.play(fight.key("blast flash-powder", "a"))
    who = "skeletal-warrior"
    assert not fight.acted(who) and not fight.sheet(who).stunned
    assert any(line.endswith("has no mind to be stunned") for line in fight.log)


TOWER = chart("tmaze", "...b.", barrier="a")
"""Zone a lies behind a barrier; its borders with m and z lead to open ground."""


@pytest.mark.rule("murdham", "A-68", "M-45")
def test_a_barrier_stops_what_is_thrown_straight_at_a_zone() -> None:
    """The menu, the reasons and the computer agree; the open zone beside it can be aimed at."""
    fight = flask({"bandit": "a", "other": ("bandit", "mt")}, field=TOWER)
    assert not fight.offers(fight.key("blast fire-flask", "a")) and fight.refusal("Blast Zone a").rule == "A-68"
    assert fight.offers(fight.key("blast fire-flask", "t"))
    assert fight.key("blast fire-flask", "a") not in features(fight)
    open_ = flask({"bandit": "a"}, field=chart("tmaze", "...b.", cover="a"))
    assert open_.key("blast fire-flask", "a") in features(open_)


@pytest.mark.rule("murdham", "A-68", "M-45")
def test_smoke_and_flash_are_stopped_like_fire() -> None:
    for who, key in (("lamorna", "flash-powder"), ("wilmot", "smoke-bomb")):
        fight = Fight({who: "m"}, {"bandit": "a"}, field=TOWER).sheet_of(who, hand=key, off="").play(who)
        assert fight.offers(fight.key(f"blast {key}", "t")) and not fight.offers(fight.key(f"blast {key}", "a"))


@pytest.mark.rule("murdham", "A-68", "M-45")
def test_within_arms_reach_there_is_no_barrier_between() -> None:
    """From its own border, and from inside."""
    for at in ("ma", "a"):
        fight = Fight({"hesper": at}, {"bandit": "a"}, field=TOWER).sheet_of("hesper", hand="fire-flask").play("hesper")
        assert fight.offers(fight.key("blast fire-flask", "a"))


@pytest.mark.rule("murdham", "A-68", "A-70", "M-45")
def test_those_on_a_border_towards_open_ground_have_no_barrier() -> None:
    fight = flask({"inside": ("bandit", "a"), "edge": ("bandit", "ma")}, field=TOWER)
    fight.play(fight.key("blast fire-flask", "m"), d6(2))
    assert ("edge", 2) in fight.lost and "inside" not in dict(fight.lost)


@pytest.mark.rule("murdham", "A-61", "A-68", "M-7", "M-45")
def test_who_guards_one_outside_steps_out_of_the_barriers_shelter() -> None:
    """It bears its friend's share of the blast and has none of its own."""
    fight = flask({"inside": ("bandit", "a"), "edge": ("bandit", "ma")}, field=TOWER)
    fight.play(fight.key("blast fire-flask", "m"), "guard inside", d6(2))
    assert [loss for loss in fight.lost if loss[0] != "hesper"] == [("inside", 2)]


@pytest.mark.rule("murdham", "A-43", "A-70", "M-2")
def test_a_flask_is_thrown_on_the_move_at_zones_and_at_one_large_body() -> None:
    """Both with the steps still to come, as long as none is taken."""
    fight = Fight({"hesper": "m"}, {"giant": ("hill-giant", "t")}, field=TOWER).sheet_of("hesper", hand="fire-flask")
    fight.play("hesper")
    keys = ["on the move focus giant fire-flask", fight.key("on the move blast fire-flask", "t")]
    assert all(fight.offers(key) for key in keys)
    fight.play(keys[0], d20(20), fight.key("move", "ma"))
    assert fight.at("hesper") == "ma" and fight.saved.rule == "A-43"
    late = Fight({"hesper": "m"}, {"giant": ("hill-giant", "t")}, field=TOWER).sheet_of("hesper", hand="fire-flask")
    late.play("hesper", late.key("move", "ma"))
    assert not late.keys("on the move")


@pytest.mark.rule("murdham", "A-68", "A-69", "M-34", "M-45")
def test_an_archer_who_has_shot_out_of_it_opens_a_barrier_to_no_flask() -> None:
    """The leaning was over with the shot: neither the tower can be aimed at nor the archer alone."""
    fight = Fight({"hesper": "m"}, {"archer": ("bandit-archer", "a")}, field=TOWER, acting="foes", stunts="off")
    fight.sheet_of("hesper", hand="fire-flask", omens=0).play("archer", "shoot hesper bow", "pass", d6(1), "done")
    fight.play("hesper")
    assert not fight.offers(fight.key("blast fire-flask", "a")) and fight.refusal("Blast Zone a").rule == "A-68"
    assert fight.offers(fight.key("blast fire-flask", "t"))


@pytest.mark.rule("murdham", "A-68", "A-73", "M-45")
def test_a_blast_that_strays_to_a_barrier_breaks_on_it() -> None:
    """Aimed at z beyond half range, it strays west to a: of those there only the one on the open border is hit."""
    fight = flask({"inside": ("bandit", "a"), "edge": ("bandit", "ma"), "z": ("bandit", "z")}, field=TOWER)
    key = fight.key("blast fire-flask", "z")
    strays = {landing.note: landing.hits for landing in fight.option(key).about.landings}
    assert strays["strays, 3 on the d3"] == ("edge",)
    fight.play(key, d20(20), d3(3), d6(3))
    assert fight.lost == [("edge", 3)]
    assert fight.last(AttackMissed).target == "inside"


@pytest.mark.rule("murdham", "A-46", "A-68", "M-45")
def test_a_blast_that_is_lobbed_comes_down_behind_a_barrier() -> None:
    fight = Fight({"gunner": "a"}, {"bandit": "f"}, field=chart("abcdef", barrier="f"))
    fight.weapon_of("gunner", "long-gun", traits=("blast", "indirect")).play("gunner")
    fight.play(fight.key("blast long-gun", "f"), d20(1), d8(3))
    assert fight.lost == [("bandit", 2)], "the barrier is still cover"


@pytest.mark.rule("murdham", "A-69", "M-34", "M-45")
def test_who_has_thrown_out_of_a_barrier_is_behind_it_again() -> None:
    fight = Fight({"hesper": "a"}, {"bandit-archer": "t", "bandit": "m"}, field=TOWER, stunts="off", morale="off")
    fight.sheet_of("hesper", hand="fire-flask", omens=0).play("hesper")
    fight.play(fight.key("blast fire-flask", "m"), d6(1), "done", "bandit-archer")
    assert fight.lost == [("bandit", 1)]
    assert not fight.offers("shoot hesper bow") and fight.refusal("Attack Hesper").rule == "A-68"


@pytest.mark.rule("murdham", "A-68", "A-118", "M-45")
def test_a_blast_at_one_large_body_stops_at_a_barrier_too() -> None:
    """Of two giants the one outside can be aimed at; the other only in answer to what it throws out."""
    field = chart("tmaze", "...b.", barrier="a", capacity=40)
    foes: dict[str, Where] = {"in": ("hill-giant", "a"), "out": ("hill-giant", "t")}
    fight = Fight({"hesper": "m"}, foes, field=field).sheet_of("hesper", hand="fire-flask").play("hesper")
    assert fight.keys("focus") == ["focus out fire-flask"]
    thrown = Fight({"hesper": "m"}, foes, field=field, acting="foes", stunts="off")
    thrown.sheet_of("hesper", hand="fire-flask").sheet_of("in", hand="boulder").until("in", "shoot hesper boulder")
    assert thrown.offers("focus fire-flask")


@pytest.mark.rule("murdham", "A-68", "M-45")
def test_the_long_arm_of_the_massive_stops_at_a_barrier() -> None:
    def swings(**ground: str) -> list[str]:
        fight = Fight({"balthasar": "b"}, {"giant": ("hill-giant", "a")}, field=chart("abc", **ground), acting="foes")  # type: ignore[arg-type]
        fight.profile_of("giant", size="massive").play("giant")
        return fight.keys("strike")

    assert swings(cover="b") == ["strike balthasar mace"]
    assert swings(barrier="b") == []


@pytest.mark.rule("murdham", "A-69", "A-118", "M-34")
def test_a_long_arm_that_strikes_over_a_barrier_leans_out_too() -> None:
    """The bow answers it, less one for the cover; on its own turn it would find nothing to shoot at."""
    foes: dict[str, Where] = {"giant": ("hill-giant", "a")}
    fight = Fight({"balthasar": "b"}, foes, field=chart("abc", barrier="a"), acting="foes", stunts="off")
    fight.play("giant", "strike balthasar mace", "counter-shoot bow", d6(1), d6(5))
    assert fight.lost == [("balthasar", 4), ("giant", 4)]
    assert not fight.sheet("giant").leaning


@pytest.mark.rule("murdham", "A-18", "A-68", "M-45")
@pytest.mark.parametrize(("effect", "stops"), [("harm", 1), ("entangle", 1), ("frighten", 0), ("stun", 0)])
def test_of_powers_those_that_work_on_the_body_stop_at_a_barrier(effect: Any, stops: int) -> None:
    """Of two foes one stands behind it and one in the open."""
    fight = Fight({"balthasar": "m"}, {"bandit": "a", "other": ("bandit", "t")}, field=TOWER)
    power = Power("word", "A word", "", "foe", 4, "d6", None, effect)
    fight.profile_of("balthasar", powers=(power,)).play("balthasar")
    assert fight.keys("invoke") == ["invoke word bandit", "invoke word other"][stops:]
    refused = [no.label for no in fight.asked.refusals() if no.rule == "A-68"]
    assert ("A word on Bandit 1" in refused) is bool(stops)
    advised = [key for key in features(fight) if key.startswith("invoke")]
    assert set(advised) <= set(fight.keys("invoke"))


@pytest.mark.rule("murdham", "A-68", "A-69", "M-45")
def test_a_power_hurled_out_of_a_barrier_opens_its_maker_to_nobody() -> None:
    """It can't be countered while it lasts, and the archer's turn comes too late."""
    fight = Fight({"balthasar": "a"}, {"archer": ("bandit-archer", "m")}, field=TOWER, stunts="off")
    fight.profile_of("balthasar", powers=(Power("word", "A word", "", "foe", 4, "d6", None, "harm"),))
    fight.play("balthasar", "invoke word archer", d20(1), d6(1), "done", "archer")
    assert fight.lost == [("archer", 1)] and not fight.keys("shoot")


@pytest.mark.rule("murdham", "A-68", "A-69")
def test_the_computer_knows_itself_safe_from_shots_behind_a_barrier() -> None:
    """But for the answer to its own shot; and from an archer beside it nothing shelters."""
    fight = Fight({"balthasar": "a"}, {"archer": ("bandit-archer", "t")}, field=TOWER).play("balthasar")
    model = model_of(fight)
    at = [model.view.ground.afoot.bit(fight.place(name)) for name in ("a", "m")]
    exposed = [list(model.expected_threats(Id("archer"), Id("balthasar"), mask, ())) for mask in at]
    assert not exposed[0] and exposed[1]
    told = features(fight)["shoot archer bow"]
    assert not told.get("exposed") and told["lost"] > 0
