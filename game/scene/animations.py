"""Animation of an event: event and scene in, movement, effects and sounds out.

Who attacks lunges, or something flies; at the touch whoever is struck is white for a moment, all stands still for a
blink, then it is thrown back, sparks fly, the bar drains with its loss marked, and the number is told. Who falls is
watched until it lies. What misses passes by; what a reaction has turned meets a shield.

Events are known by what they are: the engine's own, and for those of a ruleset the kinds in ``game.rules.events`` that
they subclass. An event that is none of these is a line of the log and nothing more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import singledispatch
from itertools import pairwise
from math import fsum
from typing import Literal

from game.rules.dice import sides_of
from game.rules.events import (
    ActionEvent,
    Appeared,
    AttackEvent,
    Changed,
    Check,
    DiceSum,
    Drawn,
    EdgeChanged,
    Ended,
    Event,
    Exchange,
    FallEvent,
    Flight,
    Heading,
    Id,
    Left,
    Magic,
    Miss,
    Moved,
    Noise,
    Notice,
    NoticeEvent,
    OpposedRoll,
    Rolled,
    RoundBegan,
    SpoiledEvent,
    Tint,
    Vanished,
)
from game.rules.ruleset import progress_of, tell_pursuit
from game.rules.standing import Standing, called
from game.scene.board_geometry import Spot
from game.scene.event_feed import VisibleEvent
from game.scene.moves import BACK, DRAW, NOTHING, Animation, DiceReading, Motion, VisualEffect, direction, distance, off
from game.scene.open_attacks import OpenAttack, OpenAttacks, OpenBurst
from game.scene.scene import Scene, Token


@dataclass(frozen=True, slots=True)
class Staged:
    """Event that is witnessed, and the scene as it is before it."""

    scene: Scene
    witnessed: VisibleEvent | None = None
    """None: the battle waits, and what was under way is seen to its end."""

    def spot(self, who: Id | None) -> Spot | None:
        """The top left corner of a combatant that the viewer knows."""
        token = self.token(who)
        return token.placement.spot if token is not None else None

    def middle(self, who: Id | None) -> Spot | None:
        """The middle of a combatant."""
        token = self.token(who)
        return token.middle if token is not None else None

    def token(self, who: Id | None) -> Token | None:
        """A combatant that the viewer knows, as it is drawn or would be."""
        found = self.scene.tokens.get(who) if who is not None else None
        if found is not None or who is None or self.witnessed is None:
            return found
        before = self.witnessed.before
        if who not in before.state.combatants:
            return None
        return self.scene.would_stand(who, before.state.combatants[who].at, before)


FREEZE, LAST_FREEZE = 0.08, 0.16
"""Seconds for which all stands still at the touch; the longer when somebody falls."""
RECOIL, RECOVERED = 0.26, 0.18
"""Seconds in which whoever is struck is thrown back and comes to stand again; of them, until something else happens."""
FALLING, LYING = 0.36, 0.4
"""Seconds in which somebody falls, and for which nothing else happens then."""
SIDESTEP = 0.32
STUCK = 0.6
"""Seconds for which an arrow is seen where it struck, or beyond."""
SHIELD = 0.4
PAST = 1.1
"""Cells that what misses flies on."""
APART = 0.36
"""Of the sizes of two, between their middles as one strikes the other."""
RING = 14.0
"""Cells that a burst's ring grows in a second."""
BURST = 0.7
"""Seconds for which a burst is seen."""
SWELL = 0.08
"""Seconds until a burst touches whoever stands in its middle."""


def flight_time(start: Spot, end: Spot) -> float:
    """Seconds that something flies from spot to spot."""
    return min(0.3, 0.1 + 0.03 * distance(start, end))


# ------------------------------------------------------------------ what comes before the touch


