"""Plans one member's turn: where to go, what to do there, how one stands when the others come.

A plan is worth what is done on its way and how it ends; places that are only passed through count for nothing, and
going somewhere is never paid for: what draws a member on, steps to somebody to fight or to a goal, is a number of the
place where it ends. So going out and coming back is never worth anything.

Places that are the same in everything that counts make a class, and one place stands for each: the nearest, as the crow
flies, to what draws the member on, so that nobody strays to one side of the map for nothing. A turn is a search over
places and what is left of the turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, partial
from math import fsum
from operator import itemgetter

from game.ai.masks import distance, left_of, less, nearest, split
from game.ai.position_value import APART, Outlook, Plane, PositionValue, TurnView
from game.ai.scoring import Candidate, LateFeatures, score
from game.ai.valuation import GLANCED, OURS, THEIRS, Best, Plan, PlannedAct, PlannedMove, PlanStep, add
from game.rules.events import Id
from game.rules.planning_model import Act, Budget, Effect, ExpectedOutcome, Features, Mask, Member, Move, PlanningModel
from game.spatial.paths import bits
from game.spatial.places import written

MapPoint = tuple[float, float]


class TieBreak:
    """Straight-line distance from places to a member's goal, or to the nearest of the others."""

    def __init__(self, model: PlanningModel, me: Member, members: Iterable[Member]) -> None:
        self.model, self.me, self._members = model, me, members
        self._strays: dict[int, MapPoint] = {}

    @cached_property
    def aim(self) -> MapPoint | None:
        """Where it ends; None where there is neither."""
        model, me = self.model, self.me
        goals = next((pull.places for pull in model.pulls(me.id) if pull.places), 0)
        aims = [model.middle(me.id, spot) for spot in bits(goals)]
        if not aims:
            aims = [model.middle(it.id, it.spot) for it in self._members if it.side != me.side]
        here = model.middle(me.id, me.spot)
        return min(aims, key=lambda aim: squared_distance(here, aim), default=None)

    def stray(self, spot: int) -> MapPoint:
        """How far a place is from its end, squared, and on which side of the way there: the least is best.

        By the side, and not by its number, so that of two as far neither end of the map is preferred.
        """
        found = self._strays.get(spot)
        if found is None:
            aim, (x, y) = self.aim, self.model.middle(self.me.id, spot)
            column, row = self.model.middle(self.me.id, self.me.spot)
            found = self._strays[spot] = (
                (squared_distance((x, y), aim), (aim[0] - column) * (y - row) - (aim[1] - row) * (x - column))
                if aim is not None
                else (0.0, 0.0)
            )
        return found


