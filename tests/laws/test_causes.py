"""Whoever loses health is told why: a line before it gives the dice, what is added and taken off, and the rule.

For the rulesets whose harm is one number from one roll.
"""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from game.kit.facts import Harmed, PointsRolled
from game.rules.events import Event, Id
from game.rules.state import evolve
from game.rules.table import Board
from rulesets.murdham.play import events as murdham
from rulesets.sovereign.play import events as sovereign
from tests.laws.cases import Case, cases
from tests.laws.plays import battle

RULESETS = ("murdham", "sovereign")

INJURY = re.compile(r"\(d4 (\d)\)")


def told(event: Event) -> tuple[Id, int] | None:
    """Whom an event says to lose how much, if it does."""
    match event:
        case murdham.DamageRolled(target=who, dealt=points) | sovereign.DamageRolled(target=who, dealt=points):
            return who, points
        case sovereign.ShockDealt(target=who, points=points) | PointsRolled(who=who, points=points, heals=False):
            return who, points
        case murdham.Afflicted(who, what) if found := INJURY.search(what):
            return who, int(found[1])
        case _:
            return None


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(2, 9))])
@pytest.mark.parametrize("name", RULESETS)
def test_each_loss_has_a_line_that_says_what_it_comes_from(name: str, seed: int) -> None:
    losses = [loss for case in cases() if case.ruleset.name == name for loss in explained(case, seed)]
    assert len(losses) >= 5


def explained(case: Case, seed: int) -> list[Harmed]:
    """The losses of a battle, each of which follows on a line of its own."""
    match, rules = battle(str(case), seed).match, case.ruleset
    state = rules.begin(case.setup, match.ground)
    due: defaultdict[Id, list[int]] = defaultdict(list)
    losses = []
    for event in match.events:
        if said := told(event):
            line = rules.tell(Board(state, case.setup, match.ground), event)
            assert line is not None and any(rule in rules.ledger for rule in line.rules), event
            due[said[0]].append(said[1])
        elif isinstance(event, Harmed):
            fits = [n for n in due[event.who] if n == event.amount or (n > event.amount and event.left <= 1)]
            assert fits, (event, due[event.who])
            due[event.who].remove(fits[0])
            losses.append(event)
        state = evolve(state, event)
    return losses
