"""A series as one page that any browser shows without a network: charts as SVG, and all figures as tables.

Texts stay texts, so that a browser can find and a reader can speak them. The same figures make the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from importlib.resources import files
from importlib.util import find_spec
from io import StringIO
from string import Template
from typing import Any

from game.lab.arena import ShareEstimate
from game.lab.odds_audit import COLOURS
from game.lab.series.figures import (
    FEWEST,
    FigureTable,
    RulesFigures,
    SeriesFigures,
    contest_table,
    end_table,
    habit_lines,
    harm_table,
    place_table,
    rating_table,
    round_table,
    side_table,
    summary,
)
from game.play.squads import titled

INSTALL = (
    "The charts are drawn by matplotlib, which is not installed: pip install matplotlib. "
    "The bundle of the game can't take it: install the game with pip."
)

INK, FAINT, DRAWN = "#22262e", "#8a919c", "#d4d7dc"

WIDE, ROW = 9.0, 0.4
"""Inches: of a chart, and of a row of bars."""

LETTER = 0.015
"""The share of a bar that a letter takes at most: who has too little for the words has none."""

MOST_KINDS = 12
"""Kinds of unit that a chart of harm has room for; the table has them all."""

STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "battlemat",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
}
"""Any: matplotlib has a type of its own for it, which is there only with it."""


def can_draw() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def rating_chart(figures: SeriesFigures) -> str:
    """Ratings with intervals, of all battles and by each set of rules."""
    names = [each.name for each in figures.ratings][::-1]
    tables = [("all rules" if len(figures.by_rules) > 1 else figures.by_rules[0].title, figures.ratings)]
    if len(figures.by_rules) > 1:
        tables += [(each.title, each.ratings) for each in figures.by_rules]

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        for number, (title, ratings) in enumerate(tables):
            colour = INK if number == 0 else _colour(number - 1)
            lift = 0.28 - 0.56 * (number + 0.5) / len(tables)
            axes.errorbar(
                [each.elo for each in ratings],
                [names.index(each.name) + lift for each in ratings],
                xerr=[[each.elo - each.low for each in ratings], [each.high - each.elo for each in ratings]],
                fmt="o" if number == 0 else "s",
                markersize=7 if number == 0 else 5,
                color=colour,
                capsize=3,
                label=title,
            )
        axes.axvline(0, color=FAINT, linewidth=0.8)
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(-0.5, len(names) - 0.5)
        axes.set_xlabel("Elo, from the average of these AIs")
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1))

    return _svg(max(1.9, 0.5 + len(names) * (0.3 + 0.16 * len(tables))), draw)


def contest_chart(figures: SeriesFigures) -> str:
    """Chart of wins in each contest, by AI."""
    names = list(dict.fromkeys(ai.name for each in figures.contests for ai in each.ais))
    colours = {name: _colour(number) for number, name in enumerate(names)}
    several = len({tuple(ai.name for ai in each.ais) for each in figures.contests}) > 1
    rows = [
        (each.battle + (f"\n{each.ais[0].name} – {each.ais[1].name}" if several else ""), each.ais)
        for each in figures.contests
    ]
    return _share_bars(rows, colours)


def side_chart(figures: SeriesFigures) -> str:
    """Chart of wins in each battle, by side."""
    names = list(dict.fromkeys(side.name for each in figures.by_battle for side in each.sides))
    colours = {name: _colour(number + 2) for number, name in enumerate(names)}  # others than those of the AIs
    return _share_bars([(each.battle, each.sides) for each in figures.by_battle], colours)


def round_chart(figures: SeriesFigures) -> str:
    """By round: how many battles are undecided, and how often the side wins that is ahead."""

    def draw(figure: Any) -> None:
        left, right = figure.subplots(1, 2)
        for number, rules in enumerate(figures.by_rules):
            colour, rows = _colour(number), rules.by_round
            if not rows:
                continue
            undecided = [(each.round, 100 * each.battles / rows[0].battles) for each in rows]
            if rows[-1].round < figures.plan.rounds:
                undecided.append((rows[-1].round + 1, 0.0))
            left.plot(*zip(*undecided, strict=True), color=colour, label=rules.title)
            told = [each for each in rows if each.battles - each.level >= FEWEST]
            numbers = [each.round for each in told]
            right.plot(numbers, [100 * each.ahead.share for each in told], "o-", color=colour, markersize=4)
            low, high = [100 * each.ahead.low for each in told], [100 * each.ahead.high for each in told]
            right.fill_between(numbers, low, high, color=colour, alpha=0.15, linewidth=0)
        left.set_title("battles undecided as a round begins, %", fontsize=10, loc="left")
        right.set_title("the side ahead in health wins, %", fontsize=10, loc="left")
        right.axhline(50, color=FAINT, linewidth=0.8)
        for axes in (left, right):
            axes.set_xlabel("round")
            axes.set_ylim(0, 102)
            axes.xaxis.get_major_locator().set_params(integer=True)
        left.legend(loc="upper right")

    return _svg(3.3, draw)


def harm_chart(rules: RulesFigures) -> str:
    """Chart of harm by and to a member of each kind of unit, on average."""
    kinds = list(rules.harm.items())[:MOST_KINDS][::-1]

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        for number, word in enumerate(("dealt", "taken")):
            lift = 0.2 - 0.4 * number
            means = [getattr(harm, word) / harm.members for _, harm in kinds]
            places = [place + lift for place in range(len(kinds))]
            axes.barh(places, means, 0.38, color=_colour(1 - number), label=word)
        axes.set_yticks(range(len(kinds)), [titled(kind) for kind, _ in kinds])
        axes.set_xlabel("points for each member and battle")
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1))

    return _svg(max(1.6, 0.7 + len(kinds) * ROW), draw)


def _share_bars(rows: Sequence[tuple[str, Sequence[ShareEstimate]]], colours: dict[str, str]) -> str:
    """A bar for each row: the first one's wins from the left, the second one's from the right, draws between."""
    rows = rows[::-1]

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        for place, (_, (first, second)) in enumerate(rows):
            axes.barh(place, 1, 0.56, color=DRAWN)
            for each, left, middle, align in (
                (first, 0.0, 0.012, "left"),
                (second, 1 - second.share, 0.988, "right"),
            ):
                colour = colours[each.name]
                axes.barh(place, each.share, 0.56, left=left, color=colour)
                text = f"{each.name} {100 * each.share:.1f} %"
                if each.share >= LETTER * len(text):
                    axes.text(middle, place, text, va="center", ha=align, color=_on(colour))
            ends = [[first.share - first.low], [first.high - first.share]]
            axes.errorbar([first.share], [place - 0.4], xerr=ends, fmt="|", color=INK, capsize=3, linewidth=1.3)
        axes.set_yticks(range(len(rows)), [words for words, _ in rows], fontsize=9, linespacing=1.1)
        axes.set_ylim(-0.7, len(rows) - 0.5)
        axes.set_xlim(0, 1)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100 %"])
        axes.axvline(0.5, color="white", linewidth=0.8)
        axes.tick_params(axis="y", length=0)

    lines = max(words.count("\n") for words, _ in rows)
    return _svg(0.6 + len(rows) * (ROW + 0.08 * lines), draw)


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _on(colour: str) -> str:
    """Black or white: what is read better on a colour."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#ffffff" if 299 * red + 587 * green + 114 * blue < 125_000 else "#000000"


