"""Finds rulesets: ours and other people's come through the same entry points.

One of other people's that can't be loaded, or is no ruleset, is left out: the game goes on with the others and says so.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from game.rules.ruleset import AnyRuleset, Ruleset
from game.user_error import UserError, suggest
from game.version import PACKAGE

GROUP = "battlemat.rulesets"

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
"""What a ruleset may be called: its name goes into names of files."""

_MEMBERS = tuple(name for name in (*Ruleset.__annotations__, *vars(Ruleset)) if not name.startswith("_"))


class UnknownRuleset(UserError):
    """No installed ruleset has that name, or the one that has can't be used."""


@cache
def names() -> tuple[str, ...]:
    """Names of the rulesets that are installed and not left out, in alphabetical order."""
    left = left_out()
    return tuple(sorted(name for name in _points() if name not in left))


@cache
def left_out() -> dict[str, str]:
    """The rulesets of others that are installed and can't be used, by name, each with the reason.

    They are loaded for it; those that come with the game are taken to be whole until they are asked for.
    """
    found = {}
    for name, point in _points().items():
        if not _is_ours(point):
            try:
                ruleset(name)
            except UnknownRuleset as error:
                found[name] = str(error)
    return found


@cache
def ruleset(name: str) -> AnyRuleset:
    """The ruleset of that name. Raises UnknownRuleset."""
    point = _points().get(name)
    if point is None:
        raise UnknownRuleset(f"no ruleset is called {name!r}; {suggest(name, names())}")
    try:
        found = point.load()
        fault = _fault(found, name) or ("" if _is_ours(point) else _fault_in_data(found))
    except (Exception, SystemExit) as error:  # whatever a stranger's module does while it is imported
        fault = f"{type(error).__name__}: {error}"
    if fault:
        package = point.dist.name if point.dist is not None else point.module
        raise UnknownRuleset(
            f"the ruleset {name!r} can't be used ({fault}); mend {package}, install another version of it, or remove it"
        )
    whole: AnyRuleset = found
    return whole


def ruleset_of(module: str) -> str | None:
    """The name of the ruleset of somebody else's that a module belongs to; None for all others."""
    for name, point in _points().items():
        if not _is_ours(point) and f"{module}.".startswith(f"{point.module}."):
            return name
    return None


@cache
def _points() -> dict[str, EntryPoint]:
    """The entry points by name; where two have one name, the game's own is taken, else the first."""
    found: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda each: not _is_ours(each)):
        found.setdefault(point.name, point)
    return found


def _is_ours(point: EntryPoint) -> bool:
    """Whether a ruleset comes with the game."""
    return point.dist is not None and point.dist.name == PACKAGE


def _fault(found: object, name: str) -> str:
    """What keeps an object from being the ruleset of that name; nothing if it is one."""
    lacking = [member for member in _MEMBERS if not hasattr(found, member)]
    if lacking:
        return f"it is no ruleset: it has no {', '.join(lacking[:5])}"
    if not _NAME.fullmatch(name):
        return "a ruleset is called by small letters, digits, - and _"
    called = getattr(found, "name", None)
    return "" if called == name else f"it calls itself {called!r}"


def _fault_in_data(found: AnyRuleset) -> str:
    """What is wrong with what every list of rulesets asks for; nothing if that can be told."""
    told = (found.title, found.data_hash, *found.roster().values(), *found.parties())
    return "" if all(isinstance(each, str) for each in told) else "it is no ruleset: its titles are no texts"
