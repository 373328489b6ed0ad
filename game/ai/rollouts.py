"""Rollouts: plays a battle on in a fork with sampled dice, and values the position that it reaches.

Features of a position come in pairs, ours and theirs, so that weights can be cautious or bold.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from zlib import crc32

from game.ai.chooser import Instinct, plannable
from game.ai.masks import distance
from game.ai.planner import SPARE
from game.ai.scoring import FeatureWeights, score
from game.rules.dice import Faces, sides_of
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.planning_model import Features, Member, PlanningModel
from game.rules.questions import Answer, Choose, Roll, Seat
from game.rules.state import Verdict

LATE = 0.7
"""Factor of a danger that takes more than the usual."""


def worth(model: PlanningModel, verdict: Verdict | None) -> Features:
    """Features of a position from the eyes of the side whose model it is."""
    if verdict is not None and verdict.winner is not None:
        return {"won" if verdict.winner == model.side else "lost": 1.0}
    members = model.members().values()
    ours = [it for it in members if it.side == model.side]
    theirs = [it for it in members if it.side != model.side]
    found = dict(model.position())
    mine, its = (fsum(it.unit_value * it.left for it in band) for band in (ours, theirs))
    found["ours"], found["theirs"] = mine, its
    if not ours or not theirs:
        return found
    found["balance"] = 10 * (mine - its) / max(0.1, mine + its)
    reached = {it.id: model.reaches(it.id) for it in members}
    for band, others, due, later, turns in (
        (ours, theirs, "chance", "chance later", "turns"),
        (theirs, ours, "threat", "threat later", "their turns"),
    ):
        ready = [it for it in band if it.budget]
        found[due] = _potential(model, ready, others)
        found[later] = _potential(model, [it for it in band if not it.budget], others)
        found[turns] = fsum(
            it.turn * (1.0 if any(reached[it.id] & other.area for other in others) else SPARE) for it in ready
        )
    _getting_there(model, ours, theirs, found)
    return found


def _potential(model: PlanningModel, attackers: Sequence[Member], targets: Sequence[Member]) -> float:
    """Harm that some could do to others with an attack each, at most as much as there is to be done, in unit values."""
    borne = [0.0] * len(targets)
    for me in attackers:
        best, aim = 0.0, -1
        for index, it in enumerate(targets):
            spot, value = 1 << it.spot, 0.0
            for expected_threat in model.expected_threats(me.id, it.id, spot, ()):
                if expected_threat.where & spot:
                    share = LATE if expected_threat.late else 1.0
                    value = max(value, share * it.unit_value * expected_threat.cost)
            if value > best and borne[index] < it.unit_value:
                best, aim = value, index
        if aim >= 0:
            borne[aim] += best
    return fsum(min(total, it.unit_value) for total, it in zip(borne, targets, strict=True))


def _getting_there(
    model: PlanningModel, ours: Sequence[Member], theirs: Sequence[Member], found: dict[str, float]
) -> None:
    """Steps that those who can attack nobody still have to go, and the way to where the side wants them."""
    for me in ours:
        for pull in model.pulls(me.id):
            steps = distance(model.distance_layers(me.id, pull.places), 1 << me.spot)
            found[pull.near] = found.get(pull.near, 0.0) + pull.amount * steps
            found[pull.there] = found.get(pull.there, 0.0) + pull.amount * bool(pull.places >> me.spot & 1)
        if not model.flees(me.id) and not any(model.reaches(me.id) & it.area for it in theirs):
            steps = distance(model.distance_layers(me.id, model.attack_positions(me.id)), 1 << me.spot)
            found["far"] = found.get("far", 0.0) + model.eager * steps


LONGEST = 400
"""Answers after which a play ends wherever it is."""


class Rollouts:
    """Rollouts from one question until the side's turn in the next round.

    The others answer by instinct.
    """

    def __init__(self, start: AnyMatch, seat: Seat, feature_weights: FeatureWeights) -> None:
        self.start, self.seat, self.feature_weights = start, seat, feature_weights
        self._rules = plannable(start.ruleset)
        self._now = start.ruleset.round_of(start.state)
        self.answers = 0
        """Answers that the plays have taken so far."""
        self._others: dict[Seat, Instinct] = {}

    def features(self, match: AnyMatch) -> Features:
        """Features of a position."""
        return worth(self._rules.model(match.board, str(self.seat)), match.state.verdict)

    def value(self, number: int, mind: Instinct) -> float:
        """Value of the position after the ``number``-th play, in which ``mind`` answers for the side."""
        match = self.start.fork()
        dice = RolloutDice(number)
        for _ in range(LONGEST):
            asked = match.pending
            if asked is None:
                break
            if isinstance(asked, Roll):
                match.answer(dice.faces(asked))
                continue
            own = asked.seat == self.seat and asked.kind in ("pick", "act")
            if own and match.ruleset.round_of(match.state) != self._now:
                break
            self.answers += 1
            match.answer(self._reply(mind, match, asked))
        return score(self.features(match), self.feature_weights)

    def _reply(self, mind: Instinct, match: AnyMatch, asked: Choose[object]) -> Answer:
        if asked.seat == self.seat:
            return mind.answer(match, asked)
        player = self._others.get(asked.seat)
        if player is None:
            player = self._others[asked.seat] = Instinct(asked.seat)
        return player.answer(match, asked)


class RolloutDice:
    """The faces of one play.

    A combatant's first attack, say, falls the same in every play of one number, whatever was rolled before it, so that
    plays differ by what is done in them; and over the numbers it is spread evenly over what the dice can show.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._counts: dict[tuple[Id | None, str, str], int] = {}

    def faces(self, roll: Roll) -> Faces:
        """The next faces."""
        key = (roll.who, roll.why, roll.dice)
        count = self._counts[key] = self._counts.get(key, 0) + 1
        lots = crc32(f"{key}{count}".encode())
        # The golden section's multiples fill the unit evenly, however many are taken; so, nearly, do its neighbours'.
        point = lots % WHOLE + self._number * STEPS[(lots >> 3) % len(STEPS)]
        return tuple(
            [
                1 + (point + die * 531 * (1 + lots % 7)) % WHOLE * sides // WHOLE
                for die, sides in enumerate(sides_of(roll.dice))
            ]
        )


WHOLE = 1597
STEPS = (987, 610, 754, 377, 843)
"""Steps around a circle of ``WHOLE``, a Fibonacci number: 987 of it are the golden section."""
