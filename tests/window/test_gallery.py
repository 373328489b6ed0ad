"""The gallery: everything of the player's own, where it is from, what it may read; opened, checked and removed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from game import resources
from game.files.archives import look_over, pack
from game.files.sources import allow_folder
from game.play.folders import SCENARIOS, output_folder, state_folder
from game.play.preferences import remember
from game.play.recording import recording
from game.play.shared import SENT, share, take_in
from game.window.destinations import Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.battle import BattleScreen
from game.window.screens.doctor import DoctorScreen
from game.window.screens.gallery import GalleryScreen
from game.window.screens.messages import TroubleScreen
from game.window.screens.setup import SetupScreen


@pytest.fixture
def gallery(app: App, house: Path, record: Path) -> GalleryScreen:
    """A map, a scenario, a battle and a challenge from others, a pack and a spoilt ruleset; come to by mouse."""
    remember(app.preferences, house)
    shutil.copy(resources.maps() / "the-toll.toml", state_folder(SCENARIOS) / "mine.toml")
    packed = output_folder(SENT) / "toll.battlemat"
    pack(resources.maps() / "the-toll.toml", packed)
    take_in(look_over(packed))
    Path("brawl.battlemat").write_bytes(share(recording(record)))
    take_in(look_over(Path("brawl.battlemat")))
    app.go(Title())
    Pilot(app).click_button("Gallery")
    assert isinstance(app.top, GalleryScreen)
    return app.top


def pick(screen: GalleryScreen, kind: str) -> Path:
    """Pick the first of a kind."""
    at = next(at for at, row in enumerate(screen.rows()) if row.under.startswith(f"{kind}, "))
    screen._pick(at)
    return screen.files[at]


def test_everything_is_listed_once_with_where_it_is_from(gallery: GalleryScreen, house: Path) -> None:
    """What a map may read besides its folder is told, and again once a folder is allowed."""
    kinds = [row.under.split(",")[0] for row in gallery.rows()]
    assert kinds == ["Map", "Scenario", "From others", "Challenge", "Battle in one file"]
    assert pick(gallery, "Map") == house
    assert gallery.about().startswith("A map of your own that was opened here. It reads its own folder and what ships ")
    allow_folder(house.parent)
    assert gallery.about().endswith(f"It may read tilesets and pictures below {house.parent}, as you allowed.")
    for at, path in enumerate(gallery.files):
        gallery._pick(at)
        assert (gallery.drawn(path, (300, 200)) is None) == path.name.endswith((".battlemat", ".save")), (
            "of a pack, and of a brawl"
        )


@pytest.mark.parametrize(
    ("kind", "button", "screen"),
    [
        ("Map", "Look it over", DoctorScreen),
        ("Scenario", "Set it up", SetupScreen),
        ("From others", "Set it up", SetupScreen),
        ("Challenge", "Do better", BattleScreen),
    ],
)
def test_each_is_opened_as_what_it_is(gallery: GalleryScreen, kind: str, button: str, screen: type) -> None:
    pick(gallery, kind)
    pilot = Pilot(gallery.app)
    pilot.click_button(button)
    pilot.wait_until(lambda: isinstance(gallery.app.top, screen), "it")


def test_a_check_runs_beside_the_window_and_says_what_it_has_found(gallery: GalleryScreen, house: Path) -> None:
    house.write_text("<map")
    pick(gallery, "Map")
    pilot = Pilot(gallery.app)
    pilot.click_button("Check")
    pilot.wait_until(lambda: isinstance(gallery.app.top, TroubleScreen), "what is found")
    told = gallery.app.top
    assert isinstance(told, TroubleScreen) and told.title == f"{house.stem}: something is wrong"


def test_what_is_removed_is_gone_with_what_belongs_to_it_and_a_map_is_only_forgotten(
    gallery: GalleryScreen, house: Path
) -> None:
    pilot = Pilot(gallery.app)
    taken = pick(gallery, "Challenge")
    pilot.click_button("Remove")
    pilot.click_button("Yes")
    assert not taken.parent.exists() and taken not in gallery.files
    pick(gallery, "Map")
    pilot.click_button("Forget it")
    assert house.is_file() and house not in gallery.files
    assert not gallery.app.preferences.maps
