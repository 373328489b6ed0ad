"""Things, doors, levers and words, as deeds and as options of the menu (A-20 to A-26)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from game.kit.combatants import bodies, perceives, present
from game.kit.things import OPERATIONS, Operation, at_doors, at_levers, doors_around, features_around
from game.rules.events import EdgeChanged, Id
from game.rules.questions import Option, Sought
from game.rules.state import Thing
from rulesets.murdham.play import nonlethal, saves
from rulesets.murdham.play.actions import Action
from rulesets.murdham.play.cost import has_bonus, has_main, pay_bonus, pay_main
from rulesets.murdham.play.events import Afflicted, Did, Freed
from rulesets.murdham.play.gear import drop, handed, item_name, lying, take_up
from rulesets.murdham.play.geometry import GOALS, half, nearby, task_at
from rulesets.murdham.play.harm import full_health, heal, incapacitate
from rulesets.murdham.play.saves import save
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


@dataclass(frozen=True, slots=True)
class PickUp:
    """Pick up one thing (A-20)."""

    thing: str

    async def perform(self, table: MurdhamTable, who: Id) -> None:
        """From the ground into a free hand, or onto the belt."""
        pay_bonus(table)
        nonlethal.release(table, who)
        weapon = lying(table, table.now(who), table.state.things[self.thing])
        assert weapon is not None, f"{who} has no use for {self.thing}"
        take_up(table, who, self.thing, weapon)
        c, key = table.now(who), weapon.key
        hand = free_hand(c, weapon)
        if hand == "hand":
            table.set(who, hand=key)
        elif hand == "off":
            table.set(who, off=key)
        else:
            table.set(who, carried=(*c.sheet.carried, key))
        table.emit(Did(who, f"picks up the {item_name(c, key)}", "A-20"))


@dataclass(frozen=True, slots=True)
class PutDown:
    """Put down one thing (A-20)."""

    item: str

    async def perform(self, table: MurdhamTable, who: Id) -> None:
        """Out of the hand onto the ground."""
        pay_bonus(table)
        nonlethal.release(table, who)
        drop(table, who, self.item, "puts down", "A-20")


@dataclass(frozen=True, slots=True)
class Equip:
    """Take one item in hand (A-21); which hand follows from what is free."""

    item: str

    async def perform(self, table: MurdhamTable, who: Id) -> None:
        """From the belt into a hand."""
        pay_bonus(table)
        nonlethal.release(table, who)
        c = table.now(who)
        then = equipped(c, self.item)
        assert then is not None
        table.set(who, carried=then.carried, hand=then.hand, off=then.off)
        table.emit(Did(who, f"takes the {item_name(c, self.item)} in hand", "A-21"))


@dataclass(frozen=True, slots=True)
class Unequip:
    """Stow one item (A-21); a swap is this and then the other, two bonus actions (A-22)."""

    item: str

    async def perform(self, table: MurdhamTable, who: Id) -> None:
        """From the hand onto the belt."""
        pay_bonus(table)
        nonlethal.release(table, who)
        c = table.now(who)
        hand, off = ("", c.sheet.off) if c.sheet.hand == self.item else (c.sheet.hand, "")
        table.set(who, carried=(*c.sheet.carried, self.item), hand=hand, off=off)
        table.emit(Did(who, f"stows the {item_name(c, self.item)}", "A-21"))


@dataclass(frozen=True, slots=True)
class Consume:
    """Use a consumable, on oneself or somebody nearby (A-24)."""

    item: str
    target: Id
    weapon: str = ""
    """poison: what in the hands it is put on."""

    async def perform(self, table: MurdhamTable, who: Id) -> None:
        """Drink, give to drink, coat a blade, strew."""
        pay_bonus(table)
        nonlethal.release(table, who)
        sheet = table.now(who).sheet
        items = list(sheet.items)
        items.remove(self.item)
        table.set(who, items=tuple(items))
        other = None if self.target == who else self.target
        table.emit(Did(who, f"uses {self.item}" + (" on" if other else ""), "A-24", other))
        it = table.now(self.target)
        match self.item:
            case "draught":
                await heal(table, self.target, half(it.sheet.STR))
            case "spirits":
                await heal(table, self.target, 1)
                if present(table, self.target) and not await save(table, self.target, "STR", "strong drink", "A-24"):
                    befuddle(table, self.target)
            case "antidote":
                face = await table.roll("d4", "antidote", who)
                if face > 1:
                    table.set(self.target, paralysed=False)
                    table.emit(Freed(self.target, f"can move again (d4 {face})", "A-24"))
                else:
                    table.emit(Did(self.target, f"is none the better for it (d4 {face})", "A-24"))
            case "poison":
                table.set(who, poisoned=(*sheet.poisoned, self.weapon))
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


@dataclass(frozen=True, slots=True)
class Interact:
    """Open or shut a door, pull a lever: a bonus action, or what the map says (A-25, ruling M-17)."""

    edge: str
    open: bool
    cost: str

    async def perform(self, table: MurdhamTable, who: Id) -> None:
        """The door is the other way round now."""
        if self.cost == "main":
            pay_main(table)
        else:
            pay_bonus(table)
        nonlethal.release(table, who)
        saves.show(table, who, "is heard")
        table.emit(EdgeChanged(self.edge, self.open, who))


@dataclass(frozen=True, slots=True)
class Work:
    """Work at what one's side is to work at: a main action, and no save (ruling M-58)."""

    async def perform(self, table: MurdhamTable, who: Id) -> None:
        """Do it once."""
        pay_main(table)
        nonlethal.release(table, who)
        saves.show(table, who, "is heard")
        aim = task_at(table, table.now(who))
        if aim is not None:
            GOALS.work(table, aim.side)
            times = GOALS.progress(table, aim.side).worked
            table.emit(Did(who, f"works at {aim.what}, {times} of {aim.count}", "A-120"))


