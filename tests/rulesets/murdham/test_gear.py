"""By the book: gear in other hands, with the fled and on the ground; and what is damaged from the start."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d4, d6, d20
from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import Setup, SideSetup
from game.spatial.field import Feature
from rulesets.murdham import RULESET
from rulesets.murdham.play.events import Wore
from rulesets.murdham.sheet import roster
from tests.rulesets.murdham.kit import Fight, Where, chart
from tests.rulesets.murdham.people import BOMBARDIER

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
