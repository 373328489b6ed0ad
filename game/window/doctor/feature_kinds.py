"""The sorts of features that the map doctor puts down, and what has to be said of each."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.setup import is_strength
from game.spatial.field import FeatureKind


@dataclass(frozen=True)
class FeatureSort:
    """One kind of feature."""

    kind: FeatureKind
    title: str
    tip: str
    strength: str = ""
    """What its strength is, with an example; nothing for what has none."""
    usual: str = ""
    """The strength that one begins with."""
    wide: bool = True
    """Whether it may cover many cells; else it lies on one."""

    def reads(self, strength: str) -> bool:
        """Whether rules make something of a strength; of none they take what is usual."""
        return not strength or self.kind not in ("fire", "trap") or is_strength(self.kind, strength)


SORTS: tuple[FeatureSort, ...] = (
    FeatureSort("fire", "Fire", "Burns whoever comes into it, and shines", "Dice, as 1d6", "1d6"),
    FeatureSort(
        "trap", "Trap", "Hurts whoever comes into it; or frightens, where rules know that", "1d6, or fear 1", "1d6"
    ),
    FeatureSort("fall", "Fall", "A drop that somebody may be pushed down", "Depth, as 20 ft", "20 ft"),
    FeatureSort("deep_water", "Deep", "Deep water: slow to swim, and dangerous to be pushed into"),
    FeatureSort("exit", "Exit", "A way off the map, for those who flee or are to escape"),
    FeatureSort("objective", "Goal", "What a battle may be about: ground to hold, work to be done"),
    FeatureSort("lever", "Lever", "Moves a door or a portcullis", wide=False),
    FeatureSort("loot", "Loot", "Something worth having", wide=False),
    FeatureSort("light", "Light", "Shines, where it is dark", "Reach, as 20 ft", "20 ft", wide=False),
    FeatureSort("thing", "Thing", "Lies or stands about, to be taken up and fought with", wide=False),
)
BY_KIND = {sort.kind: sort for sort in SORTS}

MOST = 80
"""Letters of a name or a strength."""
