"""By the book: Morale; Surrendering; fear of what frightens, and what the undead fear."""

from __future__ import annotations

from typing import Any

import pytest

from game.ai import opponent
from game.kit.testing.fight import d6, d8, d10, d20
from game.rules.events import Id, Moved
from game.rules.questions import Seat
from game.spatial.places import InZone
from rulesets.murdham.play.events import Afflicted, Did, Fell, GroupSaved, MoraleTested, PhaseBegan
from tests.rulesets.helping import features
from tests.rulesets.murdham.kit import Fight, Where, chart, model_of


def group(began: int, left: int, unit: str = "bandit", **options: Any) -> Fight:
    """Sybilla against the rest of a group, in the midst of a round; all of them far from each other."""
    foes: dict[str, Where] = {f"x{n}": (unit, "q") for n in range(began)}
    fight = Fight({"sybilla": "a", "theobald": "a"}, foes, **options)
    for n in range(left, began):
        fight.sheet_of(f"x{n}", incapacitated=True)
    return fight


def end_round(fight: Fight) -> Fight:
    """Both sides pass."""
    return fight.play("pass", "pass")


# ------------------------------------------------------------------ what those who failed may do out of turn


@pytest.mark.rule("murdham", "A-98", "A-15", "A-27", "M-30")
@pytest.mark.parametrize("retreating", [False, True])
def test_who_has_failed_counters_nobody_but_may_save_itself(retreating: bool) -> None:
    fight = Fight({"sybilla": "a"}, {"bandit": "a", "x": ("bandit", "a")}, stunts="off")
    fight.sheet_of("bandit", retreating=retreating).play("sybilla").until("strike bandit sword")
    assert bool(fight.keys("counter")) is not retreating
    assert fight.offers("dodge") and fight.offers("hide x")


@pytest.mark.rule("murdham", "A-98", "A-15", "A-31", "M-30")
@pytest.mark.parametrize("retreating", [False, True])
def test_who_has_failed_strikes_at_nobody_who_leaves(retreating: bool) -> None:
    fight = Fight({"sybilla": "a"}, {"bandit": "a"}, stunts="off").sheet_of("bandit", retreating=retreating)
    fight.play("sybilla")
    assert bool(fight.option(fight.key("move", "b")).about.dangers) is not retreating
    fight.play(fight.key("move", "b"))
    assert fight.let_be == ([] if retreating else [("opportunity attack", "bandit")])


@pytest.mark.rule("murdham", "A-98", "A-15", "A-29", "M-30")
@pytest.mark.parametrize("skills", [(), ("bodyguard",)])
def test_who_has_failed_guards_nobody(skills: tuple[str, ...]) -> None:
    fight = Fight({"sybilla": "a"}, {"bandit": "a", "x": ("bandit", "a")}, stunts="off").sheet_of("x", retreating=True)
    fight.profile_of("x", skills=skills).play("sybilla").until("strike bandit sword", "pass")
    assert fight.rolled.dice == "d6", "nobody is asked to guard"


@pytest.mark.rule("murdham", "A-98", "A-58", "M-30")
def test_who_has_failed_counters_no_blast() -> None:
    fight = Fight({"hesper": "a"}, {"bandit": "a"}, stunts="off").sheet_of("hesper", hand="fire-flask", omens=0)
    fight.sheet_of("bandit", retreating=True).play("hesper").until(fight.key("blast fire-flask", "a"))
    assert fight.keys() == ["pass", "dodge"]


@pytest.mark.rule("murdham", "A-98", "A-27")
def test_a_planner_fears_no_answer_of_those_who_have_failed() -> None:
    fight = Fight({"sybilla": "a"}, {"bandit": "a"}, stunts="off").sheet_of("bandit", retreating=True).play("sybilla")
    model = model_of(fight)
    stance = model.view.stance(Id("bandit"))
    assert (stance.able, stance.strikes) == (True, False)
    assert "us hurt" not in features(fight)["strike bandit sword"]


# ------------------------------------------------------------------ when


@pytest.mark.rule("murdham", "A-95", "M-12")
@pytest.mark.parametrize(("began", "left", "due"), [(4, 3, False), (4, 2, True), (5, 4, False), (5, 3, True)])
def test_a_t11_a_group_is_tested_at_half_its_number_rounded_up(began: int, left: int, due: bool) -> None:
    fight = end_round(group(began, left))
    assert bool(fight.told(MoraleTested)) is due


