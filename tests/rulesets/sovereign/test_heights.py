"""Heights in melee: empty height counts like empty squares, and nobody is forced up a wall (rulings S-52, S-53)."""

from __future__ import annotations

import pytest

from game.kit.conditions import Condition
from game.kit.testing.fight import check, d4, d6, d20
from game.rules.events import Id
from game.rules.questions import Roll
from game.spatial.field import Cell, Edge, Feature, Field, Zone
from game.spatial.places import as_cell
from rulesets.sovereign.play.events import AttackRolled, Did, PointsRolled
from rulesets.sovereign.play.geometry import engaged, feet_between, perceives, threatens
from tests.rulesets.sovereign.kit import Fight, ground, terms

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
