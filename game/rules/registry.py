"""Finds rulesets: ours and other people's come through the same entry points."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from game.mendable import Mendable
from game.rules.ruleset import AnyRuleset

GROUP = "battlemat.rulesets"


class UnknownRuleset(Mendable):
    """No installed ruleset has that name."""


@cache
def names() -> tuple[str, ...]:
    """Names of the installed rulesets, in alphabetical order."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@cache
def ruleset(name: str) -> AnyRuleset:
    """The ruleset of that name. Raises UnknownRuleset."""
    for point in entry_points(group=GROUP):
        if point.name == name:
            found: AnyRuleset = point.load()
            return found
    raise UnknownRuleset(f"no ruleset is called {name!r}; installed are {', '.join(names()) or 'none'}")
