"""What a battle was, in numbers: who harmed whom, and how the dice fell against what they should."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from game.rules.dice import sides_of
from game.rules.event_kinds import Cause, TargetedEvent
from game.rules.events import Changed, Event, Id, Left, Rolled
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Setup
from game.rules.standing import Standing
from game.rules.state import AnyState, evolve
from game.rules.table import AnyBoard, Board
from game.spatial.space import Space


@dataclass
class CombatantTotals:
    """What one combatant did and suffered, in hit points or the like."""

    side: str
    standing: Standing
    dealt: int = 0
    taken: int = 0
    felled: int = 0
    gone: bool = False
    """Whether it has left the field."""


@dataclass
class Throws:
    """All dice of one kind that a side threw, each for itself, whatever was thrown with it."""

    count: int = 0
    total: int = 0
    highest: int = 0
    """How many showed the highest face: of most books' dice the one that matters."""


@dataclass
class BattleReport:
    """A whole battle."""

    deeds: dict[Id, CombatantTotals] = field(default_factory=dict)
    throws: dict[tuple[str, int], Throws] = field(default_factory=dict)
    """By side and the die's number of sides."""


def report(ruleset: AnyRuleset, setup: Setup, ground: Space, start: AnyState, events: Sequence[Event]) -> BattleReport:
    """Count what happened. Harm is put down to whoever aimed at the one harmed last, or brought about its cause."""
    found = BattleReport()
    board: AnyBoard = Board(start, setup, ground)
    for who, c in start.combatants.items():
        found.deeds[who] = CombatantTotals(c.side, ruleset.standing(board, who))
    aims: dict[Id, Id | None] = {}
    state = start
    for event in events:
        before, state = state, evolve(state, event)
        if isinstance(event, TargetedEvent):
            aims[event.target] = event.who
        elif isinstance(event, Cause):
            aims[event.who] = event.by
        elif isinstance(event, Changed) and event.who in found.deeds:
            _count_harm(found, ruleset, Board(before, setup, ground), Board(state, setup, ground), event.who, aims)
        elif isinstance(event, Left) and event.who in found.deeds:
            found.deeds[event.who].gone = True
        elif isinstance(event, Rolled) and event.who is not None and event.who in found.deeds:
            for sides, face in zip(sides_of(event.dice), event.faces, strict=True):
                throws = found.throws.setdefault((found.deeds[event.who].side, sides), Throws())
                throws.count += 1
                throws.total += face
                throws.highest += face == sides
    return found


def _count_harm(
    found: BattleReport, ruleset: AnyRuleset, before: AnyBoard, after: AnyBoard, who: Id, aims: dict[Id, Id | None]
) -> None:
    was, now = ruleset.standing(before, who), ruleset.standing(after, who)
    deeds = found.deeds[who]
    deeds.standing = now
    lost = was.health - now.health
    by = aims.get(who)
    foe = found.deeds.get(by) if by is not None else None
    if lost > 0:
        deeds.taken += lost
        if foe is not None and foe.side != deeds.side:
            foe.dealt += lost
    if was.up and not now.up and foe is not None and foe.side != deeds.side:
        foe.felled += 1
