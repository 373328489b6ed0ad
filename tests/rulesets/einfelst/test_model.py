"""Advice, weighed by Instinct: what a sensible fighter does in plain situations, and what it is reckoned from."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.ai import opponent
from game.ai.belief import known_board
from game.ai.planner import Planner
from game.ai.rollouts import worth
from game.ai.scoring import TemperedWeights
from game.rules.events import Id
from game.rules.setup import Objective
from game.spatial.field import Feature
from rulesets.einfelst import RULESET
from rulesets.einfelst.mind.damage import chance
from rulesets.einfelst.mind.model import EinfelstModel
from rulesets.einfelst.mind.view import PARTS, EinfelstSideView
from tests.rulesets.einfelst.kit import Fight, chart, pool


def chosen(fight: Fight, level: str = "instinct") -> str:
    """What an AI answers to the question that waits."""
    question = fight.asked
    answer = opponent(level, question.seat).answer(fight.match, question)
    assert isinstance(answer, str)
    question.options.find(answer)
    return answer


def features(fight: Fight) -> dict[str, dict[str, float]]:
    """The advice on the question that waits."""
    model = RULESET.model(fight.board, str(fight.asked.seat))
    candidates = Planner(model, TemperedWeights(RULESET.weights["options"])).candidates(fight.asked)
    return {each.key: dict(each.features) for each in candidates}


def model(fight: Fight, side: str = "party") -> EinfelstModel:
    """The moment as a side knows it."""
    return EinfelstModel(EinfelstSideView(fight.board, side))


# ------------------------------------------------------------------ what is told


def test_a_stature_is_the_profiles_and_the_share_left_is_the_bodys() -> None:
    fight = Fight({"fighter": "a"}, {"brute": "b", "thug": "c"})
    worn = Fight({"fighter": "a"}, {"brute": "b", "thug": "c"}).sheet_of("brute", points=7, less=7)
    fresh, hurt = model(fight).members(), model(worn).members()
    assert fresh[Id("brute")].unit_value == hurt[Id("brute")].unit_value > 1.5 * fresh[Id("thug")].unit_value
    assert hurt[Id("brute")].left < fresh[Id("brute")].left == 1.0


def test_a_budget_is_what_may_still_be_spent_at_ones_card() -> None:
    fight = Fight({"fighter": "a", "archer": "a"}, {"thug": "c"})
    known = model(fight).members()
    assert known[Id("fighter")].budget == known[Id("archer")].budget == (1, 2, 2)
    fight.play(fight.key("go", "b"), "done")
    known = model(fight).members()
    assert known[Id("fighter")].budget == (), "its card is played"
    spent = Fight({"fighter": "a"}, {"thug": "c"}).sheet_of("fighter", slow=1, fast=0)
    assert model(spent).members()[Id("fighter")].budget == (1, 1, 1)


def test_a_foe_menaces_the_open_a_step_away_and_no_cover_there() -> None:
    fight = Fight({"fighter": "c"}, {"thug": "a"}, field=chart("abc", cover="b"))
    (expected_threat,) = model(fight).expected_threats(Id("thug"), Id("fighter"), (1 << 3 * PARTS) - 1, ())
    assert expected_threat.where == 0b111 | 1 << PARTS, "all of its own zone, and the open of the next"


def test_a_maneuver_kept_makes_a_place_less_dangerous() -> None:
    fight = Fight({"fighter": "b"}, {"thug": "a"})
    one = model(fight)
    here = 1 << one.view.spot(Id("fighter"))
    (bare,), (kept,) = (one.expected_threats(Id("thug"), Id("fighter"), here, (left,)) for left in (0, 1))
    assert kept.fell + kept.hurt < bare.fell + bare.hurt


def test_positions_are_worth_more_with_the_others_held_or_hurt() -> None:
    plain = worth(model(Fight({"fighter": "a"}, {"thug": "b"})), None)
    held = Fight({"fighter": "a"}, {"thug": "a"}).sheet_of("thug", held=True, holder=Id("fighter"))
    assert worth(model(held), None)["held"] < 0 == plain.get("held", 0.0)
    hurt = Fight({"fighter": "a"}, {"thug": "b"}).sheet_of("thug", points=3, less=3)
    assert worth(model(hurt), None)["theirs"] < plain["theirs"]


# ------------------------------------------------------------------ what is done


def test_whoever_is_nearly_done_for_is_struck_first() -> None:
    fight = Fight({"fighter": "a"}, {"whole": ("thug", "a"), "worn": ("thug", "a")}).sheet_of("worn", points=3, less=3)
    assert chosen(fight) == "strike worn sword"


def test_a_fighter_goes_to_the_fight_and_strikes() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "b"})
    assert chosen(fight) == fight.key("go", "b")
    fight.play(fight.key("go", "b"))
    assert chosen(fight).startswith(("strike thug", "grapple thug"))


def test_two_steps_are_taken_where_the_fight_is_farther() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "f"})
    assert chosen(fight) == fight.key("go", "b")
    fight.play(fight.key("go", "b"))
    assert chosen(fight) == fight.key("go", "c")


def test_an_archer_does_not_walk_up_to_those_it_can_shoot() -> None:
    fight = Fight({"archer": "a"}, {"thug": "c"})
    assert chosen(fight) == "shoot thug longbow"


def test_a_shooter_gets_away_from_a_blade_to_shoot() -> None:
    fight = Fight({"archer": "b"}, {"thug": "b"})
    assert chosen(fight) in (fight.key("go", "a"), fight.key("go", "c"))


def test_a_door_between_the_sides_is_opened() -> None:
    fight = Fight({"fighter": "b"}, {"thug": "c"}, field=chart("abcd", doors="bc"))
    assert chosen(fight) == "open bc"


def test_ground_to_be_held_is_gone_to() -> None:
    field = chart("abcdefgh")
    hold = Objective("hold", cells=((0, 0), (1, 1)), rounds=3)
    fight = Fight({"fighter": "d"}, {"thug": "h"}, field=field, objectives=(hold,))
    assert chosen(fight) == fight.key("go", "c")


def test_whoever_is_to_get_away_leaves_by_the_exit() -> None:
    field = chart("abcd", features={"a": "exit"})
    away = Objective("escape", cells=((0, 0),), count=1)
    fight = Fight({"fighter": "a"}, {"thug": "d"}, field=field, objectives=(away,))
    assert chosen(fight) == "flee"
    fight = Fight({"fighter": "a"}, {"thug": "d", "slinger": "d"}, field=field, objectives=(away,))
    for who in ("thug", "slinger"):
        fight.sheet_of(who, held=True)
    assert chosen(fight) == "leave", "nobody could follow"


def test_a_task_is_worked_at() -> None:
    task = Objective("task", cells=((0, 0),), count=2, what="the winch")
    fight = Fight({"fighter": "a"}, {"thug": "e"}, objectives=(task,))
    assert chosen(fight) == "work"


@pytest.mark.rule("einfelst", "C-75")
def test_the_successes_of_all_who_could_give_chase_are_reckoned_with() -> None:
    away = Objective("escape", cells=((0, 0),), count=1)
    field = chart("abcd", features={"a": "exit"})
    fight = Fight({"fighter": "c"}, {"thug": "c", "slinger": "c"}, field=field, objectives=(away,))
    unit_value = model(fight).members()[Id("fighter")].unit_value
    found = features(fight)["flee"]
    assert found["away"] == pytest.approx(unit_value * chance(4, 4 + 5))
    aside = Fight({"fighter": "c"}, {"thug": "c", "slinger": "c"}, field=field, objectives=(away,))
    aside.sheet_of("thug", slow=0, fast=0)
    assert features(aside)["flee"]["away"] == pytest.approx(unit_value * chance(4, 5))


def dreaded(fight: Fight) -> dict[str, float]:
    """What a fighter may be harmed by fear in each zone, in shares of itself."""
    moment, found = model(fight), dict.fromkeys("abcdef", 0.0)
    me = moment.view.stats[Id("fighter")]
    for name, places, amount in moment.stances(Id("fighter"), -1, ()):
        for zone in found if name == "dread" else ():
            if places >> PARTS * fight.place(zone).number & 1:
                found[zone] += amount / me.unit_value * me.fights.frame.full
    return found


@pytest.mark.rule("einfelst", "C-85", "C-88", "W-4", "W-31", "W-51")
def test_fear_is_reckoned_with_as_it_is_tested() -> None:
    people = {"fighter": "a", "knight": "b", "friend": "d"}
    fight = Fight(people, {"brute": "c", "thug": "f"}, field=chart("abcdef")).profile_of("brute", fear=2)
    alone, two = (1 - chance(6 + company, 0, 2) for company in (1, 2))
    assert dreaded(fight) == pytest.approx({"a": 0, "b": 3 * two, "c": 4 * alone, "d": 3 * two, "e": 0, "f": 0})
    held = Fight(people, {"brute": "c", "thug": "f"}, field=chart("abcdef")).profile_of("brute", fear=2)
    assert dreaded(held.sheet_of("brute", held=True))["c"] == pytest.approx(2 * alone)
    two_of_a_kind = Fight(people, {"brute": "c", "brute-2": ("brute", "c")}, field=chart("abcdef"))
    for who in ("brute", "brute-2"):
        two_of_a_kind.profile_of(who, fear=2)
    assert dreaded(two_of_a_kind)["c"] == pytest.approx(4 * alone), "it is met once"
    fallen = Fight(people, {"thug": "f"}, field=chart("abcdef"), gore="yes").sheet_of("friend", out="broken")
    assert dreaded(fallen)["d"] == pytest.approx(4 * (1 - chance(7, 0, 1)))
    assert not any(dreaded(Fight(people, {"thug": "f"}).sheet_of("friend", out="broken")).values())
    horror = Feature("altar", "trap", chart("abc").zones[1].cells[:2], "The altar", "fear 1")
    altar = Fight({"fighter": "a"}, {"thug": "c"}, field=replace(chart("abcdef"), features=(horror,)))
    assert dreaded(altar)["b"] == pytest.approx(4 * (1 - chance(7, 0, 1)))


def test_whoever_is_beaten_makes_off() -> None:
    strong = {"fighter": "e", "knight": "e", "archer": "f"}
    fight = Fight(strong, {"thug": "c"}, acting="foes").sheet_of("thug", points=3, less=3)
    assert chosen(fight) == "flee", "every zone lies at the rim"


@pytest.mark.parametrize("level", ["instinct", "trained"])
def test_both_levels_play(level: str) -> None:
    fight = Fight({"fighter": "a"}, {"thug": "a"})
    assert chosen(fight, level)


def test_a_trained_mind_plays_a_round_from_its_start() -> None:
    fight = Fight({"fighter": "a", "archer": "a"}, {"thug": "b", "slinger": "c"}, fresh=True)
    while fight.match.pending is not None and fight.turn.round < 2:
        question = fight.match.pending
        if hasattr(question, "options"):
            fight.play(chosen(fight, "trained"))
        else:
            fight.match.answer(question.outcomes()[0][0])
    assert fight.turn.round == 2


def test_nothing_is_known_of_those_in_hiding() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "b", "slinger": "c"}, hidden=("slinger",))
    assert Id("slinger") not in RULESET.model(known_board(fight.match, fight.asked.seat), "party").members()


def test_a_blow_that_may_fell_is_parried() -> None:
    fight = Fight({"knight": "a"}, {"thug": "a"}, acting="foes").sheet_of("knight", physical=(2, 2, 0))
    fight.until("strike knight axe")
    assert fight.asked.topic == "parry" and chosen(fight) == "parry"


def test_rubble_that_is_cleared_opens_the_way_and_counts_where_the_way_leads_there() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "c"}, field=chart("abc", rubble="ab"))
    key = fight.key("cross", "b")
    assert features(fight)[key]["door"] > 0
    now = model(fight)
    me = now.members()[Id("fighter")]
    act = next(act for act in now.acts(me.id, me.spot, me.budget, me.area) if act.key == key)
    then = now.opened(act.opens)
    assert isinstance(then, EinfelstModel) and then.view.turn.cleared and not now.view.turn.cleared
    assert then.view.turn.cleared == fight.play(key, pool(6, 1)).turn.cleared, "as the rules clear it"
    aside = Fight({"fighter": "b"}, {"thug": "c"}, field=chart("abc", rubble="ab"))
    assert "door" not in features(aside).get(aside.key("cross", "a"), {})
