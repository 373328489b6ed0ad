"""Rule: Reacting to an attack. Who is asked when; dodge and counter (A-27, A-28, A-50 to A-58)."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import d6, d8, d20
from game.rules.dice import at_most
from game.rules.questions import Roll
from rulesets.murdham.play.events import AttackHit, AttackMissed, DamageRolled, Fell, Harmed, Saved
from tests.rulesets.murdham.kit import STUNNED, Fight, chart
from tests.rulesets.murdham.people import KEEPER


def struck(who: str = "theobald", foe: str = "bandit", **options: Any) -> Fight:
    """A hero's attack on a foe in the same zone, waiting for the foe's reaction; one more far off."""
    fight = Fight({who: "b"}, {"it": (foe, "b"), "x": ("bandit", "r")}, stunts="off", roster=KEEPER, **options)
    weapon = {"theobald": "halberd", "sybilla": "sword", "shield": "sword"}[who]
    return fight.play(who).until(f"strike it {weapon}")


# ------------------------------------------------------------------ the window


@pytest.mark.rule("murdham", "A-50", "A-27", "A-28", "A-30")
def test_the_target_may_dodge_counter_or_hide() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "two": ("bandit", "bc")}, stunts="off").play("theobald")
    fight.until("strike it halberd")
    assert (fight.asked.seat, fight.asked.who, fight.asked.kind) == ("foes", "it", "react")
    counters = ["counter axe", "counter grapple", "counter disarm halberd", "hold back axe"]
    assert fight.keys() == ["pass", "dodge", *counters, "hide two", "guard two"]


@pytest.mark.rule("murdham", "A-50", "A-51", "A-61", "A-70")
@pytest.mark.parametrize(
    ("unit", "hand", "key", "said"),
    [
        ("theobald", "halberd", "strike it halberd", "Theobald strikes at it with the halberd"),
        ("theobald", "halberd", "grapple it", "Theobald tries to grab it"),
        ("theobald", "halberd", "disarm it axe", "Theobald tries to disarm it of the axe"),
        ("theobald", "halberd", "hold back it halberd", "Theobald strikes at it with the halberd (holding back)"),
        ("hesper", "fire-flask", "blast fire-flask b", "Hesper catches it in the blast of the fire flask"),
        ("troll", "", "sweep mace b", "Troll 1 sweeps at it with the uprooted post"),
    ],
)
def test_the_question_names_what_is_done_and_to_whom(unit: str, hand: str, key: str, said: str) -> None:
    """The target's side is asked once, for it and for those beside it; of who has acted only for these."""
    *words, last = key.split()

    def asked(*, acted: bool) -> str:
        fight = Fight({unit: "b"}, {"it": ("bandit", "b"), "two": ("bandit", "bc")}, stunts="off")
        if hand:
            fight.sheet_of(unit, hand=hand, omens=0)
        fight.sheet_of("it", acted=acted).play(unit)
        return fight.until(fight.key(" ".join(words), last) if last == "b" else key).asked.why

    assert asked(acted=False) == f"it: {said}"
    assert asked(acted=True) == f"{said}: does anybody guard?"


@pytest.mark.rule("murdham", "A-38", "A-61")
def test_who_may_guard_the_helpless_is_told_of_the_final_blow() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "two": ("bandit", "b")}, stunts="off")
    fight.sheet_of("it", incapacitated=True).play("theobald").until("finish it")
    assert fight.asked.why == "Theobald puts an end to it with the halberd: does anybody guard?"


@pytest.mark.rule("murdham", "A-59")
def test_who_is_to_be_hidden_behind_is_told_of_what() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "two": ("bandit", "b")}, stunts="off").play("theobald")
    fight.until("strike it halberd", "hide two")
    assert fight.asked.why == "two: it wants to hide behind you, as Theobald strikes at it with the halberd"


@pytest.mark.rule("murdham", "A-51")
def test_the_choice_comes_after_the_save_to_hit_and_before_damage() -> None:
    fight = Fight({"archer": "b"}, {"it": ("bandit", "g"), "x": ("bandit", "r")}, stunts="off", roster=KEEPER)
    fight.play("archer").until("shoot it bow")
    assert fight.rolled.dice == "d20", "first the save"
    fight.until(d20(9))
    assert fight.asked.who == "it", "then the reaction"
    fight.until("pass")
    assert fight.rolled.dice == "d6", "then damage"


