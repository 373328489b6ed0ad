"""By the book: Non-lethal attacks, grapples of several, what one does with whom one holds; Attack stunts."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import Dice, d4, d6, d8, d20
from game.rules.events import Moved
from game.spatial.field import Feature, FeatureKind, Field
from game.spatial.places import as_zone_place
from rulesets.murdham.play.events import Afflicted, Did, Fell, Freed, StuntOffered
from tests.rulesets.murdham.kit import CHAIN, Fight, Where, chart


def holding(place: str = "b", **others: str) -> Fight:
    """Theobald's turn, who holds a bandit; ``others`` are more of his side."""
    fight = Fight({"theobald": place, **others}, {"bandit": place, "x": ("bandit", "q")}, stunts="off")
    return fight.sheet_of("theobald", grabbing="bandit")


@pytest.mark.rule("murdham", "A-79", "A-82")
@pytest.mark.parametrize(("face", "hand"), [(9, ""), (8, "axe")])
def test_a_disarm_does_no_damage_but_takes_a_str_save(face: int, hand: str) -> None:
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}).play("sybilla", "disarm bandit axe", d20(face))
    assert fight.lost == [] and fight.saved.ability == "STR"
    assert fight.sheet("bandit").hand == hand
    lying = [(thing.key, thing.at) for thing in fight.state.things.values()]
    assert lying == ([] if hand else [("axe", fight.place("b"))])


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
@pytest.mark.parametrize(
    ("dice", "told", "grabs"),
    [((d6(4), d20(9)), ["Harmed", "Afflicted"], "bandit"), ((d6(6), d6(1)), ["Harmed"], "")],
    ids=["no critical", "felled by the counter"],
)
def test_they_can_be_countered_and_come_last(dice: tuple[Dice, ...], told: list[str], grabs: str) -> None:
    """The axe for 4, less 2 for armour and shield, is no critical; then the grip, against STR 8."""
    fight = Fight({"sybilla": "b", "theobald": "q"}, {"bandit": "b"}).play("sybilla")
    fight.play("grapple bandit", "counter axe", *dice)
    order = [type(event).__name__ for event in fight.match.events if type(event).__name__ in ("Harmed", "Afflicted")]
    assert order == told
    assert (fight.sheet("sybilla").grabbing, fight.sheet("sybilla").incapacitated) == (grabs, not grabs)


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
    slipped = Fight({"sybilla": "b"}, {"bandit": "b"}).play("sybilla", "grapple bandit", d20(8))
    assert slipped.sheet("sybilla").grabbing == ""


@pytest.mark.rule("murdham", "A-84", "A-15", "A-85")
def test_the_held_can_be_attacked_without_letting_go_but_not_with_both_hands() -> None:
    fight = holding().play("theobald")
    assert not fight.offers("strike bandit halberd")
    fight.play("strike bandit unarmed", d4(2), d4(3))
    assert fight.sheet("theobald").grabbing == "bandit"
    assert fight.windows == [], "the grabbed have no reaction"


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


def brawl(at: str = "b", **more: Where) -> Fight:
    """Sybilla's turn beside a bandit that holds Theobald, with Balthasar at hand; ``more`` are further bandits."""
    party: dict[str, Where] = {"sybilla": at, "theobald": at, "balthasar": at}
    fight = Fight(party, {"bandit": at, "x": ("bandit", "q"), **more}, stunts="off", morale="off")
    return fight.sheet_of("bandit", grabbing="theobald")


@pytest.mark.rule("murdham", "A-83", "A-84", "M-46")
def test_a_grip_breaks_the_one_its_victim_had_on_somebody() -> None:
    """Sybilla grabs the bandit, and Theobald is free of it; he hears so, and can act."""
    fight = brawl().play("sybilla", "grapple bandit", d20(9))
    assert fight.sheet("sybilla").grabbing == "bandit" and fight.sheet("bandit").grabbing == ""
    assert [(event.who, event.other) for event in fight.told(Freed)] == [("theobald", "bandit")]
    fight.play("done", "x", "done", "theobald")
    assert not fight.offers("struggle") and fight.keys("full")


