"""By the book: Morale, flight, the way out; hirelings; what the others want, and peace between some of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import Dice, d6, d8, d20
from game.rules.dice import outcomes
from game.rules.events import EdgeChanged, Id
from game.rules.setup import SheetFeature, SideSetup
from game.spatial.field import Edge, Feature, Field, Zone
from rulesets.glog import RULESET
from rulesets.glog.play.effects import cuts
from rulesets.glog.play.events import Broke, Disposed, Nerved
from rulesets.glog.play.numbers import TARGET
from rulesets.glog.sheet.roster import grade
from rulesets.glog.sheet.sheet import Peace
from tests.rulesets.glog.kit import OPEN, Fight, ground, suffering
from tests.rulesets.glog.test_advice import model

HERO = {"hero": (5, 5)}
WIDE = ground("#" * 40, *["#" + "." * 39] * 10, "#" * 40)
KILL = (d20(20), d8(7))


def squad(count: int, unit: str = "thug", **others: Any) -> dict[str, Any]:
    """Foes in a row, the first beside the hero."""
    return {**{f"t{n}": (unit, (6 + 2 * n, 5)) for n in range(count)}, **others}


def killing(foes: dict[str, Any], *answers: Any, party: Any = None, **more: Any) -> Fight:
    """A battle in which the hero kills the first of the foes."""
    fight = Fight(party or HERO, foes, **more)
    if len(party or HERO) > 1:
        fight.until("hero")
    return fight.until("strike t0 sword slashing", *KILL, *answers)


@pytest.mark.rule("glog", "D-42", "D-43", "D-44")
@pytest.mark.parametrize(
    ("morale", "word", "share"),
    [(0, "craven", 5), (4, "cowardly", 25), (10, "impulsive", 55), (14, "brave", 75), (20, "suicidal", 100)],
)
def test_the_five_grades_and_their_chances(morale: int, word: str, share: int) -> None:
    assert grade(morale) == word
    ways = outcomes("d20", cuts(TARGET - morale, 0))
    passed = sum(count for faces, count in ways if faces[0] + morale >= TARGET)
    assert Fraction(passed, 20) == Fraction(share, 100)


@pytest.mark.rule("glog", "D-43")
@pytest.mark.parametrize(("face", "passed"), [(9, False), (10, True)])
def test_morale_is_a_d20_and_its_number_against_20(face: int, passed: bool) -> None:
    fight = killing(squad(3), d20(face), d20(20))
    assert fight.nerved[0] == ("t1", "D-46", passed)
    assert fight.sheet("t1").fleeing is not passed


@pytest.mark.rule("glog", "D-34", "D-43", "D-44", "G-3")
@pytest.mark.parametrize(("face", "passed"), [(5, False), (6, True)])
def test_a_dazed_brave_one_stands_in_three_cases_of_four(face: int, passed: bool) -> None:
    fight = Fight(HERO, {"t0": ("thug", (6, 5)), "boss": (9, 5), "c": ("thug", (20, 5))})
    fight.sheet_of("boss", conditions=suffering("dazed")).until("strike t0 sword slashing", *KILL)
    assert (fight.rolled.who, list(fight.rolled.outcomes())) == ("boss", list(outcomes("d20", cuts(6, 0))))
    fight.until(d20(face))
    assert fight.nerved == [("boss", "D-46", passed)]
    drunk = Fight(HERO, squad(3)).sheet_of("t1", conditions=suffering("drunk")).until("strike t0 sword slashing", *KILL)
    assert drunk.until(d20(10)).nerved == [("t1", "D-46", True)], "nor does drink matter"


@pytest.mark.rule("glog", "D-44")
def test_the_suicidal_stand_without_a_roll() -> None:
    assert killing(squad(3, "bones")).nerved == []


@pytest.mark.rule("glog", "D-46")
def test_the_first_casualty_shakes_its_side_once_and_not_the_others() -> None:
    fight = killing(squad(5), d20(20), d20(20), d20(20), d20(20))
    assert [(who, rule) for who, rule, _ in fight.nerved] == [(f"t{n}", "D-46") for n in range(1, 5)]
    later = Fight(HERO, squad(5)).turn_of(blood="party").until("strike t0 sword slashing", *KILL)
    assert later.nerved == [], "the first blood was theirs"


@pytest.mark.rule("glog", "D-47")
def test_a_leaders_death_shakes_its_side() -> None:
    fight = Fight(HERO, {"t0": ("boss", (6, 5)), "a": ("thug", (12, 5)), "b": ("thug", (14, 5))})
    fight.turn_of(blood="party").until("strike t0 sword slashing", *KILL, d20(20), d20(20))
    assert [(who, rule) for who, rule, _ in fight.nerved] == [("a", "D-47"), ("b", "D-47")]


@pytest.mark.rule("glog", "D-46", "D-47", "G-17")
def test_a_leader_who_is_the_first_to_fall_costs_one_test_each() -> None:
    fight = Fight(HERO, {"t0": ("boss", (6, 5)), "a": ("thug", (12, 5))})
    fight.until("strike t0 sword slashing", *KILL, d20(20))
    assert [who for who, _, _ in fight.nerved] == ["a"], "first blood, leader and half at once"
    assert set(fight.turn.rung) == {"foes first", "foes leader t0", "foes half"}


@pytest.mark.rule("glog", "D-48", "G-17")
def test_four_of_seven_are_the_half_and_three_are_not() -> None:
    def down(count: int) -> Fight:
        fight = Fight(HERO, squad(7)).turn_of(blood="party")
        for n in range(1, count):
            fight.sheet_of(f"t{n}", flesh=0)
        return fight.until("strike t0 sword slashing", *KILL)

    assert down(3).nerved == [] and "foes half" not in down(3).turn.rung
    assert down(4).rolled.who == "t4"


@pytest.mark.rule("glog", "G-17")
def test_sleepers_count_to_the_half_and_the_pinned_do_not() -> None:
    fight = Fight(HERO, squad(4)).turn_of(blood="party").sheet_of("t1", conditions=suffering("pinned"))
    assert fight.until("strike t0 sword slashing", *KILL).nerved == []
    fight = Fight(HERO, squad(4)).turn_of(blood="party").sheet_of("t1", conditions=suffering("asleep"))
    fight.until("strike t0 sword slashing", *KILL, d20(20), d20(20))
    assert [(who, rule) for who, rule, _ in fight.nerved] == [("t2", "D-48"), ("t3", "D-48")], "who sleeps tests not"


@pytest.mark.rule("glog", "D-48", "D-49", "G-17")
def test_each_occasion_comes_once() -> None:
    fight = Fight(HERO, squad(4)).turn_of(blood="party", rung=("foes half",)).sheet_of("t1", flesh=0)
    assert fight.until("strike t0 sword slashing", *KILL).nerved == []


@pytest.mark.rule("glog", "D-49")
def test_who_fights_alone_tests_at_the_first_flesh_wound() -> None:
    fight = Fight(HERO, squad(1)).sheet_of("t0", grit=2)
    fight.play("strike t0 sword slashing", d20(15), d8(4))
    assert fight.nerved == [], "Grit is no wound"
    fight = Fight(HERO, squad(1)).sheet_of("t0", grit=0, flesh=9)
    fight.until("strike t0 sword slashing", d20(15), d8(1), d20(20))
    assert fight.nerved == [("t0", "D-49", True)]
    pair = Fight(HERO, squad(2)).sheet_of("t0", grit=0, flesh=9).play("strike t0 sword slashing", d20(15), d8(1))
    assert pair.nerved == []


@pytest.mark.rule("glog", "D-50")
def test_a_dreadful_creature_shakes_hirelings_when_it_hurts() -> None:
    fight = Fight({"hero": (5, 5), "hireling": (9, 9), "old-hand": (3, 9)}, {"beast": (6, 5)}, acting="foes")
    fight.profile_of("beast", traits=("dreadful",)).sheet_of("hero", hands=("sword",))
    fight.until("strike hero bite", d20(15), d6(2), d20(12))
    assert fight.nerved == [("hireling", "D-50", True)], "heroes and the loyal never test"


def dreadful(foes: Any, **more: Any) -> Fight:
    """A battle in which a beast is a dreadful sight; it hurts the hero, whose companions may see it."""
    fight = Fight(foes, {"beast": (6, 5)}, acting="foes", **more)
    fight.profile_of("beast", traits=("dreadful", "sees in the dark"), quickness=0)
    return fight.sheet_of("hero", hands=("sword",), grit=9, flesh=9)


@pytest.mark.rule("glog", "D-50", "G-17")
def test_dread_touches_those_who_see_it_and_each_of_them_once() -> None:
    wall = ground("............", "#########...", *["............"] * 8)
    party = {
        "hero": (5, 5),
        "near": ("hireling", (9, 9)),
        "behind": ("hireling", (2, 0)),
        "asleep": ("hireling", (3, 9)),
    }
    fight = dreadful(party, field=wall).sheet_of("asleep", conditions=suffering("asleep"))
    for who in ("near", "behind", "asleep", "hero"):
        fight.sheet_of(who, early=False)
    fight.until("strike hero bite", d20(15), d6(2), d20(12), "done")
    assert fight.nerved == [("near", "D-50", True)], "behind a wall, or asleep, one sees nothing"
    fight.play("behind", "go 9,1", "done", "end", d20(2), d20(2), d20(2), d20(2), "strike hero bite")
    fight.until(d20(15), d6(2), d20(12))
    assert fight.nerved[1:] == [("behind", "D-50", True)], "it sees it for the first time, and the other has seen it"


@pytest.mark.rule("glog", "D-50", "D-21", "G-22")
def test_what_is_far_off_in_the_gloom_frightens_nobody() -> None:
    dark = replace(WIDE, zones=(Zone("dark", "Dark", tuple((x, y) for x in range(40) for y in range(12)), dark=True),))
    party = {"hero": (5, 5), "near": ("hireling", (12, 5)), "far": ("hireling", (15, 5)), "cat": ("hireling", (15, 7))}
    fight = dreadful(party, field=dark).profile_of("cat", traits=("sees in the dark",))
    fight.until("strike hero bite", d20(15), d6(2), d20(12), d20(12))
    assert [who for who, _, _ in fight.nerved] == ["near", "cat"]


@pytest.mark.rule("glog", "D-50", "D-16")
def test_a_dreadful_spell_frightens_whoever_sees_its_caster() -> None:
    wall = ground(*["......#....."] * 9, "............")
    fight = Fight({"mage": (1, 1)}, {"a": ("thug", (4, 1)), "b": ("thug", (9, 1))}, field=wall)
    fight.until("cast hollow-face a", d20(20), d20(15))
    assert [who for who, _, _ in fight.nerved] == ["a"] and set(fight.turn.rung) == {"foes dread hollow-face a"}


@pytest.mark.rule("glog", "D-47", "G-17")
def test_each_of_two_leaders_is_missed() -> None:
    foes = {"t0": ("boss", (6, 5)), "b": ("boss", (12, 5)), "c": ("thug", (14, 5)), "d": ("thug", (20, 5))}
    fight = Fight(HERO, foes).turn_of(blood="party", rung=("foes half", "foes leader b"))
    fight.until("strike t0 sword slashing", *KILL, d20(20), d20(20), d20(20))
    assert {rule for _, rule, _ in fight.nerved} == {"D-47"}


@pytest.mark.rule("glog", "D-51", "D-47", "G-33")
def test_whom_hirelings_follow_counts_as_their_leader() -> None:
    def slain(who: str, **leader: bool) -> list[tuple[str, str, bool]]:
        party = {"archer": (5, 5), "hero": (7, 5), "hireling": (9, 9), "old-hand": (3, 9)}
        fight = Fight(party, {"thug": (6, 5)}, acting="foes").turn_of(blood="foes", rung=("party half",))
        fight.sheet_of(who, grit=0, flesh=1, hands=())
        for hero, leads in leader.items():
            fight.profile_of(hero, leader=leads).sheet_of(hero, flesh=1, grit=0, hands=())
        return fight.until(f"strike {who} axe", d20(15), d8(4), d20(12)).nerved

    assert slain("archer") == [("hireling", "D-51", True)], "the first of the heroes"
    with pytest.raises(AssertionError, match="was meant for dice"):
        slain("hero")
    assert slain("hero", hero=True) == [("hireling", "D-47", True)], "one who is marked"


@pytest.mark.rule("glog", "D-51", "G-33")
def test_when_the_first_of_the_heroes_is_gone_hirelings_follow_the_next() -> None:
    party = {"archer": (5, 5), "hero": (7, 5), "hireling": (9, 9), "old-hand": (3, 9)}
    fight = Fight(party, {"thug": (6, 5)}, acting="foes").turn_of(
        blood="foes", rung=("party half", "party leader archer")
    )
    fight.sheet_of("archer", flesh=0).sheet_of("hero", grit=0, flesh=1, hands=())
    fight.until("strike hero axe", d20(15), d8(4), d20(12))
    assert fight.nerved == [("hireling", "D-51", True)]


@pytest.mark.rule("glog", "D-51", "G-33")
def test_the_card_says_whom_hirelings_follow() -> None:
    def leaders(*more: str) -> list[str]:
        party = {"archer": (5, 5), "hero": (7, 5), **dict.fromkeys(more, (9, 9))}
        board = Fight(party, {"thug": (6, 5)}).board
        cards = {who: RULESET.features(board, Id(who)) for who in party}
        return [
            who
            for who, card in cards.items()
            if SheetFeature("leader") in [f for chapter in card for f in chapter.features]
        ]

    assert leaders("hireling") == ["archer"]
    assert leaders() == [] == leaders("old-hand"), "nobody tests"


@pytest.mark.rule("glog", "D-51")
@pytest.mark.parametrize(("face", "passed"), [(11, False), (12, True)])
def test_hirelings_of_little_loyalty_test_like_foes(face: int, passed: bool) -> None:
    party = {"archer": (5, 5), "hireling": (9, 9), "old-hand": (3, 9)}
    fight = Fight(party, {"thug": (6, 5)}, acting="foes").sheet_of("archer", grit=0, flesh=1)
    fight.until("strike archer axe", d20(15), d8(4), d20(face))
    assert fight.nerved == [("hireling", "D-46", passed)]
    assert fight.sheet("hireling").fleeing is not passed


@pytest.mark.rule("glog", "D-45", "G-18")
def test_who_fails_runs_and_is_gone() -> None:
    fight = killing(squad(2), d20(2))
    assert fight.last(Broke).who == "t1" and fight.sheet("t1").fleeing
    fight.play("done")
    assert list(fight.state.gone) == ["t1"] and fight.winner == "party"
    assert fight.at("t1")[1] == 0, "the nearest rim"
    long = killing({"t0": ("thug", (6, 5)), "t1": ("thug", (11, 5))}, d20(2), party={"hero": (5, 5)}, field=WIDE)
    long.play("done", d20(20))
    assert long.sheet("t1").fleeing and long.at("t1") == (11 + 16, 5), "80 ft, and no more"


@pytest.mark.rule("glog", "D-45", "G-18")
def test_who_has_no_way_out_gives_up() -> None:
    cell = ground("#" * 12, *["#..........#"] * 8, "#" * 12)
    fight = Fight(HERO, {"t0": ("thug", (6, 5)), "t1": ("thug", (9, 5))}, field=cell)
    fight.until("strike t0 sword slashing", *KILL, d20(2))
    assert fight.sheet("t1").surrendered and fight.winner == "party"
    holding = Fight({**HERO, "archer": (9, 5)}, squad(2)).sheet_of("t1", grappling="archer")
    holding.until("hero", "strike t0 sword slashing", *KILL, d20(2))
    assert holding.sheet("t1").fleeing and not holding.sheet("t1").grappling, "it lets go"
    pinned = Fight(HERO, squad(2)).sheet_of("t1", conditions=suffering("pinned"))
    pinned.until("strike t0 sword slashing", *KILL, d20(2))
    assert pinned.sheet("t1").surrendered and pinned.winner == "party"


@pytest.mark.rule("glog", "G-18", "D-23")
def test_who_flees_past_a_foe_at_the_rim_is_struck() -> None:
    fight = Fight({"hero": (0, 4)}, {"t": ("thug", (0, 5)), "b": ("thug", (20, 5))}, acting="foes")
    fight.sheet_of("t", fleeing=True).until()
    assert fight.asked.topic == "opportunist strike" and fight.asked.who == "hero"


@pytest.mark.rule("glog", "D-43")
def test_morale_can_be_left_out() -> None:
    fight = killing(squad(3), morale="off")
    assert fight.nerved == [] and not fight.told(Nerved)


@pytest.mark.rule("glog", "D-42", "D-44")
def test_the_number_is_told_to_nobody() -> None:
    fight = killing(squad(2), d20(9))
    said = [line for line in fight.log if "Morale" in line]
    assert said == ["t1 (impulsive), Morale: first blood is theirs: fails"]
    facts = [value for _, value in fight.rules.standing(fight.board, Id("t1")).facts]
    assert "10" not in facts


@pytest.mark.rule("glog", "G-17")
def test_creatures_test_on_whichever_side_they_fight() -> None:
    party: dict[str, Any] = {"sneak": (5, 5), "bones": (1, 1), "a": ("thug", (9, 9)), "hero": (3, 9)}
    fight = Fight(party, {"thug": (6, 5)}, acting="foes").until("strike sneak axe", d20(19), d8(5), d20(12))
    assert [(who, rule) for who, rule, _ in fight.nerved] == [("a", "D-46")]


def hall(*doors: Edge, width: int = 20, exits: tuple[tuple[int, int], ...] = ((18, 1),)) -> Field:
    """A lane walled in all round, with doors across it and a way out at its end."""
    lane = ground("#" * width, "#" + "." * (width - 2) + "#", "#" * width, edges=doors)
    return replace(lane, features=tuple(Feature(f"out{n}", "exit", (at,), "Exit") for n, at in enumerate(exits)))


def door(x: int, state: str = "closed", cost: str = "main", id_: str = "door") -> Edge:
    """A door between one cell of the lane and the next."""
    return Edge(id_, (x + 1, 1), (x + 1, 2), "door", state, cost=cost, name="The door")  # type: ignore[arg-type]


def flees(field: Field, at: int = 5, **more: Any) -> Fight:
    """A thug in flight at one place of the lane, the hero behind it; the thug has had its turn."""
    fight = Fight({"hero": (1, 1)}, {"thug": (at, 1)}, field=field, acting="foes")
    return fight.sheet_of("thug", fleeing=True, **more).sheet_of("hero", early=False).play()


@pytest.mark.rule("glog", "D-45", "G-18")
def test_who_loses_heart_behind_a_shut_door_runs_and_does_not_give_up() -> None:
    for state, gives_up in (("closed", False), ("locked", True)):
        fight = Fight({"hero": (1, 1)}, {"t0": ("thug", (2, 1)), "t1": ("thug", (5, 1))}, field=hall(door(9, state)))
        fight.until("strike t0 sword slashing", *KILL, d20(2))
        assert fight.last(Broke).who == "t1"
        assert (fight.sheet("t1").surrendered, fight.sheet("t1").fleeing) == (gives_up, not gives_up)


@pytest.mark.rule("glog", "D-45", "G-18")
def test_no_way_out_is_too_long() -> None:
    fight = flees(hall(width=180, exits=((170, 1),)))
    assert fight.sheet("thug").fleeing and fight.at("thug") == (5 + 16, 1)


@pytest.mark.rule("glog", "D-45", "G-18", "G-29")
def test_a_door_on_the_way_takes_the_action_of_flight() -> None:
    fight = flees(hall(door(7)))
    assert [(event.edge, event.open, event.who) for event in fight.told(EdgeChanged)] == [("door", True, "thug")]
    assert fight.at("thug") == (13, 1) and not fight.sheet("thug").action, "40 ft in all, and no sprint"
    far = flees(hall(door(14)))
    assert far.at("thug") == (14, 1) and far.state.open_edges == (), "it sprinted there, and the next turn opens it"


@pytest.mark.rule("glog", "D-45", "G-18", "G-25", "G-29")
def test_a_light_door_is_opened_in_passing() -> None:
    fight = flees(hall(door(7, cost="bonus")))
    assert fight.at("thug") == (18, 1) and fight.sheet("thug").sprinted
    two = flees(hall(door(7, cost="bonus"), door(9, cost="bonus", id_="second")))
    assert two.state.open_edges == ("door", "second") and two.at("thug") == (18, 1)
    here = flees(hall(door(5, cost="bonus")), at=5)
    assert here.at("thug") == (18, 1), "right before the first"


@pytest.mark.rule("glog", "D-45", "D-23", "G-18")
@pytest.mark.parametrize(("back", "opens"), [(3, False), (12, True)])
def test_of_two_ways_out_the_quicker_is_taken_with_what_a_door_costs(back: int, opens: bool) -> None:
    """A way out right behind a door that takes the action, and one so many cells back."""
    field = hall(door(15), width=20, exits=((16, 1), (15 - back, 1)))
    fight = Fight({"hero": (1, 1)}, {"thug": (15, 1)}, field=field, acting="foes").sheet_of("thug", fleeing=True).play()
    assert fight.state.open_edges == (("door",) if opens else ())
    assert (Id("thug") in fight.state.gone) is not opens, "who opens it leaves in its next turn"


@pytest.mark.rule("glog", "D-45", "D-36", "D-38", "G-18")
@pytest.mark.parametrize("bound", ["pinned", "held"])
def test_who_can_not_go_opens_no_door(bound: str) -> None:
    fight = Fight({"hero": (4, 1)}, {"thug": (5, 1)}, field=hall(door(5, cost="bonus")), acting="foes")
    fight.sheet_of("thug", fleeing=True, conditions=suffering(*(["pinned"] if bound == "pinned" else [])))
    if bound == "held":
        fight.sheet_of("hero", grappling="thug")
    fight.play()
    assert fight.sheet("thug").surrendered and fight.state.open_edges == ()


@pytest.mark.rule("glog", "D-45", "G-18", "G-29")
def test_a_portcullis_that_a_lever_moves_is_no_door() -> None:
    gate = Edge("gate", (8, 1), (8, 2), "portcullis", "closed", name="The gate")
    lever = Feature("lever", "lever", ((3, 1),), "Lever", linked="gate")
    field = replace(hall(gate), features=(*hall(gate).features, lever))
    fight = Fight({"hero": (1, 1)}, {"thug": (5, 1)}, field=field, acting="foes").sheet_of("thug", fleeing=True).play()
    assert fight.sheet("thug").surrendered


@pytest.mark.rule("glog", "D-45", "G-18")
def test_a_large_body_opens_both_leaves_of_a_gate() -> None:
    leaves = tuple(Edge(f"leaf{y}", (8, y), (8, y + 1), "door", "closed", cost="bonus") for y in (1, 2))
    rows = ("####################", "#..................#", "#..................#", "####################")
    field = replace(ground(*rows, edges=leaves), features=(Feature("out", "exit", ((17, 1), (18, 1)), "Exit"),))
    fight = Fight({"hero": (1, 1)}, {"giant": (4, 1)}, field=field, acting="foes").sheet_of("giant", fleeing=True)
    fight.play()
    assert fight.state.open_edges == ("leaf1", "leaf2") and fight.at("giant")[0] > 8


THUG = {"thug": (6, 5)}
OTHER = {"sneak": (5, 6)}
PEACE = (Peace(("party", "others"), "they part in peace"),)


def luck(*faces: int) -> Dice:
    """A Luck Roll."""
    return Dice("2d6", faces)


def met(*answers: Any, **more: Any) -> Fight:
    """A party meets two other sides, and rolls for both."""
    return Fight(HERO, THUG, OTHER, fresh=True, parley="roll", **more).until(*answers)


def three(party: Any = None, **more: Any) -> Fight:
    """In the midst of a fight of three sides, of which the party and the third are at peace."""
    return Fight(party or HERO, THUG, OTHER, **more).turn_of(peace=PEACE)


# ------------------------------------------------------------------ asking


@pytest.mark.rule("glog", "D-07", "D-10", "D-12", "G-2")
def test_each_of_two_other_sides_has_a_roll_of_its_own_and_is_answered_for_itself() -> None:
    fight = met(luck(3, 3))
    assert (fight.asked.seat, fight.asked.why) == ("party", "Foes: they are wary, and wait")
    assert fight.asked.about == ("thug",)
    fight.until("talk", luck(6, 6))
    assert fight.asked.why == "Others: they are friendly, and would help" and fight.asked.about == ("sneak",)
    assert [(each.side, each.total) for each in fight.told(Disposed)] == [("foes", 6), ("others", 12)]


@pytest.mark.rule("glog", "D-08", "D-11", "G-2")
def test_peace_with_one_ends_nothing_between_the_others() -> None:
    fight = met(luck(1, 1), luck(4, 5), "talk")
    assert not fight.over and [peace.sides for peace in fight.turn.peace] == [("party", "others")]
    fight.until(d20(20))
    assert [option.target for option in fight.asked.options if option.key.startswith("strike")] == ["thug", "thug"]
    fight.play("done")
    assert {key.split()[1] for key in fight.keys("strike")} == {"hero", "sneak"}, "the foes have both to fight"


@pytest.mark.rule("glog", "D-09", "G-2")
def test_of_two_hostile_sides_each_threatens_for_itself() -> None:
    fight = met(luck(1, 2))
    assert fight.asked.seat == "foes" and fight.asked.about == ("hero",)
    fight.until("fight", luck(1, 3))
    assert fight.asked.seat == "others"
    fight.until("talk")
    assert (fight.asked.seat, fight.asked.why) == ("party", "Others: they want what the party carries")
    fight.until("talk")
    assert not fight.over and fight.turn.peace == (Peace(("party", "others"), "the party pays, and is let go"),)


@pytest.mark.rule("glog", "D-07", "D-12", "G-2")
def test_with_all_at_peace_but_those_two_the_fight_is_between_them() -> None:
    fight = met(luck(3, 3), "talk", luck(6, 6), "talk", d20(2))
    assert not fight.over and fight.asked.who == "thug"
    assert {key.split()[1] for key in fight.keys("strike")} == {"sneak"}
    fight.play("done")
    assert {key.split()[1] for key in fight.keys("strike")} == {"thug"}


@pytest.mark.rule("glog", "D-07", "G-1", "G-2")
def test_each_of_two_sides_of_the_party_answers_for_itself() -> None:
    fight = Fight(HERO, {"archer": (9, 9)}, THUG, fresh=True, parley="uncertain")
    sides = tuple(SideSetup(side.name, side.squad, party=side.name != "others") for side in fight.setup.sides)
    fight.setup = replace(fight.setup, sides=sides)
    assert fight.asked.seat == "party"
    fight.until("talk")
    assert fight.asked.seat == "foes"
    fight.until("fight")
    assert [peace.sides for peace in fight.turn.peace] == [("party", "others")]


@pytest.mark.rule("glog", "D-10", "G-2")
def test_where_nobody_has_a_foe_left_the_fight_is_over() -> None:
    two = Fight(HERO, THUG, fresh=True, parley="uncertain").until("talk")
    assert two.over and two.winner is None
    assert two.state.verdict is not None and two.state.verdict.why == "they part in peace"


@pytest.mark.rule("glog", "D-04", "D-06", "G-2")
def test_who_is_at_peace_with_those_in_ambush_is_not_set_upon() -> None:
    fight = met(luck(1, 1), luck(3, 3), "talk", hidden=("sneak",))
    assert fight.rolled.who == "thug", "of the two others only the foes are set upon"
    foes = met(luck(3, 3), "talk", luck(1, 1), hidden=("sneak",), surprise="chance")
    assert foes.rolled.why == "SAV Save, surprise" and foes.rolled.who == "hero"


# ------------------------------------------------------------------ fighting on


@pytest.mark.rule("glog", "D-12", "G-2")
def test_those_at_peace_are_no_targets_and_let_one_another_pass() -> None:
    lane = ground("#" * 12, "............", "#" * 12)
    fight = Fight({"hero": (1, 1)}, {"thug": (11, 1)}, {"sneak": (3, 1)}, field=lane).turn_of(peace=PEACE)
    assert fight.offers("go 5,1") and not fight.offers("go 3,1")
    fight.play("go 5,1")
    assert fight.at("hero") == (5, 1)
    mage = three({"mage": (5, 5)})
    assert not [option.key for option in mage.asked.options.singles if option.target == "sneak"]
    assert not [key for key in mage.keys("trip") if key != "trip thug"]


@pytest.mark.rule("glog", "D-23", "G-2", "G-16", "G-20")
def test_those_at_peace_strike_at_no_back_and_press_nobody() -> None:
    rim = Fight({"hero": (0, 5)}, {"thug": (20, 5)}, {"sneak": (1, 5)}).turn_of(peace=PEACE)
    assert rim.option("retreat").about.dangers == ()
    assert Id("hero") in rim.until("retreat").state.gone
    bow = Fight({"archer": (5, 5)}, {"thug": (12, 5)}, {"sneak": (5, 6)}).turn_of(peace=PEACE)
    assert bow.option("shoot thug longbow").about.brief == ""


@pytest.mark.rule("glog", "D-05", "G-2", "G-23")
def test_those_at_peace_give_nobody_away_in_ambush() -> None:
    fight = Fight(HERO, {"thug": (23, 11)}, {"sneak": (5, 7)}, hidden=("sneak",)).turn_of(peace=PEACE)
    assert fight.play().sheet("sneak").hidden


@pytest.mark.rule("glog", "D-03", "D-50", "G-2")
def test_those_at_peace_hurry_and_frighten_nobody() -> None:
    quick = Fight(HERO, {"thug": (20, 5)}, {"beast": (12, 5)}).turn_of(peace=PEACE, phase="round")
    assert quick.play(d20(11)).checked.passed, "no Bane"
    dread = Fight({"hireling": (9, 9)}, THUG, {"beast": (7, 5)}, acting="others").turn_of(peace=PEACE)
    dread.profile_of("beast", traits=("dreadful",)).turn_of(block="foes").sheet_of("thug", done=True, flesh=9)
    dread.until("strike thug bite", d20(19), d6(1), d20(20))
    assert [who for who, _, _ in dread.nerved] == ["thug"]


@pytest.mark.rule("glog", "D-14", "G-2", "G-10")
def test_nobody_cleaves_on_into_those_at_peace() -> None:
    fight = Fight(HERO, {"thug": (6, 5), "b": ("thug", (20, 5))}, OTHER, morale="off").turn_of(peace=PEACE)
    fight.profile_of("hero", traits=("cleaves",)).sheet_of("thug", grit=0, flesh=1)
    fight.until("strike thug sword slashing", d20(15), d8(3))
    assert fight.asked.kind == "act", "there is nobody to cleave"


@pytest.mark.rule("glog", "D-10", "D-12", "G-2")
@pytest.mark.parametrize(("allied", "winner"), [(False, None), (True, "party")])
def test_when_their_foe_is_beaten_those_at_peace_are_done(allied: bool, winner: str | None) -> None:
    peace = (Peace(("party", "others"), "they join the party" if allied else "they part in peace", allied),)
    fight = Fight(HERO, THUG, OTHER).turn_of(peace=peace).sheet_of("thug", grit=0, flesh=1)
    fight.play("strike thug sword slashing", d20(15), d8(3))
    assert fight.over and fight.winner == winner


@pytest.mark.rule("glog", "D-12", "G-2")
def test_an_ai_leaves_those_at_peace_alone() -> None:
    fight = Fight(HERO, {"thug": (20, 5)}, OTHER).turn_of(peace=PEACE)
    assert set(model(fight).members()) == {"hero", "thug"}
    assert set(model(fight, "foes").members()) == {"hero", "thug", "sneak"}
    idle = Fight(HERO, {"thug": (20, 5)}, OTHER).turn_of(peace=(*PEACE, Peace(("party", "foes"), "they part in peace")))
    assert RULESET.model(idle.board, "party").members().keys() == {"hero"}


@pytest.mark.rule("glog", "D-16", "G-2")
def test_what_is_laid_on_a_place_is_not_aimed_at_those_at_peace() -> None:
    fight = Fight({"mage": (1, 1)}, {"thug": (23, 11)}, {"sneak": (8, 1)}, field=OPEN).turn_of(peace=PEACE)
    assert not [key for key in fight.keys("cast") if key.startswith("cast lullaby")]
    at_war = Fight({"mage": (1, 1)}, {"thug": (23, 11)}, {"sneak": (8, 1)}, field=OPEN)
    assert [key for key in at_war.keys("cast") if key.startswith("cast lullaby")]
