"""The command line: help, sentences, exit codes; never a traceback; what check accepts can be played."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from inspect import get_annotations
from pathlib import Path
from pkgutil import resolve_name
from types import SimpleNamespace
from typing import Any

import pytest

from game.cli import playing
from game.cli.parsing import COMMANDS, parse
from game.cli.requests import PlayCommand, TextCommand, WordRequest
from game.files.battlefile import write_battle
from game.files.generate import USUAL_SIZE
from game.files.saves import SeatPlan
from game.files.scenario import quick_setup
from game.files.sources import MAPS
from game.files.tiled import read_map
from game.files.tiled.corrections import Corrections, write_corrections
from game.play import start
from game.play.crash import CrashReporter
from game.play.seating import HUMAN, Player, SeatRequest
from game.rules.registry import names, ruleset
from game.rules.ruleset import BadSetup
from tests.corpus.kinds import HOME
from tests.files.drawing import objects, point, save, tiles
from tests.files.test_tiled_foreign import foreign
from tests.program import Run
from tests.rules.battles import begin, brawl, duel, play_out
from tests.saving import save_match

MAP = "gatehouse"


@pytest.fixture
def a_save() -> Path:
    """A battle under way, saved."""
    match, path = begin(duel()), Path("brawl.save")
    for answer in ("move 1,2", "end"):
        match.answer(answer)
    save_match(match, path, seats=SeatPlan({"red": "human", "blue": "trained"}, seed=5))
    return path


def test_help_names_every_command(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert all(re.search(rf"^    {command}(  |$)", out, re.MULTILINE) for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(run: Run, command: str) -> None:
    code, out, _ = run(command, "--help")
    assert code == 0
    assert f"  battlemat {command}" in out.split("examples:")[1]
    assert max(map(len, out.splitlines())) <= 110


@pytest.mark.parametrize("name", COMMANDS)
def test_what_runs_a_command_takes_its_request_and_a_reporter_and_gives_an_exit_code(name: str) -> None:
    found = get_annotations(resolve_name(COMMANDS[name].handler), eval_str=True)
    assert list(found.values()) == [COMMANDS[name].request, CrashReporter, int]


def test_the_version_is_told(run: Run) -> None:
    assert run("--version")[1].startswith("battlemat ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("dance",), "invalid choice: 'dance'"),
        (("text", "nowhere", "--rules", "duel"), "There is no file 'nowhere', and no shipped battle of that name."),
        (("text",), "Say what to play: a map, a scenario or a save. Shipped battles: "),
        (("text", MAP, "--rules", "chess"), "no ruleset is called 'chess'; there are "),
        (("text", MAP, "--rules", "duel", "--seats", "human,robot"), "'robot' is nobody; write human, ai or ai:LEVEL"),
        (("text", MAP, "--rules", "duel", "--ai", "genius"), "No AI level is called 'genius'"),
        (("text", MAP, "--rules", "duel", "--set", "luck=good"), "--set luck=good: Duel has no setting 'luck'; it has"),
        (
            ("text", MAP, "--rules", "duel", "--set", "stumble=up"),
            "--set stumble=up: stumble is one of nothing, reel, ask",
        ),
        (("text", MAP, "--rules", "duel", "--squads", "elves"), "Duel has no ready squad 'elves'"),
        (("text", MAP, "--rules", "duel", "--seed", "x"), "--seed: invalid int value: 'x'"),
        (("text", "bad.tmx", "--rules", "duel"), "bad.tmx: "),
        (("text", "bad.toml"), "bad.toml: not valid TOML"),
        (("text", "bad.save"), "bad.save: damaged or cut short"),
        (("text", "bad.battle"), "bad.battle, line 1: a battle file has a line"),
        (("arena", "--rules", "duel"), "the following arguments are required: --map"),
        (("arena", "--map", MAP, "--rules", "duel", "--battles", "0"), "'0' is not a number from 1 up"),
        (("arena", "--map", MAP, "--rules", "duel", "--ai", "instinct,trained,trained"), "an arena has two AIs"),
        (("arena", "--map", "bad.save"), "bad.save: a battle can't be begun from one that is under way"),
        (("replay", "bad.txt"), "bad.txt: neither a save (.save) nor a battle file (.battle)"),
        (("rules", "chess"), "no ruleset is called 'chess'"),
        (("rules", "duel", "zzz"), "The ledger has no rule 'zzz'"),
    ],
)
def test_what_a_person_can_mend_is_a_sentence_and_exit_code_2(run: Run, words: tuple[str, ...], said: str) -> None:
    for name in ("bad.tmx", "bad.toml", "bad.save", "bad.battle", "bad.txt"):
        Path(name).write_text("<<< nonsense")
    code, out, err = run(*words)
    assert code == 2
    assert said in err
    assert "Traceback" not in out + err


def test_one_ruleset_alone_need_not_be_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "names", lambda: ("duel",))
    assert "Duel. Seed 1." in run("text", MAP, "--seed", "1")[1]
    monkeypatch.setattr(start, "names", lambda: ("duel", "other"))
    assert "Say which rules to play by, with --rules: duel, other." in run("text", MAP)[2]
    monkeypatch.setattr(start, "names", tuple)
    assert "No ruleset is installed" in run("text", MAP)[2]


def test_a_battle_on_a_shipped_map_is_played_through_a_pipe(run: Run, at_home: Path) -> None:
    words = ("text", MAP, "--rules", "duel", "--seed", "3", "--seats", "human,ai:instinct")
    code, out, _ = run(*words, typed=["Ada", "hide"])
    assert code == 0
    assert "> Ada" in out
    saved = at_home / "state" / "autosaves" / "the-gatehouse-duel-3.save"
    assert f"Go on with: battlemat text {saved}" in out
    code, again, _ = run("text", str(saved), "--no-chances", typed=["log"])
    assert code == 0
    assert "Duel. Seed 3." in again


def test_the_same_seed_and_answers_tell_the_same_battle(run: Run) -> None:
    words = ("text", MAP, "--rules", "duel", "--seats", "ai,ai")
    assert run(*words, "--seed", "8") == run(*words, "--seed", "8")


def test_a_save_keeps_its_seats_unless_others_are_named(run: Run, a_save: Path) -> None:
    assert "Pass the keyboard" not in run("text", str(a_save))[1]
    assert "Pass the keyboard to Blue" in run("text", str(a_save), "--seats", "human,human")[1]
    assert "Seed 5." in run("text", str(a_save))[1]
    assert "Seed 6." in run("text", str(a_save), "--seed", "6")[1]


@pytest.mark.parametrize(
    ("words", "left_out"),
    [
        (("--rules", "sovereign"), "--rules"),
        (("--set", "stumble=reel"), "--set"),
        (("--squads", "heroes"), "--squads"),
        (("--roster", "mine.toml"), "--roster"),
    ],
)
def test_what_a_save_says_itself_is_not_said_again(
    run: Run, a_save: Path, words: tuple[str, ...], left_out: str
) -> None:
    code, _, err = run("text", str(a_save), *words)
    assert code == 2
    assert f"brawl.save says itself what is played; leave out {left_out}." in err
    assert run("text", str(a_save), "--rules", "duel")[0] == 0, "nothing else is asked for"


def test_a_battle_file_can_be_gone_on_with(run: Run) -> None:
    match = begin(duel())
    match.answer("end")
    Path("fault.battle").write_text(write_battle(match))
    assert "Orc: what?" in run("text", "fault.battle", "--seats", "human,human", "--no-chances", typed="\n")[1]


def test_a_scenario_brings_its_seats(run: Run) -> None:
    Path("brawl.toml").write_text(
        f"""
        title = "A brawl"
        map = "{MAP}"
        [[sides]]
        name = "party"
        plays = "instinct"
        squad.duel = "heroes"
        [[sides]]
        name = "foe"
        plays = "human"
        squad.duel = "rogues"
        """
    )
    code, out, _ = run("text", "brawl.toml", "--no-chances", "--seed", "1", typed="quit\n")
    assert code == 0
    assert out.startswith("A brawl\n")
    assert "Foe: Who acts?" in out
    assert "brawl.toml: A brawl, Duel: party (2), foe (2); can be played" in run("check", "brawl.toml")[1]
    assert "leave out --squads" in run("text", "brawl.toml", "--squads", "heroes")[2]


def test_without_a_display_the_text_game_is_pointed_to(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    code, _, err = run()
    assert code == 2
    assert err == "There is no display to open a window on. Play in this terminal instead: battlemat text MAP\n"
    assert run("play", MAP, "--rules", "duel")[2].endswith(f": battlemat text {MAP}\n")
    assert run("play", "cellar", "--rules", "dule")[2] == "no ruleset is called 'dule'; did you mean 'duel'?\n"


@pytest.mark.parametrize(("words", "begun"), [((), False), (("play", MAP, "--rules", "duel"), True)])
def test_the_window_opens_with_or_without_a_battle(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], begun: bool
) -> None:
    opened: list[Any] = []
    window = SimpleNamespace(open_window=lambda session, saved, players: opened.append(session), show_message=print)
    monkeypatch.setattr(playing, "import_module", lambda name: window)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert run(*words)[0] == 0
    assert len(opened) == 1
    assert (opened[0] is not None) is begun


def test_a_crash_of_a_battle_begun_from_the_title_names_its_save(
    run: Run, monkeypatch: pytest.MonkeyPatch, a_save: Path
) -> None:
    def crash(session: object, saved: Callable[[Path], None], *, players: bool) -> None:
        assert session is None
        assert not players
        saved(a_save)
        raise ZeroDivisionError("the window divided by nothing")

    monkeypatch.setattr(playing, "import_module", lambda name: SimpleNamespace(open_window=crash, show_message=print))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    code, _, err = run()
    assert code == 1
    assert f"The battle is saved in {a_save}." in err


def test_the_words_of_a_command_and_a_menu_ask_for_a_battle_alike() -> None:
    words = ["play", "gatehouse", "--rules", "duel", "--squads", "heroes, rogues", "--seats", "human,foe=ai:instinct"]
    _, wanted = parse([*words, "--set", "stumble=ask", "--ai", "trained", "--seed", "4"], "", "")
    assert isinstance(wanted, PlayCommand)
    assert playing.battle_request(wanted.file, wanted.players, wanted.setup) == start.StartRequest(
        "gatehouse",
        rules="duel",
        squads=["heroes", "rogues"],
        settings={"stumble": "ask"},
        seats=(SeatRequest(HUMAN), SeatRequest(Player("ai", "instinct"), "foe")),
        level="trained",
        seed=4,
    )
    _, bare = parse(["text", "gatehouse"], "", "")
    assert isinstance(bare, TextCommand)
    assert playing.battle_request(bare.file, bare.players, bare.setup) == start.StartRequest("gatehouse")


def test_a_fault_of_the_game_is_a_sentence_with_the_save_and_a_report(
    run: Run, monkeypatch: pytest.MonkeyPatch, at_home: Path
) -> None:
    def tell(*_: object) -> None:
        raise ZeroDivisionError("the rules divided by nothing")

    words = ("text", MAP, "--rules", "duel", "--seed", "3", "--no-chances")
    monkeypatch.setattr("battlemat_duel.RULESET.tell", tell, raising=False)
    code, out, err = run(*words, typed=["Ada", "hide"])
    assert code == 1
    assert "Traceback" not in out + err
    assert "The game met a fault of its own (ZeroDivisionError: the rules divided by nothing)." in err
    saved = at_home / "state" / "autosaves" / "the-gatehouse-duel-3.save"
    assert f"The battle is saved in {saved}." in err
    reports = list((at_home / "state" / "crashes").iterdir())
    assert len(reports) == 1
    assert str(reports[0]) in err
    assert "Traceback" in reports[0].read_text()
    assert "ZeroDivisionError" in reports[0].read_text()


def test_a_fault_of_somebody_else_s_ruleset_is_told_as_its_own_with_the_line(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("battlemat_duel.actions.reach", None)
    code, out, err = run("text", MAP, "--rules", "duel", "--seed", "3", "--no-chances", typed=["Ada", "hide"])
    assert code == 1 and "Traceback" not in out + err
    assert re.search(r"The ruleset 'duel', in actions\.py, line \d+, met a fault of its own \(TypeError", err), err


def test_a_key_to_stop_is_obeyed_without_noise(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("game.terminal.telling.Telling.show_question", stop)
    code, _, err = run("text", MAP, "--rules", "duel", "--seed", "3")
    assert code == 130
    assert err.startswith("Stopped. The battle is saved in ")


def test_check_prints_the_report_of_a_map(run: Run) -> None:
    code, out, _ = run("check", str(start.find_file(MAP)))
    assert code == 0
    assert out.startswith("gatehouse.tmx: layers read\n  ground: ")


def test_check_knows_every_kind_of_file_and_goes_on_after_a_bad_one(run: Run, a_save: Path) -> None:
    Path("bad.tmx").write_text("<map")
    Path("thing.xyz").write_text("")
    Path("fight.battle").write_text(write_battle(play_out(begin(brawl()))))
    Path("ledger.toml").write_text('[[rule]]\nnumber = "X-1"\nheading = "H"\ntext = "T"\nstatus = "played"\n')
    code, out, _ = run("check", "bad.tmx", str(a_save), "fight.battle", "ledger.toml", "thing.xyz", "none.save")
    assert code == 2
    assert "error: bad.tmx: " in out
    assert "brawl.save: a battle, Duel, round 1; whole" in out
    assert "fight.battle: a battle, Duel, " in out
    assert "ledger.toml: 1 rules, 1 of them played" in out
    assert "error: thing.xyz: nothing is known of files that end in .xyz." in out
    assert "error: none.save: there is no such file;" in out
    assert out.endswith("3 of 6 files can't be used.\n")


def test_check_finds_a_bad_ledger(run: Run) -> None:
    Path("ledger.toml").write_text('[[rule]]\nnumber = "X-1"\n')
    code, out, _ = run("check", "ledger.toml")
    assert code == 2
    assert out.startswith("error: ledger.toml: ")
    assert out.endswith("The file can't be used.\n")


def test_a_replay_prints_the_log(run: Run, a_save: Path) -> None:
    Path("fight.battle").write_text(write_battle(play_out(begin(brawl()))))
    code, out, _ = run("replay", "fight.battle")
    assert code == 0
    assert " goes from " in out
    assert "The battle is over. A draw: 20 rounds are over\n" in out
    assert "answers, and the rules tell the same battle." in out
    assert run("replay", str(a_save))[1].endswith("brawl.save: the rules tell the same battle.\n")


def test_a_replay_says_where_it_diverges(run: Run) -> None:
    text = write_battle(play_out(begin(brawl())))
    lines = text.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("= Moved"))
    lines[place] = "= Moved(to the moon)"
    Path("fight.battle").write_text("\n".join(lines))
    code, out, _ = run("replay", "fight.battle")
    assert code == 2
    assert " goes from " in out
    assert f"The battle diverges. fight.battle, line {place + 1}\n  the file says:  = Moved(to the moon)\n" in out
    assert run("check", "fight.battle")[0] == 2


def test_a_save_becomes_a_battle_file_that_is_played_again(run: Run, a_save: Path) -> None:
    assert run("replay", str(a_save), "--write", "point.battle")[0] == 0
    assert Path("point.battle").read_text().startswith("# From brawl.save: say here which point it makes.\nbattlemat ")
    assert "2 answers, and the rules tell the same battle." in run("replay", "point.battle")[1]
    assert "ends in .battle" in run("replay", str(a_save), "--write", "point.txt")[2]


def test_rules_are_looked_up(run: Run) -> None:
    listed = run("rules")[1]
    assert "duel: Duel" in listed
    assert Path(listed.splitlines()[-1].rpartition(" in ")[2]).is_dir(), "where others may be put"
    code, out, _ = run("rules", "duel")
    assert code == 0
    assert out.startswith("Duel (duel): 10 rules in the ledger, 9 of them played\n")
    assert "  stumble: A rolled 1  [D-9]\n    nothing: Nothing\n" in out
    assert "  heroes: Ada, Bo\n" in out
    assert "  thief: Thief\n" in out
    assert run("rules", "duel", "D-1")[1] == "D-1 Blows\n  d20 and bonus against guard.\n"


def test_the_arena_prints_wins_with_intervals(run: Run) -> None:
    words = ("arena", "--map", MAP, "--rules", "duel", "--battles", "6", "--ai", "instinct,trained")
    code, out, err = run(*words)
    assert code == 0
    assert err == ""
    assert out.startswith("The Gatehouse, duel: 6 battles, seed 1\n  AI   instinct ")
    assert "(95 %: " in out
    code, out, _ = run(*words, "--json")
    found = json.loads(out)
    assert code == 0
    assert found["battles"] == len(found["fought"]) == 6
    assert [share["name"] for share in found["sides"]] == ["party", "foe"]


def test_the_usual_size_of_a_map_is_that_of_the_generator() -> None:
    """It is written in the request, which must not load what makes maps."""
    assert WordRequest().size == USUAL_SIZE


# --- What ``check`` accepts can be played by every ruleset, and what it refuses it refuses as the game would ---

PLAYERS = objects("things", point(1, "Player", 0.5, 0.5), point(2, "enemy", 9.5, 7.5))


def yard(width: int, height: int, walls: list[list[int]] | None = None) -> str:
    """A map from elsewhere with a point for each side."""
    marked = tiles("walls", walls or [[0] * width for _ in range(height)], 2)
    floor = tiles("floor", [[1] * width for _ in range(height)])
    return foreign(floor, marked, PLAYERS, width=width, height=height)


def test_a_point_is_a_whole_party(run: Run, tmp_path: Path) -> None:
    path = save(tmp_path, yard(10, 8))
    code, out, err = run("check", str(path))
    assert (code, err) == (0, "")
    assert "guess: 2 starting places are taken from what is called like figures, for party and foe" in out
    assert "note: Sovereign: 3 of side party start on the free ground beside their Spawn" in out
    for name in names():
        setup = quick_setup(read_map(path), ruleset(name))
        state = ruleset(name).begin(setup)
        assert len(state.combatants) == sum(len(side.squad) for side in setup.sides)


def test_sides_that_see_each_other_from_the_start_are_told(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("check", str(save(tmp_path, yard(10, 8))))
    assert code == 0
    assert "warning: sides foe and party start in sight of each other: 100 of 100 pairs of cells" in out
    middle = [[0, 0, 0, 0, 5, 0, 0, 0, 0, 0] for _ in range(7)] + [[0] * 10]
    _, out, _ = run("check", str(save(tmp_path, yard(10, 8, middle))))
    assert "100 of 100" not in out, "a wall with a way round it"


def test_where_a_start_cannot_grow_check_refuses_as_the_game_does(run: Run, tmp_path: Path) -> None:
    """A corridor of four cells with a wall below: room for two of each side."""
    corridor = [[0] * 4, [5] * 4]
    ends = objects("things", point(1, "Player", 0.5, 0.5), point(2, "enemy", 3.5, 0.5))
    floor = tiles("floor", [[1] * 4 for _ in corridor])
    path = save(tmp_path, foreign(floor, tiles("walls", corridor, 2), ends, width=4, height=2))
    code, out, _ = run("check", str(path))
    assert code == 2
    assert "error: map.tmx: Sovereign can't be played on it: no room is left for " in out
    assert "of side party; enlarge the map's Spawn areas of that side, or the free ground beside them, by 1 cell" in out
    told = [
        line.split(" can't be played on it: ")[1] for line in out.splitlines() if " can't be played on it: " in line
    ]
    assert len(told) == len(set(told)), "what keeps several rulesets from it is told once for them"
    with pytest.raises(BadSetup, match="by 6 cells"):
        ruleset("sovereign").begin(quick_setup(read_map(path), ruleset("sovereign")))


def test_a_figure_walled_in_is_left_alone_and_its_side_starts_where_it_can_get_at_the_other(tmp_path: Path) -> None:
    walls = [[0] * 10 for _ in range(8)]
    walls[6][8:] = [5, 5]
    walls[7][8] = 5
    chart = read_map(save(tmp_path, yard(10, 8, walls)))
    party, foe = chart.field.spawns
    assert party.cells == ((0, 0),)
    assert (9, 7) not in foe.cells
    assert chart.playable() == []


def test_corrections_are_checked_with_the_map_beside_them(run: Run, tmp_path: Path) -> None:
    shutil.copy(HOME / "no-starts.tmx", tmp_path / "a.tmx")
    shutil.copy(HOME / "sheet.png", tmp_path / "sheet.png")
    file = write_corrections(tmp_path / "a.tmx", Corrections(ground={(3, 9): "pit"}))
    code, out, _ = run("check", file.name)
    assert code == 0 and "note: corrections of a.corrections.toml are applied: 1 cell" in out
    (tmp_path / "a.tmx").unlink()
    code, out, _ = run("check", file.name)
    assert code == 2 and f"error: a.corrections.toml: there is no map a ({', '.join(MAPS)}) beside it" in out


def test_folders_are_allowed_listed_and_forgotten(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    assert run("allow")[1] == "No folder is allowed.\n"
    assert run("allow", "mine")[:2] == (0, f"{folder}: maps below it may read tilesets and pictures below it\n")
    assert run("allow")[1] == f"{folder}\n"
    assert run("allow", "mine", "--forget")[0] == 0
    assert run("allow")[1] == "No folder is allowed.\n"
    assert run("allow", "/")[0] == 2
