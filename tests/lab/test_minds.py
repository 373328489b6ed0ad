"""Who fights in an arena: levels and files of weights; how long; and from where."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose, log
from pathlib import Path

import pytest
from msgspec.structs import replace

from battlemat_duel import RULESET as DUEL
from game.ai import opponent
from game.ai.chooser import plannable
from game.files.errors import BadFile
from game.lab import arena
from game.lab.arena import (
    Contest,
    Fought,
    Hypotheses,
    Pit,
    SequentialResult,
    hold,
    in_each_others_places,
    mirrored,
    read_hypotheses,
    sum_up,
    try_test,
    write_report,
    write_tested,
)
from game.lab.minds import AILevel, Taught, read_mind, read_minds
from game.play.seating import BadSeats
from game.play.start import StartRequest, find_file, read_setup
from game.rules.match import AnyMatch, Asked, Match
from game.rules.questions import Answer, Roll, Seat
from game.rules.registry import ruleset
from game.rules.ruleset import BadSetup
from game.rules.setup import Objective, Recruit, Setup, SideSetup
from game.rules.weights import Temperament, Weights
from game.spatial.field import Field, Spawn, Terrain
from rulesets.glog import RULESET as GLOG
from rulesets.sovereign import RULESET as SOVEREIGN
from tests.lab.test_learning import scuffle
from tests.program import LEVELS, Run
from tests.rules.battles import brawl, duel, installed
from tests.vigil import VIGIL
from tests.vigil.test_vigil import Fight

PLAIN = (AILevel("instinct"), AILevel("instinct"))
TWO = (AILevel("instinct"), AILevel("trained"))
FIFTY_SIXTY = Hypotheses(0.5, 0.6)


@pytest.fixture(autouse=True)
def _with_vigil() -> Iterator[None]:
    with installed():
        yield


def skirmish() -> Setup:
    """Two against two in Vigil."""
    return Fight(
        {"sergeant": (1, 1), "pike": (1, 3)}, {"x": ("raider", (8, 1)), "y": ("raider", (8, 3))}, fresh=True
    ).setup


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


# ------------------------------------------------------------------ minds


def test_a_mind_is_a_level_with_or_without_a_file(tmp_path: Path) -> None:
    file = written(tmp_path / "meek.toml", "[options]\nharm = -5\n")
    one, other = read_minds(f"instinct, trained:{file}", LEVELS, VIGIL)
    assert one == AILevel("instinct")
    assert other.weights == {"options": {"harm": -5.0}}
    assert (one.name, other.name) == ("instinct", "trained:meek.toml")
    with pytest.raises(BadSeats, match="No AI level is called 'wise'"):
        read_mind(f"wise:{file}", LEVELS, VIGIL)
    with pytest.raises(BadSeats, match="Duel tells AIs nothing that weights could weigh"):
        read_mind(f"instinct:{file}", LEVELS, DUEL)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[options]\nFEATURE = 'much'\n", r"odd\.toml: \[options\] FEATURE = 'much' is no number"),
        ("[options]\nFEATURE = true\n", r"odd\.toml: \[options\] FEATURE = True is no number"),
        ("[options]\nFEATURE = nan\n", r"odd\.toml: \[options\] FEATURE = nan is no number"),
        ("[options]\nnonesuch = 1\n", r"odd\.toml: \[options\] 'nonesuch' is no feature"),
        ("[option]\nFEATURE = 1\n", r"odd\.toml: Vigil weighs by no table 'option'; did you mean 'options'\?"),
        ("options = 1\n", r"odd\.toml: options = 1 stands outside a table"),
        ("[options\n", r"odd\.toml: not valid TOML"),
    ],
)
def test_what_is_wrong_with_a_file_of_weights_is_said_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    feature = next(iter(VIGIL.weights["options"]))
    file = written(tmp_path / "odd.toml", text.replace("FEATURE", feature))
    with pytest.raises(BadFile, match=said.replace("FEATURE", feature)):
        read_mind(f"instinct:{file}", LEVELS, VIGIL)


def test_orders_need_something_to_judge_them_by(tmp_path: Path) -> None:
    file = written(tmp_path / "odd.toml", '["order press on"]\nexposed = 0.5\n')
    with pytest.raises(BadFile, match=r"odd\.toml: \[order press on\] is an order, and Glog has no \[positions\]"):
        read_mind(f"trained:{file}", LEVELS, GLOG)
    assert read_mind(f"trained:{file}", LEVELS, SOVEREIGN).weights == {"order press on": {"exposed": 0.5}}


def test_a_taught_mind_finds_its_weights_and_leaves_the_match_its_own() -> None:
    found: list[Weights] = []

    class Reader:
        def answer(self, match: AnyMatch, question: Asked) -> Answer:
            found.extend(plannable(m.ruleset).weights for m in (match, match.fork()))
            return "end"

    match: AnyMatch = Match.begin(VIGIL, skirmish())
    assert isinstance(match.pending, Roll)
    positions = VIGIL.weights["positions"]
    Taught(Reader(), VIGIL, {"options": {"strike": 9.0}}).answer(match, match.pending)
    assert found == [{**VIGIL.weights, "options": {"strike": 9.0}}] * 2
    assert found[0]["positions"] is positions
    assert match.ruleset is VIGIL


def test_weights_of_a_file_change_how_an_ai_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "opponent", opponent)
    upside_down = {name: -points for name, points in VIGIL.weights["options"].items()}
    meek = AILevel("instinct", "meek.toml", {"options": upside_down})
    report = hold(Contest(skirmish(), (AILevel("instinct"), meek), seed=1, battles=10, habits=True), 1)
    assert [share.name for share in report.ais] == ["instinct", "instinct:meek.toml"]
    assert report.habits is not None
    plain, turned = report.habits.ais
    assert plain.attacking > 2 * turned.attacking


# ------------------------------------------------------------------ the sequential test


def test_the_sequential_test_has_walds_numbers() -> None:
    assert isclose(FIFTY_SIXTY.bound, log(0.95 / 0.05))
    assert isclose(FIFTY_SIXTY.bound, 2.944439, abs_tol=1e-6)
    assert isclose(FIFTY_SIXTY.evidence(10, 0), 10 * log(1.2))
    assert isclose(FIFTY_SIXTY.evidence(0, 10), 10 * log(0.8))
    assert FIFTY_SIXTY.taken(16, 0) is None
    assert FIFTY_SIXTY.taken(17, 0) == 0.6
    assert FIFTY_SIXTY.taken(0, 13) is None
    assert FIFTY_SIXTY.taken(0, 14) == 0.5


def test_hypotheses_are_written_in_per_cent() -> None:
    assert read_hypotheses("50:60") == FIFTY_SIXTY
    for text in ("60:50", "50", "50:50", "0:60", "50:100", "a:b", "nan:60"):
        with pytest.raises(ValueError, match="is not two shares in per cent"):
            read_hypotheses(text)


def battles(*winners: int | None) -> dict[int, Fought]:
    return {
        number: Fought(number, 1, number % 2 == 1, False, None if ai is None else ("red", "blue")[ai], ai, "", 3, 9)
        for number, ai in enumerate(winners)
    }


def test_a_test_counts_whole_pairs_in_order_and_no_draws() -> None:
    contest = Contest(duel(), TWO, 1, 100, test=FIFTY_SIXTY)
    found = try_test(contest, battles(0, 0, None, 1, 0))
    assert found is not None
    assert (found.battles, found.wins, found.losses, found.taken) == (4, 2, 1, None)
    missing = battles(*[0] * 30)
    del missing[2]
    found = try_test(contest, missing)
    assert found is not None
    assert found.battles == 2
    decided = try_test(contest, battles(*[0] * 30))
    assert decided is not None
    assert (decided.battles, decided.taken) == (18, 0.6)  # 17 would do, but pairs are kept whole
    assert try_test(Contest(duel(), PLAIN, 1, 100), {}) is None


def test_a_contest_stops_when_its_test_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    def fight(self: Pit, number: int) -> Fought:
        return battles(*[1] * (number + 1))[number]

    monkeypatch.setattr(Pit, "fight", fight)
    told: list[int] = []
    report = hold(Contest(duel(), PLAIN, 1, 500, test=FIFTY_SIXTY), 1, told.append)
    assert report.battles == len(report.fought) == told[-1] == 14
    assert report.test is not None
    assert (report.test.taken, report.test.losses) == (0.5, 14)
    lines = "\n".join(write_report(report))
    sentence = "test: that instinct as red wins 50% of decided battles is taken, and not 60%, after 14 battles (0:14"
    assert sentence in lines


def test_a_test_finds_the_same_on_any_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "opponent", opponent)  # workers know nothing of the AI for tests
    test = Hypotheses(0.1, 0.9)
    contest = Contest(scuffle(), PLAIN, seed=1, battles=4, test=test)
    alone, many = hold(contest, 1), hold(contest, 2)
    assert alone.fought == many.fought
    assert alone.test == many.test


def test_a_test_without_an_end_says_so() -> None:
    said = write_tested(SequentialResult(FIFTY_SIXTY, None, 20, 11, 9, 0.01), "new")
    assert said.startswith(
        "test: that new wins 50% or 60% of decided battles can't be told apart yet, after 20 battles"
    )


# ------------------------------------------------------------------ places


def uneven() -> Setup:
    """Two against one; red starts in the west, blue in the east, its first member on a cell of its own."""
    west = tuple((x, y) for y in range(4) for x in range(2))
    east = tuple((x, y) for y in range(4) for x in range(6, 8))
    field = Field(8, 4, spawns=(Spawn("w", "red", west), Spawn("e", "blue", east)))
    red = SideSetup("red", (Recruit("knight", "Ada"), Recruit("squire", "Bo")), party=True)
    return Setup("duel", field, (red, SideSetup("blue", (Recruit("thief", "Orc", (5, 1)),))))


def test_sides_begin_in_each_others_places() -> None:
    setup = in_each_others_places(uneven())
    assert [(side.name, side.party) for side in setup.sides] == [("red", True), ("blue", False)]
    at = {str(c.id): c.at for c in ruleset("duel").begin(setup).combatants.values()}
    assert at["Ada"] == (5, 1)
    assert at["Bo"][0] >= 6
    assert at["Orc"][0] < 2
    assert in_each_others_places(in_each_others_places(brawl())) == brawl()


def test_sides_that_do_not_fit_into_each_others_places_are_told_so() -> None:
    west = tuple((x, y) for y in range(4) for x in range(2))
    walls = tuple(int(x > 4 and (x, y) != (6, 0)) for y in range(4) for x in range(8))
    stone = (Terrain(), Terrain("wall", True, True))
    field = Field(8, 4, stone, walls, spawns=(Spawn("w", "red", west), Spawn("e", "blue", ((6, 0),))))
    red = SideSetup("red", (Recruit("bandit"), Recruit("bandit")), party=True)
    setup = Setup("sovereign", field, (red, SideSetup("blue", (Recruit("bandit"),))))
    assert Pit(Contest(setup, PLAIN, 1, 4)).sides == ("red", "blue")
    with pytest.raises(BadSetup, match="The sides can't swap places: no room is left for Bandit"):
        Pit(Contest(setup, PLAIN, 1, 4, swap_places=True))


def test_battles_come_in_fours_when_places_are_swapped() -> None:
    pit = Pit(Contest(uneven(), TWO, seed=7, battles=8, swap_places=True))
    fought = [pit.fight(number) for number in range(8)]
    assert [battle.seed for battle in fought] == [7] * 4 + [8] * 4
    assert [battle.swapped for battle in fought] == [False, True] * 4
    assert [battle.moved for battle in fought] == [False, False, True, True] * 2


def test_an_ai_that_fights_itself_fights_no_battle_twice() -> None:
    fought = [Pit(Contest(uneven(), PLAIN, seed=7, battles=4)).fight(number) for number in range(4)]
    assert [(battle.seed, battle.swapped) for battle in fought] == [(7, False), (8, False), (9, False), (10, False)]
    pit = Pit(Contest(uneven(), PLAIN, seed=7, battles=4, swap_places=True))
    fought = [pit.fight(number) for number in range(4)]
    assert [(battle.seed, battle.moved) for battle in fought] == [(7, False), (7, True), (8, False), (8, True)]


def test_a_report_tells_shares_by_place() -> None:
    contest = Contest(duel(), PLAIN, 1, 4, swap_places=True)
    four = [replace(battle, moved=battle.number >= 2) for battle in battles(0, 0, 1, None).values()]
    report = sum_up(contest, four, 1.0, 1)
    assert [(share.name, share.wins) for share in report.places] == [("red", 3), ("blue", 0)]
    assert any(line.startswith("  from red  ") for line in write_report(report))
    assert sum_up(Contest(duel(), PLAIN, 1, 4), four, 1.0, 1).places == ()


def test_mirrored_sides_have_one_squad_and_their_own_places() -> None:
    setup = mirrored(uneven())
    assert [recruit.unit for recruit in setup.sides[1].squad] == ["knight", "squire"]
    assert [recruit.at for recruit in setup.sides[1].squad] == [(5, 1), None]
    assert setup.sides[0] == uneven().sides[0]
    assert len(ruleset("duel").begin(setup).combatants) == 4


def test_a_squad_that_is_needed_is_not_mirrored_away() -> None:
    ward = Objective("protect", side="blue", who="Orc", rounds=3)
    with pytest.raises(BadSetup, match="Orc must be there for side blue"):
        mirrored(replace(uneven(), objectives=(ward,)))


@pytest.mark.parametrize("name", ["murdham", "sovereign"])
def test_heroes_can_meet_themselves_on_swapped_places(name: str) -> None:
    heroes = next(iter(ruleset(name).parties()))
    wanted = StartRequest("woodland-road", rules=name, squads=(heroes, ""))
    setup = mirrored(read_setup(find_file("woodland-road"), wanted))
    there, here = (ruleset(name).begin(each) for each in (setup, in_each_others_places(setup)))
    kinds = [[ruleset(name).roster().get(r.unit) for r in side.squad] for side in setup.sides]
    assert kinds[0] == kinds[1]
    first, second = (side.name for side in setup.sides)
    assert sorted(map(str, (c.at for c in here.on(first)))) == sorted(map(str, (c.at for c in there.on(second))))


def test_the_arena_takes_tests_mirrors_and_places(run: Run) -> None:
    words = ("arena", "--map", "cellar", "--rules", "duel", "--battles", "4", "--mirror", "--swap-places")
    code, out, _ = run(*words, "--test", "10:90", "--ai", "instinct,trained")
    assert code == 0
    assert "  from party" in out
    assert "  test: that instinct wins " in out
    code, _, err = run(*words, "--test", "60:50")
    assert code == 2
    assert "'60:50' is not two shares in per cent, the lower first, such as 50:60" in err
    code, _, err = run(*words, "--ai", "instinct:nowhere.toml")
    assert code == 2
    assert "nowhere.toml" in err


def test_minds_sit_at_their_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, Seat]] = []

    def seat(level: str, seat: Seat, _: Temperament | None) -> object:
        asked.append((level, seat))
        return opponent(level, seat)

    monkeypatch.setattr(arena, "opponent", seat)
    pit = Pit(Contest(duel(), (AILevel("instinct"), AILevel("trained")), 1, 2, rounds=1))
    pit.fight(0)
    pit.fight(1)
    assert asked == [("instinct", "red"), ("trained", "blue"), ("trained", "red"), ("instinct", "blue")]


def test_an_ai_may_give_all_its_members_one_temperament(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[options]\nfar = -3.0\n", encoding="utf-8")
    bold = read_mind("instinct@bold", LEVELS, SOVEREIGN)
    assert (bold, bold.name) == (AILevel("instinct", temperament="bold"), "instinct@bold")
    both = read_mind(f"trained@plain:{file}", LEVELS, SOVEREIGN)
    assert (both.temperament, both.weights) == ("plain", {"options": {"far": -3.0}})
    assert both.name == "trained@plain:mine.toml"
    with pytest.raises(BadSeats, match="No temperament is called 'brave'; there are plain, cautious"):
        read_mind("instinct@brave", LEVELS, SOVEREIGN)
    with pytest.raises(BadSeats, match="tells AIs nothing that weights could weigh; write instinct alone"):
        read_mind("instinct@bold", LEVELS, DUEL)
