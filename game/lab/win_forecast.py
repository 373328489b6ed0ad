"""Win forecast of a battle before it begins: quick AIs fight it a few times, and how often each side wins.

Twenty battles say little, and the words say no more than those do.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.lab.arena import Contest, Fought, wilson
from game.lab.minds import AILevel
from game.play.start import StartRequest, setup_of
from game.rules.ruleset import BadSetup
from game.rules.setup import Setup

BATTLES = 20
"""Battles that are fought, unless told otherwise."""

FEWEST = 10
"""Battles before which nothing is said: fewer prove next to nothing."""

EVEN = 0.6
"""Up to this share of the decided battles a side is not called the stronger."""

CLEAR = 0.6
"""A side is clearly the stronger if at least this share is to be expected, with all the luck against it."""


class ForecastCounts(msgspec.Struct, frozen=True):
    """How the battles ended that were fought."""

    first: int = 0
    """Won by the first side."""
    second: int = 0
    draws: int = 0

    @property
    def battles(self) -> int:
        """All of them."""
        return self.first + self.second + self.draws


def contest_of(wanted: StartRequest, battles: int = BATTLES, seed: int = 1) -> Contest:
    """The battles that tell what to expect: of the quickest AIs, each side at its own place.

    Raises BadFile, BadSetup, UnknownRuleset.
    """
    return quick_contest(setup_of(wanted), battles, seed)


def quick_contest(setup: Setup, battles: int = BATTLES, seed: int = 1) -> Contest:
    """The same of a set-up. Raises BadSetup."""
    if len(setup.sides) != 2:
        raise BadSetup(f"Odds are told of battles of two sides; this one has {len(setup.sides)}.")
    quick = AILevel("instinct")
    return Contest(setup, (quick, quick), seed, battles)


def tally(sides: Sequence[str], fought: Sequence[Fought]) -> ForecastCounts:
    """Count which of two sides won, by their names in the set-up."""
    first, second = (sum(battle.side == side for battle in fought) for side in sides)
    return ForecastCounts(first, second, len(fought) - first - second)


def tell_forecast(found: ForecastCounts, first: str, second: str) -> str:
    """Forecast by a number of battles, in one sentence; ``first`` and ``second`` are what the sides are called.

    Of fewer than ``FEWEST`` it says that they say nothing.

    The words follow the 95 % interval of the stronger side's share of the decided battles.
    """
    fought = f"{found.battles} battle{'' if found.battles == 1 else 's'} between computers"
    decided = found.first + found.second
    if found.battles < FEWEST:
        return f"{fought} say{'s' if found.battles == 1 else ''} nothing yet; {FEWEST} are the least that do."
    if not decided:
        return f"Nobody wins: {fought} ended without a winner."
    best, name = _stronger(found, first, second)
    share, (low, _) = best / decided, wilson(best, decided)
    if low >= CLEAR:
        word = f"Clearly {name}"
    elif low > 0.5:
        word = f"{name} rather"
    elif share > EVEN:
        word = f"{name} perhaps"
    else:
        word = "About even"
    mine, theirs = (round(100 * each) for each in (share, 1 - share))
    if best == found.second != found.first:
        mine, theirs = theirs, mine
    drawn = f", {found.draws} without a winner" if found.draws else ""
    luck = _tell_range(found, first, second)
    return f"{word[:1].upper()}{word[1:]}: {mine} to {theirs} over {fought}{drawn}; {luck}."


def tell_so_far(found: ForecastCounts, first: str, second: str) -> str:
    """Forecast while battles are fought, in few words: the interval of how often the side ahead may win."""
    if not found.battles:
        return "Quick battles are fought"
    if found.battles < FEWEST:
        return f"After {found.battles}: nothing can be said yet"
    known = _tell_range(found, first, second) if found.first + found.second else "nobody has won yet"
    return f"After {found.battles}: {known}"


def _stronger(found: ForecastCounts, first: str, second: str) -> tuple[int, str]:
    """How often the side has won that is ahead, and what it is called."""
    return max((found.first, first), (found.second, second), key=lambda entry: entry[0])


def _tell_range(found: ForecastCounts, first: str, second: str) -> str:
    """The 95 % interval of the stronger side's share of the decided battles, of which there is one."""
    best, name = _stronger(found, first, second)
    low, high = wilson(best, found.first + found.second)
    return f"{name} may win {100 * low:.0f} to {100 * high:.0f} in 100"
