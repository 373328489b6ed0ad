"""The moment of impact, the same in every book: what an attack, a burst or a mishap looks like as it touches.

Who attacks lunges, or something flies; at the touch whoever is struck is white for a moment, all stands still for a
blink, then it is thrown back, sparks fly, the bar drains with its loss marked, and the number is told. Who falls is
watched until it lies. What misses passes by; what a reaction has turned meets a shield.
"""

from __future__ import annotations

from game.rules.events import Id, Miss, Tint
from game.rules.standing import Standing
from game.scene.board_geometry import Spot
from game.scene.event_feed import VisibleEvent
from game.scene.moves import NOTHING, Animation, Motion, VisualEffect
from game.scene.open_attacks import OpenAttack, OpenBurst
from game.scene.poses import BACK, DRAW, direction, distance, off
from game.scene.scene import Token
from game.scene.staged import Staged

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
    """What becomes of a combatant: harm as an impact, what is healed or begins as words over it."""
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
    """What is told of a change at its touch: each number, the bars as they drain, what has begun."""
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
    """What was lost, below 0 what was won, and of which bar where there are several: a blow may pass by the first."""
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
    """What was under way and has done no harm: it bursts, is turned, or touches and no more."""
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
