"""Actions on things: drawing, readying, stowing, reloading, picking up, doors and levers, tasks."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from game.kit.goals import Goals
from game.kit.inventory import GearHandling, hand_over, left_of
from game.kit.things import at_doors, at_levers, doors_beside, features_beside
from game.rules.events import EdgeChanged, Id, ThingTaken
from game.rules.setup import Objective
from game.rules.state import Piece, Thing
from game.spatial.space import Space
from rulesets.sovereign.play import moving
from rulesets.sovereign.play.blow import BASH, UNARMED
from rulesets.sovereign.play.effects import MAGIC, UNLOADED, weapon_piece
from rulesets.sovereign.play.events import AttackSpoiled, Checked, Did
from rulesets.sovereign.play.geometry import in_clinch, item_name
from rulesets.sovereign.play.instants import go_ahead, pay_free, pay_main, pay_move
from rulesets.sovereign.play.numbers import CHECK, best_check
from rulesets.sovereign.sheet import roster
from rulesets.sovereign.sheet.sheet import (
    Body,
    Sheet,
    SovereignBoard,
    SovereignTable,
    Turn,
    Weapon,
)


def _through(board: SovereignBoard, c: Body, aim: Objective) -> bool:
    return any(cell in aim.cells for cell in board.space.footprint(c.at, c.sheet.profile.size))


GOALS: Goals[Sheet, Turn] = Goals(lambda _, c, aim: c.at in aim.cells, _through)


def at_work(space: Space, aim: Objective, size: int) -> int:
    """Mask of the places from which a body can work at a task: at most a cell from it."""
    found = 0
    for x, y in aim.cells:
        for place in [(x + dx, y + dy) for dy in range(-size, 2) for dx in range(-size, 2)]:
            if space.standable(place, size) and space.distance(place, (x, y), size, 1) <= 1:
                found |= 1 << (place[1] * space.width + place[0])
    return found


def task_at(board: SovereignBoard, me: Body) -> Objective | None:
    """The task that a combatant could work at from where it stands (ruling S-61)."""
    aim = GOALS.task(board, me.side)
    here = 1 << (me.at[1] * board.space.width + me.at[0])
    return aim if aim is not None and at_work(board.space, aim, me.sheet.profile.size) & here else None


def draw(table: SovereignTable, who: Id, key: str) -> None:
    """Change what is in hand for another readied weapon: sheathing is free (E-48)."""
    sheet = table.now(who).sheet
    after = drawn(sheet, key)
    if after is sheet:
        return
    pay_free(table, who)
    table.set(who, hand=after.hand, off=after.off)
    table.emit(Did(who, f"draws the {item_name(sheet, key)}", "E-48"))


def drawn(sheet: Sheet, key: str) -> Sheet:
    """A sheet with another readied weapon in hand; the same if it is there already or is a part of the body."""
    if key in (sheet.hand, sheet.off, UNARMED, BASH) or sheet.weapon(key).natural:
        return sheet
    return replace(sheet, hand=key, off=beside(sheet, sheet.weapon(key)))


def beside(sheet: Sheet, weapon: Weapon) -> str:
    """Content of the off hand once a weapon is drawn: the shield, or a second weapon if one hand will do."""
    return "" if weapon.two_handed and sheet.off != "shield" else sheet.off


async def change_weapon(table: SovereignTable, who: Id, weapon: str) -> None:
    """Rule: Ready or Stow; sheathing a readied weapon and drawing another is free."""
    draw(table, who, weapon)


async def draw_second(table: SovereignTable, who: Id, weapon: str) -> None:
    """Rule: Dual Wielding. A second weapon is drawn into the other hand, as freely as the first (ruling S-57)."""
    sheet = table.now(who).sheet
    pay_free(table, who)
    table.set(who, off=weapon)
    table.emit(Did(who, f"draws the {item_name(sheet, weapon)} in the other hand", "E-82"))


async def put_away(table: SovereignTable, who: Id, weapon: str) -> None:
    """Rule: Ready or Stow; sheathing a readied weapon costs nothing (E-48)."""
    pay_free(table, who)
    sheathe(table, who, weapon)


def sheathe(table: SovereignTable, who: Id, key: str) -> None:
    """A weapon goes from the hand to the belt."""
    sheet = table.now(who).sheet
    table.set(who, hand="" if sheet.hand == key else sheet.hand, off="" if sheet.off == key else sheet.off)
    table.emit(Did(who, f"sheathes the {item_name(sheet, key)}", "E-48"))


async def pick_up(table: SovereignTable, who: Id, id_: str) -> None:
    """Rule: Pick up an Item (Move). In hand then, what was there before at the belt; adjacent foes strike first."""
    pay_move(table, who)
    if not await go_ahead(table, who, "pick something up") or not await moving.provoke(table, who):
        return
    me, thing = table.now(who), table.state.things.get(id_)
    near = thing is not None and table.space.distance(me.at, thing.at, me.sheet.profile.size, 1) <= 1
    if not near or in_clinch(table, me):
        table.emit(AttackSpoiled(who, "comes away with nothing", "E-50"))
    else:
        hand = table.now(who).sheet.hand
        if hand and not table.now(who).sheet.weapon(hand).natural:
            pay_free(table, who)
            sheathe(table, who, hand)
        take_up(table, who, id_)


def lying(board: SovereignBoard, thing: Thing) -> Weapon | None:
    """The weapon that lies there: as its kind is, by its name and with what magic is on it but none of its owner's
    skill (ruling S-56).
    """
    kind = roster.STOCK.with_own(board.setup.roster).weapons.get(thing.key)
    return None if kind is None else replace(kind, magic=thing.marks.get(MAGIC, 0), **thing.own)


def mine(sheet: Sheet, weapon: Weapon) -> Weapon | None:
    """A weapon of the same kind and magic that somebody owns, with what its own skill adds."""
    alike = (each for each in sheet.weapons if (each.kind, each.magic) == (weapon.kind, weapon.magic))
    return next(alike, None)


def take_up(table: SovereignTable, who: Id, id_: str) -> None:
    """A weapon from the ground is readied, in hand if a hand is free (E-50)."""
    thing, sheet = table.state.things[id_], table.now(who).sheet
    weapon = lying(table, thing)
    if weapon is None:
        return
    like = mine(sheet, weapon)
    own = None
    if like is not None:
        sought = like.kind, like.magic, weapon.name
        own = next((each for each in sheet.weapons if (each.kind, each.magic, each.name) == sought), None)
    if own is None:
        number, key = weapon.magic, f"{weapon.key}+{weapon.magic}" if sheet.owns(weapon.key) else weapon.key
        while sheet.owns(key):  # another of its magic, by another name
            number += 1
            key = f"{weapon.key}+{number}"
        own = replace(like or weapon, name=weapon.name, key=key, base=weapon.key if key != weapon.key else "")
        table.set(who, found=(*sheet.found, own))
    if thing.marks.get(UNLOADED):
        table.set(who, unloaded=tuple(sorted({*sheet.unloaded, own.key})))
    table.emit(ThingTaken(id_))
    table.set(who, ready=(*sheet.ready, own.key), hand=sheet.hand or own.key)
    table.emit(Did(who, f"picks up the {own.name.lower()}", "E-50"))


def _as_piece(sheet: Sheet, key: str) -> Piece | None:
    """Something carried as it is; None for shields and parts of the body."""
    if key == "shield":
        return None
    if not sheet.owns(key):
        return Piece(key)
    return None if sheet.weapon(key).natural else weapon_piece(sheet, key, roster.STOCK.house)


def _part_with(table: SovereignTable, who: Id, key: str) -> None:
    """Somebody no longer has something."""
    sheet = table.now(who).sheet
    stowed, items, ready = left_of((key,), sheet.stowed, sheet.items, sheet.ready)
    hand, off = (held if held != key or key in ready else "" for held in (sheet.hand, sheet.off))
    unloaded = tuple(each for each in sheet.unloaded if each != key or key in ready)
    table.set(who, stowed=stowed, items=items, ready=ready, hand=hand, off=off, unloaded=unloaded)


def _gain(table: SovereignTable, who: Id, piece: Piece) -> None:
    """Something is handed to somebody, who readies it."""
    if piece.key in roster.STOCK.house.weapons:
        hand_over(table, who, piece, partial(take_up, table, who))
    else:
        table.set(who, items=(*table.now(who).sheet.items, piece.key))


def _refused(board: SovereignBoard, who: Id, piece: Piece) -> str:
    """Why somebody can't have it."""
    return "" if board.now(who).sheet.profile.humanoid else "it has no hands (S-65)"


