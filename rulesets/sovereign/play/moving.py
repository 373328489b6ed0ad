"""Movement, cell by cell, the lines of charges, and the attacks of opportunity that moving draws."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise

from msgspec.structs import replace

from game.kit.cache import PerMapCache
from game.kit.cell_masks import ground_of
from game.kit.combatants import enemies, present
from game.kit.reactions import react
from game.kit.telling import the
from game.rules.events import Id
from game.rules.questions import Option, Seat
from game.spatial.field import Cell
from game.spatial.metric import CLIMB, DIRECTIONS, DROP, HEAVY_COST
from game.spatial.paths import Reach, fold
from game.spatial.space import Space
from rulesets.sovereign.play.attack import attack, tally_details
from rulesets.sovereign.play.blow import UNHARMING, Blow, attacks, possible, striking, unharming, wielded
from rulesets.sovereign.play.effects import come_to, hazards
from rulesets.sovereign.play.events import Aim, AttackSpoiled, Did, Reacted
from rulesets.sovereign.play.geometry import (
    FEET,
    barred,
    covered,
    feet_between,
    foes,
    held,
    in_clinch,
    may_answer,
    may_oppose,
    melee_reach,
    obscured,
    pace,
    perceives,
    threatens,
    threats,
)
from rulesets.sovereign.play.instants import WINDOW, Occasion
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, SovereignState, SovereignTable, Weapon

NUDGE = 2
"""Cells that somebody who has its target in reach already looks along for a charge's shortest line."""

_NUMBER = {direction: number for number, direction in enumerate(DIRECTIONS)}


def may_charge(board: SovereignBoard, me: Body) -> bool:
    """Whether somebody is on its feet and free to go (E-32, E-78, ruling S-64)."""
    return not me.sheet.prone and not in_clinch(board, me)


class Lanes:
    """The straight lines that one combatant can follow as things stand."""

    def __init__(self, board: SovereignBoard, me: Body) -> None:
        self.board, self.me = board, me
        self.budget = 2 * me.sheet.profile.move // FEET
        space, size = board.space, me.sheet.profile.size
        bar, friends, wade = barred(board, me)
        self._steps = space.steps(size, CLIMB, DROP)
        self._may = fold(self._steps, bar)
        self._heavy = self._steps.spread(wade)
        self._taken = self._steps.spread(friends)
        self._plain = not wade and len(self._steps.costs) == 1

    def to(self, spot: Cell) -> tuple[Cell, ...] | None:
        """The line to a cell if a charge can follow it within twice the normal movement; else None (E-32)."""
        w = self._steps.width
        x, y = self.me.at
        if self._taken >> (spot[1] * w + spot[0]) & 1:
            return None
        steps = _way(spot[0] - x, spot[1] - y)
        if len(steps) > self.budget:
            return None
        may, at, spent = self._may, y * w + x, 0
        for number, dx, dy in steps:
            if not may[number] >> at & 1:
                return None
            at += dy * w + dx
            if not self._plain:
                spent += max(self._steps.cost(at), HEAVY_COST if self._heavy >> at & 1 else 1)
                if spent > self.budget:
                    return None
        return self.board.space.line(self.me.at, spot)


