"""By the book: gear in other hands, damaged, degraded (A-106 to A-109), improvised; Chases."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.ai import opponent
from game.kit.testing.fight import Dice, d4, d6, d8, d20
from game.rules.dice import at_most
from game.rules.events import Id, Rolled
from game.rules.ruleset import BadSetup
from game.rules.setup import Objective, Setup, SideSetup
from game.rules.state import Verdict
from game.spatial.field import Feature, Field
from rulesets.murdham import RULESET
from rulesets.murdham.play.events import Did, Fell, Wore
from rulesets.murdham.play.gear import wear
from rulesets.murdham.sheet import roster
from tests.rulesets.murdham.kit import BOMBARDIER, Fight, Where, chart

ROAD = chart("abcdef", features={"a": "exit"})


@pytest.mark.rule("murdham", "A-106", "M-52")
def test_the_gear_of_the_fled_wears_too() -> None:
    foes: dict[str, Where] = {"x": ("bandit", "a"), "y": ("bandit", "e")}
    fight = Fight({"sybilla": "f"}, foes, field=ROAD, acting="foes").sheet_of("x", retreating=True, used=("axe",))
    fight.sheet_of("y", incapacitated=True).play("x", "leave", "let go", d4(1))
    assert fight.sheet("x").damaged == ("axe",) and fight.last(Wore).who == "x"


@pytest.mark.rule("murdham", "A-106", "A-82", "M-52")
def test_what_was_used_and_dropped_wears_where_it_lies() -> None:
    """The bandit's axe has struck and lies on the ground now; the unused one beside it does not wear."""
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}, stunts="off", morale="off").thing("other", "axe", "b")
    fight.sheet_of("bandit", used=("axe",), health=1).play("sybilla", "disarm bandit axe", d20(9), "done")
    assert fight.sheet("bandit").used == ()
    fight.play("pass", "first party", "sybilla", "strike bandit sword", d6(3), d4(4), d4(1))
    assert [(event.who, event.item, event.what) for event in fight.told(Wore)] == [(None, "axe", "damaged")]
    things = fight.state.things
    assert [*things["axe-1"].marks] == ["used", "damaged"] and not things["other"].marks


@pytest.mark.rule("murdham", "A-106", "A-107", "A-20", "M-52")
def test_what_is_picked_up_is_in_the_state_it_was_dropped_in() -> None:
    """A damaged axe with poison on it changes hands; the one who dropped it takes up a sound one."""
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}, stunts="off", morale="off").thing("other", "axe", "b")
    fight.sheet_of("bandit", used=("axe",), damaged=("axe",), poisoned=("axe",)).sheet_of("sybilla", hand="", off="")
    fight.play("sybilla", "disarm bandit axe", d20(9), "pick up axe-1")
    sheet = fight.sheet("sybilla")
    assert (sheet.hand, sheet.used, sheet.damaged, sheet.poisoned) == ("axe", ("axe",), ("axe",), ("axe",))
    assert [*fight.state.things] == ["other"]
    fight.play("done", "bandit", "pick up other")
    assert fight.sheet("bandit").hand == "axe" and fight.sheet("bandit").damaged == ()


@pytest.mark.rule("murdham", "A-36", "A-20", "M-52")
def test_a_pistol_that_has_fired_does_not_fire_again_in_other_hands() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "c"}, roster=BOMBARDIER).thing("gun", "pistol", "b", used=1, fired=1)
    fight.sheet_of("sybilla", hand="").play("sybilla", "pick up gun")
    assert not fight.offers("shoot bandit pistol") and fight.refusal("Attack Bandit 1 with the pistol").rule == "A-36"


@pytest.mark.rule("murdham", "A-106", "M-52")
def test_what_is_thrown_once_is_gone_and_its_like_on_the_belt_is_sound() -> None:
    fight = Fight({"firebrand": "a"}, {"bandit": "b"}).sheet_of("bandit", health=1)
    fight.sheet_of("firebrand", hand="fire-flask", carried=("fire-flask",)).play("firebrand")
    fight.play(fight.key("blast fire-flask", "b"), d6(3))
    assert fight.over and fight.told(Wore) == []


