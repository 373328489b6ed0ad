"""By the book: attack rolls, Damage and Shock, swarms, and screens in their way."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.kit.conditions import Condition
from game.kit.testing.fight import check, d2, d3, d4, d6, d8, d20
from game.rules.events import Id
from game.rules.standing import Link
from game.spatial.field import Zone
from rulesets.sovereign import RULESET
from rulesets.sovereign.play.attack import screens_of
from rulesets.sovereign.play.events import AttackRolled, Checked, DamageRolled, Did, ShockDealt, ShockTurned
from rulesets.sovereign.sheet import roster
from rulesets.sovereign.sheet.sheet import Attributes
from tests.rulesets.sovereign.kit import Fight, ground, terms

FAR = {"w9": ("skeletal-warrior", (20, 11))}


def rolled(fight: Fight) -> dict[str, int]:
    """What was added to the latest attack, by rule."""
    return terms(fight.last(AttackRolled).tally)


@pytest.mark.rule("sovereign", "E-22", "E-55", "E-56")
def test_blows_with_weapons_go_by_stab_and_with_fists_by_brawl() -> None:
    foes = {"w1": ("skeletal-warrior", (6, 5)), **FAR}
    fight = Fight({"annora": (5, 5)}, foes).profile_of("annora", skills={"Stab": 1, "Brawl": 3})
    fight.play("annora", "strike w1 short-sword", d20(1))
    assert rolled(fight) == {"E-55": 1, "E-56": 1, "E-22": 1}
    fight = Fight({"annora": (5, 5)}, foes).profile_of("annora", skills={"Stab": 1, "Brawl": 3})
    fight.sheet_of("annora", hand="").play("annora", "strike w1 unarmed", d20(1))
    assert rolled(fight) == {"E-55": 1, "E-56": 1, "E-22": 3}


@pytest.mark.rule("sovereign", "E-22")
def test_hand_to_hand_reaches_five_feet_and_long_weapons_ten() -> None:
    foes = {"w1": ("skeletal-warrior", (7, 5)), **FAR}
    assert not Fight({"annora": (5, 5)}, foes).play("annora").offers("strike w1 short-sword")
    assert Fight({"gisela": (5, 5)}, foes).play("gisela").offers("strike w1 spear")
    over = Fight({"gisela": (5, 5), "annora": (6, 5)}, foes).play("gisela")
    assert over.offers("strike w1 spear"), "past an ally"


@pytest.mark.rule("sovereign", "E-23")
@pytest.mark.parametrize(
    ("skills", "bonus"),
    [({"Shoot": 2, "Stab": 1}, 2), ({"Shoot": 0, "Stab": 1}, 1), ({"Shoot": 0, "Stab": 0, "Exert": 3}, 3)],
)
def test_a_throw_goes_by_the_best_of_shoot_stab_and_exert(skills: dict[str, int], bonus: int) -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (7, 5))}).profile_of("annora", skills=skills)
    fight.play("annora", "throw w1 hand-axe", d20(1))
    assert rolled(fight)["E-23"] == bonus


@pytest.mark.rule("sovereign", "E-23")
def test_shooting_goes_by_shoot_alone_and_a_thrown_axe_lies_by_its_target() -> None:
    fight = Fight({"colette": (5, 5)}, {"w1": ("skeletal-warrior", (12, 5))})
    fight.profile_of("colette", skills={"Shoot": 0, "Stab": 4}).play("colette", "shoot w1 small-bow", d20(1))
    assert "E-23" not in rolled(fight)
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (7, 5))}).play("annora", "throw w1 hand-axe", d20(1))
    assert [(thing.key, thing.at) for thing in fight.state.things.values()] == [("hand-axe", (7, 5))]
    assert fight.sheet("annora").ready == ("short-sword",)


@pytest.mark.rule("sovereign", "E-24", "E-62", "E-63")
def test_a_foe_in_melee_range_hampers_slings_and_throws_and_forbids_bows() -> None:
    near = {"w1": ("skeletal-warrior", (6, 5)), "w2": ("skeletal-warrior", (9, 5))}
    fight = Fight({"goblin": (5, 5)}, near).play("goblin", "shoot w2 sling", d20(1))
    assert rolled(fight) == {"E-57": 1, "E-24": -4}
    fight = Fight({"colette": (5, 5)}, near).play("colette", "throw w2 dagger", d20(1))
    assert rolled(fight)["E-62"] == -4
    fight = Fight({"colette": (5, 5)}, near).profile_of("colette", feats=()).play("colette")
    assert not fight.offers("shoot w2 small-bow")
    fight = Fight({"colette": (5, 5)}, near).play("colette", "shoot w2 small-bow", d20(1))
    assert rolled(fight)["E-24"] == -4, "the feat Deadeye"


@pytest.mark.rule("sovereign", "E-24")
def test_only_an_enemy_attacker_hampers() -> None:
    for state in ({"conditions": (Condition("surprised"),)}, {"hand": "", "ready": ()}, {"hp": 0, "out": True}):
        fight = Fight({"colette": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5)), "w2": ("skeletal-warrior", (9, 5))})
        fight.profile_of("colette", feats=()).sheet_of("w1", **state).play("colette")
        assert fight.offers("shoot w2 small-bow"), state


@pytest.mark.rule("sovereign", "E-55")
def test_the_ac_or_more_hits_and_magic_counts() -> None:
    foes = {"w1": ("skeletal-warrior", (6, 5)), **FAR}
    fight = Fight({"annora": (5, 5)}, foes).play("annora", "strike w1 short-sword", d20(11))
    assert not fight.hit, "14 against 15"
    fight = Fight({"annora": (5, 5)}, foes).play("annora", "strike w1 short-sword", d20(12), d6(1))
    assert fight.hit
    fight = Fight({"annora": (5, 5)}, foes).weapon_of("annora", "short-sword", magic=1)
    fight.play("annora", "strike w1 short-sword", d20(11), d6(1))
    assert fight.hit
    assert fight.dealt == 6, "Shock 5, and magic adds to it"


@pytest.mark.rule("sovereign", "E-56", "E-65")
def test_the_better_of_two_attributes_serves_attack_and_damage() -> None:
    fight = Fight({"colette": (5, 5)}, {"b1": ("bandit", (6, 5)), **FAR})
    fight.profile_of("colette", attributes=Attributes(STR=-1, DEX=2))
    fight.play("colette", "strike b1 dagger", d20(18), d4(1))
    assert rolled(fight)["E-56"] == 2
    assert fight.dealt == 3
    fight = Fight({"bennett": (5, 5)}, {"b1": ("bandit", (6, 5)), **FAR})
    fight.profile_of("bennett", attributes=Attributes(STR=-1, DEX=2)).play("bennett", "strike b1 mace", d20(18), d6(3))
    assert rolled(fight)["E-56"] == -1, "a mace goes by STR alone"
    assert fight.dealt == 3


@pytest.mark.rule("sovereign", "E-57")
def test_an_npc_has_one_attack_bonus() -> None:
    fight = Fight({"annora": (5, 5)}, {"bugbear": (6, 5)}, acting="foes")
    fight.play("bugbear", "strike annora short-sword", d20(1))
    assert rolled(fight) == {"E-57": 4}
    for unit in ("bandit", "wolf", "ogre", "troll", "bandit-captain", "goblin"):
        profile = roster.STOCK.house.profile(unit)
        assert profile.attack == profile.level, "by Hit Dice"


@pytest.mark.rule("sovereign", "E-59")
def test_a_melee_attack_while_prone() -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5)), **FAR}).sheet_of("annora", prone=True)
    fight.play("annora", "strike w1 short-sword", d20(1))
    assert rolled(fight)["E-59"] == -4


@pytest.mark.rule("sovereign", "E-60")
@pytest.mark.parametrize(("column", "modifier"), [(12, 0), (13, -2), (23, -2)])
def test_beyond_normal_range(column: int, modifier: int) -> None:
    fight = Fight({"colette": (2, 5)}, {"w1": ("skeletal-warrior", (column, 5))})
    fight.play("colette", "shoot w1 small-bow", d20(1))
    assert rolled(fight).get("E-60", 0) == modifier


@pytest.mark.rule("sovereign", "E-60")
def test_beyond_the_longest_range_is_out_of_the_question() -> None:
    fight = Fight({"colette": (2, 5)}, {"w1": ("skeletal-warrior", (15, 5))}).play("colette")
    assert not fight.offers("throw w1 dagger"), "65 ft, and a dagger carries 60"
    fight = Fight({"colette": (2, 5)}, {"w1": ("skeletal-warrior", (14, 5))}).play("colette")
    assert fight.offers("throw w1 dagger")


@pytest.mark.rule("sovereign", "E-64", "S-10")
def test_a_target_in_the_dark() -> None:
    field = ground("." * 12, "." * 12, zones=(Zone("z", "Cellar", ((10, 0), (11, 0)), dark=True),))
    foes = {"w1": ("skeletal-warrior", (10, 0)), "w2": ("skeletal-warrior", (0, 1))}
    fight = Fight({"colette": (0, 0)}, foes, field=field).profile_of("colette", feats=("deadeye",))
    fight.play("colette", "shoot w1 small-bow", d20(1))
    assert rolled(fight)["E-64"] == -4, "its place is known"
    fight = Fight({"colette": (0, 0)}, foes, field=field).sheet_of("w1", known=False).play("colette")
    assert not fight.offers("shoot w1 small-bow")


@pytest.mark.rule("sovereign", "E-64")
def test_those_in_ambush_are_no_targets_until_they_strike() -> None:
    fight = Fight({"colette": (0, 0)}, {"b1": ("bandit", (10, 0)), "b2": ("bandit", (20, 0))}, hidden=("b1",))
    fight.play("colette")
    assert not fight.offers("shoot b1 small-bow")
    fight.play("done", "b1", "throw colette spear", d20(20), d6(1))
    assert not fight.sheet("b1").hidden


@pytest.mark.rule("sovereign", "E-64", "S-46")
def test_a_blow_in_the_dark_is_no_shot() -> None:
    """A spear's at ten feet takes no penalty, its throw does; at whom one can't find there is neither."""
    field = ground("." * 12, "." * 12, zones=(Zone("z", "Cellar", ((2, 0),), dark=True),))
    foes = {"b1": ("bandit", (2, 0)), "w9": ("skeletal-warrior", (11, 1))}
    for verb, penalty in (("strike", 0), ("throw", -4)):
        fight = Fight({"gisela": (0, 0)}, foes, field=field).play("gisela", f"{verb} b1 spear", d20(1))
        assert rolled(fight).get("E-64", 0) == penalty
    fight = Fight({"gisela": (0, 0)}, foes, field=field).sheet_of("b1", known=False).play("gisela")
    assert not fight.offers("strike b1 spear") and not fight.offers("throw b1 spear")


W1 = {"w1": ("skeletal-warrior", (6, 5)), "w9": ("skeletal-warrior", (20, 11))}
B1 = {"b1": ("bandit", (6, 5)), "w9": ("skeletal-warrior", (20, 11))}


@pytest.mark.rule("sovereign", "E-65")
def test_a_hit_does_the_die_and_all_that_is_added() -> None:
    fight = Fight({"annora": (5, 5)}, B1).sheet_of("b1", hp=20).weapon_of("annora", "short-sword", magic=2)
    fight.play("annora", "strike b1 short-sword", d20(20), d6(4))
    assert fight.dealt == 4 + 1 + 1 + 1 + 2, "STR, Killing Blow, Armsmaster, magic"
    assert fight.hp("b1") == 11
    fight = Fight({"colette": (5, 5)}, {"b1": ("bandit", (12, 5))}).sheet_of("b1", hp=20)
    fight.play("colette", "shoot b1 small-bow", d20(20), d6(4))
    assert fight.dealt == 4 + 1 + 1, "DEX and Deadeye"


@pytest.mark.rule("sovereign", "E-65")
def test_killing_blow_grows_with_every_second_level() -> None:
    fight = Fight({"edda": (5, 5)}, {"ogre": (6, 5)}).weapon_of("edda", "great-sword", damage="d6")
    fight.play("edda", "strike ogre great-sword", d20(20), d6(3))
    assert fight.dealt == 3 + 2 + 2, "STR 2, and half of level 3 rounded up"


@pytest.mark.rule("sovereign", "E-65")
def test_an_npcs_fixed_bonus() -> None:
    fight = Fight({"annora": (5, 5)}, {"bandit-captain": (6, 5)}, acting="foes").profile_of("annora", hp=20)
    fight.play("bandit-captain", "strike annora sword", d20(20), d8(5))
    assert fight.dealt == 6


@pytest.mark.rule("sovereign", "E-66")
def test_bare_hands_add_brawl() -> None:
    fight = Fight({"annora": (5, 5)}, B1).sheet_of("b1", hp=20).sheet_of("annora", hand="")
    fight.profile_of("annora", skills={"Brawl": 2}, classes=(), feats=())
    fight.play("annora", "strike b1 unarmed", d20(20), d2(2))
    assert fight.dealt == 2 + 1 + 2, "STR 1 and Brawl 2"


@pytest.mark.rule("sovereign", "E-67")
def test_a_hit_does_no_less_than_the_shock_that_would_apply() -> None:
    fight = Fight({"annora": (5, 5)}, W1, acting="foes").profile_of("annora", ac=12)
    fight.sheet_of("annora", off="").play("w1", "strike annora short-sword", d20(15), d6(1))
    assert fight.dealt == 2
    fight = Fight({"annora": (5, 5)}, W1, acting="foes").play("w1", "strike annora short-sword", d20(20), d6(1))
    assert fight.dealt == 1, "2/15 would not harm AC 17"


@pytest.mark.rule("sovereign", "E-71")
def test_what_adds_to_shock_and_what_does_not() -> None:
    fight = Fight({"annora": (5, 5)}, W1).sheet_of("w1", hp=20).weapon_of("annora", "short-sword", magic=1)
    fight.play("annora", "strike w1 short-sword", d20(1))
    assert fight.last(ShockDealt).points == 2 + 1 + 1 + 1 + 1, "STR, Killing Blow, Armsmaster, magic"
    fight = Fight({"annora": (5, 5)}, B1).sheet_of("annora", hand="").profile_of("annora", skills={"Brawl": 4})
    fight.play("annora", "strike b1 unarmed", d20(1))
    assert fight.told(ShockDealt) == [], "fists have none to add to"


@pytest.mark.rule("sovereign", "E-68")
def test_shocking_assault_takes_everybody_for_ac_10() -> None:
    fight = Fight({"edda": (5, 5)}, W1).profile_of("w1", ac=20).sheet_of("w1", hp=20)
    fight.play("edda", "strike w1 great-sword", d20(1))
    assert fight.last(ShockDealt).points == 2 + 2 + 2
    fight = Fight({"edda": (5, 5)}, W1).profile_of("w1", ac=20).profile_of("edda", feats=())
    fight.play("edda", "strike w1 great-sword", d20(1))
    assert fight.told(ShockDealt) == []


@pytest.mark.rule("sovereign", "E-70")
def test_close_combatants_ignore_shock() -> None:
    fight = Fight({"colette": (5, 5)}, W1, acting="foes").profile_of("colette", feats=("close combatant",))
    fight.weapon_of("w1", "short-sword", shock_ac=99).play("w1", "strike colette short-sword", d20(1))
    assert fight.hp("colette") == 3


@pytest.mark.rule("sovereign", "E-72")
def test_a_shield_ignores_the_first_shock_of_every_round() -> None:
    foes = {"w1": ("skeletal-warrior", (6, 5)), "w2": ("skeletal-warrior", (6, 4))}
    fight = Fight({"annora": (5, 5)}, foes, acting="foes").profile_of("annora", ac=12)
    fight.play("w1", "strike annora short-sword", d20(1), "done", "w2", "strike annora short-sword", d20(1), "done")
    assert len(fight.told(ShockTurned)) == 1
    assert fight.hp("annora") == 4
    fight.play("annora", "done", "w1", "strike annora short-sword", d20(1))
    assert len(fight.told(ShockTurned)) == 2, "a new round"


@pytest.mark.rule("sovereign", "E-73")
def test_what_is_thrown_does_no_shock() -> None:
    fight = Fight({"annora": (5, 5)}, {"b1": ("bandit", (7, 5))}).sheet_of("b1", off="")
    fight.play("annora", "throw b1 hand-axe", d20(1))
    assert fight.told(ShockDealt) == []
    assert fight.hp("b1") == 4


@pytest.mark.rule("sovereign", "E-73", "E-65", "S-29")
def test_oil_splashes_on_a_miss() -> None:
    arms = tuple(roster.STOCK.house.weapons[key] for key in ("military-oil", "unarmed"))
    fight = Fight({"annora": (5, 5)}, {"ogre": (8, 5)}).profile_of("annora", weapons=arms)
    fight.sheet_of("annora", hand="military-oil", off="", ready=("military-oil",))
    fight.play("annora", "throw ogre military-oil", d20(1), d3(2))
    assert fight.hp("ogre") == 33
    assert "Ogre 1, what splashes of the military oil: d3 2 = 2 damage" in fight.log
    assert fight.sheet("annora").ready == ()
    assert fight.state.things == {}


@pytest.mark.rule("sovereign", "E-65", "S-35")
def test_edges_do_a_skeleton_their_least_and_blunt_weapons_all() -> None:
    fight = Fight({"colette": (5, 5)}, W1).sheet_of("w1", hp=20)
    fight.play("colette", "strike w1 dagger", d20(20), d4(4))
    assert fight.dealt == 2, "1 and DEX 1"
    assert "damage 4 +1 DEX -3 least of an edge = 2" in fight.log
    fight = Fight({"bennett": (5, 5)}, W1).sheet_of("w1", hp=20)
    fight.play("bennett", "strike w1 mace", d20(20), d6(6))
    assert fight.dealt == 7


@pytest.mark.rule("sovereign", "E-66", "S-68")
def test_without_brawl_bare_hands_do_a_point_less() -> None:
    fight = Fight({"colette": (5, 5)}, B1).sheet_of("b1", hp=20)
    fight.play("colette", "strike b1 unarmed", d20(20), d2(2))
    assert terms(fight.last(DamageRolled).tally)["E-66"] == -1
    fight = Fight({"annora": (5, 5)}, B1, acting="foes").play("b1", "strike annora unarmed", d20(20), d2(2))
    assert "E-66" not in terms(fight.last(DamageRolled).tally), "NPCs have no skills"
    assert fight.dealt == 2


@pytest.mark.rule("sovereign", "E-82", "S-22")
def test_range_is_up_to_the_longest_for_both() -> None:
    """Two daggers at 45 ft, of a normal range of 30: thrown beyond it, yet both within range."""
    fight = Fight({"fenn": (1, 5)}, {"b1": ("bandit", (10, 5)), "w9": ("skeletal-warrior", (20, 11))})
    dagger = roster.STOCK.house.weapons["dagger"]
    second = replace(dagger, key="dagger+1", base="dagger")
    fight.profile_of("fenn", feats=(), weapons=(*roster.STOCK.house.profile("fenn").weapons, second))
    fight.sheet_of("fenn", hand="dagger", off="dagger+1", ready=("dagger", "dagger+1")).sheet_of("b1", hp=20)
    fight.play("fenn", "throw b1 dagger", d20(20), d4(1))
    assert terms(fight.last(AttackRolled).tally)["E-60"] == -2
    assert terms(fight.last(DamageRolled).tally)["E-82"] == 2


SCREENING = (Condition("screening", "turn begins", Id("colette")),)

PARTY = {"annora": (5, 5), "colette": (5, 6)}
ATTACKERS = {"w1": ("skeletal-warrior", (6, 6)), "w2": ("skeletal-warrior", (6, 7))}
NEAR_BOTH = {"w1": ("skeletal-warrior", (6, 6)), "w2": ("skeletal-warrior", (4, 6))}
"""Two who could strike at either of them."""


def screened(fight: Fight, *others: str) -> Fight:
    """Annora, and others, screen Colette where they stand; then it is the foes' turn."""
    for who in ("annora", *others):
        x, y = fight.at(who)
        fight.play(who, f"screen colette {x},{y}", "done")
    return fight.play("end") if fight.asked.kind == "pick" else fight.play("colette", "done")


