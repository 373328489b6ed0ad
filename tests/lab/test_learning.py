"""Learning by battles: the steps, and that a lesson comes to the same whoever does the sums."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from game.ai import opponent
from game.ai.scoring import table_of
from game.lab import arena, learning
from game.lab.arena import Fought, Pit
from game.lab.learning import LearningResult, TrainingRun, learn, luck_told, multiplied, run_lesson, sure, written
from game.lab.minds import read_mind
from game.rules.setup import Setup
from rulesets.sovereign import RULESET
from tests.program import LEVELS, Run
from tests.rulesets.sovereign.kit import Fight


def scuffle() -> Setup:
    """Two against two, some way apart, who may close in or shoot."""
    party: dict[str, Any] = {"a": ("bandit", (1, 1)), "b": ("bandit-crossbow", (1, 3))}
    foes: dict[str, Any] = {"x": ("bandit", (9, 1)), "y": ("bandit-crossbow", (9, 3))}
    return Fight(party, foes, fresh=True).setup


def test_weights_move_as_factors_and_keep_their_sign() -> None:
    assert multiplied({"down": 2.0, "exposed": -3.0, "idle": 0.0}, {"down": 0.5, "exposed": -0.5}) == {
        "down": 3.3,
        "exposed": -1.82,
        "idle": 0.0,
    }


def test_a_table_has_what_options_say_besides() -> None:
    assert table_of({"options": {"down": 1.0, "harm": 2.0}, "trained": {"harm": 5.0}}, "trained") == {
        "down": 1.0,
        "harm": 5.0,
    }


def test_every_weight_goes_the_way_that_won(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where whoever likes felling more and fears less wins, that is what is learned; the rest goes nowhere much."""

    def won(trial: tuple[int, dict[str, float], dict[str, float]]) -> float:
        _, up, down = trial
        return ((up["down"] > down["down"]) + (up["exposed"] > down["exposed"]) - 1) * 1.0

    monkeypatch.setattr(learning, "_try", won)
    before = table_of(RULESET.weights, "options")
    learned = learn(TrainingRun((scuffle(),), battles=1600), 1)
    after, trends = learned.weights, learned.trends
    gone = {name: after[name] / points for name, points in before.items() if points}
    assert gone.pop("down") > 8 and gone.pop("exposed") < 0.2
    still = [name for name, factor in gone.items() if factor == pytest.approx(1, abs=0.01)]
    assert len(still) > len(gone) / 2, "the rest moved by luck, and is drawn back"
    assert all(abs(trends[name]) <= 1.2 for name in still)
    assert set(after) == set(before)
    assert trends["down"] > 8 and trends["exposed"] < -8, "more of the one won, and less of the other"
    assert learned.surprise > 10


def test_what_is_kept_is_not_touched_though_less_of_it_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """A habit that nobody wants to play against is not learned because it wins."""

    def won(trial: tuple[int, dict[str, float], dict[str, float]]) -> float:
        _, up, down = trial
        assert up["flight"] == down["flight"] == before["flight"]
        return 1.0 if up["down"] > down["down"] else -1.0

    monkeypatch.setattr(learning, "_try", won)
    before = table_of(RULESET.weights, "options")
    learned = learn(TrainingRun((scuffle(),), fixed=("flight", "on goal"), battles=80), 1)
    assert learned.weights["flight"] == before["flight"] and learned.weights["on goal"] == before["on goal"]
    assert not {"flight", "on goal"} & set(learned.trends)
    assert learned.weights["down"] > before["down"]


def test_where_nothing_wins_but_luck_a_lesson_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def won(trial: tuple[int, dict[str, float], dict[str, float]]) -> float:
        return Random(trial[0]).choice((-1.0, 1.0))

    monkeypatch.setattr(learning, "_try", won)
    learned = learn(TrainingRun((scuffle(),), battles=800), 1)
    assert abs(learned.surprise) < 2
    assert max(map(abs, learned.trends.values())) < 4
    assert "may all be luck" in luck_told(learned)[1]


def test_what_may_be_luck_is_drawn_back() -> None:
    assert [sure(trend) for trend in (0.0, 0.7, -1.0, 2.0, -10.0)] == pytest.approx([0, 0, 0, 0.75, 0.99])


def test_what_stands_out_from_luck_is_told_surest_first() -> None:
    told = luck_told(LearningResult({}, {"harm": 0.5, "down": -6.0, "lost": 4.0}))
    assert told == [
        "  surest trends, in standard errors: down -6.0, lost +4.0, harm +0.5",
        "  all 3 weights together: +20.1 from luck alone; more than luck",
    ]
    assert LearningResult({}, {}).surprise == 0


def test_trials_are_fought_on_each_set_up_in_turn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fought: list[tuple[int, str]] = []

    def fight(self: Pit, number: int) -> Fought:
        setup = self.contest.setup
        fought.append((setup.field.height, " ".join(side.squad[0].unit for side in setup.sides)))
        return Fought(number, 1, False, False, None, None, "", 1, 1, None)

    monkeypatch.setattr(Pit, "fight", fight)
    out = tmp_path / "mine.toml"
    run_lesson(
        ["cellar", "gatehouse"], "sovereign", squads=["bandits", "watch:cult"],
        table="options", keep=(), battles=16, seed=4, jobs=1, out=out,
    )  # fmt: skip
    assert out.exists()
    assert fought[:8:2] == fought[1:8:2] == fought[8::2], "each twice, with the sides swapped, and then again"
    assert [pair for _, pair in fought[:8:2]] == ["bandit-captain bandit-captain", "guard-captain hedge-mage"] * 2
    assert len({height for height, _ in fought}) == 2, "two maps"


def test_a_lesson_comes_to_the_same_on_any_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "opponent", opponent)  # workers know nothing of the AI for tests
    lesson = TrainingRun((scuffle(),), battles=16, batch=2)
    heard: list[int] = []
    alone = learn(lesson, 1, lambda done, _: heard.append(done))
    assert heard == [4, 8, 12, 16]
    assert learn(lesson, 2) == alone
    assert learn(replace(lesson, seed=2), 1) != alone


def test_what_is_learned_is_a_file_that_an_arena_reads(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(written("options", {"down": 2.5, "on goal": 3.0}))
    mind = read_mind(f"instinct:{file}", LEVELS, RULESET)
    assert mind.weights == {"options": {"down": 2.5, "on goal": 3.0}}


def test_what_can_not_be_learned_is_said(run: Run, tmp_path: Path) -> None:
    words = ("learn", "--map", "cellar", "--out", str(tmp_path / "mine.toml"))
    code, _, err = run(*words, "--rules", "sovereign", "--squads", "bandits,bandist")
    assert code == 2 and "bandist" in err and "did you mean 'bandits'" in err
    code, _, err = run(*words, "--rules", "duel")
    assert code == 2 and "Duel has no weights to learn" in err
    code, _, err = run(*words, "--rules", "sovereign", "--table", "tables")
    assert code == 2 and "Sovereign has no such table; it has options, trained" in err
    code, _, err = run(*words, "--rules", "sovereign", "--keep", "exposed, flihgt")
    assert code == 2 and "--keep flihgt: [options] of Sovereign weighs no such feature; did you mean 'flight'?" in err
