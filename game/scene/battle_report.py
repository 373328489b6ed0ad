"""Report of a battle in numbers: who harmed whom, and how the dice fell against what they should."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from game.rules.dice import sides_of
from game.rules.events import (
    AttackEvent,
    Cause,
    Changed,
    DiceSum,
    Event,
    FallEvent,
    HealthEvent,
    Hit,
    Id,
    Left,
    Magic,
    Miss,
    Rolled,
    RoundBegan,
    TargetedEvent,
)
from game.rules.ruleset import AnyRuleset
from game.rules.setup import Setup
from game.rules.standing import Standing
from game.rules.state import AnyState, evolve
from game.rules.table import AnyBoard, Board
from game.spatial.space import Space


@dataclass
class CombatantTotals:
    """Totals of one combatant, in hit points or the like."""

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


@dataclass(frozen=True, slots=True)
class Blow:
    """Harm of one attack, or the like, to one combatant."""

    who: Id
    target: Id
    lost: int
    felled: bool


@dataclass(frozen=True, slots=True)
class Downfall:
    """Somebody was put out of the fight."""

    who: Id
    by: Id | None
    """Combatant who caused it; None: nobody's. Of its own side only who attacked it or brought about its cause."""
    round: int
    friendly: bool = False
    """Whether that is somebody of its own side, or itself."""


@dataclass
class BattleReport:
    """A whole battle."""

    rounds: int = 0
    best: Blow | None = None
    """The one that took the most from somebody of another side; of several the first that felled, or the first."""
    falls: list[Downfall] = field(default_factory=list)
    """In their order; who got up again and fell again is in it twice."""

    deeds: dict[Id, CombatantTotals] = field(default_factory=dict)
    throws: dict[tuple[str, int], Throws] = field(default_factory=dict)
    """By side and the die's number of sides."""


def report(ruleset: AnyRuleset, setup: Setup, ground: Space, start: AnyState, events: Sequence[Event]) -> BattleReport:
    """Count what happened. Harm is put down to whoever aimed at the one harmed last, or brought about its cause."""
    counting = _Counting(ruleset, setup, ground, start)
    for event in events:
        counting.take(event)
    counting.settle(*start.combatants)
    return counting.found


class _Counting:
    def __init__(self, ruleset: AnyRuleset, setup: Setup, ground: Space, start: AnyState) -> None:
        self.found = BattleReport()
        self._ruleset, self._setup, self._ground, self._state = ruleset, setup, ground, start
        self._aims: dict[Id, Id | None] = {}
        self._helped: dict[Id, bool] = {}
        """Whether the last that aimed at somebody neither attacked it nor harmed it, as who bandages a friend."""
        self._blows: dict[Id, Blow] = {}
        """Harm of the attack upon each of them so far."""
        self._lost: dict[Id, int] = {}
        """Losses of each that are not counted yet: they are harm, unless a downfall alone says why, as with sleep."""
        for who, c in start.combatants.items():
            self.found.deeds[who] = CombatantTotals(c.side, ruleset.standing(self._board(start), who))

    def _board(self, state: AnyState) -> AnyBoard:
        return Board(state, self._setup, self._ground)

    def take(self, event: Event) -> None:
        before, self._state = self._state, evolve(self._state, event)
        deeds = self.found.deeds
        match event:
            case FallEvent(who=who):
                self._lost.pop(who, None)
            case HealthEvent(who=who):
                self.settle(who)
            case TargetedEvent(who=who, target=target):
                self.settle(target)
                if isinstance(event, AttackEvent) or self._aims.get(target) != who:
                    self._blows.pop(target, None)
                self._aims[target] = who
                self._helped[target] = not isinstance(event, AttackEvent | Hit | Miss | DiceSum)
            case Magic(who=who, upon=target) if target is not None:
                self.settle(target)
                self._blows.pop(target, None)
                self._aims[target] = who
                self._helped[target] = False
            case Cause(who=who):
                self.settle(who)
                self._blows.pop(who, None)
                self._aims[who] = event.by
                self._helped[who] = False
            case RoundBegan(number=number):
                self.settle(*deeds)
                self.found.rounds = max(self.found.rounds, number)
                self._blows.clear()
            case Changed(who=who) if who in deeds:
                self._count_change(before, who)
            case Left(who=who) if who in deeds:
                deeds[who].gone = True
            case Rolled(who=who) if who in deeds:
                for sides, face in zip(sides_of(event.dice), event.faces, strict=True):
                    throws = self.found.throws.setdefault((deeds[who].side, sides), Throws())
                    throws.count += 1
                    throws.total += face
                    throws.highest += face == sides

    def _count_change(self, before: AnyState, who: Id) -> None:
        """A downfall counts at once; what is lost with the next event upon the same one, unless that is a downfall."""
        was = self._ruleset.standing(self._board(before), who)
        now = self._ruleset.standing(self._board(self._state), who)
        self.found.deeds[who].standing = now
        self._lost[who] = self._lost.get(who, 0) + max(0, was.health - now.health)
        if was.up and not now.up:
            foe = self._foe(who)
            by = self._aims.get(who) if foe is None and not self._helped.get(who) else foe
            by = by if by in self.found.deeds else None
            self.found.falls.append(Downfall(who, by, self.found.rounds, friendly=foe is None and by is not None))
            self._credit(who, 0, felled=True)

    def _foe(self, who: Id) -> Id | None:
        """Whose doing it is what befalls somebody, if it is one of another side."""
        by, deeds = self._aims.get(who), self.found.deeds
        return by if by in deeds and deeds[by].side != deeds[who].side else None

    def settle(self, *bodies: Id) -> None:
        """Count what some have lost up to now as harm."""
        for who in bodies:
            if lost := self._lost.pop(who, 0):
                self._credit(who, lost)

    def _credit(self, who: Id, lost: int, *, felled: bool = False) -> None:
        deeds, by = self.found.deeds, self._foe(who)
        deeds[who].taken += lost
        if by is None:
            return
        deeds[by].dealt += lost
        deeds[by].felled += felled
        blow = self._blows.get(who, Blow(by, who, 0, felled=False))
        blow = Blow(by, who, blow.lost + lost, blow.felled or felled)
        self._blows[who] = blow
        best = self.found.best
        if blow.lost and (best is None or (blow.lost, blow.felled) > (best.lost, best.felled)):
            self.found.best = blow
