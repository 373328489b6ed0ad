"""The gallery: maps, scenarios, battles from others, skirmishes, puzzles and rulesets of the player's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pygame

from game.files.archives import ENDING, is_record, map_of_record
from game.files.errors import BadFile
from game.files.saves import glance
from game.files.scenario import read_scenario
from game.files.sources import is_map, remembered_folders
from game.files.tiled import read_map
from game.play.folders import SCENARIOS, day_of, newest_first, output_folder, state_folder, written_at
from game.play.preferences import opened
from game.play.shared import FOLDER, SENT, taken_in
from game.play.skirmish_files import SKIRMISHES
from game.play.start import StartRequest
from game.rules.registry import unpacked_packages
from game.view.board.map_layers import MapLayers
from game.view.widgets.forms import ListRow
from game.window.command_job import MADE, CommandJob
from game.window.desktop import show_folder
from game.window.destinations import Begin, Destination, Dropped, EditMap, SetUp, Sure, Trouble
from game.window.loop import App
from game.window.menu import MenuButton
from game.window.shelf import ShelfScreen, map_drawn

MOST_SKIRMISHES = 12
"""Battles of a word that are listed, the newest."""


class FileKind(NamedTuple):
    """What sort of thing a file of the player's is."""

    title: str
    """What one is called in the list."""
    origin: str
    """Where such a thing comes from, in a sentence."""
    found: Callable[[App], Sequence[Path]]
    open: str = ""
    """What its first button says; empty where there is nothing to open."""
    leads: Callable[[Path], Destination] = SetUp
    """Where that button leads."""
    belongs: Callable[[Path], Sequence[Path]] = lambda path: (path,)
    """The files and folders that go with one when it is removed; none for what is only forgotten."""


def _begin(path: Path) -> Destination:
    return Begin(StartRequest(path))


def _unpacked(*, records: bool) -> Sequence[Path]:
    return [path for path in taken_in() if is_record(path) == records]


def _home(path: Path) -> Sequence[Path]:
    """The folder that a battle from others was unpacked to."""
    whole = state_folder(FOLDER)
    return (whole / path.relative_to(whole).parts[0],)


MAP = FileKind(
    "Map",
    "A map of your own that was opened here",
    lambda app: opened(app.preferences),
    "Look it over",
    EditMap,
    lambda path: (),
)
RULESET = FileKind("Ruleset", "A ruleset that was unpacked among the game's files", lambda app: unpacked_packages())
KINDS = (
    MAP,
    FileKind(
        "Scenario",
        "A scenario that was put together here",
        lambda app: newest_first(state_folder(SCENARIOS).glob("*.toml")),
        "Set it up",
    ),
    FileKind(
        "From others",
        "A battle in one file that was taken in",
        lambda app: _unpacked(records=False),
        "Set it up",
        belongs=_home,
    ),
    FileKind(
        "Challenge",
        "A battle that somebody else has fought and shared",
        lambda app: _unpacked(records=True),
        "Do better",
        _begin,
        _home,
    ),
    FileKind(
        "Skirmish",
        "A battle that was made of a word",
        lambda app: newest_first(state_folder(SKIRMISHES).glob("*.toml"))[:MOST_SKIRMISHES],
        "Set it up",
        belongs=lambda path: (path, path.with_suffix(".tmx")),
    ),
    FileKind(
        "Puzzle",
        "A puzzle that was found here",
        lambda app: sorted(output_folder(MADE).glob("puzzles/*.toml")),
        "Play it",
        _begin,
    ),
    FileKind(
        "Battle in one file",
        "Packed here, for others",
        lambda app: newest_first(output_folder(SENT).glob(f"*{ENDING}")),
        "Take it in",
        Dropped,
    ),
    RULESET,
)
"""Every kind of thing that the gallery lists."""


