"""Rule: Combat Maneuvers. Shoving, grappling, and what follows a hold."""

from __future__ import annotations

from dataclasses import dataclass

from game.kit.cell_masks import ground_of
from game.kit.combatants import NOBODY, present
from game.kit.conditions import lift
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.questions import Family, Menu, Option, Seat
from game.spatial.field import Cell
from game.spatial.metric import FALL
from game.spatial.paths import Reach
from rulesets.sovereign.play.effects import bumps, come_to, hazards, move_by_force
from rulesets.sovereign.play.events import AttackSpoiled, Checked, Did
from rulesets.sovereign.play.geometry import FEET, barred, covered, held, holders, occupied
from rulesets.sovereign.play.numbers import OPPOSED, best_check, check_tally, size_penalty
from rulesets.sovereign.sheet.sheet import SCREENING, Body, SovereignBoard, SovereignTable

DRAG = 2
"""Cells that a grappler drags its victim: 10 ft (E-80)."""


async def opposed(table: SovereignTable, who: Id, against: Id, mine: Tally, its: Tally, what: str, rule: str) -> bool:
    """An opposed check: whoever would change how things stand needs 8 and the other's number (RULES 5.2)."""
    faces = await table.roll("2d6", what, who)
    needed = OPPOSED + its.total
    passed = faces + mine.total >= needed
    table.emit(Checked(who, f"{what} {table.now(against).sheet.profile.name}", faces, mine, needed, passed, rule))
    return passed


def brawn(me: Body) -> Tally:
    """STR/Brawl."""
    return check_tally(me, "STR", "Brawl")


def burden(me: Body, target: Body) -> Tally:
    """STR/Brawl of an attacker against somebody perhaps bigger (E-81)."""
    return brawn(me).plus("its size", size_penalty(me, target), "E-81")


def footing(me: Body) -> Tally:
    """STR/Brawl or STR/Exert, whichever is better: who shoves, and who is shoved (E-74)."""
    return best_check(me, ("STR", "Brawl"), ("STR", "Exert"))


def pushing(me: Body, target: Body) -> Tally:
    """The same of somebody who shoves another, perhaps a bigger one (E-81)."""
    return footing(me).plus("its size", size_penalty(me, target), "E-81")


def room_beside(board: SovereignBoard, body: Body, side: str) -> list[Cell]:
    """Cells a body can be forced to: a step away, over no wall and up no ledge, down any (ruling S-53); in row order.

    Its friends bar no corner to it, as in a step of its own (E-06). ``side`` does the forcing: it is not stopped by
    whom it does not know of until it comes to it.
    """
    space, size = board.space, body.sheet.profile.size
    taken, bar = occupied(board, side, body.id), barred(board, body, by=side)[0]
    x0, y0 = body.at
    return [
        (x, y)
        for y in range(y0 - 1, y0 + 2)
        for x in range(x0 - 1, x0 + 2)
        if space.step_ok(body.at, (x, y), size, bar, FALL) and not taken & covered(board, (x, y), size)
    ]


async def shoved(table: SovereignTable, who: Id, target: Id) -> None:
    """Rule: Shoving. The target is forced into an adjacent square or knocked prone."""
    me, it = table.now(who), table.now(target)
    if not await opposed(table, who, target, pushing(me, it), footing(it), "shoving", "E-74"):
        return
    me, it = table.now(who), table.now(target)
    name = it.sheet.profile.name
    prone: Option[Cell | None] = Option("prone", None, f"Knock {name} prone", target=target, verb="knock")
    push: Family[Cell | None] = Family(
        "push",
        room_beside(table, it, me.side),
        lambda key, at: Option(key, at, f"Force {name} to {at[0]},{at[1]}", place=at),
    )
    to = await table.choose(
        Seat(me.side), f"{me.sheet.profile.name} shoves {name}", Menu([prone], [push]), who=who, about=(target,)
    )
    table.emit(Did(who, "shoves", "E-74", target))
    if to is None:
        table.set(target, prone=True)
        table.emit(Did(target, "falls prone", "E-74"))
    else:
        let_go(table, target)
        await move_by_force(table, target, to, "push", who)


async def seized(table: SovereignTable, who: Id, target: Id) -> None:
    """Rule: Grappling. After an unarmed hit, an opposed STR/Brawl check."""
    me, it = table.now(who), table.now(target)
    if await opposed(table, who, target, burden(me, it), brawn(it), "grappling", "E-75"):
        lift(table, who, SCREENING)
        table.set(who, grappling=target)
        table.emit(Did(who, "grapples", "E-75", target))


def let_go(table: SovereignTable, who: Id) -> None:
    """End every hold that a combatant has or is in."""
    table.set(who, grappling=NOBODY)
    for holder in table.fresh([c.id for c in holders(table, who)]):
        table.set(holder.id, grappling=NOBODY)


