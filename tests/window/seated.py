"""Battles put on the screen for tests of the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame

from game.play.folders import state_folder
from game.play.seating import HUMAN, Player
from game.play.session import Session
from game.rules.match import AnyMatch, Match
from game.rules.questions import REFEREE, Answer, Seat
from game.rules.registry import ruleset
from game.rules.setup import Setup
from game.view.board.camera import Camera
from game.window.destinations import WatchReplay
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.screens.replay import ReplayScreen
from tests.rules.battles import Drawn

Pixels = npt.NDArray[np.uint8]


def sit(app: App, setup: Setup, *people: str, seed: int = 5, answers: Sequence[Answer] = ()) -> Pilot:
    """Put a battle on the screen, as it is after some answers; sides that are not people's draw lots."""
    match = Match.begin(ruleset(setup.ruleset), setup)
    for answer in answers:
        match.answer(answer)
    seats = {Seat(side.name): HUMAN if side.name in people else Player("ai", "instinct") for side in setup.sides}
    if "referee" in people:
        seats[REFEREE] = HUMAN
    saved = state_folder("autosaves") / "battle-5.save"
    app.replace(BattleScreen(app, Session(match, seats, seed, "seeded", saved), None))
    return Pilot(app)


def pixels_of(surface: pygame.Surface) -> Pixels:
    """Red, green and blue by column and row."""
    return pygame.surfarray.array3d(surface)


def top(pilot: Pilot) -> str:
    """The kind of the screen on top."""
    return type(pilot.app.top).__name__


def finish(pilot: Pilot) -> None:
    """Play to the end: strike where one can, else draw lots."""
    drawn = Drawn(3)
    while (question := pilot.wait_until_asked()) is not None:
        key = drawn.answer(pilot.battle.session.match, question)
        strikes = [option.key for option in question.options.singles if option.key.startswith("strike")]
        assert isinstance(key, str)
        pilot.screen.answer(strikes[0] if strikes else key)


def begin_drag(pilot: Pilot, camera: Camera, start: tuple[float, float]) -> Callable[[tuple[float, float]], None]:
    """Press the button over a spot of the map; gives what moves the pointer on, with the button held."""
    pilot.point(camera.pixel(start))
    pilot.app.step(0, [pygame.Event(pygame.MOUSEBUTTONDOWN, pos=camera.pixel(start), button=1)])
    return lambda spot: pilot.point(camera.pixel(spot))


def let_go(pilot: Pilot) -> None:
    pilot.app.step(0, [pygame.Event(pygame.MOUSEBUTTONUP, pos=pilot.app.pointer, button=1)])


def fought(setup: Setup, answers: int = 10_000) -> AnyMatch:
    """A battle of lots, to its end or so many answers."""
    match: AnyMatch = Match.begin(ruleset(setup.ruleset), setup)
    drawn = Drawn(4)
    for _ in range(answers):
        if match.pending is None:
            break
        match.answer(drawn.answer(match, match.pending))
    return match


def watched(app: App, path: Path) -> tuple[Pilot, ReplayScreen]:
    """A save that is watched, paused at its start."""
    app.go(WatchReplay(path))
    screen, pilot = app.top, Pilot(app)
    assert isinstance(screen, ReplayScreen)
    pilot.press("home")
    assert not screen.playing
    return pilot, screen
