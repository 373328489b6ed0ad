"""The battle as one seat may know it. All that an AI reads and all that it tries out goes through here."""

from __future__ import annotations

from typing import Any

from game.rules.match import AnyMatch, Asked, Match
from game.rules.questions import Answer, Choose, Impossible, Seat
from game.rules.table import Board


def known_board(match: AnyMatch, seat: Seat) -> Board[Any, Any]:
    """The battle as it stands, without whom the seat's side does not know of."""
    state = match.ruleset.masked(match.board, seat)
    return match.board if state is match.state else Board(state, match.setup, match.ground)


def known_match(match: AnyMatch, seat: Seat, *, halt: bool = False) -> AnyMatch | None:
    """A fork at the waiting question, anybody's, in which those the seat's side does not know of do not exist.

    Who came out of hiding in this very step was there when it began: a blow from hiding has its odds. None where the
    question can't be reached without those not known of; then there is nothing to try things out on.
    """
    begun: Board[Any, Any] = Board(match.checkpoint, match.setup, match.ground)
    now, then = match.ruleset.masked(match.board, seat), match.ruleset.masked(begun, seat, match.state)
    if now is match.state and then is match.checkpoint:
        return match.fork(halt=halt)
    real = _played(match, match.checkpoint, halt=False)
    guess = _played(match, then, halt=halt)
    try:
        for answer in match.since:
            asked = real.pending
            if _alike(asked, guess.pending):
                guess.answer(answer)
            elif not _is_untold(asked, answer, seat, then):
                return None
            real.answer(answer)
        return guess if isinstance(match.pending, Choose) and _alike(match.pending, guess.pending) else None
    except (Impossible, KeyError):  # the answer, or what the rules ask then, is about somebody not known of
        return None


def _played(match: AnyMatch, state: Any, *, halt: bool) -> AnyMatch:
    """The step at hand from its beginning, out of a state."""
    found: AnyMatch = Match(match.ruleset, match.setup, match.ground, state, record=False, halt=halt)
    found.breathe = match.breathe
    return found


def _alike(one: Asked | None, other: Asked | None) -> bool:
    """Whether two questions are the same, whatever there is to choose from."""
    if isinstance(one, Choose) and isinstance(other, Choose):
        return (one.seat, one.kind, one.who, one.topic) == (other.seat, other.kind, other.who, other.topic)
    return type(one) is type(other) and one is not None and other is not None and one.who == other.who


def _is_untold(asked: Asked | None, answer: Answer, seat: Seat, known: Any) -> bool:
    """Whether a seat's side may be without an answer: another's, by somebody it does not know of or that nothing is
    done or somebody's turn is begun, or a roll of such a one.
    """
    if asked is None or asked.seat == seat:
        return False
    if asked.who is not None and asked.who not in known.combatants:
        return True
    return asked.kind == "pick" or answer == asked.left_alone if isinstance(asked, Choose) else asked.secret
