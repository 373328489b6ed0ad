"""A battle written for others: as a page for browsers, as text, as a picture that moves, and in one file."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from msgspec.structs import replace
from PIL import GifImagePlugin, Image

from game import resources
from game.files.archives import is_record, look_over, map_of_record, pack
from game.files.battlefile import write_battle
from game.play.folders import output_folder, state_folder
from game.play.recording import Recording, recorded, recording
from game.play.seating import Player, read_seats
from game.play.session import resumed
from game.play.shared import challenge, share, take_in, taken_in, tell_score
from game.play.start import StartRequest, chart_of, find_file, read_setup, sit_down
from game.play.workers import BackgroundThread
from game.rules.standing import Bar
from game.view.board.tokens import filled_part
from game.view.widgets.theme import GOOD, STEEL
from game.view.widgets.widget import Label
from game.window import exporting
from game.window.battle import draw_battle
from game.window.desktop import show_folder
from game.window.destinations import Detail, NewBattle, Title
from game.window.exporting import BattlePage
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens import replay
from game.window.screens.messages import TroubleScreen
from game.window.screens.replay import ExportScreen, ReplayScreen
from game.window.screens.result import ResultScreen
from game.window.setting_up.offers import offered
from tests.program import LEVELS, Run
from tests.rules.battles import Drawn, duel
from tests.window.seated import fought, sit, top, watched
from tests.window.test_battle_end import fought_by_ais
from tests.window.test_replay import PLAYERS, lain_low, lurker_in
from tests.window.test_secrecy import FOES, LURKER, battle

BATTLES = Path(__file__).parents[1] / "battles"
PICTURE = re.compile(r'"pictures":\[.*?\]')


def page_of(shown: Recording) -> str:
    """The page of a recording, made at once."""
    page, shares = BattlePage(shown, None, BackgroundThread("sight")), [0.0]
    while page.advance():
        shares.append(page.share)
    assert shares == sorted(shares)
    return page.data().decode()


def battle_in(page: str) -> dict[str, Any]:
    """What the script of a page reads."""
    found = re.search(r'<script id="battle" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    return told


@pytest.mark.parametrize("name", ["sovereign/swarm-with-shock", "einfelst/pledged-before-the-dice"])
def test_a_page_has_the_log_the_odds_and_how_everybody_fares(name: str) -> None:
    shown = recording(BATTLES / f"{name}.battle")
    told = battle_in(page_of(shown))
    lines = [
        "  " * depth + text + (f"  [{cited}]" if cited else "")
        for _, depth, text, cited, _ in told["lines"]
        if depth != "odds"
    ]
    assert lines == list(shown.lines())
    assert [beat for beat, *_ in told["lines"]] == sorted(beat for beat, *_ in told["lines"])
    odds = [line for line in told["lines"] if line[1] == "odds"]
    assert odds and all(re.search(r"hits .*: \d+ %", text) for _, _, text, _, _ in odds)
    assert len(told["beats"]) == len(shown.beats)
    fares: dict[str, Any] = {}
    for beat in told["beats"]:
        fares.update(beat["fares"])
    match = shown.begun()
    for answer in shown.history:
        match.answer(answer)
    for who in match.state.combatants:
        standing = match.ruleset.standing(match.board, who)
        assert fares[who][2] is standing.up
        assert [bar[:3] for bar in fares[who][3]] == [[bar.word, bar.left, bar.full] for bar in standing.bars]
    assert len(told["frames"]) == len(told["pictures"]) > len(shown.beats) // 2
    assert told["frames"][0][4] == 1, "one can begin with the first picture"
    assert [frame[0] for frame in told["frames"]] == sorted(frame[0] for frame in told["frames"])


def test_bars_of_a_page_have_the_parts_and_colours_of_those_on_the_board() -> None:
    """Glog's Grit is steel and its Flesh blood; harm by einfelst rises, and its bar tells what could still be borne."""
    for name in ("glog/early-foes-late", "einfelst/pledged-before-the-dice", "ingenuity/held-back"):
        shown = recording(BATTLES / f"{name}.battle")
        match = shown.begun()
        fares = battle_in(page_of(shown))["beats"][0]["fares"]
        for who, (*_, bars, _) in fares.items():
            for bar, (*_, part, colour) in zip(match.ruleset.standing(match.board, who).bars, bars, strict=True):
                told = filled_part(bar)
                assert (part, tuple(bytes.fromhex(colour[1:]))) == (round(100 * told[0]), tuple(told[1])[:3])
    assert filled_part(Bar("Grit", 2, 4, "steel"))[1] == STEEL
    assert filled_part(Bar("Harm", 1, 4, rising=True)) == (0.75, GOOD)


