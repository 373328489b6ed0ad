"""How strong units are, and squads that are drawn or searched by it."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from math import exp, log
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace as altered

from game import resources
from game.cli import commands
from game.files.errors import BadFile
from game.files.generate import write_map
from game.files.generate.seeded import SeededDraws
from game.files.scenario import quick_setup, read_scenario, to_setup
from game.lab import difficulty as search
from game.lab import forecast_process, matching
from game.lab.arena import Contest, Fought, wilson
from game.lab.difficulty import AIMS, FoundSquad, KeptTrials, Only, SearchStep, find_squad, foresee_squad, tell_change
from game.lab.forecast_process import SearchProcess, run_process, search_squad
from game.lab.matching import CROWD, companies_of, draw_squads, foes_of, guess_strengths, size_term, strengths_of
from game.lab.skirmish import SkirmishRequest, draw_battle, write_skirmish_map
from game.lab.strengths import TrialBattle, fit_strengths
from game.lab.win_forecast import BATTLES, ForecastCounts, tally
from game.play.folders import state_folder
from game.play.start import StartRequest, draft_of, find_file, setup_of
from game.rules.registry import names, ruleset
from game.rules.ruleset import HasStrengths
from game.rules.setup import Recruit, Setup
from game.rules.weights import Strengths, chance, logit_of, read_strengths
from tests.program import Run

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


# --- The search for a squad by which a battle has some difficulty: which are tried, what is kept, and what is said ---

MAP = str(resources.maps() / "gatehouse.tmx")
FIRST = str(resources.maps() / "the-cart-at-the-bend.toml")

FEWER = (Recruit("bandit-leader"), Recruit("bandit"))


def battles(first: int) -> tuple[Fought, ...]:
    """So many of twenty that the party has won."""
    sides = ["party"] * first + ["foe"] * (BATTLES - first)
    return tuple(Fought(n, 1, False, False, side, None, "it fell", 3, 40) for n, side in enumerate(sides))


def fights(share: Callable[[Counter[str]], float], monkeypatch: pytest.MonkeyPatch) -> list[Counter[str]]:
    """Have battles end as a share says that is told by the foes' units; gives the squads that are tried."""
    tried: list[Counter[str]] = []

    class Decided:
        """In place of the arena's battles."""

        def __init__(self, contest: Contest) -> None:
            self.sides = contest.setup.sides
            self.units = Counter(recruit.unit for recruit in self.sides[1].squad)
            tried.append(self.units)

        def fight(self, number: int) -> Fought:
            """The first side wins so many of each twenty, one here and one there."""
            won = int(share(self.units) * (number + 1)) > int(share(self.units) * number)
            return Fought(number, 1, False, False, self.sides[not won].name, 0, "it fell", 3, 40)

    monkeypatch.setattr(search, "Pit", Decided)
    return tried


