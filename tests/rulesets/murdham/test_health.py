"""By the book: health, dying and injuries; dice that explode, impaired and enhanced; sizes, powers, omens, fear."""

from __future__ import annotations

from typing import Any

import pytest

from game.kit.testing.fight import Dice, d4, d6, d8, d20
from game.rules.table import Table
from rulesets.murdham.play.events import Fell, Healed, OmenSpent
from rulesets.murdham.play.harm import roll_damage, worth_of
from tests.rulesets.murdham.kit import Fight, Where, chart


def struck(unit: str, *dice: Dice, **sheet: Any) -> Fight:
    """Somebody at Theobald's mercy, whose halberd does d8; another of its side is far off, so that it goes on."""
    foes: dict[str, Where] = {"it": (unit, "b"), "z": ("bandit", "q")}
    fight = Fight({"theobald": "b", "sybilla": "q"}, foes, stunts="off", morale="off")
    fight.sheet_of("it", acted=True, **sheet)
    return fight.play("theobald", "strike it halberd", *dice)


# ------------------------------------------------------------------ the dice


@pytest.mark.rule("murdham", "A-118")
def test_a_t3_a_d6_of_6_6_3_is_13() -> None:
    """5 and 5 and 3."""
    assert worth_of("d6", (6, 6, 3)) == 13
    fight = Fight({"sybilla": "b"}, {"bear": "b"}, stunts="off").play("sybilla")
    fight.play("strike bear sword", d6(6), d6(6), d6(3))
    assert fight.dealt == 13


@pytest.mark.rule("murdham", "A-118", "A-92")
def test_a_t4_an_enhanced_d6_of_4_or_6_and_3_is_8() -> None:
    """Two whole rolls, the higher counts; nothing in this fight enhances, so the roll is asked for as the rules do."""
    fight = Fight({"sybilla": "b"}, {"bandit": "b"})
    table: Table[Any, Any] = Table(fight.state, fight.setup, fight.ground, lambda event: None)
    rolling = roll_damage(table, "d6", 1, fight.body("sybilla").id)
    rolling.send(None)
    for face in (4, 6):
        rolling.send((face,))
    with pytest.raises(StopIteration) as end:
        rolling.send((3,))
    assert end.value.value.total == 8 and end.value.value.kept == (6, 3)


@pytest.mark.rule("murdham", "A-118", "A-37")
def test_a_t5_an_impaired_d8_of_3_and_7_is_3() -> None:
    fight = Fight({"theobald": "b"}, {"bear": "b"}, stunts="off").play("theobald")
    fight.play("hold back bear halberd", d8(3), d8(7))
    assert fight.dealt == 3


@pytest.mark.rule("murdham", "A-118", "A-35", "A-37")
def test_impaired_twice_does_nothing() -> None:
    """Bare hands, held back: no dice at all."""
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}, stunts="off").sheet_of("sybilla", hand="", off="").play("sybilla")
    fight.play("hold back bandit unarmed")
    assert fight.net == -2 and fight.health("bandit") == 8


@pytest.mark.rule("murdham", "A-118")
def test_a_t6_armour_is_taken_from_the_damage_to_nothing() -> None:
    """AV 1 and a 2: 1; and a 1 does nothing."""
    fight = struck("bandit-leader", d8(2))
    assert fight.lost == [("it", 1)]
    assert struck("bandit-leader", d8(1)).lost == []


@pytest.mark.rule("murdham", "A-118")
def test_direct_damage_passes_armour_by() -> None:
    fight = Fight({"hesper": "b"}, {"man-at-arms": "c"}).sheet_of("hesper", hand="fire-flask").play("hesper")
    fight.play(fight.key("blast fire-flask", "c"), d6(3))
    assert fight.lost == [("man-at-arms", 3)]


# ------------------------------------------------------------------ what damage does


