"""The parts of the window keep to their places, and whoever is asked is seen, all through the recorded battles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
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
from game.play.workers import BackgroundThread, PendingResult, T
from game.rules.match import AnyMatch, Match
from game.rules.option_details import OptionDetails
from game.rules.questions import Choose, Option, Seat
from game.rules.registry import ruleset
from game.view.widgets.theme import Typography
from game.window.battle.arrange import arrange
from game.window.battle.ask import prompt_for
from game.window.battle.camera_work import LEGIBLE, body_of, clear_view, concerned, follow_mover, place_camera
from game.window.battle.dock import lay_out, lay_panels
from game.window.battle.frame import ROOM, PanelLayout, fitting_scale, largest_scale
from game.window.battle.preview import Preview
from game.window.battle.stage import Stage
from tests.window.staged import Alone, Heard, panel_rects

BATTLES = sorted((Path(__file__).parents[1] / "battles").glob("*/*.battle"))

LARGE = "1280x720, text 150 %"

WINDOWS = {
    "1024x576": ((1024, 576), Typography()),
    "1280x720": ((1280, 720), Typography()),
    "1366x768": ((1366, 768), Typography()),
    "1920x1080": ((1920, 1080), Typography(1.25)),
    "2560x1440": ((2560, 1440), Typography(1.5)),
    LARGE: ((1280, 720), Typography(1.0, 1.5)),
}

EVERY = 5
"""Of the questions of a battle one in so many is looked at by day."""


pytestmark = pytest.mark.usefixtures("letters")


class Never(BackgroundThread):
    """Has no time to think."""

    def ask(self, work: object) -> PendingResult[T]:
        return PendingResult(lambda: None)  # type: ignore[return-value, arg-type]


def stage_at(match: AnyMatch, size: tuple[int, int], look: Typography) -> Stage:
    """A battle on the screen with everybody played by people."""
    seats = {Seat(side.name): HUMAN for side in match.setup.sides}
    session = Session(match, seats, 5, "seeded", state_folder("autosaves") / "battle.save")
    around = Alone(oracle=Never("nothing"))
    around.preferences.calm, around.preferences.hints = True, True
    stage = Stage(session, None, around, look, size)
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


def open_question(stage: Stage) -> None:
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
    clear_view(stage)
    lay_out(stage)


def check(stage: Stage) -> None:
    """No part of the dock lies on another or beside the dock, and whoever is asked is seen on the board.

    However much there is to tell of a choice, and of whom the pointer is on.
    """
    frame, tokens = stage.panels.frame, stage.scene.tokens
    option: Option[int] = Option("x", 0, "A choice of which there is much to tell, in a title of two lines and more")
    notes = tuple(f"a note, which is told in some length, number {number}" for number in range(40))
    for told in (None, Preview(option, OptionDetails(notes=notes), 0)):
        for pointed in (None, next(iter(tokens.values()), None)):
            lay_panels(stage, told, pointed)
            parts = panel_rects(stage)
            assert ("prompt" in parts) == (stage.prompt is not None)
            assert stage.prompt is not None or not pointed or "card" in parts
            if stage.prompt is None and stage.asked is not None and not pointed:
                acts = stage.asked.choosing.question.kind == "act"
                assert ("question" in parts) != acts, "who acts is told in the bar below alone"
            if told is not None and (stage.prompt is None or stage.view.look.text == 1):
                assert "odds" in parts, "there is room for what a choice comes to"
            for name, part in parts.items():
                assert frame.dock.contains(part), (name, part)
            for (name, one), (other, two) in combinations(parts.items(), 2):
                assert not one.colliderect(two), f"{name} lies on {other}"
            if stage.prompt is not None:
                assert all(stage.prompt.rect.contains(row.rect) for row in stage.prompt.group.widgets)
    for widget in stage.panels.bar.widgets:
        assert frame.row.contains(widget.rect) or widget.rect.bottom < frame.board.top
    for who in concerned(stage.view, stage.asked)[:1]:
        x, y, wide = body_of(tokens[who])
        zoom = stage.view.camera.zoom
        box = pygame.Rect(stage.view.camera.pixel((x, y)), (round(wide * zoom), round(wide * zoom)))
        assert frame.board.contains(box), "whoever is asked is in sight"


def looks() -> Iterator[Any]:
    """Each battle in a window of one kind and with large text by day, a few questions of it; at night every question in
    all of them.
    """
    for number, path in enumerate(BATTLES):
        name = f"{path.parent.name}-{path.stem}"
        for day in dict.fromkeys((list(WINDOWS)[number % len(WINDOWS)], LARGE)):
            yield pytest.param(path, day, EVERY, id=f"{name}-{day}")
        for window in WINDOWS:
            yield pytest.param(path, window, 1, id=f"{name}-{window}-all", marks=pytest.mark.nightly)


@pytest.mark.parametrize(("path", "window", "every"), list(looks()))
@pytest.mark.usefixtures("duel_installed")
def test_no_part_of_the_dock_lies_on_another_and_whoever_is_asked_is_seen(path: Path, window: str, every: int) -> None:
    stage: Stage | None = None
    for match in questions(path, every):
        if stage is None:
            stage = stage_at(match, *WINDOWS[window])
        open_question(stage)
        check(stage)


@pytest.mark.parametrize("window", ["1280x720", "1920x1080"])
@pytest.mark.parametrize("path", BATTLES[::7], ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.usefixtures("duel_installed")
def test_a_map_that_fits_is_shown_whole_and_never_moves_through_a_whole_battle(path: Path, window: str) -> None:
    stage: Stage | None = None
    looked_at = set()
    for match in questions(path, 1):
        if stage is None:
            stage = stage_at(match, *WINDOWS[window])
            if not stage.view.camera.whole:
                pytest.skip("the map does not fit")
        open_question(stage)
        follow_mover(stage)
        stage.view.camera.pan(40, -30)
        looked_at.add((stage.view.camera.zoom, stage.view.camera.corner))
    assert stage is not None and len(looked_at) == 1
    zoom, (left, top) = looked_at.pop()
    field = stage.session.match.setup.field
    shown = pygame.Rect(-left, -top, field.width * zoom, field.height * zoom)
    assert stage.panels.frame.board.contains(shown)


@pytest.mark.parametrize(
    ("size", "scale"), [((1024, 576), 1.0), ((1280, 720), 1.25), ((1920, 1080), 1.75), ((3840, 2160), 2.0)]
)
def test_the_largest_scale_that_is_offered_leaves_a_battle_room(size: tuple[int, int], scale: float) -> None:
    assert largest_scale(size) == scale
    assert scale * ROOM[0] <= size[0] and scale * ROOM[1] <= size[1]


@pytest.mark.parametrize("window", WINDOWS)
def test_the_parts_of_the_window_lie_beside_one_another_and_fill_it(window: str) -> None:
    size, look = WINDOWS[window]
    bar = look.px(48)
    frame = PanelLayout.of(look, size, bar)
    parts = [pygame.Rect(0, 0, size[0], bar), frame.board, frame.dock, frame.foot]
    assert all(pygame.Rect((0, 0), size).contains(part) for part in parts)
    assert not any(one.colliderect(two) for one, two in combinations(parts, 2))
    assert frame.foot.contains(frame.actor) and frame.foot.contains(frame.row)
    assert not frame.actor.colliderect(frame.row)
    assert frame.board.topleft == (0, bar) and frame.board.bottom == frame.foot.top, "nothing lies over it"
    assert frame.board.width > 2 * frame.dock.width


def test_the_board_has_nearly_three_quarters_of_a_usual_window() -> None:
    board = PanelLayout.of(Typography(), (1280, 720), 48).board
    assert board.width >= 930 and board.height >= 600


def test_what_a_screen_shows_below_takes_the_place_of_the_bar_there() -> None:
    usual, other = (PanelLayout.of(Typography(), (1280, 720), 48, foot) for foot in (0, 150))
    assert other.foot == pygame.Rect(0, 570, 1280, 150) and other.board.bottom == other.foot.top
    assert other.board.width == usual.board.width and other.dock.bottom < other.foot.top


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
    stage = stage_at(match, (1920, 1080), Typography())
    camera = stage.view.camera
    nearest = camera.zoom
    assert nearest >= LEGIBLE and not camera.whole
    camera.fit()
    assert camera.zoom < nearest, "one can still zoom out to all of it"
