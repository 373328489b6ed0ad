"""Spoilt files of every kind: read, or refused in a sentence, in little time and memory, and never anything else."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fuzz.conftest import Cell
from tests.fuzz.kinds import KINDS
from tests.fuzz.mutate import spoilt
from tests.fuzz.sounds import Sound, sounds
from tests.night import NIGHT

Count = Callable[[str, object], None]
"""Keeps a figure with the results of a test."""

MANY = 300
"""Spoilt files of a kind at night."""

FEW = 1
"""Sound files of a kind that every run reads; all are read at night."""


def _read(cell: Cell, sound: Sound, kind: str, home: Path) -> None:
    home.mkdir()
    for name, data in sound.files.items():
        (home / name).write_bytes(data)
    verdict = cell.judge(kind, home / sound.name)
    assert (verdict.fault, verdict.refused) == ("", ""), home


@pytest.mark.parametrize("kind", KINDS)
def test_sound_files_are_read(cell: Cell, kind: str, tmp_path: Path) -> None:
    """Else the mutations would begin from what is refused anyway."""
    for number, sound in enumerate(sounds(kind)[:FEW]):
        _read(cell, sound, kind, tmp_path / str(number))


@pytest.mark.nightly
@pytest.mark.parametrize("kind", KINDS)
def test_all_sound_files_are_read(cell: Cell, kind: str, tmp_path: Path) -> None:
    for number, sound in enumerate(sounds(kind)):
        _read(cell, sound, kind, tmp_path / str(number))


def _run(cell: Cell, kind: str, lots: range, folder: Path, count: Count) -> None:
    """Judge these cases; of those that fail the files are kept, and named with what is wrong."""
    faults, outcomes = [], Counter[str]()
    slowest = largest = 0.0
    for lot in lots:
        path = spoilt(kind, lot, folder)
        verdict = cell.judge(kind, path)
        outcomes["fault" if verdict.fault else "refused" if verdict.refused else "read"] += 1
        slowest, largest = max(slowest, verdict.seconds), max(largest, verdict.megabytes)
        if verdict.fault:
            faults.append(f"python -m tests.fuzz {kind} {lot}: {verdict.fault}\nkept in {path.parent}")
        else:
            shutil.rmtree(path.parent)
    print(f"{kind}: {dict(outcomes)}, the slowest {slowest:.1f} s, the largest {largest:.0f} MB")
    for outcome, what in (("read", "read"), ("refused", "refused"), ("fault", "at fault")):
        count(what, outcomes[outcome])
    assert not faults, "\n\n".join(faults)


@pytest.mark.parametrize("kind", KINDS)
def test_a_spoilt_file(cell: Cell, kind: str, tmp_path: Path, record_property: Count) -> None:
    _run(cell, kind, range(1), tmp_path, record_property)


@pytest.mark.nightly
@pytest.mark.parametrize("kind", KINDS)
def test_many_spoilt_files(cell: Cell, kind: str, tmp_path: Path, record_property: Count) -> None:
    _run(cell, kind, range(NIGHT * MANY, (NIGHT + 1) * MANY), tmp_path, record_property)
