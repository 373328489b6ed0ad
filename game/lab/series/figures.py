"""Figures of a series: who wins, ratings, how long it takes, who harms whom; as tables of words too.

The chance of one AI against another is 1 / (1 + 10^(-d/400)) where d is the difference of their ratings. A draw counts
half for each. One drawn battle is added between each two that met, without which who never lost had no finite rating.
Intervals are of the normal approximation by the information matrix, as if battles were independent: those of one seed
with sides changed are less alike than that, and the intervals rather too wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.lab.arena import Fought, KindHarm, ShareEstimate, share_estimate, sum_up, wilson
from game.lab.comparison import usual_rounds
from game.lab.habits import Totals, write_habits
from game.lab.series.plan import SeriesContest, SeriesPlan
from game.play.squads import titled
from game.rules.registry import ruleset

SCALE = 400 / log(10)
"""Points of Elo in a unit of log odds."""

Z95 = 1.959964

STEPS, LONGEST, CLOSE = 100, 1.0, 1e-10
"""Of Newton's method: the most, and log odds that one may change a rating by at most, and by which it ends."""


class Rating(msgspec.Struct, frozen=True):
    """How strong one AI is, in points of Elo from the average of those it was rated with."""

    name: str
    elo: float
    low: float
    high: float
    """The ends of the 95 % interval."""
    battles: int


def rate(names: Sequence[str], met: Iterable[tuple[str, str, float]]) -> list[Rating]:
    """Ratings, the strongest first, of those ``names`` that met another.

    ``met``: for each battle its two AIs, and what the first of them got: 1, 0.5 or 0.
    """
    place = {name: number for number, name in enumerate(names)}
    points = np.zeros((len(names), len(names)))
    for first, second, got in met:
        points[place[first], place[second]] += got
        points[place[second], place[first]] += 1 - got
    np.fill_diagonal(points, 0)  # against itself an AI shows nothing
    kept: list[int] = np.flatnonzero(points.sum(axis=0) + points.sum(axis=1)).tolist()
    points = points[np.ix_(kept, kept)]
    battles = points + points.T
    strengths, errors = _fit(points + 0.5 * (battles > 0))
    found = [
        Rating(
            names[number],
            float(SCALE * strength),
            float(SCALE * (strength - Z95 * error)),
            float(SCALE * (strength + Z95 * error)),
            round(float(count)),
        )
        for number, strength, error, count in zip(kept, strengths, errors, battles.sum(axis=1), strict=True)
    ]
    return sorted(found, key=lambda each: -each.elo)


