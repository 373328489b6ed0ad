"""By the book: what a hold leaves free, and where somebody comes who is dragged or pushed (E-74, E-78, E-80)."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import check, d6, d20
from game.spatial.field import Feature, Zone
from rulesets.sovereign.play.events import PointsRolled
from tests.rulesets.sovereign.kit import Fight, ground

OPEN = ["." * 24] * 12
W1 = {"w1": ("skeletal-warrior", (6, 5)), "w9": ("skeletal-warrior", (20, 10))}


@pytest.mark.rule("sovereign", "E-51", "E-78", "S-63")
@pytest.mark.parametrize("holder", ["annora", "w1"])
def test_who_holds_or_is_held_may_get_up(holder: str) -> None:
    """Nobody moves from where it is by that, and the hold goes on."""
    fight = Fight({"annora": (5, 5)}, W1).sheet_of("annora", prone=True)
    fight.sheet_of(holder, grappling="w1" if holder == "annora" else "annora").play("annora")
    assert fight.keys("run") == []
    fight.play("stand")
    assert not fight.sheet("annora").prone
    assert fight.sheet(holder).grappling
    assert not fight.sheet("annora").move


@pytest.mark.rule("sovereign", "E-48", "E-50", "E-78", "S-63")
def test_hands_in_a_hold_draw_nothing_and_pick_nothing_up() -> None:
    fight = Fight({"annora": (5, 5)}, W1).sheet_of("w1", grappling="annora").thing("mace#1", "mace", (5, 6))
    fight.play("annora")
    assert fight.keys("draw") == fight.keys("pick up") == []
    assert fight.refusal("Pick up").rule == "E-78"
    assert Fight({"annora": (5, 5)}, W1).play("annora").keys("draw")


@pytest.mark.rule("sovereign", "E-17", "E-78", "S-63")
@pytest.mark.parametrize(("sheet", "rule"), [({"grappling": "w1"}, "E-78"), ({}, None)])
def test_no_whirlwind_in_a_hold(sheet: dict[str, str], rule: str | None) -> None:
    """It is once a fight, and would come to nothing."""
    fight = Fight({"edda": (5, 5)}, W1).sheet_of("edda", **sheet).play("edda")
    assert fight.offers("whirlwind") is (rule is None)
    if rule is not None:
        assert fight.refusal("Whirlwind").rule == rule


@pytest.mark.rule("sovereign", "E-17", "E-22")
def test_no_whirlwind_with_nobody_in_reach() -> None:
    fight = Fight({"edda": (1, 1)}, W1).play("edda")
    assert not fight.offers("whirlwind")
    assert fight.refusal("Whirlwind").rule == "E-22"


@pytest.mark.rule("sovereign", "E-80", "S-27")
def test_fire_burns_who_drags_somebody_through_it() -> None:
    """Where there is a way round, it is taken."""
    field = ground(*OPEN, features=(Feature("f", "fire", ((3, 5),), "Hearth"),))
    fight = Fight({"annora": (5, 5)}, W1, field=field).sheet_of("annora", grappling="w1")
    fight.play("annora", "drag 3,5", check(6, 6), d6(2))
    assert (fight.at("annora"), fight.at("w1")) == ((3, 5), (4, 5))
    assert (fight.last(PointsRolled).who, fight.last(PointsRolled).cause) == ("annora", "Hearth")
    assert fight.lost == [("annora", 2)]
    field = ground(*OPEN, features=(Feature("f", "fire", ((4, 5),)),))
    fight = Fight({"annora": (5, 5)}, W1, field=field).sheet_of("annora", grappling="w1")
    fight.play("annora", "drag 3,5", check(6, 6))
    assert fight.at("annora") == (3, 5)


@pytest.mark.rule("sovereign", "E-80", "S-27")
def test_who_falls_to_it_drags_nobody_farther() -> None:
    field = ground("#" * 24, "." * 24, "#" * 24, features=(Feature("f", "fire", ((4, 1),)),))
    foes = {"w1": ("skeletal-warrior", (6, 1)), "w9": ("skeletal-warrior", (20, 1))}
    fight = Fight({"annora": (5, 1), "bennett": (1, 1)}, foes, field=field).sheet_of("annora", grappling="w1")
    fight.play("annora", "drag 3,1", check(6, 6), d6(6))
    assert fight.sheet("annora").fell == 1
    assert (fight.at("annora"), fight.at("w1")) == ((4, 1), (6, 1))


@pytest.mark.rule("sovereign", "E-64", "E-74", "S-46")
@pytest.mark.parametrize("dark", [((6, 5),), ((6, 5), (7, 5))], ids=["into the light", "on in the dark"])
def test_where_somebody_is_pushed_is_known(dark: tuple[tuple[int, int], ...]) -> None:
    """Out of the dark, or farther into it: they who push know where to."""
    field = ground(*OPEN, zones=(Zone("z", "Night", dark, dark=True),))
    fight = Fight({"annora": (5, 5), "colette": (12, 5)}, W1, field=field).sheet_of("w1", known=False)
    assert not fight.play("colette").offers("shoot w1 small-bow")
    fight.play("other", "annora", "shove w1", d20(20), check(6, 6), "push 7,5", "done")
    assert fight.asked.who == "colette"
    assert fight.offers("shoot w1 small-bow")
