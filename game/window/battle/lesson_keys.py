"""Which keys do what a lesson asks for, from where the question stands on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.files.lessons import Pointer
from game.play.lessons import LessonProgress
from game.scene.board_geometry import Pointed
from game.scene.choosing import Choosing, Drawer, DrawerRow, Verb
from game.window.battle.open_question import OpenQuestion
from game.window.battle.prompt import Prompt
from game.window.controls import Keys


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
    if asked.prompt is not None and not asked.prompt.drawer:
        yield from _answering(asked, asked.prompt, pointer, keys)
        return
    choosing, ender = asked.choosing, asked.choosing.ender
    word = pointer.verb or _leading(choosing, pointer) or _asked_for(choosing, course)
    if ender is not None and word == ender.word:
        yield keys.shown("end")
        return
    verb = choosing.verb
    if verb is None or verb.word != word:
        drawer, row = next(_rows_of(choosing, word), (None, None))
        if drawer is None or row is None:
            return
        opened = asked.prompt is not None and asked.prompt.drawer == drawer.name
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


def _leading(choosing: Choosing, pointer: Pointer) -> str:
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
