"""Hands: what is picked up, drawn, sheathed and struck with (rulings S-56, S-57), and two weapons at once."""

from __future__ import annotations

import pytest

from game.kit.cell_masks import FAR as NO_WAY
from game.kit.cell_masks import distance_of
from game.kit.testing.fight import d2, d4, d6, d20
from game.rules.events import Id
from game.spatial.field import Edge, Feature
from rulesets.sovereign import RULESET
from rulesets.sovereign.play.blow import at_hand
from rulesets.sovereign.play.events import AttackRolled, DamageRolled
from rulesets.sovereign.play.geometry import melee_reach
from rulesets.sovereign.play.morale import ways_out
from rulesets.sovereign.sheet import roster
from tests.rulesets.sovereign.kit import Fight, ground, terms

FAR = {"w9": ("skeletal-warrior", (20, 11))}
W1 = {"w1": ("skeletal-warrior", (6, 5)), **FAR}


@pytest.mark.rule("sovereign", "E-50", "S-56")
def test_a_fallen_foes_weapon_is_taken_without_its_owners_skill() -> None:
    """The captain's sword does d8+1 with Shock 3/13 in its own hand; in Annora's it is a sword."""
    foes = {"captain": ("bandit-captain", (6, 5)), **FAR}
    fight = Fight({"annora": (5, 5), "bennett": (0, 0)}, foes).sheet_of("captain", hp=1)
    fight.play("annora", "strike captain short-sword", d20(20), d6(6))
    assert fight.state.things["sword#1"].marks == {}
    fight.play("pick up sword#1")
    sheet = fight.sheet("annora")
    assert (sheet.hand, sheet.ready, sheet.move) == ("sword", ("short-sword", "hand-axe", "sword"), False)
    assert sheet.weapon("sword") == roster.STOCK.house.weapons["sword"]
    assert sheet.off == "shield"


@pytest.mark.rule("sovereign", "E-50", "S-56")
def test_magic_stays_on_a_weapon_and_one_may_own_two_of_a_kind() -> None:
    foes = {"goblin": ("goblin", (6, 5)), "w9": ("skeletal-warrior", (9, 9))}
    fight = Fight({"annora": (5, 5), "bennett": (0, 0)}, foes).weapon_of("goblin", "short-sword", magic=2, bonus=1)
    fight.sheet_of("goblin", hp=1).play("annora", "strike goblin short-sword", d20(20), d6(6))
    assert fight.state.things["short-sword#1"].marks == {"magic": 2}
    fight.play("pick up short-sword#1")
    sheet = fight.sheet("annora")
    assert sheet.hand == "short-sword+2"
    assert (sheet.weapon("short-sword+2").magic, sheet.weapon("short-sword").magic) == (2, 0)
    assert (sheet.weapon("short-sword+2").bonus, sheet.weapon("short-sword+2").kind) == (0, "short-sword")
    fight.play("done", "bennett", "done", "w9", "done", "annora", "charge w9 short-sword+2 8,8", d20(1))
    assert terms(fight.last(AttackRolled).tally)["E-55"] == 1 + 2
    fight = Fight({"annora": (5, 5), "bennett": (0, 0)}, W1, acting="foes")
    fight.sheet_of(
        "annora", found=(sheet.weapon("short-sword+2"),), hp=1, hand="short-sword+2", ready=("short-sword+2",)
    )
    fight.play("w1", "strike annora short-sword", d20(20), d6(6))
    assert fight.state.things["short-sword#1"].marks == {"magic": 2}


@pytest.mark.rule("sovereign", "E-50", "E-49")
def test_a_crossbow_is_picked_up_as_it_was_dropped() -> None:
    foes = {"x": ("bandit-crossbow", (6, 5)), **FAR}
    fight = Fight({"hadrian": (5, 5), "annora": (7, 5)}, foes).sheet_of("x", unloaded=("crossbow",), hp=1)
    fight.sheet_of("hadrian", hand="", ready=()).profile_of("hadrian", skills={})
    fight.play("annora", "strike x short-sword", d20(20), d6(6), "done", "hadrian", "pick up crossbow#1")
    assert fight.sheet("hadrian").unloaded == ("crossbow",)


