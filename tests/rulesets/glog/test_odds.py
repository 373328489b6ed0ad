"""What is shown is what is played: odds against the counts of thousands of plays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from game.kit.testing.fight import d8, d20
from game.kit.testing.played import compare_odds
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import odds
from game.rules.questions import Roll
from rulesets.glog.mind.damage import blows_in, toughness
from tests.rulesets.glog.kit import Fight, suffering

HERO, THUG = Id("hero"), Id("thug")
BLOW = "strike thug sword slashing"


def boon_and_bane() -> tuple[AnyMatch, str]:
    """A blow with two boons: the higher die counts."""
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}).sheet_of("thug", prone=True, conditions=suffering("off guard"))
    return fight.match, BLOW


def bane() -> tuple[AnyMatch, str]:
    """A dazed attacker."""
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}).sheet_of("hero", conditions=suffering("dazed"))
    return fight.match, BLOW


def notch_offer() -> tuple[AnyMatch, str]:
    """A full die has been rolled, and the weapon is notched for the wound that bleeds."""
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}).profile_of("thug", flesh=9).until(BLOW, d20(15), d8(8))
    return fight.match, "effect"


def splinter() -> tuple[AnyMatch, str]:
    """A critical hit stands, and the shield is not given up."""
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}, acting="foes").until("strike hero axe", d20(20), d8(8))
    fight.until("pass")
    return fight.match, "pass"


def gambit_with_the_answer() -> tuple[AnyMatch, str]:
    """The free attack that a failed gambit invites."""
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}).until("trip thug", d20(2))
    return fight.match, "strike hero axe"


def bleeding_save() -> tuple[AnyMatch, str]:
    """The end of a turn with two Saves."""
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}).sheet_of("hero", conditions=suffering("bleeding", "dazed"))
    return fight.turn_of(phase="turn", active="hero").match, "done"


POSITIONS = [boon_and_bane, bane, notch_offer, splinter, gambit_with_the_answer, bleeding_save]


@pytest.mark.parametrize("plays", [1_000, pytest.param(10_000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("position", POSITIONS)
def test_odds_are_what_is_played(position: Callable[[], tuple[AnyMatch, str]], plays: int) -> None:
    compare_odds(*position(), plays, Random(20).randint)


@pytest.mark.rule("glog", "D-26", "D-27", "D-30", "D-52")
def test_the_numbers_of_one_blow_by_hand() -> None:
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)})
    found = odds(fight.match, BLOW)
    assert found.hits(HERO, THUG) == Fraction(11, 20), "d20 + 2 against 12"
    common, critical = Fraction(1, 2) / 8, Fraction(1, 20) / 8
    assert found.harm(THUG) == {
        0: Fraction(9, 20),
        2: common + critical,  # a 1 and MIG: Grit or, critically, Flesh
        3: 7 * common + critical,  # Grit turns aside what is beyond 3
        4: critical,
        5: 5 * critical,  # all the Flesh there is
    }
    assert found.down(THUG) == 5 * critical
    to_grit = 2 * common + 3 * 7 * common
    assert found.by_bar(THUG) == ((to_grit, 3), (found.mean_harm(THUG) - to_grit, 5)), "Grit, then Flesh"


@pytest.mark.rule("glog", "D-53")
def test_a_roll_reads_no_more_than_the_rules_do() -> None:
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}).until(BLOW)
    assert len(fight.rolled.outcomes()) == 4, "1, a miss, a hit, 20"
    dazed = Fight({"hero": (5, 5)}, {"thug": (6, 5)}).sheet_of("hero", conditions=suffering("dazed")).until(BLOW)
    assert len(dazed.rolled.outcomes()) <= 9
    asked = Fight({"hero": (5, 5)}, {"thug": (6, 5)}, fresh=True).match.pending
    assert isinstance(asked, Roll) and len(asked.outcomes()) == 2


def test_the_toughest_that_can_be_written_is_weighed_up() -> None:
    """Units of a player's own may have ten thousand points of everything."""
    assert toughness(10_000, 10_000, 0, shield=False) == pytest.approx(2 * 10_000 / 4.5, rel=0.01)
    assert [blows_in(points) for points in (-1, 0, 1, 2, 3)] == pytest.approx([0, 0, 1, 1, 1 + 1 / 6])
