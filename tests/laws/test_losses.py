"""A loss of health is one number: over the token, in its bars and in the log."""

from __future__ import annotations

import re
from math import fsum

from game.rules.events import Changed, Event, HealthEvent, Id
from game.scene.animations import animation_for
from game.scene.event_feed import EventFeed, VisibleEvent
from game.scene.moves import VisualEffect
from game.scene.playhead import Playhead
from tests.laws.cases import Case
from tests.laws.plays import every_case, whole

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
