"""By the book: Combat Maneuvers, shoving, grappling, holds, two weapons; in lieu of damage out of turn too (S-44)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import check, d2, d4, d6, d20
from game.spatial.field import Edge, Feature, Zone
from rulesets.sovereign import RULESET
from rulesets.sovereign.play.events import (
    AttackDeclared,
    AttackRolled,
    AttackSpoiled,
    Checked,
    DamageRolled,
    PointsRolled,
    ShockDealt,
)
from rulesets.sovereign.sheet.sheet import Spell
from tests.rulesets.sovereign.kit import Fight, ground, terms

W1 = {"w1": ("skeletal-warrior", (6, 5)), "w9": ("skeletal-warrior", (20, 10))}


def gripping(**more: object) -> Fight:
    """Annora holds a skeletal warrior, on her side's turn."""
    return Fight({"annora": (5, 5), "bennett": (5, 4)}, W1).sheet_of("annora", grappling="w1", **more)


@pytest.mark.rule("sovereign", "E-74", "S-44")
def test_a_shove_takes_a_hit_and_a_check_and_does_no_damage() -> None:
    fight = Fight({"annora": (5, 5)}, W1).play("annora", "shove w1", d20(1))
    assert fight.told(Checked) == [], "a miss"
    assert fight.told(ShockDealt) == []
    assert fight.hp("w1") == 5
    fight = Fight({"annora": (5, 5)}, W1).play("annora", "shove w1", d20(12), check(5, 4))
    assert fight.offers("prone")
    fight.play("push 7,4")
    assert fight.at("w1") == (7, 4)
    assert not fight.sheet("w1").prone
    assert fight.opportunities == []
    assert fight.hp("w1") == 5


@pytest.mark.rule("sovereign", "E-75")
@pytest.mark.parametrize(("faces", "held"), [((4, 3), False), ((4, 4), True)])
def test_a_grapple_takes_an_unarmed_hit_and_a_check(faces: tuple[int, int], held: bool) -> None:
    fight = Fight({"annora": (5, 5)}, W1).play("annora", "grapple w1", d20(13), check(*faces))
    assert terms(fight.last(AttackRolled).tally) == {"E-55": 1, "E-56": 1}, "Brawl 0"
    assert (fight.checked.tally.total, fight.checked.needed) == (1, 9)
    assert (fight.sheet("annora").grappling == "w1") == held
    assert fight.hp("w1") == 5


@pytest.mark.rule("sovereign", "E-76")
@pytest.mark.parametrize(("faces", "free"), [((4, 3), False), ((4, 4), True)])
def test_breaking_free_takes_the_main_action_and_a_check(faces: tuple[int, int], free: bool) -> None:
    fight = Fight({"annora": (5, 5), "bennett": (1, 1)}, W1, acting="foes").sheet_of("annora", grappling="w1")
    fight.play("w1", "break free", check(*faces))
    assert (fight.checked.tally.total, fight.checked.needed) == (1, 9)
    assert (fight.sheet("annora").grappling == "") == free
    assert not fight.sheet("w1").main


@pytest.mark.rule("sovereign", "E-76")
def test_a_hold_may_be_released_for_nothing() -> None:
    annora = gripping().play("annora", "release").sheet("annora")
    assert (annora.grappling, annora.main, annora.free) == ("", True, 1)


@pytest.mark.rule("sovereign", "E-77")
@pytest.mark.parametrize(("faces", "still"), [((6, 6), []), ((5, 4), ["annora"]), ((1, 1), ["annora", "bennett"])])
def test_one_check_is_compared_with_every_holder(faces: tuple[int, int], still: list[str]) -> None:
    fight = Fight({"annora": (5, 5), "bennett": (5, 4)}, W1, acting="foes").profile_of("annora", skills={"Brawl": 2})
    fight.sheet_of("annora", grappling="w1").sheet_of("bennett", grappling="w1").play("w1", "break free", check(*faces))
    assert [who for who in ("annora", "bennett") if fight.sheet(who).grappling] == still


@pytest.mark.rule("sovereign", "E-77")
def test_one_grapples_one_at_a_time() -> None:
    foes = {**W1, "w2": ("skeletal-warrior", (6, 4))}
    fight = Fight({"annora": (5, 5)}, foes).sheet_of("annora", grappling="w1").play("annora")
    assert not fight.offers("grapple w2")


