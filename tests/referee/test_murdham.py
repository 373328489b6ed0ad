"""Whole battles of murdham, judged again."""

from __future__ import annotations

import pytest

from game.rules.events import Event, Moved, RoundBegan
from rulesets.murdham import events as told
from tests.referee.judging import Change, battle, object_to_false, seeds
from tests.referee.murdham import MurdhamReferee, kinds

MUST = {
    "A-01", "A-02", "A-03", "A-04", "A-06", "A-08", "A-10", "A-11", "A-13", "A-16", "A-120",
    "A-32", "A-33", "A-36", "A-39", "A-50", "A-117", "A-118",
}  # fmt: skip
"""What every battle gives to judge."""


@seeds
def test_a_second_reading_objects_to_nothing(seed: int) -> None:
    referee = MurdhamReferee(battle("murdham", seed))
    referee.judge()
    assert not referee.objections, "\n".join(referee.objections[:20])
    assert set(referee.judged) >= MUST, MUST - set(referee.judged)
    assert "A-15" in referee.judged or told.Reacted not in kinds(referee.fought)


@pytest.mark.parametrize(
    ("kind", "field", "change"),
    [
        (RoundBegan, "number", lambda number: number + 1),
        (told.InitiativeDrawn, "face", lambda face: 3 - face),
        (told.InitiativeDrawn, "side", lambda side: {"party": "foe"}.get(side, "party")),
        (told.SideLeads, "side", lambda side: {"party": "foe"}.get(side, "party")),
        (told.SideLeads, "initiative", lambda side: {"party": "foe"}.get(side, "party")),
        (told.TurnBegan, "bonus", lambda bonus: not bonus),
        (Moved, "start", lambda place: type(place)(place.number + 1)),
        (told.AttackDeclared, "mode", lambda mode: "melee" if mode == "ranged" else "ranged"),
        (told.DamageRolled, "die", lambda die: "d12" if die == "d4" else "d4"),
        (told.DamageRolled, "rolls", lambda rolls: ((*rolls[0], 1), *rolls[1:])),
        (told.DamageRolled, "net", lambda net: net - 1),
        (told.DamageRolled, "circumstances", lambda found: (*found, "told falsely (A-118)")),
        (told.DamageRolled, "rolled", lambda rolled: rolled + 1),
        (told.DamageRolled, "armour", lambda armour: (*armour, ("told falsely", 1))),
        (told.DamageRolled, "dealt", lambda dealt: dealt + 1),
        (told.DamageRolled, "times", lambda times: (*times, "×3 told falsely")),
        (told.AttackHit, "target", lambda target: "nobody"),
        (told.Harmed, "amount", lambda amount: amount + 1),
        (told.Harmed, "left", lambda left: left + 1),
        (told.Fell, "how", lambda how: "dying" if how != "dying" else "killed"),
    ],
)
def test_it_objects_to_what_is_told_falsely(kind: type[Event], field: str, change: Change) -> None:
    object_to_false(MurdhamReferee, "murdham", kind, field, change)
