"""Rule: Ranged attacks, Indirect ranged attacks (A-41 to A-49); Protection from attacks."""

from __future__ import annotations

from string import ascii_letters
from typing import Any

import pytest

from game.ai import opponent
from game.kit.testing.fight import d2, d6, d8, d20
from game.rules.dice import at_most
from game.rules.questions import Seat
from rulesets.murdham.mind.damage import damage, dealt, stats_of, terms
from rulesets.murdham.play.events import AttackHit, AttackMissed
from rulesets.murdham.play.geometry import half, look_at
from tests.rulesets.helping import features
from tests.rulesets.murdham.kit import BOMBARDIER, CHAIN, RING, Fight, Where, chart

LONG = chart(ascii_letters[:36])
"""Thirty-six zones in a row."""


def archery(foe: str, at: str = "b", **options: Any) -> Fight:
    """Balthasar with his bow of range 8, and a bandit."""
    options = {"field": LONG, "stunts": "off", **options}
    return Fight({"balthasar": at}, {"bandit": foe, "x": ("bandit", "J")}, **options).play("balthasar")


# ------------------------------------------------------------------ ranged


@pytest.mark.rule("murdham", "A-41")
def test_a_shot_carries_as_far_as_its_range() -> None:
    assert archery("j").offers("shoot bandit bow"), "eight zones"
    fight = archery("k")
    assert not fight.keys("shoot") and fight.refusal("Attack").rule == "A-41"


@pytest.mark.rule("murdham", "A-41")
def test_from_a_border_the_nearer_of_its_zones_counts() -> None:
    assert archery("k", at="bc").offers("shoot bandit bow")
    assert archery("jk").offers("shoot bandit bow")
    assert not archery("kl").keys("shoot")


@pytest.mark.rule("murdham", "A-42")
@pytest.mark.parametrize(("foe", "save"), [("b", False), ("f", False), ("fg", False), ("g", True), ("j", True)])
def test_beyond_half_its_range_a_shot_takes_a_save(foe: str, save: bool) -> None:
    fight = archery(foe)
    fight.until("shoot bandit bow", *([] if save else ["pass"]))
    assert fight.rolled.dice == ("d20" if save else "d6")
    fight.play(*([d20(13)] if save else [d6(1)]))
    assert fight.hit is not save
    if save:
        assert fight.last(AttackMissed).rule == "A-42"


@pytest.mark.rule("murdham", "A-42")
def test_skill_doubles_the_range_and_a_lost_eye_halves_it() -> None:
    far = Fight({"balthasar": "b"}, {"bandit": "r"}, field=LONG).profile_of("balthasar", skills=("far shot",))
    assert far.play("balthasar").offers("shoot bandit bow"), "sixteen zones"
    blind = Fight({"balthasar": "b"}, {"bandit": "g"}, field=LONG)
    blind.sheet_of("balthasar", injuries=("the loss of an eye",)).play("balthasar")
    assert not blind.keys("shoot"), "five are more than four"


@pytest.mark.rule("murdham", "A-43")
@pytest.mark.parametrize("way", ["ab", "bc", "c", "a"])
def test_a_shot_on_the_move_takes_a_save(way: str) -> None:
    """Half a zone is a move, whichever way."""
    fight = archery("e")
    fight.play(fight.key("move", way))
    fight.until("shoot bandit bow")
    assert fight.rolled.reading == at_most(12)
    fight.play(d20(13))
    assert fight.last(AttackMissed).rule == "A-43"


@pytest.mark.rule("murdham", "A-43", "M-2")
def test_who_has_shot_standing_still_stays_where_it_is() -> None:
    fight = archery("e").play("shoot bandit bow", d6(1))
    assert not fight.keys("move") and fight.refusal("Move").rule == "A-43"
    other = archery("e")
    other.play(other.key("move", "bc"), "shoot bandit bow", d20(12), d6(1))
    assert other.offers(other.key("move", "c")), "whoever shot on the move may finish it"


@pytest.mark.rule("murdham", "A-12", "A-13", "A-43", "M-2")
@pytest.mark.parametrize(("face", "hit"), [(12, True), (13, False)])
def test_who_says_so_first_shoots_on_the_move_and_moves_afterwards(face: int, hit: bool) -> None:
    """With the save of one who moves, hit or miss; the way may then be gone in halves, or left alone."""
    fight = archery("e")
    assert fight.option("on the move shoot bandit bow").label == "On the move: shoot at Bandit 1 with the bow"
    fight.until("on the move shoot bandit bow")
    assert fight.rolled.reading == at_most(12)
    fight.play(d20(face), *([d6(1)] if hit else []))
    assert fight.hit is hit and not fight.keys("shoot") and fight.offers("done")
    fight.play(fight.key("move", "ab"), fight.key("move", "a"))
    assert fight.at("balthasar") == "a"