@pytest.mark.rule("murdham", "A-96", "M-12")
@pytest.mark.parametrize(("health", "due"), [(6, False), (5, True)])
def test_a_t11_who_fights_alone_is_tested_at_half_its_health_rounded_up(health: int, due: bool) -> None:
    """Nine health: five or less."""
    fight = Fight({"sybilla": "a", "theobald": "a"}, {"hobgoblin": "q"}).sheet_of("hobgoblin", health=health)
    end_round(fight)
    assert bool(fight.told(MoraleTested)) is due
    if due:
        assert fight.last(MoraleTested).rule == "A-96"


@pytest.mark.rule("murdham", "A-96", "M-12")
def test_the_last_of_a_group_is_not_alone() -> None:
    """Both of two are there, with one health each: neither rule asks anything of them."""
    fight = group(2, 2).sheet_of("x0", health=1).sheet_of("x1", health=1)
    end_round(fight)
    assert fight.told(MoraleTested) == []


@pytest.mark.rule("murdham", "A-95", "M-12")
@pytest.mark.parametrize("lost", [{"dead": True, "health": 0}, {"dying": 9, "health": 0}, {"surrendered": True}])
def test_the_dead_the_dying_and_those_who_gave_up_are_lost(lost: dict[str, Any]) -> None:
    fight = group(2, 2).sheet_of("x1", **lost)
    end_round(fight)
    assert fight.last(MoraleTested).rule == "A-95"


@pytest.mark.rule("murdham", "A-97", "A-05")
def test_nobody_is_checked_before_a_round_is_over() -> None:
    """Not when the first of two falls, but when all have passed."""
    fight = Fight({"theobald": "q", "sybilla": "q"}, {f"x{n}": ("bandit", "q") for n in range(2)}, stunts="off")
    fight.play("theobald", "strike x0 halberd", d8(4))
    assert fight.sheet("x0").incapacitated and fight.told(MoraleTested) == []
    fight.play("done", "pass", "pass")
    assert fight.last(PhaseBegan).phase == "morale" and fight.told(MoraleTested)


@pytest.mark.rule("murdham", "A-95", "M-12")
def test_a_check_fires_once() -> None:
    fight = end_round(group(4, 2)).play(d20(1), "first party", "pass", "pass")
    assert len(fight.told(MoraleTested)) == 1


# ------------------------------------------------------------------ what comes of it


@pytest.mark.rule("murdham", "A-98")
def test_one_d20_for_the_group_and_each_against_its_own_wit() -> None:
    """A bandit with WIT 8 and a leader with WIT 10; 9 fails the one and passes the other."""
    foes: dict[str, Where] = {"x": ("bandit", "q"), "leader": ("bandit-leader", "q"), "y": ("bandit", "q")}
    fight = Fight({"sybilla": "a"}, {**foes, "z": ("bandit", "q")})
    fight.sheet_of("y", incapacitated=True).sheet_of("z", incapacitated=True)
    end_round(fight).play(d20(9))
    saved = fight.last(GroupSaved)
    assert (saved.ability, saved.passed, saved.failed) == ("WIT", ("leader",), ("x",))
    assert fight.sheet("x").retreating and fight.sheet("leader").steady


@pytest.mark.rule("murdham", "A-98")
def test_a_t2_a_group_save_of_the_three_heroes() -> None:
    """WIT 12, 6 and 9 against a 9: pass, fail, pass."""
    fight = Fight(
        {"balthasar": "a", "sybilla": "a", "theobald": "a", "jory": "a", "piran": "a", "osric": "a"},
        {"bandit": "q"},
        morale="all",
    )
    for who in ("jory", "piran", "osric"):
        fight.sheet_of(who, incapacitated=True)
    end_round(fight).play(d20(9))
    assert (fight.last(GroupSaved).passed, fight.last(GroupSaved).failed) == (("balthasar", "theobald"), ("sybilla",))


@pytest.mark.rule("murdham", "A-99")
def test_who_passes_is_not_tested_again_in_this_fight() -> None:
    fight = end_round(group(4, 2)).play(d20(8))
    assert fight.sheet("x0").steady and fight.sheet("x1").steady
    assert not fight.sheet("x0").retreating


