"""The page of the panel with the settings of the rules."""

from __future__ import annotations

from functools import partial

from game.app.drafting.units_page import Bench
from game.view.columns import Column
from game.view.panels import cite
from game.view.theme import BODY, SMALL, TEXT, TITLE
from game.view.widgets import Choice, Label


def lay_rules(bench: Bench, column: Column) -> None:
    """Which rules are played, and what their book leaves open."""
    draft, look = bench.draft, bench.look
    rules = draft.board.rules
    column.put(Label(column.box(look.px(24)), rules.title, BODY + 1, TITLE, bold=True))
    given = draft.scenario.entries.options.get(rules.name, {})
    for setting in rules.settings:
        column.put(Label(column.box(look.line(SMALL)), setting.title, SMALL, TEXT))
        tip = ", ".join(cite(rules.ledger, number) for number in setting.rules)
        value = given.get(setting.key, setting.default)
        change = partial(draft.rule, setting.key)
        column.put(Choice(column.box(), "", setting.choices, value, change, tip=tip))
    column.put(Label(column.box(look.line(SMALL)), "The party, where rules favour the players", SMALL, TEXT))
    sides = [("", "Nobody"), *((side.name, draft.title(side.name)) for side in draft.sides)]
    party = next((side.name for side in draft.sides if side.party), "")
    column.put(Choice(column.box(), "", sides, party, lambda name: bench.after(partial(draft.favour, name))()))
