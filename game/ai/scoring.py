"""Scores features by weights, the one place where an AI says what it likes; and names features in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, NamedTuple

from game.rules.planning_model import Features
from game.rules.weights import ORDER, TASTES, Temperament, Weights, Words

COMMON: Final[Words] = {
    # what is done to somebody
    "down": "foes put out of the fight",
    "harm": "harm to foes",
    "tempo": "turns that foes lose",
    "bound": "foes hampered",
    "lost": "own people put out of the fight",
    "wounds": "own wounds",
    "spent": "own turns given up",
    "tied": "own people hampered",
    "focus": "wounds to whom a friend may attack next",
    "healed": "wounds healed",
    "revived": "friends brought round",
    "saved": "harm kept from somebody",
    "caught": "foes kept from getting away",
    # the way, and where it ends
    "exposed": "danger where it ends",
    "spared": "harm that a foe would do to friends without it",
    "late": "danger from farther off where it ends",
    "risk": "openings given on the way",
    "peril": "fire or a trap underfoot",
    "burns": "fire underfoot",
    "support": "friends nearby",
    "apart": "the way still to go to the middle of its side",
    "in front": "a shooter ahead of those who fight hand to hand",
    "pressed": "a shooter with a foe beside it",
    "presses": "standing beside a foe who shoots",
    "back": "being back where it came from",
    "far": "the way still to go to a foe",
    "gap": "the distance to a foe",
    "steps": "steps walked",
    "acts": "trouble taken",
    "idle": "doing nothing where something could be done",
    "goal": "the way still to go to the goal",
    "on goal": "standing where it has to",
    "door": "a way opened",
    "bared": "danger that a way opened brings friends into",
    "admits": "what friends can do through it",
    "lets in": "foes who had to open it themselves",
    "forced": "the risk that forcing a way fails",
    "task": "work at the task",
    "away": "getting away",
    "flight": "the way still to go to get away",
    # things
    "arms": "a better weapon in hand",
    "disarmed": "the last weapon given away",
    "upright": "being on one's feet and free",
    "spends": "something that works only once",
    # whose turn it is
    "endangered": "danger where it stands",
    "shy": "a shooter with nobody to shoot at",
    "begins": "the first blow",
    "could not": "nobody in reach",
    "could down": "foes it could put out of the fight",
    "could harm": "harm it could do",
    "could tempo": "turns it could cost foes",
    "could bound": "foes it could hamper",
    "could lost": "own people it could cost",
    "could wounds": "wounds it could cost",
    "could spent": "own turns it could cost",
    "could tied": "own people it could hamper",
    # orders
    "order press on": "its side presses on, and danger counts for less",
    "order hold back": "its side holds back, and danger counts for more",
    "order stand fast": "its side stands fast and goes nowhere to meet a foe",
}
"""Features that the planner counts itself, those that more than one game has, and orders."""

MISTAKES: Final[Words] = {
    "hesitation": "it hangs back",
    "target": "it does not think of everybody whom it could attack",
    "fixation": "it has but one kind of attack in mind",
    "reaction": "it forgets that it could answer",
}
"""Those of a beginner."""


def in_words(words: Words, name: str) -> str:
    """Name of a feature in words: by the ruleset's words, else by ours, else by its name."""
    return words.get(name) or COMMON.get(name) or name


def order_in_words(words: Words, order: str) -> str:
    """Behaviour of a side that goes by an order, in words."""
    return words.get(ORDER + order) or COMMON.get(ORDER + order) or f"its side goes by the order to {order}"


FeatureWeights = Mapping[str, float]
"""Points for each unit of a feature; a feature without an entry counts nothing."""


class LateFeatures(Mapping[str, float]):
    """Features that are added up when somebody reads them: of most options nobody does."""

    def __init__(self, add_up: Callable[[], Features]) -> None:
        self._add_up = add_up

    @cached_property
    def _found(self) -> Features:
        return self._add_up()

    def __getitem__(self, name: str) -> float:
        """How much of a feature there is."""
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        """The names of the features."""
        return iter(self._found)

    def __len__(self) -> int:
        """The number of features."""
        return len(self._found)


