"""The squads of a ruleset as lists of them say: a player's own first."""

from __future__ import annotations

from collections.abc import Mapping

from game.rules.ruleset import AnyRuleset
from game.rules.setup import Recruit

OWN = " · yours"


def ready_squads(rules: AnyRuleset, known: Mapping[str, tuple[Recruit, ...]]) -> list[tuple[str, str]]:
    """Keys of all that are ``known``, those of a roster too, with what each is called in a list."""
    house = rules.parties()
    own = [(key, titled(key) + OWN) for key in known if key not in house]
    return [*own, *((key, titled(key)) for key in known if key in house)]


def titled(key: str) -> str:
    """What a squad is called by its key."""
    return key.replace("-", " ").capitalize()