@pytest.mark.rule("murdham", "A-98", "M-13")
def test_who_has_a_way_out_retreats_and_who_has_none_surrenders() -> None:
    """Behind Sybilla in the only way out of a dead end."""
    field = chart("abc", features={"a": "exit"})
    foes: dict[str, Where] = {"x": ("bandit", "c"), "y": ("bandit", "c")}
    barred = Fight({"sybilla": "b"}, foes, field=field).sheet_of("y", incapacitated=True)
    end_round(barred).play(d20(9))
    assert barred.sheet("x").surrendered
    free = Fight({"sybilla": "c"}, {"x": ("bandit", "b"), "y": ("bandit", "c")}, field=field)
    end_round(free.sheet_of("y", incapacitated=True)).play(d20(9))
    assert free.sheet("x").retreating and not free.sheet("x").surrendered
    assert free.last(Did).what == "loses heart and retreats"


@pytest.mark.rule("murdham", "A-98", "M-30")
def test_whoever_retreats_takes_its_turn_and_goes_nowhere_but_out() -> None:
    field = chart("abcdef", features={"a": "exit"})
    fight = Fight({"sybilla": "f"}, {"x": ("bandit", "d"), "y": ("bandit", "e")}, field=field, acting="foes")
    fight.sheet_of("x", retreating=True)
    assert not fight.offers("pass") and fight.refusal("Pass").rule == "A-98"
    fight.play("x")
    assert not fight.keys("strike") and fight.refusal("Attack").rule == "A-98"
    assert fight.offers(fight.key("move", "c")) and not fight.offers(fight.key("move", "e"))


ROUND = chart("abc", "h.d", "gfe", features={"c": "exit"})
"""Two ways from zone a to the exit: over b, and the long way round over h, g, f, e and d."""


def beset(at: str, *foes: str, field: Any = ROUND, **options: Any) -> Fight:
    """The turn of a bandit at ``at`` who retreats, with Sybillas in other places."""
    party: dict[str, Where] = {f"sybilla{n}": ("sybilla", foe) for n, foe in enumerate(foes)}
    fight = Fight(party, {"x": ("bandit", at), "y": ("bandit", at)}, field=field, acting="foes", **options)
    return fight.sheet_of("x", retreating=True).play("x")


def steps(fight: Fight) -> list[str]:
    """The zones that x has come through, in order."""
    zones = fight.ground.zones
    return [
        zones.area(event.end).id for event in fight.told(Moved) if event.who == "x" and isinstance(event.end, InZone)
    ]


@pytest.mark.rule("murdham", "A-98", "M-13")
def test_whoever_retreats_goes_round_the_enemy_however_long_the_way() -> None:
    """The short way leads over zone b, where Sybilla stands: nothing leads there, and the long way is played out."""
    fight = beset("a", "b")
    offered = {place for verb in ("move", "full", "sprint") for place in fight.keys(verb)}
    assert offered == {
        *(fight.key("move", where) for where in ("ah", "h")),
        *(fight.key("full", where) for where in ("hg", "g")),
        *(fight.key("sprint", where) for where in ("gf", "f", "fe", "e")),
    }
    fight.play(fight.key("full", "g"))
    assert steps(fight) == ["h", "g"]


@pytest.mark.rule("murdham", "A-98", "M-13")
@pytest.mark.parametrize(("foe", "way"), [("c", ["h", "g", "f", "e"]), ("g", ["b", "c", "d", "e"])])
def test_of_two_ways_to_one_place_the_one_without_enemies_is_walked(foe: str, way: list[str]) -> None:
    """From zone a to the exit e opposite it is four zones on either side; somebody stands on one of them."""
    fight = beset("a", foe, field=chart("abc", "h.d", "gfe", features={"e": "exit"}))
    fight.play(fight.key("sprint", "e"))
    assert steps(fight) == way


@pytest.mark.rule("murdham", "A-98", "A-25", "M-13")
def test_a_shut_door_is_no_way_out_and_neither_is_an_exit_that_is_held() -> None:
    """The door on the short way sends it round; with an enemy in the exit itself there is nowhere to go."""
    door = chart("abcq", "h.d.", "gfe.", features={"c": "exit"}, doors="bc")
    fight = beset("a", "q", field=door)
    assert fight.offers(fight.key("move", "h")) and not fight.offers(fight.key("move", "b"))
    assert beset("a", "c").refusal("Retreat").rule == "A-98"


