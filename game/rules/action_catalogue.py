"""A ruleset's action catalogue (``deeds.toml``): every verb of a turn with its group, cost and description."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec
from msgspec.structs import replace

from game.rules.action import Action
from game.rules.ledger import Ledger
from game.rules.toml import BadToml, parse_as
from game.user_error import UserError

ActionSort = Literal["attack", "move", "defend", "manoeuvre", "things", "magic"]
"""What deeds are sorted by on the screen, in the order of its buttons."""

SORTS: tuple[ActionSort, ...] = get_args(ActionSort)

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
    deed: tuple[CatalogueAction, ...]


def _of_action(deed: CatalogueAction, action: Action[Any, Any, Any] | None) -> CatalogueAction:
    if action is None:
        return deed
    return replace(deed, cost=action.cost.name, rule=action.rule, aside=action.cost.aside)


class BadDeeds(UserError):
    """A list of deeds that can't be used; the text names file, deed and field."""


def read_deeds(path: Path, ledger: Ledger, actions: Sequence[Action[Any, Any, Any]] = ()) -> Sequence[CatalogueAction]:
    """Read the ``deeds.toml`` of a ruleset with that ledger. Raises BadDeeds."""
    return parse_deeds(path.name, path.read_text(encoding="utf-8"), ledger, actions)


def parse_deeds(
    name: str, text: str, ledger: Ledger, actions: Sequence[Action[Any, Any, Any]] = ()
) -> Sequence[CatalogueAction]:
    """Deeds from their text, in the order of their digits; ``name`` is that of the file. Raises BadDeeds.

    Costs and rules of verbs that ``actions`` have are told there.
    """
    try:
        deeds = parse_as(text, _File, "verb").deed
    except BadToml as error:
        raise BadDeeds(f"{name}: {error}") from error
    by_verb = {verb: action for action in reversed(actions) for verb in action.verbs}
    told = [deed.verb for deed in deeds if deed.verb in by_verb and (deed.cost or deed.rule or deed.aside)]
    if told:
        raise BadDeeds(f"{name}: {told[0]!r}: its action tells cost, rule and aside; leave them out here")
    deeds = tuple(_of_action(deed, by_verb.get(deed.verb)) for deed in deeds)
    twice = [verb for verb, count in Counter(deed.verb for deed in deeds).items() if count > 1]
    if twice:
        raise BadDeeds(f"{name}: {', '.join(twice)} stand more than once; each verb has one deed")
    for deed in deeds:
        empty = [field for field in ("verb", "title", "icon", "told", "needs") if not getattr(deed, field).strip()]
        if empty:
            raise BadDeeds(f"{name}: {deed.verb!r} has no {empty[0]}; write one")
        if deed.rule and deed.rule not in ledger:
            raise BadDeeds(f"{name}: {deed.verb!r} names the rule {deed.rule!r}, which is not in the ledger")
    for sort, count in Counter(deed.sort for deed in deeds).items():
        if count > MOST:
            raise BadDeeds(f"{name}: {count} deeds of the sort {sort!r}; {MOST} have a digit, put others elsewhere")
    return deeds