def _approach(staged: Staged, attack: OpenAttack, freeze: float, *, past: bool = False) -> tuple[float, Animation]:
    """Seconds to the touch, and what crosses the distance until then; ``past``: it goes on behind its target."""
    a = staged.token(attack.who)
    b = staged.token(attack.target) if attack.target is not None else None
    if a is None or b is None:
        return 0.0, NOTHING
    if attack.carrier == "spell":
        length = flight_time(a.middle, b.middle)
        return length, Animation(length, (), (VisualEffect("bolt", a.middle, to=b.middle, length=length),), "magic")
    (x, y), (tx, ty) = a.middle, b.middle
    gap = max(abs(x - tx), abs(y - ty)) - (a.extent + b.extent) / 2
    if attack.carrier == "blow" and gap < staged.scene.where.melee:
        end = _lunge_end(a, b, past=past)
        touch = DRAW + 0.05 + 0.02 * distance(a.placement.spot, end)
        lunge = Motion("lunge", a.id, a.placement.spot, end, touch + freeze + BACK, freeze=freeze)
        return touch, Animation(touch, (lunge,), (), "strike")
    way = direction(a.middle, b.middle)
    end = off(b.middle, way, PAST if past else -0.12 * b.extent)
    length = flight_time(a.middle, end)
    stuck = VisualEffect("stuck", a.middle, to=end, length=STUCK, after=length)
    touch = flight_time(a.middle, b.middle) if past else length
    return touch, Animation(touch, (), (VisualEffect("arrow", a.middle, to=end, length=length), stuck), "shoot")


def _lunge_end(a: Token, b: Token, *, past: bool) -> Spot:
    """How far somebody's top left corner goes, so that both touch; a little farther, where it strikes into the air."""
    way, far = direction(a.middle, b.middle), distance(a.middle, b.middle)
    forth = max(0.25, far - APART * (a.extent + b.extent)) + (0.12 if past else 0.0)
    return off(a.placement.spot, way, forth)


def _contact(source: Spot | None, target: Token) -> Spot:
    """Where a target is touched by what comes from a spot; its middle, where it comes from nowhere."""
    if source is None:
        return target.middle
    return off(target.middle, direction(target.middle, source), 0.36 * target.extent)


# ------------------------------------------------------------------ harm


def change_of(who: Id, seen: VisibleEvent, staged: Staged) -> Animation:
    """Animation of a change to a combatant: harm as an impact, what is healed or begins as words over it."""
    token = staged.token(who)
    if token is None:
        return NOTHING
    was, now = seen.before.standing(who), seen.after.standing(who)
    lost, down = was.health - now.health, was.up and not now.up
    if lost <= 0 and not (down and not now.yielded):
        return _without_harm(token, was, now)
    attack = staged.scene.attacks.on(who) if lost > 0 else None
    freeze = LAST_FREEZE if down else FREEZE
    if attack is not None:
        touch, came = _approach(staged, attack, freeze)
        source = staged.middle(attack.who)
    else:
        touch, came, source = _burst(staged, token)
    told = _told(token, was, now, touch)
    spark = VisualEffect("impact", _contact(source, token), to=source, length=freeze + 0.3, after=touch)
    effects = (*came.effects, *told, *((spark,) if lost > 0 else ()))
    at = token.placement.spot
    towards = at if source is None else off(at, direction(token.middle, source), 1.0)
    if down and now.yielded:  # nobody topples over who only lays down arms
        motion, rest, heard = Motion("recoil", who, at, towards, RECOIL, after=touch), 0.3, "morale"
    elif down:
        motion = Motion("fall", who, at, towards, freeze + FALLING, after=touch, freeze=freeze)
        rest, heard = freeze + FALLING + LYING, "fall"
    else:
        motion = Motion("recoil", who, at, towards, freeze + RECOIL, after=touch, freeze=freeze)
        lit = any(effect.kind == "fire" for effect in told)
        rest, heard = freeze + RECOVERED, "fire" if lit else "hurt"
    return Animation(touch + rest, (*came.motions, motion), effects, came.sound, touch, heard)


def _burst(staged: Staged, token: Token) -> tuple[float, Animation, Spot | None]:
    """Of a loss that no attack has brought: the burst that did, if there is one; whoever is nearer feels it sooner."""
    burst = staged.scene.attacks.burst
    if burst is None:
        return 0.0, NOTHING, None
    middle = staged.scene.where.inside(burst.at)
    far = distance(middle, token.middle)
    touch = SWELL + far / RING
    if burst.burst:
        return 0.0, NOTHING, middle
    return touch, _bursting(burst, middle, touch), middle


def _bursting(burst: OpenBurst, middle: Spot, hold: float) -> Animation:
    return Animation(hold, (), (VisualEffect(burst.kind, middle, length=BURST),), burst.kind)


