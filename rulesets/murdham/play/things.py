"""Things, doors, levers and words, as deeds and as options of the menu (A-20 to A-26)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from msgspec.structs import replace

from game.kit.combatants import bodies, perceives, present
from game.kit.inventory import GearHandling, hand_over
from game.kit.things import OPERATIONS, Operation, at_doors, at_levers, doors_around, features_around
from game.rules.events import EdgeChanged, Id
from game.rules.questions import Option, Sought
from game.rules.state import Piece, Thing
from rulesets.murdham.play import nonlethal, saves
from rulesets.murdham.play.actions import Action
from rulesets.murdham.play.cost import has_bonus, has_main, pay_bonus, pay_main
from rulesets.murdham.play.events import Afflicted, Did, Freed
from rulesets.murdham.play.gear import as_piece, drop, handed, item_name, lying, part_with, put_on, take_up, worn
from rulesets.murdham.play.geometry import GOALS, half, nearby, task_at
from rulesets.murdham.play.harm import full_health, heal, incapacitate
from rulesets.murdham.play.saves import save
from rulesets.murdham.sheet import roster
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, MurdhamTable, Sheet, Weapon


def free_hand(me: Body, weapon: Weapon) -> Literal["hand", "off", ""]:
    """The hand that would take an item, "" if none can: both for what needs both; a useless arm holds nothing."""
    sheet = me.sheet
    both = bool(sheet.hand) and sheet.profile.weapon(sheet.hand).hands >= 2
    off = not sheet.off and not both and "a useless arm" not in sheet.injuries
    if weapon.key == "shield":
        return "off" if off else ""
    if weapon.hands >= 2:
        return "hand" if off and not sheet.hand else ""
    return "hand" if not sheet.hand else "off" if off else ""


def equipped(me: Body, item: str) -> Sheet | None:
    """The sheet of somebody who has taken an item from the belt in the hand that is free for it (A-21), if any is."""
    hand = free_hand(me, me.sheet.profile.weapon(item))
    if not hand:
        return None
    carried = list(me.sheet.carried)
    carried.remove(item)
    held, off = (item, me.sheet.off) if hand == "hand" else (me.sheet.hand, item)
    return replace(me.sheet, carried=tuple(carried), hand=held, off=off)


def room_for(me: Body, weapon: Weapon) -> bool:
    """Whether somebody could take something up: in a free hand, or onto the belt where that can be (ruling M-57)."""
    return bool(free_hand(me, weapon)) or "improvised" not in weapon.traits


def stowable(me: Body, item: str) -> bool:
    """Whether something can hang on a belt or back: not what merely came to hand, such as a bench (ruling M-57)."""
    return item == "shield" or "improvised" not in me.sheet.profile.weapon(item).traits


async def pick_up(table: MurdhamTable, who: Id, thing: str) -> None:
    """Pick up one thing (A-20)."""
    pay_bonus(table)
    nonlethal.release(table, who)
    take(table, who, thing)


def take(table: MurdhamTable, who: Id, thing: str) -> None:
    """Something from the ground comes into a free hand, or onto the belt."""
    weapon = lying(table, table.now(who), table.state.things[thing])
    assert weapon is not None, f"{who} has no use for {thing}"
    take_up(table, who, thing, weapon)
    c, key = table.now(who), weapon.key
    hand = free_hand(c, weapon)
    if hand == "hand":
        table.set(who, hand=key)
    elif hand == "off":
        table.set(who, off=key)
    else:
        table.set(who, carried=(*c.sheet.carried, key))
    table.emit(Did(who, f"picks up the {item_name(c, key)}", "A-20"))


def _gain(table: MurdhamTable, who: Id, piece: Piece) -> None:
    """Something is handed to somebody."""
    if piece.key in ("helmet", *roster.STOCK.house.armour):
        put_on(table, who, piece)
    elif piece.key in roster.STOCK.house.weapons:
        hand_over(table, who, piece, partial(take, table, who))
    else:
        table.set(who, items=(*table.now(who).sheet.items, piece.key))


def _refused(board: MurdhamBoard, who: Id, piece: Piece) -> str:
    """Why somebody can't have it."""
    me, weapon = board.now(who), roster.STOCK.house.weapons.get(piece.key)
    if not handed(me.sheet.profile) or (weapon is not None and lying(board, me, Thing("", piece.key, me.at)) is None):
        return "it has no use for it (M-37)"
    if piece.key == "helmet" or piece.key in roster.STOCK.house.armour:
        if me.sheet.profile.size != "medium":
            return "it is made for another size (A-118)"
        return "it wears some already (M-59)" if (me.sheet.helmet if piece.key == "helmet" else me.sheet.armour) else ""
    if weapon is not None and not room_for(me, weapon):
        return "its hands are full, and this hangs on no belt (M-57)"
    return ""


