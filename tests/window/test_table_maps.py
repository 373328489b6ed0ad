"""Maps from elsewhere on the window and in the terminal: Universal VTT, pictures; read beside it, corrected, played."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pygame
import pytest
from PIL import Image

from game import resources
from game.files.picture_grid import PictureGrid
from game.files.pictures import picture_size
from game.files.tiled import read_map
from game.files.tiled.corrections import Thin, read_corrections, sidecar
from game.play import workers as thinking
from game.spatial.solids import CellSide
from game.window.destinations import EditMap, NewBattle, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.doctor import DoctorScreen
from game.window.screens.grid import GridScreen
from game.window.screens.setup import SetupScreen
from tests.corpus.kinds import HOME
from tests.files.table_pictures import PASSAGES, ROOMS, dungeon, save
from tests.files.vtt import written
from tests.program import Run
from tests.thoughts import Held
from tests.window.seated import top
from tests.window.test_doctor import doctor, drag, wait


def test_a_map_dropped_on_the_window_is_looked_over_corrected_and_played_on(app: App, tmp_path: Path) -> None:
    path = tmp_path / "inn.uvtt"
    path.write_bytes(written(path.name))
    app.go(Title())
    pilot = Pilot(app)
    pilot.drop(path)
    screen = doctor(pilot)
    assert any("2 doors or windows that lay between sides of cells" in entry.text for entry in screen.entries)
    pilot.click_button("Window")
    drag(pilot, (8.5, 12.05))
    pilot.click_button("Play here")
    wait(pilot)
    wait(pilot)
    assert read_corrections(path).edges == {CellSide((8, 12), False): Thin("window")}
    assert path.read_bytes() == written("inn.uvtt")
    setup = app.top
    assert isinstance(setup, SetupScreen) and setup.offer.path == path
    pilot.click_button("Begin")
    assert top(pilot) == "BattleScreen"
    edges = pilot.battle.session.match.setup.field.edges
    assert sorted(edge.kind for edge in edges if edge.kind != "wall") == ["door", "door", "window", "window"]


def test_a_map_is_exported_with_its_picture(run: Run) -> None:
    code, out, _ = run("export", "cellar")
    assert code == 0
    field = read_map(Path("cellar.uvtt")).field
    size = f"{field.width} x {field.height} cells of 64 px"
    assert out == f"cellar.uvtt: {read_map(resources.maps() / 'cellar.tmx').field.title} in Universal VTT, {size}\n"
    assert picture_size(Path("cellar.uvtt")) == (field.width * 64, field.height * 64)
    assert run("check", "cellar.uvtt")[0] == 0


def test_what_can_not_be_exported_is_told(run: Run) -> None:
    for words, why in (
        (("export", "the-toll"), "the-toll.toml: a map is exported (.tmx, "),
        (("export", "cellar", "--out", "cellar.tmx"), "cellar.tmx: the name of a map in Universal VTT ends in .dd2vtt"),
        (("export", "nowhere"), "There is no file 'nowhere'"),
    ):
        code, out, err = run(*words)
        assert code == 2
        assert why in out + err
    Path("old.corrections.toml").write_text("")
    assert "old.corrections.toml lies there and would be read with it" in "".join(
        map(str, run("export", "cellar", "--out", "old.uvtt"))
    )
    Path("cellar.uvtt").write_text("mine")
    assert "there is such a file already" in "".join(map(str, run("export", "cellar")))
    assert Path("cellar.uvtt").read_text() == "mine"


# --- Maps are read beside the window, which does not stand still meanwhile; what can not be read is told ---


def test_what_can_not_be_read_is_told_in_the_window(app: App, tmp_path: Path) -> None:
    app.go(Title())
    pilot = Pilot(app)
    for name, told in (("spoilt.tmx", "spoilt.tmx"), ("song.mp3", "only maps and battles are opened here")):
        (tmp_path / name).write_text("<nothing")
        pilot.drop(tmp_path / name)
        assert top(pilot) == "TroubleScreen" and told in app.top.text  # type: ignore[attr-defined]
        app.draw()
        pilot.click_button("Back")
    sidecar(tmp_path / "a.tmx").write_text("[[ground]]\nkind = 'x'\ncells = []")
    shutil.copy(HOME / "no-starts.tmx", tmp_path / "a.tmx")
    pilot.drop(tmp_path / "a.tmx")
    assert "a.corrections.toml: ground[1].kind" in app.top.text  # type: ignore[attr-defined]


@pytest.fixture
def slow(app: App, monkeypatch: pytest.MonkeyPatch) -> Held:
    """Maps are read slowly: none, until the test says so."""
    monkeypatch.setattr(thinking, "AT_ONCE", 0.0)
    app.oracle = Held()
    return app.oracle


def test_a_map_is_read_beside_the_window_and_whoever_has_no_patience_gives_it_up(
    app: App, house: Path, slow: Held
) -> None:
    app.go(Title())
    pilot = Pilot(app)
    pilot.drop(house)
    assert top(pilot) == "WaitingScreen" and app.top.moving
    before = pygame.image.tobytes(app.surface, "RGB")
    pilot.step(20)
    assert pygame.image.tobytes(app.surface, "RGB") != before, "a bar runs meanwhile"
    pilot.press("escape")
    slow.work()
    pilot.step(3)
    assert top(pilot) == "TitleScreen", "what was given up does not come after all"
    pilot.drop(house)
    slow.work()
    pilot.step()
    assert top(pilot) == "DoctorScreen", "the map is read"
    pilot.click_button("Back")
    assert top(pilot) == "TitleScreen", "nobody waits any more"
    house.write_text("<nothing")
    pilot.drop(house)
    slow.work()
    pilot.step()
    assert top(pilot) == "TroubleScreen", "it is told what is wrong"


def test_a_large_map_is_picked_without_the_set_up_standing_still(app: App, house: Path, slow: Held) -> None:
    other = house.with_name("another.tmx")
    shutil.copy(house, other)
    app.preferences.maps = (str(house), str(other))
    app.go(Title())
    app.go(NewBattle())
    pilot = Pilot(app)
    setup = app.top
    assert isinstance(setup, SetupScreen)
    slow.work()
    pilot.wait_until(lambda: not setup.offer.reading, "the first battle is read")
    first = setup.offer.path
    setup._pick(setup.paths.index(house))
    assert setup.offer.reading and app.top.moving and not setup.offer.sides
    app.draw()
    for button in ("Begin", "Set up in detail", "Correct the map"):
        assert button not in pilot.buttons()
    pilot.press("escape")
    assert top(pilot) == "SetupScreen" and setup.offer.path == first
    setup._pick(setup.paths.index(other))
    slow.work()
    pilot.wait_until(lambda: not setup.offer.reading and "Begin" in pilot.buttons(), "the map is read")
    assert setup.offer.path == other and setup.sides.players["party"] == "human" and not app.top.moving


# --- Pictures on the window ---


@pytest.fixture
def blank(tmp_path: Path) -> Path:
    """A picture of 1000 x 700 px on which no grid is seen."""
    path = tmp_path / "moor.png"
    Image.new("RGB", (1000, 700), (90, 120, 80)).save(path)
    return path


def drag_square(pilot: Pilot, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Over a part of the picture, in its pixels."""
    screen = pilot.app.top
    assert isinstance(screen, GridScreen)
    first, last = ((round(x), round(y)) for x, y in map(screen.view.pixel, (start, end)))
    pilot.point(first)
    pilot.app.step(0, [pygame.Event(pygame.MOUSEBUTTONDOWN, pos=first, button=1)])
    pilot.point(last)
    pilot.app.step(0, [pygame.Event(pygame.MOUSEBUTTONUP, pos=last, button=1)])


