"""By the book: Non-lethal attacks; what one does with whom one holds."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import Dice, d4, d6, d20
from game.rules.events import Moved
from game.spatial.field import Feature, FeatureKind, Field
from game.spatial.places import as_zone_place
from rulesets.murdham.play.events import Afflicted, Freed
from tests.rulesets.murdham.kit import CHAIN, Fight, Where, chart


def holding(place: str = "b", **others: str) -> Fight:
    """Theobald's turn, who holds a bandit; ``others`` are more of his side."""
    fight = Fight({"theobald": place, **others}, {"bandit": place, "x": ("bandit", "q")}, stunts="off")
    return fight.sheet_of("theobald", grabbing="bandit")


@pytest.mark.rule("murdham", "A-79", "A-82")
def test_a_disarm_does_no_damage_but_takes_a_str_save() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}).play("sybilla")
    fight.play("disarm bandit axe", d20(9))
    assert fight.lost == [] and fight.saved.ability == "STR"
    assert fight.sheet("bandit").hand == ""
    (axe,) = fight.state.things.values()
    assert axe.key == "axe" and axe.at == fight.place("b")


@pytest.mark.rule("murdham", "A-79", "A-82")
def test_a_passed_save_keeps_the_weapon() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}).play("sybilla")
    fight.play("disarm bandit axe", d20(8))
    assert fight.sheet("bandit").hand == "axe"


@pytest.mark.rule("murdham", "A-82")
def test_the_attacker_chooses_which_weapon() -> None:
    fight = Fight({"sybilla": "b"}, {"jory": "b"}).sheet_of("jory", omens=0).play("sybilla")
    assert fight.keys("disarm") == ["disarm jory sword", "disarm jory knife"]
    fight.play("disarm jory knife", d20(9))
    assert (fight.sheet("jory").hand, fight.sheet("jory").off) == ("sword", "")


@pytest.mark.rule("murdham", "A-82", "A-83", "A-39")
def test_only_the_nearby_can_be_disarmed_or_grabbed() -> None:
    fight = Fight({"sybilla": "a"}, {"bandit": "b"}).play("sybilla")
    assert fight.keys("disarm") == fight.keys("grapple") == []
    assert fight.refusal("Grapple or disarm").rule == "A-82"


@pytest.mark.rule("murdham", "A-80", "A-53")
def test_they_can_be_dodged() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}).play("sybilla")
    fight.play("grapple bandit", "dodge", d20(8))
    assert not fight.hit and fight.sheet("sybilla").grabbing == ""


@pytest.mark.rule("murdham", "A-80", "A-81")
def test_they_can_be_countered_and_come_last() -> None:
    """The axe for 4, less 2 for armour and shield: no critical; then the grip, against STR 8."""
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}).play("sybilla")
    fight.play("grapple bandit", "counter axe", d6(4), d20(9))
    order = [type(event).__name__ for event in fight.match.events if type(event).__name__ in ("Harmed", "Afflicted")]
    assert order == ["Harmed", "Afflicted"]
    assert fight.sheet("sybilla").grabbing == "bandit"


@pytest.mark.rule("murdham", "A-80", "A-81")
def test_whoever_is_felled_by_the_counter_grabs_nobody() -> None:
    fight = Fight({"sybilla": "b", "theobald": "q"}, {"bandit": "b"}).play("sybilla")
    fight.play("grapple bandit", "counter axe", d6(6), d6(1))
    assert fight.sheet("sybilla").incapacitated and fight.sheet("sybilla").grabbing == ""


@pytest.mark.rule("murdham", "A-80", "A-82")
def test_they_can_be_used_to_counter() -> None:
    """The blow lands first, then the axe's wielder is disarmed of it."""
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}, acting="foes", stunts="off").play("bandit")
    fight.play("strike sybilla axe", "counter disarm axe", d6(4), d20(9))
    assert fight.lost == [("sybilla", 2)]
    assert fight.sheet("bandit").hand == ""


@pytest.mark.rule("murdham", "A-82", "A-61")
def test_a_guard_who_steps_in_is_the_one_to_be_disarmed() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b", "archer": ("bandit-archer", "b")}).play("sybilla")
    fight.play("disarm bandit axe", "guard archer", d20(9))
    assert fight.sheet("bandit").hand == "axe" and fight.sheet("archer").hand == ""