@pytest.mark.rule("murdham", "A-117")
@pytest.mark.parametrize(
    ("health", "damage", "how"),
    [
        (9, (4,), None),
        (9, (5,), "critical damage"),
        (9, (8, 2), "killed"),
        (4, (1,), None),
        (4, (2,), "critical damage"),
        (4, (4,), "dying"),
        (4, (8, 2), "killed"),
    ],
)
def test_a_t7_critical_damage_dying_and_death(health: int, damage: tuple[int, ...], how: str | None) -> None:
    """STR 9. At nine health 4 is not critical, 5 is, 9 kills; at four 2 is, 4 leaves it dying, 9 kills."""
    fight = struck("hobgoblin", *(d8(face) for face in damage), armour=0, health=health)
    assert [event.how for event in fight.told(Fell)] == ([how] if how else [])


@pytest.mark.rule("murdham", "A-117")
def test_a_helmet_bears_one_more() -> None:
    """Four of a watchman's eight are no critical damage yet, five are."""
    assert struck("watchman", d8(4)).told(Fell) == []
    assert struck("watchman", d8(5)).last(Fell).how == "critical damage"


@pytest.mark.rule("murdham", "A-117", "A-118")
def test_a_helmet_is_no_help_against_fire() -> None:
    fight = Fight({"hesper": "b"}, {"watchman": "c", "z": ("bandit", "q")}).sheet_of("hesper", hand="fire-flask")
    fight.play("hesper").play(fight.key("blast fire-flask", "c"), d6(4))
    assert fight.last(Fell).how == "critical damage"


@pytest.mark.rule("murdham", "A-117")
def test_critical_damage_is_for_the_rest_of_the_fight() -> None:
    """A draught gives back health, and no consciousness."""
    fight = Fight({"hesper": "b", "sybilla": "b"}, {"bandit": "q"}).sheet_of("sybilla", health=3, incapacitated=True)
    fight.play("hesper", "use draught sybilla")
    assert fight.health("sybilla") == 7 and not fight.sheet("sybilla").conscious


@pytest.mark.rule("murdham", "A-117")
def test_who_is_helpless_falls_only_once() -> None:
    """Fire comes over somebody who lies there already."""
    fight = Fight({"hesper": "b"}, {"bandit": "c", "z": ("bandit", "q")}).sheet_of("bandit", incapacitated=True)
    fight.sheet_of("hesper", hand="fire-flask").play("hesper").play(fight.key("blast fire-flask", "c"), d6(4))
    assert fight.lost == [("bandit", 4)] and fight.told(Fell) == []


@pytest.mark.rule("murdham", "A-117")
def test_the_dying_die_at_the_end_of_the_next_round() -> None:
    """Struck down in round 1, alive all through round 2."""
    fight = struck("bandit", d8(4), health=4).play("done", "pass", "pass")
    assert fight.turn.round == 2
    assert fight.sheet("it").dying and not fight.sheet("it").dead
    fight.play("first party", "pass", "pass")
    assert fight.sheet("it").dead and [event.how for event in fight.told(Fell)] == ["dying", "bled to death"]


@pytest.mark.rule("murdham", "A-117")
@pytest.mark.parametrize(
    ("dice", "injury", "changes"),
    [
        ((d6(1),), "a scar", {"STR": 8, "health": 4}),
        ((d6(2), d4(3)), "STR", {"STR": 5, "health": 1}),
        ((d6(3), d4(3)), "WIT", {"WIT": 3, "health": 4}),
        ((d6(4), d4(3)), "hobbled", {"AGI": 7, "health": 4}),
        ((d6(5),), "a useless arm", {"off": "", "health": 4}),
        ((d6(6),), "the loss of an eye", {"health": 4}),
    ],
)
def test_the_dying_who_regain_health_live_on_with_an_injury(
    dice: tuple[Dice, ...], injury: str, changes: dict[str, object]
) -> None:
    """A draught is half of Sybilla's eight; lost STR takes as much health along, but the last."""
    fight = Fight({"hesper": "b", "sybilla": "b"}, {"bandit": "q"})
    fight.sheet_of("sybilla", health=0, dying=2, incapacitated=True).play("hesper", "use draught sybilla", *dice)
    sheet = fight.sheet("sybilla")
    assert sheet.dying == 0 and not sheet.dead and sheet.injuries == (injury,)
    assert {name: getattr(sheet, name) for name in changes} == changes
    assert fight.last(Healed).amount == 4
    (line,) = (line for line in fight.log if "suffers an injury" in line)
    assert line.startswith(f"Sybilla suffers an injury (d6 {dice[0].faces[0]}): ")
    assert ("(d4 3)" in line) is (len(dice) > 1)
    assert fight.lost == ([("sybilla", 3)] if injury == "STR" else []), "STR takes health along"


