"""The book's worked examples and the arithmetic that follows from its rules, E-T1 to E-T22, with their numbers."""

from __future__ import annotations

import pytest

from game.kit.conditions import Condition
from game.kit.testing.fight import check, d6, d8, d20
from rulesets.sovereign.play.events import (
    AttackMissed,
    AttackRolled,
    DamageRolled,
    Fell,
    InitiativeRolled,
    ShockDealt,
    ShockTurned,
)
from rulesets.sovereign.play.numbers import save_target
from rulesets.sovereign.sheet import roster
from rulesets.sovereign.sheet.sheet import Attributes, Profile
from tests.rulesets.sovereign.kit import Fight, ground, terms

BESIDE_A_PILLAR = ground(
    "....#.......",
    "............",
    "............",
    "............",
)
"""From (0, 0) a body at (5, 1) shows half of its corners."""


@pytest.mark.rule("sovereign", "E-07", "E-08", "E-10")
def test_t1_a_tie_in_initiative_is_the_partys() -> None:
    fight = Fight(
        {"annora": (2, 2), "bennett": (2, 3), "colette": (1, 2), "daegal": (1, 3)},
        {"w1": ("skeletal-warrior", (10, 2))},
        fresh=True,
    )
    fight.play(d8(7), d8(8))
    party, foes = fight.told(InitiativeRolled)
    assert (party.face + party.tally.total, foes.face + foes.tally.total) == (8, 8)
    assert fight.asked.seat == "party"
    assert fight.state.turn.order == ("party", "foes")


@pytest.mark.rule("sovereign", "E-18", "E-23", "E-65")
def test_t2_veterans_luck_turns_a_missed_throw_into_a_hit() -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (18, 5)), "w2": ("skeletal-warrior", (7, 5))})
    fight.play("annora", "throw w2 hand-axe", d20(5), "luck", d6(6))
    assert fight.attack == 3, "a total of 8"
    assert fight.ac == 15
    assert fight.hit
    assert fight.dealt == 4, "an edge does a skeleton its least: 1 + 3"
    assert fight.sheet("w2").dead


@pytest.mark.rule("sovereign", "E-41", "E-42", "E-68")
def test_t3_total_defense_after_the_roll_is_seen() -> None:
    fight = Fight({"bennett": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5))}, acting="foes")
    fight.play("w1", "strike bennett short-sword", d20(15), "defend")
    assert fight.attack + 15 == 17 == fight.ac
    assert not fight.hit
    assert fight.hp("bennett") == 4, "no Shock: 2/15 does not reach AC 17, and he is immune"
    assert not fight.sheet("bennett").main


@pytest.mark.rule("sovereign", "E-28", "E-29", "E-93")
def test_t4_three_archers_swarm() -> None:
    archers = {f"a{n}": ("skeletal-archer", (12, 3 + n)) for n in (1, 2, 3)}
    fight = Fight({"bennett": (5, 5), "annora": (1, 1)}, archers, acting="foes").sheet_of(
        "bennett", conditions=(Condition("total defense", "turn begins"),)
    )
    fight.play("a1", "swarm bennett", "done", "a2", "swarm bennett", "wait", "done", "a3", "swarm bennett")
    fight.play("swarm-shot a3 bennett small-bow", d20(14), d6(3))
    assert fight.attack == 6, "+2, and +2 for each of two others"
    assert fight.ac == 19
    assert fight.dealt == 5, "3 + 2"
    assert fight.sheet("bennett").fell == 1
    assert fight.last(Fell).how == "mortally injured"


@pytest.mark.rule("sovereign", "E-45", "E-20", "S-8")
def test_t5_walking_round_a_foe_within_its_reach_draws_nothing() -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5))})
    fight.play("annora", "run 6,4", "run 7,5")
    assert fight.at("annora") == (7, 5)
    assert fight.told(AttackRolled) == []


@pytest.mark.rule("sovereign", "E-67")
def test_t6_a_hit_does_no_less_than_its_shock() -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5)), "w2": ("skeletal-warrior", (20, 5))})
    fight.play("annora", "strike w1 short-sword", d20(12), d6(6))
    rolled = fight.last(DamageRolled)
    assert rolled.faces + rolled.tally.total == 4, "the least of d6, and 3"
    assert rolled.least == 5
    assert fight.dealt == 5
    assert fight.sheet("w1").dead


