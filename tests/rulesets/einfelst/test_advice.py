"""Advice, weighed by Instinct: what a sensible fighter does in plain situations, and which tool it finds."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from game.ai import opponent
from game.ai.belief import known_board
from game.ai.rollouts import worth
from game.rules.events import Id
from game.rules.questions import Seat
from game.rules.setup import Objective
from game.spatial.field import Feature
from rulesets.einfelst import RULESET
from rulesets.einfelst.mind.damage import chance
from rulesets.einfelst.mind.model import EinfelstModel
from rulesets.einfelst.mind.view import PARTS, EinfelstSideView
from tests.rulesets.einfelst.kit import Fight, chart, pool
from tests.rulesets.helping import chosen, features


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


# ------------------------------------------------------------------ on one's turn


def test_the_strongest_is_held() -> None:
    fight = Fight({"fighter": "a", "knight": "a", "friend": "b"}, {"brute": "a"}).dice_of("brute", strike=9, force=2)
    assert chosen(fight) == "grapple brute"


def test_nobody_grabs_with_fewer_dice_than_it_strikes_with_at_one_who_gets_free_soon() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "a"}).dice_of("fighter", strike=5, force=4).dice_of("thug", force=2)
    assert chosen(fight).startswith("strike thug")


@pytest.mark.rule("einfelst", "W-44")
def test_who_is_held_and_burns_does_nothing_and_a_friend_puts_the_fire_out() -> None:
    fight = Fight({"fighter": "a", "archer": "a"}, {"thug": "a"})
    fight.sheet_of("fighter", held=True, holder=Id("thug"), fire=2)
    assert chosen(fight) == "done"
    assert "extinguish fighter" in features(fight.play("done"))


def test_whoever_is_held_struggles() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "a"}).sheet_of("fighter", held=True, holder=Id("thug"))
    assert chosen(fight) == "break free"


def test_fire_is_put_out_first() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "a"}).sheet_of("fighter", fire=2)
    assert chosen(fight) == "extinguish"


def test_a_friends_fire_is_put_out_by_whoever_has_nothing_better_to_do() -> None:
    fight = Fight({"friend": "a", "fighter": "a"}, {"thug": "e"}).sheet_of("fighter", fire=3)
    assert chosen(fight) == "extinguish fighter"
    left = Fight({"friend": "a", "fighter": "a"}, {"thug": "e"}).sheet_of("fighter", fire=3, doused=2)
    assert features(left)["extinguish fighter"]["doused"] > features(fight)["extinguish fighter"]["doused"]


def test_poison_is_met_with_an_antidote() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "e"}).sheet_of("fighter", poison=(4,))
    assert chosen(fight) == "cure fighter"


def test_whoever_lies_gets_up() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "b"}).sheet_of("fighter", prone=True)
    assert chosen(fight) == "stand"


def test_whoever_hides_behind_cover_is_closed_in_on() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "a"}, field=chart("ab", cover="a")).sheet_of("thug", spot="cover")
    assert chosen(fight) == "close thug"
    fight.play("close thug")
    assert chosen(fight).startswith("strike thug")


def test_whoever_stands_behind_cover_comes_out_to_strike() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "a"}, field=chart("ab", cover="a")).sheet_of("fighter", spot="cover")
    assert chosen(fight) == "emerge"


def test_a_shooter_under_fire_shoots_and_takes_cover() -> None:
    fight = Fight({"archer": "a"}, {"slinger": "b"}, field=chart("ab", cover="a", walls="ab"))
    fight = Fight({"archer": "a"}, {"other": ("archer", "c")}, field=chart("abc", cover="a"))
    assert {chosen(fight)} <= {"shoot other longbow", "cover"}
    fight.play("shoot other longbow", pool(7, 0))
    assert chosen(fight) == "cover"


def test_another_weapon_is_drawn_where_the_one_in_hand_is_no_use() -> None:
    fight = Fight({"archer": "b"}, {"thug": "b"}).sheet_of("thug", beside=(Id("archer"),))
    assert features(fight)["draw knife"]["harm"] > 0


def test_bare_hands_draw_steel() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "a"}).sheet_of("fighter", hand="")
    assert chosen(fight) == "draw sword"


def test_a_crossbow_is_loaded() -> None:
    fight = Fight({"friend": "a"}, {"thug": "c"}).sheet_of("friend", unloaded=("crossbow",))
    assert features(fight)["load crossbow"]["arms"] > 0
    assert chosen(fight) == "load crossbow"
    fight = Fight({"friend": "a"}, {"thug": "c"}).sheet_of("friend", unloaded=("crossbow",), hand="")
    assert features(fight)["draw crossbow"]["arms"] > 0, "which must be in hand for that"
    assert "load crossbow" not in features(fight)


def test_whoever_stands_by_a_ledge_is_pushed_over_it() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "a"}, field=chart("ab", features={"b": "fire"}))
    found = features(fight)
    assert found[f"push thug {fight.key('', 'b').strip()}"]["harm"] > 0


def test_people_who_have_had_enough_are_talked_into_giving_up() -> None:
    fight = Fight({"friend": "a"}, {"thug": "a"}).sheet_of("thug", points=3, less=3)
    fight.dice_of("friend", persuade=9)
    assert features(fight)["persuade thug"]["down"] > 0.3
    assert chosen(fight) == "persuade thug"
    assert "persuade bones" not in features(Fight({"friend": "a"}, {"bones": "a"}))


def test_a_net_is_thrown_over_the_strong() -> None:
    fight = Fight({"fighter": "b"}, {"slinger": "a"}, acting="foes")
    assert features(fight)["draw net"]["tempo"] > 0


def test_the_dreadful_is_met_in_company() -> None:
    def dread(friend: str) -> float:
        fight = Fight({"fighter": "a", "knight": friend}, {"brute": "c"}).profile_of("brute", fear=2)
        some = model(fight).stances(Id("fighter"), ~0, (1,))
        return next(amount for name, places, amount in some if name == "dread" and places >> PARTS & 1)

    assert 0 < dread("b") < dread("a")


# ------------------------------------------------------------------ out of turn


def test_the_last_maneuver_is_kept_for_a_dearer_blow() -> None:
    fight = Fight({"fighter": "a"}, {"weak": ("slinger", "a"), "brute": "a"}, acting="foes").cards_of(
        weak=1, brute=(2, 3), fighter=9
    )
    fight.sheet_of("fighter", slow=0).until("strike fighter fist")
    found = features(fight)
    assert found["parry"]["unready"] > 0


def test_the_slow_maneuver_is_not_given_up_for_a_scratch() -> None:
    fight = Fight({"fighter": "a"}, {"weak": ("slinger", "a")}, acting="foes")
    fight.sheet_of("fighter", fast=0).until("strike fighter fist")
    assert chosen(fight) == "pass"


def test_successes_take_the_card_of_whoever_comes_before() -> None:
    fight = (
        Fight({"fighter": "a"}, {"thug": "a"}).cards_of(fighter=9, thug=2).sheet_of("thug", fast=0, slow=0, played=1)
    )
    fight.until("strike thug sword", pool(7, 2))
    assert fight.asked.topic == "extra success"
    found = features(fight)
    assert found["swap 2"]["order"] > 0
    assert "harm" in found["harm"] or "down" in found["harm"]


def test_successes_kill_where_they_can() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "a"}).sheet_of("thug", fast=0, slow=0, points=1, less=1, played=1)
    fight.until("strike thug sword", pool(7, 2))
    assert chosen(fight) == "harm"


def test_a_worse_card_is_not_taken() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "a"}).cards_of(fighter=1, thug=9)
    fight.until("strike thug sword", pool(7, 3))
    assert features(fight)["swap 9"]["order"] < 0


@pytest.mark.parametrize(
    ("severe", "answer", "track"), [("dice", "spread 0-0-1", (0, 0, 1)), ("slows", "fill", (1, 1, 0))]
)
def test_harm_is_marked_where_it_takes_the_least(severe: str, answer: str, track: tuple[int, int, int]) -> None:
    fight = Fight({"knight": "a"}, {"thug": "a"}, acting="foes", severe=severe).profile_of("knight", armour=None)
    fight.sheet_of("knight", fast=0, slow=0).until("strike knight axe", pool(6, 2), "harm")
    assert fight.asked.topic == "harm"
    assert chosen(fight) == answer
    assert fight.option(answer).value == track


def test_friends_swap_cards_so_that_those_who_can_strike_come_first() -> None:
    fight = Fight({"fighter": "a", "knight": "d"}, {"thug": "a"})
    fight.cards_of(fighter=9, knight=1, thug=5).turn_of(phase="swap")
    assert fight.asked.topic == "swap among friends"
    assert chosen(fight).startswith("swap")


@pytest.mark.rule("einfelst", "C-08")
@pytest.mark.parametrize("level", ["instinct", "trained"])
@pytest.mark.parametrize("seed", range(12))
def test_a_computer_swaps_until_nothing_is_gained_and_then_has_enough(level: str, seed: int) -> None:
    lot, people = Random(seed), ("fighter", "knight", "archer", "friend")
    fight = Fight({who: lot.choice("abcd") for who in people}, {"thug": "b", "brute": "d", "slinger": "c"})
    cards = lot.sample(range(1, 11), 9)
    fight.cards_of(**dict(zip(people, cards, strict=False)), thug=cards[5], brute=(cards[6], cards[7]))
    fight.cards_of(slinger=cards[8]).turn_of(phase="swap")
    mind = opponent(level, Seat("party"))
    for _ in range(len(people) ** 2):
        if fight.asked.topic != "swap among friends":
            return
        fight.until(str(mind.answer(fight.match, fight.asked)))
    raise AssertionError("it goes on and on")


def test_a_holder_holds_on() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "a"}, acting="foes")
    fight.sheet_of("thug", held=True, holder=Id("fighter")).until("break free")
    assert fight.asked.topic == "hold" and chosen(fight) == "hold"


def test_the_last_maneuver_of_the_held_is_for_getting_free() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "a", "weak": ("slinger", "a")}, acting="foes")
    fight.cards_of(weak=1, thug=2, fighter=9).sheet_of("fighter", held=True, holder=Id("thug"), slow=0)
    fight.until("strike fighter fist")
    assert features(fight)["parry"]["loose"] < 0
    assert chosen(fight) == "pass"


@pytest.mark.rule("einfelst", "C-37", "W-52")
def test_the_held_struggle_between_turns_too() -> None:
    fight = Fight({"fighter": "a", "knight": "d"}, {"thug": "a"}).sheet_of("knight", slow=0, fast=0)
    fight.cards_of(knight=1, fighter=9, thug=2).sheet_of("fighter", held=True, holder=Id("thug"))
    fight.until("done")
    assert fight.asked.topic == "break loose"
    assert features(fight)["break free"]["loose"] > 0
    assert chosen(fight) == "break free"


def test_nobody_opens_doors_with_foes_at_hand() -> None:
    fight = Fight({"archer": "b"}, {"thug": "c"}, field=chart("abcd", doors="ab"))
    fight.play("shoot thug longbow", pool(7, 0))
    assert "open ab" not in features(fight)


@pytest.mark.parametrize(("burning", "safe"), [("b", "d"), ("d", "b")])
def test_two_steps_lead_past_a_fire(burning: str, safe: str) -> None:
    # over a corner: either side is as far, and all else is the same
    field = chart("abf", "deg", features={burning: "fire"})
    fight = Fight({"fighter": "a"}, {"thug": "g"}, field=field)
    assert chosen(fight) == fight.key("go", safe)
