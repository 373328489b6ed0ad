"""By the book: Execution Attacks, with which a scenario may open."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.rules.events import Id
from game.rules.match import Match
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.state import Combatant
from game.spatial.field import Cell, Field
from rulesets.sovereign import RULESET
from rulesets.sovereign.play.events import AttackSpoiled, Checked, DamageRolled, Fell
from rulesets.sovereign.sheet.sheet import Sheet, Turn
from tests.rulesets.sovereign.kit import OPEN, ground

WALLED = ground(*["........#..............."] * 12)


def opening(
    event: str, at: Cell, assassin: str = "colette", victim: str = "bugbear", field: Field = OPEN
) -> Match[Sheet, Turn]:
    """A battle that opens with an execution on somebody at (10, 5)."""
    setup = Setup(
        "sovereign",
        field,
        (
            SideSetup("party", (Recruit(assassin, at=at), Recruit("annora", at=(0, 0))), party=True),
            SideSetup("foes", (Recruit(victim, at=(10, 5)), Recruit("ogre", at=(20, 5)))),
        ),
        events={"execution": event},
    )
    return Match.begin(RULESET, setup)


def checks(match: Match[Sheet, Turn]) -> list[tuple[int, int, bool]]:
    """Bonus, number needed and outcome of the checks so far."""
    return [(e.tally.total, e.needed, e.passed) for e in match.events if isinstance(e, Checked)]


@pytest.mark.rule("sovereign", "E-84", "S-15")
def test_in_a_fight_nobody_is_unsuspecting_and_the_alert_never_are() -> None:
    match = opening("colette, bugbear-1, small-bow, disturbed", (5, 5))
    assert match.pending is not None
    assert match.pending.why.startswith("initiative")
    assert any(isinstance(e, AttackSpoiled) for e in match.events)
    match = Match.begin(RULESET, _against_fenn())
    assert match.pending is not None
    assert match.pending.why.startswith("initiative")
    assert any(isinstance(e, AttackSpoiled) for e in match.events)


def _against_fenn() -> Setup:
    return Setup(
        "sovereign",
        Field(24, 12),
        (
            SideSetup("party", (Recruit("fenn", at=(5, 5)), Recruit("annora", at=(0, 0))), party=True),
            SideSetup("foes", (Recruit("bandit-crossbow", at=(10, 5)),)),
        ),
        events={"execution": "bandit-crossbow-1, fenn, crossbow"},
    )


@pytest.mark.rule("sovereign", "E-85", "S-67")
@pytest.mark.parametrize(("at", "bonus"), [((8, 5), 2 + 4), ((1, 5), 2 + 2), ((10, 5 + 6), 2 + 2)])
def test_from_afar_a_check_that_nearness_helps(at: Cell, bonus: int) -> None:
    match = opening("colette, bugbear-1, small-bow", at)
    match.answer((1, 1))
    assert checks(match) == [(bonus, 10, False)]


@pytest.mark.rule("sovereign", "E-85", "E-87")
def test_success_ignores_ac_and_a_failed_save_is_the_end() -> None:
    match = opening("colette, bugbear-1, small-bow", (5, 5))
    match.answer((3, 3))
    match.answer((15,))
    assert checks(match)[1] == (-2, 14, False), "3 Hit Dice, her Shoot 1, and the bow is murderous"
    penalty = [event.tally for event in match.events if isinstance(event, Checked)][1]
    assert str(penalty) == "-2 (-1 the killer's Shoot -1 murderous)"
    fell = [e for e in match.events if isinstance(e, Fell)]
    assert [(e.who, e.how) for e in fell] == [("bugbear-1", "executed")]
    assert match.state.combatants["bugbear-1"].sheet.hp == 0  # type: ignore[index]


@pytest.mark.rule("sovereign", "E-86", "E-87", "S-25")
def test_hand_to_hand_it_hits_and_a_mace_leaves_the_victim_alive() -> None:
    match = opening("bennett, bugbear-1, mace", (9, 5), assassin="bennett")
    match.answer((13,))
    assert checks(match) == [(0, 14, False)], "no check to hit; Stab 0"
    sheet = match.state.combatants["bugbear-1"].sheet  # type: ignore[index]
    assert (sheet.out, sheet.dead) == (True, False)


@pytest.mark.rule("sovereign", "E-88", "S-51")
def test_a_passed_save_takes_the_most_and_murderous_weapons_twice_that() -> None:
    match = opening("bennett, bugbear-1, mace", (9, 5), assassin="bennett")
    match.answer((14,))
    assert [e.dealt for e in match.events if isinstance(e, DamageRolled)] == [7]
    match = opening("colette, bugbear-1, dagger", (9, 5))
    match.answer((20,))
    assert checks(match) == [(-1, 14, True)], "a dagger in the hand goes by Stab 0 (ruling S-51)"
    assert [e.dealt for e in match.events if isinstance(e, DamageRolled)] == [2 * (4 + 1)]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ("colette, nobody, small-bow", 'nobody is called "nobody"'),
        ("colette", "write assassin, target, weapon"),
        ("colette, bugbear-1, small-bow, maybe", 'a fourth word can only be "disturbed"'),
        ("colette, bugbear-1, small-bwo", "small-bwo"),
    ],
)
def test_mistakes_in_the_scenario_are_told(event: str, said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        opening(event, (5, 5))


@pytest.mark.rule("sovereign", "E-84", "E-85", "E-86", "S-15")
@pytest.mark.parametrize(
    ("event", "at", "field", "said"),
    [
        ("bennett, bugbear-1, mace", (0, 5), OPEN, "50 ft away; 5 ft is the reach of the mace .E-22."),
        ("bennett, bugbear-1, unarmed", (4, 5), OPEN, "30 ft away; 5 ft is the reach"),
        ("colette, bugbear-1, small-bow", (5, 5), WALLED, "no line of sight .E-02."),
        ("colette, bugbear-1, dagger", (23, 5), OPEN, "65 ft away; the dagger carries 60 ft .E-60."),
        ("colette, annora, small-bow", (5, 5), OPEN, "annora is no foe of colette .E-84."),
        ("colette, colette, dagger", (5, 5), OPEN, "colette is no foe of colette .E-84."),
    ],
)
def test_what_no_attack_could_do_no_execution_does(event: str, at: Cell, field: Field, said: str) -> None:
    with pytest.raises(BadSetup, match=f"{said}.*") as refused:
        opening(event, at, assassin=event.split(",")[0], field=field)
    assert str(refused.value).startswith("events.execution: ")


@pytest.mark.rule("sovereign", "E-84", "E-85", "S-15")
def test_what_can_not_be_done_any_more_as_the_battle_begins_is_spoiled() -> None:
    match = opening("colette, bugbear-1, small-bow", (5, 5))
    start = RULESET.begin(match.setup, match.ground)
    body = start.combatants[Id("colette")]
    stowed = Combatant(body.id, body.side, body.at, replace(body.sheet, ready=(), hand="", stowed=("small-bow",)))
    start = replace(start, combatants={**start.combatants, body.id: stowed})
    again = Match(RULESET, match.setup, match.ground, start)
    assert again.pending is not None
    assert [(e.why, e.rule) for e in again.events if isinstance(e, AttackSpoiled)] == [
        ("the small bow is not at hand", "E-48")
    ]
    assert not checks(again)


@pytest.mark.rule("sovereign", "E-48", "E-84", "S-15")
def test_nobody_executes_with_the_rim_of_a_shield_that_it_has_put_down() -> None:
    match = opening("gisela, bugbear-1, shield-bash", (9, 5), assassin="gisela")
    start = RULESET.begin(match.setup, match.ground)
    body = start.combatants[Id("gisela")]
    bare = Combatant(body.id, body.side, body.at, replace(body.sheet, off=""))
    start = replace(start, combatants={**start.combatants, body.id: bare})
    again = Match(RULESET, match.setup, match.ground, start)
    assert again.pending is not None
    assert [(e.why, e.rule) for e in again.events if isinstance(e, AttackSpoiled)] == [
        ("the shield bash is not at hand", "E-48")
    ]


@pytest.mark.rule("sovereign", "E-85", "E-49", "S-15", "S-40")
def test_the_shot_is_spent_and_the_assassin_seen() -> None:
    """A foe beside it bars no bow, as nobody knows of any fight; a dagger flies at its longest range at nothing."""
    match = opening("hadrian, bugbear-1, crossbow", (9, 5), assassin="hadrian")
    match.answer((1, 1))
    sheet = match.state.combatants[Id("hadrian")].sheet
    assert (sheet.known, sheet.hidden) == (True, False)
    assert ("crossbow" in sheet.unloaded) is (sheet.profile.skill("Shoot") < 1)
    match = opening("colette, bugbear-1, dagger", (22, 5))
    match.answer((1, 1))
    assert checks(match) == [(2, 10, False)], "60 ft are past its normal range"
    assert [thing.at for thing in match.state.things.values()] == [(10, 5)]


@pytest.mark.rule("sovereign", "E-88", "E-65", "S-35")
def test_the_most_of_an_edge_on_a_skeleton_is_its_least() -> None:
    match = opening("edda, skeletal-warrior-1, great-sword", (9, 5), assassin="edda", victim="skeletal-warrior")
    match.answer((20,))
    (e,) = (e for e in match.events if isinstance(e, DamageRolled))
    assert e.faces == 1


@pytest.mark.rule("sovereign", "E-93", "E-87", "S-26")
def test_the_executed_fall_in_the_round_before_the_first() -> None:
    setup = _against_fenn()
    match = Match.begin(RULESET, replace(setup, events={"execution": "bandit-crossbow-1, annora, crossbow"}))
    match.answer((6, 6))
    match.answer((1,))
    assert match.state.combatants[Id("annora")].sheet.fell == 0
