"""By the book: Instant Actions, snap attacks and Total Defense."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.kit.conditions import Condition
from game.kit.testing.fight import Dice, check, d6, d20
from game.spatial.field import Edge
from rulesets.sovereign.play.events import AttackDeclared, AttackRolled, AttackSpoiled, Reacted, ShockDealt
from rulesets.sovereign.sheet import roster
from tests.rulesets.sovereign.kit import Fight, ground, terms

W1 = {"w1": ("skeletal-warrior", (6, 5))}


@pytest.mark.rule("sovereign", "E-25", "E-27")
def test_a_snap_attack_kills_after_the_hit_and_before_the_damage() -> None:
    fight = Fight({"colette": (5, 5), "annora": (6, 6)}, W1, acting="foes")
    fight.play("w1", "strike colette short-sword", d20(19), "snap w1 short-sword", d20(18), d6(1))
    snap = fight.told(AttackRolled)[1]
    assert terms(snap.tally)["E-25"] == -4
    assert fight.last(AttackSpoiled).rule == "E-27"
    assert fight.hp("colette") == 3
    assert not fight.sheet("annora").main


@pytest.mark.rule("sovereign", "E-25")
def test_a_snap_may_be_shot_and_takes_the_main_action_of_the_round() -> None:
    fight = Fight({"colette": (5, 5), "annora": (1, 1)}, {"w1": ("skeletal-warrior", (12, 5))}, acting="foes")
    fight.play("w1", "run 8,5", "snap-shot w1 small-bow", d20(1), "done")
    assert not fight.sheet("colette").main
    fight.play("colette")
    assert not fight.offers("shoot w1 small-bow")
    assert fight.refusal("Attack").rule == "E-15"


@pytest.mark.rule("sovereign", "E-25", "S-5")
def test_a_snap_goes_at_any_foe_in_reach_and_not_only_at_whoever_acts() -> None:
    foes = {
        "w1": ("skeletal-warrior", (12, 5)),
        "w2": ("skeletal-warrior", (5, 6)),
        "w3": ("skeletal-warrior", (12, 7)),
    }
    fight = Fight({"annora": (5, 5)}, foes, acting="foes").sheet_of("w2", hp=1)
    fight.until("w1", "run 12,4")
    assert {key.split()[1] for key in fight.keys("snap")} == {"w2"}, "who runs and the third are out of reach"
    fight.play("snap w2 short-sword", d20(20), d6(6))
    assert fight.sheet("w2").dead
    assert not fight.sheet("annora").main
    assert fight.at("w1") == (12, 4)


@pytest.mark.rule("sovereign", "E-25", "E-41", "S-5")
@pytest.mark.parametrize(
    ("foe", "answers", "asked", "told"),
    [
        ("skeletal-warrior", ("strike colette short-sword",), "Skeletal warrior 1 attacks Colette", "attacks Colette"),
        (
            "skeletal-warrior",
            ("strike colette short-sword", d20(19)),
            "Skeletal warrior 1 hits Colette with 21 against AC 12",
            "hits Colette",
        ),
        (
            "skeletal-warrior",
            ("grapple colette", d20(19)),
            "Skeletal warrior 1 hits Colette with 21 against AC 12 (grapple)",
            "hits Colette",
        ),
        (
            "skeletal-warrior",
            ("grapple colette",),
            "Skeletal warrior 1 tries to grapple Colette",
            "tries to grapple Colette",
        ),
        ("skeletal-warrior", ("run 7,4",), "Skeletal warrior 1 is about to move", "is about to move"),
        ("hedge-mage", ("cast ember-lance colette",), "Hedge mage 1 casts Ember Lance on Colette", None),
    ],
)
def test_what_an_instant_answers_is_asked_and_told(
    foe: str, answers: tuple[str | Dice, ...], asked: str, told: str | None
) -> None:
    """The question and the log name the deed, and whom it is done to."""
    fight = Fight({"annora": (6, 6), "colette": (5, 5)}, {"w1": (foe, (6, 5))}, acting="foes")
    fight.until("w1", *answers)
    assert fight.asked.why == f"Annora: {asked}"
    fight.play("snap w1 short-sword", d20(1))
    name, said = asked.split(" 1 ")
    assert f"Annora: Snap Attack against {name} 1, as {name} 1 {told or said}" in fight.log


@pytest.mark.rule("sovereign", "E-25", "S-5")
def test_what_a_snap_on_another_foe_answers_is_not_what_it_stops() -> None:
    """A foe that comes within somebody's attack calls for that one's Instants alone; others have had the chance."""
    foes = {"w1": ("skeletal-warrior", (9, 5)), "w2": ("skeletal-warrior", (1, 2))}
    fight = Fight({"annora": (5, 5), "bennett": (1, 1)}, foes, acting="foes")
    fight.play("w1", "run 6,5")
    asked = [who for topic, who in fight.let_be if topic == "instant"]
    assert asked == ["bennett", "annora"], "he as the other sets out, she when it is beside her"


@pytest.mark.rule("sovereign", "E-18", "E-53")
@pytest.mark.parametrize("key", ["snap-shot w1 small-bow", "act"])
def test_who_lies_in_ambush_may_take_instants(key: str) -> None:
    fight = Fight({"colette": (1, 1)}, {"w1": ("skeletal-warrior", (12, 5))}, acting="foes", hidden=("colette",))
    if key == "act":
        fight.sheet_of("colette", conditions=(Condition("holding", "round ends"),), move=False, done=True)
    fight.until("w1", "run 11,5")
    assert fight.option(key).price == ("the rest of the turn" if key == "act" else "the Main Action")
    fight.until(key)
    assert (fight.asked.who if key == "act" else fight.last(AttackDeclared).who) == "colette"


@pytest.mark.rule("sovereign", "E-18", "E-53", "S-13")
def test_who_is_dazzled_takes_no_held_action_either() -> None:
    """Blinded by a spell for this round and the next: not in its own side's turn, and not as the round ends."""
    dazzled = (Condition("holding", "round ends"), Condition("surprised", "round ends", last=2))
    fight = Fight({"annora": (5, 5), "bennett": (1, 1)}, W1)
    fight.sheet_of("annora", conditions=dazzled, move=False, done=True)
    assert not fight.offers("resume annora")
    fight.play("done", "done")
    assert "annora" not in {who for _, who in fight.let_be}, "she is not asked"
    assert fight.state.turn.round == 2
    assert not fight.sheet("annora").holding


