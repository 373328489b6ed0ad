"""By the book: attacks, boons and banes, critical hits, reach; gambits; and what a foe may do out of its turn."""

from __future__ import annotations

from fractions import Fraction
from math import fsum
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d4, d6, d8, d10, d20
from game.rules.action import menu
from game.rules.events import Id
from game.rules.odds import odds, plain_odds, replies
from game.rules.table import Board
from game.spatial.field import Feature
from rulesets.glog import RULESET
from rulesets.glog.play.actions import ACTIONS
from rulesets.glog.play.assaults import OFFERED, against
from rulesets.glog.play.events import DamageRolled, Notched, Reacted
from rulesets.glog.play.geometry import adjacent
from rulesets.glog.play.turn import END
from tests.rulesets.glog.kit import Fight, ground, many, suffering
from tests.rulesets.glog.test_agreement import a_fight
from tests.rulesets.helping import chosen, features, terms

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


AT_THE_RIM = {"hero": (0, 5)}


def failed(foes: dict[str, Any], **more: Any) -> Fight:
    """A hero has shoved at somebody, in vain; ``more`` is of its opponent's sheet."""
    who = next(iter(foes))
    return Fight(NEAR, foes).sheet_of(who, **more).until(f"shove {who}", d20(2))


def begun(fight: Fight, *words: str) -> list[str]:
    """The keys that begin with some words."""
    return [key for key in fight.asked.options.all_keys() if key.startswith(" ".join(words))]


# ------------------------------------------------------------------ after a gambit


@pytest.mark.rule("glog", "D-41", "D-25", "G-12")
def test_a_loaded_bow_and_a_handy_knife_answer_a_gambit() -> None:
    fight = failed({"archer": (6, 5)})
    assert {"shoot hero longbow", "strike hero knife", "throw hero throwing-knife"} <= set(fight.keys())
    fight.until("strike hero knife", d20(15), d6(2))
    assert fight.sheet("archer").hands == ("knife",), "it is drawn for the blow"
    shot = failed({"archer": (6, 5)}).until("shoot hero longbow", d20(19), d6(1), d8(3)).play()
    assert shot.lost == [("hero", 3, "Grit")]


@pytest.mark.rule("glog", "D-41", "D-19", "D-28", "D-25", "G-12")
@pytest.mark.parametrize(
    ("unit", "state", "key"),
    [
        ("crossbowman", {"unloaded": ("crossbow",)}, "shoot hero crossbow"),
        ("archer", {"depleted": ("longbow",)}, "shoot hero longbow"),
    ],
)
def test_what_is_barred_on_a_turn_is_barred_in_an_answer(unit: str, state: dict[str, Any], key: str) -> None:
    assert failed({unit: (6, 5)}).offers(key)
    assert not failed({unit: (6, 5)}, **state).offers(key)


@pytest.mark.rule("glog", "D-41", "D-29", "D-16", "G-12")
def test_a_touch_spell_answers_a_gambit_and_is_spent() -> None:
    fight = failed({"mage": (6, 5)}, castings=1)
    assert fight.offers("cast grave-hand hero") and not begun(fight, "use")
    fight.until("cast grave-hand hero", d20(15), d10(2))
    assert fight.has("hero", "dazed") and fight.sheet("mage").castings == 0
    assert fight.sheet("mage").action, "its own turn is still to come"
    assert not begun(failed({"mage": (6, 5)}, castings=0), "cast")


@pytest.mark.rule("glog", "D-41", "D-16", "G-12")
def test_a_spell_on_a_place_answers_where_it_catches_whoever_failed() -> None:
    fight = failed({"mage": (6, 5)})
    laid = begun(fight, "cast lullaby")
    told = [fight.option(key).about.notes[-1] for key in laid]
    assert sorted(told) == ["catches Hero", "catches Hero, Mage"], "once for each of those whom it may catch"
    alone = next(key for key, note in zip(laid, told, strict=True) if note == "catches Hero")
    assert not begun(fight, "cast glow"), "a light hampers nobody"
    fight.until(alone, d20(2))
    assert fight.has("hero", "asleep") and not fight.has("mage", "asleep")


