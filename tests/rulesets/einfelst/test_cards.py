"""Initiative cards: dealing, the order of turns, swaps."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import Dice
from game.rules.events import Drawn, Id
from game.rules.match import Orders
from rulesets.einfelst.play.cards import deal, queue
from rulesets.einfelst.play.events import Dealt, Swapped, TurnBegan
from rulesets.einfelst.sheet.sheet import Due
from tests.rulesets.einfelst.kit import Fight, pool


def drawn(*places: int, of: int = 10) -> list[Dice]:
    """Cards drawn one after the other, by their places among those that are left."""
    return [Dice(f"d{of - n}", (place,)) for n, place in enumerate(places)]


def dealt(fight: Fight, *places: int, extra: tuple[str, ...] = ()) -> Fight:
    """Everybody has drawn."""
    fight.run(lambda table: deal(table, {Id(who): "C-78" for who in extra}), *drawn(*places))
    return fight


# ------------------------------------------------------------------ dealing


@pytest.mark.rule("einfelst", "C-01")
@pytest.mark.rule("einfelst", "C-03")
@pytest.mark.rule("einfelst", "C-04")
def test_everybody_draws_one_of_ten_cards_before_the_first_round() -> None:
    fight = Fight({"fighter": "a", "archer": "a"}, {"thug": "c"}, fresh=True)
    fight.play(*drawn(7, 3, 1))
    assert [fight.holds(who) for who in ("fighter", "archer", "thug")] == [(7,), (3,), (1,)]
    assert fight.turn.round == 1
    assert [slot.badge for slot in fight.rules.order(fight.board)] == ["1", "3", "7"]


@pytest.mark.rule("einfelst", "C-03")
def test_a_card_that_was_drawn_is_no_longer_there() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "c"}, fresh=True).play(*drawn(2, 2))
    assert (fight.holds("fighter"), fight.holds("thug")) == ((2,), (3,))
    assert [event.left for event in fight.told(Drawn)] == [10, 9]


@pytest.mark.rule("einfelst", "C-05")
def test_those_of_a_kind_share_a_card_if_they_have_no_names() -> None:
    foes: dict[str, str | tuple[str, str]] = {"thug-1": ("thug", "c"), "thug-2": ("thug", "c"), "slinger": "c"}
    roster = Fight({"fighter": "a"}, foes, fresh=True)
    for who in ("thug-1", "thug-2"):
        roster.profile_of(who, named=False)
    roster.play(*drawn(1, 5, 1))
    assert roster.holds("thug-1") == roster.holds("thug-2") == (6,)
    assert roster.last(Dealt).who == ("slinger",)


@pytest.mark.rule("einfelst", "C-05", "W-22")
def test_only_the_partys_opponents_share_a_card() -> None:
    party: dict[str, str | tuple[str, str]] = {"fighter": "a", "thug-1": ("thug", "a"), "thug-2": ("thug", "a")}
    foes: dict[str, str | tuple[str, str]] = {"slinger-1": ("slinger", "c"), "slinger-2": ("slinger", "c")}
    fight = Fight(party, foes, fresh=True)
    for who in ("thug-1", "thug-2", "slinger-1", "slinger-2"):
        fight.profile_of(who, named=False)
    fight.play(*drawn(1, 1, 1, 1))
    assert [fight.holds(who) for who in (*party, *foes)] == [(1,), (2,), (3,), (4,), (4,)]


@pytest.mark.rule("einfelst", "C-05")
def test_a_setting_deals_everybody_a_card() -> None:
    foes = {"thug-1": ("thug", "c"), "thug-2": ("thug", "c")}
    fight = Fight({"fighter": "a"}, foes, fresh=True, cards="each")
    for who in foes:
        fight.profile_of(who, named=False)
    fight.play(*drawn(1, 1, 1))
    assert (fight.holds("thug-1"), fight.holds("thug-2")) == ((2,), (3,))


@pytest.mark.rule("einfelst", "C-12")
def test_a_creature_of_several_cards_draws_and_acts_as_often() -> None:
    fight = Fight({"fighter": "a"}, {"brute": "c"}, fresh=True).play(*drawn(3, 1, 8))
    assert fight.holds("brute") == (1, 10)
    fight.play("done", "done", "done", "done")
    assert [event.who for event in fight.told(TurnBegan)] == ["brute", "fighter", "brute", "brute", "fighter"]


@pytest.mark.rule("einfelst", "W-22")
def test_more_than_ten_cards_take_a_second_pack() -> None:
    party = {f"hero-{n}": ("fighter", "a") for n in range(6)}
    foes = {f"foe-{n}": ("fighter", "c") for n in range(5)}
    fight = Fight(party, foes, fresh=True)
    draws = [Dice(f"d{20 - n}", (1,)) for n in range(11)]
    fight.run(lambda table: deal(table, {}), *draws)
    cards = sorted(event.card for event in fight.heard if isinstance(event, Dealt))
    assert cards == [1, *range(1, 11)]


@pytest.mark.rule("einfelst", "W-1")
def test_of_equal_cards_the_party_acts_first() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "c"}, acting="foes").cards_of(fighter=4, thug=4)
    assert queue(fight.board) == [(4, "fighter"), (4, "thug")]


@pytest.mark.rule("einfelst", "W-23")
@pytest.mark.rule("einfelst", "C-78")
def test_an_extra_card_leaves_the_lower_one() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "c"}, fresh=True)
    fight.run(lambda table: deal(table, {Id("fighter"): "C-78"}), *drawn(8, 2, 1))
    first, second = (event for event in fight.heard if isinstance(event, Dealt))
    assert (first.who, first.card, first.cast_off) == (("fighter",), 2, 8)
    assert (second.card, second.cast_off) == (1, 0)


# ------------------------------------------------------------------ the order of turns


@pytest.mark.rule("einfelst", "C-02")
@pytest.mark.rule("einfelst", "C-06")
@pytest.mark.rule("einfelst", "C-07")
def test_the_lowest_card_acts_first_in_every_round() -> None:
    fight = Fight({"fighter": "a", "archer": "a"}, {"thug": "e"}).cards_of(fighter=9, archer=2, thug=5)
    fight.play(*["done"] * 6)
    assert [event.who for event in fight.told(TurnBegan)][:6] == ["archer", "thug", "fighter"] * 2
    assert fight.turn.round == 3
    assert not fight.told(Drawn)


# ------------------------------------------------------------------ swaps


@pytest.mark.rule("einfelst", "C-08")
def test_heroes_exchange_cards_before_anybody_acts_and_go_by_them_at_once() -> None:
    fight = Fight({"fighter": "a", "archer": "a"}, {"thug": "e"}).turn_of(phase="swap")
    fight.play("swap fighter archer")
    assert (fight.holds("fighter"), fight.holds("archer")) == ((2,), (1,))
    assert fight.asked.who == "archer"


@pytest.mark.rule("einfelst", "C-08", "W-40")
def test_heroes_swap_as_often_as_they_like_before_anybody_acts() -> None:
    fight = Fight({"fighter": "a", "archer": "a", "friend": "a"}, {"thug": "e"}).turn_of(phase="swap")
    fight.until("swap fighter archer", "swap fighter friend", "swap archer friend", "swap archer friend")
    assert [fight.holds(who) for who in ("fighter", "archer", "friend")] == [(3,), (1,), (2,)]
    assert fight.asked.topic == "swap among friends"
    places = fight.asked.options.find("swap archer friend").exchanges
    assert places is not None
    assert [(place.who, place.badge) for place in places] == [("archer", "1"), ("friend", "2")]
    assert fight.play("enough").asked.who == "archer"


@pytest.mark.rule("einfelst", "C-08")
@pytest.mark.parametrize(
    ("card", "matters", "comes"),
    [
        (3, True, "Archer comes before Thug 1, Fighter after"),
        (1, False, "no foe acts between the two"),
        (7, False, "no foe acts between the two"),
    ],
)
def test_a_swap_matters_and_is_asked_about_where_a_foe_acts_between_the_two(
    card: int, matters: bool, comes: str
) -> None:
    fight = Fight({"fighter": "a", "archer": "a"}, {"thug": "e"}).turn_of(phase="swap")
    option = fight.cards_of(fighter=2, archer=6, thug=card).option("swap fighter archer")
    assert (option.label, option.matters) == (f"Fighter (2) with Archer (6): {comes}", matters)
    assert Orders().settle(fight.asked) == (None if matters else "enough")
    assert Orders("ask").settle(fight.asked) is None, "whoever wants to be asked always is"


@pytest.mark.rule("einfelst", "C-08")
def test_a_swap_that_was_left_alone_is_asked_about_again_when_cards_or_those_who_fight_have_changed() -> None:
    def begun(**changes: object) -> Fight:
        fight = Fight({"fighter": "a", "archer": "a"}, {"thug": "a", "slinger": "e"}, spread="fill")
        fight.cards_of(fighter=2, archer=6, thug=3, slinger=4).turn_of(phase="swap", **changes)
        return fight.dice_of("fighter", strike=5).sheet_of("thug", slow=0, fast=0, points=3)

    left = begun()
    assert left.option("swap fighter archer").matters
    left.until("enough", "done", "done", "done")
    assert (left.turn.round, left.asked.topic) == (2, "swap among friends")
    assert Orders().settle(left.asked) == "enough", "nothing has changed"
    felled = begun().until("enough", "strike thug sword", pool(5, 1), "done", "done", "done")
    assert felled.turn.round == 2 and felled.option("swap fighter archer").matters, "somebody fell"
    made = begun().until("swap fighter archer")
    assert made.turn.phase == "swap" and Orders().settle(made.asked) == "enough", "nobody swaps two back at once"
    won = begun(due=(Due(Id("thug"), 3, Id("slinger"), 4, "C-10"),)).until("enough", "done", "done", "done")
    assert won.turn.round == 2 and won.option("swap fighter archer").matters, "a card was won"


@pytest.mark.rule("einfelst", "C-08", "C-29")
def test_cards_are_swapped_before_whoever_was_lured_goes() -> None:
    fight = Fight({"fighter": "a", "archer": "a"}, {"thug": "c"}).sheet_of("thug", slow=0, fast=0)
    fight.sheet_of("thug", lured=fight.place("d")).until("done", "done")
    assert (fight.turn.round, fight.asked.topic, fight.at("thug")) == (2, "swap among friends", "c")
    fight.play("enough")
    assert fight.at("thug") == "d"


@pytest.mark.rule("einfelst", "C-09")
@pytest.mark.parametrize("why", ["far", "muffled"])
def test_who_can_not_talk_to_a_friend_swaps_no_card(why: str) -> None:
    fight = Fight({"fighter": "a", "archer": "e" if why == "far" else "d"}, {"thug": "h"}).turn_of(phase="swap")
    fight.sheet_of("fighter", muffled=why == "muffled")
    assert fight.asked.kind == "act"


@pytest.mark.rule("einfelst", "C-09", "W-40", "W-44")
def test_who_is_held_and_burns_can_still_call_to_a_friend_to_swap_cards() -> None:
    fight = Fight({"fighter": "a", "archer": "d"}, {"thug": "a"}).turn_of(phase="swap")
    fight.sheet_of("fighter", held=True, holder="thug", fire=1)
    assert fight.asked.topic == "swap among friends"


@pytest.mark.rule("einfelst", "C-08")
def test_nobody_but_heroes_is_asked_for_swaps() -> None:
    fight = Fight({"thug": "a", "slinger": "a"}, {"fighter": "e"}).turn_of(phase="swap")
    assert fight.asked.kind == "act"


@pytest.mark.rule("einfelst", "C-10", "W-24")
def test_a_card_that_is_to_come_has_no_place_in_the_order_of_this_round() -> None:
    """The thug is to have 9 in place of its 4, which the archer has until then; and the archer is to have 4."""
    fight = Fight({"fighter": "a", "archer": "a"}, {"thug": "a"}).cards_of(fighter=3, archer=9, thug=4)
    fight.profile_of("thug", points=9).turn_of(due=(Due(Id("archer"), 9, Id("thug"), 4, "C-10"),))
    fight.until("strike thug sword", pool(7, 2))
    assert fight.option("swap 9").exchanges is None
    order = {(slot.who, slot.badge) for slot in fight.match.ruleset.order(fight.board)}
    assert ("archer", "9") in order and ("thug", "4") in order


@pytest.mark.rule("einfelst", "C-10")
@pytest.mark.rule("einfelst", "W-24")
def test_a_card_taken_from_a_foe_counts_from_the_next_round() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "a"}).cards_of(fighter=7, thug=3).profile_of("thug", points=9)
    fight.play("done").until("strike thug sword", pool(7, 2), "swap 3")
    assert (fight.holds("fighter"), fight.holds("thug")) == ((7,), (3,))
    fight.play("done")
    assert (fight.holds("fighter"), fight.holds("thug")) == ((3,), (7,))
    assert fight.asked.who == "fighter"
    assert fight.last(Swapped).rule == "C-10"


@pytest.mark.rule("einfelst", "C-11")
def test_of_several_cards_the_winner_names_one() -> None:
    fight = Fight({"fighter": "a"}, {"brute": "a"}).cards_of(fighter=5, brute=(6, 9))
    fight.until("strike brute sword", pool(7, 2))
    assert [fight.option(key).label for key in fight.keys("swap")] == [
        "Outmaneuver: take card 6 for your 5, later from the next round",
        "Outmaneuver: take card 9 for your 5, later from the next round",
    ]


@pytest.mark.rule("einfelst", "C-63")
def test_a_defence_with_successes_to_spare_may_take_the_attackers_card() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "a"}).until("strike thug sword", "parry", pool(4, 2), pool(7, 1))
    assert fight.keys() == ["pass", "swap 1"]
    assert fight.option("swap 1").label == "Outmaneuver: take card 1 for your 2, earlier from the next round"
    fight.play("swap 1", "done", "done")
    assert (fight.holds("fighter"), fight.holds("thug")) == ((2,), (1,))
    assert fight.last(Swapped).rule == "C-63", "the rule by which it was won"


@pytest.mark.rule("einfelst", "C-63")
def test_one_success_against_none_is_one_to_spare_and_one_against_one_is_not() -> None:
    duel = Fight({"fighter": "a"}, {"thug": "a"})
    assert duel.until("strike thug sword", "parry", pool(4, 1), pool(7, 0)).offers("swap 1")
    even = Fight({"fighter": "a"}, {"thug": "a"}).until("strike thug sword", "parry", pool(4, 1), pool(7, 1))
    assert even.asked.kind == "act"


@pytest.mark.rule("einfelst", "W-35")
def test_a_shared_card_changes_hands_for_all_who_share_it() -> None:
    foes = {"thug-1": ("thug", "a"), "thug-2": ("thug", "a")}
    fight = Fight({"fighter": "a"}, foes).cards_of(fighter=7, **{"thug-1": 3, "thug-2": 3})
    for who in foes:
        fight.profile_of(who, named=False, points=9)
    fight.play("done", "done").until("strike thug-1 sword", pool(7, 2), "swap 3").play("done")
    assert [fight.holds(who) for who in ("fighter", "thug-1", "thug-2")] == [(3,), (7,), (7,)]


@pytest.mark.rule("einfelst", "W-35")
def test_a_swap_with_one_who_has_fallen_is_told_of_those_who_share_the_card() -> None:
    foes = {"thug-1": ("thug", "a"), "thug-2": ("thug", "a")}
    fight = Fight({"fighter": "a"}, foes).cards_of(fighter=7, **{"thug-1": 3, "thug-2": 3})
    for who in foes:
        fight.profile_of(who, named=False)
    fight.play("done", "done").until("strike thug-1 sword", pool(7, 4), "swap 3").play("done")
    assert not fight.sheet("thug-1").up
    assert fight.last(Swapped).other == "thug-2"


@pytest.mark.rule("einfelst", "W-24")
def test_several_swaps_are_made_in_the_order_in_which_they_were_won() -> None:
    fight = Fight({"fighter": "a", "archer": "b"}, {"thug": "a"}).cards_of(fighter=5, archer=7, thug=3)
    fight.profile_of("thug", points=20)
    fight.play("done").until("strike thug sword", pool(7, 2), "swap 3").play("done")
    fight.until("shoot thug longbow", pool(7, 2))
    assert fight.offers("swap 5"), "the thug will have the fighter's card by then"
    fight.play("swap 5", "done")
    assert [fight.holds(who) for who in ("fighter", "thug", "archer")] == [(3,), (7,), (5,)]
