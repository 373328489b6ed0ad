"""The commands by which a battle is played in the window or in a terminal, or played again."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from game.ai import LEVELS
from game.cli.requests import (
    OpenCommand,
    PlayCommand,
    PlayersRequest,
    ReplayCommand,
    SetupRequest,
    TellingRequest,
    TextCommand,
)
from game.files.atomic import write_whole
from game.files.battlefile import write_battle
from game.files.errors import BadFile
from game.play.battle_log import log_lines
from game.play.crash import DONE, MENDABLE_CODE, CrashReporter
from game.play.folders import BATTLE, played
from game.play.output import say
from game.play.recording import viewer_of
from game.play.seating import read_seats
from game.play.session import Session, resumed
from game.play.speech import side_title
from game.play.start import StartRequest, sit_down
from game.spatial import kernels
from game.terminal.terminal import Terminal
from game.terminal.text import TextGame

NO_DISPLAY = "There is no display to open a window on. Play in this terminal instead: battlemat text {}"


def run_play(wanted: PlayCommand, net: CrashReporter) -> int:
    """Open the window, with the battle if one is named. Raises BadFile, BadSetup, BadSeats, UnknownRuleset."""
    battle = battle_request(wanted.file, wanted.players, wanted.setup) if wanted.file else None
    return play_in_window(battle, net, for_players=wanted.for_players)


def run_open(wanted: OpenCommand, net: CrashReporter) -> int:
    """Open the window with a file, or with the title."""
    if not has_display():
        say(NO_DISPLAY.format(wanted.opened or "MAP"), error=True)
        return MENDABLE_CODE
    _window(net).open_window(None, net.remember, wanted.opened)
    return DONE


def run_text(wanted: TextCommand, net: CrashReporter) -> int:
    """Play in the terminal. Raises BadFile, BadSetup, BadSeats, UnknownRuleset."""
    return play_in_terminal(battle_request(wanted.file, wanted.players, wanted.setup), wanted.telling, net)


def run_replay(wanted: ReplayCommand, _: CrashReporter) -> int:
    """Print the log, as the rules tell the battle now, and then where that is another battle than the file's.

    Of a save that somebody still plays only what that person may know is told. ``write``: where to keep the battle as
    it is told now, as a battle file, which holds everything as the save does. Gives the exit code: 2 if it is another
    than the file's. Raises BadFile, KeptSecret.
    """
    path = Path(wanted.file)
    if wanted.export is not None:
        from game.window.exporting import export_file  # only who wants a picture waits for pygame

        return export_file(path, wanted.export)
    if wanted.write is not None and wanted.write.suffix != BATTLE:
        raise BadFile(f"{wanted.write.name}: a battle is written to a file that ends in {BATTLE}")
    match, trouble = played(path)
    viewer = viewer_of(match, {} if path.suffix == BATTLE else resumed(path).players)
    if wanted.write is not None:
        write_whole(wanted.write, write_battle(match, (f"From {path.name}: say here which point it makes.",)).encode())
    for line in log_lines(match, viewer):
        say(line)
    verdict = match.state.verdict
    if verdict is not None:
        won = f"{side_title(match.setup, verdict.winner)} won" if verdict.winner else "A draw"
        say(f"The battle is over. {won}: {verdict.why}")
    if trouble:
        say(f"The battle diverges. {trouble}")
        return 2
    count = f"{len(match.history)} answers, and " if viewer is None else ""  # it would tell of dice thrown in secret
    say(f"{path.name}: {count}the rules tell the same battle.")
    return 0


def setup_request(file: str | None, rules: str | None, setup: SetupRequest) -> StartRequest:
    """A battle with these rules, squads, units and settings."""
    settings = {key: choice for key, _, choice in (entry.partition("=") for entry in setup.settings)}
    return StartRequest(file, rules=rules, squads=setup.squads, roster=setup.roster, settings=settings)


def battle_request(
    file: str | None, players: PlayersRequest, setup: SetupRequest, *, drawn: bool = False
) -> StartRequest:
    """The same with who plays it, how difficult it is, and by which dice; ``drawn``: its squads were drawn for that.

    Raises BadFile, BadSetup, BadSeats.
    """
    battle = replace(
        setup_request(file, players.rules, setup),
        seats=read_seats(players.seats, LEVELS),
        level=players.ai,
        seed=players.seed,
        dice=players.dice,
    )
    if not players.difficulty and not players.try_out:
        return battle
    from game.lab.difficulty import USUAL, with_difficulty

    return with_difficulty(battle, players.difficulty or USUAL, drawn=drawn, tried=players.try_out)


def play_in_window(battle: StartRequest | None, net: CrashReporter, *, for_players: bool = False) -> int:
    """Play it in the window; without one the window shows the title. Raises BadFile, BadSetup, BadSeats.

    ``for_players``: with a second window, for players.
    """
    session = sit_down(battle, net.remember) if battle is not None else None
    if not has_display():
        say(NO_DISPLAY.format(battle.file if battle is not None else "MAP"), error=True)
        return MENDABLE_CODE
    tell_if_slow()
    _window(net).open_window(session, net.remember, players=for_players)
    return DONE


def play_in_terminal(battle: StartRequest, telling: TellingRequest, net: CrashReporter) -> int:
    """Play it, and what somebody wants to play after it; gives the exit code.

    Raises BadFile, BadSetup, BadSeats, UnknownRuleset.
    """
    terminal = terminal_for(telling)
    session: Session | None = sit_down(battle, net.remember)
    tell_if_slow()
    while session is not None:
        session = TextGame(session, terminal, board=telling.board, chances=not telling.no_chances).run()
    return DONE


def _window(net: CrashReporter) -> Any:
    """The module that opens the window; started from a desktop, where nobody reads what is printed, it shows faults."""
    window = import_module("game.window.window")
    if not (sys.stderr and sys.stderr.isatty()):
        net.show = window.show_message
    return window


def has_display() -> bool:
    """Whether a window can open: off Linux always; SDL told to use some driver (a dummy, say) is taken at its word."""
    asked = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in asked)


def terminal_for(telling: TellingRequest) -> Terminal:
    """Where a battle is told and answered, plainly if that is asked for or the terminal can do nothing else."""
    plain = telling.plain or os.environ.get("TERM") == "dumb"
    if plain:
        os.environ["TERM"] = "dumb"  # bars that are drawn again and again stay away, too
    return Terminal(sys.stdin, sys.stdout, plain=plain)


def tell_if_slow() -> None:
    """Say that sight is not compiled, where it is not."""
    if not kernels.BUILT:
        say(kernels.SLOW, error=True)
