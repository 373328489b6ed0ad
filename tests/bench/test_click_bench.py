"""What a click costs until the next picture is drawn, in calls of the game's own functions: the same in every run.

``pytest tests/bench/test_click_bench.py -s`` tells them by phase. The bounds say so when something that every click
does is asked for twice again.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import pygame
import pytest
from msgspec.structs import replace

import game
from game.files.scenario import quick_setup
from game.files.tiled import read_map
from game.play.folders import state_folder
from game.play.preferences import Preferences
from game.play.seating import HUMAN, Player
from game.play.session import Session
from game.resources import maps
from game.rules.match import Match
from game.rules.questions import Seat
from game.rules.registry import ruleset
from game.window.pilot import FRAME, Pilot
from game.window.screens.battle import BattleScreen
from game.window.window import open_app
from tests.thoughts import Held

ROOT = str(Path(game.__file__).parents[1])

BESIDE = "beside the window"
"""What another thread does in the game; here it is done at once, and does not count."""

PHASES = {
    ("match.py", "answer"): "rules",
    ("match.py", "fork"): "rules",
    ("session.py", "take"): "undo",
    ("session.py", "boundary"): "undo",
    ("session.py", "write_autosave"): "autosave",
    ("event_feed.py", "news"): "witness",
    ("event_feed.py", "line"): "words",
    ("playhead.py", "_begin"): "animation",
    ("scene.py", "take"): "scene",
    ("event_feed.py", "standing"): "standings",
    ("choosing.py", "__init__"): "menu",
    ("arrange.py", "arrange"): "menu",
    ("session.py", "end_of_spent_turn"): "menu",
    ("forecast.py", "__init__"): "odds",
    ("dock.py", "lay_out"): "layout",
    ("draw_battle.py", "draw_battle"): "draw",
    ("workers.py", "run"): BESIDE,
}
"""Functions that begin a part of the way from a click to the picture, by file and name."""

WALK, STRIKE = 6_650, 7_050
"""Calls at most, some three in a hundred more than on Python 3.11: what they stand at is told by the first lines.
The walk is the first thing that a line tells a cell of: some 450 are for the numbers along the board's edges.
"""


class Counted:
    """Calls of functions of the game and its books, by phase."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self._phases: list[tuple[FrameType, str]] = []

    def __call__(self, frame: FrameType, what: str, _: object) -> None:
        """What the interpreter tells of each call and return."""
        code = frame.f_code
        if what == "return" and self._phases and self._phases[-1][0] is frame:
            self._phases.pop()
        if what != "call" or not code.co_filename.startswith(ROOT) or "/tests/" in code.co_filename:
            return
        phase = PHASES.get((code.co_filename.rpartition("/")[2], code.co_name))
        if phase is not None:
            self._phases.append((frame, phase))
        phase = self._phases[-1][1] if self._phases else "input and time"
        if all(name != BESIDE for _, name in self._phases):
            self.calls[phase] += 1


def clicked(pilot: Pilot, pixel: tuple[int, int]) -> Counter[str]:
    """Press the button at a pixel that the pointer is on, and draw the next picture."""
    counted = Counted()
    frames = pilot.app.frames
    press = pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pixel, button=1)
    sys.setprofile(counted)
    try:
        pilot.app.step(FRAME, [press])
    finally:
        sys.setprofile(None)
    assert pilot.app.frames == frames + 1
    pilot.app.step(FRAME, [pygame.Event(pygame.MOUSEBUTTONUP, pos=pixel, button=1)])
    return counted.calls


@pytest.mark.skipif(sys.gettrace() is not None, reason="a trace is on")
def test_a_click_asks_for_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the gatehouse by sovereign's rules: a walk of a cell, then a blow with its roll."""
    monkeypatch.setattr("game.resources.user_state_path", lambda *_, **__: tmp_path)
    chart, rules = read_map(maps() / "gatehouse.tmx"), ruleset("sovereign")
    setup = quick_setup(chart, rules)
    spots = (((14, 14), (16, 21), (7, 22), (8, 22)), ((13, 3), (15, 13), (14, 3), (11, 3), (16, 3), (22, 2), (21, 2)))
    sides = tuple(
        replace(side, squad=tuple(replace(unit, at=at) for unit, at in zip(side.squad, places, strict=True)))
        for side, places in zip(setup.sides, spots, strict=True)
    )
    setup = replace(setup, sides=sides)
    party, foe = (Seat(side.name) for side in sides)
    seats = {party: HUMAN, foe: Player("ai", "instinct")}
    app = open_app(Preferences(hints=False, ask_leaving=False, warn_end=False), (1280, 720))
    app.oracle = odds = Held()
    session = Session(Match.begin(rules, setup), seats, 7, "seeded", state_folder("autosaves") / "bench.save")
    app.push(BattleScreen(app, session, chart.picture))
    pilot = Pilot(app)

    def settled() -> None:
        known = -1
        while known < odds.finished:  # until thirty frames have asked for nothing
            known = odds.finished
            pilot.step(30)
            odds.work()
        assert pilot.battle.choosing is not None and not pilot.screen.moving

    pilot.wait_until_asked()
    pilot.choose("annora")
    pilot.wait_until_asked()
    settled()
    pixel = pilot.battle.view.camera.pixel((14.5, 13.5))
    pilot.point(pixel)
    settled()
    walk = clicked(pilot, pixel)
    pilot.wait_until_asked()
    settled()
    strike = (
        next(verb for verb in pilot.battle.choosing.verbs if verb.word == "strike") if pilot.battle.choosing else None
    )
    assert strike is not None
    pilot.screen.take(strike)
    settled()
    pilot.click_spot(pilot.battle.scene.tokens[next(o.target for o in strike.options if o.target)].middle)
    settled()
    assert pilot.battle.prompt is not None
    pixel = pilot.battle.prompt.row_of(pilot.battle.prompt.options[0]).rect.center
    pilot.point(pixel)
    settled()
    blow = clicked(pilot, pixel)
    assert any(type(event).__name__ == "AttackRolled" for event in session.match.events)
    for what, calls in (("a walk", walk), ("a blow", blow)):
        print(f"\n{what}: {calls.total()} calls: {', '.join(f'{phase} {n}' for phase, n in calls.most_common())}")
    app.window.destroy()
    assert walk.total() <= WALK and blow.total() <= STRIKE
