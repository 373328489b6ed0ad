"""The card before a battle: what it tells, to whom, and how it goes."""

from __future__ import annotations

import pygame
import pytest

from game import resources
from game.play.preferences import TEXT_MOST
from game.play.speech import tell_aim
from game.play.start import StartRequest, setup_of
from game.view.panels.face_row import FaceRow
from game.view.widgets.theme import SMALL
from game.view.widgets.widget import Label, Toggle
from game.window.destinations import Begin, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.screens.opening import OpeningScreen
from tests.window.seated import top

CART = resources.maps() / "the-cart-at-the-bend.toml"


def begun(app: App, name: str = CART.name, rules: str | None = "glog") -> Pilot:
    """A battle with its card before it."""
    app.preferences.opening = True
    app.go(Begin(StartRequest(resources.maps() / name, rules=rules, seed=3)))
    return Pilot(app)


def rows(app: App) -> dict[str, FaceRow]:
    return {each.name: each for each in app.top.group.widgets if isinstance(each, FaceRow)}


def test_it_tells_place_sides_aims_and_the_order_of_turns(app: App) -> None:
    begun(app)
    card = app.top
    assert isinstance(card, OpeningScreen)
    assert (card.title, card.under) == ("The cart at the bend", "Glog, The Woodland Road")
    told = [each.text for each in card.group.widgets if isinstance(each, Label)]
    assert card.session.match.setup.description in told
    assert card.session.match.ruleset.turn_order in told
    assert told.count("Wins by being the last side that fights.") == 2
    assert [len(row.faces) for row in rows(app).values()] == [3, 5]
    app.draw()


def test_nobody_who_lies_in_ambush_is_on_it(app: App) -> None:
    pilot = begun(app, "ambush-on-the-road.toml", None)
    robbers = rows(app)["The robbers"]
    assert not robbers.faces and robbers.under.endswith("nobody in sight")
    assert any(recruit.hidden for recruit in pilot.battle.session.match.setup.side("foe").squad)


@pytest.mark.parametrize("key", ["return", "space", "escape", "x"])
def test_any_key_begins_the_battle(app: App, key: str) -> None:
    pilot = begun(app)
    pilot.press(key)
    assert pilot.at_battle


def test_any_click_does_but_on_the_switch(app: App) -> None:
    pilot = begun(app)
    switch = next(each for each in app.top.group.widgets if isinstance(each, Toggle))
    pilot.click(switch.rect.center)
    assert top(pilot) == "OpeningScreen" and not app.preferences.opening
    pilot.click((3, 3))
    assert pilot.at_battle
    app.go(Begin(StartRequest(CART, rules="glog", seed=3)))
    assert pilot.at_battle, "nobody is told who does not want to be"


def test_a_battle_that_goes_on_has_none(app: App) -> None:
    pilot = begun(app)
    assert pilot.wait_until_asked() is not None
    assert pilot.battle.session.match.history, "dice have been rolled"
    save = pilot.battle.session.autosave
    pilot.battle.driver.autosave.save_now()
    app.go(Title())
    app.go(Begin(StartRequest(save)))
    assert isinstance(app.top, BattleScreen)


def test_whoever_has_no_aim_is_against_the_aims_of_others() -> None:
    setup = setup_of(StartRequest("hold-the-gate", rules="sovereign"))
    aimed = {each.side for each in setup.objectives}
    for side in setup.sides:
        told = tell_aim(setup, side.name)
        assert ("keeping the others from" in told) == (side.name not in aimed)
        assert told.startswith("wins by ")


@pytest.mark.parametrize(("scale", "text"), [(1.0, 1.0), (2.0, 1.0), (1.0, TEXT_MOST)])
@pytest.mark.parametrize("size", [(1024, 576), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("name", ["the-cart-at-the-bend.toml", "hold-the-gate.toml", "the-long-shot.toml"])
def test_it_has_room_in_any_window(
    app: App, cuts: list[str], size: tuple[int, int], scale: float, text: float, name: str
) -> None:
    app.window.size = size
    app.preferences.ui_scale, app.preferences.text = scale, text
    app.restyle()
    begun(app, name, None if name != CART.name else "murdham")
    card = app.top
    assert isinstance(card, OpeningScreen)
    cuts.clear()
    card.draw(app.surface)
    assert not cuts
    assert pygame.Rect((0, 0), app.surface.get_size()).contains(card.rect)
    assert all(card.rect.contains(each.rect) for each in card.group.widgets)
    written = card.look.line(SMALL + 4) + card.look.line(SMALL)
    assert all(written + row.faces[0].get_height() <= row.rect.height for row in rows(app).values() if row.faces)
