"""A ruleset's action catalogue: every verb of a turn with its group, cost and description.

It comes from the buttons of the book's actions, and from ``deeds.toml`` where the words stand apart from the code: of
actions with several verbs, in an order of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from game.rules.action import SORTS, Action, ActionSort
from game.rules.ledger import Ledger
from game.rules.toml import BadToml, parse_as
from game.user_error import UserError, suggest

MOST = 10
"""Deeds of one sort: each has a digit for good."""


class CatalogueAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What options of one verb do, as a player learns it once and for all."""

    verb: str
    """Of the options."""
    title: str
    """In a word or two, where it stands for several options: "Pick up"."""
    sort: ActionSort
    icon: str
    """Its picture, by its name among the icons of the sprites."""
    told: str
    """In a sentence: what it does."""
    needs: str
    """What has to be there for it to be possible, as it goes on after "Needs": "a closed door within reach"."""
    cost: str = ""
    """In the book's terms: "Main Action", "1 stamina"; empty: nothing. The book's action tells it and the next two."""
    rule: str = ""
    """Its number in the ledger."""
    aside: bool = False
    """Whether it is done beside something else and can wait for another turn: a turn is over though it could be done.
    """


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deed: tuple[CatalogueAction, ...] = ()


class BadDeeds(UserError):
    """A list of deeds that can't be used; the text names file, deed and field."""


def read_deeds(path: Path, ledger: Ledger, actions: Sequence[Action[Any, Any, Any]] = ()) -> Sequence[CatalogueAction]:
    """The catalogue of a ruleset with that ledger: its ``deeds.toml``, if there is one, and its actions' buttons.

    Raises BadDeeds.
    """
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return parse_deeds(path.name, text, ledger, actions)


def parse_deeds(
    name: str, text: str, ledger: Ledger, actions: Sequence[Action[Any, Any, Any]] = ()
) -> Sequence[CatalogueAction]:
    """Deeds from their text and from actions, in the order of their digits; ``name`` is that of the file.

    Costs and rules of verbs that ``actions`` have are told there. Raises BadDeeds.
    """
    try:
        written = parse_as(text, _File, "verb").deed
    except BadToml as error:
        raise BadDeeds(f"{name}: {error}") from error
    by_verb = {verb: action for action in reversed(actions) for verb in action.verbs}
    told = [deed.verb for deed in written if deed.verb in by_verb and (deed.cost or deed.rule or deed.aside)]
    if told:
        raise BadDeeds(f"{name}: {told[0]!r}: its action tells cost, rule and aside; leave them out here")
    buttons = tuple(_buttons(actions))
    for button in buttons:
        if button.sort not in SORTS:
            raise BadDeeds(
                f"the button of {button.verb!r}: no sort is called {button.sort!r}; {suggest(button.sort, SORTS)}"
            )
    deeds = [_of_action(deed, by_verb.get(deed.verb)) for deed in (*written, *buttons)]
    told_by_buttons = [button.verb for button in buttons]
    deeds.sort(key=lambda deed: SORTS.index(deed.sort))
    twice = [verb for verb, count in Counter(deed.verb for deed in deeds).items() if count > 1]
    if twice:
        raise BadDeeds(f"{name}: {', '.join(twice)} stand more than once; each verb has one deed")
    for deed in deeds:
        where = f"the button of {deed.verb!r}" if deed.verb in told_by_buttons else f"{name}: {deed.verb!r}"
        empty = [field for field in ("verb", "title", "icon", "told", "needs") if not getattr(deed, field).strip()]
        if empty:
            raise BadDeeds(f"{where} has no {empty[0]}; write one")
        if deed.rule and deed.rule not in ledger:
            where = f"the action {deed.verb!r}" if deed.verb in by_verb else where
            raise BadDeeds(f"{where} names the rule {deed.rule!r}, which is not in the ledger")
    wordless = sorted(set(by_verb) - {deed.verb for deed in deeds})
    if wordless:
        raise BadDeeds(f"{name}: {', '.join(wordless)}: give the action a button, or write a deed")
    for sort, count in Counter(deed.sort for deed in deeds).items():
        if count > MOST:
            raise BadDeeds(f"{name}: {count} deeds of the sort {sort!r}; {MOST} have a digit, put others elsewhere")
    return tuple(deeds)


def _buttons(actions: Sequence[Action[Any, Any, Any]]) -> Iterator[CatalogueAction]:
    for action in actions:
        if action.button is not None:
            for verb in action.verbs:
                yield CatalogueAction(verb, **asdict(action.button))


def _of_action(deed: CatalogueAction, action: Action[Any, Any, Any] | None) -> CatalogueAction:
    if action is None:
        return deed
    return replace(deed, cost=action.cost.name, rule=action.rule, aside=action.cost.aside)