@pytest.mark.rule("murdham", "A-83", "A-84")
def test_whoever_fails_is_grabbed_and_so_entangled() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b", "x": ("bandit", "q")}).play("sybilla")
    fight.play("grapple bandit", d20(9), "done", "bandit")
    assert fight.last(Afflicted).what == "grabbed by"
    assert fight.keys() == ["struggle", "surrender", "done"], "no more than getting free"


@pytest.mark.rule("murdham", "A-83")
def test_a_passed_save_slips_the_grip() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}).play("sybilla").play("grapple bandit", d20(8))
    assert fight.sheet("sybilla").grabbing == ""


@pytest.mark.rule("murdham", "A-84", "A-15")
def test_the_grabbed_have_no_reaction() -> None:
    fight = holding().play("theobald", "strike bandit unarmed", d4(2), d4(2))
    assert fight.windows == []


@pytest.mark.rule("murdham", "A-84")
@pytest.mark.parametrize(("face", "free"), [(8, True), (9, False)])
def test_getting_free_takes_the_turn_and_a_str_save(face: int, free: bool) -> None:
    fight = Fight({"theobald": "b"}, {"bandit": "b", "x": ("bandit", "q")}, acting="foes")
    fight.sheet_of("theobald", grabbing="bandit").play("bandit", "struggle", d20(face))
    assert fight.acted("bandit")
    assert (fight.sheet("theobald").grabbing == "") is free


@pytest.mark.rule("murdham", "A-84", "A-118")
def test_out_of_the_grip_of_the_bigger_nobody_struggles() -> None:
    fight = Fight({"theobald": "b", "sybilla": "q"}, {"troll": "b"}).sheet_of("troll", grabbing="theobald")
    fight.play("theobald", "struggle")
    assert fight.sheet("troll").grabbing == "theobald" and fight.acted("theobald")


@pytest.mark.rule("murdham", "A-84", "A-118")
def test_out_of_the_grip_of_the_smaller_the_bigger_get_without_a_save() -> None:
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"troll": "b"}, acting="foes").sheet_of(
        "sybilla", grabbing="troll"
    )
    fight.sheet_of("theobald", grabbing="troll").play("troll")
    assert "no save" in fight.option("struggle").label
    fight.play("struggle")
    assert fight.sheet("theobald").grabbing == fight.sheet("sybilla").grabbing == "" and fight.acted("troll")


@pytest.mark.rule("murdham", "A-84", "A-118")
def test_out_of_a_net_the_bigger_need_their_save_like_anybody() -> None:
    fight = Fight({"theobald": "b", "sybilla": "q"}, {"troll": "b"}, acting="foes").sheet_of("troll", entangled=True)
    fight.sheet_of("theobald", grabbing="troll").play("troll", "struggle", d20(13))
    assert fight.sheet("theobald").grabbing == "troll" and fight.sheet("troll").entangled


@pytest.mark.rule("murdham", "A-84")
def test_a_friend_nearby_frees_by_a_main_action_and_a_str_save() -> None:
    fight = Fight({"theobald": "b"}, {"bandit": "b", "x": ("bandit", "b")}, acting="foes")
    fight.sheet_of("theobald", grabbing="bandit").play("x", "free bandit", d20(8))
    assert fight.sheet("theobald").grabbing == "" and fight.told(Freed)
    assert not fight.turn.main


@pytest.mark.rule("murdham", "A-84")
def test_the_grip_ends_with_its_holder() -> None:
    fight = Fight({"theobald": "b"}, {"bandit": "b", "x": ("bandit", "b")}, acting="foes", stunts="off")
    fight.sheet_of("theobald", grabbing="bandit").play("x", "strike theobald axe", d6(6), d6(2))
    assert fight.sheet("theobald").incapacitated and fight.sheet("theobald").grabbing == ""


@pytest.mark.rule("murdham", "A-85")
def test_the_holder_moves_together_with_the_held() -> None:
    fight = holding().play("theobald")
    fight.play(fight.key("move", "c"))
    assert fight.at("theobald") == fight.at("bandit") == "c"
    assert fight.sheet("theobald").grabbing == "bandit"