@pytest.mark.rule("murdham", "A-98", "M-13")
def test_an_enemy_beside_one_bars_nothing() -> None:
    fight = beset("a", "a")
    assert fight.offers(fight.key("move", "b")) and not fight.offers(fight.key("move", "h"))


@pytest.mark.rule("murdham", "A-98", "M-13")
def test_whom_enemies_have_shut_in_since_surrenders_or_waits() -> None:
    fight = beset("a", "b", "h")
    assert fight.refusal("Retreat").rule == "A-98"
    assert not any(fight.keys(verb) for verb in ("move", "full", "sprint"))
    assert fight.offers("surrender") and fight.offers("done")


@pytest.mark.rule("murdham", "A-98", "A-91", "M-13")
def test_an_enemy_nobody_knows_of_bars_no_way() -> None:
    fight = beset("a", "b", "q", field=chart("abcq", "h.d.", "gfe.", features={"c": "exit"}), hidden=("sybilla0",))
    assert fight.offers(fight.key("move", "b"))


@pytest.mark.rule("murdham", "A-98", "M-13")
def test_the_computer_takes_the_way_that_is_open() -> None:
    fight = beset("a", "b")
    mind = opponent("instinct", Seat("foes"))
    assert mind.answer(fight.match, fight.asked) == fight.key("sprint", "e")
    shut_in = beset("a", "b", "h")
    assert mind.answer(shut_in.match, shut_in.asked) == "surrender"
    shut_in.play("speak")
    assert not shut_in.offers("surrender") and "surrender" not in features(shut_in)


@pytest.mark.rule("murdham", "A-98")
def test_whoever_reaches_an_exit_is_gone() -> None:
    field = chart("abcdef", features={"a": "exit"})
    fight = Fight({"sybilla": "f"}, {"x": ("bandit", "b"), "y": ("bandit", "e")}, field=field, acting="foes")
    fight.sheet_of("x", retreating=True).play("x")
    fight.play(fight.key("move", "a"), "leave")
    assert "x" in fight.state.gone, "a zone, and half a one more by full movement"


@pytest.mark.rule("murdham", "A-98", "A-16")
def test_leaving_takes_half_a_zone_of_movement() -> None:
    field = chart("abcdef", features={"a": "exit"})
    fight = Fight({"sybilla": "f"}, {"x": ("bandit", "b"), "y": ("bandit", "e")}, field=field, acting="foes")
    fight.play("x")
    fight.play(fight.key("move", "a"), "speak", "speak")
    assert fight.acted("x") and "x" not in fight.state.gone, "two bonus actions are the main one, and nothing is left"


@pytest.mark.rule("murdham", "A-100")
@pytest.mark.parametrize("unit", ["skeletal-warrior", "walking-corpse", "zealot", "imp"])
def test_who_is_immune_to_fear_is_immune_to_morale(unit: str) -> None:
    """The undead, the mindless, the brave and the demons."""
    assert end_round(group(2, 1, unit)).told(MoraleTested) == []


@pytest.mark.rule("murdham", "M-11", "A-95")
def test_for_whom_morale_is_is_a_setting() -> None:
    def heroes(**options: Any) -> list[MoraleTested]:
        fight = Fight({"sybilla": "a", "theobald": "a"}, {"x": ("bandit", "q"), "y": ("bandit", "q")}, **options)
        return end_round(fight.sheet_of("theobald", incapacitated=True)).told(MoraleTested)

    assert [test.side for test in heroes()] == ["party"], "the text exempts nobody"
    assert heroes(morale="foes") == heroes(morale="off") == []
    assert end_round(group(4, 2, morale="off")).told(MoraleTested) == []


@pytest.mark.rule("murdham", "M-11", "A-95")
def test_the_computer_counts_on_a_courage_that_may_fail_and_on_none_that_can_not() -> None:
    def shaken(**options: Any) -> float:
        fight = Fight({f"h{n}": ("bandit", "a") for n in range(4)}, {"x": ("bandit", "q")}, **options)
        return model_of(fight.sheet_of("h0", incapacitated=True)).shaken("party")

    assert shaken() > 0
    assert shaken(morale="foes") == shaken(morale="off") == 0


@pytest.mark.rule("murdham", "M-36", "A-98")
def test_those_who_run_or_have_given_up_are_not_tested_again() -> None:
    fight = group(6, 4).sheet_of("x0", retreating=True).sheet_of("x1", surrendered=True)
    fight.play("pass", "x0", "done", "pass", "pass", d20(20))
    assert fight.last(GroupSaved).failed == ("x2", "x3")


