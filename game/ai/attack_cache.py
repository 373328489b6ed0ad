"""What the best of some attacks comes to, kept from one question to the next: between two, few of them change."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

from game.ai.scoring import Tastes
from game.rules.events import Id
from game.rules.planning_model import Act, Out

KEPT = 4096
"""Bunches of attacks that are kept."""

Worth = tuple[float, ...]
"""All that points for what happens to somebody depend on."""


class Best(NamedTuple):
    """The best of some attacks."""

    points: float
    out: Out


class View(Protocol):
    """The moment that is looked at."""

    tastes: Tastes

    def worth(self, who: Id) -> Worth:
        """All that points for what happens to somebody depend on, but for turns of one's own side."""
        ...


class Glance(NamedTuple):
    """The best of a bunch, and what it was found by."""

    bunch: Sequence[Act]
    tastes: Tastes
    concerned: tuple[Id, ...]
    worth: list[Worth]
    best: Best | None


class Glances:
    """What a mind has found so far."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], Glance] = {}

    def known(self, view: View, bunch: Sequence[Act]) -> Glance | None:
        """What was found before, if nothing has changed for those whom it concerns."""
        found = self._kept.get((id(bunch), id(view.tastes)))
        if found is None or found.worth != [view.worth(who) for who in found.concerned]:
            return None
        return found

    def keep(self, view: View, bunch: Sequence[Act], best: Best | None, others: Collection[Id]) -> None:
        """Note the best of a bunch that the ruleset keeps too, unless it hangs on what one's own turns are worth."""
        effects = [effect for act in bunch for out in act.outs for effect in out.effects]
        if any(act.opens for act in bunch) or any(one.turns and one.who not in others for one in effects):
            return
        if len(self._kept) >= KEPT:
            self._kept.clear()
        concerned = tuple(dict.fromkeys(effect.who for effect in effects))
        worth = [view.worth(who) for who in concerned]
        self._kept[id(bunch), id(view.tastes)] = Glance(bunch, view.tastes, concerned, worth, best)