@pytest.mark.rule("sovereign", "E-34", "E-35")
@pytest.mark.parametrize(("faces", "struck"), [((4, 5), "colette"), ((4, 4), "annora")])
def test_an_opposed_combat_check_says_who_is_struck(faces: tuple[int, int], struck: str) -> None:
    fight = screened(Fight(PARTY, ATTACKERS)).play("w1", "strike colette short-sword", check(*faces))
    assert (fight.checked.tally.total, fight.checked.needed) == (1, 10), "Hit Dice 1 against STR 1 and Stab 1"
    fight.play(d20(1))
    assert fight.last(AttackRolled).target == struck


@pytest.mark.rule("sovereign", "E-34")
def test_screening_moves_one_to_the_allys_side() -> None:
    fight = Fight({"annora": (1, 1), "colette": (5, 6)}, ATTACKERS).play("annora", "screen colette 4,5")
    assert fight.at("annora") == (4, 5)
    assert not fight.sheet("annora").move
    assert fight.sheet("annora").screening == "colette"


@pytest.mark.rule("sovereign", "E-34")
def test_whom_one_runs_to_screen_is_not_told_to_who_does_not_know_of_it() -> None:
    fight = Fight({"annora": (1, 1), "colette": (5, 6)}, ATTACKERS, hidden=("colette",))
    fight.play("annora", "screen colette 4,5")
    did = [event for event in fight.told(Did) if event.rule == "E-34"]
    assert did[0].what == "runs 20 ft to 4,5" and not any("Colette" in event.what for event in did)
    assert [event.other for event in did] == [None, Id("colette")], "which is told to those who know of it"


