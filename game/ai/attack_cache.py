"""Caches the value of the best attack of each bunch between questions; few change from one question to the next."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

from game.ai.scoring import FeatureWeights
from game.rules.events import Id
from game.rules.planning_model import Act, ExpectedOutcome

KEPT = 4096
"""Bunches of attacks that are kept."""

ValueKey = tuple[float, ...]
"""All that points for what happens to somebody depend on."""


class Best(NamedTuple):
    """The best of some attacks."""

    points: float
    out: ExpectedOutcome


class HasWorth(Protocol):
    """The moment that is looked at."""

    feature_weights: FeatureWeights

    def worth(self, who: Id) -> ValueKey:
        """All that points for what happens to somebody depend on, but for turns of one's own side."""
        ...


class CachedAttacks(NamedTuple):
    """The best of a bunch, and what it was found by."""

    bunch: Sequence[Act]
    feature_weights: FeatureWeights
    concerned: tuple[Id, ...]
    worth: list[ValueKey]
    best: Best | None


class AttackCache:
    """The attack values cached so far, with what each depends on."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], CachedAttacks] = {}

    def known(self, view: HasWorth, bunch: Sequence[Act]) -> CachedAttacks | None:
        """What was found before, if nothing has changed for those whom it concerns."""
        found = self._kept.get((id(bunch), id(view.feature_weights)))
        if found is None or found.worth != [view.worth(who) for who in found.concerned]:
            return None
        return found

    def keep(self, view: HasWorth, bunch: Sequence[Act], best: Best | None, others: Collection[Id]) -> None:
        """Note the best of a bunch that the ruleset keeps too, unless it hangs on what one's own turns are worth."""
        effects = [effect for act in bunch for out in act.outs for effect in out.effects]
        if any(act.opens for act in bunch) or any(one.turns and one.who not in others for one in effects):
            return
        if len(self._kept) >= KEPT:
            self._kept.clear()
        concerned = tuple(dict.fromkeys(effect.who for effect in effects))
        worth = [view.worth(who) for who in concerned]
        self._kept[id(bunch), id(view.feature_weights)] = CachedAttacks(
            bunch, view.feature_weights, concerned, worth, best
        )
