"""What a person sees of files and plug-ins that can't be used: a sentence, in every window, never a traceback."""

from __future__ import annotations

import json
import os
import shutil
import struct
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from random import Random

import pygame
import pytest

from game import resources
from game.files.atomic import write_new, write_whole
from game.files.errors import BadFile
from game.files.own_units import forget_squad, own_file, own_text, save_squad, with_entry, write_own
from game.files.saves import SeatPlan, load_match
from game.files.scenario import ScenarioUnit
from game.files.sources import allowed_folders
from game.play.folders import state_folder
from game.play.preferences import Draft, Preferences, keep_preferences, load_preferences, preferences_file
from game.play.start import StartRequest, chart_of, find_file
from game.rules import registry
from game.rules.registry import ruleset
from game.user_error import LINE, MESSAGE
from game.view.widgets.text_field import TextField
from game.window import window
from game.window.destinations import Begin, NewBattle, OwnUnits, Settings, Title, Trouble
from game.window.loop import App
from game.window.pilot import Pilot
from game.window.screens.messages import TroubleScreen
from game.window.screens.saves import SavesScreen
from game.window.screens.title import TitleScreen
from game.window.screens.units import UnitsScreen
from tests.cli.test_control_characters import sealed
from tests.files.drawing import SPAWNS, floor, png, save, tiles, tmx
from tests.night import NIGHT
from tests.program import Run
from tests.rules.battles import begin, duel, forget, known_points
from tests.rules.battles import begin as begin_match
from tests.saving import save_match
from tests.terminal.text_game import play, table
from tests.window.seated import top

GROUND = tiles("ground", floor(6, 4))


def _bombs(folder: Path, ending: str) -> list[Path]:
    """A pipe, a device, a folder, a file of a terabyte, nonsense, and nothing."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes with names here")
    paths = [folder / f"{name}{ending}" for name in ("pipe", "zero", "folder", "huge", "nonsense", "empty")]
    os.mkfifo(paths[0])
    paths[1].symlink_to("/dev/zero")
    paths[2].mkdir()
    with paths[3].open("wb") as file:
        file.truncate(2**40)
    paths[4].write_bytes(b"\x00\xff" * 5000)
    paths[5].touch()
    return paths


@pytest.mark.parametrize("ending", [".tmx", ".toml", ".save", ".battle"])
@pytest.mark.parametrize("command", ["check", "text", "arena", "replay", "sight"])
def test_in_the_terminal(run: Run, tmp_path: Path, command: str, ending: str) -> None:
    words = {"arena": ("--rules", "duel"), "sight": ("--from", "1,1"), "text": ("--rules", "duel")}
    for path in _bombs(tmp_path, ending):
        named = ("--map", str(path)) if command == "arena" else (str(path),)
        code, out, err = run(command, *named, *words.get(command, ()))
        assert code == 2
        assert "Traceback" not in out + err
        assert max(map(len, (out + err).splitlines())) <= LINE + len("error: ")
        assert not list((tmp_path / "state").glob("crashes/*"))


LONG = "x" * 5000
"""Longer than any file's name."""

TYPED: list[list[str]] = [
    [LONG],
    ["text", LONG],
    ["text", "cellar", "--rules", LONG],
    ["text", "cellar", "--rules", "duel", "--roster", LONG],
    ["text", "cellar", "--rules", "duel", "--squads", LONG],
    ["text", "cellar", "--rules", "duel", "--set", LONG],
    ["text", "cellar", "--seed", LONG],
    ["check", *[f"{LONG}{number}" for number in range(3)]],
    ["check", "cellar", "--picture", f"{LONG}.png"],
    ["puzzle", LONG],
    ["replay", LONG],
    ["lab", LONG],
    ["new", "MAP", "--out", f"{LONG}.toml"],
    ["pack", "ambush-on-the-road", "--out", f"{LONG}.battlemat"],
    ["export", "MAP", "--out", f"{LONG}.uvtt"],
    ["learn", "--map", "cellar", "--rules", "murdham", "--battles", "2", "--out", LONG],
    ["strengths", "--rules", "murdham", "--battles", "2", "--out", LONG],
]


@pytest.mark.parametrize("words", TYPED, ids=lambda words: " ".join(words)[:40])
def test_whatever_is_typed_a_message_is_short(words: list[str], run: Run, tmp_path: Path) -> None:
    map_ = str(resources.maps() / "cellar.tmx")
    code, out, err = run(*(map_ if word == "MAP" else word for word in words))
    assert code == 2 and err + out
    assert len(err) <= MESSAGE + 1 and all(len(line) <= MESSAGE for line in out.splitlines())
    assert not list((tmp_path / "state").glob("crashes/*"))


