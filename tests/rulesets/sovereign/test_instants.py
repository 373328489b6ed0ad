"""By the book: Instant Actions, snap attacks, Total Defense, when they may be taken (S-5), who is stopped."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.ai import opponent
from game.kit.conditions import Condition
from game.kit.testing.fight import CORNER, Dice, check, d6, d20
from game.play.speech import known_to
from game.rules.events import Id
from game.rules.odds import odds
from game.rules.questions import Seat
from game.spatial.field import Cell, Edge, Zone
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


MAGE = ("hedge-mage", (6, 5))
GUARD = ("bandit-captain", (6, 5))
DOOR = Edge("door", (6, 6), (7, 6), "door", "closed")


def asked(fight: Fight, who: str = "annora") -> int:
    """How often somebody has been asked for an Instant."""
    return fight.let_be.count(("instant", who))


@pytest.mark.rule("sovereign", "E-18", "E-25", "E-27", "E-42", "S-5")
@pytest.mark.parametrize(
    ("foe", "answers"),
    [
        (GUARD, ("strike annora sword",)),
        (GUARD, ("strike annora sword", d20(15))),
        (MAGE, ("cast ember-lance annora",)),
        (GUARD, ("run 6,4",)),
        (GUARD, ("stow sword",)),
        (GUARD, ("disengage",)),
        (GUARD, ("open door",)),
        (GUARD, ("swarm annora",)),
        (GUARD, ("charge annora sword 6,4",)),
    ],
    ids=lambda value: " ".join(str(each) for each in value) if isinstance(value[0], str) else "",
)
def test_before_a_main_or_move_action_takes_effect_and_around_the_roll(
    foe: tuple[str, Cell], answers: tuple[str | Dice, ...]
) -> None:
    fight = Fight({"annora": (5, 5), "bennett": (0, 0)}, {"f": foe, "f2": ("bandit", (5, 6))}, acting="foes",
                  field=ground(*["." * 24] * 12, edges=(DOOR,)))  # fmt: skip
    fight.until("f", *answers)
    assert fight.asked.who == "annora" and fight.keys("snap")


@pytest.mark.rule("sovereign", "E-18", "S-5")
@pytest.mark.parametrize("answer", ["prone", "hold", "defend", "sheathe sword"])
def test_what_passes_too_quickly_is_not_answered(answer: str) -> None:
    fight = Fight({"annora": (5, 5)}, {"f": GUARD, "w9": ("skeletal-warrior", (20, 11))}, acting="foes")
    fight.play("f", answer)
    assert asked(fight) == 0


@pytest.mark.rule("sovereign", "E-18", "S-5")
def test_as_a_foe_comes_into_reach_or_sight() -> None:
    fight = Fight({"annora": (5, 5)}, {"f": ("bandit", (12, 5))}, acting="foes")
    fight.play("f", "run 6,5")
    assert asked(fight) == 1, "she could do nothing to it before it was beside her"
    fight = Fight({"colette": (2, 3)}, {"f": ("bandit", (6, 0))}, acting="foes", field=CORNER)
    fight.play("f", "run 6,3")
    assert asked(fight, "colette") == 1, "it has come round the corner"


@pytest.mark.rule("sovereign", "E-18", "E-25", "S-5")
def test_a_snap_attack_as_the_round_ends() -> None:
    fight = Fight({"annora": (5, 5)}, {"f": GUARD, "f2": ("bandit", (20, 5))})
    fight.play("annora", "done", "f", "done").until("f2", "done")
    assert fight.asked.why == "Annora: the round ends"
    assert fight.option("snap f short-sword").matters, "a Main Action that is not spent now is lost"
    assert not fight.offers("snap f2 short-sword")
    fight.play("snap f short-sword", d20(18), d6(1))
    assert fight.last(AttackRolled).who == "annora"
    assert "Annora: Snap Attack against Bandit captain 1, as the round ends" in fight.log
    assert fight.state.turn.round == 2
    assert fight.sheet("annora").main, "the new round's"


@pytest.mark.rule("sovereign", "E-18", "E-41", "S-5")
def test_total_defense_as_the_round_ends() -> None:
    """It lasts until her next turn, over the turn of her foes; who has spent the Main Action is not asked."""
    fight = Fight({"annora": (5, 5), "bennett": (9, 9)}, {"f": GUARD, "w9": ("skeletal-warrior", (20, 11))},
                  acting="foes")  # fmt: skip
    fight.sheet_of("bennett", main=False, move=False, done=True)
    fight.play("f", "done", "w9", "done").until("annora", "done", "pass", "pass")
    assert fight.asked.who == "annora"
    assert fight.option("defend").matters
    fight.play("defend")
    assert fight.last(Reacted).doing == "the round ends"
    assert fight.state.turn.round == 2 and fight.sheet("annora").defending
    fight.play("f", "strike annora sword", d20(1))
    assert fight.ac == 17 + 2
    assert ("instant", "bennett") not in fight.let_be
    fight.play("done", "w9", "done", "annora")
    assert not fight.sheet("annora").defending


@pytest.mark.rule("sovereign", "E-18", "S-5")
def test_where_no_foe_could_strike_soon_it_does_not_matter() -> None:
    far = ground(*["." * 60] * 3)
    fight = Fight({"annora": (1, 1)}, {"f": ("bandit", (58, 1))}, field=far, acting="foes")
    assert not fight.until("f", "done", "annora", "done").option("defend").matters


@pytest.mark.rule("sovereign", "E-18", "E-53", "S-5")
def test_as_the_round_ends_who_holds_is_asked_first_and_all_of_it_happens() -> None:
    """What is declared in one moment is all paid for; what is held and not taken is lost, and told to be."""
    fight = Fight({"annora": (5, 5), "bennett": (5, 6)}, {"f": GUARD})
    fight.play("annora", "done", "bennett", "hold").until("f", "done")
    assert fight.asked.who == "bennett"
    assert fight.asked.why == "Bennett: the round ends, and a held action not taken is lost"
    fight.until("pass")
    assert fight.asked.who == "annora"
    fight.play("snap f short-sword", d20(1))
    assert "Bennett loses the action it held" in fight.log


@pytest.mark.rule("sovereign", "E-18", "E-11", "S-5", "S-13")
def test_the_free_round_ends_so_for_those_who_are_not_surprised() -> None:
    fight = Fight({"annora": (5, 5)}, {"f": GUARD}, fresh=True, surprise="foes").play("annora", "done")
    assert {who for _, who in fight.let_be} == {"annora"}


@pytest.mark.rule("sovereign", "E-18", "E-93", "S-5", "S-60")
def test_help_with_first_aid_is_a_main_action_like_another() -> None:
    fight = Fight({"annora": (5, 5), "bennett": (5, 6), "fenn": (4, 5)}, {"f": ("bandit-captain", (4, 4))})
    fight.profile_of("fenn", skills={"Heal": 1}).sheet_of("annora", hp=0, fell=1, prone=True)
    fight.until("bennett", "aid annora", "pass", "yes")
    assert fight.asked.who == "f"
    assert fight.asked.why.endswith("Fenn is about to help with first aid")


@pytest.mark.rule("sovereign", "E-18", "E-93", "S-5", "S-60")
@pytest.mark.parametrize(("answer", "helps"), [("pass", True), ("snap f spear", False)])
def test_no_help_comes_of_who_is_shoved_away_or_has_spent_its_action(answer: str, helps: bool) -> None:
    party = {"annora": (5, 5), "bennett": (5, 6), "fenn": (4, 5), "gisela": (6, 5)}
    fight = Fight(party, {"f": ("bandit-captain", (4, 4))})
    fight.profile_of("fenn", skills={"Heal": 1}).profile_of("gisela", skills={"Heal": 1})
    fight.sheet_of("annora", hp=0, fell=1, prone=True)
    fight.until("bennett", "aid annora", "pass", "yes", "snap-shove fenn", answer)
    fight.until(*(() if helps else (d20(1),)), d20(20), check(6, 6), "push 3,6")
    assert "Fenn: is kept from it" in fight.log
    fight.until(*(("yes",) if helps else ()), check(3, 3))
    assert ("Gisela helps to tend Annora" in fight.log) == helps
    assert terms(fight.checked.tally).get("E-93") == (1 if helps else None)


@pytest.mark.rule("sovereign", "E-18", "S-13")
def test_the_dazzled_take_none_of_them() -> None:
    fight = Fight({"annora": (5, 5)}, {"f": GUARD})
    fight.sheet_of("annora", conditions=(Condition("surprised", "round ends", last=1),))
    fight.play("f", "strike annora sword", d20(1), "done")
    assert asked(fight) == 0


@pytest.mark.parametrize(("order", "wise"), [("foes", "defend"), ("party", "pass")])
def test_an_ai_guards_against_the_turns_that_come_before_its_own(order: str, wise: str) -> None:
    """Who acts first in the next round anyway needs no Total Defense that ends as its turn begins."""
    fight = Fight({"annora": (5, 5)}, {"f": ("bandit-captain", (8, 5))}, acting=order)
    fight.until(*(("annora", "done", "f", "done") if order == "party" else ("f", "done", "annora", "done", "pass")))
    assert fight.asked.who == "annora"
    assert fight.option("defend").matters == (order == "foes")
    assert opponent("instinct", fight.asked.seat).answer(fight.match, fight.asked) == wise


@pytest.mark.rule("sovereign", "E-18", "E-41", "S-5")
def test_who_lies_in_ambush_as_the_round_ends_has_nobody_to_guard_against() -> None:
    fight = Fight({"annora": (5, 5)}, {"f": ("bandit", (12, 5))}, hidden=("annora",)).play("annora", "done")
    fight.play("f", "done")
    assert asked(fight) == 0 and asked(fight, "f") == 1


NIGHT = ground(*["." * 24] * 12, zones=(Zone("z", "Night", tuple((x, 5) for x in range(8, 14)), dark=True),))
"""A strip of darkness from 8,5 to 13,5 across an open field."""


def charging(key: str, **lurker: object) -> Fight:
    """Annora charges at one foe; another, of whom she does not know, stands on the straight line to it."""
    foes = {
        "w1": ("skeletal-warrior", (16, 5)),
        "w2": ("skeletal-warrior", (11, 5)),
        "w9": ("skeletal-warrior", (0, 0)),
    }
    return Fight({"annora": (4, 5)}, foes, field=NIGHT).sheet_of("w2", **lurker).until("annora", key)


@pytest.mark.rule("sovereign", "E-32", "S-62", "E-24")
@pytest.mark.parametrize("lurker", [{"known": False}, {"known": False, "hidden": True}], ids=["lost", "in ambush"])
def test_a_charge_that_is_stopped_has_its_end_there(lurker: dict[str, object]) -> None:
    """What she can't see stops her; the axe flies all the same, 30 ft, past the one who stands before her now."""
    fight = charging("charge-throw w1 hand-axe 14,5", **lurker).play(d20(20))
    assert fight.at("annora") == (10, 5)
    roll = fight.last(AttackRolled)
    assert roll.target == "w1"
    assert terms(roll.tally)["E-32"] == 2
    assert (terms(roll.tally)["E-60"], terms(roll.tally)["E-62"]) == (-2, -4)
    said = "runs into" if "hidden" in lurker else "is stopped by"
    assert f"Annora {said} Skeletal warrior 2" in fight.log


