"""What an attack comes to, with each reply of its target: the rules' sums over a Look, and dice in closed form.

The order of an attack is that of ``attack``; a test plays both and compares. What no place changes is kept.
"""

from __future__ import annotations

from typing import NamedTuple

from game.kit.recall import Kept
from rulesets.murdham.blow import challenging, circumstances, die_of, legal, net_of, overpowers, protection
from rulesets.murdham.look import Look
from rulesets.murdham.odds import Chances, bout, dealt
from rulesets.murdham.sheet import FACTORS
from rulesets.murdham.statures import Arm, Mark

KEPT = 30_000
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


class Cost(NamedTuple):
    """What somebody loses by an attack, on average."""

    fell: float = 0.0
    hurt: float = 0.0
    """The share of its health that is lost where it is not felled."""
    harm: float = 0.0
    """Health lost in all."""

    def times(self, share: float) -> Cost:
        """A part of it."""
        return Cost(share * self.fell, share * self.hurt, share * self.harm)

    def plus(self, other: Cost) -> Cost:
        """Either of two, by shares that are in them."""
        return Cost(self.fell + other.fell, self.hurt + other.hurt, self.harm + other.harm)


NOTHING = Cost()


class Blow(NamedTuple):
    """One attack with one reply."""

    hit: float
    took: Cost
    """What the target loses, misses and all."""
    gave: Cost = NOTHING
    """What the attacker loses."""
    held: float = 0.0
    """The chance that the target is held or entangled by it."""


_terms: Kept[tuple[object, ...], Terms | None] = Kept(KEPT)
_blows: Kept[tuple[object, ...], Blow | None] = Kept(KEPT)


def terms(arm: Arm, it: Mark, look: Look, *, moving: bool = False, surprise: bool = False) -> Terms | None:
    """The sums of an attack on somebody who looks so and so from there; None if it can't be made."""
    return _terms.of((arm.serial, it.serial, look, moving, surprise), _find_terms, arm, it, look, moving, surprise)


def _find_terms(arm: Arm, it: Mark, look: Look, moving: bool, surprise: bool) -> Terms | None:
    me, weapon = arm.bearer, arm.weapon
    if not legal(me, it.body, weapon, arm.mode, look, moving=moving):
        return None
    hard = challenging(me, it.body, weapon, arm.mode, look, moving=moving)
    armours = [
        sum(value for _, value in protection(me, it.body, weapon, look, reacted=reacted, countered=countered))
        for reacted, countered in ((False, False), (True, False), (False, True))
    ]
    die = int(die_of(me, weapon, surprise=surprise)[1:] or 0)
    return Terms(_wit(arm) if hard else 1.0, die, net_of(circumstances(me, weapon, look)), *armours)


def _wit(arm: Arm) -> float:
    sheet = arm.bearer.sheet
    return min(20, max(0, sheet.WIT - 2 * sheet.confused)) / 20


def damage(arm: Arm, what: Terms, armour: int, times: tuple[int, int] = (1, 1)) -> Chances:
    """The chances of each damage that goes through; ``times``: a focus, a sweep."""
    over, under = FACTORS[arm.bearer.sheet.profile.size]
    return dealt(what.die, max(-2, min(1, what.net)), over * times[0], under * times[1], armour)


def limit_of(arm: Arm, it: Mark) -> int:
    """The damage by a weapon that puts somebody out of the fight."""
    return it.limit_direct if arm.weapon.direct else it.limit


def cost(chances: Chances, it: Mark, limit: int) -> Cost:
    """What damage costs somebody."""
    fell = sum(chances[limit:])
    lost = sum(n * p for n, p in enumerate(chances[:limit]))
    whole = lost + sum(min(n, it.health) * p for n, p in enumerate(chances[limit:], limit))
    return Cost(fell, lost / it.health, whole)


def blow(
    arm: Arm,
    it: Mark,
    look: Look,
    *,
    moving: bool = False,
    surprise: bool = False,
    reply: str = "",
    answer: Arm | None = None,
    back: Look | None = None,
    times: tuple[int, int] = (1, 1),
    me: Mark | None = None,
) -> Blow | None:
    """An attack with a reply: "" for none, "guard" for one who reacts without dodging, "dodge", "counter".

    A counter is made with ``answer`` by a look ``back`` on ``me``, who attacks. None if it can't be made.
    """
    key = arm.serial, it.serial, look, moving, surprise, reply, answer and answer.serial, back, times, me and me.serial
    return _blows.of(key, _find_blow, arm, it, look, moving, surprise, reply, answer, back, times, me)


def _find_blow(
    arm: Arm,
    it: Mark,
    look: Look,
    moving: bool,
    surprise: bool,
    reply: str,
    answer: Arm | None,
    back: Look | None,
    times: tuple[int, int],
    me: Mark | None,
) -> Blow | None:
    what = terms(arm, it, look, moving=moving, surprise=surprise)
    if what is None:
        return None
    if reply == "counter":
        return _countered(arm, it, what, answer, back, me) if answer and back and me else None
    return _struck(arm, it, what, reply, times)


def _struck(arm: Arm, it: Mark, what: Terms, reply: str, times: tuple[int, int]) -> Blow:
    hit = what.hit * (1 - it.AGI if reply == "dodge" else 1.0)
    chances = damage(arm, what, what.braced if reply else what.bare, times)
    took = cost(chances, it, limit_of(arm, it))
    if arm.key in arm.bearer.sheet.poisoned and not it.body.sheet.profile.unfeeling:
        touched = sum(chances[1 : limit_of(arm, it)])
        took = took._replace(fell=took.fell + touched * (1 - it.STR), hurt=took.hurt * it.STR)
    held = 0.0
    if {"grabs", "entangles"} & set(arm.weapon.traits):
        held = hit * (1 - took.fell) * overcome(arm, it)
    return Blow(hit, took.times(hit), held=held)


def overcome(arm: Arm, it: Mark, skill: str = "") -> float:
    """The chance that somebody fails to withstand a grip, a disarm or a net."""
    me = arm.bearer
    if overpowers(me, it.body) or (skill and skill in me.sheet.profile.skills):
        return 1.0
    return 0.0 if overpowers(it.body, me) else 1 - it.STR


def _countered(arm: Arm, it: Mark, what: Terms, answer: Arm, back: Look, me: Mark) -> Blow | None:
    # whoever attacks out of a barrier has leant out, and is only covered against this
    other = terms(answer, me, back._replace(walled=False))
    if other is None:
        return None
    mine, its = damage(arm, what, what.braced), damage(answer, other, other.countered)
    limits = limit_of(arm, it), limit_of(answer, me)
    alone = cost(mine, it, limits[0])
    if not other.die:
        return Blow(what.hit, alone.times(what.hit))
    if not what.die:  # what does no damage comes last
        gave = cost(its, me, limits[1]).times(other.hit)
        return Blow(what.hit, NOTHING, gave.times(what.hit), what.hit * (1 - gave.fell) * overcome(arm, it))
    riposte = "riposte" in it.body.sheet.profile.skills
    both = bout(mine, its, (it.health, limits[0]), (me.health, limits[1]), riposte=riposte)
    took = Cost(*both.target).times(other.hit).plus(alone.times(1 - other.hit))
    return Blow(what.hit, took.times(what.hit), Cost(*both.attacker).times(what.hit * other.hit))
