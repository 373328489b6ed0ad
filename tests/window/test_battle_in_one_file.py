"""Battles in one file: packed, checked and played from a terminal, and dropped on the window."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest
from msgspec.structs import replace

from game import resources
from game.files.archives import is_record, look_over, map_of_record, pack
from game.play.folders import output_folder, state_folder
from game.play.recording import recorded, recording
from game.play.seating import read_seats
from game.play.session import resumed
from game.play.shared import challenge, share, take_in, taken_in, tell_score
from game.play.start import StartRequest, chart_of, sit_down
from game.window.destinations import Detail, NewBattle, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.messages import TroubleScreen
from game.window.screens.result import ResultScreen
from game.window.setting_up.offers import offered
from tests.program import LEVELS, Run
from tests.rules.battles import Drawn, duel
from tests.window.seated import sit, top

TOLL = "The toll"


@pytest.fixture
def toll() -> Path:
    """A shipped scenario in one file, as it lies in somebody's folder."""
    out = Path("toll.battlemat")
    pack(resources.maps() / "the-toll.toml", out)
    return out.resolve()


# --- in the terminal ---


def test_a_scenario_is_packed_under_its_own_name(run: Run) -> None:
    code, out, _ = run("pack", "the-toll")
    assert code == 0
    assert Path("the-toll.battlemat").is_file()
    assert out.startswith("the-toll.battlemat: The toll, by Murdham, Glog, ")
    assert "battlemat play the-toll.battlemat" in out
    assert run("pack", "the-toll", "--out", "night/raid.zip")[0] == 0
    assert Path("night/raid.zip").read_bytes() == Path("the-toll.battlemat").read_bytes()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            ("pack", "gatehouse"),
            "gatehouse.tmx: only a scenario (.toml) is packed; to make one of",
        ),
        (("pack", "the-toll", "--out", "toll.toml"), "toll.toml: the name of a battle in one file ends in .battlemat"),
        (("pack", "bad.toml"), "bad.toml: not valid TOML"),
        (("text", "bad.battlemat"), "bad.battlemat: this is no zip file"),
        (("check", "bad.zip"), "bad.zip: this is no zip file"),
        (("play", "bad.zip"), "bad.zip: this is no zip file"),
    ],
)
def test_what_can_not_be_packed_or_taken_in_is_told(
    run: Run, words: tuple[str, ...], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    for name in ("bad.toml", "bad.battlemat", "bad.zip"):
        Path(name).write_text("spoilt = [")
    code, out, err = run(*words)
    assert code == 2
    assert why in out + err
    assert not list(state_folder("crashes").iterdir())


def test_a_battle_in_one_file_is_checked_without_being_taken_in(run: Run, toll: Path) -> None:
    code, out, _ = run("check", str(toll))
    assert code == 0
    assert f"toll.battlemat: {TOLL}, by Murdham" in out
    assert "; packed by Battlemat " in out and "; whole" in out
    assert "the-toll.toml: The toll, Murdham: " in out
    assert taken_in() == []


def test_a_battle_in_one_file_is_played_and_kept(run: Run, toll: Path) -> None:
    code, out, _ = run("text", str(toll), "--rules", "murdham", "--seats", "human,ai", typed=["state", "quit"])
    assert (code, "toll-takers" in out) == (0, True)
    (kept,) = taken_in()
    assert kept.parent.parent == state_folder("battles")
    assert run("text", str(toll), "--rules", "murdham", "--seats", "human,ai", typed="quit")[0] == 0
    assert taken_in() == [kept]


# --- in the window ---


@pytest.mark.parametrize("where", ["title", "set-up"])
def test_a_battle_dropped_on_the_window_is_taken_in_when_asked(app: App, toll: Path, where: str) -> None:
    app.go(Title())
    if where == "set-up":
        app.go(NewBattle())
    pilot = Pilot(app)
    pilot.drop(toll)
    assert top(pilot) == "SureScreen"
    assert taken_in() == []
    pilot.click_button("No")
    assert taken_in() == []
    pilot.drop(toll)
    pilot.click_button("Yes")
    (kept,) = taken_in()
    assert [type(screen).__name__ for screen in app.pile] == ["TitleScreen", "SetupScreen"]
    screen = app.top
    assert screen.paths[screen.at] == kept  # type: ignore[attr-defined]
    assert screen.offer.title == TOLL  # type: ignore[attr-defined]
    assert not screen.offer.trouble  # type: ignore[attr-defined]


def test_what_can_not_be_taken_in_is_said(app: App) -> None:
    pilot = Pilot(app)
    for name in ("bad.battlemat", "bad.zip"):
        app.go(Title())
        Path(name).write_text("x" * 99)
        pilot.drop(Path(name))
        assert isinstance(app.top, TroubleScreen)
        assert f"{name}: this is no zip file; a battle that was shared is one" in app.top.text
        assert taken_in() == []


def test_nothing_is_taken_in_over_a_battle(app: App, toll: Path) -> None:
    pilot = sit(app, duel(), "red")
    pilot.drop(toll)
    assert top(pilot) == "SureScreen", "whether the battle may be left"
    pilot.click_button("No")
    assert top(pilot) == "BattleScreen" and not taken_in()


def test_a_battle_taken_in_is_offered_from_then_on(app: App, toll: Path) -> None:
    kept = take_in(look_over(toll))
    app.go(NewBattle())
    assert kept in app.top.paths  # type: ignore[attr-defined]


# --- a scenario to begin with ---


def test_a_new_scenario_is_checked_packed_and_played(run: Run) -> None:
    code, out, _ = run("new", "gatehouse", "--rules", "sovereign")
    assert code == 0
    assert out.startswith("gatehouse.toml: a battle on The Gatehouse, by Sovereign\n")
    assert run("check", "gatehouse.toml")[1].count("; can be played") == 1
    assert run("pack", "gatehouse.toml")[0] == 0
    code, out, _ = run("text", "gatehouse.battlemat", "--seats", "human,ai", typed="quit")
    assert code == 0
    assert "Gatehouse" in out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            ("new", "gatehouse", "--out", "there.toml"),
            "there.toml: there is such a file already, which is",
        ),
        (("new", "gatehouse", "--out", "x.tmx"), "x.tmx: the name of a scenario ends in .toml"),
        (("new", "the-toll"), "the-toll.toml: a scenario is made of a map (.tmx"),
        (("new", "gatehouse", "--rules", "chess"), "no ruleset is called 'chess'"),
        (("new", "nowhere"), "There is no file 'nowhere'"),
    ],
)
def test_what_no_scenario_can_be_made_of_is_told(run: Run, words: tuple[str, ...], why: str) -> None:
    Path("there.toml").write_text("mine")
    code, _, err = run(*words)
    assert code == 2
    assert why in err
    assert Path("there.toml").read_text() == "mine"
    assert list(Path().glob("*.toml")) == [Path("there.toml")]


