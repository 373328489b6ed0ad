"""The command line: ``battlemat`` and what may follow it."""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.cli import arguments, lab_arguments
from game.cli.surroundings import has_display, tell_guessed_grid, tell_if_slow
from game.files.bounded_reading import is_plain
from game.play.crash import DONE, MENDABLE_CODE, CrashReporter
from game.play.output import say
from game.play.workers import collect_seldom
from game.resources import version

if TYPE_CHECKING:
    from game.play.start import StartRequest

_ABOUT = """\
Published tabletop combat rule systems, played to the letter on one battle map.

Without a command the window opens. In a terminal: battlemat text MAP."""


NO_DISPLAY = "There is no display to open a window on. Play in this terminal instead: battlemat text {}"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code: 0 done, 2 something to mend (a sentence says what), 1 a crash report."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # its greeting would stand in the middle of our output
    collect_seldom()
    atexit.register(gc.freeze)  # the process ends at once: no last collection looks through all that was loaded
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # there are pipes and terminals that lack some letters
    net = CrashReporter()
    return net.catch(lambda: _run(sys.argv[1:] if argv is None else argv, net))


def _run(argv: Sequence[str], net: CrashReporter) -> int:
    if argv and is_plain(Path(argv[0])):
        argv = ["open", *argv]  # as desktops do it, and who drops a file on the program
    wanted = _parser().parse_args(argv or ["play"])
    from game.rules.registry import left_out  # not before: `--help` waits for nothing

    for why in left_out().values():
        say(f"note: {why}", error=True)
    if wanted.run is not _grid:
        tell_guessed_grid(getattr(wanted, "file", None))
    code: int = wanted.run(wanted, net)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = arguments.CommandParser(
        prog="battlemat", description=_ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"battlemat {version()}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    play = arguments.add_command(
        commands,
        "play",
        "play a battle in the window",
        "battlemat play gatehouse --rules NAME --seats human,ai\nbattlemat play ambush.toml --seats human,human",
    )
    arguments.add_battle(play)
    play.add_argument(
        "--players", action="store_true", help="open a second window for players: it shows what the party knows"
    )
    play.set_defaults(run=_play)

    text = arguments.add_command(
        commands,
        "text",
        "play the same battle in a terminal",
        "battlemat text gatehouse --seats human,ai:trained\nbattlemat text gatehouse --seed 7 < answers.txt",
        "The options are listed with numbers and keys; type either, or ? for everything else that may be typed.\n"
        "Input may come through a pipe; the transcript is a good fault report.",
    )
    arguments.add_battle(text)
    arguments.add_text(text)
    text.set_defaults(run=_text)

    arguments.add_open(commands).set_defaults(run=_open)
    arguments.add_desktop(commands).set_defaults(run=_desktop)

    arguments.add_skirmish(commands).set_defaults(run=_skirmish)
    arguments.add_expedition(commands).set_defaults(run=_expedition)

    lab_arguments.add_arena(commands).set_defaults(run=_arena)
    lab_arguments.add_odds(commands).set_defaults(run=_odds)
    lab_arguments.add_compare(commands).set_defaults(run=_compare)
    lab_arguments.add_series(commands).set_defaults(run=_series)
    lab_arguments.add_puzzle(commands).set_defaults(run=_puzzle)
    lab_arguments.add_audit(commands).set_defaults(run=_audit)
    lab_arguments.add_learn(commands).set_defaults(run=_learn)
    lab_arguments.add_strengths(commands).set_defaults(run=_strengths)

    check = arguments.add_command(
        commands,
        "check",
        "say what is wrong with maps, scenarios, saves and data files",
        "battlemat check maps/*.tmx\nbattlemat check maps/mill.tmx --picture mill.png",
        "Prints the map report of each map. The exit code is 2 if a file can't be used.",
    )
    arguments.add_check(check)
    check.set_defaults(run=_check)

    fresh = arguments.add_command(
        commands,
        "new",
        "write a scenario for a map, to be changed in an editor",
        "battlemat new my-map.tmx\nbattlemat new gatehouse --rules NAME --out raid.toml",
        "The sides are those of the map's starts, with a ready squad each, or with the units that the starts name;\n"
        "comments tell what may be changed. Without --rules there is a squad for every game that can be played there.",
    )
    arguments.add_new(fresh)
    fresh.set_defaults(run=_new)

    arguments.add_new_ruleset(commands).set_defaults(run=_new_ruleset)
    arguments.add_pack(commands).set_defaults(run=_pack)
    arguments.add_export(commands).set_defaults(run=_export)
    arguments.add_grid(commands).set_defaults(run=_grid)
    arguments.add_allow(commands).set_defaults(run=_allow)

    sight = arguments.add_command(
        commands,
        "sight",
        "say what is seen from a cell of a map, and prove it",
        "battlemat sight gatehouse --from 15,13\nbattlemat sight gatehouse --from 15,13 --to 12,9\n"
        "battlemat sight gatehouse --from 15,13 --json",
        "Cells are column,row, counted from 0,0 at the top left; doors stand as at the start of a battle.\n"
        "Without --to: the board, with how many of the 8 corners of a creature in each cell are seen.\n"
        "With --to: the line of sight, each corner with its line or what hides it, and the same the other way.",
    )
    arguments.add_sight(sight)
    sight.set_defaults(run=_sight)

    replay = arguments.add_command(
        commands,
        "replay",
        "play a save or battle file again and print its log",
        "battlemat replay fault.battle\nbattlemat replay lost.save --write tests/battles/duel/a-parry-too-many.battle\n"
        "battlemat replay finished.save --export finished.gif",
        "Says where the rules now go another way than when the file was written; the exit code is 2 then.\n"
        "Of a battle that somebody still plays it tells what that person may know.",
    )
    arguments.add_replay(replay)
    replay.set_defaults(run=_replay)

    rules = arguments.add_command(
        commands,
        "rules",
        "list rulesets, their settings and units, or look up a rule",
        "battlemat rules\nbattlemat rules NAME\nbattlemat rules NAME shock",
    )
    rules.add_argument("name", nargs="?", metavar="RULESET", help="one ruleset: its settings, squads and units")
    rules.add_argument("rule", nargs="*", metavar="RULE", help="a number of its ledger, or words of a heading")
    rules.set_defaults(run=_rules)
    return parser


