"""Rules where they are hardest: three teams, the last of a kind, heights, the dark, full hands, hiding, two at once."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import d2, d6, d20, ground
from game.rules.events import Rolled
from game.rules.setup import Objective
from game.spatial.field import Field, Zone
from rulesets.ingenuity.play.events import Strayed, TurnBegan
from tests.rulesets.ingenuity.kit import Fight, thrown
from tests.rulesets.ingenuity.test_damage import blocked
from tests.rulesets.ingenuity.test_feats import OWN, SEER

BLOCK = ground("................", "................", ".......c........", "................", "................")
"""A crate that hides the lower half of whoever stands behind it."""

NIGHT = Field(24, 12, zones=(Zone("crypt", "Crypt", tuple((x, y) for x in range(24) for y in range(12)), dark=True),))


def turns(fight: Fight) -> list[str]:
    return [event.who for event in fight.told(TurnBegan)]


# ------------------------------------------------------------------ teams and objectives


@pytest.mark.rule("ingenuity", "B-02")
@pytest.mark.parametrize("hidden", [(), ("wolf",)])
def test_of_three_teams_two_go_on_when_the_third_is_down_even_if_one_of_them_hides(hidden: tuple[str, ...]) -> None:
    fight = Fight({"boudica": (3, 3)}, {"goblin": (4, 3)}, {"wolf": (20, 9)}, hidden=hidden)
    fight.sheet_of("goblin", end=0, hp=1, reactions=0).play("strike goblin spear", thrown(6, 6), d20(20))
    assert not fight.sheet("goblin").up and not fight.over
    fight.play("done", "done")
    assert (fight.turn.round, turns(fight)) == (2, ["boudica", "wolf", "boudica"])


@pytest.mark.rule("ingenuity", "B-03", "B-02", "N-29")
def test_an_objective_changes_with_the_round_and_what_the_next_asks_may_be_done_already() -> None:
    then = Objective("fell", "party", who="Wolf 1")
    aim = Objective("fell", "party", who="Goblin 1", then=then)
    foes = {"goblin": (4, 3), "wolf": (4, 9), "guard": (20, 9)}
    fight = Fight({"boudica": (3, 3)}, foes, objectives=(aim,)).sheet_of("wolf", unconscious=True, prone=True)
    fight.sheet_of("goblin", end=0, hp=1, reactions=0).play("strike goblin spear", thrown(6, 6), d20(20))
    assert not fight.over and "party" not in fight.turn.progress, "it is still the first that counts in this round"
    fight.play("done", "done")
    assert (fight.winner, fight.turn.progress["party"].behind) == ("party", 1)


@pytest.mark.rule("ingenuity", "B-10", "B-11", "B-13")
def test_each_round_has_its_own_order_that_of_surprise_too() -> None:
    foes = {"sneak": ("goblin", (20, 1)), "thief": ("goblin", (20, 3)), "ogre": ("ogre", (20, 6))}
    fight = Fight({"roland": (1, 1)}, foes, acting="foes", hidden=("sneak",)).turn_of(surprise=("foes",))
    fight.play("ogre", "done", "sneak", "done", "done")
    fight.play("thief", "done", "done", "sneak", "done", "done")
    assert turns(fight)[:7] == ["ogre", "sneak", "thief", "thief", "roland", "sneak", "ogre"]


@pytest.mark.rule("ingenuity", "B-11")
def test_a_team_whose_last_ones_fall_before_their_turn_is_passed_over_for_the_rest_of_the_round() -> None:
    party, foes = {"boudica": (3, 3), "roland": (1, 9)}, {"goblin": (4, 3), "guard": (20, 1)}
    fight = Fight(party, foes, {"wolf": (20, 9), "ogre": (20, 5)}).sheet_of("goblin", end=0, hp=1, reactions=0)
    fight.sheet_of("guard", acted=True).play("boudica", "strike goblin spear", thrown(6, 6), d20(20), "done")
    assert fight.asked.seat == "others"
    fight.play("wolf", "done", "done", "done")
    assert (turns(fight)[:4], fight.turn.round) == (["boudica", "wolf", "roland", "ogre"], 2)


@pytest.mark.rule("ingenuity", "B-12", "B-11", "B-24")
@pytest.mark.parametrize("guards", [1, 2])
def test_roland_of_the_book_comes_round_and_is_named_after_the_next_guard_if_there_is_one(guards: int) -> None:
    foes = {"captain": ("guard", (20, 1)), "second": ("guard", (20, 3))}
    fight = Fight({"roland": (3, 3), "clementine": (4, 3)}, foes).sheet_of("roland", unconscious=True, hp=3)
    fight.sheet_of("captain", acted=True).sheet_of("second", acted=guards == 1)
    fight.play("revive roland", thrown(4, 4, of="d8+d4"), "done")
    assert turns(fight)[1:] == (["second"] if guards == 2 else ["roland"])
    fight.play("done")
    assert turns(fight)[guards] == "roland"


# ------------------------------------------------------------------ surprise


@pytest.mark.rule("ingenuity", "B-13")
def test_of_three_teams_the_one_in_ambush_has_the_round_and_then_all_go_by_turns() -> None:
    fight = Fight({"roland": (1, 1)}, {"sneak": ("goblin", (20, 1))}, {"wolf": (10, 10)}, fresh=True, hidden=("sneak",))
    fight.play(d2(1), "done")
    assert (fight.turn.order, turns(fight), fight.turn.round) == (("foes", "party", "others"), ["sneak"] * 2, 2)
    fight.play("done", "done", "done")
    assert turns(fight) == ["sneak", "sneak", "roland", "wolf", "sneak"]


@pytest.mark.rule("ingenuity", "B-15", "B-12")
@pytest.mark.parametrize("revived", [False, True])
def test_an_ambusher_felled_before_its_turn_has_it_only_if_a_friend_brings_it_round(revived: bool) -> None:
    foes = {"sneak": ("goblin", (5, 3)), "thief": ("goblin", (6, 3)), "ogre": ("ogre", (20, 6))}
    fight = Fight({"clementine": (4, 3), "roland": (1, 1)}, foes, acting="foes").turn_of(surprise=("foes",))
    fight.sheet_of("sneak", end=0, hp=1, reactions=0)
    fight.play("ogre", "done", "strike sneak sap", thrown(6, 6), "done")
    fight.play("thief")
    if revived:
        fight.play("revive sneak", thrown(4, 4, of="2d4"), "done")
    fight.play("done")
    fight.play("ogre")
    assert turns(fight) == ["ogre", "clementine", "thief", *["sneak"] * revived, "ogre"]


# ------------------------------------------------------------------ cover


@pytest.mark.rule("ingenuity", "B-25", "N-35")
@pytest.mark.parametrize(("archer", "brief"), [((0, 2), "disadvantage"), ((15, 2), "")], ids=["below", "up there"])
def test_the_edge_of_a_ledge_is_cover_against_who_shoots_from_below(archer: tuple[int, int], brief: str) -> None:
    field = ground(*[".......333333333"] * 5)
    fight = Fight({"boudica": (8, 2)}, {"agnessa": archer}, field=field).play("cover", "done")
    assert fight.option("shoot boudica shortbow").about.brief == brief


@pytest.mark.rule("ingenuity", "B-25")
def test_cover_is_behind_something_and_lasts_until_the_next_turn() -> None:
    fight = Fight({"boudica": (8, 2)}, {"agnessa": (0, 2)}, field=BLOCK).play("cover", "go 8,0", "done")
    assert fight.option("shoot boudica shortbow").about.brief == "", "it has left what it was behind"
    fight.play("done")
    assert not fight.has("boudica", "cover") and not fight.offers("cover")


@pytest.mark.rule("ingenuity", "B-25", "B-54")
def test_cover_and_the_dark_are_a_disadvantage_each_and_thrown_things_suffer_from_it_too() -> None:
    zones = (Zone("crypt", "Crypt", tuple((x, y) for x in range(8, 16) for y in range(5)), dark=True),)
    dark = ground(*["................"] * 2, ".......c........", *["................"] * 2, zones=zones)
    for field, brief in ((BLOCK, "disadvantage"), (dark, "disadvantage x2")):
        fight = Fight({"boudica": (8, 2)}, {"fabian": (2, 2)}, field=field).play("cover", "done")
        assert fight.option("throw boudica dagger").about.brief == brief


# ------------------------------------------------------------------ getting up, letting go


@pytest.mark.rule("ingenuity", "B-28")
def test_getting_up_takes_an_action_of_the_large_with_full_hands_too_and_cannot_be_done_without_one() -> None:
    fight = Fight({"ogre": (3, 3)}, {"guard": (20, 9)}).sheet_of("ogre", prone=True).play("stand")
    assert (fight.sheet("ogre").prone, fight.turn.actions, fight.turn.moved) == (False, 2, False)
    fight.play("prone", "stand", "prone", "stand", "prone")
    assert fight.turn.actions == 0
    assert not fight.offers("stand") and fight.refusal("Act").rule == "B-16"


@pytest.mark.rule("ingenuity", "B-28", "B-19")
def test_who_gets_up_at_a_command_has_its_own_turn_whole() -> None:
    fight = Fight({"clementine": (3, 3), "roland": (8, 3)}, {"guard": (20, 9)}).sheet_of("roland", prone=True)
    fight.play("clementine", "command roland", "stand", "done", "done")
    assert not fight.sheet("roland").prone
    assert (turns(fight)[-1], fight.turn.actions, fight.offers("go 9,3")) == ("roland", 3, True)


@pytest.mark.rule("ingenuity", "B-42", "B-41")
def test_both_hands_let_go_for_nothing_on_the_ground_and_with_no_action_left() -> None:
    fight = Fight({"roland": (3, 3)}, {"guard": (20, 9)}, field=NIGHT)
    fight.play("prone", "stand", "prone", "stand", "prone", "stand", "prone", "drop longsword", "drop medium-shield")
    assert [(thing.key, thing.at) for thing in fight.state.things.values()] == [
        ("longsword", (3, 3)),
        ("medium-shield", (3, 3)),
    ]
    assert (fight.turn.actions, fight.keys("drop")) == (0, [])


@pytest.mark.rule("ingenuity", "B-42", "B-39")
def test_who_lets_go_of_what_it_is_loading_loads_nothing_and_it_lies_there_unloaded() -> None:
    fight = Fight({"petra": (3, 3)}, {"guard": (20, 9)}).sheet_of("petra", unloaded=("crossbow",))
    fight.play("prone", "stand", "prone", "stand", "load crossbow", "drop crossbow", "done", "done")
    assert "in vain" in fight.asked.why
    (thing,) = fight.play("go on").state.things.values()
    assert (thing.key, thing.marks, fight.turn.actions) == ("crossbow", {"unloaded": 1}, 2)


@pytest.mark.rule("ingenuity", "B-42")
def test_nobody_lets_go_of_teeth_and_no_beast_has_anything_to_drop() -> None:
    assert Fight({"wolf": (3, 3)}, {"guard": (20, 9)}).keys("drop") == []


# ------------------------------------------------------------------ what is begun


@pytest.mark.rule("ingenuity", "B-40")
def test_what_was_begun_may_be_abandoned_in_the_same_turn_and_the_next_is_whole() -> None:
    fight = Fight({"petra": (3, 3)}, {"guard": (9, 3)}).sheet_of("petra", unloaded=("crossbow",))
    fight.play("prone", "stand", "prone", "stand", "load crossbow", "abandon")
    assert (fight.turn.actions, fight.sheet("petra").task) == (0, None)
    fight.play("done", "done")
    assert (fight.turn.actions, fight.offers("go 4,4"), fight.offers("load crossbow")) == (3, True, True)


@pytest.mark.rule("ingenuity", "B-40", "B-75")
def test_a_killing_strike_that_was_begun_is_given_up_for_nothing_and_no_attack_was_made() -> None:
    foes = {"goblin": (4, 3), "wolf": (20, 9)}
    fight = Fight({"boudica": (3, 3)}, foes).sheet_of("goblin", unconscious=True, prone=True)
    before = fight.sheet("boudica")
    fight.play("prone", "stand", "kill goblin spear", "done", "done", "abandon")
    now = fight.sheet("boudica")
    assert (fight.turn.actions, now.attacks, now.st, now.fc) == (3, 0, before.st, before.fc)
    assert fight.offers("strike goblin spear") and fight.offers("go 3,4")


# ------------------------------------------------------------------ stepping in for the mind's sake


@pytest.mark.rule("ingenuity", "B-34", "B-36", "B-41", "N-42")
def test_who_steps_in_with_its_last_reaction_and_stamina_still_resists_with_its_last_focus() -> None:
    people = {"boudica": (9, 3), "roland": (9, 4)}
    fight = Fight({"seer": (3, 3)}, people, roster=SEER).sheet_of("roland", st=1, fc=1, reactions=1)
    fight.until("feat dread boudica", thrown(2, 3, of=OWN), "intercept roland", "to 8,3")
    assert (fight.asked.topic, fight.asked.who, fight.option("resist").price) == ("resist", "roland", "1 focus")
    fight.play("resist", thrown(4, 4, of="d4+d4"))
    roland = fight.sheet("roland")
    assert (roland.reactions, roland.st, roland.fc, fight.has("roland", "stunned")) == (0, 0, 0, False)
    fight.play("feat dread boudica", thrown(2, 3, of=OWN))
    assert fight.asked_of("intercept") == [], "and no second time"


@pytest.mark.rule("ingenuity", "B-34", "B-36", "N-42")
def test_who_steps_in_without_focus_suffers_it() -> None:
    people = {"boudica": (9, 3), "roland": (9, 4)}
    fight = Fight({"seer": (3, 3)}, people, roster=SEER).sheet_of("roland", fc=0)
    fight.play("feat dread boudica", thrown(2, 3, of=OWN), "intercept roland", "to 8,3")
    assert fight.has("roland", "stunned") and not fight.has("boudica", "stunned")


# ------------------------------------------------------------------ shots


@pytest.mark.rule("ingenuity", "B-51", "B-52", "N-7")
@pytest.mark.parametrize(("face", "whom"), [(1, "wolf"), (2, "goblin")])
def test_each_of_two_beside_the_target_has_a_face_of_a_die_that_nobody_is_shown(face: int, whom: str) -> None:
    party, foes = {"agnessa": (1, 3)}, {"guard": (16, 3), "wolf": (17, 2), "goblin": (17, 4)}
    fight = Fight(party, foes, field=ground(*["." * 40] * 10), hidden=("goblin",))
    fight.until("shoot guard shortbow", thrown(4, 4, 1))
    assert (fight.rolled.dice, fight.rolled.secret) == ("d2", True)
    fight.until(d2(face))
    assert fight.last(Strayed).target == whom
    assert [event.dice for event in fight.told(Rolled)] == ["2d6+d20"], "the lot is told to nobody"
    assert fight.sheet("goblin").hidden is (whom != "goblin")


@pytest.mark.rule("ingenuity", "B-51")
def test_a_shot_at_the_unconscious_strays_to_the_large_and_to_those_on_a_ledge_above_only_if_within_a_metre() -> None:
    field = ground("................", "........9.......", "................", "................")
    foes = {"guard": (7, 1), "goblin": (8, 1), "ogre": (5, 0), "wolf": (15, 3)}
    fight = Fight({"agnessa": (0, 1)}, foes, field=field).sheet_of("guard", unconscious=True, prone=True)
    found = fight.option("shoot guard shortbow").about.landings
    assert [each.hits for each in found] == [("guard",), ("ogre",)], "the goblin is nine metres above"


@pytest.mark.rule("ingenuity", "B-56", "B-54", "B-55", "B-43")
@pytest.mark.parametrize(("prone", "brief"), [(False, "advantage x2"), (True, "advantage")])
def test_a_shot_out_of_hiding_at_who_is_flanked_by_others_has_both_advantages(prone: bool, brief: str) -> None:
    party = {"agnessa": (16, 3), "boudica": (3, 3), "roland": (5, 3)}
    fight = Fight(party, {"dummy": (4, 3)}, hidden=("agnessa",)).sheet_of("dummy", prone=prone)
    assert fight.play("agnessa").option("shoot dummy shortbow").about.brief == brief


@pytest.mark.rule("ingenuity", "B-56", "B-76")
@pytest.mark.parametrize("flanked", [False, True])
def test_a_killing_strike_that_fails_is_a_sneak_attack_which_on_the_flanked_has_both_advantages(flanked: bool) -> None:
    party = {"boudica": (3, 3), "roland": (5, 3) if flanked else (1, 9)}
    fight = (
        Fight(party, {"dummy": (4, 3), "wolf": (20, 9)}).sheet_of("dummy", unconscious=True).profile_of("dummy", con=9)
    )
    again = [d6(1)] * (3 if flanked else 2)
    fight.play("boudica", "kill dummy spear", thrown(1, 1), d6(1), thrown(1, 2), *again)
    assert (fight.rolled_attack.faces, fight.asked.kind) == ((1, 2), "act"), "unseen, on the ground, and flanked"


# ------------------------------------------------------------------ blocks


@pytest.mark.rule("ingenuity", "B-60", "B-58", "N-32")
@pytest.mark.parametrize("effect", ["bleeding", "burning", "stunned", "blinded", "prone"])
@pytest.mark.parametrize(("comes_to", "through"), [(13, False), (14, True)])
def test_no_effect_passes_a_shield_that_just_breaks_and_each_one_that_a_point_goes_past(
    effect: str, comes_to: int, through: bool
) -> None:
    fight = blocked(comes_to, inflicts=effect, amount=1)
    assert fight.sheet("roland").broken("medium-shield")
    struck = fight.sheet("roland").prone if effect == "prone" else fight.has("roland", effect)
    assert struck is through


@pytest.mark.rule("ingenuity", "B-60", "N-41")
def test_who_blocks_a_feat_of_fire_does_not_burn() -> None:
    fight = Fight({"seer": (3, 3)}, {"roland": (9, 3), "wolf": (20, 9)}, roster=SEER)
    fight.play("feat scorch roland", thrown(6, 4, of="d8+d4"), "block medium-shield")
    assert not fight.has("roland", "burning") and fight.sheet("roland").wear
