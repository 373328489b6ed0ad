"""Whoever falls with health left is told of: over the token, in the log and in a forecast, with the reason in the
book's words.
"""

from __future__ import annotations

from game.rules.events import Changed, FallEvent
from game.rules.state import evolve
from game.rules.table import Board
from tests.laws.cases import Case
from tests.laws.plays import every_case, whole

SOON = 12
"""Events within which it is told."""


@every_case
def test_who_goes_down_unhurt_is_told_why(case: Case) -> None:
    match, rules = whole(case), case.ruleset
    state = case.ruleset.begin(case.setup)
    for number, event in enumerate(match.events):
        then = evolve(state, event)
        if isinstance(event, Changed) and event.who in state.combatants:
            was = rules.standing(Board(state, case.setup, match.ground), event.who)
            now = rules.standing(Board(then, case.setup, match.ground), event.who)
            if was.up and not now.up and now.health > 0:
                near = match.events[number : number + SOON]
                falls = [each for each in near if isinstance(each, FallEvent) and each.who == event.who]
                assert falls, (event, now)
                assert falls[0].how
                line = rules.tell(Board(then, case.setup, match.ground), falls[0])
                assert line is not None
                assert now.name in line.text
                if not any(had.spare > 0 >= has.spare for had, has in zip(was.bars, now.bars, strict=True)):
                    notes = rules.outcome(state, then, near).notes
                    assert any(note.who == event.who for note in notes), "a forecast names what fells it"
        state = then
