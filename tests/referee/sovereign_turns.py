"""Sovereign's order of things judged again: deeds and their costs, ways, initiative, rounds, courage, the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from game.rules.events import Changed, Ended, Id, Left, Moved, Rolled, RoundBegan, TurnChanged
from game.spatial.field import Cell
from game.spatial.metric import CLIMB, DROP
from rulesets.sovereign.play import events as told
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard
from tests.referee.judging import Fact, Fought, Referee
from tests.referee.sovereign_sheets import (
    able,
    about,
    added,
    awake,
    clinched,
    feet,
    foes,
    footprint,
    has,
    knows,
    parts,
    threatens,
)

# --- what deeds cost, and where walks lead ---

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


# --- initiative, sides and rounds, deeds, courage, the end ---

A_TURN = 60
"""Rounds of a fight at most (ruling S-47)."""

BRIEF = ("charged", "disengaged", "shield used", "tended", "screened", "swarming", "holding")
"""Conditions that are over as a round begins (ruling S-26)."""


class Turns(Walks):
    """Judges whose turn it is, what is done in it, and whose courage fails."""

    def __init__(self, fought: Fought) -> None:
        super().__init__(fought)
        self.scores: dict[str, int] = {}
        self.again: dict[str, list[int]] = {}
        """Faces that broke a tie, by what was rolled for."""
        self.number = 0
        """Of the round."""
        self.sides: list[str] = []
        """Sides that have begun their turns in this round."""
        self.testing = ""
        """The side whose courage is about to be tested."""
        self.breaking: tuple[bool, frozenset[Id], frozenset[Id]] = (False, frozenset(), frozenset())
        """Of that side: whether it must break, which individuals must, which may."""
        self.dying: dict[Id, int] = {}
        """The mortally injured, each with the round in which it was told that it fell (E-93)."""
        self.wards: dict[Id, Id] = {}
        """Whom each screener was told to screen, until its next turn or they are more than 5 ft apart (E-38)."""
        self.waiting: set[Id] = set()
        """Who was told to hold an action, and not to have taken or spent it since (E-53)."""
        self.parted: set[tuple[Id, Id | None]] = set()
        """Screeners and wards whom steps have brought apart, and of whom that is yet to be told."""
        self.squeezed: set[tuple[Id, Id]] = set()
        """Holders and held, of this round's end."""

    # -- the order of sides

    def initiative(self, fact: Fact, e: told.InitiativeRolled) -> None:
        """A d8 for each side, once; the party adds its highest DEX, the alert 1 (E-07)."""
        roll = self.rolled[-1]
        self.same("E-07", f"the die of {e.side}", (e.face,), roll.faces if roll.dice == "d8" else ())
        self.holds("E-09", f"{e.side} rolls once", e.side not in self.scores)
        members = [c.sheet.profile for c in fact.before.state.combatants.values() if c.side == e.side]
        party = fact.before.setup.side(e.side).party
        highest = max((each.attributes.DEX for each in members), default=0) if party else 0
        alert = any("alert" in each.feats for each in members)
        self.same("E-07", f"what {e.side} adds", parts(e.tally), added(("E-07", highest + alert)))
        self.scores[e.side] = e.face + e.tally.total

    def order(self, fact: Fact, order: tuple[str, ...]) -> None:
        """The highest first; the party wins ties, dice break others (E-08, E-10, ruling S-17)."""
        setup = fact.before.setup
        for roll in self.rolled:
            if roll.why.startswith("tie: "):
                self.again.setdefault(roll.why.removeprefix("tie: "), []).append(roll.faces[0])

        def place(side: str) -> tuple[int, bool, list[int]]:
            return self.scores.get(side, 0), setup.side(side).party, self.again.get(side, [])

        self.same("E-10", "the order of sides", list(order), sorted(order, key=place, reverse=True))
        self.same("E-08", "the sides in it", set(order), {side.name for side in setup.sides})

    def round(self, fact: Fact, e: RoundBegan) -> None:
        """Rounds repeat when all sides have acted, and end what lasts for a round (E-09, S-26)."""
        turn = fact.before.state.turn
        self.number += 1
        self.same("E-09", "the number of the round", (e.number, turn.round), (self.number, self.number))
        if e.number > 1:
            self.same("E-09", "sides that had their turns", tuple(self.sides), turn.order)
        self.sides.clear()
        self.refreshing = True
        self.purse.clear()
        self.freed.clear()
        self.waiting.clear()
        self.walks.clear()
        for c in fact.before.state.combatants.values():
            for word in BRIEF:
                self.holds("E-32" if word == "charged" else "E-53", f"{c.id} is {word} no more", not has(c.sheet, word))
            due = c.id in self.dying and e.number - 1 - self.dying[c.id] >= 6
            self.holds("E-93", f"{c.id} dies as the sixth round ends", not due)
            if c.sheet.grappling and awake(c.sheet) and c.sheet.grappling in fact.before.state.combatants:
                self.holds("E-79", f"{c.id} has hurt whom it holds", (c.id, c.sheet.grappling) in self.squeezed)
        self.squeezed.clear()

    def side(self, fact: Fact, e: told.SideActs) -> None:
        """Each side once a round, in the order of initiative (E-08)."""
        turn = fact.before.state.turn
        self.wards = {who: ward for who, ward in self.wards.items() if fact.before.now(who).side != e.side}
        self.sides.append(e.side)
        self.same("E-08", "sides that have acted", tuple(self.sides), turn.order[: len(self.sides)])
        self.same("E-08", "whose turn it is", (e.side, e.round), (turn.order[turn.current], turn.round))
        self.testing = e.side if turn.phase == "side" else ""

    def turned(self, fact: Fact, e: TurnChanged) -> None:
        """Who is picked; whether a side may end its turn; where everybody stands meanwhile."""
        board, turn = fact.before, fact.before.state.turn
        if "order" in e.changes and self.scores:
            self.order(fact, e.changes["order"])
        if e.changes.get("phase") == "turn":
            self.brave(fact)
        if e.changes.get("active"):
            c = board.now(e.changes["active"])
            self.same("E-08", f"the side of {c.id}", c.side, turn.order[turn.current])
            self.holds("E-08", f"{c.id} has not had its turn", able(c.sheet) and not c.sheet.done)
            self.apart(board)
        if turn.phase == "turn" and ("current" in e.changes or "phase" in e.changes):
            left = [c.id for c in self.members(board, turn.order[turn.current]) if able(c.sheet) and not c.sheet.done]
            self.same("E-08", "members with a turn to come", left, [])

    def steps(self, after: SovereignBoard, who: Id) -> None:
        """Screens end where a step brings two more than 5 ft apart (E-38)."""
        here = after.state.combatants
        for screener, ward in list(self.wards.items()):
            both = who in (screener, ward) and screener in here and ward in here
            if both and feet(after, here[screener], here[ward]) > 5:
                del self.wards[screener]
                self.parted.add((screener, ward))

    def apart(self, board: SovereignBoard) -> None:
        """Nobody ends a move on anybody: who shares a place has done so since one of the two came round (E-06)."""
        everybody = [c for c in board.state.combatants.values() if awake(c.sheet)]
        pairs = {frozenset((c.id, other.id)) for c in everybody for other in self.sharing(board, c)}
        self.same("E-06", "who share a place and have not come round there", pairs - self.together, set())

    @staticmethod
    def members(board: SovereignBoard, side: str) -> list[Body]:
        """The conscious of a side."""
        return [c for c in board.state.combatants.values() if c.side == side and awake(c.sheet)]

    def ended(self, fact: Fact, e: Ended) -> None:
        """The last side that fights wins; without one, or after sixty rounds, nobody (S-47)."""
        board = fact.before
        standing = [side.name for side in board.setup.sides if self.members(board, side.name)]
        if len(standing) > 1:
            self.holds("S-47", f"round {board.state.turn.round}", board.state.turn.round > A_TURN)
        self.same("S-47", "who has won", e.winner, standing[0] if len(standing) == 1 else None)

    # -- deeds

    def did(self, fact: Fact, e: told.Did) -> None:
        """What a deed costs, and what it begins."""
        me = fact.before.now(e.who)
        what = e.what.split()
        match e.rule, what[0]:
            case (("E-45" | "E-34"), "runs"):
                self.acts(fact, e.rule, e.who, *MOVES)
                to = tuple(map(int, what[-1].split(","))) if e.rule == "E-45" else None
                how = "run" if e.rule == "E-45" else "screen"
                pace = me.sheet.profile.move // 5
                cells = pace // 2 if me.sheet.prone else pace
                self.walks[e.who] = Walk(how, me.at, cells, int(what[1]) // 5, to)  # type: ignore[arg-type]
            case "E-34", _:
                walk = self.walks.pop(e.who, None)
                if walk is None or walk.how != "screen":
                    self.acts(fact, e.rule, e.who, *MOVES)
                ward = fact.before.now(e.other or e.who)
                near = fact.before.space.distance(me.at, ward.at, me.sheet.profile.size, ward.sheet.profile.size) <= 1
                self.holds("E-38", f"{e.who} is beside {e.other}", near and ward.side == me.side)
                self.wards[e.who] = ward.id
            case "E-38", _:
                self.holds("E-38", f"{e.who} and {e.other} came apart", (e.who, e.other) in self.parted)
                self.parted.discard((e.who, e.other))
            case "E-32", _:
                self.acts(fact, e.rule, e.who, "main")
                self.pays(e.rule, e.who, "move")
                self.holds("E-32", f"{e.who} is free to charge", not me.sheet.prone and not clinched(fact.before, me))
                most = 2 * me.sheet.profile.move // 5
                self.walks[e.who] = Walk("charge", me.at, most, most)
            case "E-28", _:
                self.acts(fact, e.rule, e.who, "main")
            case "E-46", _:
                free = "close combatant 2" in me.sheet.profile.feats
                self.acts(fact, e.rule, e.who, *(("free", "main") if free else ("main",)))
            case "E-41", _:
                self.acts(fact, e.rule, e.who, "main")
            case "E-53", "loses":
                self.holds("E-53", f"{e.who} holds what it loses, as a round ends", e.who in self.waiting)
                self.same("E-53", "the phase", fact.before.state.turn.phase, "round end")
                self.waiting.discard(e.who)
            case "E-53", _:
                self.acts(fact, e.rule, e.who, *MOVES)
                self.holds("E-53", f"{e.who} has its turn behind it", me.sheet.done)
                self.holds("E-89", f"{e.who} is of good heart", not me.sheet.fleeing)
                self.waiting.add(e.who)
            case "E-51", _:
                self.same("S-69", f"who is where {e.who} stands up", self.sharing(fact.before, me), [])
                self.acts(fact, e.rule, e.who, *MOVES)
                self.holds("E-51", f"{e.who} is up", not me.sheet.prone)
            case (("E-52" | "E-76" | "E-68"), _):
                self.acts(fact, e.rule, e.who, "free")
            case (("E-48" | "E-82"), ("draws" | "sheathes")):
                self.pays(e.rule, e.who, "free")
            case "E-48", "stows":
                self.acts(fact, e.rule, e.who, "main")
            case "E-49", _:
                self.reloaded(fact, me, e)
            case "E-80", "drags":
                self.walks[e.who] = Walk("drag", me.at, 2, 2)
            case "E-06", "stops":
                self.same("E-06", f"where {e.who} stops", f"{me.at[0]},{me.at[1]}", what[-1])
                if e.who in self.walks:
                    self.walks[e.who].cells = 0  # what was left of the way is lost (ruling S-62)
            case "E-79", _:
                self.holds("E-79", f"{e.who} holds {e.other}", me.sheet.grappling == e.other and awake(me.sheet))
                self.same("E-79", "when it squeezes", fact.before.state.turn.phase, "round end")
                self.squeezed.add((e.who, e.other or e.who))

    def reloaded(self, fact: Fact, me: Body, e: told.Did) -> None:
        """A Main Action for a crossbow, a Move for a bow, nothing but a Free one with Shoot 1; from a quiver (E-49)."""
        arms = [each for each in me.sheet.weapons if e.what == f"reloads the {each.name.lower()}"]
        self.holds("E-49", f"{e.who} has what it reloads, and a quiver", bool(arms) and "quiver" in me.sheet.items)
        trained = me.sheet.profile.skills.get("Shoot", -1) >= 1
        slow = any("slow reload" in arm.traits for arm in arms)
        self.acts(fact, e.rule, e.who, *(("free",) if trained else ("main",) if slow else MOVES))

    # -- courage

    @staticmethod
    def obeys(board: SovereignBoard, c: Body) -> bool:
        """Whose courage is for the rules to say (E-89, ruling S-20)."""
        profile = c.sheet.profile
        if profile.fearless:
            return "fire" in profile.fears and has(c.sheet, "burnt")
        return profile.npc or profile.henchman or not board.setup.side(c.side).party

    def expect(self, fact: Fact) -> None:
        """What the courage of the side whose turn begins must come to (E-89 to E-91)."""
        side, board = self.testing, fact.before
        if not side:
            return
        self.testing = ""
        mine = self.members(board, side)
        began = sum(c.side == side for c in self.fought.start.combatants.values())
        lost = began - sum(not c.sheet.fleeing for c in mine)
        theirs = sum(c.sheet.hp for c in foes(board, side))
        winning = 2 * theirs <= sum(c.sheet.hp for c in mine)
        subject = [c for c in mine if self.obeys(board, c)]
        broken = side in board.state.turn.broken
        group = began > 1 and 3 * lost >= began and not winning and bool(subject) and not broken
        alone = [c for c in subject if not c.sheet.fleeing and not (group or broken)]
        burnt = {c.id for c in alone if c.sheet.profile.fearless}
        hurt = [c for c in alone if c.id not in burnt and 2 * c.sheet.hp <= c.sheet.profile.hp]
        must = {c.id for c in hurt if any(threatens(board, foe, c) for foe in foes(board, side))}
        may = {c.id for c in hurt} if foes(board, side) else set()
        self.breaking = group, frozenset(must | burnt), frozenset(may | burnt)

    def broke(self, fact: Fact, e: told.Broke) -> None:
        """A side or somebody breaks as it must, or may."""
        group, must, may = self.breaking
        if e.who is not None:
            self.same("E-90", f"the side of {e.who}", e.side, fact.before.now(e.who).side)
        if e.rule == "E-91":
            self.same("E-91", "the side that breaks", (e.side, group), (fact.before.state.turn.side, True))
            self.breaking = False, must, may
        elif e.why != "lays down arms":
            self.holds(e.rule, f"{e.who} has cause to flee", e.who in may)
            self.breaking = group, must - {e.who}, may - {e.who}

    def brave(self, fact: Fact) -> None:
        """Nobody keeps its courage who should lose it."""
        group, must, _ = self.breaking
        side = fact.before.state.turn.side
        self.same("E-91", f"{side} must break and did not", group, False)
        self.same("E-90", f"who of {side} must flee and does not", must, frozenset())
        for c in self.members(fact.before, side) if side in fact.before.state.turn.broken else ():
            self.holds("E-91", f"{c.id} flees with its side", c.sheet.fleeing or not self.obeys(fact.before, c))
        self.breaking = False, frozenset(), frozenset()

    # -- dice

    def faces(self, event: Rolled) -> None:
        """As many dice as were named, each with a face that it has."""
        count, _, sides = event.dice.partition("d")
        fine = len(event.faces) == int(count or 1) and all(1 <= face <= int(sides) for face in event.faces)
        self.holds("E-01", f"{event.faces} of {event.dice}", fine)
