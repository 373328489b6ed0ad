"""By the book: Opportunity attacks; movement that somebody else causes (ruling M-63)."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import Dice, d4, d6, d8, d20
from game.rules.events import Id
from game.rules.questions import Roll
from game.spatial.field import Field
from rulesets.murdham.play.events import Did, Fell, Freed, PointsRolled, Saved
from tests.rulesets.murdham.kit import STUNNED, Fight, Where, chart, model_of, taunted


def leaving(*strikers: str, **options: Any) -> Fight:
    """A bandit's turn, who stands in zone a with some of the heroes and is about to go to zone b."""
    return Fight(dict.fromkeys(strikers, "a"), {"bandit": "a"}, acting="foes", **{"stunts": "off", **options})


@pytest.mark.rule("murdham", "A-63", "M-8", "A-31", "A-15", "A-64", "A-65")
def test_who_leaves_is_struck_at_and_goes_on_where_it_was_interrupted() -> None:
    """On a border one is nearby both its zones. Two of eight health is no critical damage."""
    fight = leaving("sybilla").play("bandit")
    fight.until(fight.key("move", "ab"))
    assert fight.asked.kind == "act" and fight.at("bandit") == "ab"
    fight.until(fight.key("move", "b"))
    assert (fight.asked.topic, fight.asked.who, fight.asked.seat) == ("opportunity attack", "sybilla", "party")
    assert {option.price for option in fight.asked.options if option.key != "pass"} == {"the whole turn"}
    assert fight.until("strike sword").rolled.dice == "d6", "the mover has no reaction to it"
    fight.play(d6(2))
    assert fight.at("bandit") == "ab" and fight.health("bandit") == 6, "it is struck before it is gone"
    assert fight.reacted == [("sybilla", "strikes at the leaving")] and fight.acted("sybilla")
    assert fight.asked.who == "bandit" and fight.offers("strike sybilla axe"), "it may think better of going"
    fight.play(fight.key("move", "b"))
    assert fight.at("bandit") == "b" and fight.turn.main


@pytest.mark.rule("murdham", "A-63", "A-15")
@pytest.mark.parametrize(
    "spent",
    [{"acted": True}, {"conditions": STUNNED}, {"entangled": True}, {"incapacitated": True}, {"surrendered": True}],
)
def test_who_can_not_react_can_not_strike(spent: dict[str, object]) -> None:
    fight = Fight({"sybilla": "a", "theobald": "d"}, {"bandit": "a"}, acting="foes").sheet_of("sybilla", **spent)
    fight.play("bandit").until(fight.key("move", "b"))
    assert fight.at("bandit") == "b" and fight.asked.kind == "act"


@pytest.mark.rule("murdham", "A-63", "M-8", "M-48")
def test_every_enemy_left_behind_may_strike_once() -> None:
    fight = leaving("sybilla", "theobald", "balthasar").play("bandit")
    fight.play(fight.key("move", "b"), "strike sword", d6(1), "strike halberd", d8(1), fight.key("move", "b"))
    assert fight.lost == [("bandit", 1), ("bandit", 1)]
    assert fight.let_be == [("opportunity attack", "balthasar")] * 2, "asked again, as it sets out again"
    assert fight.at("bandit") == "b"


@pytest.mark.rule("murdham", "A-63")
def test_friends_do_not_strike_each_other() -> None:
    fight = Fight({"balthasar": "a"}, {"bandit": "a", "x": ("bandit", "a")}, acting="foes").play("bandit")
    fight.until(fight.key("move", "b"), "pass")
    assert fight.asked.seat == "foes" and fight.asked.who == "bandit" and fight.at("bandit") == "b"


@pytest.mark.rule("murdham", "A-63", "A-37", "A-41", "M-47")
def test_any_attack_on_somebody_nearby_will_do() -> None:
    """A bow, fists, a grip, the axe out of the hand; plain, or held back."""
    fight = leaving("balthasar").play("bandit")
    fight.until(fight.key("move", "b"))
    plain = ["pass", "shoot bow", "strike unarmed", "strike grapple", "strike disarm axe"]
    assert fight.keys() == [*plain, "hold back bow", "hold back unarmed"]
    fight.play("shoot bow", d6(2))
    assert fight.lost == [("bandit", 2)] and fight.acted("balthasar")
    assert not fight.turn.steady, "it is not his turn"
    held = leaving("sybilla").play("bandit")
    held.play(held.key("move", "b"), "hold back sword", d6(5), d6(2))
    assert held.lost == [("bandit", 2)] and held.net == -1


