"""What there is to a combatant besides how it fares: its weapons, its nature, what it has learned and carries."""

from __future__ import annotations

from typing import NamedTuple

import msgspec


class SheetFeature(msgspec.Struct, frozen=True):
    """One of these: a weapon, a skill, a spell, something carried."""

    name: str
    value: str = ""
    """Its numbers, in few words: "d8 slashing, 30 ft"."""
    told: str = ""
    """What it does, in a sentence; not needed where the name is a word of the glossary."""
    words: tuple[str, ...] = ()
    """Words of the glossary that are true of it: "two-handed", "thrown"."""
    rule: str = ""
    """The number of its rule in the ledger."""


class Chapter(NamedTuple):
    """Features of one sort under a heading."""

    heading: str
    features: tuple[SheetFeature, ...]
