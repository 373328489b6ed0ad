"""Movement, cell by cell, and the attacks of opportunity that it draws."""

from __future__ import annotations

from functools import partial

from game.kit.company import enemies, present
from game.kit.windows import react
from game.rules.events import Id, Moved
from game.rules.questions import About, Option, Seat
from game.spatial.field import Cell
from game.spatial.paths import Reach
from rulesets.sovereign.attack import attack
from rulesets.sovereign.blow import Blow, attacks, possible, wielded
from rulesets.sovereign.effects import hazards
from rulesets.sovereign.events import AttackSpoiled, Did, Reacted
from rulesets.sovereign.instants import WINDOW, Occasion
from rulesets.sovereign.numbers import attack_tally
from rulesets.sovereign.reading import (
    FEET,
    barred,
    covered,
    feet_between,
    foes,
    held,
    in_clinch,
    may_oppose,
    obscured,
    pace,
    perceives,
    threatened_areas,
    threatens,
)
from rulesets.sovereign.sheet import Body, SovereignBoard, SovereignTable, Weapon
from rulesets.sovereign.snapping import may_snap


async def set_out(table: SovereignTable, who: Id, to: Cell, *, provokes: bool = True) -> None:
    """Go to a cell by the way that is best now; what was answered to the move may have stopped it."""
    me = table.now(who)
    reach = run_reach(table, me) if can_walk(table, me) else None
    if reach is None or to not in reach:
        table.emit(AttackSpoiled(who, "the move is stopped before it begins", "E-45"))
    else:
        await walk(table, who, reach.path(to), provokes=provokes)


async def walk(table: SovereignTable, who: Id, path: tuple[Cell, ...], *, provokes: bool = True) -> bool:
    """Move along a path, one cell at a time; gives whether its end was reached.

    Leaving a foe's melee range draws one attack of opportunity from that foe (E-45, ruling S-8); moving within it
    draws none. Whoever comes within the attack of somebody who could answer with an Instant may be answered there.
    """
    struck: list[Id] = []
    stand = table.now(who).at
    arrived = True
    for cell in path:
        if provokes and not await _leave(table, who, cell, struck):
            arrived = False
            break
        me = table.now(who)
        if not _enter(table, me, cell):
            arrived = False
            break
        before = _who_could_answer(table, me)
        table.emit(Moved(who, me.at, cell))
        if not _shares_cell(table, table.now(who)):
            stand = cell
        await hazards(table, who, me.at)
        after = _who_could_answer(table, table.now(who)) if before is not None else []
        if after and any(c not in (before or []) for c in after):
            await WINDOW.open(table, Occasion("in sight", who))
        if not present(table, who) or in_clinch(table, table.now(who)) or table.now(who).at != cell:
            arrived = False
            break
    me = table.now(who)
    if me.sheet.up and _shares_cell(table, me):
        table.emit(Moved(who, me.at, stand))
    if me.sheet.up and not arrived:
        x, y = table.now(who).at
        table.emit(Did(who, f"stops at {x},{y}", "E-06"))
    _note_whereabouts(table, who)
    return arrived


async def _leave(table: SovereignTable, who: Id, cell: Cell, struck: list[Id]) -> bool:
    """Attacks of opportunity for leaving melee range; False if the mover can't go on."""
    me = table.now(who)
    size = me.sheet.profile.size
    for foe in table.fresh([c.id for c in enemies(table, me.side)]):
        me = table.now(who)
        if foe.id in me.sheet.disengaged or foe.id in struck:
            continue
        if may_oppose(table, foe) and threatens(table, foe, me.at, size) and not threatens(table, foe, cell, size):
            struck.append(foe.id)
            at = me.at
            await opportunity(table, foe.id, who)
            if not present(table, who) or in_clinch(table, table.now(who)) or table.now(who).at != at:
                return False
    return True


def _enter(table: SovereignTable, me: Body, cell: Cell) -> bool:
    """Whether the next cell can be entered; what hides there comes to light."""
    size = me.sheet.profile.size
    space = table.space
    mask = covered(table, cell, size)
    for c in table.state.combatants.values():
        if c.side == me.side or not mask & covered(table, c.at, c.sheet.profile.size):
            continue
        if c.sheet.up and not perceives(table, me.side, c):
            table.set(c.id, hidden=False, known=True)
            table.emit(Did(me.id, "runs into", "E-11", c.id))
            return False
    bar, _, _ = barred(table, me)
    return not mask & bar and space.step_ok(me.at, cell, size, bar)


def _shares_cell(board: SovereignBoard, me: Body) -> bool:
    mask = covered(board, me.at, me.sheet.profile.size)
    for c in board.state.combatants.values():
        if mask & covered(board, c.at, c.sheet.profile.size) and c.id != me.id and c.sheet.up:
            return True
    return False


def _who_could_answer(board: SovereignBoard, me: Body) -> list[Id] | None:
    """Foes with an Instant to spare that could attack the mover where it stands; None: nobody has one."""
    ready = [
        c
        for c in board.state.combatants.values()
        if c.side != me.side
        and c.sheet.up
        and not c.sheet.surprised
        and not c.sheet.hidden
        and c.sheet.main
        and (c.sheet.holding or may_snap(c))
    ]
    if not ready:
        return None
    return [c.id for c in ready if next(attacks(board, c, me, wielded(board, c)), None) is not None]


