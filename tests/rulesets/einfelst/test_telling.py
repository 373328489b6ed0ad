"""What the board, the turn bar and the log say."""

from __future__ import annotations

import pytest

from game.rules.dice import Tally
from game.rules.events import Event, Id, Moved
from game.rules.odds import odds
from game.rules.ruleset import Note
from game.spatial.places import InZone
from rulesets.einfelst import RULESET
from rulesets.einfelst.play import events as told
from rulesets.einfelst.sheet.sheet import Sheet
from tests.rulesets.einfelst.kit import Fight, pool

HERO, ARCHER, THUG, BRUTE = Id("fighter"), Id("archer"), Id("thug"), Id("brute")


def near() -> Fight:
    return Fight({"fighter": "a", "archer": "b"}, {"thug": "a", "brute": "c"})


# ------------------------------------------------------------------ the log


@pytest.mark.rule("einfelst", "C-53", "C-62")
def test_the_log_sets_one_pool_against_the_other_and_adds_up() -> None:
    fight = near().play("strike thug sword", "parry", pool(4, 1), pool(7, 3), "harm")
    assert fight.log == [
        "Fighter, card 1",
        "Fighter strikes at Thug 1 with the sword",
        "Thug 1 parries Fighter",
        "Thug 1, parry: 4 dice (+5 Strike -1 axe), 1 success",
        "Fighter, attack: 7 dice, 3 successes",
        "3 successes - 1 parried = 2, 1 needed",
        "Fighter hits Thug 1",
        "Thug 1 suffers 3 Physical Harm, 1 more to bear",
    ]


@pytest.mark.rule("einfelst", "C-62", "C-64")
def test_what_fails_by_itself_is_told_as_turned_by_nothing() -> None:
    none, one = (pool(4, 1), pool(7, 0)), (pool(4, 1), pool(7, 1))
    assert near().play("strike thug sword", "parry", *none).log[-1] == "Fighter misses Thug 1"
    assert near().play("strike thug sword", "parry", *one).log[-1] == "Fighter misses Thug 1: parried"
    grab = near().play("grapple thug", "break free", pool(6, 0), pool(5, 1))
    assert grab.log[-1] == "Fighter misses Thug 1"
    grab = near().play("grapple thug", "break free", pool(6, 1), pool(5, 1))
    assert grab.log[-1] == "Fighter misses Thug 1: shaken off"


@pytest.mark.rule("einfelst", "C-54")
def test_of_whoever_falls_no_harm_is_counted_that_it_could_bear() -> None:
    fight = near().sheet_of("thug", points=1).play("strike thug sword", "pass", pool(7, 2), "harm")
    assert fight.log[-2:] == ["Thug 1 suffers 3 Physical Harm", "Thug 1 is out of the fight"]


@pytest.mark.rule("einfelst", "C-16")
def test_the_log_says_what_more_is_needed_and_why() -> None:
    asked = Tally().plus("a hit", 1, "C-52").plus("darkness", 1, "C-16")
    line = RULESET.tell(near().board, told.Matched(HERO, THUG, 1, 0, asked, "C-52"))
    assert line is not None
    assert line.text == "1 success, 2 needed (+1 a hit +1 darkness)"
    assert line.rules == ("C-52", "C-16")
    assert line.sum


