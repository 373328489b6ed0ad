"""Rules: Reacting to an attack (A-27, A-28, A-50 to A-58); hiding behind somebody, Guard (A-29 to A-31, A-59 to 62)."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import d6, d8, d20
from game.rules.dice import at_most
from rulesets.murdham.play.events import AttackDeclared, AttackHit, AttackMissed, DamageRolled, Fell, Harmed, Saved
from tests.rulesets.murdham.kit import KEEPER, STUNNED, Fight, chart, taunted


def struck(who: str = "theobald", foe: str = "bandit", its: dict[str, Any] | None = None, **options: Any) -> Fight:
    """A hero's attack on a foe in the same zone, waiting for the foe's reaction; one more far off."""
    fight = Fight({who: "b"}, {"it": (foe, "b"), "x": ("bandit", "r")}, stunts="off", roster=KEEPER, **options)
    weapon = {"theobald": "halberd", "sybilla": "sword", "shield": "sword", "troll": "mace"}[who]
    return fight.sheet_of("it", **its or {}).play(who).until(f"strike it {weapon}")


def shot(foe: str = "bandit", at: str = "g", **options: Any) -> Fight:
    """An archer's turn, and a foe to be shot at; one more far off."""
    foes = {"it": (foe, at), "x": ("bandit", "r")}
    return Fight({"archer": "b"}, foes, roster=KEEPER, **{"stunts": "off", **options}).play("archer")


def beside(two: str = "bandit", **options: Any) -> Fight:
    """Theobald's turn, a foe in his zone and a friend of its in the same."""
    foes = {"it": ("bandit", "b"), "two": (two, "b")}
    return Fight({"theobald": "b"}, foes, stunts="off", morale="off", roster=KEEPER, **options)


def couple(**its: Any) -> Fight:
    """Theobald's turn, Sybilla beside him, and a foe in their zone."""
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off")
    return fight.sheet_of("it", **its)


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
    fight = beside().sheet_of("it", incapacitated=True).play("theobald").until("finish it")
    assert fight.asked.why == "Theobald puts an end to it with the halberd: does anybody guard?"


@pytest.mark.rule("murdham", "A-59")
def test_who_is_to_be_hidden_behind_is_told_of_what() -> None:
    fight = beside().play("theobald").until("strike it halberd", "hide two")
    assert fight.asked.why == "two: it wants to hide behind you, as Theobald strikes at it with the halberd"


@pytest.mark.rule("murdham", "A-51", "M-3")
def test_the_order_is_save_stunt_reaction_or_guard_damage() -> None:
    fight = shot(stunts="menu").until("offer shoot it bow")
    assert fight.rolled.dice == "d20"
    assert (fight.until(d20(9)).asked.who, fight.asked.topic) == ("archer", "stunt")
    assert (fight.until(fight.asked.idle).asked.who, fight.asked.topic) == ("it", "reaction")
    assert fight.until("pass").rolled.dice == "d6"
    missed = shot().play("shoot it bow", d20(10))
    assert missed.windows == [] and not missed.acted("it"), "nobody reacts to what misses anyway"


@pytest.mark.rule("murdham", "A-52", "M-4")
def test_whoever_does_not_know_of_the_attacker_cannot_react() -> None:
    fight = beside(hidden=("theobald",)).play("theobald").until("strike it halberd")
    assert fight.rolled.dice == "d8", "neither it nor its neighbour is asked"
    seen = beside(hidden=("theobald",)).play("theobald", "speak").until("strike it halberd")
    assert seen.asked.who == "it"


@pytest.mark.rule("murdham", "A-52", "A-45", "M-53")
def test_a_shot_out_of_the_dark_can_be_dodged_and_not_shot_back_at() -> None:
    """The archer in the dark is not concealed: all know it is there. But a bow can't answer what one does not see."""
    field = chart("abcdef", dark="d")
    fight = Fight({"balthasar": "b"}, {"x": ("bandit-archer", "d")}, acting="foes", field=field, stunts="off")
    fight.play("x").until("shoot balthasar bow")
    assert fight.keys() == ["pass", "dodge"]
    hidden = Fight({"balthasar": "b"}, {"x": ("bandit-archer", "d")}, acting="foes", field=field, hidden=("x",))
    assert hidden.play("x").until("shoot balthasar bow").rolled.dice == "d6", "of that one he knows nothing"


