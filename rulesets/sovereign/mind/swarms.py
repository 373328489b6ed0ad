"""What a swarm comes to, as an AI reckons it (E-28, E-29): who could press a foe, and what they would do else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.kit.mind.acts import NO_DAMAGE, ExpectedDamage
from rulesets.sovereign.mind.damage import Arm, UnitStats
from rulesets.sovereign.mind.view import SovereignSideView
from rulesets.sovereign.play.swarming import FULL

FOLLOWS = 0.8
"""The chance that a friend follows into a swarm who could, each having other things to do."""


def arms_in_hand(c: UnitStats) -> Iterator[Arm]:
    """Somebody's best arms, hand to hand and from afar, as far as they are in hand: a swarm strikes with no others."""
    return (arm for arm in (c.melee, c.shot) if arm is not None and arm.in_hand)


def may_join(friend: UnitStats) -> bool:
    """Whether a friend still has the Main Action to join a swarm with."""
    sheet = friend.body.sheet
    return sheet.main and not sheet.done and not sheet.fleeing and not sheet.surprised


def presses(view: SovereignSideView, c: UnitStats, arm: Arm, it: UnitStats) -> bool:
    """Whether somebody could attack a foe with an arm from where it stands."""
    return bool(view.looks(it.id, c.id, arm, view.ground.bit(c.at)))


def could_press(view: SovereignSideView, friend: UnitStats, it: UnitStats) -> bool:
    """Whether a friend could still press a foe this turn."""
    if friend.shooter and friend.shot is not None:
        return not friend.shot.unready and presses(view, friend, friend.shot, it)
    gap = view.space.distance(friend.at, it.at, friend.size, it.size)
    return friend.melee is not None and gap <= friend.melee.reach + (friend.pace - 1) * friend.body.sheet.move


def followers(view: SovereignSideView, side: str, it: UnitStats) -> list[UnitStats]:
    """Those of a side who could still join in on a foe this turn, and press nobody yet."""
    own = (c for c in view.stats.values() if c.body.side == side and may_join(c) and not c.body.sheet.swarm)
    return [c for c in own if could_press(view, c, it)]


def alone(friend: UnitStats, it: UnitStats) -> float:
    """What somebody would cost a foe without the others."""
    return max((arm.harm(it).cost for arm in arms_in_hand(friend)), default=0.0)


def forgone(view: SovereignSideView, friend: UnitStats, it: UnitStats) -> float:
    """What joining a swarm on one foe takes of what a friend could do alone to whichever foe, as costs of that one."""
    foes = [foe for foe in view.foes(friend.body.side) if could_press(view, friend, foe)]
    return max((foe.unit_value * alone(friend, foe) for foe in foes), default=0.0) / it.unit_value


def best_band(
    view: SovereignSideView, mine: UnitStats, it: UnitStats, pending: Sequence[UnitStats]
) -> tuple[list[UnitStats], float] | None:
    """With whom it would be best to join a swarm on a foe, and how much of what that adds is gained by it.

    None if there is no swarm to come, or to strike alone is more. Friends may follow who could still press the foe;
    what they would do else is taken off. So a swarm gathers where it does more than all of its band one by one, and
    then all of them find it so.
    """
    near = [friend for friend in view.friends(mine.id) if may_join(friend) and could_press(view, friend, it)]
    own = sorted((forgone(view, friend, it), number) for number, friend in enumerate(near))
    most, lent = alone(mine, it), 0.0
    found: tuple[list[UnitStats], float] | None = None
    for many in range(min(len(near), FULL - 1 - len(pending)) + 1):
        lent += own[many - 1][0] if many else 0.0
        band = [mine, *pending, *(near[number] for _, number in own[:many])]
        cost = added(view, it, band, pending).cost if len(band) > 1 else 0.0
        if cost - lent > most:
            most = cost - lent
            found = band, (1 - lent / cost) * FOLLOWS**many
    return found


def added(
    view: SovereignSideView, it: UnitStats, band: Sequence[UnitStats], pending: Sequence[UnitStats], kept: float = 1.0
) -> ExpectedDamage:
    """What a band's blow comes to beyond that of those who have joined already, or so much of it."""
    whole = _best(view, it, band, pending)
    before = _best(view, it, pending, pending) if pending else NO_DAMAGE
    return ExpectedDamage(*(kept * max(0.0, one - other) for one, other in zip(whole, before, strict=True)))


def _best(
    view: SovereignSideView, it: UnitStats, band: Sequence[UnitStats], pending: Sequence[UnitStats]
) -> ExpectedDamage:
    """The best blow that one of a band could strike for it: those who have joined from where they stand, and the first
    of the band, who is about to."""
    here = {band[0].id, *(c.id for c in pending)}
    blows = [
        arm.once(it, others=len(band) - 1)
        for c in band
        for arm in arms_in_hand(c)
        if c.id not in here or presses(view, c, arm, it)
    ]
    return max(blows, key=lambda blow: blow.cost, default=NO_DAMAGE)