@pytest.mark.rule("sovereign", "E-89", "E-25", "E-26", "S-20")
@pytest.mark.parametrize("fleeing", [False, True])
def test_who_flees_does_not_snap(fleeing: bool) -> None:
    fight = Fight({"annora": (5, 5)}, {"captain": ("bandit-captain", (6, 5)), "bandit": (5, 6)})
    fight.sheet_of("captain", fleeing=fleeing).play("annora", "strike bandit short-sword", d20(1))
    assert (("instant", "captain") in fight.let_be) is not fleeing


@pytest.mark.rule("sovereign", "E-41", "E-70", "S-5")
def test_a_whirlwind_may_be_answered_with_total_defense() -> None:
    """It harms without a roll, as Shock, to which Total Defense makes immune."""
    foes = {"b1": ("bandit", (3, 2)), "b2": ("bandit", (3, 3)), "b3": ("bandit", (9, 9))}
    fight = Fight({"edda": (2, 2)}, foes, hidden=("edda",)).sheet_of("b1", off="").sheet_of("b2", off="")
    fight.play("edda", "whirlwind", "defend")
    assert fight.last(Reacted).who == "b1"
    assert fight.hp("b1") == 4
    assert fight.sheet("b2").dead
    assert not fight.sheet("edda").hidden, "whoever strikes has shown itself"
    assert ("instant", "b3") not in fight.let_be


@pytest.mark.rule("sovereign", "E-25")
def test_no_snap_once_the_main_action_is_spent() -> None:
    fight = Fight({"annora": (5, 5)}, W1).sheet_of("w1", hp=5).sheet_of("annora", main=False, done=True)
    fight.play("w1", "strike annora short-sword", d20(1))
    assert fight.let_be == []


@pytest.mark.rule("sovereign", "E-26", "S-18")
def test_only_well_trained_npcs_snap() -> None:
    fight = Fight({"annora": (5, 5)}, {"captain": ("bandit-captain", (6, 5)), "bandit": (5, 6)})
    fight.play("annora", "strike bandit short-sword", d20(1), "snap annora sword", d20(1))
    assert fight.last(Reacted).who == "captain"
    fight = Fight({"annora": (5, 5)}, {"b1": ("bandit", (6, 5)), "b2": ("bandit", (5, 6))})
    fight.play("annora", "strike b1 short-sword", d20(1))
    assert "b2" not in [who for _, who in fight.let_be], "b1 may at least defend itself"


