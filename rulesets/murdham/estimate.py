"""Fighters at a glance: what each can do and what it takes to put it out, in plain numbers. For advice, never for play.

Worth is counted in statures: a common soldier is about one.
"""

from __future__ import annotations

from typing import NamedTuple

from game.rules.events import Id
from game.spatial.places import ZonePlace
from rulesets.murdham.blow import die_of, modes, reach_of
from rulesets.murdham.events import Mode
from rulesets.murdham.harm import critical_from, full_health
from rulesets.murdham.moving import speed
from rulesets.murdham.odds import Chances, Toll, average, dealt, toll
from rulesets.murdham.sheet import FACTORS, Body, Weapon
from rulesets.murdham.things import takes

KEPT = 4096
"""Bodies whose numbers are kept; more are worked out again."""

TURN = 0.11
"""What a turn is worth for each point of damage that somebody does in one, in statures."""

BROKEN = 0.25
"""What is left of the stature of somebody who has lost heart."""

SOLDIER = 4.0, 9.0
"""Damage of a common soldier's blow, and its health with armour counted thrice: what statures are measured by."""


class Arm(NamedTuple):
    """One way in which somebody can attack."""

    key: str
    mode: Mode
    die: int
    """Faces; 0 for what does no damage."""
    surprise: int
    """Faces against those who do not know of the attacker."""
    net: int
    """Enhancements less impairments."""
    over: int
    under: int
    """What its bearer's size makes of the damage."""
    reach: int
    """Zones."""
    direct: bool
    pierces: bool
    blast: bool
    held: bool
    """In hand, or part of the body; else on the belt."""
    weapon: Weapon
    mean: float
    """Damage on average, without armour."""


class Target(NamedTuple):
    """A combatant as others see it."""

    id: Id
    side: str
    at: ZonePlace
    body: Body
    health: int
    full: int
    limit: int
    """The damage that puts it out of the fight."""
    limit_direct: int
    armour: int
    shield: int
    """Armour value a shield adds to one who reacts."""
    always: int
    """Armour value a shield adds in any case."""
    STR: float
    AGI: float
    WIT: float
    """Chances to save."""
    ready: bool
    """Could take its turn or react, if nobody holds it."""
    stunned: bool
    pace: int
    """Half-zones of its free movement."""
    arms: tuple[Arm, ...]
    melee: Arm | None
    shot: Arm | None
    """The best it has at hand."""
    turn: float
    """What its turn is worth when it can reach somebody, in statures."""
    stature: float
    """What it is worth to be rid of."""
    standing: float
    """What is left of that with the health it has."""
    broken: bool


_marks: dict[int, tuple[Body, Target]] = {}


def as_target(c: Body) -> Target:
    """The numbers of a combatant."""
    found = _marks.get(id(c))
    if found is None or found[0] is not c:
        if len(_marks) > KEPT:
            _marks.clear()
        found = _marks[id(c)] = c, _mark(c)
    return found[1]


def arms(c: Body) -> tuple[Arm, ...]:
    """Everything one could attack with at once, or after taking it in a free hand."""
    sheet, profile = c.sheet, c.sheet.profile
    held = [key for key in (sheet.hand, sheet.off) if key]
    found = []
    for weapon in profile.weapons:
        natural = "natural" in weapon.traits or weapon.key == "unarmed"
        in_hand = weapon.key in held or natural
        if not in_hand and not (weapon.key in sheet.carried and takes(c, weapon.key)):
            continue
        if "once" in weapon.traits and weapon.key in sheet.fired:
            continue
        if "mounted" in weapon.traits:
            continue
        if in_hand and weapon.hands >= 2 and (sheet.off or "a useless arm" in sheet.injuries):
            continue
        found += [_arm(c, weapon, mode, in_hand=in_hand) for mode in modes(weapon)]
    return tuple(found)


