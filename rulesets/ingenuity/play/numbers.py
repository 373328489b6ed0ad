"""The sums of ingenuity: attacks, advantages, defences, deflection, damage, each as a tally that names its rules."""

from __future__ import annotations

from game.kit.telling import summed
from game.rules.dice import Tally
from rulesets.ingenuity.play.geometry import Look
from rulesets.ingenuity.play.throws import Pair, added, pair
from rulesets.ingenuity.sheet.sheet import BLINDED, COVER, ELEMENTAL, PHYSICAL, Body, Feat, Harm, Sheet, Weapon

LATER = 2
"""What each attack before it in the round takes from one (B-53)."""


# ------------------------------------------------------------------ attacks


def attack_dice(me: Sheet, weapon: Weapon) -> Pair:
    """The best of a weapon's attributes, and combat (B-46)."""
    return pair(me, "combat", *weapon.attributes)


def attack_tally(me: Sheet, it: Body, key: str, seen: Look, *, afar: bool, gripped: bool) -> Tally:
    """Bonus to the dice of an attack; ``gripped``: the weapon is held with both hands."""
    weapon, traits = me.weapon(key), me.weapon(key).traits
    found = added(me, weapon.proficiencies, "B-46")
    found = found.plus("attacks before", -LATER * me.attacks, "B-53")
    if not afar and weapon.hands == 2:
        found = found.plus("both hands" if gripped else "one hand", 1 if gripped else -1, "B-46")
    found = found.plus("swift", swift(me, weapon), "B-53")
    found = found.plus("momentum", int("momentum" in traits and it.id in me.struck), "B-53")
    found = found.plus("cleave", 2 * ("cleave" in traits and bool(me.tried) and it.id not in me.tried), "B-53")
    found = found.plus("backswing", 2 * ("backswing" in traits and key in me.missed), "B-53")
    return found.plus("range", -lost_by_range(weapon, seen.metres), "B-46") if afar else found


def swift(me: Sheet, weapon: Weapon) -> int:
    """Bonus of a swift weapon to every attack of the round but the first (ruling N-8)."""
    return int("swift" in weapon.traits and me.attacks > 0)


def later(me: Sheet, weapon: Weapon) -> int:
    """Penalty to the next attack with a weapon for those before it in the round (B-53, ruling N-8)."""
    return swift(me, weapon) - LATER * me.attacks


def lost_by_range(weapon: Weapon, metres: int) -> int:
    """1 for each further multiple of a weapon's range."""
    return max(0, (metres - 1) // weapon.range) if weapon.range else 0


def sway(me: Sheet, it: Sheet, weapon: Weapon, seen: Look, *, afar: bool) -> Tally:
    """Advantages (above 0) and disadvantages (below) of an attack, each with its rule; they cancel one by one."""
    found = Tally().plus("sneak attack", int(seen.unseen), "B-54").plus("flanking", int(seen.flanked), "B-55")
    found = found.plus("target prone", (it.prone or not it.up) * (-1 if afar else 1), "B-43")
    found = found.plus("behind cover", -int(afar and it.has(COVER) and seen.cover != "no cover"), "B-25")
    found = found.plus_all(unsighted(me, dim=seen.dim))
    return found.plus("too near", -int(seen.metres <= weapon.unfit), "B-46")


def unsighted(me: Sheet, *, dim: bool) -> Tally:
    """The disadvantage of whatever one does to somebody whom one cannot see (B-54, ruling N-4)."""
    blinded = me.has(BLINDED)
    return Tally().plus("blinded" if blinded else "gloom", -int(blinded or dim), "B-54")


def killing(me: Sheet, *, dim: bool) -> Tally:
    """Advantages and disadvantages of a killing strike (B-75)."""
    return Tally().plus("killing strike", 1, "B-75").plus_all(unsighted(me, dim=dim))


def in_words(swayed: Tally) -> tuple[str, tuple[str, ...]]:
    """Sum of advantages and disadvantages, or nothing, and every one of them with its rule."""
    return _sway(swayed.total), tuple(f"{_sway(term.value)}: {term.label} ({term.rule})" for term in swayed.terms)


def _sway(net: int) -> str:
    """So many advantages, or disadvantages if it is below 0; empty for none."""
    word = "advantage" if net > 0 else "disadvantage"
    return "" if not net else word if abs(net) == 1 else f"{word} x{abs(net)}"


# ------------------------------------------------------------------ defences


def larger(me: Sheet, it: Sheet) -> int:
    """By how much an attacker is larger than its target (B-57)."""
    return me.profile.size - it.profile.size


def evasion(it: Sheet, more: int = 0) -> Tally:
    """The number an attack must reach; ``more``: by how much the attacker is larger."""
    return Tally().plus("EVA", it.profile.eva, "B-46").plus("guard", it.guard, "B-21").plus("size", more, "B-57")


def constitution(it: Sheet) -> Tally:
    """The number missing health must not exceed, and physical effects must reach."""
    return Tally().plus("CON", it.profile.con, "B-71").plus("guard", it.guard, "B-21")


def willpower(it: Sheet) -> Tally:
    """The number mental effects must reach."""
    return Tally().plus("WILL", it.profile.will, "B-36").plus("guard", it.guard, "B-21")


def against(me: Sheet, it: Sheet, feat: Feat | None = None) -> Tally:
    """The number the test of an attack must reach, or that of a feat of will."""
    match feat.against if feat is not None else "evasion":
        case "willpower":
            return willpower(it)
        case "constitution":
            return constitution(it)
        case _:
            return evasion(it, larger(me, it))


def deflection(it: Sheet, harm: Harm, more: int = 0, parry: str = "") -> Tally:
    """Reduction of damage of a kind (B-67, B-68); ``more``: by how much the attacker is larger (ruling N-9);
    ``parry``: key of what it parries with, for physical damage (B-63).
    """
    if harm in PHYSICAL:
        found = Tally().plus("deflection", it.profile.physical, "B-68")
    elif harm in ELEMENTAL:
        found = Tally().plus("elemental deflection", it.profile.elemental, "B-68")
    else:
        return Tally()
    found = found.plus("guard", it.guard, "B-21")
    if parry:
        found = found.plus(f"parry, {it.item(parry).name.lower()}", it.item(parry).parry or 1, "B-63")
    return found.plus("size", -min(more, found.total), "B-57")


# ------------------------------------------------------------------ damage


def damage_tally(me: Sheet, key: str, total: int, *, critical: bool, gripped: bool) -> Tally:
    """Damage of a hit before anything is taken off: the test's result, and the weapon's (B-47, B-49)."""
    weapon = me.weapon(key)
    name = weapon.name.lower()
    found = Tally().plus("test", total, "B-47")
    if critical:
        found = found.plus(f"{name}, critical", weapon.critical_damage, "B-49")
    else:
        found = found.plus(name, weapon.damage, "B-47")
    return found.plus("both hands", int("versatile" in weapon.traits and gripped), "B-47")


def in_parts(tally: Tally) -> str:
    """A total, with its terms if there are several."""
    return f"{tally.total} ({summed(tally)[1:]})" if len(tally.terms) > 1 else str(tally.total)


def dealt(damage: Tally, off: Tally) -> int:
    """Damage of a hit: 1 at least (B-47)."""
    return max(1, damage.total - off.total)