@pytest.mark.rule("sovereign", "E-34", "E-38", "S-13", "S-64")
@pytest.mark.parametrize("state", ["dazzled", "prone", "fit"])
def test_the_dazzled_and_the_prone_stop_nobody(state: str) -> None:
    fight = screened(Fight(PARTY, ATTACKERS))
    if state == "dazzled":
        dazzled = Condition("surprised", "round ends", last=2)
        fight = Fight(PARTY, ATTACKERS, acting="foes").sheet_of("annora", conditions=(*SCREENING, dazzled))
    elif state == "prone":
        fight = Fight(PARTY, ATTACKERS, acting="foes").sheet_of("annora", conditions=SCREENING, prone=True)
    fight.until("w1", "strike colette short-sword", *([check(1, 1)] if state == "fit" else []), d20(1))
    assert len(fight.told(Checked)) == (state == "fit")
    assert fight.last(AttackRolled).target == ("annora" if state == "fit" else "colette")


@pytest.mark.rule("sovereign", "E-34", "S-64")
def test_nobody_screens_lying_down() -> None:
    fight = Fight(PARTY, ATTACKERS).sheet_of("annora", prone=True).play("annora")
    assert fight.keys("screen") == []
    assert fight.refusal("Screen").rule == "E-34"
    assert fight.play("stand").keys("screen"), "with the Main Action for a second Move"


