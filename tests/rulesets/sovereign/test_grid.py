"""By the book: The Grid, Line of Sight and Cover, and the rules of movement on the grid."""

from __future__ import annotations

import pytest

from game.kit.cover import cover_of
from game.kit.testing.fight import check, d6, d20
from game.spatial.field import UNIT, Edge, Terrain
from rulesets.sovereign.play.events import AttackRolled
from rulesets.sovereign.play.geometry import corners
from tests.rulesets.sovereign.kit import Fight, ground, terms


def cover(fight: Fight, attacker: str, target: str) -> str:
    """The book's word for what one has from another."""
    return cover_of(corners(fight.board, fight.body(attacker), fight.body(target)))


@pytest.mark.rule("sovereign", "E-01", "E-45")
def test_thirty_feet_are_six_squares() -> None:
    fight = Fight({"annora": (0, 0)}, {"w1": ("skeletal-warrior", (11, 0))}, field=ground("............"))
    fight.play("annora")
    assert fight.offers("run 6,0")
    assert not fight.offers("run 7,0")


@pytest.mark.rule("sovereign", "E-02", "S-10")
def test_bodies_do_not_block_sight_and_walls_do() -> None:
    foes = {"w1": ("skeletal-warrior", (5, 0))}
    fight = Fight({"colette": (0, 0), "annora": (2, 0)}, foes, field=ground("......")).play("colette")
    assert fight.offers("shoot w1 small-bow")
    assert cover(fight, "colette", "w1") == "no cover"
    fight = Fight({"colette": (0, 0), "annora": (1, 0)}, foes, field=ground("...#..")).play("colette")
    assert not fight.offers("shoot w1 small-bow")
    assert fight.refusal("Attack Skeletal warrior").rule == "E-02"


@pytest.mark.rule("sovereign", "E-02", "E-03", "S-11")
def test_any_point_to_any_point_so_a_corner_may_be_looked_round() -> None:
    field = ground("..", ".#", "..")
    fight = Fight({"colette": (0, 0)}, {"w1": ("skeletal-warrior", (1, 2))}, field=field)
    assert cover(fight, "colette", "w1") == "half cover", "centre to centre the wall is in the way"


@pytest.mark.rule("sovereign", "E-03", "E-61")
def test_half_cover_behind_a_pillar_and_from_one_side_only() -> None:
    field = ground("....#...", "........", "........")
    fight = Fight({"colette": (0, 0)}, {"a1": ("skeletal-archer", (5, 1))}, field=field)
    assert cover(fight, "colette", "a1") == "half cover"
    fight.play("colette", "shoot a1 small-bow", d20(2))
    assert terms(fight.last(AttackRolled).tally)["E-61"] == -2


