"""By the book: what a foe may do out of its turn is whatever it could do to that target on its own."""

from __future__ import annotations

from math import fsum
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d4, d6, d8, d10, d20
from game.rules.action import menu
from game.rules.events import Id
from game.rules.odds import plain_odds, replies
from game.rules.table import Board
from game.spatial.field import Feature
from rulesets.glog import RULESET
from rulesets.glog.play.actions import ACTIONS
from rulesets.glog.play.assaults import against
from rulesets.glog.play.geometry import adjacent
from rulesets.glog.play.turn import END
from tests.rulesets.glog.kit import Fight, ground, suffering
from tests.rulesets.glog.test_agreement import a_fight
from tests.rulesets.glog.test_model import chosen, features

NEAR = {"hero": (5, 5)}
AT_THE_RIM = {"hero": (0, 5)}


def failed(foes: dict[str, Any], **more: Any) -> Fight:
    """A hero has shoved at somebody, in vain; ``more`` is of its opponent's sheet."""
    who = next(iter(foes))
    return Fight(NEAR, foes).sheet_of(who, **more).until(f"shove {who}", d20(2))


def begun(fight: Fight, *words: str) -> list[str]:
    """The keys that begin with some words."""
    return [key for key in fight.asked.options.all_keys() if key.startswith(" ".join(words))]


# ------------------------------------------------------------------ after a gambit


@pytest.mark.rule("glog", "D-41", "D-25", "G-12")
def test_a_loaded_bow_and_a_handy_knife_answer_a_gambit() -> None:
    fight = failed({"archer": (6, 5)})
    assert {"shoot hero longbow", "strike hero knife", "throw hero throwing-knife"} <= set(fight.keys())
    fight.until("strike hero knife", d20(15), d6(2))
    assert fight.sheet("archer").hands == ("knife",), "it is drawn for the blow"
    shot = failed({"archer": (6, 5)}).until("shoot hero longbow", d20(19), d6(1), d8(3)).play()
    assert shot.lost == [("hero", 3, "Grit")]


@pytest.mark.rule("glog", "D-41", "D-19", "D-28", "D-25", "G-12")
@pytest.mark.parametrize(
    ("unit", "state", "key"),
    [
        ("crossbowman", {"unloaded": ("crossbow",)}, "shoot hero crossbow"),
        ("archer", {"depleted": ("longbow",)}, "shoot hero longbow"),
    ],
)
def test_what_is_barred_on_a_turn_is_barred_in_an_answer(unit: str, state: dict[str, Any], key: str) -> None:
    assert failed({unit: (6, 5)}).offers(key)
    assert not failed({unit: (6, 5)}, **state).offers(key)


@pytest.mark.rule("glog", "D-41", "D-29", "D-16", "G-12")
def test_a_touch_spell_answers_a_gambit_and_is_spent() -> None:
    fight = failed({"mage": (6, 5)}, castings=1)
    assert fight.offers("cast grave-hand hero") and not begun(fight, "use")
    fight.until("cast grave-hand hero", d20(15), d10(2))
    assert fight.has("hero", "dazed") and fight.sheet("mage").castings == 0
    assert fight.sheet("mage").action, "its own turn is still to come"
    assert not begun(failed({"mage": (6, 5)}, castings=0), "cast")


@pytest.mark.rule("glog", "D-41", "D-16", "G-12")
def test_a_spell_on_a_place_answers_where_it_catches_whoever_failed() -> None:
    fight = failed({"mage": (6, 5)})
    laid = begun(fight, "cast lullaby")
    told = [fight.option(key).about.notes[-1] for key in laid]
    assert sorted(told) == ["catches Hero", "catches Hero, Mage"], "once for each of those whom it may catch"
    alone = next(key for key, note in zip(laid, told, strict=True) if note == "catches Hero")
    assert not begun(fight, "cast glow"), "a light hampers nobody"
    fight.until(alone, d20(2))
    assert fight.has("hero", "asleep") and not fight.has("mage", "asleep")


@pytest.mark.rule("glog", "D-41", "D-16", "D-25", "G-12")
def test_a_magic_thing_and_a_broken_hold_answer_too() -> None:
    fight = Fight(NEAR, {"hedge-wizard": (6, 5)}).sheet_of("hero", grappling="hedge-wizard")
    fight.until("trip hedge-wizard", d20(2))
    assert {"use coal-in-a-cage hero", "break hero", "feint hero"} <= set(fight.keys())
    fight.until("break hero", d20(20), d6(1))
    assert fight.sheet("hero").grappling == ""


@pytest.mark.rule("glog", "D-41", "D-51", "G-12")
def test_whoever_failed_may_be_faced_down() -> None:
    fight = Fight({"hireling": (5, 5)}, {"boss": (6, 5)}).until("trip boss", d20(2))
    fight.until("cow hireling", d20(15), d6(1), d20(2))
    assert fight.sheet("hireling").fleeing