class GalleryScreen(ShelfScreen):
    """Everything of the player's own, with where it is from and whether it may read files elsewhere."""

    heading = "Gallery"

    def __init__(self, app: App) -> None:
        self.kinds: dict[Path, FileKind] = {}
        self._check: tuple[Path, CommandJob] | None = None
        super().__init__(app)

    def found(self) -> list[Path]:
        """By kind; what is listed as two kinds is listed once."""
        self.kinds = {}
        for kind in KINDS:
            for path in kind.found(self.app):
                self.kinds.setdefault(path, kind)
        return list(self.kinds)

    def rows(self) -> list[ListRow]:
        """A row for each: its title, what it is and of when."""
        return [ListRow(_title(path), f"{kind.title}, {day_of(written_at(path))}") for path, kind in self.kinds.items()]

    def about(self) -> str:
        """Where the one that is picked is from, and what it may read."""
        if not self.files:
            return "Nothing of your own is here yet: maps, battles from others, puzzles and rulesets will be."
        path = self.files[self.chosen]
        return f"{self.kinds[path].origin}. {_may_read(path, self.kinds[path])}"

    def drawn(self, path: Path, room: tuple[int, int]) -> pygame.Surface | None:
        """Its map."""
        if is_record(path):
            return map_drawn(map_of_record(path, glance(path).map_file), room)
        if path.suffix == ".toml":
            path = read_scenario(path).map
        if not is_map(path):
            return None
        chart = read_map(path)
        return MapLayers(chart.field, chart.picture).snapshot(*room)

    def entries(self) -> Sequence[MenuButton]:
        """Open, check, show its folder, remove."""
        some = bool(self.files)
        kind = self.kinds[self.files[self.chosen]] if some else None
        checking = self._check is not None
        return (
            MenuButton(kind.open if kind and kind.open else "Open", self._open, enabled=bool(kind and kind.open)),
            MenuButton("Being checked …" if checking else "Check", self._begin_check, enabled=some and not checking),
            MenuButton("Show its folder", self._show, enabled=some),
            MenuButton("Forget it" if kind is MAP else "Remove", self._ask, enabled=some),
        )

    @property
    def moving(self) -> bool:
        """While something is checked."""
        return self._check is not None or super().moving

    def advance(self, seconds: float) -> None:
        """Tell what a check has found."""
        super().advance(seconds)
        if self._check is not None and not self._check[1].running:
            path, job = self._check
            self._check = None
            self.refresh()
            self.app.go(
                Trouble(f"{_title(path)}: {'something is wrong' if job.failed else 'whole'}", "\n".join(job.lines))
            )

    # -- what is pressed

    def _open(self) -> None:
        if (path := self.picked()) is not None and self.kinds[path].open:
            self.app.go(self.kinds[path].leads(path))

    def _begin_check(self) -> None:
        if (path := self.picked()) is not None:
            try:
                words = ["rules"] if self.kinds[path] is RULESET else ["check", str(path)]
                self._check = path, CommandJob(words, path.parent)
            except OSError as error:
                self.app.say(f"It could not be checked: {error.strerror or error}")
            self.refresh()

    def _show(self) -> None:
        if (path := self.picked()) is not None and (trouble := show_folder(path.parent)):
            self.app.say(trouble)

    def _ask(self) -> None:
        path = self.picked()
        if path is None:
            return
        if not (gone := self.kinds[path].belongs(path)):
            preferences = self.app.preferences
            preferences.maps = tuple(name for name in preferences.maps if Path(name) != path)
            self.look_again()
            return
        told = f"{_title(path)}: {', '.join(each.name for each in gone)}. It can't be brought back."
        self.app.go(Sure("Remove it?", told, partial(self.throw_away, *gone)))


def _title(path: Path) -> str:
    """What a thing of the player's is called."""
    try:
        if path.suffix == ".save":
            return glance(path).title
        return read_scenario(path).title if path.suffix == ".toml" else path.stem
    except BadFile:
        return path.stem


def _may_read(path: Path, kind: FileKind) -> str:
    """What a thing may read besides itself, in a sentence."""
    if kind is RULESET:
        return "It is a program: it may do whatever you may."
    try:
        allowed = [folder for folder in remembered_folders() if path.is_relative_to(folder)]
    except BadFile:
        allowed = []
    if allowed:
        return f"It may read tilesets and pictures below {allowed[0]}, as you allowed."
    return "It reads its own folder and what ships with the game, and nothing else."
