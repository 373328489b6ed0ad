"""What an event looks and sounds like: event and scene in, movement, effects and sounds out.

Events are known by what they are: the engine's own, and for those of a ruleset the ``game.rules.event_kinds`` that they
subclass. An event that is none of these is a line of the log and nothing more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import singledispatch
from itertools import pairwise
from math import fsum
from typing import Literal

from game.rules.dice import sides_of
from game.rules.event_kinds import (
    ActionEvent,
    AttackEvent,
    Check,
    Exchange,
    FallEvent,
    Flight,
    Heading,
    Magic,
    Miss,
    Noise,
    Notice,
    NoticeEvent,
    OpposedRoll,
    Tint,
)
from game.rules.events import (
    Appeared,
    Changed,
    Drawn,
    EdgeChanged,
    Ended,
    Event,
    Id,
    Left,
    Moved,
    Rolled,
    RoundBegan,
    Vanished,
)
from game.rules.ruleset import progress_of, tell_pursuit
from game.rules.standing import Standing
from game.scene.board_geometry import Spot
from game.scene.event_feed import VisibleEvent
from game.scene.moves import NOTHING, Animation, Cancelling, Motion, VisualEffect
from game.scene.scene import Scene, Token

_PLACE = re.compile(r"\d+,\d+")
"""A cell in words, which the board shows better."""

NOISES: dict[Noise, str] = {"": "", "alarm": "react", "dismay": "morale"}
"""The sounds of what is noticed."""


STEP = 0.13
"""Seconds to walk one cell."""


@dataclass(frozen=True, slots=True)
class _Staged:
    """What is witnessed, and the scene as it is before it."""

    witnessed: VisibleEvent
    scene: Scene

    def spot(self, who: Id | None) -> Spot | None:
        """The top left corner of a combatant that the viewer knows."""
        token = self._token(who)
        return token.placement.spot if token is not None else None

    def middle(self, who: Id | None) -> Spot | None:
        """The middle of a combatant."""
        token = self._token(who)
        return token.middle if token is not None else None

    def _token(self, who: Id | None) -> Token | None:
        before = self.witnessed.before
        if who is None or who not in before.state.combatants:
            return None
        found = self.scene.tokens.get(who)
        if found is not None:
            return found
        return self.scene.would_stand(who, before.state.combatants[who].at, before)


def animation_for(witnessed: VisibleEvent, scene: Scene) -> Animation:
    """The animation of an event, with the sides that it brings nearer to what they are after, or throws back.

    ``scene`` is that of its viewer, before it.
    """
    found = _animation(witnessed.event, _Staged(witnessed, scene))
    if witnessed.after is witnessed.before:
        return found
    rules, after = scene.ruleset, witnessed.after.board
    was, now = progress_of(rules, witnessed.before.board), progress_of(rules, after)
    if was == now:
        return found
    told = [
        VisualEffect("progress", (0.0, 0.0), tell_pursuit(after, side, now[side]), side=side, length=1.4)
        for side in now
        if was.get(side) != now[side]
    ]
    return replace(found, effects=(*found.effects, *told))


@singledispatch
def _animation(event: Event, staged: _Staged) -> Animation:
    return NOTHING


@_animation.register
def _moved(event: Moved, staged: _Staged) -> Animation:
    token = staged.scene.tokens.get(event.who)
    if token is None:
        return NOTHING
    start, end = token.placement.spot, staged.scene.would_stand(event.who, event.end).placement.spot
    half, passed = token.extent / 2, staged.scene.way(event.who, (event.end,))[1:-1]
    by = tuple((x - half, y - half) for x, y in passed)
    cells = max(1, fsum(max(abs(b[0] - a[0]), abs(b[1] - a[1])) for a, b in pairwise((start, *by, end))))
    afoot = event.how in ("walk", "flee", "pursuit")
    seconds = STEP * cells if afoot else 0.18 + 0.05 * cells
    motion = Motion("walk", event.who, start, end, seconds, by)
    return Animation(seconds, motion, (), "step" if afoot else "push")


@_animation.register
def _changed(event: Changed, staged: _Staged) -> Animation:
    """Health and conditions of a combatant, whatever the ruleset calls them."""
    spot, middle = staged.spot(event.who), staged.middle(event.who)
    if spot is None or middle is None:
        return NOTHING
    was, now = (moment.standing(event.who) for moment in (staged.witnessed.before, staged.witnessed.after))
    lost = was.health - now.health
    losses = _losses(was, now)
    effects = [_number(event.who, middle, gone, word) for gone, word in losses if gone]
    if effects and len(losses) > 1:
        bars = tuple(zip(was.bars, now.bars, strict=True))
        effects.append(VisualEffect("drain", spot, length=0.9, bars=bars, extent=2 * (middle[0] - spot[0])))
    if was.up and now.yielded:  # nobody topples over who only lays down arms
        return Animation(0.3, None, tuple(effects), "morale")
    if was.up and not now.up:
        return Animation(0.45, Motion("fall", event.who, spot, spot, 0.45), tuple(effects), "fall")
    gained = [word for word in now.words if word not in was.words] if now.up else []
    effects += [VisualEffect("text", middle, word, tone="warn", length=1.1, who=event.who) for word in gained]
    lit = [mark for mark in now.marks if now.up and mark.word in gained and mark.fire]
    effects += [VisualEffect("fire", middle, length=1.0) for _ in lit]
    if lost > 0:
        burst = VisualEffect("burst", middle, length=0.3)
        motion = Motion("shake", event.who, spot, spot, 0.3)
        return Animation(0.32, motion, (burst, *effects), "fire" if lit else "hurt")
    heard = "fire" if lit else "heal" if lost < 0 else ""
    return Animation(0.12 if effects else 0.0, None, tuple(effects), heard)


def _losses(was: Standing, now: Standing) -> list[tuple[int, str]]:
    """What was lost, below 0 what was won, and of which bar where there are several: a blow may pass by the first."""
    if len(was.bars) == len(now.bars) > 1:
        return [(b.spare - a.spare, f" {a.word}") for b, a in zip(was.bars, now.bars, strict=True)]
    return [(was.health - now.health, "")]


def _number(who: Id, middle: Spot, lost: int, word: str) -> VisualEffect:
    text = f"−{lost}{word}" if lost > 0 else f"+{-lost}{word}"
    return VisualEffect("text", middle, text, tone="bad" if lost > 0 else "good", length=1.3, who=who)


@_animation.register
def _attacked(event: AttackEvent, staged: _Staged) -> Animation:
    """A lunge for those who are near, an arrow for those who are far."""
    start, end = staged.spot(event.who), staged.spot(event.target)
    a, b = staged.middle(event.who), staged.middle(event.target)
    if start is None or end is None or a is None or b is None:
        return NOTHING
    near = max(abs(start[0] - end[0]), abs(start[1] - end[1])) <= staged.scene.where.melee
    if near and not event.flies:
        return Animation(0.3, Motion("lunge", event.who, start, end, 0.3), (), "strike")
    return Animation(0.34, None, (VisualEffect("arrow", a, to=b, length=0.34),), "shoot")


@_animation.register
def _thrown(event: Flight, staged: _Staged) -> Animation:
    """From whoever throws; what strays sets out from the place it was aimed at."""
    aimed, where = event.strays_from, staged.scene.where
    start = staged.middle(event.who) if aimed is None else where.inside(aimed)
    if start is None:
        return Animation(sound="shoot")
    end, length = where.inside(event.lands), 0.34 if aimed is None else 0.45
    flight = VisualEffect("arrow", start, to=end, length=length)
    return Animation(length, None, (flight, VisualEffect(event.bursts, end, length=length + 0.5)), event.bursts)


@_animation.register(Rolled)
@_animation.register(Drawn)
def _rolled(event: Rolled | Drawn, staged: _Staged) -> Animation:
    at = _thrown_at(staged, event.who)
    if at is None:
        return NOTHING
    if isinstance(event, Drawn):
        return Animation(0.28, None, (VisualEffect("dice", at, faces=(event.card,)),), "dice")
    faces = tuple(str(face) for face in event.faces)
    apart = (*event.idle, *event.aside)
    effect = VisualEffect(
        "dice",
        at,
        event.read,
        faces=faces,
        faint=event.idle,
        filled=tuple(place for place in range(len(faces)) if place not in apart) if event.read else (),
        aside=event.aside,
        sides=sides_of(event.dice),
    )
    return Animation(0.28, None, (effect,), "dice")


def _thrown_at(staged: _Staged, who: Id | None) -> Spot | None:
    """Where somebody's dice lie."""
    middle = staged.middle(who)
    return None if middle is None else (middle[0] + 0.62, middle[1] - 0.62)


