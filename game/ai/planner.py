"""Weighs answers to a question by what a ruleset tells of the moment: plans of a turn, whose turn it is, replies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from math import fsum
from operator import or_
from types import MappingProxyType
from typing import Any, Protocol

from game.ai.position_value import AIM, Friends, worst_at
from game.ai.scoring import Candidate, FeatureWeights, TemperedWeights, ranked
from game.ai.turns import TurnPlanner
from game.ai.valuation import AttackCache, Valuation
from game.rules.events import Id
from game.rules.planning_model import Act, ExpectedOutcome, Features, Mask, Member, PlanningModel, weighed
from game.rules.questions import Choose
from game.rules.weights import PLAIN, Temperament

SPARE = 0.25
"""Share of a turn's worth that is left to somebody who can reach nobody with it."""

FROM_AFAR = 0.25
"""Factor of danger that takes more than the usual, a charge from far off, for those who have had their turn."""

STAYS = 0.5
"""How surely friends whose turn comes before the foes' are still where they stand when those come."""


class Attention(Protocol):
    """Attention of a side on a turn: whom and what it thinks of."""

    def acts(self, model: PlanningModel, me: Member, acts: Sequence[Act]) -> list[Act]:
        """Those of the things that somebody could do that it thinks of, in their order."""

    def careless(self, me: Member, ground: Mask) -> Mask:
        """Of some places those in which it does not occur to it that somebody could be attacked."""