@pytest.mark.rule("sovereign", "E-50", "S-56")
def test_full_hands_are_told_what_to_do() -> None:
    fight = Fight({"annora": (5, 5)}, W1).thing("great-sword#1", "great-sword", (5, 6)).play("annora")
    assert not fight.offers("pick up great-sword#1")
    found = next(refusal for refusal in fight.asked.refusals() if refusal.label == "Pick up the great sword")
    assert (found.rule, "stow the shield" in found.why) == ("E-48", True)
    fight = Fight({"annora": (5, 5)}, W1).thing("mace#1", "mace", (5, 6))
    fight.play("annora", "draw hand-axe", "draw short-sword")
    assert fight.offers("pick up mace#1")
    fight.play("draw hand-axe")
    assert not fight.offers("pick up mace#1"), "no Free Action is left to sheathe the sword"


@pytest.mark.rule("sovereign", "E-50", "E-78", "S-56")
def test_neither_beasts_nor_the_clinched_pick_anything_up() -> None:
    fight = Fight({"wolf": (5, 5)}, W1).thing("mace#1", "mace", (5, 6)).play("wolf")
    assert not fight.offers("pick up mace#1")
    fight = (
        Fight({"annora": (5, 5)}, W1).thing("mace#1", "mace", (5, 6)).sheet_of("annora", grappling="w1").play("annora")
    )
    assert not fight.offers("pick up mace#1")
    assert fight.refusal("Pick up the mace").rule == "E-78"


@pytest.mark.rule("sovereign", "E-22", "S-57")
def test_fists_and_the_shields_rim_strike_with_a_sword_in_hand() -> None:
    fight = Fight({"annora": (5, 5)}, W1).sheet_of("w1", hp=20)
    fight.play("annora", "strike w1 unarmed", d20(20), d2(2))
    assert terms(fight.last(AttackRolled).tally) == {"E-55": 1, "E-56": 1}, "Brawl 0"
    assert fight.sheet("annora").hand == "short-sword"
    fight = Fight({"annora": (5, 5)}, W1).sheet_of("w1", hp=20)
    fight.play("annora", "strike w1 shield-bash", d20(20), d4(3))
    assert terms(fight.last(AttackRolled).tally) == {"E-55": 1, "E-56": 1, "E-22": 1}, "Stab 1 (S-33), no two weapons"
    assert fight.last(DamageRolled).faces == 3
    assert fight.sheet("annora").shielded
    fight = Fight({"annora": (5, 5)}, W1).sheet_of("annora", off="").play("annora")
    assert not fight.offers("strike w1 shield-bash")


@pytest.mark.rule("sovereign", "E-19", "E-25", "S-57")
def test_fists_answer_as_an_instant_but_do_not_arm_anybody() -> None:
    fight = Fight({"colette": (5, 5)}, W1, acting="foes").play(
        "w1", "strike colette short-sword", "snap w1 unarmed", d20(1)
    )
    assert fight.last(AttackRolled).who == "colette"
    fight = Fight({"colette": (5, 5)}, W1, acting="foes").play("w1", "run 9,9")
    assert fight.opportunities == [], "a bow is no melee weapon"


@pytest.mark.rule("sovereign", "E-48", "S-57")
def test_sheathing_is_free() -> None:
    fight = Fight({"annora": (5, 5)}, W1).play("annora", "sheathe short-sword")
    sheet = fight.sheet("annora")
    assert (sheet.hand, sheet.main, sheet.move, sheet.free) == ("", True, True, 1)
    assert "short-sword" in sheet.ready
    assert not Fight({"wolf": (5, 5)}, W1).play("wolf").offers("sheathe bite")


@pytest.mark.rule("sovereign", "E-82", "S-57")
def test_a_second_weapon_may_be_drawn_in_battle() -> None:
    fight = Fight({"fenn": (5, 5)}, W1).sheet_of("fenn", off="").sheet_of("w1", hp=20).profile_of("fenn", feats=())
    fight.play("fenn", "draw-second dagger")
    assert (fight.sheet("fenn").hand, fight.sheet("fenn").off, fight.sheet("fenn").free) == ("short-sword", "dagger", 1)
    fight.play("strike w1 short-sword", d20(20), d6(6))
    assert fight.dealt == 1 + 2 + 2, "the least of d6, DEX 2, and the dagger's 2"
    assert (
        not Fight({"fenn": (5, 5)}, W1)
        .sheet_of("fenn", off="")
        .profile_of("fenn", skills={"Stab": 0})
        .play("fenn")
        .offers("draw-second dagger")
    )
    assert not Fight({"gisela": (5, 5)}, W1).play("gisela").offers("draw-second mace"), "a shield is on her arm"


