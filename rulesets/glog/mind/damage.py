"""Expected damage of blows, and chances of Tests and Saves: closed forms over the sums that are played.

For AIs, which weigh hundreds of blows for each that is struck. All terms are those of ``numbers``; what is repeated
here is the procedure of ``attack`` and ``effects``: the d20 and its ends, Grit before Flesh, what a mind can't hold.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import fsum
from typing import NamedTuple

from msgspec.structs import replace

from game.kit.cache import BoundedCache, IdentityCache
from game.kit.mind.acts import NO_DAMAGE, ExpectedDamage, chances
from game.rules.dice import sides_of
from game.rules.events import Id
from game.rules.planning_model import Effect
from game.spatial.field import Cell
from rulesets.glog.play.attack import VERBS, at_hand, modes, unready
from rulesets.glog.play.effects import BONUS, MOST
from rulesets.glog.play.events import Mode
from rulesets.glog.play.geometry import Look
from rulesets.glog.play.moving import speed
from rulesets.glog.play.numbers import (
    TARGET,
    damage_tally,
    defense,
    half,
    hampered,
    harm_die,
    on_save,
    score,
    spread,
    sway,
    upon,
    violence,
)
from rulesets.glog.play.spells import burn_die, burn_tally
from rulesets.glog.play.turn import BLOOD
from rulesets.glog.sheet.roster import Attribute, Profile, Spell, Tag, Weapon
from rulesets.glog.sheet.roster import Effect as Suffering
from rulesets.glog.sheet.sheet import FEET, Body, GlogBoard, Sheet, fresh

TYPICAL = 13
"""Defense against which somebody's danger is measured while nobody in particular is meant."""

SOLDIER = 3.6
"""What a bandit comes to in the measure that a unit value is made of."""

HANDFUL = 10.0
"""Points of damage on average in a turn that take a whole unit value."""

SHIELD = 1.2
"""Blows that a whole shield is good for: it undoes the worst."""

CALM = 0.04
"""Blows that a free mental slot is good for."""

LASTS = 3.0
"""Rounds for which an effect counts at most: a battle does not last long."""

BOW = 0.7
"""Whose bow does so much of what its blade does, or more, fights with the bow by choice."""

DAZED = 0.35
"""What being dazed takes of a turn."""

PINNED = 0.35

OPEN = Look(FEET, "no cover")


class Arm(NamedTuple):
    """A way in which somebody can attack."""

    key: str
    weapon: Weapon
    mode: Mode
    use: Tag
    natural: bool

    @property
    def afar(self) -> bool:
        """Shot or thrown."""
        return self.mode != "melee"

    @property
    def most(self) -> int:
        """Feet to the farthest target, if it is shot or thrown."""
        return self.weapon.range if self.afar else 0

    @property
    def option(self) -> tuple[str, str]:
        """How the option's key begins, before whom it is meant for, and how it ends."""
        return VERBS[self.mode], f"{self.key} {self.use}" if len(self.weapon.uses) > 1 else self.key


class Harm(NamedTuple):
    """Expected damage of a blow."""

    toll: ExpectedDamage
    """Its points are Grit and Flesh lost."""
    flesh: float
    """The chance that Flesh is lost."""
    brink: float
    """How much likelier it is then to die of one more ordinary blow, where it lives."""


UNHURT = Harm(NO_DAMAGE, 0.0, 0.0)


class Frame:
    """Somebody in all that blows by it and at it depend on; one and the same for as long as none of that changes."""

    def __init__(self, body: Body) -> None:
        sheet = body.sheet
        self.body, self.sheet, self.profile = body, sheet, sheet.profile
        self.health = self.left(sheet.grit, sheet.flesh, sheet.stress)
        self.arms = tuple(_list_arms(body))

    def left(self, grit: int, flesh: int, stress: int) -> float:
        """Blows that it could still take with so much left; only heroes are strained."""
        profile = self.profile
        room = profile.scores.discipline - stress if profile.kind == "hero" else 0
        return toughness(grit, flesh, room, shield=bool(self.sheet.shield))

    def standing(self) -> Frame:
        """The same on its feet."""
        return frame(replace(self.body, sheet=replace(self.sheet, prone=False)))


def _list_arms(body: Body) -> list[Arm]:
    sheet = body.sheet
    found = []
    for key in at_hand(body):
        if unready(sheet, key) is None:
            weapon = sheet.weapon(key)
            found += [Arm(key, weapon, mode, use, weapon.natural) for mode in modes(weapon) for use in weapon.uses]
    return found


_frames: BoundedCache[tuple[object, ...], Frame] = BoundedCache(2048)


def frame(body: Body) -> Frame:
    """The frame of somebody."""
    sheet = body.sheet
    key = (
        id(sheet.profile), sheet.grit, sheet.flesh, sheet.stress, sheet.conditions, sheet.prone, sheet.hands,
        sheet.handy, tuple(sheet.notches.items()), sheet.unloaded, sheet.depleted, sheet.found, sheet.gained,
    )  # fmt: skip
    return _frames.of(key, Frame, body)


