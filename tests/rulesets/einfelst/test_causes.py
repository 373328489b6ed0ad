"""What is told of harm: what it comes of and by which rule, who is pushed by what, and what a full track means."""

from __future__ import annotations

import pytest

from game.rules.events import Id, Moved
from game.rules.questions import Roll
from game.rules.ruleset import Note
from rulesets.einfelst import RULESET
from rulesets.einfelst.play import events as told
from rulesets.einfelst.play.perils import burn, fall, fester, poison
from tests.rulesets.einfelst.perils import Fight, chart, pool


@pytest.mark.rule("einfelst", "C-67", "W-43")
def test_a_preview_says_whom_one_would_let_go() -> None:
    field = chart("ab", "cd", cover="a", climbs="ac", features={"a": "exit"})
    fight = Fight({"hero": "a"}, {"thug": "a", "wolf": "a"}, field=field).sheet_of("thug", held=True, holder="hero")
    fight.sheet_of("wolf", spot="far")
    told_of = {key for key in fight.keys("") if "lets go of Thug 1 (C-67)" in fight.option(key).about.notes}
    around = {fight.key("go", "b"), fight.key("cross", "c"), "flee"}
    assert told_of == {"cover", "withdraw", "close wolf", *around}


# ------------------------------------------------------------------ where Harm comes from


def told_of(fight: Fight, who: str = "hero") -> list[tuple[str, tuple[str, ...]]]:
    """What the log says of Harm to somebody, with its rules."""
    harms = [
        event for event in (*fight.match.events, *fight.heard) if isinstance(event, told.Harmed) and event.who == who
    ]
    lines = [RULESET.tell(fight.board, event) for event in harms]
    return [(line.text.partition(", ")[0], line.rules) for line in lines if line is not None]


@pytest.mark.rule("einfelst", "C-53", "C-83", "C-88", "C-93", "C-94", "C-98", "C-99", "C-101")
def test_every_harm_names_what_it_comes_of_and_the_rule() -> None:
    blow = Fight({"hero": "a"}, {"thug": "a"}, acting="foes").play("strike hero axe", pool(6, 1))
    assert told_of(blow) == [("Hero suffers 2 Physical Harm", ("C-52", "C-83"))]
    burning = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", fire=2)
    burning.run(lambda table: burn(table, Id("hero")), pool(4, 1))
    assert told_of(burning) == [("Hero suffers 1 Physical Harm from the fire", ("C-94", "C-83"))]
    falling = Fight({"hero": "a"}, {"thug": "a"})
    falling.run(lambda table: fall(table, Id("hero"), 20), pool(4, 2), pool(4, 0))
    assert told_of(falling) == [("Hero suffers 2 Physical Harm from the fall", ("C-101", "C-83"))]
    poisoned = Fight({"hero": "a"}, {"thug": "a"})
    poisoned.run(lambda table: poison(table, Id("hero"), 4), pool(4, 2), pool(4, 0))
    assert told_of(poisoned) == [("Hero suffers 2 Physical Harm from the poison", ("C-98", "C-83"))]
    later = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", poison=(1,))
    later.run(lambda table: fester(table, Id("hero")))
    assert told_of(later) == [("Hero suffers 1 Physical Harm from the poison", ("C-99", "C-83"))]
    afraid = Fight({"hero": "a"}, {"troll": "a"}).play("survey", pool(3, 0), pool(5, 0))
    assert told_of(afraid) == [("Hero suffers 4 Mental Harm from fear", ("C-88", "C-83"))]
    pinned = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", pinned=True).play("go 0,1")
    assert told_of(pinned) == [("Hero suffers 1 Physical Harm as it leaves its zone", ("C-53", "C-83"))]
    spell = Fight({"mage": "a"}, {"thug": "a"}).play("cast rime thug", pool(6, 1))
    assert told_of(spell, "thug") == [("Thug 1 suffers 1 Physical Harm from the spell", ("C-32", "C-83"))]