GEAR: GearHandling[Sheet] = GearHandling(
    lambda sheet: (*(key for key in (sheet.hand, sheet.off) if key), *sheet.carried, *sheet.items, *worn(sheet)),
    as_piece,
    part_with,
    _gain,
    _refused,
    lambda key: roster.STOCK.house.weapons.get(key) or roster.STOCK.house.armour.get(key),
    {"damaged": "damaged"},
    lambda: {"helmet", *(item for unit in roster.STOCK.house.units.values() for item in unit.items)},
)
"""How gear is handed about between two battles (ruling M-59)."""


async def put_down(table: MurdhamTable, who: Id, item: str) -> None:
    """Put down one thing (A-20)."""
    pay_bonus(table)
    nonlethal.release(table, who)
    drop(table, who, item, "puts down", "A-20")


async def equip(table: MurdhamTable, who: Id, item: str) -> None:
    """Take one item in hand (A-21); which hand follows from what is free."""
    pay_bonus(table)
    nonlethal.release(table, who)
    c = table.now(who)
    then = equipped(c, item)
    assert then is not None
    table.set(who, carried=then.carried, hand=then.hand, off=then.off)
    table.emit(Did(who, f"takes the {item_name(c, item)} in hand", "A-21"))


async def stow(table: MurdhamTable, who: Id, item: str) -> None:
    """Stow one item (A-21); a swap is this and then the other, two bonus actions (A-22)."""
    pay_bonus(table)
    nonlethal.release(table, who)
    c = table.now(who)
    hand, off = ("", c.sheet.off) if c.sheet.hand == item else (c.sheet.hand, "")
    table.set(who, carried=(*c.sheet.carried, item), hand=hand, off=off)
    table.emit(Did(who, f"stows the {item_name(c, item)}", "A-21"))


async def consume(table: MurdhamTable, who: Id, item: str, target: Id, weapon: str = "") -> None:
    """Use a consumable, on oneself or somebody nearby (A-24)."""
    pay_bonus(table)
    nonlethal.release(table, who)
    sheet = table.now(who).sheet
    items = list(sheet.items)
    items.remove(item)
    table.set(who, items=tuple(items))
    other = None if target == who else target
    table.emit(Did(who, f"uses {item}" + (" on" if other else ""), "A-24", other))
    it = table.now(target)
    match item:
        case "draught":
            await heal(table, target, half(it.sheet.STR))
        case "spirits":
            await heal(table, target, 1)
            if present(table, target) and not await save(table, target, "STR", "strong drink", "A-24"):
                befuddle(table, target)
        case "antidote":
            face = await table.roll("d4", "antidote", who)
            if face > 1:
                table.set(target, paralysed=False)
                table.emit(Freed(target, f"can move again (d4 {face})", "A-24"))
            else:
                table.emit(Did(target, f"is none the better for it (d4 {face})", "A-24"))
        case "poison":
            table.set(who, poisoned=(*sheet.poisoned, weapon))
        case "caltrops":
            number = table.space.zones.zones_of(table.now(who).at)[0].number
            table.set_turn(caltrops=tuple(sorted({*table.state.turn.caltrops, number})))
        case _:
            pass