# ------------------------------------------------------------------ bodies


_blows = [0.0]
"""By points of a track, as far as that was asked for: each from those before it."""


def blows_in(points: int) -> float:
    """Blows of d6 + 1 that it takes to use up so many points of one track."""
    while len(_blows) <= points:
        now = len(_blows)
        _blows.append(1 + fsum(_blows[max(0, now - face - 1)] for face in range(1, 7)) / 6)
    return _blows[max(0, points)]


@lru_cache(maxsize=4096)
def toughness(grit: int, flesh: int, room: int, *, shield: bool) -> float:
    """Blows that somebody can take: a point of Grit turns aside a whole one, of whatever size."""
    return blows_in(grit) + blows_in(flesh) + CALM * room + SHIELD * shield if flesh > 0 else 0.0


@cache
def lethal(grit: int, flesh: int) -> float:
    """The chance that somebody with so much left dies of a blow of d6 + 1 that hits as often as not."""
    kills = sum(face + 1 >= flesh for face in range(1, 7)) / 6
    return kills * (1 / 20 if grit else 1 / 2)


def wounded(it: Sheet, dealt: int, *, past: bool) -> tuple[int, int, int]:
    """Grit, Flesh and Stress that are there after a blow."""
    grit, stress, flesh = spread(it, dealt, past=past)
    return it.grit - grit, max(0, it.flesh - flesh), it.stress + stress


# ------------------------------------------------------------------ dice


@cache
def bonuses(net: int) -> tuple[tuple[int, float], ...]:
    """Distribution of what net boons or banes add to a d20."""
    count = min(MOST, abs(net))
    if not count:
        return ((0, 1.0),)
    sign = 1 if net > 0 else -1
    return tuple((sign * k, (k**count - (k - 1) ** count) / BONUS**count) for k in range(1, BONUS + 1))


@cache
def passes(total: int, net: int, needed: int = TARGET) -> float:
    """The chance that a d20, a total and what boons or banes add reach a number."""
    return fsum(p * min(20, max(0, 21 + total + extra - needed)) for extra, p in bonuses(net)) / 20


@cache
def hits(needed: int, net: int, critical: int) -> tuple[float, float]:
    """The chances of a plain and of a critical hit: the d20's ends decide by themselves (ruling G-4)."""
    plain = fsum(p for extra, p in bonuses(net) for face in range(2, critical) if face + extra >= needed)
    return plain / 20, (21 - critical) / 20


def tested(it: Sheet, name: Attribute, swayed: int = 0) -> float:
    """The chance of a Test."""
    return passes(score(it, name), hampered(it).total + swayed)


def saved(board: GlogBoard, it: Sheet, name: Attribute) -> float:
    """The chance of a Save."""
    return passes(half(it, name), on_save(board, it).total)


# ------------------------------------------------------------------ blows


@lru_cache(maxsize=4096)
def struck(me: Frame, arm: Arm, it: Frame, at: Look, past: bool = False, splinters: bool = True) -> Harm:
    """Expected damage of a blow; ``splinters``: a shield is given up where that costs less than the blow."""
    net = sway(me.sheet, it.sheet, arm.weapon, at, afar=arm.afar).total
    needed = defense(it.sheet).total - violence(me.sheet).total
    hit, critical = hits(needed, net, me.profile.critical)
    die, added = harm_die(arm.weapon, arm.use, it.sheet), damage_tally(me.sheet, it.sheet, arm.key, arm.use).total
    shields = splinters and bool(it.sheet.shield) and it.sheet.acts
    ways = [(max(1, face + added), past or it.sheet.helpless, p) for face, p in chances(die, hit)]
    ways += [(max(1, face + added), True, p) for face, p in chances(die, critical)]
    return _dealt(it, ways, hit + critical, shields=shields)


def _dealt(it: Frame, ways: list[tuple[int, bool, float]], hit: float, *, shields: bool = False) -> Harm:
    sheet = it.sheet
    fell = hurt = points = flesh = brink = 0.0
    now = lethal(sheet.grit, sheet.flesh)
    for dealt, past, p in ways:
        if not p:
            continue
        grit, left, stress = wounded(sheet, dealt, past=past)
        after = it.left(grit, left, stress)
        cost = 1.0 if not left else 0.5 * (1 - after / it.health)
        if shields and cost > 0.5 * SHIELD / it.health:
            hurt += p * SHIELD / it.health
            continue
        fell += p * (not left)
        hurt += p * (1 - after / it.health) * (left > 0)
        points += p * (sheet.grit - grit + sheet.flesh - left)
        flesh += p * (left < sheet.flesh)
        brink += p * (lethal(grit, left) - now) * (left > 0)
    return Harm(ExpectedDamage(hit, fell, hurt, points), flesh, brink)