@pytest.mark.rule("sovereign", "E-29", "E-61", "E-30")
def test_t7_two_archers_swarm_at_half_cover() -> None:
    fight = Fight({"colette": (0, 0), "daegal": (0, 2)}, {"a1": ("skeletal-archer", (5, 1))}, field=BESIDE_A_PILLAR)
    fight.sheet_of("a1", hp=6)
    fight.play("daegal", "swarm a1", "done", "colette", "swarm a1", "swarm-shot colette a1 small-bow", d20(12), d6(5))
    assert terms(fight.last(AttackRolled).tally) == {"E-56": 1, "E-23": 1, "E-29": 2, "E-61": -2}
    assert fight.attack + 12 == 14
    assert fight.ac == 13
    assert fight.dealt == 4, "the least of d6, 2 of her own and 1 for the swarm"


@pytest.mark.rule("sovereign", "E-28", "E-29")
def test_t8_a_swarm_hand_to_hand() -> None:
    fight = Fight(
        {"annora": (5, 4), "bennett": (5, 5), "colette": (1, 5)}, {"a1": ("skeletal-archer", (6, 5))}
    ).sheet_of("a1", hp=6)
    fight.play("annora", "swarm a1", "done", "colette", "swarm a1", "wait", "done")
    fight.play("bennett", "swarm a1", "swarm-melee bennett a1 mace", d20(10), d6(2))
    assert fight.attack == 5
    assert fight.ac == 13
    assert fight.dealt == 5, "2, 1 of his own and 2 for the swarm; a mace is blunt"


@pytest.mark.rule("sovereign", "E-55")
def test_t9_a_natural_20_or_1_is_nothing_special() -> None:
    fight = Fight({"bennett": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5))}).profile_of("w1", ac=22)
    fight.play("bennett", "strike w1 mace", d20(20))
    assert not fight.hit
    fight = Fight({"bennett": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5))}).profile_of("w1", ac=2)
    fight.play("bennett", "strike w1 mace", d20(1), d6(1))
    assert fight.hit


@pytest.mark.rule("sovereign", "E-63", "E-45", "E-46")
def test_t10_an_archer_in_melee_can_not_shoot_and_pays_to_get_away() -> None:
    fight = Fight({"annora": (5, 5)}, {"a2": ("skeletal-archer", (6, 5))}, acting="foes").sheet_of("a2", hp=6)
    fight.play("a2")
    assert not fight.offers("shoot annora small-bow")
    assert fight.refusal("Attack Annora").rule == "E-63"
    fight.play("run 9,5", "strike short-sword", d20(2))
    assert fight.last(AttackRolled).who == "annora"
    assert fight.at("a2") == (9, 5)

    fight = Fight({"annora": (5, 5)}, {"a2": ("skeletal-archer", (6, 5))}, acting="foes").sheet_of("a2", hp=6)
    fight.play("a2", "disengage", "run 9,5")
    assert fight.told(AttackRolled) == []
    assert not fight.offers("shoot annora small-bow"), "its Main Action went into disengaging"


def shock_of(ac: int) -> int:
    """What a missed short sword (2/15) does to an AC."""
    fight = Fight({"colette": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5))}, acting="foes")
    fight.profile_of("colette", ac=ac, hp=9).play("w1", "strike colette short-sword", d20(1))
    assert not fight.hit
    return 9 - fight.hp("colette")


@pytest.mark.rule("sovereign", "E-68")
@pytest.mark.parametrize(("ac", "points"), [(13, 2), (15, 2), (16, 0)])
def test_t11_shock_2_15(ac: int, points: int) -> None:
    assert shock_of(ac) == points


@pytest.mark.rule("sovereign", "E-69", "E-70", "E-72")
def test_t12_shock_with_a_dash_harms_any_ac_but_a_shield_turns_the_first() -> None:
    fight = Fight({"colette": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5))}, acting="foes")
    fight.profile_of("colette", ac=20, hp=9).weapon_of("w1", "short-sword", shock=5, shock_ac=99)
    fight.play("w1", "strike colette short-sword", d20(1))
    assert fight.hp("colette") == 4

    foes = {"w1": ("skeletal-warrior", (6, 5)), "w2": ("skeletal-warrior", (6, 4))}
    fight = Fight({"annora": (5, 5)}, foes, acting="foes").profile_of("annora", hp=9)
    for who in foes:
        fight.weapon_of(who, "short-sword", shock=5, shock_ac=99)
    fight.play("w1", "strike annora short-sword", d20(1))
    assert fight.last(ShockTurned).who == "w1"
    assert fight.hp("annora") == 9
    fight.play("done", "w2", "strike annora short-sword", d20(1))
    assert fight.last(ShockDealt).points == 5
    assert fight.hp("annora") == 4


