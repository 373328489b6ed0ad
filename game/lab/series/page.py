"""A series as one page that any browser shows without a network: charts, and all figures as tables."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files
from string import Template

from game.lab.series.charts import INSTALL, can_draw, contest_chart, harm_chart, rating_chart, round_chart, side_chart
from game.lab.series.figures import SeriesFigures
from game.lab.series.tables import (
    FigureTable,
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
