"""Follows a battle at the pace of the eye: events wait in a row, each is animated, then the scene changes."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from itertools import pairwise
from math import fsum

from game.rules.events import Id
from game.rules.match import AnyMatch
from game.scene.animations import animation_for
from game.scene.board_geometry import Spot
from game.scene.event_feed import EventFeed, VisibleEvent
from game.scene.floating_text import FloatingText, FloatingTexts
from game.scene.moves import Animation, Cancelling, VisualEffect
from game.scene.scene import Scene

DRIFT = 0.22
"""Seconds to step to another spot of one's place."""


@dataclass(frozen=True, slots=True)
class Pose:
    """How a token is drawn at this moment."""

    at: Spot
    """Its top left corner, in cells."""
    alpha: float = 1.0
    fallen: float | None = None
    """How far it has fallen, from 0 to 1; None: it isn't falling."""


@dataclass(slots=True)
class RunningEffect:
    """An effect under way."""

    effect: VisualEffect
    age: float = 0.0

    @property
    def share(self) -> float:
        """How much of it is over, from 0 to 1."""
        return min(1.0, self.age / self.effect.length) if self.effect.length else 1.0


@dataclass(frozen=True, slots=True)
class Stop:
    """A point that can be come back to."""

    feed: EventFeed
    scene: Scene

    @property
    def events(self) -> int:
        """How many of the battle's events lie before it."""
        return self.feed.read