@pytest.mark.rule("sovereign", "E-36")
def test_as_many_attackers_as_the_highest_combat_skill() -> None:
    fight = screened(Fight(PARTY, NEAR_BOTH)).play("w1", "strike colette short-sword", check(1, 1), d20(1), "done")
    fight.play("strike colette short-sword", d20(1))
    assert len(fight.told(Checked)) == 1, "she stops one a round"
    assert fight.last(AttackRolled).target == "colette"
    fight = Fight({"bennett": (5, 5), "colette": (5, 6)}, ATTACKERS).play("bennett")
    assert not any(family.verb.startswith("screen") for family in fight.asked.options.families)
    assert fight.refusal("Screen").rule == "E-36"


@pytest.mark.rule("sovereign", "E-36", "S-58")
def test_an_attacker_of_several_blows_is_one_attacker() -> None:
    """The book counts attackers: a troll's claws and bite are one, and each of its blows is checked for."""
    foes = {"troll": ("troll", (6, 5)), "w1": ("skeletal-warrior", (4, 6))}
    fight = screened(Fight(PARTY, foes).profile_of("annora", hp=90))
    fight.play("troll", "maul colette", check(1, 1), d20(1))
    fight.play("strike colette claw", check(1, 1), d20(1), "strike colette bite", check(1, 1), d20(1), "done")
    assert [event.target for event in fight.told(AttackRolled)] == ["annora"] * 3
    assert len(fight.told(Checked)) == 3
    fight.play("strike colette short-sword", d20(1))
    assert len(fight.told(Checked)) == 3, "another attacker is one more than her skill of 1"
    assert fight.last(AttackRolled).target == "colette"


