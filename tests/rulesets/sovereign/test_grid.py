"""By the book: The Grid, Line of Sight and Cover, movement, and heights in melee (rulings S-52, S-53)."""

from __future__ import annotations

import pytest

from game.kit.conditions import Condition
from game.kit.cover import cover_of
from game.kit.testing.fight import check, d4, d6, d20
from game.rules.events import Id
from game.rules.questions import Roll
from game.spatial.field import UNIT, Cell, Edge, Feature, Field, Terrain, Zone
from game.spatial.places import as_cell
from rulesets.sovereign.play.events import AttackRolled, Did, PointsRolled
from rulesets.sovereign.play.geometry import corners, engaged, feet_between, perceives, threatens
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


WALK = ground(*["." * 6 + "2" * 6 + "." * 12] * 12)
"""A walk ten feet up from column 6 to column 11, open ground on either side."""

PILLAR = ground(*["." * 24] * 5, "." * 6 + "8" + "." * 17, *["." * 24] * 6)
"""A pillar forty feet high at 6,5."""

STEP = ground(*["." * 6 + "1" * 6 + "." * 12] * 12)
"""A ledge five feet up."""


def above(unit: str = "bandit", at: Cell = (6, 5), field: Field = WALK, **sheet: object) -> Fight:
    """Annora at the foot of a wall, and a foe on top of it right above her."""
    fight = Fight({"annora": (5, 5), "bennett": (4, 6)}, {"b1": (unit, at)}, field=field)
    return fight.sheet_of("b1", **sheet)


@pytest.mark.rule("sovereign", "S-52", "E-22", "E-75", "E-74")
@pytest.mark.parametrize(("field", "feet", "reaches"), [(STEP, 5, True), (WALK, 10, False), (PILLAR, 40, False)])
def test_a_sword_does_not_reach_up_a_wall(field: Field, feet: int, reaches: bool) -> None:
    fight = above(field=field)
    assert feet_between(fight.board, fight.body("annora"), fight.body("b1")) == feet
    fight.play("annora")
    for key in ("strike b1 short-sword", "strike b1 unarmed", "grapple b1", "shove b1", "swarm b1"):
        assert fight.offers(key) == reaches, key


@pytest.mark.rule("sovereign", "S-52", "E-22")
def test_ten_feet_of_wall_are_within_a_spears_reach() -> None:
    fight = Fight({"gisela": (5, 5)}, {"b1": ("bandit", (6, 5))}, field=WALK).play("gisela")
    assert fight.offers("strike b1 spear")
    assert not fight.offers("strike b1 mace")
    assert (
        not Fight({"gisela": (5, 5)}, {"b1": ("bandit", (6, 5))}, field=PILLAR).play("gisela").offers("strike b1 spear")
    )


@pytest.mark.rule("sovereign", "S-52")
def test_an_ogre_fills_ten_feet() -> None:
    """Its head is beside the feet of a man on the walk, and its own feet are not."""
    fight = Fight({"annora": (6, 5)}, {"ogre": (4, 5)}, field=WALK)
    assert feet_between(fight.board, fight.body("annora"), fight.body("ogre")) == 5
    fight = Fight({"annora": (5, 5)}, {"ogre": (6, 5)}, field=WALK)
    assert feet_between(fight.board, fight.body("annora"), fight.body("ogre")) == 10


@pytest.mark.rule("sovereign", "S-52", "E-19", "E-45")
@pytest.mark.parametrize(
    ("unit", "field", "strikes"),
    [("bugbear", WALK, False), ("bandit", WALK, True), ("bugbear", STEP, True), ("bandit", PILLAR, False)],
)
def test_openings_are_struck_at_from_above_only_within_reach(unit: str, field: Field, strikes: bool) -> None:
    """A bandit's spear reaches ten feet, a bugbear's short sword five."""
    fight = above(unit, field=field).play("annora", "run 1,5")
    assert (fight.opportunities == ["b1"]) == strikes


@pytest.mark.rule("sovereign", "S-52", "E-24", "E-63")
@pytest.mark.parametrize(("unit", "locked"), [("bugbear", False), ("bandit", True)])
def test_a_bow_is_locked_only_by_who_reaches_down(unit: str, locked: bool) -> None:
    fight = Fight({"colette": (5, 5)}, {"b1": (unit, (6, 5)), "b2": ("bandit", (1, 5))}, field=WALK)
    fight.profile_of("colette", feats=())
    assert engaged(fight.board, fight.body("colette")) == locked
    assert fight.play("colette").offers("shoot b2 small-bow") != locked