@pytest.mark.parametrize("rules", ["sovereign", "glog", "murdham", "einfelst", "ingenuity"])
@pytest.mark.parametrize("level", list(AIMS))
def test_a_squad_is_found_by_which_battles_end_as_wished(
    rules: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = StartRequest(MAP, rules=rules)
    before = Counter(recruit.unit for recruit in setup_of(wanted).sides[1].squad)
    fights(lambda units: max(0.0, min(1.0, 0.5 + 0.11 * (before.total() + 2 - units.total()))), monkeypatch)
    found = find_squad(setup_of(wanted), "foe", level)
    assert found.reached
    came = tally(("party", "foe"), found.fought)
    assert came.battles == search.MEASURED, "no fewer tell it"
    assert AIMS[level].low <= came.first / came.battles <= AIMS[level].high
    known = ruleset(rules).roster()
    assert all(recruit.unit in known for recruit in found.squad)
    assert setup_of(replace(wanted, fielded={"foe": found.squad})).side("foe").squad == found.squad


def test_a_battle_that_is_as_wished_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = fights(lambda units: 0.5, monkeypatch)
    found = find_squad(setup_of(StartRequest(MAP, rules="sovereign")), "foe", "even")
    assert found.reached
    assert found.change == "nothing changed"
    assert len(tried) == 1


@pytest.mark.parametrize(("share", "changed"), [(0.5, False), (0.7, False), (0.8, True), (0.2, True)])
def test_a_squad_that_was_drawn_stays_unless_its_battles_speak_against_it(
    share: float, changed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = setup_of(StartRequest(MAP, rules="murdham"))
    own = Counter(recruit.unit for recruit in setup.side("foe").squad)
    tried = fights(lambda units: share if units == own else 0.5, monkeypatch)
    found = find_squad(setup, "foe", "even", drawn=True)
    assert tried[0] == own
    assert (found.squad != setup.side("foe").squad) == changed
    assert found.reached
    first = found.fought if not changed else KeptTrials(setup, "foe").of(setup.side("foe").squad)
    assert len(first) == BATTLES, "no fewer tell it"
    low, high = wilson(sum(battle.side == "party" for battle in first), BATTLES)
    assert (low <= AIMS["even"].promised <= high) != changed


def test_what_no_squad_reaches_is_told_with_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = fights(lambda units: 1.0, monkeypatch)
    steps: list[SearchStep] = []
    found = find_squad(setup_of(StartRequest(MAP, rules="glog")), "foe", "harder", steps.append)
    assert not found.reached
    assert len(tried) - 1 == search.MOST_TRIED, "and the nearest once more"
    assert len(found.fought) == search.MEASURED, "what is told of it is measured"
    assert steps[-1].fought == (search.MOST_TRIED - 1) * search.SOON + search.MEASURED, "others are given up soon"


def test_who_has_a_name_or_lies_in_ambush_is_neither_counted_nor_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    ambush = StartRequest(str(resources.maps() / "ambush-on-the-road.toml"), rules="sovereign")
    before = setup_of(ambush).sides[1].squad
    assert all(recruit.hidden for recruit in before)
    fights(lambda units: 0.0, monkeypatch)
    found = find_squad(setup_of(ambush), "foe", "easier")
    assert not found.reached
    assert found.squad == before
    named = replace(ambush, fielded={})
    assert find_squad(setup_of(named), "party", "even").squad == setup_of(named).sides[0].squad


def test_whoever_takes_a_place_stands_there() -> None:
    wanted = StartRequest(str(resources.maps() / "the-same-gatehouse.toml"), rules="murdham")
    squad = setup_of(wanted).sides[1].squad
    counts = Counter(recruit.unit for recruit in squad)
    counts["footpad"] = counts.pop("bandit-archer")
    placed = [recruit.at for recruit in squad if recruit.unit == "bandit-archer"]
    found = matching._with_counts(squad, squad, counts)
    assert [recruit.at for recruit in found if recruit.unit == "footpad"] == placed
    assert None not in placed and len(placed) == 3


def test_the_change_is_told_in_a_line() -> None:
    titles = {"goblin": "Goblin", "wolf": "Wolf", "ogre": "Ogre"}
    before = [Recruit("goblin"), Recruit("goblin"), Recruit("ogre")]
    after = [Recruit("wolf"), Recruit("wolf"), Recruit("goblin")]
    assert tell_change(before, after, titles) == "one Goblin fewer, one Ogre fewer, 2 × Wolf more"
    assert tell_change(before, before, titles) == "nothing changed"


@pytest.mark.parametrize("file", [MAP, FIRST])
def test_the_detailed_set_up_has_the_changed_squad(file: str) -> None:
    wanted = StartRequest(file, rules="murdham", fielded={"foe": (Recruit("bandit"), Recruit("bandit", at=(16, 12)))})
    scenario = draft_of(wanted)
    assert [side for side in scenario.entries.sides if side.name == "foe"]
    assert setup_of(StartRequest(scenario)).side("foe").squad == wanted.fielded["foe"]


def test_the_process_tells_of_battles_and_then_of_the_squad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast_process, "GIVING_WAY", 0)
    monkeypatch.setattr(search, "MEASURED", 10)  # a pipe that nobody reads meanwhile holds no more
    ours, theirs = multiprocessing.Pipe(duplex=False)
    fights(lambda units: 0.5, monkeypatch)
    run_process(theirs, search_squad, StartRequest(MAP, rules="glog"), "foe", "even")
    theirs.close()
    process = SearchProcess.__new__(SearchProcess)
    process._pipes, process.step, process.found, process.trouble = [ours], SearchStep(1, 0), None, ""
    assert process.look()
    assert process.over
    found: FoundSquad | None = vars(process)["found"]
    assert found is not None and found.reached
    assert process.step == SearchStep(1, len(found.fought), found)


def test_battles_that_were_fought_for_one_difficulty_count_for_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of(StartRequest(MAP, rules="sovereign"))
    tried = fights(lambda units: 0.55, monkeypatch)
    first = find_squad(setup, "foe", "even")
    assert len(tried) == 1 and tally(("party", "foe"), first.fought).battles == search.MEASURED
    steps: list[SearchStep] = []
    assert find_squad(setup, "foe", "even", steps.append) == first
    assert not steps, "all of it was known"
    known = KeptTrials(setup, "foe").of(first.squad)
    assert known == first.fought
    assert KeptTrials(matching.with_squads(setup, {"foe": FEWER}), "foe").of(first.squad) == known
    assert KeptTrials(setup, "party").of(first.squad) == ()
    assert KeptTrials(altered(setup, title="Another"), "foe").of(first.squad) == ()
    find_squad(setup, "foe", "harder")
    assert KeptTrials(setup, "foe").of(first.squad)[: len(known)] == known
    for file in state_folder("trials").iterdir():
        file.write_bytes(b"spoilt")
    assert KeptTrials(setup, "foe").of(first.squad) == ()
    assert find_squad(setup, "foe", "even") == first


def test_only_the_newest_trials_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of(StartRequest(MAP, rules="glog"))
    monkeypatch.setattr(search, "MOST_KEPT", 2)
    for number in range(4):
        kept = KeptTrials(altered(setup, title=f"Battle {number}"), "foe")
        kept.record(FEWER, battles(3))
        os.utime(kept._path, ns=(number * 10**9, number * 10**9))
    assert [bool(KeptTrials(altered(setup, title=f"Battle {n}"), "foe").of(FEWER)) for n in range(4)] == [
        False,
        False,
        True,
        True,
    ]


@pytest.mark.parametrize(("won", "lost", "battles"), [(0, 0, 1), (3, 1, 6), (5, 4, 20), (10, 10, 20)])
def test_the_chance_of_a_share_is_that_of_drawing_from_an_urn(won: int, lost: int, battles: int) -> None:
    aim = search.WinShare(0.5, 0.6, 0.5)

    def drawn(won: int, lost: int) -> float:
        if won + lost == battles:
            return float(aim.low <= won / battles <= aim.high)
        chance = (won + 1) / (won + lost + 2)
        return chance * drawn(won + 1, lost) + (1 - chance) * drawn(won, lost + 1)

    assert search.chance_of_share(ForecastCounts(won, lost), battles, aim) == pytest.approx(drawn(won, lost))
    assert search.chance_of_share(ForecastCounts(won, lost), battles, search.WinShare(0, 1, 0.5)) == 1


def test_battles_without_a_winner_reach_nothing() -> None:
    assert search.chance_of_share(ForecastCounts(0, 0, 20), 20, AIMS["even"]) == 0
    assert search.chance_of_share(ForecastCounts(0, 0, 19), 20, AIMS["even"]) == 0


@pytest.mark.parametrize(("only", "sign"), [("stronger", 1), ("weaker", -1)])
def test_the_foes_of_a_harder_battle_are_worth_more_and_of_an_easier_one_less(
    only: search.Only, sign: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = setup_of(StartRequest(MAP, rules="murdham"))
    own, *others = matching.squad_variants(ruleset("murdham"), setup, "foe")
    fights(lambda units: 0.5, monkeypatch)
    found = find_squad(setup, "foe", "even", only=only)
    worth = next(each.worth for each in others if each.squad == found.squad)
    assert sign * (worth - own.worth) > 0 and found.reached


def test_the_command_says_what_it_changed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fights(lambda units: 0.5 if units.total() < 7 else 0.3, monkeypatch)
    asked = ("text", MAP, "--rules", "murdham", "--seats", "human,instinct", "--difficulty")
    code, out, err = run(*asked, "even", "--try-out")
    assert code == 0, err
    assert out.startswith("Even: your side won 20 of 40 battles between computers, and may win 35 to 65 in 100. ")
    assert "fewer" in out.splitlines()[0]
    fights(lambda units: 1.0, monkeypatch)
    out = run(*asked, "harder", "--try-out")[1]
    said = "Nothing nearer to harder was found: your side won 40 of 40 battles between computers, "
    said += "and may win 91 to 100 in 100; "
    assert out.startswith(f"{said}it is easier than asked. ")
    code, out, err = run(*asked, "harder")
    assert code == 0 and out.startswith("Harder: by the strengths of its units your side wins 35 of 100 battles, "), err
    assert search.other_side(("party", "foe"), ("foe",)) == "party"
    assert search.other_side(("party", "foe"), ()) == "foe"


@pytest.mark.parametrize("rules", read_scenario(Path(FIRST)).playable)
def test_strengths_foresee_a_squad_for_each_difficulty_without_a_battle(rules: str) -> None:
    setup = setup_of(StartRequest(find_file("gatehouse"), rules=rules))
    for difficulty, aim in AIMS.items():
        found = foresee_squad(setup, "foe", difficulty)
        assert not found.fought and abs(found.foreseen - aim.promised) < 0.08, (difficulty, found)
        assert found.change == tell_change(setup.side("foe").squad, found.squad, ruleset(rules).roster())
    theirs = foresee_squad(setup, "party", "harder")  # a person has the other side, whose foes are the company
    company, foes = ([one.unit for one in squad] for squad in (theirs.squad, setup.side("foe").squad))
    terms = (matching.COMPANY, matching.size_term(theirs.squad))
    won = chance(matching.strengths_of(ruleset(rules)).logit(company, foes, terms))
    assert theirs.foreseen == pytest.approx(1 - won), "as often as the company does not win"
    own = matching.squad_variants(ruleset(rules), setup, "foe")
    worth = {each.squad: each.worth for each in own}
    ways: tuple[tuple[Only, int], ...] = (("stronger", 1), ("weaker", -1))
    for only, sign in ways:
        squad = foresee_squad(setup, "foe", "even", only=only).squad
        assert sign * (worth[squad] - own[0].worth) > 0
