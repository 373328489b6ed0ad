"""Rulesets whose units stand in data files, so that a player can write others in a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import msgspec

from game.rules.ruleset import Ruleset
from game.rules.state import P

S = TypeVar("S")
N = TypeVar("N")

Written = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Entries as they are written: by table, by key, field by field."""


@runtime_checkable
class HasUnitTables(Ruleset[S, N, P], Protocol, Generic[S, N, P]):
    """A ruleset that reads its units from tables, and those of a player's own from the same tables in another file.

    What an entry may say is told by its type: the names and types of its fields, what stands under each of them, and
    the tables whose keys a text names (``msgspec.Meta(extra={"tables": ...})``).
    """

    @property
    def tables(self) -> Mapping[str, type[msgspec.Struct]]:
        """What an entry of each table holds; every entry has a ``key``."""
        ...

    @property
    def unit_tables(self) -> Sequence[str]:
        """The tables whose entries may be recruited."""
        ...

    @property
    def written(self) -> Written:
        """The entries that come with the ruleset."""
        ...
