"""The data files: every entry loads, the samples have their numbers, and mistakes are told in a sentence."""

from __future__ import annotations

import pytest

from game.kit.inventory import kind_of
from rulesets.glog.play.numbers import defense
from rulesets.glog.sheet.roster import STOCK, Profile, Scores, grade, modifier, stepped
from rulesets.glog.sheet.sheet import fresh

HOUSE = STOCK.house
UNITS = sorted(HOUSE.units)


def profile(unit: str) -> Profile:
    return HOUSE.profile(unit)


# ------------------------------------------------------------------ numbers

SAMPLES = [
    # unit, scores, Violence, Defense, Grit and Flesh, attack, morale
    ("garrick", (14, 11, 10, 9), 2, 13, (8, 5), ("sword", "d8", 1, "slashing"), None),
    ("sabine", (9, 16, 10, 13), 1, 14, (4, 4), ("short-sword", "d6", 2, "piercing"), None),
    ("isolde", (8, 10, 15, 14), 0, 10, (2, 3), ("staff", "d6", -1, "crushing"), None),
    ("hired-spear", (10, 10, 8, 9), 0, 12, (2, 4), ("spear", "d8", 0, "piercing"), 8),
    ("goblin", (8, 13, 7, 10), 0, 12, (0, 4), ("knife", "d6", 0, "slashing"), 4),
    ("bandit", (10, 10, 9, 10), 1, 13, (2, 5), ("axe", "d8", 0, "slashing"), 10),
    ("bandit-leader", (13, 11, 12, 12), 3, 15, (8, 6), ("mace", "d8", 1, "crushing"), 14),
    ("wolf", (11, 14, 8, 13), 1, 13, (0, 6), ("bite", "d6", 0, "piercing"), 10),
    ("skeleton", (10, 9, 0, 8), 1, 13, (0, 5), ("sword", "d8", 0, "slashing"), 20),
    ("ogre", (18, 7, 8, 6), 4, 13, (6, 14), ("maul", "d10", 3, "crushing"), 10),
    ("fanatic", (10, 10, 14, 9), 1, 11, (3, 4), ("knife", "d6", 0, "slashing"), 20),
]


def defended(unit: Profile) -> int:
    """Defense at the start of a battle."""
    return defense(fresh(unit)).total


def added(unit: Profile, key: str) -> int:
    """What somebody adds to the damage of a weapon."""
    weapon, (might, agility) = unit.weapon(key), (unit.scores.modifier("might"), unit.scores.modifier("agility"))
    return weapon.bonus + {"might": might, "agility": agility, "better": max(might, agility), "none": 0}[weapon.adds]


@pytest.mark.parametrize(("unit", "scores", "violence", "guard", "body", "attack", "morale"), SAMPLES)
def test_the_sample_combatants_have_their_numbers(
    unit: str,
    scores: tuple[int, ...],
    violence: int,
    guard: int,
    body: tuple[int, int],
    attack: tuple[str, str, int, str],
    morale: int | None,
) -> None:
    found = profile(unit)
    assert found.scores == Scores(*scores)
    assert (found.violence, defended(found), found.grit, found.flesh) == (violence, guard, *body)
    key, die, plus, tag = attack
    weapon = found.weapon(key)
    assert (weapon.die, added(found, key), weapon.uses[0]) == (die, plus, tag)
    assert found.hands[:1] == (() if weapon.natural else (key,))
    if morale is None:
        assert found.steadfast
    else:
        assert found.morale == morale


def test_the_sample_combatants_are_what_they_are() -> None:
    assert profile("bandit-leader").leader
    assert not profile("bandit").leader
    assert profile("sabine").alert == 1
    assert profile("wolf").quickness == 1
    assert profile("ogre").quickness == -1
    assert profile("ogre").cells == 2
    assert "stealthy" in profile("goblin").traits
    assert (profile("skeleton").resists, profile("skeleton").weak) == (("piercing",), ("crushing",))
    assert profile("garrick").weapon("short-bow").die == "d6"
    assert profile("garrick").stowed[0] == "short-bow"


@pytest.mark.parametrize(
    ("score", "comes_to"),
    [(3, -3), (4, -2), (5, -2), (6, -1), (8, -1), (9, 0), (12, 0), (13, 1), (15, 1), (16, 2), (17, 2), (18, 3), (0, 0)],
)
def test_modifiers_go_by_the_table(score: int, comes_to: int) -> None:
    assert modifier(score) == comes_to


