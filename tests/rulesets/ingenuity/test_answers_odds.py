"""What is shown of answers is what is played: odds against the counts of many plays."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from game.ai.belief import known_match
from game.kit.testing.fight import Dice
from game.kit.testing.played import compare_odds
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import odds
from game.rules.questions import Seat
from rulesets.ingenuity.sheet.sheet import Readied
from tests.rulesets.ingenuity.kit import Fight, thrown

FEW_AND_MANY = [1_000, pytest.param(10_000, marks=pytest.mark.nightly)]
"""Plays of each position, by day and by night."""


def dodging() -> tuple[AnyMatch, str]:
    """A dodge, and if it fails the edge of fainting."""
    fight = Fight({"fabian": (4, 3)}, {"guard": (3, 3)}, acting="foes")
    fight.profile_of("fabian", con=0).sheet_of("fabian", end=3, reactions=2)
    return fight.until("guard", "strike fabian spear", thrown(3, 4)).match, "dodge"


def a_blow() -> tuple[AnyMatch, str]:
    """A blow on somebody who may faint, or be brought to the edge of death."""
    fight = Fight({"boudica": (4, 3)}, {"guard": (3, 3)}, acting="foes")
    fight.profile_of("boudica", eva=5, physical=2).sheet_of("boudica", end=2, hp=6)
    return fight.until("guard").match, "strike boudica spear"


def breaking() -> tuple[AnyMatch, str]:
    """A block with a shield that breaks, by which somebody faints."""
    fight = Fight({"roland": (4, 3)}, {"guard": (3, 3)}, acting="foes").weapon_of("guard", "spear", damage=9)
    fight.profile_of("roland", con=2).sheet_of("roland", end=0, hp=9, wear={"medium-shield": 4}, reactions=2)
    return fight.until("guard", "strike roland spear", thrown(3, 4)).match, "block medium-shield"


def parrying() -> tuple[AnyMatch, str]:
    """A parry by somebody at the last of its health."""
    fight = Fight({"fabian": (4, 3)}, {"ogre": (2, 3)}, acting="foes").sheet_of("fabian", end=0, hp=4)
    return fight.until("ogre", "strike fabian maul", thrown(7, 3, of="d10+d6")).match, "parry dagger"


def astray() -> tuple[AnyMatch, str]:
    """A shot into a fight, where an ally may faint."""
    fight = Fight({"agnessa": (1, 3), "fabian": (9, 4)}, {"dummy": (9, 3)})
    fight.sheet_of("fabian", end=0, hp=9).sheet_of("dummy", end=1)
    return fight.until("agnessa").match, "shoot dummy shortbow"


def the_fallen() -> tuple[AnyMatch, str]:
    """A killing strike, and the sneak attack if it fails."""
    fight = Fight({"boudica": (3, 3), "roland": (9, 9)}, {"dummy": (4, 3), "guard": (9, 3)})
    fight.profile_of("dummy", con=5).sheet_of("dummy", end=0, hp=0, unconscious=True, prone=True)
    return fight.until("boudica").match, "kill dummy spear"


POSITIONS = [dodging, a_blow, breaking, parrying, astray, the_fallen]


@pytest.mark.parametrize("plays", FEW_AND_MANY)
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.__name__)
@pytest.mark.rule("ingenuity", "B-32", "B-58", "B-71", "B-73")
def test_odds_of_answers_are_what_plays_come_to(position: Callable[[], tuple[AnyMatch, str]], plays: int) -> None:
    match, key = position()
    compare_odds(match, key, plays, Random(11).randint)


# ------------------------------------------------------------------ what came to light a moment ago

ASKED = ["pass", "dodge", "parry dagger"]


def test_who_is_shot_at_out_of_hiding_is_told_the_odds_and_of_nobody_else_in_hiding() -> None:
    others: dict[str, tuple[int, int] | tuple[str, tuple[int, int]]]
    others = {"goblin-archer": (18, 3), "wolf": (20, 9), "thief": ("goblin", (20, 1))}
    fight = Fight({"fabian": (3, 3)}, others, hidden=("goblin-archer", "thief"), acting="foes")
    fight.profile_of("fabian", con=0).sheet_of("fabian", end=0, hp=9, reactions=2)
    shot = ("goblin-archer", "shoot fabian shortbow", thrown(3, 4, of="d6+d4"), Dice("d6", (2,)))
    known = known_match(fight.until(*shot).match, Seat("party"))
    assert known is not None
    assert set(known.state.combatants) == {"fabian", "goblin-archer", "wolf"}
    assert list(fight.asked.options.all_keys()) == ASKED
    for key in ASKED:
        assert odds(known, key) == odds(fight.match, key)


def test_who_is_met_by_what_was_held_back_is_told_the_odds() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (1, 11)}, {"guard": (9, 3), "goblin": (20, 9)})
    fight.play("boudica", "ready comes near strike spear", "guard").until("go 4,3", "take", thrown(3, 4))
    known = known_match(fight.match, Seat("foes"))
    assert known is not None
    assert odds(known, "dodge") == odds(fight.match, "dodge")


def test_what_is_still_held_back_is_on_no_guess() -> None:
    fight = Fight({"boudica": (3, 3), "roland": (1, 11)}, {"guard": (9, 3), "goblin": (20, 9)})
    fight.play("boudica", "ready comes near strike spear", "guard")
    known = known_match(fight.match, Seat("foes"))
    assert known is not None
    readied = known.state.combatants[Id("boudica")].sheet.readied
    assert readied == Readied("", "", "")
