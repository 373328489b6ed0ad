"""Plain speech."""

from __future__ import annotations

import re
from fractions import Fraction
from math import fsum
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from game.files.battlefile import replay
from game.play.speech import (
    describe,
    name_of,
    percent,
    percents,
    reply_in,
    spelled,
    tell_goal,
    tell_odds,
    threatened,
    whereabouts,
    wind,
)
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.odds import odds
from game.rules.questions import Choose
from game.rules.registry import ruleset
from game.rules.setup import Objective, Recruit, Setup, SideSetup
from game.rules.standing import Standing, called
from game.spatial.field import Field
from tests.laws.test_replies import ANSWERED
from tests.rules.battles import begin, duel
from tests.rulesets.einfelst.kit import Fight as EinfelstFight

OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


@pytest.mark.parametrize(
    ("end", "name"),
    [
        ((5, 0), "north"),
        ((9, 1), "north-east"),
        ((9, 5), "east"),
        ((9, 9), "south-east"),
        ((5, 9), "south"),
        ((1, 9), "south-west"),
        ((0, 5), "west"),
        ((0, 0), "north-west"),
        ((15, 3), "east"),
        ((7, 0), "north"),
        ((8, 0), "north-east"),
        ((5, 5), ""),
    ],
)
def test_eight_winds(end: tuple[int, int], name: str) -> None:
    assert wind((5, 5), end) == name


