"""Movement in half-zones, free, full and special, and opportunity attacks (A-11 to A-16, A-63)."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from typing import NamedTuple

from game.kit.cache import BoundedCache, PerMapCache
from game.kit.combatants import bodies, enemies, present
from game.kit.goals import exits
from game.kit.reactions import react
from game.kit.telling import the
from game.rules.events import Id, Left, Moved, MoveKind
from game.rules.questions import Option, Seat
from game.spatial.places import OnBorder, ZonePlace, written
from rulesets.murdham.play.attack import attack, blast
from rulesets.murdham.play.blow import HOLD_BACK, Blow, Burst, answers, bursts, in_blast, in_sweep
from rulesets.murdham.play.cost import NEEDED, WHOLE_TURN, Path, Special, approaches, fall_dice, price
from rulesets.murdham.play.events import Did, Reacted
from rulesets.murdham.play.geometry import (
    able,
    burning,
    crowded,
    difficult,
    entangled,
    fights,
    half,
    nearby,
    rough,
    taunter,
    watchers,
)
from rulesets.murdham.play.harm import scorch, slip, tumble
from rulesets.murdham.play.nonlethal import free
from rulesets.murdham.play.reactions import spend_turn
from rulesets.murdham.play.saves import in_front, look_about, save, show
from rulesets.murdham.sheet.sheet import Body, MurdhamBoard, MurdhamTable

Strike = Blow | Burst


def passed_by(board: MurdhamBoard, me: Body, place: ZonePlace | None) -> list[Body]:
    """Enemies that a step to a place, or off the map, leaves behind, and that know of it (ruling M-8).

    Not the one whose turn it is, from whom one gives way (ruling M-63).
    """
    if me.sheet.hidden:
        return []
    return [
        foe
        for foe in bodies(board)
        if foe.side != me.side
        and foe.id != board.state.turn.active
        and nearby(board, foe.at, me.at)
        and (place is None or not nearby(board, foe.at, place))
        and able(board, foe)
        and fights(foe)
        and taunter(board, foe) in (None, me.id)
    ]


async def offer(table: MurdhamTable, foe: Body, me: Body) -> Strike | None:
    """Ask one enemy what it strikes with, if it strikes."""
    none: Option[Strike | None] = Option("pass", None, "Let it go")
    why = f"{foe.sheet.profile.name}: {me.sheet.profile.name} moves away"
    options = [*answers(table, foe, me, "opportunity"), *_bursts(table, foe, me)]
    return await react(Seat(foe.side), why, none, options, topic="opportunity attack", who=foe.id, about=(me.id,))


def _bursts(board: MurdhamBoard, foe: Body, me: Body) -> list[Option[Strike | None]]:
    """Blasts and sweeps that would catch the mover, held back last; the taunted may harm nobody besides (A-19)."""
    if taunter(board, foe) is not None:
        return []
    found: list[Option[Strike | None]] = []
    for burst in sorted(bursts(board, foe), key=lambda burst: burst.held_back):
        weapon = foe.sheet.profile.weapon(burst.weapon)
        if "smoke" in weapon.traits:  # which is no attack on anybody
            continue
        hit = in_sweep(board, foe, burst.place) if burst.sweep else in_blast(board, foe, burst.place, weapon)
        if any(c.id == me.id for c in hit):
            zone = board.space.zones.name(burst.place)
            words = "Sweep through" if burst.sweep else "Blast"
            held, more = (HOLD_BACK, ", holding back") if burst.held_back else ("", "")
            key = f"{held}{burst.verb} {burst.weapon} {written(burst.place)}"
            label = f"{words} {zone} with {the(weapon.name)}{more}"
            topic = "opportunity attack"
            found.append(Option(key, burst, label, me.id, burst.place, topic=topic, price=WHOLE_TURN))
    return found


async def strike(table: MurdhamTable, foe: Id, who: Id, said: Strike) -> Path:
    """The attack, which is the turn of whoever makes it; gives the way by which the target agrees to fall back."""
    table.emit(Reacted(foe, "strikes at the leaving", "A-31", who))
    spend_turn(table, foe)
    if isinstance(said, Burst):
        place, key, sweep = said.place, said.weapon, said.sweep
        await blast(table, foe, place, key, how="opportunity", sweep=sweep, held_back=said.held_back)
        return ()
    return await attack(table, said)


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
