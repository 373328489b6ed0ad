"""Rule: invoking a profane power, a small module of our own (A-18): a main action and a WIT save."""

from __future__ import annotations

from collections.abc import Iterator

from game.kit.combatants import bodies
from game.rules.dice import Tally
from game.rules.events import Id
from game.spatial.places import InZone, ZonePlace
from rulesets.murdham.play.blasting import fill_with_smoke
from rulesets.murdham.play.blow import walled
from rulesets.murdham.play.events import Afflicted, Cast, PointsRolled
from rulesets.murdham.play.geometry import far, nearby, sees, visible
from rulesets.murdham.play.harm import full_health, harm_by_dice, heal, roll_exploding, worth_of
from rulesets.murdham.play.look import look_at
from rulesets.murdham.play.nonlethal import stun
from rulesets.murdham.play.saves import save
from rulesets.murdham.play.sneaking import show
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, MurdhamTable, Power

BODILY = ("harm", "entangle")
"""Effects that are an attack on the body: barriers stop them (A-68, ruling M-45)."""


def known(board: MurdhamBoard, me: Body) -> list[Power]:
    """The powers a combatant could invoke, where the battle is fought with them."""
    return list(me.sheet.profile.powers) if board.setup.options.get("powers", "yes") == "yes" else []


def targets(board: MurdhamBoard, me: Body, power: Power) -> Iterator[Body]:
    """Whom a power could be turned on."""
    for c in bodies(board):
        if c.sheet.dead or (c.sheet.hidden and c.side != me.side):
            continue
        if power.target == "ally":
            hurt = c.sheet.health < full_health(c)
            if c.side == me.side and hurt and (c.id == me.id or nearby(board, me.at, c.at)):
                yield c
        elif power.target == "foe" and c.side != me.side and c.sheet.up and sees(board, me, c):
            away = far(board, me.at, c.at)
            if away is not None and away <= power.range and not stopped(board, me, power, c):
                yield c


def stopped(board: MurdhamBoard, me: Body, power: Power, it: Body) -> bool:
    """Whether a barrier stops a power on its way to somebody (A-68, ruling M-45)."""
    return power.effect in BODILY and walled(it, look_at(board, me.at, it.at))


def places(board: MurdhamBoard, me: Body, power: Power) -> list[InZone]:
    """Zones that a power could be turned on."""
    return [
        zone
        for zone in board.space.zones.all_zones
        if (away := far(board, me.at, zone)) is not None and away <= power.range and visible(board, me.at, zone)
    ]


async def invoke(table: MurdhamTable, who: Id, power: Power, target: Id | None, place: ZonePlace | None) -> None:
    """The words, the save, and what comes of it."""
    show(table, who, "invokes a power")
    table.emit(Cast(who, f"invokes {power.name}" + (" on" if target else ""), "A-18", target))
    if not await save(table, who, "WIT", power.name, "A-18"):
        return
    if place is not None:
        fill_with_smoke(table, place)
        return
    assert target is not None
    if power.effect == "heal":
        faces = await roll_exploding(table, power.die, power.name, who)
        won = worth_of(power.die, faces)
        told = PointsRolled(target, power.name, power.die, faces, won, Tally(), won, "A-18", who, heals=True)
        table.emit(told)
        await heal(table, target, won)
        return
    if power.save is not None and await save(table, target, power.save, power.name, "A-18"):
        return
    match power.effect:
        case "harm":
            await harm_by_dice(table, target, power.die, power.name, "A-18", who)
        case "entangle":
            table.set(target, entangled=True)
            table.emit(Afflicted(target, "entangled", "A-84", who))
        case "frighten":
            frighten(table, target, who)
        case "stun":
            stun(table, target)
        case _:
            pass


def frighten(table: MurdhamTable, who: Id, source: Id) -> None:
    """Frightened to the end of the stretch: no step nearer to the source (A-119)."""
    c = table.now(who)
    if not c.sheet.profile.fearless and source not in c.sheet.fears:
        table.set(who, fears=(*c.sheet.fears, source))
        table.emit(Afflicted(who, "frightened of", "A-119", source))