@pytest.mark.rule("einfelst", "C-26", "C-28")
def test_what_comes_of_words_and_pushes_is_said_though_nothing_was_rolled_against_them() -> None:
    asked = Tally().plus("to succeed", 1, "C-28")
    for won, text in ((0, "no successes, 1 needed: fails"), (1, "1 success, 1 needed: succeeds")):
        line = RULESET.tell(near().board, told.Matched(HERO, THUG, won, 0, asked, "C-28", "seen through"))
        assert line is not None
        assert (line.text, line.sum) == (text, False), "a folded log shows it: no other line tells"
    heartened = RULESET.tell(near().board, told.Matched(HERO, ARCHER, 0, 0, asked, "C-32"))
    assert heartened is not None and not heartened.sum


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (told.Dealt((HERO,), 3), "Fighter: card 3"),
        (told.Dealt((HERO, ARCHER, THUG), 5, 9, "C-80"), "Fighter, Archer and Thug 1: card 5, and puts 9 away"),
        (told.Dealt((BRUTE,), 4), "Brute 1: cards 4, 5"),
        (told.Swapped(HERO, THUG, 2, 7, "C-10"), "Fighter takes card 2, Thug 1 has 7 now"),
        (told.AttackDeclared(ARCHER, THUG, "longbow", "shot"), "Archer shoots at Thug 1 with the longbow"),
        (told.AttackDeclared(ARCHER, THUG, "knife", "thrown"), "Archer throws at Thug 1 with the knife"),
        (
            told.Tested(HERO, "fear", Tally().plus("Endure", 3, "C-84").plus("company", 1, "C-85"), 1, 2, "C-87"),
            "Fighter, fear: 4 dice (+3 Endure +1 company), 1 success, 2 needed: fails",
        ),
        (told.Soaked(HERO, 3, 1), "Fighter: 3 dice of armour stop 1 Harm"),
        (told.Harmed(HERO, 2, 7, None, "mental"), "Fighter suffers 2 Mental Harm, 7 more to bear"),
        (told.Harmed(HERO, 3, 0, more=-2), "Fighter suffers 3 Physical Harm, which takes 1, 0 more to bear"),
        (told.Harmed(HERO, 3, 0, more=-3), "Fighter suffers 3 Physical Harm, which takes 0"),
        (told.Afflicted(HERO, "on fire", "C-92", THUG), "Fighter is on fire, by Thug 1"),
        (told.Afflicted(HERO, "a broken arm", "C-83"), "Fighter has a broken arm"),
        (told.Afflicted(HERO, "falls prone", "C-101"), "Fighter falls prone"),
        (told.Eased(HERO, "free", "C-67"), "Fighter is free"),
        (told.Eased(HERO, "no longer burns", "C-96"), "Fighter no longer burns"),
        (told.Fell(THUG, "yielded"), "Thug 1 gives up"),
        (told.Fell(HERO, "terrified"), "Fighter has lost all courage"),
        (Moved(HERO, InZone(0), InZone(1)), "Fighter goes to Zone b"),
        (Moved(HERO, InZone(0), InZone(1), "push"), "Fighter is pushed to Zone b"),
        (Moved(HERO, InZone(0), InZone(1), "flee"), "Fighter runs to Zone b"),
    ],
)
def test_events_have_their_words(event: Event, text: str) -> None:
    line = RULESET.tell(near().board, event)
    assert line is not None
    assert line.text == text
    assert line.rules
    assert all(number in RULESET.ledger for number in line.rules)


def test_every_way_out_of_the_fight_has_words_and_a_rule() -> None:
    for out in ("broken", "terrified", "yielded", "dying", "dead"):
        line = RULESET.tell(near().board, told.Fell(HERO, out))
        assert line is not None
        assert line.rules[0] in RULESET.ledger


# ------------------------------------------------------------------ the board


@pytest.mark.rule("einfelst", "C-54", "C-83")
def test_heroes_have_two_tracks_and_others_points() -> None:
    fight = near().sheet_of("fighter", physical=(2, 1, 0), mental=(1, 0, 0)).sheet_of("thug", points=3)
    bars = RULESET.standing(fight.board, HERO).bars
    assert [(bar.word, bar.left, bar.full, bar.spare, bar.rising) for bar in bars] == [
        ("Physical", 4, 9, 5, True),
        ("Mental", 1, 9, 8, True),
    ]
    assert [(bar.word, bar.brief) for bar in RULESET.standing(fight.board, THUG).pools] == [
        ("Slow", "1/1"),
        ("Fast", "1/1"),
    ]
    (points,) = RULESET.standing(fight.board, THUG).bars
    assert (points.word, points.left, points.full, points.spare) == ("Harm", 3, 4, 1)


