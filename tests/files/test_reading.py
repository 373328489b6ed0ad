"""What files are opened at all, how much of them is read, and how long a message may be."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from game.cli.checks import check_file
from game.files.archives import look_over
from game.files.battlefile import Diverged, replay
from game.files.bounded_reading import is_folder, is_plain, read_bytes, read_text
from game.files.errors import BadFile
from game.files.saves import glance, load_match
from game.files.scenario import read_scenario
from game.files.tiled import read_map
from game.files.tiled.corrections import read_corrections, sidecar
from game.play.seating import BadSeats
from game.rules.dice import BadDice
from game.rules.ledger import BadLedger
from game.rules.match import OutOfStep
from game.rules.questions import Impossible
from game.rules.ruleset import BadSetup
from game.user_error import LINE, LINES, MESSAGE, UserError, brief
from tests.files.drawing import SPAWNS, save, tiles, tmx


def test_a_plain_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbf" + "drei Äpfel\r\n".encode())
    assert read_text(path, 100) == "drei Äpfel\r\n", "a mark of the byte order is no text"
    assert len(read_bytes(path, path.stat().st_size)) == path.stat().st_size
    with pytest.raises(BadFile, match=r"^a\.txt: the file has 1 KB; at most 1 KB are read$"):
        read_bytes(path, path.stat().st_size - 1)
    path.write_bytes(b"\xff")
    with pytest.raises(BadFile, match=r"^a\.txt: not a text file in UTF-8 \(invalid start byte\); save it as UTF-8$"):
        read_text(path, 100)


def test_a_link_to_a_plain_file_is_one(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert is_plain(tmp_path / "b") and read_text(tmp_path / "b", 10) == "x"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_pipes_devices_and_folders_are_not_opened(tmp_path: Path) -> None:
    """Reading the first would wait for ever, reading the second never end."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    for path in (tmp_path / "pipe", tmp_path / "zero", tmp_path):
        assert not is_plain(path)
        with pytest.raises(BadFile, match="this is a folder, a pipe or a device; name a plain file"):
            read_bytes(path, 100)
    assert is_folder(tmp_path) and not is_folder(tmp_path / "pipe")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there are no such files here")
def test_a_file_that_does_not_know_its_length_is_read_no_further() -> None:
    assert Path("/proc/self/status").stat().st_size == 0
    with pytest.raises(BadFile, match="more than the 1 KB that are read"):
        read_bytes(Path("/proc/self/status"), 100)


POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "8" * 64 + "\nsize 7664\n"


@pytest.mark.parametrize("name", ["map.tmx", "map.tmj", "map.png", "map.uvtt", "map.world"])
def test_a_pointer_of_git_lfs_is_told_as_one_whatever_it_stands_for(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(POINTER)
    with pytest.raises(BadFile) as error:
        list(check_file(tmp_path / name))
    assert str(error.value).startswith(f"{name}: this is only a pointer of Git LFS, which stands for the file: fetch")
    assert "git lfs pull" in str(error.value)


def test_what_a_map_names_may_be_a_pointer_too(tmp_path: Path) -> None:
    sheet = '<image source="sheet.png" width="256" height="128"/>'
    inside = f'<tileset firstgid="1" tilewidth="64" tileheight="64" tilecount="8" columns="4">{sheet}</tileset>'
    path = save(tmp_path, tmx(tiles("floor", [[1] * 6] * 4), SPAWNS, tilesets=inside))
    (path.parent / "sheet.png").write_text(POINTER)
    assert any("sheet.png" in line and "git lfs pull" in line for line in read_map(path).report.lines())
    lost = '<tileset firstgid="1" source="lost.tsx"/>'
    path = save(tmp_path, tmx(tiles("floor", [[1] * 6] * 4), SPAWNS, tilesets=lost))
    (path.parent / "lost.tsx").write_text(POINTER)
    assert any("lost.tsx" in line and "git lfs pull" in line for line in read_map(path).report.lines())


@pytest.mark.parametrize("read", [load_match, glance, read_scenario, replay, look_over, read_corrections])
def test_other_files_that_are_pointers(tmp_path: Path, read: Callable[[Path], object]) -> None:
    path = tmp_path / "kept.tmx"
    (sidecar(path) if read is read_corrections else path).write_text(POINTER)
    with pytest.raises(BadFile, match="git lfs pull"):
        read(path)


def test_a_text_that_speaks_of_git_lfs_is_no_pointer(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("About " + POINTER)
    (tmp_path / "long.txt").write_text(POINTER + "x" * 1024)
    assert read_text(tmp_path / "note.txt", 5000).startswith("About")
    assert len(read_bytes(tmp_path / "long.txt", 5000)) > 1024


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("none", "none: there is no such file; check its name and place"),
        ("x" * 5000, "can't be read (File name too long)"),
        ("a\0b", "no file can have this name"),
        ("\ud800", "no file can have this name"),
    ],
)
def test_names_without_a_file(name: str, words: str) -> None:
    assert not is_plain(Path(name)) and not is_folder(Path(name))
    with pytest.raises(BadFile) as error:
        read_bytes(Path(name), 100)
    assert words in str(error.value)
    assert len(str(error.value)) <= LINE


