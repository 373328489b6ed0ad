"""Attacks and bursts that are under way: declared, but not yet seen to land, miss or be turned.

Dice and reactions come between the declaration of an attack and what it comes to. What moves is played when that is
known: the lunge, the arrow or the burst belongs to the moment of impact.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from game.rules.events import (
    ActionEvent,
    AttackEvent,
    BurstKind,
    Changed,
    Check,
    DiceSum,
    Ended,
    Event,
    Flight,
    Heading,
    Hit,
    Id,
    Left,
    Magic,
    Miss,
    Moved,
    ReactionEvent,
    Rolled,
    RoundBegan,
    SpoiledEvent,
    TargetedEvent,
)
from game.scene.event_feed import VisibleEvent
from game.spatial.places import Place

Carrier = Literal["blow", "missile", "spell"]
"""Carrier of an attack over the distance."""


@dataclass(frozen=True, slots=True)
class OpenAttack:
    """Attack under way."""

    who: Id
    target: Id | None
    """None: a spell that is on nobody in particular."""
    carrier: Carrier
    rolled: bool = False
    """Whether its dice have been thrown."""
    hit: bool = False
    answered: bool = False
    """Whether somebody has reacted since."""
    turned: bool = False
    """Whether its target has reacted since."""

    def gives_way(self, who: Id) -> bool:
        """Whether what somebody does may be part of its answer to this."""
        return self.answered and who == self.target and not self.hit

    @property
    def settled(self) -> bool:
        """Whether it is known to have been made, whatever comes of it."""
        return self.hit or self.rolled


@dataclass(frozen=True, slots=True)
class OpenBurst:
    """Something that has been thrown and lies where it is to burst."""

    who: Id
    kind: BurstKind
    at: Place
    burst: bool = False
    """Whether it has been seen to; what it does to further bodies follows."""


@dataclass(frozen=True, slots=True)
class OpenAttacks:
    """All that are under way, the innermost last."""

    attacks: tuple[OpenAttack, ...] = ()
    burst: OpenBurst | None = None

    @property
    def concerned(self) -> tuple[Id, ...]:
        """Between whom the innermost attack is."""
        last = self.attacks[-1] if self.attacks else None
        return () if last is None else (last.who,) if last.target is None else (last.who, last.target)

    def between(self, who: Id | None) -> OpenAttack | None:
        """The innermost attack that somebody makes or suffers."""
        return next(
            (each for each in reversed(self.attacks) if who is not None and who in (each.who, each.target)), None
        )

    def on(self, target: Id) -> OpenAttack | None:
        """The innermost attack whose outcome is a loss of somebody's."""
        return next(
            (each for each in reversed(self.attacks) if each.target in (target, None) and each.who != target), None
        )

    def due(self, event: Event | None) -> OpenAttack | OpenBurst | None:
        """Attack or burst without harm, to be seen before an ``event`` that is no part of it. None: the battle waits
        for a decision that is no part of it either.
        """
        strays = isinstance(event, Flight) and event.strays_from is not None
        if self.burst is not None and not self.burst.burst and (event is None or (closes(event) and not strays)):
            return self.burst
        last = self.attacks[-1] if self.attacks else None
        if last is None or last.carrier == "spell" or not (event is None or _ends(event, last)):
            return None
        return last

    def without(self, seen: OpenAttack | OpenBurst) -> OpenAttacks:
        """The others, once something due has been seen."""
        if isinstance(seen, OpenBurst):
            return replace(self, burst=None)
        return replace(self, attacks=tuple(each for each in self.attacks if each is not seen))

    def after(self, witnessed: VisibleEvent) -> OpenAttacks:
        """State of attacks after an event."""
        event = witnessed.event
        match event:
            case AttackEvent():
                attack = OpenAttack(event.who, event.target, "missile" if event.flies else "blow")
                return OpenAttacks((*(each for each in self.attacks if each.answered), attack))
            case Flight():
                return OpenAttacks((), OpenBurst(event.who, event.bursts, event.landing_place))
            case Magic():
                return OpenAttacks((OpenAttack(event.who, event.upon, "spell"),))
            case ReactionEvent():
                return self._answered(event.who)
            case Hit():
                return self._hit(event)
            case DiceSum():
                return self._aimed(event)
            case Check() if not event.passed:
                return self._failed(event.who)
            case Miss():
                return self._resolved(event.target)
            case SpoiledEvent():
                return replace(self, attacks=tuple(each for each in self.attacks if each.who != event.who))
            case Rolled() if event.who is not None:
                return self._rolled(event.who)
            case Changed():
                return self._changed(witnessed, event)
            case Moved():
                return self._gone(event.who)
            case ActionEvent():
                return self._gone(event.who)
            case _:
                return OpenAttacks() if closes(event) else self

    def _swap(self, old: OpenAttack, new: OpenAttack) -> OpenAttacks:
        return replace(self, attacks=tuple(new if each is old else each for each in self.attacks))

    def _answered(self, who: Id) -> OpenAttacks:
        last = self.attacks[-1] if self.attacks else None
        if last is None:
            return self
        return self._swap(last, replace(last, answered=True, turned=last.turned or who == last.target))

    def _rolled(self, who: Id) -> OpenAttacks:
        found = next((each for each in reversed(self.attacks) if each.who == who), None)
        return self if found is None else self._swap(found, replace(found, rolled=True))

    def _hit(self, event: Hit) -> OpenAttacks:
        """Of an attack that was declared, on whomever it falls in the end; else it is an answer that needs no words."""
        if self.burst is not None and self.burst.who == event.who:
            return self
        found = next((each for each in reversed(self.attacks) if each.who == event.who), None)
        if found is None:
            return replace(self, attacks=(*self.attacks, OpenAttack(event.who, event.target, "blow", hit=True)))
        aimed = self._aimed(event)
        found = next(each for each in reversed(aimed.attacks) if each.who == event.who)
        return aimed._swap(found, replace(found, hit=True))

    def _aimed(self, event: TargetedEvent) -> OpenAttacks:
        """An attack may stray, or somebody may step into it."""
        found = next((each for each in reversed(self.attacks) if each.who == event.who), None)
        if found is None or found.target in (event.target, None):
            return self
        return self._swap(found, replace(found, target=event.target, turned=False))

    def _failed(self, who: Id) -> OpenAttacks:
        """What somebody tried against an attack has not helped."""
        found = next((each for each in reversed(self.attacks) if each.target == who and each.turned), None)
        return self if found is None else self._swap(found, replace(found, turned=False))

    def _resolved(self, target: Id) -> OpenAttacks:
        """The attack on somebody has come to what it comes to; a spell may do more."""
        found = self.on(target)
        return self if found is None or found.carrier == "spell" else self.without(found)

    def _gone(self, who: Id) -> OpenAttacks:
        """Somebody has moved: nothing goes on but what it gives way to."""
        return OpenAttacks(tuple(each for each in self.attacks if each.gives_way(who)))

    def _changed(self, witnessed: VisibleEvent, event: Changed) -> OpenAttacks:
        if event.who not in witnessed.after.state.combatants:
            return self
        found = self
        was, now = witnessed.before.standing(event.who), witnessed.after.standing(event.who)
        if now.health < was.health:
            found = found._resolved(event.who)
            if found.burst is not None and not found.burst.burst:
                found = replace(found, burst=replace(found.burst, burst=True))
        if was.up and not now.up:
            unmade = [each for each in found.attacks if each.who == event.who and not each.hit]
            for each in unmade:
                found = found.without(each)
        return found


def closes(event: Event) -> bool:
    """Whether another deed begins with it: nothing that was under way goes on after it."""
    if isinstance(event, ReactionEvent):
        return False
    return isinstance(event, AttackEvent | Flight | Heading | RoundBegan | Ended | Moved | Left | ActionEvent)


def _ends(event: Event, last: OpenAttack) -> bool:
    """Whether an event shows that the innermost attack is over."""
    if not closes(event) or (isinstance(event, ActionEvent | Moved) and last.gives_way(event.who)):
        return False
    if isinstance(event, Moved) and not last.settled:
        return False  # one of them goes away before it is made
    answer = isinstance(event, AttackEvent) and event.who != last.who and last.answered and not last.hit
    return not answer
