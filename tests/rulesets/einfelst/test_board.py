"""What the window shows of einfelst by the hooks that any ruleset has: cards, tracks, pips, ranges, ties, previews."""

from __future__ import annotations

import pytest

from game.rules.events import Id
from game.rules.standing import Link
from rulesets.einfelst import RULESET
from rulesets.einfelst.play.events import Matched, Swapped
from rulesets.einfelst.play.pools import Aim, asked
from rulesets.einfelst.play.spells import does
from rulesets.einfelst.sheet.roster import STOCK
from rulesets.einfelst.sheet.sheet import Due
from tests.rulesets.einfelst.kit import Fight, pool

HERO, ARCHER, THUG, BRUTE = Id("fighter"), Id("archer"), Id("thug"), Id("brute")


def near() -> Fight:
    return Fight({"fighter": "a", "archer": "b"}, {"thug": "a", "brute": "c"})


@pytest.mark.rule("einfelst", "C-05", "C-12")
def test_those_who_share_a_card_are_told_as_one_and_equal_cards_of_others_are_not() -> None:
    fight = near().cards_of(fighter=3, archer=3, thug=5, brute=(2, 9))
    cards = {(slot.who, slot.badge): slot.card for slot in RULESET.order(fight.board)}
    assert cards[HERO, "3"] != cards[ARCHER, "3"]
    assert cards[BRUTE, "2"] != cards[BRUTE, "9"]
    assert all(cards.values())


@pytest.mark.rule("einfelst", "C-54")
def test_tracks_show_their_rows_and_foes_a_number() -> None:
    fight = near().sheet_of("fighter", physical=(1, 0, 1))
    physical, mental = RULESET.standing(fight.board, HERO).bars
    assert [(row.filled, row.most) for row in physical.rows] == [(1, 2), (0, 2), (1, 1)]
    assert [(row.filled, row.most) for row in mental.rows] == [(0, 2), (0, 2), (0, 1)]
    (points,) = RULESET.standing(fight.board, THUG).bars
    assert not points.rows


@pytest.mark.rule("einfelst", "C-19", "C-60")
def test_slow_and_fast_are_what_one_still_reacts_with() -> None:
    pools = RULESET.standing(near().sheet_of("brute", slow=1, fast=2).board, BRUTE).pools
    assert [(pool.word, pool.left, pool.full, pool.pip) for pool in pools] == [
        ("Slow", 1, 2, True),
        ("Fast", 2, 2, True),
    ]


@pytest.mark.rule("einfelst", "C-56", "C-57")
def test_the_range_of_a_longbow_leaves_out_its_own_zone_and_a_sword_has_none() -> None:
    board = near().board
    archer = board.now(ARCHER).at
    (band,) = RULESET.in_range(board, ARCHER)
    ring = band.places
    assert archer not in ring and ring
    assert all(1 <= (board.space.zones.span(archer, zone) or 0) <= 3 for zone in ring)
    assert not RULESET.in_range(board, THUG)
    down = near().sheet_of("archer", out="broken")
    assert not RULESET.in_range(down.board, ARCHER)


@pytest.mark.rule("einfelst", "C-49", "C-65")
def test_who_closed_in_and_who_holds_stand_face_to_face() -> None:
    fight = near().sheet_of("fighter", beside=(THUG,)).sheet_of("archer", held=True, holder=THUG)
    assert RULESET.standing(fight.board, HERO).links == (Link("engaged", THUG, close=True),)
    assert RULESET.standing(fight.board, THUG).links == (Link("holds", ARCHER, close=True),)


@pytest.mark.rule("einfelst", "C-10")
def test_cards_that_were_won_are_told_until_they_change_hands() -> None:
    fight = near().turn_of(due=(Due(HERO, 1, THUG, 7),))
    assert "Fighter has won card 7" in RULESET.banner(fight.board)
    swap = Swapped(HERO, THUG, 7, 1, "C-10")
    assert (swap.gives, swap.gets) == ("1", "7")


@pytest.mark.rule("einfelst", "C-62")
@pytest.mark.parametrize(
    ("won", "taken", "cancelled", "result"),
    [
        (3, 1, 1, "3 successes - 1 parried = 2"),
        (1, 2, 1, "1 success - 2 parried = 0"),
        (2, 0, 0, "2 successes"),
        (0, 0, 0, "no successes"),
    ],
)
def test_a_parry_cancels_no_more_dice_than_succeeded(won: int, taken: int, cancelled: int, result: str) -> None:
    matched = Matched(HERO, THUG, won, taken, asked("melee", Aim()), "C-62", "parried")
    assert (matched.cancelled, matched.result) == (cancelled, result)


@pytest.mark.rule("einfelst", "C-32")
def test_a_spells_preview_says_what_it_does() -> None:
    told = {spell.key: " ".join(does(spell)) for spell in STOCK.house.spells.values()}
    assert all(told.values())
    assert "1 Physical Harm" in told["rime"]
    assert "intensity 1" in told["candle"]
    assert "fear 1" in told["north-door"]


@pytest.mark.rule("einfelst", "C-54", "W-38")
@pytest.mark.parametrize(("severe", "more"), [("dice", ""), ("slows", ", one maneuver a turn")])
def test_marking_harm_says_what_it_takes_away(severe: str, more: str) -> None:
    fight = Fight({"thug": "a"}, {"fighter": "a"}, severe=severe).until(
        "strike fighter axe", "pass", pool(6, 2), "harm"
    )
    assert fight.asked.topic == "harm"
    assert [(option.key, option.label) for option in fight.asked.options] == [
        ("fill", "Mark 1 lesser, 1 moderate: 2 dice less"),
        ("spread 0-0-1", f"Mark 1 severe: 1 die less{more}"),
    ], "nothing is offered that is worse in every way, such as 2 lesser, 1 moderate"
    assert fight.asked.idle == fight.asked.declines == "fill"
    assert fight.option("fill").about.notes == ("2 dice less in all on bodily Actions (C-54)", "6 more to bear")


@pytest.mark.rule("einfelst", "C-85", "W-28")
def test_marking_severe_mental_harm_says_that_it_ends_company() -> None:
    fight = Fight({"thug": "a"}, {"fighter": "a"}).weapon_of("thug", "axe", harm="mental")
    fight.until("strike fighter axe", "pass", pool(6, 2), "harm")
    assert "no help to others against fear (C-85)" in fight.option("spread 0-0-1").about.notes
    assert not any("C-85" in note for note in fight.option("fill").about.notes)