@pytest.mark.rule("einfelst", "C-54")
def test_the_panel_shows_pools_with_what_harm_leaves_of_them() -> None:
    fight = near().sheet_of("fighter", physical=(2, 1, 0)).profile_of("brute", fear=2)
    facts = dict(RULESET.standing(fight.board, HERO).facts)
    assert facts["Strike, Force, Shoot"] == "4, 3, 1"
    assert facts["Track, Read, Study"] == "3, 3, 3"
    physical, mental = RULESET.standing(fight.board, HERO).bars
    assert physical.filled == "2 of 2 lesser, 1 of 2 moderate"
    assert not mental.filled
    assert dict(RULESET.standing(fight.board, BRUTE).facts)["Fear"] == "2"


@pytest.mark.rule("einfelst", "C-52", "C-56", "C-57")
def test_the_panel_tells_what_weapons_do_what_is_carried_and_what_else_there_is_to_somebody() -> None:
    fight = Fight({"corwin": "a", "eluned": "a"}, {"pale-guest": "b", "loom-spider": "b"})
    tolly = dict(RULESET.standing(Fight({"tolly": "a"}, {"robber": "b"}).board, Id("tolly")).facts)
    assert tolly["Carries"] == "3 × throwing knife, flask of oil, torch"
    fight.sheet_of("corwin", insight=("pale-guest",))
    corwin, eluned, guest, spider = (
        dict(RULESET.standing(fight.board, Id(who)).facts) for who in ("corwin", "eluned", "pale-guest", "loom-spider")
    )
    assert (corwin["Longbow"], corwin["Carries"]) == ("2 Harm, 1–3 zones", "hatchet, torch")
    assert corwin["Weak spot of"].startswith("Pale guest")
    assert (eluned["Staff"], eluned["Spells"]) == ("1 Harm", "Rime, Empty mirror, Old roots")
    assert "Mental Harm" in " ".join(guest.values())
    assert "sees in the dark" in guest["Nature"]
    assert "poison 4" in spider["Bite"]
    assert spider["Web"].startswith("restrains")


@pytest.mark.rule("einfelst", "C-04", "C-12")
def test_cards_are_open_and_the_order_has_a_place_for_each() -> None:
    fight = near().sheet_of("brute", cards=(2, 9)).sheet_of("thug", cards=(7,))
    fight.sheet_of("fighter", cards=(1,)).sheet_of("archer", cards=(5,))
    assert RULESET.standing(fight.board, BRUTE).badge == "2 9"
    assert [(slot.who, slot.badge) for slot in RULESET.order(fight.board)] == [
        ("fighter", "1"),
        ("brute", "2"),
        ("archer", "5"),
        ("thug", "7"),
        ("brute", "9"),
    ]
    assert RULESET.banner(fight.board) == ("Card 1",)


def test_what_was_played_is_spent_and_stands_behind() -> None:
    fight = near().sheet_of("fighter", played=1)
    assert [(slot.who, slot.badge, slot.spent) for slot in RULESET.order(fight.board)][-1] == ("fighter", "1", True)


@pytest.mark.rule("einfelst", "C-21", "C-60")
def test_the_board_shows_who_may_still_react() -> None:
    fight = near().sheet_of("thug", slow=0, fast=0)
    shown = {who: RULESET.standing(fight.board, Id(who)).reacts for who in ("archer", "thug", "brute")}
    assert shown == {"archer": True, "thug": False, "brute": True}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"fire": 2, "poison": (3, 1)}, ("burning 2", "poisoned 4")),
        ({"held": True, "muffled": True, "prone": True}, ("held", "muffled", "prone")),
        ({"spot": "cover", "pinned": True}, ("pinned", "behind cover")),
        ({"bonus": 1}, ("nerve 1",)),
        ({"out": "dead"}, ("dead",)),
    ],
)
def test_conditions_are_marks_with_how_much_of_them_there_is(
    changes: dict[str, object], words: tuple[str, ...]
) -> None:
    shown = RULESET.standing(near().sheet_of("fighter", **changes).board, HERO)
    assert tuple(mark.told for mark in shown.marks) == words


