"""Ready squads as data: what a ``[[party]]`` table says, and the recruits it means."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec

from game.rules.entries import nearest
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One or several of a squad."""

    unit: str
    name: str = ""
    count: int = 1
    hidden: bool = False
    damaged: tuple[str, ...] = ()


class Party(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready squad."""

    key: str
    title: str
    members: tuple[str | Member, ...]
    """Keys of units, or units with what differs."""
    note: str = ""


def recruits(party: Party) -> tuple[Recruit, ...]:
    """The members of a squad, one by one."""
    return tuple(
        Recruit(member.unit, member.name, None, member.hidden, member.damaged)
        for member in members(party)
        for _ in range(member.count)
    )


def ready(squads: Mapping[str, Party]) -> dict[str, tuple[Recruit, ...]]:
    """Squads by key, as a ruleset's ``parties`` gives them."""
    return {key: recruits(party) for key, party in squads.items()}


def check_party(where: str, party: Party, units: Collection[str]) -> None:
    """Raise BadSetup, with the entry's name ``where``, for a squad of nobody or of units that there are not."""
    if not party.members:
        raise BadSetup(f"{where}: members: a squad needs at least one")
    for member in members(party):
        if member.unit not in units:
            raise BadSetup(f"{where}: members: no unit is called {member.unit!r}; {nearest(member.unit, units)}")
        if member.count < 1:
            raise BadSetup(f"{where}: members: {member.count} of {member.unit!r} is too little; write 1 or more")


def members(party: Party) -> Iterable[Member]:
    """The entries of a squad, those that are only a unit's key too."""
    return (member if isinstance(member, Member) else Member(member) for member in party.members)
