"""Things: drawing, putting away, loading, the ground, doors, levers and tasks (C-33, C-43)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from game.kit import things
from game.kit.inventory import (
    GearHandling,
    as_mine,
    differences,
    hand_over,
    has_hands,
    in_data,
    kind_of,
    known,
    one_more,
)
from game.kit.things import OPERATIONS, Operation, at_doors, at_levers, doors_around, features_around
from game.rules.events import EdgeChanged, Id, ThingTaken
from game.rules.questions import Option, Sought
from game.rules.state import Piece
from game.rules.state import Thing as Lying
from rulesets.einfelst.play.events import Did
from rulesets.einfelst.play.geometry import GOALS, task_at
from rulesets.einfelst.play.maneuver import Choice, Maneuver, fast, has_free_fast_maneuver, has_slow_maneuver, says
from rulesets.einfelst.play.pools import pool, test
from rulesets.einfelst.sheet import roster
from rulesets.einfelst.sheet.roster import Item, Weapon
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard, EinfelstTable, Sheet

HANDS = ("draw ", "sheathe ", "drop ", "load ", "take ")
"""How the keys of what is done with things begin."""


# ------------------------------------------------------------------ what somebody fights with


def at_hand(sheet: Sheet) -> list[str]:
    """Keys of what it can attack with now: what it holds, then what is part of it."""
    held = [key for key in (sheet.hand, sheet.off) if key and sheet.is_weapon(key)]
    return [*held, *(weapon.key for weapon in sheet.profile.natural)]


def handed(sheet: Sheet) -> bool:
    """Whether it has hands: whoever carries things or fights with its fists; beasts have none (ruling W-53)."""
    return has_hands(sheet.pack, sheet.profile.weapons, roster.FIST)


def one_each(keys: tuple[str, ...], sheet: Sheet) -> list[str]:
    """The first of all that are alike: of three good javelins, no matter which."""
    alike = {(kind_of(key), key in sheet.unloaded, key in (sheet.hand, sheet.off)): key for key in reversed(keys)}
    return [key for key in keys if key in alike.values()]


# ------------------------------------------------------------------ hands


def _fits(sheet: Sheet, key: str) -> bool:
    """Whether something carried could be taken in hand, what is held there going back."""
    if key in (sheet.hand, sheet.off):
        return False
    return sheet.is_weapon(key) or sheet.item(key).kind in roster.OFF_HAND


async def draw(table: EinfelstTable, who: Id, key: str) -> None:
    """Rule: draw or swap a weapon, a shield or a light; what was in the way goes back (C-33)."""
    sheet = table.now(who).sheet
    hand, off = grasp(sheet, key)
    table.set(who, hand=hand, off=off)
    table.emit(Did(who, f"draws the {sheet.thing(key).name.lower()}", "C-33"))


def grasp(sheet: Sheet, key: str) -> tuple[str, str]:
    """What is in either hand once something is drawn."""
    if sheet.is_weapon(key):
        return key, "" if sheet.weapon(key).hands > 1 else sheet.off
    both = bool(sheet.hand) and sheet.weapon(sheet.hand).hands > 1
    return "" if both else sheet.hand, key


async def sheathe(table: EinfelstTable, who: Id, key: str) -> None:
    """What is in a hand goes back to where it is carried (C-33)."""
    sheet = table.now(who).sheet
    table.set(who, hand="" if sheet.hand == key else sheet.hand, off="" if sheet.off == key else sheet.off)
    table.emit(Did(who, f"puts the {sheet.thing(key).name.lower()} away", "C-33"))


async def drop(table: EinfelstTable, who: Id, key: str) -> None:
    """Let go of something held; it lies in the zone."""
    table.emit(Did(who, f"drops the {table.now(who).sheet.thing(key).name.lower()}", "C-43"))
    lay_down(table, who, key)


def lay_down(table: EinfelstTable, who: Id, key: str, other: Id | None = None) -> None:
    """Something carried comes to lie in its bearer's zone, or in another's."""
    piece = as_piece(table.now(who).sheet, key, roster.STOCK.with_own(table.setup.roster))
    use_up(table, who, key)
    things.lay_down(table, piece.key, table.now(other or who).at, piece.marks, "-", piece.own)


def as_piece(sheet: Sheet, key: str, stock: roster.Roster | None = None) -> Piece:
    """Something carried, as it is."""
    marks = {"unloaded": 1} if key in sheet.unloaded else {}
    return Piece(in_data(key), marks, differences(sheet.thing(key), (stock or roster.STOCK.house).piece(in_data(key))))


def use_up(table: EinfelstTable, who: Id, key: str) -> None:
    """Something carried is gone."""
    left = without(table.now(who).sheet, key)
    table.set(who, hand=left.hand, off=left.off, pack=left.pack, unloaded=left.unloaded)


def without(sheet: Sheet, key: str) -> Sheet:
    """The sheet of somebody who no longer carries a thing."""
    return replace(
        sheet,
        hand="" if sheet.hand == key else sheet.hand,
        off="" if sheet.off == key else sheet.off,
        pack=tuple(each for each in sheet.pack if each != key),
        unloaded=tuple(each for each in sheet.unloaded if each != key),
    )


async def load(table: EinfelstTable, who: Id, key: str) -> None:
    """A slow maneuver between two shots of a crossbow."""
    sheet = table.now(who).sheet
    table.set(who, unloaded=tuple(each for each in sheet.unloaded if each != key))
    table.emit(Did(who, f"loads the {sheet.weapon(key).name.lower()}", "C-24"))


# ------------------------------------------------------------------ the ground


def lying(board: EinfelstBoard, thing: Lying) -> Weapon | Item | None:
    """What lies there, with all that is its own (ruling W-53); None for what einfelst has no use for."""
    kind = roster.STOCK.with_own(board.setup.roster).piece(thing.key)
    return None if kind is None else replace(kind, **thing.own)


async def pick_up(table: EinfelstTable, who: Id, id_: str) -> None:
    """Pick something up from the ground."""
    take_up(table, who, id_)


def take_up(table: EinfelstTable, who: Id, id_: str) -> None:
    """Something from the ground is carried again, in the hand if that is free (C-43, C-53)."""
    thing, sheet = table.state.things[id_], table.now(who).sheet
    item = lying(table, thing)
    if item is None:
        return
    table.emit(ThingTaken(id_))
    then = having(sheet, item)
    table.set(who, found=then.found, gained=then.gained, pack=then.pack, hand=then.hand)
    if "unloaded" in thing.marks:
        table.set(who, unloaded=(*sheet.unloaded, then.pack[-1]))
    table.emit(Did(who, f"picks up the {item.name.lower()}", "C-43"))


def having(sheet: Sheet, item: Weapon | Item) -> Sheet:
    """The sheet of somebody who has picked something up."""
    if not isinstance(item, Weapon):
        item = as_mine(item, sheet.gained, sheet.profile.items)
        key = one_more(item.key, sheet.pack)
        return replace(sheet, gained=known(sheet.gained, sheet.profile.items, item), pack=(*sheet.pack, key))
    item = as_mine(item, sheet.found, sheet.profile.weapons)
    key = one_more(item.key, sheet.pack)
    free = not sheet.hand and (item.hands < 2 or not sheet.off)
    found = known(sheet.found, sheet.profile.weapons, item)
    return replace(sheet, found=found, pack=(*sheet.pack, key), hand=key if free else sheet.hand)


def _refused(board: EinfelstBoard, who: Id, piece: Piece) -> str:
    """Why somebody can't have it."""
    return "" if handed(board.now(who).sheet) else "it has no hands (W-53)"


