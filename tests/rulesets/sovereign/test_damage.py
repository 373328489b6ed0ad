"""By the book: Damage and Shock."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d2, d3, d4, d6, d8, d20
from rulesets.sovereign.play.events import AttackRolled, DamageRolled, ShockDealt, ShockTurned
from rulesets.sovereign.sheet import roster
from tests.rulesets.sovereign.kit import Fight, terms

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