def test_a_roster_that_a_player_names_may_lie_anywhere_but_must_be_a_file(run: Run, tmp_path: Path) -> None:
    for path in _bombs(tmp_path, ".toml"):
        code, out, err = run("text", "gatehouse", "--rules", "sovereign", "--roster", str(path))
        assert code == (0 if path.stem == "empty" else 2)
        assert "Traceback" not in out + err
    (tmp_path / "else" / "where").mkdir(parents=True)
    own = tmp_path / "else" / "where" / "crew.toml"
    own.write_text('[[party]]\nkey = "crew"\ntitle = "C"\nmembers = ["edda"]\n')
    words = ("text", "gatehouse", "--rules", "sovereign", "--squads", "crew,bandits", "--seats", "ai,human")
    assert run(*words, "--roster", str(own))[0] == 0


@pytest.mark.parametrize("said", ["a.b." * 5000 + "c = 1", "x = " + "[" * 50_000, f'title = "{"y" * 230_000}"'])
def test_texts_of_all_kinds_are_refused_briefly(run: Run, said: str) -> None:
    for name in ("x.toml", "ledger.toml"):
        Path(name).write_text(said)
        code, out, err = run("check", name)
        assert code == 2
        assert out.startswith(f"error: {name}: ")
        assert len(out + err) < 1500


def test_a_picture_too_large_is_told_with_the_size_allowed(run: Run, tmp_path: Path) -> None:
    path = save(tmp_path, tmx(GROUND, SPAWNS))
    (path.parent / "floor_1.png").write_bytes(png(8, 8)[:16] + struct.pack(">II", 30_000, 30_000) + png(8, 8)[24:])
    code, out, _ = run("check", str(path), "--picture", "out.png")
    assert code == 0
    assert "the picture is 30000 x 30000 px; at most 16,384 px a side and 25,000,000 px in all" in out
    assert Path("out.png").is_file()


def test_a_picture_that_can_not_be_written_is_told(run: Run, tmp_path: Path) -> None:
    path = save(tmp_path, tmx(GROUND, SPAWNS))
    Path("out.png").mkdir()
    code, out, err = run("check", str(path), "--picture", "out.png")
    assert code == 2
    assert "out.png: the picture can't be written (" in out + err


# --- the window ---


@pytest.mark.parametrize("ending", [".tmx", ".toml", ".save"])
def test_in_the_window(app: App, tmp_path: Path, ending: str) -> None:
    app.push(TitleScreen(app))
    for path in _bombs(tmp_path, ending):
        app.say("")
        app.go(Begin(StartRequest(path, rules="duel")))
        assert app.notice
        app.draw()
        assert type(app.top).__name__ == "TitleScreen"


def test_a_list_of_saves_that_can_not_be_read_is_shown(app: App) -> None:
    _bombs(state_folder("saves"), ".save")
    save_match(begin_match(duel()), state_folder("saves") / "whole.save", seats=SeatPlan())
    for ending in ("nonsense.png", "empty.png", "whole.png"):
        (state_folder("saves") / ending).write_bytes(b"nonsense")
    app.push(TitleScreen(app))
    app.push(SavesScreen(app))
    pilot, screen = Pilot(app), app.top
    assert isinstance(screen, SavesScreen)
    assert len(screen.files) == 7
    for number, path in enumerate(screen.files):
        screen.chosen = number
        app.draw()
        if path.stem != "whole":
            for button in ("Go on from here", "Watch it from the start"):
                pilot.click_button(button)
                assert app.top is screen
                assert app.notice


def test_a_notice_stays_within_the_window(app: App) -> None:
    app.push(TitleScreen(app))
    app.say("\n".join(f"fault {n}: {'word ' * 100}" for n in range(500)))
    assert len(app.notice) <= MESSAGE
    assert app.notice.endswith("\n… and 499 more")
    app.draw()
    app.go(Trouble("Before you begin", "\n".join(f"ruleset {n}: {'word ' * 40}" for n in range(9))))
    assert isinstance(app.top, TroubleScreen) and app.top.text.endswith("\n… and 7 more")
    app.draw()
    app.look.write("x" * 300_000)
    app.look.write("a\0b\ud800")
    assert app.look.width("x" * 300_000) < 10_000


def test_a_map_that_can_no_longer_be_played_on_is_not_drawn(tmp_path: Path) -> None:
    assert chart_of("gatehouse.tmx") is not None
    assert chart_of("") is None
    assert chart_of("/dev/zero") is None
    large = save(tmp_path, tmx(tiles("ground", floor(300, 4)), SPAWNS, width=300, height=4))
    assert chart_of(str(large)) is None, "its picture would be larger than any battle's"


