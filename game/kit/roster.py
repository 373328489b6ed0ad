"""Recruits: what a ruleset's data files and a player's own make, and the squads that are ready.

A ruleset derives a ``Roster`` of its own from the one here, with its weapons and spells beside units and squads, writes
one function that gathers entries into it, and has one ``Stock``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from game.kit.entries import Entries, Tables, digest, merged, read_entries, text_of
from game.rules.ruleset import BadSetup, Written
from game.rules.setup import LARGEST_SQUAD, Recruit
from game.rules.toml import parse
from game.rules.weights import Temperament
from game.user_error import suggest


class SquadMember(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Member of a squad, or several alike."""

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


class Profile(Protocol):
    """Data of one recruit; a Struct of the ruleset's with a field ``number`` as well."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def named(self) -> bool:
        """Whether that is a name of its own, not that of its kind."""


P = TypeVar("P", bound=Profile)


@dataclass(frozen=True)
class Roster(Generic[P]):
    """Everybody who may be recruited."""

    units: Mapping[str, P] = field(default_factory=dict)
    """The first of each kind."""
    squads: Mapping[str, Party] = field(default_factory=dict)

    def profile(self, unit: str, number: int = 0, name: str = "") -> P:
        """Profile of one recruit: the ``number``-th of its kind from 1, or the only one (0).

        A name of its own makes one of a kind a named one. Raises BadSetup for an unknown unit.
        """
        if unit not in self.units:
            raise BadSetup(f"no unit is called {unit!r}; {suggest(unit, self.units)}")
        base: Any = self.units[unit]
        shown = name or (f"{base.name} {number}" if number > (1 if base.named else 0) else base.name)
        found: P = msgspec.structs.replace(base, name=shown, number=number, named=base.named or bool(name))
        return found

    def recruited(self, recruit: Recruit, number: int = 0) -> P:
        """The same with what is said of this recruit alone.

        Raises BadSetup for an unknown unit, and for a temperament where the ruleset's units have none.
        """
        found: Any = self.profile(recruit.unit, number, recruit.name)
        if recruit.temperament:
            if "temperament" not in found.__struct_fields__:
                raise BadSetup(f"{recruit.unit}: temperament: units of these rules have none; leave it out")
            found = msgspec.structs.replace(found, temperament=recruit.temperament)
        kept: P = found
        return kept


R = TypeVar("R", bound=Roster[Any])


class Stock(Generic[R]):
    """The rosters of a ruleset: the house's, and the house's with a player's own."""

    def __init__(
        self,
        home: Path,
        files: Sequence[str],
        tables: Tables,
        empty: R,
        gather: Callable[[R, Entries], R],
        units: Sequence[str],
    ) -> None:
        """``home``: the ruleset's folder, with ``ledger.toml`` and the ``files`` in ``data``, in the order to read.
        ``units`` are those of the ``tables`` whose entries may be recruited.

        ``gather`` gives a roster with entries added to another, and raises BadSetup for those that can't be.
        """
        self.home = home
        self._files = [home / "data" / f"{name}.toml" for name in files]
        self._hashed = [*sorted((home / "data").glob("*.toml")), home / "ledger.toml"]
        self.tables, self.units = tables, tuple(units)
        self._empty = empty
        self._gather = gather
        self.with_own = lru_cache(maxsize=8)(self._with_own)
        """The house's roster with a player's additions; an entry of the same key takes the place of the house's.

        Called with the text of a file that may hold any of the tables of the data files ([[creature]], [[party]], ...);
        "" for none. Raises BadSetup that names entry and field.
        """

    @cached_property
    def house(self) -> R:
        """The roster that comes with the game."""
        return self._read(self._empty, [(path.name, text_of(path)) for path in self._files])

    @cached_property
    def written(self) -> Written:
        """The house's entries as they are written."""
        found: dict[str, dict[str, dict[str, Any]]] = {table: {} for table in self.tables}
        for path in self._files:
            for table, rows in parse(text_of(path)).items():
                found[table].update((row["key"], row) for row in rows)
        return found

    @cached_property
    def data_hash(self) -> str:
        """Sixteen hex digits that differ when the data files or the ledger differ."""
        return digest(self._hashed)

    def titles(self, own: str = "") -> dict[str, str]:
        """Titles of units, by key, as ``Ruleset.roster`` gives it. Raises BadSetup for ``own`` with mistakes."""
        return {key: unit.name for key, unit in self.with_own(own).units.items()}

    def parties(self, own: str = "") -> dict[str, tuple[Recruit, ...]]:
        """The ready squads, as ``Ruleset.parties`` gives them. Raises BadSetup for ``own`` with mistakes."""
        return ready(self.with_own(own).squads)

    def _with_own(self, own: str) -> R:
        return self._read(self.house, [("roster", own)]) if own else self.house

    def _read(self, base: R, files: Sequence[tuple[str, str]]) -> R:
        entries: Entries = {table: [] for table in self.tables}
        for name, text in files:
            read_entries(name, text, self.tables, entries)
        return self._gather(base, entries)


def stock_of_units(
    home: Path,
    unit: type[msgspec.Struct],
    profile: Callable[..., P],
    check: Callable[[str, Any], None] = lambda where, entry: None,
) -> Stock[Roster[P]]:
    """The stock of a ruleset whose data are units and parties alone.

    ``unit`` is what an entry of ``units.toml`` holds; bounds of its numbers stand there (``entries.between``).
    ``profile`` is made with the fields of an entry by name. ``check`` raises BadSetup, with the entry's name ``where``,
    for what else can be wrong with it.
    """

    def gather(base: Roster[P], entries: Entries) -> Roster[P]:
        units = dict(base.units)
        for where, entry in entries["unit"]:
            check(where, entry)
            units[entry.key] = profile(**msgspec.structs.asdict(entry))
        return Roster(units, gathered(base.squads, entries["party"], units))

    tables: Tables = {"unit": unit, "party": Party}
    return Stock(home, ("units", "parties"), tables, Roster[P](), gather, ("unit",))