@_animation.register
def _opposed(event: OpposedRoll, staged: _Staged) -> Animation:
    """Dice that lie there are struck through."""
    at, against = _thrown_at(staged, event.who), _thrown_at(staged, event.target)
    if at is None or against is None:
        return NOTHING
    cancelling = Cancelling(at, against, event.cancelled, event.result)
    return Animation(0.6 if event.cancelled else 0.3, cancelling=cancelling)


@_animation.register
def _exchanged(event: Exchange, staged: _Staged) -> Animation:
    """What they give each other crosses over between them."""
    a, b = staged.middle(event.who), staged.middle(event.other)
    if a is None or b is None:
        return NOTHING
    away, back = (
        VisualEffect("card", start, faces=(face,), to=end, length=0.7)
        for start, end, face in ((a, b, event.gives), (b, a, event.gets))
    )
    return Animation(0.6, None, (away, back), "dice")


def _word(staged: _Staged, who: Id | None, text: str, tone: Tint, sound: str = "") -> Animation:
    """A word over somebody; heard even where nobody is seen."""
    middle = staged.middle(who)
    if middle is None:
        return Animation(sound=sound)
    return Animation(0.25, None, (VisualEffect("text", middle, text, tone=tone, length=1.1, who=who),), sound)


@_animation.register
def _left(event: Left, staged: _Staged) -> Animation:
    return _word(staged, event.who, "leaves", "plain")