@pytest.mark.rule("murdham", "A-117")
def test_an_ability_of_nothing_is_death() -> None:
    fight = Fight({"hesper": "b", "sybilla": "b"}, {"bandit": "q"})
    fight.sheet_of("sybilla", health=0, dying=2, incapacitated=True, WIT=3)
    fight.play("hesper", "use draught sybilla", d6(3), d4(3))
    assert fight.sheet("sybilla").dead
    assert fight.log[-2:] == ["Sybilla suffers an injury (d6 3): WIT 0 for good (d4 3)", "Sybilla is killed"]


@pytest.mark.rule("murdham", "A-117", "A-16")
def test_injuries_tell_in_the_fight() -> None:
    """The hobbled are slow, an eye halves what one shoots, and a useless arm is one hand less."""
    fight = Fight({"balthasar": "a"}, {"bandit": "f"}).sheet_of("balthasar", injuries=("hobbled",)).play("balthasar")
    assert not fight.offers(fight.key("move", "b")) and fight.offers(fight.key("move", "ab"))
    fight = Fight({"balthasar": "a"}, {"bandit": "f"}).sheet_of("balthasar", injuries=("the loss of an eye",))
    assert fight.play("balthasar").refusal("Attack Bandit").rule == "A-41", "five zones; the bow carries four now"
    fight = Fight({"balthasar": "a"}, {"bandit": "b"}).sheet_of("balthasar", injuries=("a useless arm",))
    assert not fight.play("balthasar").keys("shoot")


@pytest.mark.rule("murdham", "A-117", "M-14")
def test_the_undead_do_not_fall_before_their_health_is_gone() -> None:
    """Six of a skeleton's eight is nothing to it; two more, and it is destroyed."""
    fight = struck("skeletal-warrior", d8(6))
    assert fight.told(Fell) == [] and fight.sheet("it").up
    fight = struck("skeletal-warrior", d8(2), health=2)
    assert fight.last(Fell).how == "destroyed" and fight.sheet("it").dead


@pytest.mark.rule("murdham", "A-117")
def test_the_hardy_have_two_more_health() -> None:
    roster = """
[[character]]
key = "hob"
name = "Hob"
icon = "warrior"
STR = 8
AGI = 8
WIT = 8
weapons = ["club"]
skills = ["hardy"]
"""
    assert Fight({"hob": "a"}, {"bandit": "b"}, roster=roster).health("hob") == 10


# ------------------------------------------------------------------ sizes


@pytest.mark.rule("murdham", "A-118")
@pytest.mark.parametrize(
    ("unit", "health"), [("rat", 1), ("goblin", 3), ("bandit", 8), ("troll", 24), ("hill-giant", 52)]
)
def test_size_makes_more_or_less_of_health(unit: str, health: int) -> None:
    """A quarter of 4, half of 6, 8, twice 12, four times 13."""
    assert Fight({"sybilla": "a"}, {"x": (unit, "q")}).health("x") == health