def test_a_battle_set_up_in_detail_is_shared_once_it_is_saved(app: App) -> None:
    app.go(Title())
    app.go(Detail(StartRequest("gatehouse", rules="sovereign")))
    pilot = Pilot(app)
    assert "Share" not in pilot.buttons()
    pilot.click_button("Save scenario")
    pilot.click_button("Share")
    assert isinstance(app.top, TroubleScreen)
    (out,) = output_folder("shared").iterdir()
    assert str(out) in app.top.text
    assert look_over(out).manifest.rules == ("sovereign",)
    assert take_in(look_over(out)).is_file()


# --- a battle that was fought ---


@pytest.fixture
def fought_one(record: Path) -> Path:
    """A brawl that is over, in one file."""
    out = Path("brawl.battlemat").resolve()
    out.write_bytes(share(recording(record)))
    return out


def test_a_battle_that_was_fought_is_begun_as_it_began_with_a_score_to_beat(
    app: App, record: Path, fought_one: Path
) -> None:
    """Dropped on the title and taken in, it begins at once; the opening, a notice and the end tell the score."""
    app.go(Title())
    pilot = Pilot(app)
    pilot.drop(fought_one)
    pilot.click_button("Yes")
    shared, ours = resumed(record), pilot.battle.session
    assert replace(ours.match.setup, to_beat="") == shared.match.setup
    assert not ours.match.history and ours.players == shared.players and ours.seed != shared.seed
    assert ours.match.setup.to_beat == tell_score(shared) != ""
    assert app.notice == f"To beat: {tell_score(shared)}"
    match = ours.match
    while match.pending is not None:
        match.answer(Drawn(4).answer(match, match.pending))
    app.push(ResultScreen(app, ours, pilot.battle.layers.liveries))
    assert any(line.startswith(f"To beat: {tell_score(shared)}; you ") for _, _, line in app.top._lines)  # type: ignore[attr-defined]
    kept = taken_in()
    assert len(kept) == 1 and is_record(kept[0]) and kept[0] not in offered()


def test_it_takes_its_map_along_and_no_name_of_a_folder(house: Path, tmp_path: Path) -> None:
    """Played where the original is not, it has its picture; the record tells nothing of where it was fought."""
    session = sit_down(StartRequest(house, rules="duel", seats=read_seats("ai,ai", LEVELS), seed=3), lambda _: None)
    shown = recorded(session.match, session.players, "seeded", "house")
    archive = tmp_path / "there" / "house.battlemat"
    archive.parent.mkdir()
    archive.write_bytes(share(shown))
    again = challenge(take_in(look_over(archive)))
    assert again.match.setup.field == session.match.setup.field
    assert Path(again.match.setup.map_file).is_relative_to(state_folder("battles"))
    assert chart_of(again.match.setup.map_file) is not None
    with ZipFile(archive) as file:
        assert sorted(file.namelist())[1:] == [house.name, "record.save", "sheet.png"]
        assert all(str(house.parent).encode() not in file.read(name) for name in file.namelist())


@pytest.mark.parametrize("named", ["../../maps/cellar.tmx", "/etc/hosts.tmx", "record.save/../../x.tmx"])
def test_a_strangers_record_names_no_map_outside_of_its_folder(tmp_path: Path, named: str) -> None:
    assert map_of_record(tmp_path / "record.save", named) == ""
    assert map_of_record(tmp_path / "record.save", "cellar.tmx") == "cellar.tmx"


def test_a_challenge_is_checked_and_played_in_a_terminal_too(run: Run, fought_one: Path) -> None:
    """``check`` tells what it is; ``text`` begins it."""
    code, out, _ = run("check", str(fought_one))
    assert code == 0 and "; whole" in out and "record.save" in out
    assert run("text", str(fought_one), typed="quit")[0] == 0
    assert [is_record(kept) for kept in taken_in()] == [True]
