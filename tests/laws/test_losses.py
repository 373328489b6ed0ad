"""What somebody loses and how they fall is told: over the token, in its bars and in the log, with the reason."""

from __future__ import annotations

import re
from collections import defaultdict
from math import fsum

import pytest

from game.kit.facts import Harmed, PointsRolled
from game.rules.events import Changed, Event, FallEvent, HealthEvent, Id
from game.rules.state import evolve
from game.rules.table import Board
from game.scene.animations import animation_for
from game.scene.event_feed import EventFeed, VisibleEvent
from game.scene.moves import VisualEffect
from game.scene.playhead import Playhead
from rulesets.murdham.play import events as murdham
from rulesets.sovereign.play import events as sovereign
from tests.laws.cases import Case, cases
from tests.laws.plays import battle, every_case, whole

_TOLD = re.compile(r"\b(?:loses|suffers|regains)(?: the last)? (\d+)(?:[^,]*, which takes (\d+))?")
"""A harm may take more of a track than it says, or less."""


def _floating(effects: tuple[VisualEffect, ...]) -> list[int]:
    """The numbers over a token, losses above 0."""
    found = [re.match(r"([−+])(\d+)", effect.text) for effect in effects if effect.kind == "text"]
    return [int(match[2]) * (1 if match[1] == "−" else -1) for match in found if match is not None]


def _line(each: VisibleEvent) -> str:
    return each.line.text if each.line is not None else ""


def _logged(row: list[VisibleEvent], number: int, who: Id) -> int | None:
    """What the log says that somebody loses by a change, below 0 what it wins; None: nothing with a number."""
    found: list[int] = []
    for each in row[number + 1 :]:
        if not isinstance(each.event, HealthEvent) or each.event.who != who:
            break
        told = _TOLD.search(_line(each))
        if told is not None:
            found.append(int(told[2] or told[1]) * (-1 if "regains" in told[0] else 1))
    return sum(found) if found else None


@every_case
def test_a_loss_is_the_same_number_over_the_token_in_its_bars_and_in_the_log(case: Case) -> None:
    match = whole(case)
    row = list(EventFeed(match, None).news())
    scene = Playhead(match, None).scene
    compared = 0
    for number, each in enumerate(row):
        event: Event = each.event
        if isinstance(event, Changed) and event.who in each.after.state.combatants and event.who in scene.tokens:
            was, now = each.before.standing(event.who), each.after.standing(event.who)
            floating = _floating(animation_for(each, scene).effects)
            if len(was.bars) == len(now.bars):
                bars = fsum(a.spare - b.spare for a, b in zip(was.bars, now.bars, strict=True))
                assert sum(floating) == bars == was.health - now.health
            logged = _logged(row, number, event.who)
            if logged is not None:
                compared += 1
                assert sum(floating) == logged, each.event
        scene.take(each)
    assert compared or not any(isinstance(each.event, HealthEvent) and _TOLD.search(_line(each)) for each in row)


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
