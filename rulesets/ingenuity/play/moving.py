"""Moving: a move, sprints, the step, crawling, getting up and lying down, leaving the map (B-22, B-27, B-28, B-43)."""

from __future__ import annotations

from collections.abc import Iterable

from game.kit.cell_masks import ground_of
from game.kit.combatants import bodies, perceives, present
from game.kit.telling import the
from game.kit.things import hazard_dice
from game.rules.dice import Tally
from game.rules.events import Id, Left, Moved
from game.spatial.field import UNIT, Cell
from game.spatial.metric import ALTERNATE
from game.spatial.paths import Reach
from rulesets.ingenuity.play import damage, deeds
from rulesets.ingenuity.play.events import Did
from rulesets.ingenuity.play.geometry import (
    barred,
    beside,
    corners,
    covered,
    dim,
    exit_at,
    metres_between,
    passes,
    surprised,
    taken,
)
from rulesets.ingenuity.sheet.sheet import BLINDED, Body, Harm, IngenuityBoard, IngenuityTable

HAZARD = "d6"
"""What a fire or a trap drawn on the map deals whose strength it does not say (ruling N-16)."""

IN_THE_OPEN = 10
"""Metres within which an ambusher with nothing before it is seen (ruling N-3)."""

HEIGHT = 2 * UNIT
"""Lattice steps that may be climbed with an action, up or down (ruling N-14): two metres."""

ROUGH = 2
"""Metres that a way of one metre may count: over difficult ground one is always possible (ruling N-13)."""