class Planner:
    """Planner for one moment as one side sees it, with what it likes."""

    def __init__(
        self,
        model: PlanningModel,
        weights: TemperedWeights,
        attack_cache: AttackCache | None = None,
        attention: Attention | None = None,
        walked: Mapping[Id, tuple[int, int]] = MappingProxyType({}),
    ) -> None:
        """``attack_cache``: what was found in the moments before; ``attention``: what is thought of, if not all.

        ``walked``: where members began the turn before, and where that led them, unless there are foes to see since.
        """
        self.model, self.weights = model, weights
        self.attack_cache = AttackCache() if attack_cache is None else attack_cache
        self._attention, self._walked = attention, walked
        self.members = model.members()
        self._acting: Id | None = None
        self._turns: dict[Id, TurnPlanner] = {}
        self._reaches: dict[Id, Mask] = {}
        self._busy: dict[Id, bool] = {}
        self._followed: dict[Id, bool] = {}
        self._valuations: dict[Temperament, Valuation] = {}
        self._turned: dict[Id, float] = {}
        self._used: dict[Id, float] = {}
        self._suffered: dict[tuple[Id, Id], float] = {}
        self._friends: dict[tuple[Id, Id], Friends] = {}
        self._endangered: dict[Id, float] = {}
        self._opened: dict[str, Planner | None] = {}

    def candidates(self, question: Choose[Any]) -> list[Candidate]:
        """The answers worth thinking about, best first."""
        found = self._candidates(question)
        self._forget_turns()
        return found

    def _forget_turns(self) -> None:
        """Let go of turns, which refer to this moment: so it is freed as soon as nobody asks for features."""
        self._turns.clear()
        for then in self._opened.values():
            if then is not None:
                then._forget_turns()

    def _candidates(self, question: Choose[Any]) -> list[Candidate]:
        who = self.model.turn_of(question)
        if who is not None and who in self.members:
            self._acting = who
            return self.turn(who).candidates()
        if question.kind == "pick":
            return ranked(self._picks(question), self.weights.common)
        valuation, outcomes = self._asked(question), self.model.outcomes_of(question)
        return ranked({key: valuation.features(out) for key, out in outcomes.items()}, valuation.feature_weights)

    def _asked(self, question: Choose[Any]) -> Valuation:
        """By what whoever is asked weighs a question that is not whose turn it is."""
        me = self.members.get(question.who) if question.who is not None else None
        return self.valuation(PLAIN if me is None else me.temperament)

    def weighed_by(self, question: Choose[Any]) -> FeatureWeights:
        """The weights by which the answers to a question are compared."""
        who = self.model.turn_of(question)
        if who is not None and who in self.members:
            return self.valuation(self.members[who].temperament).feature_weights
        return self.weights.common if question.kind == "pick" else self._asked(question).feature_weights

    def opened(self, edge: str) -> Planner | None:
        """The moment with a door or gate open, if the ruleset can tell."""
        if edge not in self._opened:
            model = self.model.opened(edge)
            found = self._opened[edge] = (
                Planner(model, self.weights, self.attack_cache, self._attention, self._walked)
                if model is not None
                else None
            )
            if found is not None:
                found._acting = self._acting
        return self._opened[edge]

    def noticed(self, me: Member, acts: list[Act]) -> list[Act]:
        """Those of the things that somebody could do on its turn that the side thinks of, in their order."""
        return acts if self._attention is None else self._attention.acts(self.model, me, acts)

    def careless(self, me: Member, ground: Mask) -> Mask:
        """Of some places those in which it does not occur to the side that somebody could be attacked."""
        return 0 if self._attention is None else self._attention.careless(me, ground)

    def came_from(self, me: Member) -> Mask:
        """Places in which somebody would be back where its turn before this one began, and nothing new to see."""
        walked = self._walked.get(me.id)
        return self.model.towards(me.id, *walked) if walked is not None and not self.model.flees(me.id) else 0

    def parted(self, edge: str, me: Member) -> Features:
        """Effect on friends of an open door or gate between them and foes.

        Those who have had their turn stand in the danger that it brings; the others can go and attack through it. Foes
        who had to come and open it themselves can, too, where none could attack anybody without: those outside, that
        is, nearer to a way off the map. The others have no reason to come, and each would wait for the other.
        """
        then, found = self.opened(edge), {"bared": 0.0, "admits": 0.0, "lets in": 0.0}
        if then is None:
            return found
        ours = reduce(or_, (it.area for it in self.members.values() if it.side == me.side))
        foes = [it for it in self.members.values() if it.side != me.side]
        if not any(self.reaches(it) & ours for it in foes):  # else it keeps nobody safe
            inside = self.model.steps_out(me.id)
            outside = (it for it in foes if self.model.steps_out(it.id) < inside)
            found["lets in"] = fsum(it.unit_value for it in outside if then.reaches(it) & ours)
        for it in self.members.values():
            if it.side != me.side or it.id == me.id:
                continue
            if any(it.budget):
                found["admits"] += max(0.0, then.use(it) - self.use(it))
            else:
                found["bared"] += then._danger(it) - self._danger(it)
        return found

    def _danger(self, it: Member) -> float:
        """Harm that foes may do to somebody where it stands, in unit values."""
        found = self._endangered.get(it.id)
        if found is None:
            outlook, bit = self.turn(it.id).outlook, 1 << it.spot
            found = self._endangered[it.id] = outlook.danger(bit) + FROM_AFAR * outlook.danger(bit, late=True)
        return found

    def turn(self, who: Id) -> TurnPlanner:
        """The turn that somebody could have now."""
        found = self._turns.get(who)
        if found is None:
            found = self._turns[who] = TurnPlanner(self, self.members[who])
        return found

    def _picks(self, question: Choose[Any]) -> dict[str, Features]:
        advice: dict[str, Features] = {}
        for key, pick in self.model.picks(question).items():
            found = dict(pick.features)
            if pick.begins:
                ours = pick.begins == self.model.side
                found["begins"] = self._opening_blow(ours=ours) - self._opening_blow(ours=not ours)
            elif pick.who is not None and pick.who in self.members:
                me = self.members[pick.who]
                if me.shoots and self.weights.common.get("shy") and not self.busy(me):
                    found["shy"] = 1.0
                for name, amount in self.turn(pick.who).prospects().items():
                    found[name] = found.get(name, 0.0) + amount
            advice[key] = found
        return advice

    def _opening_blow(self, *, ours: bool) -> float:
        """The best that a side could do with the first turn of a round, in unit values."""
        side = self.model.side
        return max((self.use(it) for it in self.members.values() if (it.side == side) is ours), default=0.0)

    # -- what things come to

    def valuation(self, temperament: Temperament) -> Valuation:
        """Valuation of effects for members of a temperament."""
        found = self._valuations.get(temperament)
        if found is None:
            found = self._valuations[temperament] = Valuation(self, self.weights.of(temperament))
        return found

    def blow(self, out: ExpectedOutcome, side: str) -> float:
        """Balance of an effect for a side: harm to the others, less what it costs that side, in unit values."""
        total = 0.0
        for who, fell, hurt, turns, bound in out.effects:
            it = self.members.get(who)
            if it is None:
                continue
            worth = it.unit_value * it.prize * weighed(fell, hurt)
            if it.side == side:
                total -= worth
            else:
                total += (
                    worth + 0.5 * it.unit_value * it.prize * bound + (turns * self.worth_of_turn(it) if turns else 0.0)
                )
        return total

    def worth_of_turn(self, it: Member) -> float:
        """Value of somebody's turn now, in unit values."""
        if it.side == self.model.side:
            return self.use(it)
        found = self._turned.get(it.id)
        if found is None:
            found = self._turned[it.id] = it.turn * (1.0 if self.busy(it) else SPARE)
        return found

    def reaches(self, it: Member) -> Mask:
        """Places in which somebody could be attacked by a member within its next turn."""
        found = self._reaches.get(it.id)
        if found is None:
            found = self._reaches[it.id] = self.model.reaches(it.id)
        return found

    def followed(self, it: Member) -> bool:
        """Whether a friend who has yet to act could attack a foe after whoever acts now."""
        found = self._followed.get(it.id)
        if found is None:
            side, now = self.model.side, self._acting
            due = (me for me in self.members.values() if me.side == side and me.budget and me.id != now)
            found = self._followed[it.id] = any(self.reaches(me) & it.area for me in due)
        return found

    def busy(self, it: Member) -> bool:
        """Whether a member could attack anybody within its next turn."""
        found = self._busy.get(it.id)
        if found is None:
            zone = self.reaches(it)
            found = any(zone & other.area for other in self.members.values() if other.side != it.side)
            self._busy[it.id] = found
        return found

    def use(self, it: Member) -> float:
        """Harm that somebody could do now with a turn, in unit values; what that costs of its turns counts least."""
        if it.id in self._used:
            return self._used[it.id]
        self._used[it.id] = SPARE * it.turn
        found = self._used[it.id] = max(SPARE * it.turn, self.turn(it.id).best_blow)
        return found

    def friends(self, it: Member, me: Member) -> Friends:
        """One's friends, where they stand, as a foe sees them; those who may still go count as if some were gone."""
        found = self._friends.get((it.id, me.id))
        if found is not None:
            return found
        zone, pull, harms, nobody = self.reaches(it), 0.0, 0.0, 1.0
        for other in self.members.values():
            if other.side != me.side or other.id == me.id or not zone & other.area:
                continue
            harm = self._suffers(it, other)
            if harm > 0:
                there = STAYS if self.model.acts_before_foes(other.id) else 1.0
                pull += there * harm**AIM
                harms += there * harm ** (AIM + 1)
                nobody *= 1 - there
        found = self._friends[it.id, me.id] = Friends(pull, (1 - nobody) * harms / pull if pull else 0.0)
        return found

    def _suffers(self, it: Member, other: Member) -> float:
        """Harm that a foe could do to somebody where it stands, in unit values."""
        key = it.id, other.id
        found = self._suffered.get(key)
        if found is None:
            share = worst_at(self.model, it.id, other.id, 1 << other.spot)
            found = self._suffered[key] = share * other.unit_value * other.prize
        return found
