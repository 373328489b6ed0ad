"""What sovereign's referee reads off sheets, records and the map: reach, cover, sums of attacks, damage and Shock.

Sums are told apart by rule: a mapping from the number of a rule to what it adds, without those that come to nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from game.rules.dice import Tally
from game.rules.events import Id
from rulesets.sovereign.sheet.sheet import Body, Profile, Sheet, SovereignBoard, Weapon

Parts = dict[str, int]

OUT_OF_SIGHT, NO_CORNER, ALL_CORNERS = -1, 0, 8
"""Corners seen of a cube: its owner is not seen at all, has full cover, has none."""


def parts(tally: Tally) -> Parts:
    """What each rule adds to a total. The swarm's bonus cut short (E-30) is still the swarm's (E-29)."""
    found: Counter[str] = Counter()
    for term in tally.terms:
        found["E-29" if term.rule == "E-30" else term.rule] += term.value
    return {rule: value for rule, value in found.items() if value}


def added(*terms: tuple[str, int]) -> Parts:
    """The same of terms."""
    found: Counter[str] = Counter()
    for rule, value in terms:
        found[rule] += value
    return {rule: value for rule, value in found.items() if value}


def has(sheet: Sheet, word: str) -> bool:
    """Whether a condition of that word holds."""
    return any(condition.word == word for condition in sheet.conditions)


def about(sheet: Sheet, word: str) -> tuple[Id, ...]:
    """Whom the conditions of that word are about."""
    return tuple(condition.source for condition in sheet.conditions if condition.word == word)


def awake(sheet: Sheet) -> bool:
    """Conscious and fighting."""
    return sheet.hp > 0 and not sheet.out and not sheet.dead


def able(sheet: Sheet) -> bool:
    """Awake, and not caught unawares."""
    return awake(sheet) and not has(sheet, "surprised")


def weapon(sheet: Sheet, key: str) -> Weapon:
    """The weapon of that key, brought or picked up."""
    return next(each for each in (*sheet.found, *sheet.profile.weapons) if each.key == key)


def in_hands(sheet: Sheet) -> list[Weapon]:
    """The weapons in both hands."""
    return [weapon(sheet, key) for key in (sheet.hand, sheet.off) if key and key != "shield"]


def swung(sheet: Sheet) -> list[Weapon]:
    """Of those the ones that it has hands enough for: none of two hands beside a shield (E-48, ruling S-23)."""
    return [arm for arm in in_hands(sheet) if sheet.off != "shield" or "two-handed" not in arm.traits]


# -- space


def feet(board: SovereignBoard, a: Body, b: Body) -> int:
    """5 ft for every square between two, heights too; 5 where they touch (ruling S-52)."""
    return 5 * board.space.distance(a.at, b.at, a.sheet.profile.size, b.sheet.profile.size)


def corners(board: SovereignBoard, a: Body, b: Body) -> int:
    """How many corners of ``b``'s cube ``a`` sees."""
    return board.space.corners_seen(a.at, b.at, a.sheet.profile.size, b.sheet.profile.size)


def footprint(board: SovereignBoard, c: Body) -> frozenset[tuple[int, int]]:
    """The cells somebody stands on."""
    return frozenset(board.space.footprint(c.at, c.sheet.profile.size))


def sees(board: SovereignBoard, a: Body, b: Body) -> bool:
    """Line of sight; what stands in darkness or smoke is seen from 5 ft (E-02, E-64, ruling S-46)."""
    if (b.sheet.hidden and a.side != b.side) or corners(board, a, b) == OUT_OF_SIGHT:
        return False
    dim = board.space.mask(footprint(board, b)) & board.space.obscured
    return not dim or feet(board, a, b) <= 5


def knows(board: SovereignBoard, side: str, c: Body) -> bool:
    """Whether a side knows where somebody is (E-64)."""
    if c.side == side:
        return True
    eyes = (eye for eye in board.state.combatants.values() if eye.side == side and awake(eye.sheet))
    return not c.sheet.hidden and (c.sheet.known or any(feet(board, eye, c) <= 5 for eye in eyes))


def foes(board: SovereignBoard, side: str) -> Iterable[Body]:
    """Everybody conscious of other sides of whom a side knows."""
    others = (c for c in board.state.combatants.values() if c.side != side and awake(c.sheet))
    return [c for c in others if knows(board, side, c)]