def befuddle(table: MurdhamTable, who: Id) -> None:
    """Confused: two less in every ability, and attacks are impaired; whoever was so already is helpless now."""
    c = table.now(who)
    if not c.sheet.confused:
        table.set(who, confused=True)
        table.emit(Afflicted(who, "confused", "A-24"))
    elif not c.sheet.profile.unfeeling:
        incapacitate(table, who, "incapacitated")


async def interact(table: MurdhamTable, who: Id, edge: str, opens: bool, cost: str) -> None:
    """Open or shut a door, pull a lever: a bonus action, or what the map says (A-25, ruling M-17)."""
    if cost == "main":
        pay_main(table)
    else:
        pay_bonus(table)
    nonlethal.release(table, who)
    saves.show(table, who, "is heard")
    table.emit(EdgeChanged(edge, opens, who))


async def work(table: MurdhamTable, who: Id) -> None:
    """Work at what one's side is to work at: a main action, and no save (ruling M-58)."""
    pay_main(table)
    nonlethal.release(table, who)
    saves.show(table, who, "is heard")
    aim = task_at(table, table.now(who))
    if aim is not None:
        GOALS.work(table, aim.side)
        times = GOALS.progress(table, aim.side).worked
        table.emit(Did(who, f"works at {aim.what}, {times} of {aim.count}", "A-120"))


async def speak(table: MurdhamTable, who: Id) -> None:
    """Say a few words (A-26, A-115)."""
    pay_bonus(table)
    nonlethal.release(table, who)
    saves.show(table, who, "talks")
    table.emit(Did(who, "says a few words", "A-26"))


async def force(table: MurdhamTable, who: Id, edge: str) -> None:
    """Break open a locked door: a main action and a STR save (ruling M-28)."""
    pay_main(table)
    nonlethal.release(table, who)
    saves.show(table, who, "is heard")
    table.emit(Did(who, "throws itself against the door", "A-25"))
    if await save(table, who, "STR", "forcing the door", "A-25"):
        table.emit(EdgeChanged(edge, True, who))


Choice = Option[Action]


HANDS = ("equip ", "stow ", "put down ")
"""How the keys of what the hands do with what one carries begin."""

BONUS = (*OPERATIONS, *HANDS, "pick up ", "use ", "speak")
"""How the keys of bonus actions begin."""