@lru_cache(maxsize=2048)
def _way(across: int, down: int) -> tuple[tuple[int, int, int], ...]:
    """The steps of a straight line (as ``Space.line`` draws it): number of the direction, across, down."""
    n = max(abs(across), abs(down))
    cells = [((2 * i * across + n) // (2 * n), (2 * i * down + n) // (2 * n)) for i in range(n + 1)]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells)]
    return tuple((_NUMBER[step], *step) for step in steps)


def charge_path(
    board: SovereignBoard, me: Body, foe: Body, feet: int, lanes: Lanes | None = None
) -> tuple[Cell, ...] | None:
    """The shortest straight way to a place from which a target is within ``feet``; of equals the straightest."""
    space, size, its = board.space, me.sheet.profile.size, foe.sheet.profile.size
    reach = feet // FEET
    here = space.distance(me.at, foe.at, size, its)
    if here > 2 * me.sheet.profile.move // FEET + reach:
        return None
    lanes = lanes or Lanes(board, me)
    for dx, dy, far in _spots(foe.at[0] - me.at[0], foe.at[1] - me.at[1], size, its, reach):
        if here <= reach and far > NUDGE:
            break
        spot = (me.at[0] + dx, me.at[1] + dy)
        if space.inside(spot, size) and (line := lanes.to(spot)) and _strikes_from(board, me, spot, foe, reach):
            return line
    return None


def charge_ends(board: SovereignBoard, me: Body, foe: Body, feet: int, lanes: Lanes) -> list[Cell]:
    """Every place at which a charge can end with a target within ``feet`` and in sight, in row order (E-32)."""
    (x, y), far, near = me.at, lanes.budget, feet // FEET
    size, its = me.sheet.profile.size, foe.sheet.profile.size
    columns, rows = (
        range(max(mine - far, other - near - size + 1), min(mine + far + 1, other + its + near))
        for mine, other in ((x, foe.at[0]), (y, foe.at[1]))
    )
    return [
        spot
        for spot in [(i, j) for j in rows for i in columns]
        if spot != me.at
        and board.space.inside(spot, size)
        and _strikes_from(board, me, spot, foe, near)
        and lanes.to(spot)
    ]


def _strikes_from(board: SovereignBoard, me: Body, spot: Cell, foe: Body, reach: int) -> bool:
    """Whether a foe is within some cells of a place, and in sight of it."""
    space, size, its = board.space, me.sheet.profile.size, foe.sheet.profile.size
    return 1 <= space.distance(spot, foe.at, size, its) <= reach and space.sees(spot, foe.at, size, its)


@lru_cache(maxsize=512)
def _spots(x: int, y: int, size: int, its: int, near: int) -> tuple[tuple[int, int, int], ...]:
    """Places at most ``near`` cells from a foe that stands (x, y) from oneself, the nearest to oneself first.

    Each as (across, down, cells of way), across and down from oneself.
    """
    found = []
    for dy in range(y - near - size + 1, y + its + near):
        for dx in range(x - near - size + 1, x + its + near):
            across = x - dx - size + 1 if x > dx else dx - x - its + 1
            down = y - dy - size + 1 if y > dy else dy - y - its + 1
            if (dx or dy) and 1 <= max(across, down, 0) <= near:
                found.append((max(abs(dx), abs(dy)), abs(dx) + abs(dy), dy, dx))
    found.sort()
    return tuple((dx, dy, far) for far, _, dy, dx in found)


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
    others = Bystanders(table, who)
    stand, lay = table.now(who).at, table.now(who).sheet.prone
    arrived = True
    for cell in path:
        if provokes and others.left_by(cell) and not await _leave(table, who, cell, struck):
            arrived = False
            break
        if not others.let_in(cell):
            arrived = False
            break
        before, came = table.once(others.could_answer), table.now(who).at
        come_to(table, who, cell)
        others.stepped()
        if not others.covered():
            stand = cell
        await hazards(table, who, came)
        if before is not None and any(c not in before for c in table.once(others.could_answer) or ()):
            await WINDOW.open(table, Occasion("in sight", who))
        if not present(table, who) or in_clinch(table, table.now(who)) or table.now(who).at != cell:
            arrived = False
            break
        if table.now(who).sheet.prone and not lay:  # knocked down on its way, it gets no farther (ruling S-62)
            arrived = cell == path[-1]
            break
    me = table.now(who)
    if me.sheet.up and me.at != stand and others.covered():
        come_to(table, who, stand)
    if me.sheet.up and not arrived:
        x, y = table.now(who).at
        table.emit(Did(who, f"stops at {x},{y}", "E-06"))
    _note_whereabouts(table, who)
    return arrived


class Bystanders:
    """Effects of others' places on a walk; looked up once for as long as nobody but the walker moves."""

    def __init__(self, table: SovereignTable, who: Id) -> None:
        self._table, self._who = table, who
        self._seen: SovereignState | None = None
        """The battle that was looked at, but for the walker's place."""
        self._answer: tuple[SovereignState, list[Id] | None] | None = None
        self._start, self._size = table.now(who).at, table.now(who).sheet.profile.size
        self._look()

    def stepped(self) -> None:
        """The walker itself took a step, and nothing else happened."""
        self._seen = self._table.state

    def left_by(self, cell: Cell) -> bool:
        """Whether a step takes the walker out of the melee range of somebody who may strike at it for that."""
        self._look()
        width = self._table.space.width
        at, to = (y * width + x for x, y in (self._table.now(self._who).at, cell))
        return any(area >> at & 1 and not area >> to & 1 for area in self._strikes)

    def let_in(self, cell: Cell) -> bool:
        """Whether the next cell can be entered; what hides there comes to light."""
        self._look()
        table = self._table
        space, me, mask = table.space, table.now(self._who), covered(table, cell, self._size)
        if self._lost and mask & self._bodies:
            for c in table.state.combatants.values():
                if c.side == me.side or not mask & covered(table, c.at, c.sheet.profile.size):
                    continue
                if c.sheet.up and not perceives(table, me.side, c):
                    table.set(c.id, hidden=False, known=True)
                    table.emit(Did(me.id, "runs into", "E-11", c.id))
                    return False
        # Who is lost bars the way of none, nor does anybody whose place the walker has shared.
        bar = barred(table, replace(me, at=self._start))[0] if self._lost else self._bar
        if mask & bar:
            self._told_by(me, mask)
            return False
        return space.step_ok(me.at, cell, self._size, bar)

    def _told_by(self, me: Body, mask: int) -> None:
        """Say who stands in the way: somebody who came there since, or was lost in the dark until one was beside it."""
        for c in self._table.state.combatants.values():
            its = c.sheet.profile.size
            bars = c.side != me.side and c.sheet.up and self._size < 2 * its
            if bars and mask & covered(self._table, c.at, its):
                self._table.emit(Did(me.id, "is stopped by", "E-06", c.id))

    def covered(self) -> bool:
        """Whether the walker shares a cell with somebody."""
        self._look()
        return bool(self._bodies & covered(self._table, self._table.now(self._who).at, self._size))

    def could_answer(self) -> list[Id] | None:
        """Foes with an Instant to spare that could attack the walker where it stands; None: nobody has one."""
        self._look()
        if not self._ready:
            return None
        table = self._table
        if self._answer is None or self._answer[0] is not table.state:
            me = table.now(self._who)
            able = [c.id for c, arms in self._ready if next(attacks(table, c, me, arms), None) is not None]
            self._answer = table.state, able
        return self._answer[1]

    def _look(self) -> None:
        table = self._table
        if self._seen is table.state:
            return
        self._seen = table.state
        me = table.now(self._who)
        space, size, freed = table.space, self._size, me.sheet.disengaged
        shared = covered(table, self._start, size)
        self._strikes: list[int] = []
        """Places in the melee range of each foe that may strike at whoever leaves it."""
        self._bodies = self._bar = 0
        """Cells on which others are, and of those the ones that bar the way."""
        self._lost = False
        """Whether the walker's side may not know of somebody, or know only while it stands beside."""
        self._ready: list[tuple[Body, list[Weapon]]] = []
        """Foes with an Instant to spare, and what they hold for it."""
        for c in table.state.combatants.values():
            sheet = c.sheet
            if c.id == me.id or not sheet.up:
                continue
            its = sheet.profile.size
            mask = covered(table, c.at, its)
            self._bodies |= mask
            if c.side == me.side:
                continue
            if sheet.hidden or not sheet.known:
                self._lost = True
            if size < 2 * its and not mask & shared:
                self._bar |= mask
            if may_oppose(table, c) and c.id not in freed:
                self._strikes.append(space.within(c.at, its, melee_reach(c) // FEET, size))
            if may_answer(c):
                self._ready.append((c, wielded(table, c)))


async def _leave(table: SovereignTable, who: Id, cell: Cell, struck: list[Id]) -> bool:
    """Attacks of opportunity for leaving melee range; False if the mover can't go on."""
    me = table.now(who)
    size = me.sheet.profile.size
    for foe in table.fresh([c.id for c in _others(table, me)]):
        me = table.now(who)
        if foe.id in me.sheet.disengaged or foe.id in struck:
            continue
        leaves = threatens(table, foe, me.at, size) and not threatens(table, foe, cell, size)
        if leaves and may_oppose(table, foe):
            struck.append(foe.id)
            at = me.at
            await opportunity(table, foe.id, who)
            if not present(table, who) or in_clinch(table, table.now(who)) or table.now(who).at != at:
                return False
    return True


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
    for foe in table.fresh([c.id for c in _others(table, me)]):
        if may_provoke(table, foe, table.now(who), leaving=leaving):
            await opportunity(table, foe.id, who)
            if not present(table, who):
                return False
    return True


def _others(board: SovereignBoard, me: Body) -> list[Body]:
    return [c for c in board.state.combatants.values() if c.side != me.side and c.sheet.up]


def may_provoke(board: SovereignBoard, foe: Body, me: Body, *, leaving: bool = False) -> bool:
    """Whether an action of a combatant lets a foe strike that has it in its reach, with no wall between (ruling S-48).

    It is to be adjacent, unless the combatant is ``leaving`` the map.
    """
    near = leaving or feet_between(board, foe, me) <= FEET
    return near and _may_strike(board, foe, me) and threatens(board, foe, me.at, me.sheet.profile.size)


def _may_strike(board: SovereignBoard, foe: Body, me: Body) -> bool:
    """Whether a foe may make attacks of opportunity, and on this combatant (E-46)."""
    return foe.id not in me.sheet.disengaged and may_oppose(board, foe)


def attackers(board: SovereignBoard, me: Body) -> list[Id]:
    """The armed foes to disengage from: those beside a combatant, and those in whose reach it stands (S-49)."""
    size = me.sheet.profile.size
    return [foe.id for foe in foes(board, me.side) if threatens(board, foe, me.at, size)]


def opposed_by(board: SovereignBoard, me: Body) -> list[Id]:
    """The attackers from whom a combatant has not disengaged yet."""
    return [foe for foe in attackers(board, me) if foe not in me.sheet.disengaged]


def provoked_on(board: SovereignBoard, me: Body, path: tuple[Cell, ...]) -> list[tuple[Id, Cell]]:
    """Foes who would get an attack of opportunity on a path, each with the cell that would be left."""
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


@dataclass(frozen=True, slots=True)
class Opening:
    """An attack of opportunity: its weapon and aim."""

    weapon: str
    aim: Aim = "harm"


async def opportunity(table: SovereignTable, foe: Id, who: Id) -> None:
    """Rule: Attack of Opportunity. A free melee attack, Shock and all, or a shove or grip in lieu of damage (E-19)."""
    it, me = table.now(foe), table.now(who)
    topic = "attack of opportunity"
    options: list[Option[Opening | None]] = [
        Option(
            f"strike {weapon.key}",
            Opening(weapon.key),
            f"Strike with {the(weapon.name.lower())}",
            target=who,
            topic=topic,
            look=partial(tally_details, table, it, me, weapon),
        )
        for weapon in striking(table, it)
        if possible(table, it, me, weapon, "melee")
    ]
    options += [
        Option(
            aim,
            Opening(weapon.key, aim),
            f"{aim.capitalize()} {me.sheet.profile.name}",
            target=who,
            matters=False,
            topic=UNHARMING,
            look=partial(tally_details, table, it, me, weapon),
        )
        for weapon, aim in unharming(table, it, me)
    ]
    why = f"{it.sheet.profile.name}: {topic} on {me.sheet.profile.name}?"
    let_go: Option[Opening | None] = Option("pass", None, "Let it go")
    said = await react(Seat(it.side), why, let_go, options, topic=topic, who=foe, about=(who,))
    if said is not None:
        table.emit(Reacted(foe, "Attack of Opportunity", "E-19", who))
        await attack(table, Blow(foe, who, said.weapon, "melee", "attack of opportunity", aim=said.aim))


def run_reach(board: SovereignBoard, me: Body) -> Reach:
    """Reach of a combatant's Move Action, leaving foes' melee range as seldom as may be at equal cost.

    Whoever thinks of a run, finds it in the menu, pays for it and makes it asks for the same: the last is kept.
    """
    space, sheet = board.space, me.sheet
    others = [c for c in board.state.combatants.values() if c.id != me.id]
    read = me.at, me.side, sheet.profile, sheet.prone, sheet.up, sheet.grappling, sheet.disengaged, others
    runs = _runs.of(space)
    found = runs.get(me.id)
    if found is not None and found[0] is space and found[1] == read:
        return found[2]
    bar, friends, wade = barred(board, me)
    areas = tuple(area for _, area in threats(board, me))
    size = sheet.profile.size
    off = ground_of(space).perils
    reach = space.reach(
        me.at, pace(me), size=size, blocked=bar, occupied=friends, threatened=areas, heavy=wade, shunned=off
    )
    if len(runs) >= KEPT_RUNS:
        runs.clear()
    runs[me.id] = space, read, reach
    return reach


KEPT_RUNS = 64
"""Bodies whose reach is kept."""

_runs: PerMapCache[dict[Id, tuple[Space, tuple[object, ...], Reach]]] = PerMapCache(dict)
"""What has been found of bodies, with all that it was read from."""


def can_walk(board: SovereignBoard, me: Body) -> bool:
    """Free to move: not grappling, not grappled."""
    return not me.sheet.grappling and not held(board, me.id)