@pytest.mark.rule("sovereign", "E-36")
def test_the_attackers_of_a_round_are_counted_though_one_screens_anew() -> None:
    fight = Fight(PARTY, NEAR_BOTH, acting="foes").sheet_of("annora", conditions=SCREENING)
    fight.play("w1", "strike colette short-sword", check(1, 1), d20(1), "done", "done")
    fight.play("annora", "screen colette 5,5", "done", "run 5,9", "pass", "strike short-sword", d20(1))
    assert fight.last(AttackRolled).who == "w2", "it strikes at her as she goes"
    assert len(fight.told(Checked)) == 1, "annora has met one attacker in this round"


@pytest.mark.rule("sovereign", "E-36")
def test_valiant_defenders_stop_one_more_and_add_two() -> None:
    fight = Fight({"gisela": (5, 5), "colette": (5, 6)}, ATTACKERS).play("gisela", "screen colette 5,5")
    assert screens_of(fight.match.board.now(Id("gisela"))) == 3
    fight.play("done", "colette", "done", "w1", "strike colette short-sword", check(1, 1))
    assert fight.checked.needed == 8 + 2 + 2


@pytest.mark.rule("sovereign", "E-37")
@pytest.mark.parametrize(
    ("faces", "struck"), [((6, 6), "colette"), ((5, 5), "fenn"), ((4, 4), "annora"), ((1, 1), "annora")]
)
def test_of_several_screeners_the_worst_that_succeeds_is_struck(faces: tuple[int, int], struck: str) -> None:
    fight = Fight({"annora": (5, 5), "fenn": (5, 7), "colette": (5, 6)}, ATTACKERS)
    fight.profile_of("fenn", attributes=Attributes(STR=1, DEX=1), skills={"Stab": 3})
    screened(fight, "fenn").play("w1", "strike colette short-sword", check(*faces), d20(1))
    assert fight.last(AttackRolled).target == struck