def bonus(board: MurdhamBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Bonus actions, and the dealings with doors that take a main action."""
    if sought.begins(*OPERATIONS):
        yield from doors(board, me)
    if not has_bonus(board):
        return
    if sought.begins(*HANDS):
        yield from hands(board, me)
    if sought.begins("pick up "):
        yield from ground(board, me)
    if sought.begins("use "):
        yield from consumables(board, me)
    yield Option("speak", speak, "Say a few words")


def hands(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Equip and unequip (A-21, A-22); armour stays on (A-23)."""
    sheet = me.sheet
    for item in dict.fromkeys(sheet.carried):
        if takes(me, item):
            name = item_name(me, item)
            label = f"Take the {name} in hand"
            yield Option(f"equip {item}", partial(equip, item=item), label, short=f"Take {name}")
    for item in dict.fromkeys(key for key in (sheet.hand, sheet.off) if key):
        if stowable(me, item):
            yield _handled("stow", item, partial(stow, item=item), item_name(me, item))
        yield _handled("put down", item, partial(put_down, item=item), item_name(me, item))


def _handled(verb: str, item: str, action: Action, name: str) -> Choice:
    word = verb.capitalize()
    return Option(f"{verb} {item}", action, f"{word} the {name}", verb=verb, short=f"{word} {name}")


def takes(me: Body, item: str) -> bool:
    """Whether a hand is free for an item."""
    return bool(free_hand(me, me.sheet.profile.weapon(item)))


def ground(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Things that lie nearby and that one knows how to use."""
    for thing, weapon in at_hand(board, me):
        if room_for(me, weapon):
            label = f"Pick up the {thing_name(weapon)}"
            yield Option(f"pick up {thing.id}", partial(pick_up, thing=thing.id), label, place=thing.at, verb="pick up")


def at_hand(board: MurdhamBoard, me: Body) -> Iterator[tuple[Thing, Weapon]]:
    """Things nearby, and what each is good for in somebody's hands (ruling M-37)."""
    for thing in board.state.things.values():
        weapon = lying(board, me, thing) if nearby(board, me.at, thing.at) else None
        if weapon is not None:
            yield thing, weapon


def thing_name(weapon: Weapon) -> str:
    """The name of a thing on the ground."""
    return "shield" if weapon.key == "shield" else weapon.name.lower()


def consumables(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Draughts and the like, for oneself or somebody nearby (A-24)."""
    items = dict.fromkeys(me.sheet.items)
    friends = [c for c in bodies(board) if c.side == me.side and nearby(board, me.at, c.at) and not c.sheet.dead]
    for item in items:
        if item in ("draught", "spirits"):
            for c in friends:
                if c.sheet.health < full_health(c):
                    whom = "" if c.id == me.id else f" on {c.sheet.profile.name}"
                    label = f"Use the {item}{whom}"
                    yield Option(f"use {item} {c.id}", partial(consume, item=item, target=c.id), label, c.id)
        elif item == "antidote":
            for c in friends:
                if c.sheet.paralysed:
                    label = f"Antidote for {c.sheet.profile.name}"
                    yield Option(f"use antidote {c.id}", partial(consume, item=item, target=c.id), label, c.id)
        elif item == "poison":
            for blade in dict.fromkeys((me.sheet.hand, me.sheet.off)):
                if blade and blade not in me.sheet.poisoned and me.sheet.profile.weapon(blade).die:
                    name = item_name(me, blade)
                    act, label = partial(consume, item=item, target=me.id, weapon=blade), f"Put poison on the {name}"
                    yield Option(f"use poison {blade}", act, label, short=f"Poison the {name}")
        elif item == "caltrops":
            label = "Strew caltrops: this zone is hard ground"
            yield Option("use caltrops", partial(consume, item=item, target=me.id), label, short="Strew caltrops")


def doors(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Options with doors and levers nearby (A-25)."""
    for found, cost in operable(board, me):
        if found.verb == "force":
            yield found.option(partial(force, edge=found.edge), ": STR save")
        else:
            yield found.option(partial(interact, edge=found.edge, opens=found.opens, cost=cost))


def operable(board: MurdhamBoard, me: Body) -> Iterator[tuple[Operation, str]]:
    """Doors of the borders nearby, and levers, with what it takes: "main", or else a bonus action.

    Who stands in an open door keeps it open. It takes hands (ruling M-37).
    """
    if not handed(me.sheet.profile):
        return
    zones = board.space.zones
    for door in at_doors(board, doors_around(zones, board.setup.field, me.at)):
        if door.verb == "force" and has_main(board):
            yield door, "main"
        elif not door.locked and _affords(board, door.cost) and not (door.verb == "close" and _filled(board, me, door)):
            yield door, door.cost
    for lever in at_levers(board, features_around(zones, me.at)):
        cost = lever.cost or "bonus"
        if _affords(board, cost):
            yield lever, cost


def _filled(board: MurdhamBoard, me: Body, door: Operation) -> bool:
    return any(c.at == door.place and perceives(board, me.side, c) for c in bodies(board))


def _affords(board: MurdhamBoard, cost: str) -> bool:
    return has_main(board) if cost == "main" else has_bonus(board)
