"""What goes wrong while a battle is opened or put together, and in the terminal: files in the way, full disks."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from game import resources
from game.files.drafting import called, kept_at, titled
from game.files.errors import BadFile
from game.files.scenario import Scenario, read_scenario
from game.files.tiled.corrections import Corrections, write_corrections
from game.lab import learning
from game.play.folders import SCENARIOS, state_folder
from game.play.preferences import Preferences, keep_preferences, load_preferences
from game.play.session import autosave_path
from game.play.start import StartRequest
from game.rules.setup import LARGEST_SQUAD
from game.view.board.overlays import lay_plate
from game.view.widgets.overlay_layout import FreeRoom
from game.window.destinations import Detail, NewBattle, OpenMap, OwnUnits, Title
from game.window.drafting.drafting import LAST
from game.window.drafting.pages import SideTab, begun, point_at, trouble_said
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.drafting import DraftingScreen
from game.window.screens.open_map import OpenMapScreen
from game.window.screens.units import UnitsScreen
from game.window.setting_up import starting
from game.window.setting_up.offers import kind, listed, offer, offered
from game.window.setting_up.unit_draft import copied
from game.window.window import open_app
from tests.program import Run
from tests.rules.battles import duel
from tests.window.seated import begin_drag, let_go, top

# --- opening ---


def test_a_path_that_leads_nowhere_is_told(app: App) -> None:
    app.go(Title())
    app.go(OpenMap())
    screen = app.top
    assert isinstance(screen, OpenMapScreen)
    for typed in ("~nobody-of-that-name/x", "a\0b", "x" * 5000, ""):
        screen.trouble = ""
        screen.typed = typed
        screen._go()
        Pilot(app).step()
        assert bool(screen.trouble) == bool(typed) and app.top is screen


def test_nothing_is_kept_where_nothing_can_be_and_the_game_goes_on(
    app: App, at_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The place of the game's files is taken by a file."""
    (at_home / "state").write_text("in the way")
    assert not state_folder("saves").exists()
    assert load_preferences() == Preferences()
    assert "could not be written" in keep_preferences(Preferences())
    assert starting.saves() == []
    app.go(Title())
    app.go(NewBattle())
    pilot = Pilot(app)
    pilot.step()
    app.go(Detail(StartRequest("gatehouse", rules="duel")))
    screen = app.top
    assert isinstance(screen, DraftingScreen)
    screen.draft.change(titled, "Other")
    pilot.click_button("Save scenario")
    assert "could not be written" in app.notice
    app.screenshot()
    pilot.press("escape")
    pilot.click_button("Yes")
    assert top(pilot) == "SetupScreen"


def test_a_link_that_leads_nowhere_is_offered_to_nobody(app: App) -> None:
    for folder, ending in ((SCENARIOS, ".toml"), ("saves", ".save")):
        (state_folder(folder) / f"gone{ending}").symlink_to("nowhere")
    assert starting.saves() == []
    assert not [path for path in offered() if path.stem == "gone"]


# --- battles put together ---


def drafting(app: App, file: str | Path, rules: str = "sovereign") -> tuple[Pilot, DraftingScreen]:
    app.go(Title())
    app.go(Detail(StartRequest(file, rules=rules)))
    screen = app.top
    assert isinstance(screen, DraftingScreen)
    return Pilot(app), screen


@pytest.mark.parametrize("keys", ["ctrl+z", "delete", "escape"])
def test_nobody_is_taken_away_while_carried(app: App, keys: str) -> None:
    pilot, screen = drafting(app, "gatehouse")
    screen.draft.add("ogre", screen._middle())
    screen.refresh()
    who, before = screen.draft.picked, screen.document.now
    assert who is not None
    at = screen.draft.board.scene.tokens[who].middle
    free = next(cell for cell in screen.draft.board.near((16, 16), 2))
    screen.camera.look_at(at)
    move = begin_drag(pilot, screen.camera, at)
    move((at[0] + 1, at[1]))
    assert screen.carrying.held is not None
    pilot.press(keys)
    move((free[0] + 1, free[1] + 1))
    assert (screen.carrying.held is None) == (keys == "escape")
    let_go(pilot)
    assert app.top is screen and who in screen.draft.board.people
    assert (screen.document.now == before) == (keys == "escape")


