"""AI battles, many at once, and series of them: plan, folder, battles gone on with, and what they come to."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from math import isclose, log10, sqrt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.ai import opponent
from game.files.errors import BadFile
from game.lab import arena
from game.lab.arena import BattleCourse, Contest, Fought, KindHarm, Pit, hold, sum_up, wilson, write_report
from game.lab.minds import AILevel
from game.lab.series import page as pages
from game.lab.series.figures import SCALE, Z95, rate, series_figures
from game.lab.series.page import series_page
from game.lab.series.plan import (
    BATTLES,
    PLAN,
    SeriesContest,
    SeriesPlan,
    SeriesResults,
    contests_of,
    fight_missing,
    missing,
    on_processes,
    read_plan,
)
from game.rules.match import AnyMatch
from game.rules.questions import Answer
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Field
from tests.lab.test_learning import scuffle
from tests.program import Run
from tests.rules.battles import brawl, duel

WORDS = SeriesPlan(("field",), ai=("instinct", "trained"), battles=4)


def contests(setup: Setup, second: str = "trained", *, habits: bool = False) -> list[SeriesContest]:
    """Two contests of one battle: two AIs against each other, and the first against itself."""
    minds = (AILevel("instinct"), AILevel(second))
    return [
        SeriesContest(
            setup.ruleset,
            "field",
            "",
            (one.level, two.level),
            Contest(setup, (one, two), 4, 4, habits=habits, course=True),
        )
        for one, two in (minds, (minds[0], minds[0]))
    ]


def pressed(after: int) -> Callable[[int], None]:
    """Somebody presses Ctrl+C when so many battles have ended."""

    def done(count: int) -> None:
        if count == after:
            raise KeyboardInterrupt

    return done


def quiet(_: int) -> None:
    """Nobody looks at how it goes on."""


# --- the folder ---


def test_what_was_interrupted_and_gone_on_with_is_the_same_as_what_was_not(tmp_path: Path) -> None:
    series = contests(brawl())
    whole = SeriesResults(tmp_path / "whole", WORDS, series)
    assert not fight_missing(series, whole, on_processes(1), quiet)
    parts = SeriesResults(tmp_path / "parts", WORDS, series)
    assert fight_missing(series, parts, on_processes(1), pressed(3)), "it was stopped"
    with (tmp_path / "parts" / BATTLES).open("ab") as file:
        file.write(b'{"contest":"duel, field: instinct aga')  # killed in the middle of a line
    again = SeriesResults(tmp_path / "parts", WORDS, series)
    assert (again.count, len(missing(series, again))) == (3, 5)
    assert not fight_missing(series, again, on_processes(1), quiet)
    lines = [(tmp_path / name / BATTLES).read_bytes() for name in ("whole", "parts")]
    assert lines[0] == lines[1] and lines[0].count(b"\n") == 8
    read = SeriesResults(tmp_path / "parts", WORDS, series)
    assert read.fought == whole.fought and not missing(series, read)
    assert series_figures(WORDS, series, read.fought) == series_figures(WORDS, series, whole.fought)


def test_two_processes_fight_the_same_battles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "opponent", opponent)  # the processes have it too
    series = contests(scuffle(), "novice")[:1]
    one, two = (SeriesResults(tmp_path / name, WORDS, series) for name in ("one", "two"))
    fight_missing(series, one, on_processes(1), quiet)
    assert fight_missing(series, two, on_processes(1), pressed(1))
    assert not fight_missing(series, two, on_processes(2), quiet)
    assert one.fought == two.fought and one.count == 4


def test_battles_of_another_plan_are_not_mixed_in(tmp_path: Path) -> None:
    series = contests(brawl())
    fight_missing(series[:1], SeriesResults(tmp_path, WORDS, series[:1]), on_processes(1), quiet)
    other = SeriesPlan(("field",), ai=("instinct", "trained"), battles=5)
    with pytest.raises(BadFile, match=r"another plan \(it differs in battles\)"):
        SeriesResults(tmp_path, other, series[:1])
    with pytest.raises(BadFile, match="have changed since"):
        SeriesResults(tmp_path, WORDS, contests(scuffle())[:1])
    for spoilt in (b"[]", b"", b'{"plan": "\xff"}', b"[" * 5000):
        (tmp_path / PLAN).write_bytes(spoilt)
        with pytest.raises(BadFile, match="no plan of a series"):
            SeriesResults(tmp_path, WORDS, series[:1])
    (tmp_path / PLAN).unlink()
    with pytest.raises(BadFile, match="a plan that is missing"):
        SeriesResults(tmp_path, WORDS, series[:1])


@pytest.mark.parametrize("line", ["", "{}", '{"contest":"chess","fought":{}}', "[" * 5000])
def test_a_line_that_is_no_battle_is_named(tmp_path: Path, line: str) -> None:
    series = contests(brawl())
    SeriesResults(tmp_path, WORDS, series)
    (tmp_path / BATTLES).write_text(f"{line}\n")
    with pytest.raises(BadFile, match="line 1 is no battle of this plan"):
        SeriesResults(tmp_path, WORDS, series)


# --- the plan ---


def test_each_combination_is_a_contest_and_squads_and_settings_go_to_rules_that_know_them() -> None:
    plan = SeriesPlan(
        ("gatehouse", "cellar"),
        rules=("duel", "glog"),
        ai=("instinct", "novice", "instinct"),
        squads=("heroes:rogues", "rogues"),
        set={"stumble": ("nothing", "reel"), "parley": ("fight",)},
    )
    found = contests_of(plan)
    assert len({each.name for each in found}) == len(found) == 2 * (4 + 1)
    assert found[0].name == "duel, gatehouse, heroes:rogues, stumble=nothing: instinct against novice"
    assert [each.variant for each in found if each.rules == "glog"] == ["parley=fight", "parley=fight"]
    assert found[0].contest.setup.options["stumble"] == "nothing"
    alone = contests_of(SeriesPlan(("cellar",), rules=("duel",), ai=("novice",)))
    assert [each.ais for each in alone] == [("novice", "novice")]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "Say where they fight"),
        ({"maps": ["cellar"], "ai": []}, "Say who fights"),
        ({"maps": ["cellar"], "battles": "many"}, "The plan can't be read"),
        ({"maps": ["cellar"], "battles": 0}, "battles = 0"),
        ({"maps": ["cellar"], "rules": ["chess"]}, "can't be played by chess"),
        ({"maps": ["cellar"], "rules": ["duel"], "squads": ["heros"]}, "did you mean 'heroes'"),
        ({"maps": ["cellar"], "rules": ["duel"], "set": {"stumbel": ["never"]}}, "did you mean 'stumble'"),
        ({"maps": ["cellar"], "rules": ["duel"], "set": {"stumble": []}}, "at least one choice"),
        ({"maps": ["cellar"], "rules": ["duel"], "set": {"stumble": ["reeel"]}}, "did you mean 'reel'"),
        ({"maps": ["cellar"], "rules": ["duel"], "ai": ["wise"]}, "wise"),
    ],
)
def test_what_a_plan_lacks_is_told(given: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        contests_of(read_plan(None, given))


def test_what_is_said_goes_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text('maps = ["cellar"]\nrules = ["duel"]\nbattles = 6\n[set]\nstumble = ["never"]\n')
    plan = read_plan(path, {"battles": 2})
    assert (plan.maps, plan.battles, plan.set) == (("cellar",), 2, {"stumble": ("never",)})
    path.write_text("map = 3\n")
    with pytest.raises(BadFile, match="did you mean 'maps'"):
        read_plan(path, {})


# --- ratings ---


def test_a_rating_of_two_is_what_the_formula_gives() -> None:
    """Eight wins, one draw and a loss, and the draw that is added: nine of eleven."""
    met = [("a", "b", got) for got in [1.0] * 8 + [0.5, 0.0]]
    strong, weak = rate(["b", "a"], met)
    assert (strong.name, weak.name, strong.battles) == ("a", "b", 10)
    assert isclose(strong.elo - weak.elo, 400 * log10(9 / 2), abs_tol=1e-6)
    error = SCALE / sqrt(11 * 9 / 11 * 2 / 11)  # of the difference; each has half of it
    assert isclose(strong.high - strong.elo, Z95 * error / 2, abs_tol=1e-6)


def test_ratings_of_three_are_finite_and_alike_where_nobody_is_better() -> None:
    ring = [(one, two, 1.0) for one, two in (("a", "b"), ("b", "c"), ("c", "a"))]
    assert all(isclose(each.elo, 0, abs_tol=1e-6) for each in rate("abc", ring))
    always = rate("abcd", [("a", "b", 1.0)] * 300 + [("b", "c", 1.0)] * 300 + [("d", "d", 1.0)])
    assert [each.name for each in always] == ["a", "b", "c"], "who met nobody has no rating"
    assert isclose(always[0].elo - always[1].elo, 400 * log10(300.5 / 0.5), abs_tol=1e-3)
    assert rate("ab", []) == []


# --- figures ---


def fought(number: int, side: str | None, *health: tuple[int, int]) -> Fought:
    """A battle that went like this."""
    ai = None if side is None else int((side == "foe") != bool(number % 2))
    course = BattleCourse(health, {"knight": KindHarm(2, 5, 3, 1)})
    return Fought(number, 4, bool(number % 2), False, side, ai, "it fell", len(health), 9, None, (0, 0), course)


def test_who_was_ahead_is_told_by_shares_of_health() -> None:
    series = contests(brawl())[:1]
    played = [
        fought(0, "party", (10, 20), (9, 18), (9, 10)),  # level, level, ahead: won
        fought(1, "foe", (10, 20), (9, 10), (2, 10)),  # level, ahead: lost, behind
        fought(2, None, (10, 20), (8, 19)),  # level, the other ahead: drawn
    ]
    found = series_figures(WORDS, series, {series[0].name: {each.number: each for each in played}})
    (rules,) = found.by_rules
    rows = [(each.round, each.battles, each.level, each.ahead.wins, each.drawn) for each in rules.by_round]
    assert rows == [(1, 3, 3, 0, 0), (2, 3, 1, 0, 1), (3, 2, 0, 2, 0)]
    assert rules.harm == {"knight": KindHarm(6, 15, 9, 3)}
    assert (found.battles, found.wanted, found.draws) == (3, 4, 1)
    assert [(each.name, each.wins) for each in found.ais] == [("instinct", 2), ("trained", 0)]
    (battle,) = found.by_battle
    assert ([side.wins for side in battle.sides], battle.rounds) == ([1, 1], (3, 3))


class Outside(HTMLParser):
    """Collects what a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [f"{tag} {key}={value}" for key, value in attrs if key in ("src", "href", "xlink:href", "data")]


