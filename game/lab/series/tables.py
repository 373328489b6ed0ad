"""The figures of a series as tables of words, which a terminal and a page show alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from game.lab.arena import ShareEstimate, wilson
from game.lab.habits import write_habits
from game.lab.series.figures import FEWEST, SeriesFigures
from game.play.squads import titled


class FigureTable(NamedTuple):
    """A table with what it says; its first row has the headings."""

    title: str
    about: str
    rows: list[tuple[str, ...]]


def summary(figures: SeriesFigures) -> str:
    """What a series is, in one line."""
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
    """Who won each contest."""
    rows = [(each.battle, *_named(each.ais), str(each.draws), str(each.battles)) for each in figures.contests]
    heads = ("contest", "AI", "won", "", "95 %", "AI", "won", "", "95 %", "draws", "battles")
    return FigureTable("Contests", "Who won, by AI; two AIs change sides in every second battle.", [heads, *rows])


def side_table(figures: SeriesFigures) -> FigureTable:
    """Who won each battle by side, and how long it took."""
    rows = [(each.battle, *_named(each.sides), str(each.draws), *map(str, each.rounds)) for each in figures.by_battle]
    heads = ("battle", "side", "won", "", "95 %", "side", "won", "", "95 %", "draws", "rounds", "nine of ten within")
    return FigureTable(
        "Sides",
        "Who won, by side, whichever AI had it; the median of the rounds, and what nine in ten did not go beyond.",
        [heads, *rows],
    )


def place_table(figures: SeriesFigures) -> FigureTable:
    """Who won each battle by starting place; without rows where places were not swapped."""
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
    """What a member of each kind of unit did and suffered in a battle."""
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
    """What the AIs did, contest by contest, if that was counted."""
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
