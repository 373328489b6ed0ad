"""The sums of the book, each as a tally that cites its rules."""

from __future__ import annotations

from typing import Literal

from game.rules.dice import Tally
from rulesets.sovereign.play.geometry import FEET, Look, feet_between, in_hand, look, off_weapon, usable, weapon_reach
from rulesets.sovereign.sheet.sheet import Attribute, Body, Profile, Save, Skill, SovereignBoard, Weapon

Mode = Literal["melee", "thrown", "shot"]

NOTHING = Tally()

CHECK = 10
OPPOSED = 8

GUARD = 2
"""AC of Total Defense (E-41)."""

CHARGED = -2
"""AC of a charge (E-32)."""


def attribute_for(profile: Profile, weapon: Weapon) -> tuple[Attribute, int]:
    """The attribute a weapon is used with: the attacker's choice, so the better one (E-56)."""
    best = max(weapon.attributes, key=profile.attributes.of)
    return best, profile.attributes.of(best)


def skill_for(profile: Profile, weapon: Weapon, mode: Mode) -> tuple[Skill, int]:
    """The combat skill of an attack; thrown weapons may use Shoot, Stab or Exert (E-22, E-23)."""
    if mode != "thrown":
        return weapon.skill, profile.skill(weapon.skill)
    choice: tuple[Skill, ...] = ("Shoot", "Stab", "Exert")
    best = max(choice, key=profile.skill)
    return best, profile.skill(best)


def dual_wielding(me: Body) -> tuple[Weapon, Weapon] | None:
    """The two weapons in hand, if they are wielded together (E-82)."""
    other = off_weapon(me)
    if other is None or not me.sheet.hand or not may_pair(me, in_hand(me), other):
        return None
    return in_hand(me), other


def may_pair(me: Body, one: Weapon, other: Weapon) -> bool:
    """Whether somebody can use two weapons at once: it takes level 1 in the skills of both (E-82)."""
    profile = me.sheet.profile
    free = not (one.two_handed or other.two_handed)
    return free and profile.skill(one.skill) >= 1 and profile.skill(other.skill) >= 1


def second_weapon(me: Body, weapon: Weapon) -> str:
    """Key of the other of two weapons wielded, if the attack is made with one of them; "" without (E-82)."""
    pair = dual_wielding(me)
    if pair is None or weapon not in pair:
        return ""
    return pair[1 if weapon == pair[0] else 0].key


def base_attack(me: Body, weapon: Weapon, mode: Mode) -> Tally:
    """Attack bonus, attribute, skill and magic (E-55 to E-57)."""
    profile = me.sheet.profile
    tally = Tally().plus("attack bonus", profile.attack, "E-57" if profile.npc else "E-55")
    if not profile.npc:
        name, modifier = attribute_for(profile, weapon)
        skill, level = skill_for(profile, weapon, mode)
        tally = tally.plus(name, modifier, "E-56").plus(skill, level, "E-22" if mode == "melee" else "E-23")
    return tally.plus("magic", weapon.magic, "E-55")


def attack_tally(
    board: SovereignBoard, me: Body, target: Body, weapon: Weapon, mode: Mode, extra: Tally = NOTHING
) -> Tally:
    """Everything added to the d20 of an attack as things stand. ``extra``: what the action brings, e.g. a charge."""
    at = look(board, me, target, afar=mode != "melee")
    return attack_terms(me, weapon, mode, at, extra, prone=target.sheet.prone)


def attack_terms(
    me: Body, weapon: Weapon, mode: Mode, at: Look, extra: Tally = NOTHING, *, prone: bool = False
) -> Tally:
    """Everything added to the d20 of an attack in some situation; ``prone``: on somebody who is."""
    tally = base_attack(me, weapon, mode).plus_all(extra)
    tally = tally.plus("two weapons", -bool(dual_wielding(me)), "E-83")
    near = mode == "melee" or at.feet <= FEET
    tally = tally.plus("target prone, in melee range", 2 * (prone and near), "E-58")
    tally = tally.plus("target prone, distant", -2 * (prone and not near), "E-58")
    if mode == "melee":
        tally = tally.plus("prone", -4 * me.sheet.prone, "E-59")
    else:
        tally = tally.plus("beyond normal range", -2 * (at.feet > weapon.range), "E-60")
        tally = tally.plus("enemy in melee range", -4 * at.engaged, "E-62" if mode == "thrown" else "E-24")
    tally = tally.plus(at.cover, {"half cover": -2, "full cover": -4}.get(at.cover, 0), "E-61")
    unseen = mode != "melee" and not at.seen  # the table speaks of shooting (ruling S-46)
    return tally.plus("target unseen", -4 * unseen, "E-64")


