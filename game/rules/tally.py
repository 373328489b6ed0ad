"""Totals that explain themselves: labelled terms, each citing the rule it comes from."""

from __future__ import annotations

import msgspec


class Term(msgspec.Struct, frozen=True, array_like=True):
    """One part of a total."""

    label: str
    value: int
    rule: str
    """Number of the ledger entry it comes from, e.g. "E-61"."""


class Tally(msgspec.Struct, frozen=True, array_like=True):
    """A total and where it comes from. Screen, log and tests all read this."""

    terms: tuple[Term, ...] = ()

    @property
    def total(self) -> int:
        """The sum of the terms."""
        return sum(term.value for term in self.terms)

    def plus(self, label: str, value: int, rule: str) -> Tally:
        """Give this tally with one more term; a term of 0 says nothing and is left out."""
        return Tally((*self.terms, Term(label, value, rule))) if value else self

    def plus_all(self, other: Tally) -> Tally:
        """Give this tally with another's terms after its own."""
        return Tally(self.terms + other.terms)

    def __str__(self) -> str:
        parts = "".join(f" {term.value:+d} {term.label}" for term in self.terms)
        return f"{self.total:+d} ({parts.strip()})" if parts else "+0"
