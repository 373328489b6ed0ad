"""The planning model: members, ways, dangers, posts and goals. Acts and replies stand beside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import Any

from game.kit.cache import LatestPerSide, cached_method
from game.kit.goals import objective_zones
from game.kit.mind.acts import indifferent
from game.kit.mind.model import GANGWAY, ZoneModel
from game.kit.zone_masks import ZoneReach, by_cost
from game.rules.events import Id
from game.rules.planning_model import (
    Act,
    Budget,
    Effect,
    ExpectedOutcome,
    ExpectedThreat,
    Features,
    Mask,
    Member,
    Move,
    Pick,
)
from game.rules.questions import Choose
from game.rules.setup import Objective
from game.spatial.paths import bits
from game.spatial.places import ZonePlace
from rulesets.murdham.mind import actions, attacks, reactions
from rulesets.murdham.mind.damage import UnitStats, blow, cost, dealt
from rulesets.murdham.mind.view import SPECIALLY, MurdhamSideView, opening
from rulesets.murdham.play import moving
from rulesets.murdham.play.cost import Special, fall_dice, price
from rulesets.murdham.play.geometry import GOALS, fights, half
from rulesets.murdham.play.morale import subject, tested

NEXT = 0.5
"""What an attack counts that can only come next round, when one may have moved or can react."""

WARD = 2.0
"""How much more somebody counts whom its side must keep safe."""

TIED = 0.3
"""What the turn of somebody counts who has to tear itself free first."""


class MurdhamModel(ZoneModel[MurdhamSideView, UnitStats]):
    """One moment as one side knows it."""

    kept_safe = ("protect",)

    # -- who is there

    def member(self, it: UnitStats, *, ward: bool) -> Member:
        """A fighter as planners know it."""
        c, spot, prize = it.body, self.view.spots[it.body.id], WARD if ward else 1.0
        worth = it.unit_value, it.left, it.turn
        return Member(c.id, c.side, spot, 1 << spot, *worth, self.budget(it), max(1, it.pace), it.shoots, prize)

    def budget(self, it: UnitStats) -> Budget:
        """The budget that somebody may still spend this round."""
        c, turn = it.body, self.view.turn
        if c.id == turn.active:
            halves = moving.left(self.board, c) if moving.may_move(self.board, c) else 0
            return 2 if turn.main else 1 if turn.again else 0, int(not turn.bonus), halves
        if c.sheet.acted or c.sheet.stunned:
            return ()
        return 2, 1, it.pace if moving.may_move(self.board, c) else 0

    def place(self, spot: int) -> ZonePlace:
        """The place of a number."""
        return self.view.ground.places[spot]

    # -- where they get

    def moves(self, who: Id, spot: int, budget: Budget) -> Sequence[Move]:
        """Steps of a turn, full movement, a sprint; in hiding, sneaking."""
        me, halves, found = self.view.stats[who], budget[2] if budget else 0, []
        for verb, most, main in self._kinds(me, spot, budget):
            # what is not gone of a full movement may still be gone: less than nothing is paid for a short one
            pays = [(main, 0, cost - most + halves) for cost in range(most + 1)]
            reach = self._reach(me, spot, verb, most)
            if verb in SPECIALLY:  # what is reached without is no end of it
                plain = self._reach(me, spot, "full", most).whole
                reach = ZoneReach(tuple([layer & ~plain for layer in reach.layers]), reach.trails)
            found.append(self._going(verb, me, spot, reach, pays))
        return found

    def ends(self, who: Id, spot: int, budget: Budget) -> Mask:
        """Everywhere that any of them ends."""
        me, found = self.view.stats[who], 0
        for verb, most, _ in self._kinds(me, spot, budget):
            found |= self._reach(me, spot, verb, most).whole & (self._clear(me) if verb == "sneak" else ~0)
        return found

    def _kinds(self, me: UnitStats, spot: int, budget: Budget) -> Iterator[tuple[str, int, int]]:
        """How somebody could go: the verb, half-zones at most, and what it takes of the main action."""
        c, sheet = me.body, me.body.sheet
        if not budget or not moving.may_move(self.board, c):
            return
        bidden, halves = self._bidden(me), budget[2]
        if halves:
            yield "move", halves, 0
        if budget[0] < 2 or self.view.turn.full or self.view.mocker(c) is not None:
            return
        if sheet.hidden and not bidden:
            yield "sneak", me.pace + halves, 2
            return
        yield "full", me.pace + halves, 2
        whole = self._reach(me, spot, "full", me.pace + halves).whole
        close = whole & self.view.beside(c.side)
        if not (bidden or close or sheet.profile.flies or self._nearer(c.id, spot, whole)):
            for special, before in self.view.ground.before.items():
                if whole & before:
                    yield special, me.pace + halves, 2
        if sheet.retreating or not (bidden or close):
            yield "sprint", moving.budget(self.board, c, full=True, special="sprint") - me.pace + halves, 2

    def _nearer(self, who: Id, spot: int, places: Mask) -> bool:
        """Whether any of some places lies nearer to a fight than a spot does."""
        for layer in self.distance_layers(who, self.attack_positions(who)):
            if layer >> spot & 1:
                return False
            if layer & places:
                return True
        return False

    def _bidden(self, me: UnitStats) -> bool:
        """Whether its steps are not free: the routed, the frightened, who has begun something special."""
        sheet = me.body.sheet
        return bool(sheet.retreating or sheet.fears or (self.view.turn.special and me.body.id == self.view.turn.active))

    def _reach(self, me: UnitStats, spot: int, verb: str, most: int) -> ZoneReach:
        """Where so many half-zones lead; those whose steps are not free ask the rules at each."""
        if self._bidden(me):
            return self._by_the_book(me.body.id, spot, verb, most)
        ground = self.view.ground
        on_foot = ground.masks(flies=me.body.sheet.profile.flies, sprints=verb == "sprint")
        masks = next((ground.specially[special] for special in SPECIALLY if special == verb), on_foot)
        return masks.reach(spot, most, self.view.full(me.body.id) & ~(1 << spot))

    @cached_method
    def _by_the_book(self, who: Id, spot: int, verb: str, most: int) -> ZoneReach:
        c, number = moving.moved(self.view.stats[who].body, self.view.ground.places[spot]), self.view.ground.number
        begun = self.view.turn.special if c.id == self.view.turn.active else ""
        special: Special = "sprint" if verb == "sprint" else begun if verb == "move" else ""
        costs, trails = {}, {}
        for place, path in moving.open_to(self.board, c, most, special).items():
            costs[number[place]] = sum(price(self.board, c, step, special) or 1 for step in path)
            trails[number[place]] = self.view.ground.afoot.mask(path) | 1 << spot
        return ZoneReach(by_cost(costs, most), trails)

    def _going(self, verb: str, me: UnitStats, start: int, reach: ZoneReach, pays: Sequence[Budget]) -> Move:
        """A way of going with what those may do who are left behind, who sees or hears it, and how one may fall."""
        c, openings = me.body, list(self._falls(verb, me, reach))
        if verb == "sneak":
            clear = self._clear(me)
            heard = ("reveals", self.view.ground.every, 1 - me.AGI)
            return Move(verb, [layer & clear for layer in reach.layers], pays, (), (heard,))
        if c.sheet.hidden:
            seen = self.seen(c.side, reach.whole)
            return Move(verb, reach.layers, pays, (), (("reveals", seen, 1.0),) if seen else ())
        for it in self.view.foes(c.side):
            who = it.body.id
            if not (self.view.able[who] and fights(it.body)) or self.view.mocker(it.body) not in (None, c.id):
                continue
            passed, seen = reach.leaving(self.view.near(it)), self.view.ground.look(self.view.spots[who], start).seen
            if passed and (effects := opening(it, me, seen=seen)):
                openings.append((passed, effects))
        winded = verb == "sprint" and not c.sheet.retreating and c.sheet.sprinted == self.view.turn.round - 1
        tires = (("winded", self.view.ground.every, 1 - me.AGI),) if winded else ()
        return Move(verb, reach.layers, pays, tuple(openings), tires)

    def _falls(self, verb: str, me: UnitStats, reach: ZoneReach) -> Iterator[tuple[Mask, tuple[Effect, ...]]]:
        """What a climb or a leap that fails does, wherever the way leads over one (A-16)."""
        for number in bits(reach.whole) if verb in ("climb", "leap") else ():
            dice = fall_dice(self.board, self.view.ground.places[number])
            if dice:
                took = cost(dealt(4, 0, dice, 1, 0), me, direct=True).times(1 - me.AGI)
                yield reach.leaving(1 << number) | 1 << number, (took.effect(me.body.id),)

    def _clear(self, me: UnitStats) -> Mask:
        """Places that hold no foe: nobody sneaks into those."""
        return ~self.view.standing(self.view.foes(me.body.side))

    def seen(self, side: str, where: Mask) -> Mask:
        """The places of some that a foe of a side sees."""
        found = 0
        for it in self.view.foes(side):
            for look, mask in self.view.ground.views.out(self.view.spots[it.body.id], where & ~found):
                if look.seen:
                    found |= mask
        return found

    # -- what they can do

    def kept(self, budget: Budget) -> Budget:
        """Nothing: the turn itself is the reaction, and who has had it has none."""
        return ()

    def deeds(self, who: Id, budget: Budget, where: Mask) -> Iterable[Act]:
        """Attacks, and everything else there is to do."""
        me, spot = self.view.stats[who], self.view.spots[who]
        if who in self.view.tied:
            yield from actions.bound(self.view, me, budget)
            return
        for bunch in actions.against(self.view, me, spot, budget, where):
            yield from bunch
        yield from actions.deeds(self.view, me, spot, budget, where)
        if budget[0] and fights(me.body):
            for bunch in attacks.attacks(self.view, me, spot, budget, where):
                yield from bunch

    def attacks(self, who: Id, spot: int, budget: Budget, where: Mask) -> Iterable[Sequence[Act]]:
        """Those of them that are meant for others."""
        if not budget or who in self.view.tied:
            return
        me = self.view.stats[who]
        yield from actions.against(self.view, me, spot, budget, where)
        if budget[0] and fights(me.body):
            yield from attacks.attacks(self.view, me, spot, budget, where)

    def expected_threats(self, it: Id, who: Id, where: Mask, kept: Budget) -> Iterable[ExpectedThreat]:
        """A blow after a free movement, a shot from where it stands."""
        return self.view.expected_threats(it, who, where)

    def attack_positions(self, who: Id) -> Mask:
        """Beside a foe; for shooters where they see one within half their range, if there is such a place."""
        return self.view.attack_positions(who)

    def reaches(self, it: Id) -> Mask:
        """Where somebody strikes after a free movement, and where those stand whom it could shoot."""
        foe = self.view.stats[it]
        found = self.view.strikes(it) if foe.melee is not None else 0
        if foe.shot is not None:
            others = self.view.foes(foe.body.side)
            for look, mask in self.view.ground.views.out(self.view.spots[it], self.view.standing(others) & ~found):
                sample = next(other for other in others if mask >> self.view.spots[other.body.id] & 1)
                if blow(foe.shot, sample, look) is not None:
                    found |= mask
        return found

    def coming(self, it: Id) -> float:
        """A turn of those who still have theirs; half of one of those who have had it."""
        share = TIED if it in self.view.tied else 1.0
        return share * (1.0 if self.view.able[it] or it == self.view.turn.active else NEXT)

    # -- where they are drawn

    def distance_layers(self, who: Id, goals: Mask) -> Sequence[Mask]:
        """Half-zones to the nearest goal, bodies or not; the routed go round their enemies (A-98)."""
        if self.flees(who):
            ways = moving.to_the_exits(self.board, self.view.stats[who].body)
            steps = {self.view.ground.number[place]: away for place, away in ways.items()}
            return by_cost(steps, max(steps.values(), default=0))
        it = self.view.stats[who]
        opens = self.view.opens_doors(it.body.side)
        return self.view.masks_for(it).distance_layers(goals, None if opens else self.view.spots[who])

    def ways_out(self, who: Id) -> Mask:
        """The exits of the map."""
        return self.view.ground.exits

    def on_ground(self, aim: Objective, it: UnitStats) -> Mask:
        """Its zones and what is at arm's length of them; to get away one has to be in them."""
        mask = self.view.ground.afoot.mask(objective_zones(self.board, aim))
        return mask if aim.goal == "escape" else self.view.ground.afoot.around(mask)

    def flees(self, who: Id) -> bool:
        """Whether its courage has failed."""
        return self.view.stats[who].body.sheet.retreating

    def stances(self, who: Id, where: Mask, kept: Budget) -> Iterable[tuple[str, Mask, float]]:
        """Friends at arm's length, in narrow places above all; spent foes to press; fire; having come ahead of all."""
        me, ground = self.view.stats[who], self.view.ground
        once = twice = 0
        for friend in self.view.friends(who):
            once, twice = once | self.view.near(friend), twice | (once & self.view.near(friend))
        yield "support", once, 1.0
        yield "support", twice, 1.0
        yield "crowd", once & ground.tight, 1.0
        yield "crowd", twice & ground.tight, 1.0
        if not me.body.sheet.profile.flies:
            yield "peril", ground.burning, 1.0
        yield from self._ahead(who, where)
        yield "far", self.gangway(who), GANGWAY * self.eager
        yield "blocks", self._in_the_way(who, where), 1.0
        if not me.shoots:
            for it in self.view.foes(me.body.side):
                if not self.view.able[it.body.id]:
                    yield "presses", self.view.near(it), it.unit_value

    def way_to_a_door(self, who: Id) -> Mask:
        """The places before it; a full one is passed by nobody (A-120)."""
        masks = self.view.masks_for(self.view.stats[who])
        return masks.way_to_a_door(self.view.spots[who], self.attack_positions(who))

    def on_the_way(self, who: Id, opener: Id, way: Mask) -> Mask:
        """Where there would be no room for the other."""
        return self.view.filled_by(who, opener, way)

    def _ahead(self, who: Id, where: Mask) -> Iterable[tuple[str, Mask, float]]:
        """How much nearer to a fight a place is than the friends are on average."""
        ways = self.distance_layers(who, self.attack_positions(who))
        others = [1 << self.view.spots[it.body.id] for it in self.view.friends(who)]
        steps = [away for away, layer in enumerate(ways) for bit in others if layer & bit]
        front = sum(steps) / len(steps) if steps else 0.0
        for away, layer in enumerate(ways[: int(front) + 1]):
            if layer & where and away < front:
                yield "ahead", layer, front - away

    def _in_the_way(self, who: Id, where: Mask) -> Mask:
        """Narrow places beside a friend with a turn still to come, nearer to a fight, that it would fill (A-120)."""
        view, found, nearer = self.view, 0, 0
        due = [it.body.id for it in view.friends(who) if view.able[it.body.id]]
        for layer in self.distance_layers(who, self.attack_positions(who)) if due else ():
            for friend in due:
                if layer >> view.spots[friend] & 1:
                    beside = view.near(view.stats[friend]) & view.ground.tight & nearer & where
                    found |= view.filled_by(who, friend, beside)
            nearer |= layer
        return found

    def position(self) -> Features:
        """Courage, the dying, the objective."""
        ours, theirs, aim = self.view.band(self.side), self.view.foes(self.side), self.view.aim(self.side)
        fallen = [c for c in self.board.state.on(self.side) if c.sheet.dying]
        found = {
            "dying": float(sum(not c.sheet.dead for c in fallen)),
            "hidden": float(sum(it.body.sheet.hidden for it in ours)),
            "bound up": fsum(it.unit_value for it in ours if it.body.id in self.view.tied),
            "bind them": fsum(it.unit_value for it in theirs if it.body.id in self.view.tied),
            **GOALS.gains(self.board, self.side),
        }
        for side in self.board.setup.sides:
            name = "shaken" if side.name == self.side else "shaking"
            found[name] = found.get(name, 0.0) + self.shaken(side.name)
        if aim.goal == "escape" and aim.cells:
            gone = self.board.state.gone
            found["escaped"] = float(sum(gone[who].side == self.side for who in self.view.turn.escaped))
        if aim.goal == "protect":
            found["ward"] = fsum(it.health / it.full for it in ours if it.body.sheet.profile.name == aim.who)
        return found

    def shaken(self, side: str) -> float:
        """How far a side is on its way to the half whose loss tests its courage, in unit values that may run (A-95)."""
        if side in self.view.turn.checked or not tested(self.board, side):
            return 0.0
        band = [it for it in self.view.band(side) if not it.body.sheet.retreating]
        began = self.view.turn.strength.get(side, 0)
        fearful = [it for it in band if subject(self.board, it.body)]
        if began < 2 or not fearful:
            return 0.0
        part = min(1.0, (began - len(band)) / max(1, began - half(began)))
        return part * part * fsum(it.unit_value * (1 - it.WIT) for it in fearful)

    # -- questions

    def picks(self, question: Choose[Any]) -> Mapping[str, Pick]:
        """Who acts, nobody, or which side begins."""
        if question.topic == "order":
            return {option.key: Pick(None, begins=str(option.value)) for option in question.options.singles}
        return {option.key: self._pick(option.value) for option in question.options.singles}

    def _pick(self, who: Id | None) -> Pick:
        if who is not None:
            if self.flees(who) or who in self.view.tied:
                return Pick(who, {"flees" if self.flees(who) else "caught": 1.0})
            busy = self.reaches(who) & self.view.standing(self.view.foes(self.side))
            return Pick(who, {} if busy else {"advances": self.eager})
        ours = self.view.band(self.side)
        theirs = [it for it in self.view.foes(self.side) if not self.flees(it.body.id)]
        waiting = sum(self.view.able[it.body.id] for it in theirs)
        close = any(self.reaches(it.body.id) & self.view.standing(ours) for it in theirs)
        found = {
            "passes": 1.0,
            "outwaits": float(waiting > 0 and close),
            "dawdles": float(not close),
            "presses on": self.eager - 1.0,
            "outnumbers": float(sum(self.view.able[it.body.id] for it in ours) - waiting),
        }
        return Pick(None, found)

    def outcomes_of(self, question: Choose[Any]) -> Mapping[str, ExpectedOutcome]:
        """Answers out of turn, and to whether to give chase."""
        if question.kind == "react":
            return reactions.answer(self.view, question)
        if question.topic == "chase":
            return {"chase": ExpectedOutcome((), {"away": 1.0}), "let go": ExpectedOutcome()}
        return indifferent(question)


model_of = LatestPerSide(lambda board, side: MurdhamModel(MurdhamSideView(board, side)), lambda turn: turn).of