@pytest.mark.rule("sovereign", "E-82", "S-39")
def test_npcs_wield_two_weapons_only_with_levels_of_their_own() -> None:
    for skills, penalty in (({"Stab": 1}, -1), ({}, 0)):
        fight = Fight({"annora": (5, 5)}, {"k": ("knife-thrower", (6, 5))}, acting="foes").profile_of(
            "k", skills=skills
        )
        fight.play("k", "strike annora stiletto", d20(1))
        assert terms(fight.last(AttackRolled).tally).get("E-83", 0) == penalty


@pytest.mark.rule("sovereign", "E-82", "S-22")
@pytest.mark.parametrize(
    ("at", "key", "bonus"),
    [
        ((9, 5), "throw b1 dagger", 0),  # twenty feet: the sword does not reach
        ((6, 5), "throw b1 dagger", 2),  # adjacent: it does, though the dagger has left the hand
        ((6, 5), "strike b1 dagger", 2),
        ((6, 5), "strike b1 short-sword", 2),
        ((6, 5), "strike b1 unarmed", 0),  # a fist is none of the two
    ],
)
def test_the_second_weapon_counts_for_blows_of_the_first(at: tuple[int, int], key: str, bonus: int) -> None:
    fight = Fight({"fenn": (5, 5)}, {"b1": ("bandit", at), "w9": ("skeletal-warrior", (20, 11))})
    fight.sheet_of("b1", hp=20).profile_of("fenn", feats=())
    dice = d6(1) if "short-sword" in key else d2(1) if "unarmed" in key else d4(1)
    fight.play("fenn", key, d20(20), dice)
    assert terms(fight.last(DamageRolled).tally).get("E-82", 0) == bonus
    assert terms(fight.last(AttackRolled).tally)["E-83"] == -1, "two weapons hamper every attack"


@pytest.mark.rule("sovereign", "E-82", "E-79")
def test_the_squeeze_of_a_hold_is_no_blow_of_two_weapons() -> None:
    fight = Fight({"fenn": (5, 5)}, W1).sheet_of("fenn", grappling="w1").sheet_of("w1", hp=20)
    fight.play("fenn", "done", "end", d2(1))
    assert "E-82" not in terms(fight.last(DamageRolled).tally)


@pytest.mark.rule("sovereign", "E-22", "E-23")
def test_the_log_cites_the_rule_of_the_attack() -> None:
    for key, rule in (("strike w1 short-sword", "E-22"), ("throw w1 hand-axe", "E-23")):
        fight = Fight({"annora": (5, 5)}, W1)
        board = fight.board
        fight.play("annora", key)
        line = next(
            line for event in fight.match.events if (line := RULESET.tell(board, event)) and " at " in line.text
        )
        assert line.rules == (rule,)


@pytest.mark.rule("sovereign", "E-15", "S-58")
def test_a_troll_strikes_with_claw_claw_and_bite() -> None:
    party = {"annora": (5, 5), "bennett": (5, 6), "colette": (0, 0)}
    fight = Fight(party, {"troll": (6, 5)}, acting="foes").profile_of("annora", hp=40).profile_of("bennett", hp=40)
    fight.play("troll", "maul annora", d20(1), "strike annora claw", d20(1), "strike bennett bite", d20(1))
    assert [(event.target, event.who) for event in fight.told(AttackRolled)] == [
        ("annora", "troll"), ("annora", "troll"), ("bennett", "troll")
    ]  # fmt: skip
    assert not fight.sheet("troll").main
    assert not fight.offers("maul annora")


@pytest.mark.rule("sovereign", "S-58")
def test_the_blows_that_are_left_go_to_whoever_still_stands() -> None:
    party = {"annora": (5, 5), "bennett": (5, 6), "colette": (0, 0)}
    fight = Fight(party, {"troll": (6, 5)}, acting="foes").sheet_of("annora", hp=1).profile_of("bennett", hp=40)
    fight.play("troll", "maul annora", d20(20), d6(6), d20(1), d20(1))
    assert [event.target for event in fight.told(AttackRolled)] == ["annora", "bennett", "bennett"]


