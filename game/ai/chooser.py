"""Instinct: picks the option with the highest weighted sum of features; no dice are tried, no lookahead.

Who closes first is struck first, so that by its dangers alone neither side ever would: rounds in which a side harms
nobody are counted, and after some its weights table ``restless`` applies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from math import fsum
from types import MappingProxyType
from typing import NamedTuple

from game.ai.belief import known_board
from game.ai.planner import Planner
from game.ai.scoring import (
    TOLD,
    Candidate,
    ConsideredOptions,
    FeatureWeights,
    TemperedWeights,
    explained,
    leaning,
    table_of,
    times,
)
from game.ai.valuation import AttackCache
from game.rules.events import Id
from game.rules.match import AnyMatch, Asked
from game.rules.planning_model import Member, PlanningModel
from game.rules.questions import Answer, Choose, Seat
from game.rules.ruleset import AnyPlannable, AnyRuleset, HasPlanningModel
from game.rules.weights import Temperament, Weights

RESTLESS = "restless"
"""The table of how many times as much a weight counts for every still round too many.

What waiting is paid for belongs in it: a blow held back, being down under missiles."""

PATIENCE = 1
"""Still rounds in a row that nobody minds."""

MOST = 4
"""Rounds too many that make a difference."""

FED_UP = 2
"""Rounds too many from which on nobody goes by an order to wait."""


class StalemateDetector:
    """Counts the rounds of one battle in which one side has got nowhere."""

    def __init__(self) -> None:
        self._since = 0
        self._last = 0
        self._health = -1.0

    def rounds(self, now: int, foes: Iterable[Member]) -> int:
        """Rounds since a foe was last harmed, healed, felled, or seen for the first time, by the round it is now.

        What the side itself suffers meanwhile is no reason to go on waiting.
        """
        health = fsum(it.left for it in foes)
        if health != self._health or now < self._last:
            self._since, self._health = now, health
        self._last = now
        return now - self._since


class TurnStart(NamedTuple):
    """How somebody's turn began."""

    round: int
    spot: int
    foes: Collection[Id]
    """Those whom its side knew of."""


class TurnStarts:
    """How the last two turns of each member of a side began."""

    def __init__(self) -> None:
        self._now: dict[Id, TurnStart] = {}
        self._before: dict[Id, TurnStart] = {}

    def note(self, now: int, me: Member, foes: Collection[Id]) -> Mapping[Id, tuple[int, int]]:
        """Note how somebody's turn stands in a round; if it went somewhere on the one before, from where to where.

        Nothing where foes have come in sight since.
        """
        known = self._now.get(me.id)
        if known is None or known.round != now:
            if known is not None:
                self._before[me.id] = known
            known = self._now[me.id] = TurnStart(now, me.spot, foes)
        before = self._before.get(me.id)
        if before is None or before.round != now - 1 or before.spot == known.spot or set(foes) - set(before.foes):
            return {}
        return {me.id: (before.spot, known.spot)}


def too_many(still: int) -> int:
    """How many of so many still rounds are too many."""
    return min(MOST, max(0, still - PATIENCE))


def restless(weights: Weights, over: int) -> FeatureWeights:
    """How many times as much weights count after so many still rounds too many."""
    return {name: factor**over for name, factor in weights.get(RESTLESS, {}).items()} if over else {}


def waits(order: FeatureWeights, weights: Weights) -> bool:
    """Whether an order takes from what still rounds add to, if not all of it: then two sides might wait for ever."""
    return any(factor > 1 and order.get(name, 1.0) < 1 for name, factor in weights.get(RESTLESS, {}).items())


