"""The text game for screen readers: one thing a line, words in place of signs, the board in words where asked for."""

from __future__ import annotations

import io
import os
import re
import sys

import pytest

from game.files.saves import load_match
from game.play.folders import state_folder
from game.play.output import bar
from game.rules.registry import ruleset
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Edge, Feature, Field, Terrain
from game.terminal.terminal import PROMPT, Terminal, spoken
from tests.program import Run
from tests.rules.battles import duel
from tests.terminal.test_text import Screen
from tests.terminal.text_game import play, table

BOOKS = ("einfelst", "glog", "ingenuity", "murdham", "sovereign")

TYPED = ["?", "zones", "who", "cannot", "goal", "look", *["auto", "why"] * 9, "log 60", "odds 1", "list", "quit"]

LAID_OUT = re.compile(r"^\s|\s$|  |[`·→≥≤±×−…│┃─━┏┗╭╰█▏\t\x1b]|\d/\d|\[[A-Za-z]+-?\d|(?<![\w)])\+\d")
"""What a screen reader reads badly, or not at all."""


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that can do everything, which is not asked for to be plain."""
    monkeypatch.setenv("TERM", "xterm")


def transcript(run: Run, book: str, *more: str) -> list[str]:
    """The lines of a battle that the AI plays for a person."""
    os.environ["TERM"] = "xterm"
    words = ("text", "the-cart-at-the-bend", "--rules", book, "--seed", "3", "--no-chances", *more)
    code, out, err = run(*words, typed=TYPED)
    assert code == 0, err
    return out.splitlines()


@pytest.mark.parametrize("book", BOOKS)
def test_every_line_is_one_thing_to_be_read_out(run: Run, book: str) -> None:
    lines = transcript(run, book, "--plain")
    assert len(lines) > 100
    ours = [line.removeprefix(PROMPT) for line in lines if not re.match(r"Saved\. Go on with", line)]
    assert [line for line in ours if not line or LAID_OUT.search(line)] == []


@pytest.mark.parametrize("book", BOOKS)
def test_the_battle_is_the_same_and_every_option_has_its_number(run: Run, book: str) -> None:
    lines = transcript(run, book, "--plain")
    (plain,) = state_folder("autosaves").iterdir()
    fought = load_match(plain).match.history
    plain.unlink()
    usual = transcript(run, book)
    (other,) = state_folder("autosaves").iterdir()
    assert load_match(other).match.history == fought
    listed = [line for line in usual if re.match(r" {1,3}\d+  ", line)]
    read = [line for line in lines if re.match(r"\d+\. ", line)]
    assert len(read) == len(listed) > 20
    for one, its in zip(listed, read, strict=True):
        assert its.split(".")[0] == one.split()[0]
    heads = [line for line in lines if re.fullmatch(r"[A-Z]\w+, options? \d+( to \d+)?:", line)]
    assert heads, "lists have headings"


def test_the_board_is_drawn_where_it_is_asked_for_alone() -> None:
    text = play(table(duel(orc=(5, 3)), "human,ai"), "map", "quit", plain=True)
    before, _, after = text.partition(f"{PROMPT}map\n")
    assert "##" not in before and not re.search(r"^ +0 +1 +2", before, re.MULTILINE)
    assert re.search(r"^ +0 +1 +2", after, re.MULTILINE), "and then it is drawn as it is for everybody"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("  Ada hits  [D-26, D-31]", "Ada hits, rule D-26, D-31"),
        ("Ada [ada-2]: red, at 5,4, Grit 8/8", "Ada: red, at 5,4, Grit 8 of 8"),
        ("1 +9 Savvy = 10, needs 20", "1 plus 9 Savvy is 10, needs 20"),
        ("20 -1 armour", "20 minus 1 armour"),
        ("It chose: wait (−12.9)", "It chose: wait (minus 12.9)"),
        ("d8+d6-4 against 5", "d8 plus d6 minus 4 against 5"),
        ("2d8+1, critical 9 on 18+", "2d8 plus 1, critical 9 on 18 or more"),
        ("Card 10 · Ada", "Card 10. Ada"),
        ("62 % ± 3 points", "62 % give or take 3 points"),
        ("map, map all               the board", "map, map all: the board"),
        ("half-orc, 3-5 cells, C|F", "half-orc, 3-5 cells, C|F"),
        ("\n\n  one\n\n  two\n", "one\ntwo"),
        ("", ""),
    ],
)
def test_signs_become_words(written: str, read: str) -> None:
    assert spoken(written) == read


def test_a_live_terminal_gets_no_colours_and_no_moves_of_the_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("TERM", "xterm-256color"), ("COLUMNS", "60"), ("FORCE_COLOR", "1")):
        monkeypatch.setenv(name, value)
    out = Screen()
    terminal = Terminal(Screen("hello\n"), out, plain=True)
    terminal.say("The battle is over. " * 12, "bold red")
    terminal.say()
    assert "\x1b" not in out.getvalue() and out.getvalue().count("\n") == 1, "no line is broken for its width"
    terminal.ask(terminal.prompt)
    assert out.getvalue().endswith(PROMPT)


@pytest.mark.parametrize("plain", [True, False])
def test_what_one_person_has_read_is_gone_from_the_screen_for_the_next(
    monkeypatch: pytest.MonkeyPatch, plain: bool
) -> None:
    monkeypatch.setenv("TERM", "dumb" if plain else "xterm")
    monkeypatch.setenv("LINES", "40")
    out = Screen()
    Terminal(Screen(), out, plain=plain).clear()
    assert out.getvalue().count("\n") >= 40 if plain else "\x1b[2J" in out.getvalue()


def test_a_dumb_terminal_is_a_plain_one_and_has_no_bars(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    _, out, _ = run("text", "gatehouse", "--rules", "duel", "--seed", "3", "--no-chances", typed=["Ada", "quit"])
    assert PROMPT in out
    monkeypatch.setattr("sys.stderr", Screen())
    with bar("working", 2) as told:
        told(1)
    assert isinstance(sys.stderr, io.StringIO) and not sys.stderr.getvalue().strip()


# -- the board in words

FIELD = Field(
    8,
    5,
    palette=(
        Terrain(),
        Terrain("wall", blocks_move=True, blocks_sight=True),
        Terrain("rubble", cost=2),
        Terrain("well", blocks_move=True),
    ),
    terrain=(
        *(1, 1, 1, 1, 1, 1, 1, 1),
        *(1, 0, 0, 0, 0, 2, 0, 0),
        *(1, 0, 0, 0, 0, 0, 3, 0),
        *(1, 0, 0, 0, 0, 0, 0, 0),
        *(1, 1, 1, 1, 1, 1, 1, 1),
    ),
    edges=(Edge("door", (3, 1), (3, 4), "door"),),
    features=(Feature("out", "exit", ((7, 1),)),),
)


def room(orc: tuple[int, int]) -> Setup:
    """Ada at the west wall of a room that a door parts."""
    red = SideSetup("red", (Recruit("knight", "Ada", (1, 2)),))
    return Setup("duel", FIELD, (red, SideSetup("blue", (Recruit("thief", "Orc", orc),))))


def around(setup: Setup, *typed: str) -> list[str]:
    """What is told by these commands."""
    text = play(table(setup, "human,ai"), *typed, "quit", plain=True)
    return text.partition(f"{PROMPT}{typed[-1]}\n")[2].partition(f"\n{PROMPT}")[0].splitlines()


def test_each_way_is_told_with_what_ends_it() -> None:
    told = around(room((6, 3)), "around")
    assert told[:3] == [
        "North: 1 step, then a wall",
        "North-east: 1 step, then a wall",
        "East: 1 step, then closed door",
    ]
    assert "West: no step, then a wall" in told
    assert any(line.startswith("Closed door: ") and "east" in line for line in told)
    assert any(line.startswith("Exit: ") and line.endswith("at 7,1") for line in told)


def test_somebody_in_the_way_is_named_and_what_is_hidden_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "South: no step, then Orc" in around(room((1, 3)), "around")
    duel_rules = ruleset("duel")
    monkeypatch.setattr(type(duel_rules), "seen_by", lambda self, board, side: {"ada"}, raising=False)
    told = around(room((1, 3)), "around")
    assert "South: 1 step, then a wall" in told and not any("Orc" in line for line in told)


def test_where_a_move_leads_is_told_by_whom_it_comes_near() -> None:
    told = around(duel_in_the_open(), "around move")
    (line,) = (each for each in told if each.endswith("Orc"))
    assert re.fullmatch(r"move \d+,\d+: (beside|\d+ cells from) Orc", line)
    assert any("takes one of the moves" in each for each in around(duel_in_the_open(), "around nothing"))


def duel_in_the_open() -> Setup:
    """Two on a meadow, some cells apart."""
    return duel(orc=(5, 3))


@pytest.mark.parametrize("book", ["murdham", "einfelst"])
def test_zones_are_told_by_their_own_word(run: Run, book: str) -> None:
    words = ("text", "the-cart-at-the-bend", "--rules", book, "--seed", "3", "--no-chances", "--plain")
    _, out, _ = run(*words, typed=["auto", "auto", "around", "zones", "quit"])
    assert "around tells of" in out
