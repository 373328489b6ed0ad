"""How somebody fares, in numbers and in words."""

from __future__ import annotations

import pytest

from game.rules.events import Id
from game.rules.ruleset import ObjectiveProgress
from game.rules.setup import Objective
from game.rules.standing import Bar, Boxes, Gear, Mark, Pool, Slot, Standing, called


def somebody(*bars: Bar, **more: object) -> Standing:
    return Standing(name="Ann", icon="mage", number=0, kind="mage", size=1, up=True, bars=bars, **more)  # type: ignore[arg-type]


def test_one_bar_is_told_by_its_numbers_alone() -> None:
    hurt = somebody(Bar("HP", 5, 8))
    assert (hurt.health, hurt.full, hurt.brief, hurt.fares) == (5, 8, "5/8", ("5/8",))


def test_several_bars_are_named_and_add_up() -> None:
    """Endurance goes before health, and what can still be lost is both."""
    tired = somebody(Bar("Endurance", 2, 6, "guard"), Bar("Health", 8, 8))
    assert (tired.health, tired.full, tired.brief) == (10, 14, "2/6  8/8")
    assert tired.fares == ("Endurance 2/6", "Health 8/8")
    assert [bar.hurt for bar in tired.bars] == [True, False]


def test_a_track_of_harm_is_worst_when_full() -> None:
    harmed = somebody(Bar("Harm", 2, 5, rising=True), Bar("Fear", 0, 4, "mind", rising=True))
    assert (harmed.health, harmed.full) == (7, 9)
    assert harmed.brief == "Harm 2 of 5 taken", "the bare numbers would be read as what is left"
    assert harmed.fares == ("Harm 2 of 5 taken", "Fear 0 of 4 taken")
    assert somebody(Bar("Harm", 0, 5, rising=True), Bar("Fear", 0, 4, "mind", rising=True)).brief == "unhurt"
    assert [bar.hurt for bar in harmed.bars] == [True, False]


def test_pools_and_conditions_are_told_after_the_bars() -> None:
    shown = somebody(
        Bar("HP", 5, 8), pools=(Pool("Focus", 1, 3), Pool("Luck", 2)), marks=(Mark("bleeding", 3), Mark("prone"))
    )
    assert shown.fares == ("5/8", "Focus 1/3", "Luck 2", "bleeding 3", "prone")
    assert shown.words == ("bleeding", "prone"), "a condition stays the same when its number changes"


def test_whoever_has_no_bar_has_no_numbers() -> None:
    crowd = somebody()
    assert (crowd.health, crowd.full, crowd.brief, crowd.fares) == (0, 0, "", ())
    assert Slot(Id("Ann")).badge == "" and called(crowd) == "Ann"


def test_gear_is_told_with_its_notches_once_it_has_some() -> None:
    assert Gear("In hand", "sword", 2, 3).told == "sword, 2 of 3 notches"
    assert Gear("In hand", "sword", 0, 3).told == Gear("In hand", "sword").told == "sword"


def test_after_a_battle_what_was_left_to_spend_no_longer_matters() -> None:
    shown = Standing(
        name="Ada",
        icon="",
        number=0,
        kind="hero",
        size=1,
        up=False,
        bars=(Bar("Endurance", 0, 6), Bar("Health", 2, 8)),
        pools=(Pool("Focus", 1, 3),),
        marks=(Mark("bleeding", 3),),
    )
    assert shown.came_out == ("Endurance 0/6", "Health 2/8", "down", "bleeding 3")


def test_after_a_battle_a_track_is_told_without_its_rows() -> None:
    track = Bar("Physical", 3, 9, rising=True, rows=(Boxes("lesser", 1, 2), Boxes("moderate", 1, 2)))
    assert somebody(track).fares == ("Physical 3 of 9 taken (1 of 2 lesser, 1 of 2 moderate)",)
    assert somebody(track).came_out == ("Physical 3 of 9 taken",)


@pytest.mark.parametrize(
    ("marks", "yielded", "told"),
    [
        ((Mark("dead", incapacity="lifeless"),), False, ("dead",)),
        ((Mark("asleep", incapacity="senseless"), Mark("held")), False, ("asleep", "held")),
        ((Mark("surrendered"),), True, ("surrendered",)),
        ((Mark("stunned", incapacity="reeling"),), False, ("down", "stunned")),
        ((), False, ("down",)),
    ],
)
def test_who_is_down_is_so_once(marks: tuple[Mark, ...], yielded: bool, told: tuple[str, ...]) -> None:
    shown = Standing(name="Ada", icon="", number=0, kind="hero", size=1, up=False, yielded=yielded, marks=marks)
    assert shown.fares == shown.came_out == told


def test_how_far_a_side_has_come_names_whom_it_protects() -> None:
    ward = Objective("protect", "red", who="Ann", rounds=5)
    assert ObjectiveProgress(ward, 2, 5).told == "Ann kept safe 2 of 5 rounds"
    fall = ObjectiveProgress(Objective("fell", "red", who="Ann"), 0, 1)
    assert (fall.told, fall.sought) == ("Ann felled: 0 of 1", "fell Ann")
    assert ObjectiveProgress(Objective("survive", "red", rounds=5), 2, 5).told == "lasted 2 of 5 rounds"