# --- how long a message may be ---


def test_a_long_line_loses_its_middle() -> None:
    text = f"map.tmx: layer 'walls': {'x' * 234_759} is nothing; remove it"
    assert len(brief(text)) == LINE
    assert brief(text).startswith("map.tmx: layer 'walls': xx")
    assert brief(text).endswith("xx is nothing; remove it")
    assert brief("short") == "short"


def test_of_many_lines_the_rest_is_counted() -> None:
    lines = brief("\n".join(f"fault {n}" for n in range(1000))).splitlines()
    assert lines[LINES - 1 :] == [f"fault {LINES - 1}", "… and 970 more"]
    assert brief("a\nb", lines=2) == "a\nb"
    assert brief("a\n… and 3 more", lines=2) == brief("a\nb\nc\nd", lines=1) == "a\n… and 3 more"


def test_a_message_with_all_its_lines_is_short_and_a_report_has_each() -> None:
    """Also where one error quotes another, and whatever was counted there."""
    faults = [f"map.tmx: object {n}: {'x' * 150} is nothing; remove it" for n in range(25)]
    error = BadFile("\n".join(faults))
    assert str(error) == "\n".join((*faults[:3], "… and 22 more")) and error.messages == tuple(faults)
    around = BadFile(f"{'night ' * 20}: {error}")
    assert len(str(around)) <= MESSAGE and str(around).splitlines()[2:] == ["… and 23 more"]
    assert BadFile("\n".join(faults * 2)).messages[LINES - 1 :] == (faults[LINES - 26], "… and 20 more")
    assert brief(f"{'x' * 500}\n{'y' * 500}\n… and {'9' * 5000} more").endswith("… and 2 more")
    for text in ("", "\n", "x" * LINE, "x\n" * 299 + "xx", "\n".join(["x" * LINE] * 40)):
        assert len(brief(text)) <= MESSAGE and brief(brief(text)) == brief(text)


def test_what_no_screen_shows_is_replaced() -> None:
    assert brief("a\x1b[2J\ud800\tb\0") == "a�[2J��b�"
    assert brief("Größe 😀 \xa0 ‰") == "Größe 😀 \xa0 ‰"


def test_every_error_for_players_is_short() -> None:
    """All are of one kind, which keeps its text short."""
    known = {BadFile, BadSetup, BadSeats, BadDice, BadLedger, Diverged, Impossible, OutOfStep}
    kinds: list[type[UserError]] = [UserError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    assert known <= {*kinds}
    for kind in kinds:
        error = kind("file", 1, "x" * 9999, "y" * 9999, None) if kind is Diverged else kind("x" * 99_999)  # type: ignore[arg-type]
        assert len(str(error)) <= MESSAGE and max(map(len, str(error).splitlines())) <= LINE
