"""Maps in Universal VTT on the window and in the terminal: dropped, corrected, played; written for other tables."""

from __future__ import annotations

from pathlib import Path

from game import resources
from game.files.pictures import picture_size
from game.files.tiled import read_map
from game.files.tiled.corrections import Thin, read_corrections
from game.spatial.solids import CellSide
from game.window.destinations import Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.setup import SetupScreen
from tests.files.vtt import written
from tests.program import Run
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
