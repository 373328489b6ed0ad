"""Panels keep to their places and leave whom a question is about in sight, all through the recorded battles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.files.battlefile import replay
from game.play.folders import state_folder
from game.play.quick_battle import quick_battle
from game.play.seating import HUMAN
from game.play.session import Session
from game.play.start import setup_of
from game.play.thinking import BackgroundThread, PendingResult, T
from game.rules.match import AnyMatch, Match
from game.rules.option_details import OptionDetails
from game.rules.questions import Choose, Option, Seat
from game.rules.registry import ruleset
from game.view.widgets.theme import Typography
from game.window.battle.arrange import arrange
from game.window.battle.ask import prompt_for
from game.window.battle.camera_work import (
    LEGIBLE,
    body_of,
    clear_view,
    concerned,
    follow_mover,
    place_camera,
    uncovering,
)
from game.window.battle.draw_battle import draw_panels
from game.window.battle.frame import ROOM, PanelLayout, fitting_scale, largest_scale
from game.window.battle.panel_layout import lay_out, lay_panels
from game.window.battle.preview import Preview
from game.window.battle.stage import Stage
from tests.app.staged import Alone, Heard, panel_rects

BATTLES = sorted((Path(__file__).parents[1] / "battles").glob("*/*.battle"))

WINDOWS = {"1280x720": ((1280, 720), 1.0), "1280x720 at 150 %": ((1280, 720), 1.5), "1920x1080": ((1920, 1080), 1.0)}

EVERY = 23
"""Of the questions of a battle one in so many is looked at by day."""


pytestmark = pytest.mark.usefixtures("letters")


class Never(BackgroundThread):
    """Has no time to think."""

    def ask(self, work: object) -> PendingResult[T]:
        return PendingResult(lambda: None)  # type: ignore[return-value, arg-type]


def room_for(size: tuple[int, int], wanted: float) -> Typography:
    """The scale that a battle's screen takes: the player's, or the largest at which all fits."""
    return Typography(min(wanted, size[0] / ROOM[0], size[1] / ROOM[1]))


def stage_at(match: AnyMatch, size: tuple[int, int], scale: float) -> Stage:
    """A battle on the screen with everybody played by people."""
    seats = {Seat(side.name): HUMAN for side in match.setup.sides}
    session = Session(match, seats, 5, "seeded", state_folder("autosaves") / "battle.save")
    around = Alone(oracle=Never("nothing"))
    around.preferences.calm, around.preferences.hints = True, True
    stage = Stage(session, None, around, room_for(size, scale), size)
    stage.fit(stage.view.look, size)
    place_camera(stage.view)
    return stage


def questions(path: Path, every: int) -> Iterator[AnyMatch]:
    """A recorded battle at its questions to people."""
    told = replay(path)
    match = Match.begin(told.ruleset, told.setup, told.ground)
    for number, answer in enumerate(told.history):
        if isinstance(match.pending, Choose) and number % every == 0:
            yield match
        match.answer(answer)


def open_question(stage: Stage, target: pygame.Surface) -> None:
    """Ask what is asked now, as the battle's screen does."""
    question = stage.session.match.pending
    assert isinstance(question, Choose)
    stage.forget_question()
    stage.view.head.skip()
    stage.view.perspective.viewer = (
        question.seat if question.seat in stage.view.perspective.watching else stage.view.viewer
    )
    stage.view.head.skip()
    asked = stage.open_question(question)
    if question.kind in ("react", "ruling", "confirm"):
        asked.prompt = prompt_for(stage, asked, print)
    asked.hint = "react" if asked.prompt is not None else "move"
    arrange(stage, Heard())
    lay_out(stage)  # what is told at the left takes room
    clear_view(stage)


def check(stage: Stage, target: pygame.Surface) -> None:
    """No panel lies on another or beside the window, and none over whom the question is about."""
    option: Option[int] = Option("x", 0, "A choice of which there is much to tell, in a title of two lines and more")
    notes = tuple(f"a note, which is told in some length, number {number}" for number in range(40))
    about = Preview(option, OptionDetails(notes=notes), 0)
    lay_panels(stage, about, None)
    draw_panels(stage, target)
    assert {"log", "hint", "odds"} <= set(panel_rects(stage))
    panels = sorted(panel_rects(stage).items())
    for number, (name, panel) in enumerate(panels):
        assert target.get_rect().contains(panel), name
        for other, rect in panels[number + 1 :]:
            assert not panel.colliderect(rect), f"{name} lies on {other}"
    zoom = stage.view.camera.zoom
    rooms = {"prompt": stage.panels.frame.prompts, "hint": stage.panels.frame.news}
    tokens = [stage.view.head.scene.tokens[who] for who in concerned(stage.view, stage.asked)]
    for token in tokens:
        x, y, wide = body_of(token)
        box = pygame.Rect(stage.view.camera.pixel((x, y)), (round(wide * zoom), round(wide * zoom)))
        for name, panel in panels:
            if (
                stage.view.camera.whole
                and name in rooms
                and uncovering(stage.view, stage.asked, panel, rooms[name]) == panel
            ):
                continue  # the map can't be moved, and there is no other place for the panel
            assert not box.colliderect(panel), f"{name} lies over {token.id}"
    first = next((body_of(token) for token in tokens), None)
    if first is not None:
        middle = stage.view.camera.pixel((first[0] + first[2] / 2, first[1] + first[2] / 2))
        assert stage.panels.frame.window.collidepoint(middle), "whoever is asked is in sight"