@pytest.mark.rule("murdham", "A-15", "A-84")
@pytest.mark.parametrize("state", ["acted", "entangled", "stunned", "held"])
def test_the_spent_the_entangled_the_stunned_and_the_held_do_not_react(state: str) -> None:
    changes = {"conditions": STUNNED} if state == "stunned" else {} if state == "held" else {state: True}
    fight = couple(**changes).sheet_of("sybilla", grabbing="it" if state == "held" else "")
    assert fight.play("theobald").until("strike it halberd").rolled.dice == "d8"


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
    fight = couple(acted=True).profile_of("it", skills=("nimble",)).play("theobald").until("strike it halberd")
    assert fight.keys() == ["pass", "dodge"], "its turn is over, and that is all it can still do"
    fight.play("dodge", d20(8), "done", "x", "done", "sybilla").until("strike it sword")
    assert fight.rolled.dice == "d6", "not twice"


# ------------------------------------------------------------------ counter


@pytest.mark.rule("murdham", "A-54", "M-6")
def test_only_a_suitable_attack_counters() -> None:
    """From afar an axe answers nothing, a bow does, with the saves that a shot takes."""
    assert shot(at="d").until("shoot it bow").keys() == ["pass", "dodge"]
    assert shot(at="b").until("shoot it bow").offers("counter axe"), "at one's nose"
    bow = shot("bandit-archer").until("shoot it bow", d20(9))
    assert bow.keys() == ["pass", "dodge", "counter-shoot bow", "hold back bow"]
    assert bow.until("counter-shoot bow").rolled.reading == at_most(8), "beyond half its range it must save too"


@pytest.mark.rule("murdham", "A-54")
def test_a_counter_that_misses_leaves_the_attack_as_it_was() -> None:
    fight = shot("bandit-archer").play("shoot it bow", d20(9), "counter-shoot bow", d20(9), d6(3))
    assert fight.lost == [("it", 3)] and fight.acted("it")


@pytest.mark.rule("murdham", "A-54", "A-70", "M-6")
def test_what_bursts_counters_only_the_large_alone() -> None:
    """A blast is made on a zone, and not against whoever attacks."""
    assert "fire-flask" not in " ".join(struck(foe="firebrand", its={"hand": "fire-flask"}).keys())
    assert struck("troll", "firebrand", {"hand": "fire-flask"}).keys("focus") == ["focus fire-flask"]


@pytest.mark.rule("murdham", "M-6")
def test_a_counter_cannot_be_reacted_to() -> None:
    fight = couple().play("theobald").until("strike it halberd", "counter axe")
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
    fight = struck(foe="catcher", its={"hand": "net"}).play("counter-shoot net", d8(2), d20(10))
    assert fight.lost == [("it", 1)] and fight.sheet("theobald").entangled
    assert fight.sheet("it").hand == "", "thrown"


@pytest.mark.rule("murdham", "A-55")
def test_both_roll_before_anybody_is_hit() -> None:
    fight = struck().until("counter axe", d8(3))
    assert fight.rolled.dice == "d6" and fight.told(Harmed) == []


@pytest.mark.rule("murdham", "A-56", "A-57")
@pytest.mark.parametrize(
    ("halberd", "axe", "lost", "fallen"),
    [
        (3, (5,), [("theobald", 4), ("it", 3)], []),
        (3, (3,), [("it", 3), ("theobald", 2)], []),
        (5, (6, 2), [("theobald", 6)], ["theobald"]),
        (7, (5,), [("it", 7)], ["it"]),
        (5, (6, 1), [("it", 5), ("theobald", 5)], ["it", "theobald"]),
    ],
    ids=["more", "more but for armour", "felled first", "the attacker is quicker", "a tie hits both at once"],
)
def test_whoever_suffers_more_is_hit_first(
    halberd: int, axe: tuple[int, ...], lost: list[tuple[str, int]], fallen: list[str]
) -> None:
    """Whoever is felled first does not strike. Theobald's armour takes 1, and 8 less 1 is critical for his 9 health."""
    fight = struck(morale="off").play("counter axe", d8(halberd), *(d6(face) for face in axe))
    assert fight.lost == lost
    assert [who for who in ("it", "theobald") if fight.sheet(who).incapacitated] == fallen
    if len(lost) == 1:
        assert fight.last(AttackMissed).why == "struck down first"


