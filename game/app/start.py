"""From what was typed to a battle: finds the file, makes the set-up, seats the players."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from game import resources
from game.ai import LEVELS
from game.app.crash import Net
from game.app.dice import fresh_seed
from game.app.folders import state_folder
from game.app.people import read_level, seat_players
from game.app.replays import BATTLE, SAVE
from game.app.sitting import Sitting, loaded
from game.files.battlefile import replay
from game.files.errors import BadFile
from game.files.quick import quick_setup, usual_foes
from game.files.reading import is_plain
from game.files.scenario import read_roster, read_scenario, to_setup
from game.files.tiled import read_map
from game.rules.match import AnyMatch, Match
from game.rules.registry import UnknownRuleset, names, ruleset
from game.rules.ruleset import AnyRuleset, BadSetup
from game.rules.setup import Setup

MAP = ".tmx"
"""The ending of maps."""


def sit_down(wanted: Namespace, net: Net) -> Sitting:
    """The battle of a command: a map or scenario begun, a save or battle file gone on with.

    Raises BadFile, BadSetup, BadSeats, UnknownRuleset.
    """
    path = find_file(wanted.file)
    level = read_level(wanted.ai, LEVELS) if wanted.ai else LEVELS[-1]
    if path.suffix == SAVE:
        match, players, orders, seed, dice = loaded(path)
        if wanted.seats:
            players = seat_players(wanted.seats, match.setup, LEVELS, level)
        seed = seed if wanted.seed is None else wanted.seed
        sitting = Sitting(match, players, seed, wanted.dice or dice, _autosave(match.setup, seed), orders)
    else:
        match, seats = (replay(path), "") if path.suffix == BATTLE else _begin(path, wanted)
        seed = fresh_seed() if wanted.seed is None else wanted.seed
        players = seat_players(wanted.seats or seats or "human,ai", match.setup, LEVELS, level)
        sitting = Sitting(match, players, seed, wanted.dice or "seeded", _autosave(match.setup, seed))
    sitting.saved = net.remember
    return sitting


def _begin(path: Path, wanted: Namespace) -> tuple[AnyMatch, str]:
    """A battle on a map or of a scenario, and the seating that a scenario has for it."""
    setup = read_setup(path, wanted)
    plays = {} if path.suffix == MAP else read_scenario(path, setup.ruleset).players
    seats = [f"{side}={'ai' if wanted.ai and who != 'human' else who}" for side, who in plays.items()]
    return Match.begin(ruleset(setup.ruleset), setup), ",".join(seats)


def find_file(name: str | None) -> Path:
    """The file of that name, or the shipped map or scenario called so. Raises BadFile."""
    shipped = {path.name.split(".")[0]: path for path in _shipped()}
    known = f"Shipped battles: {', '.join(sorted(shipped)) or 'none'}."
    if name is None:
        raise BadFile(f"Say what to play: a map, a scenario or a save. {known}")
    path = Path(name)
    if is_plain(path):
        return path
    if name in shipped:
        return shipped[name]
    raise BadFile(f"There is no file {name!r}, and no shipped battle of that name. {known}")


def _shipped() -> Sequence[Path]:
    try:
        return [*resources.shipped_maps(), *resources.shipped_scenarios()]
    except FileNotFoundError:
        return ()


def read_setup(path: Path, wanted: Namespace, *, even: bool = False) -> Setup:
    """The set-up that a map or scenario and the options make. Raises BadFile, BadSetup, UnknownRuleset.

    ``even``: on a map without --squads both sides field the same one, to tell who plays better.
    """
    if path.suffix in (SAVE, BATTLE):
        raise BadSetup(f"{path.name}: a battle can't be begun from one that is under way; name a map or a scenario.")
    if path.suffix == MAP:
        setup = _from_map(path, wanted, even)
    elif wanted.squads or wanted.roster:
        what = "squads" if wanted.squads else "roster"
        raise BadSetup(f"{path.name} says itself who fights; leave out --{what}.")
    else:
        setup = to_setup(read_scenario(path, wanted.rules))
    chosen = read_settings(wanted.settings, ruleset(setup.ruleset))
    return replace(setup, options={**setup.options, **chosen})


def _from_map(path: Path, wanted: Namespace, even: bool) -> Setup:
    rules = choose_rules(wanted.rules)
    squads = wanted.squads or (f"{usual_foes(rules)},{usual_foes(rules)}" if even and rules.parties() else "")
    party, _, foes = squads.partition(",")
    own = read_roster(Path(wanted.roster), rules) if wanted.roster else ""
    return quick_setup(read_map(path), rules, party=party.strip(), foes=foes.strip(), own=own)


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


def read_settings(entries: Sequence[str], rules: AnyRuleset) -> dict[str, str]:
    """Read ``key=choice`` settings of a ruleset; ``ask`` lets the referee's seat decide. Raises BadSetup."""
    settings = {setting.key: setting for setting in rules.settings}
    chosen = {}
    for entry in entries:
        key, _, choice = entry.partition("=")
        if key not in settings:
            raise BadSetup(f"--set {entry}: {rules.title} has no setting {key!r}; it has {', '.join(settings)}.")
        choices = dict.fromkeys([*(each for each, _ in settings[key].choices), "ask"])
        if choice not in choices:
            raise BadSetup(f"--set {entry}: {key} is one of {', '.join(choices)}.")
        chosen[key] = choice
    return chosen


def _autosave(setup: Setup, seed: int) -> Path:
    title = setup.title or setup.field.title or "battle"
    words = re.sub(r"\W+", "-", title.casefold()).strip("-") or "battle"
    return state_folder("autosaves") / f"{words}-{setup.ruleset}-{seed}{SAVE}"
