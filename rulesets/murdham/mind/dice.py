"""What damage dice come to, in closed form and kept: for advice, never for play.

Chances are lists: the one at place n that n comes up.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import accumulate
from math import fsum

from game.kit.mind.acts import ExpectedDamage

RARE = 1e-5
"""What is rarer than this of exploding on and on counts as the last face that was looked at."""

Chances = tuple[float, ...]


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
    return fsum(n * p for n, p in enumerate(damage))


@lru_cache(maxsize=8192)
def bout(
    blow: Chances, answer: Chances, target: tuple[int, int], attacker: tuple[int, int], *, riposte: bool = False
) -> tuple[ExpectedDamage, ExpectedDamage]:
    """What a blow and its counter cost the target and the attacker, each given as health and what puts it out.

    Who suffers more is hit first, and if that fells it the other blow is not struck.
    """
    took, gave = [0.0] * 3, [0.0] * 3
    for x, p in enumerate(blow):
        for y, q in enumerate(answer):
            share = p * q
            if share == 0.0:
                continue
            first = y >= attacker[1] and (y > x or riposte)
            if not first:
                _suffer(took, x, target, share)
            if first or x < target[1] or x <= y or riposte:
                _suffer(gave, y, attacker, share)
    return ExpectedDamage(1.0, *took), ExpectedDamage(1.0, *gave)


def _suffer(cost: list[float], points: int, it: tuple[int, int], share: float) -> None:
    health, limit = it
    if points >= limit:
        cost[0] += share
    else:
        cost[1] += share * points / max(1, health)
    cost[2] += share * min(points, health)
