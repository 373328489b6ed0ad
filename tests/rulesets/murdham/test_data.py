"""The data: weapons, creatures, characters and squads as the tables have them, and mistakes told plainly."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from game.rules.ruleset import BadSetup
from rulesets.murdham import RULESET
from rulesets.murdham.sheet import roster
from rulesets.murdham.sheet.roster import Item
from rulesets.murdham.sheet.sheet import Profile, Size, scaled, stepped

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


def test_the_hash_of_the_data_is_sixteen_hex_digits() -> None:
    assert len(roster.STOCK.data_hash) == 16
    assert int(roster.STOCK.data_hash, 16) >= 0


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
        (
            PIRATE.replace('"sword"', '"swrod"'),
            "creature 'pirate': weapons: no weapon is called 'swrod'; did you mean 'sword'?",
        ),
        (PIRATE + "shild = true", "creature 'pirate': there is no field 'shild'; did you mean 'shield'?"),
        (PIRATE + 'size = "big"', "creature 'pirate': size: 'big' is none of "),
        (PIRATE.replace("STR = 9", "STR = 25"), "creature 'pirate': STR: 25 is not between 1 and 19"),
        (
            PIRATE + 'skills = ["brave"]',
            "creature 'pirate': skills: no skill is called 'brave'; did you mean 'bravery'?",
        ),
        (
            PIRATE + 'armour = "hevy"',
            "creature 'pirate': armour: no armour is called 'hevy'; did you mean 'heavy'?",
        ),
        (PIRATE + 'powers = ["embr"]', "creature 'pirate': powers: no power is called 'embr'; did you mean 'ember'?"),
        (
            PIRATE + 'off_hand = "bow"',
            "creature 'pirate': off_hand: 'bow' must be one-handed, its own, and beside a one-handed first",
        ),
        (
            PIRATE + 'shield = true\noff_hand = "pistol"',
            "creature 'pirate': off_hand: the shield takes that hand; leave out one of the two",
        ),
        (
            PIRATE.replace('"pistol"', '{ weapon = "pistol", count = 0 }'),
            "creature 'pirate': weapons: count: 0 of 'pistol' is not between 1 and 100",
        ),
        (
            PIRATE + 'damaged = ["swrod"]',
            "creature 'pirate': damaged: Pirate has no gear called 'swrod'; did you mean 'sword'?",
        ),
        (PIRATE + 'damaged = ["armour"]', "creature 'pirate': damaged: Pirate has no gear called 'armour'; there are"),
        (PIRATE * 2, "creature 'pirate': the key stands twice in this file; keys must differ"),
        ("[[monster]]\n", "nothing is read from a table [[monster]]"),
        ("[[creature]\n", "not valid TOML"),
        (CUTLASS + 'die = "d7"\n', "weapon 'cutlass': die: 'd7' is none of d4, d6, d8, d10, d12, \"\""),
        (
            CUTLASS + 'die = ""\n',
            "weapon 'cutlass': die: a weapon without one needs a trait that does something instead of damage",
        ),
        (CUTLASS + 'die = "d8"\nhands = 3\n', "weapon 'cutlass': hands: 3 is not 0, 1 or 2"),
        (
            CUTLASS + 'die = "d8"\nrange = -1\n',
            "weapon 'cutlass': range: -1 is too little; write 0 for what strikes only the nearby",
        ),
        (
            CUTLASS + 'die = "d8"\ntraits = ["indirect"]\n',
            "weapon 'cutlass': range: what is shot over obstacles needs a range in zones",
        ),
        (CURSE + 'die = "d7"\n', "power 'curse': die: 'd7' is none of d4, d6, d8, d10, d12"),
        (CURSE, "power 'curse': die: harm and heal need one, and nothing else does"),
        (CURSE + 'die = "d6"\nrange = -1\n', "power 'curse': range: -1 is too little; write 0 for the nearby"),
        (CREW + 'members = ["pirat"]\n', "party 'crew': members: no unit is called 'pirat'"),
        (CREW + "members = []\n", "party 'crew': members: a squad needs at least one"),
        (
            CREW + 'members = [{ unit = "bandit", damaged = ["halberd"] }]\n',
            "party 'crew': members: damaged: Bandit has no gear called 'halberd'; there are axe",
        ),
        (
            CREW + 'members = [{ unit = "bandit", count = 0 }]\n',
            "party 'crew': members: count: 0 of 'bandit' is not between 1 and 100",
        ),
    ],
)
def test_mistakes_in_a_roster_are_told_with_file_entry_and_field(text: str, said: str) -> None:
    with pytest.raises(BadSetup) as error:
        roster.STOCK.with_own(text)
    assert str(error.value).startswith(f"roster: {said}")


def test_an_unknown_recruit_is_told_with_the_nearest() -> None:
    with pytest.raises(BadSetup, match=r"no unit is called 'osrik'; did you mean 'osric'"):
        roster.STOCK.house.profile("osrik")


def test_skills_bend_rules_that_exist() -> None:
    assert all(skill.rule in RULESET.ledger for skill in roster.STOCK.house.skills.values())
