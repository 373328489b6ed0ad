"""Battles that could stand still for ever: what keeps two sides apart is got over, in every book."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from game import resources
from game.ai import opponent
from game.files.scenario import quick_setup
from game.kit.testing.fight import CellFight, ground
from game.play.dice import SeededDice
from game.rules import registry
from game.rules.match import Answerer, AnyMatch, HouseReferee, Match
from game.rules.questions import DICE, REFEREE, Seat
from game.rules.setup import Recruit
from game.spatial.field import Edge
from game.spatial.space import Space
from tests.laws.cases import shipped
from tests.rulesets.glog.kit import Fight as GlogFight
from tests.rulesets.ingenuity.kit import Fight as IngenuityFight
from tests.rulesets.sovereign.kit import Fight as SovereignFight

ON_CELLS: dict[str, tuple[Callable[..., CellFight[Any, Any]], str]] = {
    "sovereign": (SovereignFight, "bandit"),
    "ingenuity": (IngenuityFight, "brigand"),
    "glog": (GlogFight, "bandit"),
}
"""Fights of the books that are played on cells, and somebody there with hands."""

HANDS = {"sovereign": "S-65", "ingenuity": "N-10", "glog": "G-26", "murdham": "M-37", "einfelst": "W-53"}
"""The ruling of each book on those who have none."""

WAITS = 12
"""Rounds after which a battle in which nobody was attacked stands still."""


@pytest.mark.parametrize(
    "book", [pytest.param(book, marks=pytest.mark.rule(book, ruling)) for book, ruling in HANDS.items()]
)
def test_wolves_and_wolves_find_each_other_in_a_cellar_full_of_doors(book: str) -> None:
    """Nobody has hands, some doors are locked, and there is water in the middle."""
    rules = registry.ruleset(book)
    pack = tuple(Recruit("wolf") for _ in range(3))
    setup = quick_setup(shipped(resources.maps() / "cellar.tmx"), rules)
    setup = replace(setup, sides=tuple(replace(side, squad=pack) for side in setup.sides))
    space = Space(setup.field)
    assert "Harmed" in told(Match(rules, setup, space, rules.begin(setup, space), record=False))


@pytest.mark.parametrize(("begin", "man"), ON_CELLS.values(), ids=ON_CELLS)
def test_wolves_in_a_corridor_let_the_man_behind_them_through_to_the_door(
    begin: Callable[..., CellFight[Any, Any]], man: str
) -> None:
    rows = ("###############.....", "....................", "###############.....")
    field = ground(*rows, edges=(Edge("door", (14, 1), (14, 2), "door"),))
    wolves = {f"w{number}": ("wolf", (3 + number, 1)) for number in range(4)}
    fight = begin({"man": (man, (2, 1)), **wolves}, {"foe": ("wolf", (17, 1))}, field=field)
    assert {"EdgeChanged", "Harmed"} <= told(fight.match)


@pytest.mark.parametrize(("begin", "man"), ON_CELLS.values(), ids=ON_CELLS)
def test_who_is_too_big_for_a_door_stands_aside_for_who_is_not(
    begin: Callable[..., CellFight[Any, Any]], man: str
) -> None:
    """The large body, which the door is too narrow for, stands where it is opened from."""
    rows = ("....#.....", "....#.....", "..........", "....#.....")
    field = ground(*rows, edges=(Edge("door", (4, 2), (4, 3), "door"),))
    fight = begin({"ogre": (2, 2), "man": (man, (1, 1))}, {"foe": ("wolf", (8, 1))}, field=field)
    assert {"EdgeChanged", "Harmed"} <= told(fight.match)


def told(match: AnyMatch) -> set[str]:
    """The kinds of events of a battle of two AIs, as far as it may stand still."""
    seats: dict[Seat, Answerer] = {Seat(side.name): opponent("instinct", Seat(side.name)) for side in match.setup.sides}
    seats[DICE], seats[REFEREE] = SeededDice(0), HouseReferee()
    while match.pending is not None and match.ruleset.round_of(match.state) <= WAITS:
        answer = seats[match.pending.seat].answer(match, match.pending)
        assert answer is not None
        match.answer(answer)
    return {type(event).__name__ for event in match.events}
