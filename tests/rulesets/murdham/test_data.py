"""The data as the tables have them, set-ups, what is brought to the next battle; and mistakes told plainly."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from game.kit.testing.fight import d4, d6
from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Border, Cell, Edge, Feature, Field, Spawn, Zone
from game.spatial.places import InZone, ZonePlace
from game.spatial.space import Space
from rulesets.murdham import RULESET
from rulesets.murdham.play.deployment import muster, shooter
from rulesets.murdham.sheet import roster
from rulesets.murdham.sheet.roster import Item
from rulesets.murdham.sheet.sheet import MurdhamState, Profile, Size, scaled, stepped
from tests.rulesets.helping import mistake
from tests.rulesets.murdham.kit import Fight
from tests.rulesets.resting import begun_with, night

TABLE = [
    ("unarmed", "d4", 0, 0, "natural"),
    ("shield", "d4", 0, 1, ""),
    ("knife", "d4", 0, 1, ""),
    ("club", "d4", 0, 1, ""),
    ("hatchet", "d4", 0, 1, ""),
    ("staff", "d6", 0, 2, ""),
    ("scythe", "d6", 0, 2, ""),
    ("wood-axe", "d6", 0, 2, ""),
    ("sword", "d6", 0, 1, ""),
    ("axe", "d6", 0, 1, ""),
    ("mace", "d6", 0, 1, ""),
    ("spear", "d6", 0, 1, ""),
    ("great-sword", "d8", 0, 2, ""),
    ("great-axe", "d8", 0, 2, ""),
    ("halberd", "d8", 0, 2, ""),
    ("pike", "d8", 0, 2, ""),
    ("sling", "d4", 8, 1, ""),
    ("javelin", "d4", 8, 1, ""),
    ("throwing-knife", "d4", 8, 1, ""),
    ("bow", "d6", 8, 2, ""),
    ("crossbow", "d6", 8, 2, ""),
    ("pistol", "d6", 8, 1, "once"),
    ("long-gun", "d8", 8, 2, "once"),
    ("garrotte", "d8", 0, 2, "direct|unaware only"),
    ("lance", "d8", 0, 1, "mounted"),
    ("catch-pole", "d4", 0, 2, "grabs"),
    ("net", "", 2, 1, "consumed|entangles"),
    ("acid", "d8", 2, 1, "consumed|pierces cover"),
    ("fire-flask", "d6", 2, 1, "blast|fire|consumed|pierces cover"),
    ("blessed-water", "d10", 2, 1, "consumed|unholy only"),
    ("flash-powder", "", 2, 1, "blast|consumed|stuns"),
    ("smoke-bomb", "", 2, 1, "blast|consumed|smoke"),
    ("ballista", "d8", 16, 2, "blast|once|pierces cover"),
    ("cannon", "d10", 16, 2, "blast|once|pierces cover"),
    ("catapult", "d8", 32, 2, "blast|once|indirect|pierces cover"),
    ("mortar", "d10", 32, 2, "blast|once|indirect|pierces cover"),
    ("stool", "d4", 0, 1, "improvised"),
    ("bottle", "d4", 0, 1, "improvised"),
    ("stone", "d4", 0, 1, "improvised"),
    ("branch", "d6", 0, 2, "improvised"),
    ("bench", "d6", 0, 2, "improvised"),
    ("torch", "d4", 0, 1, "fire|improvised"),
]

NATURE = {"bite", "beak", "tusks", "claws", "jaws", "stone-fists", "burning-claws", "fire-breath", "boulder"}


@pytest.mark.rule("murdham", "A-36")
@pytest.mark.parametrize(("key", "die", "reach", "hands", "traits"), TABLE)
def test_weapons_are_as_the_table_has_them(key: str, die: str, reach: int, hands: int, traits: str) -> None:
    weapon = roster.STOCK.house.weapons[key]
    assert (weapon.die, weapon.range, weapon.hands) == (die, reach, hands)
    assert "|".join(weapon.traits) == traits


def test_the_table_is_whole_and_nature_adds_teeth_and_claws() -> None:
    assert set(roster.STOCK.house.weapons) == {row[0] for row in TABLE} | NATURE


@pytest.mark.rule("murdham", "A-109")
@pytest.mark.parametrize(
    ("improvised", "simple"),
    [("stool", "club"), ("bottle", "club"), ("stone", "club"), ("bench", "staff"), ("branch", "staff")],
)
def test_improvised_weapons_do_as_much_as_simple_ones(improvised: str, simple: str) -> None:
    one, other = roster.STOCK.house.weapons[improvised], roster.STOCK.house.weapons[simple]
    assert (one.die, one.range, one.hands) == (other.die, other.range, other.hands)


def test_armour_is_as_the_table_has_it() -> None:
    assert {key: suit.value for key, suit in roster.STOCK.house.armour.items()} == {"none": 0, "light": 1, "heavy": 2}


@pytest.mark.parametrize("unit", roster.STOCK.titles())
def test_every_unit_is_fit_to_fight(unit: str) -> None:
    profile = roster.STOCK.house.profile(unit, 1)
    sheet = roster.sheet(profile)
    assert profile.weapon("unarmed")
    assert sheet.health == profile.health > 0
    assert (sheet.STR, sheet.AGI, sheet.WIT) == (profile.STR, profile.AGI, profile.WIT)
    held = [key for key in (sheet.hand, sheet.off) if key]
    assert sorted([*held, *sheet.carried]) == sorted(profile.pack), "in hand or on the belt, and nothing twice"
    assert sum(profile.weapon(key).hands for key in held) <= 2
    assert all(weapon.traits for weapon in profile.weapons if not weapon.die)
    assert set(profile.items) <= set(get_args(Item))


SAMPLES = [
    ("bandit", (8, 8, 8), 8, 0, "d6"),
    ("bandit-archer", (8, 8, 8), 8, 0, "d6"),
    ("bandit-leader", (10, 8, 10), 10, 1, "d8"),
    ("wolf", (8, 8, 8), 8, 0, "d6"),
    ("bear", (16, 4, 8), 16, 0, "d8"),
    ("walking-corpse", (8, 4, 2), 8, 0, "d4"),
    ("skeletal-warrior", (8, 4, 2), 8, 0, "d6"),
    ("troll", (12, 4, 4), 24, 2, "d6"),
    ("wyrm", (16, 4, 12), 32, 4, "d8"),
    ("bone-crow", (4, 6, 2), 2, 0, "d6"),
    ("elf-archer", (8, 10, 10), 8, 0, "d6"),
    ("dwarf-axe", (10, 6, 8), 10, 1, "d6"),
    ("halfling-slinger", (6, 10, 8), 6, 0, "d4"),
    ("ogre", (12, 6, 6), 12, 0, "d6"),
]


@pytest.mark.rule("murdham", "A-118")
@pytest.mark.parametrize(("unit", "abilities", "health", "armour", "die"), SAMPLES)
def test_the_sample_combatants_have_their_numbers(
    unit: str, abilities: tuple[int, int, int], health: int, armour: int, die: str
) -> None:
    profile = roster.STOCK.house.profile(unit)
    assert abilities == (profile.STR, profile.AGI, profile.WIT)
    assert profile.health == health
    assert profile.armour + profile.hide == armour
    assert profile.weapons[0].die == die


def test_the_sample_combatants_are_what_they_are() -> None:
    def has(unit: str) -> Profile:
        return roster.STOCK.house.profile(unit)

    assert has("wolf").fast
    assert all(has(unit).mind == "animal" for unit in ("wolf", "bear"))
    assert all(has(unit).frightening for unit in ("walking-corpse", "skeletal-warrior", "troll", "wyrm"))
    assert all(has(unit).fearless for unit in ("walking-corpse", "skeletal-warrior", "bone-crow", "imp"))
    assert has("skeletal-warrior").shield
    assert has("troll").regenerates
    assert has("wyrm").flies
    assert has("bone-crow").fast
    assert not has("bandit").fearless


def test_fiery_breath_is_a_blast_once_a_fight() -> None:
    breath = roster.STOCK.house.profile("wyrm").weapon("fire-breath")
    assert (breath.die, breath.range, breath.direct, breath.blast) == ("d6", 2, True, True)
    assert "once" in breath.traits


@pytest.mark.parametrize(("amount", "size", "comes_to"), [(8, "medium", 8), (5, "small", 3), (5, "tiny", 2)])
def test_fractions_of_small_sizes_round_up(amount: int, size: Size, comes_to: int) -> None:
    assert scaled(amount, size) == comes_to


def test_what_the_large_wear_protects_them_twice_as_well_and_the_small_no_worse() -> None:
    text = PIRATE + 'armour = "light"\nhide = 1\nsize = "{size}"\n'
    for size, value in (("small", 1), ("medium", 1), ("large", 2), ("massive", 4)):
        pirate = roster.STOCK.with_own(text.format(size=size)).profile("pirate")
        assert (pirate.armour, pirate.hide) == (value, value)


ARRAYS = ["888", "987", "996", "1077", "1086", "1095", "1176", "1185", "1266", "1275", "1365", "1455"]


@pytest.mark.parametrize("unit", [key for key in roster.STOCK.titles() if roster.STOCK.house.profile(key).named])
def test_characters_have_starting_arrays_and_two_omens(unit: str) -> None:
    profile = roster.STOCK.house.profile(unit)
    abilities = sorted((profile.STR, profile.AGI, profile.WIT), reverse=True)
    assert "".join(map(str, abilities)) in ARRAYS
    assert profile.omens == 2
    assert profile.health == profile.STR + roster.HARDY * ("hardy" in profile.skills)


def test_no_two_characters_are_of_one_array() -> None:
    named = [roster.STOCK.house.profile(key) for key in roster.STOCK.titles() if roster.STOCK.house.profile(key).named]
    assert len({tuple(sorted((p.STR, p.AGI, p.WIT))) for p in named}) == len(named) == 8


def test_masterwork_is_a_step_up_and_a_second_weapon_goes_into_the_off_hand() -> None:
    assert roster.STOCK.house.profile("lamorna").weapon("crossbow").die == "d8"
    assert roster.STOCK.house.weapons["crossbow"].die == "d6"
    jory = roster.sheet(roster.STOCK.house.profile("jory"))
    assert (jory.hand, jory.off, jory.carried) == ("sword", "knife", ("throwing-knife",))
    rosamund = roster.sheet(roster.STOCK.house.profile("rosamund"))
    assert (rosamund.hand, rosamund.off) == ("sword", "shield")
    assert roster.sheet(roster.STOCK.house.profile("firebrand")).carried == ("fire-flask", "fire-flask", "knife")


@pytest.mark.parametrize(("die", "steps", "to"), [("d4", 1, "d6"), ("d8", 2, "d12"), ("d12", 1, "d12"), ("", 1, "")])
def test_dice_go_up_to_twelve(die: str, steps: int, to: str) -> None:
    assert stepped(die, steps) == to


def test_an_ambusher_begins_concealed_and_nobody_has_seen_it() -> None:
    sheet = roster.sheet(roster.STOCK.house.profile("footpad", 1), hidden=True)
    assert sheet.hidden
    assert sheet.seen_at is None


def test_one_of_a_kind_is_numbered_and_one_with_a_name_is_named() -> None:
    second = roster.STOCK.house.profile("bandit", 2)
    assert (second.name, second.number, second.named) == ("Bandit 2", 2, False)
    grim = roster.STOCK.house.profile("bandit-leader", 1, "Grim")
    assert (grim.name, grim.named) == ("Grim", True)
    assert roster.STOCK.house.profile("osric").named


@pytest.mark.parametrize("key", roster.STOCK.house.squads)
def test_squads_are_of_known_units(key: str) -> None:
    assert all(roster.STOCK.house.profile(recruit.unit) for recruit in roster.STOCK.parties()[key])


def test_the_squad_a_bare_map_sends_is_a_mixed_one() -> None:
    squad = [roster.STOCK.house.profile(recruit.unit) for recruit in roster.STOCK.parties()["bandits"]]
    assert 6 <= len(squad) <= 7
    ranged = [profile for profile in squad if any(weapon.range for weapon in profile.weapons)]
    assert 0 < len(ranged) < len(squad) / 2
    assert any("leader" in profile.key for profile in squad)


def test_two_companies_of_heroes_are_ready() -> None:
    parties = roster.STOCK.parties()
    for key in ("lantern-company", "ferrymen"):
        assert 3 <= len(parties[key]) <= 4
        assert all(roster.STOCK.house.profile(recruit.unit).named for recruit in parties[key])


def test_the_rules_look_for_skills_that_there_are_and_for_all_of_them() -> None:
    looked_for: set[str] = set()
    quoted: set[str] = set()
    for path in sorted(Path(roster.__file__).parents[1].rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        looked_for.update(re.findall(r'"([\w ]+)" (?:not )?in [\w.()]*skills\b', text))
        quoted.update(re.findall(r'"([\w ]+)"', text))
    assert looked_for <= set(roster.STOCK.house.skills)
    assert set(roster.STOCK.house.skills) <= quoted


def test_every_power_does_something() -> None:
    for power in roster.STOCK.house.powers.values():
        assert power.text
        assert bool(power.die) == (power.effect in ("harm", "heal"))
    assert 4 <= len(roster.STOCK.house.powers) <= 6


PIRATE = """
[[creature]]
key = "pirate"
title = "Pirate"
icon = "bandit"
STR = 9
AGI = 9
WIT = 6
weapons = ["sword", "pistol"]
"""


def test_a_roster_of_ones_own_adds_to_the_houses() -> None:
    text = '[[weapon]]\nkey = "cutlass"\nname = "cutlass"\ndie = "d8"\n'
    text += PIRATE.replace('"sword"', '"cutlass"')
    text += '[[party]]\nkey = "crew"\ntitle = "The crew"\nmembers = [{ unit = "pirate", count = 3 }, "osric"]\n'
    mine = roster.STOCK.with_own(text)
    assert mine.profile("pirate", 2).weapon("cutlass").die == "d8"
    assert [recruit.unit for recruit in roster.STOCK.parties(text)["crew"]] == ["pirate", "pirate", "pirate", "osric"]
    assert "pirate" not in roster.STOCK.titles(), "the house's own roster is as it was"


CREW = '[[party]]\nkey = "crew"\ntitle = "Crew"\n'
CUTLASS = '[[weapon]]\nkey = "cutlass"\nname = "cutlass"\n'
CURSE = '[[power]]\nkey = "curse"\nname = "Curse"\ntext = "-"\ntarget = "foe"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PIRATE.replace('"sword"', '"swrod"'), "weapons: no weapon is called 'swrod'; did you mean 'sword'?"),
        (PIRATE + "shild = true", "there is no field 'shild'; did you mean 'shield'?"),
        (PIRATE + 'size = "big"', "size: 'big' is none of "),
        (PIRATE.replace("STR = 9", "STR = 25"), "STR: 25 is not between 1 and 19"),
        (PIRATE + 'skills = ["brave"]', "skills: no skill is called 'brave'; did you mean 'bravery'?"),
        (PIRATE + 'armour = "hevy"', "armour: no armour is called 'hevy'; did you mean 'heavy'?"),
        (PIRATE + 'powers = ["embr"]', "powers: no power is called 'embr'; did you mean 'ember'?"),
        (PIRATE + 'off_hand = "bow"', "off_hand: 'bow' must be one-handed, its own, and beside a one-handed first"),
        (
            PIRATE + 'shield = true\noff_hand = "pistol"',
            "off_hand: the shield takes that hand; leave out one of the two",
        ),
        (
            PIRATE.replace('"pistol"', '{ weapon = "pistol", count = 0 }'),
            "weapons: count: 0 of 'pistol' is not between 1 and 100",
        ),
        (PIRATE + 'damaged = ["swrod"]', "damaged: Pirate has no gear called 'swrod'; did you mean 'sword'?"),
        (PIRATE + 'damaged = ["armour"]', "damaged: Pirate has no gear called 'armour'; there are"),
        (PIRATE * 2, "the key stands twice in this file; keys must differ"),
        (CUTLASS + 'die = "d7"\n', "die: 'd7' is none of d4, d6, d8, d10, d12, \"\""),
        (CUTLASS + 'die = ""\n', "die: a weapon without one needs a trait that does something instead of damage"),
        (CUTLASS + 'die = "d8"\nhands = 3\n', "hands: 3 is not 0, 1 or 2"),
        (CUTLASS + 'die = "d8"\nrange = -1\n', "range: -1 is too little; write 0 for what strikes only the nearby"),
        (CUTLASS + 'die = "d8"\ntraits = ["indirect"]\n', "range: what is shot over obstacles needs a range in zones"),
        (CURSE + 'die = "d7"\n', "die: 'd7' is none of d4, d6, d8, d10, d12"),
        (CURSE, "die: harm and heal need one, and nothing else does"),
        (CURSE + 'die = "d6"\nrange = -1\n', "range: -1 is too little; write 0 for the nearby"),
        (
            CREW + 'members = [{ unit = "bandit", damaged = ["halberd"] }]\n',
            "members: damaged: Bandit has no gear called 'halberd'; there are axe",
        ),
        (
            CREW + 'members = [{ unit = "bandit", count = 0 }]\n',
            "members: count: 0 of 'bandit' is not between 1 and 100",
        ),
    ],
)
def test_mistakes_in_a_roster_are_told_with_file_entry_and_field(text: str, said: str) -> None:
    assert mistake(roster.STOCK, text).startswith(said)


def test_skills_bend_rules_that_exist() -> None:
    assert all(skill.rule in RULESET.ledger for skill in roster.STOCK.house.skills.values())


WIDE, HIGH = 4, 3
"""Cells of one room of the hall."""


def hall(rooms: int = 5, capacity: int = 4, spawns: tuple[Spawn, ...] = ()) -> Field:
    """Rooms in a row from west to east, each a zone that holds so many."""
    zones = tuple(Zone(f"room{n}", f"Room {n}", _cells(n), capacity=capacity) for n in range(rooms))
    return Field(WIDE * rooms, HIGH, zones=zones, spawns=spawns)


def _cells(room: int) -> tuple[Cell, ...]:
    return tuple((x, y) for y in range(HIGH) for x in range(WIDE * room, WIDE * (room + 1)))


def spawn(side: str, *rooms: int, unit: str = "") -> Spawn:
    """Spawn cells in some rooms, two in each."""
    return Spawn(f"{side}{rooms}", side, tuple(cell for room in rooms for cell in _cells(room)[:2]), unit)


def fight(field: Field, party: list[Recruit], foe: list[Recruit], **events: str) -> Setup:
    """A set-up of two sides."""
    sides = (SideSetup("party", tuple(party), party=True), SideSetup("foe", tuple(foe)))
    return Setup("murdham", field, sides, events=events)


def start(setup: Setup) -> MurdhamState:
    """The state before the first step."""
    return muster(setup, Space(setup.field))


def room(state: MurdhamState, who: str) -> int:
    """The number of the zone somebody starts in."""
    at = state.combatants[Id(who)].at
    assert isinstance(at, InZone)
    return at.number


BANDITS = [Recruit("bandit"), Recruit("bandit-archer"), Recruit("bandit")]
LONE = [Recruit("osric")]


def test_the_rooms_of_the_hall_are_zones_in_order() -> None:
    zones = Space(hall()).zones
    assert [area.name for area in zones.areas] == [f"Room {n}" for n in range(5)]
    assert all(zones.between(InZone(a), InZone(b)) for a, b in pairwise(range(5)))


def test_melee_stands_nearest_the_foe_and_shooters_farthest() -> None:
    field = hall(spawns=(spawn("party", 0), spawn("foe", 3, 4)))
    state = start(fight(field, LONE, BANDITS))
    assert room(state, "osric") == 0
    assert [room(state, who) for who in ("bandit-1", "bandit-2", "bandit-archer-1")] == [3, 3, 4]


def test_a_cell_of_its_own_means_its_zone() -> None:
    field = hall(spawns=(spawn("party", 0), spawn("foe", 4)))
    state = start(fight(field, LONE, [Recruit("bandit", at=(9, 1)), Recruit("bandit")]))
    assert [room(state, who) for who in ("bandit-1", "bandit-2")] == [2, 4]


def test_spawns_for_a_kind_are_for_that_kind() -> None:
    field = hall(spawns=(spawn("party", 0), spawn("foe", 4), spawn("foe", 2, unit="bandit-archer")))
    state = start(fight(field, LONE, BANDITS))
    assert [room(state, who) for who in ("bandit-1", "bandit-2", "bandit-archer-1")] == [4, 4, 2]


@pytest.mark.rule("murdham", "A-120")
def test_nobody_is_put_where_there_is_no_room() -> None:
    field = hall(capacity=2, spawns=(spawn("party", 0), spawn("foe", 3)))
    state = start(fight(field, LONE, [Recruit("bandit")] * 5))
    rooms = [room(state, f"bandit-{n}") for n in range(1, 6)]
    assert rooms == [3, 3, 4, 4, 2], "its own zone, then those beside, away from the foe first"


@pytest.mark.rule("murdham", "A-120")
def test_the_large_take_the_room_of_four() -> None:
    field = hall(capacity=4, spawns=(spawn("party", 0), spawn("foe", 3)))
    state = start(fight(field, LONE, [Recruit("bandit"), Recruit("troll")]))
    assert room(state, "troll-1") == 3, "the big are placed first"
    assert room(state, "bandit-1") == 4


def test_nobody_spills_over_into_the_foes_zones_or_into_the_fire() -> None:
    field = hall(3, capacity=1, spawns=(spawn("party", 0), spawn("foe", 1)))
    assert room(start(fight(field, LONE, [Recruit("bandit")] * 2)), "bandit-2") == 2
    ablaze = replace(field, features=(Feature("fire", "fire", _cells(2)),))
    with pytest.raises(BadSetup, match="no room is left for Bandit 2 of side foe; enlarge the map's Spawn areas"):
        start(fight(ablaze, LONE, [Recruit("bandit")] * 2))


def test_nobody_spills_over_through_a_shut_door() -> None:
    door = Edge("d", (WIDE * 4, 0), (WIDE * 4, HIGH), "door", "closed")
    field = replace(hall(capacity=1, spawns=(spawn("party", 0), spawn("foe", 3))), edges=(door,))
    state = start(fight(field, LONE, [Recruit("bandit")] * 3))
    assert [room(state, f"bandit-{n}") for n in (1, 2, 3)] == [3, 2, 1]


def test_shooters_are_told_by_what_they_hold_and_know() -> None:
    house = roster.STOCK.house
    assert [
        key for key in ("bandit", "bandit-archer", "hesper", "wyrm", "watchman") if shooter(house.profile(key))
    ] == [
        "bandit-archer",
        "hesper",
    ]


def test_one_of_a_kind_keeps_its_name_and_others_are_numbered() -> None:
    field = hall(spawns=(spawn("party", 0), spawn("foe", 4)))
    state = start(fight(field, [Recruit("osric"), Recruit("bandit", "Grim")], [Recruit("bandit"), Recruit("wolf")]))
    assert list(state.combatants) == ["osric", "bandit-1", "bandit-2", "wolf-1"]
    assert [c.sheet.profile.name for c in state.combatants.values()] == ["Osric", "Grim", "Bandit 2", "Wolf 1"]


@pytest.mark.rule("murdham", "A-89", "A-91")
def test_those_in_ambush_are_concealed_and_leave_no_gap_in_numbers_and_ranks() -> None:
    field = hall(capacity=1, spawns=(spawn("party", 0), spawn("foe", 3)))
    squad = [Recruit("bandit", hidden=True), Recruit("bandit")]
    state = start(fight(field, LONE, squad))
    lurking, seen = list(state.combatants.values())[1:]
    assert (lurking.id, seen.id) == ("bandit-2", "bandit-1"), "in the squad's order"
    assert (lurking.sheet.hidden, lurking.sheet.seen_at) == (True, None)
    assert not seen.sheet.hidden
    assert [room(state, who) for who in ("bandit-1", "bandit-2")] == [3, 4]


@pytest.mark.rule("murdham", "A-95")
def test_how_many_began_the_fight_is_remembered() -> None:
    field = hall(spawns=(spawn("party", 0), spawn("foe", 4)))
    assert start(fight(field, LONE, BANDITS)).turn.strength == {"party": 1, "foe": 3}


def test_doors_that_stand_open_are_open() -> None:
    doors = (
        Edge("open", (WIDE, 0), (WIDE, HIGH), "door", "open"),
        Edge("shut", (WIDE * 2, 0), (WIDE * 2, HIGH), "door", "closed"),
    )
    field = replace(hall(spawns=(spawn("party", 0), spawn("foe", 4))), edges=doors)
    assert start(fight(field, LONE, BANDITS)).open_edges == ("open",)


def test_the_house_squads_find_room_in_a_hall() -> None:
    field = hall(capacity=8, spawns=(spawn("party", 0), spawn("foe", 4)))
    squads = roster.STOCK.parties()
    for squad in squads.values():
        state = start(fight(field, list(squads["ferrymen"]), list(squad)))
        assert_fits(state, Space(field))


def assert_fits(state: MurdhamState, space: Space) -> None:
    """Nowhere are there more than the place holds, unless it is one body alone."""
    there: dict[ZonePlace, list[int]] = {}
    for c in state.combatants.values():
        there.setdefault(c.at, []).append(c.sheet.profile.side_length)
    for place, sizes in there.items():
        assert len(sizes) == 1 or sum(size * size for size in sizes) <= space.zones.capacity(place)


FULL = fight(hall(capacity=1), LONE, [Recruit("bandit", at=(0, 0)), Recruit("bandit", at=(1, 1))])
OFF = fight(hall(), LONE, [Recruit("bandit", at=(99, 0))])


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        (replace(FULL, sides=FULL.sides[1:]), "a battle needs two sides at least"),
        (replace(FULL, sides=FULL.sides[1:] * 2), "sides need names of their own; foe, foe repeat"),
        (
            fight(hall(spawns=(spawn("party", 0),)), LONE, []),
            "side foe has no members",
        ),
        (replace(FULL, sides=FULL.sides[::-1]), "Bandit 2 of side foe can't start at 1,1: Room 0 is full"),
        (replace(OFF, sides=OFF.sides[::-1]), "Bandit 1 of side foe can't start at 99,0: it is a wall or off the map"),
        (fight(hall(), LONE, BANDITS), "no room is left for Osric of side party"),
        (fight(hall(), [Recruit("osrik")], BANDITS), "no unit is called 'osrik'; did you mean 'osric'"),
        (
            fight(hall(), LONE, BANDITS, execution="a, b, c"),
            'events: murdham knows no event "execution"; take it out, or play by the rules it was made for',
        ),
    ],
)
def test_what_can_t_be_played_is_told_in_a_sentence(setup: Setup, said: str) -> None:
    with pytest.raises(BadSetup) as error:
        start(setup)
    assert str(error.value).startswith(said)


def test_borders_drawn_on_the_map_are_no_place_to_start() -> None:
    border = Border("b", ((WIDE - 1, 1), (WIDE, 1)), capacity=2)
    field = replace(hall(capacity=1, spawns=(spawn("party", 4), spawn("foe", 0))), borders=(border,))
    state = start(fight(field, LONE, [Recruit("bandit")] * 2))
    assert all(isinstance(state.combatants[Id(who)].at, InZone) for who in ("bandit-1", "bandit-2"))


@pytest.mark.rule("murdham", "M-59")
def test_a_watch_of_rest_gives_all_health_back() -> None:
    fight = Fight({"theobald": "a"}, {"bandit": "q"}).sheet_of("theobald", health=1, incapacitated=True)
    state, brought = night(fight)
    assert state.combatants[Id("theobald")].sheet.health == fight.sheet("theobald").profile.health
    assert brought == {"theobald": ""}


@pytest.mark.rule("murdham", "M-59")
def test_a_kit_saves_the_dying_who_keep_an_injury() -> None:
    fight = Fight({"rosamund": "a", "hesper": "a"}, {"bandit": "q"})
    fight.sheet_of("rosamund", health=0, dying=2, incapacitated=True)
    state, brought = night(fight, d6(2), d4(3))
    sheet = state.combatants[Id("rosamund")].sheet
    assert (sheet.STR, sheet.health, sheet.dead) == (8, 8, False)
    assert "medicine kit" in state.combatants[Id("hesper")].sheet.items
    after = begun_with(fight, brought[Id("rosamund")])
    assert (after.STR, after.health, after.injuries) == (8, 8, ("STR",))


@pytest.mark.rule("murdham", "M-59")
def test_without_a_remedy_the_dying_die() -> None:
    fight = Fight({"wilmot": "a", "theobald": "a"}, {"bandit": "q"})
    fight.sheet_of("wilmot", health=0, dying=2, incapacitated=True, omens=0).sheet_of("theobald", items=())
    state, brought = night(fight)
    assert state.combatants[Id("wilmot")].sheet.dead
    assert list(brought) == ["theobald"]


@pytest.mark.rule("murdham", "M-59")
def test_the_fallen_stay_behind_on_a_field_that_is_lost() -> None:
    fight = Fight({"rosamund": "a", "hesper": "a"}, {"bandit": "q"})
    fight.sheet_of("rosamund", health=2, incapacitated=True).sheet_of("hesper", health=3)
    _, brought = night(fight, holds=False)
    assert list(brought) == ["hesper"]


@pytest.mark.rule("murdham", "M-59")
def test_what_is_used_up_is_gone_and_what_lies_about_is_taken_up() -> None:
    fight = Fight({"rosamund": "a"}, {"bandit": "q"})
    fight.sheet_of("rosamund", hand="", items=()).thing("sword-1", "sword", "b")
    _, brought = night(fight)
    after = begun_with(fight, brought[Id("rosamund")])
    assert (after.hand, after.items) == ("sword", ())
    _, brought = night(fight, holds=False)
    assert begun_with(fight, brought[Id("rosamund")]).hand == ""


@pytest.mark.rule("murdham", "M-59")
def test_each_companion_sees_to_one_of_the_dying_in_a_round() -> None:
    fight = Fight({"rosamund": "a", "osric": "a", "hesper": "a"}, {"bandit": "q"})
    for who in ("rosamund", "osric"):
        fight.sheet_of(who, health=0, dying=1, incapacitated=True, omens=0)
    state, brought = night(fight, d6(1))
    fallen = [who for who in ("rosamund", "osric") if state.combatants[Id(who)].sheet.dead]
    assert len(fallen) == 1, "they die at the end of this round, and Hesper has a kit but two hands"
    assert len(brought) == 2


@pytest.mark.rule("murdham", "M-59")
def test_an_omen_turns_a_death_that_nobody_helps_against() -> None:
    fight = Fight({"wilmot": "a"}, {"bandit": "q"}).sheet_of("wilmot", health=0, dying=1, incapacitated=True, omens=1)
    state, brought = night(fight, "omen", d6(1))
    sheet = state.combatants[Id("wilmot")].sheet
    assert (sheet.dead, sheet.health, sheet.omens, sheet.injuries) == (False, sheet.profile.health, 0, ("a scar",))
    assert begun_with(fight, brought[Id("wilmot")]).omens == 0


@pytest.mark.rule("murdham", "M-59")
def test_what_lies_about_goes_back_as_damaged_as_it_is() -> None:
    fight = Fight({"rosamund": "a"}, {"bandit": "q"}).sheet_of("rosamund", hand="").thing("s", "sword", "b", damaged=1)
    assert begun_with(fight, night(fight)[1][Id("rosamund")]).damaged == ("sword",)
