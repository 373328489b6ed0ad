"""Moving in parts, cell by cell; flight, and leaving the map past foes (D-13, D-15, D-23, D-45); threatened cells."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from game.kit.cell_masks import bursting, by_hand, from_afar, ground_of, threat
from game.kit.combatants import bodies, perceives, present
from game.kit.things import Operation, at_doors
from game.rules.action import refusal
from game.rules.events import Id, Left, Moved
from game.rules.planning_model import Mask
from game.rules.questions import Refusal
from game.rules.ruleset import Threat
from game.spatial.field import Cell
from game.spatial.metric import ONE
from game.spatial.paths import Reach, bits
from rulesets.glog.play import spells
from rulesets.glog.play.assaults import answer
from rulesets.glog.play.attack import at_hand, modes, unready
from rulesets.glog.play.effects import fall, hazards
from rulesets.glog.play.events import Did
from rulesets.glog.play.gear import handed, operate, operations, quick
from rulesets.glog.play.geometry import (
    NIGHT,
    adjacent,
    barred,
    beside,
    covered,
    exits,
    held,
    hostile,
    metric,
    unseen_well,
)
from rulesets.glog.sheet.roster import Spell
from rulesets.glog.sheet.sheet import CELL, FEET, STANDING, Body, GlogBoard, GlogTable

OVERLOADED = 10
"""Feet that too much of a load takes from combat speed (ruling G-26)."""

EVER = 100_000 * CELL
"""Farther than any way on a map."""


def speed(me: Body) -> int:
    """Feet of combat speed (D-13): less for heavy armour, less for whoever carries more than its Might has slots."""
    sheet = me.sheet
    return max(FEET, sheet.profile.speed - OVERLOADED * int(sheet.load > sheet.profile.slots))


def allowance(me: Body) -> int:
    """Thousandths of a cell that it may still walk this turn: its speed, and once more if it sprints (D-15)."""
    return speed(me) * CELL // FEET * (1 + me.sheet.sprinted) - me.sheet.moved


def feet_left(me: Body, more: int = 0) -> int:
    """The same as it is told, after a way of so much ``more``: with what ways are told to cost it adds up to its speed.

    Where less than a cell is left no more is told than there is.
    """
    left, moved = allowance(me) - more, me.sheet.moved + more
    return speed(me) * (1 + me.sheet.sprinted) - moved * FEET // CELL if left >= CELL else max(0, left) * FEET // CELL


def rooted(board: GlogBoard, me: Body) -> Refusal | None:
    """Why somebody can't leave its cell; None if it can."""
    sheet = me.sheet
    if sheet.has("pinned"):
        return refusal("pinned: it is stuck where it is", "D-36")
    if sheet.grappling or held(board, me.id):
        return refusal("held fast in a grapple", "D-38")
    return None


def bound(board: GlogBoard, me: Body) -> Refusal | None:
    """Why somebody can't go anywhere from where it is; None if it is on its feet, and free to go."""
    why = rooted(board, me)
    return refusal("it lies on the ground; get up first", "D-13") if why is None and me.sheet.prone else why


def no_walk(board: GlogBoard, me: Body) -> Refusal | None:
    """Why somebody can't walk on; None if it can."""
    why = bound(board, me)
    if why is None and allowance(me) < CELL:
        return refusal("combat speed is used up" + ("" if me.sheet.sprinted else "; sprint for more"), "D-13")
    return why


def no_rising(me: Body) -> Refusal | None:
    """Why somebody who lies can't get up; None if it can."""
    if allowance(me) >= STANDING * CELL // FEET:
        return None
    return refusal(f"it takes {STANDING} ft of speed, and {feet_left(me)} ft are left", "D-13")


def no_sprint(board: GlogBoard, me: Body) -> Refusal | None:
    """Why somebody can't sprint; None if it can."""
    return refusal("once a turn", "D-15") if me.sheet.sprinted else rooted(board, me)


