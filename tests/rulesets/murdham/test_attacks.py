"""Rule: Attacking, Melee attacks (A-32 to A-40); what multiplies the dice of an attack and what else hangs on it."""

from __future__ import annotations

from fractions import Fraction
from string import ascii_letters
from typing import Any

import pytest

from game.kit.testing.fight import Dice, d4, d6, d8, d20
from game.rules.dice import at_most
from game.rules.events import Id
from game.rules.odds import odds
from game.spatial.field import Field
from rulesets.murdham.mind.damage import damage, stats_of, terms
from rulesets.murdham.play.events import AttackMissed, DamageRolled, Fell
from rulesets.murdham.play.geometry import look_at
from tests.rulesets.helping import chosen
from tests.rulesets.murdham.kit import BOMBARDIER, Fight, Where, chart, taunted

LONG = chart(ascii_letters[:36])
"""Thirty-six zones in a row."""


def melee(who: str = "theobald", at: str = "b", foe: str = "b", **options: Any) -> Fight:
    """One hero and one bandit, the hero's turn; a second bandit far off keeps the fight going."""
    fight = Fight({who: at}, {"bandit": foe, "x": ("bandit", "r")}, stunts="off", roster=BOMBARDIER, **options)
    return fight.play(who)


def archery(foe: str, at: str = "b", **options: Any) -> Fight:
    """Balthasar with his bow of range 8, and a bandit."""
    options = {"field": LONG, "stunts": "off", **options}
    return Fight({"balthasar": at}, {"bandit": foe, "x": ("bandit", "J")}, **options).play("balthasar")


# ------------------------------------------------------------------ attacking


@pytest.mark.rule("murdham", "A-33")
def test_an_attack_simply_hits() -> None:
    fight = melee()
    fight.until("strike bandit halberd", "pass")
    assert fight.rolled.dice == "d8", "no save, no roll to hit"
    fight.play(d8(5))
    assert fight.hit and fight.health("bandit") == 3


@pytest.mark.rule("murdham", "A-34")
@pytest.mark.parametrize(("face", "hit"), [(12, True), (13, False)])
def test_in_hard_circumstances_it_takes_a_wit_save(face: int, hit: bool) -> None:
    """Six zones off, beyond half the range of a bow: Balthasar's WIT is 12."""
    fight = archery("h")
    fight.until("shoot bandit bow")
    assert (fight.rolled.dice, fight.rolled.reading) == ("d20", at_most(12))
    fight.play(d20(face), *([d6(3)] if hit else []))
    assert fight.hit is hit and fight.health("bandit") == (5 if hit else 8)


@pytest.mark.rule("murdham", "A-35", "M-38")
def test_bare_hands_do_d4_impaired() -> None:
    fight = melee().play("put down halberd", "strike bandit unarmed", d4(3), d4(2))
    assert fight.health("bandit") == 6, "the lower of both"
    assert fight.net == -1


@pytest.mark.rule("murdham", "A-35", "M-38")
def test_fists_are_for_want_of_anything_better() -> None:
    assert melee().keys("strike") == ["strike bandit halberd"]
    archer = Fight({"balthasar": "b"}, {"bandit": "b"}).play("balthasar")
    assert archer.keys("strike") == ["strike bandit unarmed"], "a bow strikes nobody"
    holder = Fight({"theobald": "b"}, {"bandit": "b"}).sheet_of("theobald", grabbing="bandit").play("theobald")
    assert holder.keys("strike") == ["strike bandit unarmed"], "a halberd is too long for whom one holds"


@pytest.mark.rule("murdham", "A-35")
def test_the_skilled_do_d6_with_their_fists() -> None:
    fight = melee("brawler").play("strike bandit unarmed", d6(4))
    assert fight.health("bandit") == 4 and fight.net == 0


@pytest.mark.rule("murdham", "A-36")
@pytest.mark.parametrize(
    ("who", "weapon", "die"), [("theobald", "halberd", "d8"), ("sybilla", "sword", "d6"), ("twohand", "sword", "d6")]
)
def test_weapons_do_their_own_damage(who: str, weapon: str, die: str) -> None:
    fight = melee(who).play(f"strike bandit {weapon}", Dice(die, (3,)))
    assert fight.dealt == 3