def _told(token: Token, was: Standing, now: Standing, touch: float) -> tuple[VisualEffect, ...]:
    """Effects that tell of a change at its touch: each number, the bars as they drain, what has begun."""
    losses = _losses(was, now)
    effects = [_number(token, gone, word, touch) for gone, word in losses if gone]
    if effects and len(was.bars) == len(now.bars):
        bars = tuple(zip(was.bars, now.bars, strict=True))
        at = token.placement.spot
        effects.append(VisualEffect("drain", at, length=0.9, after=touch, bars=bars, extent=token.extent, who=token.id))
    if not now.up:
        return tuple(effects)
    gained = [word for word in now.words if word not in was.words]
    effects += [
        VisualEffect("text", token.middle, word, tone="warn", length=1.1, after=touch, who=token.id) for word in gained
    ]
    lit = [mark for mark in now.marks if mark.word in gained and mark.fire]
    effects += [VisualEffect("fire", token.middle, length=1.0, after=touch) for _ in lit]
    return tuple(effects)


def _without_harm(token: Token, was: Standing, now: Standing) -> Animation:
    effects = _told(token, was, now, 0.0)
    if was.up and now.yielded:
        return Animation(0.3, (), effects, "morale")
    lit = any(effect.kind == "fire" for effect in effects)
    heard = "fire" if lit else "heal" if was.health < now.health else ""
    return Animation(0.12 if effects else 0.0, (), effects, heard)


def _losses(was: Standing, now: Standing) -> list[tuple[int, str]]:
    """Losses, below 0 what was won, each with its bar where there are several: a blow may pass by the first."""
    if len(was.bars) == len(now.bars) > 1:
        return [(b.spare - a.spare, f" {a.word}") for b, a in zip(was.bars, now.bars, strict=True)]
    return [(was.health - now.health, "")]


def _number(token: Token, lost: int, word: str, after: float) -> VisualEffect:
    text = f"−{lost}{word}" if lost > 0 else f"+{-lost}{word}"
    tone: Tint = "bad" if lost > 0 else "good"
    return VisualEffect("text", token.middle, text, tone=tone, length=1.3, after=after, who=token.id)


# ------------------------------------------------------------------ no harm


def miss_of(event: Miss, staged: Staged) -> Animation:
    """An attack passes by, or is turned by whoever has answered it; its word says why, if more than dice did."""
    token = staged.token(event.target)
    if token is None:
        return Animation(sound="miss")
    attack, word = staged.scene.attacks.on(event.target), event.reason or "miss"
    turned = attack is not None and attack.turned
    touch, came = (
        (0.0, NOTHING) if attack is None else _approach(staged, attack, FREEZE if turned else 0.0, past=not turned)
    )
    said = VisualEffect("text", token.middle, word, length=1.1, after=touch, who=token.id)
    source = staged.middle(event.who)
    if turned:
        shield = VisualEffect("shield", _contact(source, token), to=source, length=SHIELD, after=touch)
        return Animation(touch + 0.3, came.motions, (*came.effects, shield, said), came.sound, touch, "miss")
    at, towards = token.placement.spot, off(token.placement.spot, direction(token.middle, source or token.middle), 1.0)
    aside = Motion("sidestep", token.id, at, towards, SIDESTEP, after=max(0.0, touch - 0.1))
    return Animation(touch + 0.25, (*came.motions, aside), (*came.effects, said), came.sound, touch, "miss")


def harmless(due: OpenAttack | OpenBurst, staged: Staged) -> Animation:
    """Animation of an attack or burst that has done no harm: it bursts, is turned, or touches and no more."""
    if isinstance(due, OpenBurst):
        return _bursting(due, staged.scene.where.inside(due.at), 0.4)
    token = staged.token(due.target)
    if token is None:
        return NOTHING
    touch, came = _approach(staged, due, FREEZE)
    source = staged.middle(due.who)
    if not due.turned:
        return Animation(touch + 0.16, came.motions, came.effects, came.sound, touch)
    shield = VisualEffect("shield", _contact(source, token), to=source, length=SHIELD, after=touch)
    return Animation(touch + 0.3, came.motions, (*came.effects, shield), came.sound, touch, "miss")


_PLACE = re.compile(r"\d+,\d+")
"""A cell in words, which the board shows better."""

_TOWARDS = re.compile(r" (?:on|at|to|from|of|with|for|into|against)$")
"""The last word of a deed that goes on in the log with whom it is about; on the board one sees that."""

NOISES: dict[Noise, str] = {"": "", "alarm": "react", "dismay": "morale"}
"""The sounds of what is noticed."""


STEP = 0.13
"""Seconds to walk one cell."""


