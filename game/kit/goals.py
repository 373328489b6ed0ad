"""What wins besides being the last side that fights, for every ruleset that plays objectives."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from game.rules.setup import Objective
from game.rules.state import Verdict


class Progress(Protocol):
    """How far a battle has come, as a ruleset counts it."""

    @property
    def round(self) -> int:
        """The number of the round."""
        ...

    @property
    def held(self) -> Mapping[str, int]:
        """Full rounds for which a side has held the objective."""
        ...


def reached(
    objective: Objective, progress: Progress, standing: Sequence[str], *, away: int, ward: bool | None
) -> Verdict | None:
    """Who has won by the objective, if anyone.

    ``standing``: sides with somebody who fights, in the set-up's order. ``away``: how many of those meant have got away
    by the way meant. ``ward``: whether the one to be protected is up; None if there is nobody of that name.
    """
    side, rounds = objective.side, objective.rounds
    rival = next((name for name in standing if name != side), None)
    match objective.goal:
        case "hold" if progress.held.get(side, 0) >= max(1, rounds):
            return Verdict(side, f"held its ground for {max(1, rounds)} rounds")
        case "survive" if progress.round > rounds and side in standing:
            return Verdict(side, f"survived {rounds} rounds")
        case "escape" if away >= max(1, objective.count):
            return Verdict(side, "got away")
        case "protect" if ward is False:
            return Verdict(rival, f"{objective.who} has fallen")
        case "protect" if rounds and progress.round > rounds and side in standing:
            return Verdict(side, f"{objective.who} was kept safe")
        case _:
            return None


def held_after(objective: Objective, held: Mapping[str, int], there: Collection[str]) -> dict[str, int]:
    """The count of full rounds held after one at whose end these sides stand on the ground: alone, or from nought."""
    side = objective.side
    return {**held, side: held.get(side, 0) + 1 if set(there) == {side} else 0}