@pytest.mark.rule("murdham", "A-36")
def test_a_weapon_in_the_off_hand_is_impaired() -> None:
    fight = melee("twohand")
    assert "d4 impaired: off hand (A-36)" in fight.option("strike bandit knife").about.notes
    fight.play("strike bandit knife", d4(3), d4(1))
    assert fight.health("bandit") == 7


@pytest.mark.rule("murdham", "A-36")
def test_only_what_is_in_hand_strikes() -> None:
    fight = melee("thrower")
    assert not fight.offers("strike bandit knife") and not fight.offers("shoot bandit pistol")


@pytest.mark.rule("murdham", "A-36")
def test_what_is_thrown_is_gone() -> None:
    fight = melee("thrower").play("shoot bandit acid", d8(2))
    assert fight.sheet("thrower").hand == "" and "acid" not in fight.sheet("thrower").carried


@pytest.mark.rule("murdham", "A-36")
def test_what_is_thrown_is_gone_even_if_it_misses() -> None:
    fight = melee("thrower", foe="d").play("shoot bandit acid", d20(10))
    assert not fight.hit and fight.sheet("thrower").hand == ""


@pytest.mark.rule("murdham", "A-36")
def test_guns_fire_once_a_fight() -> None:
    fight = Fight({"thrower": "b"}, {"bandit": "d"}, roster=BOMBARDIER, stunts="off", morale="off")
    fight.sheet_of("thrower", hand="pistol").play(
        "thrower", "shoot bandit pistol", d6(1), "done", "pass", "first party"
    )
    fight.play("thrower")
    assert not fight.offers("shoot bandit pistol")
    assert fight.refusal("Attack Bandit").rule == "A-36"


@pytest.mark.rule("murdham", "A-37")
def test_who_holds_back_does_impaired_damage() -> None:
    fight = melee().play("hold back bandit halberd", d8(3), d8(7))
    assert fight.health("bandit") == 5


@pytest.mark.rule("murdham", "A-37", "A-35")
def test_holding_back_with_bare_hands_does_nothing() -> None:
    """Impaired twice: no dice, no damage."""
    fight = melee().play("put down halberd", "hold back bandit unarmed")
    assert fight.last(DamageRolled).net == -2 and fight.dealt == 0
    assert fight.health("bandit") == 8


# ------------------------------------------------------------------ the final blow


def helpless(**options: Any) -> Fight:
    """Theobald over a helpless bandit, another one beside."""
    fight = Fight({"theobald": "b"}, {"bandit": "b", "two": ("bandit", "b")}, stunts="off", morale="off", **options)
    return fight.sheet_of("bandit", incapacitated=True, health=5)


@pytest.mark.rule("murdham", "A-38", "M-15")
def test_a_final_blow_kills_the_helpless() -> None:
    fight = helpless().play("theobald")
    assert not fight.offers("finish two"), "he stands"
    fight.play("finish bandit")
    assert fight.sheet("bandit").dead and fight.last(Fell).how == "final blow"
    assert fight.told(DamageRolled) == [] and not fight.turn.main
    assert fight.windows == [], "whom it kills is not asked"


@pytest.mark.rule("murdham", "A-38")
def test_a_final_blow_is_for_the_nearby_only() -> None:
    fight = Fight({"theobald": "b"}, {"bandit": "c", "two": ("bandit", "r")}, morale="off")
    fight.sheet_of("bandit", incapacitated=True).play("theobald")
    assert not fight.keys("finish")
    fight.play(fight.key("move", "bc"))
    assert fight.offers("finish bandit")


@pytest.mark.rule("murdham", "A-38")
@pytest.mark.parametrize("how", [{"paralysed": True}, {"dying": 2, "health": 0, "incapacitated": True}])
def test_the_paralysed_and_the_dying_are_helpless_too(how: dict[str, Any]) -> None:
    fight = Fight({"theobald": "b"}, {"bandit": "b", "two": ("bandit", "r")}, morale="off").sheet_of("bandit", **how)
    fight.play("theobald", "finish bandit")
    assert fight.sheet("bandit").dead