@pytest.mark.rule("sovereign", "E-04", "E-61")
def test_full_cover_behind_a_slit() -> None:
    slit = Edge("slit", (4, 0), (4, 1), "slit", gap=UNIT // 5)
    field = ground("......", "####..", edges=(slit,))
    fight = Fight({"colette": (0, 0)}, {"a1": ("skeletal-archer", (5, 0))}, field=field)
    assert cover(fight, "colette", "a1") == "full cover"
    fight.play("colette", "shoot a1 small-bow", d20(2))
    assert terms(fight.last(AttackRolled).tally)["E-61"] == -4


@pytest.mark.rule("sovereign", "E-05", "E-03")
def test_cover_works_up_and_down() -> None:
    crate = Fight({"colette": (0, 0)}, {"a1": ("skeletal-archer", (5, 0))}, field=ground("....c.."))
    assert cover(crate, "colette", "a1") == "half cover", "three feet of wood hide its feet"
    ledge = Fight({"colette": (0, 0)}, {"a1": ("skeletal-archer", (6, 0))}, field=ground("0000222"))
    assert cover(ledge, "colette", "a1") == "half cover", "the rim hides its feet"
    below = Fight({"colette": (4, 0)}, {"a1": ("skeletal-archer", (0, 0))}, field=ground("0000222"))
    assert cover(below, "colette", "a1") == "no cover", "looking down costs nothing"


@pytest.mark.rule("sovereign", "E-06", "S-31")
def test_friends_may_be_passed_but_not_ended_on() -> None:
    fight = Fight({"annora": (0, 0), "bennett": (2, 0)}, {"w1": ("skeletal-warrior", (11, 0))}, field=ground("." * 12))
    fight.play("annora")
    assert not fight.offers("run 2,0")
    fight.play("run 4,0")
    assert fight.at("annora") == (4, 0)


@pytest.mark.rule("sovereign", "E-06")
def test_foes_bar_the_way_while_they_stand() -> None:
    fight = Fight({"annora": (0, 0)}, {"w1": ("skeletal-warrior", (3, 0)), "w2": ("skeletal-warrior", (8, 0))},
                  field=ground("." * 9)).play("annora")  # fmt: skip
    assert not fight.offers("run 4,0")
    fight = Fight({"annora": (0, 0)}, {"w1": ("skeletal-warrior", (3, 0)), "w2": ("skeletal-warrior", (8, 0))},
                  field=ground("." * 9)).sheet_of("w1", hp=0, dead=True).play("annora")  # fmt: skip
    assert fight.offers("run 4,0")
    assert fight.offers("run 3,0"), "the dead bar nothing"


def brought_round(above: str) -> Fight:
    """Annora, who lies dying at 5,5, is healed there while somebody else stands in her place."""
    foes = {"w1": ("skeletal-warrior", (6, 9)), "w9": ("skeletal-warrior", (20, 5))}
    fight = Fight({"hadrian": (4, 5), "annora": (5, 5), "bennett": (4, 9)}, foes)
    fight.sheet_of("annora", hp=0, fell=1, prone=True).place_of(above, (5, 5))
    return fight.play("hadrian", "cast knitting-hand annora", d6(3), "done")


@pytest.mark.rule("sovereign", "S-69", "E-06", "E-51")
@pytest.mark.parametrize("above", ["bennett", "w1"])
def test_who_is_brought_round_under_somebody_can_not_get_up_there(above: str) -> None:
    """Friend or foe: it crawls off, or the other goes."""
    fight = brought_round(above).play("annora")
    assert not fight.offers("stand")
    assert fight.refusal("Stand up").rule == "E-06"
    assert fight.body(above).sheet.profile.name in fight.refusal("Stand up").why
    fight.play("run 7,5")
    assert fight.at("annora") == (7, 5)
    fight.play("stand")
    assert not fight.sheet("annora").prone
    assert not fight.sheet("annora").main, "the Move Action went on crawling"


@pytest.mark.rule("sovereign", "S-69", "E-06")
@pytest.mark.parametrize(
    ("above", "acts"), [("bennett", ("bennett",)), ("w1", ("annora", "done", "bennett", "done", "w1"))]
)
def test_the_other_goes_as_it_likes_and_does_not_come_back(above: str, acts: tuple[str, ...]) -> None:
    fight = brought_round(above).play(*acts)
    assert fight.offers("run 7,5")
    fight.play("run 7,5")
    assert fight.at(above) == (7, 5)
    assert not fight.offers("run 5,5")
    if above == "bennett":
        fight.play("done", "annora", "stand")
        assert not fight.sheet("annora").prone


@pytest.mark.rule("sovereign", "S-69", "E-06")
def test_two_large_bodies_get_out_of_each_others_place() -> None:
    """One step does not take them apart, and neither bars the other's way."""
    fight = Fight({"annora": (2, 2)}, {"ogre": (6, 5)}).profile_of("annora", size=2, bulk="large")
    fight.place_of("annora", (6, 5)).sheet_of("annora", prone=True).play("annora")
    assert not fight.offers("stand")
    assert not fight.offers("run 7,5"), "half of it is the ogre's"
    fight.play("run 8,5")
    assert fight.at("annora") == (8, 5)
    assert not fight.offers("run 6,5")


@pytest.mark.rule("sovereign", "S-69", "E-11")
def test_who_gets_up_into_somebody_in_ambush_meets_it() -> None:
    """The menu tells nothing of who hides there."""
    foes = {"w1": ("skeletal-warrior", (6, 9)), "w9": ("skeletal-warrior", (20, 11))}
    fight = Fight({"hadrian": (12, 5), "annora": (5, 5)}, foes).sheet_of("annora", hp=0, fell=1, prone=True)
    fight.place_of("w1", (5, 5)).sheet_of("w1", hidden=True)
    fight.play("hadrian", "run 6,5", "cast knitting-hand annora", d6(3), "done", "annora", "stand")
    assert fight.sheet("annora").prone
    assert not fight.sheet("annora").move
    assert "Annora runs into Skeletal warrior 1" in fight.log
    assert not fight.offers("stand")


@pytest.mark.rule("sovereign", "E-06")
def test_eight_times_the_bulk_wades_through_foes() -> None:
    field = ground("." * 10, "." * 10)
    fight = Fight({"annora": (3, 0), "bennett": (9, 0)}, {"ogre": (0, 0)}, field=field, acting="foes").play("ogre")
    assert fight.offers("run 4,0"), "four squares, two of them hard ground for half of its bulk"
    assert not fight.offers("run 5,0")
    assert not fight.offers("run 2,0"), "it would come to rest on her"


@pytest.mark.rule("sovereign", "E-06")
def test_corners_are_adjacent_and_every_step_is_five_feet() -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (6, 6))}).play("annora")
    assert fight.offers("strike w1 short-sword")
    fight = Fight({"annora": (6, 6)}, {"w1": ("skeletal-warrior", (20, 6))}).play("annora")
    assert fight.offers("run 0,0"), "six diagonal steps, 30 ft"


