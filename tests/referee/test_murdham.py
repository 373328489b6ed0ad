"""Whole battles of murdham, judged again."""

from __future__ import annotations

from functools import lru_cache

import pytest

from game.files.scenario import read_scenario, to_setup
from game.play.quick_battle import QUICK
from game.resources import maps
from game.rules.events import Ended, Event, Left, Moved, RoundBegan
from game.spatial.space import Space
from rulesets.murdham import RULESET
from rulesets.murdham.play import events as told
from tests.referee.judging import (
    FALSE_BATTLES,
    Change,
    Fought,
    Occasions,
    battle,
    fight_out,
    more,
    object_to_false,
    object_to_false_in,
    object_to_nothing,
    reckless,
    seeds,
)
from tests.referee.murdham import MurdhamReferee

OCCASIONS: Occasions = {
    RoundBegan: ("A-01", "A-33", "A-117"),
    told.InitiativeDrawn: ("A-08",),
    told.SideLeads: ("A-06",),
    told.TurnBegan: ("A-02", "A-03", "A-04"),
    Moved: ("A-10", "A-11", "A-13", "A-16", "A-120"),
    told.AttackDeclared: ("A-32", "A-36", "A-39"),
    told.DamageRolled: ("A-50", "A-118"),
    told.Reacted: ("A-52",),
}


@seeds
def test_a_second_reading_objects_to_nothing(seed: int) -> None:
    object_to_nothing(MurdhamReferee(battle("murdham", seed)), OCCASIONS)


@seeds
def test_a_second_reading_objects_to_nothing_in_what_is_done_by_lot(seed: int) -> None:
    referee = MurdhamReferee(reckless("murdham", seed))
    referee.judge()
    assert not referee.objections, "\n".join(referee.objections[:20])
    assert {"A-01", "A-02", "A-03", "A-04", "A-06"} <= set(referee.judged)


def test_what_is_done_by_lot_has_ambushes_phases_and_stunts() -> None:
    """Rules of which the computer's own battles on the shipped maps have nothing to judge."""
    found: set[str] = set()
    for seed in range(FALSE_BATTLES):
        referee = MurdhamReferee(reckless("murdham", seed))
        referee.judge()
        found |= set(referee.judged)
    assert {"A-74", "A-75", "A-77", "A-92", "A-93", "A-94", "A-110", "A-113"} <= found


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
        (told.AttackMissed, "rule", lambda rule: "A-53" if rule != "A-53" else "A-42"),
        (told.Reacted, "what", lambda what: "guards" if what != "guards" else "dodges"),
        (told.Reacted, "rule", lambda rule: "A-31" if rule != "A-31" else "A-28"),
        (told.Saved, "face", lambda face: face % 20 + 1),
        (told.Saved, "score", lambda score: score + 1),
        (told.Saved, "ability", lambda ability: {"STR": "AGI", "AGI": "WIT", "WIT": "STR"}[ability]),
        (told.Saved, "passed", lambda passed: not passed),
        (told.GroupSaved, "face", lambda face: face % 20 + 1),
        (told.GroupSaved, "ability", lambda ability: "STR"),
        (told.GroupSaved, "passed", lambda passed: passed[1:] or ("nobody",)),
        (told.GroupSaved, "failed", lambda failed: failed[1:] or ("nobody",)),
        (told.MoraleTested, "rule", lambda rule: "A-96" if rule == "A-95" else "A-95"),
        (told.MoraleTested, "side", lambda side: {"party": "foe"}.get(side, "party")),
        (told.OmenSpent, "what", lambda what: "survive it" if not what.startswith("survive") else "reroll"),
        (told.Healed, "amount", lambda amount: amount + 1),
        (told.Healed, "left", lambda left: left + 1),
        (told.Wore, "what", lambda what: "damaged" if what == "destroyed" else "destroyed"),
        (told.Wore, "rule", lambda rule: "A-108" if rule != "A-108" else "A-106"),
        (told.Cast, "what", lambda what: "invokes nothing"),
        (Left, "why", lambda why: "leaves the field" if why == "flees" else "flees"),
        (Ended, "winner", lambda winner: {"party": "foe"}.get(winner, "party")),
        (told.Harmed, "amount", lambda amount: amount + 1),
        (told.Harmed, "left", lambda left: left + 1),
        (told.Fell, "how", lambda how: "dying" if how != "dying" else "killed"),
    ],
)
def test_it_objects_to_what_is_told_falsely(kind: type[Event], field: str, change: Change) -> None:
    object_to_false(MurdhamReferee, "murdham", kind, field, change)


@lru_cache(FALSE_BATTLES)
def at_the_bend(seed: int) -> Fought:
    """The first battle, in which the robbers have one with powers."""
    setup = to_setup(read_scenario(maps() / QUICK, "murdham"))
    space = Space(setup.field)
    return fight_out(setup, space, RULESET.begin(setup, space), seed, f"murdham, {QUICK}, seed {seed}")


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("shown", lambda shown: shown + 1),
        ("points", lambda points: points + 1),
        ("faces", lambda faces: (*faces, 1)),
        ("tally", more),
    ],
)
def test_it_objects_to_points_of_powers_told_falsely(field: str, change: Change) -> None:
    battles = (at_the_bend(seed) for seed in range(FALSE_BATTLES))
    object_to_false_in(battles, MurdhamReferee, told.PointsRolled, field, change)