def ways(fight: Fight) -> list[tuple[str, str]]:
    """The lines of the log that tell of another zone, and the rule of each."""
    moves = [event for event in (*fight.match.events, *fight.heard) if isinstance(event, Moved)]
    lines = [RULESET.tell(fight.board, event) for event in moves]
    return [(line.text, line.rules[0]) for line in lines if line is not None]


@pytest.mark.rule("einfelst", "C-26", "C-32", "C-53")
def test_who_is_pushed_is_told_by_what() -> None:
    pushed = Fight({"hero": "a"}, {"thug": "a"})
    assert ways(pushed.play(pushed.key("push thug", "b"), pool(6, 1), pool(5, 0))) == [
        ("Thug 1 is pushed to Zone b", "C-26")
    ]
    driven = Fight({"hero": "a"}, {"thug": "a"}).profile_of("thug", points=9)
    driven.play("strike thug sword", pool(7, 2), "push 0,1")
    assert ways(driven) == [("Thug 1 is driven to Zone b", "C-53")]
    before = Fight({"hero": "a"}, {"thug": "a"}).state
    assert Note(Id("thug"), "pushed") in RULESET.outcome(before, driven.state, driven.match.events).notes
    blown = Fight({"mage": "a"}, {"thug": "a"}).play("cast north-door thug", pool(6, 1), pool(4, 1))
    assert ways(blown) == [("Thug 1 is blown to Zone b", "C-32")]
    down = Fight({"mage": "a"}, {"thug": "a"}, field=chart("a")).play("cast north-door thug", pool(6, 1), pool(4, 1))
    assert [event.rule for event in down.told(told.Afflicted)] == ["C-32"]


@pytest.mark.rule("einfelst", "C-15", "C-31", "C-45")
@pytest.mark.parametrize(
    ("bar", "text", "rule"),
    [
        ({"climbs": "ab"}, "climbs to", "C-31"),
        ({"gaps": "ab"}, "leaps to", "C-15"),
        ({"water": "b"}, "swims to", "C-15"),
        ({}, "goes to", "C-45"),
    ],
)
def test_a_way_that_took_a_test_is_not_told_as_a_step(bar: dict[str, str], text: str, rule: str) -> None:
    def crossing() -> Fight:
        fight = Fight({"hero": "a"}, {"thug": "d"}, field=chart("abcd", **bar))  # type: ignore[arg-type]
        return fight.dice_of("hero", finesse=4, endure=4)

    fight = crossing()
    fight.play(fight.key("cross" if bar else "go", "b"), *([pool(4, 1)] if bar else []))
    (move,) = fight.told(Moved)
    line = RULESET.tell(crossing().board, move)
    assert line is not None and (line.text, line.rules) == (f"Hero {text} Zone b", (rule,))


@pytest.mark.rule("einfelst", "C-83", "W-28", "W-38")
def test_full_slots_are_told() -> None:
    def struck(*physical: int, won: int = 1) -> list[str]:
        fight = Fight({"hero": "a"}, {"thug": "a"}, acting="foes", severe="slows").sheet_of("hero", physical=physical)
        fight.until("strike hero axe", pool(6, won))
        if not isinstance(fight.match.pending, Roll):
            fight.play(*["fill"] * fight.offers("fill"))
        return [line for line in fight.log if " marks " in line or "slot" in line or "left with" in line]

    assert struck(0, 0, 0) == ["Hero marks 1 moderate"]
    assert struck(2, 1, 0) == ["Hero marks 1 moderate"]
    assert struck(2, 2, 0) == [
        "Hero marks 1 severe: no smaller slot is free",
        "Hero is left with one maneuver a turn",
    ]
    assert struck(2, 1, 1) == ["Hero marks 1 moderate"]
    assert struck(2, 2, 1) == ["Hero has all its slots full, and no slot is left for 2 of it"]