@pytest.mark.parametrize(
    "content", [b"{", b"\xff\xfe", b"[" * 100_000, b'{"speed": "fast"}', b'{"keys": 3}', b" " * 300_000, None]
)
def test_settings_that_can_not_be_read_are_the_usual_ones(content: bytes | None) -> None:
    """And the file is kept as it was, whatever is set afterwards."""
    if content is None:
        os.mkfifo(preferences_file())
    else:
        preferences_file().write_bytes(content)
    words: list[str] = []
    assert load_preferences(words.append) == Preferences()
    (word,) = words
    assert word.startswith("Your settings can't be read (") and "kept as settings-spoilt.json in " in word
    assert keep_preferences(Preferences(speed=2.0)) == ""
    assert load_preferences(words.append).speed == 2.0
    assert words == [word], "it is told once"
    aside = state_folder() / "settings-spoilt.json"
    assert aside.is_fifo() if content is None else aside.read_bytes() == content


def test_of_spoilt_settings_what_is_whole_goes_on() -> None:
    """One field of another type does not cost lessons, maps and standing orders."""
    kept = Preferences(lessons=("quick",), maps=("/a.tmx",), orders={"duel": {"parry": "never"}}, speed=2.0)
    keep_preferences(kept)
    whole = preferences_file().read_text()
    preferences_file().write_text(whole.replace('"text": 1.0', '"text": "large"').replace('"ask"', "3"))
    assert load_preferences() == kept
    preferences_file().write_text(whole[:-40])
    assert load_preferences() == Preferences(), "of half a file nothing is known"
    assert [path.name for path in sorted(state_folder().glob("settings*"))] == [
        "settings-spoilt-2.json",
        "settings-spoilt.json",
    ]


def test_without_settings_nothing_is_told() -> None:
    words: list[str] = []
    assert load_preferences(words.append) == Preferences()
    assert words == []


def test_settings_that_can_not_be_set_aside_are_left_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    preferences_file().write_text("{")
    monkeypatch.setattr(Path, "rename", refuse)
    words: list[str] = []
    load_preferences(words.append)
    assert "settings.json: could not be set aside (Permission denied); look in its folder" in words[0]
    assert keep_preferences(Preferences(speed=2.0)) in words[0], "neither are they written over later"
    assert preferences_file().read_text() == "{"


def test_settings_that_are_spoilt_while_the_game_runs_are_set_aside_too() -> None:
    keep_preferences(Preferences())
    preferences_file().write_text("{ mine")
    assert keep_preferences(Preferences(speed=2.0)) == ""
    assert load_preferences().speed == 2.0
    assert (state_folder() / "settings-spoilt.json").read_text() == "{ mine"


def test_the_window_says_that_settings_were_spoilt(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "open_app", lambda _: app)
    monkeypatch.setattr(app, "run", lambda: None)
    monkeypatch.setattr(pygame, "quit", lambda: None)
    preferences_file().write_text("{")
    window.open_window(None, lambda _: None)
    assert isinstance(app.top, TroubleScreen)
    assert "settings-spoilt.json" in app.top.text
    app.draw()
    Pilot(app).click_button("Back")
    assert isinstance(app.top, TitleScreen)


