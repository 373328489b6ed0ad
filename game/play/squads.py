"""The squads of a ruleset as lists of them say, a player's own first; and who is in one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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


def members(squad: Iterable[Recruit], rules: AnyRuleset, own: str = "") -> str:
    """A squad in words, without those who lie in ambush; ``own``: the text of a roster that has some of them."""
    roster = rules.roster(own)
    counts: dict[str, int] = {}
    for recruit in squad:
        if recruit.hidden:
            continue
        name = recruit.name or roster.get(recruit.unit, recruit.unit)
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in counts.items())
