"""By the book: movement that somebody else causes: who may strike at it, who falls, who goes under (ruling M-63)."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import Dice, d4, d20
from rulesets.murdham.play.events import Did, Freed, PointsRolled, Saved
from tests.rulesets.murdham.kit import Fight, Where, chart


def shover(at: str = "b", *, flies: bool = False, **ground: Any) -> Fight:
    """Theobald's turn with a bandit in his grip, on a row of zones."""
    foes: dict[str, Where] = {"bandit": at, "x": ("bandit", "d")}
    fight = Fight({"theobald": at}, foes, field=chart("abcd", **ground), morale="off", stunts="off")
    return fight.sheet_of("theobald", grabbing="bandit").profile_of("bandit", flies=flies).play("theobald")


# ------------------------------------------------------------------ who may strike


def falling_back() -> Fight:
    """Sybilla in zone b agrees to fall back from a bandit, beside a second one."""
    fight = Fight({"sybilla": "b"}, {"x": ("bandit", "b"), "y": ("bandit", "b")}, acting="foes", morale="off")
    return fight.play("x").until("offer strike sybilla axe", "offer back", "accept")


@pytest.mark.rule("murdham", "A-63", "A-74", "M-63")
def test_who_falls_back_may_be_struck_at_by_all_but_the_one_who_offered() -> None:
    fight = falling_back()
    assert (fight.asked.who, fight.asked.topic, fight.at("sybilla")) == ("y", "opportunity attack", "ab")
    fight.play("pass")
    assert fight.at("sybilla") == "a" and not fight.acted("sybilla")


@pytest.mark.rule("murdham", "A-64", "A-74", "M-63")
def test_who_is_struck_at_in_falling_back_goes_on() -> None:
    """It has its turn still, and so may react: it is not in the midst of it."""
    fight = falling_back().until("strike axe")
    assert (fight.asked.who, fight.asked.topic) == ("sybilla", "reaction")
    fight.play("dodge", d20(10))
    assert fight.at("sybilla") == "a" and fight.acted("y")


@pytest.mark.rule("murdham", "A-64", "A-74", "M-9", "M-63")
def test_who_is_grabbed_in_falling_back_stays() -> None:
    fight = falling_back().play("strike grapple", d20(20))
    assert fight.at("sybilla") == "ab" and fight.sheet("y").grabbing == "sybilla"


@pytest.mark.rule("murdham", "A-63", "A-118", "M-63")
def test_who_makes_way_for_the_bigger_may_be_struck_at_by_others() -> None:
    foes: dict[str, Where] = {"troll": "b", "y": ("bandit", "a")}
    fight = Fight({"theobald": "ab"}, foes, acting="foes", morale="off").play("troll").until("trample theobald")
    fight.until(fight.key("go", "b"))
    assert (fight.asked.who, fight.asked.topic) == ("y", "opportunity attack")
    fight.play("pass")
    assert fight.at("theobald") == "b"


# ------------------------------------------------------------------ who falls


@pytest.mark.rule("murdham", "A-87", "A-16", "M-63")
@pytest.mark.parametrize("kind", ["gaps", "climbs"])
@pytest.mark.parametrize(("face", "falls"), [(8, False), (9, True)])
def test_who_is_shoved_onto_a_gap_or_a_climb_keeps_its_footing_or_falls(kind: str, face: int, *, falls: bool) -> None:
    fight = shover("b", flies=False, **{kind: "bc"})
    key = fight.key("shove", "bc")
    assert fight.option(key).about.notes == ("Bandit 1: AGI 8 or less on a d20, or it falls: d4 (A-16)",)
    fight.play(key, d20(face), *([d4(3)] if falls else []))
    assert fight.at("bandit") == "bc" and fight.saved.ability == "AGI"
    assert fight.lost == ([("bandit", 3)] if falls else [])
    assert fight.sheet("bandit").tripped == (1 if falls else -9)


@pytest.mark.rule("murdham", "A-87", "M-63")
def test_who_flies_falls_nowhere() -> None:
    fight = shover(gaps="bc", flies=True)
    fight.play(fight.key("shove", "bc"))
    assert fight.at("bandit") == "bc" and fight.told(PointsRolled) == []


@pytest.mark.rule("murdham", "A-87", "M-25", "M-63")
@pytest.mark.parametrize("hazard", ["deep_water", "fall"])
def test_who_flies_is_shoved_into_no_water_and_over_no_edge(hazard: str) -> None:
    for flies in (False, True):
        assert shover(features={"b": hazard}, flies=flies).offers(f"shove {hazard}") != flies