@pytest.mark.rule("murdham", "A-107", "A-108")
def test_some_gear_is_damaged_from_the_start() -> None:
    """A skeleton's sword and shield were buried with it: a 1 breaks the one, eight damage the other."""
    fight = Fight({"sybilla": "b"}, {"it": ("skeletal-warrior", "b")}, acting="foes", stunts="off")
    assert fight.sheet("it").damaged == ("sword", "shield")
    facts = dict(RULESET.standing(fight.board, Id("it")).facts)
    assert facts["In hand"] == "rusty sword (damaged), shield (damaged)"
    fight.play("it")
    assert "the rusty sword breaks if its die shows 1 (A-107)" in fight.option("strike sybilla sword").about.notes
    fight.play("strike sybilla sword", d6(1))
    assert fight.sheet("it").hand == "" and fight.last(Wore).rule == "A-107"
    fight.play("done", "sybilla", "strike it sword", d6(6), d6(4))
    assert fight.sheet("it").off == "" and fight.last(Wore).rule == "A-108"


@pytest.mark.rule("murdham", "A-107", "A-108")
def test_a_squad_may_say_so_of_one_of_its_members() -> None:
    crew = '[[party]]\nkey = "crew"\ntitle = "Crew"\n'
    crew += 'members = [{ unit = "watchman", damaged = ["shield"] }, "watchman"]\n'
    first, second = roster.STOCK.parties(crew)["crew"]
    assert (first.damaged, second.damaged) == (("shield",), ())
    field = chart("ab")
    sides = (SideSetup("party", (replace(first, at=(0, 0)),)), SideSetup("foe", (replace(second, at=(4, 0)),)))
    state = RULESET.begin(Setup("murdham", field, sides))
    assert [c.sheet.damaged for c in state.combatants.values()] == [("shield",), ()]
    wrong = replace(first, at=(0, 0), damaged=("sheild",))
    with pytest.raises(BadSetup, match="side party: damaged: Watchman 1 has no gear called 'sheild'"):
        RULESET.begin(Setup("murdham", field, (SideSetup("party", (wrong,)), sides[1])))


@pytest.mark.rule("murdham", "M-52")
def test_what_lies_on_the_ground_is_told_with_what_shows_of_it() -> None:
    fight = (
        Fight({"osric": "a"}, {"bandit": "b"}).thing("x", "axe", "a", damaged=1).thing("y", "bottle", "a", poisoned=1)
    )
    told = [RULESET.thing_name(fight.board, thing) for thing in fight.state.things.values()]
    assert told == ["damaged axe", "bottle"], "poison does not show"


OWN = """
[[creature]]
key = "knifer"
title = "Knifer"
icon = "bandit"
STR = 6
AGI = 6
WIT = 6
weapons = [{ weapon = "knife", name = "fang", masterwork = true }]
"""


@pytest.mark.rule("murdham", "A-20", "A-106", "M-37")
def test_what_lies_there_stays_what_it_is_whoever_takes_it() -> None:
    """A knife of a master's, with poison on it, comes to somebody who has a plain one and keeps both apart."""
    fight = Fight({"balthasar": "b", "sybilla": "b"}, {"knifer": "b"}, stunts="off", morale="off", roster=OWN)
    fight.sheet_of("knifer", poisoned=("knife",)).sheet_of("balthasar", hand="", carried=("knife",))
    fight.play("sybilla", "disarm knifer knife", d20(8))
    (thing,) = fight.state.things.values()
    assert (thing.key, RULESET.thing_name(fight.board, thing)) == ("knife", "fang")
    fight.play("done", "knifer", "done", "balthasar", "pick up knife-1")
    sheet = fight.sheet("balthasar")
    fang, plain = sheet.profile.weapon("knife~2"), sheet.profile.weapon("knife")
    assert sheet.hand == "knife~2" and sheet.poisoned == ("knife~2",) and sheet.carried == ("knife",)
    assert (fang.name, plain.name) == ("fang", "knife") and int(fang.die[1:]) > int(plain.die[1:])
    fight.play("put down knife~2")
    (thing,) = fight.state.things.values()
    assert (thing.key, thing.own["name"], thing.marks) == ("knife", "fang", {"poisoned": 1})


