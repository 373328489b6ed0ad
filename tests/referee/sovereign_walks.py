"""What deeds cost in sovereign, and where walks lead, judged again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from game.rules.events import Changed, Id, Left, Moved
from game.spatial.field import Cell
from game.spatial.metric import CLIMB, DROP
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard
from tests.referee.judging import Fact, Fought, Referee
from tests.referee.sovereign_sheets import able, about, awake, clinched, footprint, has, knows, threatens

FREE_ACTIONS = 3
"""Free Actions of a turn at most (ruling S-6)."""

MOVES = ("move", "main")
"""What a Move Action is paid with: the Main Action buys a second (E-16)."""


@dataclass
class Walk:
    """One walk, from the word that it is made."""

    how: str
    """run, screen, charge or drag."""
    start: Cell
    cells: int
    """Cells of movement left."""
    length: int = 0
    """Cells of the way that was told; of a charge, of which nothing is told, as many as it may have."""
    to: Cell | None = None
    """Where it was told to lead, if it was."""
    trail: list[Cell] = field(default_factory=list)
    struck: list[Id] = field(default_factory=list)
    """Who has had an attack of opportunity on it."""
    left: list[Id] = field(default_factory=list)
    """Of those, whose melee range the next step must leave."""


class Walks(Referee):
    """Judges payments and walks."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.refreshing = False
        """Whether Main and Move Actions may come back just now."""
        self.purse: dict[Id, Counter[str]] = {}
        """What has been paid and nothing has been had for."""
        self.freed: set[Id] = set()
        """Whose held actions have been triggered in this round."""
        self.walks: dict[Id, Walk] = {}
        self.together: set[frozenset[Id]] = set()
        """Pairs in one place since one of the two came round there (ruling S-69)."""

    # -- what deeds cost

    def spent(self, fact: Fact, e: Changed) -> None:
        """Main and Move Actions are given back as rounds begin and at no other time (E-15 to E-17)."""
        c = fact.before.now(e.who)
        purse = self.purse.setdefault(e.who, Counter())
        for name in MOVES:
            if name in e.changes and e.changes[name] != getattr(c.sheet, name):
                if e.changes[name]:
                    surprise = fact.before.state.turn.phase == "surprise"
                    self.holds("E-15", f"{e.who} has its {name} back", self.refreshing or surprise)
                else:
                    purse[name] += 1
        if e.changes.get("free", 0) > c.sheet.free:
            purse["free"] += 1
            self.holds("E-17", f"Free Actions of {e.who}", e.changes["free"] <= FREE_ACTIONS)
        if has(c.sheet, "holding") and awake(c.sheet) and not has(fact.after.now(e.who).sheet, "holding"):
            self.freed.add(e.who)

    def pays(self, rule: str, who: Id, *ways: str) -> None:
        """Something was done: one of some prices has been paid for it."""
        purse = self.purse.setdefault(who, Counter())
        way = next((each for each in ways if purse[each] > 0), None)
        self.holds(rule, f"{who} pays with {' or '.join(ways)}", way is not None)
        if way is not None:
            purse[way] -= 1

    def acts(self, fact: Fact, rule: str, who: Id, *ways: str) -> None:
        """The same of a deed on one's own turn, or one that was held (E-08, E-53)."""
        c = fact.before.now(who)
        self.pays(rule, who, *ways)
        self.holds(rule, f"{who} can act", able(c.sheet))
        its = fact.before.state.turn.active == who or who in self.freed
        self.holds("E-53" if who in self.freed else "E-08", f"it is the turn of {who}", its)

    def left(self, fact: Fact, e: Left) -> None:
        """Leaving the map is a Move Action (E-45)."""
        self.acts(fact, "E-45", e.who, *MOVES)
        me = fact.before.now(e.who)
        self.holds("E-78", f"{e.who} is free to leave", not me.sheet.prone and not clinched(fact.before, me))
        self.same("E-92", f"whether {e.who} flees", e.why, "flees" if me.sheet.fleeing else "leaves")

    # -- walks

    def moved(self, fact: Fact, e: Moved) -> None:
        """A cell at a time, within one's move, through nothing solid and no foe (E-06, E-45)."""
        board, me = fact.before, fact.before.now(e.who)
        self.same("E-06", f"where {e.who} comes from", e.start, me.at)
        assert isinstance(e.start, tuple) and isinstance(e.end, tuple)
        self.holds("E-93", f"{e.who} is awake as it goes", able(me.sheet))
        walk = self.walks.get(e.who)
        self.holds("E-45", f"{e.who} has said that it goes", walk is not None)
        if walk is None:
            return
        if e.end in (walk.start, *walk.trail[:-1]) and self.sharing(board, me):
            walk.trail.append(e.end)  # back to where it does not stand on anybody
            return
        size, space = me.sheet.profile.size, board.space
        self.holds("E-78", f"{e.who} is free to go", walk.how == "drag" or not clinched(board, me))
        if walk.how == "drag":
            walk.cells -= 1
            near = space.distance(e.start, e.end, size, size) <= 1
            self.holds("E-80", f"{e.who} drags a step at a time, and at most 10 ft", near and walk.cells >= 0)
            return
        bar = wade = 0
        for c in board.state.combatants.values():
            bars = frozenset((c.id, me.id)) not in self.together
            if bars and c.side != me.side and awake(c.sheet) and knows(board, me.side, c):
                mask = space.mask(footprint(board, c))
                bar, wade = (bar, wade | mask) if size >= 2 * c.sheet.profile.size else (bar | mask, wade)
        self.holds("E-06", f"{e.who} may step from {e.start} to {e.end}", space.step_ok(e.start, e.end, size, bar))
        deep = bool(space.mask(space.footprint(e.end, size)) & wade)
        cost = space.steps(size, CLIMB, DROP).cost(e.end[1] * space.width + e.end[0])
        walk.cells -= max(cost, 2 if deep else 1)
        self.holds("E-45" if walk.how == "run" else "E-32", f"{e.who} goes no farther than it may", walk.cells >= 0)
        walk.trail.append(e.end)
        self.holds("E-45", f"{e.who} goes the way that it told", len(walk.trail) <= max(walk.length, 1))
        for foe in walk.left:
            free = foe not in fact.after.state.combatants or not threatens(fact.after, *self.both(fact, foe, e.who))
            self.holds("E-45", f"{e.who} leaves the reach of {foe}", free)
        walk.left.clear()
        if walk.how == "charge":
            self.straight(board, e.who, walk)

    @staticmethod
    def both(fact: Fact, one: Id, other: Id) -> tuple[Body, Body]:
        """Two combatants as they are after something."""
        return fact.after.now(one), fact.after.now(other)

    def sharing(self, board: SovereignBoard, me: Body) -> list[Body]:
        """Who else is awake in somebody's place."""
        mine = footprint(board, me)
        others = (c for c in board.state.combatants.values() if c.id != me.id and awake(c.sheet))
        return [c for c in others if mine & footprint(board, c)]

    def parted_from(self, board: SovereignBoard, who: Id) -> None:
        """Who has come to a free place shares none any longer (ruling S-69)."""
        if self.together and not self.sharing(board, board.now(who)):
            self.together = {pair for pair in self.together if who not in pair}

    def straight(self, board: SovereignBoard, who: Id, walk: Walk) -> None:
        """A charge keeps to a straight line to anywhere that it may lead (E-32)."""
        (x, y), far, way = walk.start, walk.length, tuple(walk.trail)
        ends = [(x + dx, y + dy) for dx in range(-far, far + 1) for dy in range(-far, far + 1)]
        ahead = (end for end in ends if max(abs(end[0] - x), abs(end[1] - y)) >= len(way))
        self.holds(
            "E-32", f"{who} keeps to a line", any(board.space.line((x, y), end)[: len(way)] == way for end in ahead)
        )

    def opening(self, fact: Fact, foe: Id, who: Id) -> None:
        """Whether somebody may make an attack of opportunity (E-19, E-20, rulings S-7, S-49)."""
        board = fact.before
        it, me = board.now(foe), board.now(who)
        fit = able(it.sheet) and not it.sheet.prone and not it.sheet.fleeing and not clinched(board, it)
        self.holds("E-19", f"{foe} may strike at openings", fit and it.side != me.side)
        self.holds("E-19", f"{foe} has {who} in its reach", threatens(board, it, me))
        self.holds("E-20", f"{who} has not disengaged from {foe}", foe not in about(me.sheet, "disengaged"))
        walk = self.walks.get(who)
        if walk is not None:
            self.holds("E-19", f"{foe} strikes once at a walk of {who}", foe not in walk.struck)
            walk.struck.append(foe)
            if walk.how == "run":
                walk.left.append(foe)
