"""What damage dice come to, in closed form and kept: for advice, never for play.

Chances are lists: the one at place n that n comes up.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import accumulate
from typing import NamedTuple

RARE = 1e-5
"""What is rarer than this of exploding on and on counts as the last face that was looked at."""

Chances = tuple[float, ...]


class Toll(NamedTuple):
    """What a blow that goes through costs its target."""

    out: float
    """The chance to put it out of the fight."""
    hurt: float
    """The share of its health that is lost otherwise, on average."""
    mean: float
    """Damage."""


class Bout(NamedTuple):
    """What a blow and its counter cost both."""

    target: Toll
    attacker: Toll


@cache
def exploding(die: int) -> Chances:
    """An exploding die: its highest face counts one less and brings another."""
    found = [0.0]
    share = 1.0
    while share > RARE:
        share /= die
        found += [share] * (die - 1)
    found[-1] += share
    return tuple(found)


@cache
def rolled(die: int, net: int) -> Chances:
    """The same twice over if the roll is impaired or enhanced, the lower or the higher kept."""
    once = exploding(die)
    if net == 0:
        return once
    below = list(accumulate(once))
    upto = [p * p if net > 0 else 1 - (1 - p) ** 2 for p in below]
    return tuple(p - (upto[n - 1] if n else 0.0) for n, p in enumerate(upto))


@lru_cache(maxsize=4096)
def dealt(die: int, net: int, over: int, under: int, armour: int) -> Chances:
    """Damage after size and armour."""
    if die == 0 or net <= -2:
        return (1.0,)
    faces = rolled(die, net)
    found = [0.0] * (max(0, -(-len(faces) * over // under) - armour) + 1)
    for n, p in enumerate(faces):
        found[max(0, -(-n * over // under) - armour)] += p
    return tuple(found)


def average(damage: Chances) -> float:
    """The mean."""
    return sum(n * p for n, p in enumerate(damage))


@lru_cache(maxsize=8192)
def toll(damage: Chances, health: int, limit: int) -> Toll:
    """What damage costs somebody who is out of the fight from ``limit`` on."""
    out = sum(damage[limit:])
    hurt = sum(n * p for n, p in enumerate(damage[:limit])) / max(1, health)
    return Toll(out, hurt, average(damage))


@lru_cache(maxsize=8192)
def bout(
    blow: Chances, answer: Chances, target: tuple[int, int], attacker: tuple[int, int], *, riposte: bool = False
) -> Bout:
    """A blow and its counter: who suffers more is hit first, and if that fells it the other blow is not struck.

    ``target`` and ``attacker``: health, and the damage that puts out of the fight.
    """
    outs, hurts, means = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
    for x, p in enumerate(blow):
        if p == 0.0:
            continue
        for y, q in enumerate(answer):
            share = p * q
            if share == 0.0:
                continue
            fells, felled = x >= target[1], y >= attacker[1]
            lands, answers = True, True
            if felled and (y > x or riposte):
                lands = False
            elif fells and x > y and not riposte:
                answers = False
            if lands:
                outs[0] += share * fells
                hurts[0] += 0.0 if fells else share * x / max(1, target[0])
                means[0] += share * min(x, target[0])
            if answers:
                outs[1] += share * felled
                hurts[1] += 0.0 if felled else share * y / max(1, attacker[0])
                means[1] += share * min(y, attacker[0])
    return Bout(Toll(outs[0], hurts[0], means[0]), Toll(outs[1], hurts[1], means[1]))