@pytest.mark.parametrize(
    ("die", "steps", "to"), [("d8", -1, "d6"), ("d4", -1, "d4"), ("d10", 2, "d12"), ("d6", 1, "d8")]
)
def test_a_die_goes_up_and_down_by_steps(die: str, steps: int, to: str) -> None:
    assert stepped(die, steps) == to


@pytest.mark.rule("glog", "D-44")
@pytest.mark.parametrize(
    ("morale", "word"),
    [(0, "craven"), (3, "craven"), (4, "cowardly"), (12, "impulsive"), (14, "brave"), (20, "suicidal")],
)
def test_morale_is_told_in_words(morale: int, word: str) -> None:
    assert grade(morale) == word


CLASSES = [
    ("d4", 1, "stool stone bottle"),
    ("d6", 1, "knife sickle club hatchet short-sword whip throwing-knife javelin sling hand-crossbow"),
    ("d6", 2, "staff short-bow bench branch"),
    ("d8", 1, "sword axe mace spear flail war-pick"),
    ("d8", 2, "longbow crossbow"),
    ("d10", 2, "great-sword great-axe maul halberd pike"),
    ("d4", 0, "fist"),
    ("d6", 0, "bite claws spark"),
    ("d8", 0, "slam horns"),
]


@pytest.mark.rule("glog", "D-30")
def test_weapons_have_the_dice_of_their_class() -> None:
    table = {key: (die, hands) for die, hands, keys in CLASSES for key in keys.split()}
    assert {key: (weapon.die, weapon.hands) for key, weapon in HOUSE.weapons.items()} == table
    assert [weapon.key for weapon in HOUSE.weapons.values() if len(weapon.uses) == 2] == ["sword", "halberd"]


@pytest.mark.parametrize(
    ("reach", "keys"),
    [
        (20, {"throwing-knife", "javelin", "hatchet", "bottle", "stone"}),
        (60, {"sling", "hand-crossbow"}),
        (80, {"short-bow"}),
        (120, {"longbow", "crossbow"}),
    ],
)
def test_ranges_are_in_feet(reach: int, keys: set[str]) -> None:
    assert {key for key, weapon in HOUSE.weapons.items() if weapon.range == reach} == keys


def test_crossbows_are_reloaded_and_nothing_else() -> None:
    assert {key for key, w in HOUSE.weapons.items() if "reload" in w.traits} == {"crossbow", "hand-crossbow"}


def test_fists_do_less_than_a_knife() -> None:
    fist = HOUSE.weapons["fist"]
    assert (fist.die, fist.bonus, fist.natural, fist.slots) == ("d4", -2, True, 0)


def test_armour_and_shield_add_to_defense() -> None:
    assert [(suit.key, suit.defense, suit.slower) for suit in HOUSE.armour.values()] == [
        ("light", 2, 0),
        ("medium", 4, 0),
        ("heavy", 6, 10),
    ]
    assert (profile("gate-captain").speed, profile("garrick").speed) == (30, 40)
    guard = profile("guard")
    assert (guard.worn, guard.hands, defended(guard)) == (4, ("spear", "shield"), 15)


# ------------------------------------------------------------------ everybody


@pytest.mark.parametrize("unit", UNITS)
def test_every_unit_is_fit_to_fight(unit: str) -> None:
    found = profile(unit)
    weapons = {weapon.key: weapon for weapon in found.weapons}
    assert any(weapon.melee and (weapon.natural or key in found.handy) for key, weapon in weapons.items())
    assert set(found.hands) <= set(found.handy)
    assert sum(weapons[key].hands if key in weapons else 1 for key in found.hands) <= 2
    carried = [*found.handy, *found.stowed]
    assert len(set(carried)) == len(carried), "the second of a kind has a number"
    assert {kind_of(key) for key in carried} == {item.key for item in found.gear if item.slots}, (
        "all that it owns is somewhere"
    )
    assert found.morale in range(21)
    assert found.flesh > 0


@pytest.mark.parametrize("unit", UNITS)
def test_who_shoots_has_ammo_for_a_second_try(unit: str) -> None:
    found = profile(unit)
    for weapon in found.weapons:
        if weapon.shoots:
            assert weapon.ammo in (*found.handy, *found.stowed)


