"""Where geometry becomes einfelst's words: zones apart, reach, cover, darkness, barred ways, objectives, exits."""

from __future__ import annotations

from typing import Literal

from game.kit.combatants import enemies
from game.kit.goals import Goals, exits, objective_zones
from game.rules.setup import Objective
from game.spatial.places import InZone, OnBorder, ZonePlace
from rulesets.einfelst.play.pools import Aim
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard, Sheet, Turn


def _on(board: EinfelstBoard, c: Body, aim: Objective) -> bool:
    return c.at in objective_zones(board, aim)


GOALS: Goals[Sheet, Turn] = Goals(_on, _on)


def task_at(board: EinfelstBoard, me: Body) -> Objective | None:
    """The task that a combatant could work at from where it stands."""
    aim = GOALS.task(board, me.side)
    return aim if aim is not None and _on(board, me, aim) else None


def ways_out(board: EinfelstBoard, side: str) -> list[InZone]:
    """Where a side may leave the map: by the way out that its objective names, if it names one, else by any exit."""
    aim = GOALS.aim(board, side)
    return (objective_zones(board, aim) if aim.goal == "escape" else []) or exits(board)


EARSHOT = 3
"""Zones within which friends can talk to one another (C-09)."""

Hurdle = Literal["", "climb", "gap", "rubble", "water"]
"""What bars the way to the next zone; "" for nothing."""


def foes(board: EinfelstBoard, side: str) -> list[Body]:
    """Fighting members of other sides that a side knows to be there."""
    return enemies(board, side)


def ours(board: EinfelstBoard) -> tuple[str, ...]:
    """The sides of the party; the first where none is called so."""
    party = tuple(side.name for side in board.setup.sides if side.party)
    return party or (board.setup.sides[0].name,)


# ------------------------------------------------------------------ how far, and what is seen


def apart(board: EinfelstBoard, a: ZonePlace, b: ZonePlace) -> int | None:
    """Zones between two places as a missile flies (C-13); None if nothing could."""
    return board.space.zones.span(a, b)


def sees(board: EinfelstBoard, a: ZonePlace, b: ZonePlace) -> bool:
    """Whether nothing stands between two zones; darkness and smoke hide nobody, they only make shots harder (C-16)."""
    return a == b or board.space.zones.sees(a, b)


def close(a: Body, b: Body) -> bool:
    """Whether one of the two has closed in on the other."""
    return a.id in b.sheet.beside or b.id in a.sheet.beside


def in_reach(a: Body, b: Body) -> bool:
    """Whether two can strike each other: in one zone, and nobody far off or behind something (C-13, C-49)."""
    return a.at == b.at and (close(a, b) or (a.sheet.spot == "open" and b.sheet.spot == "open"))


def aim(board: EinfelstBoard, me: Body, it: Body) -> Aim:
    """The situation of an attack as the two stand."""
    return Aim(
        zones=apart(board, me.at, it.at) or 0,
        cover=it.sheet.spot == "cover" and not close(me, it),
        dark=unlit(board, me, it.at),
        smoke=smoky(board, me.at) or smoky(board, it.at),
    )


def unlit(board: EinfelstBoard, me: Body, at: ZonePlace) -> bool:
    """Whether a zone is too dark for somebody to shoot well at who stands in it (C-16, C-18)."""
    return "sees in the dark" not in me.sheet.profile.traits and dark(board, at)


def dark(board: EinfelstBoard, at: ZonePlace) -> bool:
    """Whether a zone lies in darkness: nothing burns or shines in it (ruling W-17)."""
    if not isinstance(at, InZone) or not gloomy(board, at):
        return False
    return not any(c.at == at and shows_light(c) for c in board.state.combatants.values())


def gloomy(board: EinfelstBoard, at: InZone) -> bool:
    """Whether a zone is dark unless somebody brings a light."""
    tags = board.space.zones.area(at).tags
    return ("dark" in tags or board.setup.options.get("night") == "yes") and not {"light", "fire"} & set(tags)


