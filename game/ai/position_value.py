"""Value of places to end a turn in: threats, the ruleset's own features, distance to the goal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple, Protocol

from game.ai.masks import distance
from game.ai.valuation import AttackCache, Valuation
from game.rules.events import Id
from game.rules.planning_model import Act, Budget, ExpectedOutcome, Features, Mask, Member, PlanningModel
from game.rules.weights import Temperament

Plane = tuple[Mask, str, float, float]
"""Places, the feature that they have, how much of it, and its points."""

AIM = 3
"""How surely a foe aims at whom it could do most to: it does so as often as this power of the harm.

Counted over battles, foes nearly always go for the best of several (in glog, with four in reach, what they did was five
sixths of the most they could have done); shares by the harm itself tell the half of that.
"""

APART = "apart"
"""The feature of steps still to go to the middle of one's side: who goes alone is beaten alone."""


IN_FRONT = "in front"
"""The feature of somebody who fights from afar where it is the first whom foes come to."""


class Friends(NamedTuple):
    """The other members of a side as one foe sees them."""

    pull: float
    """How they draw it: the harm that it could do to each, in unit values, to the power of ``AIM``, added up."""
    harm: float
    """Harm to them while nobody else is there, in unit values."""


class TurnView(Protocol):
    """The moment that a turn is planned in."""

    model: PlanningModel
    attack_cache: AttackCache

    @property
    def members(self) -> Mapping[Id, Member]:
        """Everybody the side knows of."""

    def valuation(self, temperament: Temperament) -> Valuation:
        """Valuation of effects for members of a temperament."""

    def blow(self, out: ExpectedOutcome, side: str) -> float:
        """Balance of an effect for a side: harm to the others, less what it costs that side, in unit values."""

    def friends(self, it: Member, me: Member) -> Friends:
        """One's friends, where they stand, as a foe sees them."""

    def came_from(self, me: Member) -> Mask:
        """Places in which somebody would be back where its turn before this one began, and nothing new to see."""

    def opened(self, edge: str) -> TurnView | None:
        """The moment with a door or gate open, if the ruleset can tell."""

    def noticed(self, me: Member, acts: list[Act]) -> list[Act]:
        """Those of the things that somebody could do on its turn that the side thinks of, in their order."""

    def careless(self, me: Member, ground: Mask) -> Mask:
        """Of some places those in which it does not occur to the side that somebody could be attacked."""

    def parted(self, edge: str, me: Member) -> Features:
        """Effect on friends of an open door or gate between them and foes."""


class Outlook:
    """Pulls on one member, and what foes may do to it, wherever its turn could lead it."""

    def __init__(self, view: TurnView, me: Member) -> None:
        self.view, self.me = view, me
        self.feature_weights = view.valuation(me.temperament).feature_weights

    @cached_property
    def potentials(self) -> list[tuple[str, Sequence[Mask], float]]:
        """Pulls on the member: the feature, places by steps, and how much a step counts. Goals come first."""
        me, model = self.me, self.view.model
        found = [
            (pull.near, model.distance_layers(me.id, pull.places), pull.amount)
            for pull in model.pulls(me.id)
            if pull.places
        ]
        if not model.flees(me.id) and (positions := model.attack_positions(me.id)):
            if self.feature_weights.get(APART) and (allies := model.near_allies(me.id)):
                found.append((APART, model.distance_layers(me.id, allies), 1.0))
            found.append(("far", model.distance_layers(me.id, positions), model.eager))
        return found

    @cached_property
    def in_front(self) -> Mask:
        """Places of somebody who fights from afar that are nearer to a fight than any friend who goes hand to hand.

        Friends who have yet to act will have gone there by then.
        """
        me, model = self.me, self.view.model
        if not me.shoots or not self.feature_weights.get(IN_FRONT):
            return 0
        others = [it for it in self.view.members.values() if it.side == me.side and not it.shoots]
        front = [it for it in others if it.id != me.id and not model.flees(it.id)]
        ways = model.distance_layers(front[0].id, model.attack_positions(front[0].id)) if front else ()
        away = min((distance(ways, 1 << it.spot) - it.pace * any(it.budget) for it in front), default=0)
        return reduce(or_, ways[: max(0, away)], 0)

    def danger(self, bit: Mask, *, late: bool = False) -> float:
        """Harm that foes may do next turn to the member in a place, in unit values; ``late``: from farther off."""
        me, found = self.me, 0.0
        for it in self.view.members.values():
            if it.side != me.side:
                cost = worst_at(self.view.model, it.id, me.id, bit, late=late)
                if cost:
                    found += self.aimed(it, cost, self.view.friends(it, me)) * self.harm(cost)
        return found

    def harm(self, cost: float) -> float:
        """Value of a share of the member, in unit values."""
        return self.me.unit_value * self.me.prize * cost

    def aimed(self, it: Member, cost: float, friends: Friends) -> float:
        """How likely a foe goes for the member, whom it could cost so much, and not for one of its friends.

        Times how much its danger counts at all: it may not come, and the side may not care.
        """
        mine = self.harm(cost)
        if mine <= 0:
            return 0.0
        pull = mine**AIM
        return self.view.model.caution * self.view.model.coming(it.id) * pull / (friends.pull + pull)


