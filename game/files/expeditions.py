"""The file of an expedition: a company that fights several battles in a row, and what has become of it so far."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from game.files.atomic import write_whole
from game.files.errors import BadFile
from game.files.own_json import read_json
from game.files.scenario import PlayerKind

FORMAT = 1

FILE = "expedition.json"
"""What it is called in its folder, beside the maps and scenarios of its battles."""

LARGEST = 1_000_000
"""Bytes of one, at most."""

LegOutcome = Literal["won", "lost", "drawn"]


class Traveller(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member of the company that goes on."""

    unit: str
    name: str = ""
    carried: str = ""
    """What it brings, as ``Recruit.carried`` has it."""


class Leg(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle that has been fought."""

    file: str
    """Its scenario's, in the folder."""
    title: str
    outcome: LegOutcome
    rounds: int
    why: str
    """What decided it, in words."""
    lost: tuple[str, ...] = ()
    """What those are called who did not go on from it."""
    night: tuple[str, ...] = ()
    """What happened between it and the next, in the words of the log."""


class Expedition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of them, as it stands."""

    word: str
    rules: str
    size: str
    difficulty: str
    opponent: PlayerKind
    company: tuple[Traveller, ...]
    legs: tuple[Leg, ...] = ()
    offered: tuple[str, ...] = ()
    """The files of the battles of which one is to be chosen; none once it is over."""
    chosen: str = ""
    """The file of the battle that was chosen and is not over."""
    dice: int = 0
    """Another each time that somebody sets out: what the dice follow from, beside the word and the battle's number."""
    format: int = FORMAT


def read_expedition(path: Path) -> Expedition:
    """Read one. Raises BadFile."""
    found = read_json(path, Expedition, LARGEST, "begin another expedition")
    if found.format > FORMAT:
        raise BadFile(f"{path}: a newer version of the game has written it; go on with that one")
    for name in (*found.offered, found.chosen, *(leg.file for leg in found.legs)):
        if Path(name).name != name:
            raise BadFile(f"{path}: {name!r} is no file beside it; begin another expedition")
    return found


def write_expedition(path: Path, expedition: Expedition) -> None:
    """Put it in its place in one go. Raises BadFile."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(expedition), indent=1))