@pytest.mark.rule("sovereign", "E-78")
def test_neither_moves_and_both_fight_with_bare_hands() -> None:
    fight = gripping().play("annora")
    assert not any(family.verb == "run" for family in fight.asked.options.families)
    assert fight.refusal("Run").rule == "E-78"
    assert not fight.offers("strike w1 short-sword")
    assert not fight.offers("charge w9 short-sword")
    assert fight.offers("strike w1 unarmed")
    fight.play("done", "bennett", "done", "w1")
    assert not any(family.verb == "run" for family in fight.asked.options.families)
    assert not fight.offers("strike annora short-sword")
    assert fight.offers("strike annora unarmed")


@pytest.mark.rule("sovereign", "E-79", "S-26")
def test_the_held_are_squeezed_by_every_holder_as_the_round_ends() -> None:
    fight = gripping().sheet_of("bennett", grappling="w1").sheet_of("w1", hp=20)
    fight.play("annora", "done", "bennett", "done", "end", d2(2), d2(1))
    assert [event.dealt for event in fight.told(DamageRolled)] == [4, 2], "STR 1 and Killing Blow 1; Killing Blow 1"
    assert fight.hp("w1") == 14
    assert [line for line in fight.log if "squeezes" in line] == [
        "Annora squeezes Skeletal warrior 1",
        "Bennett squeezes Skeletal warrior 1",
    ]


@pytest.mark.rule("sovereign", "E-80")
def test_dragging_goes_ten_feet_along() -> None:
    fight = gripping().play("annora", "drag 3,5", check(5, 5))
    assert fight.at("annora") == (3, 5)
    assert fight.at("w1") == (4, 5), "on the side it came from"
    assert fight.sheet("annora").grappling == "w1"
    assert not fight.sheet("annora").main
    assert not gripping().play("annora").offers("drag 2,5")


@pytest.mark.rule("sovereign", "E-80", "S-55")
@pytest.mark.parametrize(("at", "keeps"), [((6, 4), False), ((5, 6), True)])
def test_another_holder_keeps_only_what_stays_in_its_reach(at: tuple[int, int], keeps: bool) -> None:
    """The skeleton is dragged from 6,5 to 4,5."""
    fight = Fight({"annora": (5, 5), "bennett": at}, W1).sheet_of("bennett", grappling="w1").sheet_of("w1", hp=20)
    fight.sheet_of("annora", grappling="w1").play("annora", "drag 3,5", check(6, 6))
    assert fight.at("w1") == (4, 5)
    assert (fight.sheet("bennett").grappling == "w1") == keeps
    fight.play("done", "bennett", "done", "end", *[d2(1)] * (1 + keeps))


@pytest.mark.rule("sovereign", "E-78", "S-55")
def test_the_held_drag_nobody_but_may_throw() -> None:
    foes = {**W1, "w2": ("skeletal-warrior", (4, 5))}
    fight = Fight({"annora": (5, 5)}, foes).sheet_of("annora", grappling="w1").sheet_of("w2", grappling="annora")
    fight.play("annora")
    assert not fight.offers("drag 5,3")
    assert fight.offers("hurl 7,5")


@pytest.mark.rule("sovereign", "E-80")
def test_hurling_goes_five_feet_and_down() -> None:
    fight = gripping().play("annora", "hurl 7,5", check(5, 5))
    assert fight.at("w1") == (7, 5)
    assert fight.sheet("w1").prone
    assert fight.sheet("annora").grappling == ""


@pytest.mark.rule("sovereign", "E-80")
def test_losing_the_check_frees_the_victim() -> None:
    fight = gripping().play("annora", "drag 3,5", check(1, 1))
    assert fight.at("annora") == (5, 5)
    assert fight.sheet("annora").grappling == ""


@pytest.mark.rule("sovereign", "E-47", "E-74", "E-81")
def test_the_log_of_a_shove_cites_the_rules_of_its_parts() -> None:
    fight = Fight({"annora": (5, 5)}, W1).profile_of("w1", bulk="large")
    fight.play("annora", "shove w1", d20(15), check(1, 1))
    assert terms(fight.checked.tally) == {"E-47": 1, "E-81": -2}
    line = RULESET.tell(fight.board, fight.checked)
    assert line is not None and line.rules == ("E-74", "E-47", "E-81"), "none of saves"


@pytest.mark.rule("sovereign", "E-81")
@pytest.mark.parametrize(("bulk", "humanoid", "penalty"), [("man", True, 0), ("large", True, -2), ("large", False, -4),
                                                           ("huge", True, -4)])  # fmt: skip
@pytest.mark.parametrize("key", ["shove w1", "grapple w1"])
def test_size_counts_against_the_attackers_checks(bulk: str, humanoid: bool, penalty: int, key: str) -> None:
    fight = Fight({"annora": (5, 5)}, W1).profile_of("w1", bulk=bulk, humanoid=humanoid)
    fight.play("annora", key, d20(15), check(1, 1))
    assert fight.checked.tally.total == 1 + penalty