# What follows imports as late as it can: `--help` should not wait for compiled kernels.


def _setup(wanted: argparse.Namespace) -> StartRequest:
    """What is to be played, by the words of a command."""
    from game.play.start import StartRequest

    entries = (entry.partition("=") for entry in wanted.settings)
    return StartRequest(
        wanted.file,
        rules=wanted.rules,
        squads=[name.strip() for name in wanted.squads.split(",")] if wanted.squads else (),
        roster=Path(wanted.roster) if wanted.roster else None,
        settings={key: choice for key, _, choice in entries},
    )


def _battle(wanted: argparse.Namespace) -> StartRequest:
    """The same with who plays it, how difficult it is, and by which dice. Raises BadFile, BadSetup, BadSeats."""
    from game.ai import LEVELS
    from game.play.seating import read_seats

    seats = read_seats(wanted.seats or "", LEVELS)
    battle = replace(_setup(wanted), seats=seats, level=wanted.ai, seed=wanted.seed, dice=wanted.dice)
    if not wanted.difficulty and not wanted.try_out:
        return battle
    from game.lab.difficulty import USUAL, with_difficulty

    return with_difficulty(battle, wanted.difficulty or USUAL, drawn=wanted.drawn, tried=wanted.try_out)


def _play(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.play.start import sit_down

    session = sit_down(_battle(wanted), net.remember) if wanted.file else None
    if not has_display():
        say(NO_DISPLAY.format(wanted.file or "MAP"), error=True)
        return MENDABLE_CODE
    tell_if_slow()
    _window(net).open_window(session, net.remember, players=wanted.players)
    return DONE


def _window(net: CrashReporter) -> Any:
    """The module that opens the window; started from a desktop, where nobody reads what is printed, it shows faults."""
    window = import_module("game.window.window")
    if not (sys.stderr and sys.stderr.isatty()):
        net.show = window.show_message
    return window


def _open(wanted: argparse.Namespace, net: CrashReporter) -> int:
    if not has_display():
        say(NO_DISPLAY.format(wanted.opened or "MAP"), error=True)
        return MENDABLE_CODE
    _window(net).open_window(None, net.remember, Path(wanted.opened) if wanted.opened else None)
    return DONE


def _desktop(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.desktop import install, remove

    return remove() if wanted.remove else install()


def _text(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.in_terminal import play_in_terminal

    return play_in_terminal(wanted, _battle(wanted), net)


def _skirmish(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.skirmish import make_skirmish

    wanted.file, wanted.squads, wanted.roster, wanted.drawn = make_skirmish(wanted), None, None, True
    if wanted.out is not None:
        return DONE
    return (_text if wanted.text else _play)(wanted, net)


def _expedition(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.expedition import run_expedition

    run_expedition(wanted, net.remember)
    return DONE


def _arena(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.arena import run_arena

    return run_arena(_setup(wanted), wanted)


def _odds(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.lab.win_forecast import run_forecast

    return run_forecast(_setup(wanted), battles=wanted.battles, jobs=wanted.jobs, seed=wanted.seed)


def _compare(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.compare import run_compare

    return run_compare(wanted)


def _series(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.series import run_series

    return run_series(wanted)


def _puzzle(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.puzzle import run_puzzle

    return run_puzzle(wanted, net)


def _audit(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.audit import run_audit

    return run_audit(wanted)


def _learn(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.lab.learning import run_lesson

    return run_lesson(
        wanted.maps,
        wanted.rules,
        squads=wanted.squads,
        table=wanted.table,
        keep=wanted.keep,
        battles=wanted.battles,
        seed=wanted.seed,
        jobs=wanted.jobs,
        out=Path(wanted.out),
    )


def _strengths(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.lab.strengths import run_strengths

    return run_strengths(wanted.rules, battles=wanted.battles, seed=wanted.seed, jobs=wanted.jobs, out=Path(wanted.out))


def _check(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.checks import check_files

    return check_files([Path(file) for file in wanted.files], Path(wanted.picture) if wanted.picture else None)


def _new(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.new_scenario import write_fresh
    from game.play.start import find_file

    return write_fresh(find_file(wanted.file), wanted.rules, Path(wanted.out) if wanted.out else None)


def _new_ruleset(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.new_ruleset import write_ruleset

    return write_ruleset(wanted.name, zones=wanted.zones, out=Path(wanted.out).expanduser() if wanted.out else None)


def _pack(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.play.shared import pack_file
    from game.play.start import find_file

    return pack_file(find_file(wanted.file), Path(wanted.out) if wanted.out else None)


def _export(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.export_map import export_map
    from game.play.start import find_file

    return export_map(find_file(wanted.file), Path(wanted.out) if wanted.out else None)


def _grid(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.picture_grid import tell_grid
    from game.play.start import find_file

    return tell_grid(find_file(wanted.file), wanted.cell, wanted.origin, wanted.size, find=wanted.find)


def _allow(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.checks import tell_allowed

    return tell_allowed(Path(wanted.folder) if wanted.folder else None, forget=wanted.forget)


def _sight(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.sight_report import tell_sight
    from game.play.start import find_file

    file = find_file(wanted.file)
    return tell_sight(file, wanted.viewer, wanted.target, as_json=wanted.json)


def _replay(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.cli.replay import replay_file
    from game.window.exporting import export_file

    if wanted.export:
        return export_file(Path(wanted.file), Path(wanted.export))
    return replay_file(Path(wanted.file), Path(wanted.write) if wanted.write else None)


def _rules(wanted: argparse.Namespace, net: CrashReporter) -> int:
    from game.terminal.lookup import tell_rulesets

    for line in tell_rulesets(wanted.name, " ".join(wanted.rule)):
        say(line)
    return DONE