@pytest.mark.rule("murdham", "A-56")
def test_a_riposte_strikes_first_whatever_the_dice_say() -> None:
    fight = couple().profile_of("it", skills=("riposte",)).sheet_of("theobald", health=2)
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


def crowd(**options: Any) -> Fight:
    """Theobald strikes at one of three."""
    foes = {"it": ("bandit", "b"), "two": ("bandit", "bc"), "far": ("bandit", "d")}
    fight = Fight({"theobald": "b"}, foes, stunts="off", morale="off", **options)
    return fight.play("theobald").until("strike it halberd")


@pytest.mark.rule("murdham", "A-30", "A-59", "M-5")
def test_whoever_is_nearby_and_agrees_is_the_new_target() -> None:
    fight = crowd()
    assert fight.keys("hide") == ["hide two"]
    assert (fight.until("hide two").asked.who, fight.asked.topic) == ("two", "consent")
    fight.play("agree", d8(3))
    assert fight.health("it") == 8 and fight.health("two") == 5
    assert fight.acted("it") and not fight.acted("two"), "to be in front is no reaction"


@pytest.mark.rule("murdham", "A-59", "M-5")
def test_whoever_is_refused_may_think_of_something_else() -> None:
    fight = crowd().until("hide two", "refuse")
    assert fight.asked.who == "it" and not fight.acted("it")
    assert fight.keys("hide") == [] and fight.offers("dodge")
    fight.play("dodge", d20(8))
    assert not fight.hit


@pytest.mark.rule("murdham", "A-59", "M-5")
def test_beasts_agree_to_nothing() -> None:
    assert beside("wolf").play("theobald").until("strike it halberd").keys("hide") == []


@pytest.mark.rule("murdham", "A-60")
def test_the_one_in_front_has_a_reaction_of_its_own() -> None:
    fight = crowd().until("hide two", "agree")
    assert fight.asked.who == "two"
    assert fight.offers("dodge") and fight.offers("counter axe")
    assert not fight.offers("hide far"), "not nearby"
    fight.play("counter axe", d8(3), d6(5))
    assert fight.lost == [("theobald", 4), ("two", 3)]
    assert fight.acted("it") and fight.acted("two")


@pytest.mark.rule("murdham", "A-60", "M-3")
@pytest.mark.parametrize(
    ("answers", "hit", "acted"),
    [
        (("hide three", "agree", "hide one", "agree"), "one", ["one", "two", "three"]),
        (("guard three",), "three", ["one", "three"]),
    ],
    ids=["it has reacted, and takes the blow", "guarded"],
)
def test_hiding_goes_on_until_nobody_is_left_who_could(answers: tuple[str, ...], hit: str, acted: list[str]) -> None:
    foes = {"one": ("bandit", "b"), "two": ("bandit", "b"), "three": ("bandit", "b")}
    fight = Fight({"theobald": "b"}, foes, stunts="off", morale="off").play("theobald")
    fight.until("strike one halberd", "hide two", "agree")
    assert fight.asked.who == "two"
    fight.play(*answers, d8(3))
    assert fight.health(hit) == 5 and [who for who in foes if fight.acted(who)] == acted


@pytest.mark.rule("murdham", "A-30", "A-88", "M-5")
def test_whoever_is_held_is_not_asked() -> None:
    fight = couple(grabbing="sybilla").play("theobald").until("strike it halberd")
    assert fight.offers("hide sybilla")
    fight.play("hide sybilla", d8(3))
    assert fight.health("sybilla") == 6, "3 less her armour"
    assert fight.sheet("it").grabbing == "sybilla" and fight.acted("it")