@pytest.mark.rule("sovereign", "E-18", "E-25", "S-5")
@pytest.mark.parametrize(
    ("key", "unit", "sheet"),
    [
        ("stand", "skeletal-warrior", {"prone": True}),
        ("stow short-sword", "skeletal-warrior", {}),
        ("ready mace", "skeletal-warrior", {"stowed": ("mace",)}),
        ("pick up mace#1", "skeletal-warrior", {}),
        ("reload small-bow", "skeletal-archer", {"unloaded": ("small-bow",)}),
        ("disengage", "skeletal-warrior", {}),
        ("swarm annora", "skeletal-warrior", {}),
        ("open d", "skeletal-warrior", {}),
        ("leave", "skeletal-warrior", {}),
        ("run 6,3", "skeletal-warrior", {}),
        ("charge bennett short-sword", "skeletal-warrior", {}),
    ],
)
def test_every_main_or_move_action_may_be_answered_before_it_takes_effect(
    key: str, unit: str, sheet: dict[str, object]
) -> None:
    """Annora is asked while nothing has changed yet but what was paid; a blow that fells then leaves it at that."""
    field = ground("........", *["........"] * 3, edges=(Edge("d", (6, 0), (7, 0), "door", cost="bonus"),))
    foes = {"w1": (unit, (6, 0)), "w2": ("skeletal-warrior", (7, 3))}
    fight = Fight({"annora": (5, 0), "bennett": (5, 3)}, foes, field=field, acting="foes").thing(
        "mace#1", "mace", (6, 1)
    )
    house = roster.STOCK.house
    fight.profile_of("w1", weapons=(*house.profile(unit).weapons, house.weapons["mace"]), hp=1)
    fight.sheet_of("w1", **sheet).play("w1")
    before, was = fight.state, fight.sheet("w1")
    fight.match.answer(key)
    assert (fight.asked.who, fight.asked.kind) == ("annora", "react")
    left = fight.sheet("w1")
    assert left == replace(was, main=left.main, move=left.move, conditions=left.conditions)
    assert left.charged == key.startswith("charge")
    assert (fight.at("w1"), fight.state.things, fight.state.open_edges) == ((6, 0), before.things, before.open_edges)
    fight.play("snap w1 short-sword", d20(20), d6(6))
    assert fight.sheet("w1").dead
    assert fight.at("w1") == (6, 0)
    assert set(fight.state.things) >= set(before.things)
    assert fight.state.open_edges == before.open_edges


@pytest.mark.rule("sovereign", "E-27", "S-36")
def test_the_seized_are_offered_no_spells() -> None:
    fight = Fight({"annora": (5, 5)}, {"hedge-mage": (6, 5)}, acting="foes").play("hedge-mage")
    assert fight.offers("cast ember-lance annora")
    fight = Fight({"annora": (5, 5)}, {"hedge-mage": (6, 5)}, acting="foes").sheet_of("annora", grappling="hedge-mage")
    fight.play("hedge-mage")
    assert not any(option.key.startswith("cast") for option in fight.asked.options)
    assert fight.refusal("Cast a spell").rule == "E-27"


@pytest.mark.rule("sovereign", "E-53", "S-5")
def test_what_an_answer_has_made_impossible_does_not_happen() -> None:
    """Bennett holds his action and knocks the runner down: prone it goes half as far, and not where it wanted."""
    fight = Fight({"bennett": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5)), "w2": ("skeletal-warrior", (20, 5))})
    fight.play("bennett", "hold", "w1", "run 12,5", "act", "shove w1", d20(20), check(6, 6), "prone", "done")
    assert fight.at("w1") == (6, 5)
    assert fight.last(AttackSpoiled).who == "w1"
    assert not fight.sheet("w1").move, "it is spent"


@pytest.mark.rule("sovereign", "E-27")
@pytest.mark.parametrize(("face", "cast"), [(20, False), (1, True)])
def test_a_snap_attack_interrupts_a_spell(face: int, cast: bool) -> None:
    fight = Fight({"annora": (5, 5)}, {"hedge-mage": (6, 5)}, acting="foes").sheet_of("hedge-mage", off="")
    fight.weapon_of("annora", "short-sword", shock=0, shock_ac=0).profile_of("annora", feats=(), hp=20)
    fight.play("hedge-mage", "cast ember-lance annora", "snap hedge-mage short-sword", d20(face))
    if cast:
        fight.play(check(3, 4), d20(20))
        assert fight.hp("annora") == 17, "half of 7"
    else:
        fight.play(d6(1))
        assert fight.last(AttackSpoiled).rule == "E-27"
        assert fight.hp("annora") == 20
    assert fight.sheet("hedge-mage").casts == 1


@pytest.mark.rule("sovereign", "E-41", "E-42")
def test_total_defense_lasts_until_ones_next_turn() -> None:
    foes = {**W1, "w2": ("skeletal-warrior", (6, 6))}
    fight = Fight({"annora": (5, 5), "bennett": (0, 0)}, foes, acting="foes")
    fight.play("w1", "strike annora short-sword", d20(16), "defend", "done")
    assert not fight.hit, "18 against 19"
    fight.play("w2", "strike annora short-sword", d20(16), "done")
    assert fight.ac == 19
    assert not fight.hit
    assert not fight.sheet("annora").defending, "her side's turn has begun"


