"""Who sits where: ``--seats human,ai:trained`` and what it means for the sides of a battle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from game.ai import LEVELS, MINDS, how_it_plays
from game.rules.events import Id
from game.rules.questions import REFEREE, Seat
from game.rules.ruleset import AnyRuleset, HasPlanningModel
from game.rules.setup import Setup
from game.rules.table import Board
from game.rules.weights import PLAIN, TASTES, Temperament
from game.user_error import UserError


class BadSeats(UserError):
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


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Who is to sit where, before it is known what seats a battle has."""

    player: Player
    """An AI without a level is as strong as the battle's AIs are to be."""
    seat: str | None = None
    """None: at the next side in order."""

    def __str__(self) -> str:
        return str(self.player) if self.seat is None else f"{self.seat}={self.player}"


def read_level(level: str, levels: Sequence[str]) -> str:
    """Check the name of an AI level. Raises BadSeats."""
    if level not in levels:
        raise BadSeats(f"No AI level is called {level!r}; there are {', '.join(levels)}.")
    return level


def read_seats(text: str, levels: Sequence[str]) -> tuple[SeatRequest, ...]:
    """Read a seating like ``human,ai`` (the sides in order) or ``foe=human,ai:trained,referee=human``.

    Raises BadSeats.
    """
    chairs = []
    for entry in filter(None, map(str.strip, text.split(","))):
        seat, equals, who = entry.rpartition("=")
        player = Player("ai") if who == "ai" else read_player(who, f"--seats {text}", levels)
        chairs.append(SeatRequest(player, seat if equals else None))
    return tuple(chairs)


def seat_players(chairs: Sequence[SeatRequest], setup: Setup, level: str) -> dict[Seat, Player]:
    """Who answers for each seat of a battle.

    Sides that nobody is to sit at, and AIs without a level, get an AI of ``level``; the referee is the house unless
    somebody is to sit there. Raises BadSeats.
    """
    sides = [side.name for side in setup.sides]
    seated: dict[Seat, Player] = {Seat(side): Player("ai", level) for side in sides}
    said, free = f"--seats {','.join(map(str, chairs))}", iter(sides)
    if sum(chair.seat is None for chair in chairs) > len(sides):
        raise BadSeats(f"{said}: this battle has {len(sides)} sides ({', '.join(sides)}), and more are seated.")
    for chair in chairs:
        seat = next(free) if chair.seat is None else chair.seat
        if seat not in (*sides, REFEREE):
            raise BadSeats(f"{said}: no seat is called {seat!r}; there are {', '.join([*sides, REFEREE])}.")
        seated[Seat(seat)] = chair.player if chair.player != Player("ai") else Player("ai", level)
    return seated


def read_player(text: str, where: str, levels: Sequence[str]) -> Player:
    """Read ``human``, ``ai:trained`` or just ``trained``. Raises BadSeats, naming ``where``."""
    kind, _, chosen = text.partition(":")
    if kind == "human" and not chosen:
        return HUMAN
    if kind == "ai" and chosen:
        return Player("ai", read_level(chosen, levels))
    if text in levels:
        return Player("ai", text)
    raise BadSeats(f"{where}: {text!r} is nobody; write human, ai or ai:LEVEL (levels: {', '.join(levels)}).")


PERSON = str(HUMAN)
"""Among the levels of the computer, in a list of who may play."""


def offered_players() -> list[tuple[str, str]]:
    """Everybody who may play a side, with what a list calls them; the weakest computer comes first."""
    return [(PERSON, "A person"), *((level, called_player(level)) for level in LEVELS)]


def called_player(level: str) -> str:
    """What lists call the computer at a level."""
    return f"Computer, {MINDS[level].name}"


def told_of(player: str, rules: AnyRuleset) -> str:
    """A line on how somebody plays a game; nothing of a person."""
    return how_it_plays(player, rules) if player in LEVELS else ""


def temperament_of(rules: AnyRuleset, board: Board[Any, Any], who: Id) -> Temperament:
    """The temperament of somebody who stands; plain for others, and where AIs are told nothing to plan by."""
    if not isinstance(rules, HasPlanningModel):
        return PLAIN
    member = rules.model(board, board.now(who).side).members().get(who)
    return PLAIN if member is None else member.temperament


def tell_temperament(rules: AnyRuleset, board: Board[Any, Any], who: Id) -> str:
    """A line on how the computer plays it: "Bold, where the computer plays it: ..."; empty for the plain."""
    temperament = temperament_of(rules, board, who)
    if temperament == PLAIN:
        return ""
    return f"{temperament.capitalize()}, where the computer plays it: {TASTES[temperament].likes}"