@pytest.mark.rule("glog", "D-41", "D-16", "D-25", "G-12")
def test_a_magic_thing_and_a_broken_hold_answer_too() -> None:
    fight = Fight(NEAR, {"hedge-wizard": (6, 5)}).sheet_of("hero", grappling="hedge-wizard")
    fight.until("trip hedge-wizard", d20(2))
    assert {"use coal-in-a-cage hero", "break hero", "feint hero"} <= set(fight.keys())
    fight.until("break hero", d20(20), d6(1))
    assert fight.sheet("hero").grappling == ""


@pytest.mark.rule("glog", "D-41", "D-51", "G-12")
def test_whoever_failed_may_be_faced_down() -> None:
    fight = Fight({"hireling": (5, 5)}, {"boss": (6, 5)}).until("trip boss", d20(2))
    fight.until("cow hireling", d20(15), d6(1), d20(2))
    assert fight.sheet("hireling").fleeing


@pytest.mark.rule("glog", "D-41", "G-12")
@pytest.mark.parametrize("seed", range(6))
def test_an_answer_offers_what_the_turn_would_and_nothing_more(seed: int) -> None:
    """Of a fight on a shipped map, or as good as: the keys aimed at one foe, on a turn and in an answer."""
    random, compared = Random(seed), 0
    while compared < 3:
        fight = a_fight(random)
        board = fight.board
        pairs = [
            (me, it)
            for me in board.state.combatants.values()
            for it in board.state.combatants.values()
            if me.side != it.side and adjacent(board, me, it) and me.sheet.acts and it.sheet.acts
        ]
        if not pairs:
            continue
        me, it = random.choice(pairs)
        then = Board(RULESET.hypothetical_turn(board, me.id, {}), board.setup, board.space)
        aimed = {option.key for option in menu(ACTIONS, then, then.now(me.id), END) if option.target == it.id}
        aimed = {key for key in aimed if key.split()[0] in RULESET.attacks}
        found = against(board, me, it, "retaliation")
        assert aimed == {option.key for option in found if option.target is not None}, (me, it)
        compared += 1


@pytest.mark.rule("glog", "D-41")
def test_the_odds_of_a_gambit_tell_of_a_bow_that_answers() -> None:
    fight = Fight(NEAR, {"archer": (6, 5)}).sheet_of("archer", handy=("longbow",))
    plain = plain_odds(fight.match, "shove archer")
    found = replies(fight.match, plain, leaves=4000, samples=400)
    assert [(one.topic, one.who, one.key) for one in found] == [("retaliation", "archer", "shoot hero longbow")]
    assert found[0].odds.mean_harm(Id("hero")) > 0


def test_an_ai_reckons_with_bows_and_spells_in_answer_and_makes_use_of_them() -> None:
    knife = features(Fight({"hero": (3, 3)}, {"mage": (4, 3)}).sheet_of("mage", castings=0))["trip mage"]
    spell = features(Fight({"hero": (3, 3)}, {"mage": (4, 3)}))["trip mage"]
    assert fsum(spell.get(word, 0.0) for word in ("spent", "lost", "wounds", "tied")) > fsum(
        knife.get(word, 0.0) for word in ("spent", "lost", "wounds", "tied")
    )
    bare = failed({"archer": (6, 5)}, handy=("longbow",), hands=("longbow",))
    assert chosen(bare) != "pass"
    mage = failed({"mage": (6, 5)}, hands=(), handy=())
    assert features(mage)["cast grave-hand hero"]["cast"] == 1.0


# ------------------------------------------------------------------ after a retreat


@pytest.mark.rule("glog", "D-23", "D-25", "G-16")
def test_a_retreat_is_answered_with_what_is_handy_loaded_or_known() -> None:
    fight = Fight(AT_THE_RIM, {"archer": (1, 5)}).until("retreat")
    assert {"shoot hero longbow", "strike hero knife", "trip hero", "grapple hero"} <= set(fight.keys())
    fight.until("shoot hero longbow", d20(19), d6(1), d8(3)).play()
    assert fight.lost == [("hero", 3, "Flesh")], "past Grit"
    mage = Fight(AT_THE_RIM, {"mage": (1, 5)}).until("retreat", "cast grave-hand hero", d20(15), d10(2))
    assert mage.lost == [("hero", 2, "Grit")], "magic does not"
    assert Id("hero") in mage.state.gone, "dazed, one gets away all the same"