GEAR: GearHandling[Sheet] = GearHandling(
    lambda sheet: sheet.pack,
    as_piece,
    use_up,
    lambda table, who, piece: hand_over(table, who, piece, partial(take_up, table, who)),
    _refused,
    lambda key: roster.STOCK.house.piece(key),
    {"unloaded": "unloaded"},
)
"""How gear is handed about between two battles (ruling W-54)."""


# ------------------------------------------------------------------ doors, levers and tasks


async def operate(table: EinfelstTable, who: Id, door: Operation) -> None:
    """Open, shut or force a door, or work a lever (C-15, C-43); forcing one is a test of Force."""
    if door.verb != "force" or await test(
        table, who, f"forcing the {door.name}", pool(table.now(who).sheet, "force", "C-15"), "C-15"
    ):
        table.emit(EdgeChanged(door.edge, door.opens, who))


async def work(table: EinfelstTable, who: Id) -> None:
    """Work at what one's side has to do (ruling W-49)."""
    aim = task_at(table, table.now(who))
    if aim is not None:
        GOALS.work(table, aim.side)
        times = GOALS.progress(table, aim.side).worked
        table.emit(Did(who, f"works at {aim.what}, {times} of {aim.count}", "C-43"))


# ------------------------------------------------------------------ options


def options(board: EinfelstBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Options with things now."""
    if sought.begins(*OPERATIONS):
        yield from _doors(board, me)
    if sought.begins(*HANDS):
        yield from _hands(board, me)


def _doors(board: EinfelstBoard, me: Body) -> Iterator[Choice]:
    """Doors of the borders of the zone, and its levers, for whoever has hands (ruling W-53)."""
    if not handed(me.sheet):
        return
    zones, field = board.space.zones, board.setup.field
    doors = at_doors(board, doors_around(zones, field, me.at))
    for found in (*doors, *at_levers(board, features_around(zones, me.at))):
        if found.verb == "force":
            if has_slow_maneuver(board, me):
                yield found.option(Maneuver(operate, (found,), "slow"), ": Force")
        elif has_free_fast_maneuver(board, me):
            yield found.option(Maneuver(operate, (found,), "fast"))


def _hands(board: EinfelstBoard, me: Body) -> Iterator[Choice]:
    sheet = me.sheet
    for key in dict.fromkeys(key for key in (sheet.hand, sheet.off) if key):
        yield _handled(sheet, "drop", "Drop", key, Maneuver(drop, (key,), "free"), "free", "C-43")
    if has_free_fast_maneuver(board, me):
        for key in one_each(sheet.pack, sheet):
            if _fits(sheet, key):
                yield _handled(sheet, "draw", "Draw", key, Maneuver(draw, (key,), "fast"), "fast", "C-33")
            elif key in (sheet.hand, sheet.off):
                yield _handled(sheet, "sheathe", "Put away", key, Maneuver(sheathe, (key,), "fast"), "fast", "C-33")
        for thing in board.state.things.values() if handed(sheet) else ():
            item = lying(board, thing) if thing.at == me.at else None
            if item is not None:
                label = f"Pick up the {item.name.lower()}"
                yield fast(f"take {thing.id}", pick_up, (thing.id,), label, "C-43", place=thing.at)
    if has_slow_maneuver(board, me):
        for key in (key for key in sheet.unloaded if key in (sheet.hand, sheet.off)):
            yield _handled(sheet, "load", "Load", key, Maneuver(load, (key,), "slow"), "slow", "C-24")


ON_A_BUTTON = 16
"""Letters that a button has room for."""


def _handled(sheet: Sheet, verb: str, word: str, key: str, done: Maneuver, brief: str, rule: str) -> Choice:
    name = sheet.thing(key).name.lower()
    short = f"{word} {name}" if len(f"{word} {name}") <= ON_A_BUTTON else word
    look, label = partial(says, brief, rule), f"{word} the {name}"
    return Option(f"{verb} {key}", done, label, look=look, short=short)
