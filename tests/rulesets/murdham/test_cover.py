"""By the book: Protection from attacks."""

from __future__ import annotations

import pytest

from game.kit.testing.fight import d6, d8, d20
from rulesets.murdham.mind.damage import damage, dealt, stats_of, terms
from rulesets.murdham.play.geometry import look_at
from tests.rulesets.murdham.kit import CHAIN, Fight, advice, chart

BRINK = chart("abcdef", smoke="c")
"""Six zones in a row; the third is full of smoke."""


@pytest.mark.rule("murdham", "A-66", "M-20")
def test_who_is_partly_hidden_is_hit_with_impaired_damage() -> None:
    """On the brink of the smoke: two rolls, the lower counts."""
    fight = Fight({"balthasar": "a"}, {"bandit": "bc"}, field=BRINK, stunts="off").play("balthasar")
    fight.play("shoot bandit bow", d6(5), d6(2))
    assert (fight.net, fight.dealt) == (-1, 2)


@pytest.mark.rule("murdham", "A-66", "A-118")
def test_concealed_and_held_back_is_impaired_twice_and_does_nothing() -> None:
    fight = Fight({"balthasar": "a"}, {"bandit": "bc"}, field=BRINK, stunts="off").play("balthasar")
    fight.play("hold back bandit bow")
    assert fight.net == -2 and fight.dealt == 0 and fight.health("bandit") == 8


@pytest.mark.rule("murdham", "A-66", "M-20")
def test_the_brink_of_the_dark_conceals_and_in_its_depth_nobody_is_seen() -> None:
    field = chart("abcdef", dark="c")
    fight = Fight({"balthasar": "a"}, {"x": ("bandit", "bc"), "y": ("bandit", "c")}, field=field, stunts="off")
    fight.play("balthasar")
    assert fight.refusal("Attack y").rule == "A-45"
    fight.play("shoot x bow", d6(3), d6(3))
    assert fight.net == -1


@pytest.mark.rule("murdham", "A-66")
def test_nothing_is_impaired_in_clear_air() -> None:
    fight = Fight({"balthasar": "a"}, {"bandit": "bc"}, stunts="off").play("balthasar")
    fight.play("shoot bandit bow", d6(3))
    assert fight.net == 0 and fight.dealt == 3


THICKET = chart("abcdef", overgrown="cd")
"""Six zones in a row; undergrowth in two of them."""


@pytest.mark.rule("murdham", "A-66", "M-20")
@pytest.mark.parametrize(
    ("archer", "foe", "net"),
    [("a", "c", -1), ("b", "cd", -1), ("a", "bc", 0), ("c", "a", 0), ("c", "c", 0), ("cd", "c", 0)],
)
def test_undergrowth_conceals_from_those_outside_it(archer: str, foe: str, net: int) -> None:
    """Not on a border with one clear side, nor from within arm's reach; and who looks out of it sees well."""
    fight = Fight({"balthasar": archer}, {"bandit": foe}, field=THICKET, stunts="off").play("balthasar")
    shown = "d6 impaired: concealed (A-66)" if net else "d6"
    assert shown in fight.option("shoot bandit bow").about.notes
    fight.play("shoot bandit bow", d6(5), *([d6(2)] if net else []))
    assert (fight.net, fight.dealt) == (net, 2 if net else 5)
    assert look_at(fight.board, fight.place(archer), fight.place(foe)).shrouded is bool(net)


@pytest.mark.rule("murdham", "A-66")
def test_the_computer_knows_what_a_shot_into_undergrowth_does() -> None:
    fight = Fight({"balthasar": "a"}, {"bandit": "c"}, field=THICKET)
    shot = stats_of(fight.body("balthasar")).shot
    assert shot is not None
    found = terms(shot, stats_of(fight.body("bandit")), look_at(fight.board, fight.place("a"), fight.place("c")))
    assert found is not None and damage(shot, found, found.bare) == dealt(6, -1, 1, 1, 0)


