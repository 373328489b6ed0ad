"""What has been found of a map with its doors as they are, whoever stands where: kept from moment to moment."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from game.kit.recall import Kept
from game.kit.things import hazard_dice
from game.rules.wits import Mask, Menace
from game.spatial.field import UNIT, Cell
from game.spatial.space import Space
from rulesets.sovereign.effects import FEET_A_DIE
from rulesets.sovereign.reading import FEET, Look


class Recall:
    """The answers found so far on one map; each dictionary by all that its answers depend on."""

    def __init__(self) -> None:
        self.looks: Kept[tuple[object, ...], tuple[tuple[Look, Mask], ...]] = Kept()
        """Situations of attacks with an arm on somebody at a place."""
        self.reaches: Kept[tuple[object, ...], Mask] = Kept()
        """Places that somebody could attack, others in its way."""
        self.menaces: Kept[tuple[object, ...], tuple[Menace, ...]] = Kept()
        """What somebody could do with its arms to somebody else."""
        self.charges: Kept[tuple[object, ...], Mask] = Kept()
        """The place where a charge ends, 0 if there is none; and what somebody can run to within a charge's length."""
        self._drops: dict[tuple[Cell, int], tuple[tuple[Cell, tuple[str, ...]], ...]] = {}

    def drops(self, space: Space, at: Cell, size: int) -> tuple[tuple[Cell, tuple[str, ...]], ...]:
        """The places beside a body where it would be harmed if it were forced there, each with dice of that harm."""
        found = self._drops.get((at, size))
        if found is None:
            beside = [(x, y) for y in range(at[1] - 1, at[1] + 2) for x in range(at[0] - 1, at[0] + 2)]
            harmful = [(place, peril(space, at, place, size)) for place in beside if space.inside(place, size)]
            found = self._drops[at, size] = tuple((place, dice) for place, dice in harmful if dice)
        return found


def peril(space: Space, at: Cell, place: Cell, size: int) -> tuple[str, ...]:
    """Dice of what happens to a body that is forced from one place to another: a fall, fire, traps."""
    feet = FEET * (space.floor(at, size) - space.floor(place, size)) // UNIT
    dice = (f"{feet // FEET_A_DIE}d6",) if feet >= FEET_A_DIE else ()
    hazards = (hazard_dice(each, "d6") for each in space.features_at(place) if each.kind in ("fire", "trap"))
    return dice + tuple(filter(None, hazards))


_recalls: WeakKeyDictionary[Space, Recall] = WeakKeyDictionary()


def recall_of(space: Space) -> Recall:
    """What is known of a map with its doors as they are. Good as long as the space is."""
    return _recalls.setdefault(space, Recall())
