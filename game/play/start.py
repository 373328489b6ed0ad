"""From what somebody wants to play to a battle: finds the file, makes the set-up, seats the players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

from game import resources
from game.ai import LEVELS, USUAL_LEVEL
from game.files.archives import is_archive, is_record
from game.files.battlefile import replay
from game.files.bounded_reading import is_plain
from game.files.drafting import drafted, played, recruited, ruled
from game.files.errors import BadFile
from game.files.own_units import with_own
from game.files.scenario import PlayerKind, Scenario, quick_setup, read_roster, read_scenario, to_setup, usual_foes
from game.files.sources import WORLD, is_map, only_map
from game.files.tiled import Chart, read_map
from game.files.tiled.picture import Picture
from game.play.dice import fresh_seed
from game.play.folders import BATTLE, SAVE
from game.play.puzzles import begin_battle
from game.play.seating import HUMAN, Player, SeatRequest, read_level, seat_players
from game.play.session import DiceFrom, Session, autosave_path, resumed
from game.play.shared import challenge, open_file
from game.play.workers import BackgroundThread
from game.rules.match import AnyMatch
from game.rules.questions import REFEREE, Seat
from game.rules.registry import UnknownRuleset, names, ruleset
from game.rules.ruleset import AnyRuleset, BadSetup
from game.rules.setup import Recruit, Setup

USUAL_SEATS: Sequence[SeatRequest] = (SeatRequest(HUMAN), SeatRequest(Player("ai")))
"""Who sits at a battle of which nobody has said it."""


@dataclass(frozen=True)
class StartRequest:
    """What somebody wants to play, from a command line or a menu; nothing in it has been looked at yet."""

    file: str | Path | Scenario | None
    """A map, scenario, save or battle file, a battle in one file, or the name of a shipped one; or a scenario."""
    rules: str | None = None
    """The ruleset; None for the only one there is, or the scenario's own."""
    squads: Sequence[str] = ()
    """On a map: the ready squads of party, foes and whoever else starts there; "" for what the map says."""
    roster: Path | None = None
    """On a map: a file with units and squads of one's own."""
    fielded: Mapping[str, tuple[Recruit, ...]] = field(default_factory=dict)
    """Squads by side, in place of those that map, scenario or ``squads`` name."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Choices by the settings of the ruleset; ``ask`` lets the referee's seat decide."""
    seats: Sequence[SeatRequest] = ()
    """Empty for those of the save or scenario; without any, a person against an AI."""
    level: str | None = None
    """Of AIs for whom none is named; None for the usual one."""
    seed: int | None = None
    """What the dice follow from; None for that of the save, or one that nobody chose."""
    dice: DiceFrom | None = None
    """None for what the save says, or seeded ones."""
    difficulty: str = ""
    """What ``fielded`` makes of the battle, if it was found for that; empty if not."""


def sit_down(wanted: StartRequest, saved: Callable[[Path], None]) -> Session:
    """The battle that is asked for: a map or scenario begun, a save or battle file gone on with.

    ``saved`` is told after each autosave. Raises BadFile, BadSetup, BadSeats, UnknownRuleset.
    """
    path = wanted.file if isinstance(wanted.file, Scenario) else find_file(wanted.file)
    level = read_level(wanted.level, LEVELS) if wanted.level else USUAL_LEVEL
    if isinstance(path, Scenario):
        match, seats, seed = _begin(path, wanted)
    elif path.suffix == SAVE:
        session = challenge(path, saved) if is_record(path) else resumed(path, saved)
        _check_said(path, wanted, session.match.setup)
        if wanted.seats:
            session.players = seat_players(wanted.seats, session.match.setup, level)
        if wanted.seed is not None:
            session.reseed(wanted.seed)
        session.dice = wanted.dice or session.dice
        return session
    elif path.suffix == BATTLE:
        match, seats, seed = replay(path), USUAL_SEATS, fresh_seed()
        _check_said(path, wanted, match.setup)
    else:
        match, seats, seed = _begin(path, wanted)
    seed = seed if wanted.seed is None else wanted.seed
    players = seat_players(wanted.seats or seats, match.setup, level)
    place = autosave_path(match.setup, seed)
    return Session(match, players, seed, wanted.dice or "seeded", place, saved=saved, difficulty=wanted.difficulty)