def test_columns_and_rows_of_a_page_are_numbered_all_the_time_where_places_are_cells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its log stands beside the board whole, so that no picture is another one for what was told last."""
    boards, rulers = list[object](), list[object]()

    def board(*drawn: Any, **more: Any) -> None:
        boards.append(drawn)
        draw_battle.draw_board(*drawn, **more)

    monkeypatch.setattr("game.window.exporting.draw_board", board)
    monkeypatch.setattr(draw_battle, "draw_rulers", lambda *drawn: rulers.append(drawn))
    page_of(recording(BATTLES / "glog" / "early-foes-late.battle"))
    assert len(rulers) == len(boards) > 0
    rulers.clear()
    page_of(recording(BATTLES / "einfelst" / "pledged-before-the-dice.battle"))
    assert not rulers, "zones have names"


def test_a_page_reads_nothing_else(record: Path, run: Run) -> None:
    assert run("replay", str(record), "--export", "brawl.html")[:2] == (0, "brawl.html: brawl.save\n")
    page = Path("brawl.html").read_text("utf-8")
    rest = PICTURE.sub("", page)
    assert "default-src 'none'" in rest
    assert not re.search(r"https?:|//\w|url\(|@import|<link|<iframe|fetch\(", rest.replace("// --", ""))


def test_what_is_written_in_a_battle_ends_no_script(record: Path) -> None:
    shown = recording(record)
    title = "</script><script>alert(1)</script>"
    named = recorded(fought(replace(shown.start.setup, title=title)), {}, "seeded", "named")
    page = page_of(named)
    assert page.count("</script>") == 2
    assert battle_in(page)["title"] == title


def test_a_page_of_an_unfinished_battle_tells_nobody_what_its_player_may_not_know() -> None:
    match = lain_low(battle(*FOES, LURKER))
    name = lurker_in(match)
    hidden = PICTURE.sub("", page_of(recorded(match, PLAYERS, "seeded", "ambush")))
    assert name not in hidden and '"odds"' not in hidden.split('type="application/json"')[1].split("</script>")[0]
    watched = {seat: Player("ai", "instinct") for seat in PLAYERS}
    assert name in PICTURE.sub("", page_of(recorded(match, watched, "seeded", "ambush")))


@pytest.fixture
def browse(tmp_path: Path) -> Callable[[Path, int], str]:
    """Opens a page at one of its beats in a browser without a window; gives its text as it stands then."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={tmp_path}/browser"]
    options += ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"]

    def opened(page: Path, beat: int) -> str:
        command = [browser, *options, "--dump-dom", f"{page.resolve().as_uri()}#{beat}"]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout

    return opened


