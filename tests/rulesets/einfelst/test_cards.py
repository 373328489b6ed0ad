"""Initiative cards: dealing, the order of turns, swaps, ambush (C-77 to C-82); maneuvers of a turn and of a round."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.kit.testing.fight import Dice
from game.rules.events import Drawn, Id
from game.rules.match import Orders
from game.rules.questions import Choose, Roll
from game.rules.visibility import SideVisibility
from rulesets.einfelst import RULESET
from rulesets.einfelst.play.cards import ambush, deal, queue
from rulesets.einfelst.play.events import Dealt, Swapped, TurnBegan
from rulesets.einfelst.sheet.sheet import Due
from tests.rulesets.einfelst.kit import Fight, chance, chart, pool
from tests.rulesets.helping import terms


def drawn(*places: int, of: int = 10) -> list[Dice]:
    """Cards drawn one after the other, by their places among those that are left."""
    return [Dice(f"d{of - n}", (place,)) for n, place in enumerate(places)]


def dealt(fight: Fight, *places: int, extra: tuple[str, ...] = ()) -> Fight:
    """Everybody has drawn."""
    fight.run(lambda table: deal(table, {Id(who): "C-78" for who in extra}), *drawn(*places))
    return fight


# ------------------------------------------------------------------ dealing


@pytest.mark.rule("einfelst", "C-01", "C-03", "C-04")
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


@pytest.mark.rule("einfelst", "W-23", "C-78")
def test_an_extra_card_leaves_the_lower_one() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "c"}, fresh=True)
    fight.run(lambda table: deal(table, {Id("fighter"): "C-78"}), *drawn(8, 2, 1))
    first, second = (event for event in fight.heard if isinstance(event, Dealt))
    assert (first.who, first.card, first.cast_off) == (("fighter",), 2, 8)
    assert (second.card, second.cast_off) == (1, 0)


# ------------------------------------------------------------------ the order of turns


@pytest.mark.rule("einfelst", "C-02", "C-06", "C-07")
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


@pytest.mark.rule("einfelst", "C-10", "W-24")
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


FIELD = chart("abcd")


def laid(*hidden: str, ambush: str = "test") -> Fight:
    """Two robbers (Sneak 6) who lie in wait for a hero (Read 4) and an archer; or the other way round."""
    party, foes = {"hero": "a", "archer": "a"}, {"one": ("thug", "c"), "two": ("slinger", "c")}
    lying = hidden or ("one", "two")
    fight = Fight(party, foes, field=FIELD, fresh=True, hidden=lying, cards="each", ambush=ambush)
    return (
        fight.dice_of("one", sneak=6).dice_of("two", sneak=2).dice_of("hero", read=4).dice_of("archer", read=1, track=1)
    )


@pytest.mark.rule("einfelst", "C-77", "C-78", "C-79", "C-81")
def test_three_against_one_is_a_second_card_and_a_die_for_all_of_them() -> None:
    fight = laid().play(pool(6, 3), pool(4, 1))
    for count in (10, 9):  # the two who are watched for draw one each
        fight.play(Dice(f"d{count}", (1,)))
    while isinstance(fight.match.pending, Roll):
        fight.play(Dice(fight.rolled.dice, (3,)))
    assert [fight.sheet(who).edge for who in ("one", "two", "hero", "archer")] == [1, 1, 0, 0]
    assert [event.cast_off > 0 for event in fight.told(Dealt)] == [False, False, True, True]
    assert all(min(event.card, event.cast_off) == event.card for event in fight.told(Dealt) if event.cast_off)
    assert fight.sheet("one").hidden


@pytest.mark.rule("einfelst", "C-77", "C-81", "W-46")
def test_the_best_of_them_sneaks_and_the_best_of_the_others_watches() -> None:
    fight = laid()
    assert (fight.rolled.dice, fight.rolled.who) == ("6d6", "one")
    fight.play(pool(6, 1))
    assert (fight.rolled.dice, fight.rolled.who, fight.rolled.about) == ("4d6", "hero", "one")


@pytest.mark.rule("einfelst", "C-77", "W-46")
def test_the_watcher_tracks_or_reads_whichever_is_better_for_it() -> None:
    fight = laid().dice_of("archer", track=5, read=1).play(pool(6, 2))
    assert (fight.rolled.dice, fight.rolled.who) == ("5d6", "archer"), "better than the four dice of Read"
    fight.play(pool(5, 2))
    assert fight.sheet("one").hidden is False


WALLED = chart("abcd", "efgh", walls="ae bf cg", doors="bc")
"""The door shuts the west of the upper row off, where c and d are seen from the lower row by g and h alone."""


@pytest.mark.rule("einfelst", "C-77", "C-80", "W-23", "W-46")
def test_those_watch_and_draw_who_have_the_ambush_in_sight() -> None:
    party, foes = {"hero": "h", "archer": "a"}, {"one": ("thug", "d")}
    fight = Fight(party, foes, field=WALLED, fresh=True, hidden=("one",), cards="each")
    fight.dice_of("hero", read=3, track=1).dice_of("archer", read=9, track=9).dice_of("one", sneak=4)
    fight.play(pool(4, 1))
    assert (fight.rolled.who, fight.rolled.dice) == ("hero", "3d6")
    fight.play(pool(3, 1))
    assert fight.sheet("one").hidden is False
    while isinstance(fight.match.pending, Roll):
        fight.play(Dice(fight.rolled.dice, (1,)))
    assert {event.who[0]: event.extra for event in fight.told(Dealt)} == {"hero": "C-80", "archer": "", "one": ""}


@pytest.mark.rule("einfelst", "C-77", "W-46")
def test_where_nobody_has_it_in_sight_the_best_of_all_watches() -> None:
    fight = Fight({"hero": "a", "archer": "a"}, {"one": ("thug", "d")}, field=WALLED, fresh=True, hidden=("one",))
    fight.dice_of("hero", read=3, track=1).dice_of("archer", read=1, track=4).play(pool(3, 1))
    assert (fight.rolled.who, fight.rolled.dice) == ("archer", "4d6")


@pytest.mark.rule("einfelst", "C-78", "C-80", "C-82")
@pytest.mark.parametrize("rule", ["C-78", "C-80", "C-82"])
def test_the_log_cites_the_rule_by_which_a_second_card_was_drawn(rule: str) -> None:
    line = RULESET.tell(laid().board, Dealt((Id("hero"),), 2, 7, rule))
    assert line is not None and line.rules == (rule,)


@pytest.mark.rule("einfelst", "C-80", "W-46")
@pytest.mark.parametrize(("sneak", "read"), [(2, 2), (0, 0), (1, 3)])
def test_as_many_or_more_find_them_and_then_the_watchers_draw_two(sneak: int, read: int) -> None:
    fight = laid().play(pool(6, sneak), pool(4, read))
    while isinstance(fight.match.pending, Roll):
        fight.play(Dice(fight.rolled.dice, (1,)))
    assert [fight.sheet(who).hidden for who in ("one", "two")] == [False, False]
    assert {event.who[0]: event.cast_off > 0 for event in fight.told(Dealt)} == {
        "hero": True,
        "archer": True,
        "one": False,
        "two": False,
    }
    assert fight.sheet("one").edge == 0


@pytest.mark.rule("einfelst", "C-77")
def test_the_chances_of_an_ambush() -> None:
    better = sum((chance(6, n) * chance(4, m) for n in range(7) for m in range(5) if n > m), Fraction(0))
    equal = sum((chance(6, n) * chance(4, n) for n in range(5)), Fraction(0))
    assert round(float(better), 3) == 0.430
    assert round(float(equal), 3) == 0.341
    assert round(float(1 - better), 3) == 0.570


@pytest.mark.rule("einfelst", "C-82")
def test_the_director_may_spare_the_test() -> None:
    fight = laid(ambush="sure")
    assert fight.rolled.why == "initiative"
    assert fight.run(ambush) == {"one": "C-82", "two": "C-82"}


@pytest.mark.rule("einfelst", "C-79", "C-21")
def test_the_dice_are_for_the_first_maneuver_of_the_first_round() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", edge=2).play("strike thug sword", pool(9, 0))
    assert fight.sheet("hero").edge == 0
    fight = Fight({"hero": "a"}, {"thug": "b"}).sheet_of("hero", edge=2).play(fight.key("go", "b"))
    assert fight.sheet("hero").edge == 0, "which was a fast one"
    fight = Fight({"hero": "a"}, {"thug": "a"}, acting="foes").sheet_of("hero", edge=2)
    fight.play("strike hero axe", "parry", pool(9, 0), pool(6, 0))
    assert fight.sheet("hero").edge == 0, "which was a reaction"
    fight = Fight({"hero": "a"}, {"thug": "b"}).sheet_of("hero", edge=2).play("done", "done")
    assert fight.turn.round == 2
    assert fight.sheet("hero").edge == 0


@pytest.mark.rule("einfelst", "C-79")
def test_what_befalls_one_is_no_maneuver() -> None:
    fight = Fight({"hero": "a"}, {"troll": "b"}).sheet_of("hero", edge=2).play("survey", pool(5, 0), pool(5, 2))
    assert "ambush" not in terms(fight.tested.tally)


@pytest.mark.rule("einfelst", "C-77")
def test_without_anybody_in_hiding_nobody_sneaks_and_two_ambushes_meet_untested() -> None:
    fight = Fight({"hero": "a"}, {"thug": "c"}, fresh=True)
    assert fight.rolled.why == "initiative"
    fight = Fight({"hero": "a"}, {"thug": "c"}, fresh=True, hidden=("hero", "thug"))
    assert fight.rolled.why == "initiative"


@pytest.mark.rule("einfelst", "C-77", "C-80")
def test_both_sides_may_lie_in_wait_for_those_of_the_other_who_do_not() -> None:
    fight = laid("one", "hero").dice_of("hero", sneak=3, read=4).dice_of("two", read=2, track=2)
    said = fight.run(ambush, pool(3, 1), pool(2, 0), pool(6, 0), pool(1, 0))
    assert said == {"hero": "C-78", "archer": "C-80"}, "the hero was not seen; the thug was, by the archer"


@pytest.mark.rule("einfelst", "C-77", "C-04")
def test_the_watchers_are_told_nothing_of_an_ambush_that_succeeds() -> None:
    fight = laid()
    start = fight.state
    fight.play(pool(6, 3), pool(4, 1))
    while isinstance(fight.match.pending, Roll):
        fight.play(Dice(fight.rolled.dice, (1,)))
    witness = SideVisibility(RULESET, fight.setup, fight.ground, start, "party")
    told = [seen for event in fight.match.events for _, seen in witness.see(event)]
    words = " ".join(map(repr, told))
    assert "one" not in [event.who for event in told if hasattr(event, "who")]
    assert "keeping watch" not in words
    assert "sneaking" not in words


@pytest.mark.rule("einfelst", "C-78")
def test_who_strikes_from_ambush_is_seen_from_then_on() -> None:
    fight = Fight({"hero": "a"}, {"thug": "a"}, hidden=("hero",)).play("strike thug sword")
    assert not fight.sheet("hero").hidden
    assert isinstance(fight.match.pending, Choose | Roll)


def duel() -> Fight:
    """A fighter and a thug face to face; the fighter's card is lower."""
    return Fight({"fighter": "a"}, {"thug": "a"}).profile_of("thug", points=9)


