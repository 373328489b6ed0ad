"""Rulesets that explain their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar, runtime_checkable

from game.rules.events import Id
from game.rules.features import Chapter
from game.rules.glossary import Glossary
from game.rules.ruleset import Ruleset
from game.rules.state import P
from game.rules.table import Board

S = TypeVar("S")
N = TypeVar("N")


@runtime_checkable
class HasGlossary(Ruleset[S, N, P], Protocol, Generic[S, N, P]):
    """A ruleset that explains its words, and tells more of a combatant than the board shows."""

    glossary: Glossary
    """Its words for conditions, numbers and traits."""

    def features(self, board: Board[S, N, P], who: Id) -> Sequence[Chapter]:
        """What there is to a combatant besides its standing: what it fights with, its nature, what it carries.

        Nothing that a foe may not know: what only its own side is told is ``private_facts``.
        """
        ...
