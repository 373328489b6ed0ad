"""Duel by its book: each test says the answers and the dice, and reads what came of them.

A battle is driven by hand here: ``answer`` gives keys to choices and faces to dice, and nothing is drawn by lot.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from battlemat_duel import RULESET
from battlemat_duel.sheet import Sheet
from game.kit.side_turns import SideTurn
from game.rules.events import Id
from game.rules.match import Match
from game.rules.odds import odds
from game.rules.questions import Answer, Choose
from game.rules.ruleset import BadSetup
from game.rules.setup import Objective, Recruit, Setup, SideSetup
from game.spatial.field import Cell, Edge, Field

ADA, BO, SLY = Id("Ada"), Id("Bo"), Id("Sly")

Fight = Match[Sheet, SideTurn]


def fight(*, ada: Cell = (1, 1), sly: Cell = (2, 1), field: Field | None = None, **more: Any) -> Fight:
    """A knight against a thief on open ground, the knight's turn; ``more`` are fields of the thief's recruit."""
    options = {"stumble": more.pop("stumble")} if "stumble" in more else {}
    sides = (
        SideSetup("red", (Recruit("knight", "Ada", ada),), party=True),
        SideSetup("blue", (Recruit("thief", "Sly", sly, **more),)),
    )
    return Match.begin(RULESET, Setup("duel", field or Field(12, 4), sides, options=options))


def play(match: Fight, *answers: Answer) -> Fight:
    for answer in answers:
        match.answer(answer)
    return match


def keys(match: Fight) -> list[str]:
    assert isinstance(match.pending, Choose)
    return [option.key for option in match.pending.options]


def sheet(match: Fight, who: Id) -> Sheet:
    return match.board.now(who).sheet


@pytest.mark.rule("duel", "D-1")
@pytest.mark.parametrize(("face", "left"), [(8, 7), (9, 4)])
def test_a_blow_that_reaches_the_guard_hurts(face: int, left: int) -> None:
    """The knight adds 4, and the thief's guard is 13."""
    match = play(fight(), "strike Sly", (face,), "pass")
    if face + 4 >= 13:
        play(match, (3,))
    assert sheet(match, SLY).hp == left


@pytest.mark.rule("duel", "D-1")
def test_a_wall_between_two_stops_a_blow() -> None:
    wall = Field(12, 4, edges=(Edge("w", (2, 0), (2, 4), "wall", "closed"),))
    assert "strike Sly" in keys(fight())
    assert "strike Sly" not in keys(fight(field=wall))


@pytest.mark.rule("duel", "D-1", "D-4")
def test_odds_are_what_is_played() -> None:
    """12 faces of 20 hit; of those 4 come to nothing if the thief parries. No formula of ours is asked."""
    found = odds(fight(), "strike Sly")
    assert not found.sampled
    assert found.hits(ADA) * 20 == 12
    parried = odds(fight(), "strike Sly", reply=lambda _, question: "parry")
    assert parried.hits(ADA) * 20 == 8


@pytest.mark.rule("duel", "D-2")
def test_a_fighter_moves_once_and_does_one_thing_in_any_order() -> None:
    match = play(fight(), "strike Sly", (1,), "pass")
    assert not any(key.startswith("strike") for key in keys(match))
    play(match, "move 1,2")
    assert keys(match) == ["end"]
    play(match, "end")
    assert match.state.turn.side == "blue"


@pytest.mark.rule("duel", "D-3")
def test_nobody_walks_through_others_but_into_those_in_hiding() -> None:
    lane = Field(12, 1)
    assert "move 3,0" not in keys(fight(ada=(1, 0), sly=(2, 0), field=lane))
    match = play(fight(ada=(1, 0), sly=(4, 0), field=lane, hidden=True), "move 4,0")
    play(match, "no")
    assert match.board.now(ADA).at == (3, 0)
    assert not sheet(match, SLY).hidden


@pytest.mark.rule("duel", "D-3")
def test_who_is_hemmed_in_is_told_so() -> None:
    question = fight(ada=(0, 0), sly=(1, 0), field=Field(12, 1)).pending
    assert isinstance(question, Choose)
    assert ("Move", "no way is open", "D-3") in [(each.label, each.why, each.rule) for each in question.refusals()]


