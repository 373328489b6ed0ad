"""Whole battles of glog, judged again."""

from __future__ import annotations

import pytest

from game.rules.events import Event
from rulesets.glog.play import events as told
from tests.referee.glog import GlogReferee
from tests.referee.judging import Change, Occasions, battle, more, object_to_false, object_to_nothing, seeds

OCCASIONS: Occasions = {
    told.Checked: ("D-01",),
    told.BlockBegan: ("D-02",),
    told.TurnBegan: ("D-13",),
    told.AttackRolled: ("D-26",),
}


@seeds
def test_a_second_reading_objects_to_nothing(seed: int) -> None:
    object_to_nothing(GlogReferee(battle("glog", seed)), OCCASIONS)


@pytest.mark.parametrize(
    ("kind", "field", "change"),
    [
        (told.Checked, "faces", lambda face: face % 20 + 1),
        (told.Checked, "passed", lambda passed: not passed),
        (told.Checked, "tally", more),
        (told.AttackRolled, "face", lambda face: face % 20 + 1),
        (told.AttackRolled, "tally", more),
        (told.AttackRolled, "defense", more),
        (told.AttackRolled, "critical", lambda critical: not critical),
        (told.AttackHit, "target", lambda target: f"not {target}"),
        (told.DamageRolled, "dealt", lambda dealt: dealt + 1),
        (told.DamageRolled, "tally", more),
        (told.DamageRolled, "past", lambda past: not past),
        (told.Harmed, "amount", lambda amount: amount + 1),
        (told.Harmed, "left", lambda left: left + 1),
        (told.Strained, "now", lambda now: now + 1),
        (told.Nerved, "passed", lambda passed: not passed),
    ],
)
def test_it_objects_to_what_is_told_falsely(kind: type[Event], field: str, change: Change) -> None:
    object_to_false(GlogReferee, "glog", kind, field, change)
