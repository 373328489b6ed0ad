"""Battles made of a word: what is written, and that it is the same again; how they are played from a command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from statistics import fmean

import pytest

from game.cli import commands
from game.files.atomic import hyphened, reserved
from game.files.errors import BadFile
from game.files.generate import KINDS, making
from game.files.scenario import read_scenario, to_setup
from game.lab.matching import CROWD, companies_of, size_term, strengths_of, terms_of
from game.lab.skirmish import (
    SKIRMISH_AIMS,
    SkirmishRequest,
    fresh_word,
    weekly_word,
    with_other_map,
    with_other_squads,
    write_skirmish,
)
from game.rules.match import Match
from game.rules.registry import names, ruleset

GOALS_OF = {
    "fight-out": {},
    "hold": {"party": ["hold"]},
    "seize": {"party": ["hold"]},
    "escort": {"party": ["escape"]},
    "break-through": {"party": ["escape"]},
    "rob": {"party": ["task", "escape"]},
    "rescue": {"party": ["task", "escape"]},
    "leader": {"party": ["fell"], "foe": ["survive"]},
    "survive": {"party": ["survive"]},
}


def test_the_same_word_gives_the_same_battle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        monkeypatch.setattr(making, "_drawings", {})
        scenario = write_skirmish(SkirmishRequest("heron", names()[0]), folder)
        texts.append((scenario.path.read_bytes(), scenario.map.read_bytes()))
    assert texts[0] == texts[1]


def test_what_is_kept_stays_and_the_rest_follows_from_the_word() -> None:
    words = [SkirmishRequest(f"word {number}", "glog") for number in range(40)]
    assert {each.map_kind for each in words} == set(KINDS)
    assert {SkirmishRequest(each.word, "glog", "ruin").map_kind for each in words} == {"ruin"}
    assert {each.fought_for for each in words} == set(SKIRMISH_AIMS)
    assert {SkirmishRequest(each.word, "glog", aim="rob").fought_for for each in words} == {"rob"}
    assert len({fresh_word() for _ in range(60)}) > 20


def test_sides_are_a_company_and_others_of_the_book(tmp_path: Path) -> None:
    for number, rules in enumerate(names()):
        scenario = write_skirmish(SkirmishRequest(f"sides {number}", rules), tmp_path)
        party, foe = to_setup(scenario).sides
        known = ruleset(rules).roster()
        assert party.party and not foe.party
        assert {each.unit for each in (*party.squad, *foe.squad)} <= set(known)


@pytest.mark.parametrize(
    ("rules", "aim"),
    [
        # by day each aim by two of the games
        pytest.param(rules, aim, marks=[pytest.mark.nightly] * ((number + at) % len(names()) > 1))
        for number, rules in enumerate(names())
        for at, aim in enumerate(SKIRMISH_AIMS)
    ],
)
def test_a_skirmish_is_fought_for_its_aim(rules: str, aim: str, tmp_path: Path) -> None:
    kind = list(KINDS)[(len(rules) + list(SKIRMISH_AIMS).index(aim)) % len(KINDS)]
    setup = to_setup(write_skirmish(SkirmishRequest("a cause", rules, kind, aim=aim), tmp_path))
    goals = {each.side: [link.goal for link in each.chain] for each in setup.objectives}
    assert goals == GOALS_OF[aim]
    board = Match.begin(ruleset(rules), setup).board
    called: dict[str, list[str]] = {"party": [], "foe": []}
    for who, c in board.state.combatants.items():
        called[c.side].append(ruleset(rules).standing(board, who).name)
    party = setup.objective("party")
    if party.who:
        assert party.who in called["foe" if aim == "leader" else "party"]
    begun = {side: [spawn.cells for spawn in setup.field.spawns if spawn.side == side] for side in ("party", "foe")}
    if aim in ("hold", "seize"):
        (start,) = begun["party" if aim == "hold" else "foe"]
        assert set(party.cells) & set(start), "who begins there stands there"
        assert not set(start) & {cell for cells in begun["foe" if aim == "hold" else "party"] for cell in cells}
    if aim in ("rob", "rescue"):
        assert [feature.name for feature in setup.field.features if feature.cells == party.cells] != []
        back = party.then
        assert back is not None and back.count == -(-len(setup.sides[0].squad) // 2)


def test_an_aim_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="rob"):
        write_skirmish(SkirmishRequest("a cause", names()[0], aim="robb"), tmp_path)


def test_a_small_company_is_not_met_by_a_crowd(tmp_path: Path) -> None:
    scenario = write_skirmish(SkirmishRequest("black heron", "einfelst"), tmp_path)  # a pack of sixteen once
    party, foe = to_setup(scenario).sides
    assert 0 < len(foe.squad) <= CROWD * len(party.squad)


@pytest.mark.parametrize("word", ["  ", "+", "heron +", "+ heron"])
def test_a_skirmish_needs_a_word(word: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="word"):
        write_skirmish(SkirmishRequest(word, names()[0]), tmp_path)


def test_map_and_squads_are_kept_or_drawn_again_each_for_itself(tmp_path: Path) -> None:
    def drawn(word: str) -> tuple[object, tuple[object, ...]]:
        setup = to_setup(write_skirmish(SkirmishRequest(word, "glog", "ruin", aim="hold"), tmp_path))
        return (setup.field.terrain, setup.field.edges), tuple(side.squad for side in setup.sides)

    ground, squads = drawn("heron")
    assert drawn("heron + heron") == (ground, squads)
    other_map = drawn(with_other_map("heron"))
    assert other_map[0] != ground and other_map[1] == squads
    others = [drawn(with_other_squads("anvil + heron")) for _ in range(2)]
    assert others[0][0] == others[1][0] == drawn("anvil")[0]
    assert len({each[1] for each in others} | {squads}) > 1
    assert with_other_squads("anvil + heron").startswith("anvil + ")


def test_the_word_of_a_week_is_that_of_each_of_its_days() -> None:
    assert weekly_word(date(2027, 1, 3)) == "week 53 of 2026"
    assert weekly_word(date(2027, 1, 4)) == weekly_word(date(2027, 1, 10)) == "week 1 of 2027"


def test_the_command_writes_map_and_scenario_to_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["skirmish", "heron", "--rules", names()[0], "--kind", "dungeon", "--out", str(tmp_path / "battles")]
    assert commands.main(words) == 0
    told = capsys.readouterr().out
    (scenario,) = (tmp_path / "battles").glob("*.toml")
    assert "dungeon" in scenario.name
    assert "'heron'" in told
    assert str(scenario) in told
    assert read_scenario(scenario).map.is_file()


def test_a_battle_that_somebody_has_changed_is_never_written_over(tmp_path: Path) -> None:
    wanted = SkirmishRequest("heron", names()[0], "dungeon")
    first = write_skirmish(wanted, tmp_path).path
    assert write_skirmish(wanted, tmp_path).path == first
    assert {each.stem for each in tmp_path.iterdir()} == {first.stem}, "the same battle has one pair of files"
    for path in (first, first.with_suffix(".tmx")):
        whole = path.read_bytes()
        path.write_bytes(mine := whole + b"\n")
        other = write_skirmish(wanted, tmp_path)
        assert path.read_bytes() == mine and other.path.stem == f"{first.stem}-2" and other.map.is_file()
        assert write_skirmish(wanted, tmp_path).path == other.path, "nor is a third one made"
        for each in (other.path, other.map):
            each.unlink()
        path.write_bytes(whole)
    first.unlink()
    assert write_skirmish(wanted, tmp_path).path != first, "a map without its scenario is somebody's, too"


@pytest.mark.parametrize(
    "words",
    [
        ("!!!", "???", "\u2694"),
        ("x" * 120, "x" * 121, "x" * 119 + "y"),
        ("heron", "Heron", "heron ", "heron!"),
        ("heron crow", "heron + crow", "heron-crow"),
        ("a\0b", "a\ud800b", "a/b"),
    ],
)
def test_no_two_words_share_a_file(words: Sequence[str]) -> None:
    made = {SkirmishRequest(word, names()[0], "dungeon", aim="fight-out").name for word in words}
    assert len(made) == len(words)
    assert all(len(name.encode()) <= 200 and hyphened(name) == name and not reserved(name) for name in made)


def test_the_command_plays_in_the_terminal(
    at_home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from io import StringIO

    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    assert commands.main(["skirmish", "heron", "--rules", names()[0], "--text"]) == 0
    assert re.search(r"Round 1", capsys.readouterr().out)


def test_of_a_company_too_strong_for_all_foes_members_are_left_out(tmp_path: Path) -> None:
    """To break through favours the company, and no squad comes nearer; the foes are no crowd all the same."""
    strengths = strengths_of(ruleset("einfelst"))
    fewer, off = 0, []
    for number in range(4):
        wanted = SkirmishRequest(f"through {number}", "einfelst", aim="break-through", difficulty="even")
        sides = to_setup(write_skirmish(wanted, tmp_path)).sides
        company, foes = ([one.unit for one in side.squad] for side in sides)
        terms = *terms_of(wanted.map_kind, "break-through"), size_term(sides[0].squad)
        off.append(abs(strengths.logit(company, foes, terms=terms)))
        assert len(company) >= 2 and len(foes) <= CROWD * len(company)
        fewer += len(company) < len(ruleset("einfelst").parties()[companies_of(ruleset("einfelst"))[0]])
    assert fewer and fmean(off) < 1 < strengths.terms["aim break-through"]
