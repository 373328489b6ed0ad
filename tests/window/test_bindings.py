"""Keys of screens are data: they are listed with F1, done from the list, and are those that the player gave."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.files.picture_grid import NoGrid
from game.files.tiled import read_map
from game.play.start import StartRequest
from game.rules.registry import ruleset
from game.view.widgets.forms import ListBox
from game.view.widgets.widget import Button
from game.window.controls import CONTROLS, Binding, bound
from game.window.destinations import (
    Destination,
    Detail,
    DrawGrid,
    EditMap,
    Lessons,
    NewBattle,
    OpenMap,
    OwnUnits,
    Reference,
    Saves,
    Settings,
    Skirmish,
    Title,
)
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.doctor import DoctorScreen
from game.window.screens.messages import KeysScreen
from tests.corpus.kinds import HOME
from tests.window.seated import top

PLACES = (
    NewBattle(),
    OwnUnits("sovereign"),
    OpenMap(HOME),
    Lessons(),
    Skirmish(),
    Saves(),
    Settings(),
    Detail(StartRequest("gatehouse", rules="sovereign")),
    EditMap(HOME / "layer-called-collision.tmx"),
)


def there(app: App, place: Destination) -> Pilot:
    """Over the title, once it is read."""
    app.go(Title())
    app.go(place)
    pilot = Pilot(app)
    pilot.wait_until(lambda: top(pilot) not in ("TitleScreen", "WaitingScreen"), "it is there")
    return pilot


@pytest.mark.parametrize("place", PLACES, ids=lambda place: type(place).__name__)
def test_what_keys_do_is_listed_and_the_key_to_step_back_is_the_player_s(app: App, place: Destination) -> None:
    pilot = there(app, place)
    screen = app.top
    bindings = [each for each in screen.bindings() if each.enabled]
    known = {control.name for control in CONTROLS}
    assert all(each.words and (each.keys or each.control in known) for each in bindings)
    named = [name for each in bindings for name in (*each.keys, *([f"control {each.control}"] if each.control else []))]
    assert len(named) == len(set(named)), "a key does one thing"
    pilot.press("f1")
    shown = app.top
    assert isinstance(shown, KeysScreen) and [each.words for each in shown.shown if each.enabled] == [
        each.words for each in bindings
    ]
    app.draw()
    pilot.press("f1")
    assert app.top is screen
    app.preferences.keys = {"cancel": "f9"}
    app.restyle()
    pilot.press("f9")
    assert top(pilot) == "TitleScreen"


def test_two_clicks_on_a_key_of_the_list_do_it(app: App) -> None:
    pilot = there(app, EditMap(HOME / "layer-called-collision.tmx"))
    screen = app.top
    assert isinstance(screen, DoctorScreen)
    pilot.press("f1")
    listed = next(each for each in app.top.group.widgets if isinstance(each, ListBox))
    row = next(number for number, each in enumerate(listed.rows) if each.text.endswith("Blocked"))
    listed.top = row * listed.height
    at = listed.rect.left + 40, listed.rect.top + 10 + row * listed.height - listed.top
    pilot.click(at)
    pilot.click(at)
    assert app.top is screen and screen.setting.tool.name == "blocked"


def test_a_grid_is_left_and_a_rules_page_closed_by_the_key_that_opened_it(app: App, tmp_path: Path) -> None:
    picture = tmp_path / "hall.png"
    picture.write_bytes((HOME / "sheet.png").read_bytes())
    with pytest.raises(NoGrid):
        read_map(picture)
    app.preferences.keys = {"cancel": "f9"}
    app.restyle()
    pilot = there(app, DrawGrid(picture, print))
    assert top(pilot) == "GridScreen"
    pilot.press("f9")
    app.go(Reference(ruleset("sovereign")))
    pilot.press("f1")
    assert top(pilot) == "TitleScreen"


def test_of_two_bindings_the_first_that_can_be_done_is_meant(app: App) -> None:
    event = app.keys.press("undo")
    first = Binding("No", print, "undo", enabled=False)
    second, third = Binding("By key", print, keys=("ctrl+z",)), Binding("By control", print, "undo")
    assert bound(event, app.keys, (first, second, third)) is second
    assert bound(event, app.keys, (first, third)) is third
    assert bound(event, app.keys, (first,)) is None
    assert (second.shown(app.keys), third.shown(app.keys)) == ("Ctrl+Z", "Ctrl+Z")


def test_a_button_names_the_key_that_the_player_gave(app: App) -> None:
    app.preferences.keys = {"undo": "f9"}
    app.restyle()
    there(app, OwnUnits("sovereign"))
    named = {each.text: each.shortcut for each in app.top.group.widgets if isinstance(each, Button)}
    assert (named["Undo"], named["Redo"], named["Save"]) == ("F9", "Ctrl+Y", "Ctrl+S")
    app.go(EditMap(HOME / "layer-called-collision.tmx"))
    Pilot(app).wait_until(lambda: isinstance(app.top, DoctorScreen), "the map is read")
    assert "F9" in {each.tip for each in app.top.group.widgets}