def _note_whereabouts(table: SovereignTable, who: Id) -> None:
    """In darkness or smoke a combatant's cell is known only to foes beside it (E-64)."""
    me = table.now(who)
    if not me.sheet.up or me.sheet.hidden:
        return
    if obscured(table, me):
        near = any(feet_between(table, me, foe) <= FEET for foe in enemies(table, me.side))
        table.set(who, known=near)
    else:
        table.set(who, known=True)


async def provoke(table: SovereignTable, who: Id, *, leaving: bool = False) -> bool:
    """An action that lets adjacent armed foes strike (E-19, E-21); False if the combatant can't go on with it.

    ``leaving``: it leaves the map, so that all strike who have it in their reach, adjacent or not (E-45).
    """
    me = table.now(who)
    for foe in table.fresh([c.id for c in enemies(table, me.side)]):
        if _may_strike(table, foe, table.now(who)) and _near_enough(table, foe, table.now(who), leaving):
            await opportunity(table, foe.id, who)
            if not present(table, who):
                return False
    return True


def provoked(board: SovereignBoard, me: Body) -> list[Id]:
    """Who would get an attack of opportunity from an action taken here."""
    return [foe.id for foe in foes(board, me.side) if _may_strike(board, foe, me) and _near_enough(board, foe, me)]


def _may_strike(board: SovereignBoard, foe: Body, me: Body) -> bool:
    """Whether a foe may make attacks of opportunity, and on this combatant (E-46)."""
    return foe.id not in me.sheet.disengaged and may_oppose(board, foe)


def attackers(board: SovereignBoard, me: Body) -> list[Id]:
    """The armed foes to disengage from: those beside a combatant, and those in whose reach it stands (S-49)."""
    size = me.sheet.profile.size
    return [foe.id for foe in foes(board, me.side) if threatens(board, foe, me.at, size)]


def _near_enough(board: SovereignBoard, foe: Body, me: Body, leaving: bool = False) -> bool:
    """Whether a foe is adjacent, or at least has one in its reach, with no wall between (ruling S-48)."""
    near = leaving or feet_between(board, foe, me) <= FEET
    return near and threatens(board, foe, me.at, me.sheet.profile.size)


def opposed_by(board: SovereignBoard, me: Body) -> list[Id]:
    """The attackers from whom a combatant has not disengaged yet."""
    return [foe for foe in attackers(board, me) if foe not in me.sheet.disengaged]


def provoked_on(board: SovereignBoard, me: Body, path: tuple[Cell, ...]) -> list[tuple[Id, Cell]]:
    """Who would get an attack of opportunity on a path, each with the cell that would be left."""
    size = me.sheet.profile.size
    able = [foe for foe in foes(board, me.side) if _may_strike(board, foe, me)]
    found: list[tuple[Id, Cell]] = []
    at = me.at
    for cell in path:
        for foe in able:
            leaves = threatens(board, foe, at, size) and not threatens(board, foe, cell, size)
            if leaves and foe.id not in [who for who, _ in found]:
                found.append((foe.id, at))
        at = cell
    return found


async def opportunity(table: SovereignTable, foe: Id, who: Id) -> None:
    """Rule: Attack of Opportunity. A free melee attack, Shock and all (E-19)."""
    it, me = table.now(foe), table.now(who)
    topic = "attack of opportunity"
    options = [
        Option(
            f"strike {weapon.key}",
            weapon.key,
            f"Strike with the {weapon.name}",
            target=who,
            topic=topic,
            look=partial(_strike_about, table, it, me, weapon),
        )
        for weapon in wielded(table, it)
        if possible(table, it, me, weapon, "melee")
    ]
    why = f"{it.sheet.profile.name}: {topic} on {me.sheet.profile.name}?"
    let_go = Option("pass", "", "Let it go")
    key = await react(Seat(it.side), why, let_go, options, topic=topic, who=foe, about=(who,))
    if key:
        table.emit(Reacted(foe, "Attack of Opportunity", "E-19", who))
        await attack(table, Blow(foe, who, key, "melee", "attack of opportunity"))


def _strike_about(board: SovereignBoard, it: Body, me: Body, weapon: Weapon) -> About:
    return About(tally=attack_tally(board, it, me, weapon, "melee"))


def run_reach(board: SovereignBoard, me: Body) -> Reach:
    """Where one Move Action can take a combatant, leaving foes' melee range as seldom as may be at equal cost."""
    bar, friends, wade = barred(board, me)
    threatened = threatened_areas(board, me)
    return board.space.reach(
        me.at, pace(me), size=me.sheet.profile.size, blocked=bar, occupied=friends, threatened=threatened, heavy=wade
    )


def can_walk(board: SovereignBoard, me: Body) -> bool:
    """Free to move: not grappling, not grappled."""
    return not me.sheet.grappling and not held(board, me.id)