@pytest.mark.rule("murdham", "A-51")
def test_nobody_reacts_to_what_misses_anyway() -> None:
    fight = Fight({"archer": "b"}, {"it": ("bandit", "g"), "x": ("bandit", "r")}, stunts="off", roster=KEEPER)
    fight.play("archer", "shoot it bow", d20(10))
    assert fight.windows == [] and not fight.acted("it")


@pytest.mark.rule("murdham", "M-3")
def test_the_order_is_save_stunt_reaction_or_guard_damage() -> None:
    fight = Fight({"archer": "b"}, {"it": ("bandit", "g"), "two": ("bandit", "g")}, roster=KEEPER).play("archer")
    fight.until("offer shoot it bow")
    assert isinstance(fight.match.pending, Roll)
    seen = []
    fight.until(d20(9))
    for _ in range(2):
        seen.append(fight.asked.topic)
        fight.until(fight.asked.idle)
    assert seen == ["stunt", "reaction"]
    assert fight.rolled.dice == "d6"


@pytest.mark.rule("murdham", "A-52", "M-4")
def test_whoever_does_not_know_of_the_attacker_cannot_react() -> None:
    fight = Fight(
        {"theobald": "b"}, {"it": ("bandit", "b"), "two": ("bandit", "b")}, stunts="off", hidden=("theobald",)
    ).play("theobald")
    fight.until("strike it halberd")
    assert fight.rolled.dice == "d8", "neither it nor its neighbour is asked"


@pytest.mark.rule("murdham", "A-52", "A-45", "M-53")
def test_a_shot_out_of_the_dark_can_be_dodged_and_not_shot_back_at() -> None:
    """The archer in the dark is not concealed: all know it is there. But a bow can't answer what one does not see."""
    field = chart("abcdef", dark="d")
    fight = Fight({"balthasar": "b"}, {"x": ("bandit-archer", "d")}, acting="foes", field=field, stunts="off")
    fight.play("x").until("shoot balthasar bow")
    assert fight.keys() == ["pass", "dodge"]
    hidden = Fight({"balthasar": "b"}, {"x": ("bandit-archer", "d")}, acting="foes", field=field, hidden=("x",))
    assert hidden.play("x").until("shoot balthasar bow").rolled.dice == "d6", "of that one he knows nothing"


@pytest.mark.rule("murdham", "A-52")
def test_once_seen_the_attacker_can_be_answered() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b")}, stunts="off", hidden=("theobald",)).play(
        "theobald", "speak"
    )
    fight.until("strike it halberd")
    assert fight.asked.who == "it"


@pytest.mark.rule("murdham", "A-15")
@pytest.mark.parametrize(
    "state",
    [{"acted": True}, {"entangled": True}, {"conditions": STUNNED}],
    ids=lambda state: str(next(iter(state))),
)
def test_the_spent_the_entangled_and_the_stunned_do_not_react(state: dict[str, Any]) -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off")
    fight.sheet_of("it", **state).play("theobald").until("strike it halberd")
    assert fight.rolled.dice == "d8"


@pytest.mark.rule("murdham", "A-15", "A-84")
def test_the_held_do_not_react() -> None:
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off")
    fight.sheet_of("sybilla", grabbing="it").play("theobald").until("strike it halberd")
    assert fight.rolled.dice == "d8"


# ------------------------------------------------------------------ dodge


@pytest.mark.rule("murdham", "A-28", "A-53")
@pytest.mark.parametrize(("face", "hit"), [(8, False), (9, True)])
def test_a_dodge_is_an_agi_save(face: int, hit: bool) -> None:
    fight = struck().until("dodge")
    assert fight.rolled.reading == at_most(8)
    fight.play(d20(face), *([d8(3)] if hit else []))
    assert fight.hit is hit and fight.acted("it")
    if not hit:
        assert fight.last(AttackMissed).rule == "A-53" and fight.told(DamageRolled) == []


@pytest.mark.rule("murdham", "A-53")
def test_who_fails_to_dodge_has_its_shield_up() -> None:
    fight = struck(foe="shield").play("dodge", d20(9), d8(3))
    assert fight.armour == {"shield": 1} and fight.health("it") == 6
    other = struck(foe="shield").play("pass", d8(3))
    assert other.armour == {} and other.health("it") == 5


