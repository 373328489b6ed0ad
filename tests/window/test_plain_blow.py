"""A plain blow at a foe beside one: a click lists what can be aimed at it, and another click takes what is marked."""

from __future__ import annotations

import pygame
import pytest

from game.rules.events import Id
from game.window.loop import App
from tests.rules.battles import duel
from tests.window.seated import sit


@pytest.mark.parametrize("take", ["click", "enter", "digit", "wheel and enter"])
def test_two_inputs_make_a_blow(app: App, take: str) -> None:
    pilot = sit(app, duel(), "red")
    pilot.wait_until_asked()
    stage = pilot.battle
    before = len(stage.session.match.history)
    pilot.click_spot(stage.scene.tokens[Id("Orc")].middle)
    prompt = stage.prompt
    assert prompt is not None and prompt.aim.about == "Orc" and prompt.cancel
    assert len(stage.session.match.history) == before, "nothing is done yet"
    assert prompt.focused is prompt.shown[0], "the first is marked"
    assert stage.asked is not None and stage.asked.previews.plain(prompt.shown[0]), "and is a plain attack"
    meant = prompt.shown[0]
    if take == "click":
        pilot.click_spot(stage.scene.tokens[Id("Orc")].middle)
    elif take == "digit":
        pilot.press("1")
    else:
        for turned in (-1, 1) if take.startswith("wheel") else ():
            app.step(0, [pygame.Event(pygame.MOUSEWHEEL, x=0, y=turned)])
        pilot.press("return")
    assert stage.session.match.history[before] == meant.key


def test_escape_and_a_click_beside_it_leave_the_list_and_nothing_is_done(app: App) -> None:
    pilot = sit(app, duel(), "red")
    pilot.wait_until_asked()
    stage = pilot.battle
    before, middle = len(stage.session.match.history), stage.scene.tokens[Id("Orc")].middle
    pilot.click_spot(middle)
    pilot.press("escape")
    assert pilot.battle.prompt is None
    pilot.click_spot(middle)
    assert stage.prompt is not None
    left, top = stage.panels.frame.board.topleft
    pilot.click((left + 3, top + 3))
    assert (
        pilot.battle.asked is not None
        and pilot.battle.asked.prompt is None
        and len(stage.session.match.history) == before
    )
