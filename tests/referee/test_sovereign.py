"""Whole battles of sovereign, judged again."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d6, d8, d20
from game.rules.events import Changed, Ended, Event, Id, Moved, Rolled, RoundBegan, TurnChanged
from game.rules.state import State
from rulesets.sovereign.play import events as told
from tests.referee.judging import (
    Change,
    Fought,
    Occasions,
    battle,
    more,
    object_to_false,
    object_to_nothing,
    reckless,
    seeds,
)
from tests.referee.sovereign import SovereignReferee
from tests.rulesets.sovereign.kit import Fight

OCCASIONS: Occasions = {
    RoundBegan: ("E-09", "E-53"),
    TurnChanged: ("E-08", "E-15"),
    told.InitiativeRolled: ("E-07", "E-10"),
    told.SideActs: ("E-06", "E-91"),
    Moved: ("E-06", "E-45"),
    told.AttackRolled: ("E-55", "E-64"),
    told.DamageRolled: ("E-65",),
    told.Harmed: ("E-65",),
    Ended: ("S-47",),
}


@seeds
def test_a_second_reading_objects_to_nothing(seed: int) -> None:
    object_to_nothing(SovereignReferee(battle("sovereign", seed)), OCCASIONS)


@seeds
def test_a_second_reading_objects_to_nothing_in_what_is_done_by_lot(seed: int) -> None:
    object_to_nothing(SovereignReferee(reckless("sovereign", seed)), {})


@pytest.mark.parametrize(
    ("kind", "field", "change"),
    [
        (Rolled, "faces", lambda faces: (*faces[:-1], 0)),
        (RoundBegan, "number", lambda number: number + 1),
        (Moved, "start", lambda start: (start[0] + 1, start[1])),
        (Moved, "end", lambda end: (end[0] + 3, end[1])),
        (told.SideActs, "side", lambda side: f"not {side}"),
        (told.SideActs, "round", lambda number: number + 1),
        (told.InitiativeRolled, "face", lambda face: face % 8 + 1),
        (told.InitiativeRolled, "tally", more),
        (told.AttackDeclared, "mode", lambda mode: "thrown" if mode == "melee" else "melee"),
        (told.AttackDeclared, "action", lambda action: "charge" if action != "charge" else "attack"),
        (told.AttackRolled, "face", lambda face: face % 20 + 1),
        (told.AttackRolled, "tally", more),
        (told.AttackRolled, "ac", more),
        (told.AttackHit, "target", lambda target: f"not {target}"),
        (told.AttackMissed, "who", lambda who: f"not {who}"),
        (told.DamageRolled, "faces", lambda faces: faces + 1),
        (told.DamageRolled, "tally", more),
        (told.DamageRolled, "dealt", lambda dealt: dealt + 1),
        (told.DamageRolled, "least", lambda least: least + 1),
        (told.ShockDealt, "points", lambda points: points + 1),
        (told.ShockDealt, "tally", more),
        (told.PointsRolled, "shown", lambda shown: shown + 1),
        (told.PointsRolled, "points", lambda points: points + 1),
        (told.PointsRolled, "tally", more),
        (told.Harmed, "amount", lambda amount: amount + 1),
        (told.Harmed, "left", lambda left: left + 1),
        (told.Harmed, "source", lambda source: "nobody"),
        (told.Fell, "how", lambda how: "knocked out" if how != "knocked out" else "dead"),
        (told.Checked, "faces", lambda faces: faces + 1),
        (told.Checked, "passed", lambda passed: not passed),
        (told.Checked, "tally", more),
        (told.Checked, "needed", lambda needed: needed + 1),
        (told.Broke, "side", lambda side: f"not {side}"),
        (told.Did, "rule", lambda rule: "E-41" if rule != "E-41" else "E-28"),
        (told.Reacted, "rule", lambda rule: "E-41" if rule != "E-41" else "E-25"),
        (told.Cast, "what", lambda what: "casts a shadow"),
    ],
)
def test_it_objects_to_what_is_told_falsely(kind: type[Event], field: str, change: Change) -> None:
    object_to_false(SovereignReferee, "sovereign", kind, field, change)


@pytest.mark.rule("sovereign", "S-69", "E-06")
def test_a_place_is_shared_only_by_who_came_round_there_and_who_lies_gets_up_nowhere_else() -> None:
    foes = {"w1": ("skeletal-warrior", (20, 5))}
    fight = Fight({"hadrian": (4, 5), "annora": (5, 5), "bennett": (4, 9)}, foes)
    fight.sheet_of("annora", hp=0, fell=1, prone=True).place_of("bennett", (5, 5))
    start = fight.state
    fight.play("hadrian", "cast knitting-hand annora", d6(3), "done", "annora", "run 7,5", "stand", "done", "bennett")
    events = tuple(fight.match.events)

    def objections(begins: State[Any, Any], *said: Event) -> list[str]:
        referee = SovereignReferee(Fought(fight.setup, fight.ground, begins, said, "two in one place"))
        referee.judge()
        rules = (("E-06", "share a place"), ("S-69", "stands up"))
        return [rule for rule, what in rules if any(what in each and rule in each for each in referee.objections)]

    assert objections(start, *events) == []
    sheet = replace(start.combatants[Id("annora")].sheet, hp=1, fell=None)
    risen = replace(start.combatants[Id("annora")], sheet=sheet)
    awake = {**start.combatants, Id("annora"): risen}
    assert objections(replace(start, combatants=awake), *events) == ["E-06"]
    assert objections(start, *(event for event in events if not isinstance(event, Moved))) == ["S-69"]


def test_when_somebody_fell_is_remembered_and_not_read_off_the_sheet() -> None:
    """In the free round of a surprise, as it was told: what the sheet holds of it changes nothing."""
    foes = {"captain": ("bandit-captain", (6, 5)), "w1": ("skeletal-warrior", (20, 5))}
    fight = Fight({"annora": (5, 5), "bennett": (4, 5)}, foes, fresh=True, surprise="party")
    start = fight.state
    fight.play("captain", "strike annora sword", d20(20), d8(8), "done", "w1", "done", d8(8), d8(1))
    for _ in range(7):
        fight.play("bennett", "done", "captain", "done", "w1", "done")
    events = tuple(fight.match.events)

    def objections(*said: Event) -> list[str]:
        referee = SovereignReferee(Fought(fight.setup, fight.ground, start, said, "surprise"))
        referee.judge()
        return [each for each in referee.objections if "E-93" in each]

    assert objections(*events) == []
    late = [replace(e, changes={"fell": 1}) if isinstance(e, Changed) and "fell" in e.changes else e for e in events]
    assert objections(*late) == []
    death = next(place for place, e in enumerate(events) if isinstance(e, told.Fell) and e.how == "bled out")
    assert objections(*events[: death - 1], *events[death + 1 :])