@pytest.mark.rule("murdham", "A-20", "A-25", "M-37")
@pytest.mark.parametrize(("who", "able"), [("bandit", True), ("wolf", False), ("bone-crow", False), ("imp", True)])
def test_no_door_no_lever_and_no_thing_is_for_whoever_has_no_hands(who: str, able: bool) -> None:
    (door,) = chart("abc", doors="ab").edges
    field = replace(chart("abc", doors="ab"), features=(Feature("winch", "lever", ((0, 0),), linked=door.id),))
    fight = Fight({"sybilla": "c"}, {"foe": (who, "a")}, field=field, acting="foes").thing("it", "axe", "a")
    fight.play("foe")
    assert {fight.offers(key) for key in ("pick up it", f"open {door.id}", "pull winch")} == {able}


def tavern(*things: tuple[str, str, int]) -> Field:
    """Three zones in a row with some things: key, zone, and its column in that zone."""
    features = tuple(
        Feature(f"t{n}", "thing", ((4 * "abc".index(zone) + column, 1),), thing=key)
        for n, (key, zone, column) in enumerate(things, 1)
    )
    return replace(chart("abc"), features=features)


def unarmed(who: str = "theobald", **options: Any) -> Fight:
    """Somebody with empty hands beside a bandit; a bench, a bottle and an anvil stand about, and a stool a zone off."""
    field = tavern(("bench", "b", 0), ("bottle", "b", 1), ("anvil", "b", 2), ("stool", "c", 1))
    fight = Fight({who: "b"}, {"bandit": "b", "x": ("bandit", "a")}, field=field, stunts="off", **options)
    return fight.sheet_of(who, hand="", off="", carried=())


@pytest.mark.rule("murdham", "A-109", "A-20", "M-57")
def test_furniture_of_the_map_is_taken_up_where_it_stands() -> None:
    """What is nearby and in the list of weapons: nobody has a use for an anvil."""
    fight = unarmed().play("theobald")
    assert fight.keys("pick") == ["pick up t1", "pick up t2"]
    assert fight.option("pick up t1").label == "Pick up the bench"
    fight.play("pick up t1")
    assert fight.sheet("theobald").hand == "bench" and "t1" not in fight.state.things
    assert "d6" in fight.option("strike bandit bench").about.notes
    assert dict(RULESET.standing(fight.board, Id("theobald")).facts)["In hand"] == "bench (improvised)"
    assert "the bench breaks if its die shows 1 (A-107)" in fight.option("strike bandit bench").about.notes


@pytest.mark.rule("murdham", "A-109", "A-107")
@pytest.mark.parametrize(("thing", "key", "die"), [("t1", "bench", d6), ("t2", "bottle", d4)])
@pytest.mark.parametrize(("face", "whole"), [(1, False), (2, True)])
def test_a_1_is_the_end_of_it(thing: str, key: str, die: Any, face: int, whole: bool) -> None:
    fight = unarmed().play("theobald", f"pick up {thing}", f"strike bandit {key}", die(face))
    assert fight.lost == [("bandit", face)]
    assert (fight.sheet("theobald").hand == key) is whole
    assert [event.rule for event in fight.told(Wore)] == ([] if whole else ["A-107"])


@pytest.mark.rule("murdham", "A-109", "A-106")
def test_a_failed_roll_of_durability_destroys_it_for_it_counts_as_damaged_already() -> None:
    fight = Fight({"theobald": "b"}, {"bandit": "b"}, field=tavern(("bench", "b", 0)), stunts="off")
    fight.sheet_of("theobald", hand="").sheet_of("bandit", health=1).play("theobald", "pick up t1")
    fight.play("strike bandit bench", d6(3), d4(1))
    assert fight.over and fight.sheet("theobald").hand == ""
    assert [(event.who, event.item, event.what) for event in fight.told(Wore)] == [("theobald", "bench", "destroyed")]


@pytest.mark.rule("murdham", "A-109", "A-106", "M-52")
@pytest.mark.parametrize(("die", "left"), [(d4(1), False), (d4(2), True)])
def test_so_does_one_that_was_used_and_lies_on_the_ground_again(die: Dice, left: bool) -> None:
    fight = unarmed().play("theobald", "pick up t2", "strike bandit bottle", d4(2), "done")
    fight.play("bandit", "disarm theobald bottle", d20(10))
    assert [*fight.state.things["bottle-1"].marks] == ["used"]
    fight.run(wear, die)
    assert [event.what for event in fight.heard if isinstance(event, Wore)] == ([] if left else ["destroyed"])