RING = [(6, 5), (6, 4), (6, 6), (5, 4), (5, 6)]


@pytest.mark.rule("sovereign", "E-29", "E-30")
@pytest.mark.parametrize(("many", "to_hit", "damage"), [(2, 2, 1), (3, 4, 2), (4, 6, 3), (5, 6, 3)])
def test_t13_what_a_swarm_of_that_many_adds(many: int, to_hit: int, damage: int) -> None:
    band = {f"w{n}": ("skeletal-warrior", at) for n, at in enumerate(RING[:many], 1)}
    fight = Fight({"annora": (5, 5)}, band, acting="foes").profile_of("annora", hp=30)
    for index, name in enumerate(band):
        fight.play(name, "swarm annora")
        if index == many - 1:
            fight.play(f"swarm-melee {name} annora short-sword", d20(17), d6(2))
        elif index:
            fight.play("wait", "done")
        else:
            fight.play("done")
    assert terms(fight.last(AttackRolled).tally)["E-29"] == to_hit
    assert fight.dealt == 2 + damage


@pytest.mark.rule("sovereign", "E-30")
def test_t13_a_swarm_does_no_more_than_the_weapon_could() -> None:
    band = {f"w{n}": ("skeletal-warrior", at) for n, at in enumerate(RING[:4], 1)}
    fight = Fight({"annora": (5, 5)}, band, acting="foes").profile_of("annora", hp=30)
    fight.play("w1", "swarm annora", "done", "w2", "swarm annora", "wait", "done", "w3", "swarm annora", "wait", "done")
    fight.play("w4", "swarm annora", "swarm-melee w4 annora short-sword", d20(17), d6(6))
    assert fight.dealt == 6


@pytest.mark.rule("sovereign", "E-32", "S-34")
def test_t14_a_charge_of_sixty_feet() -> None:
    fight = Fight({"annora": (2, 5)}, {"w1": ("skeletal-warrior", (15, 5)), "w2": ("skeletal-warrior", (20, 5))})
    fight.sheet_of("w1", hp=9).play("annora", "charge w1 short-sword", d20(2))
    assert fight.at("annora") == (14, 5), "twelve squares"
    assert terms(fight.last(AttackRolled).tally)["E-32"] == 2
    assert not fight.sheet("annora").main
    assert not fight.sheet("annora").move
    fight.play("done", "w1", "strike annora short-sword", d20(13))
    assert fight.ac == 15, "17 less 2 until the round ends"
    fight.play(d6(1), "done", "w2", "done")
    assert fight.state.turn.round == 2
    assert not fight.sheet("annora").charged


@pytest.mark.rule("sovereign", "E-32")
def test_t14_a_charge_of_no_feet_is_none() -> None:
    fight = Fight({"annora": (0, 0)}, {"w1": ("skeletal-warrior", (1, 0))}, field=ground("..", "##"))
    fight.play("annora")
    assert fight.offers("strike w1 short-sword")
    assert not fight.offers("charge w1 short-sword")


@pytest.mark.rule("sovereign", "E-58", "E-61")
def test_t15_a_prone_target_behind_half_cover_forty_feet_off() -> None:
    field = ground("....#....", ".........")
    fight = Fight({"colette": (0, 0)}, {"w1": ("skeletal-warrior", (8, 1))}, field=field).sheet_of("w1", prone=True)
    fight.play("colette", "shoot w1 small-bow", d20(2))
    found = terms(fight.last(AttackRolled).tally)
    assert found["E-58"] == -2
    assert found["E-61"] == -2


@pytest.mark.rule("sovereign", "E-60", "E-62")
def test_t16_a_dagger_thrown_forty_feet_with_a_foe_in_melee() -> None:
    foes = {"w1": ("skeletal-warrior", (9, 5)), "w2": ("skeletal-warrior", (20, 9))}
    fight = Fight({"colette": (1, 5)}, foes)
    fight.play("colette", "throw w1 dagger", d20(2))
    found = terms(fight.last(AttackRolled).tally)
    assert found["E-60"] == -2
    assert "E-62" not in found

    foes["w2"] = ("skeletal-warrior", (1, 4))
    fight = Fight({"colette": (1, 5)}, foes)
    fight.play("colette", "throw w1 dagger", d20(2))
    found = terms(fight.last(AttackRolled).tally)
    assert (found["E-60"], found["E-62"]) == (-2, -4), "once, though the book lists it twice"


