"""The skirmish command: makes a battle of a word, and writes it where it is wanted."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path

from game.files.errors import BadFile
from game.files.scenario import Scenario, ScenarioTable
from game.lab.difficulty import USUAL, with_difficulty
from game.lab.skirmish import SKIRMISH_AIMS, SkirmishRequest, fresh_word, weekly_word, write_skirmish
from game.play.folders import state_folder
from game.play.output import say
from game.play.skirmish_files import SKIRMISHES, clear_skirmishes
from game.play.start import StartRequest, choose_rules, draft_of


def make_skirmish(wanted: argparse.Namespace) -> Path:
    """Write map and scenario, to the folder that was named or among the game's own files; gives the scenario's file.

    Whether a difficulty is as promised may be tried out by quick battles: here for what is only written, else when it
    begins.
    Raises BadFile, BadSetup, BadSeats, UnknownRuleset.
    """
    folder = state_folder(SKIRMISHES) if wanted.out is None else Path(wanted.out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{folder}: no folder can be made there ({error.strerror})") from error
    drawn = weekly_word(date.today()) if wanted.week else fresh_word()
    word, rules = wanted.word or drawn, choose_rules(wanted.rules).name
    request = SkirmishRequest(word, rules, wanted.kind, wanted.size, wanted.difficulty or USUAL, aim=wanted.aim)

    def tried_out(made: Scenario) -> ScenarioTable:
        begun = StartRequest(made.path, rules=request.rules)
        return draft_of(with_difficulty(begun, request.difficulty, drawn=True, tried=True)).entries

    is_tried = wanted.out is not None and wanted.try_out
    scenario = write_skirmish(request, folder, adjusted=tried_out if is_tried else None)
    clear_skirmishes()
    say(f"{scenario.title}: a {request.map_kind.replace('-', ' ')}, {request.size}, of the word {request.word!r}")
    say(SKIRMISH_AIMS[request.fought_for].about)
    if wanted.out is not None:
        say(f"{scenario.path}: play it with battlemat play {scenario.path}")
    return scenario.path