@pytest.mark.rule("murdham", "A-37", "A-43", "M-2")
def test_one_may_hold_back_on_the_move() -> None:
    fight = archery("e").play("on the move hold back bandit bow", d20(1), d6(3), d6(4))
    assert fight.net == -1 and fight.keys("move")


@pytest.mark.rule("murdham", "A-43", "M-2")
def test_a_shot_on_the_move_is_for_those_who_have_steps_to_come() -> None:
    """Not after a step, as the plain shot is one on the move then; not for who has tripped, nor with no way left."""
    walked = archery("e")
    walked.play(walked.key("move", "bc"))
    assert walked.keys("on") == [] and walked.offers("shoot bandit bow")
    tripped = Fight({"balthasar": "b"}, {"bandit": "e"}).sheet_of("balthasar", tripped=1).play("balthasar")
    assert tripped.keys("on") == [] and tripped.offers("shoot bandit bow")


@pytest.mark.rule("murdham", "A-44", "A-49", "M-2")
def test_what_can_not_be_done_on_the_move_is_not_offered_up_front() -> None:
    """Beyond half range, and what is lobbed; standing still both can be shot at."""
    far = archery("g")
    assert far.offers("shoot bandit bow") and far.keys("on") == [] and far.refusal("On the move").rule == "A-44"
    lob = lobbing("s")
    assert lob.offers("lob bandit lobber") and lob.keys("on") == [] and lob.refusal("On the move").rule == "A-49"


@pytest.mark.rule("murdham", "A-43", "M-2")
@pytest.mark.parametrize("foe", ["c", "e", "g"])
def test_a_steady_shot_pins_at_any_distance(foe: str) -> None:
    fight = archery(foe)
    fight.play("shoot bandit bow", *([d20(1)] if foe == "g" else []), d6(1))
    assert not fight.keys("move") and fight.refusal("Move").rule == "A-43"


@pytest.mark.rule("murdham", "A-43", "A-73", "M-2")
def test_a_flask_may_be_thrown_on_the_move() -> None:
    """A failed save lets it stray, and the steps come after it."""
    fight = Fight({"hesper": "b"}, {"bandit": "c"}).sheet_of("hesper", hand="fire-flask", omens=0).play("hesper")
    key = "on the move " + fight.key("blast fire-flask", "c")
    assert [landing.place for landing in fight.option(key).about.landings][1:] == [fight.place("d"), fight.place("b")]
    assert key in features(fight)
    fight.play(key, d20(20), d2(1))
    assert fight.lost == [] and fight.keys("move")
    steady = Fight({"hesper": "b"}, {"bandit": "c"}).sheet_of("hesper", hand="fire-flask").play("hesper")
    steady.play(steady.key("blast fire-flask", "c"), d6(1))
    assert not steady.keys("move")


@pytest.mark.rule("murdham", "A-43", "M-2")
def test_one_more_shot_is_on_the_move_again_or_as_steady_as_the_first() -> None:
    """Whoever fells a foe and follows through."""
    foes: dict[str, Where] = {"one": ("bandit", "e"), "two": ("bandit", "e")}

    def felled(first: str, *dice: Any) -> Fight:
        fight = Fight({"balthasar": "b"}, foes, stunts="off", morale="off").profile_of(
            "balthasar", skills=("follow through",)
        )
        return fight.play("balthasar").play(f"{first} one bow", *dice, d6(4))

    running = felled("on the move shoot", d20(1))
    assert running.offers("on the move shoot two bow") and running.keys("move")
    standing = felled("shoot")
    assert standing.offers("shoot two bow") and not standing.keys("on") and not standing.keys("move")


@pytest.mark.rule("murdham", "A-43", "A-68", "M-2")
def test_the_computer_shoots_and_steps_behind_cover() -> None:
    """Three archers have it in sight, and a zone away stands a wall, too far from them to shoot from it on the move."""
    foes: dict[str, Where] = {f"archer{n}": ("bandit-archer", "f") for n in range(3)}
    mind = opponent("instinct", Seat("party"))

    def next_of(fight: Fight) -> str:
        answer = mind.answer(fight.match, fight.asked)
        assert isinstance(answer, str)
        return answer

    fight = Fight({"balthasar": "b"}, foes, field=chart("abcdef", barrier="a"), stunts="off").play("balthasar")
    shot = next_of(fight)
    assert shot.startswith("on the move shoot")
    fight.play(shot, d20(20))
    assert next_of(fight) == fight.key("move", "a")
    alone = Fight({"balthasar": "b"}, {"bandit": "e"}, field=chart("abcdef", barrier="a")).play("balthasar")
    assert next_of(alone) == "shoot bandit bow", "nothing to hide from"


@pytest.mark.rule("murdham", "A-44")
def test_far_and_moving_at_once_is_not_possible() -> None:
    fight = archery("g")
    assert fight.offers("shoot bandit bow")
    fight.play(fight.key("move", "ab"))
    assert not fight.keys("shoot") and fight.refusal("Attack").rule == "A-44"