@pytest.mark.rule("murdham", "M-57", "A-20", "A-21")
def test_it_hangs_on_no_belt() -> None:
    """With full hands it stays where it is, and the game says why; and it is put down, not stowed."""
    fight = unarmed().sheet_of("theobald", hand="halberd").play("theobald")
    assert fight.keys("pick") == []
    assert fight.refusal("Pick up the bench").rule == "A-20"
    fight.play("put down halberd", "pick up t1")
    assert not fight.turn.main
    one = unarmed("sybilla").sheet_of("sybilla", off="shield").play("sybilla")
    assert one.keys("pick") == ["pick up t2"], "a bench takes both hands"
    one.play("pick up t2")
    assert not one.offers("stow bottle") and one.offers("put down bottle") and one.offers("stow shield")


@pytest.mark.rule("murdham", "M-37", "M-57")
def test_beasts_and_the_mindless_take_up_no_furniture() -> None:
    for unit in ("wolf", "walking-corpse"):
        fight = Fight({"sybilla": "a"}, {"x": (unit, "b")}, field=tavern(("bench", "b", 0)), acting="foes")
        assert fight.play("x").keys("pick") == []


@pytest.mark.rule("murdham", "A-109")
def test_the_computer_takes_up_what_comes_to_hand_when_it_has_nothing_better() -> None:
    """The bench rather than the bottle; with an axe in hand neither."""
    fight = unarmed().play("theobald")
    assert opponent("instinct", fight.asked.seat).answer(fight.match, fight.asked) == "pick up t1"
    armed = Fight({"bandit": "b"}, {"sybilla": "b"}, field=tavern(("bench", "b", 0), ("bottle", "b", 1)))
    armed.play("bandit")
    assert not str(opponent("instinct", armed.asked.seat).answer(armed.match, armed.asked)).startswith("pick up")


def fled(unit: str = "bandit", hunter: str = "sybilla", **options: Any) -> Fight:
    """One of a broken band is about to leave; nobody else of it is left fighting."""
    foes: dict[str, Where] = {"x": (unit, "a"), "y": (unit, "e")}
    fight = Fight({hunter: "f"}, foes, field=ROAD, acting="foes", **{"wear": "no", **options})
    return fight.sheet_of("x", retreating=True).sheet_of("y", incapacitated=True).until("x", "leave")


# ------------------------------------------------------------------ chases


@pytest.mark.rule("murdham", "A-103")
def test_a_short_chase_is_played_on_the_map() -> None:
    """Who runs is run after, zone by zone: a wolf makes four while Balthasar makes two."""
    fight = Fight({"balthasar": "d"}, {"wolf": "f"}, field=ROAD, stunts="off").play("balthasar")
    fight.play(fight.key("full", "b"), "done", "wolf", fight.key("full", "b"))
    assert fight.at("wolf") == fight.at("balthasar") == "b"


@pytest.mark.rule("murdham", "A-104", "M-24", "M-51")
def test_the_winners_may_chase_the_fled_who_make_a_group_agi_save() -> None:
    """As fast as each other: AGI 8 or less escapes. Whoever is run down has to give up."""
    fight = fled()
    assert (fight.asked.topic, fight.asked.seat) == ("chase", "party")
    fight.play("chase", d20(8))
    assert fight.turn.caught == () and fight.last(Did).what == "escapes" and not fight.sheet("x").surrendered
    fight = fled().play("chase", d20(9))
    assert fight.turn.caught == ("x",) and fight.last(Did).what == "is run down" and fight.winner == "party"
    assert "flight, AGI save of all: d20 9; failed by x" in fight.log
    assert fight.sheet("x").surrendered and not fight.sheet("x").retreating
    assert (fight.last(Fell).who, fight.last(Fell).how) == ("x", "surrendered")
    fight = fled().play("let go")
    assert fight.over and fight.turn.caught == ()
    assert fled(chase="no").over