@pytest.mark.rule("sovereign", "E-38")
def test_a_screen_ends_with_ones_next_turn() -> None:
    fight = screened(Fight(PARTY, ATTACKERS)).play("end")
    assert fight.state.turn.side == "party"
    assert fight.sheet("annora").screening == ""


@pytest.mark.rule("sovereign", "E-38")
@pytest.mark.parametrize("sheet", [{"prone": True}, {"out": True}], ids=["prone", "out"])
def test_who_can_not_parry_does_not_screen(sheet: dict[str, object]) -> None:
    fight = Fight(PARTY, ATTACKERS, acting="foes").sheet_of("annora", conditions=SCREENING, **sheet)
    fight.play("w1", "strike colette short-sword", d20(1))
    assert fight.told(Checked) == []


@pytest.mark.rule("sovereign", "E-38")
def test_a_screener_more_than_five_feet_off_stops_nothing() -> None:
    fight = Fight({"annora": (5, 4), "colette": (5, 6)}, ATTACKERS, acting="foes")
    fight.sheet_of("annora", conditions=SCREENING).play("w1", "strike colette short-sword", d20(1))
    assert fight.told(Checked) == []


@pytest.mark.rule("sovereign", "E-38", "S-14")
def test_only_a_blow_that_could_reach_the_screener_is_parried() -> None:
    fight = Fight({"annora": (4, 6), "colette": (5, 6)}, ATTACKERS, acting="foes")
    fight.sheet_of("annora", conditions=SCREENING).play("w1", "strike colette short-sword", d20(1))
    assert fight.told(Checked) == [], "she stands behind her ward"


