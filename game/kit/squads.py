"""Ready squads as data: what a ``[[party]]`` table says, and the recruits it means."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec

from game.kit.entries import merged
from game.rules.ruleset import BadSetup
from game.rules.setup import LARGEST_SQUAD, Recruit
from game.rules.weights import Temperament
from game.user_error import suggest


class SquadMember(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One or several of a squad."""

    unit: str
    name: str = ""
    count: int = 1
    hidden: bool = False
    damaged: tuple[str, ...] = ()
    temperament: Temperament | None = None


class Party(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready squad."""

    key: str
    title: str
    members: tuple[str | SquadMember, ...]
    """Keys of units, or units with what differs."""
    note: str = ""


def recruits(party: Party) -> tuple[Recruit, ...]:
    """The members of a squad, one by one."""
    return tuple(
        Recruit(member.unit, member.name, None, member.hidden, member.damaged, temperament=member.temperament)
        for member in members(party)
        for _ in range(member.count)
    )


def ready(squads: Mapping[str, Party]) -> dict[str, tuple[Recruit, ...]]:
    """Squads by key, as a ruleset's ``parties`` gives them."""
    return {key: recruits(party) for key, party in squads.items()}


def gathered(base: Mapping[str, Party], entries: list[tuple[str, Any]], units: Collection[str]) -> dict[str, Party]:
    """Squads by key on top of those there were. Raises BadSetup for one that ``check_party`` refuses."""
    for where, party in entries:
        check_party(where, party, units)
    return merged(base, entries)


def check_party(where: str, party: Party, units: Collection[str]) -> None:
    """Raise BadSetup, with the entry's name ``where``, for a squad of none or too many, or of unknown units."""
    if not party.members:
        raise BadSetup(f"{where}: members: a squad needs at least one")
    for member in members(party):
        if member.unit not in units:
            raise BadSetup(f"{where}: members: no unit is called {member.unit!r}; {suggest(member.unit, units)}")
        if not 1 <= member.count <= LARGEST_SQUAD:
            raise BadSetup(
                f"{where}: members: count: {member.count} of {member.unit!r} is not between 1 and {LARGEST_SQUAD}"
            )
    size = sum(member.count for member in members(party))
    if size > LARGEST_SQUAD:
        raise BadSetup(f"{where}: members: {size} units are too many; a squad has at most {LARGEST_SQUAD}")


def members(party: Party) -> Iterable[SquadMember]:
    """The entries of a squad, those that are only a unit's key too."""
    return (member if isinstance(member, SquadMember) else SquadMember(member) for member in party.members)