@pytest.mark.rule("murdham", "A-28")
def test_the_nimble_dodge_once_a_round_for_nothing() -> None:
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off")
    fight.profile_of("it", skills=("nimble",)).sheet_of("it", acted=True).play("theobald").until("strike it halberd")
    assert fight.keys() == ["pass", "dodge"], "its turn is over, and that is all it can still do"
    fight.play("dodge", d20(8), "done", "x", "done", "sybilla").until("strike it sword")
    assert fight.rolled.dice == "d6", "not twice"


# ------------------------------------------------------------------ counter


@pytest.mark.rule("murdham", "A-54", "M-6")
def test_only_a_suitable_attack_counters() -> None:
    """From afar an axe answers nothing, a bow does, with the saves that a shot takes."""
    options: dict[str, Any] = {"stunts": "off", "roster": KEEPER}
    fight = Fight({"archer": "b"}, {"it": ("bandit", "d"), "x": ("bandit", "r")}, **options).play("archer")
    fight.until("shoot it bow")
    assert fight.keys() == ["pass", "dodge"]
    bow = Fight({"archer": "b"}, {"it": ("bandit-archer", "g"), "x": ("bandit", "r")}, **options).play("archer")
    bow.until("shoot it bow", d20(9))
    assert bow.keys() == ["pass", "dodge", "counter-shoot bow", "hold back bow"]
    bow.until("counter-shoot bow")
    assert bow.rolled.reading == at_most(8), "beyond half its range it must save too"


@pytest.mark.rule("murdham", "A-54")
def test_a_counter_that_misses_leaves_the_attack_as_it_was() -> None:
    fight = Fight({"archer": "b"}, {"it": ("bandit-archer", "g"), "x": ("bandit", "r")}, stunts="off", roster=KEEPER)
    fight.play("archer", "shoot it bow", d20(9), "counter-shoot bow", d20(9), d6(3))
    assert fight.lost == [("it", 3)] and fight.acted("it")


@pytest.mark.rule("murdham", "A-54")
def test_a_shot_at_ones_nose_is_answered_with_what_one_holds() -> None:
    fight = Fight({"archer": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off", roster=KEEPER)
    fight.play("archer").until("shoot it bow")
    assert fight.offers("counter axe")


@pytest.mark.rule("murdham", "A-54", "A-70", "M-6")
def test_what_bursts_counters_only_the_large_alone() -> None:
    """A blast is made on a zone, and not against whoever attacks."""
    fight = Fight({"theobald": "b"}, {"it": ("firebrand", "b"), "x": ("bandit", "r")}, stunts="off")
    fight.sheet_of("it", hand="fire-flask").play("theobald").until("strike it halberd")
    assert "fire-flask" not in " ".join(fight.keys())
    fight = Fight({"troll": "b"}, {"it": ("firebrand", "b"), "x": ("bandit", "r")}, stunts="off")
    fight.sheet_of("it", hand="fire-flask").play("troll").until("strike it mace")
    assert fight.keys("focus") == ["focus fire-flask"]


@pytest.mark.rule("murdham", "M-6")
def test_a_counter_cannot_be_reacted_to() -> None:
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off")
    fight.play("theobald").until("strike it halberd", "counter axe")
    assert fight.rolled.dice == "d8", "neither Theobald nor Sybilla beside him is asked"
    fight.play(d8(3), d6(3))
    assert ("guard", "party") not in fight.let_be


@pytest.mark.rule("murdham", "A-37", "A-54")
def test_a_counter_may_be_held_back() -> None:
    """The lower of 5 and 2, less 1 for Theobald's armour."""
    fight = struck().play("hold back axe", d8(1), d6(5), d6(2))
    assert fight.lost == [("it", 1), ("theobald", 1)] and fight.net == -1


@pytest.mark.rule("murdham", "A-80", "A-81", "A-54")
def test_a_net_counters_and_comes_last() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("catcher", "b"), "x": ("bandit", "r")}, stunts="off")
    fight.sheet_of("it", hand="net").play("theobald", "strike it halberd", "counter-shoot net", d8(2), d20(10))
    assert fight.lost == [("it", 1)] and fight.sheet("theobald").entangled
    assert fight.sheet("it").hand == "", "thrown"


@pytest.mark.rule("murdham", "A-55")
def test_both_roll_before_anybody_is_hit() -> None:
    fight = struck().until("counter axe", d8(3))
    assert fight.rolled.dice == "d6" and fight.told(Harmed) == []