@lru_cache(maxsize=2048)
def burned(it: Frame, spell: Spell, escaped: float, lands: float = 1.0) -> Harm:
    """Expected damage of a spell, with the chance of a Save for half of it."""
    die, more = burn_die(spell, it.profile), burn_tally(spell, it.profile).total
    found = [(face + more, False, p) for face, p in chances(die, lands * (1 - escaped))]
    found += [(max(1, (face + more) // 2), False, p) for face, p in chances(die, lands * escaped)]
    return _dealt(it, found, lands)


def touches(me: Frame, it: Frame) -> float:
    """The chance to touch the unwilling with a spell (D-29)."""
    needed = defense(it.sheet).total - violence(me.sheet).total
    return fsum(hits(needed, upon(me.sheet, it.sheet, dim=False).total, me.profile.critical))


def lasting(board: GlogBoard, it: Frame, effect: Suffering, who: Id) -> Effect:
    """Expected harm of an effect for as long as it lasts (D-34 to D-37)."""
    if it.sheet.has(effect):
        return Effect(who)
    rounds = min(LASTS, 1 / max(0.05, saved(board, it.sheet, "might")))
    if effect == "dazed":
        return Effect(who, turns=DAZED * rounds)
    if effect == "bleeding":
        drops = fsum(p * face for face, p in chances(BLOOD)) * rounds
        left = it.sheet.grit + it.sheet.flesh
        return Effect(who, hurt=min(1.0, drops / left)) if left else Effect(who)
    return Effect(who, bound=PINNED * rounds / LASTS)


# ------------------------------------------------------------------ what somebody is worth


class UnitStats(NamedTuple):
    """A combatant in plain numbers."""

    id: Id
    body: Body
    at: Cell
    size: int
    frame: Frame
    unit_value: float
    turn: float
    """What a turn of it takes of a common soldier."""
    left: float
    """The share of its health that it still has."""
    shooter: bool
    arm: Arm | None
    """What it fights with by choice, once that is made ready."""
    pace: int
    """Feet that it can still walk in a turn of its own once it is on its feet."""

    @property
    def melee(self) -> Arm | None:
        """Its best arm hand to hand."""
        return best(self.frame, afar=False)


@lru_cache(maxsize=2048)
def best(me: Frame, *, afar: bool) -> Arm | None:
    """The best arm of a kind, against nobody in particular."""
    return max((arm for arm in me.arms if arm.afar is afar), key=lambda arm: usual(me, arm), default=None)


@lru_cache(maxsize=4096)
def usual(me: Frame, arm: Arm) -> float:
    """Points that a blow takes on average from somebody ordinary."""
    hit = fsum(hits(TYPICAL - violence(me.sheet).total, 0, me.profile.critical))
    faces = sides_of(arm.weapon.die)[0]
    added = damage_tally(me.sheet, me.sheet, arm.key, arm.use).total
    return hit * ((faces + 1) / 2 + added)


@IdentityCache
def worth(profile: Profile) -> tuple[float, float, float]:
    """Somebody's unit value, what a turn of it takes, and its full health, by its profile alone."""
    whole = Frame(Body(Id(profile.key), "", (0, 0), fresh(profile)))
    blows = [usual(whole, arm) for arm in whole.arms]
    spells = [powers(spell) for spell in (*profile.spells, *profile.granted)]
    does = max([1.0, *blows, *spells])
    bears = whole.health / fsum(hits(defense(whole.sheet).total - 1, 0, 20))
    return (does * bears) ** 0.5 / SOLDIER, min(1.0, does / HANDFUL), whole.health


def powers(spell: Spell) -> float:
    """Value of a spell as a blow."""
    if spell.harm:
        return (sides_of(spell.die)[0] + 1) / 2 * (0.75 if spell.save else 0.5)
    return 3.0 if spell.target != "ally" else 1.0


@IdentityCache
def stats_of(body: Body) -> UnitStats:
    """A combatant in plain numbers."""
    sheet, its = body.sheet, frame(body)
    unit_value, turn, health = worth(sheet.profile)
    ready = its
    if sheet.unloaded or sheet.depleted:
        carried = [sheet.thing(key).key for key in (*sheet.handy, *sheet.stowed) if not sheet.is_weapon(key)]
        spent = tuple(key for key in sheet.depleted if sheet.weapon(key).ammo not in carried)
        ready = frame(replace(body, sheet=replace(sheet, unloaded=(), depleted=spent)))
    near, far = (best(ready, afar=afar) for afar in (False, True))
    shoots = far is not None and far.mode == "shot" and (near is None or usual(ready, far) >= BOW * usual(ready, near))
    casts = bool(sheet.castings) and any(spell.range and spell.target != "ally" for spell in sheet.profile.spells)
    return UnitStats(
        body.id, body, body.at, sheet.profile.cells, its, unit_value, turn, min(1.0, its.health / health),
        shoots or casts, far if shoots else near, speed(body),
    )  # fmt: skip