@pytest.mark.rule("murdham", "A-104", "A-117")
def test_an_omen_turns_a_failed_flight_of_one_who_has_left() -> None:
    fight = Fight({"osric": "a", "sybilla": "f"}, {"x": ("bandit", "f")}, field=ROAD, wear="no", morale="off")
    fight.sheet_of("sybilla", incapacitated=True).sheet_of("osric", omens=1)
    fight.play("osric", "leave", "chase", d20(8), "omen", d20(7))
    assert fight.turn.caught == () and fight.sheet("osric").omens == 0


@pytest.mark.rule("murdham", "A-104", "A-118", "M-24")
def test_those_who_left_of_their_own_will_are_chased_too_and_the_confused_run_less_nimbly() -> None:
    fight = Fight({"sybilla": "f"}, {"x": ("bandit", "a")}, field=ROAD, acting="foes", wear="no")
    fight.sheet_of("x", confused=True).until("x", "leave")
    assert fight.asked.topic == "chase"
    assert fight.until("chase").rolled.reading == at_most(6)


@pytest.mark.rule("murdham", "A-104", "M-51")
def test_a_ward_who_is_run_down_is_lost() -> None:
    goal = Objective("protect", "foes", who="x", rounds=9)
    foes: dict[str, Where] = {"x": ("bandit", "a"), "y": ("bandit", "e")}
    fight = Fight({"sybilla": "f"}, foes, field=ROAD, acting="foes", wear="no", objectives=(goal,))
    fight.sheet_of("y", incapacitated=True).play("x", "leave", "chase", d20(9))
    assert fight.state.verdict == Verdict("party", "x has fallen")


@pytest.mark.rule("murdham", "A-104")
def test_one_d20_for_all_who_flee() -> None:
    """A 9 fails the bandit, whose AGI is 8, and passes the footpad with 10."""
    foes: dict[str, Where] = {"x": ("bandit", "a"), "y": ("footpad", "a")}
    fight = Fight({"sybilla": "f"}, foes, field=ROAD, acting="foes", wear="no")
    fight.sheet_of("x", retreating=True).sheet_of("y", retreating=True)
    fight.play("x", "leave", "pass", "y", "leave", "chase", d20(9))
    assert fight.turn.caught == ("x",)


@pytest.mark.rule("murdham", "A-104", "A-91", "M-24")
def test_nobody_chases_whom_nobody_knows_to_have_been_there() -> None:
    """The last of the band slips away concealed, or openly."""
    foes: dict[str, Where] = {"x": ("bandit", "a"), "y": ("bandit", "e")}
    for hidden, over in (((), False), (("x",), True)):
        fight = Fight({"sybilla": "f"}, foes, field=ROAD, acting="foes", wear="no", hidden=hidden)
        fight.sheet_of("y", incapacitated=True).until("x", "leave")
        assert fight.over is over and (over or fight.asked.topic == "chase")


@pytest.mark.rule("murdham", "A-105", "M-24")
@pytest.mark.parametrize(("unit", "hunter", "caught"), [("wolf", "sybilla", ()), ("bandit", "wolf", ("x",))])
def test_the_faster_escape_without_a_roll_and_from_them_there_is_no_escape(
    unit: str, hunter: str, caught: tuple[str, ...]
) -> None:
    fight = fled(unit, hunter).play("chase")
    assert fight.over and fight.turn.caught == caught and fight.last(Did).rule == "A-105"


# ------------------------------------------------------------------ after the fight


def last_blow(damaged: tuple[str, ...] = (), **options: Any) -> Fight:
    """Sybilla fells the last bandit with her sword; her foe never struck."""
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}, stunts="off", **options).sheet_of("sybilla", damaged=damaged)
    return fight.sheet_of("bandit", health=1).play("sybilla").play("strike bandit sword")


@pytest.mark.rule("murdham", "A-106")
@pytest.mark.parametrize(
    ("damaged", "face", "wore"),
    [((), 1, ["damaged"]), ((), 2, []), (("sword",), 1, ["destroyed"])],
    ids=["one chance in four", "whole", "damaged before"],
)
def test_what_was_used_is_rolled_for_after_the_fight(damaged: tuple[str, ...], face: int, wore: list[str]) -> None:
    """The sword; not the shield that stayed down nor the axe that never swung."""
    fight = last_blow(damaged).play(d6(3), d4(face))
    assert fight.over
    assert [event.why for event in fight.told(Rolled) if "durability" in event.why] == ["durability of the sword"]
    assert [(event.who, event.item, event.what) for event in fight.told(Wore)] == [
        ("sybilla", "sword", e) for e in wore
    ]
    assert fight.sheet("sybilla").damaged == (("sword",) if wore == ["damaged"] else ())
    assert (fight.sheet("sybilla").hand == "") is (wore == ["destroyed"])


