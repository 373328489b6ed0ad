"""One side's view of a battle on zones: positions, free room and melee reach as masks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic

from game.kit.cache import cached_method
from game.kit.combatants import NOBODY
from game.kit.goals import Goals
from game.kit.mind.side_view import M, N, S, SideView
from game.kit.zone_masks import ZoneMasks, bits
from game.rules.events import Id
from game.rules.planning_model import Mask
from game.rules.table import Board


class ZoneSideView(SideView[S, N, M], Generic[S, N, M]):
    """Everybody whom a side knows to stand, by the numbers of their places."""

    def __init__(
        self, board: Board[S, N, Any], side: str, mark: Callable[[Any], M], goals: Goals[S, N], masks: ZoneMasks
    ) -> None:
        """``masks``: the map for a body that goes on foot; what is near is the same for all."""
        super().__init__(board, side, mark, goals)
        self.masks = masks
        self.spots: dict[Id, int] = {who: masks.number[it.body.at] for who, it in self.stats.items()}

    # -- what the ruleset says

    @abstractmethod
    def length(self, it: M) -> int:
        """Cells along a side of a body."""

    @abstractmethod
    def stride(self, it: M) -> int:
        """Steps that somebody may go and strike after."""

    def masks_for(self, it: M) -> ZoneMasks:
        """The map as a body of its kind goes about it."""
        return self.masks

    @property
    def shut_doors(self) -> bool:
        """Whether any door is shut."""
        return self.masks.shut

    def takes_along(self, it: M) -> Sequence[Id]:
        """Those who are in nobody's way when it goes: who goes with it."""
        return ()

    # -- masks

    def standing(self, some: Iterable[M]) -> Mask:
        """Where some stand."""
        found = 0
        for it in some:
            found |= 1 << self.spots[it.body.id]
        return found

    def near(self, it: M) -> Mask:
        """Places at arm's length of somebody, its own among them."""
        return self.masks.near[self.spots[it.body.id]]

    @cached_method
    def beside(self, side: str) -> Mask:
        """Places at arm's length of somebody of the others that a side knows of."""
        return self.masks.around(self.standing(self.foes(side)))

    @cached_method
    def _crowds(self) -> Mapping[int, Sequence[M]]:
        """Who stands in each place that is not empty."""
        found: dict[int, list[M]] = {}
        for who, it in self.stats.items():
            found.setdefault(self.spots[who], []).append(it)
        return found

    @cached_method
    def full(self, who: Id, but: Id = NOBODY) -> Mask:
        """Places without room for somebody more than now; ``but``: one who is to be elsewhere by then."""
        me = self.stats[who]
        size, own = self.length(me), (who, but, *self.takes_along(me))
        found = self._packed(size)
        for spot in dict.fromkeys(self.spots[each] for each in own if each in self.spots):
            rest = self._sizes(it for it in self._crowds()[spot] if it.body.id not in own)
            found = found & ~(1 << spot) | self.masks.full({spot: rest}, size)
        return found

    def filled_by(self, who: Id, other: Id, where: Mask) -> Mask:
        """Those of some places in which there would be no room for another if somebody were there as well."""
        me, rest = self.stats[who], {}
        for spot in bits(where):
            there = [it for it in self._crowds().get(spot, ()) if it.body.id not in (who, other)]
            rest[spot] = self._sizes([me, *there])
        return self.masks.full(rest, self.length(self.stats[other]))

    @cached_method
    def _packed(self, size: int) -> Mask:
        return self.masks.full({spot: self._sizes(some) for spot, some in self._crowds().items()}, size)

    def _sizes(self, some: Iterable[M]) -> tuple[int, ...]:
        return tuple([self.length(it) for it in some])

    @cached_method
    def strikes(self, who: Id, but: Id = NOBODY) -> Mask:
        """Places that somebody could strike at hand to hand within its stride; ``but`` makes room where it stands."""
        it, spot = self.stats[who], self.spots[who]
        return self.masks_for(it).strikes(spot, self.stride(it), self.full(who, but) & ~(1 << spot))

    def strikes_at(self, who: Id, whom: Id) -> Mask:
        """Places in which somebody could strike another there, who is not in the way any more where it stands now."""
        return self.strikes(who, whom) if self.full(who) >> self.spots[whom] & 1 else self.strikes(who)
