"""What follows a battle when another is to come: the dying are tended, everybody rests, and who can goes on."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from game.play.dice import SeededDice
from game.rules.events import Event, Id
from game.rules.match import AnyMatch
from game.rules.questions import Choose, Roll
from game.rules.ruleset import HasRest, LogLine
from game.rules.setup import Recruit
from game.rules.state import evolve
from game.rules.table import AnyBoard, Board, Table


class Rested(NamedTuple):
    """A side after a battle and a night's rest."""

    company: tuple[Recruit, ...]
    """Those who go on, with what they bring, in the order of the squad."""
    ids: tuple[Id, ...]
    """What they were called in the battle."""
    board: AnyBoard
    """The battle after that night."""
    lines: Sequence[LogLine]
    """What happened, in the words of the log."""


def rest_after(match: AnyMatch, side: str, seed: int) -> Rested:
    """Play what follows a battle that is over for one of its sides; dice come of the seed.

    The side has the field to itself if it has won. Raises TypeError for a ruleset that knows nothing of it.
    """
    rules, over = match.ruleset, match.state.verdict
    if not isinstance(rules, HasRest):
        raise TypeError(f"{rules.name} does not tell what follows a battle")
    holds = over is not None and over.winner == side
    state = replace(match.state, verdict=None)
    events: list[Event] = []
    table: Table[Any, Any, Any] = Table(state, match.setup, match.ground, events.append)
    _play(rules.rest(table, side, holds=holds), SeededDice(seed))
    lines = []
    for event in events:
        line = rules.tell(Board(state, match.setup, match.ground), event)
        state = evolve(state, event)
        if line is not None:
            lines.append(line)
    fresh = tuple(
        replace(side, squad=tuple(replace(recruit, carried="") for recruit in side.squad)) for side in match.setup.sides
    )
    start = rules.begin(replace(match.setup, sides=fresh), match.ground)
    carried = rules.carried(start, table, side, holds=holds)
    ids = [c.id for c in start.combatants.values() if c.side == side]
    squad = zip(ids, match.setup.side(side).squad, strict=True)
    return Rested(
        tuple(
            replace(recruit, at=None, hidden=False, damaged=(), carried=carried[who])
            for who, recruit in squad
            if who in carried
        ),
        tuple(who for who in ids if who in carried),
        Board(table.state, match.setup, match.ground),
        lines,
    )


def _play(rest: Coroutine[Any, Any, None], dice: SeededDice) -> None:
    """Run it to its end: whoever is asked about a way out of what befalls it takes the first."""
    value, number = None, 0
    while True:
        try:
            question = rest.send(value)
        except StopIteration:
            return
        match question:
            case Roll():
                value = question.read(dice.faces(question, number))
            case Choose():
                left = question.left_alone
                value = question.read(next((each.key for each in question.options if each.key != left), left))
        number += 1