@pytest.mark.rule("sovereign", "E-82", "E-83")
def test_two_weapons_need_skill_with_both() -> None:
    fight = Fight({"fenn": (5, 5)}, W1).sheet_of("w1", hp=20).profile_of("fenn", feats=())
    fight.play("fenn", "strike w1 dagger", d20(15), d4(4))
    assert terms(fight.last(AttackRolled).tally)["E-83"] == -1, "either may be chosen"
    assert fight.dealt == 1 + 2 + 2, "least of d4, DEX 2, and the other blade's 2"
    fight = Fight({"fenn": (5, 5)}, W1).profile_of("fenn", skills={"Stab": 0}).sheet_of("w1", hp=20)
    fight.play("fenn", "strike w1 short-sword", d20(15), d6(1))
    assert "E-83" not in terms(fight.last(AttackRolled).tally)
    assert fight.dealt == 4, "no more than its Shock"


@pytest.mark.rule("sovereign", "E-82", "S-22")
def test_both_weapons_must_reach() -> None:
    foes = {"b1": ("bandit", (6, 5)), "w9": ("skeletal-warrior", (20, 11))}

    def swing(at: tuple[int, int], key: str) -> int:
        fight = Fight({"gisela": (5, 5)}, {**foes, "b1": ("bandit", at)}).sheet_of("b1", hp=20)
        fight.sheet_of("gisela", off="mace").profile_of("gisela", feats=(), classes=())
        fight.play("gisela", key, d20(20), d6(3))
        return fight.dealt

    assert swing((6, 5), "strike b1 spear") == 5
    assert swing((7, 5), "strike b1 spear") == 3, "the mace does not reach ten feet"


@pytest.mark.rule("sovereign", "E-74", "E-06", "S-53")
@pytest.mark.parametrize(("who", "passes"), [("w2", True), ("bennett", False)])
def test_a_shove_leads_past_the_victims_friends_as_a_step_would(who: str, passes: bool) -> None:
    """Nobody cuts the corner of a foe; on no one's cell does it end."""
    beside, off = (6, 4), (0, 0)
    party = {"annora": (5, 5), "bennett": beside if who == "bennett" else off}
    foes = {**W1, "w2": ("skeletal-warrior", beside if who == "w2" else (20, 9))}
    fight = Fight(party, foes).play("annora", "shove w1", d20(20), check(6, 6))
    assert fight.offers("push 7,4") is passes
    assert not fight.offers("push 6,4")


@pytest.mark.rule("sovereign", "E-74", "S-44")
def test_a_shove_is_made_with_what_hits_best_of_what_reaches() -> None:
    foes = {"w1": ("skeletal-warrior", (6, 5)), "w2": ("skeletal-warrior", (7, 5)), "w9": ("skeletal-warrior", (20, 9))}
    for skills, brawl in (({"Brawl": 3, "Stab": 1}, True), ({"Brawl": 0, "Stab": 1}, False)):
        fight = Fight({"annora": (5, 5)}, foes).profile_of("annora", skills=skills).play("annora", "shove w1", d20(1))
        assert terms(fight.last(AttackRolled).tally)["E-22"] == (3 if brawl else 1)
    fight = Fight({"gisela": (5, 5)}, foes).profile_of("gisela", skills={"Brawl": 3, "Stab": 1})
    fight.play("gisela", "shove w2", d20(1))
    assert terms(fight.last(AttackRolled).tally)["E-22"] == 1, "fists do not reach ten feet, the spear does"


@pytest.mark.rule("sovereign", "E-79", "E-78", "S-68")
def test_claws_and_teeth_squeeze_as_they_bite() -> None:
    fight = Fight({"annora": (5, 5)}, {"wolf": (6, 5)}, acting="foes").sheet_of("wolf", grappling="annora")
    fight.play("wolf", "done", "annora", "done", d6(3))
    assert fight.dealt == 3 + 1
    fight = Fight({"annora": (5, 5), "bennett": (0, 0)}, {"wolf": (6, 5)}, acting="foes").sheet_of("annora", hp=1)
    fight.sheet_of("wolf", grappling="annora").play("wolf", "done", "annora", "done", "bennett", "done", d6(1))
    assert fight.sheet("annora").fell == 1, "what a bite brings down is not spared"


OPEN = ["." * 24] * 12