GEAR: GearHandling[Sheet] = GearHandling(
    lambda sheet: (*sheet.ready, *sheet.stowed, *sheet.items),
    _as_piece,
    _part_with,
    _gain,
    _refused,
    lambda key: roster.STOCK.house.weapons.get(key),
    {UNLOADED: "unloaded", MAGIC: ""},
    lambda: {item for unit in roster.STOCK.house.units.values() for item in unit.items},
)
"""How gear is handed about between two battles (ruling S-66)."""


def readies_freely(sheet: Sheet, item: str) -> bool:
    """Armsmasters ready weapons as an Instant."""
    return "armsmaster" in sheet.profile.feats and sheet.owns(item)


async def ready(table: SovereignTable, who: Id, item: str) -> None:
    """Rule: Ready an Item (Main)."""
    if not readies_freely(table.now(who).sheet, item):
        pay_main(table, who)
        if not await go_ahead(table, who, f"ready the {item_name(table.now(who).sheet, item)}"):
            return
    sheet = table.now(who).sheet
    stowed = list(sheet.stowed)
    stowed.remove(item)
    table.set(who, stowed=tuple(stowed))
    if item == "shield":
        table.set(who, off="shield")
    elif sheet.owns(item):
        table.set(who, ready=(*sheet.ready, item))
    else:
        table.set(who, items=(*sheet.items, item))
    table.emit(Did(who, f"readies the {item_name(sheet, item)}", "E-48"))


