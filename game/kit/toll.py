"""What a blow comes to on average, as AIs reckon it, whatever the book."""

from __future__ import annotations

from typing import NamedTuple

from game.rules.wits import Mask, Menace, weighed


class Toll(NamedTuple):
    """What a blow, or several in a row, come to on average."""

    hit: float
    """The chance to hit at least once."""
    fell: float
    """The chance to put its target out of the fight."""
    hurt: float
    """The share of its health that the target loses where it stays in the fight."""
    points: float
    """Health lost, in the book's points."""

    @property
    def cost(self) -> float:
        """Felling and wounds in one figure."""
        return weighed(self.fell, self.hurt)

    def menace(self, where: Mask, *, late: bool = False) -> Menace:
        """It, threatening whoever stands in some places."""
        return Menace(where, self.fell, self.hurt, late)


NO_TOLL = Toll(0.0, 0.0, 0.0, 0.0)