@pytest.mark.rule("glog", "D-23", "D-38", "G-16")
@pytest.mark.parametrize(("answer", "boon"), [("trip hero", ()), ("grapple hero", (d6(1),)), ("shove hero", (d6(1),))])
def test_whoever_is_hampered_as_it_retreats_stays(answer: str, boon: tuple[Any, ...]) -> None:
    hall = ground("############", "#..........#", "############")
    hall = replace(hall, features=(Feature("out", "exit", ((5, 1),), "Exit"),))
    fight = Fight({"hero": (5, 1)}, {"thug": (4, 1)}, field=hall).until("retreat", answer, d20(20), *boon)
    assert not fight.state.gone and not fight.sheet("hero").action
    assert fight.asked.who == "hero", "what is left of its turn it has"


@pytest.mark.rule("glog", "D-23", "D-41", "G-12")
def test_a_gambit_against_whoever_retreats_can_not_fail_back() -> None:
    fight = Fight(AT_THE_RIM, {"thug": (1, 5), "b": ("thug", (9, 9))}).until("retreat", "trip hero", d20(1))
    assert Id("hero") in fight.state.gone


@pytest.mark.rule("glog", "D-23", "D-16", "G-16")
def test_of_several_each_answers_in_turn_until_one_of_them_keeps_it() -> None:
    fight = Fight(AT_THE_RIM, {"a": ("thug", (1, 5)), "mage": (1, 6), "late": ("thug", (0, 6))}).until("retreat")
    assert fight.asked.who == "a"
    fight.until("pass")
    told = {fight.option(key).about.notes[-1]: key for key in begun(fight, "cast lullaby")}
    fight.until(told["catches Hero, a"], d20(2), d20(20))
    assert fight.has("hero", "asleep") and not fight.state.gone
    assert fight.asked.who != "late" or fight.asked.kind != "react", "nobody leaves any more"


@pytest.mark.rule("glog", "D-23", "G-12")
def test_the_warning_of_a_retreat_names_those_who_can_answer() -> None:
    fight = Fight(AT_THE_RIM, {"archer": (1, 5), "thug": (1, 6)}).sheet_of("thug", conditions=suffering("asleep"))
    assert [danger.who for danger in fight.option("retreat").about.dangers] == ["archer"]
    fists = Fight(AT_THE_RIM, {"thug": (1, 5)}).sheet_of("thug", hands=(), handy=()).until("retreat")
    fists.until("strike hero fist", d20(15), d4(2)).play()
    assert fists.lost == [("hero", 1, "Flesh")]


@pytest.mark.rule("glog", "D-22", "D-38", "D-40")
def test_a_trip_that_passes_lays_its_victim_flat() -> None:
    fight = Fight(NEAR, THUG).play("trip thug", d20(8))
    assert terms(fight.checked.tally) == {"Agility": 12}
    assert fight.sheet("thug").prone and not fight.sheet("hero").action


@pytest.mark.rule("glog", "D-38", "D-40")
def test_nobody_is_said_to_be_far_who_is_beside_and_has_nothing_left_to_lose() -> None:
    fight = Fight(NEAR, THUG).sheet_of("hero", grappling="thug")
    fight.sheet_of("thug", prone=True, hands=(), conditions=suffering("asleep"))
    assert not any(fight.keys(verb) for verb in OFFERED)
    assert "Gambits" not in {no.label for no in fight.asked.refusals()}, "a foe is within 5 ft"


@pytest.mark.rule("glog", "D-41", "G-12")
def test_a_failed_gambit_is_answered_at_once_and_costs_the_opponent_nothing() -> None:
    fight = Fight(NEAR, THUG).until("trip thug", d20(7))
    assert (fight.asked.who, fight.asked.topic, fight.asked.idle) == ("thug", "retaliation", "pass")
    assert fight.keys() == [
        "pass",
        "strike hero axe",
        "shove hero",
        "trip hero",
        "disarm hero",
        "grapple hero",
        "feint hero",
    ]
    fight.until("strike hero axe", d20(15), d8(2), "pass")
    assert fight.body_of("hero")[0] == 1
    assert fight.sheet("thug").action, "its own turn is still to come"


