"""Files that are written whole, never over somebody else's, under names that every system can have."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from game.files.atomic import file_words, reserved, stamp_of, write_again, write_new, write_whole
from game.files.errors import BadFile


def test_a_new_file_goes_over_no_other(tmp_path: Path) -> None:
    names = [write_new(tmp_path / "a.save", bytes([number])).name for number in range(3)]
    assert names == ["a.save", "a-2.save", "a-3.save"]
    assert [(tmp_path / name).read_bytes() for name in names] == [b"\0", b"\1", b"\2"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)


def test_a_disk_without_links_is_written_to_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    assert [write_new(tmp_path / "a.save", data).name for data in (b"one", b"two")] == ["a.save", "a-2.save"]
    assert sorted(path.read_bytes() for path in tmp_path.iterdir()) == [b"one", b"two"]


def test_a_writer_goes_over_what_it_wrote_itself_and_over_nothing_else(tmp_path: Path) -> None:
    mine, last = write_again(tmp_path / "a.save", b"mine", None)
    mine, last = write_again(mine, b"mine, longer", last)
    assert (mine.name, mine.read_bytes()) == ("a.save", b"mine, longer")

    theirs, their_last = write_again(tmp_path / "a.save", b"theirs", None)
    assert theirs.name == "a-2.save"
    write_whole(mine, b"from elsewhere")
    mine, last = write_again(mine, b"mine, longest", last)
    assert mine.name == "a-3.save"
    theirs, _ = write_again(theirs, b"theirs, longer", their_last)
    found = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert found == {"a.save": b"from elsewhere", "a-2.save": b"theirs, longer", "a-3.save": b"mine, longest"}


def test_a_file_that_was_thrown_away_is_written_anew_in_its_place(tmp_path: Path) -> None:
    path, last = write_again(tmp_path / "a.save", b"one", None)
    path.unlink()
    assert stamp_of(path) is None
    path, last = write_again(path, b"two", last)
    assert (path.name, path.read_bytes()) == ("a.save", b"two")


WRITER = """
import sys
from pathlib import Path
from game.files.atomic import write_again, write_new

folder, last, path = Path(sys.argv[1]), None, Path(sys.argv[1]) / "own.save"
print("ready", flush=True)
for round in range(10**9):
    data = b"%d" % (round % 10) * 200_000
    path, last = write_again(path, data, last)
    write_new(folder / "new.save", data)
    if round % 50 == 49:
        for old in folder.glob("new*.save"):
            old.unlink()
"""


def test_a_game_that_is_killed_while_it_writes_leaves_whole_files_only(tmp_path: Path) -> None:
    if not hasattr(signal, "SIGKILL"):
        pytest.skip("no system on which a process can be killed so")
    folder = tmp_path / "saves"
    for _ in range(6):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(folder)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            while not (folder / "own.save").exists():
                assert writer.poll() is None
            writer.send_signal(signal.SIGKILL)
        for path in folder.glob("*.save"):
            data = path.read_bytes()
            assert len(data) == 200_000 and len(set(data)) == 1, path.name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("con", "is one that Windows keeps for itself (con)"),
        ("NUL.save", "is one that Windows keeps for itself (NUL)"),
        ("Aux.tar.gz", "is one that Windows keeps for itself (Aux)"),
        ("com1.toml", "is one that Windows keeps for itself (com1)"),
        ("lpt².toml", "is one that Windows keeps for itself (lpt²)"),
        ("prn .toml", "is one that Windows keeps for itself (prn)"),
        ("battle.", "ends with a dot or a space, which not every system allows"),
        ("battle.save ", "ends with a dot or a space, which not every system allows"),
    ],
)
def test_names_that_windows_keeps_for_itself_are_never_written(tmp_path: Path, name: str, why: str) -> None:
    for write in (write_whole, write_new):
        for path in (tmp_path / name, tmp_path / name / "battle.save"):
            with pytest.raises(BadFile) as error:
                write(path, b"")
            assert str(error.value) == f"{path.name}: the name {name!r} {why}; choose another"
    assert not list(tmp_path.iterdir())


def test_folders_that_are_there_are_written_to_whatever_they_are_called(tmp_path: Path) -> None:
    (tmp_path / "aux").mkdir()
    (tmp_path / "aux" / "deep.").mkdir()
    write_whole(tmp_path / "aux" / "deep." / ".." / "deep." / "a.save", b"")
    assert (tmp_path / "aux" / "deep." / "a.save").exists()


@pytest.mark.parametrize("title", ["Con", "NUL", "com1", "Aux!", "LPT ³", "prn", "...", "The End. ", "²", "ｃｏｎ"])
def test_no_title_makes_a_name_that_some_system_cannot_have(title: str) -> None:
    assert not reserved(f"{file_words(title)}.toml") and not reserved(file_words(title))


def test_titles_stay_apart_and_readable() -> None:
    assert [file_words(title) for title in ("Con", "Contest", "The End. ", "")] == [
        "con-battle",
        "contest",
        "the-end",
        "battle",
    ]