@pytest.mark.rule("murdham", "A-63", "A-82", "A-84")
def test_what_does_no_damage_may_be_used_on_the_leaving() -> None:
    fight = leaving("sybilla").play("bandit")
    fight.play(fight.key("move", "b"), "strike disarm axe", d20(9))
    assert fight.sheet("bandit").hand == "" and fight.at("bandit") == "ab"
    fight = leaving("catcher").sheet_of("catcher", hand="net").play("bandit")
    fight.play(fight.key("move", "b"), "shoot net", d20(9))
    assert fight.sheet("bandit").entangled and fight.sheet("catcher").hand == ""


@pytest.mark.rule("murdham", "A-63", "A-70", "A-72", "A-65", "M-47")
def test_a_flask_may_be_thrown_at_the_feet_of_the_leaving() -> None:
    """Everybody around is in it, the thrower too. The others may react, whoever moves may not."""
    fight = Fight({"hesper": "a", "sybilla": "a"}, {"bandit": "a", "x": ("bandit", "a")}, acting="foes", stunts="off")
    fight.sheet_of("hesper", hand="fire-flask", omens=0).play("bandit")
    fight.until(fight.key("move", "b"), fight.key("blast fire-flask", "a"))
    asked = []
    while not isinstance(fight.match.pending, Roll):
        asked.append((fight.asked.topic, str(fight.asked.who)))
        fight.until("pass")
    assert [who for topic, who in asked if topic == "reaction"] == ["x", "sybilla"]
    fight.play(d6(2))
    assert sorted(fight.lost) == [("bandit", 2), ("hesper", 2), ("sybilla", 2), ("x", 2)]
    assert fight.at("bandit") == "ab" and fight.asked.who == "bandit"


@pytest.mark.rule("murdham", "A-63", "A-118", "M-39")
def test_the_bigger_may_sweep_at_those_who_leave() -> None:
    fight = Fight({"goblin": "a", "sybilla": "q"}, {"x": ("bandit", "a")}, stunts="off").play("goblin")
    fight.until(fight.key("move", "b"))
    assert fight.offers(fight.key("sweep axe", "a"))
    fight.play(fight.key("sweep axe", "a"), d6(3))
    assert fight.lost == [("goblin", 2)] and fight.at("goblin") == "ab"


@pytest.mark.rule("murdham", "A-63", "A-19", "A-70", "M-42")
@pytest.mark.parametrize(
    ("who", "state", "kept"),
    [
        ("hesper", {"hand": "fire-flask", "conditions": taunted("bandit")}, "strike unarmed"),
        ("wilmot", {"hand": "smoke-bomb", "off": ""}, ""),
        ("wilmot", {}, "shoot bow"),
    ],
    ids=["the taunted harm no others", "smoke is no attack", "a bow is one"],
)
def test_not_everything_is_thrown_at_the_leaving(who: str, state: dict[str, Any], kept: str) -> None:
    fight = leaving(who).sheet_of(who, **state).play("bandit")
    fight.until(fight.key("move", "b"))
    assert not fight.keys("blast") and (not kept or fight.offers(kept))


@pytest.mark.rule("murdham", "A-63", "M-8")
def test_full_movement_and_sprints_can_be_struck_at_and_shoves_can_not() -> None:
    fight = leaving("sybilla").play("bandit")
    fight.until(fight.key("sprint", "e"))
    assert fight.asked.topic == "opportunity attack"
    fight = Fight({"theobald": "ab", "sybilla": "a"}, {"bandit": "ab"}).sheet_of("theobald", grabbing="bandit")
    fight.play("theobald", fight.key("shove", "b"))
    assert fight.at("bandit") == "b"
    assert "opportunity attack" not in dict(fight.let_be)


@pytest.mark.rule("murdham", "A-63", "M-8")
def test_whoever_is_carried_along_is_not_moving() -> None:
    """Theobald drags the bandit past Sybilla; and another bandit may strike at Theobald, who does move."""
    fight = Fight({"theobald": "ab", "sybilla": "a"}, {"bandit": "ab", "x": ("bandit", "a")})
    fight.sheet_of("theobald", grabbing="bandit").play("theobald")
    fight.play(fight.key("move", "b"))
    assert fight.let_be == [("opportunity attack", "x")]
    assert (fight.at("theobald"), fight.at("bandit")) == ("b", "b")


@pytest.mark.rule("murdham", "A-63", "M-8")
def test_nobody_strikes_at_what_sneaks_away_unseen() -> None:
    fight = Fight({"sybilla": "a"}, {"bandit": "a"}, acting="foes", hidden=("bandit",)).play("bandit")
    fight.play(fight.key("sneak", "b"), d20(8), d20(7))
    assert fight.let_be == [] and fight.at("bandit") == "b" and fight.sheet("bandit").hidden


NIGHT = chart("abcd", dark="ab")


