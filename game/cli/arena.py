"""The arena command: AIs fight many battles, and who wins is counted."""

from __future__ import annotations

import argparse

import msgspec

from game.ai import LEVELS
from game.lab.arena import ROUNDS, Contest, ended, hold_with_bar, mirrored, write_report
from game.lab.minds import read_minds
from game.play.output import say
from game.play.seating import BadSeats
from game.play.start import StartRequest, setup_of
from game.rules.registry import ruleset


def run_arena(request: StartRequest, wanted: argparse.Namespace) -> int:
    """The command: fight, and print what came of it.

    Without ``--ai`` the two AIs are the strongest. Raises BadFile, BadSeats, BadSetup, UnknownRuleset.
    """
    setup = setup_of(request, even=True)
    known = read_minds(wanted.ai or LEVELS[-1], LEVELS, ruleset(setup.ruleset))
    if len(known) > 2:
        raise BadSeats(f"--ai {wanted.ai}: an arena has two AIs.")
    contest = Contest(
        mirrored(setup) if wanted.mirror else setup,
        (known[0], known[-1]),
        wanted.seed,
        wanted.battles,
        wanted.rounds or ROUNDS,
        habits=wanted.habits,
        swap_places=wanted.swap_places,
        test=wanted.test,
    )
    report = hold_with_bar(contest, wanted.jobs)
    if wanted.json:
        say(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
    else:
        for line in write_report(report):
            say(line)
    return ended(report, contest)
