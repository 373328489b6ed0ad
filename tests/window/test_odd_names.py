"""Names of files that nobody should type: refused in a sentence in the text game and in the window, never its end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.files.atomic import write_new, write_whole
from game.files.errors import BadFile
from game.files.saves import load_match
from game.view.widgets.text_field import TextField
from game.window.destinations import Title
from game.window.loop import App
from game.window.pilot import Pilot
from tests.night import NIGHT
from tests.rules.battles import duel
from tests.terminal.text_game import play, table

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
