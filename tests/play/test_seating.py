"""Who sits where."""

from __future__ import annotations

import pytest

from game.play.seating import BadSeats, Player, read_player, read_seats, seat_players
from tests.rules.battles import brawl

LEVELS = ("instinct", "trained")


@pytest.mark.parametrize(
    ("text", "seated"),
    [
        ("human,ai", {"party": "human", "foe": "trained"}),
        ("human, human", {"party": "human", "foe": "human"}),
        ("ai:instinct,human", {"party": "instinct", "foe": "human"}),
        ("foe=human", {"party": "trained", "foe": "human"}),
        ("referee=human,foe=instinct,human", {"party": "human", "foe": "instinct", "referee": "human"}),
        ("human,instinct,referee=human", {"party": "human", "foe": "instinct", "referee": "human"}),
        ("", {"party": "trained", "foe": "trained"}),
    ],
)
def test_seats_are_read_in_order_or_by_name(text: str, seated: dict[str, str]) -> None:
    players = seat_players(read_seats(text, LEVELS), brawl(), "trained")
    assert {seat: str(player) for seat, player in players.items()} == seated


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("human,ai,ai", "--seats human,ai,ai: this battle has 2 sides (party, foe), and more are seated."),
        ("orcs=human", "--seats orcs=human: no seat is called 'orcs'; there are party, foe, referee."),
        ("human,robot", "'robot' is nobody; write human, ai or ai:LEVEL (levels: instinct, trained)."),
        ("ai:genius", "No AI level is called 'genius'; there are instinct, trained."),
    ],
)
def test_what_nobody_can_sit_by_is_said(text: str, said: str) -> None:
    with pytest.raises(BadSeats) as error:
        seat_players(read_seats(text, LEVELS), brawl(), "trained")
    assert said in str(error.value)


@pytest.mark.parametrize("player", [Player("human"), Player("ai", "instinct")])
def test_a_player_is_written_as_it_is_read(player: Player) -> None:
    assert read_player(str(player), "a save", LEVELS) == player
