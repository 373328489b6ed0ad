"""Things: handy and stowed, drink, light, reloading, the ground, doors, levers and tasks."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from game.kit.conditions import Condition, begin
from game.kit.inventory import GearHandling, as_mine, hand_over, has_hands, in_data, known, one_more
from game.kit.things import Operation, at_doors, at_levers, doors_beside, features_beside, things_at_hand
from game.rules.action import refusal
from game.rules.dice import Tally
from game.rules.events import EdgeChanged, Id, ThingTaken
from game.rules.questions import Refusal
from game.rules.state import Piece
from game.rules.state import Thing as Lying
from rulesets.glog.play.effects import as_piece, hearten, lay_down, part, part_with, test
from rulesets.glog.play.events import Did
from rulesets.glog.play.geometry import GOALS, held, task_at
from rulesets.glog.sheet import roster
from rulesets.glog.sheet.roster import Spell, Thing, Weapon
from rulesets.glog.sheet.sheet import ARMOUR, DRUNK, FRAIL, Body, GlogBoard, GlogTable, Sheet

SWIG = "d6"


# ------------------------------------------------------------------ hands and slots


async def take_in_hand(table: GlogTable, who: Id, key: str) -> None:
    """Draw a handy weapon or shield (D-25)."""
    sheet = table.now(who).sheet
    hands = sheet.holding(key) or sheet.hands
    table.set(who, hands=hands)
    table.emit(Did(who, drawing(sheet, key, hands), "D-25"))


def drawing(sheet: Sheet, key: str, hands: tuple[str, ...]) -> str:
    """Label of drawing something, with what goes back within reach for it: ``hands`` hold what they may."""
    away = [f"the {sheet.item(each).name.lower()}" for each in sheet.hands if each not in hands]
    back = f" and puts {' and '.join(away)} away" if away else ""
    return f"draws the {sheet.item(key).name.lower()}{back}"


async def put_away(table: GlogTable, who: Id, key: str) -> None:
    """What is in a hand goes back within reach; a light is put out (ruling G-25)."""
    sheet = table.now(who).sheet
    table.set(who, **sheet.without(key))
    table.emit(Did(who, f"puts the {sheet.item(key).name.lower()} away", "D-25"))


async def drop(table: GlogTable, who: Id, key: str) -> None:
    """Rule: letting go of something held is free (D-24)."""
    me = table.now(who)
    table.emit(Did(who, f"drops the {me.sheet.item(key).name.lower()}", "D-24"))
    lay_down(table, who, key, me.at)


async def fetch(table: GlogTable, who: Id, key: str) -> None:
    """Rule: retrieve an item from a slot that is not handy (D-17)."""
    sheet = table.now(who).sheet
    table.set(who, stowed=tuple(each for each in sheet.stowed if each != key), handy=(*sheet.handy, key))
    table.emit(Did(who, f"gets out the {sheet.item(key).name.lower()}", "D-17"))


def stowed(sheet: Sheet, key: str) -> dict[str, Any]:
    """The fields that change when something handy is stored where it is not."""
    handy = tuple(each for each in sheet.handy if each != key)
    return {"handy": handy, "stowed": (*sheet.stowed, key), **sheet.without(key)}


async def stow(table: GlogTable, who: Id, key: str) -> None:
    """Rule: store an item where it is not handy (D-17)."""
    sheet = table.now(who).sheet
    table.set(who, **stowed(sheet, key))
    table.emit(Did(who, f"stows the {sheet.item(key).name.lower()}", "D-17"))


async def lighten(table: GlogTable, who: Id) -> None:
    """Rule: all that is not handy falls to the ground (D-18)."""
    me = table.now(who)
    table.emit(Did(who, "drops all that is not handy", "D-18"))
    for key in me.sheet.stowed:
        lay_down(table, who, key, me.at)


# ------------------------------------------------------------------ drink, light, ammo


async def swig(table: GlogTable, who: Id, key: str) -> None:
    """Rule: a swig of liquor gives Grit back, and makes drunk (D-20, D-55)."""
    sheet = table.now(who).sheet
    table.set(who, used={**sheet.used, key: sheet.used.get(key, 0) + 1})
    table.emit(Did(who, "takes a swig", "D-20"))
    faces = await table.roll(SWIG, "a swig", who)
    hearten(table, who, max(0, faces + sheet.profile.scores.modifier("discipline")))
    if not sheet.has(DRUNK):
        begin(table, who, Condition(DRUNK))


async def light(table: GlogTable, who: Id, key: str) -> None:
    """Rule: ignite a torch or a lantern (D-21); it takes a hand."""
    sheet = table.now(who).sheet
    table.set(who, hands=sheet.holding(key) or sheet.hands, lit=(*sheet.lit, key), hidden=False)
    table.emit(Did(who, f"lights the {sheet.thing(key).name.lower()}", "D-21"))


async def reload(table: GlogTable, who: Id, key: str) -> None:
    """Rule: reload a crossbow (D-19), which is in hand for it (ruling G-32)."""
    if key not in table.now(who).sheet.hands:
        await take_in_hand(table, who, key)
    sheet = table.now(who).sheet
    table.set(who, unloaded=tuple(each for each in sheet.unloaded if each != key))
    table.emit(Did(who, f"reloads the {sheet.weapon(key).name.lower()}", "D-19"))


async def refill(table: GlogTable, who: Id, key: str) -> None:
    """New ammo for a weapon whose own is depleted: what was handy is used up (D-28, ruling G-8)."""
    sheet = table.now(who).sheet
    ammo = ammo_for(sheet, key)
    table.set(
        who,
        depleted=tuple(each for each in sheet.depleted if each != key),
        handy=tuple(each for each in sheet.handy if each != ammo),
    )
    table.emit(Did(who, f"has ammo for the {sheet.weapon(key).name.lower()} again", "D-28"))


def ammo_for(sheet: Sheet, key: str) -> str:
    """The key of handy ammo for a depleted weapon; "" if there is none."""
    wanted = sheet.weapon(key).ammo
    return next((each for each in sheet.things("ammo") if in_data(sheet.thing(each).key) == wanted), "")


# ------------------------------------------------------------------ the ground


def lying(board: GlogBoard, thing: Lying) -> Weapon | Thing | None:
    """What lies there, with all that is its own (ruling G-26); None for what glog has no use for."""
    kind = roster.STOCK.with_own(board.setup.roster).piece(thing.key)
    return None if kind is None else msgspec.structs.replace(kind, **thing.own)


def worked_by(board: GlogBoard, item: Thing) -> Spell:
    """The spell of something magic, whoever has it (ruling G-27)."""
    return roster.STOCK.with_own(board.setup.roster).spells[item.spell]


def near(board: GlogBoard, me: Body) -> list[tuple[Lying, Weapon | Thing]]:
    """Things on the ground within reach of somebody with hands for them."""
    return things_at_hand(board, me.at, me.sheet.profile.cells, partial(lying, board)) if handed(me.sheet) else []


def handed(sheet: Sheet) -> bool:
    """Whether it has hands: whoever carries things or fights with its fists; beasts have none (ruling G-26)."""
    return has_hands((*sheet.handy, *sheet.stowed), sheet.profile.weapons, roster.FIST)


def no_room(sheet: Sheet, slots: int) -> Refusal | None:
    """Why something of so many slots can't be within reach; None if there is room for it."""
    most = sheet.profile.handy_slots
    full = sheet.handy_load + slots > most
    return refusal(f"{most} slots are within reach, and they are full", "D-17") if full else None


