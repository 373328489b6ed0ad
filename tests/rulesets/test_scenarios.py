"""What ships can be begun in a book: its scenarios, and its ready squads on every map; what of rosters is refused."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from game import resources
from game.files.scenario import quick_setup, read_scenario, to_setup
from game.files.tiled import Chart, read_map
from game.kit.book import Book
from game.rules.match import AnyMatch, Match
from game.rules.registry import ruleset
from game.rules.ruleset import BadSetup

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


ALL = (*BOOKS, "murdham", "sovereign")
CREW = '[[party]]\nkey = "crew"\ntitle = "Crew"\n'


def book_of(name: str) -> Book[Any, Any, Any]:
    rules = ruleset(name)
    assert isinstance(rules, Book)
    return rules


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[creature]]\nkey = "pirate"\n', "creature 'pirate': object missing required field"),
        ('[[creature]]\nicon = "x"\n', "creature no. 1: object missing required field `key`"),
        ("[[monster]]\n", "nothing is read from a table [[monster]]"),
        ("[creature]\nkey = 1\n", "write [[creature]] with two brackets, one such heading for every entry"),
        ("[[creature]\n", "not valid TOML"),
        (CREW + 'members = ["pirat"]\n', "party 'crew': members: no unit is called 'pirat'"),
        (CREW + "members = []\n", "party 'crew': members: a squad needs at least one"),
    ],
)
def test_what_no_roster_may_hold_is_refused_with_the_entry_and_the_field(name: str, text: str, said: str) -> None:
    with pytest.raises(BadSetup) as error:
        book_of(name).stock.with_own(text)
    assert str(error.value).startswith(f"roster: {said}")


@pytest.mark.parametrize("name", ALL)
def test_an_unknown_recruit_is_told_with_the_nearest(name: str) -> None:
    unit = next(iter(book_of(name).roster()))
    with pytest.raises(BadSetup, match=f"no unit is called '{unit}x'; did you mean '{unit}'"):
        book_of(name).stock.house.profile(f"{unit}x")


@pytest.mark.parametrize("name", ALL)
def test_the_hash_of_the_data_is_sixteen_hex_digits(name: str) -> None:
    assert len(book_of(name).data_hash) == 16
    assert int(book_of(name).data_hash, 16) >= 0
