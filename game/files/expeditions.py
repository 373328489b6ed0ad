"""The file of an expedition: a company on its way over a map of places, and what has become of it so far."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import msgspec

from game.files.atomic import write_whole
from game.files.errors import BadFile
from game.files.own_json import read_json
from game.files.scenario import PlayerKind
from game.rules.setup import Recruit
from game.rules.state import Piece
from game.spatial.field import Cell

FORMAT = 2

FILE = "expedition.json"
"""What it is called in its folder, beside the maps and scenarios of its battles."""

LARGEST = 1_000_000
"""Bytes of one, at most."""

PlaceKind = Literal["battle", "rest", "find", "meeting"]

LegOutcome = Literal["won", "lost", "drawn", "rested", "found", "joined", "passed"]


class Traveller(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member of the company that goes on."""

    unit: str
    name: str = ""
    carried: str = ""
    """What it brings, as ``Recruit.carried`` has it."""
    given: tuple[str, ...] = ()
    """Keys of its own gear that it gave away and has not got back: no find makes those good."""


class ExpeditionPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place of the map."""

    key: str
    step: int
    """How many steps on the way it is, from 1."""
    kind: PlaceKind
    title: str
    at: Cell
    """On the map of the land."""
    roads: tuple[str, ...] = ()
    """The keys of the places of the next step to which a road leads from there."""
    file: str = ""
    """The scenario of a battle, in the folder."""
    land: str = ""
    """The kind of its map."""
    aim: str = ""
    foes: tuple[Recruit, ...] = ()
    joins: Traveller | None = None
    """Who would go along: a captive who is freed by a victory, or somebody who may be talked to."""


class Leg(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that the company has been to."""

    file: str
    """The scenario of a battle, in the folder; empty where there was none."""
    title: str
    outcome: LegOutcome
    rounds: int
    why: str
    """What decided it, in words."""
    lost: tuple[str, ...] = ()
    """What those are called who did not go on from it."""
    night: tuple[str, ...] = ()
    """What happened between it and the next, in the words of the log."""
    place: str = ""
    """Its key."""
    joined: tuple[str, ...] = ()
    """What those are called who go along from there."""
    told: tuple[str, ...] = ()
    """The best blow, who fell by whom, and how the dice fell against their odds, in sentences."""
    record: str = ""
    """The battle, to be watched again: a file in the folder; none of earlier versions of the game."""


class Expedition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of them, as it stands."""

    word: str
    rules: str
    size: str
    difficulty: str
    opponent: PlayerKind
    company: tuple[Traveller, ...]
    places: tuple[ExpeditionPlace, ...] = ()
    legs: tuple[Leg, ...] = ()
    chosen: str = ""
    """The key of the place whose battle was chosen and is not over."""
    lying: tuple[Piece, ...] = ()
    """What has been won and nobody carries; it stays behind where the company goes on."""
    yielded: tuple[Traveller, ...] = ()
    """Who has surrendered in the last battle and would go along."""
    dice: int = 0
    """Another each time that somebody sets out: what the dice follow from, beside the word and the battle's number."""
    format: int = FORMAT

    @property
    def by_key(self) -> Mapping[str, ExpeditionPlace]:
        """The places by their keys."""
        return MappingProxyType({place.key: place for place in self.places})

    @property
    def at(self) -> ExpeditionPlace | None:
        """The place where the company is; None where it has only set out."""
        return self.by_key.get(self.legs[-1].place) if self.legs else None

    @property
    def open(self) -> tuple[ExpeditionPlace, ...]:
        """The places of which one may be chosen now; none where a battle was chosen, and none once it is over."""
        if self.chosen or not self.company:
            return ()
        here = self.at
        keys = {place.key for place in self.places if place.step == 1} if here is None else {*here.roads}
        return tuple(place for place in self.places if place.key in keys)

    @property
    def steps(self) -> int:
        """Steps of the whole way."""
        return max((place.step for place in self.places), default=len(self.legs))


def read_expedition(path: Path) -> Expedition:
    """Read one. Raises BadFile."""
    found = read_json(path, Expedition, LARGEST, "begin another expedition")
    if found.format > FORMAT:
        raise BadFile(f"{path}: a newer version of the game has written it; go on with that one")
    files = *(place.file for place in found.places), *(name for leg in found.legs for name in (leg.file, leg.record))
    for name in files:
        if name and Path(name).name != name:
            raise BadFile(f"{path}: {name!r} is no file beside it; begin another expedition")
    return found


def write_expedition(path: Path, expedition: Expedition) -> None:
    """Put it in its place in one go. Raises BadFile."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(expedition), indent=1))
