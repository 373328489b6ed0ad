"""What a lesson says while its battle is played, and the marks on what it speaks of."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from game.files.lessons import Pointer
from game.play.lessons import LessonProgress
from game.play.preferences import Preferences
from game.rules.questions import AnyOption
from game.scene.board_geometry import Pointed
from game.scene.choosing import Choosing, Drawer, DrawerRow, Verb
from game.view.panels import cards
from game.view.widgets.theme import FAINT, GOOD_WORD, INK, TITLE, WHITE, Typography
from game.view.widgets.widget import Button
from game.window.battle.open_question import OpenQuestion
from game.window.battle.panels import DrawerButton, Panels, VerbButton
from game.window.battle.prompt import Prompt
from game.window.battle.stage import Stage
from game.window.battle.viewport import Viewport
from game.window.controls import Keys

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


def draw_marked(
    view: Viewport, asked: OpenQuestion | None, course: LessonProgress | None, target: pygame.Surface
) -> None:
    """Mark on the board whom and what the lesson points at."""
    if not _points(view, asked, course) or (asked is not None and asked.interrupts):
        return
    assert course is not None
    pointer, camera = course.pointer, view.camera
    for token in view.scene.tokens.values():
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


def _points(view: Viewport, asked: OpenQuestion | None, course: LessonProgress | None) -> bool:
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
        yield from (
            prompt.row_of(option) for option in meant if len(meant) < len(prompt.options) or prompt.listed.drawer
        )
    elif choosing.verb is None or choosing.verb.word != verb:
        ends = [each for each in panels.bar.widgets if isinstance(each, VerbButton) and each.verb.word == verb]
        drawers = [each for each in panels.bar.widgets if isinstance(each, DrawerButton)]
        rows = [(each, row.verb) for each in drawers for row in each.drawer.able]
        yield from ends or (each for each, does in rows if does is not None and does.word == verb)


def _draw_ring(target: pygame.Surface, middle: tuple[int, int], radius: int) -> None:
    """A whole ring, wider than those round whom one can aim at."""
    pygame.draw.circle(target, INK, middle, radius + 2, 7)
    pygame.draw.circle(target, TITLE, middle, radius, 4)


def tell_keys(asked: OpenQuestion, course: LessonProgress, keys: Keys, aim: Callable[[Verb], Pointed | None]) -> str:
    """The keys still to be pressed for what the lesson asks for, in a line; empty where no key does it.

    ``aim``: at what a verb is aimed by itself as it is picked.
    """
    pressed = ", ".join(_pressed(asked, course, keys, aim))
    return f"Keys: {pressed}" if pressed else ""


def _pressed(
    asked: OpenQuestion, course: LessonProgress, keys: Keys, aim: Callable[[Verb], Pointed | None]
) -> Iterator[str]:
    """One key after another."""
    pointer = course.pointer
    if asked.prompt is not None and not asked.prompt.listed.drawer:
        yield from _answering(asked, asked.prompt, pointer, keys)
        return
    choosing, ender = asked.choosing, asked.choosing.ender
    word = pointer.verb or _verb_to_cells(choosing, pointer) or _asked_for(choosing, course)
    if ender is not None and word == ender.word:
        yield keys.shown("end")
        return
    verb = choosing.verb
    if verb is None or verb.word != word:
        drawer, row = next(_rows_of(choosing, word), (None, None))
        if drawer is None or row is None:
            return
        opened = asked.prompt is not None and asked.prompt.listed.drawer == drawer.name
        yield from () if opened else [keys.shown(drawer.name)]
        verb = row.verb
        if drawer.only is None or opened:
            yield keys.shown(f"row {row.digit}")
    if verb is not None and not verb.lone:
        if aim(verb) is None:
            yield keys.shown("next") if any(option.target for option in verb.options) else "arrows"
        yield keys.shown("confirm")


def _answering(asked: OpenQuestion, prompt: Prompt, pointer: Pointer, keys: Keys) -> Iterator[str]:
    """The keys of a panel's answers, whether or not they are seen: of the one that is meant, or of all of them."""
    meant = [option for option in prompt.options if pointer.verb in (option.verb, option.key)]
    if asked.exchange is not None and any(option.exchanges for option in meant):
        for _ in range(2):
            yield f"{keys.shown('left')} or {keys.shown('right')}"
            yield keys.shown("confirm")
        return
    if len(meant) == 1:
        yield from prompt.keys_to(meant[0])
        return
    digits = [str(number % 10) for number, option in prompt.numbered.items() if option in meant or not meant]
    yield from [f"{digits[0]} to {digits[-1]}"] if len(digits) > 1 else digits