@pytest.mark.rule("einfelst", "C-19")
def test_a_turn_has_one_slow_and_one_fast_maneuver() -> None:
    fight = duel().play("strike thug sword", pool(7, 0))
    assert fight.left("fighter") == (0, 1)
    assert not fight.keys("strike")
    assert fight.refusal("Attack").rule == "C-19"
    fight.play("draw knife")
    assert fight.asked.who == "thug"


@pytest.mark.rule("einfelst", "C-20")
def test_a_fast_maneuver_may_take_the_slow_ones_place() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "e"})
    fight.play(fight.key("go", "b"), fight.key("go", "c"))
    assert fight.at("fighter") == "c"
    assert fight.left("fighter") == (0, 0)
    assert fight.asked.who == "thug"


@pytest.mark.rule("einfelst", "C-21", "C-95")
@pytest.mark.parametrize(
    ("sheet", "label", "unspent"),
    [
        ({}, "End the turn, 2 maneuvers kept to react with", ()),
        ({"slow": 0}, "End the turn, 1 maneuver kept to react with", ()),
        ({"fire": 1}, "End the turn", ("2 maneuvers",)),
        ({"fire": 1, "slow": 0}, "End the turn", ("1 maneuver",)),
    ],
)
def test_ending_a_turn_tells_what_is_kept_and_what_is_lost(
    sheet: dict[str, int], label: str, unspent: tuple[str, ...]
) -> None:
    option = duel().sheet_of("fighter", **sheet).option("done")
    assert (option.label, option.unspent) == (label, unspent)


