"""What is shown is what is played: odds against the frequency of ten thousand plays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from game.kit.testing.dice import d8, d20
from game.rules.dice import sides_of
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.odds import leave_it, odds
from game.rules.questions import Roll
from game.rules.ruleset import Outcome
from tests.rulesets.glog.kit import Fight, suffering

PLAYS = 10_000

SIGMAS = 4.5
"""A fair count strays farther than this about seven times in a million."""

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


def play_out(match: AnyMatch, key: str, random: Random) -> Outcome:
    """Play an option with dice, up to the end of the step."""
    play = match.fork(halt=True)
    before, mark = play.state, len(play.events)
    play.answer(key)
    while (question := play.pending) is not None:
        if isinstance(question, Roll):
            play.answer(tuple(random.randint(1, sides) for sides in sides_of(question.dice)))
        else:
            play.answer(leave_it(play, question))
    return match.ruleset.outcome(before, play.checkpoint, play.events[mark:])


POSITIONS = [boon_and_bane, bane, notch_offer, splinter, gambit_with_the_answer, bleeding_save]


@pytest.mark.parametrize("position", POSITIONS)
def test_odds_are_what_is_played(position: Callable[[], tuple[AnyMatch, str]]) -> None:
    match, key = position()
    shown = odds(match, key)
    assert not shown.sampled
    assert sum(p for _, p in shown.chances) == 1
    counts = dict.fromkeys((outcome for outcome, _ in shown.chances), 0)
    random = Random(20)
    for _ in range(PLAYS):
        counts[play_out(match, key, random)] += 1
    for outcome, p in shown.chances:
        slack = SIGMAS * sqrt(PLAYS * p * (1 - p)) + 1
        assert abs(counts[outcome] - PLAYS * p) <= slack, (
            f"{outcome}: {counts[outcome]} of {PLAYS}, shown {float(p):.4f}"
        )


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


@pytest.mark.rule("glog", "D-53")
def test_a_roll_reads_no_more_than_the_rules_do() -> None:
    fight = Fight({"hero": (5, 5)}, {"thug": (6, 5)}).until(BLOW)
    assert len(fight.rolled.outcomes()) == 4, "1, a miss, a hit, 20"
    dazed = Fight({"hero": (5, 5)}, {"thug": (6, 5)}).sheet_of("hero", conditions=suffering("dazed")).until(BLOW)
    assert len(dazed.rolled.outcomes()) <= 9
    asked = Fight({"hero": (5, 5)}, {"thug": (6, 5)}, fresh=True).match.pending
    assert isinstance(asked, Roll) and len(asked.outcomes()) == 2
