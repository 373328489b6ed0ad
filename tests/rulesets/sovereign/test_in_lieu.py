"""By the book: any melee attack may be made to shove or to seize in lieu of damage, out of turn too (S-44)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import check, d2, d6, d20
from game.spatial.field import Edge
from rulesets.sovereign.play.events import AttackDeclared, AttackRolled, AttackSpoiled
from rulesets.sovereign.sheet.sheet import Spell
from tests.rulesets.sovereign.kit import Fight, ground, terms

W1 = {"w1": ("skeletal-warrior", (6, 5)), "w9": ("skeletal-warrior", (20, 10))}


@pytest.mark.rule("sovereign", "E-19", "E-74", "E-75", "S-44")
@pytest.mark.parametrize("aim", ["shove", "grapple"])
def test_an_opening_may_be_used_to_shove_or_to_seize(aim: str) -> None:
    """Whoever is thrown down or held on its way goes no farther."""
    fight = Fight({"annora": (5, 5)}, W1, acting="foes").until("w1", "run 12,5", "pass")
    assert fight.keys()[0] == "pass"
    assert fight.keys()[-2:] == ["grapple", "shove"]
    fight.play(aim, d20(20), check(6, 6), *(["prone"] if aim == "shove" else []))
    assert fight.last(AttackDeclared).action == "attack of opportunity"
    assert fight.at("w1") == (6, 5) or aim == "shove"
    assert fight.sheet("w1").prone is (aim == "shove")
    assert fight.sheet("annora").grappling == ("w1" if aim == "grapple" else "")
    assert fight.sheet("annora").main, "it is free"
    assert f"Annora tries to {aim} Skeletal warrior 1 (attack of opportunity)" in fight.log


@pytest.mark.rule("sovereign", "E-25", "E-74", "E-75", "S-44")
@pytest.mark.parametrize("aim", ["shove", "grapple"])
def test_so_may_a_snap(aim: str) -> None:
    fight = Fight({"annora": (5, 5), "colette": (6, 4)}, W1, acting="foes")
    fight.until("w1", "strike colette short-sword", f"snap-{aim} w1", d20(20))
    assert terms(fight.last(AttackRolled).tally)["E-25"] == -4
    assert fight.last(AttackDeclared).aim == aim
    fight.play(check(6, 6), *(["push 7,6"] if aim == "shove" else []))
    assert not fight.sheet("annora").main
    assert fight.last(AttackSpoiled).rule == ("E-22" if aim == "shove" else "E-78"), "too far, or not with a sword"


@pytest.mark.rule("sovereign", "E-32", "E-74", "E-75", "S-44")
@pytest.mark.parametrize("aim", ["shove", "grapple"])
def test_so_may_a_charge(aim: str) -> None:
    fight = Fight({"annora": (1, 5)}, W1).play("annora", f"charge-{aim} w1 5,5", d20(1))
    assert fight.at("annora") == (5, 5)
    assert terms(fight.last(AttackRolled).tally)["E-32"] == 2
    assert fight.sheet("annora").charged


@pytest.mark.rule("sovereign", "E-32")
@pytest.mark.parametrize("way", ["charge w1 short-sword 5,5", "charge-throw w1 hand-axe 3,5", "charge-shove w1 5,5"])
def test_a_charge_tells_beforehand_all_that_its_attack_adds(way: str) -> None:
    """What it brings itself, and what every attack has; cover and distance as they are where it ends."""
    fight = Fight({"annora": (1, 5)}, W1).play("annora")
    about = fight.option(way).about
    told = about.tally
    assert told is not None and set(terms(told)) > {"E-32"}
    assert "AC -2 until the round ends (E-32)" in about.told
    assert fight.play(way, d20(1)).last(AttackRolled).tally == told


@pytest.mark.rule("sovereign", "E-22", "E-32", "S-57")
def test_a_charge_may_end_in_a_blow_of_fists_or_rim() -> None:
    fight = Fight({"annora": (1, 5)}, W1).play("annora")
    assert {"charge w1 unarmed 5,5", "charge w1 shield-bash 5,5"} <= set(fight.keys("charge"))


@pytest.mark.rule("sovereign", "E-25", "E-75", "E-77")
def test_who_holds_somebody_seizes_nobody_else_out_of_turn_either() -> None:
    foes = {**W1, "w2": ("skeletal-warrior", (4, 5))}
    fight = Fight({"annora": (5, 5)}, foes, acting="foes").sheet_of("annora", grappling="w2")
    fight.until("w1", "strike annora short-sword")
    assert fight.keys("snap-grapple") == []
    assert set(fight.keys("snap-shove")) == {"snap-shove w1", "snap-shove w2"}


# ------------------------------------------------------------------ fists and rim, out of turn too (S-57)


@pytest.mark.rule("sovereign", "E-19", "E-22", "E-25", "S-57")
def test_openings_and_snaps_may_be_made_with_rim_or_fists() -> None:
    """With a sword in hand as well: what a turn offers, an Instant offers."""
    fight = Fight({"annora": (5, 5)}, W1, acting="foes").until("w1", "run 12,5", "pass")
    assert fight.keys("strike") == ["strike short-sword", "strike shield-bash", "strike unarmed"]
    fight.play("strike unarmed", d20(20), d2(1))
    assert fight.last(AttackDeclared).weapon == "unarmed"
    fight = Fight({"annora": (5, 5), "colette": (6, 4)}, W1, acting="foes")
    fight.until("w1", "strike colette short-sword")
    assert fight.keys("snap") == ["snap w1 short-sword", "snap w1 shield-bash", "snap w1 unarmed"]


@pytest.mark.rule("sovereign", "E-28", "E-29", "S-57")
def test_a_swarm_may_strike_with_them_too() -> None:
    fight = Fight({"annora": (5, 5), "bennett": (5, 4)}, W1)
    fight.play("annora", "swarm w1", "done", "swarm w1")
    assert {"swarm-melee annora w1 shield-bash", "swarm-melee bennett w1 unarmed"} <= set(fight.keys("swarm-melee"))


# ------------------------------------------------------------------ what an answer has made impossible (S-5)


def pushed_off(*did: str, **foe: object) -> Fight:
    """Annora holds her action and pushes the foe a cell off, in answer to what it does."""
    field = ground(*["." * 12] * 8, edges=(Edge("d", (6, 6), (7, 6), "door", cost="bonus"),))
    foes = {"w1": ("skeletal-warrior", (6, 5)), "w9": ("skeletal-warrior", (11, 0))}
    fight = Fight({"annora": (5, 5)}, foes, field=field).thing("mace#1", "mace", (5, 6)).sheet_of("w1", **foe)
    fight.play("annora", "hold", "w1").until(*did, "act", "shove w1", d20(20), check(6, 6), "push 7,4")
    return fight.play("done")


@pytest.mark.rule("sovereign", "E-50", "S-5")
def test_who_is_pushed_off_picks_up_nothing() -> None:
    fight = pushed_off("pick up mace#1")
    assert "mace#1" in fight.state.things
    assert fight.last(AttackSpoiled).rule == "E-50"


@pytest.mark.rule("sovereign", "E-54", "S-5", "S-28")
def test_who_is_pushed_off_opens_no_door() -> None:
    fight = pushed_off("open d")
    assert fight.state.open_edges == ()
    assert fight.last(AttackSpoiled).rule == "E-54"


@pytest.mark.rule("sovereign", "E-27", "S-5", "S-36")
def test_who_is_pushed_out_of_range_has_lost_the_mark_of_a_spell() -> None:
    """A healing hand reaches five feet."""
    foes = {"mage": ("hedge-mage", (5, 5)), "b1": ("bandit", (5, 6))}
    fight = Fight({"annora": (6, 4)}, foes, acting="foes").sheet_of("b1", hp=1)
    touch = Spell("touch", "Touch", "", "ally", 5, dice="d6", effect="heal")
    fight.profile_of("mage", spells=(touch,)).play("mage")
    fight.until("cast touch b1", "snap-shove mage", d20(20)).play(check(6, 6), "push 4,4")
    assert fight.hp("b1") == 1
    assert fight.last(AttackSpoiled).why == "Touch has lost its mark"


@pytest.mark.rule("sovereign", "E-47", "E-93", "S-5")
def test_who_is_pushed_off_gives_no_first_aid() -> None:
    fight = Fight({"bennett": (5, 5), "colette": (5, 6)}, W1).sheet_of("colette", hp=0, fell=1, prone=True)
    fight.play("bennett").until("aid colette", "shove", d20(20), check(6, 6), "push 4,4")
    fight.play()
    assert not fight.sheet("colette").stable and not fight.sheet("colette").tended
    assert fight.last(AttackSpoiled).rule == "E-47"


@pytest.mark.rule("sovereign", "E-25", "E-19")
def test_what_is_not_meant_to_wound_is_a_topic_of_its_own() -> None:
    """Whoever has said to strike at every opening is not asked for the sake of the others."""
    fight = Fight({"annora": (5, 5)}, W1, acting="foes").until("w1", "run 12,5", "pass")
    topics = {option.key: (option.topic, option.matters) for option in fight.asked.options}
    assert topics["strike short-sword"] == ("attack of opportunity", True)
    assert topics["shove"] == topics["grapple"] == ("grapple or shove", False)
    fight.play("strike short-sword", d20(20), d6(6))


@pytest.mark.rule("sovereign", "E-32", "E-83")
def test_a_charge_with_a_weapon_that_is_drawn_for_it_is_told_with_that_in_hand() -> None:
    """A weapon for both hands ends the pair that is in them now, and with it what two weapons take off."""
    sword = Fight({"fenn": (1, 5)}, W1).sheet("fenn").weapon("short-sword")
    axe = replace(sword, key="war-axe", traits=("two-handed",))
    fight = Fight({"fenn": (1, 5)}, W1)
    fight.sheet_of("fenn", found=(axe,), ready=("short-sword", "dagger", "war-axe")).play("fenn")
    told = fight.option("charge w1 war-axe 5,5").about.tally
    assert told is not None and "E-83" not in terms(told)
    both = fight.option("charge w1 short-sword 5,5").about.tally
    assert both is not None and terms(both)["E-83"] == -1
    assert fight.play("charge w1 war-axe 5,5", d20(1)).last(AttackRolled).tally == told