@pytest.mark.rule("sovereign", "E-39", "S-14")
@pytest.mark.parametrize(("screener", "stops"), [((6, 6), True), ((5, 5), True), ((4, 6), False), ((4, 5), False)])
def test_shots_are_screened_from_in_front_or_near_the_line(screener: tuple[int, int], stops: bool) -> None:
    foes = {"a1": ("skeletal-archer", (12, 6))}
    fight = Fight({"annora": screener, "colette": (5, 6)}, foes, acting="foes")
    fight.sheet_of("annora", conditions=SCREENING)
    fight.play("a1", "shoot colette small-bow", *([check(1, 1)] if stops else []), d20(20))
    assert bool(fight.told(Checked)) == stops
    assert fight.last(AttackRolled).target == ("annora" if stops else "colette")


@pytest.mark.rule("sovereign", "E-36", "S-39")
def test_npcs_screen_only_with_a_level_of_their_own() -> None:
    party = {"man-at-arms": (5, 5), "bandit": (4, 6), "colette": (5, 6)}
    fight = Fight(party, {"w9": ("skeletal-warrior", (20, 6))}).play("man-at-arms")
    assert any(family.verb == "screen colette" for family in fight.asked.options.families), "its entry gives it Stab 1"
    fight.play("done", "bandit")
    assert not any(family.verb.startswith("screen") for family in fight.asked.options.families)
    assert fight.refusal("Screen").rule == "E-36", "a modifier for checks is no level"


@pytest.mark.rule("sovereign", "E-34", "S-59")
@pytest.mark.parametrize(
    ("hand", "off", "needed"),
    [("small-bow", "", 8 + 1), ("dagger", "", 8 + 1 + 2), ("", "", 8 + 1), ("small-bow", "shield", 8 + 1 + 2)],
)
def test_a_screener_parries_with_what_it_holds_and_never_with_shoot(hand: str, off: str, needed: int) -> None:
    fight = Fight({"fenn": (5, 5), "colette": (5, 6)}, ATTACKERS, acting="foes")
    fight.profile_of("fenn", attributes=Attributes(STR=1), skills={"Stab": 2, "Shoot": 4, "Brawl": 0})
    house = roster.STOCK.house
    fight.profile_of("fenn", weapons=(*house.profile("fenn").weapons, house.weapons["shield-bash"]))
    fight.sheet_of("fenn", hand=hand, off=off, conditions=SCREENING)
    fight.play("w1", "strike colette short-sword", check(1, 1))
    assert fight.checked.needed == needed


@pytest.mark.rule("sovereign", "E-40")
def test_screening_without_moving_draws_nothing_and_moving_does() -> None:
    beside = {"w1": ("skeletal-warrior", (6, 5))}
    fight = Fight(PARTY, beside).play("annora", "screen colette 5,5")
    assert fight.opportunities == []
    fight = Fight(PARTY, beside).play("annora", "screen colette 4,5")
    assert fight.opportunities == ["w1"]


@pytest.mark.rule("sovereign", "E-36")
def test_the_board_shows_whom_a_screener_shields_and_how_near_it_must_stay() -> None:
    fight = Fight(PARTY, {"w1": ("skeletal-warrior", (10, 5))}).play("annora", "screen colette 5,5")
    assert RULESET.standing(fight.match.board, Id("annora")).links == (Link("screen", Id("colette"), 1),)
    assert RULESET.standing(fight.match.board, Id("colette")).links == ()


@pytest.mark.rule("sovereign", "E-38", "S-14")
@pytest.mark.parametrize(("way", "kept"), [(("run 4,6", "run 5,6"), True), (("run 5,8", "run 5,6"), False)])
def test_a_ward_who_walks_off_and_comes_back_is_screened_no_more(way: tuple[str, ...], kept: bool) -> None:
    """As long as it stays within 5 ft; once it was farther off the screen is over."""
    fight = Fight(PARTY, {"w1": ("skeletal-warrior", (20, 6))}).play("annora", "screen colette 5,5", "done")
    fight.play("colette", *way)
    assert fight.at("colette") == (5, 6)
    assert (fight.sheet("annora").screening == "colette") is kept
    assert ("Annora no longer screens Colette" in fight.log) is not kept


@pytest.mark.rule("sovereign", "E-38", "E-74", "S-14")
def test_a_screener_who_is_pushed_away_screens_no_more() -> None:
    fight = screened(Fight({"annora": (5, 5), "colette": (4, 5)}, {"w1": ("skeletal-warrior", (5, 6))}))
    fight.play("w1", "shove annora", d20(20), check(6, 6), "push 6,4")
    assert fight.sheet("annora").screening == ""


@pytest.mark.rule("sovereign", "E-34", "E-89", "S-20")
@pytest.mark.parametrize("fleeing", [False, True])
def test_whose_courage_has_failed_puts_its_body_in_no_way(fleeing: bool) -> None:
    fight = Fight(PARTY, ATTACKERS, acting="foes").sheet_of("annora", conditions=SCREENING, fleeing=fleeing)
    fight.play("w1", "strike colette short-sword")
    assert (fight.rolled.why == "getting past the screen") is not fleeing


