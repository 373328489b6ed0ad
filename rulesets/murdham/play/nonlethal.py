"""Rules: Non-lethal attacks, what is done with the held, and attack stunts (A-74 to A-78).

Which stunts make sense is a menu (ruling M-10); the referee may be asked besides. Whoever means to offer anything
attacks so: all others are spared the question.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.kit.combatants import NOBODY, present
from game.kit.conditions import Condition, begin
from game.kit.reactions import react
from game.rules.events import Id, Moved
from game.rules.questions import Option, Seat
from game.spatial.places import InZone, ZonePlace
from rulesets.murdham.play.blow import Blow, droppable, may_offer, overcomes, overpowers, tears_free
from rulesets.murdham.play.cost import Path, fall_dice, free_steps
from rulesets.murdham.play.events import Afflicted, Did, Fell, Freed, StuntOffered
from rulesets.murdham.play.gear import drop
from rulesets.murdham.play.geometry import burning, entangled, fits, hazards, holders, nearby, rough
from rulesets.murdham.play.harm import harm_by_dice, let_go, scorch, slip, tumble
from rulesets.murdham.play.naming import place_name
from rulesets.murdham.play.saves import save
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
    """Effects of a weapon besides damage: poison on it, hooks that hold, what stuns (A-24)."""
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
    """Effects of a hazard on somebody in it (ruling M-25)."""
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


@dataclass(frozen=True, slots=True)
class Stunt:
    """A stunt: what the target would suffer instead of the attack."""

    key: str
    words: str
    item: str = ""
    path: Path = ()
    """The way by which it would fall back, which whoever made the attack lets it go."""


async def offered(table: MurdhamTable, blow: Blow) -> Stunt | None:
    """The stunt that was offered and accepted, if any: then the attack is over (A-77, A-78)."""
    menu = possible(table, blow) if blow.offers else []
    if not menu:
        return None
    me, it = table.now(blow.who), table.now(blow.target)
    none: Option[Stunt | None] = Option("pass", None, "No offer: attack", topic="stunt")
    offers: list[Option[Stunt | None]] = [
        Option(f"offer {stunt.key}", stunt, f"Offer: {stunt.words}", target=it.id, topic="stunt") for stunt in menu
    ]
    mine, its, about = me.sheet.profile.name, it.sheet.profile.name, (me.id, it.id)
    why = f"{mine} could spare {its} for something else, and attacks if that is refused"
    stunt = await react(Seat(me.side), why, none, offers, topic="stunt", who=me.id, about=about)
    if stunt is None or not await approved(table, stunt):
        return None
    take: Option[Stunt | None] = Option("accept", stunt, f"Accept: {stunt.words}", topic="accept the offer")
    leave: Option[Stunt | None] = Option("resist", None, "Resolve the attack", topic="stunt answer")
    why = f"{its}: {mine} offers: {stunt.words}"
    taken = await react(Seat(it.side), why, leave, [take], topic="stunt answer", who=it.id, about=about)
    table.emit(StuntOffered(me.id, it.id, stunt.words, taken is not None))
    if taken is not None:
        suffer_stunt(table, blow.target, taken)
    return taken


async def approved(table: MurdhamTable, stunt: Stunt) -> bool:
    """The referee may have to say whether it makes sense; what stands on the menu does (A-76)."""
    if table.setup.options.get("stunts", "menu") != "ask":
        return True
    choices = (("yes", "It makes sense"), ("no", "It does not"))
    return await table.ruling("stunts", f"{stunt.words}: does that make sense?", choices, "ask") == "yes"


def possible(board: MurdhamBoard, blow: Blow) -> list[Stunt]:
    """The menu of stunts that make sense against this target now."""
    me, it = board.now(blow.who), board.now(blow.target)
    if it.side == me.side or blow.aim != "harm" or not may_offer(board, it):
        return []
    found = [Stunt(f"drop {item}", f"drop the {it.sheet.profile.weapon(item).name}", item) for item in droppable(it)]
    back = way_back(board, me, it)
    if back:
        found.append(Stunt("back", f"fall back to {place_name(board, back[-1])}", path=back))
    found.append(Stunt("yield", "yield"))
    if it.sheet.grabbing:
        found.append(Stunt("release", "let go"))
    found.append(Stunt("mark", "take a scar for life"))
    return found


def way_back(board: MurdhamBoard, me: Body, it: Body) -> Path:
    """How the target could fall back on its feet, if it could: to the place a zone away farthest from the attacker."""
    zones = board.space.zones
    if entangled(board, it):
        return ()

    def steps(here: ZonePlace) -> list[ZonePlace]:
        return [place for place in free_steps(board, it, here) if fits(board, it, place, me.side)]

    paths: dict[ZonePlace, Path] = {here: (here,) for here in steps(it.at)}
    for here in tuple(paths):
        for there in steps(here):
            paths.setdefault(there, (here, there))
    away = [
        place
        for place in paths
        if place != it.at
        and isinstance(place, InZone)
        and not nearby(board, me.at, place)
        and not burning(board, place)
    ]
    best = max(away, key=lambda place: (zones.distance(me.at, place) or 0, -place.number), default=None)
    return paths[best] if best is not None else ()


def suffer_stunt(table: MurdhamTable, who: Id, stunt: Stunt) -> None:
    """What was accepted comes to pass, but for falling back."""
    c = table.now(who)
    if stunt.item:
        drop(table, who, stunt.item)
    elif stunt.key == "yield":
        surrender(table, who)
    elif stunt.key == "release":
        free(table, who)
    elif stunt.key == "mark":
        table.set(who, injuries=(*c.sheet.injuries, "a scar"))
        table.emit(Afflicted(who, "marked for life", "A-74"))


def surrender(table: MurdhamTable, who: Id) -> None:
    """Rule: Surrendering. Weapons thrown away, hands up; the turn is spent (A-101)."""
    from rulesets.murdham.play.harm import let_go

    for item in droppable(table.now(who)):
        drop(table, who, item)
    let_go(table, who)
    table.set(who, surrendered=True, retreating=False, acted=True)
    table.emit(Fell(who, "surrendered"))
