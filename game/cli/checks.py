"""The commands that say what is wrong with files, with the report of each map, and which folders maps may read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from game.cli.requests import AllowCommand, CheckCommand
from game.files.archives import is_archive, look_over, unpack
from game.files.bounded_reading import DATA, is_folder, is_plain, read_text
from game.files.entries import read_tables
from game.files.errors import BadFile
from game.files.pictures import is_plain_picture
from game.files.rosters import meant_for
from game.files.scenario import quick_setup, read_roster, read_scenario, to_setup
from game.files.sources import MAPS, WORLD, allow_folder, forget_folder, is_map, read_world, remembered_folders
from game.files.tiled import check_map, read_map
from game.files.tiled.corrections import ENDING as CORRECTIONS
from game.play.crash import DONE, CrashReporter
from game.play.folders import BATTLE, SAVE, played
from game.play.output import say
from game.play.shared import described
from game.rules.ledger import parse_ledger
from game.rules.registry import names, ruleset
from game.rules.ruleset import AnyRuleset, BadSetup
from game.rules.setup import Setup
from game.rules.state import State
from game.spatial.space import Space
from game.user_error import UserError, brief

PICTURES = (".png", ".jpg", ".bmp")
"""Endings of the picture files that can be written."""


def run_check(wanted: CheckCommand, _: CrashReporter) -> int:
    """Print what there is to say about each file. Gives the exit code: 2 if one can't be used.

    Raises BadFile for a picture of anything but one map.
    """
    paths, picture = list(map(Path, wanted.files)), wanted.picture
    if picture is not None and (len(paths) != 1 or not is_map(paths[0])):
        raise BadFile(f"--picture draws one map ({', '.join(MAPS)}); name just one file.")
    bad = 0
    for path in paths:
        try:
            if picture is not None:
                _draw(path, picture)
            for line in check_file(path):
                say(line)
        except UserError as error:
            bad += 1
            say("\n".join(f"error: {each}" for each in error.messages))
    if bad:
        say(f"{bad} of {len(paths)} files can't be used." if len(paths) > 1 else "The file can't be used.")
    return 2 if bad else 0


def check_file(path: Path) -> Iterator[str]:
    """The report of one file, in messages. Raises BadFile, BadSetup, UnknownRuleset for one that can't be used."""
    return map(brief, _report(path))


def _report(path: Path) -> Iterator[str]:
    if is_folder(path):
        raise BadFile(f"{path}: this is a folder; name the files in it")
    if is_map(path):
        yield from _map(path)
    elif path.suffix.lower() == WORLD:
        yield from _world(path)
    elif is_archive(path):
        yield from _archive(path)
    elif path.suffix in (SAVE, BATTLE):
        match, trouble = played(path)
        if trouble:
            raise BadFile(trouble)
        title = match.setup.title or match.setup.field.title
        state = f"{len(match.history)} answers" if match.over else f"round {match.ruleset.round_of(match.state)}"
        yield f"{path.name}: {title or 'a battle'}, {match.ruleset.title}, {state}; whole"
    elif path.name.endswith(CORRECTIONS):
        yield from _corrected(path)
    elif path.name == "ledger.toml":
        ledger = parse_ledger(path.name, read_text(path, DATA))
        played_ = sum(rule.status == "played" for rule in ledger.rules)
        yield f"{path.name}: {len(ledger)} rules, {played_} of them played"
    elif path.suffix == ".toml" and not _tells_a_battle(path):
        yield from _roster(path)
    elif path.suffix == ".toml":
        scenario = read_scenario(path)
        for rules in scenario.playable:
            setup = to_setup(read_scenario(path, rules))
            squads = ", ".join(f"{side.title or side.name} ({len(side.squad)})" for side in setup.sides)
            yield f"{path.name}: {setup.title}, {ruleset(rules).title}: {squads}; can be played"
    else:
        raise BadFile(f"{path.name}: nothing is known of files that end in {path.suffix or 'nothing'}.")


def run_allow(wanted: AllowCommand, _: CrashReporter) -> int:
    """Allow maps to read from a folder, or no longer, or print what is allowed. Gives the exit code. Raises BadFile."""
    if wanted.folder is None:
        say("\n".join(map(str, remembered_folders())) or "No folder is allowed.")
    elif wanted.forget:
        forget_folder(wanted.folder)
    else:
        say(f"{allow_folder(wanted.folder, say)}: maps below it may read tilesets and pictures below it")
    return DONE


def _archive(path: Path) -> Iterator[str]:
    """What a battle in one file holds, and the report of its scenario; it is not taken in. Raises BadFile."""
    archive = look_over(path)
    with TemporaryDirectory(prefix="battlemat-") as folder:
        scenario = unpack(archive, Path(folder))
        yield f"{path.name}: {described(archive.manifest)}; packed by Battlemat {archive.manifest.version}; whole"
        yield from check_file(scenario)


