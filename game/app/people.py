"""Who sits where: ``--seats human,ai:trained`` and what it means for the sides of a battle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from game.mendable import Mendable
from game.rules.questions import REFEREE, Seat
from game.rules.setup import Setup


class BadSeats(Mendable):
    """A seating that can't be read or doesn't fit the battle."""


@dataclass(frozen=True, slots=True)
class Player:
    """Whoever answers for one seat."""

    kind: Literal["human", "ai"]
    level: str = ""
    """Of an AI; empty for a person."""

    def __str__(self) -> str:
        return self.level or self.kind


HUMAN = Player("human")


def read_level(level: str, levels: Sequence[str]) -> str:
    """Check the name of an AI level. Raises BadSeats."""
    if level not in levels:
        raise BadSeats(f"No AI level is called {level!r}; there are {', '.join(levels)}.")
    return level


def seat_players(text: str, setup: Setup, levels: Sequence[str], level: str) -> dict[Seat, Player]:
    """Read a seating like ``human,ai`` (the sides in order) or ``foe=human,party=ai:trained,referee=human``.

    Sides that are not named get an AI of ``level``; the referee is the house unless named. Raises BadSeats.
    """
    sides = [side.name for side in setup.sides]
    seated: dict[Seat, Player] = {Seat(side): Player("ai", level) for side in sides}
    entries = [entry.strip() for entry in text.split(",") if entry.strip()]
    if len([entry for entry in entries if "=" not in entry]) > len(sides):
        raise BadSeats(f"--seats {text}: this battle has {len(sides)} sides ({', '.join(sides)}), and more are seated.")
    for place, entry in enumerate(entries):
        name, equals, who = entry.rpartition("=")
        seat = name if equals else sides[place]
        if seat not in (*sides, REFEREE):
            raise BadSeats(f"--seats {text}: no seat is called {seat!r}; there are {', '.join([*sides, REFEREE])}.")
        seated[Seat(seat)] = read_player(who, f"--seats {text}", levels, level)
    return seated


def read_player(text: str, where: str, levels: Sequence[str], level: str = "") -> Player:
    """Read ``human``, ``ai`` (of ``level``), ``ai:trained`` or just ``trained``. Raises BadSeats, naming ``where``."""
    kind, _, chosen = text.partition(":")
    if kind == "human" and not chosen:
        return HUMAN
    if kind == "ai" and (chosen or level):
        return Player("ai", read_level(chosen or level, levels))
    if text in levels:
        return Player("ai", text)
    raise BadSeats(f"{where}: {text!r} is nobody; write human, ai or ai:LEVEL (levels: {', '.join(levels)}).")