def reach(sheet: Sheet, arm: Weapon) -> int:
    """Feet that a weapon reaches hand to hand; 0 for what is only shot or thrown."""
    if "splash" in arm.traits or (arm.range and "thrown" not in arm.traits):
        return 0
    return sheet.profile.reach + (5 if "long" in arm.traits else 0)


def threat(sheet: Sheet) -> int:
    """Feet within which somebody is an armed melee combatant; 0 for who is none (E-19)."""
    if not awake(sheet):
        return 0
    bare = not sheet.hand and "unarmed combatant" in sheet.profile.feats
    found = [sheet.profile.reach] if sheet.profile.natural or bare else []
    return max([*found, *(reach(sheet, arm) for arm in swung(sheet) if arm.key != "unarmed")], default=0)


def threatens(board: SovereignBoard, foe: Body, it: Body) -> bool:
    """Whether somebody stands within an armed foe's melee range, no wall between; 0 feet off is who wades over it."""
    far = 0 if clinched(board, foe) and not foe.sheet.profile.natural else threat(foe.sheet)
    return far > 0 and feet(board, foe, it) <= far and corners(board, foe, it) != OUT_OF_SIGHT


def holders(board: SovereignBoard, who: Id) -> list[Body]:
    """Those who hold somebody."""
    return [c for c in board.state.combatants.values() if c.sheet.grappling == who and awake(c.sheet)]


def clinched(board: SovereignBoard, c: Body) -> bool:
    """Holding, or held."""
    return bool(c.sheet.grappling) or bool(holders(board, c.id))


# -- sums


def attribute(profile: Profile, name: str) -> int:
    """A modifier by its three letters."""
    found: int = getattr(profile.attributes, name)
    return found


def modifier(profile: Profile, arm: Weapon) -> int:
    """The better of the attributes that a weapon names (E-56); NPCs have none."""
    return 0 if profile.npc else max(attribute(profile, name) for name in arm.attributes)


def skill(profile: Profile, name: str) -> int:
    """A skill's level, -1 untrained."""
    return next((level for each, level in profile.skills.items() if each == name), -1)


def combat(profile: Profile, arm: Weapon, mode: str) -> int:
    """The combat skill of an attack: of throws Shoot, Stab or Exert (E-23)."""
    return max(skill(profile, name) for name in (("Shoot", "Stab", "Exert") if mode == "thrown" else (arm.skill,)))


def pair(sheet: Sheet) -> list[Weapon]:
    """Two weapons that are wielded at once: one in each hand, level 1 in both their skills (E-82)."""
    found = in_hands(sheet)
    light = all("two-handed" not in arm.traits and skill(sheet.profile, arm.skill) >= 1 for arm in found)
    return found if len(found) == 2 and light else []


def armour(sheet: Sheet, *, charged: bool, guarded: bool) -> Parts:
    """AC: armour with agility, 1 for a shield, a charge and Total Defense as they are given, a ward."""
    ward = next((condition.count for condition in sheet.conditions if condition.word == "ward"), 0)
    shield = int(sheet.off == "shield")
    return added(("E-55", sheet.profile.ac + shield), ("E-32", -2 * charged), ("E-41", 2 * guarded), ("E-54", ward))


def attack(board: SovereignBoard, me: Body, it: Body, arm: Weapon, mode: str) -> Parts:
    """All that is added to the d20 of an attack but for what the action itself brings (E-22 to E-24, E-55 to E-64)."""
    profile, sheet = me.sheet.profile, me.sheet
    terms = [("E-57" if profile.npc else "E-55", profile.attack), ("E-55", arm.magic), ("E-56", modifier(profile, arm))]
    if not profile.npc:
        terms.append(("E-22" if mode == "melee" else "E-23", combat(profile, arm, mode)))
    terms.append(("E-83", -1 if pair(sheet) else 0))
    far = feet(board, me, it)
    if it.sheet.prone:
        terms.append(("E-58", 2 if mode == "melee" or far <= 5 else -2))
    if mode == "melee":
        terms.append(("E-59", -4 if sheet.prone else 0))
    else:
        terms.append(("E-60", -2 if far > arm.range else 0))
        near = any(threatens(board, foe, me) and not has(foe.sheet, "surprised") for foe in foes(board, me.side))
        terms.append(("E-62" if mode == "thrown" else "E-24", -4 if near else 0))
    seen = corners(board, me, it)
    terms.append(("E-61", 0 if seen == ALL_CORNERS else -4 if seen == NO_CORNER else -2))
    terms.append(("E-64", 0 if mode == "melee" or sees(board, me, it) else -4))
    return added(*terms)