def _tells_a_battle(path: Path) -> bool:
    """Whether a data file is a scenario; a broken one is taken for one, to be told so."""
    try:
        data = read_tables(path)
    except BadFile:
        return True
    return not data or any(key in data for key in ("sides", "map", "title"))


def _roster(path: Path) -> Iterator[str]:
    """Units of a player's own: some installed ruleset must be able to use them. Raises BadFile with what keeps the
    ruleset from it that they are meant for."""
    refused = {}
    for name in names():
        rules = ruleset(name)
        try:
            own = read_roster(path, rules)
        except BadFile as error:
            refused[name] = "\n".join(error.messages)
            continue
        new = [key for key in rules.roster(own) if key not in rules.roster()]
        squads = [key for key in rules.parties(own) if key not in rules.parties()]
        yield f"{path.name}: a roster for {rules.title}: {_new_keys('unit', new)}; {_new_keys('squad', squads)}"
    if len(refused) == len(names()):
        likely = meant_for(path.name, read_text(path, DATA), [ruleset(name) for name in refused])
        told: dict[str, list[str]] = {}
        for rules in likely:
            told.setdefault(refused[rules.name].replace(rules.title, "{}", 1), []).append(rules.title)
        lines = (text.replace("{}", " and ".join(titles), 1) for text, titles in told.items())
        raise BadFile("\n".join(lines) or f"{path.name}: no ruleset is installed that could use it.")


def _new_keys(what: str, keys: Sequence[str]) -> str:
    return f"{what}s {', '.join(keys)}" if keys else f"no new {what}s"


def _draw(path: Path, picture: Path) -> None:
    """Draw a map into a file. Raises BadFile if the map can't be read or the picture not written."""
    from game.view.board.chart_picture import save_picture  # only who wants a picture waits for pygame

    if picture.suffix.lower() not in PICTURES:
        raise BadFile(f"--picture {picture}: the name of a picture ends in {', '.join(PICTURES)}.")
    if not is_folder(picture.parent):
        raise BadFile(f"--picture {picture}: there is no folder {picture.parent}.")
    save_picture(read_map(path), picture)
    say(f"{picture}: drawn")


def _map(path: Path) -> Iterator[str]:
    """The report of a map, and how battles of every installed ruleset would begin on it. Raises BadFile."""
    chart = read_map(path)
    yield from check_map(chart).lines()
    if chart.playable():
        raise BadFile(f"{path.name}: no battle can be fought on it until the errors above are mended.")
    space = Space(chart.field)
    refused: dict[str, list[str]] = {}
    for name in names():
        rules = ruleset(name)
        try:
            setup = quick_setup(chart, rules)
            state = rules.begin(setup, space)
        except (BadFile, BadSetup) as error:
            for line in error.messages:
                refused.setdefault(line, []).append(rules.title)
            continue
        for side, count in _beside_their_starts(setup, state, rules, space).items():
            yield f"note: {rules.title}: {count} of side {side} start on the free ground beside their Spawn"
    if refused:
        lines = (f"{path.name}: {' and '.join(of)} can't be played on it: {line}" for line, of in refused.items())
        raise BadFile("\n".join(lines))


def _corrected(path: Path) -> Iterator[str]:
    """The report of the map that a file of corrections lies beside. Raises BadFile."""
    stem = path.name.removesuffix(CORRECTIONS)
    names = [stem] if is_plain_picture(Path(stem)) else [f"{stem}{end}" for end in MAPS]
    beside = next((found for name in names if is_plain(found := path.with_name(name))), None)
    if beside is None:
        raise BadFile(f"{path.name}: there is no map {stem} ({', '.join(MAPS)}) beside it; put the two side by side")
    yield from _map(beside)


def _world(path: Path) -> Iterator[str]:
    """The reports of all maps of a world. Raises BadFile if one of them can't be used."""
    refused: list[str] = []
    for each in read_world(path):
        try:
            yield from _map(each)
        except UserError as error:
            refused += error.messages
    if refused:
        raise BadFile("\n".join(refused))


def _beside_their_starts(setup: Setup, state: State[Any, Any, Any], rules: AnyRuleset, space: Space) -> dict[str, int]:
    """How many of each side found no place on its starts, which were too small."""
    starts: dict[str, set[object]] = {side.name: set() for side in setup.sides}
    for spawn in setup.field.spawns:
        if spawn.side in starts:
            starts[spawn.side].update(spawn.cells if rules.places == "cells" else map(space.zones.at, spawn.cells))
    return Counter(c.side for c in state.combatants.values() if c.at not in starts[c.side])