@pytest.mark.rule("murdham", "A-118")
@pytest.mark.parametrize(
    ("unit", "weapon", "die", "dealt"),
    [
        ("rat", "bite", d6(5), 2),
        ("goblin", "spear", d6(5), 3),
        ("troll", "mace", d6(2), 4),
        ("hill-giant", "mace", d6(1), 4),
    ],
)
def test_size_makes_more_or_less_of_damage(unit: str, weapon: str, die: Dice, dealt: int) -> None:
    """Quarters and halves round up."""
    fight = Fight({"balthasar": "ba"}, {"x": (unit, "a")}, acting="foes", stunts="off").play("x")
    fight.play(f"strike balthasar {weapon}", die)
    assert fight.dealt == dealt


@pytest.mark.rule("murdham", "A-118")
def test_a_big_hide_counts_double() -> None:
    fight = struck("troll", d8(5))
    assert fight.armour == {"hide": 2} and fight.lost == [("it", 3)]


@pytest.mark.rule("murdham", "A-118", "A-39")
def test_the_massive_strike_a_zone_off() -> None:
    fight = Fight({"sybilla": "b"}, {"hill-giant": "a"}, acting="foes").play("hill-giant")
    assert fight.offers("strike sybilla mace")
    fight = Fight({"sybilla": "c"}, {"hill-giant": "a"}, acting="foes").play("hill-giant")
    assert not fight.offers("strike sybilla mace")


@pytest.mark.rule("murdham", "A-118", "A-117")
def test_a_troll_regains_half_of_what_it_has_lost_unless_burnt() -> None:
    """Of eleven lost, six."""
    fight = Fight({"sybilla": "a"}, {"troll": "q"}, acting="foes").sheet_of("troll", health=13).play("troll")
    assert fight.health("troll") == 19
    fight = Fight({"sybilla": "a"}, {"troll": "q"}, acting="foes").sheet_of("troll", health=13, burnt=1).play("troll")
    assert fight.health("troll") == 13


# ------------------------------------------------------------------ powers


@pytest.mark.rule("murdham", "A-18")
def test_a_power_is_a_main_action_and_a_wit_save() -> None:
    """Then the target's own save; d8 that no armour stops."""
    fight = Fight({"hesper": "a"}, {"man-at-arms": "c"}, field=chart("abcdef")).sheet_of("hesper", omens=0)
    fight.play("hesper", "invoke ember man-at-arms", d20(10), d20(8), d8(3))
    assert fight.lost == [("man-at-arms", 3)] and not fight.turn.main
    assert "Man-at-arms 1, Ember from nowhere: d8 3 = 3 damage" in fight.log
    fight = Fight({"hesper": "a"}, {"man-at-arms": "c"}).sheet_of("hesper", omens=0).play("hesper")
    fight.play("invoke ember man-at-arms", d20(11))
    assert fight.lost == [] and not fight.turn.main
    fight = Fight({"hesper": "a"}, {"man-at-arms": "c"}).sheet_of("hesper", omens=0).play("hesper")
    fight.play("invoke ember man-at-arms", d20(10), d20(7))
    assert fight.lost == []


@pytest.mark.rule("murdham", "A-18", "A-117")
def test_powers_mend_and_bind() -> None:
    fight = Fight({"hesper": "a", "sybilla": "a"}, {"bandit": "c"}).sheet_of("sybilla", health=3).play("hesper")
    fight.play("invoke mend sybilla", d20(10), d6(4))
    assert fight.health("sybilla") == 7
    assert "Sybilla, Knit flesh: d6 4 = 4 health back" in fight.log
    fight = Fight({"hesper": "a"}, {"bandit": "c"}).play("hesper").play("invoke roots bandit", d20(10), d20(9))
    assert fight.sheet("bandit").entangled


@pytest.mark.rule("murdham", "A-18")
def test_powers_reach_only_so_far_and_can_be_left_out() -> None:
    fight = Fight({"hesper": "a"}, {"bandit": "f"}).play("hesper")
    assert not fight.offers("invoke ember bandit"), "five zones; it carries four"
    fight = Fight({"hesper": "a"}, {"bandit": "c"}, powers="no").play("hesper")
    assert fight.keys("invoke") == []