@pytest.mark.rule("sovereign", "E-94")
def test_t17_saving_throws() -> None:
    assert save_target(roster.STOCK.house.profile("colette"), "Evasion") == 14, "16 less level 1 and DEX 1"
    assert save_target(roster.STOCK.house.profile("bandit-captain"), "Evasion") == 14, "3 Hit Dice"
    five = Profile("x", "x", "x", 20, 12, level=5)
    assert save_target(five, "Mental") == 13


@pytest.mark.rule("sovereign", "E-93", "E-47")
@pytest.mark.parametrize(("faces", "saved"), [((5, 5), False), ((5, 6), True)])
def test_t18_first_aid_two_rounds_after_the_fall_needs_11(faces: tuple[int, int], saved: bool) -> None:
    fight = Fight({"bennett": (5, 5), "annora": (6, 5), "colette": (1, 1)}, {"w1": ("skeletal-warrior", (20, 5))})
    fight.sheet_of("annora", hp=0, fell=1, prone=True).turn_of(round=3)
    fight.play("bennett", "aid annora", check(*faces))
    assert fight.checked.tally.total == -1
    assert fight.checked.passed == saved
    assert fight.sheet("annora").stable == saved


@pytest.mark.rule("sovereign", "E-74")
@pytest.mark.parametrize(("faces", "moved"), [((4, 3), False), ((4, 4), True)])
def test_t19_an_opposed_shove(faces: tuple[int, int], moved: bool) -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5))})
    fight.profile_of("annora", skills={"Stab": 1, "Exert": 1}).profile_of("w1", npc_skill=2)
    fight.play("annora", "shove w1", d20(15), check(*faces))
    assert (fight.checked.tally.total, fight.checked.needed) == (2, 10)
    assert fight.checked.passed == moved
    if moved:
        fight.play("prone")
    assert fight.sheet("w1").prone == moved
    assert fight.hp("w1") == 5, "instead of damage"


@pytest.mark.rule("sovereign", "E-82", "E-83")
def test_t20_two_weapons() -> None:
    def swing(face: int, *more: object) -> Fight:
        fight = Fight({"fenn": (5, 5)}, {"b1": ("bandit", (6, 5))})
        fight.profile_of("fenn", feats=(), attack=0, attributes=Attributes(STR=1), skills={"Stab": 1})
        fight.weapon_of("fenn", "short-sword", damage="d8", shock_ac=13).sheet_of("b1", hp=20, off="")
        return fight.play("fenn", "strike b1 short-sword", d20(face), *more)  # type: ignore[arg-type]

    fight = swing(15, d8(4))
    assert terms(fight.last(AttackRolled).tally) == {"E-56": 1, "E-22": 1, "E-83": -1}
    assert fight.dealt == 4 + 1 + 2
    fight = swing(1)
    assert fight.last(AttackMissed)
    assert fight.last(ShockDealt).points == 2 + 1


@pytest.mark.rule("sovereign", "E-90", "E-91")
@pytest.mark.parametrize(("started", "left", "flees"), [(6, 5, False), (6, 4, True), (5, 4, False), (5, 3, True)])
def test_t21_a_group_flees_when_a_third_is_lost(started: int, left: int, flees: bool) -> None:
    band = {f"b{n}": ("bandit", (15 + n % 3, 2 + n)) for n in range(left)}
    fight = Fight({"annora": (5, 5), "bennett": (5, 6)}, band, acting="foes")
    fight.profile_of("annora", hp=40).turn_of(strength={"party": 2, "foes": started}).play()
    assert ("foes" in fight.state.turn.broken) == flees


@pytest.mark.rule("sovereign", "E-90")
@pytest.mark.parametrize(("left", "flees"), [(6, False), (5, True)])
def test_t21_one_alone_flees_at_half_its_hit_points(left: int, flees: bool) -> None:
    fight = Fight({"annora": (5, 5), "bennett": (5, 6)}, {"b1": ("bandit", (9, 5))}, acting="foes")
    fight.profile_of("b1", hp=10).sheet_of("b1", hp=left).play()
    assert fight.sheet("b1").fleeing == flees


@pytest.mark.rule("sovereign", "E-07")
def test_t22_the_party_adds_its_highest_dexterity() -> None:
    party = {"annora": (2, 2), "bennett": (2, 3), "colette": (1, 2)}
    fight = Fight(party, {"w1": ("skeletal-warrior", (10, 2))}, fresh=True)
    fight.profile_of("annora", attributes=Attributes(DEX=0)).profile_of("colette", attributes=Attributes(DEX=1))
    fight.profile_of("bennett", attributes=Attributes(DEX=-1))
    fight.play(d8(3), d8(3))
    assert fight.told(InitiativeRolled)[0].tally.total == 1