def reach(board: GlogBoard, me: Body, budget: int | None = None) -> Reach:
    """Where somebody can walk with what is left of its speed, or with a ``budget`` in thousandths of a cell."""
    bar, friends = barred(board, me)
    counted = metric(board)
    far = allowance(me) if budget is None else budget
    far = far // CELL if counted is ONE else far
    size = me.sheet.profile.cells
    off = ground_of(board.space).perils
    return board.space.reach(me.at, max(0, far), size=size, blocked=bar, occupied=friends, metric=counted, shunned=off)


def cost(board: GlogBoard, found: Reach, at: Cell) -> int:
    """Thousandths of a cell that the way to a place costs."""
    return found.cost(at) * (CELL if metric(board) is ONE else 1)


async def walk(table: GlogTable, who: Id, to: Cell) -> None:
    """Walk a part of the way that is left (D-13); leaving a foe's side is free (ruling G-16)."""
    me = table.now(who)
    await follow(table, who, reach(table, me), to)


async def follow(table: GlogTable, who: Id, found: Reach, to: Cell) -> None:
    """Go to a place, cell by cell, for what it costs; who is in the way and was not known stops it."""
    feet = cost(table, found, to) * FEET // CELL
    table.emit(Did(who, f"goes {feet} ft to {to[0]},{to[1]}", "D-13"))
    stand, paid, before = table.now(who).at, 0, table.now(who).sheet.moved
    for cell in found.path(to):
        if _bumps(table, who, cell):
            break
        came = table.now(who).at
        table.emit(Moved(who, came, cell))
        mine = covered(table, cell, table.now(who).sheet.profile.cells)
        others = (c for c in bodies(table) if c.id != who and c.sheet.up)
        if not any(mine & covered(table, c.at, c.sheet.profile.cells) for c in others):
            stand, paid = cell, cost(table, found, cell)
        await hazards(table, who, came)
        if not present(table, who):
            break
    me = table.now(who)
    if me.sheet.up and me.at != stand:
        table.emit(Moved(who, me.at, stand))
    if me.sheet.up and stand != to:
        table.emit(Did(who, f"stops at {stand[0]},{stand[1]}", "D-13"))
    table.set(who, moved=before + paid)


def _bumps(table: GlogTable, who: Id, cell: Cell) -> bool:
    """Whether somebody whom the walker did not know of stands in the next cell; it comes to light (ruling G-23)."""
    me = table.now(who)
    mine = covered(table, cell, me.sheet.profile.cells)
    for c in bodies(table):
        if not c.sheet.up or not mine & covered(table, c.at, c.sheet.profile.cells):
            continue
        if not perceives(table, me.side, c):
            table.set(c.id, hidden=False)
            table.emit(Did(who, "runs into", "D-05", c.id))
            return True
        if hostile(table, me.side, c.side):
            return True
    return False


