"""By the book: what multiplies the dice of an attack, and that it is shown as it is played."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.kit.testing.fight import Dice, d6
from game.rules.events import Id
from game.rules.odds import odds
from rulesets.murdham.mind.damage import damage, stats_of, terms
from rulesets.murdham.play.geometry import look_at
from tests.rulesets.murdham.kit import Fight


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