def lit(board: EinfelstBoard) -> int | None:
    """Mask of the cells that do not lie in darkness; None where it is dark nowhere.

    What nobody can stand on, a boulder or a tree, is as dark as the zone it stands in or beside.
    """
    space, zones = board.space, board.space.zones
    if not any(gloomy(board, zone) for zone in zones.all_zones):
        return None
    bright = sorted(zones.all_zones, key=lambda zone: dark(board, zone))
    known = {cell: not dark(board, zone) for zone in bright for cell in zones.cells(zone)}
    edge = list(known)  # the lit first: where a lit zone is as near as a dark one, its light falls
    while edge:
        beside = []
        for x, y in edge:
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if cell not in known and 0 <= cell[0] < space.width and 0 <= cell[1] < space.height:
                    known[cell] = known[x, y]
                    beside.append(cell)
        edge = beside
    return space.mask(cell for cell, shines in known.items() if shines)


def shows_light(c: Body) -> bool:
    """Whether somebody lights its zone up; a light in an ambush is covered."""
    return (c.sheet.shines or c.sheet.fire > 0) and not c.sheet.hidden


def smoky(board: EinfelstBoard, at: ZonePlace) -> bool:
    """Whether a zone is full of smoke."""
    return isinstance(at, InZone) and "smoke" in board.space.zones.area(at).tags


def can_talk(board: EinfelstBoard, a: Body, b: Body) -> bool:
    """Whether two friends can speak to one another (C-09, ruling W-40)."""
    if not (a.side == b.side and a.sheet.up and b.sheet.up and not a.sheet.muffled and not b.sheet.muffled):
        return False
    far = apart(board, a.at, b.at)
    return far is not None and far <= EARSHOT and a.sheet.profile.speaks and b.sheet.profile.speaks


# ------------------------------------------------------------------ ways


def hurdles(board: EinfelstBoard, me: Body) -> dict[InZone, tuple[Hurdle, OnBorder]]:
    """The zones next to a combatant's that no shut door keeps from it, with the easiest border and what bars it."""
    zones, traits = board.space.zones, me.sheet.profile.traits
    assert isinstance(me.at, InZone)
    found: dict[InZone, tuple[Hurdle, OnBorder]] = {}
    for border in zones.borders(me.at):
        if zones.closed(border):
            continue
        one, two = zones.sides(border)
        there = two if one == me.at else one
        swims = "swims" in traits or "flies" in traits or wet(board, me.at) or not wet(board, there)
        bar = barrier(board, me, border) or ("" if swims else "water")
        if there not in found or (found[there][0] and not bar):
            found[there] = bar, border
    return dict(sorted(found.items()))


def barrier(board: EinfelstBoard, me: Body, border: OnBorder) -> Hurdle:
    """What about a border itself bars somebody's way, wherever it comes from."""
    kind, traits = board.space.zones.crossing(border).kind, me.sheet.profile.traits
    if "flies" in traits or (kind == "climb" and "climbs" in traits):
        return ""
    if kind == "climb" or kind == "gap":
        return kind
    return "rubble" if kind == "rubble" and border.number not in board.state.turn.cleared else ""


def wet(board: EinfelstBoard, at: ZonePlace) -> bool:
    """Whether one swims in a zone."""
    return isinstance(at, InZone) and board.space.zones.area(at).kind in ("water", "rapids")


def sheltered(board: EinfelstBoard, at: ZonePlace) -> bool:
    """Whether a zone has something to take cover behind (C-14, C-46)."""
    return isinstance(at, InZone) and board.space.zones.area(at).cover != "none"


def roomy(board: EinfelstBoard, at: ZonePlace) -> bool:
    """Whether a zone is wide enough for somebody to keep far from others in it (C-49)."""
    return isinstance(at, InZone) and board.space.zones.area(at).kind == "open"