class PositionValue:
    """Values the places where one member's turn may end."""

    def __init__(self, outlook: Outlook, ground: Mask) -> None:
        """``ground``: everywhere that a plan may end."""
        self.outlook, self.ground = outlook, ground
        self.view, self.me = outlook.view, outlook.me
        self.model, self.feature_weights = self.view.model, outlook.feature_weights
        self.careless = self.view.careless(self.me, ground)
        """Where the danger of being there, and of the way there, is not seen."""
        self._planes: dict[Budget, list[Plane]] = {}
        self._sums: dict[Budget, dict[Mask, float]] = {}
        self._stands: dict[tuple[int, Budget], float] = {}

    @cached_property
    def _drawn(self) -> list[tuple[Sequence[Mask], float]]:
        """Pulls on the member, by the points of a step."""
        return [
            (ways, points)
            for name, ways, amount in self.outlook.potentials
            if (points := self.feature_weights.get(name, 0.0) * amount)
        ]

    @cached_property
    def _came_from(self) -> Mask:
        return self.view.came_from(self.me)

    def planes(self, kept: Budget) -> list[Plane]:
        """Layers of value of places for whoever ends there with so much kept."""
        found = self._planes.get(kept)
        if found is not None:
            return found
        me, model, feature_weights = self.me, self.model, self.feature_weights
        found = []

        def add(mask: Mask, name: str, amount: float) -> None:
            points = feature_weights.get(name, 0.0) * amount
            if points:
                found.append((mask, name, amount, points))

        for it in self.view.members.values():
            if it.side == me.side:
                continue
            soon: list[tuple[float, Mask]] = []
            late: list[tuple[float, Mask]] = []
            for expected_threat in model.expected_threats(it.id, me.id, self.ground, kept):
                cost = expected_threat.cost
                (late if expected_threat.late else soon).append((cost, expected_threat.where))
            for name, costs in (("exposed", soon), ("late", late)):
                costs.sort(reverse=True)
                taken = 0
                for cost, where in costs:
                    rest = where & ~taken & ~self.careless
                    if rest and cost > 0:
                        friends = self.view.friends(it, me)
                        aimed = self.outlook.aimed(it, cost, friends)
                        add(rest, name, aimed * self.outlook.harm(cost))
                        if name == "exposed":
                            add(rest, "spared", aimed * friends.harm)
                    taken |= where
        for name, mask, amount in model.stances(me.id, self.ground, kept):
            add(mask, name, amount)
        for pull in model.pulls(me.id):
            add(pull.places, pull.there, pull.amount)
        add(self._came_from, "back", 1.0)
        add(self.outlook.in_front, IN_FRONT, 1.0)
        self._planes[kept] = found
        return found

    def _weighed(self, kept: Budget) -> Mapping[Mask, float]:
        found = self._sums.get(kept)
        if found is None:
            found = self._sums[kept] = {}
            for mask, _, _, points in self.planes(kept):
                found[mask] = found.get(mask, 0.0) + points
        return found

    def stand(self, spot: int, budget: Budget) -> float:
        """How good it is to end a turn somewhere with something left, in points."""
        kept = self.model.kept(budget)
        found = self._stands.get((spot, kept))
        if found is None:
            bit = 1 << spot
            found = 0.0
            for mask, points in self._weighed(kept).items():
                if mask & bit:
                    found += points
            for ways, points in self._drawn:
                found += points * distance(ways, bit)
            self._stands[spot, kept] = found
        return found

    def stance(self, spot: int, budget: Budget) -> dict[str, float]:
        """The same as features."""
        bit = 1 << spot
        found: dict[str, float] = {}
        for mask, name, amount, _ in self.planes(self.model.kept(budget)):
            if mask & bit:
                found[name] = found.get(name, 0.0) + amount
        for name, ways, amount in self.outlook.potentials:
            found[name] = found.get(name, 0.0) + amount * distance(ways, bit)
        return found


def worst_at(model: PlanningModel, it: Id, who: Id, bit: Mask, *, late: bool = False) -> float:
    """The most that somebody could cost another in one place in its next turn, as a share of what that one is worth.

    ``late``: by what takes more than the usual.
    """
    expected_threats = model.expected_threats(it, who, bit, ())
    costs = [
        expected_threat.cost
        for expected_threat in expected_threats
        if expected_threat.where & bit and expected_threat.late == late
    ]
    return max(0.0, max(costs, default=0.0))
