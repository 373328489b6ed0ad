"""Planning model: who could go where, what could be done from there, and what it would come to.

A ruleset answers from its own rules; what to make of it is the AI's affair (``game.ai``). Places are numbers, and sets
of them are masks: where places are cells, y * width + x; where they are zones and borders, the place's index among
``zones.places``. Nobody but the ruleset knows which of the two it is.

Worth is told in unit values: what it is worth to be rid of somebody, a common soldier being about one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from game.rules.events import Id
from game.rules.questions import Choose
from game.rules.weights import PLAIN, Temperament
from game.spatial.places import Place

Mask = int
"""Bit n: place number n."""

Budget = tuple[int, ...]
"""Budget of a turn, in slots of the ruleset's own: compared, subtracted and kept, never interpreted."""

Features = Mapping[str, float]
"""Named quantities; an AI's weights give them meaning."""

NONE: Features = MappingProxyType({})

WOUND = 0.5
"""Weight of losing all of one's health, against being put out of the fight."""


def weighed(fell: float, hurt: float) -> float:
    """Loss by a chance to be felled, and a share of health lost besides, as a share of what one is worth."""
    return fell + WOUND * hurt


class Member(NamedTuple):
    """A combatant that stands."""

    id: Id
    side: str
    spot: int
    """The number of its place."""
    area: Mask
    """All places that its body takes up."""
    unit_value: float
    """Value of being rid of it in full health."""
    left: float
    """The share of that which it is worth with the health it has."""
    turn: float
    """Value of a turn of it when it can reach somebody, in unit values of those it attacks."""
    budget: Budget
    """Budget that it may still spend this round, on its turn or out of it; empty if nothing."""
    pace: int
    """Length of a turn's walk, in steps of ``PlanningModel.distance_layers``."""
    shoots: bool = False
    """Fights from afar by choice."""
    prize: float = 1.0
    """How much more it counts than its unit value: the other side's ward, somebody about to get away."""
    temperament: Temperament = PLAIN
    """Temperament, by which its side's AI weighs its turns and reactions."""


class Effect(NamedTuple):
    """Average effect on somebody. Numbers below nothing mean the contrary: healed, freed."""

    who: Id
    fell: float = 0.0
    """The chance to put it out of the fight."""
    hurt: float = 0.0
    """The share of what it can take that it loses besides."""
    turns: float = 0.0
    """Turns lost, or given up for this."""
    bound: float = 0.0
    """The chance that it stays put and harmless for a while: held, entangled, prone, kept away."""

    @property
    def cost(self) -> float:
        """Cost to whoever it is done to, as a share of what that one is worth."""
        return weighed(self.fell, self.hurt)


class ExpectedOutcome(NamedTuple):
    """Expected outcome of an act: effects on combatants, and features of the ruleset's own."""

    effects: tuple[Effect, ...] = ()
    features: Features = NONE
    """Features of the ruleset's own besides."""


class Act(NamedTuple):
    """Something to do on a turn that is no walk."""

    key: str
    """The option's key."""
    where: Mask
    """From where it can be done."""
    pay: Budget
    outs: tuple[ExpectedOutcome, ...]
    """Outcomes, for each way in which those it concerns could answer: they choose what serves them best."""
    ends: int = -1
    """Where it leaves whoever does it; -1 for where that one is."""
    first: str = ""
    """The key of an option that must come before it: a weapon to be drawn."""
    opens: str = ""
    """Door or gate that stands open then, by its id on the map, or as the ruleset says (``PlanningModel.opened``)."""
    stays: bool = False
    """Whether whoever does it walks no more on this turn: it lies down."""


class Move(NamedTuple):
    """A way of going somewhere. Its options' keys are the verb and the place as it is written."""

    verb: str
    ends: Sequence[Mask]
    """Where it can end, by rising cost: the first for nothing."""
    pays: Sequence[Budget]
    """Cost of each of them."""
    openings: tuple[tuple[Mask, tuple[Effect, ...]], ...] = ()
    """Ends on whose way somebody strikes, with what that does."""
    features: tuple[tuple[str, Mask, float], ...] = ()
    """Features of ends by the ruleset's weights."""


class ExpectedThreat(NamedTuple):
    """Threat of somebody to another in its next turn, standing in any of some places."""

    where: Mask
    fell: float
    hurt: float
    late: bool = False
    """Whether it takes more than the usual."""
    dreaded: float = 0.0
    """Loss of that one's side besides if it fell, as a share of what it is worth: others who run for it."""

    @property
    def cost(self) -> float:
        """Cost to the side of whoever does it, as a share of what it is worth."""
        return weighed(self.fell, self.hurt) + self.fell * self.dreaded


class Pull(NamedTuple):
    """Places where a side wants a member to be, and the features for being there or nearer."""

    places: Mask
    near: str = "goal"
    """The feature that counts steps nearer to them."""
    there: str = "on goal"
    """The feature of being there."""
    amount: float = 1.0


class Pick(NamedTuple):
    """An answer to who acts, or which side begins."""

    who: Id | None
    """Combatant whose turn it would be; None for nobody's."""
    features: Features = NONE
    begins: str = ""
    """The side that would begin, where that is the question."""


