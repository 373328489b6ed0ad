"""Why the AIs did what they did, told in the text game: of their last doings, or of a line of the log."""

from __future__ import annotations

from collections.abc import Iterator

from game.play.battle_log import Numbered
from game.play.decision_log import BEFORE, PLANNED, Explanation, LoggedDecision, explain_decision
from game.play.session import Decision
from game.rules.questions import Impossible, Seat
from game.terminal.telling import Telling

LAST = 3
"""Doings that are told of where no line is named."""


def last_motives(telling: Telling) -> None:
    """Tell of the last doings of AIs that the log tells of, the oldest first. Raises Impossible if there are none."""
    found: dict[int, LoggedDecision] = {}
    lines = telling.battle_log.numbered(telling.reader)
    for numbered in reversed(lines):
        doing = _behind(telling, numbered)
        if doing is not None:
            found.setdefault(doing.place, doing)
        if len(found) == LAST:
            break
    if not found:
        old = bool(lines) and telling.session.doings.too_old(lines[-1].event)
        raise Impossible(BEFORE if old else "No AI has done anything that you know of.")
    for doing in reversed(found.values()):
        _tell(telling, doing)


def motive_of_line(telling: Telling, number: str) -> None:
    """Tell of what a line of the log tells of, counted from its end. Raises Impossible if no AI decided it."""
    lines = telling.battle_log.numbered(telling.reader)
    if not number.isdecimal() or not 1 <= int(number) <= len(lines):
        most = f" from 1, the last, to {len(lines)}" if lines else ""
        raise Impossible(f"`why line` takes the number of a line of the log{most}, not {number!r}.")
    numbered = lines[-int(number)]
    doing = _behind(telling, numbered)
    if doing is None:
        old = telling.session.doings.too_old(numbered.event)
        raise Impossible(BEFORE if old else f"No AI decided that: {numbered.line.text}")
    _tell(telling, doing)


def motive_of_advice(telling: Telling, decision: Decision) -> None:
    """Tell of an answer that the AI is about to give for whoever reads: what it is, and why."""
    session, question = telling.session, telling.question
    telling.terminal.say(f"The AI answers {decision.answer}: {question.options.find(str(decision.answer)).label}")
    doing = session.doings.of(telling.match, decision.mind, decision.considered, decision.answer)
    if doing is not None:
        _, *lines = in_lines(explain_decision(doing, question.seat))
        for line in lines:
            telling.terminal.say(line)


def _behind(telling: Telling, numbered: Numbered) -> LoggedDecision | None:
    return telling.session.doings.behind(telling.match, numbered.event, numbered.line, _viewer(telling))


def _viewer(telling: Telling) -> Seat | None:
    return Seat(telling.reader) if telling.reader is not None else None


def _tell(telling: Telling, doing: LoggedDecision) -> None:
    for line in in_lines(explain_decision(doing, _viewer(telling))):
        telling.terminal.say(line)


def in_lines(found: Explanation) -> Iterator[str]:
    """Why something was done, line by line."""
    yield found.title
    if found.about:
        yield f"  This round {found.about}."
    heading = ""
    for head, grounds in found.choices():
        heading = head or heading
        points = f" ({grounds.points})" if grounds.points else ""
        yield f"  {heading}: {grounds.label}{points}"
        if grounds.speaks_for:
            yield f"    for it: {', '.join(grounds.speaks_for)}"
        if grounds.against:
            yield f"    against it: {', '.join(grounds.against)}"
    if found.planned:
        yield f"  {PLANNED}"