class Instinct:
    """An opponent that plans by what the ruleset tells, weighed with one of the ruleset's tables of weights."""

    table = "options"
    """The weights' table; where another than "options" says nothing about a feature, "options" does."""

    def __init__(self, seat: Seat, table: str = "", temperament: Temperament | None = None) -> None:
        """``temperament``: that which all its members have instead of their own."""
        self.seat, self.temperament = seat, temperament
        self.table = table or self.table
        self._last: tuple[list[Candidate], FeatureWeights] = ([], {})
        self._asked: Choose[object] | None = None
        self._order: FeatureWeights = {}
        self._rules: AnyPlannable | None = None
        self._weights: Weights = {}
        self._stillness, self._starts = StalemateDetector(), TurnStarts()
        self._walked: Mapping[Id, tuple[int, int]] = {}
        """From where to where whoever acts went on its turn before."""
        self._glances = AttackCache()
        self._still = 0
        """Still rounds too many."""
        self._tastes: dict[tuple[int, tuple[tuple[str, float], ...]], TemperedWeights] = {}
        """By the same and by how many times as much some features count."""

    @property
    def reason(self) -> str:
        """Why the last answer was given: the best candidates, their points and terms, a line for each."""
        candidates, feature_weights = self._last
        return explained(candidates, feature_weights)

    @property
    def considered(self) -> ConsideredOptions:
        """Options weighed for the last answer; to be read before the battle goes on."""
        (candidates, feature_weights), asked = self._last, self._asked
        if asked is None:
            return ConsideredOptions()
        return ConsideredOptions(
            tuple(leaning(each, feature_weights) for each in islice(possible(asked, candidates), TOLD))
        )

    def answer(self, match: AnyMatch, question: Asked) -> Answer:
        """The option that pleases most. Dice are not an AI's to answer."""
        assert isinstance(question, Choose)
        return first_possible(question, self.candidates(match, question))

    def candidates(self, match: AnyMatch, question: Choose[object]) -> list[Candidate]:
        """The options worth thinking about, best first."""
        self._last, self._asked = ([], {}), question
        if question.kind == "ruling":
            return []
        self._last = self._weigh(match, question, self.look(match, question))
        return self._last[0]

    def _weigh(
        self, match: AnyMatch, question: Choose[object], model: PlanningModel
    ) -> tuple[list[Candidate], FeatureWeights]:
        planner = Planner(model, self._read(), self._glances, walked=self._walked)
        return planner.candidates(question), planner.weighed_by(question)

    def look(self, match: AnyMatch, question: Choose[object]) -> PlanningModel:
        """The moment as its side knows it, and how long nothing has happened."""
        rules = self._rules
        if rules is None or rules is not match.ruleset:
            rules = self._rules = plannable(match.ruleset)
            self._weights, self._tastes = rules.weights, {}
        model = rules.model(known_board(match, question.seat), str(question.seat))
        foes = [it for it in model.members().values() if it.side != model.side]
        now, who = rules.round_of(match.state), model.turn_of(question)
        me = model.members().get(who) if who is not None else None
        self._walked = self._starts.note(now, me, [it.id for it in foes]) if me is not None else {}
        still = self._stillness.rounds(now, foes)
        self._still = 0 if model.lasting else too_many(still)
        return model

    def follow(self, order: FeatureWeights) -> None:
        """Weigh features so many times as much from now on."""
        self._order, self._tastes = order, {}

    def fresh(self) -> Instinct:
        """Somebody with the same table, without orders and memories."""
        return Instinct(self.seat, self.table, self.temperament)

    def under(self, order: FeatureWeights) -> Instinct:
        """Somebody who weighs as this one does now, but for an order: for plays."""
        mind = self.fresh()
        mind.follow(self._factors(order))
        return mind

    def _factors(self, order: FeatureWeights) -> FeatureWeights:
        """How many times as much weights count now, by an order and for the still rounds."""
        restive = restless(self._weights, self._still)
        return {name: order.get(name, 1.0) * restive.get(name, 1.0) for name in (*order, *restive)}

    def _read(self, factors: FeatureWeights = MappingProxyType({})) -> TemperedWeights:
        """The weights as they count now; ``factors``: how many times as much some count besides."""
        key = self._still, tuple(factors.items())
        found = self._tastes.get(key)
        if found is None:
            now = times(table_of(self._weights, self.table), self._factors(self._order))
            found = self._tastes[key] = TemperedWeights(times(now, factors), self.temperament)
        return found


def plannable(rules: AnyRuleset) -> AnyPlannable:
    """A ruleset as one that can be planned in. Raises TypeError if it tells nothing to plan by."""
    if not isinstance(rules, HasPlanningModel):
        raise TypeError(f"{rules.name} tells AIs nothing to plan by")
    return rules


def first_possible(question: Choose[object], candidates: Iterable[Candidate]) -> str:
    """The first candidate that is on the menu; else what leaves things as they are, or the first option."""
    for candidate in possible(question, candidates):
        return candidate.key
    return question.idle or question.options[0].key


def possible(question: Choose[object], candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """The candidates that are on the menu."""
    return (candidate for candidate in candidates if question.options.get(candidate.key) is not None)
