"""What effects are worth to members of one temperament: unit values of those they befall, by the weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from game.ai.attack_cache import ValueKey
from game.ai.plans import OURS, THEIRS
from game.ai.scoring import FeatureWeights, score
from game.rules.events import Id
from game.rules.planning_model import Effect, ExpectedOutcome, Member, PlanningModel

FOCUS = "focus"
"""The feature of wounds dealt to whom a friend may attack next."""


class Rate(NamedTuple):
    """Points for what happens to somebody, by ``Effect``."""

    fell: float
    hurt: float
    turns: float
    """For each unit value that a turn of it is worth."""
    bound: float


class ValuedMoment(Protocol):
    """What is asked of the moment in which effects are valued; the same for every temperament."""

    model: PlanningModel

    @property
    def members(self) -> Mapping[Id, Member]:
        """Everybody the side knows of."""
        ...

    def worth_of_turn(self, it: Member) -> float:
        """What a turn of somebody is worth now, in unit values."""
        ...

    def followed(self, it: Member) -> bool:
        """Whether a friend who has yet to act could attack a foe after whoever acts now."""
        ...


class Valuation:
    """Values effects by one table of weights."""

    def __init__(self, moment: ValuedMoment, feature_weights: FeatureWeights) -> None:
        self.feature_weights = feature_weights
        self._moment = moment
        self._rates: dict[Id, Rate] = {}
        self._worth: dict[Id, ValueKey] = {}

    def value(self, out: ExpectedOutcome) -> float:
        """What something comes to, in points: the score of its features."""
        total = score(out.features, self.feature_weights) if out.features else 0.0
        for who, fell, hurt, turns, bound in out.effects:
            by_fell, by_hurt, by_turn, by_bound = self._rates.get(who) or self._rate(who)
            total += fell * by_fell + hurt * by_hurt + bound * by_bound
            if turns and by_turn:
                total += turns * by_turn * self._moment.worth_of_turn(self._moment.members[who])
        return total

    def _rate(self, who: Id) -> Rate:
        it = self._moment.members.get(who)
        if it is None:
            found = Rate(0.0, 0.0, 0.0, 0.0)
        else:
            ours = it.side == self._moment.model.side
            worth, feature_weights = it.unit_value * it.prize, self.feature_weights
            fell, hurt, turns, bound = [feature_weights.get(name, 0.0) for name in (OURS if ours else THEIRS)]
            if not ours and feature_weights.get(FOCUS) and self._moment.followed(it):
                hurt += feature_weights[FOCUS]
            found = Rate(fell * worth, hurt * worth, turns, bound * worth)
        self._rates[who] = found
        return found

    def worth(self, who: Id) -> ValueKey:
        """All that points for what happens to somebody depend on, but for turns of one's own side."""
        found = self._worth.get(who)
        if found is None:
            it = self._moment.members.get(who)
            theirs = it is not None and it.side != self._moment.model.side
            turn = self._moment.worth_of_turn(it) if it is not None and theirs else 0.0
            found = self._worth[who] = *(self._rates.get(who) or self._rate(who)), turn
        return found

    def features(self, out: ExpectedOutcome) -> dict[str, float]:
        """What something comes to, as features."""
        found = dict(out.features)
        for effect in out.effects:
            self._count(effect, found)
        return found

    def _count(self, effect: Effect, found: dict[str, float]) -> None:
        it = self._moment.members.get(effect.who)
        if it is None:
            return
        worth = it.unit_value * it.prize
        names = OURS if it.side == self._moment.model.side else THEIRS
        if effect.fell:
            found[names.fell] = found.get(names.fell, 0.0) + worth * effect.fell
        if effect.hurt:
            found[names.hurt] = found.get(names.hurt, 0.0) + worth * effect.hurt
            if names is THEIRS and self.feature_weights.get(FOCUS) and self._moment.followed(it):
                found[FOCUS] = found.get(FOCUS, 0.0) + worth * effect.hurt
        if effect.bound:
            found[names.bound] = found.get(names.bound, 0.0) + worth * effect.bound
        if effect.turns:
            found[names.turns] = found.get(names.turns, 0.0) + self._moment.worth_of_turn(it) * effect.turns
