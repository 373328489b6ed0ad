"""By the book: Combat Sequence, Surprise and Combat Action Types."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import check, d2, d6, d8, d20
from game.rules.events import Id, RoundBegan, Ruled
from game.rules.match import Match
from game.rules.questions import Choose, Roll
from rulesets.sovereign.play.events import InitiativeRolled
from tests.rulesets.sovereign.kit import Fight

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


@pytest.mark.rule("sovereign", "E-17")
def test_whirlwind_is_a_free_action_once_a_fight() -> None:
    foes = {"b1": ("bandit", (3, 2)), "b2": ("bandit", (3, 3)), "b3": ("bandit", (9, 9))}
    fight = Fight({"edda": (2, 2)}, foes).sheet_of("b2", off="")
    fight.play("edda", "whirlwind")
    assert fight.sheet("edda").main
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