async def stow(table: SovereignTable, who: Id, item: str) -> None:
    """Rule: Stow an Item (Main)."""
    pay_main(table, who)
    if not await go_ahead(table, who, f"stow the {item_name(table.now(who).sheet, item)}"):
        return
    sheet = table.now(who).sheet
    ready = list(sheet.ready)
    if item == "shield":
        table.set(who, off="")
    else:
        ready.remove(item)
        table.set(
            who,
            ready=tuple(ready),
            hand="" if sheet.hand == item and item not in ready else sheet.hand,
            off="" if sheet.off == item and item not in ready else sheet.off,
        )
    table.set(who, stowed=(*sheet.stowed, item))
    table.emit(Did(who, f"stows the {item_name(sheet, item)}", "E-48"))


async def reload(table: SovereignTable, who: Id, weapon: str, cost: str) -> None:
    """Rule: Reload a Weapon."""
    {"free": pay_free, "move": pay_move, "main": pay_main}[cost](table, who)
    if cost != "free" and not await go_ahead(table, who, "reload"):
        return
    table.set(who, unloaded=tuple(key for key in table.now(who).sheet.unloaded if key != weapon))
    table.emit(Did(who, f"reloads the {item_name(table.now(who).sheet, weapon)}", "E-49"))


def still_at(table: SovereignTable, who: Id, edge: str) -> bool:
    """Whether whoever is about to work a door or lever has not been moved off or seized by an answer to that (S-5)."""
    me, space = table.now(who), table.space
    size = me.sheet.profile.size
    beside = (
        *at_doors(table, doors_beside(space, me.at, size)),
        *at_levers(table, features_beside(space, me.at, size)),
    )
    if not in_clinch(table, me) and any(found.edge == edge for found in beside):
        return True
    table.emit(AttackSpoiled(who, "is kept from it", "E-54"))
    return False


async def work_door(table: SovereignTable, who: Id, edge: str, opens: bool, cost: str) -> None:
    """Opening or shutting a door, working a lever: off the table, so by ruling (E-54, ruling S-28)."""
    (pay_main if cost == "main" else pay_move)(table, who)
    if await go_ahead(table, who, "work a door") and still_at(table, who, edge):
        table.emit(EdgeChanged(edge, opens, who))


async def work(table: SovereignTable, who: Id) -> None:
    """Working at what one's side is to work at: a Main Action that draws attacks, and no check (ruling S-61)."""
    pay_main(table, who)
    if not await go_ahead(table, who, "work at it") or not await moving.provoke(table, who):
        return
    aim = task_at(table, table.now(who))
    if aim is not None:
        table.set(who, hidden=False, known=True)
        GOALS.work(table, aim.side)
        times = GOALS.progress(table, aim.side).worked
        table.emit(Did(who, f"works at {aim.what}, {times} of {aim.count}", "E-54"))


async def force_door(table: SovereignTable, who: Id, edge: str) -> None:
    """Breaking a locked door: a Main Action and STR/Exert (E-54, ruling S-28)."""
    pay_main(table, who)
    if not await go_ahead(table, who, "force a door") or not await moving.provoke(table, who):
        return
    if not still_at(table, who, edge):
        return
    tally = best_check(table.now(who), ("STR", "Exert"))
    faces = await table.roll("2d6", "forcing the door", who)
    passed = faces + tally.total >= CHECK
    table.emit(Checked(who, "forcing the door", faces, tally, CHECK, passed, "E-54"))
    if passed:
        table.emit(EdgeChanged(edge, True, who))
