"""The page of the panel with the settings of the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.view.panels.cards import cite
from game.view.widgets.columns import Column
from game.view.widgets.theme import BODY, SMALL, TEXT, TITLE
from game.view.widgets.widget import ChoiceButton, Label
from game.window.drafting.units_page import Bench


def _changing(bench: Bench, key: str) -> Callable[[str], None]:
    return lambda choice: bench.after(partial(bench.draft.rule, key, choice))()


def lay_rules(bench: Bench, column: Column, bottom: int) -> None:
    """Which rules are played, and what their book leaves open; down to a pixel of the window."""
    draft, look = bench.draft, bench.look
    rules = draft.board.rules
    column.gap = look.px(4)
    column.put(Label(column.box(look.px(24)), rules.title, BODY + 1, TITLE, bold=True))
    room = (bottom - column.top) // (len(rules.settings) + 1) - look.line(SMALL) - 2 * column.gap
    column.high = min(column.high, room)
    given = draft.scenario.entries.options.get(rules.name, {})
    for setting in rules.settings:
        _put_line(bench, column, setting.title)
        value = given.get(setting.key, setting.default)
        said = dict(setting.choices).get(value, value)
        tip = "\n".join((said, *(cite(rules.ledger, number) for number in setting.rules)))
        change = _changing(bench, setting.key)
        column.put(ChoiceButton(column.box(), "", setting.choices, value, change, tip=tip))
    _put_line(bench, column, "The party, where rules favour the players")
    sides = [("", "Nobody"), *((side.name, draft.title(side.name)) for side in draft.sides)]
    party = next((side.name for side in draft.sides if side.party), "")
    column.put(ChoiceButton(column.box(), "", sides, party, lambda name: bench.after(partial(draft.favour, name))()))


def _put_line(bench: Bench, column: Column, text: str) -> None:
    """A line over a choice, a little smaller where it would not fit."""
    size = bench.look.fitting(text, column.area.width, SMALL)
    column.put(Label(column.box(bench.look.line(SMALL)), text, size, TEXT))