@pytest.mark.rule("glog", "D-41", "G-12")
@pytest.mark.parametrize("seed", range(6))
def test_an_answer_offers_what_the_turn_would_and_nothing_more(seed: int) -> None:
    """Of a fight on a shipped map, or as good as: the keys aimed at one foe, on a turn and in an answer."""
    random, compared = Random(seed), 0
    while compared < 3:
        fight = a_fight(random)
        board = fight.board
        pairs = [
            (me, it)
            for me in board.state.combatants.values()
            for it in board.state.combatants.values()
            if me.side != it.side and adjacent(board, me, it) and me.sheet.acts and it.sheet.acts
        ]
        if not pairs:
            continue
        me, it = random.choice(pairs)
        then = Board(RULESET.hypothetical_turn(board, me.id, {}), board.setup, board.space)
        aimed = {option.key for option in menu(ACTIONS, then, then.now(me.id), END) if option.target == it.id}
        aimed = {key for key in aimed if key.split()[0] in RULESET.attacks}
        found = against(board, me, it, "retaliation")
        assert aimed == {option.key for option in found if option.target is not None}, (me, it)
        compared += 1


@pytest.mark.rule("glog", "D-41")
def test_the_odds_of_a_gambit_tell_of_a_bow_that_answers() -> None:
    fight = Fight(NEAR, {"archer": (6, 5)}).sheet_of("archer", handy=("longbow",))
    plain = plain_odds(fight.match, "shove archer")
    found = replies(fight.match, plain, leaves=4000, samples=400)
    assert [(one.topic, one.who, one.key) for one in found] == [("retaliation", "archer", "shoot hero longbow")]
    assert found[0].odds.mean_harm(Id("hero")) > 0


def test_an_ai_reckons_with_bows_and_spells_in_answer_and_makes_use_of_them() -> None:
    knife = features(Fight({"hero": (3, 3)}, {"mage": (4, 3)}).sheet_of("mage", castings=0))["trip mage"]
    spell = features(Fight({"hero": (3, 3)}, {"mage": (4, 3)}))["trip mage"]
    assert fsum(spell.get(word, 0.0) for word in ("spent", "lost", "wounds", "tied")) > fsum(
        knife.get(word, 0.0) for word in ("spent", "lost", "wounds", "tied")
    )
    bare = failed({"archer": (6, 5)}, handy=("longbow",), hands=("longbow",))
    assert chosen(bare) != "pass"
    mage = failed({"mage": (6, 5)}, hands=(), handy=())
    assert features(mage)["cast grave-hand hero"]["cast"] == 1.0


# ------------------------------------------------------------------ after a retreat


@pytest.mark.rule("glog", "D-23", "D-25", "G-16")
def test_a_retreat_is_answered_with_what_is_handy_loaded_or_known() -> None:
    fight = Fight(AT_THE_RIM, {"archer": (1, 5)}).until("retreat")
    assert {"shoot hero longbow", "strike hero knife", "trip hero", "grapple hero"} <= set(fight.keys())
    fight.until("shoot hero longbow", d20(19), d6(1), d8(3)).play()
    assert fight.lost == [("hero", 3, "Flesh")], "past Grit"
    mage = Fight(AT_THE_RIM, {"mage": (1, 5)}).until("retreat", "cast grave-hand hero", d20(15), d10(2))
    assert mage.lost == [("hero", 2, "Grit")], "magic does not"
    assert Id("hero") in mage.state.gone, "dazed, one gets away all the same"


@pytest.mark.rule("glog", "D-23", "D-38", "G-16")
@pytest.mark.parametrize(("answer", "boon"), [("trip hero", ()), ("grapple hero", (d6(1),)), ("shove hero", (d6(1),))])
def test_whoever_is_hampered_as_it_retreats_stays(answer: str, boon: tuple[Any, ...]) -> None:
    hall = ground("############", "#..........#", "############")
    hall = replace(hall, features=(Feature("out", "exit", ((5, 1),), "Exit"),))
    fight = Fight({"hero": (5, 1)}, {"thug": (4, 1)}, field=hall).until("retreat", answer, d20(20), *boon)
    assert not fight.state.gone and not fight.sheet("hero").action
    assert fight.asked.who == "hero", "what is left of its turn it has"


@pytest.mark.rule("glog", "D-23", "D-41", "G-12")
def test_a_gambit_against_whoever_retreats_can_not_fail_back() -> None:
    fight = Fight(AT_THE_RIM, {"thug": (1, 5), "b": ("thug", (9, 9))}).until("retreat", "trip hero", d20(1))
    assert Id("hero") in fight.state.gone


@pytest.mark.rule("glog", "D-23", "D-16", "G-16")
def test_of_several_each_answers_in_turn_until_one_of_them_keeps_it() -> None:
    fight = Fight(AT_THE_RIM, {"a": ("thug", (1, 5)), "mage": (1, 6), "late": ("thug", (0, 6))}).until("retreat")
    assert fight.asked.who == "a"
    fight.until("pass")
    told = {fight.option(key).about.notes[-1]: key for key in begun(fight, "cast lullaby")}
    fight.until(told["catches Hero, a"], d20(2), d20(20))
    assert fight.has("hero", "asleep") and not fight.state.gone
    assert fight.asked.who != "late" or fight.asked.kind != "react", "nobody leaves any more"


@pytest.mark.rule("glog", "D-23", "G-12")
def test_the_warning_of_a_retreat_names_those_who_can_answer() -> None:
    fight = Fight(AT_THE_RIM, {"archer": (1, 5), "thug": (1, 6)}).sheet_of("thug", conditions=suffering("asleep"))
    assert [danger.who for danger in fight.option("retreat").about.dangers] == ["archer"]
    fists = Fight(AT_THE_RIM, {"thug": (1, 5)}).sheet_of("thug", hands=(), handy=()).until("retreat")
    fists.until("strike hero fist", d20(15), d4(2)).play()
    assert fists.lost == [("hero", 1, "Flesh")]