@pytest.mark.rule("einfelst", "C-20")
def test_after_two_fast_maneuvers_there_is_no_slow_one() -> None:
    fight = duel().play("draw knife")
    assert fight.left("fighter") == (1, 0)
    assert fight.keys("strike")
    fight.play("draw sword")
    assert fight.asked.who == "thug"


@pytest.mark.rule("einfelst", "C-21", "C-60", "W-25")
def test_who_parries_twice_before_its_turn_has_none_left() -> None:
    fight = Fight({"fighter": "a", "Other": ("fighter", "a")}, {"thug": "a"}).profile_of("thug", points=9)
    for _ in range(2):
        fight.play("strike thug sword", "parry", pool(4, 0), pool(7, 0), "done")
    assert "thug" not in [event.who for event in fight.told(TurnBegan)]
    assert fight.turn.round == 2


@pytest.mark.rule("einfelst", "W-25")
def test_who_parries_once_before_its_turn_has_the_slow_one_left() -> None:
    fight = duel().play("strike thug sword", "parry", pool(4, 0), pool(7, 0), "done")
    assert fight.left("thug") == (1, 0)
    fight.play("strike fighter axe", pool(6, 0))
    assert fight.turn.round == 2


@pytest.mark.rule("einfelst", "C-60")
def test_a_fast_maneuver_that_was_kept_parries_after_the_own_turn() -> None:
    fight = duel().play("strike thug sword", pool(7, 0), "done").until("strike fighter axe")
    assert fight.offers("parry")
    fight.play("parry", pool(7, 1), pool(6, 1))
    assert not fight.hit
    assert fight.left("fighter") == (0, 0)