@pytest.mark.rule("sovereign", "S-52", "E-52", "E-58")
def test_a_prone_target_far_below_is_a_distant_one() -> None:
    for field, modifier in ((WALK, -2), (STEP, 2)):
        fight = Fight({"colette": (6, 5)}, {"b1": ("skeletal-archer", (5, 5))}, field=field).sheet_of("b1", prone=True)
        fight.play("colette", "shoot b1 small-bow", d20(1))
        assert terms(fight.last(AttackRolled).tally)["E-58"] == modifier


@pytest.mark.rule("sovereign", "S-52", "E-93")
@pytest.mark.parametrize(("field", "near"), [(WALK, False), (STEP, True)])
def test_first_aid_does_not_reach_down_a_wall(field: Field, near: bool) -> None:
    fight = Fight({"bennett": (6, 5), "annora": (5, 5)}, {"b1": ("bandit", (20, 5))}, field=field)
    fight.sheet_of("annora", hp=0, fell=1, prone=True).play("bennett")
    assert fight.offers("aid annora") == near


@pytest.mark.rule("sovereign", "S-52", "E-50")
@pytest.mark.parametrize(("field", "near"), [(WALK, False), (STEP, True)])
def test_nothing_is_picked_up_from_the_foot_of_a_wall(field: Field, near: bool) -> None:
    fight = Fight({"bennett": (6, 5)}, {"b1": ("bandit", (20, 5))}, field=field).thing("mace#1", "mace", (5, 5))
    assert fight.play("bennett").offers("pick up mace#1") == near


@pytest.mark.rule("sovereign", "S-52", "E-64")
@pytest.mark.parametrize(("field", "seen"), [(WALK, False), (STEP, True)])
def test_in_the_dark_one_is_seen_from_five_feet_not_ten(field: Field, seen: bool) -> None:
    night = Zone("night", "Night", tuple((x, y) for x in range(24) for y in range(12)), dark=True)
    dark = ground(*["." * 6 + ("2" if field is WALK else "1") * 6 + "." * 12] * 12, zones=(night,))
    fight = Fight({"annora": (5, 5)}, {"b1": ("bandit", (6, 5))}, field=dark).sheet_of("b1", known=False)
    assert perceives(fight.board, "party", fight.body("b1")) == seen


@pytest.mark.rule("sovereign", "S-52", "E-29")
def test_a_swarm_gathers_only_within_reach() -> None:
    foes = {"w1": ("skeletal-warrior", (6, 5)), "w2": ("skeletal-warrior", (4, 5))}
    fight = Fight({"annora": (5, 5)}, foes, field=WALK, acting="foes").play("w1")
    assert not fight.offers("swarm annora"), "ten feet above her"
    assert fight.play("done", "w2").offers("swarm annora")


@pytest.mark.rule("sovereign", "S-52", "E-34", "E-38")
def test_nobody_screens_from_the_top_of_a_wall() -> None:
    fight = Fight({"annora": (6, 5), "colette": (5, 5)}, {"w1": ("skeletal-warrior", (4, 5))}, field=WALK).play(
        "annora"
    )
    assert not any(family.verb == "screen colette" and family.places for family in fight.asked.options.families)


@pytest.mark.rule("sovereign", "S-14", "E-39")
@pytest.mark.parametrize(("ward", "guard", "stops"), [((18, 5), (18, 4), True), ((8, 5), (7, 4), False)])
def test_a_shot_from_a_pillar_passes_over_those_at_its_foot(ward: Cell, guard: Cell, stops: bool) -> None:
    """Colette shoots from forty feet up: far off the line comes down to the guard, near it passes overhead."""
    foes = {"w1": ("bandit", ward), "w2": ("man-at-arms", guard)}
    fight = Fight({"colette": (6, 5)}, foes, field=PILLAR).sheet_of(
        "w2", conditions=(Condition("screening", "turn begins", Id("w1")),)
    )
    near = feet_between(fight.board, fight.body("colette"), fight.body("w2"))
    assert near == feet_between(fight.board, fight.body("colette"), fight.body("w1")), "not nearer to her than its ward"
    fight.play("colette", "shoot w1 small-bow")
    question = fight.match.pending
    assert isinstance(question, Roll)
    assert (question.dice == "2d6") == stops


def gripping(field: Field, at: Cell = (5, 5), held: Cell = (6, 5)) -> Fight:
    """Annora holds a skeleton."""
    fight = Fight({"annora": at}, {"w1": ("skeletal-warrior", held)}, field=field)
    return fight.sheet_of("annora", grappling="w1").sheet_of("w1", hp=20)