@pytest.mark.parametrize("drawn", [True, False])
def test_a_page_fetches_nothing_and_has_charts_or_says_what_draws_them(
    drawn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if drawn:
        pytest.importorskip("matplotlib")
    monkeypatch.setattr(pages, "can_draw", lambda: drawn)
    series = contests(brawl(), habits=True)[:1]
    played = {number: fought(number, "party", (9, 9), (9, 8), (5, 0)) for number in range(12)}
    figures = series_figures(WORDS, series, {series[0].name: played})
    text = series_page(figures)
    page = Outside()
    page.feed(text)
    assert all("=#" in each for each in page.found) and "default-src 'none'" in text and "<script" not in text
    assert text.count("<svg") == (5 if drawn else 0)
    assert ("pip install" in text) != drawn
    assert "Habits" in text and text == series_page(figures), "the same figures make the same page"


# --- the command ---

LAB = ("lab", "--maps", "cellar", "--rules", "duel", "--ai", "instinct,trained", "--battles", "2", "--out", "kept")


def test_the_command_fights_once_and_tells_again(run: Run, at_home: Path) -> None:
    code, out, _ = run(*LAB)
    assert code == 0 and out.startswith("2 battles in 1 contests") and "kept/lab.html" in out.replace("\\", "/")
    before = (at_home / "kept" / BATTLES).read_bytes()
    code, out, _ = run(*LAB, "--json")
    told = json.loads(out)
    assert (code, told["battles"], told["plan"]["maps"]) == (0, 2, ["cellar"])
    assert (at_home / "kept" / BATTLES).read_bytes() == before
    assert "default-src 'none'" in (at_home / "kept" / "lab.html").read_text("utf-8")
    code, _, err = run(*LAB, "--swap-places")
    assert code == 2 and "it differs in swap_places" in err
    code, _, err = run(*LAB, "--set", "stumble")
    assert code == 2 and "write KEY=CHOICE" in err


def test_two_labs_in_one_folder_fight_no_battle_twice(tmp_path: Path) -> None:
    plan = read_plan(None, {"maps": ["cellar"], "rules": ["glog"], "battles": 2})
    contests = contests_of(plan)
    first, second = (SeriesResults(tmp_path / "lab", plan, contests) for _ in range(2))
    with first.open_end() as file:
        with pytest.raises(BadFile, match="another lab fights these battles; wait for it"), second.open_end():
            pass
        first.add(file, contests[0].name, next(iter(on_processes(1)(contests, [(0, 0)])))[1])
    with pytest.raises(BadFile, match="another lab has fought battles meanwhile"), second.open_end():
        pass
    assert SeriesResults(tmp_path / "lab", plan, contests).count == 1
    with first.open_end() as file:
        assert file.tell() > 0, "what it fought itself is no other lab's"


# --- AI battles, many at once ---

MINDS = (AILevel("instinct"), AILevel("trained"))
CONTEST = Contest(brawl(), MINDS, seed=4, battles=8)


def test_wilsons_interval_by_the_book() -> None:
    low, high = wilson(8, 10)
    assert math.isclose(low, 0.4901625, abs_tol=1e-6)
    assert math.isclose(high, 0.9433178, abs_tol=1e-6)
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(0, 500), st.integers(1, 500))
@settings(deadline=None)
def test_the_interval_holds_the_share_and_stays_in_bounds(wins: int, more: int) -> None:
    low, high = wilson(wins, wins + more)
    assert 0 <= low <= wins / (wins + more) <= high <= 1


