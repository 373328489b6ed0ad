"""What follows a battle when another is to come: the dying, the night, what is brought along."""

from __future__ import annotations

import pytest

from game.rules.events import Id
from tests.rulesets.ingenuity.kit import Fight
from tests.rulesets.resting import begun_with, night


@pytest.mark.rule("ingenuity", "N-44")
def test_a_night_gives_back_what_a_fight_spends_and_some_health() -> None:
    fight = Fight({"hartwin": (1, 1)}, {"goblin": (9, 9)})
    fight.sheet_of("hartwin", hp=1, end=0, st=0, fc=0, unconscious=True, cheat=15, wear={"large-shield": 1})
    _, brought = night(fight)
    after = begun_with(fight, brought[Id("hartwin")])
    profile = after.profile
    assert (after.hp, after.end, after.st, after.fc) == (1 + profile.con, profile.end, profile.st, profile.fc)
    assert (after.cheat, after.wear, after.up) == (15, {"large-shield": 1}, True)
