"""Follows a battle at the pace of the eye: events wait in a row, each is animated, then the scene changes."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from game.rules.events import Changed, FallEvent, HealthEvent, Id
from game.rules.match import AnyMatch
from game.rules.questions import Choose
from game.scene.animations import action_of, animation_before, animation_for
from game.scene.board_geometry import Spot
from game.scene.event_feed import EventFeed, VisibleEvent
from game.scene.floating_text import FloatingText, FloatingTexts
from game.scene.moves import CARRIERS, Animation, DiceReading, Motion, Pace, Pose, VisualEffect, between, pose_of
from game.scene.open_attacks import OpenAttacks, closes
from game.scene.scene import Scene, Token

EPSILON = 1e-9
"""Seconds that sums of lengths may be off."""

DRIFT = 0.22
"""Seconds to step to another spot of one's place."""


@dataclass(slots=True)
class RunningMotion:
    """A token's movement under way."""

    motion: Motion
    age: float
    """Seconds; below 0 it has still to begin."""


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
    """Position of one viewer in a battle."""

    def __init__(self, match: AnyMatch, viewer: str | None) -> None:
        """``viewer`` is a side, or None for somebody who sees everything. Starts before the battle's first event."""
        self.match = match
        self.viewer = viewer
        self._feed = feed = EventFeed(match, viewer)
        self.scene = Scene(match.ruleset, match.setup, match.ground, feed.start, feed.known)
        self._row: deque[VisibleEvent] = deque()
        self._animation: Animation | None = None
        self._event: VisibleEvent | None = None
        """Event that the animation is of; None: it is the end of what was under way."""
        self.pace = Pace()
        self.action = ""
        """Deed that is being done, in a line: the log's, or who moves; empty where a turn has only begun."""
        self._touched = False
        """Whether the moment of impact is over: the scene has taken the event."""
        self._left_open = OpenAttacks()
        """Attacks that will be under way after an animation that is of no event."""
        self._age = 0.0
        self._motions: dict[Id, RunningMotion] = {}
        self._cues: list[RunningEffect] = []
        """Effects that have still to begin: their ages are below 0."""
        self._drifts: dict[Id, tuple[Spot, float]] = {}
        """Tokens that step to another spot of their place: from where, and for how long it has done so."""
        self.effects: list[RunningEffect] = []
        self.sayings = FloatingTexts()
        self.sounds: list[str] = []
        """Sounds to be played; whoever plays them empties the list."""
        self._stops: list[Stop] = [self.stop()]

    @property
    def caught_up(self) -> bool:
        """Whether everything that happened has been shown."""
        self._follow()
        return self._animation is None and not self._row and not self._unseen

    @property
    def shown(self) -> int:
        """How many of the battle's events have been shown to their end."""
        self._follow()
        return self._row[0].number if self._row else self._feed.read

    @property
    def busy(self) -> bool:
        """Whether something on the screen still moves."""
        return bool(self.effects or self.sayings or self._drifts or self._motions or self._cues) or not self.caught_up

    @property
    def lying(self) -> list[FloatingText | Spot]:
        """Rectangles that need room over the board now: the lines over bodies, and where dice were thrown."""
        return [*self.sayings.shown, *(running.effect.at for running in self.effects if running.effect.kind == "dice")]

    @property
    def uncovered(self) -> list[Token]:
        """Over whom no words and no dice may lie: whoever stands, and who lies there and is told of."""
        told = {saying.who for saying in self.sayings.shown}
        return [token for token in self.scene.tokens.values() if token.standing.up or token.id in told]

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._follow()
        left = seconds
        while self._animation is not None or self._row or self._unseen:
            if self._animation is None:
                self._begin()
            assert self._animation is not None
            due = self._animation.hold - self._age
            if not self._touched and self._animation.touch is not None:
                due = min(due, self._animation.touch - self._age)
            rate = self.pace.rate(self._animation)
            if left * rate < due:
                break
            left -= self._pass(max(due, 0.0) / rate)
            if self._age >= self._animation.hold - EPSILON:
                self._finish()
            else:
                self._touch()
        self._pass(left)

    def _pass(self, seconds: float) -> float:
        """Let time pass in which nothing happens but what has begun; gives it back."""
        played = seconds * self.pace.rate(self._animation)
        self.pace.spend(seconds)
        self._age += played
        for running in self.effects:
            running.age += played if running.effect.kind in CARRIERS else seconds
        for cue in self._cues:
            cue.age += played
        for moving in self._motions.values():
            moving.age += played
        self.effects = [running for running in self.effects if running.age < running.effect.length]
        self._motions = {who: each for who, each in self._motions.items() if each.age < each.motion.length}
        self.sayings.advance(seconds)
        begun = [cue for cue in self._cues if cue.age >= -EPSILON]
        self._cues = [cue for cue in self._cues if cue.age < -EPSILON]
        for cue in begun:
            self._show(cue)
        drifts = {who: (start, age + seconds) for who, (start, age) in self._drifts.items()}
        self._drifts = {who: drift for who, drift in drifts.items() if drift[1] < DRIFT}
        return seconds

    def skip(self) -> None:
        """Show at once how things stand."""
        self._follow()
        while self._animation is not None or self._row:
            if self._animation is None:
                self._event = self._row[0]
            self._finish()
        if self._unseen:
            self.scene.attacks = OpenAttacks()
        self._drifts.clear()
        self._motions.clear()
        self._cues.clear()
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
        self._animation, self._touched, self.action = None, False, ""
        self.skip()

    def pose(self, who: Id) -> Pose:
        """Where and how a token is drawn now."""
        still = self.scene.tokens[who].placement.spot
        running = self._motions.get(who)
        if running is not None and running.age >= 0:
            return pose_of(running.motion, running.age, still)
        start, age = self._drifts.get(who, (still, DRIFT))
        return Pose(between(start, still, age / DRIFT))

    @property
    def moving(self) -> Id | None:
        """Combatants that move at this moment."""
        return self._animation.motions[0].who if self._animation and self._animation.motions else None

    @property
    def bound_for(self) -> Spot | None:
        """Where whoever moves comes to, if it goes somewhere."""
        motions = self._animation.motions if self._animation else ()
        return motions[0].end if motions and motions[0].kind == "walk" else None

    @property
    def _unseen(self) -> bool:
        """Whether the battle waits for a decision while something is under way that is no part of it."""
        if self._row or self.scene.attacks.due(None) is None:
            return False
        pending = self.match.pending
        return pending is None or (isinstance(pending, Choose) and pending.kind in ("pick", "act"))

    def _follow(self) -> None:
        if self._feed.read < len(self.match.events):
            self._row.extend(self._feed.news())

    def _begin(self) -> None:
        first = animation_before(self._row[0].event if self._row else None, self.scene)
        if first is not None:
            animation, self._left_open = first
            self._event = None
        else:
            self._event = self._row[0]
            self.pace.begin(self._event.event)
            if closes(self._event.event):
                self.sayings.begin_deed()
            self.action = action_of(self._event, self.action)
            animation = animation_for(self._event, self.scene)
        self._animation, self._age = animation, 0.0
        for running in self.effects:  # dice that are rolled one after the other lie side by side until all are read
            if any(running.effect.beside(effect) for effect in animation.effects):
                running.age = 0.0
        self._read(animation.reading)
        for motion in animation.motions:
            self._motions[motion.who] = RunningMotion(motion, -motion.after)
            if motion.kind == "walk":  # its bars go with it
                self.effects = [
                    each for each in self.effects if (each.effect.kind, each.effect.who) != ("drain", motion.who)
                ]
        for effect in animation.effects:
            running = RunningEffect(effect, -effect.after)
            self._cues.append(running) if effect.after else self._show(running)
        if animation.sound:
            self.sounds.append(animation.sound)

    def _show(self, running: RunningEffect) -> None:
        """Begin an effect. Texts have their turn; of two banners, which have one place, the later is seen."""
        effect = running.effect
        if effect.kind == "text" and effect.who is not None:
            self.sayings.say(effect.who, effect)
            return
        if effect.kind in ("banner", "drain"):
            self.effects = [
                each for each in self.effects if (each.effect.kind, each.effect.who) != (effect.kind, effect.who)
            ]
        self.effects.append(running)

    def _read(self, reading: DiceReading | None) -> None:
        """Say what dice that lie there come to, and leave them a while longer."""
        thrown = [running for running in self.effects if running.effect.kind == "dice"]
        last = next((each for each in reversed(thrown) if reading and each.effect.at == reading.at), None)
        if reading is None or last is None:
            return
        last.effect, last.age = last.effect.read_as(reading), 0.0
        for running in thrown:
            if running is not last and running.effect.at in (reading.at, reading.against):
                running.effect, running.age = replace(running.effect, length=reading.length), 0.0

    def _touch(self) -> None:
        """The moment of impact, for which what was thrown makes room: the scene takes the event."""
        self._touched = True
        if self._animation is not None and self._animation.touch is not None:
            self.effects = [running for running in self.effects if running.effect.kind != "dice"]
            if self._animation.struck:
                self.sounds.append(self._animation.struck)
        if self._event is None:
            self.scene.attacks = self._left_open
            return
        before = self.scene.placements()
        self._row.popleft()
        self.scene.take(self._event)
        if isinstance(self._event.event, Changed):
            self._tell_loss(self._event.event.who)
        moved = {motion.who for motion in self._animation.motions} if self._animation is not None else set()
        for who, placement in self.scene.placements().items():
            if who in before and before[who] != placement and who not in moved:
                self._drifts[who] = before[who].spot, 0.0

    def _tell_loss(self, who: Id) -> None:
        """What the log says of a change that has just been seen is told with it."""
        while self._row and isinstance(told := self._row[0].event, HealthEvent) and told.who == who:
            if isinstance(told, FallEvent):
                return
            self.scene.take(self._row.popleft())

    def _finish(self) -> None:
        if not self._touched:
            self._touch()
        self._animation, self._event, self._touched = None, None, False
        self._age = 0.0
