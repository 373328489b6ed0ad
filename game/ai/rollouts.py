"""Rollouts: plays a battle on in a fork with sampled dice and values the position it reaches."""

from __future__ import annotations

from zlib import crc32

from game.ai import positions
from game.ai.chooser import Instinct, plannable
from game.ai.scoring import FeatureWeights, score
from game.rules.dice import Faces, sides_of
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.planning_model import Features
from game.rules.questions import Answer, Choose, Roll, Seat

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
        """What there is to a position."""
        return positions.worth(self._rules.model(match.board, str(self.seat)), match.state.verdict)

    def value(self, number: int, mind: Instinct) -> float:
        """What the position is worth after the ``number``-th play, in which ``mind`` answers for the side."""
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