class PlanningModel(ABC):
    """Model of one moment of a battle as one side knows it, made anew for every question."""

    side: str
    done: str = "done"
    """The key of the option that ends a turn."""
    eager: float = 1.0
    """How much coming to blows counts, more and more when a battle drags on."""
    caution: float = 1.0
    """How much danger counts, less and less when a battle drags on."""
    lasting: bool = False
    """Whether the side only has to last, so that waiting is what it wants."""

    # -- required

    @abstractmethod
    def members(self) -> Mapping[Id, Member]:
        """Everybody the side knows of who stands, friend or foe, in the order of the board."""

    @abstractmethod
    def place(self, spot: int) -> Place:
        """The place of a number."""

    @abstractmethod
    def middle(self, who: Id, spot: int) -> tuple[float, float]:
        """Where the middle of somebody is who stands in a place, in any unit: only asked what is nearer to what."""

    @abstractmethod
    def moves(self, who: Id, spot: int, budget: Budget) -> Sequence[Move]:
        """Ways to go from a place with a budget."""

    @abstractmethod
    def acts(self, who: Id, spot: int, budget: Budget, where: Mask) -> Iterable[Act]:
        """Acts with a budget from any of some places by somebody who stands in one now.

        ``where`` of what comes out lies within the ``where`` that is asked for; places from which an act comes to
        different things are told apart by acts of one key.
        """

    @abstractmethod
    def expected_threats(self, it: Id, who: Id, where: Mask, kept: Budget) -> Iterable[ExpectedThreat]:
        """Threats by ``it`` in its next turn to ``who`` in any of some places, with so much kept to answer with.

        Where several apply to a place, the worst counts. ``it`` may be a foe or one of ours, and ``who`` the other.
        """

    @abstractmethod
    def reaches(self, it: Id) -> Mask:
        """Places in which somebody could be attacked by ``it`` within its next turn."""

    @abstractmethod
    def distance_layers(self, who: Id, goals: Mask) -> Sequence[Mask]:
        """Places by the number of steps to the nearest goal, for a body of its kind.

        A shut door, or what else bars a way and can be got out of it, counts some steps.
        """

    @abstractmethod
    def outcomes_of(self, question: Choose[Any]) -> Mapping[str, ExpectedOutcome]:
        """Outcomes of answers to a question that is neither whose turn it is nor what to do on one; one at least."""

    # -- with a default

    def ends(self, who: Id, spot: int, budget: Budget) -> Mask:
        """Everywhere that ``moves`` end."""
        found = 0
        for move in self.moves(who, spot, budget):
            for layer in move.ends:
                found |= layer
        return found

    def attacks(self, who: Id, spot: int, budget: Budget, where: Mask) -> Iterable[Sequence[Act]]:
        """The same as ``acts`` in bunches; what does nothing to any foe may be left out, which is quicker.

        A bunch that is a tuple is kept by the ruleset and comes again as long as nothing about it has changed.
        """
        return (list(self.acts(who, spot, budget, where)),)

    def attack_positions(self, who: Id) -> Mask:
        """Places from which it could attack one foe or another as it would by choice, wherever on the map they are."""
        return 0

    def acts_before_foes(self, who: Id) -> bool:
        """Whether a friend has a turn before the foes have theirs, and may be elsewhere when they come."""
        return False

    def towards(self, who: Id, goal: int, start: int) -> Mask:
        """Places of somebody that are at most half as far from one place as another is."""
        return 1 << goal

    def near_allies(self, who: Id) -> Mask:
        """Places amid its side, where it would rather be than alone; none for whoever is the middle of it."""
        return 0

    def turn_of(self, question: Choose[Any]) -> Id | None:
        """Combatant whose turn a question is about, if it asks what to do on one."""
        return question.who if question.kind == "act" and not question.about else None

    def picks(self, question: Choose[Any]) -> Mapping[str, Pick]:
        """The answers to a question of kind "pick": options carry the id of whose turn it would be."""
        known = self.members()
        return {
            option.key: Pick(option.value if option.value in known else None) for option in question.options.singles
        }

    def kept(self, budget: Budget) -> Budget:
        """Part of a budget left at a turn's end that makes a difference until the next."""
        return budget

    def stances(self, who: Id, where: Mask, kept: Budget) -> Iterable[tuple[str, Mask, float]]:
        """Features of standing in some of the places at a turn's end, with so much kept."""
        return ()

    def coming(self, it: Id) -> float:
        """Turns of a foe before one's own next one."""
        return 1.0

    def pulls(self, who: Id) -> Sequence[Pull]:
        """Where the side wants this member."""
        return ()

    def position(self) -> Features:
        """Features of a position besides what everybody can be asked for."""
        return NONE

    def steps_out(self, who: Id) -> int:
        """Steps from somebody to the nearest way off the map."""
        return 0

    def opened(self, edge: str) -> PlanningModel | None:
        """The same moment with something open that is shut; None where that isn't told, and opening it is no gain."""
        return None

    def flees(self, who: Id) -> bool:
        """Whether it only wants to get away."""
        return False
