"""A plug-in that can't be used: named in window and terminal, and in nobody's way."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pygame
import pytest

from game.files.saves import SeatPlan
from game.play.folders import state_folder
from game.play.preferences import Draft, Preferences
from game.play.start import find_file
from game.rules import registry
from game.window import window
from game.window.destinations import NewBattle, OwnUnits, Settings, Title
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.messages import TroubleScreen
from game.window.screens.saves import SavesScreen
from tests.cli.test_control_characters import sealed
from tests.program import Run
from tests.rules.battles import begin, duel, forget, known_points
from tests.saving import save_match
from tests.window.seated import top

NAMED = "the ruleset 'broken' can't be used (ModuleNotFoundError: No module named 'plugin_of_yesterday')"


@pytest.fixture(autouse=True)
def broken(at_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A plug-in whose module is gone."""
    known = EntryPoints([*known_points(), EntryPoint("broken", "plugin_of_yesterday:X", registry.GROUP)])
    with monkeypatch.context() as patch:
        patch.setattr(registry, "entry_points", lambda group: known)
        forget()
        yield
    forget()


@pytest.fixture
def a_save() -> Path:
    """A save by the rules that can't be used."""
    path = state_folder("saves") / "old.save"
    save_match(begin(duel()), path, seats=SeatPlan({"red": "human", "blue": "instinct"}))
    sealed(path, lambda payload: payload["summary"].update(ruleset="broken"))
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("rules",),
        ("rules", "duel"),
        ("text", "gatehouse", "--rules", "duel"),
        ("check", "MAP"),
        ("new", "MAP", "--out", "fresh.toml"),
        ("odds", "gatehouse", "--rules", "duel", "--battles", "2"),
        ("arena", "--map", "gatehouse", "--rules", "duel", "--battles", "2", "--json"),
    ],
    ids=lambda words: words[0],
)
def test_every_command_does_its_work_and_names_it(run: Run, words: tuple[str, ...], at_home: Path) -> None:
    shutil.copytree(find_file("gatehouse").parent, at_home / "maps")
    code, out, err = run(*(word.replace("MAP", "maps/gatehouse.tmx") for word in words))
    assert code == 0
    assert err.startswith(f"note: {NAMED}; mend plugin_of_yesterday, install another version of it")
    assert "broken" not in out
    if "--json" in words:
        assert json.loads(out)["battles"] == 2


def test_who_asks_for_it_is_told_why_not(run: Run, a_save: Path) -> None:
    for words in (
        ("text", "gatehouse", "--rules", "broken"),
        ("arena", "--map", "gatehouse", "--rules", "broken"),
        ("rules", "broken"),
        ("text", str(a_save)),
        ("check", str(a_save)),
        ("replay", str(a_save)),
        ("learn", "--map", "gatehouse", "--rules", "broken", "--squads", "a", "--out", "x.toml"),
    ):
        code, out, err = run(*words)
        assert code == 2, words
        assert NAMED in (out + err).replace(f"note: {NAMED}", ""), words
    assert "The battle goes on with no other: install that ruleset" in run("text", str(a_save))[2]


def test_a_scenario_for_it_is_played_by_the_others(run: Run) -> None:
    side = '[[sides]]\nname = "{}"\nplays = "instinct"\nsquad.duel = ["knight"]\nsquad.broken = ["ghost"]\n'
    Path("both.toml").write_text(
        f'title = "Both"\nmap = "gatehouse.tmx"\nrules = "broken"\n{side.format("party")}{side.format("foe")}'
    )
    code, _, err = run("text", "both.toml")
    assert code == 2 and NAMED in err.split("\n", 1)[1]
    assert run("text", "both.toml", "--rules", "duel")[0] == 0


def test_the_window_names_it_and_offers_the_others(app: App, a_save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "open_app", lambda _: app)
    monkeypatch.setattr(app, "run", lambda: None)
    monkeypatch.setattr(pygame, "quit", lambda: None)
    window.open_window(None, lambda _: None)
    pilot = Pilot(app)
    app.draw()
    assert isinstance(app.top, TroubleScreen)
    assert NAMED in app.top.text
    pilot.click_button("Back")
    assert top(pilot) == "TitleScreen"
    pilot.click_button("Continue")
    assert NAMED in app.notice and top(pilot) == "TitleScreen"
    pilot.click_button("Saved battles")
    assert isinstance(app.top, SavesScreen)
    app.draw()
    for button in ("Go on from here", "Watch it from the start"):
        app.say("")
        pilot.click_button(button)
        assert NAMED in app.notice


def test_preferences_that_name_it_are_no_trouble(app: App) -> None:
    app.preferences = Preferences(
        rules="broken",
        orders={"broken": {"dodge": "never"}},
        draft=Draft("gatehouse.tmx", "broken", {"party": "x"}, {}, {"a": "b"}),
    )
    pilot = Pilot(app)
    for wanted in (Title(), NewBattle(), Settings(), OwnUnits("broken")):
        app.go(wanted)
        pilot.step(3)
    app.go(Settings())
    for tab in [button for button in pilot.buttons() if button != "Back"]:
        if tab in pilot.buttons():
            pilot.click_button(tab)
            pilot.step()


@pytest.mark.parametrize("raised", ["BaseException", "GeneratorExit", "SystemExit"])
def test_a_plug_in_may_raise_anything_and_its_text_is_cut(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raised: str
) -> None:
    (tmp_path / f"plugin_of_{raised.lower()}.py").write_text(f"raise {raised}('x' * 5000)")
    monkeypatch.syspath_prepend(tmp_path)
    known = EntryPoints([*known_points(), EntryPoint("odd", f"plugin_of_{raised.lower()}:X", registry.GROUP)])
    with monkeypatch.context() as patch:  # undone before the one that holds for all tests here
        patch.setattr(registry, "entry_points", lambda group: known)
        forget()
        code, _, err = run("rules")
    assert code == 0 and f"{raised}: xxx" in err and all(len(line) < 400 for line in err.splitlines())