@pytest.mark.rule("murdham", "A-38")
def test_those_who_have_surrendered_are_not_helpless() -> None:
    fight = Fight({"theobald": "b"}, {"bandit": "b", "two": ("bandit", "r")}, morale="off")
    assert not fight.sheet_of("bandit", surrendered=True).play("theobald").keys("finish")


@pytest.mark.rule("murdham", "A-38", "M-15")
def test_a_guard_makes_the_final_blow_an_attack_on_itself() -> None:
    fight = helpless().play("theobald", "finish bandit", "guard two", d8(3))
    assert not fight.sheet("bandit").dead
    assert fight.health("two") == 5 and fight.acted("two")


@pytest.mark.rule("murdham", "A-38", "A-117", "M-15")
@pytest.mark.parametrize(("injuries", "dice"), [((), (d8(3),)), (("a useless arm",), (d4(3), d4(2)))])
def test_it_is_made_with_what_one_can_wield(injuries: tuple[str, ...], dice: tuple[Dice, ...]) -> None:
    """With one arm it is no halberd that falls on the guard."""
    fight = helpless().sheet_of("theobald", injuries=injuries).play("theobald", "finish bandit", "guard two", *dice)
    assert fight.health("two") == (6 if injuries else 5)


@pytest.mark.rule("murdham", "A-38", "A-40", "M-15")
@pytest.mark.parametrize("field", [chart("abcdef", smoke="b"), chart("abcdef", dark="b")], ids=["smoke", "dark"])
def test_a_final_blow_at_the_unseen_takes_one_save_guarded_or_not(field: Field) -> None:
    fight = helpless(field=field).play("theobald")
    assert fight.option("finish bandit").about.notes == (
        "WIT 9 or less on a d20 to hit: the target is not visible (A-40)",
    )
    fight.play("finish bandit", d20(9))
    assert fight.sheet("bandit").dead
    missed = helpless(field=field).play("theobald", "finish bandit", d20(10))
    assert not missed.sheet("bandit").dead and not missed.hit and not missed.acted("two"), "no guard was called for"
    guarded = helpless(field=field).play("theobald", "finish bandit", d20(9), "guard two", d8(1))
    assert guarded.lost == [("two", 1)] and not guarded.sheet("bandit").dead


@pytest.mark.rule("murdham", "A-38", "A-117", "M-15")
def test_an_omen_survives_a_final_blow() -> None:
    fight = Fight({"rosamund": "b", "sybilla": "q"}, {"bandit": "b"}, acting="foes", stunts="off")
    fight.sheet_of("rosamund", incapacitated=True, health=5, omens=1).play("bandit")
    fight.play("finish rosamund", "omen", d6(1))
    sheet = fight.sheet("rosamund")
    assert (sheet.dead, sheet.health, sheet.omens, sheet.injuries) == (False, 1, 0, ("a scar",))
    assert fight.told(Fell) == [], "she lay there before"


@pytest.mark.rule("murdham", "A-38", "M-4")
def test_nobody_guards_against_a_final_blow_out_of_hiding() -> None:
    fight = helpless(hidden=("theobald",)).play("theobald")
    fight.until("finish bandit")
    assert fight.sheet("bandit").dead and ("guard", "foes") not in fight.let_be


# ------------------------------------------------------------------ melee


@pytest.mark.rule("murdham", "A-39")
@pytest.mark.parametrize(
    ("me", "foe", "near"),
    [
        ("b", "b", True),
        ("b", "ab", True),
        ("b", "bc", True),
        ("bc", "b", True),
        ("bc", "c", True),
        ("bc", "bc", True),
        ("b", "a", False),
        ("b", "c", False),
        ("b", "cd", False),
        ("bc", "cd", False),
        ("bc", "ab", False),
        ("bc", "d", False),
    ],
)
def test_melee_is_for_the_nearby(me: str, foe: str, near: bool) -> None:
    """The same zone and all its borders; from a border that border and both its zones."""
    fight = melee(at=me, foe=foe)
    assert fight.offers("strike bandit halberd") is near
    assert fight.offers("grapple bandit") is near
    if not near:
        assert fight.refusal("Attack").rule == "A-39"