def looks() -> Iterator[Any]:
    """Each battle in a window of one kind by day, a few questions of it; at night every question in all of them."""
    for number, path in enumerate(BATTLES):
        name = f"{path.parent.name}-{path.stem}"
        day = list(WINDOWS)[number % len(WINDOWS)]
        yield pytest.param(path, day, EVERY, id=f"{name}-{day}")
        for window in WINDOWS:
            yield pytest.param(path, window, 1, id=f"{name}-{window}-all", marks=pytest.mark.nightly)


@pytest.mark.parametrize(("path", "window", "every"), list(looks()))
@pytest.mark.usefixtures("duel_installed")
def test_no_panel_lies_on_another_or_over_whom_it_is_about(path: Path, window: str, every: int) -> None:
    size, scale = WINDOWS[window]
    stage: Stage | None = None
    target = pygame.Surface(size)
    for match in questions(path, every):
        if stage is None:
            stage = stage_at(match, size, scale)
        open_question(stage, target)
        check(stage, target)


@pytest.mark.parametrize("window", ["1280x720", "1920x1080"])
@pytest.mark.parametrize("path", BATTLES[::7], ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.usefixtures("duel_installed")
def test_a_map_that_fits_is_shown_whole_and_never_moves_through_a_whole_battle(path: Path, window: str) -> None:
    size, scale = WINDOWS[window]
    stage: Stage | None = None
    looked_at = set()
    for match in questions(path, 1):
        if stage is None:
            stage = stage_at(match, size, scale)
            if not stage.view.camera.whole:
                pytest.skip("the map does not fit")
        open_question(stage, pygame.Surface((1, 1)))
        follow_mover(stage)
        stage.view.camera.pan(40, -30)
        looked_at.add((stage.view.camera.zoom, stage.view.camera.corner))
    assert stage is not None and len(looked_at) == 1
    zoom, (left, top) = looked_at.pop()
    field = stage.session.match.setup.field
    shown = pygame.Rect(-left, -top, field.width * zoom, field.height * zoom)
    assert stage.panels.frame.window.contains(shown) and not shown.colliderect(stage.panels.frame.row)


@pytest.mark.parametrize(
    ("size", "scale"), [((1024, 576), 1.0), ((1280, 720), 1.25), ((1920, 1080), 1.75), ((3840, 2160), 2.0)]
)
def test_the_largest_scale_that_is_offered_leaves_a_battle_room(size: tuple[int, int], scale: float) -> None:
    assert largest_scale(size) == scale
    assert scale * ROOM[0] <= size[0] and scale * ROOM[1] <= size[1]


@pytest.mark.parametrize("size", [(1024, 576), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.25])
def test_no_place_of_a_panel_lies_on_another(size: tuple[int, int], scale: float) -> None:
    if size == (1024, 576) and scale > 1:
        pytest.skip("the window is too small for that scale, and a battle takes the largest that fits")
    frame = PanelLayout.of(Typography(scale), size, Typography(scale).px(48))
    places = [frame.news, frame.card, frame.odds, frame.log, frame.row, frame.question]
    for number, one in enumerate(places):
        assert frame.window.contains(one)
        assert one.collidelist(places[number + 1 :]) < 0
    assert frame.log_open.collidelist([frame.odds, frame.row, frame.card]) < 0 and frame.log_open.contains(frame.log)
    assert frame.lists.collidelist([frame.odds, frame.log_open, frame.card, frame.row]) < 0
    assert frame.prompts.collidelist([frame.odds, frame.log_open]) < 0


@pytest.mark.parametrize(
    ("size", "scale"),
    [((1280, 720), 1.0), ((1600, 900), 1.0), ((1920, 1080), 1.25), ((2560, 1440), 1.5), ((3840, 2160), 2.0)],
)
def test_a_full_screen_picks_a_scale_that_leaves_a_battle_room(size: tuple[int, int], scale: float) -> None:
    assert fitting_scale(size) == scale <= largest_scale(size)


@pytest.mark.parametrize("rules", ["einfelst", "murdham"])
def test_a_map_whose_tokens_could_not_be_read_is_not_shown_whole(rules: str) -> None:
    wanted = quick_battle(rules)
    assert wanted is not None
    setup = setup_of(wanted)
    match: AnyMatch = Match.begin(ruleset(setup.ruleset), setup)
    stage = stage_at(match, (1920, 1080), 1.0)
    camera = stage.view.camera
    nearest = camera.zoom
    assert nearest >= LEGIBLE and not camera.whole
    camera.fit()
    assert camera.zoom < nearest, "one can still zoom out to all of it"
