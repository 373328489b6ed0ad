"""Foray by its book: each test draws the zones in letters, says the answers and the dice, and reads what came of them.

"a" is a zone, "ab" the border between two.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from battlemat_foray import RULESET
from battlemat_foray.actions import REELING
from battlemat_foray.sheet import Sheet
from game.kit.facts import AttackMissed
from game.kit.side_turns import SideTurn
from game.kit.testing.fight import ZoneFight, chart, d6
from game.rules.events import Id, Moved
from game.rules.odds import odds
from game.rules.ruleset import BadSetup
from game.rules.setup import Objective, Recruit, Setup, SideSetup
from game.spatial.field import Field

ROW = chart("abcde")


class Fight(ZoneFight[Sheet, SideTurn]):
    """A battle by the rules of this package; ``home`` is eighteen zones in a row."""

    rules = RULESET

    def midst(self, order: tuple[str, ...], strength: Mapping[str, int]) -> dict[str, Any]:
        """Who is to act."""
        return {"order": order}


def fight(reaver: str = "a", other: tuple[str, str] = ("pike", "a"), field: Field = ROW, **more: Any) -> Fight:
    """A reaver, whose turn it is, and one other."""
    return Fight({"reaver": reaver}, {other[0]: other}, field=field, **more)


@pytest.mark.rule("foray", "F-1")
def test_a_fighter_moves_once_and_attacks_once_in_either_order() -> None:
    battle = fight()
    battle.play("attack pike", d6(1))
    refused = battle.refusal("Attack")
    assert (battle.keys("attack"), refused.why, refused.rule) == ([], "done this turn", "F-1")
    battle.play(battle.key("move", "b"))
    assert battle.keys() == ["end"]
    battle.play("end")
    assert battle.turn.side == "foes"


@pytest.mark.rule("foray", "F-2")
def test_a_move_is_two_halves() -> None:
    battle = fight("b", ("pike", "e"))
    assert battle.keys("move") == [battle.key("move", where) for where in ("ab", "bc", "a", "c")]
    on_the_border = fight("ab", ("pike", "e"))
    assert on_the_border.keys("move") == [on_the_border.key("move", where) for where in ("a", "b", "bc")]


@pytest.mark.rule("foray", "F-2")
def test_nobody_goes_where_there_is_no_room() -> None:
    battle = fight("a", ("pike", "b"), chart("abc", capacity=1))
    assert battle.keys("move") == [battle.key("move", "ab")]


@pytest.mark.rule("foray", "F-3")
def test_a_border_on_which_a_foe_stands_is_neither_entered_nor_passed() -> None:
    battle = fight("a", ("pike", "ab"))
    assert battle.keys("move") == [] and battle.refusal("Move").why == "no way is open"
    friend = Fight({"reaver": "a", "slinger": "ab"}, {"pike": "e"}, field=ROW)
    friend.play("reaver")
    assert friend.keys("move") == [friend.key("move", where) for where in ("ab", "b")]


@pytest.mark.rule("foray", "F-4")
@pytest.mark.parametrize(("face", "left"), [(2, 4), (3, 2)])
def test_an_attack_that_comes_to_the_guard_hits(face: int, left: int) -> None:
    """The reaver adds 2, and the pike's guard is 5."""
    battle = fight()
    battle.play("attack pike", d6(face))
    assert battle.sheet("pike").health == left
    assert len(battle.told(AttackMissed)) == (left == 4)


@pytest.mark.rule("foray", "F-4")
@pytest.mark.parametrize(
    ("unit", "near", "far", "why"),
    [
        ("reaver", ("a", "ab"), "b", "not nearby"),
        ("pike", ("a", "b", "bc"), "c", "farther than its weapon reaches"),
        ("slinger", ("c",), "d", "farther than its weapon reaches"),
    ],
)
def test_a_weapon_reaches_so_many_zones(unit: str, near: tuple[str, ...], far: str, why: str) -> None:
    for where in near:
        assert Fight({unit: "a"}, {"foe": ("reaver", where)}, field=ROW).offers("attack foe"), where
    battle = Fight({unit: "a"}, {"foe": ("reaver", far)}, field=ROW)
    assert not battle.offers("attack foe")
    assert battle.refusal("Attack Reaver").why == why


@pytest.mark.rule("foray", "F-4")
def test_who_is_not_seen_is_not_shot_at() -> None:
    battle = Fight({"slinger": "a"}, {"foe": ("reaver", "b")}, field=chart("abcde", walls="ab"))
    assert not battle.offers("attack foe") and battle.refusal("Attack Reaver").why == "out of sight"


def test_a_shut_door_keeps_blows_out() -> None:
    """Ruling R-1: a border that is shut is not nearby; the same with the door open is."""
    for field, offered in ((chart("abc", doors="ab"), False), (chart("abc", open_doors="ab"), True)):
        assert fight("a", ("pike", "ab"), field).offers("attack pike") == offered


@pytest.mark.rule("foray", "F-5")
def test_a_border_covers_against_what_reaches_far() -> None:
    """The pike adds 1 against the slinger's 4, from afar; the reaver adds 2 and strikes."""
    for unit, where, faces in (("pike", "ab", 3), ("pike", "a", 4), ("reaver", "ab", 5)):
        battle = Fight({unit: "a"}, {"slinger": where}, field=ROW)
        assert odds(battle.match, "attack slinger").hits(Id(unit)) * 6 == faces, (unit, where)