def _arm(c: Body, weapon: Weapon, mode: Mode, *, in_hand: bool) -> Arm:
    sheet, skills = c.sheet, c.sheet.profile.skills
    net = 0
    if weapon.key == "unarmed" and "brawler" not in skills:
        net -= 1
    second = weapon.key == sheet.off and weapon.key != sheet.hand
    if (second or (not in_hand and sheet.hand)) and "two blades" not in skills:
        net -= 1
    if sheet.confused:
        net -= 1
    over, under = FACTORS[sheet.profile.size]
    die, sly = die_of(c, weapon), die_of(c, weapon, surprise=True)
    faces = int(die[1:] or 0)
    return Arm(
        weapon.key,
        mode,
        faces,
        int(sly[1:] or 0),
        net,
        over,
        under,
        reach_of(c, weapon),
        weapon.direct,
        "pierces cover" in weapon.traits or sheet.profile.size == "massive",
        weapon.blast,
        in_hand,
        weapon,
        average(dealt(faces, net, over, under, 0)),
    )


def plain(arm: Arm) -> bool:
    """Whether a weapon is one to rely on: against anybody, more than once."""
    traits = arm.weapon.traits
    special = {"consumed", "unaware only", "unholy only", "blast"}
    return arm.held and arm.die > 0 and not special.intersection(traits)


def _mark(c: Body) -> Target:
    sheet, profile = c.sheet, c.sheet.profile
    own = arms(c)
    usual = [arm for arm in own if plain(arm)]
    melee = max((arm for arm in usual if arm.mode == "melee"), key=lambda arm: arm.mean, default=None)
    shot = max((arm for arm in usual if arm.mode != "melee"), key=lambda arm: arm.mean, default=None)
    best = max((arm.mean for arm in (melee, shot) if arm is not None), default=0.5)
    full, less = full_health(c), 2 if sheet.confused else 0
    armour = sheet.armour + profile.hide
    shields = (sheet.off == "shield") + (sheet.hand == "shield")
    always = 1 if shields == 2 or (shields and "shieldbearer" in profile.skills) else 0
    tough = full * (2 if profile.unfeeling else 1)
    stature = (best / SOLDIER[0]) ** 0.5 * ((tough + 3 * armour + shields) / SOLDIER[1]) ** 0.5
    if profile.powers:
        stature *= 1.15
    broken = sheet.retreating
    if broken:
        stature *= BROKEN
    health = max(1, sheet.health)
    if profile.unfeeling:
        limit = limit_direct = health
    else:
        limit, limit_direct = (min(health, critical_from(c, direct=direct)) for direct in (False, True))
    return Target(
        c.id,
        c.side,
        c.at,
        c,
        health,
        full,
        max(1, limit),
        max(1, limit_direct),
        armour,
        1 if shields else 0,
        always,
        _chance(sheet.STR - less),
        _chance(sheet.AGI - less),
        _chance(sheet.WIT - less),
        sheet.up and not sheet.acted and not sheet.stunned and not sheet.entangled,
        sheet.stunned,
        speed(c),
        own,
        melee,
        shot,
        0.0 if broken else TURN * best,
        stature,
        stature * _left(health, full),
        broken,
    )


def _chance(score: int) -> float:
    return min(20, max(0, score)) / 20


def _left(health: int, full: int) -> float:
    """What is left of somebody's worth: the last blow is the one that counts."""
    return 0.55 + 0.45 * min(1.0, health / full)


class Costs(NamedTuple):
    """The damage of a blow, and what its target can take."""

    damage: Chances
    health: int
    limit: int

    @property
    def toll(self) -> Toll:
        """What it costs."""
        return toll(self.damage, self.health, self.limit)


class Screen(NamedTuple):
    """What is between an attacker and its target (A-66, A-67)."""

    cover: bool = False
    veil: bool = False
    """The target is seen badly."""


OPEN = Screen()


def against(arm: Arm, it: Target, screen: Screen = OPEN, *, reacted: bool = False, surprise: bool = False) -> Costs:
    """What a blow with a weapon does to somebody, if it goes through."""
    armour = 0
    if not arm.direct:
        armour = it.armour + (it.shield if reacted else it.always)
        if screen.cover and not arm.pierces and arm.mode != "melee":
            armour += 1
    net = max(-2, min(1, arm.net - screen.veil))
    damage = dealt(arm.surprise if surprise else arm.die, net, arm.over, arm.under, armour)
    return Costs(damage, it.health, it.limit_direct if arm.direct else it.limit)