@_animation.register
def _missed(event: Miss, staged: _Staged) -> Animation:
    return _word(staged, event.target, "miss", "plain", "miss")


@_animation.register
def _noticed(event: NoticeEvent, staged: _Staged) -> Animation:
    notice: Notice = event.notice()
    return _word(staged, notice.who, notice.word, notice.tone, NOISES[notice.noise])


@_animation.register
def _fallen(event: FallEvent, staged: _Staged) -> Animation:
    """Why is told over whoever went down."""
    return _word(staged, event.who, event.how, "bad")


@_animation.register
def _checked(event: Check, staged: _Staged) -> Animation:
    if staged.middle(event.who) is None:
        return NOTHING
    word, tone = _PASSED[event.passed]
    return _word(staged, event.who, word, tone)


_PASSED: dict[bool, tuple[str, Tint]] = {True: ("succeeds", "good"), False: ("fails", "bad")}


@_animation.register
def _done(event: ActionEvent, staged: _Staged) -> Animation:
    """A deed in few words stands over whoever does it."""
    middle, text = staged.middle(event.who), event.what
    if middle is None or not text or len(text) > LONGEST_DEED or _PLACE.search(text):
        return NOTHING
    said = VisualEffect("text", middle, text, tone=event.tone, length=1.2, who=event.who)
    return Animation(0.3, None, (said,), NOISES[event.noise])


@_animation.register
def _worked(event: Magic, staged: _Staged) -> Animation:
    """Light round whoever works it, and round whom it is for."""
    said = _done(event, staged)
    spots = dict.fromkeys(staged.middle(who) for who in (event.who, event.upon))
    lights = tuple(VisualEffect("magic", spot, length=0.9) for spot in spots if spot is not None)
    return Animation(0.5, None, (*said.effects, *lights), "magic") if lights else said


LONGEST_DEED = 22
"""Letters of a deed that can be read over a token in passing."""


@_animation.register(Heading)
@_animation.register(RoundBegan)
@_animation.register(Ended)
def _headed(event: Event, staged: _Staged) -> Animation:
    if staged.witnessed.line is None:
        return NOTHING
    return Animation(0.7, None, (VisualEffect("banner", (0.0, 0.0), staged.witnessed.line.text, length=1.1),), "turn")


@_animation.register
def _appeared(event: Appeared, staged: _Staged) -> Animation:
    return _shown("appear", event.who, staged)


@_animation.register
def _vanished(event: Vanished, staged: _Staged) -> Animation:
    return _shown("vanish", event.who, staged)


def _shown(kind: Literal["appear", "vanish"], who: Id, staged: _Staged) -> Animation:
    spot = staged.spot(who)
    return Animation(0.3, Motion(kind, who, spot, spot, 0.3)) if spot else NOTHING


@_animation.register
def _opened(event: EdgeChanged, staged: _Staged) -> Animation:
    return Animation(0.25, sound="door")