@pytest.mark.rule("sovereign", "E-32", "S-62")
def test_where_its_target_is_out_of_reach_from_there_it_comes_to_nothing() -> None:
    fight = charging("charge w1 short-sword 15,5", known=False).play()
    assert fight.at("annora") == (10, 5)
    assert fight.told(AttackRolled) == []
    assert fight.last(AttackSpoiled).rule == "E-22"
    assert not fight.sheet("annora").main


@pytest.mark.rule("sovereign", "E-32", "E-64")
def test_a_charge_is_shown_as_far_as_its_side_knows() -> None:
    """The figure beside it is that of a field without the one who stops it; what is played may be less."""
    foes = {
        "w1": ("skeletal-warrior", (16, 5)),
        "w2": ("skeletal-warrior", (11, 5)),
        "w9": ("skeletal-warrior", (0, 0)),
    }
    fight = Fight({"annora": (4, 5)}, foes, field=NIGHT).sheet_of("w2", known=False).play("annora")
    known, key = known_to(fight.match, Seat("party")), "charge-throw w1 hand-axe 14,5"
    assert known is not None
    assert odds(known, key).struck(Id("w1")) > odds(fight.match, key).struck(Id("w1")) > 0
    del foes["w2"]
    alone = Fight({"annora": (4, 5)}, foes, field=NIGHT).play("annora")
    assert odds(known, key).struck(Id("w1")) == odds(alone.match, key).struck(Id("w1"))


@pytest.mark.rule("sovereign", "E-45", "E-53", "S-62")
def test_who_is_knocked_down_on_its_way_stays_there() -> None:
    """Bennett holds his action until the runner is beside the niche in which he stands."""
    field = ground("#" * 24, "." * 24, "#" * 8 + "." + "#" * 15)
    foes = {"w1": ("skeletal-warrior", (5, 1)), "w9": ("skeletal-warrior", (20, 1))}
    fight = Fight({"bennett": (8, 2)}, foes, field=field).play("bennett", "hold", "w1")
    fight.until("run 11,1", "pass")
    assert fight.at("w1") == (7, 1)
    fight.play("act", "shove w1", d20(20), check(6, 6), "prone", "done")
    assert fight.at("w1") == (7, 1)
    assert not fight.sheet("w1").move
