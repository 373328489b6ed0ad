"""What a planning AI is told of a battle: members, ways, dangers, posts and goals. Acts and replies stand beside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from game.kit.acts import indifferent
from game.kit.goals import objective_zones
from game.kit.lie import Reach
from game.kit.things import opened
from game.rules.events import Id
from game.rules.questions import Choose
from game.rules.wits import Act, Budget, Features, Mask, Member, Move, Out, Pick, Pull, Wits
from game.spatial.places import Place
from rulesets.murdham import asked, assaults, deeds, moving, position
from rulesets.murdham.exchange import blow
from rulesets.murdham.goals import GOALS
from rulesets.murdham.moment import Moment, opening
from rulesets.murdham.sheet import Body
from rulesets.murdham.statures import Mark

NEXT = 0.5
"""What an attack counts that can only come next round, when one may have moved or can react."""

TIED = 0.3
"""What the turn of somebody counts who has to tear itself free first."""


class MurdhamWits(Moment, Wits):
    """One moment as one side knows it."""

    done = "done"

    # -- who is there

    @cached_property
    def known(self) -> Mapping[Id, Member]:
        """Everybody who stands, by id."""
        return {who: self._member(mark) for who, mark in self.marks.items()}

    def members(self) -> Mapping[Id, Member]:
        """Everybody the side knows of who stands."""
        return self.known

    def _member(self, mark: Mark) -> Member:
        c, spot = mark.body, self.spots[mark.body.id]
        return Member(
            c.id,
            c.side,
            spot,
            1 << spot,
            mark.stature,
            mark.left,
            mark.turn,
            self.budget(c),
            max(1, mark.pace),
            mark.shoots,
            self._prize(c),
        )

    def _prize(self, c: Body) -> float:
        aim = self.aim(c.side)
        return 2.0 if aim.goal == "protect" and c.sheet.profile.name == aim.who else 1.0

    def place(self, spot: int) -> Place:
        """The place of a number."""
        return self.ground.places[spot]

    def middle(self, who: Id, spot: int) -> tuple[float, float]:
        """The middle of a zone or a border, in lattice steps."""
        return self.ground.zones.middle(self.ground.places[spot])

    # -- where they get

    def moves(self, who: Id, spot: int, budget: Budget) -> Sequence[Move]:
        """Steps of a turn, full movement, a sprint; in hiding, sneaking."""
        me = self.marks[who]
        if not self._goes(me, budget):
            return ()
        if self._bidden(me):
            return self._by_the_book(me, spot, budget)
        return [
            self._sneaking(me, reach.layers, pays) if verb == "sneak" else self._going(verb, me, spot, reach, pays)
            for verb, reach, pays in self._roads(me, spot, budget)
        ]

    def ends(self, who: Id, spot: int, budget: Budget) -> Mask:
        """Everywhere that any of them ends."""
        me = self.marks[who]
        if not self._goes(me, budget):
            return 0
        if self._bidden(me):
            return super().ends(who, spot, budget)
        found = 0
        for verb, reach, _ in self._roads(me, spot, budget):
            found |= reach.whole & (self._clear(me) if verb == "sneak" else ~0)
        return found

    def _goes(self, me: Mark, budget: Budget) -> bool:
        return bool(budget) and moving.may_move(self.board, me.body)

    def _bidden(self, me: Mark) -> bool:
        """Whether its steps are not free: the routed, the frightened, who has begun something special."""
        sheet = me.body.sheet
        return bool(sheet.retreating or sheet.fears or (self.turn.special and me.body.id == self.turn.active))

    def _roads(self, me: Mark, spot: int, budget: Budget) -> Iterable[tuple[str, Reach, Sequence[Budget]]]:
        """How somebody whose steps are free could go, how far, and for what."""
        c, sheet = me.body, me.body.sheet
        flies, barred, halves = sheet.profile.flies, self.full(c.id) & ~(1 << spot), budget[2]
        lie = self.ground.lie(flies=flies)
        if halves:
            yield "move", lie.reach(spot, halves, barred), [(0, 0, cost) for cost in range(halves + 1)]
        if budget[0] == 2 and not self.turn.full and self.mocker(c) is None:
            reach = lie.reach(spot, me.pace + halves, barred)
            # what is not gone of a full movement may still be gone: less than nothing is paid for a short one
            pays = [(2, 0, cost - me.pace) for cost in range(me.pace + halves + 1)]
            if sheet.hidden:
                yield "sneak", reach, pays
                return
            yield "full", reach, pays
            if not self.beside(c.side) & reach.whole:
                most = moving.budget(self.board, c, full=True, special="sprint") - me.pace + halves
                swift = self.ground.lie(flies=flies, sprints=True).reach(spot, most, barred)
                yield "sprint", swift, [(2, 0, cost - most + halves) for cost in range(most + 1)]

    def _going(self, verb: str, me: Mark, start: int, reach: Reach, pays: Sequence[Budget]) -> Move:
        """A way of going with what those may do who are left behind, and who sees it."""
        c, openings = me.body, []
        if c.sheet.hidden:
            seen = self.seen(c.side, reach.whole)
            return Move(verb, reach.layers, pays, (), (("reveals", seen, 1.0),) if seen else ())
        for it in self.foes(c.side):
            who = it.body.id
            if not self.able[who] or self.mocker(it.body) not in (None, c.id):
                continue
            passed = reach.leaving(self.near(it))
            if passed and self.ground.look(self.spots[who], start).seen and (effects := opening(it, me)):
                openings.append((passed, effects))
        winded = verb == "sprint" and not c.sheet.retreating and c.sheet.sprinted == self.turn.round - 1
        return Move(
            *(verb, reach.layers, pays, tuple(openings)),
            (("winded", self.ground.every, 1 - me.AGI),) if winded else (),
        )

    def _clear(self, me: Mark) -> Mask:
        """Places that hold no foe: nobody sneaks into those."""
        return ~self.standing(self.foes(me.body.side))

    def _sneaking(self, me: Mark, layers: Sequence[Mask], pays: Sequence[Budget]) -> Move:
        clear, heard = self._clear(me), 1 - me.AGI
        return Move("sneak", [layer & clear for layer in layers], pays, (), (("reveals", self.ground.every, heard),))

    def _by_the_book(self, me: Mark, spot: int, budget: Budget) -> Sequence[Move]:
        """The same for those whose steps are not free: the routed, the frightened, who has begun something special."""
        c = moving.moved(me.body, self.ground.places[spot])
        special = self.turn.special if c.id == self.turn.active else ""
        rushes = budget[0] == 2 and not self.turn.full and self.mocker(c) is None
        kinds: list[tuple[str, int, moving.Special, int]] = [("move", budget[2], special, 0)] if budget[2] else []
        if rushes:
            kinds.append(("full", me.pace + budget[2], "", 2))
            if c.sheet.retreating:
                most = moving.budget(self.board, c, full=True, special="sprint") - me.pace + budget[2]
                kinds.append(("sprint", most, "sprint", 2))
        found = []
        for verb, halves, how, main in kinds:
            ways = moving.open_to(self.board, c, halves, how)
            layers = [0] * (halves + 1)
            trails = {}
            for place, path in ways.items():
                price = sum(moving.price(self.board, c, step, how) or 1 for step in path)
                layers[price] |= self.ground.afoot.bit(place)
                trails[self.ground.number[place]] = self.ground.afoot.mask(path) | 1 << spot
            pays = [(main, 0, cost - halves + budget[2]) for cost in range(halves + 1)]
            found.append(self._going(verb, me, spot, Reach(tuple(layers), trails), pays))
        return found

    def seen(self, side: str, where: Mask) -> Mask:
        """The places of some that a foe of a side sees."""
        found = 0
        for it in self.foes(side):
            for look, mask in self.ground.views.out(self.spots[it.body.id], where & ~found):
                if look.seen:
                    found |= mask
        return found

    # -- what they can do

    def kept(self, budget: Budget) -> Budget:
        """Nothing: the turn itself is the reaction, and who has had it has none."""
        return ()

    def acts(self, who: Id, spot: int, budget: Budget, where: Mask) -> Iterable[Act]:
        """Attacks, and everything else there is to do."""
        if not budget:
            return
        me = self.marks[who]
        if who in self.tied:
            yield from deeds.bound(self, me, budget)
            return
        for bunch in deeds.against(self, me, spot, budget, where):
            yield from bunch
        yield from deeds.deeds(self, me, spot, budget, where)
        if budget[0] and not me.body.sheet.retreating:
            for bunch in assaults.attacks(self, me, spot, budget, where):
                yield from bunch

    def attacks(self, who: Id, spot: int, budget: Budget, where: Mask) -> Iterable[Sequence[Act]]:
        """Those of them that are meant for others."""
        if not budget or who in self.tied:
            return
        me = self.marks[who]
        yield from deeds.against(self, me, spot, budget, where)
        if budget[0] and not me.body.sheet.retreating:
            yield from assaults.attacks(self, me, spot, budget, where)

    def reaches(self, it: Id) -> Mask:
        """Where somebody strikes after a free movement, and where those stand whom it could shoot."""
        foe = self.marks[it]
        found = self.strikes(it) if foe.melee is not None else 0
        if foe.shot is not None:
            others = self.foes(foe.body.side)
            for look, mask in self.ground.views.out(self.spots[it], self.standing(others) & ~found):
                sample = next(other for other in others if mask >> self.spots[other.body.id] & 1)
                if blow(foe.shot, sample, look) is not None:
                    found |= mask
        return found

    def coming(self, it: Id) -> float:
        """A turn of those who still have theirs; half of one of those who have had it."""
        share = TIED if it in self.tied else 1.0
        return share * (1.0 if self.able[it] or it == self.turn.active else NEXT)

    # -- where they are drawn

    def opened(self, edge: str) -> MurdhamWits:
        """The same moment with a door or gate open."""
        return MurdhamWits(opened(self.board, edge), self.side)

    def ways(self, who: Id, goals: Mask) -> Sequence[Mask]:
        """Half-zones to the nearest goal, bodies or not; the routed go round their enemies (A-98)."""
        if self.flees(who):
            steps = moving.to_the_exits(self.board, self.marks[who].body)
            out = [0] * (max(steps.values(), default=0) + 1)
            for place, away in steps.items():
                out[away] |= self.ground.afoot.bit(place)
            return out
        return self.ground.lie(flies=self.marks[who].body.sheet.profile.flies).ways(goals)

    def pulls(self, who: Id) -> Sequence[Pull]:
        """The side's objective; for the routed the way out."""
        me = self.marks[who].body
        if me.sheet.retreating:
            return (Pull(self.ground.exits, "flight", "at exit"),)
        aim = GOALS.drawn(self.board, me)
        if aim is None:
            return ()
        mask = self.ground.afoot.mask(objective_zones(self.board, aim))
        if aim.goal != "escape":
            mask = self.ground.afoot.around(mask)
        return (Pull(mask, "goal", "on goal"),) if mask else ()

    def flees(self, who: Id) -> bool:
        """Whether its courage has failed."""
        return self.marks[who].body.sheet.retreating

    def stances(self, who: Id, where: Mask, kept: Budget) -> Iterable[tuple[str, Mask, float]]:
        """Friends at arm's length, in narrow places above all; spent foes to press; fire; having come ahead of all."""
        me, ground = self.marks[who], self.ground
        once = twice = 0
        for friend in self.friends(who):
            once, twice = once | self.near(friend), twice | (once & self.near(friend))
        yield "support", once, 1.0
        yield "support", twice, 1.0
        yield "crowd", once & ground.tight, 1.0
        yield "crowd", twice & ground.tight, 1.0
        if not me.body.sheet.profile.flies:
            yield "peril", ground.burning, 1.0
        yield from self._ahead(who, where)
        if not me.shoots:
            for it in self.foes(me.body.side):
                if not self.able[it.body.id]:
                    yield "presses", self.near(it), it.stature

    def _ahead(self, who: Id, where: Mask) -> Iterable[tuple[str, Mask, float]]:
        """How much nearer to a fight a place is than the friends are on average."""
        ways = self.ways(who, self.posts(who))
        others = [1 << self.spots[it.body.id] for it in self.friends(who)]
        steps = [away for away, layer in enumerate(ways) for bit in others if layer & bit]
        front = sum(steps) / len(steps) if steps else 0.0
        for away, layer in enumerate(ways[: int(front) + 1]):
            if layer & where and away < front:
                yield "ahead", layer, front - away

    def position(self) -> Features:
        """Courage, the dying, the objective."""
        return position.position(self)

    # -- questions

    def picks(self, question: Choose[Any]) -> Mapping[str, Pick]:
        """Who acts, nobody, or which side begins."""
        if question.topic == "order":
            return {option.key: Pick(None, begins=str(option.value)) for option in question.options.singles}
        return {option.key: self._pick(option.value) for option in question.options.singles}

    def _pick(self, who: Id | None) -> Pick:
        if who is not None:
            if self.flees(who) or who in self.tied:
                return Pick(who, {"flees" if self.flees(who) else "caught": 1.0})
            busy = self.reaches(who) & self.standing(self.foes(self.side))
            return Pick(who, {} if busy else {"advances": self.eager})
        ours = self.band(self.side)
        theirs = [it for it in self.foes(self.side) if not self.flees(it.body.id)]
        waiting = sum(self.able[it.body.id] for it in theirs)
        close = any(self.reaches(it.body.id) & self.standing(ours) for it in theirs)
        found = {
            "passes": 1.0,
            "outwaits": float(waiting > 0 and close),
            "dawdles": float(not close),
            "presses on": self.eager - 1.0,
            "outnumbers": float(sum(self.able[it.body.id] for it in ours) - waiting),
        }
        return Pick(None, found)

    def asked(self, question: Choose[Any]) -> Mapping[str, Out]:
        """Answers out of turn, and to whether to give chase."""
        if question.kind == "react":
            return asked.answer(self, question)
        if question.topic == "chase":
            return {"chase": Out((), {"away": 1.0}), "let go": Out()}
        return indifferent(question)