def test_a_browser_plays_a_page(run: Run, browse: Callable[[Path, int], str]) -> None:
    source = BATTLES / "sovereign" / "swarm-with-shock.battle"
    assert run("replay", str(source), "--export", "told.html")[0] == 0
    told = battle_in(Path("told.html").read_text("utf-8"))
    last = len(told["beats"]) - 1
    for beat in (0, last // 2, last):
        dom = browse(Path("told.html"), beat)
        assert f'data-beat="{beat}"' in dom
        frame = max(n for n, frame in enumerate(told["frames"]) if frame[0] <= beat)
        assert f'data-frame="{frame}"' in dom, "all pictures up to there were laid over each other"
        lines = re.findall(r'<p class="d[^>]*>', dom)
        assert sum("hidden" not in line for line in lines) == sum(
            1 for line in told["lines"] if line[1] != "odds" and line[0] <= beat
        )


@pytest.mark.nightly
@pytest.mark.parametrize("book", ["sovereign", "murdham", "glog", "einfelst", "ingenuity"])
def test_twenty_rounds_are_less_than_five_million_bytes(book: str, tmp_path: Path) -> None:
    match = fought_by_ais(read_setup(find_file("gatehouse"), StartRequest("gatehouse", rules=book)))
    path = tmp_path / "gatehouse.battle"
    path.write_text(write_battle(match, ("A whole battle.",)), "utf-8")
    rounds = max(1, match.ruleset.round_of(match.state))
    assert len(page_of(recording(path))) / rounds * 20 < 5_000_000


# --- A battle that was fought, written for others: as text, and as a picture that moves ---


def test_the_log_is_exported_as_the_text_game_tells_it(app: App, record: Path, run: Run) -> None:
    pilot, screen = watched(app, record)
    pilot.click_button("Share")
    pilot.click_button("Text")
    (written,) = output_folder("exports").glob("*.txt")
    assert written.is_relative_to(Path.cwd() / "documents"), "where people look for files"
    assert any(str(written) in each.text for each in app.top.group.widgets if isinstance(each, Label))
    pilot.click_button("Back")
    assert isinstance(app.top, ReplayScreen)
    text = written.read_text("utf-8")
    assert text.splitlines() == list(screen.recording.lines())
    code, out, _ = run("replay", str(record), "--export", "told.txt")
    assert (code, Path("told.txt").read_text("utf-8")) == (0, text)
    assert out == "told.txt: brawl.save\n"
    assert text in run("replay", str(record))[1]


def test_the_folder_of_what_was_exported_is_shown_by_a_button(
    app: App, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = list[Path]()

    def show(folder: Path) -> str:
        opened.append(folder)
        return "It is not shown here."

    monkeypatch.setattr(replay, "show_folder", show)
    pilot, _ = watched(app, record)
    pilot.click_button("Share")
    pilot.click_button("Text")
    pilot.click_button("Show it in its folder")
    assert opened == [output_folder("exports")] * 2, "at once, and when it is asked for"
    assert app.notice == "It is not shown here."


def test_a_folder_that_nothing_can_show_is_told_and_so_is_one_among_no_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert str(tmp_path / "here") in show_folder(tmp_path / "here")
    opener = tmp_path / "xdg-open"
    opener.write_text("no program")
    opener.chmod(0o755)
    assert "could not be shown" in show_folder(tmp_path / "here")
    (tmp_path / "documents").write_text("in the way")
    assert output_folder("exports") == state_folder("exports")


def test_an_export_has_an_ending_that_says_what_it_is(run: Run, record: Path) -> None:
    code, _, err = run("replay", str(record), "--export", "brawl.avi")
    assert code == 2
    assert "ends in .gif, .html or .txt" in err


@pytest.fixture
def short(record: Path) -> Recording:
    """The first beats of a battle: a film of them is made quickly."""
    whole = recording(record)
    return Recording(
        whole.start, whole.history, whole.beats[:6], whole.players, whole.dice, whole.over, whole.viewer, "short"
    )


def test_a_battle_is_exported_as_an_animated_picture(app: App, short: Recording) -> None:
    app.push(ExportScreen(app, short, 0))
    pilot = Pilot(app)
    pilot.click_button("Moving picture of it all")
    screen = app.top
    assert isinstance(screen, ExportScreen)
    shares = []
    while screen.export is not None:
        shares.append(screen.export.share)
        pilot.step()
    assert shares == sorted(shares)
    (written,) = output_folder("exports").glob("*.gif")
    with Image.open(written) as gif:
        assert isinstance(gif, GifImagePlugin.GifImageFile)
        assert gif.size == exporting.SIZE
        assert gif.n_frames > 4
        last = 0
        for number in range(gif.n_frames):
            gif.seek(number)
            last = gif.info["duration"]
        assert last >= 1000 * exporting.REST


def test_one_turn_is_shared_alone_and_is_small(app: App, record: Path) -> None:
    """That of the beat at which the line of time stands."""
    pilot, screen = watched(app, record)
    screen.go(screen.last // 2)
    first, last = screen.recording.turn_at(screen.at)
    assert 0 < first <= screen.at <= last < screen.last and screen.recording.beats[first].turn
    assert not any(beat.turn for beat in screen.recording.beats[first + 1 : last])
    pilot.click_button("Share")
    pilot.click_button("Moving picture of a turn")
    job = app.top
    assert isinstance(job, ExportScreen) and isinstance(job.export, exporting.Film)
    film = job.export
    pilot.wait_until(lambda: not job.export, "the picture")
    assert min(film.beats) >= first and max(film.beats) <= last
    (written,) = output_folder("exports").glob("*.gif")
    assert written.stat().st_size < 3_000_000


def test_an_export_that_is_stopped_leaves_nothing_behind(
    app: App, short: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = count(0.0, 0.75 * replay.SLICE)
    monkeypatch.setattr(replay, "perf_counter", lambda: next(looks))  # one piece of the film between two pictures
    app.push(ExportScreen(app, short, 0))
    pilot = Pilot(app)
    pilot.click_button("Moving picture of it all")
    pilot.step(2)
    screen = app.top
    assert isinstance(screen, ExportScreen) and screen.export is not None and screen.export.share > 0
    pilot.click_button("Stop")
    pilot.step(2)
    assert not list(output_folder("exports").iterdir())
    assert "Moving picture of it all" in pilot.buttons()
    pilot.press("escape")


# --- Battles in one file: packed, checked and played from a terminal, and dropped on the window ---

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
