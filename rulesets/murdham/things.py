"""The part of the menu that is about things: what one holds, carries, uses and picks up, doors and levers."""

from __future__ import annotations

from collections.abc import Iterator

from game.kit.company import bodies, perceives
from game.rules.questions import Option
from game.rules.state import Thing
from game.spatial.field import Edge
from game.spatial.places import OnBorder
from rulesets.murdham import handling
from rulesets.murdham.actions import Action
from rulesets.murdham.cost import has_bonus, has_main
from rulesets.murdham.gear import item_name
from rulesets.murdham.harm import full_health
from rulesets.murdham.reading import nearby, zone_of
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
            name = item_name(me, item)
            label = f"Take the {name} in hand"
            yield Option(f"equip {item}", handling.Equip(item), label, short=f"Take {name}", family="Take", icon="hand")
    for item in dict.fromkeys(key for key in (sheet.hand, sheet.off) if key):
        if handling.stowable(me, item):
            yield _handled("stow", item, handling.Unequip(item), item_name(me, item))
        yield _handled("put down", item, handling.PutDown(item), item_name(me, item))


def _handled(verb: str, item: str, action: Action, name: str) -> Choice:
    """Something done to what is held."""
    word = verb.capitalize()
    return Option(f"{verb} {item}", action, f"{word} the {name}", verb=verb, short=f"{word} {name}", icon="hand")


def takes(me: Body, item: str) -> bool:
    """Whether a hand is free for an item."""
    return bool(handling.free_hand(me, me.sheet.profile.weapon(item)))


def ground(board: MurdhamBoard, me: Body) -> Iterator[Choice]:
    """Things that lie nearby and that one knows how to use."""
    for thing, weapon in at_hand(board, me):
        if handling.room_for(me, weapon):
            label = f"Pick up the {thing_name(weapon)}"
            yield Option(
                f"pick up {thing.id}", handling.PickUp(thing.id), label, place=thing.at, verb="pick up", icon="hand"
            )


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
                    label = f"Use the {item}{whom}"
                    yield Option(f"use {item} {c.id}", handling.Consume(item, c.id), label, c.id, icon="heal")
        elif item == "antidote":
            for c in friends:
                if c.sheet.paralysed:
                    label = f"Antidote for {c.sheet.profile.name}"
                    yield Option(f"use antidote {c.id}", handling.Consume(item, c.id), label, c.id, icon="heal")
        elif item == "poison":
            blade = me.sheet.hand
            if blade and blade not in me.sheet.poisoned and me.sheet.profile.weapon(blade).die:
                label = f"Put poison on the {item_name(me, blade)}"
                yield Option(f"use poison {blade}", handling.Consume(item, me.id), label, short="Use poison")
        elif item == "caltrops":
            label = "Strew caltrops: this zone is hard ground"
            yield Option("use caltrops", handling.Consume(item, me.id), label, short="Strew caltrops")


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
                    family="Work",
                    icon="lever",
                )


def _door(board: MurdhamBoard, me: Body, edge: Edge, border: OnBorder) -> Iterator[Choice]:
    name = edge.name or edge.kind
    is_open = edge.id in board.space.open_edges
    if edge.state == "locked":
        if not is_open and has_main(board):
            label, short = f"Force the locked {name}: STR save", f"Force the {edge.kind}"
            yield Option(f"force {edge.id}", handling.Force(edge.id), label, place=border, short=short, icon="door")
        return
    blocked = is_open and any(c.at == border and perceives(board, me.side, c) for c in bodies(board))
    if not blocked and _affords(board, edge.cost):
        verb = "close" if is_open else "open"
        yield Option(
            f"{verb} {edge.id}",
            handling.Interact(edge.id, not is_open, edge.cost),
            f"{verb.capitalize()} the {name}",
            place=border,
            short=f"{verb.capitalize()} the {edge.kind}",
            icon="door",
        )


def _affords(board: MurdhamBoard, cost: str) -> bool:
    return has_main(board) if cost == "main" else has_bonus(board)