RING = [(6, 5), (6, 4), (6, 6), (5, 4), (5, 6), (4, 5)]


def band(many: int) -> dict[str, tuple[str, tuple[int, int]]]:
    """Skeletal warriors all round (5, 5)."""
    return {f"w{n}": ("skeletal-warrior", at) for n, at in enumerate(RING[:many], 1)}


@pytest.mark.rule("sovereign", "E-28")
def test_joining_costs_the_main_action_and_needs_a_target_in_range() -> None:
    foes = {**band(2), "w3": ("skeletal-warrior", (9, 5))}
    fight = Fight({"annora": (5, 5)}, foes, acting="foes").play("w1", "swarm annora")
    assert not fight.sheet("w1").main
    assert fight.sheet("w1").swarm == "annora"
    fight.play("done", "w3")
    assert not fight.offers("swarm annora")


@pytest.mark.rule("sovereign", "E-28")
def test_nobody_waits_for_a_sixth() -> None:
    fight = Fight({"annora": (5, 5)}, band(6), acting="foes").profile_of("annora", hp=30)
    fight.play("w1", "swarm annora", "done", "w2", "swarm annora", "wait", "done", "w3", "swarm annora", "wait", "done")
    fight.play("w4", "swarm annora", "wait", "done", "w5", "swarm annora")
    assert not fight.offers("wait"), "four allies have joined"


@pytest.mark.rule("sovereign", "E-29", "S-3")
def test_any_of_those_in_it_may_strike_and_later_too() -> None:
    fight = Fight({"annora": (5, 5)}, band(3), acting="foes")
    fight.play("w1", "swarm annora", "done", "w2", "swarm annora", "wait", "done", "w3", "done",
               "swarm-melee w1 annora short-sword", d20(1))  # fmt: skip
    assert fight.last(AttackRolled).who == "w1"
    assert terms(fight.last(AttackRolled).tally)["E-29"] == 2
    assert fight.sheet("w2").swarm == ""


@pytest.mark.rule("sovereign", "E-29", "S-3")
def test_a_swarm_nobody_strikes_with_is_lost() -> None:
    fight = Fight({"annora": (5, 5)}, band(2), acting="foes")
    fight.play("w1", "swarm annora", "done", "w2", "swarm annora", "wait", "done", "let go")
    assert fight.state.turn.side == "party"
    assert fight.sheet("w1").swarm == "annora", "until the round ends it may still strike"
    fight.play("annora", "done", "let go")
    assert fight.told(AttackRolled) == []
    assert fight.state.turn.round == 2
    assert fight.sheet("w1").swarm == ""


@pytest.mark.rule("sovereign", "E-29", "S-3")
def test_a_swarm_may_strike_as_the_round_ends() -> None:
    fight = Fight({"annora": (5, 5)}, band(2), acting="foes")
    fight.play("w1", "swarm annora", "done", "w2", "swarm annora", "wait", "done", "let go", "annora", "done",
               "swarm-melee w1 annora short-sword", d20(1))  # fmt: skip
    assert terms(fight.last(AttackRolled).tally)["E-29"] == 2
    assert fight.state.turn.round == 2


@pytest.mark.rule("sovereign", "E-30", "S-4")
def test_the_bonus_is_not_shocks_and_a_miss_does_shock_once() -> None:
    fight = Fight({"colette": (5, 5)}, band(3), acting="foes").profile_of("colette", hp=9)
    fight.play("w1", "swarm colette", "done", "w2", "swarm colette", "wait", "done", "w3", "swarm colette")
    fight.play("swarm-melee w3 colette short-sword", d20(1))
    assert [event.points for event in fight.told(ShockDealt)] == [2]
    assert fight.hp("colette") == 7


@pytest.mark.rule("sovereign", "E-30", "S-2")
def test_usual_bonuses_lift_the_cap() -> None:
    fight = Fight({"annora": (4, 5), "bennett": (5, 4), "colette": (4, 6)}, {"ogre": (5, 5)})
    fight.play("annora", "swarm ogre", "done", "colette", "swarm ogre", "wait", "done", "bennett", "swarm ogre")
    fight.play("swarm-melee bennett ogre mace", d20(18), d6(6))
    assert fight.dealt == 7, "d6+1 never does more than 7"


@pytest.mark.rule("sovereign", "E-31", "E-72")
def test_a_swarms_shock_ignores_ac_and_shield_and_leaves_the_shield_unused() -> None:
    fight = Fight({"annora": (5, 5)}, band(3), acting="foes")
    fight.play("w1", "swarm annora", "done", "w2", "swarm annora", "swarm-melee w2 annora short-sword", d20(1))
    assert fight.hp("annora") == 4
    assert not fight.sheet("annora").shield_used
