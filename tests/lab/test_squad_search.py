"""The search for a squad by which a battle has some difficulty: which are tried, what is kept, and what is said."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as altered

from game import resources
from game.files.scenario import read_scenario
from game.lab import difficulty as search
from game.lab import forecast_process, matching
from game.lab.arena import Contest, Fought, wilson
from game.lab.difficulty import AIMS, FoundSquad, KeptTrials, Only, SearchStep, find_squad, foresee_squad, tell_change
from game.lab.forecast_process import SearchProcess, run_process, search_squad
from game.lab.win_forecast import BATTLES, ForecastCounts, tally
from game.play.folders import state_folder
from game.play.start import StartRequest, draft_of, find_file, setup_of
from game.rules.registry import ruleset
from game.rules.setup import Recruit
from game.rules.weights import chance
from tests.program import Run

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
    assert None not in placed and len(placed) == 2


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
