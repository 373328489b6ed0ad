"""Where somebody could attack if its turn came, by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.questions import Choose
from game.rules.ruleset import AnyRuleset, HasThreats, Threat
from game.rules.table import Board
from game.spatial.field import footprint
from game.spatial.places import Place, as_cell

AnyThreat: TypeAlias = Threat[Place]

NO_THREAT: AnyThreat = Threat(frozenset(), frozenset())


def covered(rules: AnyRuleset, place: Place, size: int) -> frozenset[Place]:
    """The places that a body of so many cells along a side takes up that stands in one."""
    return frozenset(footprint(as_cell(place), size)) if rules.places == "cells" else frozenset((place,))


def threat_of(match: AnyMatch, known: Board[Any, Any], foe: Id, at: Mapping[Id, Place]) -> AnyThreat:
    """What somebody could hit if its turn came, some standing elsewhere, in a battle as far as it is known."""
    rules = match.ruleset
    if not isinstance(rules, HasThreats):
        return NO_THREAT
    then = rules.hypothetical_turn(known, foe, at)
    turn: AnyMatch = Match(rules, match.setup, match.ground, then, record=False)
    turn.breathe = match.breathe
    question = turn.pending
    if not isinstance(question, Choose) or question.kind != "act" or question.who != foe:
        return NO_THREAT
    found: AnyThreat = rules.threat(turn.board, foe)
    return found
