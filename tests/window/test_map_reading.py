"""Maps are read beside the window, which does not stand still meanwhile; what can not be read is told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pygame
import pytest

from game.files.tiled.corrections import sidecar
from game.play import workers as thinking
from game.window.destinations import NewBattle, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.setup import SetupScreen
from tests.corpus.kinds import HOME
from tests.thoughts import Held
from tests.window.seated import top


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
