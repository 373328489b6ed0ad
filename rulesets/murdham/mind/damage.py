"""What an attack comes to, with each reply of its target: the rules' sums over a Look, and dice in closed form.

The order of an attack is that of ``attack``; a test plays both and compares. What no place changes is kept.
"""

from __future__ import annotations

from functools import lru_cache
from math import fsum
from typing import NamedTuple

from game.kit.mind.acts import NO_DAMAGE, ExpectedDamage
from rulesets.murdham.mind.dice import Chances, bout, dealt
from rulesets.murdham.mind.stats import Arm, UnitStats
from rulesets.murdham.play.blow import challenging, circumstances, die_of, legal, overcomes, protection
from rulesets.murdham.play.events import Mode
from rulesets.murdham.play.geometry import likely
from rulesets.murdham.play.look import Look
from rulesets.murdham.sheet.sheet import FACTORS

KEPT = 4096
"""Blows that are kept."""


class Terms(NamedTuple):
    """The rules' sums for one weapon, one target, one look."""

    hit: float
    """The chance to hit, before the target answers."""
    die: int
    net: int
    bare: int
    """Armour that counts if the target does nothing."""
    braced: int
    """Armour of one who reacts."""
    countered: int
    """Armour against an attack that answers one's own."""


class Blow(NamedTuple):
    """One attack with one reply."""

    took: ExpectedDamage
    """What the target loses, misses and all."""
    gave: ExpectedDamage = NO_DAMAGE
    """What the attacker loses."""
    held: float = 0.0
    """The chance that the target is held or entangled by it."""

    @property
    def hit(self) -> float:
        """The chance to hit."""
        return self.took.hit


@lru_cache(KEPT)
def terms(
    arm: Arm, it: UnitStats, look: Look, *, moving: bool = False, surprise: bool = False, mode: Mode | None = None
) -> Terms | None:
    """The sums of an attack on somebody who looks so and so from there; None if it can't be made.

    ``mode``: as if it were made in another way, as what bursts is.
    """
    me, weapon, how = arm.bearer, arm.weapon, mode or arm.mode
    if not legal(me, it.body, weapon, how, look, moving=moving):
        return None
    hard = challenging(me, it.body, weapon, how, look, moving=moving)
    armours = [
        protection(me, it.body, weapon, look, reacted=reacted, countered=countered).total
        for reacted, countered in ((False, False), (True, False), (False, True))
    ]
    die = int(die_of(me, weapon, surprise=surprise)[1:] or 0)
    return Terms(float(likely(me, "WIT")) if hard else 1.0, die, circumstances(me, weapon, look).total, *armours)


def damage(arm: Arm, what: Terms, armour: int, times: tuple[int, int] = (1, 1)) -> Chances:
    """The chances of each damage that goes through; ``times``: a focus, a sweep."""
    over, under = FACTORS[arm.bearer.sheet.profile.size]
    return dealt(what.die, max(-2, min(1, what.net)), over * times[0], under * times[1], armour)


def cost(chances: Chances, it: UnitStats, *, direct: bool) -> ExpectedDamage:
    """What damage that hits home costs somebody; ``direct``: past a helmet."""
    limit = it.downed(direct=direct)
    fell = fsum(chances[limit:])
    lost = fsum(n * p for n, p in enumerate(chances[:limit]))
    whole = lost + fsum(min(n, it.health) * p for n, p in enumerate(chances[limit:], limit))
    return ExpectedDamage(1.0, fell, lost / it.health, whole)


@lru_cache(KEPT)
def blow(
    arm: Arm,
    it: UnitStats,
    look: Look,
    *,
    moving: bool = False,
    surprise: bool = False,
    reply: str = "",
    answer: Arm | None = None,
    back: Look | None = None,
    times: tuple[int, int] = (1, 1),
    me: UnitStats | None = None,
) -> Blow | None:
    """An attack with a reply: "" for none, "guard" for one who reacts without dodging, "dodge", "counter".

    A counter is made with ``answer`` by a look ``back`` on ``me``, who attacks. None if it can't be made.
    """
    what = terms(arm, it, look, moving=moving, surprise=surprise)
    if what is None:
        return None
    if reply == "counter":
        return _countered(arm, it, what, answer, back, me) if answer and back and me else None
    chances = damage(arm, what, what.braced if reply else what.bare, times)
    took = cost(chances, it, direct=arm.weapon.direct)
    if arm.key in arm.bearer.sheet.poisoned and not it.body.sheet.profile.unfeeling:
        touched = fsum(chances[1 : it.downed(direct=arm.weapon.direct)])
        took = took._replace(fell=took.fell + touched * (1 - it.STR), hurt=took.hurt * it.STR)
    hit = what.hit * (1 - it.AGI if reply == "dodge" else 1.0)
    holds = {"grabs", "entangles"} & set(arm.weapon.traits)
    return Blow(took.times(hit), held=hit * (1 - took.fell) * overcome(arm, it) if holds else 0.0)


def overcome(arm: Arm, it: UnitStats, skill: str = "") -> float:
    """The chance that somebody fails to withstand a grip, a disarm or a net."""
    settled = overcomes(arm.bearer, it.body, skill)
    return float(settled) if settled is not None else 1 - it.STR


def _countered(arm: Arm, it: UnitStats, what: Terms, answer: Arm, back: Look, me: UnitStats) -> Blow | None:
    # whoever attacks out of a barrier has leant out, and is only covered against this
    other = terms(answer, me, back._replace(walled=False))
    if other is None:
        return None
    mine, its = damage(arm, what, what.braced), damage(answer, other, other.countered)
    alone = cost(mine, it, direct=arm.weapon.direct)
    if not other.die:
        return Blow(alone.times(what.hit))
    gave = cost(its, me, direct=answer.weapon.direct).times(other.hit)
    if not what.die:  # what does no damage comes last
        held = what.hit * (1 - gave.fell) * overcome(arm, it)
        return Blow(NO_DAMAGE._replace(hit=what.hit), gave.times(what.hit), held)
    riposte = "riposte" in it.body.sheet.profile.skills
    ends = it.downed(direct=arm.weapon.direct), me.downed(direct=answer.weapon.direct)
    took, gave = bout(mine, its, (it.health, ends[0]), (me.health, ends[1]), riposte=riposte)
    took = took.times(other.hit).plus(alone.times(1 - other.hit))
    return Blow(took.times(what.hit), gave.times(what.hit * other.hit))
