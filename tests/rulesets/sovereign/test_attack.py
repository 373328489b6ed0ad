"""By the book: Make a Melee Attack, Make a Ranged Attack, Attack Rolls."""

from __future__ import annotations

import pytest

from game.kit.conditions import Condition
from game.kit.testing.fight import d4, d6, d20
from game.spatial.field import Zone
from rulesets.sovereign.play.events import AttackRolled
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