@pytest.mark.rule("murdham", "A-83", "M-46")
def test_a_grip_that_fails_breaks_nothing() -> None:
    fight = brawl().play("sybilla", "grapple bandit", d20(8))
    assert fight.sheet("bandit").grabbing == "theobald" and fight.told(Freed) == []


@pytest.mark.rule("murdham", "A-83", "A-84", "M-46")
def test_a_grip_leaves_an_allys_hold_on_the_same_victim() -> None:
    fight = brawl().sheet_of("bandit", grabbing="").sheet_of("theobald", grabbing="bandit")
    fight.play("sybilla", "grapple bandit", d20(9))
    assert fight.sheet("theobald").grabbing == fight.sheet("sybilla").grabbing == "bandit"
    assert fight.told(Freed) == []


@pytest.mark.rule("murdham", "A-83", "A-86", "M-46")
def test_nobody_holds_two() -> None:
    """Not even a troll, who could do anything else with one hand and keep hold."""
    party: dict[str, Where] = {"theobald": "b", "sybilla": "b"}
    fight = Fight(party, {"troll": "b"}, acting="foes", stunts="off").sheet_of("troll", grabbing="theobald")
    fight.play("troll", "grapple sybilla")
    assert fight.sheet("troll").grabbing == "sybilla"
    assert [event.who for event in fight.told(Freed)] == ["theobald"]


@pytest.mark.rule("murdham", "A-83")
@pytest.mark.parametrize(
    ("holder", "held", "why"),
    [
        ("bandit-bully", "bandit-leader", "has no save against the skill of"),
        ("troll", "bandit", "is too small to resist"),
    ],
)
def test_who_is_grabbed_without_a_save_is_told_why(holder: str, held: str, why: str) -> None:
    fight = Fight({"one": (holder, "b")}, {"other": (held, "b")}).play("one", "grapple other")
    told = fight.last(Did)
    assert fight.sheet("one").grabbing == "other"
    assert (told.who, told.what, told.rule, told.other) == ("other", why, "A-83", "one")


def doubly_held(first: str = "b", acting: str = "party", **options: Any) -> Fight:
    """A bandit that Theobald and Sybilla both hold."""
    party: dict[str, Where] = {"theobald": first, "sybilla": "b"}
    foes: dict[str, Where] = {"bandit": "b", "x": ("bandit", "q")}
    fight = Fight(party, foes, acting=acting, stunts="off", morale="off", **options)
    return fight.sheet_of("theobald", grabbing="bandit").sheet_of("sybilla", grabbing="bandit")


@pytest.mark.rule("murdham", "A-84", "A-118", "M-46")
@pytest.mark.parametrize("giant", ["", "theobald", "sybilla"])
def test_one_save_tears_free_of_all_but_of_none_if_one_is_bigger(giant: str) -> None:
    fight = doubly_held(acting="foes")
    if giant:
        fight.profile_of(giant, size="large").play("bandit", "struggle")
    else:
        fight.play("bandit", "struggle", d20(8))
    held = [who for who in ("theobald", "sybilla") if fight.sheet(who).grabbing]
    assert fight.acted("bandit") and held == (["theobald", "sybilla"] if giant else [])


@pytest.mark.rule("murdham", "A-85", "M-46")
def test_who_is_dragged_out_of_reach_is_lost_to_the_other() -> None:
    """As far as the border Theobald still has it nearby; in the next zone he has not."""
    fight = doubly_held().play("sybilla")
    fight.play(fight.key("move", "bc"))
    assert fight.sheet("theobald").grabbing == "bandit"
    fight.play(fight.key("move", "c"))
    assert (fight.sheet("sybilla").grabbing, fight.sheet("theobald").grabbing) == ("bandit", "")
    assert fight.last(Freed).other == "theobald"