async def break_free(table: SovereignTable, who: Id) -> None:
    """Rule: a Main Action and one check, compared with every holder (E-76, E-77)."""
    me = table.now(who)
    mine = brawn(me)
    faces = await table.roll("2d6", "breaking free", who)
    for holder in table.fresh([c.id for c in holders(table, who)]):
        needed = OPPOSED + burden(holder, me).total
        passed = faces + mine.total >= needed
        table.emit(Checked(who, f"breaking {holder.sheet.profile.name}'s hold", faces, mine, needed, passed, "E-76"))
        if passed:
            table.set(holder.id, grappling=NOBODY)


@dataclass(frozen=True, slots=True)
class Haul:
    """The end of a grappler's haul: 10 ft along, or thrown 5 ft."""

    to: Cell
    thrown: bool


def hauls(board: SovereignBoard, me: Body) -> list[Family[Haul]]:
    """Cells a held target can be dragged or thrown to. Who is held in turn can't go anywhere (E-78), but can throw."""
    target = board.now(me.sheet.grappling)
    name = target.sheet.profile.name
    spots: list[Cell] = []
    if not held(board, me.id):
        spots = [
            cell
            for cell in _drag_reach(board, me, target).cells()
            if cell != me.at and _beside_after(board, me, target, cell)
        ]
    return [
        Family(
            "drag",
            spots,
            lambda key, at: Option(key, Haul(at, False), f"Drag {name} along to {at[0]},{at[1]}", place=at),
        ),
        Family(
            "hurl",
            room_beside(board, target, me.side),
            lambda key, at: Option(key, Haul(at, True), f"Throw {name} prone at {at[0]},{at[1]}", place=at),
        ),
    ]


def _drag_reach(board: SovereignBoard, me: Body, target: Body) -> Reach:
    """Where a grappler can walk with its victim, which is no more in its way than before it, fires rather round."""
    bar, _, _ = barred(board, me)
    its_bar = bar & ~covered(board, target.at, target.sheet.profile.size)
    off = ground_of(board.space).perils
    return board.space.reach(me.at, DRAG, size=me.sheet.profile.size, blocked=its_bar, shunned=off)


def _beside_after(board: SovereignBoard, me: Body, target: Body, cell: Cell) -> Cell | None:
    """Where the dragged victim ends: a step from the grappler's new cell, nearest to where the grappler came from."""
    space, size, its = board.space, me.sheet.profile.size, target.sheet.profile.size
    others, new = occupied(board, me.side, me.id, target.id), covered(board, cell, size)
    if others & new:
        return None
    spots = [
        (x, y)
        for y in range(cell[1] - its, cell[1] + size + 1)
        for x in range(cell[0] - its, cell[0] + size + 1)
        if space.standable((x, y), its)
        and not (others | new) & covered(board, (x, y), its)
        and any(space.step_ok(p, q) for p in space.footprint(cell, size) for q in space.footprint((x, y), its))
    ]
    x0, y0 = me.at

    def nearness(spot: Cell) -> tuple[int, int, int, int]:
        x, y = spot
        return space.distance(spot, me.at, its, size), abs(x - x0) + abs(y - y0), y, x

    return min(spots, key=nearness, default=None)


async def haul(table: SovereignTable, who: Id, where: Haul) -> None:
    """Rule: moving the held: a Main Action and an opposed check; to lose it frees the victim (E-80).

    Others who hold the victim too keep it only while it is in their reach (ruling S-55).
    """
    me, it = table.now(who), table.now(table.now(who).sheet.grappling)
    target = it.id
    if not await opposed(table, who, target, burden(me, it), brawn(it), "hauling", "E-80"):
        table.set(who, grappling=NOBODY)
        return
    table.emit(Did(who, "throws" if where.thrown else "drags", "E-80", target))
    if where.thrown:
        let_go(table, target)
        table.set(target, prone=True)
        await move_by_force(table, target, where.to, "throw", who)
        return
    me, it = table.now(who), table.now(target)
    beside, way = _beside_after(table, me, it, where.to), _drag_reach(table, me, it)
    if beside is None or where.to not in way:
        table.emit(AttackSpoiled(who, "has no room to go there", "E-80"))
    elif not (bumps(table, who, where.to, target) or bumps(table, target, beside, who)):
        for cell in way.path(where.to):
            came = table.now(who).at
            come_to(table, who, cell)
            await hazards(table, who, came)
            if not present(table, who):
                return
        await move_by_force(table, target, beside, "drag", who)
    lose_grips(table)


def lose_grips(table: SovereignTable) -> None:
    """Whoever no longer has in reach whom it holds has lost it (ruling S-55)."""
    for holder in table.fresh([c.id for c in table.state.combatants.values() if c.sheet.grappling]):
        victim = table.state.combatants.get(holder.sheet.grappling)
        size = holder.sheet.profile.size
        if victim is None or not table.space.within(
            holder.at, size, holder.sheet.profile.reach // FEET, victim.sheet.profile.size
        ) & covered(table, victim.at, 1):
            table.set(holder.id, grappling=NOBODY)
            table.emit(Did(holder.id, "loses hold of", "E-80", holder.sheet.grappling))