@pytest.mark.rule("glog", "D-41", "G-12")
def test_a_gambit_in_answer_can_not_fail_back() -> None:
    fight = Fight(NEAR, THUG).until("trip thug", d20(2), "shove hero", d20(2), d6(3))
    assert fight.asked.who == "hero" and fight.asked.kind == "act"
    fight = Fight(NEAR, THUG).until("trip thug", d20(2), "disarm hero", d20(20))
    assert fight.sheet("hero").armed == ""


@pytest.mark.rule("glog", "D-41", "G-12")
@pytest.mark.parametrize(
    "state", [{"conditions": suffering("asleep")}, {"conditions": suffering("surprised")}, {"fleeing": True}]
)
def test_some_can_not_answer(state: dict[str, object]) -> None:
    fight = Fight(NEAR, THUG).sheet_of("thug", **state).play("trip thug", d20(2))
    assert not fight.let_be
    held = Fight(NEAR, THUG).sheet_of("thug", conditions=suffering("pinned")).until("trip thug", d20(2))
    assert held.asked.topic == "retaliation", "pinned, one can strike"


@pytest.mark.rule("glog", "D-41")
def test_the_odds_of_a_gambit_tell_of_the_answer() -> None:
    fight = Fight(NEAR, THUG)
    plain = plain_odds(fight.match, "trip thug")
    found = replies(fight.match, plain, leaves=4000, samples=400)
    assert [(one.topic, one.who) for one in found] == [("retaliation", "thug")]
    assert found[0].odds.mean_harm(Id("hero")) > 0


@pytest.mark.rule("glog", "D-39", "G-11")
def test_the_opponents_modifier_its_size_and_its_plight_are_banes_and_boons() -> None:
    strong = Fight(NEAR, THUG).scores_of("thug", might=16)
    assert strong.option("shove thug").about.brief == "2 banes"
    weak = Fight(NEAR, THUG).scores_of("thug", agility=8)
    assert weak.option("trip thug").about.brief == "1 boon"
    large = Fight(NEAR, {"beast": (6, 5)})  # Might 16, a step larger
    assert large.option("shove beast").about.brief == "3 banes"
    down = Fight(NEAR, THUG).sheet_of("thug", prone=True)
    assert down.option("grapple thug").about.brief == "1 boon"
    two = Fight({**NEAR, "archer": (7, 5)}, THUG).play("hero")
    assert two.option("disarm thug").about.brief == "1 boon"
    dazed = Fight(NEAR, THUG).sheet_of("hero", conditions=suffering("dazed"))
    assert dazed.option("disarm thug").about.brief == "1 bane"
    whip = Fight(NEAR, THUG).weapon_of("hero", "sword", traits=("trips",))
    assert whip.option("trip thug").about.brief == "1 boon"


@pytest.mark.rule("glog", "D-38", "G-12")
def test_a_shove_is_a_cell_straight_away() -> None:
    fight = Fight(NEAR, THUG).play("shove thug", d20(6))
    assert fight.at("thug") == (7, 5)
    wall = ground(*["." * 10] * 5, ".......#..", *["." * 10] * 4)
    assert not Fight(NEAR, THUG, field=wall).offers("shove thug")
    crowd = Fight(NEAR, {**THUG, "b": ("thug", (7, 5))})
    assert not crowd.offers("shove thug")
    large = Fight(NEAR, {"beast": (6, 4)}).scores_of("beast", might=10).play("shove beast", d20(15), d6(1))
    assert large.at("beast") == (7, 4), "straight away from one that stands in its row"


@pytest.mark.rule("glog", "G-12")
def test_who_is_shoved_off_a_ledge_falls_past_grit() -> None:
    cliff = ground(*["2222222..." for _ in range(10)])
    fight = Fight(NEAR, THUG, field=cliff)
    fight.play("shove thug", d20(6), d6(4))
    assert fight.at("thug") == (7, 5)
    assert fight.body_of("thug")[:2] == (3, 1) and fight.sheet("thug").prone