@pytest.mark.rule("murdham", "A-63", "A-40", "M-8", "M-53")
@pytest.mark.parametrize(("face", "hurt"), [(6, True), (7, False)])
def test_in_the_dark_a_blow_at_the_leaving_takes_the_save_for_the_unseen(face: int, hurt: bool) -> None:
    """Sybilla hears it go; WIT 6."""
    fight = leaving("sybilla", field=NIGHT).play("bandit")
    fight.until(fight.key("move", "b"))
    assert "WIT save to hit: the target is not visible (A-40)" in fight.option("strike sword").about.notes
    fight.play("strike sword", d20(face), *([d6(2)] if hurt else []))
    assert fight.lost == ([("bandit", 2)] if hurt else [])
    assert fight.saved.rule == "A-40" and fight.acted("sybilla")


@pytest.mark.rule("murdham", "A-63", "A-45", "M-8")
def test_nothing_is_shot_in_the_dark_at_the_leaving() -> None:
    fight = leaving("balthasar", field=NIGHT).play("bandit")
    fight.until(fight.key("move", "b"))
    assert not fight.keys("shoot") and fight.offers("strike unarmed")


@pytest.mark.rule("murdham", "A-63", "A-40")
@pytest.mark.parametrize("field", [None, NIGHT], ids=["day", "night"])
def test_a_planner_knows_that_it_may_be_struck_at_in_leaving(field: Field | None) -> None:
    """By day for all of it, at night for as much as the save leaves."""
    model = model_of(leaving("theobald", field=field).play("bandit"), "foes")
    (move, *_) = model.moves(Id("bandit"), model.view.spots[Id("bandit")], (2, 1, 2))
    assert move.openings
    assert all(effect.who == "bandit" and effect.hurt > 0 for _, effects in move.openings for effect in effects)


@pytest.mark.rule("murdham", "A-64", "A-16", "M-48")
def test_what_is_left_of_full_movement_is_chosen_anew_after_a_strike() -> None:
    """Half a zone of its two is behind it when it is struck; the rest leads anywhere."""
    fight = leaving("sybilla").play("bandit")
    fight.play(fight.key("full", "c"), "strike sword", d6(2))
    assert fight.at("bandit") == "ab" and not fight.turn.main
    assert fight.offers(fight.key("move", "a")) and fight.offers(fight.key("move", "bc"))
    fight.play(fight.key("move", "bc"))
    assert fight.at("bandit") == "bc" and fight.turn.halves == 3


@pytest.mark.rule("murdham", "A-64", "A-103")
def test_whoever_is_struck_in_leaving_the_map_has_not_left() -> None:
    fight = leaving("sybilla", field=chart("abcd", features={"a": "exit"})).play("bandit")
    fight.play("leave", "strike sword", d6(1))
    assert fight.at("bandit") == "a" and fight.asked.who == "bandit"
    fight.play("leave")
    assert "bandit" in fight.state.gone


@pytest.mark.rule("murdham", "A-64", "A-83", "M-9")
@pytest.mark.parametrize(
    ("how", "die", "grabs"), [("sword", d6(4), ""), ("grapple", d20(9), "bandit")], ids=["felled", "grabbed"]
)
def test_who_is_felled_or_grabbed_gets_no_farther(how: str, die: Dice, grabs: str) -> None:
    foes: dict[str, Where] = {"bandit": "a", "x": ("bandit", "q")}
    fight = Fight({"sybilla": "a"}, foes, acting="foes", stunts="off", morale="off").play("bandit")
    fight.play(fight.key("move", "b"), f"strike {how}", die)
    assert fight.at("bandit") == "ab" and fight.asked.who != "bandit"
    assert fight.sheet("sybilla").grabbing == grabs
    if grabs:
        assert fight.acted("bandit"), "the rest of its turn is gone"
    else:
        assert fight.last(Fell).how == "critical damage"


@pytest.mark.rule("murdham", "A-65")
def test_a_skill_lets_the_mover_dodge() -> None:
    fight = leaving("sybilla").profile_of("bandit", skills=("fleet",)).play("bandit")
    fight.until(fight.key("move", "b"), "strike sword")
    assert fight.keys() == ["pass", "dodge"]
    fight.play("dodge", d20(8))
    assert not fight.hit and fight.at("bandit") == "ab" and not fight.acted("bandit")


@pytest.mark.rule("murdham", "A-64", "A-74", "M-10")
def test_who_accepts_to_fall_back_goes_no_farther_on_its_way() -> None:
    fight = leaving("sybilla", stunts="menu").play("bandit")
    fight.play(fight.key("full", "c"), "offer strike sword", "offer back", "accept")
    assert fight.at("bandit") == "b" and fight.health("bandit") == 8


@pytest.mark.rule("murdham", "A-63", "A-91")
def test_the_preview_of_a_way_warns_of_enemies_but_of_nobody_concealed() -> None:
    fight = leaving("sybilla", "theobald", hidden=("theobald",)).play("bandit")
    notes = fight.option(fight.key("move", "b")).about.told
    assert "Sybilla may strike (A-63)" in notes
    assert not any("Theobald" in note for note in notes)


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
