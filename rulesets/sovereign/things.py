"""The part of the menu that is about things: doors and levers nearby, what is in the hands and in the pack."""

from __future__ import annotations

from collections.abc import Iterator

from game.rules.questions import Option
from game.spatial.field import Edge
from rulesets.sovereign import actions, gear
from rulesets.sovereign.actions import Action
from rulesets.sovereign.numbers import reload_cost
from rulesets.sovereign.reading import in_clinch, item_name
from rulesets.sovereign.sheet import Body, SovereignBoard

FREE_ACTIONS = 3
"""Free Actions a turn (ruling S-6)."""

Choice = Option[Action]


def doors(board: SovereignBoard, me: Body) -> Iterator[Choice]:
    for edge in _edges_beside(board, me):
        name = edge.name or edge.kind
        is_open = edge.id in board.space.open_edges
        if edge.kind == "portcullis" and _has_lever(board, edge.id):
            continue
        if not is_open and edge.state == "locked":
            if me.sheet.main:
                yield Option(f"force {edge.id}", gear.ForceDoor(edge.id), f"Force the locked {name}", place=edge.a)
            continue
        if edge.cost == "main" and not me.sheet.main:
            continue
        verb = "close" if is_open else "open"
        yield Option(
            f"{verb} {edge.id}",
            gear.WorkDoor(edge.id, not is_open, edge.cost),
            f"{verb.capitalize()} the {name}",
            place=edge.a,
        )
    for cell in board.space.footprint(me.at, me.sheet.profile.size):
        for near in [(cell[0] + dx, cell[1] + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]:
            if not board.space.inside(near):
                continue
            for feature in board.space.features_at(near):
                if feature.kind == "lever" and feature.linked and me.sheet.main:
                    is_open = feature.linked in board.space.open_edges
                    yield Option(
                        f"pull {feature.id}",
                        gear.WorkDoor(feature.linked, not is_open, "main"),
                        f"Work the {feature.name or 'lever'}",
                        place=near,
                    )


def _has_lever(board: SovereignBoard, edge: str) -> bool:
    return any(f.kind == "lever" and f.linked == edge for f in board.setup.field.features)


def _edges_beside(board: SovereignBoard, me: Body) -> list[Edge]:
    """Doors and portcullises on the sides of a combatant's cells, in a fixed order."""
    space = board.space
    found: dict[str, Edge] = {}
    for x, y in space.footprint(me.at, me.sheet.profile.size):
        for beyond in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            edge = space.edge_between((x, y), beyond)
            if edge is not None and edge.kind in ("door", "portcullis"):
                found[edge.id] = edge
    return [found[key] for key in sorted(found)]


def hands(board: SovereignBoard, me: Body) -> Iterator[Choice]:
    sheet, profile = me.sheet, me.sheet.profile
    if sheet.free < FREE_ACTIONS:
        for key in dict.fromkeys(sheet.ready):
            if key not in (sheet.hand, sheet.off) and not in_clinch(board, me):
                yield Option(f"draw {key}", gear.Draw(key), f"Draw the {profile.weapon(key).name}")
        if not sheet.prone:
            yield Option("prone", actions.GoProne(), "Drop prone")
        if "whirlwind" in profile.feats and "whirlwind" not in sheet.used and sheet.hand:
            yield Option("whirlwind", actions.Whirlwind(), "Whirlwind: Shock to everyone in reach")
        if "close combatant 2" in profile.feats and not sheet.disengaged:
            yield Option("slip away", actions.Disengage(free=True), "Disengage as a Free Action")
    for key in sheet.unloaded:
        weapon = profile.weapon(key)
        cost = reload_cost(me, weapon)
        able = {"free": sheet.free < FREE_ACTIONS, "move": sheet.move or sheet.main, "main": sheet.main}[cost]
        if able and key in sheet.ready and "quiver" in sheet.items:
            yield Option(f"reload {key}", gear.Reload(key, cost), f"Reload the {weapon.name}")
    for key in dict.fromkeys(sheet.stowed):
        if (sheet.main or gear.readies_freely(profile, key)) and not (key == "shield" and sheet.off):
            yield Option(f"ready {key}", gear.Ready(key), f"Ready the {item_name(profile, key)}")
    if sheet.main:
        for key in dict.fromkeys((*sheet.ready, *(("shield",) if sheet.shielded else ()))):
            yield Option(f"stow {key}", gear.Stow(key), f"Stow the {item_name(profile, key)}")