@pytest.mark.rule("murdham", "A-67")
def test_cover_adds_one_to_the_armour_value() -> None:
    fight = Fight({"balthasar": "a"}, {"bandit-leader": "c"}, field=chart("abcdef", cover="c"), stunts="off")
    fight.play("balthasar").play("shoot bandit-leader bow", d6(4))
    assert fight.armour == {"armour": 1, "cover": 1} and fight.dealt == 2


@pytest.mark.rule("murdham", "A-67", "M-19")
def test_within_arms_reach_cover_is_no_help() -> None:
    fight = Fight({"theobald": "c"}, {"bandit": "c"}, field=chart("abcdef", cover="c"), stunts="off")
    fight.play("theobald").play("strike bandit halberd", d8(3))
    assert fight.armour == {} and fight.dealt == 3
    fight = Fight({"balthasar": "c"}, {"bandit": "c"}, field=chart("abcdef", cover="c"), stunts="off")
    fight.play("balthasar").play("shoot bandit bow", d6(3))
    assert fight.armour == {}, "nor against a shot from the same zone"


@pytest.mark.rule("murdham", "A-67", "M-19")
def test_on_a_border_only_two_zones_with_cover_cover() -> None:
    one = Fight({"balthasar": "a"}, {"bandit": "cd"}, field=chart("abcdef", cover="c"), stunts="off")
    one.play("balthasar").play("shoot bandit bow", d6(3))
    both = Fight({"balthasar": "a"}, {"bandit": "cd"}, field=chart("abcdef", cover="cd"), stunts="off")
    both.play("balthasar").play("shoot bandit bow", d6(3))
    assert (one.armour, both.armour) == ({}, {"cover": 1})


@pytest.mark.rule("murdham", "A-67")
def test_what_is_powerful_enough_goes_through_cover() -> None:
    """Acid eats through it; so do artillery and the blows of giants."""
    field = chart("abcdef", cover="b")
    fight = Fight({"lamorna": "a"}, {"bandit-leader": "b"}, field=field, stunts="off")
    fight.sheet_of("lamorna", hand="acid", off="").profile_of("lamorna", skills=()).play("lamorna")
    fight.play("shoot bandit-leader acid", d8(5))
    assert fight.armour == {"armour": 1}
    giant = Fight({"balthasar": "b"}, {"hill-giant": "a"}, field=field, acting="foes", stunts="off").play("hill-giant")
    giant.play("strike balthasar mace", d6(1))
    assert giant.armour == {} and giant.dealt == 4


@pytest.mark.rule("murdham", "A-67", "A-118")
def test_cover_and_armour_are_no_help_against_direct_damage() -> None:
    fight = Fight({"hesper": "a"}, {"bandit-leader": "b"}, field=chart("abcdef", cover="b"), stunts="off")
    fight.sheet_of("hesper", hand="fire-flask").play("hesper")
    fight.play(fight.key("blast fire-flask", "b"), d6(3))
    assert fight.armour == {} and fight.dealt == 3


@pytest.mark.rule("murdham", "A-68")
def test_a_barrier_stops_every_shot() -> None:
    fight = Fight({"balthasar": "a"}, {"bandit-archer": "c"}, field=chart("abcdef", barrier="c")).play("balthasar")
    assert not fight.offers("shoot bandit-archer bow")
    assert fight.refusal("Attack Bandit archer").rule == "A-68"


@pytest.mark.rule("murdham", "A-68")
def test_a_barrier_is_none_for_whoever_stands_behind_it_too() -> None:
    fight = Fight({"theobald": "c"}, {"bandit": "c"}, field=chart("abcdef", barrier="c"), stunts="off")
    fight.play("theobald").play("strike bandit halberd", d8(3))
    assert fight.dealt == 3


@pytest.mark.rule("murdham", "A-68", "A-46")
def test_what_is_lobbed_over_obstacles_comes_down_behind_a_barrier() -> None:
    fight = Fight({"balthasar": "a"}, {"bandit": "f"}, field=chart("abcdef", barrier="f"), stunts="off")
    fight.weapon_of("balthasar", "bow", traits=("indirect",)).play("balthasar")
    fight.play("lob bandit bow", d20(12), d6(3))
    assert fight.hit


