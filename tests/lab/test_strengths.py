"""How strong units are: what is read from a file, what battles say, and that squads are drawn by it."""

from __future__ import annotations

from math import exp, log
from pathlib import Path
from random import Random

import pytest

from game.cli import commands
from game.files.errors import BadFile
from game.files.generate import write_map
from game.files.generate.seeded import SeededDraws
from game.files.scenario import quick_setup, to_setup
from game.lab.difficulty import AIMS
from game.lab.matching import CROWD, companies_of, draw_squads, foes_of, guess_strengths, size_term, strengths_of
from game.lab.skirmish import SkirmishRequest, draw_battle, write_skirmish_map
from game.lab.strengths import TrialBattle, fit_strengths
from game.rules.registry import names, ruleset
from game.rules.ruleset import HasStrengths
from game.rules.setup import Setup
from game.rules.weights import Strengths, chance, logit_of, read_strengths

TRUE = Strengths(4.0, {"ogre": 3.0, "wolf": 1.0, "rat": 0.4}, {"map bog": 0.5})


def fought(count: int, known: Strengths) -> list[TrialBattle]:
    """Battles that end as strengths say, by lot."""
    lots, units = Random(5), list(known.units)
    trials = []
    for _ in range(count):
        one, two = (tuple(lots.choice(units) for _ in range(lots.randint(1, 5))) for _ in range(2))
        terms = ("map bog",) if lots.random() < 0.5 else ()
        trials.append(TrialBattle(one, two, terms, lots.random() < chance(known.logit(one, two, terms))))
    return trials


def test_battles_tell_how_strong_units_are() -> None:
    guess = Strengths(3.0, dict.fromkeys(TRUE.units, 1.0))
    found = fit_strengths(fought(3000, TRUE), guess)
    for unit in ("ogre", "rat"):
        ratio = found.units[unit] / found.units["wolf"]
        assert ratio == pytest.approx(TRUE.units[unit] / TRUE.units["wolf"], rel=0.15)
    assert found.steepness == pytest.approx(4.0, rel=0.15)
    assert found.terms["map bog"] == pytest.approx(0.5, abs=0.2)


def test_without_battles_it_stays_a_guess() -> None:
    one = [TrialBattle(("wolf",), ("wolf",), (), won=True)]
    assert fit_strengths(one, TRUE) == TRUE, "of two of a kind one wins, which says nothing of kinds"


def test_a_squad_is_as_strong_as_its_units_together() -> None:
    assert TRUE.logarithm(("ogre", "wolf")) == pytest.approx(log(4))
    assert TRUE.logit(("wolf", "wolf"), ("wolf",)) == pytest.approx(4 * log(2))
    assert TRUE.logit(("wolf",), ("wolf",), ("map bog", "map moor")) == 0.5
    assert chance(log(3)) == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("steepness = 0.0", "steepness"),
        ("steepness = 2.0\n[units]\nwolf = -1.0", "units.wolf"),
        ("[units]\nwolf = 1.0", "steepness"),
        ("steepness = 1.0\nunit = 3", "unit"),
        ("steepness", "strengths.toml"),
    ],
)
def test_a_file_with_mistakes_is_told_by_name(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "strengths.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=said):
        read_strengths(path)


@pytest.mark.parametrize("rules", names())
def test_every_unit_of_a_book_that_was_measured_has_a_strength(rules: str) -> None:
    book = ruleset(rules)
    assert isinstance(book, HasStrengths)
    assert set(strengths_of(book).units) == set(book.roster())
    assert not book.strengths.units or strengths_of(book) is book.strengths
    assert set(guess_strengths(rules).units) == set(book.roster())


@pytest.mark.parametrize(
    ("rules", "level"),
    [
        # by day each game at one difficulty
        pytest.param(rules, level, marks=[pytest.mark.nightly] * (number % len(AIMS) != at))
        for number, rules in enumerate(names())
        for at, level in enumerate(AIMS)
    ],
)
def test_squads_are_drawn_to_be_won_as_often_as_promised(rules: str, level: str, tmp_path: Path) -> None:
    book, known = ruleset(rules), strengths_of(ruleset(rules))
    bare = quick_setup(write_map(tmp_path / "m.tmx", "a field", "ruin", "small"), book)
    near = 0
    for number in range(8):
        setup = draw_squads(bare, book, SeededDraws(f"{number}"), logit_of(AIMS[level].promised), ("map ruin",), known)
        party, foe = (tuple(recruit.unit for recruit in side.squad) for side in setup.sides)
        assert setup.sides[0].squad in [book.parties()[name] for name in companies_of(book)]
        assert len(foe) <= CROWD * len(party)
        terms = "map ruin", size_term(setup.sides[0].squad)
        near += abs(chance(known.logit(party, foe, terms)) - AIMS[level].promised) < 0.12
    assert near >= 7


@pytest.mark.parametrize("rules", names())
def test_nobody_of_a_company_is_among_the_foes(rules: str) -> None:
    book = ruleset(rules)
    foes = foes_of(book, SeededDraws("heron"))
    ours, theirs = (
        {recruit.unit for name in squads for recruit in book.parties()[name]} for squads in (companies_of(book), foes)
    )
    assert foes and not ours & theirs


def test_squads_that_there_is_no_room_for_are_not_drawn(tmp_path: Path) -> None:
    """Where the nearest squad is too large for the map the next nearest is taken."""
    book = ruleset("glog")
    bare = quick_setup(write_map(tmp_path / "m.tmx", "a field", "ruin", "small"), book)
    known, tried = strengths_of(book), []

    def few(setup: Setup) -> bool:
        tried.append(len(setup.side("foe").squad))
        return tried[-1] <= 3

    setup = draw_squads(bare, book, SeededDraws("1"), 0.0, (), known, begins=few)
    assert max(tried) > 3 >= len(setup.side("foe").squad)
    with pytest.raises(BadFile, match="there is no room for any two squads"):
        company = setup.side("party").squad
        draw_squads(bare, book, SeededDraws("1"), 0.0, (), known, company=company, begins=lambda _: False)


@pytest.mark.nightly
def test_nobody_is_drawn_who_can_not_be_placed(tmp_path: Path) -> None:
    """Nine wyverns, of four cells each, found no room in this dungeon."""
    wanted, book = SkirmishRequest("strengths 1 294", "glog"), ruleset("glog")
    chart = write_skirmish_map(wanted, tmp_path)
    drawn = draw_battle(
        chart, book, SeededDraws("1"), -3.0, wanted.fought_for, wanted.map_kind, guess_strengths("glog")
    )
    assert to_setup(drawn, book, chart)


def test_the_command_fights_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "strengths.toml"
    words = ["strengths", "--rules", "murdham", "--battles", "3", "--out", str(out)]
    assert commands.main(words) == 0
    told = capsys.readouterr().out
    assert "battles that somebody won" in told and "were expected" in told
    found = read_strengths(out)
    assert set(found.units) == set(ruleset("murdham").roster())
    assert "--battles 3 --seed 1" in out.read_text()
    guess = guess_strengths("murdham")
    apart = [abs(log(found.units[unit] / guess.units[unit])) for unit in guess.units]
    assert 0 < max(apart) < log(exp(0.5))
    assert commands.main([*words[:-1], str(tmp_path)]) == 2