@pytest.mark.rule("murdham", "A-106")
@pytest.mark.parametrize(
    ("answers", "used"),
    [
        (("counter sword", d6(4), d6(2)), ["armour", "shield", "sword"]),
        (("dodge", d20(10)), []),
        ((d6(2),), ["armour"]),
    ],
    ids=["both blows land", "not needed", "stayed down"],
)
def test_armour_that_was_struck_and_a_shield_that_was_raised_were_used(
    answers: tuple[str | Dice, ...], used: list[str]
) -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}, acting="foes", stunts="off").play("bandit")
    fight.play("strike sybilla axe", *answers)
    assert sorted(fight.sheet("sybilla").used) == used
    assert fight.sheet("bandit").used == ("axe",)


@pytest.mark.rule("murdham", "A-106", "M-65")
@pytest.mark.parametrize(("damaged", "becomes"), [((), "damaged"), (("helmet",), "destroyed")])
def test_a_helmet_that_was_struck_wears(damaged: tuple[str, ...], becomes: str) -> None:
    """The watchman was struck earlier and now fells the last of its foes with bare hands."""
    fight = Fight({"sybilla": "b"}, {"watchman": "b"}, acting="foes", stunts="off").sheet_of("sybilla", health=1)
    fight.sheet_of("watchman", damaged=damaged, used=("helmet",), hand="", off="").play("watchman")
    fight.play("strike sybilla unarmed", d4(2), d4(2), d4(4), d4(1))
    assert [(event.item, event.what) for event in fight.told(Wore)][-1:] == [("helmet", becomes)]
    assert fight.sheet("watchman").helmet is (becomes == "damaged")


@pytest.mark.rule("murdham", "A-106", "A-108", "A-117", "M-65")
def test_a_helmet_is_used_where_it_helps_and_gone_protects_no_more() -> None:
    fight = Fight({"sybilla": "b"}, {"watchman": "b", "z": ("bandit", "q")}, stunts="off", morale="off")
    fight.sheet_of("watchman", armour=0, off="").play("sybilla", "strike watchman sword", d6(2))
    assert fight.sheet("watchman").used == ("helmet",)
    heavy = Fight({"theobald": "b"}, {"watchman": "b", "z": ("bandit", "q")}, stunts="off", morale="off")
    heavy.sheet_of("watchman", armour=0, off="", damaged=("helmet",)).play("theobald")
    heavy.play("strike watchman halberd", d8(8), d8(1))
    assert heavy.last(Wore).item == "helmet" and not heavy.sheet("watchman").helmet


@pytest.mark.rule("murdham", "A-106", "M-31")
def test_a_bow_wears_with_its_arrows() -> None:
    fight = Fight({"balthasar": "a"}, {"bandit": "c"}, stunts="off").sheet_of("bandit", health=1).play("balthasar")
    fight.play("shoot bandit bow", d6(3), d4(1))
    assert fight.sheet("balthasar").damaged == ("bow",)


@pytest.mark.rule("murdham", "A-106")
def test_fists_and_claws_do_not_wear_and_the_rule_can_be_left_out() -> None:
    fight = Fight({"bear": "b"}, {"bandit": "b"}, stunts="off").sheet_of("bandit", health=1).play("bear")
    fight.play("strike bandit claws", d8(3))
    assert fight.over
    assert last_blow(wear="no").play(d6(3)).over


# ------------------------------------------------------------------ in the fight


@pytest.mark.rule("murdham", "A-56", "A-107")
@pytest.mark.parametrize(("face", "breaks"), [(1, True), (2, False)])
def test_so_is_that_of_one_who_is_struck_down_first(face: int, breaks: bool) -> None:
    """Both dice have fallen before anybody is hit."""
    fight = Fight({"sybilla": "b", "theobald": "q"}, {"bandit": "b"}, stunts="off", morale="off")
    fight.sheet_of("sybilla", damaged=("sword",), health=2)
    fight.play("sybilla", "strike bandit sword", "counter axe", d6(face), d6(5))
    assert fight.lost == [("sybilla", 2)]
    assert [(event.item, event.rule) for event in fight.told(Wore)] == [("sword", "A-107")] * breaks