@pytest.mark.rule("einfelst", "C-65")
def test_who_holds_whom_is_a_link() -> None:
    fight = near().sheet_of("fighter", held=True, holder=THUG)
    (link,) = RULESET.standing(fight.board, THUG).links
    assert (link.word, link.other) == ("holds", "fighter")
    assert RULESET.standing(fight.board, BRUTE).links == ()


def test_gear_is_what_is_held_and_worn() -> None:
    fight = near().sheet_of("archer", unloaded=("longbow",))
    assert [gear.told for gear in RULESET.standing(fight.board, ARCHER).gear] == ["unloaded longbow"]
    assert "reload" in RULESET.standing(fight.board, ARCHER).words
    beasts = Fight({"aldith": "a"}, {"bear": "b"})
    assert [(gear.word, gear.name) for gear in RULESET.standing(beasts.board, Id("aldith")).gear] == [
        ("In hand", "sword"),
        ("In hand", "shield"),
        ("Armour", "ring shirt, 3 dice"),
    ]
    assert [(gear.word, gear.name) for gear in RULESET.standing(beasts.board, Id("bear")).gear] == [
        ("Armour", "hide, 2 dice"),
    ]


def test_distances_are_in_zones() -> None:
    board = near().board
    told = [RULESET.tell_distance(board, HERO, to) for to in (THUG, ARCHER, BRUTE)]
    assert told == ["same zone", "1 zone", "2 zones"]
    assert RULESET.tell_distance(board, HERO, InZone(3)) == "3 zones"


def test_things_have_names_and_icons() -> None:
    fight = near().thing("bow", "crossbow", "a", unloaded=1)
    assert RULESET.thing_name(fight.board, fight.state.things["bow"]) == "unloaded crossbow"
    icons = [RULESET.thing_icon(key) for key in ("longbow", "axe", "shield", "lantern", "antidote", "no-such-thing")]
    assert icons == ["bow", "sword", "shield", "torch", "liquor", "star"]


def test_what_an_option_led_to_is_summed_up() -> None:
    fight = near().sheet_of("thug", points=2)
    before = fight.state
    fight.play("strike thug sword", pool(7, 1))
    found = RULESET.outcome(before, fight.state, fight.match.events)
    assert [(one.who, one.target, one.hit) for one in found.attacks] == [("fighter", "thug", True)]
    assert (found.harm, found.down) == ((("thug", 2),), ("thug",))


def test_what_began_is_noted_and_where_one_stands_is_not() -> None:
    fight = near()
    before = fight.state

    def became(who: str, **changes: object) -> tuple[Note, ...]:
        return RULESET.outcome(before, near().sheet_of(who, **changes).state, ()).notes

    assert became("fighter", fire=2, spot="cover") == (Note(HERO, "burning 2"),)
    assert became("fighter", hand="", pack=()) == (Note(HERO, "without sword"),)
    assert became("fighter", physical=(2, 2, 1)) == (Note(HERO, "severely hurt"),)


def test_what_an_option_costs_is_no_news() -> None:
    fight = near().sheet_of("fighter", fast=0)
    assert not [note for note in odds(fight.match, "strike thug sword").noted() if note.who == "fighter"]
    before = fight.state
    assert not RULESET.outcome(before, near().sheet_of("fighter", slow=0, fast=0).state, ()).notes


def test_nothing_is_dealt_before_the_fight() -> None:
    fight = Fight({"fighter": "a"}, {"thug": "c"}, fresh=True)
    assert RULESET.banner(fight.board) == ()
    assert [(slot.who, slot.badge) for slot in RULESET.order(fight.board)] == [("fighter", ""), ("thug", "")]
    assert RULESET.standing(fight.board, HERO).badge == ""
    assert isinstance(fight.sheet("fighter"), Sheet)
