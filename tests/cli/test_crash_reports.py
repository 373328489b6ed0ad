"""A report of a fault can be sent to a stranger: it tells what mends the game, and not whose computer it is."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

import pytest

from game.files.saves import SeatPlan
from game.play.crash import ANSWERS, CrashReporter, redacted, write_report
from game.rules.match import AnyMatch
from tests.rules.battles import Drawn, begin, duel
from tests.saving import save_match

NAME, HOST = "mira.okonkwo", "miras-laptop"


@pytest.fixture(autouse=True)
def somebody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A user with a name and a home, on a computer that has one, too."""
    home = tmp_path / "Users" / NAME
    home.mkdir(parents=True)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    for name in ("USER", "USERNAME", "LOGNAME"):
        monkeypatch.setenv(name, NAME)
    monkeypatch.setattr(platform, "node", lambda: f"{HOST}.fritz.box")
    return home


def report(error: Exception, autosave: Path | None = None) -> str:
    """What is written of an error that was raised."""
    try:
        raise error
    except type(error) as raised:
        path = write_report(raised, autosave)
    assert path is not None
    return path.read_text(encoding="utf-8")


def fought(answers: int) -> AnyMatch:
    """A duel with so many answers and more, from its beginning."""
    match, drawn = begin(duel(orc=(5, 3))), Drawn(3)
    for _ in range(answers):
        if match.pending is None:
            break
        match.answer(drawn.answer(match, match.pending))
    return match


def test_a_report_has_no_path_and_no_name_of_the_player_s(somebody: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["battlemat", "play", str(somebody / "my maps" / "the mill.tmx")])
    plain = f"{somebody}/all my maps/mill.tmx: {NAME} on {HOST} may not; see {somebody}\\deep\\x.tsx"
    cause = FileNotFoundError(2, "No such file", str(somebody / "my maps" / "the mill.tmx"))
    error = ValueError(plain)
    error.__cause__ = cause
    text = report(error)
    for theirs in (str(somebody), NAME, "okonkwo", HOST, "mill", "my maps", "deep", str(Path.cwd())):
        assert theirs not in text, theirs
    assert "[folder]/*.tmx" in text and "[user]" in text and "[host]" in text
    assert "FileNotFoundError" in text and "ValueError" in text


def test_a_report_tells_where_in_the_code_it_happened_and_on_what() -> None:
    text = report(ZeroDivisionError("one by nothing"))
    assert 'File "tests/cli/test_crash_reports.py", line ' in text or 'File "cli/test_crash_reports.py"' in text
    assert "raise error" in text and "one by nothing" in text
    assert f"Python {platform.python_version()}, {platform.platform()}" in text


@pytest.mark.parametrize("said", ["3/4 of a blow", "hit or miss and/or daze", "5/10 ft", "at 8,16: 62 %", "17:23:05"])
def test_what_is_no_path_stays(said: str) -> None:
    assert redacted(said) == said


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("/opt/x/y.toml: no squad", "[folder]/*.toml: no squad"),
        (r"C:\Games\Mine\y.tmx is spoilt", "[folder]/*.tmx is spoilt"),
        (r"\\server\share\y.tmx", "[folder]/*.tmx"),
        ("open('/a b/c d.png')", "open('[folder]/*.png')"),
        ("maps/secret/y.tmx: no layer", "[folder]/*.tmx: no layer"),
    ],
)
def test_paths_keep_the_ending_of_their_file_alone(said: str, left: str) -> None:
    assert redacted(said) == left


def test_a_report_tells_the_last_answers_of_the_battle(tmp_path: Path) -> None:
    match, path = fought(400), tmp_path / "duel.save"
    save_match(match, path, seats=SeatPlan({"red": "human", "blue": "instinct"}, seed=5))
    lines = report(ZeroDivisionError("x"), path).splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("The last "))
    last = match.history[-ANSWERS:]
    assert lines[start] == f"The last {len(last)} of {len(match.history)} answers:"
    told = [line.split(maxsplit=1)[1] for line in lines[start + 1 :] if line]
    assert told == [each if isinstance(each, str) else " ".join(map(str, each)) for each in last]
    assert "Battle: duel, round " in "\n".join(lines) and "seed 5" in "\n".join(lines)


def test_a_battle_that_can_not_be_read_does_not_keep_a_report_from_being_written(tmp_path: Path) -> None:
    spoilt = tmp_path / "spoilt.save"
    spoilt.write_bytes(b"{")
    text = report(ZeroDivisionError("one by nothing"), spoilt)
    assert "one by nothing" in text and "The battle can't be read" in text


def test_whoever_runs_a_command_finds_the_battle_in_the_report(tmp_path: Path, at_home: Path) -> None:
    path = tmp_path / "duel.save"
    save_match(fought(6), path, seats=SeatPlan({"red": "human"}, seed=5))
    net = CrashReporter()
    net.remember(path)

    def crash() -> int:
        raise ZeroDivisionError("one by nothing")

    assert net.catch(crash) == 1
    (written,) = (at_home / "state" / "crashes").iterdir()
    assert "The last 6 of 6 answers:" in written.read_text(encoding="utf-8")