def asked(pilot: Pilot) -> GridScreen:
    """The screen on top, which asks for a grid."""
    pilot.wait_until(lambda: isinstance(pilot.app.top, GridScreen), "the grid is asked for")
    screen = pilot.app.top
    assert isinstance(screen, GridScreen)
    return screen


def test_a_picture_without_a_grid_is_asked_for_one_and_played_on_by_mouse(app: App, blank: Path) -> None:
    app.go(Title())
    pilot = Pilot(app)
    pilot.drop(blank)
    screen = asked(pilot)
    assert "No grid is seen" in screen.told
    drag_square(pilot, (100, 200), (150, 248))
    assert screen.grid is not None
    assert screen.grid.cell == pytest.approx((50, 50), abs=1.5)
    assert screen.grid.origin == pytest.approx((0, 0), abs=4)
    pilot.click_button("Use this grid")
    pilot.wait_until(lambda: isinstance(app.top, DoctorScreen), "the map is read")
    said = read_corrections(blank).grid
    assert said is not None and said == screen.grid
    doctor(pilot)
    pilot.click_button("Door")
    drag(pilot, (4.02, 3.5))
    pilot.click_button("Play here")
    wait(pilot)
    wait(pilot)
    assert isinstance(app.top, SetupScreen)
    assert read_corrections(blank).edges == {CellSide((4, 3), True): Thin("door")}
    assert read_corrections(blank).grid == said
    pilot.click_button("Begin")
    assert top(pilot) == "BattleScreen"
    field = pilot.battle.session.match.setup.field
    assert (field.width, field.height) == said.size


