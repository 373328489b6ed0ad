"""The numbers that the glossary tells are those that are played."""

from __future__ import annotations

from functools import partial

import pytest

from game.kit.cover import Cover
from rulesets.sovereign import RULESET
from rulesets.sovereign.play.actions import CHARGE
from rulesets.sovereign.play.attack import swarmed
from rulesets.sovereign.play.geometry import FEET, Look
from rulesets.sovereign.play.numbers import CHARGED, GUARD, Mode, attack_terms, size_penalty
from rulesets.sovereign.play.snapping import SNAP
from rulesets.sovereign.play.swarming import FULL, swarm_tally
from tests.rulesets.helping import numbers_told
from tests.rulesets.sovereign.kit import Fight, terms

NEAR, FAR = Look(FEET, "no cover"), Look(6 * FEET, "no cover")

told = partial(numbers_told, RULESET.glossary)


def added(at: Look, mode: Mode, *, prone: bool = False, itself: bool = False) -> dict[str, int]:
    """What is added to an attack with a dagger, by its rule."""
    me = Fight({"colette": (5, 5)}, {"ogre": (6, 5)}).sheet_of("colette", prone=itself).body("colette")
    return terms(attack_terms(me, me.sheet.weapon("dagger"), mode, at, prone=prone))


@pytest.mark.rule("sovereign", "E-58", "E-59")
def test_the_help_on_the_prone() -> None:
    at_it = added(FAR, "thrown", prone=True)["E-58"], added(NEAR, "melee", prone=True)["E-58"]
    assert told("prone") == [*at_it, added(NEAR, "melee", itself=True)["E-59"]]


@pytest.mark.rule("sovereign", "E-61", "E-62")
def test_the_help_on_cover_and_throws() -> None:
    kinds: tuple[Cover, ...] = ("half cover", "full cover")
    for cover in kinds:
        assert told(cover) == [added(NEAR._replace(cover=cover), "melee")["E-61"]]
    assert told("thrown") == [added(NEAR._replace(engaged=True), "thrown")["E-62"]]


@pytest.mark.rule("sovereign", "E-25", "E-29", "E-32", "E-41")
def test_the_help_on_what_is_done() -> None:
    assert told("total defense") == [GUARD]
    assert told("charged") == [CHARGE.total, -CHARGED]
    assert told("snap attack") == [SNAP.total]
    assert told("swarming") == [swarm_tally(1).total, swarmed(1, 9)[1]]
    assert swarm_tally(FULL - 1) == swarm_tally(3), "three at most"


@pytest.mark.rule("sovereign", "E-81")
def test_the_help_on_bulk() -> None:
    def harder(mine: str, its: str, *, human: bool) -> int:
        fight = Fight({"colette": (5, 5)}, {"ogre": (6, 5)}).profile_of("colette", bulk=mine)
        fight.profile_of("ogre", bulk=its, humanoid=human)
        return -size_penalty(fight.body("colette"), fight.body("ogre"))

    assert told("large body") == [harder("man", "large", human=True), harder("man", "large", human=False)]
    assert told("huge body") == [harder("man", "huge", human=True), harder("large", "huge", human=True)]
