"""Fighters in plain numbers: what they attack with and how they answer, what it is worth to be rid of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from game.kit.cache import BoundedCache, IdentityCache
from game.kit.mind.acts import ExpectedDamage
from rulesets.einfelst.mind import damage
from rulesets.einfelst.mind.damage import Frame, Missile, beyond, dice_of, frame_of, missile
from rulesets.einfelst.play.attack import VERBS, may_defend, modes, unready
from rulesets.einfelst.play.events import Mode
from rulesets.einfelst.play.gear import at_hand
from rulesets.einfelst.play.harm import room
from rulesets.einfelst.play.pools import Aim, asked, attack_pool, dice, dodge_pool, parry_pool
from rulesets.einfelst.sheet.records import Profile, Weapon
from rulesets.einfelst.sheet.sheet import Body, Sheet

WORN = 0.35
"""What is left of the worth of somebody with next to no health: it still has a card."""


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """One way in which somebody can attack."""

    key: str
    weapon: Weapon
    mode: Mode
    what: Missile
    draw: str = ""
    """Key of the option by which it comes to hand."""

    @property
    def afar(self) -> bool:
        """Shot or thrown."""
        return self.mode != "melee"

    def option(self, whom: str) -> str:
        """Key of the attack on somebody."""
        return f"{VERBS[self.mode]} {whom} {self.key}"


class Fighter:
    """All about somebody that its attacks and its answers to them depend on; the same as long as none of it changes."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.frame: Frame = frame_of(sheet)
        self.soaked: Frame = frame_of(sheet, wet=True)
        self.arms: tuple[Arm, ...] = tuple(_arms(sheet))
        """Those at hand, then those that must be drawn first."""
        self.unloaded: tuple[Arm, ...] = tuple(
            Arm(key, sheet.weapon(key), "shot", missile(sheet.weapon(key))) for key in sheet.unloaded
        )
        traits = sheet.profile.traits
        self.kind = "flies" in traits, "climbs" in traits, "swims" in traits
        """How it gets about."""
        self.parry, self.dodge = dice(parry_pool(sheet)), dice(dodge_pool(sheet))
        self.force = dice_of(sheet, "force")
        self.grip = dice_of(sheet, "endure", "force")
        """Dice to hold on to somebody."""
        self.read = dice_of(sheet, "read")
        self.usual = {arm: self.blow(arm, self, against=0, on=damage.SOLDIER).cost for arm in self.arms}
        """What attacks come to against a common soldier."""
        self.ready = max((worth for arm, worth in self.usual.items() if not arm.draw), default=0.0)
        """The best of what is in hand."""
        loaded = {arm: self.blow(arm, self, against=0, on=damage.SOLDIER).cost for arm in self.unloaded}
        some = {**self.usual, **loaded}
        best = max(some, key=lambda arm: some[arm] - 0.05 * bool(arm.draw), default=None)
        self.unit_value, self.turn = _worth(sheet.profile)
        frame = self.frame
        left = min(room(frame.health[0]), room(frame.health[1])) if frame.hero else frame.health[2]
        self.left = WORN + (1 - WORN) * (left / frame.full if frame.full else 0.0)
        spells = [spell for spell in sheet.profile.spells if spell.target == "foe"]
        self.cast = dice_of(sheet, "cast") if sheet.profile.spells else 0
        self.shoots = (best is not None and best.afar and not best.weapon.thrown) or bool(spells)

    def dice(self, arm: Arm, *, prone: bool, known: bool, it: Sheet) -> int:
        """Dice of an attack."""
        return _dice.of((self, arm, prone, known), _pooled, self.sheet, it, arm, known)

    def blow(
        self,
        arm: Arm,
        it: Fighter,
        needed: int = 1,
        *,
        against: int,
        known: bool = False,
        wet: bool = False,
        on: Frame | None = None,
    ) -> ExpectedDamage:
        """What an attack comes to, with so many dice thrown against it."""
        count = self.dice(arm, prone=it.sheet.prone, known=known, it=it.sheet)
        frame = on or (it.soaked if wet else it.frame)
        return damage.befall(beyond(count, against, needed), arm.what, frame, thrown=against > 0)


_dice: BoundedCache[tuple[Fighter, Arm, bool, bool], int] = BoundedCache(2048)


def _pooled(me: Sheet, it: Sheet, arm: Arm, known: bool) -> int:
    return dice(attack_pool(me, it, arm.weapon, arm.mode, known=known))


@cache
def needed(*, afar: bool, cover: bool = False, dark: bool = False, smoke: bool = False) -> int:
    """Successes that an attack needs."""
    return asked("shot" if afar else "melee", Aim(0, cover, dark, smoke)).total


def _arms(sheet: Sheet) -> list[Arm]:
    found = [
        Arm(key, sheet.weapon(key), mode, missile(sheet.weapon(key)))
        for key in at_hand(sheet)
        if unready(sheet, key) is None
        for mode in modes(sheet.weapon(key))
    ]
    armed = any(arm.weapon.action == "strike" and not arm.weapon.natural for arm in found)
    found = [arm for arm in found if not (armed and arm.weapon.action == "force")]
    for key in dict.fromkeys(sheet.pack):
        if not sheet.is_weapon(key) or key in (sheet.hand, sheet.off) or key in sheet.unloaded:
            continue
        arm = sheet.weapon(key)
        if all(arm != one.weapon for one in found):
            found += [Arm(key, arm, mode, missile(arm), f"draw {key}") for mode in modes(arm)]
    return found


_fighters: BoundedCache[tuple[object, ...], tuple[Profile, Fighter]] = BoundedCache(2048)


def fighter_of(sheet: Sheet) -> Fighter:
    """The numbers of a sheet."""
    key = (
        id(sheet.profile), sheet.physical, sheet.mental, sheet.points, sheet.less, sheet.hand, sheet.off, sheet.pack,
        sheet.unloaded, sheet.prone, sheet.bonus, sheet.edge, sheet.fire, sheet.found, sheet.gained,
    )  # fmt: skip
    return _fighters.of(key, lambda: (sheet.profile, Fighter(sheet)))[1]  # which keeps the profile, and so its id


class UnitStats:
    """One body."""

    def __init__(self, body: Body) -> None:
        self.body, self.sheet, self.fights = body, body.sheet, fighter_of(body.sheet)
        self.unit_value, self.turn = self.fights.unit_value, self.fights.turn

    def answer(self, arm: Arm) -> int:
        """Dice of the parry, or the dodge, that it could answer an attack with now; 0 if it can't."""
        if not may_defend(self.sheet, melee=not arm.afar):
            return 0
        return self.fights.dodge if arm.afar else self.fights.parry


stats_of: IdentityCache[Body, UnitStats] = IdentityCache(UnitStats)


@IdentityCache
def _worth(profile: Profile) -> tuple[float, float]:
    """What it is worth to be rid of somebody, and what a turn of it is worth, both in unit values."""
    sheet = Sheet(profile=profile, hand=profile.hand, off=profile.off, pack=profile.pack)
    strong = damage.danger(sheet)
    sturdy = damage.toughness(sheet)
    return (strong / damage.STRONG * sturdy / damage.STURDY) ** 0.5, strong
