"""What cover, darkness and nearness do to attacks, and who may answer them."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import d6
from game.spatial.field import Field, Zone
from rulesets.ingenuity.play.geometry import answers
from tests.rulesets.ingenuity.kit import Fight, ground, suffering, terms, thrown

PILLAR = ground(
    "............",
    "............",
    "............",
    ".......#....",
    "............",
    "............",
    "............",
)


def shot(target: tuple[int, int], *, covered: bool) -> str:
    """Why the last die of a shot is rolled, at somebody beside a pillar."""
    fight = Fight({"agnessa": (1, 3)}, {"dummy": target}, field=PILLAR)
    if covered:
        fight.sheet_of("dummy", conditions=suffering(cover=1))
    fight.until("agnessa")
    return fight.option("shoot dummy shortbow").about.brief


@pytest.mark.rule("ingenuity", "B-25")
def test_who_has_sought_cover_is_harder_to_shoot_from_beyond_it_and_only_from_there() -> None:
    assert shot((8, 2), covered=True) == "disadvantage"
    assert shot((8, 2), covered=False) == ""
    assert shot((6, 3), covered=True) == ""


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