# ------------------------------------------------------------------ fear


def dread(at: str = "e", many: int = 1, **sheet: Any) -> Fight:
    """Sybilla in zone a, and some of the dead; a new round begins."""
    foes: dict[str, Where] = {f"dead{n}": ("walking-corpse", at) for n in range(many)}
    fight = Fight({"sybilla": "a"}, foes).sheet_of("sybilla", **sheet)
    return fight.play("pass", "pass")


@pytest.mark.rule("murdham", "A-119")
@pytest.mark.parametrize(("face", "afraid"), [(6, False), (7, True)])
def test_a_frightening_foe_within_four_zones_takes_a_wit_save(face: int, afraid: bool) -> None:
    fight = dread().play(d20(face))
    assert fight.last(GroupSaved).ability == "WIT"
    assert fight.sheet("sybilla").fears == (("dead0",) if afraid else ())
    assert fight.sheet("sybilla").braved == (() if afraid else ("dead0",))


@pytest.mark.rule("murdham", "A-119")
def test_five_zones_are_far_enough_and_the_brave_know_no_fear() -> None:
    assert dread("f").asked.topic == "order", "the round goes on without a roll"
    fight = Fight({"piran": "a"}, {"walking-corpse": "b"}).play("pass", "pass")
    assert fight.asked.topic == "order"


@pytest.mark.rule("murdham", "A-119")
def test_a_pass_is_good_for_the_rest_of_it() -> None:
    fight = dread().play(d20(6), "first party", "pass", "pass")
    assert len(fight.told(GroupSaved)) == 1


@pytest.mark.rule("murdham", "A-119", "M-33")
def test_foes_of_one_kind_frighten_together() -> None:
    fight = dread(many=3).play(d20(7))
    assert len(fight.told(GroupSaved)) == 1
    assert fight.sheet("sybilla").fears == ("dead0", "dead1", "dead2")


@pytest.mark.rule("murdham", "A-119")
def test_the_frightened_do_not_go_nearer_but_fight() -> None:
    """Not even from the border into the zone where it stands."""
    fight = Fight({"sybilla": "c"}, {"walking-corpse": "e"}).sheet_of("sybilla", fears=("walking-corpse",))
    fight.play("sybilla")
    assert set(fight.keys("move")) == {fight.key("move", "bc"), fight.key("move", "b")}
    fight = Fight({"sybilla": "cd"}, {"walking-corpse": "d"}).sheet_of("sybilla", fears=("walking-corpse",))
    fight.play("sybilla")
    assert not fight.offers(fight.key("move", "d")) and fight.offers("strike walking-corpse sword")


@pytest.mark.rule("murdham", "A-119", "A-100")
def test_the_undead_are_not_afraid_of_each_other() -> None:
    fight = Fight({"skeletal-warrior": "a"}, {"walking-corpse": "b"}).play("pass", "pass")
    assert fight.asked.topic == "order"


@pytest.mark.rule("murdham", "A-119", "A-19")
def test_who_is_intimidated_is_frightened() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}).play("sybilla", "intimidate bandit", d20(9))
    assert fight.sheet("bandit").fears == ("sybilla",) and fight.last(Afflicted).rule == "A-119"


@pytest.mark.rule("murdham", "A-118")
def test_blessed_water_is_for_the_undead() -> None:
    fight = Fight({"piran": "a"}, {"walking-corpse": "b", "bandit": "b"}, stunts="off")
    fight.sheet_of("piran", hand="blessed-water").play("piran")
    assert not fight.offers("shoot bandit blessed-water")
    fight.play("shoot walking-corpse blessed-water", d10(7))
    assert fight.lost == [("walking-corpse", 7)]


@pytest.mark.rule("murdham", "A-101")
def test_surrendering_takes_the_turn_and_throws_the_weapons_away() -> None:
    fight = Fight({"sybilla": "b"}, {"x": ("bandit", "b"), "y": ("bandit", "q")}, acting="foes").play("x", "surrender")
    assert fight.acted("x") and fight.sheet("x").surrendered and fight.sheet("x").hand == ""
    assert [thing.key for thing in fight.state.things.values()] == ["axe"]
    assert fight.last(Fell).how == "surrendered"
    assert fight.asked.who != "x"