def _fit(points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Log odds of each against the average, and their standard errors; ``points[i, j]``: what i got against j."""
    battles = points + points.T
    strengths = np.zeros(len(points))
    errors = strengths
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        weights = battles * chances * (1 - chances)
        information = np.diag(weights.sum(axis=1)) - weights
        # ratings have no zero of their own: the pseudo-inverse puts their average there
        covariance: NDArray[Any] = np.linalg.pinv(information)
        errors = np.sqrt(covariance.diagonal())
        step = covariance @ (points - battles * chances).sum(axis=1)
        longest = float(np.abs(step).max(initial=0.0))
        if longest < CLOSE:
            break
        strengths = strengths + step * min(1.0, LONGEST / longest)
    return strengths, errors


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
    """Figures of all battles by one set of rules."""

    rules: str
    title: str
    ratings: tuple[Rating, ...]
    by_round: tuple[RoundFigures, ...]
    harm: dict[str, KindHarm]
    """By kind of unit, who dealt the most first."""


class SeriesFigures(msgspec.Struct, frozen=True):
    """Figures of a series."""

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
"""Outcomes, in the end, of having been ahead."""


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


class FigureTable(NamedTuple):
    """A table with what it says; its first row has the headings."""

    title: str
    about: str
    rows: list[tuple[str, ...]]


def summary(figures: SeriesFigures) -> str:
    """Series in one line."""
    plan = figures.plan
    more = [
        f"seed {plan.seed}",
        f"at most {plan.rounds} rounds",
        *(["both sides with the first side's squad"] if plan.mirror else []),
        *(["with places swapped"] if plan.swap_places else []),
    ]
    of = "" if figures.battles == figures.wanted else f" of {figures.wanted:,}"
    return f"{figures.battles:,}{of} battles in {len(figures.contests)} contests, {', '.join(more)}"


def rating_table(figures: SeriesFigures) -> FigureTable:
    """Each AI's wins against others, and its rating."""
    elo = {each.name: each for each in figures.ratings}
    rows = [
        (
            each.name,
            *_share(each),
            f"{elo[each.name].elo:+.0f}",
            f"{elo[each.name].low:+.0f} to {elo[each.name].high:+.0f}",
        )
        for each in figures.ais
    ]
    return FigureTable(
        "AIs",
        "Wins in all battles against other AIs. Elo counts from the average of these AIs; a draw is half a win.",
        [("AI", "won", "", "95 %", "Elo", "95 %"), *rows],
    )


def contest_table(figures: SeriesFigures) -> FigureTable:
    """Table of wins in each contest."""
    rows = [(each.battle, *_named(each.ais), str(each.draws), str(each.battles)) for each in figures.contests]
    heads = ("contest", "AI", "won", "", "95 %", "AI", "won", "", "95 %", "draws", "battles")
    return FigureTable("Contests", "Who won, by AI; two AIs change sides in every second battle.", [heads, *rows])


def side_table(figures: SeriesFigures) -> FigureTable:
    """Table of wins in each battle by side, and how long it took."""
    rows = [(each.battle, *_named(each.sides), str(each.draws), *map(str, each.rounds)) for each in figures.by_battle]
    heads = ("battle", "side", "won", "", "95 %", "side", "won", "", "95 %", "draws", "rounds", "nine of ten within")
    return FigureTable(
        "Sides",
        "Who won, by side, whichever AI had it; the median of the rounds, and what nine in ten did not go beyond.",
        [heads, *rows],
    )


def place_table(figures: SeriesFigures) -> FigureTable:
    """Table of wins in each battle by starting place; without rows where places were not swapped."""
    rows = [(each.battle, *_named(each.places)) for each in figures.by_battle if each.places]
    heads = ("battle", "place of", "won", "", "95 %", "place of", "won", "", "95 %")
    return FigureTable("Places", "Who won, by the side at whose place they began.", [heads, *rows] if rows else [])


def round_table(figures: SeriesFigures) -> FigureTable:
    """How battles stand as a round begins, and who wins them in the end."""
    rows = [
        (rules.title, str(each.round), str(each.battles), str(each.level), *_share(each.ahead), str(each.drawn))
        for rules in figures.by_rules
        for each in rules.by_round
        if each.battles >= FEWEST
    ]
    return FigureTable(
        "Rounds",
        "Of the battles that are undecided as a round begins: in how many the sides are level, and how often the side "
        "wins in the end that is ahead. Ahead is who has the larger share left of the health its side began with, "
        f"counted of members on the field who are up. Rounds that fewer than {FEWEST} battles came to are left out.",
        [("rules", "round", "undecided", "level", "ahead won", "", "95 %", "ahead drew"), *rows],
    )


def harm_table(figures: SeriesFigures) -> FigureTable:
    """Table of harm by and to a member of each kind of unit in a battle."""
    rows = [
        (
            rules.title,
            titled(kind),
            f"{harm.members:,}",
            *(f"{count / harm.members:.2f}" for count in (harm.dealt, harm.taken, harm.felled)),
        )
        for rules in figures.by_rules
        for kind, harm in rules.harm.items()
    ]
    return FigureTable(
        "Harm",
        "Points of health dealt to other sides and taken, and foes put out of the fight, by each member in a battle on "
        "average.",
        [("rules", "kind of unit", "members", "dealt", "taken", "felled"), *rows],
    )


def end_table(figures: SeriesFigures) -> FigureTable:
    """How battles ended."""
    rows = [(each.battle, why, str(count)) for each in figures.by_battle for why, count in each.ends.items()]
    return FigureTable("Ends", "How battles ended, in the words of the rules.", [("battle", "end", "battles"), *rows])


def all_tables(figures: SeriesFigures) -> Iterator[FigureTable]:
    """All that have rows, in the order of a report."""
    for make in (rating_table, contest_table, side_table, place_table, round_table, harm_table, end_table):
        table = make(figures)
        if len(table.rows) > 1:
            yield table


def habit_lines(figures: SeriesFigures) -> Iterator[str]:
    """Habits of the AIs, contest by contest, if that was counted."""
    for each in figures.contests:
        if each.habits is not None:
            yield each.battle
            yield from write_habits([ai.name for ai in each.ais], each.habits)


def _named(shares: Iterable[ShareEstimate]) -> list[str]:
    """Cells for several shares in a row, each after its name."""
    return [cell for each in shares for cell in (each.name, *_share(each))]


def _share(share: ShareEstimate) -> tuple[str, str, str]:
    """Cells for how often, in per cent, and the interval; dashes where nothing was counted."""
    if (share.low, share.high) == wilson(0, 0):
        return "–", "–", "–"
    return str(share.wins), f"{100 * share.share:.1f} %", f"{100 * share.low:.1f} to {100 * share.high:.1f}"