# ------------------------------------------------------------------ omens


def hero(**sheet: Any) -> Fight:
    """A bandit strikes at Rosamund, who has two omens; a friend is far off."""
    fight = Fight({"rosamund": "b", "sybilla": "q"}, {"bandit": "b"}, acting="foes", stunts="off")
    return fight.sheet_of("rosamund", **{"omens": 2, "armour": 0, **sheet}).play("bandit")


@pytest.mark.rule("murdham", "A-117")
def test_an_omen_rerolls_a_failed_save() -> None:
    fight = hero().play("strike rosamund axe", "dodge", d20(8), "omen", d20(7))
    assert not fight.hit and fight.sheet("rosamund").omens == 1 and fight.last(OmenSpent).who == "rosamund"


@pytest.mark.rule("murdham", "A-117")
def test_an_omen_rerolls_damage_and_the_lower_counts() -> None:
    assert hero().play("strike rosamund axe", d6(5), "omen", d6(2)).lost == [("rosamund", 2)]
    assert hero().play("strike rosamund axe", d6(2), "omen", d6(5)).lost == [("rosamund", 2)]


@pytest.mark.rule("murdham", "A-56", "A-117")
def test_an_omen_on_damage_matters_where_that_fells_and_lands_at_all() -> None:
    def matters(fight: Fight) -> bool:
        assert fight.asked.topic == "omen"
        return fight.asked.options.find("omen").matters

    assert not matters(hero(health=11).until("strike rosamund axe", "pass", d6(5)))
    assert matters(hero(health=8).until("strike rosamund axe", "pass", d6(5)))

    def countered(*faces: int) -> Fight:
        fight = Fight({"rosamund": "b"}, {"bandit": "b"}, stunts="off").sheet_of(
            "rosamund", omens=2, armour=0, health=6
        )
        return fight.until("rosamund", "strike bandit sword", "counter axe", *map(d6, faces))

    assert matters(countered(3, 5))
    assert not matters(countered(5, 5)), "whoever strikes back is struck down first"


@pytest.mark.rule("murdham", "A-117")
def test_an_omen_survives_death_helpless_and_with_an_injury() -> None:
    fight = hero(health=3, omens=1).play("strike rosamund axe", d6(3))
    assert fight.sheet("rosamund").dying, "let be, it is what it is"
    fight = hero(health=3, omens=2).until("strike rosamund axe", "pass", d6(3), "pass", "omen", d6(1))
    sheet = fight.sheet("rosamund")
    assert (sheet.health, sheet.dying, sheet.incapacitated, sheet.injuries) == (1, 0, True, ("a scar",))


@pytest.mark.rule("murdham", "A-117")
def test_an_omen_survives_bleeding_to_death() -> None:
    fight = Fight({"rosamund": "b", "sybilla": "q"}, {"bandit": "r"}, morale="off").turn_of(round=2)
    fight.sheet_of("rosamund", health=0, dying=2, incapacitated=True, omens=1)
    fight.play("pass", "pass", "omen", d6(1))
    assert (fight.sheet("rosamund").dead, fight.sheet("rosamund").dying, fight.health("rosamund")) == (False, 0, 1)


@pytest.mark.rule("murdham", "A-117")
def test_omens_are_an_option_and_not_for_the_foes() -> None:
    fight = Fight({"rosamund": "b"}, {"bandit": "b"}, acting="foes", stunts="off", omens="no").play("bandit")
    fight.play("strike rosamund axe", "dodge", d20(8), d6(2))
    assert not fight.told(OmenSpent) and "omen" not in dict(fight.let_be)
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}, stunts="off").play("sybilla")
    fight.play("strike bandit sword", "dodge", d20(9), d6(2))
    assert "omen" not in dict(fight.let_be)