@pytest.mark.rule("murdham", "A-87", "M-46")
@pytest.mark.parametrize(("holder", "shoved", "held"), [("b", "bc", "bandit"), ("bc", "ab", "")])
def test_who_is_shoved_stays_in_the_grip_of_others_as_far_as_they_reach(holder: str, shoved: str, held: str) -> None:
    """From the far border Theobald can't reach it where Sybilla shoves it."""
    fight = doubly_held(holder, field=chart("abcdq")).play("sybilla")
    fight.play(fight.key("shove", shoved))
    assert fight.sheet("theobald").grabbing == held and fight.at("bandit") == shoved


@pytest.mark.rule("murdham", "A-118", "M-46")
def test_who_is_thrown_is_lost_to_the_other() -> None:
    fight = doubly_held().profile_of("theobald", size="large").play("theobald")
    fight.play(fight.key("throw", "d"), d4(1))
    assert fight.at("bandit") == "d" and fight.sheet("sybilla").grabbing == ""


@pytest.mark.rule("murdham", "A-84", "A-118", "M-46")
def test_who_is_bigger_than_its_holders_needs_no_save_and_a_friend_is_none_the_stronger() -> None:
    """The bigger get the better of the smaller without a roll: one's own struggle, and that of whoever helps."""
    party: dict[str, Where] = {"sybilla": "b", "theobald": "b"}
    fight = Fight(party, {"troll": "b"}, stunts="off").sheet_of("troll", grabbing="theobald")
    fight.play("sybilla", "free theobald")
    assert fight.sheet("troll").grabbing == "theobald"
    assert "Sybilla struggles in vain against Troll 1" in fight.log
    fight = Fight({"troll": "b"}, {"bully": ("bandit-bully", "b")}, stunts="off").sheet_of("bully", grabbing="troll")
    fight.play("troll", "struggle")
    assert fight.sheet("bully").grabbing == ""
    fight = Fight({"troll": "b"}, {"bully": ("bandit-bully", "b")}, stunts="off").sheet_of("troll", entangled=True)
    fight.sheet_of("bully", grabbing="troll").play("troll", "struggle", d20(20))
    assert fight.sheet("bully").grabbing == "troll", "a net is nobody's size"


@pytest.mark.rule("murdham", "A-28", "A-61", "A-86")
@pytest.mark.parametrize(
    ("skill", "target", "answer"), [("nimble", "holder", "dodge"), ("bodyguard", "two", "guard holder")]
)
def test_who_dodges_or_guards_at_no_cost_lets_go_all_the_same(skill: str, target: str, answer: str) -> None:
    """It is something else than to move with the held or to attack it."""
    party: dict[str, Where] = {"theobald": "b", "sybilla": "b", "balthasar": "q"}
    foes: dict[str, Where] = {"holder": ("bandit", "b"), "two": ("bandit", "b")}
    fight = Fight(party, foes, stunts="off", morale="off").sheet_of("holder", grabbing="sybilla")
    fight.profile_of("holder", skills=(skill,)).play("theobald")
    fight.until(f"strike {target} halberd", answer)
    assert fight.sheet("holder").grabbing == "" and not fight.acted("holder")
    assert [event.who for event in fight.told(Freed)] == ["sybilla"]


def blow(*answers: str | Dice, **options: Any) -> Fight:
    """Theobald strikes at a bandit in zone b; what he offers is up to the test."""
    fight = Fight({"theobald": "b"}, {"bandit": "b", "x": ("bandit", "q")}, **options).play("theobald")
    return fight.until("offer strike bandit halberd", *answers)


@pytest.mark.rule("murdham", "A-74", "A-76", "M-10")
def test_the_attacker_may_offer_what_is_on_the_menu() -> None:
    fight = blow()
    assert (fight.asked.topic, fight.asked.seat) == ("stunt", "party")
    assert fight.keys() == ["pass", "offer drop axe", "offer back", "offer yield", "offer mark"]