@pytest.mark.rule("murdham", "A-85", "M-54")
@pytest.mark.parametrize(
    ("holder", "held", "way", "ends"),
    [
        ("b", "b", ["bc"], ("bc", "bc")),
        ("bc", "b", ["c"], ("c", "bc")),
        ("b", "ab", ["bc"], ("bc", "b")),
        ("b", "ab", ["bc", "c"], ("c", "bc")),
        ("b", "bc", ["bc"], ("bc", "bc")),
        ("bc", "c", ["c"], ("c", "c")),
    ],
)
def test_the_held_goes_half_a_zone_with_each_half_of_its_holders(
    holder: str, held: str, way: list[str], ends: tuple[str, str]
) -> None:
    """Together where they stand together; else it comes after, or is caught up with. Nobody goes a zone in a half."""
    fight = Fight({"theobald": holder}, {"bandit": held, "x": ("bandit", "q")}, stunts="off")
    fight.sheet_of("theobald", grabbing="bandit").play("theobald")
    for place in way:
        fight.play(fight.key("move", place))
    assert (fight.at("theobald"), fight.at("bandit")) == ends
    zones = fight.ground.zones
    assert all(event.end in zones.halves(as_zone_place(event.start)) for event in fight.told(Moved))
    assert fight.offers("strike bandit unarmed"), "still within arm's reach"


@pytest.mark.rule("murdham", "A-85", "A-87", "M-54")
def test_the_held_burns_where_it_is_dragged_and_not_where_its_holder_goes() -> None:
    field = chart("abcd", features={"c": "fire"})
    fight = Fight({"theobald": "bc"}, {"bandit": "b", "x": ("bandit", "a")}, field=field, morale="off")
    fight.sheet_of("theobald", grabbing="bandit").play("theobald")
    fight.play(fight.key("move", "c"), d6(2))
    assert fight.lost == [("theobald", 2)] and fight.at("bandit") == "bc"


@pytest.mark.rule("murdham", "A-85", "A-120")
def test_both_must_fit_where_they_go() -> None:
    """Zone c holds four, and three stand there: room for one."""
    field = chart("abcd", capacity=4)
    foes: dict[str, str | tuple[str, str]] = {"bandit": "b", **{f"x{n}": ("bandit", "c") for n in range(3)}}
    fight = Fight({"theobald": "b"}, foes, field=field).sheet_of("theobald", grabbing="bandit").play("theobald")
    assert not fight.offers(fight.key("move", "c"))
    fight = Fight({"theobald": "b"}, foes, field=field).play("theobald")
    assert fight.offers(fight.key("move", "c"))


@pytest.mark.rule("murdham", "A-85")
def test_the_held_can_be_attacked_without_letting_go_but_not_with_both_hands() -> None:
    fight = holding().play("theobald")
    assert not fight.offers("strike bandit halberd")
    fight.play("strike bandit unarmed", d4(2), d4(3))
    assert fight.sheet("theobald").grabbing == "bandit"


@pytest.mark.rule("murdham", "A-86")
def test_anything_else_frees_the_held() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b", "x": ("bandit", "b")}, stunts="off")
    fight.sheet_of("sybilla", grabbing="bandit").play("sybilla").play("strike x sword", d6(1))
    assert fight.sheet("sybilla").grabbing == ""
    fight = holding().play("theobald", "speak")
    assert fight.sheet("theobald").grabbing == ""


@pytest.mark.rule("murdham", "A-86", "A-15")
def test_a_reaction_frees_the_held() -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b", "x": ("bandit", "b")}, acting="foes", stunts="off")
    fight.sheet_of("sybilla", grabbing="bandit").play("x", "strike sybilla axe", "dodge", d20(10))
    assert fight.sheet("sybilla").grabbing == ""


@pytest.mark.rule("murdham", "A-87")
def test_a_shove_frees_the_held_half_a_zone_away() -> None:
    fight = holding().play("theobald")
    assert set(fight.keys("shove")) == {fight.key("shove", "ab"), fight.key("shove", "bc")}
    fight.play(fight.key("shove", "bc"))
    assert fight.at("bandit") == "bc" and fight.sheet("theobald").grabbing == ""
    assert not fight.turn.main


@pytest.mark.rule("murdham", "A-87", "A-91", "A-120")
def test_what_is_full_of_the_concealed_is_not_full_to_the_shover() -> None:
    """Two of the bandit's friends lie hidden on the border, which holds no more."""
    fight = Fight(
        {"theobald": "b", "sybilla": "q"},
        {"bandit": "b", "l": ("bandit", "bc"), "k": ("bandit", "bc")},
        hidden=("l", "k"),
    ).sheet_of("theobald", grabbing="bandit")
    fight.play("theobald")
    assert fight.offers(fight.key("shove", "bc"))