@pytest.mark.rule("murdham", "A-101")
@pytest.mark.parametrize("done", ["speak", "move", "strike", "open"])
def test_it_is_the_turn_and_not_what_is_left_of_one(done: str) -> None:
    field = chart("abc", doors="bc")
    fight = Fight({"sybilla": "b"}, {"x": ("bandit", "b"), "y": ("bandit", "a")}, acting="foes", field=field)
    fight.play("x")
    assert fight.offers("surrender")
    dice = [d6(1)] if done == "strike" else []
    keys = {"move": fight.key("move", "ab"), "strike": "strike sybilla axe", "open": "open bc"}
    fight.play(keys.get(done, done), *dice)
    assert fight.asked.who == "x" and not fight.offers("surrender")
    assert fight.refusal("Surrender").rule == "A-101"


@pytest.mark.rule("murdham", "A-101")
def test_whoever_surrenders_lets_go_of_whom_it_holds() -> None:
    fight = Fight({"sybilla": "b"}, {"x": ("bandit", "b"), "y": ("bandit", "q")}, acting="foes")
    fight.sheet_of("x", grabbing="sybilla").play("x", "surrender")
    assert fight.sheet("x").grabbing == ""


@pytest.mark.rule("murdham", "A-101")
def test_a_side_that_has_all_surrendered_has_lost() -> None:
    fight = Fight({"sybilla": "b"}, {"x": ("bandit", "b")}, acting="foes", wear="no").play("x", "surrender")
    assert fight.winner == "party"


@pytest.mark.rule("murdham", "A-102", "M-36")
def test_who_is_harmed_after_surrendering_fights_on_and_tests_no_more() -> None:
    """Sybilla shows no mercy, and the bandit is up again."""
    fight = Fight({"sybilla": "b"}, {"x": ("bandit", "b"), "y": ("bandit", "q")}, stunts="off")
    fight.sheet_of("x", surrendered=True, hand="", retreating=True).play("sybilla")
    assert not fight.keys("grapple") and not fight.keys("taunt")
    fight.play("strike x sword", d6(2))
    sheet = fight.sheet("x")
    assert not sheet.surrendered and sheet.up and sheet.steady and not sheet.retreating
    fight.play("done")
    assert fight.keys() == ["x", "y", "pass"]


@pytest.mark.rule("murdham", "A-50", "A-101", "M-61")
def test_who_has_surrendered_may_only_save_itself() -> None:
    """In the round in which it gives up its turn is spent; later it leaps aside or gets behind a friend, no more."""

    def given_up(**more: Any) -> Fight:
        foes: dict[str, Where] = {"x": ("bandit", "b"), "y": ("bandit", "b")}
        fight = Fight({"sybilla": "b"}, foes, stunts="off").sheet_of("x", surrendered=True, **more)
        return fight.play("sybilla").until("strike x sword")

    fight = given_up()
    assert fight.asked.who == "x" and fight.keys() == ["pass", "dodge", "hide y", "guard y"]
    fight.play("dodge", d20(8))
    assert fight.lost == [] and fight.acted("x") and fight.sheet("x").surrendered
    same_round = given_up(acted=True)
    assert same_round.asked.topic == "guard" and same_round.keys() == ["pass", "guard y"]
    assert given_up().until("hide y").asked.topic == "consent"


@pytest.mark.rule("murdham", "A-101", "A-63", "M-61")
def test_who_has_surrendered_strikes_at_nobody_who_leaves() -> None:
    foes: dict[str, Where] = {"x": ("bandit", "b"), "y": ("bandit", "q")}
    fight = Fight({"sybilla": "b"}, foes).sheet_of("x", surrendered=True).play("sybilla")
    fight.play(fight.key("move", "a"))
    assert fight.at("sybilla") == "a" and "opportunity attack" not in dict(fight.let_be)


@pytest.mark.rule("murdham", "A-102")
def test_harm_that_is_no_enemys_changes_nothing() -> None:
    """The fire that one's own friend threw."""
    fight = Fight({"sybilla": "q"}, {"firebrand": "a", "x": ("bandit", "b")}, acting="foes")
    fight.sheet_of("firebrand", hand="fire-flask").sheet_of("x", surrendered=True).play("firebrand")
    fight.play(fight.key("blast fire-flask", "b"), d6(2))
    assert fight.lost == [("x", 2)] and fight.sheet("x").surrendered