def test_a_battle_on_a_map_takes_no_other_scenario_s_place(app: App, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    shutil.copy(resources.maps() / "gatehouse.tmx", folder)
    other = folder / "gatehouse.toml"
    shutil.copy(resources.maps() / "hold-the-gate.toml", other)
    kept = other.read_bytes()
    pilot, screen = drafting(app, folder / "gatehouse.tmx")
    assert "Share" not in pilot.buttons(), "what was not saved can't be shared, and not another one in its place"
    screen.draft.change(titled, "Gatehouse")
    screen.refresh()
    pilot.click_button("Save scenario")
    assert top(pilot) == "SureScreen"
    pilot.click_button("No")
    assert other.read_bytes() == kept
    screen.draft.change(titled, "Another")
    screen.refresh()
    pilot.click_button("Save scenario")
    assert read_scenario(folder / "another.toml").title == "Another"


def test_no_title_makes_the_file_of_what_was_put_together_last(app: App) -> None:
    _, screen = drafting(app, "gatehouse")
    for title in ("Set-up last", "set up_last", "SET-UP_LAST"):
        assert kept_at(titled(screen.document.now, title), Path()).name != LAST


@pytest.mark.parametrize("title", ["x" * 900, "\N{OLD ITALIC LETTER A}" * 200, "🐉", "../../etc", ""])
def test_battles_of_any_title_are_saved(title: str) -> None:
    setup = duel()
    path = autosave_path(type(setup)(setup.ruleset, setup.field, setup.sides, title), 5)
    path.write_bytes(b"fits")
    assert path.parent == state_folder("autosaves")


def test_a_full_side_is_told_so_and_a_full_map_is_not_searched_for_ever(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, screen = drafting(app, "gatehouse")
    draft, asked = screen.draft, list[Scenario]()

    def no_room(scenario: Scenario) -> str:
        asked.append(scenario)
        return "there is no room"

    monkeypatch.setattr(draft.board, "why_not", no_room)
    draft.add("ogre", (3, 3))
    assert app.notice == "there is no room" and len(asked) <= 201
    monkeypatch.setattr(draft.document, "members", lambda side: (None,) * LARGEST_SQUAD)
    draft.add("ogre", (3, 3))
    assert app.notice == "A side has at most 100 units."


def test_somebody_large_is_put_only_where_it_has_room(app: App) -> None:
    _, screen = drafting(app, "gatehouse")
    board = screen.draft.board
    taken = {cell for token in board.scene.tokens.values() for cell in token.cells}
    cells = list(board.near((16, 12), 2))
    assert cells and not any(taken.intersection(board.ground.footprint(cell, 2)) for cell in cells)
    assert all(board.ground.standable(cell, 2) for cell in cells)
    _, screen = drafting(app, "gatehouse", "murdham")
    board = screen.draft.board
    zones = [board.where.ground((cell,)) for cell in board.near((16, 12))]
    assert len(zones) == len(set(zones)) > 3


def test_long_titles_and_names_leave_room_for_the_rest(app: App) -> None:
    pilot, screen = drafting(app, "gatehouse")
    draft, long = screen.draft, "The Honourable Company of the Lantern and the Long Road to the Northern Sea"
    for _ in range(6):
        draft.add_side((12, 12))
    for side in list(draft.document.sides):
        draft.look_at(side.name, 0)
        draft.change(called, side.name, long)
        draft.tell(name=f"{long} {side.name}")
    screen.refresh()
    pilot.step()
    for name in ("squad", "roster"):
        assert screen._lists[name].rect.height > screen._lists[name].height, name
    tabs = [each for each in screen.group.widgets if isinstance(each, SideTab)]
    assert len(tabs) == 8 and all(tab.tip == long for tab in tabs)
    token = next(iter(draft.board.scene.tokens.values()))
    target = pygame.Surface(screen.camera.window_size)
    x, y = screen.camera.pixel(token.middle)
    target.set_clip(pygame.Rect(x - 20, y - 150, 400, 300))
    room = FreeRoom(target.get_clip(), ())
    screen.picture.pieces.draw_names(target, screen.camera, draft.board, {token.id}, room)
    assert len(room.taken) == 1 and room.within.contains(room.taken[0])
    assert target.get_clip().contains(lay_plate(target.get_clip(), screen.look, long, (300, 100)).rect)


def test_battles_of_one_name_are_told_apart_in_the_list(tmp_path: Path) -> None:
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        shutil.copy(resources.maps() / "gatehouse.tmx", tmp_path / folder)
        (tmp_path / folder / "raid.toml").write_text("")
    paths = [tmp_path / folder / "raid.toml" for folder in ("one", "other")]
    assert {kind(path) for path in paths} == {"Scenario, in one", "Scenario, in other"}
    assert kind(state_folder("battles") / "the-toll-2" / "maps" / "the-toll.toml") == "Scenario, in the-toll-2"
    assert kind(state_folder(SCENARIOS) / LAST) == "Scenario of your own"
    assert listed(state_folder(SCENARIOS) / LAST) == "Set up last"
    assert kind(resources.maps() / "the-toll.toml") == "Scenario"


def test_a_battle_whose_roster_has_changed_is_offered_as_it_is_now(tmp_path: Path) -> None:
    shutil.copy(resources.maps() / "gatehouse.tmx", tmp_path / "map.tmx")
    crew, battle = tmp_path / "crew.toml", tmp_path / "battle.toml"
    crew.write_text('[[party]]\nkey = "mine"\ntitle = "M"\nmembers = ["bandit", "bandit"]\n')
    battle.write_text(
        'title = "T"\nmap = "map.tmx"\nrules = "sovereign"\nroster = "crew.toml"\n'
        '[[sides]]\nname = "party"\nsquad.sovereign = "mine"\n[[sides]]\nname = "foe"\nsquad.sovereign = ["bandit"]\n'
    )
    assert offer(battle, "sovereign").trouble == ""
    crew.unlink()
    assert "crew.toml" in offer(battle, "sovereign").trouble


def test_nobody_fights_for_solid_ground(app: App, tmp_path: Path) -> None:
    """Neither is it picked, nor does a battle begin for ground that somebody has walled up since."""
    shutil.copy(resources.maps() / "gatehouse.tmx", tmp_path / "map.tmx")
    pilot, screen = drafting(app, tmp_path / "map.tmx")
    draft = screen.draft
    draft.aim_at(replace(begun(draft, "hold"), feature=""))
    point_at(draft, (0, 0))
    assert app.notice == "Nobody can stand there: click open ground." and not draft.aim.cells
    point_at(draft, (15, 15))
    draft.change(titled, "A walled-up field")
    screen.refresh()
    assert trouble_said(draft) == ""
    pilot.click_button("Save scenario")
    battle = tmp_path / "a-walled-up-field.toml"
    assert offer(battle, "sovereign").trouble == ""
    write_corrections(tmp_path / "map.tmx", Corrections(ground={(15, 15): "blocked"}))
    assert "nobody can get to hold there: all of it is solid; choose open ground" in offer(battle, "sovereign").trouble


def test_a_unit_that_would_take_a_shipped_one_s_place_says_so(app: App) -> None:
    app.go(Title())
    app.go(OwnUnits("sovereign"))
    screen = app.top
    assert isinstance(screen, UnitsScreen)
    screen._begin(partial(copied, screen.rules, "creature", "bandit"))
    screen._type(("title",), "Bandit chief")
    assert screen._state()[0] == "Ready to fight; not saved yet."
    screen._type(("title",), "Bandit")
    assert "would take the place of the game's own" in screen._state()[0]


# --- in the terminal ---


def test_what_is_learned_has_a_place_before_it_is_learned(run: Run, tmp_path: Path) -> None:
    words = ("learn", "--map", "gatehouse", "--rules", "sovereign", "--battles", "1", "--out")
    (tmp_path / "folder").mkdir()
    code, out, err = run(*words, "folder")
    assert code == 2 and "battles" not in out and "folder: this is a folder" in err


def test_what_was_learned_is_printed_where_it_could_not_be_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "learn", lambda *_: learning.LearningResult({"down": 2.5}, {"down": 1.0}))
    (tmp_path / "file").write_text("")
    words = ("learn", "--map", "gatehouse", "--rules", "sovereign", "--battles", "1", "--out", "file/mine.toml")
    code, out, err = run(*words)
    assert code == 2 and "down = 2.5" in out and "could not be written" in err


@pytest.mark.parametrize("jobs", ["0", "-1", "61", "99999999999", "x"])
def test_nobody_asks_for_more_processes_than_a_system_has(run: Run, jobs: str) -> None:
    code, _, err = run("odds", "gatehouse", "--rules", "duel", "--jobs", jobs)
    assert code == 2 and f"'{jobs}' is not a number from 1 to 60" in err


def test_a_folder_is_no_file_to_check(run: Run) -> None:
    code, out, _ = run("check", ".")
    assert code == 2 and "this is a folder; name the files in it" in out


def test_a_window_that_nobody_can_see_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a screen's libraries SDL draws into nothing and is content."""
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    open_app(Preferences())  # asked for by SDL_VIDEODRIVER
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.setattr(pygame.display, "init", lambda: None)
    with pytest.raises(BadFile, match=r"no screen was found.*libX11.*battlemat text"):
        open_app(Preferences())
