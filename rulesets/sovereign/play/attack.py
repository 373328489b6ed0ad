"""Attack rolls, damage and Shock, with the windows in which Instants may change them."""

from __future__ import annotations

from dataclasses import replace

from game.kit.combatants import present
from game.kit.conditions import Condition, begin
from game.rules.dice import Tally, sides_of
from game.rules.events import Id
from rulesets.sovereign.play import maneuvers, screens
from rulesets.sovereign.play.blow import Blow, obstacle, wielded
from rulesets.sovereign.play.effects import harm, harm_by_dice, throw_away
from rulesets.sovereign.play.events import (
    AttackDeclared,
    AttackHit,
    AttackMissed,
    AttackRolled,
    AttackSpoiled,
    DamageRolled,
    Did,
    ShockDealt,
    ShockTurned,
)
from rulesets.sovereign.play.instants import WINDOW, Occasion, settle
from rulesets.sovereign.play.numbers import (
    NOTHING,
    armour_class,
    attack_tally,
    damage_tally,
    reload_cost,
    second_weapon,
    shield_turns,
    shock_due,
    shock_points,
    shock_suffered,
)
from rulesets.sovereign.sheet.sheet import SHIELD_USED, Body, SovereignBoard, SovereignTable, Weapon

SWARM_HELPERS = 3
"""Other assailants that still add to a swarm's bonus (E-29)."""

SPLASH = "d3"
"""What burning oil does where it misses."""


async def attack(table: SovereignTable, blow: Blow) -> None:
    """Rule: Attack Rolls, Damage, Shock."""
    who, target = blow.who, blow.target
    table.set(who, hidden=False, known=True)
    table.emit(AttackDeclared(who, target, blow.weapon, blow.mode, blow.aim, blow.action))
    blow = await screens.intercepted(table, blow)
    target = blow.target
    await WINDOW.open(table, Occasion("attack", who, target, blow))
    weapon = table.now(who).sheet.weapon(blow.weapon)
    if not present(table, who) or not present(table, target):
        table.emit(AttackSpoiled(who, "the attack comes to nothing"))
        return
    hindered, tally = table.once(lambda: aim(table, blow, weapon))
    if hindered is not None:
        table.emit(AttackSpoiled(who, *hindered))
        return
    blow = replace(blow, second=second_weapon(table.now(who), weapon))
    face = await table.roll("d20", "attack", who)
    table.emit(AttackRolled(who, target, face, tally, armour_class(table.now(target))))
    spend_shot(table, who, weapon, blow)
    hit = await settle(table, blow, face + tally.total)
    if hit is None:
        table.emit(AttackSpoiled(who, "struck down before the blow lands", "E-27"))
    elif not hit:
        await missed(table, blow, weapon)
    elif blow.aim == "harm":
        await landed(table, blow, weapon)
    else:
        table.emit(AttackHit(who, target))
        await maneuvers.follow(table, blow)


def aim(board: SovereignBoard, blow: Blow, weapon: Weapon) -> tuple[tuple[str, str] | None, Tally]:
    """Why an attack can't be made after all, with the rule, or None; and what is added to its roll."""
    me, it = board.now(blow.who), board.now(blow.target)
    hindered = obstacle(board, me, it, weapon, blow.mode)
    return hindered, attack_tally(board, me, it, weapon, blow.mode, blow.extra) if hindered is None else NOTHING


def spend_shot(table: SovereignTable, who: Id, weapon: Weapon, blow: Blow) -> None:
    """The arrow has left the bow, the axe the hand. Whoever reloads as a Free Action nocks the next at once (E-49)."""
    if blow.mode == "thrown":
        throw_away(table, who, weapon.key, table.now(blow.target).at)
    elif blow.mode == "shot" and ("reload" in weapon.traits or "slow reload" in weapon.traits):
        sheet = table.now(who).sheet
        if reload_cost(table.now(who), weapon) != "free" or "quiver" not in sheet.items:
            table.set(who, unloaded=tuple(sorted({*sheet.unloaded, weapon.key})))


