"""Ingenuity judged again: how far anybody goes, and past whom."""

from __future__ import annotations

import re
from dataclasses import dataclass

from game.rules.events import Id, Moved, RoundBegan
from game.spatial.field import UNIT, Cell
from rulesets.ingenuity.play import events as told
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard
from tests.referee.ingenuity_sheets import cells, covers, ground, metres, up
from tests.referee.ingenuity_turns import everybody
from tests.referee.judging import Fact, Fought, Referee

BETWEEN = 2
"""Metres from which one can step in (ruling N-42)."""

WAY = re.compile(r"(?:(goes|sprints) (\d+) m|(steps|climbs)) to (\d+),(\d+)")


@dataclass
class Walk:
    """Somebody's way, from what was told as it set out."""

    who: Id
    how: str
    most: int
    """Metres."""
    told: int
    """Metres that the way was said to have; 0 where it was not said."""
    end: Cell
    stand: Cell
    """The last place where it could stop."""
    gone: int = 0
    steps: int = 0
    odd: bool = False
    """The next diagonal is a second one."""


class Walks(Referee):
    """Ways a metre at a time, within what a move allows, past nobody who is in the way."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.ways: list[Walk] = []
        """The latest last: one may be broken into by another."""
        self.swap: tuple[Id, Id] | None = None
        """Who is displaced next, and who takes its place."""
        self.vacated: set[tuple[int, int]] = set()
        """The ground from which somebody was displaced."""

    def see(self, fact: Fact) -> None:
        board = fact.before
        match fact.event:
            case told.Did() as e:
                self.sets_out(board, e)
            case told.Reacted(what="intercepts for") as e:
                assert e.other is not None
                self.swap = e.other, e.who
                self.steps_in(board, e.who, e.other)
            case Moved() as e:
                self.moved(board, e)
            case told.TurnBegan() | RoundBegan():
                self.ways.clear()
                self.apart(board)

    def sets_out(self, board: IngenuityBoard, e: told.Did) -> None:
        """A move or a sprint of so many metres, half of them crawling; a step, a climb, a leap of one."""
        me, found = board.now(e.who), WAY.fullmatch(e.what)
        if e.what == "leaps aside":
            self.ways.append(Walk(e.who, "leaps", 1, 0, me.at, me.at))
        elif found is not None:
            how, free = found[1] or found[3], found[3] is not None
            speed = me.sheet.profile.speed
            most = 1 if free else max(1, speed // 2) if me.sheet.prone else speed
            end = int(found[4]), int(found[5])
            self.ways.append(Walk(e.who, how, most, int(found[2] or 0), end, me.at))
            self.holds("B-43", f"{e.who} is on its feet to {how}", not free or not me.sheet.prone)

    def moved(self, board: IngenuityBoard, e: Moved) -> None:
        """A step of a way, or what somebody else does to one."""
        me = board.now(e.who)
        assert isinstance(e.start, tuple) and isinstance(e.end, tuple)
        self.same("B-22", f"where {e.who} comes from", e.start, me.at)
        far = max(abs(e.end[0] - e.start[0]), abs(e.end[1] - e.start[1]))
        way = next((each for each in reversed(self.ways) if each.who == e.who), None)
        if self.swap is not None and e.who in self.swap:
            self.makes_room(board, me, e.end, self.swap)
        elif e.how == "push":
            self.same("B-22", f"{e.who} is pushed a metre at a time", far, 1)
        elif way is None:
            self.holds("B-22", f"{e.who} has set out", way is not None)
        elif e.end == way.stand and self.crowd(board, me, me.at, passable=True):
            way.gone = way.most  # whoever can't stop on others is back where it last could
        else:
            self.holds("B-72", f"{e.who} goes on its own feet", up(me))
            self.goes(board, me, way, e.end)

    def makes_room(self, board: IngenuityBoard, me: Body, end: Cell, swap: tuple[Id, Id]) -> None:
        """The target is displaced by a metre, or to where the other comes from, who takes its place (ruling N-42)."""
        target, by = swap
        if me.id == target:
            self.vacated = ground(me)
            far = max(abs(end[0] - me.at[0]), abs(end[1] - me.at[1]))
            self.holds("B-34", f"{target} makes room by {far} m", far == 1 or end == board.now(by).at)
        else:
            self.holds("B-34", f"{by} takes the place of {target}", bool(covers(end, cells(me)) & self.vacated))
            self.swap = None

    def goes(self, board: IngenuityBoard, me: Body, way: Walk, end: Cell) -> None:
        """One step: as long as the ground makes it, every second diagonal twice; no walls, and nobody in the way."""
        (x, y), (ax, ay) = me.at, end
        self.same("B-45", f"{me.id} goes a cell at a time", max(abs(ax - x), abs(ay - y)), 1)
        under = board.setup.field
        price = max([1, *(under.at(cell).cost for cell in covers(end, cells(me)))])
        across = x != ax and y != ay
        way.gone += price * (2 if across and way.odd else 1)
        way.odd = way.odd != across
        way.steps += 1
        if way.how == "climbs":
            rise = abs(board.space.floor(end, cells(me)) - board.space.floor(me.at, cells(me)))
            self.holds("B-22", f"{me.id} climbs two metres at most", rise <= 2 * UNIT)
        else:
            self.holds("B-22", f"nothing stops {me.id} at {end}", board.space.step_ok(me.at, end, cells(me)))
        fine = way.gone <= way.most or way.steps == 1
        self.holds("B-22", f"{me.id} {way.how} {way.gone} of {way.most} m", fine)
        if way.told and end == way.end:
            self.same("B-45", f"metres that {me.id} {way.how}", way.told, way.gone)
        self.same("B-22", f"who is in the way of {me.id} at {end}", self.crowd(board, me, end, passable=False), [])
        if not self.crowd(board, me, end, passable=True):
            way.stand = end

    def crowd(self, board: IngenuityBoard, me: Body, at: Cell, *, passable: bool) -> list[Id]:
        """Who else is where a body would be; ``passable``: those too whom one may pass (ruling N-13)."""
        mine = covers(at, cells(me))
        others = [c for c in everybody(board) if c.id != me.id and not c.sheet.dead and mine & ground(c)]
        return [c.id for c in others if passable or not may_pass(me, c)]

    def steps_in(self, board: IngenuityBoard, who: Id, target: Id) -> None:
        """Somebody near, on its feet, steps in for an ally (ruling N-42)."""
        me, it = board.now(who), board.now(target)
        self.holds("B-34", f"{who} is an ally of {target} within 2 m", me.side == it.side and who != target)
        self.holds("B-34", f"{who} is within 2 m of {target}", metres(board, me, it) <= BETWEEN)
        self.holds("B-34", f"{who} is on its feet", not me.sheet.prone)

    def apart(self, board: IngenuityBoard) -> None:
        """Nobody stops on top of anybody, but of the dead (ruling N-13)."""
        for c in everybody(board):
            if not c.sheet.dead:
                self.same("B-22", f"who shares the ground of {c.id}", self.crowd(board, c, c.at, passable=True), [])


def may_pass(me: Body, c: Body) -> bool:
    """Friends, the unconscious, and those two sizes apart."""
    return c.side == me.side or not up(c) or abs(c.sheet.profile.size - me.sheet.profile.size) >= 2