def test_keys_nudge_the_grid_and_change_its_cells(app: App, blank: Path) -> None:
    app.go(EditMap(blank))
    pilot = Pilot(app)
    screen = asked(pilot)
    pilot.press("right")
    assert "No grid is seen" in screen.told, "there is none to be moved"
    screen.grid = PictureGrid((70, 70), (0, 0), (14, 10))
    for key in ("right", "right", "down", "shift+left", "+", "-", "+"):
        pilot.press(key)
    assert screen.grid == PictureGrid((70.5, 70.5), (1.9, 1), (14, 10))
    pilot.press("return")
    pilot.wait_until(lambda: isinstance(app.top, DoctorScreen), "the map is read")
    assert read_corrections(blank).grid == screen.grid


def test_a_drag_over_several_cells_is_more_exact(app: App, blank: Path) -> None:
    app.go(EditMap(blank))
    pilot = Pilot(app)
    screen = asked(pilot)
    screen._take_span("5")
    drag_square(pilot, (400, 400), (50, 52))
    assert screen.grid is not None
    assert screen.grid.cell == pytest.approx((70, 70), abs=0.4), "the other way too"
    before = screen.grid
    drag_square(pilot, (400, 400), (402, 401))
    assert screen.grid == before, "that was a slip"


def test_escape_gives_the_square_up_and_then_the_screen(app: App, blank: Path) -> None:
    app.go(Title())
    app.go(EditMap(blank))
    pilot = Pilot(app)
    screen = asked(pilot)
    at = screen.view.box.center
    app.step(0, [pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1)])
    pilot.press("escape")
    assert app.top is screen and screen.dragged is None
    pilot.press("escape")
    assert top(pilot) == "TitleScreen" and not sidecar(blank).exists()


def test_the_grid_that_was_found_is_changed_from_the_doctor(app: App, tmp_path: Path) -> None:
    path = save(tmp_path / "vault.png", dungeon(50, dark=0.3))
    app.go(EditMap(path))
    pilot = Pilot(app)
    pilot.wait_until(lambda: isinstance(app.top, DoctorScreen), "the map is read")
    pilot.click_button("Blocked")
    drag(pilot, (1.5, 1.5))
    pilot.click_button("Grid: 22 x 18 cells")
    screen = asked(pilot)
    assert read_corrections(path).ground == {(1, 1): "blocked"}, "what was painted is kept first"
    screen.change(columns=-2)
    screen.change(rows=5)
    assert screen.grid is not None and screen.grid.size == (20, 18), "no more than there are on the picture"
    pilot.click_button("Use this grid")
    pilot.wait_until(lambda: isinstance(app.top, DoctorScreen) and app.top.chart.field.width == 20, "it is read anew")
    assert sum(isinstance(each, DoctorScreen) for each in app.pile) == 1
    assert read_corrections(path).ground == {(1, 1): "blocked"}


def test_a_terminal_tells_the_grid_and_takes_another(run: Run) -> None:
    save(Path("vault.png"), dungeon(50, dark=0.3))
    code, out, _ = run("grid", "vault.png")
    assert code == 0 and out.startswith("vault.png: 22 x 18 cells of 50 px, the first at 0, 0, by its lines: ")
    code, out, _ = run("grid", "vault.png", "--cell", "100", "--origin", "50,0")
    assert (code, out) == (
        0,
        "vault.png: 11 x 9 cells of 100 px, the first at 50, 0; kept in vault.png.corrections.toml\n",
    )
    assert (
        run("grid", "vault.png")[1] == "vault.png: 11 x 9 cells of 100 px, the first at 50, 0, as its corrections say\n"
    )
    assert "11 x 9 cells of 100 px" in run("check", "vault.png")[1]
    assert run("check", "vault.png.corrections.toml")[0] == 0
    assert run("grid", "vault.png", "--size", "10,8")[1].startswith(
        "vault.png: 10 x 8 cells of 100 px, the first at 50"
    )
    assert "by its lines" in run("grid", "vault.png", "--find")[1]
    assert not Path("vault.png.corrections.toml").exists()


def test_a_terminal_says_what_to_do_without_a_grid(run: Run, blank: Path) -> None:
    code, out, err = run("check", str(blank))
    assert code == 2
    assert "say how large a cell is: battlemat grid moor.png --cell 70 --origin 12,8" in out + err
    assert run("grid", str(blank), "--size", "20,14")[1].startswith(
        "moor.png: 20 x 14 cells of 50 px, the first at 0, 0"
    )
    assert run("check", str(blank))[0] == 0
    for words, why in (
        (("--cell", "x"), "is no length in pixels"),
        (("--cell", "1"), "a cell of 1 x 1 px; write 4 to 4096 px"),
        (("--cell", "50", "--origin", "4000,0"), "grid"),
    ):
        code, out, err = run("grid", str(blank), *words)
        assert code == 2 and why in out + err
    code, out, err = run("grid", "cellar")
    assert code == 2 and "only a picture (.png, .jpg, .jpeg, .webp) has a grid" in out + err