# ------------------------------------------------------------------ guard


@pytest.mark.rule("murdham", "A-29", "A-61")
def test_somebody_nearby_may_take_the_attack_upon_itself() -> None:
    fight = crowd()
    assert (fight.asked.seat, fight.asked.topic, fight.option("guard two").topic) == ("foes", "reaction", "guard")
    assert fight.keys("guard") == ["guard two"], "the third is not nearby"
    fight.play("guard two", d8(3))
    assert fight.health("it") == 8 and fight.health("two") == 5
    assert fight.acted("two") and not fight.acted("it")


@pytest.mark.rule("murdham", "A-61")
def test_nobody_guards_when_the_target_has_dodged_or_countered() -> None:
    fight = crowd().play("dodge", d20(9), d8(3))
    assert fight.let_be == [] and fight.health("it") == 5
    other = crowd().play("counter axe", d8(3), d6(3))
    assert other.let_be == []


@pytest.mark.rule("murdham", "A-62", "A-29", "A-61")
def test_a_guard_can_neither_counter_nor_dodge_but_its_shield_is_up() -> None:
    fight = beside("shield").play("theobald").until("strike it halberd", "guard two")
    assert fight.rolled.dice == "d8", "it is hit, with nothing more to say"
    fight.play(d8(3))
    assert fight.armour == {"shield": 1} and fight.health("two") == 6
    keen = beside().profile_of("two", skills=("bodyguard",))
    keen.play("theobald", "strike it halberd", "guard two", d8(1), "done")
    assert keen.keys() == ["it", "two", "pass"], "bodyguards guard without giving up their turn"


@pytest.mark.rule("murdham", "A-29")
def test_each_side_guards_its_own() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, {"wolf": "b"}, stunts="off").play(
        "theobald"
    )
    fight.until("strike it halberd", "pass")
    assert fight.rolled.dice == "d8", "a wolf of a third side guards no bandit"


# ------------------------------------------------------------------ striking at the leaving


@pytest.mark.rule("murdham", "A-31", "A-14")
def test_a_foe_who_leaves_may_be_struck_at() -> None:
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off").play("theobald")
    fight.until(fight.key("move", "bc"))
    assert fight.asked.who == "theobald", "on the border it is still nearby"
    fight.until(fight.key("move", "c"))
    assert (fight.asked.who, fight.asked.topic) == ("it", "opportunity attack")
    assert fight.keys() == ["pass", "strike axe", "strike grapple", "strike disarm halberd", "hold back axe"]
    fight.play("strike axe", d6(2), fight.key("move", "c"))
    assert fight.last(AttackDeclared).how == "opportunity"
    assert fight.acted("it") and fight.at("theobald") == "c" and fight.health("theobald") == 8


# ------------------------------------------------------------------ who holds what


@pytest.mark.rule("murdham", "A-54", "A-86")
def test_whoever_counters_lets_go_of_whom_it_holds() -> None:
    fight = couple(grabbing="sybilla").play("theobald", "strike it halberd", "counter axe", d8(1), d6(1))
    assert fight.sheet("it").grabbing == ""


@pytest.mark.rule("murdham", "M-9", "A-83")
def test_an_attacker_who_is_grabbed_in_return_has_no_turn_left() -> None:
    fight = struck().play("counter grapple", d8(1), d20(10))
    assert fight.sheet("it").grabbing == "theobald"
    assert fight.acted("theobald") and fight.asked.seat == "foes"


@pytest.mark.rule("murdham", "A-82", "A-60")
def test_a_disarm_that_finds_another_takes_what_that_one_holds() -> None:
    fight = beside("bandit-archer").play("theobald", "disarm it axe", "guard two", d20(9))
    assert fight.sheet("two").hand == "" and fight.sheet("it").hand == "axe"