def test_battles_come_in_pairs_with_one_seed_and_sides_swapped() -> None:
    pit = Pit(CONTEST)
    fought_by = [pit.fight(number) for number in range(4)]
    assert [battle.seed for battle in fought_by] == [4, 4, 5, 5]
    assert [battle.swapped for battle in fought_by] == [False, True, False, True]
    for battle in fought_by:
        if battle.side is not None:
            first = 1 if battle.swapped else 0
            assert battle.ai == (first if battle.side == "party" else 1 - first)


def test_a_contest_is_the_same_every_time() -> None:
    first, second = hold(CONTEST, 1), hold(CONTEST, 1)
    assert (first.ais, first.sides, first.ends) == (second.ais, second.sides, second.ends)
    assert first.battles == 8
    assert sum(share.wins for share in first.ais) + first.draws == 8
    assert sum(share.wins for share in first.sides) + first.draws == 8


def test_progress_is_told_battle_by_battle() -> None:
    told: list[int] = []
    hold(CONTEST, 1, told.append)
    assert told == list(range(1, 9))


def test_a_battle_without_end_is_a_draw_at_the_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    capped = Pit(Contest(brawl(), MINDS, seed=4, battles=2, rounds=1)).fight(0)
    assert (capped.side, capped.ai, capped.rounds, capped.why) == (None, None, 1, "no end after 1 rounds")
    monkeypatch.setattr(arena, "ANSWERS", 3)
    assert Pit(CONTEST).fight(0).answers == 3