@pytest.mark.rule("murdham", "A-39")
def test_nobody_is_nearby_through_a_shut_door() -> None:
    fight = Fight({"theobald": "b"}, {"bandit": "c"}, field=chart("abcdef", doors="bc")).play("theobald")
    assert not fight.keys("strike")


@pytest.mark.rule("murdham", "A-39")
def test_bodies_of_massive_size_strike_one_zone_off() -> None:
    fight = melee(foe="c")
    assert not fight.keys("strike")
    large = Fight({"theobald": "b"}, {"bandit": "c"}).profile_of("theobald", size="massive").play("theobald")
    assert large.offers("strike bandit halberd")


SMOKE = chart("abcdef", smoke="b")
DARK = chart("abcdef", dark="b")


@pytest.mark.rule("murdham", "A-40")
@pytest.mark.parametrize("field", [SMOKE, DARK], ids=["smoke", "dark"])
@pytest.mark.parametrize("at", ["b", "bc"])
@pytest.mark.parametrize(("face", "hit"), [(9, True), (10, False)])
def test_who_is_not_visible_is_hit_with_a_save(field: Any, at: str, face: int, hit: bool) -> None:
    """Theobald's WIT is 9."""
    fight = Fight({"theobald": at}, {"bandit": "b", "x": ("bandit", "f")}, field=field, stunts="off").play("theobald")
    fight.play("strike bandit halberd", d20(face), *([d8(2)] if hit else []))
    assert fight.hit is hit
    if not hit:
        assert fight.last(AttackMissed).rule == "A-40" and fight.health("bandit") == 8


@pytest.mark.rule("murdham", "A-40", "M-20")
def test_smoke_thrown_in_the_fight_hides_just_as_well() -> None:
    fight = Fight({"theobald": "b"}, {"bandit": "b"}).turn_of(smoke=(1,)).play("theobald")
    fight.until("strike bandit halberd")
    assert fight.rolled.reading == at_most(9)


@pytest.mark.rule("murdham", "A-118")
@pytest.mark.parametrize(
    ("size", "face", "rolled"), [("large", 3, 6), ("massive", 3, 12), ("medium", 3, 3), ("small", 3, 2), ("tiny", 5, 2)]
)
def test_a_breath_is_as_strong_as_the_body_it_comes_from(size: Any, face: int, rolled: int) -> None:
    """Twice the die from a large wyrm; a quarter of it, rounded up, from one that fits a hand."""
    fight = Fight({"theobald": "c"}, {"wyrm": "a"}, acting="foes", stunts="off", morale="off")
    fight.profile_of("wyrm", size=size).play("wyrm")
    fight.play(fight.key("blast fire-breath", "c"), d20(1), d6(face))
    assert fight.last(DamageRolled).rolled == rolled
    assert dict(fight.lost) == {"theobald": min(rolled, 9)}, "no armour stops fire"


def shelled(**options: Any) -> Fight:
    """The gunner's turn, whose long gun (d8) bursts; in its way stands Sybilla with armour 1 and a shield."""
    fight = Fight({"sybilla": "b"}, {"gunner": "a"}, acting="foes", stunts="off", morale="off", **options)
    return fight.weapon_of("gunner", "long-gun", traits=("blast",)).play("gunner")


@pytest.mark.rule("murdham", "A-27", "A-53", "A-118")
@pytest.mark.parametrize(
    ("answers", "armour"),
    [
        (("dodge", d20(11)), {"armour": 1, "shield": 1}),
        (("pass",), {"armour": 1}),
    ],
)
def test_the_shield_is_up_for_who_dodges_a_blast_and_fails(answers: tuple[Any, ...], armour: dict[str, int]) -> None:
    """And down for whoever takes it."""
    fight = shelled()
    fight.play(fight.key("blast long-gun", "b"), *answers, d8(5))
    assert fight.armour == armour and fight.lost == [("sybilla", 5 - sum(armour.values()))]
    assert ("shield" in fight.sheet("sybilla").used) is ("shield" in armour)