@pytest.mark.rule("sovereign", "S-53", "E-74", "E-80")
def test_nobody_is_shoved_or_hurled_up_a_wall() -> None:
    fight = Fight({"annora": (4, 5)}, {"w1": ("skeletal-warrior", (5, 5))}, field=WALK)
    fight.play("annora", "shove w1", d20(20), check(6, 6))
    assert not any(as_cell(place)[0] == 6 for family in fight.asked.options.families for place in family.places)
    assert fight.offers("push 5,4")
    fight = gripping(WALK, (4, 5), (5, 5)).play("annora")
    assert not fight.offers("hurl 6,5")
    assert fight.offers("hurl 5,6")


@pytest.mark.rule("sovereign", "S-53", "E-74")
def test_one_may_be_shoved_off_it_and_falls() -> None:
    fight = Fight({"annora": (7, 5)}, {"w1": ("skeletal-warrior", (6, 5))}, field=WALK).sheet_of("w1", hp=20)
    fight.play("annora", "shove w1", d20(20), check(6, 6), "push 5,5", d6(4))
    assert fight.at("w1") == (5, 5)
    assert fight.lost == [("w1", 4)]
    assert fight.sheet("w1").prone
    assert "Skeletal warrior 1, a fall of 10 ft: 1d6 4 = 4 damage" in fight.log
    assert fight.last(PointsRolled).by == "annora"


@pytest.mark.rule("sovereign", "S-53", "E-74")
@pytest.mark.parametrize("kind", ["window", "door", "slit", "portcullis"])
def test_nobody_is_shoved_through_a_window_or_a_shut_door(kind: str) -> None:
    edge = Edge("e", (6, 5), (6, 6), kind, "closed", sill=10, lintel=40, gap=5)  # type: ignore[arg-type]
    field = ground(*["." * 12] * 12, edges=(edge,))
    fight = Fight({"annora": (4, 5)}, {"w1": ("skeletal-warrior", (5, 5))}, field=field)
    fight.play("annora", "shove w1", d20(20), check(6, 6))
    assert not fight.offers("push 6,5")


@pytest.mark.rule("sovereign", "S-53")
def test_nobody_is_dragged_up_or_down_where_nobody_walks() -> None:
    ends = {place for family in gripping(WALK).play("annora").asked.options.families for place in family.places}
    assert ends
    fight = gripping(WALK, (4, 5), (5, 5)).play("annora")
    assert fight.offers("drag 2,5")
    fight.play("drag 2,5", check(6, 6))
    assert fight.at("w1") == (3, 5)


@pytest.mark.rule("sovereign", "S-27", "S-53", "E-74")
def test_whoever_is_shoved_into_a_fire_is_burnt() -> None:
    fire = Feature("f", "fire", ((6, 5), (6, 6)), "Brazier", "d4")
    field = ground(*["." * 12] * 12, features=(fire,))
    fight = Fight({"annora": (4, 5)}, {"w1": ("skeletal-warrior", (5, 5))}, field=field).sheet_of("w1", hp=20)
    fight.play("annora", "shove w1", d20(20), check(6, 6), "push 6,5", d4(3))
    assert fight.lost == [("w1", 3)]


@pytest.mark.rule("sovereign", "S-53", "S-40", "E-74")
def test_whoever_is_shoved_into_an_ambusher_finds_it() -> None:
    foes = {"w1": ("skeletal-warrior", (4, 4)), "b1": ("bandit", (4, 3))}
    fight = Fight({"annora": (4, 5)}, foes).sheet_of("b1", hidden=True, known=False).turn_of(phase="turn")
    fight.play("annora", "shove w1", d20(20), check(6, 6))
    assert fight.offers("push 4,3"), "whom she does not know of bars nobody"
    fight.play("push 4,3")
    assert fight.at("w1") == (4, 4)
    assert not fight.sheet("b1").hidden
    assert fight.last(Did).what == "runs into"


@pytest.mark.rule("sovereign", "S-52")
def test_who_threatens_is_one_question_at_every_place_and_height() -> None:
    field = ground("..11..2222..", "..11..2222..", "..####......", "1111....3333", "............", "....2.......")
    for unit, at, reach in (("bandit", (3, 0), 10), ("bugbear", (6, 1), 5), ("ogre", (6, 3), 10)):
        fight = Fight({"annora": (0, 5)}, {"x": (unit, at)}, field=field)
        foe, space = fight.body("x"), fight.board.space
        size = foe.sheet.profile.size
        for place in [(x, y) for y in range(6) for x in range(12) if space.standable((x, y))]:
            near = 5 * space.distance(at, place, size, 1) <= reach
            assert threatens(fight.board, foe, place) == (near and space.sees(at, place, size, 1)), (unit, place)