@pytest.mark.rule("glog", "G-23")
def test_who_is_shoved_against_somebody_unseen_stays_and_finds_it() -> None:
    tall = ground(*["." * 10] * 10)
    fight = Fight(
        {"hero": (5, 5), "archer": (9, 9)}, {"thug": (6, 5), "b": ("thug", (7, 5))}, field=tall, hidden=("b",)
    )
    fight.sheet_of("hero").sheet_of("archer", conditions=suffering("asleep"))
    fight.turn_of(phase="turn", active="hero").play("shove thug", d20(6))
    assert fight.at("thug") == (6, 5) and not fight.sheet("b").hidden


@pytest.mark.rule("glog", "D-38", "G-11")
def test_what_is_struck_from_a_hand_lies_at_its_feet() -> None:
    fight = Fight(NEAR, THUG).sheet_of("thug", notches={"axe": 1}).play("disarm thug", d20(8))
    assert fight.sheet("thug").armed == ""
    (thing,) = fight.state.things.values()
    assert (thing.key, thing.at, thing.marks) == ("axe", (6, 5), {"notches": 1})
    assert not Fight(NEAR, {"beast": (6, 5)}).offers("disarm beast"), "teeth stay"


@pytest.mark.rule("glog", "D-38", "G-11")
def test_who_is_held_can_not_walk_and_may_struggle_free() -> None:
    fight = Fight(NEAR, THUG).play("grapple thug", d20(6))
    assert fight.sheet("hero").grappling == "thug"
    assert not fight.keys("go") and fight.refusal("Walk").rule == "D-38"
    fight.play("done")
    assert fight.asked.who == "thug" and not fight.keys("go")
    assert fight.offers("strike hero axe")
    fight.play("break hero", d20(15), d6(2))
    assert fight.sheet("hero").grappling == ""
    assert fight.keys("go")


@pytest.mark.rule("glog", "D-24")
def test_letting_go_is_free() -> None:
    fight = Fight(NEAR, THUG).sheet_of("hero", grappling="thug").play("release")
    assert fight.sheet("hero").grappling == "" and fight.sheet("hero").action


@pytest.mark.rule("glog", "G-11")
def test_a_feint_gives_the_next_attack_a_boon() -> None:
    fight = Fight({**NEAR, "archer": (7, 6)}, THUG).play("hero", "feint thug", d20(11), d6(1), "done")
    assert fight.option("strike thug knife").about.brief == "1 boon"
    fight.play("strike thug knife", d20(3), d6(2))
    assert not fight.has("thug", "off guard")


@pytest.mark.rule("glog", "G-11", "D-50")
def test_who_is_cowed_tests_its_morale_once() -> None:
    fight = Fight(NEAR, THUG).play("cow thug", d20(10), d20(12))
    assert fight.nerved == [("thug", "D-50", True)]
    fight.play("done", "done")
    again = Fight(NEAR, THUG).turn_of(rung=("foes cowed thug",))
    assert not again.offers("cow thug")
    assert not Fight(NEAR, {"bones": (6, 5)}).offers("cow bones"), "it knows no fear"
    mindless = Fight(NEAR, THUG).scores_of("thug", discipline=0)
    assert not mindless.offers("cow thug")
    dull = Fight(NEAR, THUG).scores_of("hero", discipline=0)
    told = [each.why for each in dull.asked.refusals()]
    assert "it takes a mind to face somebody down" in told and "its heart does not fail" not in told
    fearless = Fight(NEAR, THUG, morale="off")
    assert "everybody fights to the end" in [each.why for each in fearless.asked.refusals()]


@pytest.mark.rule("glog", "D-41", "D-40")
def test_the_opening_is_told() -> None:
    fight = Fight(NEAR, THUG).until("feint thug", d20(2), "trip hero", d20(20))
    assert fight.last(Reacted).who == "thug"
    assert fight.sheet("hero").prone
    assert "Thug 1 takes the opening" in fight.log