def animation_for(witnessed: VisibleEvent, scene: Scene) -> Animation:
    """The animation of an event, with the sides that it brings nearer to what they are after, or throws back.

    ``scene`` is that of its viewer, before it.
    """
    found = _animation(witnessed.event, Staged(scene, witnessed))
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


def action_of(witnessed: VisibleEvent, before: str) -> str:
    """Deed that is done once an event has begun, in a line; ``before``: what was, and is still if it is part of it."""
    event = witnessed.event
    if isinstance(event, RoundBegan | Heading | Ended):
        return ""
    if isinstance(event, Moved) and event.how in AFOOT and event.who in witnessed.before.state.combatants:
        return f"{called(witnessed.before.standing(event.who))} moves"
    if isinstance(event, AttackEvent | ActionEvent | Flight) and witnessed.line is not None:
        return witnessed.line.text
    return before


AFOOT = ("walk", "flee", "pursuit")
"""How somebody moves by itself."""


def animation_before(event: Event | None, scene: Scene) -> tuple[Animation, OpenAttacks] | None:
    """The animation of what is under way and has to be seen before an ``event``, and what is then left of it.

    None: nothing has to. Without an event the battle waits for a decision that is no part of what is under way.
    """
    due = scene.attacks.due(event)
    return None if due is None else (harmless(due, Staged(scene)), scene.attacks.without(due))


@singledispatch
def _animation(event: Event, staged: Staged) -> Animation:
    return NOTHING


@_animation.register
def _moved(event: Moved, staged: Staged) -> Animation:
    token = staged.scene.tokens.get(event.who)
    if token is None:
        return NOTHING
    start, end = token.placement.spot, staged.scene.would_stand(event.who, event.end).placement.spot
    half, passed = token.extent / 2, staged.scene.way(event.who, (event.end,))[1:-1]
    by = tuple((x - half, y - half) for x, y in passed)
    cells = max(1, fsum(max(abs(b[0] - a[0]), abs(b[1] - a[1])) for a, b in pairwise((start, *by, end))))
    afoot = event.how in AFOOT
    seconds = STEP * cells if afoot else 0.18 + 0.05 * cells
    motion = Motion("walk", event.who, start, end, seconds, by)
    return Animation(seconds, (motion,), (), "step" if afoot else "push")


@_animation.register
def _changed(event: Changed, staged: Staged) -> Animation:
    return change_of(event.who, staged.witnessed, staged) if staged.witnessed is not None else NOTHING


@_animation.register
def _attacked(event: AttackEvent, staged: Staged) -> Animation:
    """It is seen when it is known what it comes to; until then dice lie at its target."""
    return NOTHING


@_animation.register
def _thrown(event: Flight, staged: Staged) -> Animation:
    """From whoever throws; what strays sets out from the place it was aimed at. It bursts when all is known."""
    aimed, where = event.strays_from, staged.scene.where
    start = staged.middle(event.who) if aimed is None else where.inside(aimed)
    if start is None:
        return Animation(sound="shoot")
    end = where.inside(event.landing_place)
    length = flight_time(start, end)
    return Animation(length, (), (VisualEffect("arrow", start, to=end, length=length),), "shoot")


@_animation.register(Rolled)
@_animation.register(Drawn)
def _rolled(event: Rolled | Drawn, staged: Staged) -> Animation:
    at = _thrown_at(staged, event.who)
    if at is None:
        return NOTHING
    if isinstance(event, Drawn):
        return Animation(0.24, (), (VisualEffect("dice", at, faces=(event.card,)),), "dice")
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
    return Animation(0.24, (), (effect,), "dice")


def _thrown_at(staged: Staged, who: Id | None) -> Spot | None:
    """Where somebody's dice lie: those of an attack at its target, with its answer to them on the other side; those of
    what bursts where it does.
    """
    middle, side, under_way = staged.middle(who), 1, staged.scene.attacks
    attack = under_way.between(who)
    if attack is not None and (target := staged.middle(attack.target)) is not None:
        middle, side = target, 1 if who == attack.who else -1
    elif middle is not None and under_way.burst is not None and under_way.burst.who == who:
        middle = staged.scene.where.inside(under_way.burst.at)
    return None if middle is None else (middle[0] + 0.75 * side, middle[1] - 0.95)


