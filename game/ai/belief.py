"""The battle as one seat may know it. All that an AI reads and all that it tries out goes through here."""

from __future__ import annotations

from typing import Any

from game.rules.match import AnyMatch, Match, OutOfStep
from game.rules.questions import Choose, Seat
from game.rules.table import Board


def known_board(match: AnyMatch, seat: Seat) -> Board[Any, Any]:
    """The battle as it stands, without whom the seat's side does not know of."""
    state = match.ruleset.masked(match.board, seat)
    return match.board if state is match.state else Board(state, match.setup, match.ground)


def known_match(match: AnyMatch, seat: Seat, *, halt: bool = False) -> AnyMatch | None:
    """A fork at the waiting question in which those the side does not know of do not exist.

    Who came out of hiding in this very step was there when it began: a blow from hiding has its odds. None where the
    question can't be reached without those not known of; then there is nothing to try things out on.
    """
    now, then = match.ruleset.masked(match.board, seat), _masked_checkpoint(match, seat)
    if now is match.state and then is match.checkpoint:
        return match.fork(halt=halt)
    return _asking_the_same(match, then, 0, halt=halt)


def seen_match(match: AnyMatch, viewer: Seat) -> AnyMatch | None:
    """The battle at its waiting question, anybody's, as a viewer knows it; None if it can't be reached.

    Who has nobody in hiding beside them may not be asked all that they are asked then, whose turn it is to be for one:
    so the first answers of the step may be left out.
    """
    then = _masked_checkpoint(match, viewer)
    guesses = (_asking_the_same(match, then, left_out, halt=True) for left_out in range(len(match.since) + 1))
    return next((guess for guess in guesses if guess is not None), None)


def _asking_the_same(match: AnyMatch, then: Any, left_out: int, *, halt: bool) -> AnyMatch | None:
    """The step played again from a state, without its first answers; None unless that leads to the same question."""
    since = match.since[left_out:]
    guess: AnyMatch = Match(match.ruleset, match.setup, match.ground, then, since, record=False, halt=halt)
    guess.breathe = match.breathe
    try:
        asked, found = match.pending, guess.pending
    except (OutOfStep, KeyError):
        return None
    if not isinstance(asked, Choose) or not isinstance(found, Choose):
        return None
    same = (asked.seat, asked.kind, asked.who) == (found.seat, found.kind, found.who)
    return guess if same else None


def _masked_checkpoint(match: AnyMatch, seat: Seat) -> Any:
    board: Board[Any, Any] = Board(match.checkpoint, match.setup, match.ground)
    return match.ruleset.masked(board, seat, match.state)
