"""Attacks by the book: the test, its result as damage, critical hits, sizes, shots that stray, cover and darkness."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from game.kit.testing.fight import Dice, d2, d6
from game.rules.events import Id
from game.rules.odds import odds
from game.spatial.field import Field, Zone
from rulesets.ingenuity import RULESET
from rulesets.ingenuity.play.events import AttackHit, Strayed
from rulesets.ingenuity.play.geometry import answers, flanked
from rulesets.ingenuity.play.numbers import deflection, evasion, larger
from tests.rulesets.helping import terms
from tests.rulesets.ingenuity.kit import Fight, ground, suffering, thrown

FABIAN = Id("fabian")


def duel(target: str = "dummy", **options: Any) -> Fight:
    return Fight({"boudica": (3, 3)}, {target: (4, 3)}, **options)


# ------------------------------------------------------------------ the test and its damage


@pytest.mark.rule("ingenuity", "B-46", "B-47", "B-68")
def test_the_books_first_attack_just_hits_and_does_two() -> None:
    fight = duel().play("boudica", "strike dummy spear", thrown(2, 3))
    assert (fight.rolled_attack.total, fight.rolled_attack.against.total, fight.hit) == (6, 6, True)
    assert fight.dealt == 2


@pytest.mark.rule("ingenuity", "B-43", "B-46", "B-54")
def test_an_attack_says_what_gives_advantage_and_which_dice_meet_which_evasion() -> None:
    fight = duel("guard").sheet_of("guard", prone=True).until("boudica")
    notes = fight.option("strike guard spear").about.notes
    assert "advantage: target prone (B-43)" in notes and "2d6+1 against evasion 6 (B-46)" in notes
    fight = duel("guard").profile_of("boudica", proficiencies={}).until("boudica")
    assert "2d6 against evasion 6 (B-46)" in fight.option("strike guard spear").about.notes


@pytest.mark.rule("ingenuity", "B-46")
def test_of_several_proficiencies_that_fit_only_the_best_counts() -> None:
    fight = duel().profile_of("boudica", proficiencies={"martial": 1, "finesse": 2})
    fight.play("boudica", "strike dummy spear", thrown(2, 3))
    assert terms(fight.rolled_attack.tally) == {"finesse": 2}


@pytest.mark.rule("ingenuity", "B-46")
def test_the_better_of_a_weapons_attributes_is_rolled() -> None:
    fight = Fight({"roland": (3, 3)}, {"dummy": (4, 3)})
    fight.until("roland", "strike dummy longsword slashing")
    assert fight.rolled.dice == "d8+d6+d20"


@pytest.mark.rule("ingenuity", "B-47")
def test_a_hit_does_one_at_least() -> None:
    fight = duel().profile_of("dummy", physical=20).play("boudica", "strike dummy spear", thrown(6, 6))
    assert fight.dealt == 1


@pytest.mark.rule("ingenuity", "B-49")
def test_the_books_critical_hit_does_six() -> None:
    fight = duel().play("boudica", "strike dummy spear", thrown(2, 3, 19))
    assert fight.rolled_attack.critical
    assert fight.dealt == 6


@pytest.mark.rule("ingenuity", "B-49", "B-50", "N-9")
def test_a_critical_hit_cannot_miss_and_adds_no_four() -> None:
    fight = duel().play("boudica", "strike dummy spear", thrown(1, 1, 20))
    assert (fight.rolled_attack.total, fight.hit, fight.dealt) == (3, True, 3)


@pytest.mark.rule("ingenuity", "B-67", "B-68")
def test_each_kind_of_damage_meets_its_own_deflection_and_what_is_neither_meets_none() -> None:
    sheet = duel().profile_of("dummy", elemental=3).sheet("dummy")
    assert [deflection(sheet, harm).total for harm in ("piercing", "fire", "void", "psychic")] == [8, 3, 3, 0]


# ------------------------------------------------------------------ the attacks before


@pytest.mark.rule("ingenuity", "B-53", "B-17")
def test_each_attack_before_it_in_the_round_takes_two_from_result_and_damage() -> None:
    fight = duel().profile_of("dummy", physical=3, end=40).play("boudica", "strike dummy spear", thrown(4, 4))
    assert (fight.hit, fight.dealt) == (True, 10)
    fight.play("strike dummy spear", thrown(4, 4))
    assert (fight.hit, fight.dealt, terms(fight.rolled_attack.tally)["attacks before"]) == (True, 8, -2)
    fight.play("strike dummy spear", thrown(4, 4))
    assert (fight.rolled_attack.total, fight.hit) == (5, False)


@pytest.mark.rule("ingenuity", "B-53")
def test_the_books_second_shot_comes_to_three_and_misses() -> None:
    fight = Fight({"agnessa": (1, 1)}, {"dummy": (9, 1)}).profile_of("agnessa", proficiencies={})
    fight.play("agnessa", "shoot dummy shortbow", thrown(1, 1), "shoot dummy shortbow", thrown(2, 3))
    assert (fight.rolled_attack.total, fight.hit) == (3, False)


@pytest.mark.rule("ingenuity", "B-53")
def test_attacks_count_until_the_round_ends_not_the_turn() -> None:
    fight = duel().sheet_of("boudica", attacks=1).play("boudica", "strike dummy spear", thrown(4, 4))
    assert terms(fight.rolled_attack.tally)["attacks before"] == -2
    fight.play("done", "dummy", "done", "boudica", "strike dummy spear", thrown(4, 4))
    assert "attacks before" not in terms(fight.rolled_attack.tally)


# ------------------------------------------------------------------ advantage


@pytest.mark.rule("ingenuity", "B-55")
def test_foes_on_opposite_sides_flank_and_a_shot_profits_from_others() -> None:
    party = {"agnessa": (9, 9), "boudica": (3, 3), "roland": (5, 3)}
    fight = Fight(party, {"dummy": (4, 3)})
    fight.play("agnessa", "shoot dummy shortbow", thrown(2, 5), d6(4))
    assert fight.rolled_attack.faces == (4, 5)


@pytest.mark.parametrize(
    ("one", "other", "flanks"),
    [
        ((3, 3), (6, 4), True),  # west and east
        ((3, 4), (6, 3), True),
        ((3, 2), (6, 5), True),  # opposite corners
        ((4, 2), (5, 5), True),  # north and south
        ((3, 2), (6, 2), False),  # two corners of one side
        ((3, 3), (4, 5), False),
        ((2, 3), (6, 3), False),  # too far away
    ],
)
@pytest.mark.rule("ingenuity", "B-55", "N-5")
def test_a_large_body_is_flanked_from_opposite_sides_or_corners(
    one: tuple[int, int], other: tuple[int, int], flanks: bool
) -> None:
    fight = Fight({"boudica": one, "roland": other}, {"ogre": (4, 3)})
    assert flanked(fight.board, fight.body("ogre"), "party") == flanks


@pytest.mark.rule("ingenuity", "B-55")
def test_the_unconscious_do_not_flank() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (5, 3)}, {"dummy": (4, 3)}).sheet_of("roland", unconscious=True)
    assert not flanked(fight.board, fight.body("dummy"), "party")


@pytest.mark.rule("ingenuity", "B-54", "B-56")
def test_whoever_is_not_seen_has_advantage_and_with_a_flank_double() -> None:
    fight = Fight({"fabian": (3, 3), "boudica": (5, 3)}, {"dummy": (4, 3)}, hidden=("fabian",))
    fight.sheet_of("dummy", conditions=suffering(blinded=1))
    fight.play("fabian", "strike dummy dagger", thrown(2, 3), d6(1), d6(6))
    assert fight.rolled_attack.faces == (6, 3)


@pytest.mark.rule("ingenuity", "B-43")
def test_who_lies_on_the_ground_is_easier_to_strike_and_harder_to_shoot() -> None:
    party = {"agnessa": (4, 9), "boudica": (3, 3)}
    fight = Fight(party, {"dummy": (4, 3)}).sheet_of("dummy", prone=True)
    fight.play("boudica", "strike dummy spear", thrown(1, 5), d6(4), "done")
    assert fight.rolled_attack.faces == (4, 5)
    fight.play("dummy", "done", "agnessa", "shoot dummy shortbow", thrown(2, 5), d6(3))
    assert fight.rolled_attack.faces == (2, 3)


@pytest.mark.rule("ingenuity", "B-54", "B-43")
def test_advantages_and_disadvantages_cancel_one_by_one() -> None:
    fight = Fight({"agnessa": (4, 9)}, {"dummy": (4, 3)}).sheet_of("dummy", prone=True)
    fight.sheet_of("dummy", prone=True, conditions=suffering(blinded=1))
    fight.play("agnessa", "shoot dummy shortbow", thrown(2, 5))
    assert fight.rolled_attack.faces == (2, 5)


@pytest.mark.parametrize(("swayed", "percent"), [(0, "58.3"), (1, "80.6"), (2, "91.0")])
@pytest.mark.rule("ingenuity", "B-54", "B-55", "B-56")
def test_odds_of_advantages_are_exact(swayed: int, percent: str) -> None:
    party = {"boudica": (3, 3), "roland": (5, 3)} if swayed else {"boudica": (3, 3)}
    fight = Fight(party, {"dummy": (4, 3)}).weapon_of("boudica", "spear", critical=21).profile_of("dummy", eva=8)
    if swayed > 1:
        fight.sheet_of("dummy", conditions=suffering(blinded=1))
    fight.until("boudica")
    found = odds(fight.match, "strike dummy spear")
    assert not found.sampled
    assert f"{float(found.hits('boudica')) * 100:.1f}" == percent  # type: ignore[arg-type]


@pytest.mark.rule("ingenuity", "B-54")
def test_which_die_is_rolled_again_is_ones_own_choice_if_the_table_wants_it_so() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (5, 3)}, {"dummy": (4, 3)}, rerolls="ask")
    fight.play("boudica", "strike dummy spear", thrown(2, 5), "die 2", d6(6))
    assert fight.rolled_attack.faces == (2, 6)


# ------------------------------------------------------------------ sizes


@pytest.mark.rule("ingenuity", "B-57")
def test_a_smaller_target_is_harder_to_hit_and_softer() -> None:
    fight = Fight({"fabian": (3, 3)}, {"goblin": (4, 3), "ogre": (8, 8)})
    fabian, goblin, ogre = (fight.sheet(who) for who in ("fabian", "goblin", "ogre"))
    more = larger(fabian, goblin)
    assert (evasion(goblin, more).total, deflection(goblin, "piercing", more).total) == (6, 1)
    assert (evasion(fabian, larger(ogre, fabian)).total, deflection(fabian, "bludgeoning", 2).total) == (8, 2)
    assert (evasion(ogre, larger(fabian, ogre)).total, deflection(ogre, "piercing", -2).total) == (4, 8)


@pytest.mark.rule("ingenuity", "B-57", "B-47")
def test_an_ogres_maul_does_fourteen_to_a_man_of_deflection_four() -> None:
    fight = Fight({"fabian": (3, 3)}, {"ogre": (4, 3)}, acting="foes").weapon_of("ogre", "maul", hands=1)
    fight.until("ogre")
    chance = odds(fight.match, "strike fabian maul").hits("ogre")  # type: ignore[arg-type]
    assert chance == Fraction(7625, 10000)
    fight.play("strike fabian maul", thrown(7, 3, of="d10+d6"))
    assert (fight.rolled_attack.total, fight.dealt) == (11, 14)


@pytest.mark.rule("ingenuity", "B-57")
def test_a_man_strikes_an_ogre_easily_and_not_deep() -> None:
    fight = Fight({"fabian": (3, 3)}, {"ogre": (4, 3)}).play("fabian", "strike ogre dagger", thrown(4, 3))
    assert (fight.rolled_attack.against.total, fight.rolled_attack.total, fight.dealt) == (4, 8, 3)


# ------------------------------------------------------------------ shots that stray


def shot(**others: tuple[int, int]) -> Fight:
    return Fight({"agnessa": (1, 1), **others}, {"dummy": (9, 1)})


@pytest.mark.rule("ingenuity", "B-51", "B-52")
def test_the_books_unlucky_shot_goes_to_the_friend_beside_its_target() -> None:
    fight = shot(fabian=(9, 2)).play("agnessa", "shoot dummy shortbow", thrown(4, 4, 1))
    assert fight.last(Strayed).target == "fabian"
    assert (fight.rolled_attack.against.total, fight.last(AttackHit).target, fight.dealt) == (6, "fabian", 8)
    assert fight.sheet("agnessa").attacks == 1


@pytest.mark.rule("ingenuity", "B-51", "N-7")
def test_of_two_beside_the_target_a_die_decides_who_is_hit() -> None:
    fight = shot(fabian=(9, 2), roland=(10, 1)).play("agnessa", "shoot dummy shortbow", thrown(4, 4, 1), d2(2))
    assert fight.last(Strayed).target == "roland"


@pytest.mark.rule("ingenuity", "B-51")
def test_a_shot_at_somebody_who_stands_alone_does_not_stray_nor_does_a_blow() -> None:
    fight = shot(fabian=(9, 4)).play("agnessa", "shoot dummy shortbow", thrown(4, 4, 1))
    assert fight.last(AttackHit).target == "dummy"
    fight = Fight({"boudica": (3, 3), "fabian": (4, 4)}, {"dummy": (4, 3)})
    fight.play("boudica", "strike dummy spear", thrown(4, 4, 1))
    assert fight.last(AttackHit).target == "dummy"


@pytest.mark.rule("ingenuity", "B-51")
def test_whom_a_shot_may_stray_to_is_told_before_with_its_share() -> None:
    fight = shot(fabian=(9, 2), roland=(10, 1)).until("agnessa")
    found = fight.option("shoot dummy shortbow").about.landings
    assert [(each.hits, each.share) for each in found] == [
        (("dummy",), Fraction(19, 20)),
        (("fabian",), Fraction(1, 40)),
        (("roland",), Fraction(1, 40)),
    ]
    shown = odds(fight.match, "shoot dummy shortbow")
    assert not shown.sampled
    assert shown.hits("agnessa", "fabian") == Fraction(1, 40) * Fraction(30, 36)  # type: ignore[arg-type]


@pytest.mark.rule("ingenuity", "B-51", "N-7")
def test_the_sums_are_made_anew_for_whom_a_shot_strays_to() -> None:
    fight = shot(fabian=(9, 2)).sheet_of("fabian", prone=True)
    fight.play("agnessa", "shoot dummy shortbow", thrown(4, 5, 1), d6(1))
    assert fight.rolled_attack.faces == (4, 1)


@pytest.mark.rule("ingenuity", "N-9", "B-57")
def test_deflection_is_lowered_to_nothing_at_the_most() -> None:
    fight = Fight({"ogre": (3, 3)}, {"goblin": (5, 3)})
    assert deflection(fight.sheet("goblin"), "bludgeoning", 3).total == 0


@pytest.mark.rule("ingenuity", "N-11", "B-43", "B-54")
def test_the_unconscious_lie_on_the_ground_and_see_nobody() -> None:
    fight = Fight({"boudica": (3, 3)}, {"goblin": (4, 3), "wolf": (20, 9)}).sheet_of("goblin", unconscious=True)
    fight.until("boudica")
    assert fight.option("strike goblin spear").about.brief == "advantage x2"


# ------------------------------------------------------------------ weapons


@pytest.mark.rule("ingenuity", "B-17")
def test_what_cannot_be_attacked_is_refused_with_the_reason() -> None:
    fight = Fight({"boudica": (3, 3)}, {"dummy": (9, 3)}).until("boudica")
    assert not fight.offers("strike dummy spear")
    assert fight.refusal("Attack Dummy 1 with the spear").rule == "B-17"


@pytest.mark.rule("ingenuity", "B-45", "B-17")
def test_a_reach_of_two_metres_goes_two_straight_and_one_across() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (5, 3), "dummy": (5, 5), "goblin": (5, 4)}).until("boudica")
    assert fight.keys("strike") == ["strike guard spear", "strike goblin spear"]


@pytest.mark.rule("ingenuity", "B-46")
def test_beyond_its_range_a_throw_loses_one_for_each_further_multiple() -> None:
    fight = Fight({"fabian": (1, 1)}, {"dummy": (13, 1)}).play("fabian", "throw dummy dagger", thrown(4, 5))
    assert terms(fight.rolled_attack.tally)["range"] == -2
    assert [thing.at for thing in fight.state.things.values()] == [(13, 1)]
    assert fight.sheet("fabian").hand == ""


@pytest.mark.rule("ingenuity", "B-46", "B-17")
@pytest.mark.parametrize("metres", [4, 6, 13, 29])
def test_the_rings_that_the_board_shows_say_what_the_test_loses_by_range(metres: int) -> None:
    fight = Fight({"fabian": (1, 1)}, {"dummy": (1 + metres, 1)}, field=Field(40, 6)).until("fabian")
    (band,) = (each for each in RULESET.in_range(fight.board, FABIAN, "throw") if (1 + metres, 1) in each.places)
    lost = {4: 0, 6: -1, 13: -2, 29: -5}[metres]
    assert band.label.endswith(f"m: {lost}" if lost else "to 5 m")
    assert terms(fight.play("fabian", "throw dummy dagger", thrown(6, 6)).rolled_attack.tally).get("range", 0) == lost


@pytest.mark.rule("ingenuity", "B-17")
def test_there_is_no_ring_beyond_where_a_weapon_carries_nor_of_one_that_does_not_fly() -> None:
    fight = Fight({"fabian": (1, 1)}, {"boudica": (3, 1)}, field=Field(40, 6)).until("fabian")
    places = [place for band in RULESET.in_range(fight.board, FABIAN) for place in band.places]
    assert (36, 1) in places and (37, 1) not in places and (1, 1) not in places
    assert len(places) == len(set(places))
    assert not RULESET.in_range(fight.board, FABIAN, "shoot")
    assert not RULESET.in_range(fight.board, Id("boudica"))


@pytest.mark.rule("ingenuity", "B-46", "B-18", "N-10")
def test_a_great_weapon_gains_by_both_hands_and_loses_by_one() -> None:
    fight = Fight({"ogre": (3, 3)}, {"dummy": (5, 3)}).play("ogre", "strike dummy maul", thrown(2, 3, of="d10+d6"))
    assert terms(fight.rolled_attack.tally)["both hands"] == 1
    fight = Fight({"ogre": (3, 3)}, {"dummy": (5, 3)}).profile_of("ogre", hand="maul", off="maul")
    fight.play("ogre", "strike dummy maul", thrown(2, 3, of="d10+d6"))
    assert terms(fight.rolled_attack.tally)["one hand"] == -1


@pytest.mark.rule("ingenuity", "B-53", "N-8")
def test_swift_momentum_cleave_and_backswing_count_in_later_attacks() -> None:
    traits = ("swift", "momentum", "cleave", "backswing")
    fight = Fight({"boudica": (3, 3)}, {"dummy": (4, 3), "guard": (3, 4)}).weapon_of("boudica", "spear", traits=traits)
    fight.play("boudica", "strike dummy spear", thrown(4, 4))
    assert terms(fight.rolled_attack.tally) == {"martial": 1}
    fight.play("strike dummy spear", thrown(1, 1))
    assert terms(fight.rolled_attack.tally) == {"martial": 1, "attacks before": -2, "swift": 1, "momentum": 1}
    fight.play("strike guard spear", thrown(4, 4))
    expected = {"martial": 1, "attacks before": -4, "swift": 1, "cleave": 2, "backswing": 2}
    assert terms(fight.rolled_attack.tally) == expected


@pytest.mark.rule("ingenuity", "N-8", "B-53")
def test_what_is_thrown_is_swift_and_cleaves_as_in_the_hand() -> None:
    fight = Fight({"fabian": (3, 3)}, {"dummy": (6, 3), "guard": (20, 9)})
    fight.weapon_of("fabian", "dagger", traits=("thrown", "swift", "momentum"))
    fight.profile_of("fabian", carried=("dagger", "dagger#2", "dagger#3")).sheet_of("fabian", off="dagger#2")
    fight.play("fabian", "throw dummy dagger", thrown(5, 4))
    fight.play("throw dummy dagger#2", thrown(5, 4))
    expected = {"finesse": 1, "attacks before": -2, "swift": 1, "momentum": 1}
    assert terms(fight.rolled_attack.tally) == expected


@pytest.mark.rule("ingenuity", "N-8", "B-53")
def test_momentum_cleave_and_backswing_count_within_a_turn_and_swift_within_the_round() -> None:
    traits = ("swift", "momentum", "cleave", "backswing")
    fight = Fight({"boudica": (3, 3), "clementine": (3, 9)}, {"dummy": (4, 3), "guard": (3, 4), "wolf": (20, 9)})
    fight.weapon_of("boudica", "spear", traits=traits).play("boudica", "strike dummy spear", thrown(4, 4))
    fight.play("strike dummy spear", thrown(1, 1), "done", "dummy", "done", "command boudica")
    fight.play("strike guard spear", thrown(4, 4))
    assert terms(fight.rolled_attack.tally) == {"martial": 1, "attacks before": -4, "swift": 1}


@pytest.mark.rule("ingenuity", "N-8", "B-53")
def test_backswing_waits_for_the_next_attack_with_the_weapon_that_missed() -> None:
    fight = Fight({"fabian": (3, 3)}, {"dummy": (4, 3), "guard": (20, 9)})
    fight.weapon_of("fabian", "dagger", traits=("backswing",)).profile_of("fabian", carried=("dagger", "dagger#2"))
    fight.sheet_of("fabian", off="dagger#2", wear={"dagger#2": 1}).play("fabian", "strike dummy dagger", thrown(1, 1))
    fight.play("strike dummy dagger#2", thrown(6, 6))
    assert terms(fight.rolled_attack.tally) == {"finesse": 1, "attacks before": -2}
    fight.play("strike dummy dagger", thrown(6, 6))
    assert terms(fight.rolled_attack.tally) == {"finesse": 1, "attacks before": -4, "backswing": 2}


def test_dice_of_a_test_are_told_with_the_luck_die_last() -> None:
    assert thrown(1, 2, 3) == Dice("2d6+d20", (1, 2, 3))


PILLAR = ground(
    "............",
    "............",
    "............",
    ".......#....",
    "............",
    "............",
    "............",
)


def last_die_of_a_shot(target: tuple[int, int], *, covered: bool) -> str:
    """Why the last die of a shot is rolled, at somebody beside a pillar."""
    fight = Fight({"agnessa": (1, 3)}, {"dummy": target}, field=PILLAR)
    if covered:
        fight.sheet_of("dummy", conditions=suffering(cover=1))
    fight.until("agnessa")
    return fight.option("shoot dummy shortbow").about.brief


@pytest.mark.rule("ingenuity", "B-25")
def test_who_has_sought_cover_is_harder_to_shoot_from_beyond_it_and_only_from_there() -> None:
    assert last_die_of_a_shot((8, 2), covered=True) == "disadvantage"
    assert last_die_of_a_shot((8, 2), covered=False) == ""
    assert last_die_of_a_shot((6, 3), covered=True) == ""


@pytest.mark.rule("ingenuity", "B-25")
def test_cover_does_nothing_against_blows() -> None:
    fight = Fight({"boudica": (7, 4)}, {"dummy": (8, 3)}, field=PILLAR)
    fight.sheet_of("dummy", conditions=suffering(cover=1)).until("boudica")
    assert fight.option("strike dummy spear").about.brief == ""


def test_what_is_wholly_hidden_by_a_wall_cannot_be_shot() -> None:
    fight = Fight({"agnessa": (1, 3)}, {"dummy": (8, 3)}, field=PILLAR).until("agnessa")
    assert not fight.offers("shoot dummy shortbow")
    assert fight.refusal("Attack Dummy 1 with the shortbow").rule == "B-17"


DARK = Field(24, 12, zones=(Zone("crypt", "Crypt", tuple((x, y) for x in range(12) for y in range(12)), dark=True),))


@pytest.mark.rule("ingenuity", "B-54", "N-4")
def test_out_of_the_dark_one_attacks_unseen_and_into_it_at_a_loss() -> None:
    fight = Fight({"agnessa": (3, 3)}, {"dummy": (15, 3)}, field=DARK).until("agnessa")
    assert fight.option("shoot dummy shortbow").about.brief == "advantage"
    fight = Fight({"agnessa": (15, 3)}, {"dummy": (3, 3)}, field=DARK).until("agnessa")
    assert fight.option("shoot dummy shortbow").about.brief == "disadvantage"


@pytest.mark.rule("ingenuity", "B-54", "N-4")
def test_within_a_metre_the_dark_hides_nobody_and_some_see_in_it() -> None:
    fight = Fight({"boudica": (3, 3)}, {"dummy": (4, 3)}, field=DARK).until("boudica")
    assert fight.option("strike dummy spear").about.brief == ""
    fight = Fight({"agnessa": (15, 3)}, {"dummy": (3, 3)}, field=DARK)
    fight.profile_of("agnessa", traits=("sees in the dark",)).until("agnessa")
    assert fight.option("shoot dummy shortbow").about.brief == ""


@pytest.mark.rule("ingenuity", "B-54")
def test_the_blinded_attack_at_a_loss() -> None:
    fight = Fight({"boudica": (3, 3)}, {"dummy": (4, 3)}).sheet_of("boudica", conditions=suffering(blinded=1))
    fight.play("boudica", "strike dummy spear", thrown(5, 5), d6(2))
    assert fight.rolled_attack.faces == (2, 5)


@pytest.mark.rule("ingenuity", "B-46")
def test_an_unwieldy_weapon_is_at_a_loss_too_near() -> None:
    fight = Fight({"boudica": (3, 3)}, {"dummy": (4, 3), "guard": (3, 5)}).weapon_of("boudica", "spear", unfit=1)
    fight.until("boudica")
    assert fight.option("strike dummy spear").about.brief == "disadvantage"
    assert fight.option("strike guard spear").about.brief == ""


@pytest.mark.rule("ingenuity", "B-51")
def test_a_risky_weapon_strays_hand_to_hand() -> None:
    fight = Fight({"boudica": (3, 3), "fabian": (4, 4)}, {"dummy": (4, 3)}).weapon_of(
        "boudica", "spear", traits=("risky",)
    )
    fight.play("boudica", "strike dummy spear", thrown(4, 4, 1))
    assert fight.rolled_attack.target == "fabian"


@pytest.mark.rule("ingenuity", "B-13", "B-30", "N-2")
def test_the_surprised_react_only_if_the_table_lets_them() -> None:
    for said, may in (("no", False), ("yes", True)):
        fight = Fight({"roland": (3, 3)}, {"goblin": (4, 3)}, acting="foes", surprised=said)
        fight.turn_of(surprise=("foes",))
        assert answers(fight.board, fight.body("roland")) == may


@pytest.mark.rule("ingenuity", "B-30")
def test_without_a_reaction_left_or_stunned_nobody_reacts() -> None:
    for changes, may in (({}, True), ({"reactions": 0}, False), ({"conditions": suffering(stunned=1)}, False)):
        fight = Fight({"roland": (3, 3)}, {"goblin": (4, 3)}, acting="foes").sheet_of("roland", **changes)
        assert answers(fight.board, fight.body("roland")) == may


@pytest.mark.rule("ingenuity", "B-21")
def test_guard_adds_one_to_every_defence() -> None:
    fight = Fight({"boudica": (3, 3)}, {"dummy": (4, 3)}).sheet_of("dummy", conditions=suffering(guard=1))
    fight.play("boudica", "strike dummy spear", thrown(3, 3))
    assert terms(fight.rolled_attack.against) == {"EVA": 6, "guard": 1}
    assert fight.dealt == 2