async def stand_up(table: GlogTable, who: Id) -> None:
    """Getting up costs a part of the way (ruling G-21)."""
    table.set(who, prone=False, moved=table.now(who).sheet.moved + STANDING * CELL // FEET)
    table.emit(Did(who, "gets up", "D-13"))


async def sprint(table: GlogTable, who: Id) -> None:
    """Rule: combat speed once more, for the action (D-15)."""
    table.set(who, sprinted=True)
    table.emit(Did(who, "sprints", "D-15"))


# ------------------------------------------------------------------ leaving


def at_exit(board: GlogBoard, me: Body) -> bool:
    """Whether somebody stands where it could leave the map: rim, exit, or the ground its side is to escape by."""
    if board.space.mask([me.at]) & exits(board, me.sheet.profile.cells):
        return True
    aim = board.setup.objective(me.side)
    cells = [cell for each in aim.chain if each.goal == "escape" for cell in each.cells]
    return any(cell in cells for cell in board.space.footprint(me.at, me.sheet.profile.cells))


def no_retreat(board: GlogBoard, me: Body) -> Refusal | None:
    """Why somebody can't leave the map from where it is; None if it can."""
    return bound(board, me) if at_exit(board, me) else refusal("the map is left at its rim, or by an exit", "D-23")


async def retreat(table: GlogTable, who: Id) -> None:
    """Rule: leave the encounter. Foes beside answer as it turns its back, blows past Grit (D-23, ruling G-16)."""
    table.emit(Did(who, "breaks away", "D-23"))
    for foe in table.fresh([c.id for c in beside(table, table.now(who))]):
        if adjacent(table, foe, table.now(who)):
            await answer(table, foe.id, who, "opportunist strike", "turns its back", "takes the chance", "D-23")
        me = table.now(who)
        if not me.sheet.acts or no_retreat(table, me) is not None:
            return
    table.set_turn(escaped=(*table.state.turn.escaped, who))
    table.set(who, hidden=False)
    table.emit(Left(who, "leaves the fight"))


# ------------------------------------------------------------------ flight


class Escape(NamedTuple):
    """The nearest way out of somebody in flight."""

    path: tuple[Cell, ...]
    """Cells to go, as far as the first door that is shut on it; none where it stands before that, or at the way out."""
    door: Operation | None
    """What must be opened there."""


def way_out(board: GlogBoard, me: Body) -> Escape | None:
    """The quickest way off the map, through shut doors that are not locked too (ruling G-18); None if there is none."""
    if rooted(board, me) is not None:
        return None
    ways = [_escape(board, board, me), _escape(board, _ajar(board), me) if handed(me.sheet) else None]
    return min((way for way in ways if way is not None), key=lambda way: way[0], default=(0, None))[1]


def _ajar(board: GlogBoard) -> GlogBoard:
    """The same moment with every door open that is not locked."""
    edges = ((edge, edge.a) for edge in board.setup.field.edges if edge.kind in ("door", "portcullis"))
    shut = {found.edge for found in at_doors(board, edges) if found.verb == "open"}
    return board.moment(replace(board.state, open_edges=tuple(sorted({*board.state.open_edges, *shut}))))


def _escape(board: GlogBoard, then: GlogBoard, me: Body) -> tuple[int, Escape] | None:
    """The nearest way out with doors as they are ``then``, and its cost: to spend the action on one costs a sprint."""
    found, size = reach(then, me, EVER), me.sheet.profile.cells
    ends = exits(board, size)
    nearest = next((places & ends for _, places in found.by_cost() if places & ends), 0)
    if not nearest:
        return None
    row, column = divmod(next(bits(nearest)), board.space.width)
    end = column, row
    path, paid, first = found.path(end), cost(board, found, end), None
    for index, (here, there) in enumerate(pairwise((me.at, *path))):
        for door in _between(board, then, replace(me, at=here), there):
            first = first or Escape(path[:index], door)
            paid += 0 if quick(door) else speed(me) * CELL // FEET
    return paid, first or Escape(path, None)


def _between(board: GlogBoard, then: GlogBoard, me: Body, there: Cell) -> list[Operation]:
    """The doors that must be opened for a step that is open to somebody ``then``."""
    size = me.sheet.profile.cells
    if board.space.step_ok(me.at, there, size):
        return []

    def bars(door: Operation) -> bool:
        """Whether the step could not be made with all of them open but this one."""
        others = then.space.open_edges - {door.edge}
        return not board.space.with_open(others).step_ok(me.at, there, size)

    return [door for door in operations(board, me) if door.verb == "open" and bars(door)]


async def flee(table: GlogTable, who: Id) -> None:
    """A whole turn of flight: get up, run for the nearest way out, open what is shut on it, sprint, be gone (G-18)."""
    me = table.now(who)
    if me.sheet.prone and rooted(table, me) is None:
        if no_rising(me) is not None:
            return
        await stand_up(table, who)
    while await _flees_on(table, who):
        pass


async def _flees_on(table: GlogTable, who: Id) -> bool:
    """Run as far as speed goes, then spend the action, or open a light door; whether that leads on this turn."""
    way = way_out(table, table.now(who))
    if way is None:
        fall(table, who, "surrendered")
        return False
    door = way.door
    stop = way.path[-1] if way.path else table.now(who).at
    short = reach(table, table.now(who))
    last = max((index for index, cell in enumerate(way.path) if cell in short), default=-1)
    if last >= 0:
        await follow(table, who, short, way.path[last])
    if not present(table, who):
        return False
    me = table.now(who)
    opens = door is not None and me.at == stop
    free = opens and door is not None and quick(door)
    if not (me.sheet.action or free):
        return False
    if not free:
        table.set(who, action=False)
    if opens and door is not None:
        await operate(table, who, door)
        return True
    if at_exit(table, me):
        await retreat(table, who)
        return False
    await sprint(table, who)
    return True


def threatened(board: GlogBoard, who: Id) -> Threat[Cell]:
    """Every cell in which it could attack somebody; ``board`` is one on which its turn has begun."""
    me = board.now(who)
    if not me.sheet.action:
        return Threat(frozenset(), frozenset())
    space, size, goes, hits = board.space, me.sheet.profile.cells, _goes(board, me), 0
    ground = ground_of(space)
    dim = [at for at in bits(ground.steps(1).stand) if unseen_well(board, me, ground.cell(at), 1)]
    gloom = sum(1 << number for number in dim)  # cells in which somebody is not well seen
    for key in at_hand(me):
        weapon = me.sheet.weapon(key)
        if unready(me.sheet, key) is not None:
            continue
        for mode in modes(weapon):
            if mode == "melee":
                hits |= by_hand(space, goes, size, 1)
            else:
                hits |= from_afar(space, goes, size, lambda at, far=weapon.range: _aimed(board, at, size, far, gloom))  # type: ignore[misc]
    for spell, _ in spells.workable(me):
        hits |= _cast(board, me, goes, spell)
    return threat(space, goes, hits)


def _goes(board: GlogBoard, me: Body) -> Mask:
    """Everywhere that a walk ends, its own place among it; who lies gets up first, a part of the way (D-13)."""
    here, left = ground_of(board.space).bit(me.at), allowance(me)
    if rooted(board, me) is not None:
        return here
    if me.sheet.prone:
        left -= STANDING * CELL // FEET
        me = replace(me, sheet=replace(me.sheet, prone=False))
    return here | reach(board, me, left).mask if left >= CELL else here


def _within(board: GlogBoard, at: Cell, size: int, feet: int) -> Mask:
    """Cells at most so many feet from a body at a place: ``geometry.feet_to``."""
    ground, counted = ground_of(board.space), metric(board)
    far = feet // FEET if counted.unit == 1 else (feet + 1) * CELL // FEET - 1
    return ground.disc(at, size, far, 1, counted) | ground.near(at, size, 1)


def _aimed(board: GlogBoard, at: Cell, size: int, feet: int, gloom: Mask) -> Mask:
    """Cells near enough for a shot: in the gloom nothing beyond some feet can be aimed at (D-21)."""
    near = _within(board, at, size, feet)
    return near & (~gloom | _within(board, at, size, NIGHT)) if feet > NIGHT else near


def _cast(board: GlogBoard, me: Body, goes: Mask, spell: Spell) -> Mask:
    """Cells in which a spell would find somebody it is meant for."""
    space, size = board.space, me.sheet.profile.cells
    if spell.target == "ally" or spell.effect == "light":
        return 0
    if spell.touch:
        return by_hand(space, goes, size, 1)
    found = from_afar(space, goes, size, lambda at: _within(board, at, size, spell.range))
    if spell.target == "foe":
        return found
    return bursting(space, found, lambda at: _within(board, at, 1, spell.radius), -(-spell.radius // FEET))