def _check_said(path: Path, wanted: StartRequest, setup: Setup) -> None:
    """See that nothing is asked for that a battle under way has settled. Raises BadSetup."""
    said = {
        "rules": wanted.rules not in (None, setup.ruleset),
        "squads": wanted.squads,
        "roster": wanted.roster,
        "set": wanted.settings,
    }
    for option, given in said.items():
        if given:
            raise BadSetup(f"{path.name} says itself what is played; leave out --{option}.")


def _begin(source: Path | Scenario, wanted: StartRequest) -> tuple[AnyMatch, Sequence[SeatRequest], int]:
    """A battle on a map or of a scenario, with its scenario's seating or else the usual one, and a seed."""
    setup = read_setup(source, wanted)
    match = begin_battle(ruleset(setup.ruleset), setup)
    if isinstance(source, Path) and is_map(source):
        return match, USUAL_SEATS, fresh_seed()
    scenario = source if isinstance(source, Scenario) else read_scenario(source, setup.ruleset)
    lesson = scenario.entries.lesson
    seats = [SeatRequest(_player(who, wanted), side) for side, who in scenario.players.items()]
    if "ask" in setup.options.values() and "human" in scenario.players.values():
        seats.append(SeatRequest(HUMAN, REFEREE))
    return match, seats or USUAL_SEATS, fresh_seed() if lesson is None else lesson.seed


def _player(who: str, wanted: StartRequest) -> Player:
    """Who plays a side of a scenario: a level that was asked for goes before the scenario's."""
    return HUMAN if who == "human" else Player("ai", "" if wanted.level else who)


def find_file(name: str | Path | None) -> Path:
    """The file of that name, or the shipped map or scenario called so. Raises BadFile.

    A battle in one file is taken in, and its scenario given.
    """
    shipped = {path.name.split(".")[0]: path for path in _shipped()}
    battles = sorted(name for name, path in shipped.items() if path.parent.name != "puzzles")
    known = f"Shipped battles: {', '.join(battles) or 'none'}."
    if name is None:
        raise BadFile(f"Say what to play: a map, a scenario or a save. {known}")
    path = Path(name)
    if is_plain(path) and is_archive(path):
        return open_file(path)
    if is_plain(path):
        return only_map(path) if path.suffix.lower() == WORLD else path
    if str(name) in shipped:
        return shipped[str(name)]
    raise BadFile(f"There is no file {str(name)!r}, and no shipped battle of that name. {known}")


def _shipped() -> Sequence[Path]:
    try:
        return [
            *resources.shipped_maps(),
            *resources.shipped_scenarios(),
            *resources.shipped_lessons(),
            *resources.shipped_puzzles(),
        ]
    except FileNotFoundError:
        return ()


def setup_of(wanted: StartRequest, *, even: bool = False) -> Setup:
    """The set-up of what somebody wants to play, wherever it is. Raises BadFile, BadSetup, UnknownRuleset."""
    source = wanted.file if isinstance(wanted.file, Scenario) else find_file(wanted.file)
    return read_setup(source, wanted, even=even)


def read_setup(source: Path | Scenario, wanted: StartRequest, *, even: bool = False) -> Setup:
    """The set-up that a map or scenario and the options make. Raises BadFile, BadSetup, UnknownRuleset.

    ``even``: on a map without --squads both sides field the same one, to tell who plays better.
    """
    if isinstance(source, Scenario):
        setup = to_setup(source)
    elif source.suffix in (SAVE, BATTLE):
        raise BadSetup(f"{source.name}: a battle can't be begun from one that is under way; name a map or a scenario.")
    elif is_map(source):
        setup = _from_map(source, wanted, even)
    elif wanted.squads or wanted.roster:
        what = "squads" if wanted.squads else "roster"
        raise BadSetup(f"{source.name} says itself who fights; leave out --{what}.")
    else:
        setup = to_setup(read_scenario(source, wanted.rules))
    check_settings(wanted.settings, ruleset(setup.ruleset))
    sides = tuple(replace(side, squad=wanted.fielded.get(side.name, side.squad)) for side in setup.sides)
    command = "" if wanted.fielded or wanted.settings else setup.command
    return replace(setup, sides=sides, options={**setup.options, **wanted.settings}, command=command)