@pytest.mark.rule("sovereign", "E-06")
def test_hard_ground_costs_ten_feet() -> None:
    fight = Fight({"annora": (0, 0)}, {"w1": ("skeletal-warrior", (9, 0))}, field=ground(".~~.......")).play("annora")
    assert fight.offers("run 4,0")
    assert not fight.offers("run 5,0")


@pytest.mark.rule("sovereign", "E-06")
def test_no_corner_of_a_wall_or_a_foe_is_cut() -> None:
    walls = ground("..", "#.")
    fight = Fight({"annora": (0, 0)}, {"w1": ("skeletal-warrior", (1, 0))}, field=walls).play("annora")
    assert not fight.offers("run 1,1"), "past a wall and a foe"
    fight = Fight({"annora": (0, 0)}, {"w1": ("skeletal-warrior", (1, 0))}, field=ground("..", "..")).play("annora")
    fight.play("run 1,1")
    assert fight.let_be == [], "round by 0,1, never out of reach"
    assert fight.at("annora") == (1, 1)


@pytest.mark.rule("sovereign", "E-06")
def test_a_radius_is_a_square_of_twice_that_side() -> None:
    foes = {f"b{n}": ("bandit", at) for n, at in enumerate([(12, 4), (14, 6), (10, 2), (15, 4), (12, 7)])}
    fight = Fight({"hadrian": (2, 4)}, foes)
    fight.play("hadrian", "cast bursting-star 12,4", STAR, *[d20(20)] * 3)
    assert [who for who, _ in fight.lost] == ["b0", "b1", "b2"], "10 ft to each side, corners too"


STAR = check(1, 1)
"""The star's 2d6."""


@pytest.mark.rule("sovereign", "E-06")
def test_terrain_that_is_a_wall_can_not_be_entered() -> None:
    fight = Fight({"annora": (0, 0)}, {"w1": ("skeletal-warrior", (5, 0))}, field=ground("..#...")).play("annora")
    assert not fight.offers("run 2,0")
    assert not fight.offers("run 3,0")
    assert Terrain().cost == 1


def test_falling_hurts_by_the_height() -> None:
    field = ground("2200000", "2200000", "2200000")
    fight = Fight({"annora": (0, 1)}, {"w1": ("skeletal-warrior", (1, 1))}, field=field)
    fight.play("annora", "shove w1", d20(15), check(6, 6), "push 2,1", d6(4))
    assert fight.at("w1") == (2, 1)
    assert fight.hp("w1") == 1, "ten feet, d6"
    assert fight.sheet("w1").prone


@pytest.mark.rule("sovereign", "E-16", "E-45")
def test_what_a_short_run_wastes_is_told_before_it_is_made() -> None:
    fight = Fight({"annora": (0, 0)}, {"w1": ("skeletal-warrior", (11, 0))}, field=ground("............"))
    about = fight.play("annora").option("run 1,0").about
    assert about.spends is not None
    assert about.spends.told == "uses the Move Action; 25 ft of it would be lost (E-16)"
    assert about.spends.told in about.warned
    assert about.on_board == "5 ft · Move Action, 25 ft lost"
    whole = fight.option("run 6,0").about
    assert whole.on_board == "30 ft · Move Action"
    assert whole.warned == ()
    second = fight.play("run 6,0").option("run 5,0").about
    assert second.on_board == "5 ft · Main Action, 25 ft lost"