def speed(me: Body) -> int:
    """Metres of one move; half of it crawling (B-22, B-43)."""
    return max(1, me.sheet.profile.speed // 2) if me.sheet.prone else me.sheet.profile.speed


def reach(board: IngenuityBoard, me: Body, metres: int | None = None) -> Reach:
    """Reach of somebody's move, or of some metres, every second diagonal counted as two (B-45)."""
    bar, passed = barred(board, me)
    far = max(ROUGH, speed(me)) if metres is None else metres
    size = me.sheet.profile.cells
    off = ground_of(board.space).perils
    return board.space.reach(me.at, far, size=size, blocked=bar, occupied=passed, metric=ALTERNATE, shunned=off)


def steps(board: IngenuityBoard, me: Body) -> list[Cell]:
    """The places a metre away (B-44)."""
    bar, _ = barred(board, me)
    full, size, (x, y) = taken(board, me.side, me.id), me.sheet.profile.cells, me.at
    near = [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
    return [
        cell for cell in near if board.space.step_ok(me.at, cell, size, bar) and not covered(board, cell, size) & full
    ]


def climbs(board: IngenuityBoard, me: Body) -> list[Cell]:
    """The places beside it that are too high or too low to step to, and not too much so (ruling N-14)."""
    bar, passed = barred(board, me)
    size, near = me.sheet.profile.cells, steps(board, me)
    found = board.space.reach(
        me.at, ROUGH, size=size, blocked=bar, occupied=passed, climb=HEIGHT, drop=HEIGHT, metric=ALTERNATE
    )
    return [cell for cell in found.cells() if cell not in near and len(found.path(cell)) == 1]


# ------------------------------------------------------------------ going


async def move(table: IngenuityTable, who: Id, to: Cell) -> None:
    """Rule: the move of one's own turn, of which there is one (B-22)."""
    table.set_turn(moved=True)
    await walk(table, who, to)


async def walk(table: IngenuityTable, who: Id, to: Cell) -> None:
    """Go up to one's speed, with an action that is no part of one's turn (B-19, B-23)."""
    found = reach(table, table.now(who))
    table.emit(Did(who, _as_far_as("goes", found, to), "B-22"))
    await follow(table, who, found.path(to))


def _as_far_as(how: str, found: Reach, to: Cell) -> str:
    return f"{how} {found.cost(to)} m to {to[0]},{to[1]}"


async def sprint(table: IngenuityTable, who: Id, to: Cell) -> None:
    """Rule: having moved, move again for an action and a point of stamina (B-27)."""
    found = reach(table, table.now(who))
    table.emit(Did(who, _as_far_as("sprints", found, to), "B-27"))
    await follow(table, who, found.path(to))


async def climb(table: IngenuityTable, who: Id, to: Cell) -> None:
    """Climb up or down to a place beside it, with an action for it alone (ruling N-14)."""
    table.emit(Did(who, f"climbs to {to[0]},{to[1]}", "B-22"))
    await follow(table, who, (to,))


async def step(table: IngenuityTable, who: Id, to: Cell) -> None:
    """Rule: a free metre in place of a move (B-44)."""
    table.set_turn(stepped=True)
    table.emit(Did(who, f"steps to {to[0]},{to[1]}", "B-44"))
    await follow(table, who, (to,))


async def follow(table: IngenuityTable, who: Id, path: tuple[Cell, ...]) -> None:
    """Go along a path, cell by cell; who is in the way and was not known stops it, and so does being felled."""
    stand = table.now(who).at
    for cell in path:
        before = table.now(who)
        if _bumps(table, who, (c for c in _shared(table, who, cell) if not passes(before, c))):
            break
        table.emit(Moved(who, before.at, cell))
        if not _shared(table, who, cell):
            stand = cell
        await arrive(table, who, before.at)
        me = table.now(who)
        if not me.sheet.up or me.at != cell or me.sheet.prone != before.sheet.prone:
            break
    me = table.now(who)
    if who in table.state.combatants and not me.sheet.dead and me.at != stand and _shared(table, who, me.at):
        table.emit(Moved(who, me.at, stand))
    if present(table, who) and path and (at := table.now(who).at) != path[-1]:
        table.emit(Did(who, f"stops at {at[0]},{at[1]}", "B-22"))


async def pushed(table: IngenuityTable, who: Id, by: Id, metres: int) -> None:
    """Somebody is driven so many metres straight away from another, as far as there is room (ruling N-41)."""
    other = table.now(by)
    dx, dy = (_away(*pair, table.now(who), other) for pair in zip(table.now(who).at, other.at, strict=True))
    for number in range(1, metres + 1):
        me = table.now(who)
        to, size = (me.at[0] + dx, me.at[1] + dy), me.sheet.profile.cells
        if ALTERNATE.between(number * abs(dx), number * abs(dy)) > metres or to == me.at:
            break
        if not table.space.step_ok(me.at, to, size) or _bumps(table, who, _shared(table, who, to)):
            break
        table.emit(Moved(who, me.at, to, "push"))
        await arrive(table, who, me.at)
        if not present(table, who) or table.now(who).at != to:
            break


def _away(x: int, from_: int, me: Body, other: Body) -> int:
    """Which way along an axis leads away from another body: neither where the two lie level."""
    return (x >= from_ + other.sheet.profile.cells) - (x + me.sheet.profile.cells <= from_)


async def arrive(table: IngenuityTable, who: Id, came: Cell) -> None:
    """What comes of being in another place than before: fire and traps, ambushes found, what others held back."""
    await hazards(table, who, came)
    lurked = table.now(who).sheet.hidden
    spot(table)
    appears = lurked and not table.now(who).sheet.hidden
    await deeds.moment(table, "comes near", who, None if appears else came)


async def hazards(table: IngenuityTable, who: Id, came: Cell) -> None:
    """Fire and traps drawn on the map hurt whoever comes into them, forced or not (ruling N-16)."""
    space, me = table.space, table.now(who)
    size = me.sheet.profile.cells
    before = space.footprint(came, size)
    entered = [cell for cell in space.footprint(me.at, size) if cell not in before]
    for feature in {each.id: each for cell in entered for each in space.features_at(cell)}.values():
        dice = hazard_dice(feature, HAZARD)
        if dice and present(table, who):
            harm: Harm = "fire" if feature.kind == "fire" else "piercing"
            name = feature.name or feature.kind
            rolled = Tally().plus(dice, await table.roll(dice, name, who), "B-47")
            await damage.afflict(table, who, f"in {the(name)}", rolled, harm)


def _shared(table: IngenuityTable, who: Id, at: Cell) -> list[Body]:
    """Who else stands or lies where a body would."""
    mine = covered(table, at, table.now(who).sheet.profile.cells)
    others = (c for c in bodies(table) if c.id != who and not c.sheet.dead)
    return [c for c in others if mine & covered(table, c.at, c.sheet.profile.cells)]


def _bumps(table: IngenuityTable, who: Id, others: Iterable[Body]) -> bool:
    """Whether there is anybody in the way; who was not known comes to light (ruling N-3)."""
    for c in others:
        if not perceives(table, table.now(who).side, c):
            table.set(c.id, hidden=False)
            table.emit(Did(who, "runs into", "B-22", c.id))
        return True
    return False


async def stand_up(table: IngenuityTable, who: Id) -> None:
    """Rule: get up from being prone (B-28)."""
    table.set(who, prone=False)
    table.emit(Did(who, "gets up", "B-28"))


async def drop_prone(table: IngenuityTable, who: Id) -> None:
    """Rule: lie down, which is free (B-43)."""
    table.set(who, prone=True)
    table.emit(Did(who, "drops to the ground", "B-43"))


async def leave(table: IngenuityTable, who: Id) -> None:
    """Leave the fight over the rim of the map, or by an exit (ruling N-17)."""
    table.set_turn(escaped=(*table.state.turn.escaped, who))
    table.set(who, hidden=False)
    table.emit(Left(who, "leaves the fight"))


def at_exit(board: IngenuityBoard, me: Body) -> bool:
    """Whether somebody stands where it could leave the map: rim, exit, or the ground its side is to escape by."""
    size = me.sheet.profile.cells
    if exit_at(board, me.at, size):
        return True
    chain = board.setup.objective(me.side).chain
    cells = [cell for each in chain if each.goal == "escape" for cell in each.cells]
    return any(cell in cells for cell in board.space.footprint(me.at, size))


# ------------------------------------------------------------------ being seen


def spot(table: IngenuityTable) -> None:
    """Those in ambush are found by a foe beside them, or one near with nothing between (ruling N-3)."""
    for c in table.fresh([c.id for c in bodies(table) if c.sheet.hidden]):
        for eye in bodies(table):
            if eye.side == c.side or not eye.sheet.up or eye.sheet.hidden or surprised(table, eye):
                continue  # that one in ambush has found another would give it away itself
            if beside(table, eye, c) or _in_the_open(table, eye, c):
                table.set(c.id, hidden=False)
                break


def _in_the_open(board: IngenuityBoard, eye: Body, c: Body) -> bool:
    """Whether somebody near sees another with nothing between."""
    if eye.sheet.has(BLINDED) or metres_between(board, eye, c) > IN_THE_OPEN:
        return False
    return corners(board, eye, c) == 8 and not dim(board, eye, c.at, c.sheet.profile.cells)
