"""A battle that was fought, written as a page for browsers: what is in it, what is not, and that a browser plays it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.files.battlefile import write_battle
from game.play.recording import Recording, recorded, recording
from game.play.seating import Player
from game.play.start import StartRequest, find_file, read_setup
from game.play.workers import BackgroundThread
from game.rules.standing import Bar
from game.view.board.tokens import filled_part
from game.view.widgets.theme import GOOD, STEEL
from game.window.battle import draw_battle
from game.window.exporting import BattlePage
from tests.program import Run
from tests.window.seated import fought
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
            for bar, (*_, share, colour) in zip(match.ruleset.standing(match.board, who).bars, bars, strict=True):
                told = filled_part(bar)
                assert (share, tuple(bytes.fromhex(colour[1:]))) == (round(100 * told[0]), tuple(told[1])[:3])
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
