"""The part of the menu that is about things: what one holds, carries, uses and picks up, doors and levers."""

from __future__ import annotations

from collections.abc import Iterator

from game.kit.combatants import bodies, perceives
from game.kit.things import OPERATIONS, Operation, at_doors, at_levers, doors_around, features_around
from game.rules.questions import Option, Sought
from game.rules.state import Thing
from rulesets.murdham.play import handling
from rulesets.murdham.play.actions import Action
from rulesets.murdham.play.cost import has_bonus, has_main
from rulesets.murdham.play.gear import handed, item_name, lying
from rulesets.murdham.play.geometry import nearby
from rulesets.murdham.play.harm import full_health
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, Weapon

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
    yield Option("speak", handling.Speak(), "Say a few words")


def hands(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Equip and unequip (A-21, A-22); armour stays on (A-23)."""
    sheet = me.sheet
    for item in dict.fromkeys(sheet.carried):
        if takes(me, item):
            name = item_name(me, item)
            label = f"Take the {name} in hand"
            yield Option(f"equip {item}", handling.Equip(item), label, short=f"Take {name}")
    for item in dict.fromkeys(key for key in (sheet.hand, sheet.off) if key):
        if handling.stowable(me, item):
            yield _handled("stow", item, handling.Unequip(item), item_name(me, item))
        yield _handled("put down", item, handling.PutDown(item), item_name(me, item))


def _handled(verb: str, item: str, action: Action, name: str) -> Choice:
    """Something done to what is held."""
    word = verb.capitalize()
    return Option(f"{verb} {item}", action, f"{word} the {name}", verb=verb, short=f"{word} {name}")


def takes(me: Body, item: str) -> bool:
    """Whether a hand is free for an item."""
    return bool(handling.free_hand(me, me.sheet.profile.weapon(item)))


def ground(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Things that lie nearby and that one knows how to use."""
    for thing, weapon in at_hand(board, me):
        if handling.room_for(me, weapon):
            label = f"Pick up the {thing_name(weapon)}"
            yield Option(f"pick up {thing.id}", handling.PickUp(thing.id), label, place=thing.at, verb="pick up")


def at_hand(board: MurdhamBoard, me: Body) -> Iterator[tuple[Thing, Weapon]]:
    """Things nearby, and what each is good for in somebody's hands (ruling M-37)."""
    for thing in board.state.things.values():
        weapon = lying(board, me, thing) if nearby(board, me.at, thing.at) else None
        if weapon is not None:
            yield thing, weapon


def thing_name(weapon: Weapon) -> str:
    """What lies there, in words."""
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
                    yield Option(f"use {item} {c.id}", handling.Consume(item, c.id), label, c.id)
        elif item == "antidote":
            for c in friends:
                if c.sheet.paralysed:
                    label = f"Antidote for {c.sheet.profile.name}"
                    yield Option(f"use antidote {c.id}", handling.Consume(item, c.id), label, c.id)
        elif item == "poison":
            for blade in dict.fromkeys((me.sheet.hand, me.sheet.off)):
                if blade and blade not in me.sheet.poisoned and me.sheet.profile.weapon(blade).die:
                    name = item_name(me, blade)
                    act, label = handling.Consume(item, me.id, blade), f"Put poison on the {name}"
                    yield Option(f"use poison {blade}", act, label, short=f"Poison the {name}")
        elif item == "caltrops":
            label = "Strew caltrops: this zone is hard ground"
            yield Option("use caltrops", handling.Consume(item, me.id), label, short="Strew caltrops")


def doors(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """What can be done with doors and levers nearby (A-25)."""
    for found, cost in operable(board, me):
        if found.verb == "force":
            yield found.option(handling.Force(found.edge), ": STR save")
        else:
            yield found.option(handling.Interact(found.edge, found.opens, cost))


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