@pytest.mark.rule("foray", "F-6")
def test_who_has_no_health_left_is_out_and_the_last_side_wins() -> None:
    battle = fight("a", ("slinger", "a"))
    battle.play("attack slinger", d6(6), "end", "end", "attack slinger", d6(6))
    assert battle.winner == "party"
    assert "Slinger 1 is out of the fight" in battle.log


@pytest.mark.rule("foray", "F-6")
def test_twelve_rounds_are_a_draw() -> None:
    battle = fight()
    battle.play(*["end"] * 23)
    assert not battle.over
    battle.play("end")
    assert battle.winner is None


@pytest.mark.rule("foray", "F-7")
def test_who_enters_the_place_of_an_ambush_stops_before_it_and_sees_it() -> None:
    battle = fight("a", ("pike", "b"), hidden=("pike",))
    assert not battle.offers("attack pike")
    battle.play(battle.key("move", "b"))
    assert battle.at("reaver") == "ab"
    assert not battle.sheet("pike").hidden


@pytest.mark.rule("foray", "F-7")
@pytest.mark.parametrize("act", ["attack pike", "move"])
def test_who_acts_from_ambush_is_seen(act: str) -> None:
    battle = fight(hidden=("reaver",))
    assert Id("reaver") not in RULESET.seen_by(battle.board, "foes")
    battle.play(*[act, d6(1)] if act != "move" else [battle.key("move", "b")])
    assert Id("reaver") in RULESET.seen_by(battle.board, "foes")


@pytest.mark.rule("foray", "F-8")
@pytest.mark.parametrize(("answer", "face", "left"), [("pass", 4, 2), ("duck", 4, 4), ("duck", 5, 2)])
def test_a_duck_adds_two_to_guard_once_the_die_is_seen(answer: str, face: int, left: int) -> None:
    """The reaver adds 2, and the pike's guard is 5."""
    battle = fight()
    battle.play("attack pike", d6(face), answer)
    assert battle.sheet("pike").health == left
    assert battle.sheet("pike").has("reeling") == (answer == "duck")


@pytest.mark.rule("foray", "F-8")
@pytest.mark.parametrize(("face", "matters"), [(2, False), (3, True), (4, True), (5, False)])
def test_a_duck_matters_where_it_turns_a_hit_into_a_miss(face: int, matters: bool) -> None:
    battle = fight().until("attack pike", d6(face))
    assert battle.option("duck").matters == matters


@pytest.mark.rule("foray", "F-8")
def test_who_reels_does_not_duck() -> None:
    battle = fight().sheet_of("pike", conditions=(REELING,))
    battle.play("attack pike", d6(3))
    assert battle.sheet("pike").health == 2 and battle.let_be == [], "nobody was asked"


@pytest.mark.rule("foray", "F-9")
def test_who_reels_attacks_with_one_less_until_its_turn_ends() -> None:
    """The pike adds 1, 0 while it reels; the reaver's guard is 5."""
    battle = fight().play("attack pike", d6(3), "duck", "end")
    assert battle.turn.side == "foes" and battle.sheet("pike").has("reeling")
    assert odds(battle.match, "attack reaver").hits(Id("pike")) * 6 == 2
    battle.play("end")
    assert not battle.sheet("pike").has("reeling")
    assert [mark.word for mark in RULESET.standing(battle.board, Id("pike")).marks] == []


@pytest.mark.rule("foray", "F-3", "F-7")
def test_plans_do_not_go_round_an_ambush() -> None:
    """What is offered is the same whether somebody hides on the border or nobody is there."""
    open_ways = [fight("a", ("pike", where), hidden=("pike",)).keys("move") for where in ("ab", "e")]
    assert open_ways[0] == open_ways[1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"objectives": (Objective("hold", "party", ((1, 1),), rounds=2),)}, "no goal but eliminate"),
        (
            {"roster": '[[unit]]\nkey = "x"\nname = "X"\nhealth = 0\nguard = 1\nskill = 1\nreach = 0\nharm = 1'},
            "health: 0",
        ),
    ],
)
def test_what_is_not_played_is_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        fight(**change)


def test_damaged_gear_is_refused() -> None:
    sides = (SideSetup("party", (Recruit("reaver", damaged=("axe",)),)), SideSetup("foes", (Recruit("pike"),)))
    with pytest.raises(BadSetup, match="reaver: damaged: foray knows no damaged gear; leave it out"):
        RULESET.begin(Setup("foray", ROW, sides))


def test_a_push_is_no_walk_in_the_log() -> None:
    battle = fight()
    start, end = battle.place("a"), battle.place("ab")
    told = [RULESET.tell(battle.board, Moved(Id("pike"), start, end, how=how)) for how in ("walk", "push")]
    assert [line.text for line in told if line] == [
        "Pike 1 goes to border between Zone a and Zone b",
        "Pike 1 is pushed to border between Zone a and Zone b",
    ]


def test_every_rule_of_the_ledger_has_a_test() -> None:
    """A rule marked played or a setting is named by the mark of some test in this file."""
    tree = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".rule")]
    marked = {word.value for call in calls for word in call.args if isinstance(word, ast.Constant)}
    assert {rule.number for rule in RULESET.ledger.rules} == marked - {"foray"}
