"""Whole battles of sovereign, judged again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.kit.testing.dice import d8, d20
from game.rules.events import Changed, Event, Moved, Rolled, RoundBegan
from rulesets.sovereign.play import events as told
from tests.referee.judging import Change, Fought, battle, more, object_to_false, reckless, seeds
from tests.referee.sovereign import SovereignReferee
from tests.rulesets.sovereign.kit import Fight

ALWAYS = {"E-06", "E-07", "E-08", "E-09", "E-10", "E-15", "E-45", "E-53", "E-55", "E-64", "E-65", "E-91", "S-47"}
"""Rules that every battle brings up."""


@seeds
def test_a_second_reading_objects_to_nothing(seed: int) -> None:
    referee = SovereignReferee(battle("sovereign", seed))
    referee.judge()
    assert not referee.objections, "\n".join(referee.objections[:20])
    assert set(referee.judged) >= ALWAYS


@seeds
def test_a_second_reading_objects_to_nothing_in_what_is_done_by_lot(seed: int) -> None:
    referee = SovereignReferee(reckless("sovereign", seed))
    referee.judge()
    assert not referee.objections, "\n".join(referee.objections[:20])


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