@pytest.mark.rule("murdham", "A-75")
def test_it_is_offered_after_the_save_to_hit_and_before_the_reactions() -> None:
    """A shot over five zones: first WIT, then the offer, then the target's choice."""
    fight = Fight({"balthasar": "a"}, {"bandit": "f"}).play("balthasar").until("offer shoot bandit bow")
    assert fight.rolled.dice == "d20"
    assert fight.until(d20(12)).asked.topic == "stunt"
    assert fight.until("offer yield", "resist").asked.topic == "reaction"
    missed = Fight({"balthasar": "a"}, {"bandit": "f"}).play("balthasar", "offer shoot bandit bow", d20(13))
    assert missed.let_be == []


@pytest.mark.rule("murdham", "A-77")
def test_whoever_refuses_has_the_attack_resolved_as_normal() -> None:
    fight = blow("offer yield", "resist", "dodge", d20(9), d8(2))
    assert fight.health("bandit") == 6
    assert not fight.last(StuntOffered).accepted


@pytest.mark.rule("murdham", "A-77", "A-78", "A-101")
def test_whoever_accepts_suffers_that_instead_and_can_not_react() -> None:
    fight = blow("offer yield", "accept")
    assert fight.sheet("bandit").surrendered and fight.last(Fell).how == "surrendered"
    assert fight.health("bandit") == 8
    assert fight.asked.kind in ("act", "pick"), "nothing more comes of the attack"


@pytest.mark.rule("murdham", "A-78", "A-61")
def test_nobody_guards_against_what_was_accepted() -> None:
    fight = Fight({"theobald": "b"}, {"bandit": "b", "y": ("bandit", "b")}).play("theobald")
    fight.play("offer strike bandit halberd", "offer drop axe", "accept")
    assert "guard" not in dict(fight.let_be)
    assert fight.sheet("bandit").hand == ""
    assert [thing.key for thing in fight.state.things.values()] == ["axe"]


@pytest.mark.rule("murdham", "A-74", "M-10")
def test_falling_back_is_a_zone_away_from_the_attacker() -> None:
    fight = blow("offer back", "accept")
    assert fight.at("bandit") in ("a", "c")


@pytest.mark.rule("murdham", "A-16", "A-74", "A-119", "M-10")
@pytest.mark.parametrize(
    ("field", "state", "offered"),
    [
        (chart("bc"), {}, True),
        (chart("bc", climbs="bc"), {}, False),
        (chart("bc", gaps="bc"), {}, False),
        (chart("bc", water="c"), {}, False),
        (chart("bc", doors="bc"), {}, False),
        (chart("bc"), {"tripped": 1}, False),
        (chart("bc"), {"tripped": 0}, True),
        (chart("bc"), {"fears": ("sybilla",)}, False),
    ],
    ids=["a way", "a climb", "a gap", "water", "a door", "fallen", "fallen before", "frightened"],
)
def test_whoever_falls_back_goes_where_it_could_walk(field: Field, state: dict[str, Any], offered: bool) -> None:
    """Sybilla, of whom it may be frightened, stands on the only way out."""
    fight = Fight({"theobald": "b", "sybilla": "c"}, {"bandit": "b"}, field=field).sheet_of("bandit", **state)
    assert fight.play("theobald").until("offer strike bandit halberd").offers("offer back") is offered


@pytest.mark.rule("murdham", "A-54", "A-75", "M-6")
def test_a_counter_offers_nothing() -> None:
    """The dice of both fall at once."""
    fight = blow("pass", "counter axe")
    assert fight.rolled.dice == "d8"
    assert fight.play(d8(1), d6(1)).told(StuntOffered) == []


@pytest.mark.rule("murdham", "A-74", "M-10")
def test_a_scar_is_for_life() -> None:
    fight = blow("offer mark", "accept")
    assert fight.sheet("bandit").injuries == ("a scar",)
    assert fight.last(Afflicted).who == "bandit"


@pytest.mark.rule("murdham", "A-74", "M-10", "A-84")
def test_to_let_go_is_offered_to_whoever_holds_somebody() -> None:
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"bandit": "b"}).sheet_of("bandit", grabbing="sybilla")
    fight.play("theobald").until("offer strike bandit halberd", "offer release", "accept")
    assert fight.sheet("bandit").grabbing == ""


