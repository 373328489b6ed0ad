"""What the board, the turn bar, the log and the window show, and what is told of harm: its causes and rules."""

from __future__ import annotations

import pytest

from game.rules.dice import Tally
from game.rules.events import Event, Id, Moved
from game.rules.odds import odds
from game.rules.questions import Roll
from game.rules.ruleset import Note
from game.rules.standing import Link
from game.spatial.places import InZone
from rulesets.einfelst import RULESET
from rulesets.einfelst.play import events as told
from rulesets.einfelst.play.events import Matched, Swapped
from rulesets.einfelst.play.perils import burn, fall, fester, poison
from rulesets.einfelst.play.pools import Aim, asked
from rulesets.einfelst.play.spells import does
from rulesets.einfelst.sheet.roster import STOCK
from rulesets.einfelst.sheet.sheet import Due, Sheet
from tests.rulesets.einfelst.kit import Fight, chart, pool

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


@pytest.mark.rule("einfelst", "C-67", "W-43")
def test_a_preview_says_whom_one_would_let_go() -> None:
    field = chart("ab", "cd", cover="a", climbs="ac", features={"a": "exit"})
    fight = Fight({"hero": "a"}, {"thug": "a", "wolf": "a"}, field=field).sheet_of("thug", held=True, holder="hero")
    fight.sheet_of("wolf", spot="far")
    told_of = {key for key in fight.keys("") if "lets go of Thug 1 (C-67)" in fight.option(key).about.notes}
    around = {fight.key("go", "b"), fight.key("cross", "c"), "flee"}
    assert told_of == {"cover", "withdraw", "close wolf", *around}


# ------------------------------------------------------------------ where Harm comes from


def told_of(fight: Fight, who: str = "hero") -> list[tuple[str, tuple[str, ...]]]:
    """What the log says of Harm to somebody, with its rules."""
    harms = [
        event for event in (*fight.match.events, *fight.heard) if isinstance(event, told.Harmed) and event.who == who
    ]
    lines = [RULESET.tell(fight.board, event) for event in harms]
    return [(line.text.partition(", ")[0], line.rules) for line in lines if line is not None]


@pytest.mark.rule("einfelst", "C-53", "C-83", "C-88", "C-93", "C-94", "C-98", "C-99", "C-101")
def test_every_harm_names_what_it_comes_of_and_the_rule() -> None:
    blow = Fight({"hero": "a"}, {"thug": "a"}, acting="foes").play("strike hero axe", pool(6, 1))
    assert told_of(blow) == [("Hero suffers 2 Physical Harm", ("C-52", "C-83"))]
    burning = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", fire=2)
    burning.run(lambda table: burn(table, Id("hero")), pool(4, 1))
    assert told_of(burning) == [("Hero suffers 1 Physical Harm from the fire", ("C-94", "C-83"))]
    falling = Fight({"hero": "a"}, {"thug": "a"})
    falling.run(lambda table: fall(table, Id("hero"), 20), pool(4, 2), pool(4, 0))
    assert told_of(falling) == [("Hero suffers 2 Physical Harm from the fall", ("C-101", "C-83"))]
    poisoned = Fight({"hero": "a"}, {"thug": "a"})
    poisoned.run(lambda table: poison(table, Id("hero"), 4), pool(4, 2), pool(4, 0))
    assert told_of(poisoned) == [("Hero suffers 2 Physical Harm from the poison", ("C-98", "C-83"))]
    later = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", poison=(1,))
    later.run(lambda table: fester(table, Id("hero")))
    assert told_of(later) == [("Hero suffers 1 Physical Harm from the poison", ("C-99", "C-83"))]
    afraid = Fight({"hero": "a"}, {"troll": "a"}).play("survey", pool(3, 0), pool(5, 0))
    assert told_of(afraid) == [("Hero suffers 4 Mental Harm from fear", ("C-88", "C-83"))]
    pinned = Fight({"hero": "a"}, {"thug": "a"}).sheet_of("hero", pinned=True).play("go 0,1")
    assert told_of(pinned) == [("Hero suffers 1 Physical Harm as it leaves its zone", ("C-53", "C-83"))]
    spell = Fight({"mage": "a"}, {"thug": "a"}).play("cast rime thug", pool(6, 1))
    assert told_of(spell, "thug") == [("Thug 1 suffers 1 Physical Harm from the spell", ("C-32", "C-83"))]