@pytest.mark.rule("duel", "D-4")
def test_a_parry_turns_one_blow_a_round() -> None:
    match = play(fight(), "flurry Sly", (9,), "parry")
    assert sheet(match, SLY).hp == 7
    play(match, (9,), (2,))
    assert sheet(match, SLY).hp == 5


@pytest.mark.rule("duel", "D-4")
@pytest.mark.parametrize(("face", "matters"), [(8, False), (9, True), (12, True), (13, False)])
def test_who_asked_to_be_spared_idle_questions_is(face: int, matters: bool) -> None:
    match = play(fight(), "strike Sly", (face,))
    assert isinstance(match.pending, Choose)
    assert match.pending.options.find("parry").matters is matters


@pytest.mark.rule("duel", "D-5")
def test_a_flurry_is_four_blows_and_costs_the_parry() -> None:
    match = play(fight(), "flurry Sly", (2,), "pass", (2,), "pass", (2,), "pass", (2,), "pass", "end")
    assert not sheet(match, ADA).parry
    play(match, "strike Ada", (12,))
    assert match.pending is not None and match.pending.seat == "dice", "the thief's blow hits, and nobody is asked"


@pytest.mark.rule("duel", "D-5")
def test_a_flurry_ends_with_its_target() -> None:
    match = play(fight(), "flurry Sly", (9,), "pass", (8,))
    assert match.over


@pytest.mark.rule("duel", "D-6")
def test_each_five_or_six_gives_a_hit_point_back() -> None:
    match = play(fight(), "strike Sly", (9,), "pass", (3,), "end", "rally", (5, 1, 6))
    assert sheet(match, SLY).hp == 6


@pytest.mark.rule("duel", "D-7")
def test_hiding_takes_three_cells_from_every_foe_in_sight() -> None:
    assert "hide" not in keys(fight(sly=(3, 1)))
    match = play(fight(sly=(4, 1)), "hide")
    assert ADA not in RULESET.seen_by(match.board, "blue")
    assert ADA not in RULESET.masked(match.board, "blue").combatants
    assert ADA in RULESET.seen_by(match.board, "red")


@pytest.mark.rule("duel", "D-7")
def test_a_foe_behind_a_wall_keeps_nobody_from_hiding() -> None:
    wall = Field(12, 4, edges=(Edge("w", (2, 0), (2, 4), "wall", "closed"),))
    assert "hide" in keys(fight(field=wall))


@pytest.mark.rule("duel", "D-7", "D-8")
def test_an_ambusher_may_strike_who_walks_past_and_is_seen_then() -> None:
    match = play(fight(sly=(4, 2), hidden=True), "move 4,1")
    assert isinstance(match.pending, Choose) and match.pending.topic == "ambush"
    play(match, "yes", (12,), "pass", (1, 1))
    assert match.board.now(ADA).at == (3, 1), "the walk ends beside the ambusher"
    assert sheet(match, ADA).hp == 10
    assert SLY in RULESET.seen_by(match.board, "red")


@pytest.mark.rule("duel", "D-8")
def test_two_in_hiding_pass_each_other() -> None:
    match = play(fight(sly=(5, 2), hidden=True), "hide", "move 4,1")
    assert match.board.now(ADA).at == (4, 1)
    assert sheet(match, SLY).hidden


@pytest.mark.rule("duel", "D-9")
def test_what_a_rolled_one_does_is_the_referees_to_say() -> None:
    asked = play(fight(stumble="ask"), "strike Sly", (1,))
    assert asked.pending is not None and asked.pending.seat == "referee"
    assert not sheet(play(asked, "reel"), ADA).parry
    assert not sheet(play(fight(stumble="reel"), "strike Sly", (1,)), ADA).parry
    assert sheet(play(fight(), "strike Sly", (1,)), ADA).parry, "by default nothing happens"


@pytest.mark.rule("duel", "D-10")
def test_the_last_side_standing_wins_and_nobody_after_twenty_rounds() -> None:
    match = play(fight(), "strike Sly", (9,), "pass", (7,))
    assert match.state.verdict is not None and match.state.verdict.winner == "red"
    idle = play(fight(), *["end"] * 40)
    assert idle.state.verdict is not None and idle.state.verdict.winner is None


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ('[[unit]]\nkey = "x"\n', "roster: unit 'x': object missing required field `name`"),
        ('[[unit]]\nkey = "x"\nstrid = 1\n', "roster: unit 'x': there is no field 'strid'; did you mean 'stride'?"),
        (
            '[[unit]]\nkey = "x"\nname = "X"\nhp = 0\nguard = 9\nbonus = 0\nharm = "d4"\nstride = 1\n',
            "roster: unit 'x': hp: 0 is too little; write 1 or more",
        ),
        ('[[party]]\nkey = "p"\ntitle = "P"\nmembers = ["kniht"]', "no unit is called 'kniht'; did you mean 'knight'"),
    ],
)
def test_a_mistake_in_a_players_own_units_is_named(own: str, said: str) -> None:
    with pytest.raises(BadSetup, match=f".*{said.replace('?', '.')}"):
        RULESET.roster(own)