def lasting(profile: Profile, arm: Weapon, mode: str) -> int:
    """What adds to damage and to Shock: the attribute, Killing Blow, magic, Armsmaster (E-65, E-71)."""
    blow = (profile.level + 1) // 2 if "warrior" in profile.classes else 0
    master = "armsmaster" in profile.feats and mode != "shot" and arm.skill == "Stab"
    return modifier(profile, arm) + blow + arm.magic + (max(0, skill(profile, "Stab")) if master else 0)


def damage(board: SovereignBoard, me: Body, it: Body, arm: Weapon, mode: str, second: str) -> Parts:
    """What a hit adds to its die, before any swarm (E-65, E-66, E-82). ``second``: the other of two weapons."""
    profile = me.sheet.profile
    eye = max(0, skill(profile, "Shoot")) if "deadeye" in profile.feats and mode == "shot" else 0
    brawls = not profile.npc or "Brawl" in profile.skills
    fist = skill(profile, "Brawl") if arm.key == "unarmed" and brawls else 0
    terms = [("E-65", lasting(profile, arm, mode) + arm.bonus + eye), ("E-66", fist)]
    if second:
        other = weapon(me.sheet, second)
        terms.append(("E-82", 2 if feet(board, me, it) <= max(reach(me.sheet, other), other.long_range) else 0))
    return added(*terms)


def shock(me: Body, it: Body, arm: Weapon, mode: str, ac: int, *, guarded: bool, swarm: bool) -> int:
    """Points of Shock of a miss, shields not counted (E-31, E-41, E-68 to E-73)."""
    if mode != "melee" or not arm.shock_ac or guarded:
        return 0
    points = max(0, arm.shock + lasting(me.sheet.profile, arm, mode))
    immune = "close combatant" in it.sheet.profile.feats
    against = 10 if "shocking assault" in me.sheet.profile.feats else ac
    return points if swarm or (not immune and against <= arm.shock_ac) else 0


# -- checks


def check(profile: Profile, *ways: tuple[str, str]) -> int:
    """What is added to 2d6: the best of some attributes with their skills, or an NPC's one number (ruling S-39)."""
    if profile.npc:
        return profile.npc_skill
    return max(attribute(profile, name) + skill(profile, of) for name, of in ways)


def brawn(profile: Profile) -> int:
    """STR/Brawl."""
    return check(profile, ("STR", "Brawl"))


def footing(profile: Profile) -> int:
    """STR/Brawl or STR/Exert."""
    return check(profile, ("STR", "Brawl"), ("STR", "Exert"))


def bulk(me: Profile, it: Profile) -> int:
    """What handling somebody larger costs (E-81)."""
    ranks = ("man", "large", "huge")
    larger = ranks.index(it.bulk) - ranks.index(me.bulk)
    return 0 if larger <= 0 else -2 if larger == 1 and it.humanoid else -4


def screening(sheet: Sheet) -> int:
    """A screener's side of the check: STR or DEX with what it parries or blocks with (E-34, ruling S-59)."""
    skills = ["Brawl", *(arm.skill for arm in swung(sheet) if reach(sheet, arm))]
    if sheet.off == "shield":
        skills.append("Stab")
    ways = [(name, of) for name in ("STR", "DEX") for of in skills]
    return check(sheet.profile, *ways) + (2 if "valiant defender" in sheet.profile.feats else 0)


def save(profile: Profile, name: str) -> int:
    """What a d20 must reach in a saving throw (E-94)."""
    if profile.npc:
        return 15 - profile.level // 2
    pair = {"Physical": ("STR", "CON"), "Evasion": ("DEX", "INT"), "Mental": ("INT", "WIS")}[name]
    return 16 - profile.level - max(attribute(profile, each) for each in pair)


def dice(written: str) -> tuple[int, int]:
    """How many dice, and of how many sides: "2d6" is (2, 6)."""
    count, _, sides = written.partition("d")
    return int(count or 1), int(sides)
