"""Rule: Non-lethal attacks, what else a hit does besides damage, and what one does with whom one holds."""

from __future__ import annotations

from game.kit.combatants import NOBODY, present
from game.kit.conditions import Condition, begin
from game.rules.events import Id, Moved
from game.spatial.places import ZonePlace
from rulesets.murdham.play.blow import Blow, overcomes, overpowers, tears_free
from rulesets.murdham.play.blows import droppable
from rulesets.murdham.play.events import Afflicted, Did, Freed
from rulesets.murdham.play.gear import drop
from rulesets.murdham.play.geometry import burning, fits, hazards, holders, nearby, rough
from rulesets.murdham.play.harm import harm_by_dice, let_go, scorch, slip, tumble
from rulesets.murdham.play.saves import save
from rulesets.murdham.play.steps import fall_dice
from rulesets.murdham.sheet.sheet import STUNNED, Body, MurdhamBoard, MurdhamTable, Weapon

DROP_DIE = {"fall": "d4", "fire": "d6", "trap": "d6"}
"""What hazards do to those pushed into them, as direct damage (ruling M-25)."""

NO_SAVE = "has no save against the skill of"
"""What is said of whom a wrestler grabs or a disarmer disarms."""


async def follow(table: MurdhamTable, blow: Blow) -> None:
    """The effect of a non-lethal attack that has gone through (A-79)."""
    match blow.aim:
        case "disarm":
            if await overcome(table, blow.who, blow.target, "disarmed", "A-82", "disarmer"):
                held = droppable(table.now(blow.target))
                drop(table, blow.target, blow.item if blow.item in held or not held else held[0])
        case "grapple":
            if await overcome(table, blow.who, blow.target, "grabbed", "A-83", "wrestler"):
                grab(table, blow.who, blow.target)
        case _:
            pass


async def overcome(table: MurdhamTable, who: Id, target: Id, what: str, rule: str, skill: str = "") -> bool:
    """Whether the target fails its STR save; against the bigger, or a skill made for it, it has none."""
    me, it = table.now(who), table.now(target)
    settled = overcomes(me, it, skill)
    if settled is not None:
        why = "is too big for" if not settled else "is too small to resist" if overpowers(me, it) else NO_SAVE
        table.emit(Did(target, why, rule, who))
    return settled if settled is not None else not await save(table, target, "STR", f"not to be {what}", rule)


def grab(table: MurdhamTable, who: Id, target: Id) -> None:
    """A grapple holds from now on: neither of the two holds anybody else, but others keep their hold (ruling M-46).

    Two grips at once hold both (A-57, A-81, ruling M-62).
    """
    for each in (who, target):
        if table.now(each).sheet.grabbing not in (NOBODY, who, target):
            free(table, each)
    table.set(who, grabbing=target)
    table.emit(Afflicted(target, "grabbed by", "A-83", who))


def release(table: MurdhamTable, who: Id) -> None:
    """Anything but moving with the held and attacking it frees it; the much bigger hold on with one hand (A-86)."""
    me = table.now(who)
    held = me.sheet.grabbing
    if not held:
        return
    it = table.now(held)
    if overpowers(me, it) and present(table, held):
        return
    free(table, who)


def free(table: MurdhamTable, who: Id) -> None:
    """Let go of whom one holds."""
    held = table.now(who).sheet.grabbing
    table.set(who, grabbing=NOBODY)
    if held in table.state.combatants and table.now(held).sheet.conscious:
        table.emit(Freed(held, "is free of", "A-86", who))


async def tear_free(table: MurdhamTable, who: Id, target: Id, what: str) -> None:
    """A STR save against all that holds somebody, its own or a helper's, unless sizes decide it (A-118, M-46)."""
    me, grips = table.now(who), list(holders(table, target))
    settled = tears_free(table, me, table.now(target))
    if settled is False:
        stronger = next(c.id for c in grips if overpowers(c, me))
        table.emit(Did(who, "struggles in vain against", "A-118", stronger))
    elif settled:
        table.emit(Did(who, "is too big for", "A-118", grips[0].id))
        set_free(table, target)
    elif await save(table, who, "STR", what, "A-84"):
        set_free(table, target)


def set_free(table: MurdhamTable, who: Id) -> None:
    """No longer entangled nor held."""
    for c in table.fresh([c.id for c in table.state.combatants.values() if c.sheet.grabbing == who]):
        free(table, c.id)
    if table.now(who).sheet.entangled:
        table.set(who, entangled=False)
        table.emit(Freed(who, "is free", "A-84"))


