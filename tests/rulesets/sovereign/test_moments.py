"""By the book: when Instants may be taken, moment by moment (E-18, ruling S-5)."""

from __future__ import annotations

import pytest

from game.ai import opponent
from game.kit.conditions import Condition
from game.kit.testing.fight import CORNER, Dice, check, d6, d20
from game.spatial.field import Cell, Edge
from rulesets.sovereign.play.events import AttackRolled, Reacted
from tests.rulesets.sovereign.kit import Fight, ground, terms

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
