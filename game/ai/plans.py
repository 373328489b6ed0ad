"""What plans of a turn are made of: options, steps and what is left after them; and what effects are called."""

from __future__ import annotations

from typing import NamedTuple

from game.rules.planning_model import Act, Budget, Features, Move


class Names(NamedTuple):
    """What features of effects are called."""

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
    """What somebody could do from a point of its turn on."""

    value: float
    """Points, by the weights."""
    step: PlanStep | None
    """None: end here."""


def add(found: dict[str, float], more: Features) -> None:
    """Add features to others."""
    for name, amount in more.items():
        found[name] = found.get(name, 0.0) + amount