async def landed(table: SovereignTable, blow: Blow, weapon: Weapon) -> None:
    """Rule: Damage, of an attack that hits."""
    table.emit(AttackHit(blow.who, blow.target))
    await wound(table, blow, weapon, "damage")


async def squeeze(table: SovereignTable) -> None:
    """Rule: at the end of each round the held suffer an unarmed hit from each of those who hold them (E-79).

    Claws and teeth are what nature's creatures fight with in a hold, and of them the one that does most.
    """
    for holder in table.fresh([c.id for c in table.state.combatants.values() if c.sheet.grappling]):
        target = holder.sheet.grappling
        if holder.sheet.up and present(table, target):
            weapon = max(wielded(table, holder), key=lambda arm: sum(sides_of(arm.damage)) + arm.bonus)
            table.emit(Did(holder.id, "squeezes", "E-79", target))
            await wound(table, Blow(holder.id, target, weapon.key, "melee"), weapon, "squeezing")


async def wound(table: SovereignTable, blow: Blow, weapon: Weapon, why: str) -> None:
    """The die and what is added, at least the Shock of a miss, at most the usual maximum in a swarm."""
    who, target = blow.who, blow.target
    me, it = table.now(who), table.now(target)
    tally = damage_tally(table, me, it, weapon, blow.mode, blow.second)
    usual = tally.total
    least = shock_suffered(me, it, weapon, blow.mode, swarm=blow.swarm)
    face = await table.roll(weapon.damage, why, who)
    lowest, highest = len(sides_of(weapon.damage)), sum(sides_of(weapon.damage))
    if dulled(it, weapon):
        tally = tally.plus("least of an edge", lowest - face, "E-65")
    if blow.swarm:
        tally = tally.plus(*swarmed(blow.others, highest + usual - face - tally.total))
    dealt = max(face + tally.total, least, 0)
    table.emit(DamageRolled(who, target, face, tally, dealt, least))
    harm(table, target, dealt, who, spare="less lethal" in weapon.traits, fire="splash" in weapon.traits)


def dulled(it: Body, weapon: Weapon) -> bool:
    """Whether an edge does its dice's least to somebody (ruling S-35)."""
    return "edged" in it.sheet.profile.resists and "blunt" not in weapon.traits


def swarmed(others: int, room: int) -> tuple[str, int, str]:
    """A swarm's bonus to damage: 1 for each other assailant, 3 at most, within the usual maximum (E-29, E-30)."""
    bonus = min(others, SWARM_HELPERS)
    return ("swarm", bonus, "E-29") if bonus <= room else ("swarm, within the usual maximum", max(0, room), "E-30")


async def missed(table: SovereignTable, blow: Blow, weapon: Weapon) -> None:
    """Rule: Shock. Some blows harm even when they miss; a shield ignores the round's first."""
    who, target = blow.who, blow.target
    table.emit(AttackMissed(who, target))
    me, it = table.now(who), table.now(target)
    if blow.aim != "harm":
        return
    if blow.mode == "thrown" and "splash" in weapon.traits:
        await harm_by_dice(table, target, SPLASH, f"what splashes of the {weapon.name.lower()}", "E-65", who, fire=True)
        return
    points = shock_due(me, it, weapon, blow.mode, swarm=blow.swarm)
    if points:
        deal_shock(table, who, target, weapon, points, turned=shield_turns(it, swarm=blow.swarm))


def deal_shock(table: SovereignTable, who: Id, target: Id, weapon: Weapon, points: int, *, turned: bool) -> None:
    """Points of Shock, unless a shield turns them (E-72)."""
    if turned:
        begin(table, target, Condition(SHIELD_USED, "round ends"))
        table.emit(ShockTurned(who, target))
        return
    table.emit(ShockDealt(who, target, shock_points(table.now(who), weapon, "melee"), points))
    harm(table, target, points, who, spare="less lethal" in weapon.traits)