async def pick_up(table: GlogTable, who: Id, id_: str) -> None:
    """Pick something up from the ground."""
    take_up(table, who, id_)


def take_up(table: GlogTable, who: Id, id_: str) -> None:
    """Something from the ground is within reach, in the hand if that is free (ruling G-26)."""
    thing, sheet = table.state.things[id_], table.now(who).sheet
    item = lying(table, thing)
    if item is None:
        return
    table.emit(ThingTaken(id_))
    if isinstance(item, Weapon):
        item = as_mine(item, sheet.found, sheet.profile.weapons)
        table.set(who, found=known(sheet.found, sheet.profile.weapons, item))
    else:
        item = as_mine(item, sheet.gained, sheet.profile.things)
        table.set(who, gained=known(sheet.gained, sheet.profile.things, item))
        if item.spell:
            spell = worked_by(table, item)
            table.set(who, learned=known(sheet.learned, (*sheet.profile.spells, *sheet.profile.granted), spell))
    key = one_more(item.key, (*sheet.handy, *sheet.stowed))
    marks, fits = thing.marks, isinstance(item, Weapon) and not sheet.armed and item.hands <= sheet.free_hands
    table.set(
        who,
        handy=(*sheet.handy, key),
        hands=(*sheet.hands, key) if fits else sheet.hands,
        notches={**sheet.notches, key: marks["notches"]} if "notches" in marks else sheet.notches,
        used={**sheet.used, key: marks["used"]} if "used" in marks else sheet.used,
        unloaded=(*sheet.unloaded, key) if "unloaded" in marks else sheet.unloaded,
        depleted=(*sheet.depleted, key) if "depleted" in marks else sheet.depleted,
    )
    table.emit(Did(who, f"picks up the {item.name.lower()}", "D-17"))


# ------------------------------------------------------------------ between two battles (ruling G-34)


