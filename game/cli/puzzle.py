"""The puzzle command: lists puzzles, plays one in the terminal, proves one anew, finds more."""

from __future__ import annotations

import argparse
from fractions import Fraction
from itertools import islice
from pathlib import Path

from game.cli.in_terminal import play_in_terminal
from game.cli.text_table import text_table
from game.files.bounded_reading import is_plain
from game.files.errors import BadFile
from game.files.lessons import AIMS, Proof
from game.lab.arena import settle
from game.lab.puzzles.finding import find_puzzles
from game.lab.puzzles.lines import TooLarge
from game.lab.puzzles.proving import prove, search_lines
from game.play.crash import DONE, MENDABLE_CODE, STOPPED, CrashReporter
from game.play.output import bar, say
from game.play.preferences import load_preferences
from game.play.puzzles import (
    OfferedPuzzle,
    moment_of_puzzle,
    offered_puzzles,
    read_puzzle,
    tell_chance,
    tell_puzzle_aim,
    tell_solution,
)
from game.play.speech import percent
from game.play.start import StartRequest, choose_rules
from game.rules.registry import ruleset
from game.user_error import suggest

CHANGED = 0.02
"""By how much a chance may differ from that in the file before that is told."""


def run_puzzle(wanted: argparse.Namespace, net: CrashReporter) -> int:
    """Do what was asked for; gives the exit code. Raises BadFile, BadSeats, BadSetup, UnknownRuleset."""
    if wanted.find:
        return _find(wanted)
    if wanted.name is None:
        return _list(wanted.rules)
    offered = puzzle_named(wanted.name)
    if wanted.prove:
        return _prove(offered)
    return play_in_terminal(wanted, StartRequest(offered.path, seed=wanted.seed), net)


def puzzle_named(name: str) -> OfferedPuzzle:
    """The puzzle of a file, or the shipped one of that name. Raises BadFile."""
    if is_plain(Path(name)):
        return read_puzzle(Path(name))
    offered = {each.name: each for each in offered_puzzles()}
    if name not in offered:
        raise BadFile(f"There is no file {name!r}, and no shipped puzzle of that name; {suggest(name, offered)}")
    return offered[name]


def _list(rules: str | None) -> int:
    solved = load_preferences().puzzles
    found = [each for each in offered_puzzles() if rules in (None, each.rules)]
    rows = [
        (
            each.name,
            ruleset(each.rules).title,
            each.puzzle.grade,
            each.title,
            "solved" if each.name in solved else "",
        )
        for each in found
    ]
    for line in text_table([("puzzle", "rules", "grade", "", ""), *rows]):
        say(line)
    say("Play one: battlemat puzzle NAME. Find more: battlemat puzzle --find --rules NAME.")
    return DONE


def _prove(offered: OfferedPuzzle) -> int:
    puzzle = offered.puzzle
    moment = moment_of_puzzle(offered)
    say(f"{offered.title}. {tell_puzzle_aim(moment, puzzle.side, puzzle.sought)}")
    try:
        searched = search_lines(moment, puzzle.side, puzzle.sought)
        proof = prove(searched)
    except TooLarge:
        say("More lines than can be searched.", error=True)
        return MENDABLE_CODE
    if proof is None:
        say("Not proven: no line is far better now than all others and than what tempts.", error=True)
        return MENDABLE_CODE
    for line in tell_solution(proof):
        say(line)
    changed = changes(puzzle.proof, proof)
    for line in changed:
        say(line, error=True)
    return MENDABLE_CODE if changed else DONE


def changes(told: Proof, found: Proof) -> list[str]:
    """Where a proof says otherwise than its puzzle's file."""
    pairs = (("best", told.best, found.best), ("next", told.second, found.second))
    lines = [
        f"The {name} line has {tell_chance(now)}, and the file says {tell_chance(before)}."
        for name, before, now in pairs
        if abs(now.chance - before.chance) > CHANGED + before.error
    ]
    return [*lines, *(["Another line is the best than the file says."] if told.best.first != found.best.first else [])]


def _find(wanted: argparse.Namespace) -> int:
    rules, out = choose_rules(wanted.rules), Path(wanted.out)
    settle()
    count, seed = 0, 1 if wanted.seed is None else wanted.seed
    try:
        with bar("{task.completed} of {task.total} puzzles found", wanted.count) as told:
            for found in islice(find_puzzles(rules, seed, wanted.aim or AIMS), wanted.count):
                path = found.write(out)
                count += 1
                told(count)
                proof = found.puzzle.proof
                chances = [Fraction(line.chance) for line in (proof.best, proof.second, proof.tempting)]
                best, second, tempting = map(percent, chances)
                say(f"{path}: {found.puzzle.grade}; best {best}, next {second}, tempting {tempting}")
    except KeyboardInterrupt:
        say(f"Stopped after {count} of {wanted.count} puzzles.", error=True)
        return STOPPED
    return DONE