@dataclass(frozen=True, slots=True)
class Speak:
    """Say a few words (A-26, A-115)."""

    async def perform(self, table: MurdhamTable, who: Id) -> None:
        """They are heard."""
        pay_bonus(table)
        nonlethal.release(table, who)
        saves.show(table, who, "talks")
        table.emit(Did(who, "says a few words", "A-26"))


@dataclass(frozen=True, slots=True)
class Force:
    """Break open a locked door: a main action and a STR save (ruling M-28)."""

    edge: str

    async def perform(self, table: MurdhamTable, who: Id) -> None:
        """Shoulder to the wood."""
        pay_main(table)
        nonlethal.release(table, who)
        saves.show(table, who, "is heard")
        table.emit(Did(who, "throws itself against the door", "A-25"))
        if await save(table, who, "STR", "forcing the door", "A-25"):
            table.emit(EdgeChanged(self.edge, True, who))


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
    yield Option("speak", Speak(), "Say a few words")


def hands(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Equip and unequip (A-21, A-22); armour stays on (A-23)."""
    sheet = me.sheet
    for item in dict.fromkeys(sheet.carried):
        if takes(me, item):
            name = item_name(me, item)
            label = f"Take the {name} in hand"
            yield Option(f"equip {item}", Equip(item), label, short=f"Take {name}")
    for item in dict.fromkeys(key for key in (sheet.hand, sheet.off) if key):
        if stowable(me, item):
            yield _handled("stow", item, Unequip(item), item_name(me, item))
        yield _handled("put down", item, PutDown(item), item_name(me, item))


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
            yield Option(f"pick up {thing.id}", PickUp(thing.id), label, place=thing.at, verb="pick up")


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
                    yield Option(f"use {item} {c.id}", Consume(item, c.id), label, c.id)
        elif item == "antidote":
            for c in friends:
                if c.sheet.paralysed:
                    label = f"Antidote for {c.sheet.profile.name}"
                    yield Option(f"use antidote {c.id}", Consume(item, c.id), label, c.id)
        elif item == "poison":
            for blade in dict.fromkeys((me.sheet.hand, me.sheet.off)):
                if blade and blade not in me.sheet.poisoned and me.sheet.profile.weapon(blade).die:
                    name = item_name(me, blade)
                    act, label = Consume(item, me.id, blade), f"Put poison on the {name}"
                    yield Option(f"use poison {blade}", act, label, short=f"Poison the {name}")
        elif item == "caltrops":
            label = "Strew caltrops: this zone is hard ground"
            yield Option("use caltrops", Consume(item, me.id), label, short="Strew caltrops")


def doors(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Options with doors and levers nearby (A-25)."""
    for found, cost in operable(board, me):
        if found.verb == "force":
            yield found.option(Force(found.edge), ": STR save")
        else:
            yield found.option(Interact(found.edge, found.opens, cost))


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
