"""What is told: rules behind falls, what was lost and is over, and what else befalls a body."""

from __future__ import annotations

import pytest

from game.kit.conditions import Condition
from game.kit.testing.fight import d6
from game.rules.ruleset import LogLine
from rulesets.ingenuity import RULESET
from rulesets.ingenuity.sheet.sheet import Task
from tests.rulesets.ingenuity.kit import Fight, suffering, thrown
from tests.rulesets.ingenuity.test_feats import SEER


def lines(fight: Fight) -> list[LogLine]:
    """What the log says, with the rules that it names."""
    return [line for event in fight.match.events if (line := RULESET.tell(fight.board, event)) is not None]


@pytest.mark.rule("ingenuity", "B-71", "B-72", "B-75")
def test_the_log_says_by_which_rule_somebody_falls() -> None:
    faint = Fight({"boudica": (3, 3)}, {"guard": (4, 3), "wolf": (20, 9)}).sheet_of("guard", end=0, st=0)
    faint.play("strike guard spear", thrown(5, 5))
    assert [line.rules for line in lines(faint) if line.text == "Guard 1 faints"] == [("B-71",)]
    down = Fight({"boudica": (3, 3)}, {"guard": (4, 3), "wolf": (20, 9)}).sheet_of("guard", end=0, hp=10, st=0)
    down.play("strike guard spear", thrown(5, 5))
    assert [line.rules for line in lines(down) if line.text == "Guard 1 falls unconscious"] == [("B-72",)]
    slain = Fight({"boudica": (3, 3)}, {"guard": (4, 3), "wolf": (20, 9)})
    slain.sheet_of("guard", unconscious=True, prone=True).play("kill guard spear", thrown(5, 5), d6(1))
    assert [line.rules for line in lines(slain) if line.text == "Guard 1 is killed"] == [("B-75",)]


@pytest.mark.rule("ingenuity", "B-24", "N-37")
def test_the_log_says_that_who_had_no_health_has_one_again() -> None:
    fight = Fight({"clementine": (3, 3), "boudica": (4, 3)}, {"guard": (20, 9)})
    fight.sheet_of("boudica", unconscious=True, prone=True, end=0, hp=0).play(
        "revive boudica", thrown(4, 4, of="d8+d4")
    )
    assert "Boudica regains 1 health, 1 now" in fight.log


@pytest.mark.rule("ingenuity", "B-16", "N-32")
def test_the_log_says_what_being_stunned_and_blinded_has_cost_and_when_it_is_over() -> None:
    fight = Fight({"boudica": (3, 3)}, {"guard": (9, 3)})
    fight.sheet_of("boudica", conditions=(*suffering(stunned=2), Condition("blinded", "turn ends"))).play("done")
    said = [text for text in fight.log if text.startswith("Boudica")]
    assert said == ["Boudica", "Boudica is stunned: 2 actions less", "Boudica is no longer blinded"]


@pytest.mark.rule("ingenuity", "N-41", "B-48")
def test_the_log_says_that_mending_stops_the_bleeding() -> None:
    fight = Fight({"seer": (3, 3), "boudica": (4, 3)}, {"guard": (9, 3)}, roster=SEER)
    fight.sheet_of("boudica", end=12, conditions=suffering(bleeding=2)).play("seer", "feat mend boudica")
    assert "Boudica is no longer bleeding" in fight.log


@pytest.mark.rule("ingenuity", "B-74", "B-21", "B-66")
def test_a_preview_notes_what_else_befalls_a_body() -> None:
    was = Fight({"seer": (3, 3), "boudica": (4, 3)}, {"guard": (9, 3)}, roster=SEER)
    was.sheet_of("boudica", end=2, conditions=suffering(bleeding=2, burning=1), task=Task("work", 1, 3, "work"))
    now = Fight({"seer": (3, 3), "boudica": (4, 3)}, {"guard": (9, 3)}, roster=SEER)
    now.sheet_of("boudica", end=8, cheat=15, conditions=(*suffering(stunned=1), Condition("guard", "turn begins")))
    now.sheet_of("boudica", wear={"spear": 10})
    said = [note.said for note in RULESET.outcome(was.state, now.state, []).notes]
    assert said == [
        "stunned",
        "no longer bleeding",
        "no longer burning",
        "on guard",
        "endurance +6",
        "gives up what it had begun",
        "cheats death",
        "spear broken",
    ]