@_animation.register
def _opposed(event: OpposedRoll, staged: Staged) -> Animation:
    """Dice that lie there are struck through."""
    at, against = _thrown_at(staged, event.who), _thrown_at(staged, event.target)
    if at is None or against is None:
        return NOTHING
    reading = DiceReading(at, event.result, 1.5, event.cancelled, against)
    return Animation(0.6 if event.cancelled else 0.3, reading=reading)


@_animation.register
def _summed(event: DiceSum, staged: Staged) -> Animation:
    at = _thrown_at(staged, event.who)
    return NOTHING if at is None else Animation(0.12, reading=DiceReading(at, event.comes_to, 0.9))


@_animation.register
def _exchanged(event: Exchange, staged: Staged) -> Animation:
    """What they give each other crosses over between them."""
    a, b = staged.middle(event.who), staged.middle(event.other)
    if a is None or b is None:
        return NOTHING
    away, back = (
        VisualEffect("card", start, faces=(face,), to=end, length=0.7)
        for start, end, face in ((a, b, event.gives), (b, a, event.gets))
    )
    return Animation(0.6, (), (away, back), "dice")


def _word(staged: Staged, who: Id | None, text: str, tone: Tint, sound: str = "") -> Animation:
    """A word over somebody; heard even where nobody is seen."""
    middle = staged.middle(who)
    if middle is None:
        return Animation(sound=sound)
    return Animation(0.25, (), (VisualEffect("text", middle, text, tone=tone, length=1.1, who=who),), sound)


@_animation.register
def _left(event: Left, staged: Staged) -> Animation:
    return _word(staged, event.who, "leaves", "plain")


@_animation.register
def _missed(event: Miss, staged: Staged) -> Animation:
    return miss_of(event, staged)


@_animation.register
def _noticed(event: NoticeEvent, staged: Staged) -> Animation:
    notice: Notice = event.notice()
    token = staged.token(notice.who)
    if isinstance(event, SpoiledEvent) and token is not None and not token.standing.up:
        return Animation(sound=NOISES[notice.noise])  # who falls does nothing more: that it falls is told
    said = _word(staged, notice.who, notice.word, notice.tone, NOISES[notice.noise])
    return replace(said, effects=tuple(replace(effect, cause=notice.cause) for effect in said.effects))


@_animation.register
def _fallen(event: FallEvent, staged: Staged) -> Animation:
    """Why is told over whoever went down."""
    return _word(staged, event.who, event.how, "bad")


@_animation.register
def _checked(event: Check, staged: Staged) -> Animation:
    word, tone = event.outcome
    return _word(staged, event.who, word, tone) if word and staged.middle(event.who) is not None else NOTHING


@_animation.register
def _done(event: ActionEvent, staged: Staged) -> Animation:
    """A deed in few words stands over whoever does it."""
    middle, text = staged.middle(event.who), _TOWARDS.sub("", event.what)
    if middle is None or not text or len(text) > LONGEST_DEED or _PLACE.search(text):
        return NOTHING
    said = VisualEffect("text", middle, text, tone=event.tone, length=1.2, who=event.who)
    return Animation(0.3, (), (said,), NOISES[event.noise])


@_animation.register
def _worked(event: Magic, staged: Staged) -> Animation:
    """Light round whoever works it, and round whom it is for."""
    said = _done(event, staged)
    spots = dict.fromkeys(staged.middle(who) for who in (event.who, event.upon))
    lights = tuple(VisualEffect("magic", spot, length=0.9) for spot in spots if spot is not None)
    return Animation(0.5, (), (*said.effects, *lights), "magic") if lights else said


LONGEST_DEED = 22
"""Letters of a deed that can be read over a token in passing."""


@_animation.register(Heading)
@_animation.register(RoundBegan)
@_animation.register(Ended)
def _headed(event: Event, staged: Staged) -> Animation:
    if staged.witnessed is None or staged.witnessed.line is None:
        return NOTHING
    return Animation(0.7, (), (VisualEffect("banner", (0.0, 0.0), staged.witnessed.line.text, length=1.1),), "turn")


@_animation.register(Appeared)
@_animation.register(Vanished)
def _shown(event: Appeared | Vanished, staged: Staged) -> Animation:
    spot = staged.spot(event.who)
    kind: Literal["appear", "vanish"] = "appear" if isinstance(event, Appeared) else "vanish"
    return Animation(0.3, (Motion(kind, event.who, spot, spot, 0.3),)) if spot else NOTHING


@_animation.register
def _opened(event: EdgeChanged, staged: Staged) -> Animation:
    return Animation(0.25, sound="door")