@pytest.mark.rule("murdham", "A-45")
@pytest.mark.parametrize("field", [chart("abcdef", smoke="d"), chart("abcdef", dark="d")], ids=["smoke", "dark"])
def test_nobody_shoots_at_what_is_not_visible(field: Any) -> None:
    fight = Fight({"balthasar": "b"}, {"bandit": "d"}, field=field).play("balthasar")
    assert not fight.keys("shoot") and fight.refusal("Attack").rule == "A-45"


@pytest.mark.rule("murdham", "A-45")
def test_walls_are_in_the_way() -> None:
    """Across the rock in the middle of the ring nobody is seen."""
    fight = Fight({"balthasar": "b"}, {"bandit": "f"}, field=RING).play("balthasar")
    assert not fight.keys("shoot") and fight.refusal("Attack").rule == "A-45"
    beside = Fight({"balthasar": "b"}, {"bandit": "a"}, field=RING).play("balthasar")
    assert beside.offers("shoot bandit bow")


# ------------------------------------------------------------------ indirect


def lobbing(foe: str, at: str = "b", **options: Any) -> Fight:
    """A gunner whose shots go over everything, 32 zones at most."""
    options = {"field": LONG, "stunts": "off", **options}
    return Fight({"gunner": at}, {"bandit": foe}, roster=BOMBARDIER, **options).play("gunner")


@pytest.mark.rule("murdham", "A-46")
def test_indirect_shots_go_over_what_hides_their_target() -> None:
    assert lobbing("z", field=chart(ascii_letters[:36], smoke="z")).offers("lob bandit lobber")


OVER = {
    "rock": chart("ab.cd"),
    "a wall": chart("abcd", walls="bc"),
    "a shut door": chart("abcd", doors="bc"),
    "open ground": chart("abcd"),
}
"""What lies between b and c."""


@pytest.mark.rule("murdham", "A-46", "A-47", "M-60")
@pytest.mark.parametrize("what", OVER)
@pytest.mark.parametrize("carries", [2, 3, 4, 5, 6, 7])
def test_what_is_lobbed_has_a_range_of_its_own_over_obstacles(what: str, carries: int) -> None:
    """From a to d it is three zones, and one more over rock as wide as a zone."""
    fight = Fight({"gunner": "a"}, {"bandit": "d"}, field=OVER[what], roster=BOMBARDIER, stunts="off")
    away = 4 if what == "rock" else 3
    fight.weapon_of("gunner", "lobber", range=carries).play("gunner")
    reaches = half(carries) < away <= carries
    assert fight.offers("lob bandit lobber") == reaches
    assert ("lob bandit lobber" in features(fight)) == reaches
    if not reaches:
        assert fight.refusal("Attack").rule == ("A-41" if away > carries else "A-47")


@pytest.mark.rule("murdham", "A-46", "A-72", "M-60")
@pytest.mark.parametrize("what", OVER)
def test_a_blast_is_lobbed_as_far_as_a_shot(what: str) -> None:
    fight = Fight({"gunner": "a"}, {"bandit": "d"}, field=OVER[what], roster=BOMBARDIER, stunts="off")
    fight.weapon_of("gunner", "lobber", range=4, traits=("indirect", "blast")).play("gunner")
    assert fight.offers(fight.key("blast lobber", "d"))


@pytest.mark.rule("murdham", "A-46", "M-60")
def test_the_shortest_way_counts_for_what_is_lobbed_too() -> None:
    fight = Fight({"gunner": "b"}, {"bandit": "f"}, field=RING, roster=BOMBARDIER, stunts="off")
    fight.weapon_of("gunner", "lobber", range=3).play("gunner")
    assert fight.refusal("Attack").rule == "A-47", "two zones over the rock, four around it"


@pytest.mark.rule("murdham", "A-47")
def test_indirect_shots_do_not_come_down_near() -> None:
    fight = lobbing("r")
    assert not fight.keys("lob") and fight.refusal("Attack").rule == "A-47"
    assert lobbing("s").offers("lob bandit lobber"), "seventeen zones"


@pytest.mark.rule("murdham", "A-48")
@pytest.mark.parametrize(("face", "hit"), [(9, True), (10, False)])
def test_indirect_shots_always_take_a_save(face: int, hit: bool) -> None:
    fight = lobbing("s")
    fight.until("lob bandit lobber")
    assert fight.rolled.reading == at_most(9)
    fight.play(d20(face), *([d8(2)] if hit else []))
    assert len(fight.told(AttackHit)) == hit


@pytest.mark.rule("murdham", "A-49")
def test_indirect_shots_are_not_for_those_who_move() -> None:
    fight = lobbing("t")
    fight.play(fight.key("move", "bc"))
    assert not fight.keys("lob") and fight.refusal("Attack").rule == "A-49"


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
    answer = features(fight)["counter-shoot bow"]
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
