"""The arena command: AIs fight many battles, and who wins is counted."""

from __future__ import annotations

import msgspec

from game.ai import LEVELS
from game.lab.arena import ROUNDS, Contest, ended, hold_with_bar, write_report
from game.lab.minds import read_minds
from game.lab.places import mirrored
from game.lab.sequential import Hypotheses
from game.play.output import say
from game.play.seating import BadSeats
from game.play.start import StartRequest, setup_of
from game.rules.registry import ruleset


def run_arena(
    wanted: StartRequest,
    *,
    minds: str | None,
    seed: int,
    battles: int,
    rounds: int | None,
    jobs: int,
    habits: bool,
    as_json: bool,
    mirror: bool = False,
    swap_places: bool = False,
    test: Hypotheses | None = None,
) -> int:
    """The command: fight, and print what came of it.

    ``minds``: the two AIs, or one for both, as ``read_minds`` reads them; None for the strongest. ``mirror``: both
    sides have the squad of the first. Raises BadFile, BadSeats, BadSetup, UnknownRuleset.
    """
    setup = setup_of(wanted, even=True)
    known = read_minds(minds or LEVELS[-1], LEVELS, ruleset(setup.ruleset))
    if len(known) > 2:
        raise BadSeats(f"--ai {minds}: an arena has two AIs.")
    contest = Contest(
        mirrored(setup) if mirror else setup,
        (known[0], known[-1]),
        seed,
        battles,
        rounds or ROUNDS,
        habits=habits,
        swap_places=swap_places,
        test=test,
    )
    report = hold_with_bar(contest, jobs)
    if as_json:
        say(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
    else:
        for line in write_report(report):
            say(line)
    return ended(report, contest)
