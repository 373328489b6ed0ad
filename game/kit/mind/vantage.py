"""Places grouped by how they look from another place (cover, range, light), computed on demand."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

from game.rules.planning_model import Mask
from game.spatial.paths import bits

L = TypeVar("L", bound=Hashable)

LookMasks = Sequence[tuple[L, Mask]]
"""Places by the look they have, in the order in which looks were met first."""


class LookCache(Generic[L]):
    """All looks of one map as it is; what a look tells, and what it costs to find it, is the ruleset's affair."""

    def __init__(self, look: Callable[[int, int], L]) -> None:
        """``look``: how the place of the second number looks from that of the first."""
        self._look = look
        self._out: dict[int, tuple[Mask, dict[L, Mask]]] = {}
        self._back: dict[int, tuple[Mask, dict[L, Mask]]] = {}

    def out(self, here: int, where: Mask) -> LookMasks[L]:
        """The places of some by how they look from one place."""
        return self._sorted(self._out, here, where, lambda n: self._look(here, n))

    def back(self, there: int, where: Mask) -> LookMasks[L]:
        """The places of some by how one place looks from them."""
        return self._sorted(self._back, there, where, lambda n: self._look(n, there))

    def _sorted(
        self, known: dict[int, tuple[Mask, dict[L, Mask]]], spot: int, where: Mask, find: Callable[[int], L]
    ) -> LookMasks[L]:
        asked, by = known.get(spot, (0, {}))
        more = where & ~asked
        if more:
            for n in bits(more):
                look = find(n)
                by[look] = by.get(look, 0) | 1 << n
            known[spot] = asked | more, by
        return [(look, some) for look, mask in by.items() if (some := mask & where)]