@pytest.mark.rule("einfelst", "C-22")
def test_the_question_says_what_the_reaction_costs() -> None:
    fight = duel().until("strike thug sword")
    assert fight.option("parry").price == "the last fast maneuver"
    fight = duel().sheet_of("thug", fast=0).until("strike thug sword")
    assert fight.option("parry").price == "the last slow maneuver"
    fight = duel().sheet_of("thug", fast=2).until("strike thug sword")
    assert fight.option("parry").price == "1 of 2 fast maneuvers"


@pytest.mark.rule("einfelst", "C-60")
def test_who_has_no_maneuver_left_is_not_asked() -> None:
    assert duel().sheet_of("thug", fast=0, slow=0).play("strike thug sword", pool(7, 0)).let_be == []


@pytest.mark.rule("einfelst", "C-12", "W-25")
def test_at_one_card_a_creature_of_two_uses_two_maneuvers_at_most() -> None:
    fight = Fight({"brute": "a"}, {"fighter": "a"}).cards_of(brute=(1, 2), fighter=3)
    assert fight.left("brute") == (2, 2)
    fight.play("strike fighter claws", pool(8, 0))
    assert not fight.keys("strike")
    fight.play(fight.key("go", "b"))
    assert (fight.asked.who, fight.left("brute")) == ("brute", (1, 1))
    assert fight.sheet("brute").played == 1


@pytest.mark.rule("einfelst", "C-02")
def test_maneuvers_come_back_with_the_round() -> None:
    fight = duel().play("strike thug sword", pool(7, 0), "draw knife", "done")
    assert fight.turn.round == 2
    assert fight.left("fighter") == (1, 1)


@pytest.mark.rule("einfelst", "C-65")
def test_who_is_held_can_only_try_to_get_free() -> None:
    fight = duel().sheet_of("fighter", held=True)
    assert fight.keys() == ["break free", "done"]
    assert fight.refusal("Act").rule == "C-65"


@pytest.mark.rule("einfelst", "C-95")
def test_who_burns_can_only_put_it_out_or_flee() -> None:
    fight = duel().sheet_of("fighter", fire=1)
    assert fight.keys() == ["extinguish", "flee", "done"]
    assert fight.refusal("Act").rule == "C-95"


@pytest.mark.rule("einfelst", "W-21")
def test_fires_burn_by_card_as_a_round_begins() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "c"}).sheet_of("fighter", fire=1).sheet_of("thug", fire=1)
    fight.cards_of(fighter=5, thug=3).play("done", "done")
    assert fight.rolled.who == "thug"
    fight.play(pool(4, 1))
    assert fight.rolled.who == "fighter"


@pytest.mark.rule("einfelst", "W-36")
def test_nobody_ever_stands_on_a_border() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "d"}, field=chart("abcd"))
    assert fight.keys("go") == [fight.key("go", "b")]