def _worn(sheet: Sheet) -> str:
    """The key of the suit of armour that somebody wears; "" for none."""
    return sheet.profile.armour.key if sheet.profile.armour else ""


def _wears(table: GlogTable, who: Id, key: str, notches: int = 0) -> None:
    """Somebody wears another suit of armour, or none."""
    sheet = table.now(who).sheet
    left = {each: count for each, count in sheet.notches.items() if each != ARMOUR}
    suit = roster.STOCK.house.armour.get(key)
    profile = msgspec.structs.replace(sheet.profile, armour=suit)
    table.set(who, profile=profile, notches={**left, ARMOUR: notches} if notches else left)


def _as_piece(sheet: Sheet, key: str) -> Piece | None:
    """Something carried or worn as it is; None for broken armour, and for what fits no others."""
    if key != _worn(sheet):
        return as_piece(sheet, key)
    notches = sheet.notches.get(ARMOUR, 0)
    fits = notches < FRAIL and sheet.profile.size == "medium"
    return Piece(key, {"notches": notches} if notches else {}) if fits else None


def _drop(table: GlogTable, who: Id, key: str) -> None:
    """Somebody no longer has something."""
    if key == _worn(table.now(who).sheet):
        _wears(table, who, "")
    else:
        part_with(table, who, key)


def _gain(table: GlogTable, who: Id, piece: Piece) -> None:
    """Something is handed to somebody: within reach, or else stowed; armour is put on."""
    if piece.key in roster.STOCK.house.armour:
        _wears(table, who, piece.key, piece.marks.get("notches", 0))
        return
    hand_over(table, who, piece, partial(take_up, table, who))
    sheet = table.now(who).sheet
    if sheet.handy_load > sheet.profile.handy_slots:
        *handy, key = sheet.handy
        table.set(who, handy=tuple(handy), stowed=(*sheet.stowed, key), **sheet.without(key))


def _refused(board: GlogBoard, who: Id, piece: Piece) -> str:
    """Why somebody can't have it."""
    sheet, suit = board.now(who).sheet, roster.STOCK.house.armour.get(piece.key)
    kind = suit or roster.STOCK.house.piece(piece.key)
    if not handed(sheet):
        return "it has no hands (G-26)"
    if suit is not None and sheet.profile.size != "medium":
        return "it is made for another size (G-34)"
    if suit is not None and (sheet.profile.hide or (_worn(sheet) and sheet.notches.get(ARMOUR, 0) < FRAIL)):
        return "it wears some already (G-34)"
    if kind is not None and sheet.load + kind.slots > sheet.profile.slots:
        return f"it carries {sheet.profile.slots} slots, and they are full (D-17)"
    return ""


GEAR: GearHandling[Sheet] = GearHandling(
    lambda sheet: (*sheet.handy, *sheet.stowed, *filter(None, (_worn(sheet),))),
    _as_piece,
    _drop,
    _gain,
    _refused,
    lambda key: roster.STOCK.house.piece(key) or roster.STOCK.house.armour.get(key),
    {"notches": "notched", "unloaded": "unloaded", "depleted": "empty", "used": "used"},
)


# ------------------------------------------------------------------ doors, levers and tasks


def operations(board: GlogBoard, me: Body) -> list[Operation]:
    """Operations on doors and levers beside somebody with hands (ruling G-26).

    In a hold nobody shuts a door (ruling G-29).
    """
    if not handed(me.sheet):
        return []
    space, size = board.space, me.sheet.profile.cells
    levers = at_levers(board, features_beside(space, me.at, size))
    found = (*at_doors(board, doors_beside(space, me.at, size)), *levers)
    bound = bool(me.sheet.grappling) or held(board, me.id)
    return [each for each in found if not (bound and each.verb == "close")]


def quick(door: Operation) -> bool:
    """Whether something is opened or shut with a touch, as the map says: a trifle."""
    return door.cost == "bonus" and door.verb != "force"


async def operate(table: GlogTable, who: Id, door: Operation) -> None:
    """Open, shut or force a door, or work a lever (ruling G-29); forcing one is a Test of Might."""
    table.set(who, hidden=False)
    if door.verb != "force" or await test(table, who, "might", f"forcing the {door.name}", Tally(), "D-13"):
        table.emit(EdgeChanged(door.edge, door.opens, who))
        part(table)


async def work(table: GlogTable, who: Id) -> None:
    """Work at what one's side has to do (ruling G-29)."""
    aim = task_at(table, table.now(who))
    if aim is not None:
        table.set(who, hidden=False)
        GOALS.work(table, aim.side)
        times = GOALS.progress(table, aim.side).worked
        table.emit(Did(who, f"works at {aim.what}, {times} of {aim.count}", "D-13"))
