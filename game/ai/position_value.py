"""How good places are to end a turn in: dangers, what the ruleset knows of them, how far there is still to go."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol

from game.ai.attack_cache import Glances, Worth
from game.ai.masks import distance
from game.ai.scoring import Tastes
from game.rules.events import Id
from game.rules.planning_model import Budget, Features, Mask, Member, Out, Wits

Plane = tuple[Mask, str, float, float]
"""Places, the feature that they have, how much of it, and its points."""

AIM = 3
"""How surely a foe aims at whom it could do most to: it does so as often as this power of the harm.

Counted over battles, foes nearly always go for the best of several (in glog, with four in reach, what they did was five
sixths of the most they could have done); shares by the harm itself tell the half of that.
"""

APART = "apart"
"""The feature of steps still to go to the middle of one's side: who goes alone is beaten alone."""


class Friends(NamedTuple):
    """The other members of a side as one foe sees them."""

    pull: float
    """How they draw it: the harm that it could do to each, in statures, to the power of ``AIM``, added up."""
    harm: float
    """What it takes of them while nobody else is there, in statures."""


class View(Protocol):
    """The moment that a turn is planned in."""

    wits: Wits
    tastes: Tastes
    glances: Glances

    @property
    def members(self) -> Mapping[Id, Member]:
        """Everybody the side knows of."""
        ...

    def value(self, out: Out) -> float:
        """What something comes to, in points."""
        ...

    def blow(self, out: Out, side: str) -> float:
        """What something does to the others of a side, less what it costs that side, in statures."""
        ...

    def features(self, out: Out) -> dict[str, float]:
        """What something comes to, as features."""
        ...

    def worth(self, who: Id) -> Worth:
        """All that points for what happens to somebody depend on, but for turns of one's own side."""
        ...

    def friends(self, it: Member, me: Member) -> Friends:
        """One's friends, where they stand, as a foe sees them."""
        ...

    def opened(self, edge: str) -> View | None:
        """The moment with a door or gate open, if the ruleset can tell."""
        ...

    def parted(self, edge: str, me: Member) -> Features:
        """What it does to friends that a door or gate between them and foes is open."""
        ...


class Footing:
    """The places of one member's turn."""

    def __init__(self, view: View, me: Member, ground: Callable[[], Mask]) -> None:
        self.view, self.me, self._everywhere = view, me, ground
        self.wits, self.tastes = view.wits, view.tastes
        self._planes: dict[Budget, list[Plane]] = {}
        self._sums: dict[Budget, dict[Mask, float]] = {}
        self._stands: dict[tuple[int, Budget], float] = {}

    @cached_property
    def ground(self) -> Mask:
        """Everywhere that a plan may end."""
        return self._everywhere()

    @cached_property
    def potentials(self) -> list[tuple[str, Sequence[Mask], float]]:
        """What draws the member on: the feature, places by steps, and how much a step counts. Goals come first."""
        me, wits = self.me, self.wits
        found = [(pull.near, wits.ways(me.id, pull.places), pull.amount) for pull in wits.pulls(me.id) if pull.places]
        if not wits.flees(me.id) and (posts := wits.posts(me.id)):
            if self.tastes.get(APART) and (company := wits.company(me.id)):
                found.append((APART, wits.ways(me.id, company), 1.0))
            found.append(("far", wits.ways(me.id, posts), wits.eager))
        return found

    @cached_property
    def _drawn(self) -> list[tuple[Sequence[Mask], float]]:
        """The same by the points of a step."""
        return [
            (ways, points) for name, ways, amount in self.potentials if (points := self.tastes.get(name, 0.0) * amount)
        ]

    def planes(self, kept: Budget) -> list[Plane]:
        """What counts in places for whoever ends there with so much kept."""
        found = self._planes.get(kept)
        if found is not None:
            return found
        me, wits, tastes = self.me, self.wits, self.tastes
        found = []

        def add(mask: Mask, name: str, amount: float) -> None:
            points = tastes.get(name, 0.0) * amount
            if points:
                found.append((mask, name, amount, points))

        for it in self.view.members.values():
            if it.side == me.side:
                continue
            friends = self.view.friends(it, me)
            soon: list[tuple[float, Mask]] = []
            late: list[tuple[float, Mask]] = []
            for menace in wits.menaces(it.id, me.id, self.ground, kept):
                cost = menace.cost
                (late if menace.late else soon).append((cost, menace.where))
            for name, costs in (("exposed", soon), ("late", late)):
                costs.sort(reverse=True)
                taken = 0
                for cost, where in costs:
                    rest = where & ~taken
                    if rest and cost > 0:
                        aimed = self._aimed(it, cost, friends)
                        add(rest, name, aimed * self._harm(cost))
                        if name == "exposed":
                            add(rest, "spared", aimed * friends.harm)
                    taken |= where
        for name, mask, amount in wits.stances(me.id, self.ground, kept):
            add(mask, name, amount)
        for pull in wits.pulls(me.id):
            add(pull.places, pull.there, pull.amount)
        self._planes[kept] = found
        return found

    def _weighed(self, kept: Budget) -> Mapping[Mask, float]:
        """The points of places."""
        found = self._sums.get(kept)
        if found is None:
            found = self._sums[kept] = {}
            for mask, _, _, points in self.planes(kept):
                found[mask] = found.get(mask, 0.0) + points
        return found

    def stand(self, spot: int, budget: Budget) -> float:
        """How good it is to end a turn somewhere with something left, in points."""
        kept = self.wits.kept(budget)
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
        for mask, name, amount, _ in self.planes(self.wits.kept(budget)):
            if mask & bit:
                found[name] = found.get(name, 0.0) + amount
        for name, ways, amount in self.potentials:
            found[name] = found.get(name, 0.0) + amount * distance(ways, bit)
        return found

    def danger(self, bit: Mask, *, late: bool = False) -> float:
        """What foes may do in their next turn to the member in a place, in statures; ``late``: from farther off."""
        me, found = self.me, 0.0
        for it in self.view.members.values():
            if it.side != me.side:
                cost = worst_at(self.wits, it.id, me.id, bit, late=late)
                found += self._aimed(it, cost, self.view.friends(it, me)) * self._harm(cost)
        return found

    def _harm(self, cost: float) -> float:
        """What a share of what the member is worth comes to, in statures."""
        return self.me.stature * self.me.prize * cost

    def _aimed(self, it: Member, cost: float, friends: Friends) -> float:
        """How likely a foe goes for the member, whom it could cost so much, and not for one of its friends.

        Times how much its danger counts at all: it may not come, and the side may not care.
        """
        mine = self._harm(cost)
        if mine <= 0:
            return 0.0
        pull = mine**AIM
        return self.wits.caution * self.wits.coming(it.id) * pull / (friends.pull + pull)


def worst_at(wits: Wits, it: Id, who: Id, bit: Mask, *, late: bool = False) -> float:
    """The most that somebody could cost another in one place in its next turn, as a share of what that one is worth.

    ``late``: by what takes more than the usual.
    """
    menaces = wits.menaces(it, who, bit, ())
    costs = [menace.cost for menace in menaces if menace.where & bit and menace.late == late]
    return max(0.0, max(costs, default=0.0))