@given(st.tuples(st.integers(-99, 99), st.integers(-99, 99)))
@settings(deadline=None)
def test_the_way_back_is_the_opposite_wind(end: tuple[int, int]) -> None:
    there, back = wind((0, 0), end), wind(end, (0, 0))
    assert "-".join(OPPOSITE[part] for part in there.split("-") if part) == back


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 1000), "under 1 %"),
        (Fraction(13, 20), "65 %"),
        (Fraction(999, 1000), "over 99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_what_is_not_sure_is_never_called_sure(chance: Fraction, text: str) -> None:
    assert percent(chance) == text


def test_names_carry_their_number_once() -> None:
    orc = Standing(name="orc", icon="orc", number=2, kind="orc", size=1, up=True)
    assert called(orc) == "orc 2"
    assert called(replace(orc, name="orc 2")) == "orc 2"
    assert called(replace(orc, name="Ann", number=0)) == "Ann"
    assert spelled(orc, Id("foe-2")) == "orc 2 [foe-2]"
    assert spelled(orc, Id("orc 2")) == "orc 2"


def test_an_attack_says_where_what_hinders_and_how_likely() -> None:
    match = begin(duel())
    question = match.pending
    assert isinstance(question, Choose)
    strike = question.options.find("strike Orc")
    assert describe(match, strike, Id("Ada"), match) == (
        "Strike Orc: 1 cell east, guard 13, 60 %, loses 2.6, is put down 15 %"
    )
    assert describe(match, strike, Id("Ada")) == "Strike Orc: 1 cell east, guard 13"
    assert describe(match, question.options.find("end"), Id("Ada"), match) == "End turn"
    assert describe(match, question.options.find("move 1,0"), Id("Ada")) == "Go to (1, 0): 1 cell north"


def test_chances_of_a_tree_too_large_to_weigh_tell_how_far_they_may_be_off() -> None:
    match = begin(duel())
    question = match.pending
    assert isinstance(question, Choose)
    assert " % ± " in describe(match, question.options.find("flurry Orc"), Id("Ada"), match)


def test_every_answer_tells_what_becomes_of_the_same_person() -> None:
    """d20 + 4 has come to 16 against Orc's guard of 13: let be it hits for d8, parried it does not."""
    match = begin(duel())
    match.answer("strike Orc")
    match.answer((12,))
    question = match.pending
    assert isinstance(question, Choose) and question.kind == "react"
    spared = threatened(match, question)
    assert spared == (Id("Orc"),)
    told = {option.key: reply_in(match, option, question.who, spared) for option in question.options}
    assert told == {"pass": "Orc is hit 100 %, loses 4.4, is put down 25 %", "parry": "Orc is hit 0 %, loses 0.0"}


def test_whom_an_answer_keeps_from_every_blow_loses_nothing() -> None:
    """Who is stepped in for by ingenuity: another is hit in its place."""
    full = replay(Path(__file__).parents[1] / "battles" / "ingenuity" / "stepped-in-and-still-standing.battle")
    match: AnyMatch = Match.begin(full.ruleset, full.setup)
    said: list[str] = []
    for answer in full.history:
        question = match.pending
        if isinstance(question, Choose) and isinstance(answer, str) and answer.startswith("intercept"):
            spared = threatened(match, question)
            said.append(reply_in(match, question.options.find(answer), question.who, spared))
        match.answer(answer)
    assert said and all(" loses nothing; " in each and " is hit 100 %, loses " in each for each in said), said


def test_a_blow_of_ones_own_among_the_answers_is_told_apart() -> None:
    """Sovereign's snap attack is a hit of Annora's, and what it leaves of the bandit's blow is another figure."""
    sovereign = ruleset("sovereign")
    squads = (
        SideSetup("party", (Recruit("annora", at=(1, 1)),), party=True),
        SideSetup("foe", (Recruit("bandit", "Bert", at=(2, 1)),)),
    )
    match: AnyMatch = Match.begin(sovereign, Setup("sovereign", Field(6, 4), squads))
    for answer in ((1,), (8,), "strike annora spear"):
        match.answer(answer)
    question = match.pending
    assert isinstance(question, Choose) and question.who == "annora"
    spared = threatened(match, question)
    told = {option.key: reply_in(match, option, question.who, spared) for option in question.options}
    assert told["pass"].startswith("Annora is hit 25 %, loses ")
    assert told["defend"].startswith("Annora is hit 15 %, loses ")
    assert told["snap bandit short-sword"].startswith("Annora is hit ")
    assert told["snap bandit short-sword"].endswith("; hits Bert 35 %")
    assert "hits" not in told["defend"]


def test_odds_in_full() -> None:
    match = begin(duel())
    lines = list(tell_odds(match, odds(match, "strike Orc")))
    assert lines[0] == "Ada hits Orc: 60 %"
    assert lines[1].startswith("Orc loses 2.6 hit points on average (0: 40 %, 1: 8 %,")
    assert lines[2] == "Orc is put down: 15 %"
    assert lines[-1].startswith("Exact: every one of ")
    assert list(tell_odds(match, odds(match, "end"))) == ["No dice are in it."]


def test_of_dice_that_harm_nobody_it_is_said() -> None:
    fight = EinfelstFight({"fighter": "a"}, {"brute": "b"})
    first, *_ = tell_odds(fight.match, odds(fight.match, "survey"))
    assert first == "Nobody is hit, hurt or put down by it."


def test_parts_are_told_in_points_that_add_up_to_those_of_their_sum() -> None:
    third, lots = Fraction(1, 3), Random(5)
    assert percents([third] * 3) == ["34 %", "33 %", "33 %"]
    assert percents([Fraction(47, 1000), Fraction(1, 1000)], 0.04) == ["5 % ± 4", "under 1 % ± 4"]
    assert percents([Fraction(997, 1000), Fraction(3, 1000)]) == ["over 99 %", "under 1 %"]
    assert percents([Fraction(1)]) == ["100 %"] and percents([]) == []
    for _ in range(300):
        parts = [Fraction(lots.randint(1, 99), lots.randint(700, 900)) for _ in range(lots.randint(1, 7))]
        assert fsum(map(points, percents(parts))) == round(sum(parts, Fraction(0)) * 100)
        assert all(abs(points(told) - 100 * part) < 1 for told, part in zip(percents(parts), parts, strict=True))


def points(told: str) -> int:
    """The points of a share as it is told."""
    said = {"under 1 %": "0", "over 99 %": "100"}
    return int(said.get(told, told.split()[0]))


@pytest.mark.parametrize("name", ANSWERED)
def test_odds_in_full_are_those_of_the_rules_and_their_parts_add_up(name: str) -> None:
    """Over all attacks of recorded battles: every share of a loss, and every way to fall."""
    told = 0
    for path in sorted((Path(__file__).parents[1] / "battles" / name).glob("*.battle")):
        full = replay(path)
        match: AnyMatch = Match.begin(full.ruleset, full.setup)
        for answer in full.history:
            asked = match.pending
            if isinstance(asked, Choose) and asked.kind == "act" and str(answer).split()[0] in match.ruleset.attacks:
                found = odds(match, answer, leaves=60, samples=6)
                lines = list(tell_odds(match, found))
                for who in found.touched():
                    line = next(line for line in lines if line.startswith(f"{name_of(match, who)} loses "))
                    assert f" {float(found.mean_harm(who)):.1f} " in line
                    assert fsum(points(each) for each in re.findall(r": ((?:under |over )?\d+ %)", line)) == 100, line
                    told += 1
                for line in lines:
                    if fall := re.search(r"is put down: (.+? %)(.*)", line):
                        ways = re.findall(r"((?:under |over )?\d+ %)", fall[2])
                        assert not ways or fsum(map(points, ways)) == points(fall[1]), line
                hits = [line for line in lines if re.match(r".+ hits .+: ", line)]
                assert len(hits) == len(found.attacks())
                assert ("drawn by lot" in lines[-1]) is found.sampled
            match.answer(answer)
    assert told


@pytest.mark.parametrize(
    ("objective", "said"),
    [
        (Objective(), []),
        (Objective("hold", "red", ((1, 1), (2, 1)), 3), ["Red: win by holding 1,1, 2,1 for 3 full rounds."]),
        (Objective("escape", "red", ((0, 0),), count=2), ["Red: win by getting 2 of them away over 0,0."]),
        (Objective("escape", "red", ((0, 0),), who="Ada"), ["Red: win by getting Ada away over 0,0."]),
        (Objective("protect", "blue", rounds=1, who="Orc"), ["Blue: win by keeping Orc up for 1 full round."]),
        (Objective("fell", "red", who="Orc"), ["Red: win by felling Orc."]),
        (Objective("protect", "blue", who="Orc"), ["Blue: win by being the last side that fights, with Orc up."]),
        (Objective("survive", "red", rounds=5), ["Red: win by lasting 5 full rounds."]),
    ],
)
def test_what_wins_is_told(objective: Objective, said: list[str]) -> None:
    assert list(tell_goal(replace(duel(), objectives=(objective,)))) == said


def test_what_wins_is_told_for_each_side_and_with_what_follows() -> None:
    out = Objective("escape", "red", count=2)
    winch = Objective("task", "red", ((1, 1),), count=3, what="the winch", then=out)
    setup = replace(duel(), objectives=(winch, Objective("survive", "blue", rounds=5)))
    assert list(tell_goal(setup)) == [
        "Red: win by working at the winch (1,1) 3 times, then by getting 2 of them away.",
        "Blue: win by lasting 5 full rounds.",
    ]


def test_whereabouts_of_oneself_are_here() -> None:
    match = begin(duel())
    assert whereabouts(match.ruleset, match.board, Id("Ada"), Id("Ada")) == "here"
    assert whereabouts(match.ruleset, match.board, Id("Ada"), (3, 3)) == "2 cells south-east"
    assert name_of(match, Id("Orc")) == "Orc"