@pytest.mark.rule("sovereign", "S-58", "E-32")
def test_a_charging_troll_strikes_once() -> None:
    fight = Fight({"annora": (1, 5)}, {"troll": (12, 5)}, acting="foes").profile_of("annora", hp=40)
    fight.play("troll", "charge annora bite", d20(1))
    assert len(fight.told(AttackRolled)) == 1


@pytest.mark.rule("sovereign", "S-58")
def test_routines_name_attacks_that_the_creature_has() -> None:
    troll = roster.STOCK.house.profile("troll")
    assert troll.routine == ("claw", "claw", "bite")
    with pytest.raises(Exception, match="routine"):
        roster.STOCK.with_own(
            '[[creature]]\nkey = "x"\ntitle = "X"\nicon = "wolf"\nhd = 1\nhp = [4]\nac = 12\nattack = 1\n'
            'attacks = ["bite"]\nroutine = ["claw"]\n'
        )


@pytest.mark.rule("sovereign", "E-69", "S-21", "E-70")
def test_a_blade_dancers_shock_harms_any_ac_and_a_shield_turns_it() -> None:
    for off, left in (("", 20 - 4), ("shield", 20)):
        fight = Fight({"annora": (5, 5)}, {"b": ("blade-dancer", (6, 5))}, acting="foes").profile_of(
            "annora", hp=20, ac=25
        )
        fight.sheet_of("annora", off=off).play("b", "strike annora sword", d20(1))
        assert fight.hp("annora") == left


def test_what_lies_on_the_ground_is_drawn_as_its_like() -> None:
    found = {key: RULESET.thing_icon(key) for key in ("spear", "large-bow", "crossbow", "shield", "a bench")}
    assert found == {"spear": "sword", "large-bow": "bow", "crossbow": "bow", "shield": "shield", "a bench": "sword"}


def test_what_lies_on_the_ground_is_told_with_what_shows_of_it() -> None:
    fight = Fight({"annora": (1, 1)}, {"bandit": (5, 5)}).thing("a", "crossbow", (2, 1), unloaded=1)
    fight.thing("b", "sword", (2, 1), magic=1).thing("c", "old-boot", (2, 1))
    told = [RULESET.thing_name(fight.board, thing) for thing in fight.state.things.values()]
    assert told == ["unloaded crossbow", "sword", "old boot"], "magic does not show"


@pytest.mark.rule("sovereign", "E-48")
def test_teeth_and_claws_are_neither_stowed_nor_drawn() -> None:
    fight = Fight({"wolf": (5, 5)}, W1).play("wolf")
    assert not [key for key in fight.asked.options.all_keys() if key.startswith(("stow", "ready", "draw", "sheathe"))]
    fight = Fight({"annora": (5, 5)}, W1).play("annora")
    assert fight.offers("stow short-sword")


def test_whoever_strikes_with_nothing_strikes_with_bare_hands() -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("bandit", (6, 5))}).play("annora")
    labels = {option.key: option.label for option in fight.asked.options.singles}
    assert labels["strike w1 unarmed"].endswith("with bare hands")
    assert labels["strike w1 short-sword"].endswith("with the short sword")


@pytest.mark.rule("sovereign", "E-50", "S-56")
def test_a_weapon_keeps_its_name_whoever_takes_it() -> None:
    """Annora has a short sword of her own kind, and skill with it; the goblin's keeps its name in her hand."""
    foes = {"goblin": ("goblin", (6, 5)), "w9": ("skeletal-warrior", (9, 9))}
    fight = Fight({"annora": (5, 5), "bennett": (4, 6)}, foes).weapon_of("goblin", "short-sword", name="Gutter")
    fight.sheet_of("goblin", hp=1).play("annora", "strike goblin short-sword", d20(20), d6(6))
    (thing,) = fight.state.things.values()
    assert (thing.own, RULESET.thing_name(fight.board, thing)) == ({"name": "Gutter"}, "gutter")
    fight.play("pick up short-sword#1")
    sheet = fight.sheet("annora")
    gutter, own = sheet.weapon(sheet.hand), sheet.weapon("short-sword")
    assert sheet.hand != "short-sword" and (gutter.name, gutter.kind) == ("Gutter", "short-sword")
    assert (gutter.damage, gutter.shock, gutter.bonus) == (own.damage, own.shock, own.bonus)
    assert own.name != "Gutter"


