"""What ships can be begun in a book: its scenarios, and its ready squads on every map."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from game import resources
from game.files.scenario import quick_setup, read_scenario, to_setup
from game.files.tiled import Chart, read_map
from game.rules.match import AnyMatch, Match
from game.rules.registry import ruleset

BOOKS = ("einfelst", "glog", "ingenuity")
MAPS = sorted(resources.maps().glob("*.tmx"))
SCENARIOS = resources.shipped_scenarios()
SQUADS = [(book, squad) for book in BOOKS for squad in ruleset(book).parties()]


@cache
def chart(path: Path) -> Chart:
    return read_map(path)


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
@pytest.mark.parametrize(("book", "squad"), SQUADS)
def test_ready_squads_find_room_on_every_map(path: Path, book: str, squad: str) -> None:
    rules = ruleset(book)
    match: AnyMatch = Match.begin(rules, quick_setup(chart(path), rules, foes=squad))
    assert match.pending is not None
    assert sum(c.side == "foe" for c in match.state.combatants.values()) == len(rules.parties()[squad])


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
@pytest.mark.parametrize("book", BOOKS)
def test_every_scenario_is_cast_and_nobody_begins_within_reach_of_a_foe_it_knows(path: Path, book: str) -> None:
    rules, scenario = ruleset(book), read_scenario(path, book)
    assert book in scenario.playable
    board = Match.begin(rules, to_setup(scenario)).board
    people = [c for c in board.state.combatants.values() if not c.sheet.hidden]
    for one in people:
        for other in people:
            if one.side != other.side:
                assert rules.tell_distance(board, one.id, other.id) not in ("same zone", "0 ft", "5 ft", "1 m")
