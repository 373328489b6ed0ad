"""By the book: mortal injury and what follows, saving throws, our own spells, and the night after a battle."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.kit.testing.fight import check, d6, d8, d20
from game.rules.events import Id
from game.rules.odds import odds
from game.rules.ruleset import Note
from game.scene.battle_report import report
from rulesets.sovereign.play.events import Fell, Healed
from rulesets.sovereign.play.numbers import saved
from rulesets.sovereign.words.telling import tell
from tests.rulesets.resting import begun_with, night
from tests.rulesets.sovereign.kit import Fight

W1 = {"w1": ("skeletal-warrior", (20, 5))}


@pytest.mark.rule("sovereign", "E-93")
def test_the_named_fall_mortally_injured_and_the_nameless_die() -> None:
    fight = Fight({"annora": (5, 5), "bennett": (0, 0)}, {"captain": ("bandit-captain", (6, 5))}, acting="foes")
    fight.play("captain", "strike annora sword", d20(20), d8(8))
    assert fight.last(Fell).how == "mortally injured"
    sheet = fight.sheet("annora")
    assert (sheet.up, sheet.prone, sheet.hand, sheet.fell) == (False, True, "", 1)
    assert [thing.key for thing in fight.state.things.values()] == ["short-sword"]
    fight = Fight({"annora": (5, 5)}, {"b1": ("bandit", (6, 5)), **W1})
    fight.play("annora", "strike b1 short-sword", d20(20), d6(6))
    assert fight.last(Fell).how == "dead"
    assert fight.sheet("b1").dead


@pytest.mark.rule("sovereign", "E-93")
def test_they_die_as_the_sixth_round_after_ends() -> None:
    fight = Fight({"annora": (5, 5), "bennett": (0, 0)}, W1).sheet_of("annora", hp=0, fell=1, prone=True)
    for number in range(1, 7):
        assert fight.play().state.turn.round == number
        assert not fight.sheet("annora").dead
        fight.play("bennett", "done", "w1", "done")
    assert not fight.sheet("annora").dead, "five full rounds and the one she fell in"
    fight.play("bennett", "done", "w1", "done")
    assert fight.sheet("annora").dead


@pytest.mark.rule("sovereign", "E-93")
def test_the_stabilised_lie_on_and_are_frail() -> None:
    fight = Fight({"annora": (5, 5), "bennett": (5, 6)}, W1).sheet_of("annora", hp=0, fell=1, prone=True)
    fight.play("bennett", "aid annora", check(5, 4), "done")
    sheet = fight.sheet("annora")
    assert (sheet.stable, sheet.frail, sheet.up, sheet.dead) == (True, True, False, False)
    for _ in range(8):
        fight.play("w1", "done", "bennett", "done")
    assert not fight.sheet("annora").dead


@pytest.mark.rule("sovereign", "E-93")
def test_the_frail_die_at_0() -> None:
    fight = Fight({"annora": (5, 5), "bennett": (0, 0)}, {"w1": ("skeletal-warrior", (6, 5))}, acting="foes")
    fight.sheet_of("annora", hp=1, frail=True).play("w1", "strike annora short-sword", d20(20), d6(6))
    assert fight.last(Fell).how == "dead"


@pytest.mark.rule("sovereign", "E-93", "S-60")
def test_friends_beside_the_patient_help_for_their_main_actions() -> None:
    party = {"bennett": (5, 5), "gisela": (6, 6), "colette": (5, 4), "annora": (6, 5), "edda": (0, 0)}
    fight = Fight(party, W1).sheet_of("annora", hp=0, fell=1, prone=True)
    fight.profile_of("edda", skills={"Heal": 4}).play("bennett", "aid annora")
    assert fight.asked.who == "gisela", "Colette's help would be none, and Edda is far off"
    fight.play("yes", check(4, 4))
    assert fight.checked.tally.total == 2, "Heal 1, and a helper"
    assert not fight.sheet("gisela").main
    assert fight.sheet("annora").stable


@pytest.mark.rule("sovereign", "E-93", "E-47", "S-60")
def test_helping_draws_attacks_and_a_fallen_helper_adds_nothing() -> None:
    party = {"bennett": (5, 5), "gisela": (6, 6), "annora": (6, 5), "edda": (0, 0)}
    foes = {"w1": ("skeletal-warrior", (7, 7)), "w9": ("skeletal-warrior", (20, 11))}
    fight = Fight(party, foes).sheet_of("annora", hp=0, fell=1, prone=True).sheet_of("gisela", hp=1)
    fight.play("bennett", "aid annora", "yes", "strike short-sword", d20(20), d6(6), check(4, 4))
    assert not fight.sheet("gisela").up
    assert fight.checked.tally.total == 1


@pytest.mark.rule("sovereign", "E-93")
def test_one_attempt_a_round_and_none_without_a_kit() -> None:
    party = {"bennett": (5, 5), "gisela": (6, 6), "annora": (6, 5)}
    fight = Fight(party, W1).sheet_of("annora", hp=0, fell=1, prone=True)
    fight.play("bennett", "aid annora", "no", check(1, 1), "done", "gisela")
    assert not fight.offers("aid annora")
    fight = (
        Fight({"colette": (5, 5), "annora": (6, 5)}, W1).sheet_of("annora", hp=0, fell=1, prone=True).play("colette")
    )
    assert not fight.offers("aid annora")


@pytest.mark.rule("sovereign", "E-93")
def test_die_hards_stabilise_by_themselves() -> None:
    fight = Fight({"gisela": (5, 5), "bennett": (0, 0)}, W1).sheet_of("gisela", hp=0, fell=1, prone=True)
    fight.play("bennett", "done", "w1", "done")
    assert fight.sheet("gisela").stable


@pytest.mark.rule("sovereign", "E-93")
def test_a_less_lethal_weapon_leaves_its_victim_alive() -> None:
    fight = Fight({"bennett": (5, 5)}, {"b1": ("bandit", (6, 5)), **W1})
    fight.play("bennett", "strike b1 mace", d20(20), d6(6))
    assert fight.last(Fell).how == "knocked out"
    assert not fight.sheet("b1").dead


@pytest.mark.rule("sovereign", "E-94")
@pytest.mark.parametrize(("face", "target", "passed"), [(1, 1, False), (20, 25, True), (14, 14, True), (13, 14, False)])
def test_saving_throws(face: int, target: int, passed: bool) -> None:
    assert saved(face, target) == passed


@pytest.mark.rule("sovereign", "E-94")
@pytest.mark.parametrize(("face", "lost"), [(15, 3), (14, 7)])
def test_a_spell_that_a_save_halves(face: int, lost: int) -> None:
    fight = Fight({"daegal": (5, 5)}, {"ogre": (12, 5)}).profile_of("ogre", level=1)
    fight.play("daegal", "cast ember-lance ogre", check(3, 4), d20(face))
    assert fight.checked.needed == 15
    assert fight.hp("ogre") == 35 - lost
    assert not fight.sheet("daegal").main
    assert fight.sheet("daegal").casts == 1


@pytest.mark.rule("sovereign", "E-94", "S-36")
def test_sleep_is_shaken_off_by_a_mental_save_and_by_the_mighty() -> None:
    fight = Fight({"daegal": (5, 5)}, {"bugbear": (12, 5), **W1}).play("daegal", "cast heavy-lids bugbear", d20(13))
    assert fight.sheet("bugbear").out
    fight = Fight({"daegal": (5, 5)}, {"bugbear": (12, 5), **W1}).play("daegal", "cast heavy-lids bugbear", d20(14))
    assert fight.sheet("bugbear").up
    fight = Fight({"daegal": (5, 5)}, {"troll": (12, 5)}).play("daegal", "cast heavy-lids troll", d20(1))
    assert fight.sheet("troll").up, "6 Hit Dice"


@pytest.mark.rule("sovereign", "E-94")
def test_sleep_is_told_as_sleep_and_harms_nobody() -> None:
    fight = Fight({"daegal": (5, 5)}, {"bugbear": (12, 5), **W1}).play("daegal")
    found = odds(fight.match, "cast heavy-lids bugbear")
    assert found.mean_harm(Id("bugbear")) == 0
    assert found.down(Id("bugbear")) == Fraction(13, 20)
    assert found.noted()[Note(Id("bugbear"), "asleep")] == Fraction(13, 20)
    fight.play("daegal", "cast heavy-lids bugbear", d20(13))
    lines = [tell(fight.board, event) for event in fight.match.events]
    told = [line.folded or line.text for line in lines if line is not None]
    assert "Bugbear 1, Mental save: fails" in told
    assert "Bugbear 1 falls asleep, and is out of the fight" in told


@pytest.mark.rule("sovereign", "E-54", "S-36")
def test_a_mantle_wards_and_runs_out() -> None:
    fight = Fight({"hadrian": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5))}).profile_of("hadrian", hp=30)
    fight.play("hadrian", "cast glass-mantle hadrian", "done", "w1", "strike hadrian short-sword", d20(1), "done")
    assert fight.ac == 11 + 2
    for number in range(2, 8):
        assert fight.state.turn.round == number
        fight.play("hadrian", "done", "w1", "done")
    fight.play("hadrian", "done", "w1", "strike hadrian short-sword", d20(1))
    assert fight.ac == 11, "six rounds after the one it was cast in"


def test_a_flash_dazzles_for_a_round() -> None:
    foes = {"b1": ("bandit", (8, 5)), "b2": ("bandit", (20, 5))}
    fight = Fight({"hadrian": (5, 5), "edda": (9, 5)}, foes)
    fight.play("hadrian", "cast white-flash 8,5", d20(20), d20(1))
    assert not fight.sheet("edda").surprised, "she saved"
    assert fight.sheet("b1").surprised
    fight.play("done", "edda", "run 12,5")
    assert fight.opportunities == [], "it can't see her go"
    fight.play("done", "b2", "done")
    assert fight.state.turn.round == 2
    fight.play("end", "b2", "done")
    assert fight.state.turn.round == 3
    assert not fight.sheet("b1").surprised


def test_healing_brings_the_dying_round() -> None:
    fight = Fight({"hadrian": (5, 5), "annora": (6, 5)}, W1).sheet_of("annora", hp=0, fell=1, prone=True)
    fight.play("hadrian", "cast knitting-hand annora", d6(3))
    assert fight.last(Healed).left == 4
    assert fight.sheet("annora").up
    assert fight.sheet("annora").frail


def test_a_troll_knits_together_unless_burnt() -> None:
    fight = Fight({"hadrian": (5, 5), "edda": (0, 0)}, {"troll": (12, 5)}).sheet_of("troll", hp=20)
    fight.play("end", "troll", "done")
    assert fight.hp("troll") == 23
    fight = Fight({"hadrian": (5, 5), "edda": (0, 0)}, {"troll": (12, 5)}).sheet_of("troll", hp=20)
    fight.play(
        "hadrian", "cast ember-lance troll", check(2, 2), d20(20), "done", "edda", "done", "troll", "run 12,0", "done"
    )
    assert fight.hp("troll") == 18, "2 of fire, and no knitting in that round"
    assert Id("troll") in fight.state.combatants


@pytest.mark.rule("sovereign", "E-94")
def test_who_is_put_to_sleep_has_lost_nothing_by_the_report() -> None:
    fight = Fight({"daegal": (5, 5)}, {"bugbear": (12, 5), **W1})
    start = fight.state
    fight.play("daegal", "cast heavy-lids bugbear", d20(13))
    found = report(fight.match.ruleset, fight.match.setup, fight.match.ground, start, fight.match.events)
    daegal, bugbear = found.deeds[Id("daegal")], found.deeds[Id("bugbear")]
    assert (bugbear.taken, daegal.dealt, daegal.felled, found.best) == (0, 0, 1, None)


def _felled_unawares() -> Fight:
    """Annora falls in the free round of a surprise; then the party has the initiative."""
    foes = {"captain": ("bandit-captain", (6, 5)), "w1": ("skeletal-warrior", (20, 5))}
    fight = Fight({"annora": (5, 5), "bennett": (4, 5)}, foes, fresh=True, surprise="party")
    return fight.play("captain", "strike annora sword", d20(20), d8(8), "done", "w1", "done", d8(8), d8(1))


@pytest.mark.rule("sovereign", "E-93", "E-11", "S-26")
def test_who_falls_in_the_free_round_falls_in_the_round_before_the_first() -> None:
    fight = _felled_unawares()
    assert fight.sheet("annora").fell == 0
    for number in range(1, 7):
        assert fight.state.turn.round == number
        assert not fight.sheet("annora").dead
        fight.play("bennett", "done", "captain", "done", "w1", "done")
    assert fight.sheet("annora").dead, "as the sixth round after ends"
    fight = _felled_unawares().play("bennett", "aid annora", check(5, 4))
    assert fight.checked.tally.total == 0, "Heal 1, and a round has gone by"
    assert not fight.checked.passed


@pytest.mark.rule("sovereign", "S-66")
def test_a_night_heals_a_point_a_level() -> None:
    fight = Fight({"annora": (1, 1)}, {"goblin": (9, 9)}).sheet_of("annora", hp=2)
    _, brought = night(fight)
    assert begun_with(fight, brought[Id("annora")]).hp == 3


@pytest.mark.rule("sovereign", "S-66", "E-93")
def test_first_aid_goes_on_round_by_round_and_leaves_one_frail() -> None:
    fight = Fight({"annora": (1, 1), "bennett": (2, 1)}, {"goblin": (9, 9)})
    fight.sheet_of("annora", hp=0, fell=1)
    _, brought = night(fight, check(1, 1), check(6, 6))
    after = begun_with(fight, brought[Id("annora")])
    assert (after.hp, after.frail) == (1, True)
    frail = Fight({"annora": (1, 1)}, {"goblin": (9, 9)}).sheet_of("annora", hp=1, frail=True)
    assert begun_with(frail, night(frail)[1][Id("annora")]).hp == 1, "the frail don't heal by themselves"


@pytest.mark.rule("sovereign", "S-66", "E-93")
def test_without_a_kit_the_dying_die() -> None:
    fight = Fight({"annora": (1, 1), "colette": (2, 1)}, {"goblin": (9, 9)})
    fight.sheet_of("annora", hp=0, fell=1)
    state, brought = night(fight)
    assert state.combatants[Id("annora")].sheet.dead
    assert list(brought) == ["colette"]


@pytest.mark.rule("sovereign", "S-66", "E-93")
def test_who_has_a_kit_tends_one_in_a_round_and_the_others_help_with_it() -> None:
    fight = Fight({"annora": (1, 1), "colette": (1, 2), "bennett": (2, 1)}, {"goblin": (9, 9)})
    fight.sheet_of("annora", hp=0, fell=1).sheet_of("colette", hp=0, fell=1)
    state, _ = night(fight, check(6, 6), check(6, 6))
    stable = {who: state.combatants[Id(who)].sheet.hp for who in ("annora", "colette")}
    assert stable == {"annora": 1, "colette": 1}
    assert state.turn.round == 3, "one in each of two rounds"