@pytest.mark.rule("murdham", "A-87", "M-25")
@pytest.mark.parametrize(
    ("hazard", "dice", "lost"),
    [("fire", d6(3), 3), ("fall", d4(3), 3), ("trap", d6(3), 2)],
)
def test_into_a_hazard_of_their_zone(hazard: FeatureKind, dice: Dice, lost: int) -> None:
    """Fire and falls pass the leader's light armour by, a trap does not."""
    pit = Feature("pit", hazard, ((4, 0),))
    field = replace(chart("abcd"), features=(pit,))
    fight = Fight({"theobald": "b"}, {"bandit-leader": "b", "x": ("bandit", "d")}, field=field, morale="off")
    fight.sheet_of("theobald", grabbing="bandit-leader").play("theobald")
    fight.play(f"shove {hazard}", dice)
    assert fight.lost == [("bandit-leader", lost)]
    (line,) = (line for line in fight.log if line.startswith(f"Bandit leader 1, {hazard}: {dice.dice} 3"))
    assert line.endswith(f"{' -1 armour' if hazard == 'trap' else ''} = {lost} damage")
    assert fight.at("bandit-leader") == "b"
    assert fight.sheet("bandit-leader").entangled is (hazard == "trap")


@pytest.mark.rule("murdham", "A-87", "M-25")
@pytest.mark.parametrize(("face", "under"), [(8, False), (9, True)])
def test_into_deep_water(face: int, under: bool) -> None:
    field = replace(chart("abcd"), features=(Feature("pool", "deep_water", ((4, 0),)),))
    fight = Fight({"theobald": "b"}, {"bandit": "b"}, field=field).sheet_of("theobald", grabbing="bandit")
    fight.play("theobald", "shove deep_water", d20(face))
    assert fight.saved.ability == "AGI" and fight.sheet("bandit").entangled is under


@pytest.mark.rule("murdham", "A-87", "M-21")
def test_who_is_pushed_or_dragged_into_a_burning_zone_burns() -> None:
    """A zone burns that fire covers; a camp fire in a corner is only something to be pushed into."""
    field = chart("abcd", features={"c": "fire"})
    fight = Fight({"theobald": "bc"}, {"bandit": "bc", "x": ("bandit", "a")}, field=field, morale="off")
    fight.sheet_of("theobald", grabbing="bandit").play("theobald")
    fight.play(fight.key("shove", "c"), d6(2))
    assert fight.lost == [("bandit", 2)]
    fight = Fight({"theobald": "bc"}, {"bandit": "bc", "x": ("bandit", "a")}, field=field, morale="off")
    fight.sheet_of("theobald", grabbing="bandit").play("theobald")
    fight.play(fight.key("move", "c"), d6(2), d6(3))
    assert fight.lost == [("bandit", 2), ("theobald", 3)]


@pytest.mark.rule("murdham", "A-88", "A-30")
def test_the_holder_hides_behind_the_held_who_has_no_say() -> None:
    """The bandit's friend shoots; the bandit in front takes it, and is not asked."""
    fight = Fight({"sybilla": "b"}, {"bandit": "b", "archer": ("bandit-archer", "d")}, acting="foes", stunts="off")
    fight.sheet_of("sybilla", grabbing="bandit").play("archer")
    fight.play("shoot sybilla bow", "hide bandit", d6(2))
    assert fight.lost == [("bandit", 2)]
    assert ("consent", "bandit") not in fight.let_be and fight.windows == []
    assert fight.acted("sybilla") and fight.sheet("sybilla").grabbing == "bandit"


@pytest.mark.rule("murdham", "A-118", "A-83", "A-82")
def test_the_bigger_need_no_save_against_the_smaller_and_the_smaller_get_nowhere() -> None:
    fight = Fight({"theobald": "b"}, {"troll": "b"}, acting="foes", field=CHAIN).play("troll").play("grapple theobald")
    assert fight.sheet("troll").grabbing == "theobald"
    fight = Fight({"theobald": "b"}, {"troll": "b"}).play("theobald").play("grapple troll")
    assert fight.sheet("theobald").grabbing == ""