def test_a_squad_without_room_is_refused() -> None:
    crowd = (SideSetup("red", (Recruit("knight"),) * 3), SideSetup("blue", (Recruit("thief"),)))
    with pytest.raises(BadSetup, match="no room left for knight 3 of side red"):
        Match.begin(RULESET, Setup("duel", Field(2, 1), crowd))


def test_ambushers_leave_no_gap_in_names_and_ranks() -> None:
    thieves = (Recruit("thief", hidden=True), Recruit("thief"), Recruit("thief"))
    setup = Setup("duel", Field(9, 3), (SideSetup("red", (Recruit("knight"),)), SideSetup("blue", thieves)))
    board = Match.begin(RULESET, setup).board
    seen = RULESET.seen_by(board, "red")
    assert sorted(seen) == ["knight 1", "thief 1", "thief 2"]
    assert [board.now(Id(f"thief {number}")).at for number in (1, 2, 3)] == [(8, 0), (8, 1), (8, 2)]


def test_a_hero_on_both_sides_is_two_people() -> None:
    heroes = RULESET.parties()["heroes"]
    setup = Setup("duel", Field(9, 3), (SideSetup("red", heroes), SideSetup("blue", heroes)))
    assert list(Match.begin(RULESET, setup).state.combatants) == ["Ada", "Bo", "Ada 2", "Bo 2"]


def test_people_of_one_name_are_told_apart_where_one_is_picked() -> None:
    setup = Setup(
        "duel", Field(9, 3), (SideSetup("red", (Recruit("knight"),) * 2), SideSetup("blue", (Recruit("thief"),)))
    )
    asked = Match.begin(RULESET, setup).pending
    assert isinstance(asked, Choose) and [option.label for option in asked.options] == ["knight 1", "knight 2"]


def test_people_of_one_name_are_as_many_as_they_were() -> None:
    bos = tuple(Recruit(unit, "Bo") for unit in ("knight", "squire", "thief"))
    setup = Setup("duel", Field(9, 3), (SideSetup("red", bos), SideSetup("blue", (Recruit("knight", "knight 2"),) * 2)))
    assert list(Match.begin(RULESET, setup).state.combatants) == ["Bo", "Bo 2", "Bo 3", "knight 2", "knight 2 2"]


@pytest.mark.parametrize(
    ("squad", "said"),
    [
        (
            (Recruit("knight", at=(1, 1)), Recruit("squire", at=(1, 1))),
            "squire 1 can't start at 1,1: it is a wall, taken",
        ),
        ((Recruit("knight", at=(9, 9)),), "knight 1 can't start at 9,9"),
    ],
)
def test_who_can_not_be_put_on_the_map_is_named(squad: tuple[Recruit, ...], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        Match.begin(
            RULESET, Setup("duel", Field(9, 3), (SideSetup("red", squad), SideSetup("blue", (Recruit("thief"),))))
        )


def test_a_goal_that_a_duel_does_not_know_is_refused() -> None:
    setup = fight().setup
    hold = Objective("hold", "red", ((1, 1),), rounds=2)
    with pytest.raises(BadSetup, match="knows no goal 'hold'; leave it out"):
        Match.begin(RULESET, replace(setup, objectives=(hold,)))


def test_damaged_gear_is_refused() -> None:
    with pytest.raises(BadSetup, match="thief: damaged: duel knows no damaged gear; leave it out"):
        fight(damaged=("sword",))


def test_every_rule_of_the_ledger_has_a_test() -> None:
    """A rule marked played or a setting is named by the mark of some test in this file."""
    tree = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".rule")]
    marked = {word.value for call in calls for word in call.args if isinstance(word, ast.Constant)}
    assert {rule.number for rule in RULESET.ledger.rules} == marked - {"duel"}