class Candidate(NamedTuple):
    """An option and what speaks for it."""

    key: str
    score: float
    features: Features


class ConsideredOption(NamedTuple):
    """One option that was weighed: its points and the terms that count most."""

    key: str
    points: float
    terms: tuple[tuple[str, float], ...] = ()
    """Features with their points, the weightiest first."""
    plays: int = 0
    """How often it was tried out, where that is what the points come from."""


class ConsideredOptions(NamedTuple):
    """The options weighed for the last answer."""

    leanings: tuple[ConsideredOption, ...] = ()
    """The best, the very best first; only what was on the menu."""
    order: str = ""
    """The order that it went by, if that was not to go on as ever."""
    mistakes: tuple[str, ...] = ()
    """Those of a beginner, by the names in ``game.ai.scoring.MISTAKES``."""


TOLD = 3
"""Answers that are told of, and terms of each."""

SLIGHT = 0.05
"""The share of the weightiest term below which a term is not worth a word."""


def score(features: Features, feature_weights: FeatureWeights) -> float:
    """The sum of the features' points."""
    total = 0.0
    for name, value in features.items():
        total += feature_weights.get(name, 0.0) * value
    return total


def table_of(weights: Weights, table: str) -> FeatureWeights:
    """A table of weights, with what "options" says of features that it leaves out."""
    return {**weights["options"], **weights.get(table, {})}


def times(feature_weights: FeatureWeights, factors: FeatureWeights) -> FeatureWeights:
    """Feature weights with some points multiplied."""
    return {name: points * factors.get(name, 1.0) for name, points in feature_weights.items()}


class TemperedWeights:
    """Weights of a side, and what each temperament makes of that: the very same table whenever it is asked for."""

    def __init__(self, common: FeatureWeights, always: Temperament | None = None) -> None:
        """``always``: the temperament that everybody has instead of the own."""
        self.common = common
        self._always = always
        self._of: dict[Temperament, FeatureWeights] = {}

    def of(self, temperament: Temperament) -> FeatureWeights:
        """Weights that a member of a temperament goes by."""
        temperament = self._always or temperament
        found = self._of.get(temperament)
        if found is None:
            factors = TASTES[temperament].factors
            found = self._of[temperament] = times(self.common, factors) if factors else self.common
        return found


def ranked(advice: Mapping[str, Features], feature_weights: FeatureWeights) -> list[Candidate]:
    """Candidates, best first; of equals the one that the ruleset named first."""
    found = [Candidate(key, score(features, feature_weights), features) for key, features in advice.items()]
    found.sort(key=lambda candidate: -candidate.score)
    return found


def terms_of(candidate: Candidate, feature_weights: FeatureWeights) -> list[tuple[str, float]]:
    """The features that count for something with a candidate, and their points, the weightiest first."""
    terms = [(name, feature_weights.get(name, 0.0) * value) for name, value in candidate.features.items()]
    return sorted(
        (term for term in terms if abs(term[1]) >= 0.005),
        key=lambda term: (-abs(term[1]), term[0]),
    )


def leaning(candidate: Candidate, feature_weights: FeatureWeights) -> ConsideredOption:
    """A candidate with the few terms that weigh most."""
    terms = terms_of(candidate, feature_weights)
    least = SLIGHT * abs(terms[0][1]) if terms else 0.0
    return ConsideredOption(
        candidate.key, candidate.score, tuple(term for term in terms[:TOLD] if abs(term[1]) >= least)
    )


def explained(candidates: Iterable[Candidate], feature_weights: FeatureWeights, most: int = 3) -> str:
    """The best candidates with their points and the terms behind them, a line for each."""
    lines = []
    for candidate in list(candidates)[:most]:
        parts = ", ".join(f"{name} {points:+.2f}" for name, points in terms_of(candidate, feature_weights))
        lines.append(f"{candidate.key}: {candidate.score:.2f}" + (f" ({parts})" if parts else ""))
    return "\n".join(lines)
