"""What comes after a turn: which turn is over by itself, and how somebody else of the side can be taken to act."""

from __future__ import annotations

from typing import Any, NamedTuple

from game.ai.belief import known_match
from game.rules.events import Id
from game.rules.match import AnyMatch
from game.rules.questions import AnyOption, Choose, Seat
from game.rules.ruleset import AnyRuleset


def end_of_spent_turn(question: Choose[Any], rules: AnyRuleset) -> str:
    """The answer that ends a turn in which nothing is left to do; "" while there is something, or no turn is on.

    What is only done beside something else counts for nothing, nor does letting others act first.
    """
    if question.kind != "act":
        return ""
    ending = question.options.get(question.ending) if question.ending else None
    if ending is not None and ending.unspent:
        return ""  # as on most decisions, for which the menu need not be written
    if question.options.families:
        return ""
    singles = question.options.singles
    ends = [option for option in singles if option.ends]
    if len(ends) != 1 or ends[0].unspent:
        return ""
    aside = {deed.verb for deed in rules.deeds if deed.aside}
    left = (option for option in singles if not option.ends and not option.yields and option.verb not in aside)
    return "" if any(True for _ in left) else ends[0].key


class TurnChange(NamedTuple):
    """How the turn goes over to somebody else."""

    option: AnyOption
    """What whoever acts answers: the end of its turn, or that others act first."""
    takes: str
    """The answer to the question of who acts then; empty where that is not asked."""


def turn_change(match: AnyMatch, question: Choose[Any], who: Id) -> TurnChange | None:
    """How somebody would have the next turn at once, as far as the side that is asked can know; None if they can't."""
    singles = question.options.singles if question.kind == "act" else ()
    for option in sorted((each for each in singles if each.yields or each.ends), key=lambda each: not each.yields):
        then = _asked_after(match, question, option)
        if then is None or then.seat != question.seat:
            continue
        if then.kind == "pick" and who in then.takers:
            return TurnChange(option, then.takers[who])
        if then.kind == "act" and then.who == who:
            return TurnChange(option, "")
    return None


def next_seat(match: AnyMatch, question: Choose[Any]) -> Seat | None:
    """Who is asked once the turn is over, as far as the side that is asked can know; None where dice fall before."""
    ends = (option for option in question.options.singles if option.ends and question.kind == "act")
    then = next((_asked_after(match, question, option) for option in ends), None)
    return then.seat if then is not None and then.kind in ("pick", "act") else None


def _asked_after(match: AnyMatch, question: Choose[Any], option: AnyOption) -> Choose[Any] | None:
    """The choice that an answer leads to, tried on a copy; None if dice or nothing at all come next."""
    copy = known_match(match, question.seat)
    if copy is None:
        return None
    copy.answer(option.key)
    return copy.pending if isinstance(copy.pending, Choose) else None