def _verb_to_cells(choosing: Choosing, pointer: Pointer) -> str:
    """The verb that leads to one of the cells that are marked: a move, if one does."""
    walk = choosing.walking
    if walk is not None and any(cell in walk.places for cell in pointer.cells):
        return walk.sample.verb
    leads = (verb.word for verb in choosing.verbs if any(place in pointer.cells for place in verb.places()))
    return next(leads, "")


def _asked_for(choosing: Choosing, course: LessonProgress) -> str:
    """The first verb of those that the step is done with that can be done now; none that ends the turn."""
    deeds = course.step.until if course.step is not None and not course.done else ()
    return next((deed.verb for deed in deeds if deed.verb and any(_rows_of(choosing, deed.verb))), "")


def _rows_of(choosing: Choosing, word: str) -> Iterator[tuple[Drawer, DrawerRow]]:
    """The rows that do something of a verb, each with the drawer that it is in."""
    for drawer in choosing.drawers:
        yield from (
            (drawer, row) for row in drawer.rows if row.verb is not None and row.verb.word == word and row.digit
        )


HINTS: dict[str, str] = {
    "pick": "Your side acts. Click one of your fighters or its portrait above, or press P and its number.",
    "deeds": "The buttons below list what can be done: press the letter, then a number. Rest the pointer on a row to "
    "see what it does and costs; Tab shows what can't be done now, and why.",
    "move": "The blue region is one move; yellow, if there is any, takes more. Point at a place, or take the arrow "
    "keys, to see the way, its cost and who could strike on it; click or Enter to go there.",
    "zones": "Zones are places here, and so are the borders between them: point at a border's line or its diamond to "
    "stand there, or take the arrow keys and Enter. Z writes how many each zone holds, and what it is like.",
    "whole zones": "Zones are places here. Point at one, or take the arrow keys, to see what going there takes; click "
    "or Enter to go there. Z writes what each is like and how far it is.",
    "aim": "Fighters with a broken ring can be aimed at. Point at one, or press Tab, for sight, cover and odds. A "
    "click or Enter picks out the best way to attack it, another does it; a number or the wheel takes another way.",
    "first blows": "Whoever waits within reach of foes is struck first: go and strike before them, two at one foe, and "
    "begin with whom the odds fell soonest. Each foe that is down strikes no more.",
    "exchange": "Places in the order may be exchanged: drag one onto another in the bar at the top, or click both, or "
    "take the arrow keys and Enter. The panel has the same answers, and that for leaving it.",
    "react": "Something happens that you may answer; what gains most comes first. Behind the wheel you can say how you "
    "want to be asked from now on.",
    "end": "With nothing left to do a turn ends by itself; Space ends it before. A click on a friend lets it act, "
    "where the rules do. Ctrl+Z takes back what you decided until dice have fallen.",
    "log": "Click a line of the log to open its dice and the rules behind them; J opens all of it. N tells "
    "what can't be done, and why.",
}


def next_hint(preferences: Preferences, choosing: Choosing) -> str:
    """The name of a hint that fits the question and was not shown before; empty if there is none."""
    if not preferences.hints:
        return ""
    kind = choosing.question.kind
    exchanging = any(option.exchanges for option in choosing.question.options.singles)
    fitting = {
        "pick": kind == "pick" and bool(choosing.targets()),
        "exchange": exchanging,
        "react": kind == "react" and not exchanging,
        choosing.scene.where.hint: kind == "act" and choosing.walking is not None,
        "move": kind == "act" and choosing.walking is not None,
        "first blows": kind == "act" and choosing.walking is not None,
        "deeds": kind == "act",
        "aim": kind == "act" and bool(choosing.targets()),
        "end": kind == "act",
        "log": kind == "act",
    }
    return next((name for name, fits in fitting.items() if name and fits and name not in preferences.hints_seen), "")


def seen(preferences: Preferences, name: str) -> None:
    """Do not show a hint again."""
    if name and name not in preferences.hints_seen:
        preferences.hints_seen = (*preferences.hints_seen, name)
