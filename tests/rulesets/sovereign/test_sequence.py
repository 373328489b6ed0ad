"""By the book: Combat Sequence, Surprise, Combat Action Types, Execution Attacks, and what wins a battle."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import check, d2, d6, d8, d20
from game.rules.events import Ended, Id, RoundBegan, Ruled
from game.rules.match import Match
from game.rules.questions import Choose, Roll
from game.rules.ruleset import BadSetup
from game.rules.setup import Goal, Objective, Recruit, Setup, SideSetup
from game.rules.state import Combatant
from game.spatial.field import Cell, Field
from rulesets.sovereign import RULESET
from rulesets.sovereign.play.events import AttackSpoiled, Checked, DamageRolled, Fell, InitiativeRolled
from rulesets.sovereign.play.gear import GOALS
from rulesets.sovereign.sheet.sheet import Sheet, Turn
from tests.rulesets.sovereign.kit import OPEN, Fight, ground

PARTY = {"annora": (2, 2), "bennett": (2, 4), "colette": (1, 2)}
FOES = {"w1": ("skeletal-warrior", (12, 2)), "w2": ("skeletal-warrior", (12, 4))}


@pytest.mark.rule("sovereign", "E-07", "E-08")
def test_the_higher_side_goes_first() -> None:
    fight = Fight(PARTY, FOES, fresh=True).play(d8(2), d8(4))
    assert fight.state.turn.order == ("foes", "party")
    assert fight.asked.seat == "foes"


@pytest.mark.rule("sovereign", "E-08")
def test_members_act_in_any_order_and_may_take_turns() -> None:
    fight = Fight(PARTY, FOES).play()
    assert fight.asked.kind == "pick"
    assert fight.keys()[:3] == ["annora", "bennett", "colette"]
    fight.play("bennett", "run 3,4", "other", "annora", "done", "bennett", "done", "colette", "done")
    assert fight.state.turn.side == "foes"


@pytest.mark.rule("sovereign", "E-09")
def test_rounds_repeat_in_the_same_order_without_dice() -> None:
    fight = Fight(PARTY, FOES, fresh=True).play(d8(8), d8(1), "end", "end", "end", "end")
    assert [event.number for event in fight.told(RoundBegan)] == [1, 2, 3]
    assert len(fight.told(InitiativeRolled)) == 2
    assert fight.asked.seat == "party"


@pytest.mark.rule("sovereign", "E-10", "S-17")
def test_without_a_party_ties_are_rolled_off() -> None:
    fight = Fight({"b1": ("bandit", (2, 2))}, FOES, fresh=True, party_side=False)
    fight.play(d8(4), d8(4), d8(2), d8(6))
    assert fight.state.turn.order == ("foes", "party")


@pytest.mark.rule("sovereign", "E-11", "E-12")
def test_the_surprised_give_a_free_round_before_initiative() -> None:
    near = {"w1": ("skeletal-warrior", (3, 2)), "w2": ("skeletal-warrior", (12, 4))}
    fight = Fight(PARTY, near, fresh=True, surprise="foes").play()
    assert fight.asked.seat == "party"
    assert fight.state.turn.round == 0
    assert [ruled.words for ruled in fight.told(Ruled)] == ["Is anybody caught unawares? Foes are surprised"]
    fight.play("annora", "run 2,8", "done")
    assert fight.let_be == [], "the surprised make no attacks of opportunity"
    fight.play("end")
    assert isinstance(fight.match.pending, Roll)
    fight.play(d8(1), d8(8))
    assert fight.asked.seat == "foes", "and after it they act like anybody"
    assert not fight.sheet("w1").surprised


@pytest.mark.rule("sovereign", "E-11", "S-13", "S-26", "E-53", "E-79")
def test_the_free_round_ends_like_any_other() -> None:
    foes = {"w1": ("skeletal-warrior", (3, 2)), "w2": ("skeletal-warrior", (12, 4))}
    fight = Fight(PARTY, foes, fresh=True, surprise="foes").sheet_of("w1", hp=9)
    fight.play("annora", "grapple w1", d20(20), check(6, 6), "done", "bennett", "hold", "end")
    fight.play(d2(1))
    assert ("instant", "bennett") in fight.let_be, "a held action is taken or lost"
    assert fight.hp("w1") == 6, "squeezed: 1, STR 1, Killing Blow 1"
    fight.play(d8(8), d8(1))
    assert fight.state.turn.round == 1
    assert fight.sheet("bennett").move, "nothing is left of the free round"


@pytest.mark.rule("sovereign", "E-12", "S-16")
@pytest.mark.parametrize(("faces", "caught"), [((1, 5), False), ((4, 3), True)])
def test_a_party_that_kicks_the_door_in_goes_by_exert(faces: tuple[int, int], caught: bool) -> None:
    fight = Fight(PARTY, FOES, fresh=True, surprise="door").profile_of("annora", skills={"Exert": 1})
    fight.play(check(*faces))
    assert (fight.checked.who, fight.checked.rule) == ("annora", "E-12")
    assert (fight.checked.tally.total, fight.checked.needed) == (2, 9), "STR 1 and Exert 1 against Hit Dice 1"
    assert fight.sheet("w1").surprised == caught
    assert not fight.sheet("annora").surprised


@pytest.mark.rule("sovereign", "E-11", "S-13")
def test_nobody_surprised_may_answer_an_attack() -> None:
    fight = Fight({"annora": (2, 2)}, {"w1": ("skeletal-warrior", (3, 2))}, fresh=True, surprise="party")
    fight.play("w1", "strike annora short-sword", d20(19), d6(1))
    assert fight.let_be == []
    assert fight.sheet("annora").main, "and nothing is spent"


@pytest.mark.rule("sovereign", "E-12", "S-16")
@pytest.mark.parametrize(("faces", "caught"), [((4, 3), False), ((4, 4), True)])
def test_the_check_is_sneak_against_notice(faces: tuple[int, int], caught: bool) -> None:
    fight = Fight(PARTY, FOES, fresh=True, surprise="check").play(check(*faces))
    assert fight.checked.rule == "E-12"
    assert (fight.checked.tally.total, fight.checked.needed) == (1, 9), "Hit Dice 1 against Colette's Notice 1"
    assert fight.sheet("annora").surprised == caught


@pytest.mark.rule("sovereign", "E-12", "S-16")
def test_the_referee_may_be_asked() -> None:
    fight = Fight(PARTY, FOES, fresh=True, surprise="ask").play()
    assert (fight.asked.seat, fight.asked.kind) == ("referee", "ruling")
    fight.play("foes")
    assert fight.sheet("w1").surprised


@pytest.mark.rule("sovereign", "E-13")
def test_nobody_who_expects_a_fight_is_surprised() -> None:
    fight = Fight(PARTY, FOES, fresh=True)
    assert isinstance(fight.match.pending, Roll), "the house's default: initiative at once"
    fight = Fight({"fenn": (2, 2), "edda": (2, 3)}, FOES, fresh=True, surprise="party").play()
    assert fight.sheet("edda").surprised
    assert not fight.sheet("fenn").surprised, "the alert always expect one"


@pytest.mark.rule("sovereign", "E-14")
def test_the_careful_are_surprised_only_by_the_hidden() -> None:
    fight = Fight(PARTY, FOES, fresh=True, surprise="party", careful="yes")
    assert isinstance(fight.match.pending, Roll)
    fight = Fight(PARTY, FOES, fresh=True, surprise="party", careful="yes", hidden=("w1",)).play()
    assert fight.sheet("annora").surprised


@pytest.mark.rule("sovereign", "E-15", "E-43")
def test_one_main_action_a_round() -> None:
    fight = Fight({"annora": (2, 2)}, {"w1": ("skeletal-warrior", (3, 2))}).profile_of("w1", hp=20)
    fight.play("annora", "strike w1 short-sword", d20(1))
    assert not fight.offers("strike w1 short-sword")
    assert not fight.offers("defend")
    assert fight.refusal("Attack").rule == "E-15"
    assert fight.refusal("Total Defense").rule == "E-43"


@pytest.mark.rule("sovereign", "E-16")
def test_one_move_and_the_main_action_buys_a_second() -> None:
    fight = Fight({"annora": (0, 0)}, {"w1": ("skeletal-warrior", (20, 9))}).play("annora", "run 6,0")
    assert fight.sheet("annora").main
    fight.play("run 12,0")
    assert not fight.sheet("annora").main
    assert not any(family.verb == "run" for family in fight.asked.options.families)
    assert fight.refusal("Run").rule == "E-16"


@pytest.mark.rule("sovereign", "E-16")
def test_a_new_round_gives_both_back() -> None:
    fight = Fight({"annora": (0, 0)}, {"w1": ("skeletal-warrior", (20, 9))})
    fight.play("annora", "run 6,0", "run 12,0", "done", "w1", "done")
    assert fight.offers("run 6,0")
    assert fight.offers("defend")


@pytest.mark.rule("sovereign", "E-17", "S-6")
def test_three_free_actions_a_turn_are_plausible() -> None:
    fight = Fight({"annora": (2, 2)}, {"w1": ("skeletal-warrior", (20, 9))})
    fight.play("annora", "draw hand-axe", "draw short-sword", "draw hand-axe")
    assert not fight.offers("draw short-sword")
    assert not fight.offers("prone")


@pytest.mark.rule("sovereign", "E-17", "E-46")
def test_who_has_the_feat_slips_away_as_a_free_action() -> None:
    foes = {"w1": ("skeletal-warrior", (3, 2)), "w2": ("skeletal-warrior", (20, 9))}
    fight = Fight({"annora": (2, 2)}, foes).profile_of("annora", feats=("close combatant 2",))
    annora = fight.play("annora", "slip away").sheet("annora")
    assert (annora.main, annora.move, annora.free, annora.disengaged) == (True, True, 1, ("w1",))


@pytest.mark.rule("sovereign", "E-17")
def test_whirlwind_is_a_free_action_once_a_fight() -> None:
    foes = {"b1": ("bandit", (3, 2)), "b2": ("bandit", (3, 3)), "b3": ("bandit", (9, 9))}
    fight = Fight({"edda": (2, 2)}, foes).sheet_of("b2", off="")
    fight.play("edda", "whirlwind")
    assert (fight.sheet("edda").main, fight.sheet("edda").free) == (True, 1)
    assert fight.hp("b1") == 4, "its shield turns the Shock"
    assert fight.sheet("b2").dead, "2, STR 2 and Killing Blow 2"
    assert fight.hp("b3") == 5
    assert not fight.offers("whirlwind")


@pytest.mark.rule("sovereign", "E-18")
def test_instants_at_the_same_time_are_all_paid_for_and_all_happen() -> None:
    fight = Fight(
        {"annora": (2, 2), "bennett": (2, 3), "colette": (2, 1)}, {"w1": ("skeletal-warrior", (3, 2))}, acting="foes"
    )
    fight.play("w1", "strike colette short-sword", d20(18), "snap w1 short-sword", "snap w1 mace", d20(19), d6(6))
    assert fight.sheet("w1").dead
    assert not fight.sheet("annora").main
    assert not fight.sheet("bennett").main, "both were declared before either fell"
    assert fight.hp("colette") == 3


@pytest.mark.rule("sovereign", "E-18")
def test_veterans_luck_also_turns_a_hit_into_a_miss_and_only_once() -> None:
    fight = Fight(
        {"annora": (2, 2)}, {"w1": ("skeletal-warrior", (3, 2)), "w2": ("skeletal-warrior", (3, 3))}, acting="foes"
    )
    fight.play("w1", "strike annora short-sword", d20(18), "luck")
    assert not fight.hit
    assert fight.hp("annora") == 6
    fight.play("done", "w2", "strike annora short-sword", d20(18))
    fight.play(d6(1))
    assert fight.hp("annora") == 5, "there is no more luck to ask for"


def test_supposing_it_were_somebodys_turn_gives_it_all_it_could_do() -> None:
    """A foe that has spent everything is asked as in a fresh turn, and the one it looks at stands elsewhere."""
    fight = Fight({"annora": (0, 0)}, {"b1": ("bandit", (6, 5))}).sheet_of("b1", main=False, move=False, done=True)
    match = fight.match
    far = match.ruleset.hypothetical_turn(match.board, Id("b1"), {})
    near = match.ruleset.hypothetical_turn(match.board, Id("b1"), {Id("annora"): (5, 5)})
    for state, reaches in ((far, False), (near, True)):
        question = Match(match.ruleset, match.setup, match.ground, state, record=False).pending
        assert isinstance(question, Choose)
        assert (question.who, question.kind) == (Id("b1"), "act")
        assert any(option.key.startswith("strike annora") for option in question.options.singles) == reaches


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


FAR = {"bandit": (20, 6)}


def fight(goal: Goal, where: Cell, cells: tuple[Cell, ...] = (), **more: int | str) -> Fight:
    """Annora and Bennett against a bandit far off, with something to win besides."""
    objective = Objective(goal, side="party", cells=cells, **more)  # type: ignore[arg-type]
    return Fight({"annora": where, "bennett": (6, 6)}, FAR, objectives=(objective,))


def round_passed(played: Fight) -> Fight:
    """Everybody stands still for a round."""
    return played.play("end", "done")


def winners(played: Fight) -> list[str | None]:
    return [event.winner for event in played.match.events if isinstance(event, Ended)]


@pytest.mark.rule("sovereign", "E-92")
@pytest.mark.parametrize(("left", "won"), [((0, 5), True), ((0, 8), False)])
def test_whoever_is_to_escape_by_one_way_has_not_escaped_by_another(left: Cell, *, won: bool) -> None:
    played = fight("escape", left, ((0, 4), (0, 5)), count=1).play("annora", "leave")
    assert winners(played) == (["party"] if won else [])


def test_any_way_will_do_where_none_is_named() -> None:
    assert winners(fight("escape", (0, 8), count=1).play("annora", "leave")) == ["party"]


def test_as_many_must_get_away_as_the_objective_says() -> None:
    played = fight("escape", (0, 5), count=2).play("annora", "leave")
    assert winners(played) == []


@pytest.mark.parametrize(("where", "won"), [((5, 5), ["party"]), ((5, 7), [])])
def test_ground_is_held_for_full_rounds(where: Cell, won: list[str]) -> None:
    played = fight("hold", where, ((5, 5), (5, 4)), rounds=2)
    assert winners(round_passed(played)) == []
    assert winners(round_passed(played)) == won


def test_lasting_long_enough_wins() -> None:
    played = fight("survive", (5, 5), rounds=1)
    assert winners(round_passed(played)) == ["party"]


def test_the_fall_of_a_ward_loses() -> None:
    played = fight("protect", (5, 5), who="Bennett").sheet_of("bennett", hp=0, dead=True)
    assert winners(played.play()) == ["foes"]


def test_a_ward_kept_safe_wins() -> None:
    played = fight("protect", (5, 5), who="Bennett", rounds=1)
    assert winners(round_passed(played)) == ["party"]


@pytest.mark.parametrize(
    ("who", "down", "won"), [("Wolf 1", "wolf", True), ("Wolf 1", "bandit", False), ("Bennett", "bennett", False)]
)
def test_whose_fall_is_wanted_must_fall_and_is_one_of_another_side(who: str, down: str, won: bool) -> None:
    wanted = Objective("fell", "party", who=who)
    foes = {"bandit": (20, 6), "wolf": (22, 6)}
    played = Fight({"annora": (5, 5), "bennett": (6, 6)}, foes, objectives=(wanted,))
    assert winners(played.sheet_of(down, hp=0, dead=True).play()) == (["party"] if won else [])


# ------------------------------------------------------------------ an objective for each side, and what follows it


def test_each_side_has_an_objective_of_its_own() -> None:
    mine = Objective("hold", "party", ((5, 5),), rounds=3)
    theirs = Objective("hold", "foes", ((20, 6),), rounds=2)
    played = Fight({"annora": (5, 5), "bennett": (6, 6)}, FAR, objectives=(mine, theirs))
    assert winners(round_passed(played)) == []
    assert {side: now.held for side, now in played.turn.progress.items()} == {"party": 1, "foes": 1}
    assert winners(round_passed(played)) == ["foes"]


@pytest.mark.rule("sovereign", "S-61")
def test_nobody_has_won_when_several_sides_reach_their_objectives_at_once() -> None:
    both = (Objective("survive", "party", rounds=1), Objective("hold", "foes", ((20, 6),), rounds=1))
    assert winners(round_passed(Fight({"annora": (5, 5), "bennett": (6, 6)}, FAR, objectives=both))) == [None]


@pytest.mark.rule("sovereign", "S-61")
def test_what_follows_an_objective_begins_with_the_next_round() -> None:
    then = Objective("survive", "party", rounds=2)
    first = Objective("hold", "party", ((5, 5),), rounds=1, then=then)
    played = Fight({"annora": (5, 5), "bennett": (6, 6)}, FAR, objectives=(first,))
    assert GOALS.aim(played.board, "party") == first
    assert winners(round_passed(played)) == []
    assert GOALS.aim(played.board, "party") == then
    assert "Party: held its ground for 1 round; now for its next objective" in played.log
    assert winners(round_passed(played)) == [], "its two rounds are counted from then on"
    assert winners(round_passed(played)) == ["party"]


def test_a_ward_that_falls_loses_though_another_objective_was_to_follow() -> None:
    first = Objective("protect", "party", who="Bennett", rounds=3, then=Objective("survive", "party", rounds=1))
    played = Fight({"annora": (5, 5), "bennett": (6, 6)}, FAR, objectives=(first,))
    assert winners(played.sheet_of("bennett", hp=0, dead=True).play()) == ["foes"]


# ------------------------------------------------------------------ tasks

WINCH = Objective("task", "party", ((5, 4),), count=2, what="the winch")


@pytest.mark.rule("sovereign", "S-61")
def test_a_task_takes_a_main_action_and_may_be_shared() -> None:
    played = Fight({"annora": (5, 5), "bennett": (6, 5)}, FAR, objectives=(WINCH,)).play("annora", "work")
    assert not played.sheet("annora").main
    assert not played.offers("work"), "once a turn"
    assert "Annora works at the winch, 1 of 2" in played.log
    assert winners(played.play("done", "bennett", "work")) == ["party"]


@pytest.mark.rule("sovereign", "S-61")
@pytest.mark.parametrize(("where", "offered"), [((5, 5), True), ((6, 5), True), ((5, 4), True), ((5, 6), False)])
def test_a_task_is_worked_at_from_a_cell_away_at_most(where: Cell, *, offered: bool) -> None:
    fight = Fight({"annora": where, "bennett": (9, 9)}, FAR, objectives=(WINCH,)).play("annora")
    assert fight.offers("work") == offered


@pytest.mark.rule("sovereign", "S-61")
@pytest.mark.parametrize("height", [1, 2])
def test_a_task_is_not_worked_at_from_the_foot_of_a_cliff(height: int) -> None:
    rows = ["." * 24 for _ in range(12)]
    rows[4] = "....." + str(height) + "." * 18
    fight = Fight({"annora": (5, 5)}, FAR, field=ground(*rows), objectives=(WINCH,)).play("annora")
    assert fight.offers("work") == (height < 2)


@pytest.mark.rule("sovereign", "S-61")
def test_a_large_body_works_from_any_of_its_cells() -> None:
    for where, offered in (((3, 2), True), ((2, 2), False)):
        fight = Fight({"troll": where}, {"annora": (20, 6)}, objectives=(WINCH,)).play("troll")
        size = fight.sheet("troll").profile.size
        assert size == 2
        assert fight.offers("work") == offered


@pytest.mark.rule("sovereign", "S-61")
def test_who_works_is_in_hiding_no_longer() -> None:
    fight = Fight({"annora": (5, 5), "bennett": (6, 6)}, FAR, objectives=(WINCH,), hidden=("annora",))
    assert Id("annora") not in RULESET.seen_by(fight.board, "foes")
    assert Id("annora") in RULESET.seen_by(fight.play("annora", "work").board, "foes")


def test_no_other_side_has_that_task() -> None:
    assert not Fight({"annora": (20, 6)}, {"bandit": (5, 5)}, acting="foes", objectives=(WINCH,)).offers("work")


def test_a_task_waits_for_the_objective_that_it_follows() -> None:
    first = Objective("hold", "party", ((5, 5),), rounds=1, then=WINCH)
    played = Fight({"annora": (5, 5), "bennett": (6, 5)}, FAR, objectives=(first,))
    assert not played.play("annora").offers("work")
    played.play("done", "bennett")
    assert not played.offers("work")
    assert played.play("done", "done").play("annora").offers("work")


@pytest.mark.rule("sovereign", "S-61")
def test_working_draws_attacks() -> None:
    played = Fight({"annora": (5, 5)}, {"bandit": (6, 5)}, objectives=(WINCH,)).play("annora", "work")
    assert played.opportunities == ["bandit"]
