"""One attack as data, what stands in its way, and the weapons at hand for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.kit.telling import the
from game.rules.dice import Tally
from game.rules.events import Id
from rulesets.sovereign.play.events import Aim
from rulesets.sovereign.play.geometry import (
    Look,
    feet_between,
    in_clinch,
    in_hand,
    look,
    off_weapon,
    usable,
    weapon_reach,
)
from rulesets.sovereign.play.numbers import NOTHING, Mode, base_attack
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, Weapon

UNARMED = "unarmed"
"""Key of bare hands."""

BASH = "shield-bash"
"""Key of a shield's rim."""

UNHARMING = "grapple or shove"
"""What standing orders call an attack out of turn that is made in lieu of damage."""


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack, from its declaration on."""

    who: Id
    target: Id
    weapon: str
    mode: Mode
    action: str = "attack"
    extra: Tally = NOTHING
    """What the action itself adds to the roll."""
    aim: Aim = "harm"
    others: int = 0
    """Other assailants of a swarm attack."""
    swarm: bool = False
    second: str = ""
    """The other of two weapons wielded when it was rolled; a thrown one has left the hand before damage (E-82)."""


def obstacle(board: SovereignBoard, me: Body, target: Body, weapon: Weapon, mode: Mode) -> tuple[str, str] | None:
    """Why this attack can't be made now, with the rule; None if it can."""
    at = look(board, me, target, afar=mode != "melee")
    return hindrance(me, weapon, mode, at, clinch=in_clinch(board, me), known=target.sheet.known)


def hindrance(me: Body, weapon: Weapon, mode: Mode, at: Look, *, clinch: bool, known: bool) -> tuple[str, str] | None:
    """Why this attack can't be made in some situation, with the rule.

    ``clinch``: holding somebody, or held (E-78); ``known``: it is known where the target stands (E-64).
    """
    if clinch and weapon.key != UNARMED and not weapon.natural:
        return "only unarmed attacks while grappling", "E-78"
    far = too_far(me, weapon, mode, at.feet)
    if far is not None:
        return far
    if mode != "melee":
        if weapon.key in me.sheet.unloaded:
            return f"the {weapon.name.lower()} must be reloaded", "E-49"
        if weapon.ranged_only and weapon.two_handed and at.engaged:
            deadeye = "deadeye" in me.sheet.profile.feats
            if not deadeye:
                return f"a {weapon.name.lower()} can't be shot with an enemy in melee range", "E-63"
    if not usable(me, weapon):
        return f"the {weapon.name.lower()} takes both hands, and one carries a shield", "E-48"
    if at.cover == "no line of sight":
        return "no line of sight", "E-02"
    if not at.seen and not known:
        return "its position is unknown", "E-64"
    return None


def too_far(me: Body, weapon: Weapon, mode: Mode, feet: int) -> tuple[str, str] | None:
    """Why so many feet are too many for an attack, with the rule; None if they aren't."""
    if mode == "melee":
        if not weapon.melee:
            return f"the {weapon.name.lower()} is no use hand to hand", "E-22"
        if feet > weapon_reach(me, weapon):
            return f"{feet} ft away; {weapon_reach(me, weapon)} ft is the reach of {the(weapon.name.lower())}", "E-22"
    elif feet > weapon.long_range:
        return f"{feet} ft away; the {weapon.name.lower()} carries {weapon.long_range} ft", "E-60"
    return None


def possible(board: SovereignBoard, me: Body, target: Body, weapon: Weapon, mode: Mode) -> bool:
    """Whether an attack can be made now."""
    if too_far(me, weapon, mode, feet_between(board, me, target)) is not None:
        return False
    return obstacle(board, me, target, weapon, mode) is None


def wielded(board: SovereignBoard, me: Body) -> list[Weapon]:
    """Weapons a combatant strikes, shoots or throws with as it stands; in a clinch only what nature gave it (E-78)."""
    if in_clinch(board, me):
        return _natural(me) or [me.sheet.weapon(UNARMED)]
    return at_hand(me)


def at_hand(me: Body) -> list[Weapon]:
    """Weapons in hand, claws and teeth.

    Whoever has nothing there to strike with hand to hand has the rim of its shield, or its fists (E-22).
    """
    sheet = me.sheet
    held = [in_hand(me)] if sheet.hand and usable(me, in_hand(me)) else []
    other = off_weapon(me)
    if other is not None:
        held.append(other)
    held += [weapon for weapon in _natural(me) if weapon not in held]
    if not any(weapon.melee for weapon in held):
        held.append(sheet.weapon(BASH if sheet.shielded else UNARMED))
    return held


def within_reach(me: Body) -> list[Weapon]:
    """The same, and what could be drawn from the belt as a Free Action."""
    hands = at_hand(me)
    return hands + [weapon for key in dict.fromkeys(me.sheet.ready) if (weapon := me.sheet.weapon(key)) not in hands]


def _natural(me: Body) -> list[Weapon]:
    return [weapon for weapon in me.sheet.profile.weapons if weapon.natural]


def bodily(board: SovereignBoard, me: Body) -> list[Weapon]:
    """Weapons of the body besides what is wielded: the rim of its shield, its fists (E-22)."""
    found = [me.sheet.weapon(UNARMED)]
    if me.sheet.shielded and not in_clinch(board, me):
        found.insert(0, me.sheet.weapon(BASH))
    hands = wielded(board, me)
    return [weapon for weapon in found if weapon not in hands]


def striking(board: SovereignBoard, me: Body) -> list[Weapon]:
    """Everything an attack can be made with without drawing: what is wielded, then rim and fists (ruling S-57)."""
    return [*wielded(board, me), *bodily(board, me)]


def modes(weapon: Weapon) -> tuple[Mode, ...]:
    """The ways a weapon attacks."""
    if weapon.ranged_only:
        return ("shot",)
    if not weapon.melee:
        return ("thrown",)
    return ("melee", "thrown") if weapon.thrown else ("melee",)


def unharming(board: SovereignBoard, me: Body, target: Body) -> Iterator[tuple[Weapon, Aim]]:
    """Aims of an attack hand to hand in lieu of damage (E-74, E-75), each with its weapon.

    A grip with bare hands, by who holds nobody yet; a shove with what one strikes with.
    """
    fists = me.sheet.weapon(UNARMED)
    if not me.sheet.grappling and possible(board, me, target, fists, "melee"):
        yield fists, "grapple"
    reaching = [weapon for weapon in striking(board, me) if possible(board, me, target, weapon, "melee")]
    if reaching:
        yield shover(me, reaching), "shove"


def shover(me: Body, weapons: list[Weapon]) -> Weapon:
    """The weapon somebody shoves with: of some the one that it hits best with hand to hand, the first of equals.

    Nothing else of a weapon tells in a shove, which harms nobody (ruling S-44).
    """
    return max(
        (weapon for weapon in weapons if weapon.melee), key=lambda weapon: base_attack(me, weapon, "melee").total
    )


def attacks(board: SovereignBoard, me: Body, target: Body, weapons: list[Weapon]) -> Iterator[tuple[Weapon, Mode]]:
    """Every attack that some weapons can make on a target now."""
    for weapon in weapons:
        for mode in modes(weapon):
            if possible(board, me, target, weapon, mode):
                yield weapon, mode