@pytest.mark.parametrize("unit", UNITS)
def test_what_is_carried_fits(unit: str) -> None:
    found = profile(unit)
    slots = {item.key: item.slots for item in found.gear}
    handy, stowed = ([slots[kind_of(key)] for key in keys] for keys in (found.handy, found.stowed))
    assert sum(handy) <= found.scores.agility // 3
    assert sum(handy) + sum(stowed) + (found.armour.slots if found.armour else 0) <= found.scores.might


def test_no_two_units_fight_alike() -> None:
    known: dict[tuple[object, ...], str] = {}
    for unit in HOUSE.units.values():
        how = (unit.scores, unit.violence, unit.grit, unit.flesh, defended(unit), unit.handy, unit.weapons, unit.traits)
        assert known.setdefault(how, unit.key) == unit.key
    assert len({unit.name for unit in HOUSE.units.values()}) == len(HOUSE.units)


def test_there_are_heroes_hirelings_and_creatures() -> None:
    kinds = [unit.kind for unit in HOUSE.units.values()]
    assert (kinds.count("hero"), kinds.count("hireling")) == (8, 3)
    assert kinds.count("creature") >= 28
    assert len(HOUSE.spells) >= 8
    assert len(HOUSE.squads) >= 12


@pytest.mark.rule("glog", "D-51")
def test_a_loyal_hireling_is_steadfast_and_another_is_not() -> None:
    loyalty = {unit.morale: unit.steadfast for unit in HOUSE.units.values() if unit.kind == "hireling"}
    assert loyalty == {6: False, 8: False, 12: True}
    assert not profile("fanatic").steadfast, "a creature tests, and passes"


def test_nothing_in_the_data_is_idle() -> None:
    """Each weapon, armour, thing, spell and unit is somebody's; what lies about on maps is nobody's."""
    units = HOUSE.units.values()
    weapons = {weapon.key for unit in units for weapon in unit.weapons}
    about = {key for key, weapon in HOUSE.weapons.items() if "improvised" in weapon.traits}
    assert weapons == set(HOUSE.weapons) - about
    assert about == {"bottle", "stool", "stone", "bench", "branch"}
    assert {thing.key for unit in units for thing in unit.things} == set(HOUSE.things)
    assert {spell.key for unit in units for spell in (*unit.spells, *unit.granted)} == set(HOUSE.spells)
    assert {unit.armour.key for unit in units if unit.armour} == set(HOUSE.armour)
    recruited = {recruit.unit for squad in STOCK.parties().values() for recruit in squad}
    assert set(HOUSE.units) <= recruited, "and everybody is in a ready squad"


def test_one_burning_torch_goes_with_the_link_boy() -> None:
    boy = profile("link-boy")
    assert (boy.hands, boy.lit, boy.thing("torch#2").radius) == (("club", "torch"), True, 30)
    assert [unit.key for unit in HOUSE.units.values() if unit.lit] == ["link-boy"]


def test_copies_are_counted_through_what_is_handy_and_stowed() -> None:
    maren = profile("maren")
    assert ("quiver" in maren.handy, "quiver#2" in maren.stowed) == (True, True)
    assert profile("sabine").weapon("throwing-knife#3").key == "throwing-knife"
    with pytest.raises(KeyError):
        maren.weapon("halberd#2")


# ------------------------------------------------------------------ squads


@pytest.mark.parametrize("key", HOUSE.squads)
def test_squads_are_of_known_units(key: str) -> None:
    assert all(HOUSE.profile(recruit.unit) for recruit in STOCK.parties()[key])


def test_a_bare_map_sends_four_heroes_and_a_mixed_squad_with_a_leader() -> None:
    squads = STOCK.parties()
    assert [profile(recruit.unit).kind for recruit in squads[next(iter(squads))]] == ["hero"] * 4
    crowd = next(squad for squad in squads.values() if len({recruit.unit for recruit in squad}) < len(squad))
    foes = [profile(recruit.unit) for recruit in crowd]
    assert sum(foe.leader for foe in foes) == 1
    assert 0 < sum(foe.weapon(foe.hands[0]).shoots for foe in foes) < len(foes) / 2
