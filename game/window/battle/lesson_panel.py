"""What a lesson says while its battle is played, and the marks on what it speaks of."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.play.lessons import LessonProgress
from game.rules.questions import AnyOption
from game.view.panels import cards
from game.view.widgets.theme import FAINT, GOOD_WORD, INK, TITLE, WHITE, Typography
from game.view.widgets.widget import Button
from game.window.battle.drawers import DrawerButton, VerbButton
from game.window.battle.open_question import OpenQuestion
from game.window.battle.panels import Panels
from game.window.battle.stage import Stage
from game.window.battle.view import View

DONE = "Done."


def lay_lesson(course: LessonProgress, look: Typography, room: pygame.Rect, keys: str) -> cards.FactsPanel:
    """The panel at the top of its ``room``, while a lesson has something to say; ``keys``: those that do it."""
    done = [cards.Fact(DONE, tone=GOOD_WORD, bold=True)] if course.done else []
    pressed = [cards.Fact(keys, tone=FAINT)] if keys and not course.done else []
    return cards.lay_facts(look, course.heading, [cards.Fact(course.text, tone=WHITE), *pressed, *done], room)


def asks_for(stage: Stage, option: AnyOption) -> bool:
    """Whether a lesson points at what an option does now, or at where it leads: whoever does it means it."""
    if stage.course is None:
        return False
    point = stage.course.pointer
    return point.verb == option.verb or option.place in point.cells


def draw_lesson_rim(target: pygame.Surface, look: Typography, box: pygame.Rect) -> None:
    """Mark the panel as that of a lesson."""
    pygame.draw.rect(target, TITLE, box, max(1, look.px(2)), border_radius=8)


def draw_marked(view: View, asked: OpenQuestion | None, course: LessonProgress | None, target: pygame.Surface) -> None:
    """Mark on the board whom and what the lesson points at."""
    if not _points(view, asked, course) or (asked is not None and asked.interrupts):
        return
    assert course is not None
    pointer, camera = course.pointer, view.camera
    for token in view.head.scene.tokens.values():
        if token.id in pointer.who and token.standing.up:
            _draw_ring(target, camera.pixel(token.middle), round(camera.zoom * token.extent * 0.62))
    for cell in pointer.cells:
        box = pygame.Rect(camera.pixel(cell), (camera.zoom, camera.zoom))
        pygame.draw.rect(target, INK, box, 5, border_radius=6)
        pygame.draw.rect(target, TITLE, box.inflate(-2, -2), 3, border_radius=6)


def draw_marked_buttons(stage: Stage, target: pygame.Surface) -> None:
    """Mark the buttons that the lesson points at."""
    if not _points(stage.view, stage.asked, stage.course):
        return
    assert stage.course is not None
    for button in _buttons(stage.asked, stage.panels, stage.course.pointer.verb):
        box = button.rect.inflate(stage.view.look.px(8), stage.view.look.px(8))
        pygame.draw.rect(target, INK, box, stage.view.look.px(5), border_radius=10)
        pygame.draw.rect(target, TITLE, box, stage.view.look.px(3), border_radius=10)


def _points(view: View, asked: OpenQuestion | None, course: LessonProgress | None) -> bool:
    """Whether something is asked, and the lesson may point at what to answer."""
    return course is not None and asked is not None and view.in_front


def _buttons(asked: OpenQuestion | None, panels: Panels, verb: str) -> Iterator[Button]:
    """The buttons that do it: in the list that is open, if others do not; else what ends the turn, or its drawer."""
    if asked is None or not verb:
        return
    prompt, choosing = asked.prompt, asked.choosing
    if prompt is not None and not prompt.has_rows:
        return
    if prompt is not None:
        meant = [option for option in prompt.options if verb in (option.verb, option.key)]
        yield from (prompt.row_of(option) for option in meant if len(meant) < len(prompt.options) or prompt.drawer)
    elif choosing.verb is None or choosing.verb.word != verb:
        ends = [each for each in panels.bar.widgets if isinstance(each, VerbButton) and each.verb.word == verb]
        drawers = [each for each in panels.bar.widgets if isinstance(each, DrawerButton)]
        rows = [(each, row.verb) for each in drawers for row in each.drawer.able]
        yield from ends or (each for each, does in rows if does is not None and does.word == verb)


def _draw_ring(target: pygame.Surface, middle: tuple[int, int], radius: int) -> None:
    """A whole ring, wider than those round whom one can aim at."""
    pygame.draw.circle(target, INK, middle, radius + 2, 7)
    pygame.draw.circle(target, TITLE, middle, radius, 4)
