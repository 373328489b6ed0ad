"""The part of the menu that is about things: what one holds, carries, uses and picks up, doors and levers."""

from __future__ import annotations

from collections.abc import Iterator

from game.rules.questions import Option
from game.rules.state import Thing
from game.spatial.field import Edge
from game.spatial.places import OnBorder
from rulesets.murdham import handling
from rulesets.murdham.actions import Action
from rulesets.murdham.cost import has_bonus, has_main
from rulesets.murdham.gear import item_name
from rulesets.murdham.harm import full_health
from rulesets.murdham.reading import bodies, nearby, perceives, zone_of
from rulesets.murdham.sheet import Body, MurdhamBoard, Weapon

Choice = Option[Action]


def bonus(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Bonus actions, and the dealings with doors that take a main action."""
    yield from doors(board, me)
    if not has_bonus(board):
        return
    yield from hands(board, me)
    yield from ground(board, me)
    yield from consumables(board, me)
    yield Option("speak", handling.Speak(), "Say a few words")


def hands(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Equip and unequip (A-21, A-22); armour stays on (A-23)."""
    sheet = me.sheet
    for item in dict.fromkeys(sheet.carried):
        if takes(me, item):
            yield Option(f"equip {item}", handling.Equip(item), f"Take the {item_name(me, item)} in hand")
    for item in dict.fromkeys(key for key in (sheet.hand, sheet.off) if key):
        if handling.stowable(me, item):
            yield Option(f"stow {item}", handling.Unequip(item), f"Stow the {item_name(me, item)}")
        yield Option(f"put down {item}", handling.PutDown(item), f"Put down the {item_name(me, item)}")


def takes(me: Body, item: str) -> bool:
    """Whether a hand is free for an item."""
    return bool(handling.free_hand(me, me.sheet.profile.weapon(item)))


def ground(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Things that lie nearby and that one knows how to use."""
    for thing, weapon in at_hand(board, me):
        if handling.room_for(me, weapon):
            label = f"Pick up the {thing_name(weapon)}"
            yield Option(f"pick up {thing.id}", handling.PickUp(thing.id), label, place=thing.at)


def at_hand(board: MurdhamBoard, me: Body) -> Iterator[tuple[Thing, Weapon]]:
    """Things nearby, and what each is good for in somebody's hands (ruling M-37)."""
    for thing in board.state.things.values():
        weapon = handling.lying(board, me, thing.key) if nearby(board, me.at, thing.at) else None
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
                    yield Option(f"use {item} {c.id}", handling.Consume(item, c.id), f"Use the {item}{whom}", c.id)
        elif item == "antidote":
            for c in friends:
                if c.sheet.paralysed:
                    label = f"Antidote for {c.sheet.profile.name}"
                    yield Option(f"use antidote {c.id}", handling.Consume(item, c.id), label, c.id)
        elif item == "poison":
            blade = me.sheet.hand
            if blade and blade not in me.sheet.poisoned and me.sheet.profile.weapon(blade).die:
                label = f"Put poison on the {item_name(me, blade)}"
                yield Option(f"use poison {blade}", handling.Consume(item, me.id), label)
        elif item == "caltrops":
            yield Option("use caltrops", handling.Consume(item, me.id), "Strew caltrops: this zone is hard ground")


def doors(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Doors of the borders nearby, and levers (A-25)."""
    zones = board.space.zones
    borders = [me.at] if isinstance(me.at, OnBorder) else list(zones.borders(me.at))
    has_lever = {f.linked for f in board.setup.field.features if f.kind == "lever" and f.linked}
    edges = {edge.id: edge for edge in board.setup.field.edges}
    for border in borders:
        for id_ in zones.crossing(border).doors:
            edge = edges[id_]
            if edge.kind == "portcullis" and id_ in has_lever:
                continue
            yield from _door(board, me, edge, border)
    for zone in zone_of(me.at, board):
        for feature in zones.area(zone).features:
            cost = feature.cost or "bonus"
            if feature.kind == "lever" and feature.linked and _affords(board, cost):
                is_open = feature.linked in board.space.open_edges
                yield Option(
                    f"pull {feature.id}",
                    handling.Interact(feature.linked, not is_open, cost),
                    f"Work the {feature.name or 'lever'}",
                    place=zone,
                )


def _door(board: MurdhamBoard, me: Body, edge: Edge, border: OnBorder) -> Iterator[Choice]:
    name = edge.name or edge.kind
    is_open = edge.id in board.space.open_edges
    if edge.state == "locked":
        if not is_open and has_main(board):
            label = f"Force the locked {name}: STR save"
            yield Option(f"force {edge.id}", handling.Force(edge.id), label, place=border)
        return
    blocked = is_open and any(c.at == border and perceives(board, me.side, c) for c in bodies(board))
    if not blocked and _affords(board, edge.cost):
        verb = "close" if is_open else "open"
        yield Option(
            f"{verb} {edge.id}",
            handling.Interact(edge.id, not is_open, edge.cost),
            f"{verb.capitalize()} the {name}",
            place=border,
        )


def _affords(board: MurdhamBoard, cost: str) -> bool:
    return has_main(board) if cost == "main" else has_bonus(board)
