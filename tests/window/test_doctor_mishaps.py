"""What goes wrong while a map is corrected: keys in mid-stroke, names that are no text, files underfoot."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game import resources
from game.files.tiled import read_map
from game.files.tiled.corrections import read_corrections
from game.play.folders import state_folder
from game.play.preferences import keep_preferences, load_preferences
from game.window.destinations import EditMap, OpenMap, Sure, Title
from game.window.doctor.tools import BY_NAME
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.doctor import DoctorScreen
from tests.thoughts import Held
from tests.window.seated import begin_drag, let_go
from tests.window.test_doctor import doctor, drag, middle, wait


def mending(app: App, map_: Path) -> tuple[Pilot, DoctorScreen]:
    app.go(Title())
    app.go(EditMap(map_))
    return (pilot := Pilot(app)), doctor(pilot)


def test_a_stroke_ends_with_the_tool_that_it_was_begun_with(app: App, house: Path) -> None:
    pilot, screen = mending(app, house)
    pilot.click_button("Door")
    move = begin_drag(pilot, screen.camera, (4.05, 9.5))
    pilot.press("b")
    pilot.press("ctrl+z")
    move((4.05, 10.5))
    let_go(pilot)
    assert screen.setting.tool.name == "door"
    assert len(screen.document.corrections().edges) == 2
    pilot.press("b")
    assert screen.setting.tool.name == "blocked"


def test_escape_gives_a_stroke_up_and_stays(app: App, house: Path) -> None:
    pilot, screen = mending(app, house)
    pilot.click_button("Blocked")
    move = begin_drag(pilot, screen.camera, middle((4, 9)))
    move(middle((6, 9)))
    assert len(screen.document.corrections().ground) == 3
    pilot.press("escape")
    move(middle((9, 9)))
    let_go(pilot)
    assert app.top is screen and not screen.document.corrections()
    assert not screen.document.can_undo and not screen.document.unsaved


def test_escape_puts_a_feature_back_that_is_moved(app: App) -> None:
    pilot, screen = mending(app, resources.maps() / "gatehouse.tmx")
    feature = screen.document.features.at((4, 5))[-1]
    screen._take(BY_NAME["pick feature"])
    move = begin_drag(pilot, screen.camera, middle((4, 5)))
    move(middle((6, 7)))
    assert screen.document.features.at((6, 7))
    pilot.press("escape")
    let_go(pilot)
    assert screen.setting.feature == feature.ref and not screen.document.corrections()
    assert screen.document.features.at((4, 5))[-1] == feature


def test_a_stroke_ends_when_something_lies_over_the_map(app: App, house: Path) -> None:
    pilot, screen = mending(app, house)
    pilot.click_button("Blocked")
    move = begin_drag(pilot, screen.camera, middle((4, 9)))
    app.go(Sure("Leave?", "", app.pop))
    pilot.step()
    app.pop()
    move(middle((9, 9)))
    assert len(screen.document.corrections().ground) == 1


def test_zones_are_joined_to_no_zone_that_was_taken_back(app: App, house: Path) -> None:
    pilot, screen = mending(app, house)
    pilot.click_button("Paint zone")
    drag(pilot, middle((2, 2)), middle((4, 2)))
    first, screen.setting.zone = screen.setting.zone, None
    drag(pilot, middle((2, 9)), middle((4, 9)))
    pilot.press("ctrl+z")
    pilot.click_button("Join to it")
    drag(pilot, middle((3, 2)))
    assert screen.setting.zone == first, "it is the one that is picked now"
    (zone,) = screen.document.field().zones
    assert len(zone.cells) == 3


def test_a_zone_that_was_worked_out_is_there_no_longer_once_others_are(app: App, house: Path) -> None:
    pilot, screen = mending(app, house)
    pilot.click_button("Pick zone")
    pilot.wait_until(lambda: screen.document.layout is not None, "zones are worked out")
    drag(pilot, middle((3, 3)))
    picked = screen.setting.zone
    assert picked is not None and screen.document.is_zone(picked)
    assert not screen.document.is_zone(picked._replace(key="zone@nowhere"))


def test_who_paints_while_the_map_is_read_anew_loses_nothing(app: App, house: Path) -> None:
    pilot, screen = mending(app, house)
    pilot.click_button("Blocked")
    drag(pilot, middle((4, 9)))
    screen._read()
    drag(pilot, middle((6, 9)))
    wait(pilot)
    wait(pilot)
    assert set(screen.document.corrections().ground) == {(4, 9), (6, 9)}


def test_a_copy_has_what_was_said_when_it_was_asked_for(app: App, house: Path) -> None:
    pilot, _ = mending(app, house)
    pilot.click_button("Blocked")
    drag(pilot, middle((4, 9)))
    app.oracle = held = Held()
    pilot.click_button("Copy for Tiled")
    pilot.press("ctrl+z")
    held.work()
    wait(pilot)
    copy = house.with_name("layer-called-collision.corrected.tmx")
    assert read_map(copy).read.at((4, 9)).blocks_move


def test_no_copy_of_a_map_of_the_game_s_is_written_that_can_t_be_played(app: App) -> None:
    pilot, screen = mending(app, resources.maps() / "cellar.tmx")
    screen.setting.rectangle = True
    pilot.click_button("Blocked")
    drag(pilot, middle((0, 0)), middle((screen.document.read.width - 1, screen.document.read.height - 1)))
    pilot.click_button("Play here")
    wait(pilot)
    assert app.notice.startswith("No battle can begin here yet") and app.top is screen
    assert not list(state_folder("maps").iterdir())


@pytest.mark.skipif(os.name == "nt", reason="names of files are texts there")
def test_a_map_whose_name_is_no_text_is_corrected_like_any_other(app: App, house: Path) -> None:
    odd = Path(os.fsdecode(os.fsencode(house.parent) + b"/caf\xe9.tmx"))
    try:
        house.rename(odd)
    except OSError:
        pytest.skip("this disk takes no such names")
    app.go(Title())
    app.go(OpenMap(house.parent))
    Pilot(app).step()
    pilot, screen = mending(app, odd)
    pilot.click_button("Blocked")
    drag(pilot, middle((4, 9)))
    pilot.press("ctrl+s")
    wait(pilot)
    assert read_corrections(odd).ground == {(4, 9): "blocked"}
    pilot.click_button("Copy for Tiled")
    pilot.wait_until(lambda: screen.errands.errand is None, "that was tried")
    assert "no file can hold the letter" in app.notice and app.top is screen
    app.preferences.speed = 4.0
    assert keep_preferences(app.preferences) == ""
    assert load_preferences().speed == 4.0