@pytest.mark.rule("murdham", "A-69")
def test_who_leans_out_to_shoot_can_be_countered_and_has_only_cover() -> None:
    """The archer behind the slit shoots; Balthasar's bow answers, less one for the cover. Both do 3 and 2: he first."""
    fight = Fight(
        {"balthasar": "a"}, {"bandit-archer": "c"}, field=chart("abcdef", barrier="c"), acting="foes", stunts="off"
    ).play("bandit-archer")
    fight.play("shoot balthasar bow", "counter-shoot bow", d6(2), d6(4))
    assert fight.armour == {"cover": 1}
    assert fight.lost == [("bandit-archer", 3), ("balthasar", 2)]


@pytest.mark.rule("murdham", "A-69", "A-54")
def test_the_computer_knows_that_it_can_answer_whoever_leans_out() -> None:
    field = chart("abcdef", barrier="c")
    fight = Fight({"balthasar": "a"}, {"bandit-archer": "c"}, field=field, acting="foes", stunts="off")
    fight.until("bandit-archer", "shoot balthasar bow")
    answer = advice(fight)["counter-shoot bow"]
    assert answer["down"] + answer["harm"] > 0


@pytest.mark.rule("murdham", "A-69", "A-68", "M-34")
def test_who_has_leaned_out_is_behind_its_barrier_again_when_the_attack_is_over() -> None:
    """Only whom it shot at could answer: neither Balthasar on his turn nor his friend."""
    field = chart("abcdef", barrier="c")
    fight = Fight(
        {"balthasar": "a", "wilmot": "a"}, {"bandit-archer": "c"}, field=field, acting="foes", stunts="off"
    ).play("bandit-archer")
    fight.play("shoot balthasar bow", d6(1), "done", "balthasar")
    assert not fight.keys("shoot") and fight.refusal("Attack Bandit archer").rule == "A-68"
    fight.play("done", "wilmot")
    assert not fight.keys("shoot")


@pytest.mark.rule("murdham", "A-69", "A-58", "M-34")
def test_whoever_throws_a_blast_over_its_barrier_leans_out_too() -> None:
    """The bow that answers is not stopped."""
    field = chart("abcdef", barrier="c")
    fight = Fight({"balthasar": "b"}, {"firebrand": "c"}, field=field, acting="foes", stunts="off")
    fight.sheet_of("firebrand", hand="fire-flask").play("firebrand")
    fight.play(fight.key("blast fire-flask", "b"), "counter-shoot bow", d6(1), d6(2))
    assert ("firebrand", 1) in fight.lost and not fight.sheet("firebrand").leaning


@pytest.mark.rule("murdham", "A-24", "A-27", "A-118")
def test_the_preview_names_each_part_by_its_own_rule() -> None:
    fight = Fight({"sybilla": "a"}, {"bandit": "a"}, field=CHAIN, stunts="off").sheet_of("sybilla", confused=True)
    fight.sheet_of("bandit", hand="shield", off="shield", carried=("shield", "shield"), armour=2).play("sybilla")
    notes = fight.option("strike bandit sword").about.notes
    assert {"d6 impaired: confused (A-24)", "armour 2 (A-118)", "shield 1 (A-27)"} <= set(notes)


@pytest.mark.rule("murdham", "A-66", "A-67")
def test_the_preview_names_what_protects() -> None:
    fight = Fight({"balthasar": "a"}, {"bandit-leader": "c"}, field=chart("abcdef", cover="c")).play("balthasar")
    notes = fight.option("shoot bandit-leader bow").about.notes
    assert {"armour 1 (A-118)", "cover 1 (A-67)"} <= set(notes)


@pytest.mark.rule("murdham", "A-67")
def test_open_ground_covers_nobody() -> None:
    fight = Fight({"balthasar": "a"}, {"bandit": "c"}, field=CHAIN, stunts="off").play("balthasar")
    fight.play("shoot bandit bow", d6(1))
    assert fight.armour == {}