def ways(fight: Fight) -> list[tuple[str, str]]:
    """The lines of the log that tell of another zone, and the rule of each."""
    moves = [event for event in (*fight.match.events, *fight.heard) if isinstance(event, Moved)]
    lines = [RULESET.tell(fight.board, event) for event in moves]
    return [(line.text, line.rules[0]) for line in lines if line is not None]


@pytest.mark.rule("einfelst", "C-26", "C-32", "C-53")
def test_who_is_pushed_is_told_by_what() -> None:
    pushed = Fight({"hero": "a"}, {"thug": "a"})
    assert ways(pushed.play(pushed.key("push thug", "b"), pool(6, 1), pool(5, 0))) == [
        ("Thug 1 is pushed to Zone b", "C-26")
    ]
    driven = Fight({"hero": "a"}, {"thug": "a"}).profile_of("thug", points=9)
    driven.play("strike thug sword", pool(7, 2), "push 0,1")
    assert ways(driven) == [("Thug 1 is driven to Zone b", "C-53")]
    before = Fight({"hero": "a"}, {"thug": "a"}).state
    assert Note(Id("thug"), "pushed") in RULESET.outcome(before, driven.state, driven.match.events).notes
    blown = Fight({"mage": "a"}, {"thug": "a"}).play("cast north-door thug", pool(6, 1), pool(4, 1))
    assert ways(blown) == [("Thug 1 is blown to Zone b", "C-32")]
    down = Fight({"mage": "a"}, {"thug": "a"}, field=chart("a")).play("cast north-door thug", pool(6, 1), pool(4, 1))
    assert [event.rule for event in down.told(told.Afflicted)] == ["C-32"]


@pytest.mark.rule("einfelst", "C-15", "C-31", "C-45")
@pytest.mark.parametrize(
    ("bar", "text", "rule"),
    [
        ({"climbs": "ab"}, "climbs to", "C-31"),
        ({"gaps": "ab"}, "leaps to", "C-15"),
        ({"water": "b"}, "swims to", "C-15"),
        ({}, "goes to", "C-45"),
    ],
)
def test_a_way_that_took_a_test_is_not_told_as_a_step(bar: dict[str, str], text: str, rule: str) -> None:
    def crossing() -> Fight:
        fight = Fight({"hero": "a"}, {"thug": "d"}, field=chart("abcd", **bar))  # type: ignore[arg-type]
        return fight.dice_of("hero", finesse=4, endure=4)

    fight = crossing()
    fight.play(fight.key("cross" if bar else "go", "b"), *([pool(4, 1)] if bar else []))
    (move,) = fight.told(Moved)
    line = RULESET.tell(crossing().board, move)
    assert line is not None and (line.text, line.rules) == (f"Hero {text} Zone b", (rule,))


@pytest.mark.rule("einfelst", "C-83", "W-28", "W-38")
def test_full_slots_are_told() -> None:
    def struck(*physical: int, won: int = 1) -> list[str]:
        fight = Fight({"hero": "a"}, {"thug": "a"}, acting="foes", severe="slows").sheet_of("hero", physical=physical)
        fight.until("strike hero axe", pool(6, won))
        if not isinstance(fight.match.pending, Roll):
            fight.play(*["fill"] * fight.offers("fill"))
        return [line for line in fight.log if " marks " in line or "slot" in line or "left with" in line]

    assert struck(0, 0, 0) == ["Hero marks 1 moderate"]
    assert struck(2, 1, 0) == ["Hero marks 1 moderate"]
    assert struck(2, 2, 0) == [
        "Hero marks 1 severe: no smaller slot is free",
        "Hero is left with one maneuver a turn",
    ]
    assert struck(2, 1, 1) == ["Hero marks 1 moderate"]
    assert struck(2, 2, 1) == ["Hero has all its slots full, and no slot is left for 2 of it"]
