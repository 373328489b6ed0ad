"""By the book: attacks, boons and banes, critical hits and misses, and whom one can reach."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from game.kit.testing.fight import d4, d6, d8, d20
from game.rules.events import Id
from game.rules.odds import odds
from rulesets.glog.play.events import DamageRolled, Notched
from tests.rulesets.glog.kit import Fight, ground, many, suffering, terms

NEAR = {"hero": (5, 5)}
THUG = {"thug": (6, 5)}


def chance(fight: Fight, key: str, who: str = "hero", target: str = "thug") -> Fraction:
    """The odds that a blow hits."""
    return odds(fight.match, key).hits(Id(who), Id(target))


@pytest.mark.rule("glog", "D-14", "D-26", "G-4")
@pytest.mark.parametrize(("face", "hits"), [(1, False), (9, False), (10, True), (19, True)])
def test_an_attack_hits_if_the_die_and_violence_come_to_defense(face: int, hits: bool) -> None:
    fight = Fight(NEAR, THUG)  # 2 against 10, a coat's 2 and no AGI: 12
    fight.until("strike thug sword slashing", d20(face))
    assert fight.hit is hits
    assert not fight.sheet("hero").action


@pytest.mark.rule("glog", "D-26", "D-53")
@pytest.mark.parametrize(
    ("conditions", "prone", "share"),
    [
        ((), False, Fraction(1, 2)),
        (("dazed",), False, Fraction(325, 1000)),
        (("dazed", "drunk"), False, None),
        ((), True, Fraction(675, 1000)),
    ],
)
def test_violence_2_against_defense_13_with_boons_and_banes(
    conditions: tuple[str, ...], prone: bool, share: Fraction | None
) -> None:
    fight = Fight(NEAR, THUG).sheet_of("hero", conditions=suffering(*conditions)).sheet_of("thug", prone=prone)
    fight.scores_of("thug", agility=13)  # Defense 10 + 1 + 2 = 13
    found = chance(fight, "strike thug sword slashing")
    if share is not None:
        assert found == share
    else:
        assert round(float(found), 3) == 0.276


@pytest.mark.rule("glog", "D-53")
def test_of_several_boon_dice_the_highest_alone_counts() -> None:
    fight = Fight(NEAR, THUG).sheet_of("thug", prone=True, conditions=suffering("off guard"))
    fight.until("strike thug sword slashing", d20(5), many("2d6", 3, 5))
    assert terms(fight.rolled_attack.tally) == {"Violence": 2, "boon": 5}
    assert fight.hit


@pytest.mark.rule("glog", "D-53")
def test_boons_and_banes_cancel_out() -> None:
    fight = Fight(NEAR, THUG).sheet_of("thug", prone=True, conditions=suffering("off guard"))
    fight.sheet_of("hero", conditions=suffering("dazed", "drunk"))
    fight.until("strike thug sword slashing", d20(5))
    assert terms(fight.rolled_attack.tally) == {"Violence": 2}
    fight = Fight(NEAR, THUG).sheet_of("thug", prone=True, conditions=suffering("off guard"))
    fight.sheet_of("hero", prone=True, conditions=suffering("dazed", "drunk"))
    fight.until("strike thug sword slashing", d20(18), d6(4))
    assert terms(fight.rolled_attack.tally) == {"Violence": 2, "bane": -4}


@pytest.mark.rule("glog", "D-27", "D-52")
def test_a_critical_hit_goes_past_grit_and_kills() -> None:
    fight = Fight(NEAR, THUG).profile_of("thug", grit=8)
    fight.play("strike thug sword slashing", d20(20), d8(6))  # 6 + 1 for a Might of 14
    assert fight.dealt == 7
    assert fight.body_of("thug")[:2] == (8, 0)
    assert fight.over and fight.winner == "party"


@pytest.mark.rule("glog", "D-27", "G-4")
def test_a_20_hits_and_a_1_misses_whatever_the_banes_say() -> None:
    fight = Fight(NEAR, THUG).sheet_of("hero", conditions=suffering("dazed")).profile_of("thug", hide=30)
    fight.until("strike thug sword slashing", d20(20))
    assert fight.hit and fight.rolled.dice == "d8", "no six-sided die was asked for"
    fight = Fight(NEAR, THUG).sheet_of("thug", prone=True).profile_of("hero", violence=30)
    fight.until("strike thug sword slashing", d20(1))
    assert not fight.hit


@pytest.mark.rule("glog", "D-27")
def test_some_hit_critically_from_18_on() -> None:
    fight = Fight(NEAR, THUG).profile_of("hero", critical=18)
    fight.play("strike thug sword slashing", d20(18), d8(2))
    assert fight.lost == [("thug", 3, "Flesh")]


@pytest.mark.rule("glog", "D-28", "D-54")
def test_a_1_notches_what_strikes_and_the_third_notch_breaks_it() -> None:
    fight = Fight(NEAR, THUG).play("strike thug sword slashing", d20(1))
    assert fight.notches("hero", "sword") == 1
    fight = Fight(NEAR, THUG).sheet_of("hero", notches={"sword": 2}).play("strike thug sword slashing", d20(1))
    assert fight.sheet("hero").armed == "" and "sword" not in fight.sheet("hero").handy


@pytest.mark.rule("glog", "D-28", "G-8")
def test_a_1_empties_the_quiver_until_another_is_taken() -> None:
    fight = Fight({"archer": (5, 5)}, {"thug": (10, 5)}).play("shoot thug longbow", d20(1))
    assert fight.sheet("archer").depleted == ("longbow",)
    assert fight.offers("refill longbow")
    again = Fight({"archer": (5, 5)}, {"thug": (10, 5)}).sheet_of("archer", depleted=("longbow",))
    assert not again.offers("shoot thug longbow")
    assert again.refusal("Attack with the longbow").rule == "D-28"
    again.play("refill longbow")
    assert again.offers("shoot thug longbow") and "quiver" not in again.sheet("archer").handy
    last = Fight({"archer": (5, 5)}, {"thug": (10, 5)}).sheet_of("archer", depleted=("longbow",), handy=("longbow",))
    assert not last.offers("refill longbow") and last.refusal("Find ammo for the empty longbow").rule == "D-28"


@pytest.mark.rule("glog", "D-28", "G-8")
def test_a_thrown_weapon_lies_by_its_target_and_on_a_1_is_notched_as_any_other() -> None:
    def thrown(face: int, **more: Any) -> tuple[Fight, list[Any]]:
        fight = Fight({"archer": (5, 5)}, {"thug": (7, 5)}).sheet_of("archer", **more)
        fight.play("throw thug throwing-knife", d20(face))
        assert "throwing-knife" not in fight.sheet("archer").handy
        return fight, [(thing.key, thing.at, thing.marks) for thing in fight.state.things.values()]

    assert thrown(3)[1] == [("throwing-knife", (7, 5), {})]
    assert thrown(1)[1] == [("throwing-knife", (7, 5), {"notches": 1})]
    broken, left = thrown(1, notches={"throwing-knife": 2})
    assert left == [] and broken.last(Notched).broken, "the third breaks it"


@pytest.mark.rule("glog", "G-7")
def test_teeth_take_no_notch() -> None:
    fight = Fight(NEAR, {"beast": (6, 5)}, acting="foes").play("strike hero bite", d20(1))
    assert fight.sheet("beast").notches == {}


@pytest.mark.rule("glog", "D-14", "G-24")
def test_hand_to_hand_reaches_the_cell_beside_at_a_corner_too() -> None:
    assert Fight(NEAR, {"thug": (6, 6)}).offers("strike thug sword slashing")
    far = Fight(NEAR, {"thug": (7, 5)})
    assert not far.offers("strike thug sword slashing")
    assert far.refusal("Attack Thug 1 with the sword").rule == "D-14"
    wall = Fight(NEAR, {"thug": (7, 5)}, field=ground(*["." * 12] * 5, "......#.....", *["." * 12] * 4))
    assert not wall.offers("strike thug sword slashing")


@pytest.mark.rule("glog", "D-14")
def test_a_blow_does_not_reach_up_a_cliff() -> None:
    cliff = ground(*[".....333...."] * 8)
    assert not Fight({"hero": (4, 4)}, {"thug": (5, 4)}, field=cliff).offers("strike thug sword slashing")
    step = ground(*[".....111...."] * 8)
    assert Fight({"hero": (4, 4)}, {"thug": (5, 4)}, field=step).offers("strike thug sword slashing")


@pytest.mark.rule("glog", "G-19")
def test_beyond_half_range_there_is_a_bane_and_beyond_range_no_shot() -> None:
    at = {12: {}, 13: {"bane": -2}}  # 60 ft and 65 of 120
    for cells, wanted in at.items():
        fight = Fight({"archer": (0, 5)}, {"thug": (cells, 5)})
        fight.until("shoot thug longbow", d20(10), *([d6(2)] if wanted else []))
        assert terms(fight.rolled_attack.tally) == {"Violence": 2, **wanted}
    far = Fight({"archer": (0, 5)}, {"thug": (5, 5)}).sheet_of("archer", hands=("throwing-knife",))
    assert not far.offers("throw thug throwing-knife"), "25 ft of 20"
    assert "it is 25 ft away, and 20 ft is the most" in [refusal.why for refusal in far.asked.refusals()]


@pytest.mark.rule("glog", "G-20")
def test_cover_and_a_foe_beside_are_banes_to_shots() -> None:
    crates = ground(*["." * 12] * 5, ".....c......", *["." * 12] * 4)
    fight = Fight({"archer": (2, 5)}, {"thug": (6, 5)}, field=crates)
    assert "half cover" in " ".join(fight.option("shoot thug longbow").about.notes)
    fight = Fight({"archer": (2, 5)}, {"thug": (8, 5), "other": ("thug", (3, 5))})
    assert fight.option("shoot thug longbow").about.brief == "1 bane"
    assert "a foe beside it" in " ".join(fight.option("shoot thug longbow").about.notes)
    fight = Fight({"archer": (2, 5)}, {"thug": (8, 5), "other": ("thug", (3, 5))})
    fight.sheet_of("other", conditions=suffering("asleep"))
    assert fight.option("shoot thug longbow").about.brief == "", "who sleeps presses nobody"


@pytest.mark.rule("glog", "G-21")
def test_shots_at_the_prone_have_a_bane_and_blows_a_boon() -> None:
    fight = Fight({"archer": (2, 5), "hero": (7, 5)}, {"thug": (8, 5)}).sheet_of("thug", prone=True).play("archer")
    assert fight.option("shoot thug longbow").about.brief == "1 bane"
    fight = Fight({"hero": (7, 5)}, {"thug": (8, 5)}).sheet_of("thug", prone=True)
    assert fight.option("strike thug sword piercing").about.brief == "1 boon"


@pytest.mark.rule("glog", "D-30")
def test_damage_is_the_die_of_the_weapon_and_its_modifier_and_a_hit_does_1_at_least() -> None:
    fight = Fight(NEAR, THUG).play("strike thug sword slashing", d20(15), d8(4))
    assert (fight.last(DamageRolled).die, fight.dealt) == ("d8", 5)
    weak = Fight({"hero": (5, 5)}, THUG).sheet_of("hero", hands=(), handy=()).play("strike thug fist", d20(15), d4(1))
    assert weak.dealt == 1


@pytest.mark.rule("glog", "D-32", "D-33")
def test_the_use_that_is_chosen_decides_how_a_creature_takes_it() -> None:
    fight = Fight(NEAR, {"bones": (6, 5)})
    assert {"strike bones sword slashing", "strike bones sword piercing"} <= set(fight.keys("strike"))
    fight.play("strike bones sword piercing", d20(15), d6(4))
    assert fight.last(DamageRolled).die == "d6", "a step down"
    fight = Fight({"boss": (5, 5)}, {"bones": (6, 5)}).play("strike bones mace", d20(15), d8(2))
    assert fight.dealt == 2 + 1 + 1, "Might 13, and bones break"


@pytest.mark.rule("glog", "D-19")
def test_a_crossbow_is_reloaded_with_an_action() -> None:
    fight = Fight({"crossbowman": (2, 5), "hero": (2, 7)}, {"thug": (8, 5)})
    fight.play("crossbowman", "shoot thug crossbow", d20(3))
    assert fight.sheet("crossbowman").unloaded == ("crossbow",)
    fight = Fight({"crossbowman": (2, 5)}, {"thug": (8, 5)}).sheet_of("crossbowman", unloaded=("crossbow",))
    assert fight.refusal("Attack with the crossbow").rule == "D-19"
    fight.play("reload crossbow")
    assert fight.sheet("crossbowman").unloaded == () and not fight.sheet("crossbowman").action
    spent = Fight({"crossbowman": (2, 5)}, {"thug": (8, 5)})
    spent.sheet_of("crossbowman", unloaded=("crossbow",), depleted=("crossbow",))
    assert not spent.offers("reload crossbow") and spent.refusal("Reload the").rule == "D-19"
    assert spent.play("refill crossbow").offers("reload crossbow")
    empty = Fight({"crossbowman": (2, 5)}, {"thug": (8, 5)}).play("shoot thug crossbow", d20(1))
    assert empty.sheet("crossbowman").depleted == empty.sheet("crossbowman").unloaded == ("crossbow",)
    bow = Fight({"archer": (2, 5)}, {"thug": (8, 5)}).play("shoot thug longbow", d20(3))
    assert bow.sheet("archer").unloaded == ()


@pytest.mark.rule("glog", "D-25")
def test_what_is_handy_is_drawn_for_the_blow() -> None:
    fight = Fight({"archer": (5, 5)}, THUG).play("strike thug knife", d20(3))
    assert fight.sheet("archer").hands == ("knife",)
    assert fight.sheet("archer").trifles == ()


@pytest.mark.rule("glog", "G-10")
def test_who_cleaves_strikes_another_once_it_has_felled_one() -> None:
    fight = Fight(
        NEAR,
        {"a": ("thug", (6, 5)), "b": ("thug", (5, 6)), "c": ("thug", (9, 9))},
    )
    fight.profile_of("hero", traits=("cleaves",)).sheet_of("a", grit=0, flesh=1).sheet_of("b", grit=0, flesh=1)
    fight.until("strike a sword slashing", d20(15), d8(3), "strike b sword slashing", d20(15), d8(3))
    assert [who for who in "abc" if fight.sheet(who).up] == ["c"]
    assert fight.sheet("hero").cleaved