@pytest.mark.rule("murdham", "A-70", "A-107", "M-26")
def test_and_that_of_a_sweep_which_a_counter_stops() -> None:
    foes: dict[str, Where] = {"troll": "b", "other": ("bandit", "q")}
    fight = Fight({"theobald": "b", "sybilla": "q"}, foes, acting="foes", morale="off")
    fight.sheet_of("troll", damaged=("mace",), health=1, burnt=1).profile_of("troll", hide=0).play("troll")
    fight.play(fight.key("sweep mace", "b"), "counter halberd", d6(1), d8(5))
    assert fight.lost[0] == ("troll", 1) and fight.health("theobald") == 9
    assert fight.last(Wore).item == "mace"


@pytest.mark.rule("murdham", "A-107", "M-16")
@pytest.mark.parametrize(
    ("damaged", "foe", "how", "faces", "breaks"),
    [
        (True, "bandit", "strike", (1,), True),
        (True, "bandit", "strike", (2,), False),
        (False, "bandit", "strike", (1,), False),
        (True, "ogre", "strike", (6, 1), False),
        (True, "bandit", "hold back", (1, 4), True),
        (True, "bandit", "hold back", (4, 1), True),
        (True, "bandit", "hold back", (3, 2), False),
    ],
    ids=["T13", "another face", "sound", "exploded", "the lower first", "the lower last", "neither shows 1"],
)
def test_a_damaged_weapon_is_destroyed_by_a_1_and_the_blow_still_lands(
    damaged: bool, foe: str, how: str, faces: tuple[int, ...], breaks: bool
) -> None:
    """The first face of the roll that counts."""
    fight = Fight({"sybilla": "b"}, {foe: "b"}, stunts="off").sheet_of("sybilla", damaged=("sword",) * damaged)
    fight.play("sybilla", f"{how} {foe} sword", *(d6(face) for face in faces))
    assert (fight.sheet("sybilla").hand == "") is breaks
    assert [event.rule for event in fight.told(Wore)] == ["A-107"] * breaks
    assert fight.lost or foe == "ogre"


@pytest.mark.rule("murdham", "A-107")
def test_a_damaged_shield_breaks_as_a_weapon_does() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}, stunts="off")
    fight.sheet_of("sybilla", damaged=("shield",), hand="").play("sybilla").play("strike bandit shield", d4(1), d4(1))
    assert fight.sheet("sybilla").off == "" and fight.last(Wore).item == "shield"


@pytest.mark.rule("murdham", "A-108")
@pytest.mark.parametrize(
    ("damaged", "state", "face", "destroyed"),
    [
        (("shield", "armour"), {}, 3, ["shield"]),
        (("shield",), {"hand": "shield", "off": ""}, 3, ["shield"]),
        (("armour",), {}, 3, ["armour"]),
        (("shield", "armour"), {}, 2, []),
        ((), {}, 3, []),
    ],
    ids=["T13: the shield before the armour", "in either hand", "no damaged shield", "seven", "sound"],
)
def test_eight_damage_destroys_a_damaged_shield_or_else_armour(
    damaged: tuple[str, ...], state: dict[str, Any], face: int, destroyed: list[str]
) -> None:
    """6 and 3 on the axe: 5 and 3 are 8 before armour, which takes its one off the blow that destroys it."""
    foes: dict[str, Where] = {"bandit": "b", "x": ("bandit", "q")}
    fight = Fight({"sybilla": "b", "theobald": "q"}, foes, acting="foes", stunts="off")
    fight.sheet_of("sybilla", damaged=damaged, **state).play("bandit", "strike sybilla axe", d6(6), d6(face))
    assert [(event.item, event.rule) for event in fight.told(Wore)] == [(item, "A-108") for item in destroyed]
    sheet = fight.sheet("sybilla")
    assert ("shield" in (sheet.hand, sheet.off), sheet.armour) == ("shield" not in destroyed, "armour" not in destroyed)
    assert fight.lost == [("sybilla", face + 4)]