def _svg(high: float, draw: Callable[[Any], None]) -> str:
    """A chart as an element of a page, ``high`` inches high. Raises ModuleNotFoundError without matplotlib."""
    from matplotlib import rc_context  # an extra, and slow to read
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure: Any = Figure(figsize=(WIDE, high), layout="constrained")
        draw(figure)
        file = StringIO()
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    text = file.getvalue()
    return text[text.index("<svg") :]


TEMPLATE = "series_page.html"


def series_page(figures: SeriesFigures) -> str:
    """The page; without matplotlib it has the tables alone, and says what to install for the charts."""
    template = Template(files("game.lab.series").joinpath(TEMPLATE).read_text("utf-8"))
    title = ", ".join(each.title for each in figures.by_rules)
    return template.substitute(title=escape(title), body="\n".join(_body(figures, title)))


def _body(figures: SeriesFigures, title: str) -> Iterator[str]:
    drawn = can_draw()
    yield f"<h1>{escape(title)}</h1>"
    yield f"<p>{escape(summary(figures))}. Intervals are of 95 %.</p>"
    if not drawn:
        yield f"<p>{escape(INSTALL)}</p>"
    if figures.ratings:
        yield from _section(rating_table(figures), rating_chart(figures) if drawn else "", open_=True)
    yield from _section(contest_table(figures), contest_chart(figures) if drawn else "")
    yield from _section(side_table(figures), side_chart(figures) if drawn else "")
    yield from _section(place_table(figures), "")
    yield from _section(round_table(figures), round_chart(figures) if drawn else "")
    charts = (f"<h3>{escape(each.title)}</h3>\n{harm_chart(each)}" for each in figures.by_rules if each.harm)
    yield from _section(harm_table(figures), "\n".join(charts) if drawn else "")
    yield from _section(end_table(figures), "")
    if lines := list(habit_lines(figures)):
        yield "<h2>Habits</h2>\n<p>What the AIs did, contest by contest.</p>"
        yield "<details><summary>counts</summary><pre>" + escape("\n".join(lines)) + "</pre></details>"


def _section(table: FigureTable, chart: str, *, open_: bool = False) -> Iterator[str]:
    """A table with what it says and its chart; folded beneath the chart unless it is to stand ``open_``."""
    if len(table.rows) < 2:
        return
    yield f"<h2>{escape(table.title)}</h2>\n<p>{escape(table.about)}</p>"
    yield chart
    shown = "\n".join(_table(table))
    yield shown if open_ or not chart else f"<details><summary>figures</summary>{shown}</details>"


def _table(table: FigureTable) -> Iterator[str]:
    heads, *rows = table.rows
    yield "<table><tr>" + "".join(f"<th>{escape(head)}</th>" for head in heads) + "</tr>"
    for row in rows:
        yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
    yield "</table>"