@pytest.mark.rule("murdham", "A-76", "M-10")
def test_what_is_impossible_is_not_on_the_menu() -> None:
    """Empty hands drop nothing; whoever is held can't fall back, nor anybody from a dead end that is no zone wide."""
    fight = Fight({"theobald": "b", "sybilla": "b"}, {"bandit": "b"}).sheet_of("bandit", hand="")
    fight.sheet_of("sybilla", grabbing="bandit").play("theobald").until("offer strike bandit halberd")
    assert fight.keys() == ["pass", "offer yield", "offer mark"]


@pytest.mark.rule("murdham", "A-76", "A-91", "A-120")
def test_an_offer_to_fall_back_does_not_tell_where_somebody_lurks() -> None:
    """Zone c is full of bandits in hiding: Theobald may not know, and the offer is the same as if it were empty."""
    lurking = {f"l{n}": ("bandit", "c") for n in range(4)}
    field = chart("bc", capacity=4)
    fight = Fight(
        {"theobald": "b", "sybilla": "b"}, {"bandit": "b", **lurking}, field=field, hidden=tuple(lurking)
    ).play("theobald")
    fight.until("offer strike bandit halberd")
    assert fight.offers("offer back")


@pytest.mark.rule("murdham", "A-76", "M-10")
def test_beasts_and_the_mindless_make_no_bargains() -> None:
    for unit in ("wolf", "skeletal-warrior"):
        fight = Fight({"theobald": "b"}, {"x": (unit, "b")}, field=CHAIN).play("theobald")
        assert fight.keys("offer") == []


@pytest.mark.rule("murdham", "A-76")
def test_the_referee_may_be_asked_whether_it_makes_sense() -> None:
    fight = blow("offer yield", stunts="ask")
    assert (fight.asked.kind, fight.asked.topic) == ("ruling", "stunts")
    fight.play("no", d8(2))
    assert fight.told(StuntOffered) == [] and fight.health("bandit") == 6
    fight = blow("offer yield", "yes", "accept", stunts="ask")
    assert fight.sheet("bandit").surrendered


@pytest.mark.rule("murdham", "A-76")
def test_stunts_can_be_left_out() -> None:
    fight = Fight({"theobald": "b"}, {"bandit": "b", "x": ("bandit", "q")}, stunts="off").play("theobald")
    assert fight.keys("offer") == []


@pytest.mark.rule("murdham", "A-74")
def test_counters_and_non_lethal_attacks_offer_nothing() -> None:
    """A stunt stands in the place of damage, and whoever counters answers an attack."""
    fight = (
        Fight({"sybilla": "b"}, {"bandit": "b"})
        .play("sybilla")
        .play("offer strike bandit sword", "pass", "counter axe")
    )
    assert fight.let_be == [], "but for the attacker's own offer"
    fight = Fight({"sybilla": "b"}, {"bandit": "b"}).play("sybilla").until("grapple bandit")
    assert fight.asked.topic == "reaction"


@pytest.mark.rule("murdham", "A-74", "A-75")
def test_only_whoever_attacks_with_an_offer_is_asked_for_one() -> None:
    """Every attack that is to harm can be made so: held back, on the move, and on those who leave too."""
    fight = Fight({"theobald": "b"}, {"bandit": "b", "x": ("bandit", "q")}).play("theobald")
    assert fight.keys("offer") == ["offer strike bandit halberd", "offer hold back bandit halberd"]
    assert fight.option("offer strike bandit halberd").verb == "offer"
    assert fight.until("strike bandit halberd").asked.topic == "reaction"
    shot = Fight({"balthasar": "a"}, {"bandit": "c"}).play("balthasar")
    assert shot.offers("on the move offer shoot bandit bow")
    leaving = Fight({"sybilla": "b"}, {"bandit": "b"}, acting="foes").play("bandit")
    leaving.until(leaving.key("move", "c"))
    assert {"offer strike sword", "offer hold back sword"} <= set(leaving.keys("offer"))
    assert leaving.until("offer strike sword").asked.topic == "stunt"