@pytest.mark.rule("murdham", "A-118", "A-86")
def test_the_bigger_hold_on_with_one_hand() -> None:
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"troll": "b"}, acting="foes", stunts="off")
    fight.sheet_of("troll", grabbing="theobald").play("troll").play("strike sybilla mace", d6(1))
    assert fight.sheet("troll").grabbing == "theobald"


@pytest.mark.rule("murdham", "A-118", "A-87")
def test_the_bigger_throw_instead_of_shoving() -> None:
    """Within two zones, and d4 that no armour stops, where a 4 explodes: 3 and 1."""
    fight = Fight({"theobald": "d"}, {"troll": "d"}, acting="foes").sheet_of("troll", grabbing="theobald").play("troll")
    assert set(fight.keys("throw")) == {fight.key("throw", zone) for zone in "bcef"}
    fight.play(fight.key("throw", "f"), d4(4), d4(1))
    assert fight.at("theobald") == "f" and fight.lost == [("theobald", 4)]
    fight = holding().play("theobald")
    assert fight.keys("throw") == []


@pytest.mark.rule("murdham", "A-118")
def test_the_bigger_trample_the_smaller_who_make_way_or_suffer() -> None:
    """d4 less the armour; whoever makes way lets go of whom it holds."""
    fight = Fight({"theobald": "b", "sybilla": "q"}, {"troll": "b"}, acting="foes").play("troll")
    fight.play("trample theobald", d4(3))
    assert fight.lost == [("theobald", 2)]
    assert "Theobald, trampled: d4 3 -1 armour = 2 damage" in fight.log
    fight = Fight({"theobald": "b", "sybilla": "q"}, {"troll": "b", "bandit": "b"}, acting="foes")
    fight.sheet_of("theobald", grabbing="bandit").play("troll")
    fight.play("trample theobald", fight.key("go", "bc"))
    assert fight.at("theobald") == "bc" and fight.sheet("theobald").grabbing == "" and fight.lost == []


@pytest.mark.rule("murdham", "A-118", "A-87")
def test_who_makes_way_into_a_fire_is_burnt() -> None:
    """It may choose the d4 instead."""
    field = chart("bc", features={"c": "fire"})
    fight = Fight({"theobald": "bc", "sybilla": "b"}, {"troll": "bc"}, field=field, acting="foes").play("troll")
    fight.play("trample theobald", fight.key("go", "c"), d6(2))
    assert fight.at("theobald") == "c" and fight.lost == [("theobald", 2)]
    assert "Theobald, fire: d6 2 = 2 damage" in fight.log


@pytest.mark.rule("murdham", "A-118", "A-16", "A-119")
@pytest.mark.parametrize(
    ("field", "state"),
    [(chart("bc", climbs="bc"), {}), (chart("bc"), {"tripped": 1}), (chart("bc"), {"fears": ("dread",)})],
    ids=["a climb", "fallen", "frightened"],
)
def test_who_could_not_walk_there_makes_no_way(field: Field, state: dict[str, Any]) -> None:
    foes: dict[str, Where] = {"troll": "b", "dread": ("bandit", "c")}
    fight = Fight({"theobald": "b"}, foes, field=field, acting="foes").sheet_of("theobald", **state).play("troll")
    fight.play("trample theobald", d4(3))
    assert fight.lost == [("theobald", 2)] and fight.at("theobald") == "b"


@pytest.mark.rule("murdham", "A-83", "A-82")
def test_skills_take_the_save_away() -> None:
    fight = Fight({"bruna": "b"}, {"bandit": "b"}).play("bruna").play("grapple bandit")
    assert fight.sheet("bruna").grabbing == "bandit"
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}).profile_of("sybilla", skills=("disarmer",)).play("sybilla")
    assert fight.play("disarm bandit axe").sheet("bandit").hand == ""


@pytest.mark.rule("murdham", "A-84", "A-79")
def test_a_net_entangles_and_a_catch_pole_grabs() -> None:
    fight = Fight({"catcher": "b"}, {"bandit": "c"}).sheet_of("catcher", hand="net").play("catcher")
    fight.play("shoot bandit net", d20(9))
    assert fight.sheet("bandit").entangled and fight.sheet("catcher").hand == ""
    fight = Fight({"catcher": "b"}, {"bandit": "b"}, stunts="off").play("catcher")
    fight.play("strike bandit catch-pole", d4(1), d20(9))
    assert fight.sheet("catcher").grabbing == "bandit" and fight.health("bandit") == 7