@pytest.mark.rule("murdham", "A-87", "M-63")
def test_who_dies_of_a_throw_saves_against_nothing() -> None:
    field = chart("abcd", rapids="c")
    fight = Fight({"sybilla": "b"}, {"troll": "b"}, field=field, acting="foes", morale="off")
    fight.sheet_of("troll", grabbing="sybilla").sheet_of("sybilla", health=1, STR=2).play("troll")
    fight.play(fight.key("throw", "c"), d4(3)).until()
    assert fight.sheet("sybilla").dead and not fight.sheet("sybilla").entangled
    assert fight.over, "no save is waited for"


@pytest.mark.rule("murdham", "A-16", "A-85", "M-63")
@pytest.mark.parametrize(("flies", "lost"), [(False, [("theobald", 2), ("bandit", 2)]), (True, [("theobald", 2)])])
def test_whom_one_carries_falls_with_one(flies: bool, lost: list[tuple[str, int]]) -> None:
    """One save is made, the carrier's; each falls with its own dice."""
    fight = shover("b", flies=flies, climbs="bc")
    fight.play(fight.key("climb", "c"), d20(20), d4(2), *([] if flies else [d4(2)]))
    assert fight.lost == lost and len(fight.told(Saved)) == 1
    assert fight.sheet("bandit").tripped == (-9 if flies else 1)


@pytest.mark.rule("murdham", "A-87", "M-56", "M-63")
@pytest.mark.parametrize(("face", "under"), [(8, False), (9, True)])
def test_who_is_shoved_into_rough_water_may_go_under(face: int, *, under: bool) -> None:
    fight = shover("bc", rapids="c")
    fight.play(fight.key("shove", "c"), d20(face))
    assert fight.sheet("bandit").entangled is under


@pytest.mark.rule("murdham", "A-87", "M-56", "M-63")
def test_calm_water_takes_nobody_under() -> None:
    fight = shover("bc", water="c")
    fight.play(fight.key("shove", "c"))
    assert fight.at("bandit") == "c" and not fight.sheet("bandit").entangled


# ------------------------------------------------------------------ off the map


@pytest.mark.rule("murdham", "A-85", "A-86", "M-64")
def test_whoever_leaves_the_map_leaves_behind_whom_it_holds() -> None:
    field = chart("abcd", features={"b": "exit"})
    foes: dict[str, Where] = {"bandit": "b", "x": ("bandit", "d")}
    fight = Fight({"theobald": "b", "sybilla": "a"}, foes, field=field, morale="off")
    fight.sheet_of("theobald", grabbing="bandit").play("theobald", "leave")
    assert "bandit" in fight.state.combatants and "theobald" in fight.state.gone
    assert fight.last(Did).what == "lets go of" and fight.told(Freed) == []


# ------------------------------------------------------------------ grips at once


def both_grip(*dice: Dice) -> Fight:
    """Theobald grabs at a bandit, which grabs at him."""
    fight = Fight({"theobald": "b", "sybilla": "q"}, {"bandit": "b"}, stunts="off", morale="off")
    return fight.play("theobald", "grapple bandit", "counter grapple", *dice)


@pytest.mark.rule("murdham", "A-57", "A-81", "M-62")
@pytest.mark.parametrize(("bandits", "own"), [(True, True), (True, False), (False, True), (False, False)])
def test_two_grips_at_once_hold_each_as_its_save_says(*, bandits: bool, own: bool) -> None:
    """The bandit saves first, then Theobald: whoever fails is held, and neither grip comes before the other."""
    fight = both_grip(d20(9 if bandits else 8), d20(10 if own else 9))
    assert fight.sheet("theobald").grabbing == ("bandit" if bandits else "")
    assert fight.sheet("bandit").grabbing == ("theobald" if own else "")


@pytest.mark.rule("murdham", "A-86", "M-62")
def test_who_struggles_lets_go() -> None:
    """Of two who hold each other the first to tear itself loose opens its own grip with that, torn loose or not."""
    fight = both_grip(d20(9), d20(10)).play("sybilla", "done")
    fight.play("first party", "theobald", "struggle", d20(20))
    assert fight.sheet("theobald").grabbing == "" and fight.sheet("bandit").grabbing == "theobald"