async def side_effects(table: MurdhamTable, blow: Blow, weapon: Weapon, dealt: int) -> None:
    """What a weapon does besides damage: poison on it, hooks that hold, what stuns (A-24)."""
    target = blow.target
    sheet = table.now(blow.who).sheet
    if weapon.key in sheet.poisoned and dealt > 0:
        table.set(blow.who, poisoned=tuple(key for key in sheet.poisoned if key != weapon.key))
        it = table.now(target)
        immune = it.sheet.profile.unfeeling
        if present(table, target) and not immune and not await save(table, target, "STR", "poison", "A-24"):
            table.set(target, paralysed=True)
            table.emit(Afflicted(target, "paralysed by poison", "A-24", blow.who))
            let_go(table, target)
    if not present(table, target):
        return
    me = table.now(blow.who)
    hooks = "grabs" in weapon.traits and not me.sheet.grabbing and nearby(table, me.at, table.now(target).at)
    if hooks and await overcome(table, blow.who, target, "grabbed", "A-83"):
        grab(table, blow.who, target)
    if "entangles" in weapon.traits and await overcome(table, blow.who, target, "entangled", "A-84"):
        table.set(target, entangled=True)
        table.emit(Afflicted(target, "entangled", "A-84", blow.who))
    if "stuns" in weapon.traits:
        stun(table, target)


def stun(table: MurdhamTable, who: Id) -> None:
    """The next turn is lost: this round's if it is unused, else the next round's; not that of the mindless (M-35)."""
    if table.now(who).sheet.profile.mind == "mindless":
        table.emit(Did(who, "has no mind to be stunned", "A-79"))
        return
    if table.now(who).sheet.acted or table.state.turn.phase == "ambush":
        begin(table, who, Condition(STUNNED, "round ends"))
    else:
        table.set(who, acted=True)
    table.emit(Afflicted(who, "stunned", "A-19"))


# ------------------------------------------------------------------ shoving


def shoves(board: MurdhamBoard, me: Body) -> list[ZonePlace]:
    """Places half a zone away to which the held can be forced (A-87)."""
    held = board.now(me.sheet.grabbing)
    return [place for place in board.space.zones.halves(held.at) if fits(board, held, place, me.side)]


def throws(board: MurdhamBoard, me: Body) -> list[ZonePlace]:
    """Zones within two that the bigger can throw the held to, instead of shoving (size rules)."""
    held = board.now(me.sheet.grabbing)
    if not overpowers(me, held):
        return []
    zones = board.space.zones
    return [
        zone
        for zone in zones.all_zones
        if zones.within(me.at, zone, 2) and zone != held.at and fits(board, held, zone, me.side)
    ]


async def shove(table: MurdhamTable, who: Id, place: ZonePlace | None, hazard: str) -> None:
    """Rule: Shove. The held is free, but elsewhere or in a hazard of its zone (A-87)."""
    held = table.now(who).sheet.grabbing
    free(table, who)
    it = table.now(held)
    if place is not None:
        table.emit(Moved(held, it.at, place, "push"))
        slip(table, held)
        await come_down(table, held, place, hazard)
    if hazard:
        await into_hazard(table, held, hazard, who)


async def throw(table: MurdhamTable, who: Id, place: ZonePlace) -> None:
    """The bigger throw whom they hold: d4 direct damage where it lands."""
    held = table.now(who).sheet.grabbing
    free(table, who)
    table.emit(Moved(held, table.now(held).at, place, "throw"))
    slip(table, held)
    await harm_by_dice(table, held, "d4", "the fall", "A-87", who)
    if not table.now(held).sheet.dead:
        await come_down(table, held, place)


async def come_down(table: MurdhamTable, who: Id, place: ZonePlace, hazard: str = "") -> None:
    """What a place does to somebody who was forced into it (A-87, ruling M-63); ``hazard``: what is done to it anyway.

    Over a gap or a climb it keeps its footing by an AGI save or falls; rough water is deep; a burning zone burns.
    """
    flies = table.now(who).sheet.profile.flies
    if not flies and (dice := fall_dice(table, place)) and not await save(table, who, "AGI", "footing", "A-16"):
        await tumble(table, who, dice)
    if not flies and rough(table, place) and hazard != "deep_water":
        await into_hazard(table, who, "deep_water")
    if burning(table, place) and hazard != "fire":
        await scorch(table, who)


async def into_hazard(table: MurdhamTable, who: Id, hazard: str, source: Id | None = None) -> None:
    """What a hazard does to somebody in it (ruling M-25)."""
    match hazard:
        case "deep_water":
            if not await save(table, who, "AGI", "deep water", "A-87"):
                table.set(who, entangled=True)
                table.emit(Afflicted(who, "going under: entangled", "A-87", source))
        case "fall" | "fire" | "trap":
            trap, fire = hazard == "trap", hazard == "fire"
            await harm_by_dice(table, who, DROP_DIE[hazard], hazard, "A-87", source, armoured=trap, fire=fire)
            if hazard == "trap" and present(table, who):
                table.set(who, entangled=True)
                table.emit(Afflicted(who, "entangled", "A-84", source))
        case _:
            pass


def hazards_by(board: MurdhamBoard, me: Body) -> list[str]:
    """Hazards in the zone of the held that can do anything to it: who flies neither falls nor goes under (M-63)."""
    held = board.now(me.sheet.grabbing)
    spared = ("fall", "deep_water") if held.sheet.profile.flies else ()
    return [hazard for hazard in hazards(board, held.at) if hazard not in spared]