@pytest.mark.parametrize("content", [b'["/a", 3', b"\xff", b"{}", b" " * 300_000])
def test_a_list_of_allowed_folders_that_is_spoilt_is_set_aside(run: Run, tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    spoilt = state_folder() / "folders.json"
    spoilt.write_bytes(content)
    for words in ((), (str(folder), "--forget")):
        code, _, err = run("allow", *words)
        assert code == 2 and "folders.json: " in err and "the list is set aside then" in err
    assert spoilt.read_bytes() == content
    code, out, err = run("allow", str(folder))
    assert (code, err) == (0, "")
    assert "It is kept as folders-spoilt.json in " in out and "allow again what is missing." in out
    assert (state_folder() / "folders-spoilt.json").read_bytes() == content
    assert allowed_folders() == (folder.resolve(),)
    assert "kept as" not in run("allow", str(folder))[1]


def test_a_folder_on_a_disk_that_is_not_there_stays_allowed(run: Run, tmp_path: Path) -> None:
    for name in ("disk", "mine"):
        (tmp_path / name).mkdir()
    run("allow", str(tmp_path / "disk"))
    (tmp_path / "disk").rename(tmp_path / "away")
    run("allow", str(tmp_path / "mine"))
    assert allowed_folders() == ((tmp_path / "mine").resolve(),)
    (tmp_path / "away").rename(tmp_path / "disk")
    assert len(allowed_folders()) == 2


@pytest.mark.parametrize("content", [b"[[unit]", b"\xff\xfe", b'[[unit]]\nkey = "mine"\n', b'[[nothing]]\nkey = "a"\n'])
def test_units_of_one_s_own_that_are_spoilt_are_never_written_over(app: App, content: bytes) -> None:
    rules = ruleset("duel")
    own_file(rules).parent.mkdir(parents=True, exist_ok=True)
    own_file(rules).write_bytes(content)
    app.go(Title())
    app.go(OwnUnits("duel"))
    pilot = Pilot(app)
    pilot.step()
    if isinstance(app.top, UnitsScreen):
        for button in [text for text in pilot.buttons() if text.startswith(("New", "Save", "Copy"))]:
            if button in pilot.buttons():
                pilot.click_button(button)
    for change in (
        lambda: save_squad(rules, "My band", [ScenarioUnit("knight")]),
        lambda: forget_squad(rules, "mine"),
        lambda: write_own(rules, with_entry(own_text(rules), "unit", {"key": "x"})),
    ):
        with pytest.raises(BadFile):
            change()
    assert own_file(rules).read_bytes() == content


def test_a_key_that_there_is_not_does_nothing(app: App) -> None:
    app.preferences.keys = {"confirm": "frobnicate", "cancel": "", "end": "+"}
    app.restyle()
    for button in range(8):
        app.step(0.01, [pygame.Event(pygame.JOYBUTTONDOWN, button=button, instance_id=0)])


# --- A plug-in that can't be used: named in window and terminal, and in nobody's way ---

NAMED = "the ruleset 'broken' can't be used (ModuleNotFoundError: No module named 'plugin_of_yesterday')"


@pytest.fixture
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


@pytest.mark.usefixtures("broken")
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


@pytest.mark.usefixtures("broken")
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


@pytest.mark.usefixtures("broken")
def test_a_scenario_for_it_is_played_by_the_others(run: Run) -> None:
    side = '[[sides]]\nname = "{}"\nplays = "instinct"\nsquad.duel = ["knight"]\nsquad.broken = ["ghost"]\n'
    Path("both.toml").write_text(
        f'title = "Both"\nmap = "gatehouse.tmx"\nrules = "broken"\n{side.format("party")}{side.format("foe")}'
    )
    code, _, err = run("text", "both.toml")
    assert code == 2 and NAMED in err.split("\n", 1)[1]
    assert run("text", "both.toml", "--rules", "duel")[0] == 0


@pytest.mark.usefixtures("broken")
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


@pytest.mark.usefixtures("broken")
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


@pytest.mark.usefixtures("broken")
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


# --- Names of files that nobody should type ---

SCRAPS = ("\0", "\ud800", "\udcff", "\x1b[2J", "\u202e", ":", "*", "?", "|", '"', "<", "\\", "..", "/", "//", ".", " ")
NAMES = (
    "a\0b.save",
    "a\ud800b.save",
    "a\udcffb.save",
    "a:b.save",
    "a|b.battle",
    "\0",
    "..",
    "x/\0/y.save",
    "\x1b.save",
)
COMMANDS = ("save", "load", "/save", "/load")


def _odd(chance: Random) -> str:
    """A path of some scraps and letters."""
    return "".join(chance.choice((*SCRAPS, "a", "save", ".save", ".battle")) for _ in range(chance.randint(1, 8)))


def _type(*names: str) -> str:
    """What the text game says to these names in each command that takes one; the battle goes on after them."""
    lines = [f"{command} {name}" for name in names for command in COMMANDS]
    text = play(table(duel(), "human,human"), *lines, "save whole.save")
    assert "Saved to whole.save." in text, "the battle went on"
    load_match(Path("whole.save"))
    return text


def test_the_text_game_refuses_odd_names_and_goes_on() -> None:
    text = _type(*NAMES)
    assert "Saved to" not in text.replace("Saved to whole.save.", "")
    assert "signs that not every system allows in names" in text
    assert {path.name for path in Path().iterdir() if path.is_file()} == {"auto.save", "whole.save"}


@pytest.mark.nightly
def test_a_monkey_types_odd_names() -> None:
    chance = Random(f"names {NIGHT}")
    _type(*(_odd(chance) for _ in range(300)))


@pytest.mark.parametrize("name", [name for name in NAMES if name != ".."])
def test_no_file_is_written_under_a_name_that_some_system_can_not_have(tmp_path: Path, name: str) -> None:
    for write in (write_whole, write_new):
        with pytest.raises(BadFile, match="choose another"):
            write(tmp_path / name, b"")
    assert not list(tmp_path.iterdir())


@pytest.mark.nightly
def test_a_monkey_types_odd_names_in_the_window(app: App) -> None:
    chance = Random(f"window {NIGHT}")
    for button in ("Skirmish", "Custom battle"):
        app.go(Title())
        pilot = Pilot(app)
        pilot.step(3)
        pilot.click_button(button)
        pilot.step(3)
        for field in [each for each in app.top.group.widgets if isinstance(each, TextField)]:
            for _ in range(20):
                field.write(_odd(chance))
                pilot.step(2)
                assert field.text.isprintable()