@pytest.mark.rule("murdham", "A-53", "A-70")
def test_who_dodges_a_blast_and_passes_is_not_touched() -> None:
    fight = shelled()
    fight.play(fight.key("blast long-gun", "b"), "dodge", d20(10))
    assert fight.lost == [] and fight.asked.who == "gunner"


# ------------------------------------------------------------------ following through


def swinging(**options: Any) -> Fight:
    """Osric, who follows through, among three bandits."""
    foes: dict[str, Where] = {"one": ("bandit", "b"), "two": ("bandit", "b"), "three": ("bandit", "b")}
    return Fight({"osric": "b"}, foes, stunts="off", morale="off", **options).sheet_of("osric", omens=0)


@pytest.mark.rule("murdham", "A-17", "A-118")
def test_whoever_fells_a_foe_follows_through_once_a_fight() -> None:
    """Not where the foe stays up, and not a second time."""
    fight = swinging().sheet_of("two", health=4).play("osric", "strike one halberd", d8(4))
    assert fight.sheet("one").incapacitated and fight.offers("strike two halberd")
    assert fight.option("done").unspent == ("another attack",), "the main action is spent"
    fight.play("strike two halberd", d8(2))
    assert fight.sheet("two").incapacitated and not fight.keys("strike")
    hurt = swinging().play("osric", "strike one halberd", d8(3))
    assert hurt.health("one") == 5 and not hurt.keys("strike")


@pytest.mark.rule("murdham", "A-17", "A-118")
def test_following_through_is_for_those_who_have_the_skill() -> None:
    foes: dict[str, Where] = {"one": ("bandit", "b"), "two": ("bandit", "b")}
    fight = Fight({"theobald": "b"}, foes, stunts="off", morale="off").play("theobald", "strike one halberd", d8(5))
    assert fight.sheet("one").incapacitated and not fight.keys("strike")


@pytest.mark.rule("murdham", "A-15", "A-17", "A-54")
def test_a_counter_is_not_followed_through() -> None:
    """It is a reaction: Osric's turn is spent, though a foe has fallen; and his skill is left for later."""
    fight = swinging(acting="foes").play("one")
    fight.play("strike osric axe", "counter halberd", d6(1), d8(5))
    assert fight.sheet("one").incapacitated and fight.acted("osric")
    fight.play("two", "done", "three", "done", "first foes", "two", "done", "osric", "strike two halberd", d8(5))
    assert fight.turn.round == 2 and fight.keys("finish"), "now he follows through"


# ------------------------------------------------------------------ hands up


@pytest.mark.rule("murdham", "A-101")
@pytest.mark.parametrize(
    "state",
    [{}, {"hand": ""}, {"retreating": True}, {"conditions": taunted("theobald")}, {"entangled": True}, {"tripped": 1}],
)
def test_anybody_may_surrender_as_the_turn_begins(state: dict[str, Any]) -> None:
    """Armed or not, broken, taunted, caught or fallen; the held as well."""
    fight = Fight({"theobald": "b"}, {"bandit": "b", "x": ("bandit", "q")}, acting="foes", stunts="off")
    assert fight.sheet_of("bandit", **state).play("bandit").offers("surrender")
    held = Fight({"theobald": "b"}, {"bandit": "b", "x": ("bandit", "q")}, acting="foes")
    assert held.sheet_of("theobald", grabbing="bandit").play("bandit").offers("surrender")


@pytest.mark.rule("murdham", "A-101")
def test_surrendering_is_no_reaction() -> None:
    """It is the turn: the target of an attack can't throw its weapons away before the blow falls."""
    fight = Fight({"theobald": "b"}, {"bandit": "b"}, stunts="off").play("theobald").until("strike bandit halberd")
    assert fight.asked.topic == "reaction" and not fight.offers("surrender")


def cornered(party: dict[str, Where], health: int, many: int = 6, exit_: str = "") -> str:
    """What the computer does with the first of the party, all of that health; the way out leads through bandits."""
    foes: dict[str, Where] = {f"b{number}": ("bandit", "b") for number in range(many)}
    fight = Fight(party, foes, field=chart("abc", features={exit_ or "a": "exit"}), morale="off")
    for who in party:
        fight.sheet_of(who, health=health)
    return chosen(fight.play(next(iter(party))))


