"""From a map dropped on the window to a battle on it, by mouse alone; and what goes wrong while it is corrected."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pygame
import pytest

from game import resources
from game.files.sources import allowed_folders
from game.files.tiled import read_map
from game.files.tiled.corrections import Thin, read_corrections, sidecar
from game.play.folders import state_folder
from game.play.preferences import keep_preferences, load_preferences, opened
from game.rules.registry import ruleset
from game.spatial.field import Cell
from game.spatial.solids import CellSide
from game.view.widgets.text_field import TextField
from game.view.widgets.theme import BAD_WORD
from game.window.destinations import EditMap, NewBattle, OpenMap, Sure, Title
from game.window.doctor.tools import BY_NAME
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.doctor import DoctorScreen
from game.window.screens.drafting import DraftingScreen
from game.window.screens.open_map import OpenMapScreen
from game.window.screens.setup import SetupScreen
from tests.corpus.kinds import HOME
from tests.thoughts import Held
from tests.window.seated import begin_drag, let_go, top


def doctor(pilot: Pilot) -> DoctorScreen:
    """The screen on top, once nothing is read or written beside it."""
    screen = pilot.app.top
    assert isinstance(screen, DoctorScreen)
    wait(pilot)
    return screen


def wait(pilot: Pilot) -> None:
    """Until what is done beside the window is done."""
    for screen in list(pilot.app.pile):
        if isinstance(screen, DoctorScreen):
            while screen.errands.errand is not None:
                screen.errands.errand.work.result()
                pilot.step()


def drag(pilot: Pilot, *spots: tuple[float, float], button: int = 1) -> None:
    """Draw over spots of the map, in cells."""
    screen = pilot.app.top
    assert isinstance(screen, DoctorScreen)
    pixels = [screen.camera.pixel(spot) for spot in spots]
    pilot.point(pixels[0])
    pilot.app.step(0, [pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pixels[0], button=button)])
    for pixel in pixels[1:]:
        pilot.point(pixel)
    pilot.app.step(0, [pygame.Event(pygame.MOUSEBUTTONUP, pos=pixels[-1], button=button)])


def middle(cell: Cell) -> tuple[float, float]:
    return cell[0] + 0.5, cell[1] + 0.5


def test_from_a_map_dropped_on_the_window_to_the_first_round_by_mouse_alone(app: App, house: Path) -> None:
    before = house.read_bytes()
    app.go(Title())
    pilot = Pilot(app)
    pilot.drop(house)
    screen = doctor(pilot)
    assert any("48 cells block" in entry.text for entry in screen.entries)
    pilot.click_button("Low cover")
    drag(pilot, middle((7, 9)), middle((9, 9)))
    pilot.click_button("Door")
    drag(pilot, (7.05, 5.5))
    pilot.click_button("Eraser")
    drag(pilot, middle((9, 9)))
    pilot.click_button("Play here")
    wait(pilot)
    wait(pilot)
    setup = app.top
    assert isinstance(setup, SetupScreen) and setup.offer.path == house
    said = read_corrections(house)
    assert said.ground == {(7, 9): "low cover", (8, 9): "low cover"}
    assert said.edges == {CellSide((7, 5), True): Thin("door")}
    assert house.read_bytes() == before
    pilot.click_button("Begin")
    assert top(pilot) == "BattleScreen"
    field = pilot.battle.session.match.setup.field
    assert field.at((8, 9)).height == 12 and [edge.kind for edge in field.edges] == ["door"]


def test_keys_take_back_and_save_and_the_report_is_read_anew(app: App, house: Path) -> None:
    app.go(EditMap(house))
    pilot = Pilot(app)
    screen = doctor(pilot)
    pilot.press("b")
    assert screen.setting.tool.name == "blocked"
    drag(pilot, middle((4, 9)))
    pilot.press("]")
    pilot.press("]")
    drag(pilot, middle((12, 9)))
    assert len(screen.document.tables["ground"]) > 5
    pilot.press("ctrl+z")
    assert list(screen.document.tables["ground"]) == [(4, 9)]
    pilot.press("ctrl+y")
    pilot.press("ctrl+z")
    pilot.press("ctrl+s")
    wait(pilot)
    assert read_corrections(house).ground == {(4, 9): "blocked"}
    assert any("are applied: 1 cell" in entry.text for entry in screen.entries)
    pilot.press("ctrl+z")
    pilot.click_button("Save")
    wait(pilot)
    assert not sidecar(house).exists(), "what is not corrected any more needs no file"


def test_the_wheel_zooms_to_the_pointer_and_the_right_button_moves_the_map(app: App, house: Path) -> None:
    app.go(EditMap(house))
    pilot = Pilot(app)
    screen = doctor(pilot)
    at = screen.camera.pixel(middle((3, 3)))
    pilot.point(at)
    pilot.wheel(1)
    assert screen.camera.cell(at) == (3, 3)
    before, zoom = screen.camera.corner, screen.camera.zoom
    drag(pilot, middle((3, 3)), middle((4, 3)), button=3)
    assert screen.camera.corner[0] == before[0] - zoom
    assert not screen.document.corrections()


def test_a_zone_is_picked_once_worked_out_and_renamed_by_typing(app: App, house: Path) -> None:
    app.go(EditMap(house))
    pilot = Pilot(app)
    screen = doctor(pilot)
    pilot.click_button("Pick zone")
    pilot.wait_until(lambda: screen.document.layout is not None, "zones are worked out")
    drag(pilot, middle((3, 3)))
    assert screen.setting.zone is not None and screen.setting.zone.source == "derived"
    field = next(widget for widget in screen.group.widgets if type(widget).__name__ == "TextField")
    pilot.click(field.rect.center)
    pilot.type("bb")
    (zone,) = screen.document.field().zones
    assert zone.name.endswith("bb") and (3, 3) in zone.cells
    assert screen.setting.tool.name == "pick zone", "letters typed into a name take up no tool"


def test_a_finding_leads_to_its_place_and_what_is_not_wanted_is_hidden(app: App, house: Path) -> None:
    app.go(EditMap(house))
    pilot = Pilot(app)
    screen = doctor(pilot)
    index = next(number for number, entry in enumerate(screen.entries) if entry.cell is not None)
    screen._find(index)
    cell = screen.entries[index].cell
    assert cell is not None and screen.camera.cell(screen.camera.centre(cell)) == cell
    app.draw()
    full = pygame.image.tobytes(app.surface, "RGB")
    screen.shown.discard("guesses")
    screen._show()
    app.draw()
    assert pygame.image.tobytes(app.surface, "RGB") != full


def test_leaving_and_closing_ask_about_what_is_not_saved(app: App, house: Path) -> None:
    app.go(Title())
    app.go(EditMap(house))
    pilot = Pilot(app)
    doctor(pilot)
    pilot.click_button("Pit")
    drag(pilot, middle((4, 9)))
    pilot.click_button("Back")
    assert top(pilot) == "SureScreen"
    pilot.click_button("No")
    assert top(pilot) == "DoctorScreen"
    app.step(0, [pygame.Event(pygame.QUIT)])
    assert app.running and top(pilot) == "SureScreen"
    pilot.click_button("No")
    pilot.press("escape")
    pilot.click_button("Yes")
    assert top(pilot) == "TitleScreen" and not sidecar(house).exists()


def test_a_map_of_the_games_own_stays_as_it_is_and_is_played_as_a_copy(app: App) -> None:
    path = resources.maps() / "cellar.tmx"
    app.go(EditMap(path))
    pilot = Pilot(app)
    screen = doctor(pilot)
    pilot.click_button("Rough")
    open_ = next(cell for cell in screen.document.starts())
    drag(pilot, middle(open_))
    assert "Save" not in pilot.buttons()
    pilot.press("ctrl+s")
    pilot.click_button("Play here")
    for _ in range(3):
        wait(pilot)
    setup = app.top
    assert isinstance(setup, SetupScreen) and setup.offer.path.name == "cellar.corrected.tmx"
    assert not setup.offer.trouble and not sidecar(path).exists()
    assert read_map(setup.offer.path).field.at(open_).name == "rough ground"


def test_maps_are_opened_from_folders_worlds_and_by_path_and_offered_again(app: App, house: Path) -> None:
    app.go(Title())
    app.go(NewBattle())
    pilot = Pilot(app)
    pilot.click_button("Open a map")
    screen = app.top
    assert isinstance(screen, OpenMapScreen)
    screen._enter(house.parent.parent)
    screen._open([path.name for path in screen.found].index("mine") + 1)
    assert [path.name for path in screen.found] == ["layer-called-collision.tmx", "sheet.png"], "pictures come last"
    app.draw()
    screen._open(1)
    doctor(pilot)
    assert load_preferences().folder == str(house.parent)
    assert opened(app.preferences) == [house.resolve()]
    pilot.click_button("Back")
    pilot.press("escape")
    setup = app.top
    assert isinstance(setup, SetupScreen) and house.resolve() in setup.paths
    setup._pick(setup.paths.index(house.resolve()))
    pilot.click_button("Correct the map")
    assert doctor(pilot).chart.path == house.resolve()
    pilot.click_button("Back")
    house.unlink()
    app.go(OpenMap(HOME / "harbour.world"))
    world = app.top
    assert isinstance(world, OpenMapScreen)
    assert [path.name for path in world.found] == ["no-starts.tmx", "json-map.tmj"] and not world.before
    world._enter(Path("/nowhere/at/all"))
    assert "there is no such folder or map" in world.trouble


def field_of(pilot: Pilot, hint: str) -> TextField:
    """The field for a text that is told by its hint."""
    screen = pilot.app.top
    assert isinstance(screen, DoctorScreen | DraftingScreen)
    return next(each for each in screen.group.widgets if isinstance(each, TextField) and each.hint == hint)


def retype(pilot: Pilot, hint: str, text: str) -> None:
    """Type something in place of what stands in a field."""
    pilot.click(field_of(pilot, hint).rect.center)
    pilot.press("ctrl+a")
    pilot.type(text)


def test_starts_of_other_sides_are_painted_and_both_set_ups_use_them(app: App, house: Path) -> None:
    app.go(Title())
    app.go(EditMap(house))
    pilot = Pilot(app)
    screen = doctor(pilot)
    pilot.click_button("Others")
    drag(pilot, middle((3, 9)), middle((5, 9)))
    retype(pilot, "Its name", "The wolves ")
    drag(pilot, middle((9, 9)), middle((11, 9)))
    pilot.click_button("The wolves")
    assert field_of(pilot, "Its name").text == "The wolves", "it is offered again"
    pilot.click_button("Play here")
    for _ in range(3):
        wait(pilot)
    setup = app.top
    assert isinstance(setup, SetupScreen)
    assert [side.title for side in setup.offer.sides] == ["Party", "Foes", "Third", "The wolves"]
    rules = ruleset(setup.rules)
    assert [side.name for side in setup.sides.fielded(setup.offer, rules)] == ["party", "foe"]
    setup.sides._squad("The wolves", list(rules.parties())[-1])
    pilot.click_button("Change…")
    detail = app.top
    assert isinstance(detail, DraftingScreen)
    assert [side.name for side in detail.document.sides] == ["party", "foe", "The wolves"]
    detail.draft.add_side((0, 0))
    third = detail.draft.side
    assert third == "third", "one that has starts on the map comes first"
    assert detail.draft.board.starts(third) >= {(3, 9), (4, 9), (5, 9)}
    pilot.press("escape")
    pilot.click_button("Yes")
    pilot.click_button("Begin")
    match = pilot.battle.session.match
    assert [side.name for side in match.setup.sides] == ["party", "foe", "The wolves"]
    assert any(spawn.side == "The wolves" for spawn in match.setup.field.spawns)
    assert screen.document.corrections().starts[(9, 9)] == "The wolves"


def test_features_are_put_down_said_of_and_taken_away_by_mouse_and_keys(app: App, house: Path) -> None:
    app.go(EditMap(house))
    pilot = Pilot(app)
    screen = doctor(pilot)
    pilot.press("x")
    pilot.click_button("Trap")
    retype(pilot, "1d6, or fear 1", "fear")
    assert screen.setting.words.strength == "1d6" and field_of(pilot, "1d6, or fear 1").line == BAD_WORD
    pilot.type(" 2")
    retype(pilot, "Name, if it has one", "The altar")
    drag(pilot, middle((3, 9)), middle((5, 9)))
    pilot.click_button("Thing")
    drag(pilot, middle((8, 9)))
    pilot.press("v")
    drag(pilot, middle((8, 9)))
    retype(pilot, "A word", "hand-axe")
    app.draw()
    drag(pilot, middle((5, 9)))
    pilot.press("ctrl+s")
    wait(pilot)
    said = read_corrections(house)
    assert [(each.kind, each.name, each.strength, each.thing) for each in said.features.values()] == [
        ("trap", "The altar", "fear 2", ""),
        ("thing", "The altar", "", "hand-axe"),
    ]
    assert said.featured["1"] == ((3, 9), (4, 9), (5, 9))
    pilot.press("escape") if isinstance(screen.group.focus, TextField) else None
    drag(pilot, middle((8, 9)))
    pilot.press("delete")
    pilot.click_button("Save")
    wait(pilot)
    assert [each.kind for each in read_corrections(house).features.values()] == ["trap"]
    pilot.press("ctrl+z")
    assert len(screen.document.features.all()) == 2


def test_a_folder_that_a_map_needs_is_allowed_with_a_button(app: App, tmp_path: Path) -> None:
    maps, art = tmp_path / "game" / "levels" / "one", tmp_path / "game" / "art"
    maps.mkdir(parents=True)
    art.mkdir()
    shutil.copy(HOME / "sheet.png", art / "sheet.png")
    text = (HOME / "layer-called-collision.tmx").read_text()
    (maps / "a.tmx").write_text(text.replace('source="sheet.png"', 'source="../../art/sheet.png"'))
    app.go(EditMap(maps / "a.tmx"))
    pilot = Pilot(app)
    screen = doctor(pilot)
    pilot.click_button("Pit")
    drag(pilot, middle((4, 9)))
    pilot.click_button("Allow")
    wait(pilot)
    assert allowed_folders() == (tmp_path / "game",)
    assert screen.chart.wanted is None and not any("lies outside" in entry.text for entry in screen.entries)
    assert screen.document.ground((4, 9)).name == "pit" and screen.document.unsaved
    assert not any(button.startswith("Allow") for button in pilot.buttons())


# --- What goes wrong while a map is corrected: keys in mid-stroke, names that are no text, files underfoot ---


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