def draft_of(wanted: StartRequest) -> Scenario:
    """What somebody wants to play as a scenario that can be changed before it begins: who, where, for what.

    Raises BadFile, BadSetup, BadSeats, UnknownRuleset.
    """
    if isinstance(wanted.file, Scenario):
        return wanted.file
    path = find_file(wanted.file)
    setup = read_setup(path, wanted)
    rules = ruleset(setup.ruleset)
    seated = seat_players(wanted.seats or USUAL_SEATS, setup, wanted.level or USUAL_LEVEL)
    players = {side.name: _plays(seated[Seat(side.name)]) for side in setup.sides}
    if is_map(path):
        names = (f"{path.stem}{'' if each == 1 else f'-{each}'}.toml" for each in count(1))
        free = next(place for name in names if not (place := path.with_name(name)).exists())
        return with_own(drafted(setup, rules, free, path, players), rules)
    scenario = read_scenario(path, setup.ruleset)
    for setting in rules.settings:
        scenario = ruled(scenario, setting.key, setup.options.get(setting.key, setting.default), setting.default)
    for side, plays in players.items() if wanted.seats else ():
        scenario = played(scenario, side, plays)
    origin = read_map(scenario.map).origin if wanted.fielded else (0, 0)
    for side, squad in wanted.fielded.items():
        scenario = recruited(scenario, side, squad, origin)
    scenario = replace(scenario, entries=replace(scenario.entries, rules=setup.ruleset, command=""))
    return with_own(scenario, rules)


def _plays(player: Player) -> PlayerKind:
    return "human" if player.kind == "human" else msgspec.convert(player.level, PlayerKind)


def _from_map(path: Path, wanted: StartRequest, even: bool) -> Setup:
    rules = choose_rules(wanted.rules)
    squads = wanted.squads or ([usual_foes(rules)] * 2 if even and rules.parties() else ())
    party, foes, *others = (*squads, *[""] * (2 - len(squads)))
    own = read_roster(wanted.roster, rules) if wanted.roster is not None else ""
    return quick_setup(read_map(path), rules, party=party, foes=foes, others=others, own=own)


def choose_rules(name: str | None) -> AnyRuleset:
    """The ruleset of that name; the only one there is, if none is named. Raises UnknownRuleset, BadSetup."""
    if name is not None:
        return ruleset(name)
    installed = names()
    if len(installed) == 1:
        return ruleset(installed[0])
    if not installed:
        raise UnknownRuleset("No ruleset is installed; install battlemat again.")
    raise BadSetup(f"Say which rules to play by, with --rules: {', '.join(installed)}.")


def check_settings(chosen: Mapping[str, str], rules: AnyRuleset) -> None:
    """See that a ruleset has these settings and choices. Raises BadSetup."""
    settings = {setting.key: setting for setting in rules.settings}
    for key, choice in chosen.items():
        entry = f"{key}={choice}" if choice else key
        if key not in settings:
            raise BadSetup(f"--set {entry}: {rules.title} has no setting {key!r}; it has {', '.join(settings)}.")
        choices = dict.fromkeys([*(each for each, _ in settings[key].choices), "ask"])
        if choice not in choices:
            raise BadSetup(f"--set {entry}: {key} is one of {', '.join(choices)}.")


T = TypeVar("T")


class Preparation(Generic[T]):
    """Parts that are done one after another; the last gives what was wanted."""

    def __init__(self, thread: BackgroundThread, parts: Sequence[Callable[[], object]], last: Callable[[], T]) -> None:
        """They begin as soon as the ``thread`` is free."""
        self._parts, self._last = tuple(parts), last
        self._past = 0
        self.result = thread.ask(self._run)
        """What comes of it, or what went wrong."""

    @property
    def share(self) -> float:
        """How much of it is done, from 0 to 1."""
        return 1.0 if self.result.done else self._past / (len(self._parts) + 1)

    def _run(self) -> T:
        for part in self._parts:
            part()
            self._past += 1
        return self._last()


def load_rules(thread: BackgroundThread) -> Preparation[None]:
    """Read the rulesets that are installed, so that no screen waits for one; one that can't be used is told when it is
    asked for.
    """

    def load(name: str) -> None:
        with suppress(UnknownRuleset):
            ruleset(name)

    return Preparation(thread, [partial(load, name) for name in names()], lambda: None)


def picture_of(match: AnyMatch) -> Picture | None:
    """The pictures of a battle's map; None if its file is gone, and then plain ground is drawn."""
    chart = chart_of(match.setup.map_file)
    return chart.picture if chart is not None else None


def chart_of(map_file: str) -> Chart | None:
    """The map that a battle names; None if it is gone, or can't be read or played on any more."""
    path = Path(map_file)
    if not is_plain(path):
        path = resources.maps() / map_file
    try:
        chart = read_map(path)
    except BadFile:
        return None
    return None if chart.playable() else chart