@pytest.mark.rule("murdham", "A-101", "M-13")
def test_the_computer_surrenders_when_nothing_is_left_to_hope_for() -> None:
    """Alone, outnumbered by far, hurt to the half or worse, and with no way out; all of these, or it fights on."""
    assert cornered({"theobald": "c"}, 4) == "surrender"
    assert cornered({"theobald": "c", "sybilla": "c"}, 2, many=8) != "surrender", "two are left"
    assert cornered({"theobald": "c"}, 5) != "surrender", "more than half its health is"
    assert cornered({"theobald": "c"}, 4, many=1) != "surrender", "one foe may yet be beaten"
    assert cornered({"theobald": "c"}, 4, exit_="c") != "surrender", "it stands at a way out"


@pytest.mark.rule("murdham", "A-118")
@pytest.mark.parametrize(
    ("unit", "weapon", "die", "dealt"),
    [("goblin-archer", "bow", d6(5), 3), ("bandit-archer", "bow", d6(5), 5), ("hill-giant", "boulder", d6(2), 8)],
)
def test_size_makes_more_or_less_of_what_is_shot_and_thrown(unit: str, weapon: str, die: Dice, dealt: int) -> None:
    """No missile is excepted."""
    fight = Fight({"sybilla": "c"}, {"x": (unit, "a")}, acting="foes", stunts="off").sheet_of("sybilla", armour=0)
    fight.sheet_of("x", hand=weapon, off="").play("x", f"shoot sybilla {weapon}", die)
    assert fight.dealt == dealt


@pytest.mark.rule("murdham", "A-118")
def test_the_damage_of_a_small_bow_is_the_same_in_preview_odds_and_advice() -> None:
    """Half of a d6: 1 for a 1 or a 2, 2 for a 3 or a 4, 3 for a 5."""
    fight = Fight({"sybilla": "c"}, {"x": ("goblin-archer", "a")}, acting="foes", stunts="off")
    fight.sheet_of("sybilla", armour=0).play("x")
    assert "d6 × 1/2" in fight.option("shoot sybilla bow").about.notes
    harm = odds(fight.match, "shoot sybilla bow").harm(Id("sybilla"))
    assert [harm[n] for n in (1, 2, 3)] == [Fraction(1, 3), Fraction(1, 3), Fraction(1, 6) + Fraction(1, 36)]
    shot, sybilla = stats_of(fight.body("x")).shot, stats_of(fight.body("sybilla"))
    assert shot is not None
    found = terms(shot, sybilla, look_at(fight.board, fight.place("a"), fight.place("c")))
    assert found is not None
    assert damage(shot, found, found.bare)[:4] == pytest.approx([0, *map(float, (harm[1], harm[2], harm[3]))])


@pytest.mark.rule("murdham", "A-118")
def test_previews_of_blasts_and_sweeps_show_what_multiplies_the_dice() -> None:
    fight = Fight({"sybilla": "b"}, {"wyrm": "a", "x": ("bandit", "c")}, acting="foes").play("wyrm")
    assert fight.option(fight.key("blast fire-breath", "b")).about.notes == ("d6 × 2; armour is no help",)
    fight = Fight({"theobald": "a"}, {"g": ("goblin", "a")}).play("theobald")
    assert fight.option(fight.key("sweep halberd", "a")).about.brief == "d8 × 1/2"
    fight = Fight({"hesper": "b"}, {"troll": "a"}).sheet_of("hesper", hand="fire-flask").play("hesper")
    assert "d6 × 2" in fight.option("focus troll fire-flask").about.notes


@pytest.mark.rule("murdham", "A-37", "A-35", "A-92")
def test_previews_show_what_impairs_and_enhances_this_very_attack() -> None:
    fight = Fight({"theobald": "b"}, {"bandit": "b"}).play("theobald")
    assert "d8 impaired: held back (A-37)" in fight.option("hold back bandit halberd").about.notes
    fight = Fight({"footpad": "b"}, {"bandit": "b"}, hidden=("footpad",)).play("footpad")
    notes = fight.option("strike bandit knife").about.notes
    assert "d12" in notes and "Bandit 1 can't react: surprised (A-92)" in notes
