"""What the battles of a series come to: who wins, ratings, how long it takes, who is ahead when, who harms whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from game.lab.arena import Fought, ShareEstimate, share_estimate, sum_up
from game.lab.battle_course import KindHarm
from game.lab.comparison import usual_rounds
from game.lab.habits import Totals
from game.lab.series.plan import SeriesContest, SeriesPlan
from game.lab.series.rating import Rating, rate
from game.rules.registry import ruleset

FEWEST = 10
"""Battles below which a share by round is not shown: it says nothing."""


class ContestFigures(msgspec.Struct, frozen=True):
    """How one AI fared against another in one battle."""

    battle: str
    ais: tuple[ShareEstimate, ShareEstimate]
    battles: int
    draws: int
    habits: Totals | None


class BattleFigures(msgspec.Struct, frozen=True):
    """How one battle goes, whichever AIs fight it."""

    battle: str
    sides: tuple[ShareEstimate, ...]
    places: tuple[ShareEstimate, ...]
    """How often who began at a side's place won; empty where the sides always began at their own."""
    battles: int
    draws: int
    rounds: tuple[int, int]
    """The median, and what nine of ten battles did not go beyond."""
    ends: dict[str, int]
    """How battles ended, in the ruleset's words, the commonest first."""


class RoundFigures(msgspec.Struct, frozen=True):
    """Battles that were undecided as a round began."""

    round: int
    battles: int
    level: int
    """Those in which the sides had the same share of their health left."""
    ahead: ShareEstimate
    """How often the side won, in the end, that had the larger share left."""
    drawn: int
    """Of those with a side ahead: those that nobody won."""


class RulesFigures(msgspec.Struct, frozen=True):
    """What all battles by one set of rules come to."""

    rules: str
    title: str
    ratings: tuple[Rating, ...]
    by_round: tuple[RoundFigures, ...]
    harm: dict[str, KindHarm]
    """By kind of unit, who dealt the most first."""


class SeriesFigures(msgspec.Struct, frozen=True):
    """What a series comes to."""

    plan: SeriesPlan
    battles: int
    wanted: int
    """How many battles the plan has."""
    draws: int
    ais: tuple[ShareEstimate, ...]
    """Wins against other AIs, in all contests together."""
    ratings: tuple[Rating, ...]
    contests: tuple[ContestFigures, ...]
    by_battle: tuple[BattleFigures, ...]
    by_rules: tuple[RulesFigures, ...]


class _Held(NamedTuple):
    """A contest with what has been fought of it, in order."""

    contest: SeriesContest
    fought: list[Fought]


def series_figures(
    plan: SeriesPlan, contests: Sequence[SeriesContest], fought: Mapping[str, Mapping[int, Fought]]
) -> SeriesFigures:
    """Sum up the battles that have been fought; contests without any are left out."""
    held = [_Held(each, [battle for _, battle in sorted(fought[each.name].items())]) for each in contests]
    held = [each for each in held if each.fought]
    names = list(dict.fromkeys(ai for each in contests for ai in each.ais))
    return SeriesFigures(
        plan=plan,
        battles=sum(len(each.fought) for each in held),
        wanted=sum(each.contest.battles for each in contests),
        draws=sum(battle.side is None for each in held for battle in each.fought),
        ais=tuple(_wins(name, held) for name in names if any(_met_others(each, name) for each in held)),
        ratings=tuple(rate(names, _met(held))),
        contests=tuple(_contest(each) for each in held),
        by_battle=tuple(_battle(name, group) for name, group in _by(held, "battle")),
        by_rules=tuple(_rules(name, group, names) for name, group in _by(held, "rules")),
    )


def _by(held: Sequence[_Held], word: str) -> Iterator[tuple[str, list[_Held]]]:
    """The contests in groups that have a word in common."""
    groups: dict[str, list[_Held]] = {}
    for each in held:
        groups.setdefault(getattr(each.contest, word), []).append(each)
    yield from groups.items()


def _met(held: Sequence[_Held]) -> Iterator[tuple[str, str, float]]:
    """Each battle's AIs, and what the first of them got."""
    for each in held:
        for battle in each.fought:
            yield *each.contest.ais, 0.5 if battle.ai is None else float(battle.ai == 0)


def _met_others(each: _Held, name: str) -> bool:
    return name in each.contest.ais and not each.contest.contest.alike


def _wins(name: str, held: Sequence[_Held]) -> ShareEstimate:
    own = [each for each in held if _met_others(each, name)]
    wins = sum(battle.ai == each.contest.ais.index(name) for each in own for battle in each.fought)
    return share_estimate(name, wins, sum(len(each.fought) for each in own))


def _contest(each: _Held) -> ContestFigures:
    found = sum_up(each.contest.contest, each.fought, 0.0, 1)
    return ContestFigures(each.contest.battle, found.ais, found.battles, found.draws, found.habits)


def _battle(name: str, group: Sequence[_Held]) -> BattleFigures:
    fought = [battle for each in group for battle in each.fought]
    found = sum_up(group[0].contest.contest, fought, 0.0, 1)
    return BattleFigures(name, found.sides, found.places, found.battles, found.draws, usual_rounds(fought), found.ends)


def _rules(name: str, group: Sequence[_Held], names: Sequence[str]) -> RulesFigures:
    harm: dict[str, KindHarm] = {}
    for battle in (battle for each in group for battle in each.fought):
        for kind, more in (battle.course.harm if battle.course is not None else {}).items():
            harm.setdefault(kind, KindHarm()).add(more)
    return RulesFigures(
        rules=name,
        title=ruleset(name).title,
        ratings=tuple(rate(names, _met(group))),
        by_round=tuple(_by_round(group)),
        harm=dict(sorted(harm.items(), key=lambda each: (-each[1].dealt, each[0]))),
    )


def _by_round(group: Sequence[_Held]) -> Iterator[RoundFigures]:
    """A row for each round that some battle came to."""
    rows: dict[int, list[int | None]] = {}
    for each in group:
        sides = [side.name for side in each.contest.contest.setup.sides]
        for battle in each.fought:
            for number, lead in enumerate(_leads(battle), 1):
                rows.setdefault(number, []).append(_came_of(lead, battle, sides))
    for number, came in sorted(rows.items()):
        told = [each for each in came if each is not None]
        yield RoundFigures(
            number,
            len(came),
            len(came) - len(told),
            share_estimate("ahead", told.count(WON), len(told)),
            told.count(DRAWN),
        )


WON, LOST, DRAWN = 1, 0, 2
"""What came, in the end, of having been ahead."""


def _leads(battle: Fought) -> Iterator[int | None]:
    """Round by round the side that was ahead, 0 or 1: of what it began with it had the larger share; None for none."""
    health = battle.course.health if battle.course is not None else ()
    for first, second in health:
        one, other = first * health[0][1], second * health[0][0]
        yield None if one == other else int(other > one)


def _came_of(lead: int | None, battle: Fought, sides: Sequence[str]) -> int | None:
    if lead is None:
        return None
    if battle.side is None:
        return DRAWN
    return WON if battle.side == sides[lead] else LOST