def armour_class(me: Body) -> Tally:
    """AC as it stands: armour, shield, Total Defense, a charge, a ward."""
    sheet = me.sheet
    tally = Tally().plus("armour", sheet.profile.ac, "E-55").plus("shield", int(sheet.shielded), "E-55")
    tally = tally.plus("Total Defense", GUARD * sheet.defending, "E-41")
    return tally.plus("charged", CHARGED * sheet.charged, "E-32").plus("ward", sheet.ward, "E-54")


def lasting_bonus(me: Body, weapon: Weapon, mode: Mode) -> Tally:
    """Bonus to damage and to Shock alike: attribute, magic, Killing Blow, Armsmaster (E-65, E-71)."""
    profile = me.sheet.profile
    tally = Tally()
    if not profile.npc:
        name, modifier = attribute_for(profile, weapon)
        tally = tally.plus(name, modifier, "E-65")
    if "warrior" in profile.classes:  # half the level, rounded up (RULES 5.2)
        tally = tally.plus("Killing Blow", (profile.level + 1) // 2, "E-65")
    tally = tally.plus("magic", weapon.magic, "E-65")
    if "armsmaster" in profile.feats and mode != "shot" and weapon.skill == "Stab":
        tally = tally.plus("Armsmaster", max(0, profile.skill("Stab")), "E-65")
    return tally


def damage_tally(board: SovereignBoard, me: Body, target: Body, weapon: Weapon, mode: Mode, second: str = "") -> Tally:
    """Everything added to the damage die of a hit, without a swarm's bonus (E-65, E-66, E-82).

    ``second``: key of the other of two weapons wielded (``second_weapon``), which has to reach the target too.
    """
    return damage_terms(me, weapon, mode, feet_between(board, me, target), second)


def damage_terms(me: Body, weapon: Weapon, mode: Mode, feet: int, second: str = "") -> Tally:
    """The same at so many feet from the target."""
    profile = me.sheet.profile
    tally = lasting_bonus(me, weapon, mode).plus("attack", weapon.bonus, "E-65")
    if "deadeye" in profile.feats and mode == "shot":
        tally = tally.plus("Deadeye", max(0, profile.skill("Shoot")), "E-65")
    if weapon.key == "unarmed" and (not profile.npc or "Brawl" in profile.skills):
        tally = tally.plus("Brawl", profile.skill("Brawl"), "E-66")
    if second:
        other = me.sheet.weapon(second)
        covers = feet <= max(weapon_reach(me, other), other.long_range)
        tally = tally.plus("second weapon", 2 if covers else 0, "E-82")
    return tally


def shock_points(me: Body, weapon: Weapon, mode: Mode) -> Tally:
    """A weapon's Shock with what explicitly adds to it (E-71); none when thrown or shot (E-73)."""
    if mode != "melee" or not weapon.shock_ac:
        return Tally()
    return Tally().plus(weapon.name, weapon.shock, "E-68").plus_all(lasting_bonus(me, weapon, mode))


def shock_immune(target: Body) -> bool:
    """Immune to Shock whatever the weapon: Total Defense, or a feat (E-41, E-70)."""
    return target.sheet.defending or "close combatant" in target.sheet.profile.feats


def shock_due(me: Body, target: Body, weapon: Weapon, mode: Mode, *, swarm: bool = False) -> int:
    """Points of Shock a miss would inflict now, before a shield turns it aside (E-67 to E-73, E-31)."""
    ac = armour_class(target).total
    defending = target.sheet.defending
    return shock_against(me, weapon, mode, ac, immune=shock_immune(target), defending=defending, swarm=swarm)


def shock_against(
    me: Body, weapon: Weapon, mode: Mode, ac: int, *, immune: bool, defending: bool, swarm: bool = False
) -> int:
    """The same against an AC; ``immune`` as ``shock_immune`` tells, ``defending``: on Total Defense."""
    points = shock_points(me, weapon, mode).total
    if points <= 0 or defending:
        return 0
    if swarm:
        return points
    if "shocking assault" in me.sheet.profile.feats:  # takes every AC for 10 (E-69)
        ac = 10
    return 0 if immune or ac > weapon.shock_ac else points


def shield_turns(target: Body, *, swarm: bool = False) -> bool:
    """Whether the shield ignores the next Shock: the first of the round (E-72), but never a swarm's (E-31)."""
    return target.sheet.shielded and not target.sheet.shield_used and not swarm


def shock_suffered(me: Body, target: Body, weapon: Weapon, mode: Mode, *, swarm: bool = False) -> int:
    """The points that a shield does not turn aside: what a miss would inflict now, and a hit at least."""
    return 0 if shield_turns(target, swarm=swarm) else shock_due(me, target, weapon, mode, swarm=swarm)


def check_tally(me: Body, attribute: Attribute, skill: Skill) -> Tally:
    """Bonus to 2d6 in a skill check (RULES 5.2)."""
    profile = me.sheet.profile
    if profile.npc:
        return Tally().plus("Hit Dice", profile.npc_skill, "E-57")
    return Tally().plus(attribute, profile.attributes.of(attribute), "E-47").plus(skill, profile.skill(skill), "E-47")


def best_check(me: Body, *ways: tuple[Attribute, Skill]) -> Tally:
    """The best of several ways to make a check; the first of equals."""
    return max((check_tally(me, attribute, skill) for attribute, skill in ways), key=lambda tally: tally.total)


def combat_skill(me: Body) -> int:
    """The highest combat skill, for screening (E-36)."""
    profile = me.sheet.profile
    combat: tuple[Skill, ...] = ("Brawl", "Stab", "Shoot")
    return max(profile.skill(skill) for skill in combat)


def combat_check(me: Body, weapon: Weapon, mode: Mode) -> Tally:
    """The attacker's opposed combat check against a screen: STR or DEX with the skill of its attack (E-34)."""
    profile = me.sheet.profile
    if profile.npc:
        return Tally().plus("Hit Dice", profile.npc_skill, "E-57")
    name: Attribute = "STR" if profile.attributes.STR >= profile.attributes.DEX else "DEX"
    skill, level = skill_for(profile, weapon, mode)
    return Tally().plus(name, profile.attributes.of(name), "E-34").plus(skill, level, "E-34")


def screen_check(me: Body) -> Tally:
    """A screener's side of the opposed check: it parries with what it holds or blocks with its body (ruling S-59)."""
    profile = me.sheet.profile
    parry: list[Skill] = ["Brawl"]
    held = [weapon for weapon in (in_hand(me), off_weapon(me)) if weapon is not None and usable(me, weapon)]
    parry += [weapon.skill for weapon in held if weapon.melee]
    if me.sheet.shielded:
        parry.append("Stab")
    name: Attribute = "STR" if profile.attributes.STR >= profile.attributes.DEX else "DEX"
    tally = best_check(me, *[(name, skill) for skill in parry])
    return tally.plus("Valiant Defender", 2 if "valiant defender" in profile.feats else 0, "E-36")


def save_target(profile: Profile, save: Save) -> int:
    """The number a save must reach: 16 less level and the better attribute; for NPCs 15 less half their HD (E-94)."""
    if profile.npc:
        return 15 - profile.level // 2
    pair: dict[Save, tuple[Attribute, Attribute]] = {
        "Physical": ("STR", "CON"),
        "Evasion": ("DEX", "INT"),
        "Mental": ("INT", "WIS"),
    }
    a, b = pair[save]
    return 16 - profile.level - max(profile.attributes.of(a), profile.attributes.of(b))


def saved(face: int, target: int) -> bool:
    """A natural 1 fails, a natural 20 passes (E-94)."""
    return face == 20 or (face != 1 and face >= target)


def size_penalty(me: Body, target: Body) -> int:
    """Penalty for the target's bulk to checks in shoving and grappling (E-81)."""
    rank = {"man": 0, "large": 1, "huge": 2}
    gap = rank[target.sheet.profile.bulk] - rank[me.sheet.profile.bulk]
    if gap <= 0:
        return 0
    return -2 if target.sheet.profile.humanoid and gap == 1 else -4


def reload_cost(me: Body, weapon: Weapon) -> str:
    """Action that reloading takes: a Free one with Shoot 1, else a Move, for crossbows a Main (E-49)."""
    if me.sheet.profile.skill("Shoot") >= 1:
        return "free"
    return "main" if "slow reload" in weapon.traits else "move"