def squared_distance(one: MapPoint, other: MapPoint) -> float:
    """The square of the straight line between two points."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


SINGLE = 16
"""So few places to end in are each looked at on their own."""

DEPTH = 4
"""Things done in one plan at most."""

SAME = 0.004
"""Points by which two places may differ and still be one class."""

ELSEWHERE = -1
"""Stands for what was done while the ground was another: it is none of the acts there are now."""

NOTHING = ExpectedOutcome()


class TurnPlanner:
    """The turn of one member: its plans."""

    def __init__(self, view: TurnView, me: Member) -> None:
        self.view, self.me = view, me
        self.model, self.valuation = view.model, view.valuation(me.temperament)
        self.feature_weights = self.valuation.feature_weights
        self._gains: dict[int, tuple[Act, float, ExpectedOutcome, Features]] = {}
        self._moves: dict[tuple[int, Budget], list[PlannedMove]] = {}
        self._afforded: dict[Budget, Mapping[int, Budget]] = {}
        self._beeline = TieBreak(self.model, me, view.members.values())
        self._here: dict[int, tuple[int, ...]] = {}
        self._opened: dict[tuple[object, ...], Sequence[PlannedAct]] = {}
        self._plans: dict[tuple[int, Budget, bool, tuple[int, ...]], Plan] = {}
        self._beyond: dict[str, TurnPlanner | None] = {}
        """Turns that go on after something is opened; None where that is no other moment."""

    # -- what there is

    @cached_property
    def _roads(self) -> Sequence[Move]:
        return self.model.moves(self.me.id, self.me.spot, self.me.budget)

    @cached_property
    def _reach(self) -> Mask:
        """Everywhere that the member can end a first walk, and where it stands."""
        return 1 << self.me.spot | self.model.ends(self.me.id, self.me.spot, self.me.budget)

    @cached_property
    def acts(self) -> list[Act]:
        """All that could be done from somewhere in reach; what leads elsewhere comes last, the straightest first."""
        me = self.me
        found = [act for act in self.model.acts(me.id, me.spot, me.budget, self._reach) if act.where & self._reach]
        found.sort(key=lambda act: (1, self._beeline.stray(act.ends)) if act.ends >= 0 else (0, (0.0, 0.0)))
        return self.view.noticed(me, found)

    @cached_property
    def _prices(self) -> Collection[Budget]:
        """All that acts take of a turn."""
        return frozenset(act.pay for act in self.acts)

    @cached_property
    def best_blow(self) -> float:
        """The most that any attack does, in unit values, when those it concerns answer as serves them best."""
        me, blow = self.me, self.view.blow
        bunches = self.model.attacks(me.id, me.spot, me.budget, self._reach)
        acts = [act for bunch in bunches for act in bunch if act.where]
        return max((min((blow(out, me.side) for out in act.outs), default=0.0) for act in acts), default=0.0)

    def _gain(self, act: Act) -> tuple[Act, float, ExpectedOutcome, Features]:
        """Points of an act, its outcome as those answer whom it concerns, and features of what stands open then."""
        found = self._gains.get(id(act))
        if found is None:
            best, least = NOTHING, None
            for out in act.outs:
                value = self.valuation.value(out)
                if least is None or value < least:
                    best, least = out, value
            parting = self._parting(act) if act.opens else {}
            more = self.feature_weights.get("acts", 0.0) + score(parting, self.feature_weights)
            found = self._gains[id(act)] = act, (least or 0.0) + more, best, parting
        return found

    def _features(self, act: Act) -> dict[str, float]:
        _, _, out, parting = self._gain(act)
        found = {**self.valuation.features(out), "acts": 1.0}
        add(found, parting)
        return found

    def _parting(self, act: Act) -> Features:
        """Features of something that stands open then.

        It is a way opened where that is nearer to what matters, from where it is done, with nobody to attack here. On
        the way to a goal nobody minds whom it lets in.
        """
        then, found = self._after(act), dict(self.view.parted(act.opens, self.me))
        there = {name: ways for name, ways, _ in then.outlook.potentials} if then is not self else {}
        nearer = [
            name
            for name, ways, _ in self.outlook.potentials
            if name in there and distance(there[name], act.where) < distance(ways, act.where)
        ]
        if nearer and not any(self._attacks(other) for other in self.acts):
            found["door"] = self.model.eager
        if set(nearer) - {"far", APART}:
            found["lets in"] = 0.0
        return found

    def _attacks(self, act: Act) -> bool:
        for out in act.outs:
            for effect in out.effects:
                if effect.who in self._others:
                    return True
        return False

    @cached_property
    def _others(self) -> Collection[Id]:
        return frozenset(it.id for it in self.view.members.values() if it.side != self.me.side)

    # -- where it may end

    @cached_property
    def outlook(self) -> Outlook:
        """Pulls on the member, and what foes may do to it."""
        return Outlook(self.view, self.me)

    @cached_property
    def position_value(self) -> PositionValue:
        """How good places are to end a turn in."""
        return PositionValue(self.outlook, self._ground)

    @cached_property
    def _ground(self) -> Mask:
        """Everywhere that a plan may end."""
        me, found = self.me, self._reach
        for act in self.acts:
            farther = act.ends >= 0 or min(act.pay) < 0
            left = less(me.budget, act.pay) if farther else None
            if left is not None:
                spot = act.ends if act.ends >= 0 else me.spot
                found |= 1 << spot | self.model.ends(me.id, spot, left)
        return found

    # -- where to go

    def _walks(self, spot: int, budget: Budget) -> list[PlannedMove]:
        """Places worth going to with so much."""
        found = self._moves.get((spot, budget))
        if found is None:
            me = self.me
            first = spot == me.spot and budget == me.budget
            roads = self._roads if first else self.model.moves(me.id, spot, budget)
            found, known = [], 1 << spot
            for move in roads:
                mask = 0
                for layer in move.ends:
                    mask |= layer
                mask &= ~known
                known |= mask
                if mask:
                    found += self._ends(move, mask, budget)
            self._moves[spot, budget] = found
        return found

    def _ends(self, move: Move, mask: Mask, budget: Budget) -> list[PlannedMove]:
        """For each class of a move's ends the place that stands for it, the straightest first."""
        feature_weights = self.feature_weights
        way: list[Plane] = []
        for where, effects in move.openings:
            risk = self._risk(effects)
            way.append((where & ~self.position_value.careless, "risk", risk, feature_weights.get("risk", 0.0) * risk))
        for name, where, amount in move.features:
            way.append((where, name, amount, feature_weights.get(name, 0.0) * amount))
        if mask.bit_count() <= SINGLE:
            classes = [1 << at for at in bits(mask)]
        else:
            splits = [where for where, _, _, points in way if abs(points) > SAME]
            splits += [
                where
                for where, _, _, points in self.position_value.planes(self.model.kept(budget))
                if abs(points) > SAME
            ]
            splits += dict.fromkeys(act.where for act in self.acts)
            classes = split(mask, splits)
        found: list[PlannedMove] = []
        step = feature_weights.get("steps", 0.0)
        for one in classes:
            for _, ways, _ in self.outlook.potentials:
                one = nearest(ways, one)
            for cost, layer in enumerate(move.ends):
                if some := layer & one:
                    spot = min(bits(some), key=self._beeline.stray)
                    points = step * cost + fsum(value for where, _, _, value in way if where >> spot & 1)
                    left = less(budget, move.pays[cost])
                    if left is not None:
                        found.append((move, spot, cost, points, left))
                    break
        found.sort(key=lambda end: self._beeline.stray(end[1]))
        return found

    def _risk(self, effects: Iterable[Effect]) -> float:
        """Cost of openings, in unit values."""
        return -self.view.blow(ExpectedOutcome(tuple(effects)), self.me.side)

    # -- plans

    def _after(self, act: Act) -> TurnPlanner:
        """The turn in which it goes on after an act: what it opens lets foes come and shoot through as well."""
        if not act.opens:
            return self
        if act.opens not in self._beyond:
            view = self.view.opened(act.opens)
            self._beyond[act.opens] = None if view is None else TurnPlanner(view, view.members[self.me.id])
        return self._beyond[act.opens] or self

    def plan(self, spot: int, budget: Budget, walked: bool = False, done: tuple[int, ...] = ()) -> Plan:
        """The best that can be done from a place with so much left."""
        key = (spot, budget, walked, done)
        found = self._plans.get(key)
        if found is None:
            found = Plan(self._rest(spot, budget, done), None)
            for step, value in self._steps(spot, budget, walked, done):
                if value > found.value:
                    found = Plan(value, step)
            self._plans[key] = found
        return found

    def _rest(self, spot: int, budget: Budget, done: tuple[int, ...]) -> float:
        """Value of ending the turn here."""
        idle = 0.0 if done or not self._able else self.feature_weights.get("idle", 0.0)
        return self.position_value.stand(spot, budget) + idle

    @cached_property
    def _able(self) -> bool:
        """Whether there is somebody to attack from somewhere in reach."""
        return any(self._attacks(act) and less(self.me.budget, act.pay) is not None for act in self.acts)

    def _open(self, spot: int, budget: Budget, done: tuple[int, ...]) -> Sequence[PlannedAct]:
        """Acts possible from a place with so much left; once something is done or walked, the best of a kind."""
        if not self._payable(budget):
            return ()
        here = self._here.get(spot)
        if here is None:
            here = self._here[spot] = tuple([at for at, act in enumerate(self.acts) if act.where >> spot & 1])
        if not here:
            return ()
        everything = spot == self.me.spot and not done
        key = here, budget, done, everything
        found = self._opened.get(key)
        if found is None:
            payable, acts = self._payable(budget), self.acts
            able = [number for number in here if number in payable and number not in done]
            found = [(number, acts[number], payable[number], self._gain(acts[number])[1]) for number in able]
            if not everything:
                best: dict[tuple[Budget, int], PlannedAct] = {}
                for option in found:
                    kind = option[2], option[1].ends
                    if kind not in best or option[3] > best[kind][3]:
                        best[kind] = option
                found = list(best.values())
            self._opened[key] = found
        return found

    def _payable(self, budget: Budget) -> Mapping[int, Budget]:
        """The acts that there is enough left for, by number, and what is left after each."""
        found = self._afforded.get(budget)
        if found is None:
            lefts = {pay: less(budget, pay) for pay in self._prices}
            acts = ((number, lefts[act.pay]) for number, act in enumerate(self.acts))
            found = self._afforded[budget] = {number: left for number, left in acts if left is not None}
        return found

    def _steps(
        self, spot: int, budget: Budget, walked: bool, done: tuple[int, ...]
    ) -> Iterable[tuple[PlanStep, float]]:
        """Everything that could come next, with what the plan is worth that begins so."""
        if len(done) < DEPTH:
            for number, act, left, gain in self._open(spot, budget, done):
                ends = spot if act.ends < 0 else act.ends
                then = self._after(act)
                rest = then.plan(
                    ends, left, act.stays, (*done, number) if then is self else (ELSEWHERE,) * (len(done) + 1)
                )
                yield PlanStep(act.key, act, None, ends, 0, rest), gain + rest.value
        if not walked:
            for move, ends, cost, points, left in self._walks(spot, budget):
                # Where nothing can be done after the walk the plan ends with it.
                on = self._payable(left)
                rest = self.plan(ends, left, True, done) if on else Plan(self._rest(ends, left, done), None)
                yield PlanStep(move.verb, None, move, ends, cost, rest), points + rest.value

    def candidates(self) -> list[Candidate]:
        """The options to begin with, best first, each with what the best plan is good for that begins so."""
        me = self.me
        if not any(me.budget):
            return [Candidate(self.model.done, 0.0, {})]
        values: dict[str, float] = {self.model.done: self._rest(me.spot, me.budget, ())}
        plans: dict[str, PlanStep | None] = {self.model.done: None}
        for step, value in self._steps(me.spot, me.budget, False, ()):
            key = self._first(step)
            if key not in values or value > values[key]:
                values[key], plans[key] = value, step
        found = [Candidate(key, values[key], LateFeatures(partial(self._sum_up, step))) for key, step in plans.items()]
        found.sort(key=lambda candidate: -candidate.score)
        return found

    def _first(self, step: PlanStep) -> str:
        """The key of the option that a plan begins with."""
        following: PlanStep | None = step
        while following is not None:
            if following.act is not None and following.act.first:
                return following.act.first
            following = following.rest.step
        if step.move is not None:
            return f"{step.key} {written(self.model.place(step.ends))}"
        return step.key

    def _sum_up(self, step: PlanStep | None) -> dict[str, float]:
        me = self.me
        spot, budget, found = me.spot, me.budget, dict[str, float]()
        acted, turn = False, self
        while step is not None:
            if step.act is not None:
                acted = True
                budget = left_of(budget, step.act.pay)
                add(found, turn._features(step.act))
                turn = turn._after(step.act)
            elif step.move is not None:
                bit = 1 << step.ends
                budget = left_of(budget, step.move.pays[step.cost])
                found["steps"] = found.get("steps", 0.0) + step.cost
                for where, effects in step.move.openings:
                    if where & bit & ~self.position_value.careless:
                        found["risk"] = found.get("risk", 0.0) + turn._risk(effects)
                for name, where, amount in step.move.features:
                    if where & bit:
                        found[name] = found.get(name, 0.0) + amount
            spot, step = step.ends, step.rest.step
        if not acted and self._able:
            found["idle"] = 1.0
        add(found, turn.position_value.stance(spot, budget))
        return found

    def prospects(self) -> dict[str, float]:
        """Features of the member's turn if it came now, at a glance: for whose turn it is to be.

        Only what the weights ask for is worked out.
        """
        me, feature_weights, found = self.me, self.feature_weights, dict[str, float]()
        if any(feature_weights.get(name) for name in GLANCED):
            best = None
            for bunch in self.model.attacks(me.id, me.spot, me.budget, self._reach):
                one = self._best(bunch) if bunch else None
                if one is not None and (best is None or one.points > best.points):
                    best = one
            if best is not None and best.points > 0:
                features = self.valuation.features(best.out)
                found = {f"could {name}": features[name] for name in (*THEIRS, *OURS) if features.get(name)}
            else:
                found["could not"] = 1.0
        if feature_weights.get("endangered"):
            found["endangered"] = self.outlook.danger(1 << me.spot)
        if feature_weights.get("gap"):
            found.update(
                ("gap", amount * distance(ways, 1 << me.spot)) for _, ways, amount in self.outlook.potentials[-1:]
            )
        return found

    def _best(self, bunch: Sequence[Act]) -> Best | None:
        """The best attack of some, by points."""
        glance = self.view.attack_cache.known(self.valuation, bunch)
        if glance is not None:
            return glance.best
        gains = [self._gain(act) for act in bunch if act.where and self._attacks(act)]
        most = max(gains, key=itemgetter(1), default=None)
        best = Best(most[1], most[2]) if most is not None else None
        if isinstance(bunch, tuple):
            self.view.attack_cache.store(self.valuation, bunch, best, self._others)
        return best
