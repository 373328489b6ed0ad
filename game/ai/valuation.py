"""Value of what acts come to, what plans of a turn are made of, and the best attacks kept between questions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from game.ai.scoring import FeatureWeights, score
from game.rules.events import Id
from game.rules.planning_model import Act, Budget, Effect, ExpectedOutcome, Features, Member, Move, PlanningModel


class Names(NamedTuple):
    """Names of features of effects."""

    fell: str
    hurt: str
    turns: str
    bound: str


THEIRS = Names("down", "harm", "tempo", "bound")
OURS = Names("lost", "wounds", "spent", "tied")


GLANCED = ("could not", *(f"could {name}" for name in (*THEIRS, *OURS)))
"""Features of whose turn it is to be that tell of the best attack there is."""


PlannedAct = tuple[int, Act, Budget, float]
"""Something that can be done: its number among the acts, what is left of the turn after it, and its points."""

PlannedMove = tuple[Move, int, int, float, Budget]
"""A way, the number of the place where it ends, its cost as an index, points of the way, what is left of the turn."""


class PlanStep(NamedTuple):
    """The first step of a plan and the rest of it."""

    key: str
    act: Act | None
    move: Move | None
    ends: int
    """The number of the place after it."""
    cost: int
    """Of a walk: the index among the move's ends."""
    rest: Plan


class Plan(NamedTuple):
    """Plan of a turn from some point of it on."""

    value: float
    """Points, by the weights."""
    step: PlanStep | None
    """None: end here."""


def add(found: dict[str, float], more: Features) -> None:
    """Add features to others."""
    for name, amount in more.items():
        found[name] = found.get(name, 0.0) + amount


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
        """Result found before, if nothing has changed for those whom it concerns."""
        found = self._kept.get((id(bunch), id(view.feature_weights)))
        if found is None or found.worth != [view.worth(who) for who in found.concerned]:
            return None
        return found

    def store(self, view: HasWorth, bunch: Sequence[Act], best: Best | None, others: Collection[Id]) -> None:
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
    """Moment in which effects are valued; the same for every temperament."""

    model: PlanningModel

    @property
    def members(self) -> Mapping[Id, Member]:
        """Everybody the side knows of."""

    def worth_of_turn(self, it: Member) -> float:
        """Value of somebody's turn now, in unit values."""

    def followed(self, it: Member) -> bool:
        """Whether a friend who has yet to act could attack a foe after whoever acts now."""


class Valuation:
    """Values effects by one table of weights."""

    def __init__(self, moment: ValuedMoment, feature_weights: FeatureWeights) -> None:
        self.feature_weights = feature_weights
        self._moment = moment
        self._rates: dict[Id, Rate] = {}
        self._worth: dict[Id, ValueKey] = {}

    def value(self, out: ExpectedOutcome) -> float:
        """Points of an outcome: the score of its features."""
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
        """Features of an outcome."""
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