def walls(screen: DoctorScreen) -> frozenset[CellSide]:
    """What the wand shows."""
    return screen.wand.found.walls if screen.wand.found is not None else frozenset()


def test_the_wand_shows_walls_and_makes_them_with_a_click(app: App, tmp_path: Path) -> None:
    path = save(tmp_path / "vault.png", dungeon(50, dark=0.3))
    app.go(EditMap(path))
    pilot = Pilot(app)
    pilot.wait_until(lambda: isinstance(app.top, DoctorScreen), "the map is read")
    screen = doctor(pilot)
    pilot.click_button("Wand")
    drag(pilot, (0.5, 0.5))
    part = screen.wand.found
    screen.setting.everywhere = True
    screen.refresh()
    found = screen.wand.found
    floor = {(x + i, y + j) for x, y, wide, high in (*ROOMS, *PASSAGES) for i in range(wide) for j in range(high)}
    assert found is not None and found.rock == {(x, y) for x in range(22) for y in range(18)} - floor
    assert part is not None and part.rock < found.rock, "there is rock amid the rooms"
    assert not screen.document.corrections(), "that is shown alone"
    assert any(f"{len(found.rock)} cells of rock" in line for line in screen._told())
    app.draw()
    drag(pilot, (1.5, 0.5))
    assert screen.document.corrections().ground == dict.fromkeys(found.rock, "blocked")
    pilot.press("ctrl+z")
    assert not screen.document.corrections(), "one stroke"
    pilot.press("ctrl+y")
    pilot.click_button("Play here")
    wait(pilot)
    wait(pilot)
    pilot.click_button("Begin")
    field = pilot.battle.session.match.setup.field
    assert {(x, y) for x in range(22) for y in range(18) if not field.at((x, y)).blocks_move} == floor
    assert all(cell in floor for spawn in field.spawns for cell in spawn.cells)


def test_the_wand_is_used_with_keys(app: App, tmp_path: Path) -> None:
    picture = np.full((700, 1000), 200.0)
    picture[:, 497:503] = 60
    path = save(tmp_path / "hall 20x14.png", picture)
    app.go(EditMap(path))
    pilot = Pilot(app)
    pilot.wait_until(lambda: isinstance(app.top, DoctorScreen), "the map is read")
    screen = doctor(pilot)
    pilot.press("d")
    drag(pilot, (10.02, 3.5))
    pilot.press("m")
    assert screen.setting.tool.name == "wand"
    pilot.point(screen.camera.pixel((10.0, 6.5)))
    pilot.press("return")
    sides = {CellSide((10, y), True) for y in range(14)}
    assert walls(screen) == sides
    pilot.press("escape")
    assert not walls(screen) and app.top is screen
    pilot.press("return")
    pilot.press("]")
    assert screen.setting.tolerance == 48
    pilot.press("return")
    said = screen.document.corrections().edges
    assert said == {**dict.fromkeys(sides, Thin("wall")), CellSide((10, 3), True): Thin("door")}, "the door stays"
    pilot.press("e")
    assert not walls(screen)


def test_another_tool_drops_what_the_wand_shows(app: App, tmp_path: Path) -> None:
    app.go(EditMap(save(tmp_path / "vault.png", dungeon(50, dark=0.3))))
    pilot = Pilot(app)
    pilot.wait_until(lambda: isinstance(app.top, DoctorScreen), "the map is read")
    screen = doctor(pilot)
    pilot.press("m")
    drag(pilot, (0.5, 0.5))
    assert screen.wand.found is not None and screen.wand.found.rock
    drag(pilot, (3.5, 3.5))
    assert not screen.wand.found.rock and walls(screen), "a click elsewhere follows what is there"
    pilot.press("b")
    assert not walls(screen)


def test_a_command_that_goes_by_a_grid_which_was_found_tells_so(run: Run) -> None:
    save(Path("vault.png"), dungeon(50, dark=0.3))
    told = "note: vault.png: 22 x 18 cells of 50 px, the first at 0, 0, by its lines: "
    code, out, err = run("new", "vault.png", "--rules", "sovereign")
    assert code == 0 and told in out + err and "battlemat grid changes it" in out + err
    run("grid", "vault.png", "--cell", "50")
    assert told not in "".join(map(str, run("new", "vault.png", "--rules", "sovereign", "--out", "other.toml")))