@pytest.mark.rule("murdham", "A-61", "M-43")
def test_a_grip_passes_only_to_who_is_nearby_the_attacker() -> None:
    """The second bandit is nearby the first, on the border, but not nearby Theobald."""
    foes = {"it": ("bandit", "bc"), "two": ("bandit", "c")}
    fight = Fight({"theobald": "b"}, foes, stunts="off", morale="off").play("theobald").until("grapple it")
    assert fight.keys("hide") == fight.keys("guard") == []
    blow = Fight({"theobald": "b"}, foes, stunts="off", morale="off").play("theobald").until("strike it halberd")
    assert (blow.keys("hide"), blow.keys("guard")) == (["hide two"], ["guard two"])


@pytest.mark.rule("murdham", "A-31", "A-63", "A-64", "M-63")
def test_who_has_agreed_to_fall_back_is_beyond_the_next_strike() -> None:
    """The second of two whom it leaves may strike as it falls back, and not once more at what was the way before."""
    fight = Fight({"sybilla": "b", "theobald": "b"}, {"bandit": "b"}, acting="foes").play("bandit")
    fight.until(fight.key("move", "c"), "offer strike sword", "offer back", "accept")
    assert (fight.asked.who, fight.asked.topic, fight.at("bandit")) == ("theobald", "opportunity attack", "bc")
    fight.play("pass")
    assert fight.at("bandit") == "c" and fight.asked.seat == "foes"


@pytest.mark.rule("murdham", "A-31", "M-8", "M-53")
def test_in_smoke_one_may_strike_at_what_is_heard_leaving() -> None:
    field = chart("abcdef", smoke="b")
    fight = Fight({"theobald": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "f")}, field=field).play("theobald")
    fight.play(fight.key("full", "cd"))
    assert fight.let_be == [("opportunity attack", "it")] and fight.at("theobald") == "cd"


@pytest.mark.rule("murdham", "A-80", "A-81")
def test_a_net_and_an_axe_cross_and_the_net_comes_last() -> None:
    """A net does no damage: the axe that answers it comes first, and fells whoever threw."""
    fight = Fight({"catcher": "b"}, {"it": ("bandit", "b"), "x": ("bandit", "r")}, stunts="off", morale="off")
    fight.sheet_of("catcher", hand="net", health=2).play("catcher", "shoot it net", "counter axe", d6(2))
    assert fight.sheet("catcher").incapacitated and not fight.sheet("it").entangled
    assert fight.sheet("catcher").hand == "", "thrown all the same"


# ------------------------------------------------------------------ who stands in

STATES: dict[str, tuple[dict[str, Any], bool, bool]] = {
    "at its best": ({}, True, True),
    "has acted": ({"acted": True}, False, True),
    "stunned": ({"conditions": STUNNED}, False, True),
    "taunted": ({"conditions": taunted("theobald")}, False, True),
    "in a net": ({"entangled": True}, False, True),
    "held": ({}, False, True),
    "retreating": ({"retreating": True}, False, False),
    "surrendered": ({"surrendered": True}, False, False),
    "incapacitated": ({"incapacitated": True}, False, False),
    "paralysed": ({"paralysed": True}, False, False),
    "dead": ({"dead": True}, False, False),
}
"""What may be the matter with a friend; whether it can guard then, and whether one may ask to hide behind it."""


@pytest.mark.rule("murdham", "A-59", "A-61", "M-5", "M-30")
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("by_skill", [False, True])
def test_who_stands_in_for_another(state: str, *, by_skill: bool) -> None:
    party = {"theobald": "b", "sybilla": "b"}
    fight = Fight(party, {"it": ("bandit", "b"), "two": ("bandit", "b")}, stunts="off", morale="off")
    changes, guards, agrees = STATES[state]
    if by_skill:
        fight.profile_of("two", skills=("bodyguard",))
        guards = guards or state in ("has acted", "taunted")  # what takes no turn can be done without one
    fight.sheet_of("two", **changes)
    if state == "held":
        fight.sheet_of("sybilla", grabbing="two")
    fight.play("theobald").until("strike it halberd")
    assert fight.keys("guard") == (["guard two"] if guards else [])
    assert fight.keys("hide") == (["hide two"] if agrees else [])