class Playhead:
    """One viewer's place in a battle."""

    def __init__(self, match: AnyMatch, viewer: str | None) -> None:
        """``viewer`` is a side, or None for somebody who sees everything. Starts before the battle's first event."""
        self.match = match
        self.viewer = viewer
        self._feed = feed = EventFeed(match, viewer)
        self.scene = Scene(match.ruleset, match.setup, match.ground, feed.start, feed.known)
        self._row: deque[VisibleEvent] = deque()
        self._animation: Animation | None = None
        self._age = 0.0
        self._drifts: dict[Id, tuple[Spot, float]] = {}
        """Who steps to another spot of its place: from where, and for how long it has done so."""
        self.effects: list[RunningEffect] = []
        self.sayings = FloatingTexts()
        self.sounds: list[str] = []
        """Sounds to be played; whoever plays them empties the list."""
        self._stops: list[Stop] = [self.stop()]

    @property
    def caught_up(self) -> bool:
        """Whether everything that happened has been shown."""
        self._follow()
        return self._animation is None and not self._row

    @property
    def shown(self) -> int:
        """How many of the battle's events have been shown to their end."""
        self._follow()
        return self._row[0].number if self._row else self._feed.read

    @property
    def busy(self) -> bool:
        """Whether something on the screen still moves."""
        return bool(self.effects or self.sayings or self._drifts) or not self.caught_up

    @property
    def lying(self) -> list[FloatingText | Spot]:
        """What needs room over the board now: the lines over bodies, and where dice were thrown."""
        return [*self.sayings.shown, *(running.effect.at for running in self.effects if running.effect.kind == "dice")]

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        for running in self.effects:
            running.age += seconds
        self.effects = [running for running in self.effects if running.age < running.effect.length]
        self.sayings.advance(seconds)
        drifts = {who: (start, age + seconds) for who, (start, age) in self._drifts.items()}
        self._drifts = {who: drift for who, drift in drifts.items() if drift[1] < DRIFT}
        self._follow()
        left = seconds
        while self._animation is not None or self._row:
            if self._animation is None:
                self._animation = self._begin()
                self._age = 0.0
            room = self._animation.hold - self._age
            if left < room:
                self._age += left
                return
            left -= max(room, 0.0)
            self._finish()

    def skip(self) -> None:
        """Show at once how things stand."""
        self._follow()
        while self._animation is not None or self._row:
            self._finish()
        self._drifts.clear()
        self.effects.clear()
        self.sayings.clear()
        self.sounds.clear()

    def mark(self) -> None:
        """Remember this point, so that going back to it costs nothing. The playhead must have caught up."""
        if self.caught_up and self._stops[-1].events != self._feed.read:
            self._stops.append(self.stop())

    def stop(self) -> Stop:
        """This point, to be come back to with ``return_to``. The playhead must have caught up."""
        return Stop(self._feed.copy(self.match), self.scene.copy())

    def go_back(self) -> None:
        """Answers were taken back: show the battle as it stands now."""
        count = len(self.match.events)
        if self._feed.read <= count:
            return
        while len(self._stops) > 1 and self._stops[-1].events > count:
            self._stops.pop()
        self.return_to(self._stops[-1])

    def return_to(self, stop: Stop) -> None:
        """Show the battle as it was at a stop of this viewer's, and at once what the match has come to since.

        The match must lead through it, as it stands now.
        """
        self._feed = stop.feed.copy(self.match)
        self.scene = stop.scene.copy()
        self._row.clear()
        self._animation = None
        self.skip()

    def pose(self, who: Id) -> Pose:
        """Where and how a token is drawn now."""
        token = self.scene.tokens[who]
        still = token.placement.spot
        motion = self._animation.motion if self._animation else None
        if motion is None or motion.who != who:
            start, age = self._drifts.get(who, (still, DRIFT))
            return Pose(_between(start, still, age / DRIFT))
        share = min(1.0, self._age / motion.length) if motion.length else 1.0
        match motion.kind:
            case "walk":
                return Pose(_along((motion.start, *motion.by, motion.end), share))
            case "lunge":
                return Pose(_between(motion.start, motion.end, 0.42 * (1 - abs(2 * share - 1))))
            case "shake":
                swing = (1 - share) * 0.08 * (1 if int(share * 8) % 2 else -1)
                return Pose((still[0] + swing, still[1]))
            case "fall":
                return Pose(still, 1.0, share)
            case "appear":
                return Pose(still, share)
            case _:
                return Pose(still, 1 - share)

    @property
    def moving(self) -> Id | None:
        """Who moves at this moment."""
        return self._animation.motion.who if self._animation and self._animation.motion else None

    @property
    def bound_for(self) -> Spot | None:
        """Where whoever moves comes to, if it goes somewhere."""
        motion = self._animation.motion if self._animation else None
        return motion.end if motion is not None and motion.kind == "walk" else None

    def _follow(self) -> None:
        if self._feed.read < len(self.match.events):
            self._row.extend(self._feed.news())

    def _begin(self) -> Animation:
        """Start the animation of the next event."""
        animation = animation_for(self._row[0], self.scene)
        for running in self.effects:  # dice that are rolled one after the other lie side by side until all are read
            if any(running.effect.beside(effect) for effect in animation.effects):
                running.age = 0.0
        self._cancel(animation.cancelling)
        for effect in animation.effects:
            self._show(effect)
        if animation.sound:
            self.sounds.append(animation.sound)
        return animation

    def _show(self, effect: VisualEffect) -> None:
        """Begin an effect. Texts have their turn; of two banners, which have one place, the later is seen."""
        if effect.kind == "text" and effect.who is not None:
            self.sayings.say(effect.who, effect)
            return
        if effect.kind == "banner":
            self.effects = [running for running in self.effects if running.effect.kind != "banner"]
        self.effects.append(RunningEffect(effect))

    def _cancel(self, cancelling: Cancelling | None) -> None:
        """Strike through what is cancelled of the dice that lie there, and leave all of them a while longer."""
        thrown = [running for running in self.effects if running.effect.kind == "dice"]
        last = next((each for each in reversed(thrown) if cancelling and each.effect.at == cancelling.at), None)
        if cancelling is None or last is None:
            return
        last.effect = last.effect.cancelled(cancelling)
        last.age = 0.0
        for running in thrown:
            if running.effect.at == cancelling.against:
                running.effect, running.age = replace(running.effect, length=cancelling.length), 0.0

    def _finish(self) -> None:
        """The event has been shown: the scene takes it."""
        motion, before = self._animation.motion if self._animation else None, self.scene.placements()
        self.scene.take(self._row.popleft())
        for who, placement in self.scene.placements().items():
            if who in before and before[who] != placement and (motion is None or motion.who != who):
                self._drifts[who] = before[who].spot, 0.0
        self._animation = None
        self._age = 0.0


def _along(spots: tuple[Spot, ...], share: float) -> Spot:
    """The spot after a share of a way from spot to spot."""
    legs = [max(abs(b[0] - a[0]), abs(b[1] - a[1])) for a, b in pairwise(spots)]
    left = share * fsum(legs)
    for leg, long in zip(pairwise(spots), legs, strict=True):
        if left < long:
            return _between(*leg, left / long)
        left -= long
    return spots[-1]


def _between(start: Spot, end: Spot, share: float) -> Spot:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
