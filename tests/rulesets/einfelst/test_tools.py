"""A position for each tool that a fight has besides the plain blow: the planner finds it, and leaves it where it is
nothing.
"""

from __future__ import annotations

from random import Random

import pytest

from game.ai import opponent
from game.rules.events import Id
from game.rules.questions import Seat
from rulesets.einfelst.mind.view import PARTS
from tests.rulesets.einfelst.kit import Fight, chart, pool
from tests.rulesets.einfelst.test_model import chosen, features, model

# ------------------------------------------------------------------ on one's turn


def test_the_strongest_is_held() -> None:
    fight = Fight({"fighter": "a", "knight": "a", "friend": "b"}, {"brute": "a"}).dice_of("brute", strike=9, force=2)
    assert chosen(fight) == "grapple brute"


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