@pytest.mark.rule("sovereign", "E-41")
def test_total_defense_is_immunity_to_shock_even_with_a_dash() -> None:
    fight = Fight({"colette": (5, 5)}, W1, acting="foes").weapon_of("w1", "short-sword", shock=3, shock_ac=99)
    fight.play("w1", "strike colette short-sword", d20(1), "defend")
    assert fight.hp("colette") == 3
    assert fight.told(ShockDealt) == []


@pytest.mark.rule("sovereign", "E-41")
def test_total_defense_on_ones_own_turn() -> None:
    fight = Fight({"annora": (5, 5)}, W1).play("annora", "defend")
    assert fight.sheet("annora").defending
    assert fight.offers("run 1,5"), "the Move Action is still there"
    assert not fight.offers("strike w1 short-sword")


@pytest.mark.rule("sovereign", "E-43")
def test_no_total_defense_once_the_main_action_is_spent() -> None:
    fight = Fight({"colette": (5, 5)}, W1).play("colette", "strike w1 dagger", d20(1), "done")
    fight.play("w1", "strike colette short-sword", d20(1))
    assert [who for _, who in fight.let_be if who == "colette"] == []


@pytest.mark.rule("sovereign", "E-31", "E-44", "S-1")
@pytest.mark.parametrize(("reply", "left"), [((), 4), (("defend",), 6)])
def test_total_defense_stops_a_swarms_shock_and_nothing_else_does(reply: tuple[str, ...], left: int) -> None:
    foes = {**W1, "w2": ("skeletal-warrior", (6, 4))}
    fight = Fight({"annora": (5, 5)}, foes, acting="foes").profile_of("annora", feats=("close combatant",))
    fight.play("w1", "swarm annora", "done", "w2", "swarm annora", "swarm-melee w2 annora short-sword", d20(1), *reply)
    assert fight.hp("annora") == left, "2, though plate is AC 17, a shield is on her arm and a feat makes her immune"


@pytest.mark.rule("sovereign", "E-18")
def test_luck_and_defense_may_follow_on_one_roll() -> None:
    fight = Fight({"annora": (5, 5)}, W1, acting="foes")
    fight.play("w1", "strike annora short-sword", d20(20), "luck")
    assert not fight.hit
    assert fight.sheet("annora").main


@pytest.mark.rule("sovereign", "E-18")
@pytest.mark.parametrize(
    ("hp", "main", "matters"), [(1, False, False), (1, True, True), (9, False, True)], ids=["fells", "turned", "harms"]
)
def test_luck_matters_unless_the_shock_of_a_miss_fells_for_sure_as_a_hit_does(
    hp: int, main: bool, matters: bool
) -> None:
    fight = Fight({"annora": (5, 5)}, {"w1": ("skeletal-warrior", (6, 5))}, acting="party")
    fight.sheet_of("w1", hp=hp, main=main).until("annora", "strike w1 short-sword", d20(2))
    assert fight.asked.topic == "instant" and fight.option("luck").matters == matters


@pytest.mark.rule("sovereign", "E-18", "E-41", "S-5")
def test_whoever_falls_before_its_instant_comes_to_pass_takes_none() -> None:
    foes = {"captain": ("bandit-captain", (6, 5)), "w1": ("skeletal-warrior", (6, 6))}
    fight = Fight({"annora": (5, 5), "bennett": (5, 6)}, foes, acting="party").sheet_of("w1", hp=1)
    dice = (d20(20), d6(6), d20(1))
    fight.play("bennett", "strike w1 mace", "snap annora sword", "defend", "snap w1 short-sword", *dice)
    assert fight.sheet("w1").dead
    assert [each.what for each in fight.told(Reacted)] == ["Snap Attack", "Snap Attack"]
    assert not fight.sheet("w1").defending
    assert not fight.sheet("w1").main, "what was declared is spent"
    assert fight.last(AttackSpoiled).who == "bennett"


@pytest.mark.rule("sovereign", "E-53", "E-41", "E-25", "S-24")
@pytest.mark.parametrize("spent_on", ["defend", "snap w1 short-sword"])
def test_with_the_main_action_spent_nothing_is_held(spent_on: str) -> None:
    """Nobody asks for it again as the round ends, and the log does not say that it is lost."""
    fight = Fight({"annora": (5, 5)}, W1).sheet_of("w1", hp=20).profile_of("annora", classes=())
    fight.play("annora", "hold").until("w1", "strike annora short-sword", spent_on)
    assert not fight.sheet("annora").holding
    before = len(fight.let_be)
    fight.play(*([d20(1)] if spent_on != "defend" else []), d20(1), "done")
    assert fight.state.turn.round == 2
    assert ("instant", "annora") not in fight.let_be[before:]
    assert not [line for line in fight.log if "loses the action" in line]