@pytest.mark.rule("sovereign", "E-50", "E-54", "S-65")
@pytest.mark.parametrize(("who", "able"), [("bandit", True), ("wolf", False)])
def test_beasts_have_no_hands_for_things_doors_and_levers(who: str, able: bool) -> None:
    door = Edge("d", (2, 0), (2, 1), "door", name="door")
    gate = Edge("g", (1, 0), (1, 1), "portcullis", name="gate")
    lever = Feature("winch", "lever", ((3, 0),), linked="g")
    field = ground("......", "......", edges=(door, gate), features=(lever,))
    fight = Fight({"annora": (5, 0)}, {"foe": (who, (2, 0))}, field=field, acting="foes").thing("it", "mace", (2, 0))
    fight.play("foe")
    assert {fight.offers(key) for key in ("open d", "pull winch", "pick up it")} == {able}


@pytest.mark.rule("sovereign", "S-20", "S-65")
@pytest.mark.parametrize(("who", "able"), [("bandit", True), ("wolf", False)])
def test_a_beast_in_flight_has_no_way_through_a_shut_door(who: str, able: bool) -> None:
    door = Edge("d", (4, 1), (4, 2), "door", name="door")
    field = ground("########", "#.......", "########", edges=(door,))
    fight = Fight({"annora": (1, 1)}, {"foe": (who, (2, 1))}, field=field, acting="foes")
    me = fight.board.now(Id("foe"))
    assert (distance_of(ways_out(fight.board, me), 1 << (1 * 8 + 2)) < NO_WAY) == able


def _great_sword(shield: bool) -> Fight:
    """Annora with a great sword drawn, her shield on the arm or in the pack; an archer stands beside her."""
    fight = Fight({"annora": (5, 5)}, {"archer": ("hobgoblin-archer", (6, 5)), **FAR}, acting="foes")
    profile = roster.STOCK.house.profile("annora")
    fight.profile_of("annora", weapons=(*profile.weapons, roster.STOCK.house.weapons["great-sword"]))
    return fight.sheet_of("annora", hand="great-sword", ready=("great-sword",), off="shield" if shield else "")


@pytest.mark.rule("sovereign", "E-19", "E-24", "E-45", "E-48", "E-63", "S-23", "S-57")
@pytest.mark.parametrize("shield", [False, True])
def test_armed_is_who_could_strike_now(shield: bool) -> None:
    """Where the shield takes the hand that the sword needs its bearer lets go who leaves, and bars no bow."""
    fight = _great_sword(shield).play("archer")
    bow = next(weapon.key for weapon in fight.sheet("archer").weapons if weapon.ranged_only)
    assert fight.offers(f"shoot annora {bow}") is shield
    assert fight.offers("disengage") is not shield
    fight.play("run 12,5")
    assert bool(fight.opportunities) is not shield


@pytest.mark.rule("sovereign", "E-74", "S-23", "S-57")
def test_what_can_not_strike_is_not_at_hand() -> None:
    """She shoves with the rim; a sling in the other hand arms nobody either."""
    assert [weapon.key for weapon in at_hand(_great_sword(shield=True).body("annora"))] == ["shield-bash"]
    assert [weapon.key for weapon in at_hand(_great_sword(shield=False).body("annora"))] == ["great-sword"]
    fight, stock = Fight({"annora": (5, 5)}, W1), roster.STOCK.house
    fight.profile_of("annora", weapons=(*stock.profile("annora").weapons, stock.weapons["sling"]))
    assert melee_reach(fight.sheet_of("annora", hand="", off="sling", ready=("sling",)).body("annora")) == 0


@pytest.mark.rule("sovereign", "E-24", "E-78", "S-7", "S-57")
def test_who_is_busy_with_a_hold_hinders_no_shot_but_with_claws() -> None:
    """With a sword in hand it could strike with its fists alone, which arm nobody; teeth are teeth."""
    for unit, hindered in (("bandit", False), ("wolf", True)):
        fight = Fight({"colette": (5, 5), "annora": (7, 5)}, {"b1": (unit, (6, 5)), **FAR})
        fight.sheet_of("b1", grappling="annora").profile_of("colette", feats=()).play("colette")
        assert fight.offers("shoot w9 small-bow") is not hindered
