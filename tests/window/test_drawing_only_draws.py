"""Drawing is a function of values: it sets nothing that hands, time or the next picture read."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.rules.ruleset import LogLine
from game.scene.scene import LogEntry
from game.view.widgets.forms import FocusGroup, ListBox, ListRow
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import Typography
from game.view.widgets.widget import ChoiceButton
from game.window.battle.draw_battle import draw_battle
from game.window.battle.stage import Stage
from game.window.loop import App
from game.window.screens.battle import BattleScreen
from tests.rules.battles import brawl, duel
from tests.window.seated import sit, top
from tests.window.staged import panel_rects

GAME = Path(__file__).parents[2] / "game"


def read_by_hands(stage: Stage) -> list[object]:
    """All that says what a click, a key or the wheel means, and whether the picture goes on changing."""
    widgets = [(widget.rect.copy(), widget.enabled) for widget in stage.panels.bar.widgets]
    pixels = [(x, y) for x in range(0, stage.view.size[0], 16) for y in range(0, stage.view.size[1], 16)]
    scene, log = stage.scene, stage.panels.log
    return [
        widgets,
        panel_rects(stage),
        [stage.solid(pixel) for pixel in pixels],
        [stage.panels.turns.who_at(pixel) for pixel in pixels if pixel[1] < stage.panels.turns.height],
        [stage.panels.tracker.side_at(pixel) for pixel in pixels],
        [log.line_at(pixel, scene) for pixel in pixels],
        (log.open, log.scroll, log.at, log.knob.copy(), log.rows),
        (
            stage.panels.minimap.rect.copy(),
            stage.view.camera.stand,
            stage.view.cursor,
            stage.view.hover,
            stage.panels.turns.gliding,
        ),
        stage.choosing.verb if stage.choosing is not None else None,
        (stage.prompt.rect.copy(), stage.prompt.focused, stage.prompt.shown) if stage.prompt is not None else None,
        [widget.rect.copy() for widget in stage.panels.log_tools.group.widgets]
        if stage.panels.log_tools is not None
        else None,
        (
            stage.view.in_front,
            stage.panels.laid,
            stage.view.told_at,
        ),
    ]


def the_log_opened(app: App, stage: Stage) -> None:
    stage.panels.log.open = True


def the_window_grown(app: App, stage: Stage) -> None:
    stage.fit(stage.view.look, (1500, 800))


def somebody_pointed_at(app: App, stage: Stage) -> None:
    stage.view.hover = stage.scene.aim_at_token(next(iter(stage.scene.tokens)))


def a_drawer_listed(app: App, stage: Stage) -> None:
    assert isinstance(app.top, BattleScreen)
    app.top.pull("attack")
    assert stage.prompt is not None


def the_question_taken_back(app: App, stage: Stage) -> None:
    stage.forget_question()


@pytest.mark.parametrize(
    "change", [the_log_opened, the_window_grown, somebody_pointed_at, a_drawer_listed, the_question_taken_back]
)
def test_a_picture_leaves_all_that_hands_read_as_it_was(app: App, change: Callable[[App, Stage], None]) -> None:
    pilot = sit(app, duel(), "red", "blue")
    pilot.wait_until_asked()
    stage = pilot.battle
    change(app, stage)
    before = read_by_hands(stage)
    for _ in range(2):
        draw_battle(stage, pygame.Surface(stage.view.size))
        assert read_by_hands(stage) == before


@pytest.mark.parametrize("seen", [True, False])
def test_a_click_right_after_something_has_changed_means_what_it_would_after_a_picture(app: App, seen: bool) -> None:
    """The log is opened by its key; the line that is then under the pointer is clicked, then a portrait."""
    pilot = sit(app, brawl(), "party", "foe")
    pilot.wait_until_asked()
    stage, screen = pilot.battle, pilot.screen
    stage.scene.log = [LogEntry(LogLine(f"Somebody strikes, {number}", 1), (1, 1)) for number in range(30)]
    picture = app.draw if seen else lambda: None
    keys = stage.view.keys.press("log")
    screen.handle(keys)
    picture()
    screen.handle(keys)
    picture()
    screen.handle(pygame.Event(pygame.MOUSEMOTION, pos=(5, 500), rel=(0, 0), buttons=(0, 0, 0)))
    assert stage.panels.log.open and stage.panels.log.rows
    box, number = stage.panels.log.rows[0]
    screen.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=box.center, button=1))
    assert stage.panels.log.at == number
    picture()
    portrait = next((x, 24) for x in range(stage.view.size[0]) if stage.panels.turns.who_at((x, 24)) is not None)
    screen.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=portrait, button=3))
    assert top(pilot) == "InspectScreen"


ALLOWED = {"_veil", "_made", "_asked", "_lit", "_picture", "_starts", "_kept", "_kept_for", "_thins"}
"""What is made once of what is drawn, and used again while that is the same."""


def drawing(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions of a module that draw, and what they call in it."""
    known: dict[str, list[ast.FunctionDef]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            known.setdefault(node.name, []).append(node)
    waiting = [name for name in known if name.lstrip("_").startswith("draw")]
    met = set(waiting)
    while waiting:
        for function in known[waiting.pop()]:
            yield function
            for call in ast.walk(function):
                called = call.func if isinstance(call, ast.Call) else None
                own = isinstance(called, ast.Attribute) and ast.unparse(called.value) == "self"
                name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
                if name in known and name not in met and (own or isinstance(called, ast.Name)):
                    met.add(name)
                    waiting.append(name)


def assigned(path: Path) -> Iterator[str]:
    """What functions that draw set besides values of their own: "file: attribute"."""
    for function in drawing(ast.parse(path.read_text(encoding="utf-8"))):
        made = {
            node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr not in ALLOWED:
                root = node.value
                while isinstance(root, ast.Attribute | ast.Subscript):
                    root = root.value
                if not isinstance(root, ast.Name) or root.id not in made:
                    yield f"{path.relative_to(GAME)}: {ast.unparse(node)}"


def test_what_draws_sets_nothing() -> None:
    files = [path for room in ("view", "window") for path in (GAME / room).rglob("*.py")]
    assert len(files) > 100
    assert [each for path in files for each in assigned(path)] == []


def test_a_list_that_is_turned_too_far_turns_back_at_once() -> None:
    listed = ListBox(pygame.Rect(0, 0, 200, 108), [ListRow(str(number)) for number in range(10)], lambda _: None)
    for _ in range(20):
        listed.wheel(-1)
    assert listed.row_at((20, 100)) == 9
    listed.wheel(1)
    assert listed.row_at((20, 100)) == 8


def test_a_choice_is_turned_where_it_will_be_drawn() -> None:
    chosen: list[str] = []
    choices = [("a", "First"), ("b", "Second"), ("c", "Third")]
    choice = ChoiceButton(pygame.Rect(0, 0, 400, 40), "A name", choices, "b", chosen.append)
    group = FocusGroup([choice])
    group.lay(Typography())
    before = vars(choice).copy()
    choice.draw(pygame.Surface((400, 40)), Typography(), focused=False, hovered=False)
    assert vars(choice) == before
    group.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(170, 20), button=1))
    assert chosen == ["a"], "the left end of what is chosen, with the name left of it"


def test_a_field_finds_the_sign_that_is_clicked_without_a_picture() -> None:
    field, look = TextField(pygame.Rect(0, 0, 100, 34), "m" * 40, lambda _: None), Typography()
    group = FocusGroup([field])
    group.focus = field
    group.lay(look)
    before = vars(field).copy()
    field.draw(pygame.Surface((100, 34)), look, focused=True, hovered=False)
    assert vars(field) == before and field.rect.contains(field.caret_box)
    field.click((field.rect.right - look.px(8), 17))
    assert field.caret >= 39, "its end is in sight, as that is where one types"