@pytest.mark.rule("sovereign", "E-51", "E-78", "S-63")
@pytest.mark.parametrize("holder", ["annora", "w1"])
def test_who_holds_or_is_held_may_get_up(holder: str) -> None:
    """Nobody moves from where it is by that, and the hold goes on."""
    fight = Fight({"annora": (5, 5)}, W1).sheet_of("annora", prone=True)
    fight.sheet_of(holder, grappling="w1" if holder == "annora" else "annora").play("annora")
    assert fight.keys("run") == []
    fight.play("stand")
    assert not fight.sheet("annora").prone
    assert fight.sheet(holder).grappling
    assert not fight.sheet("annora").move


@pytest.mark.rule("sovereign", "E-48", "E-50", "E-78", "S-63")
def test_hands_in_a_hold_draw_nothing_and_pick_nothing_up() -> None:
    fight = Fight({"annora": (5, 5)}, W1).sheet_of("w1", grappling="annora").thing("mace#1", "mace", (5, 6))
    fight.play("annora")
    assert fight.keys("draw") == fight.keys("pick up") == []
    assert fight.refusal("Pick up").rule == "E-78"
    assert Fight({"annora": (5, 5)}, W1).play("annora").keys("draw")


@pytest.mark.rule("sovereign", "E-17", "E-78", "S-63")
@pytest.mark.parametrize(("sheet", "rule"), [({"grappling": "w1"}, "E-78"), ({}, None)])
def test_no_whirlwind_in_a_hold(sheet: dict[str, str], rule: str | None) -> None:
    """It is once a fight, and would come to nothing."""
    fight = Fight({"edda": (5, 5)}, W1).sheet_of("edda", **sheet).play("edda")
    assert fight.offers("whirlwind") is (rule is None)
    if rule is not None:
        assert fight.refusal("Whirlwind").rule == rule


@pytest.mark.rule("sovereign", "E-17", "E-22")
def test_no_whirlwind_with_nobody_in_reach() -> None:
    fight = Fight({"edda": (1, 1)}, W1).play("edda")
    assert not fight.offers("whirlwind")
    assert fight.refusal("Whirlwind").rule == "E-22"


@pytest.mark.rule("sovereign", "E-80", "S-27")
def test_fire_burns_who_drags_somebody_through_it() -> None:
    """Where there is a way round, it is taken."""
    field = ground(*OPEN, features=(Feature("f", "fire", ((3, 5),), "Hearth"),))
    fight = Fight({"annora": (5, 5)}, W1, field=field).sheet_of("annora", grappling="w1")
    fight.play("annora", "drag 3,5", check(6, 6), d6(2))
    assert (fight.at("annora"), fight.at("w1")) == ((3, 5), (4, 5))
    assert (fight.last(PointsRolled).who, fight.last(PointsRolled).cause) == ("annora", "Hearth")
    assert fight.lost == [("annora", 2)]
    field = ground(*OPEN, features=(Feature("f", "fire", ((4, 5),)),))
    fight = Fight({"annora": (5, 5)}, W1, field=field).sheet_of("annora", grappling="w1")
    fight.play("annora", "drag 3,5", check(6, 6))
    assert fight.at("annora") == (3, 5)


@pytest.mark.rule("sovereign", "E-80", "S-27")
def test_who_falls_to_it_drags_nobody_farther() -> None:
    field = ground("#" * 24, "." * 24, "#" * 24, features=(Feature("f", "fire", ((4, 1),)),))
    foes = {"w1": ("skeletal-warrior", (6, 1)), "w9": ("skeletal-warrior", (20, 1))}
    fight = Fight({"annora": (5, 1), "bennett": (1, 1)}, foes, field=field).sheet_of("annora", grappling="w1")
    fight.play("annora", "drag 3,1", check(6, 6), d6(6))
    assert fight.sheet("annora").fell == 1
    assert (fight.at("annora"), fight.at("w1")) == ((4, 1), (6, 1))


@pytest.mark.rule("sovereign", "E-64", "E-74", "S-46")
@pytest.mark.parametrize("dark", [((6, 5),), ((6, 5), (7, 5))], ids=["into the light", "on in the dark"])
def test_where_somebody_is_pushed_is_known(dark: tuple[tuple[int, int], ...]) -> None:
    """Out of the dark, or farther into it: they who push know where to."""
    field = ground(*OPEN, zones=(Zone("z", "Night", dark, dark=True),))
    fight = Fight({"annora": (5, 5), "colette": (12, 5)}, W1, field=field).sheet_of("w1", known=False)
    assert not fight.play("colette").offers("shoot w1 small-bow")
    fight.play("other", "annora", "shove w1", d20(20), check(6, 6), "push 7,5", "done")
    assert fight.asked.who == "colette"
    assert fight.offers("shoot w1 small-bow")


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