def test_an_arena_has_two_sides() -> None:
    sides = tuple(SideSetup(name, (Recruit("knight"),)) for name in ("red", "blue", "green"))
    with pytest.raises(BadSetup, match="two sides; this one has 3"):
        hold(Contest(Setup("duel", Field(9, 9), sides), MINDS, 1, 2), 1)


def test_an_ai_that_says_nothing_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mute:
        def answer(self, match: AnyMatch, question: object) -> Answer | None:
            return None

    monkeypatch.setattr(arena, "opponent", lambda *_: Mute())
    with pytest.raises(RuntimeError, match="gave no answer"):
        Pit(CONTEST).fight(0)


def test_processes_find_what_one_alone_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "opponent", opponent)  # workers know nothing of the AI for tests
    contest = Contest(scuffle(), (AILevel("instinct"), AILevel("instinct")), seed=1, battles=4)
    told: list[int] = []
    many, alone = hold(contest, 2, told.append), hold(contest, 1)
    assert many.fought == alone.fought
    assert told[-1] == 4
    assert many.jobs == 2


def fought_by(wins: Sequence[int | None]) -> list[Fought]:
    return [
        Fought(number, 1, False, False, None if ai is None else ("red", "blue")[ai], ai, "the end", 3, 10)
        for number, ai in enumerate(wins)
    ]


def test_a_report_counts_and_reads_well() -> None:
    contest = Contest(duel(), (AILevel("instinct"), AILevel("instinct")), 1, 4)
    report = sum_up(contest, fought_by([0, 0, 1, None]), 2.0, 1)
    assert [(share.name, share.wins) for share in report.ais] == [("instinct as red", 2), ("instinct as blue", 1)]
    assert (report.draws, report.mean_rounds, report.per_second) == (1, 3.0, 2.0)
    lines = list(write_report(report))
    assert lines[0] == "A battle, duel: 4 battles, seed 1"
    assert lines[1] == "  AI   instinct as red     2 won   50.0%   (95 %: 15.0% to 85.0%)"
    assert "  2.0 battles a second (2.0 s, 1 at a time)" in lines
    assert "       4 x the end" in lines