@pytest.mark.rule("murdham", "A-56")
def test_whoever_suffers_more_is_hit_first() -> None:
    """Theobald wears armour: 5 of the axe is 4 to him, more than the 3 he does."""
    fight = struck().play("counter axe", d8(3), d6(5))
    assert fight.lost == [("theobald", 4), ("it", 3)]
    other = struck().play("counter axe", d8(3), d6(3))
    assert other.lost == [("it", 3), ("theobald", 2)], "reductions count"


@pytest.mark.rule("murdham", "A-56")
def test_whoever_is_felled_first_does_not_strike() -> None:
    """8 less 1 is critical for Theobald's 9 health."""
    fight = struck(morale="off").play("counter axe", d8(5), d6(6), d6(2))
    assert fight.lost == [("theobald", 6)]
    assert fight.sheet("theobald").incapacitated and fight.health("it") == 8
    assert fight.last(AttackMissed).why == "struck down first"


@pytest.mark.rule("murdham", "A-56")
def test_the_attacker_may_be_the_quicker_one() -> None:
    fight = struck(morale="off").play("counter axe", d8(7), d6(5))
    assert fight.lost == [("it", 7)] and fight.sheet("it").incapacitated
    assert fight.health("theobald") == 9


@pytest.mark.rule("murdham", "A-57")
def test_a_tie_hits_both_at_once() -> None:
    """Both are felled by the other's blow."""
    fight = Fight(
        {"theobald": "b", "sybilla": "r"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off", morale="off"
    )
    fight.play("theobald", "strike it halberd", "counter axe", d8(5), d6(6), d6(1))
    assert fight.lost == [("it", 5), ("theobald", 5)]
    assert fight.sheet("it").incapacitated and fight.sheet("theobald").incapacitated


@pytest.mark.rule("murdham", "A-56")
def test_a_riposte_strikes_first_whatever_the_dice_say() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off", morale="off")
    fight.profile_of("it", skills=("riposte",)).sheet_of("theobald", health=2)
    fight.play("theobald", "strike it halberd", "counter axe", d8(7), d6(2))
    assert fight.lost == [("theobald", 1)], "2 less 1 of 2 health is critical"


@pytest.mark.rule("murdham", "A-27", "A-55")
def test_shields_are_up_on_both_sides_of_a_counter() -> None:
    fight = struck("shield", "shield").play("counter sword", d6(3), d6(3))
    assert [event.armour for event in fight.told(DamageRolled)] == [(("shield", 1),)] * 2
    assert "shield" in fight.sheet("shield").used and "shield" in fight.sheet("it").used


@pytest.mark.rule("murdham", "A-58", "M-7")
def test_one_target_counters_a_blast() -> None:
    bombs = """
[[weapon]]
key = "whirl"
name = "whirling chain"
die = "d4"
traits = ["blast"]

[[character]]
key = "whirler"
name = "Whirler"
icon = "brute"
STR = 9
AGI = 8
WIT = 8
weapons = ["whirl"]
omens = 0
"""
    fight = Fight(
        {"whirler": "b"}, {"one": ("bandit", "b"), "two": ("bandit-leader", "b")}, roster=bombs, morale="off"
    ).play("whirler")
    fight.until(fight.key("blast whirl", "b"))
    assert fight.asked.who == "two" and fight.offers("counter great-axe"), "the quicker wits first"
    fight.until("counter great-axe")
    assert fight.asked.who == "one"
    assert fight.keys() == ["pass", "dodge", "hide two"]


@pytest.mark.rule("murdham", "A-58", "M-7")
def test_if_the_first_does_not_counter_the_next_may() -> None:
    fight = Fight({"theobald": "b"}, {"one": ("bandit", "b"), "two": ("bandit-leader", "b")}, morale="off")
    fight.weapon_of("theobald", "halberd", traits=("blast",)).play("theobald")
    fight.until(fight.key("blast halberd", "b"), "dodge", d20(8))
    assert fight.asked.who == "one" and fight.offers("counter axe")


@pytest.mark.rule("murdham", "A-51")
def test_the_log_tells_reaction_before_damage() -> None:
    fight = struck().play("dodge", d20(9), d8(2))
    kinds = [type(event) for event in fight.match.events if isinstance(event, (Saved, DamageRolled, AttackHit, Fell))]
    assert kinds == [Saved, DamageRolled, AttackHit]
