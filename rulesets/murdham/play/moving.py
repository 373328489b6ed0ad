"""Movement in half-zones, free, full and special, and the opportunity attacks that interrupt it (A-11 to A-16)."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from typing import NamedTuple

from game.kit.cache import BoundedCache, PerMapCache
from game.kit.combatants import enemies, present
from game.kit.goals import exits
from game.rules.events import Id, Left, Moved, MoveKind
from game.spatial.places import OnBorder, ZonePlace
from rulesets.murdham.play.events import Did
from rulesets.murdham.play.geometry import (
    able,
    burning,
    crowded,
    difficult,
    entangled,
    half,
    rough,
    watchers,
)
from rulesets.murdham.play.harm import scorch, slip, tumble
from rulesets.murdham.play.nonlethal import free
from rulesets.murdham.play.opportunity import offer, passed_by, strike
from rulesets.murdham.play.saves import save
from rulesets.murdham.play.sneaking import in_front, look_about, show
from rulesets.murdham.play.steps import NEEDED, Path, Special, approaches, fall_dice, price
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, MurdhamTable

Ways = dict[ZonePlace, Path]
"""Places that can be gone to, each with a way there, the start left out."""

SPECIALS: tuple[Special, ...] = ("sprint", "sneak", "balance", "leap", "climb", "swim")

# ------------------------------------------------------------------ how far


def speed(c: Body) -> int:
    """Zones that full movement covers, in half-zones a free movement covers: 2; double if fast, half if hobbled."""
    zones = 2
    profile, sheet = c.sheet.profile, c.sheet
    if profile.fast:
        zones *= 2
    if profile.slow or "hobbled" in sheet.injuries:
        zones = half(zones)
    return zones


def budget(board: MurdhamBoard, c: Body, *, full: bool, special: Special = "") -> int:
    """Half-zones a combatant may move in a turn, all in all (ruling M-1)."""
    zones = speed(c)
    if not full:
        return zones
    if special == "sprint":
        return 4 * zones + (2 if "fleet" in c.sheet.profile.skills else 0)
    return 2 * zones


def left(board: MurdhamBoard, c: Body) -> int:
    """Half-zones that the active combatant may still move as its turn stands."""
    turn = board.state.turn
    return max(0, budget(board, c, full=turn.full, special=turn.special) - turn.halves)


def may_move(board: MurdhamBoard, c: Body) -> bool:
    """Whether a combatant can move at all: not down, entangled or tripped, and it has not taken a steady shot."""
    turn = board.state.turn
    steady = turn.steady and c.id == turn.active
    return c.sheet.up and not entangled(board, c) and c.sheet.tripped < turn.round and not steady


def yet_to_move(board: MurdhamBoard, c: Body) -> bool:
    """Whether the active combatant has taken no step yet but may: a shot now could be one on the move (A-43)."""
    return not board.state.turn.halves and may_move(board, c) and left(board, c) > 0


def ways(board: MurdhamBoard, me: Body, halves: int, special: Special = "", barred: Collection[ZonePlace] = ()) -> Ways:
    """Every place within so many half-zones, with a cheapest way there that enters none of the barred ones.

    The start is left out. Whoever thinks of a move, finds it in the menu and makes it asks for the same: it is kept.
    """
    ground, shut = ground_for(board, me, special), frozenset([*crowded(board, me), *barred])
    if me.sheet.fears:
        return _flood(board, me, halves, ground.steps, shut)
    key = me.at, halves, shut
    found = ground.ways.get(key)
    if found is None:
        if len(ground.ways) >= KEPT_WAYS:
            ground.ways.clear()
        found = ground.ways[key] = _flood(board, me, halves, ground.steps, shut)
    return found


def _flood(board: MurdhamBoard, me: Body, halves: int, steps: Steps, shut: Collection[ZonePlace]) -> Ways:
    best: dict[ZonePlace, int] = {me.at: 0}
    found: dict[ZonePlace, tuple[ZonePlace, ...]] = {me.at: ()}
    rims: list[list[ZonePlace]] = [[me.at], *([] for _ in range(halves + 2))]
    for spent, rim in enumerate(rims):
        for place in rim:
            if best[place] < spent:
                continue
            for there, cost in steps[place]:
                if spent + cost > halves or best.get(there, halves + 1) <= spent + cost:
                    continue
                if there in shut or (me.sheet.fears and approaches(board, me, place, there)):
                    continue
                best[there] = spent + cost
                found[there] = (*found[place], there)
                rims[spent + cost].append(there)
    del found[me.at]
    return found


Steps = dict[ZonePlace, tuple[tuple[ZonePlace, int], ...]]
"""Where half a zone of movement leads from each place, and at what cost."""


class Ground(NamedTuple):
    """One map, with doors and caltrops as they are, to one kind of movement."""

    steps: Steps
    ways: dict[tuple[ZonePlace, int, frozenset[ZonePlace]], Ways]
    """What has been found: from a place, so many half-zones far, with some places shut."""


KEPT_WAYS = 1024
"""Answers that are kept for one kind of movement on one map."""

KEPT_GROUNDS = 256
"""Kinds of movement on one map, with its doors and caltrops in one state or another, that are kept."""

_grounds: PerMapCache[BoundedCache[tuple[object, ...], Ground]] = PerMapCache(lambda: BoundedCache(KEPT_GROUNDS))


def ground_for(board: MurdhamBoard, me: Body, special: Special) -> Ground:
    """The map as it is to one kind of movement."""
    space = board.space
    key = space, special, me.sheet.profile.flies, board.state.turn.caltrops
    return _grounds.of(space).of(key, _ground, board, me, special)


def _ground(board: MurdhamBoard, me: Body, special: Special) -> Ground:
    zones = board.space.zones
    prices = {place: price(board, me, place, special) for place in zones.places}
    steps: Steps = {}
    for place in zones.places:
        around = [(there, prices[there]) for there in zones.halves(place)]
        steps[place] = tuple([(there, cost) for there, cost in around if cost is not None])
    return Ground(steps, {})


# ------------------------------------------------------------------ getting away


def open_to(board: MurdhamBoard, me: Body, halves: int, special: Special = "") -> Ways:
    """Where somebody may go within so many half-zones, and by which way.

    Whoever retreats comes nearer to an exit with it, and keeps clear of every place that holds an enemy (A-98).
    """
    if not me.sheet.retreating:
        return ways(board, me, halves, special)
    out = to_the_exits(board, me)
    now = out.get(me.at, 0)
    found = ways(board, me, halves, special, enemy_held(board, me))
    return {place: way for place, way in found.items() if out.get(place, now) < now}


def enemy_held(board: MurdhamBoard, me: Body) -> frozenset[ZonePlace]:
    """Places, other than where one stands, that hold an enemy one knows of."""
    return frozenset(foe.at for foe in enemies(board, me.side)) - {me.at}


def to_the_exits(board: MurdhamBoard, me: Body) -> dict[ZonePlace, int]:
    """Half-zones from every place to the nearest exit around the enemies; places without such a way are left out."""
    zones, shut = board.space.zones, enemy_held(board, me)
    far: dict[ZonePlace, int] = {place: 0 for place in exits(board) if place not in shut}
    queue = deque(far)
    while queue:
        here = queue.popleft()
        # from a border that has closed one still gets off, but nobody gets onto it
        around = () if zones.closed(here) else zones.touching(here)
        for place in around:
            if place not in far and place not in shut:
                far[place] = far[here] + 1
                queue.append(place)
    return far


def can_retreat(board: MurdhamBoard, me: Body) -> bool:
    """Whether some way to an exit is not barred by enemies: no place on it holds one (ruling M-13)."""
    return me.at in to_the_exits(board, me)


# ------------------------------------------------------------------ going


async def walk(table: MurdhamTable, who: Id, path: Path, special: Special = "") -> None:
    """Half-zone by half-zone, until the way is done or something stops it (A-64)."""
    for place in path:
        if await let_strike(table, who, place):
            return
        if not may_go_on(table, who) or not await master(table, who, place, special):
            return
        cost = price(table, table.now(who), place, special) or 1
        come = step_to(table, who, place)
        table.set_turn(halves=table.state.turn.halves + cost)
        await arrive(table, who, come, special)
        if not may_go_on(table, who):
            return


def may_go_on(table: MurdhamTable, who: Id) -> bool:
    """Whether the mover still stands and is held by nobody (A-64, ruling M-9)."""
    return present(table, who) and may_move(table, table.now(who))


def step_to(table: MurdhamTable, who: Id, place: ZonePlace, how: MoveKind = "walk") -> list[Id]:
    """Half a zone, with whom one holds (A-85); gives who has come to be somewhere else.

    The held goes no farther than its holder: from beside it comes after, from ahead it is caught up with (ruling M-54).
    """
    me = table.now(who)
    table.emit(Moved(who, me.at, place, how))
    held = table.now(me.sheet.grabbing) if me.sheet.grabbing else None
    if held is None or held.at == place:
        return [who]
    table.emit(Moved(held.id, held.at, place if held.at == me.at else me.at, "drag"))
    slip(table, held.id)
    return [held.id, who]


async def arrive(table: MurdhamTable, who: Id, come: list[Id], special: Special) -> None:
    """What a place does to those who have come there, and who may notice the mover."""
    for burnt in table.fresh(come):
        if burning(table, burnt.at):
            await scorch(table, burnt.id)
    me = table.now(who)
    if not me.sheet.hidden or not me.sheet.up:
        return
    if in_front(table, who):
        show(table, who, "walks in front of an enemy")
    elif special != "sneak" and watchers(table, me):
        show(table, who, "moves without sneaking")
    elif special == "sneak":
        await look_about(table, who)


async def sneak(table: MurdhamTable, who: Id) -> None:
    """Rule: sneak. An AGI save to stay unseen: one for the movement of a turn, in however many pieces (A-13)."""
    me = table.now(who)
    if me.sheet.hidden and not await save(table, who, "AGI", "sneaking", "A-94"):
        show(table, who, "is heard")


async def master(table: MurdhamTable, who: Id, place: ZonePlace, special: Special) -> bool:
    """The AGI save that a special movement asks for at a hard place; a failed one ends the movement (A-16).

    Whom one carries falls too from a climb or a gap (ruling M-63).
    """
    me = table.now(who)
    if me.sheet.profile.flies:
        return True
    if not asks(table, place, special) or await save(table, who, "AGI", _DOING[special], "A-16"):
        return True
    if special != "swim":
        dice, held = max(1, fall_dice(table, place)), me.sheet.grabbing
        await tumble(table, who, dice)
        if special != "balance" and present(table, held) and not table.now(held).sheet.profile.flies:
            await tumble(table, held, dice)
    return False


_DOING = {"climb": "climbing", "leap": "leaping", "balance": "balance", "swim": "swimming"}


def asks(board: MurdhamBoard, place: ZonePlace, special: Special) -> bool:
    """Whether entering a place by a special movement takes an AGI save."""
    match special:
        case "climb" | "leap":
            return isinstance(place, OnBorder) and NEEDED.get(board.space.zones.crossing(place).kind) == special
        case "balance":
            return difficult(board, place)
        case "swim":
            return rough(board, place)
        case _:
            return False


def is_special(board: MurdhamBoard, place: ZonePlace, special: Special) -> bool:
    """Whether a place is entered by a special movement itself: sprinters and sneakers do all the way, others where it
    takes a save.
    """
    return special in ("sprint", "sneak") or asks(board, place, special)


def moved(c: Body, place: ZonePlace) -> Body:
    """A combatant as it would be elsewhere."""
    return Body(c.id, c.side, place, c.sheet)


def leave(table: MurdhamTable, who: Id) -> None:
    """Off the map by an exit."""
    me = table.now(who)
    held = me.sheet.grabbing
    table.set(who, grabbing=Id(""))
    if held:
        table.emit(Did(who, "lets go of", "A-86", held))
    fled = me.sheet.retreating
    if not fled:
        table.set_turn(escaped=(*table.state.turn.escaped, who))
    table.set(who, acted=True)
    table.emit(Left(who, "flees" if fled else "leaves the field"))


# ------------------------------------------------------------------ opportunity attacks


async def let_strike(table: MurdhamTable, who: Id, place: ZonePlace | None) -> bool:
    """Rule: Opportunity attacks. Enemies whom a step leaves behind may strike first (A-63, ruling M-8).

    ``place`` is where the step leads, None if off the map.

    Gives whether any did: then the way is broken off, and what is left of the turn is chosen anew (A-64, ruling M-48).
    """
    struck = False
    for foe in table.fresh([c.id for c in passed_by(table, table.now(who), place)]):
        start = table.now(who).at
        if not may_go_on(table, who):
            break
        if not able(table, foe):
            continue
        said = await offer(table, foe, table.now(who))
        if said is None:
            continue
        struck = True
        if back := await strike(table, foe.id, who, said):
            await give_way(table, who, back)
        if table.now(who).at != start:  # it has agreed to fall back
            break
    return struck


async def give_way(table: MurdhamTable, who: Id, path: Path) -> None:
    """Somebody goes out of the way on its own feet, out of its turn: enemies whom it leaves may strike (A-63, M-63).

    It lets go of whom it holds, and whoever is struck goes on as long as it can.
    """
    free(table, who)
    for place in path:
        start = table.now(who).at
        await let_strike(table, who, place)
        if not may_go_on(table, who) or table.now(who).at != start:
            return
        await arrive(table, who, step_to(table, who, place), "")
