"""The data files: every entry loads, numbers follow the book's formulas, and mistakes are told in a sentence."""

from __future__ import annotations

import pytest

from game.kit.inventory import kind_of
from game.rules.ruleset import BadSetup
from rulesets.ingenuity import RULESET
from rulesets.ingenuity.sheet.roster import DICE, STOCK
from rulesets.ingenuity.sheet.sheet import Profile
from tests.rulesets.ingenuity.kit import PEOPLE

HOUSE = STOCK.house
BOOK = STOCK.with_own(PEOPLE)


def profile(unit: str) -> Profile:
    return HOUSE.profile(unit)


# ------------------------------------------------------------------ numbers

SAMPLES = [
    # unit, (HP, END, ST, FC), (EVA, CON, WILL), (deflections), speed
    ("fabian", (10, 10, 12, 12), (6, 2, 3), (4, 5), 9),
    ("agnessa", (12, 10, 12, 10), (5, 3, 2), (4, 4), 10),
    ("roland", (14, 14, 10, 10), (6, 4, 2), (8, 2), 8),
    ("clementine", (12, 12, 10, 14), (5, 3, 4), (5, 6), 8),
    ("ogre", (16, 14, 10, 10), (6, 5, 2), (6, 4), 10),
]


@pytest.mark.rule("ingenuity", "N-20", "B-68", "B-71")
@pytest.mark.parametrize(("unit", "body", "defences", "deflections", "speed"), SAMPLES)
def test_derived_numbers_follow_the_formulas(
    unit: str, body: tuple[int, ...], defences: tuple[int, ...], deflections: tuple[int, ...], speed: int
) -> None:
    found = BOOK.profile(unit)
    assert (found.hp, found.end, found.st, found.fc) == body
    assert (found.eva, found.con, found.will) == defences
    assert (found.physical, found.elemental) == deflections
    assert found.speed == speed


@pytest.mark.rule("ingenuity", "N-20", "B-71")
def test_the_constitution_of_the_books_example_is_half_her_strength_and_her_fortitude() -> None:
    boudica = BOOK.profile("boudica")
    assert boudica.con == 4 == boudica.attributes.passive("strength") + boudica.proficiencies["fortitude"]
    text = PEOPLE.replace("con = 4\n", "")
    assert STOCK.with_own(text).profile("boudica").con == 4
    assert STOCK.with_own(text.replace('"boudica"', '"boudica"\ncon = 7')).profile("boudica").con == 7


@pytest.mark.rule("ingenuity", "N-21", "B-47", "B-59", "B-63", "B-65")
def test_gear_has_the_numbers_of_the_authors_lists() -> None:
    spear, crossbow, shield = HOUSE.weapons["spear"], HOUSE.weapons["crossbow"], HOUSE.items["medium-shield"]
    assert (spear.damage, spear.critical, spear.critical_damage, spear.harm) == (4, 19, 8, ("piercing",))
    assert (crossbow.reload, crossbow.range, crossbow.limit) == (2, 35, 245)
    assert (shield.block, shield.durability, shield.parry) == (3, 10, 2)
    assert [HOUSE.armour[key].rating for key in ("bone", "padded", "leather", "chain", "segmented", "plate")] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]
    assert (HOUSE.weapons["dagger"].lasts, HOUSE.weapons["club"].lasts, HOUSE.items["large-shield"].lasts) == (
        10,
        4,
        12,
    )


@pytest.mark.rule("ingenuity", "N-21", "B-35", "B-46", "B-63")
def test_bows_staves_stones_and_bottles_are_as_the_author_lists_them() -> None:
    weapons = HOUSE.weapons
    assert (weapons["longbow"].unfit, weapons["sling"].unfit, weapons["javelin"].unfit) == (0, 1, 1)
    assert (weapons["staff"].parry, weapons["staff"].traits) == (0, ("backswing", "versatile"))
    stone, bottle = weapons["stone"], weapons["bottle"]
    assert (stone.damage, stone.critical, stone.critical_damage, stone.harm) == (4, 20, 8, ("bludgeoning",))
    assert (bottle.damage, bottle.critical, bottle.critical_damage) == (3, 19, 8)
    assert bottle.harm == ("bludgeoning", "slashing")
    for each in (stone, bottle):
        assert (each.proficiencies, each.range, each.limit, each.lasts) == (("archery", "finesse"), 5, 35, 4)
    assert (stone.traits, bottle.traits) == (("thrown", "swift"), ("thrown",))


def test_a_helmet_adds_to_the_armour() -> None:
    tancred = profile("tancred")
    assert tancred.armour == "leather armour and helmet"
    assert tancred.physical == tancred.attributes.passive("resolve") + 3 + 1


def test_there_is_enough_to_play_with() -> None:
    kinds = [unit.kind for unit in HOUSE.units.values()]
    assert (kinds.count("hero"), kinds.count("creature") >= 28, len(HOUSE.squads) >= 13) == (8, True, True)
    assert (len(HOUSE.weapons) >= 34, len(HOUSE.items), len(HOUSE.armour), len(HOUSE.feats)) == (True, 6, 8, 6)


def test_the_people_of_the_books_examples_are_not_among_ours() -> None:
    assert not set(HOUSE.units) & {"boudica", "fabian", "agnessa", "petra", "roland", "clementine"}


def test_each_hero_does_something_that_the_others_do_not() -> None:
    assert profile("hartwin").item("large-shield").block == 4
    assert profile("tancred").weapon("spear").reach == 2
    assert profile("yrsa").weapon("shortbow").shoots
    assert profile("matthis").weapon("crossbow").reload == 2
    assert "alert" in profile("linnet").traits
    assert profile("reinhild").fc == 14
    assert [feat.key for feat in profile("oswin").feats] == ["mend", "ward"]
    assert {feat.against for feat in profile("ondine").feats} == {"willpower", "evasion", "constitution"}


# ------------------------------------------------------------------ what is carried


@pytest.mark.parametrize("unit", sorted(HOUSE.units))
def test_everybody_has_something_to_fight_with_at_the_start(unit: str) -> None:
    found = profile(unit)
    assert found.weapons
    assert not found.hand or found.weapon(found.hand).key == kind_of(found.hand)
    assert not found.off or (found.off in found.carried and found.weapon(found.hand).hands == 1)
    assert {*found.attributes.__struct_fields__} and all(die in DICE for die in found.skills.values())


def test_a_second_of_a_kind_has_a_number() -> None:
    cutthroat = profile("cutthroat")
    assert cutthroat.carried == ("dagger", "dagger#2", "dagger#3")
    assert cutthroat.weapon("dagger#3").key == "dagger"
    with pytest.raises(KeyError):
        cutthroat.weapon("halberd#2")


@pytest.mark.parametrize("key", ["stool", "bench", "branch", "bottle", "stone"])
def test_what_lies_about_on_maps_is_a_weapon(key: str) -> None:
    assert not HOUSE.weapons[key].natural


# ------------------------------------------------------------------ squads


def test_a_bare_map_sends_four_heroes_and_a_mixed_squad() -> None:
    squads = STOCK.parties()
    assert [profile(recruit.unit).kind for recruit in squads[next(iter(squads))]] == ["hero"] * 4
    crowd = next(squad for squad in squads.values() if len({recruit.unit for recruit in squad}) < len(squad))
    foes = [profile(recruit.unit) for recruit in crowd]
    assert 0 < sum(foe.weapon(foe.hand).shoots for foe in foes) < len(foes) / 2


# ------------------------------------------------------------------ mistakes

PIRATE = """
[[creature]]
key = "pirate"
name = "Pirate"
icon = "bandit"
dice = [6, 6, 4, 6]
carried = ["longsword"]
"""
HOOK = '[[weapon]]\nkey = "hook"\nname = "Hook"\nattributes = ["strength"]\ndamage = 3\ncritical_damage = 6\n'
CURSE = '[[feat]]\nkey = "curse"\nname = "Curse"\ntext = "-"\ntarget = "foe"\n'


def test_a_roster_of_ones_own_adds_to_the_houses() -> None:
    text = HOOK + 'harm = ["slashing"]\n' + PIRATE.replace('"longsword"', '"hook", "buckler"')
    text += '[[party]]\nkey = "crew"\ntitle = "The crew"\nmembers = [{ unit = "pirate", count = 3 }, "yrsa"]\n'
    mine = STOCK.with_own(text)
    pirate = mine.profile("pirate", 2)
    assert (pirate.name, pirate.hand, pirate.off, pirate.named) == ("Pirate 2", "hook", "buckler", False)
    assert [recruit.unit for recruit in STOCK.parties(text)["crew"]] == ["pirate", "pirate", "pirate", "yrsa"]
    assert "pirate" not in RULESET.roster(), "the house's own roster is as it was"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            PIRATE.replace('"longsword"', '"longswrod"'),
            "creature 'pirate': carried: no weapon or shield is called 'longswrod'; did you mean 'longsword'?",
        ),
        (PIRATE + "sise = 4", "creature 'pirate': there is no field 'sise'; did you mean 'size'?"),
        (PIRATE + "size = 13", "creature 'pirate': size: 13 is not between 1 and 12"),
        (PIRATE.replace("[6, 6", "[6, 7"), "creature 'pirate': dice: 7 is none of 4, 6, 8, 10, 12"),
        (PIRATE.replace("[6, 6", "[6"), "creature 'pirate': dice: "),
        (PIRATE + "skills = { combat = 5 }", "creature 'pirate': skills: combat: 5 is none of 4, 6, 8, 10, 12"),
        (PIRATE + "hp = 0", "creature 'pirate': hp: 0 is too little; write 1 or more"),
        (PIRATE + "speed = 0", "creature 'pirate': speed: 0 is too little; write 1 or more"),
        (
            PIRATE.replace('"longsword"', '"claws"'),
            "creature 'pirate': carried: 'claws' can't be put down; list it under natural",
        ),
        (
            PIRATE + 'natural = ["knife"]',
            "creature 'pirate': natural: 'knife' is no natural weapon; list it under carried",
        ),
        (PIRATE + 'armour = "chian"', "creature 'pirate': armour: no armour is called 'chian'; did you mean 'chain'?"),
        (PIRATE + 'feats = ["dred"]', "creature 'pirate': feats: no feat is called 'dred'; did you mean 'dread'?"),
        (PIRATE + 'traits = ["shy"]', "creature 'pirate': traits"),
        (PIRATE * 2, "creature 'pirate': the key stands twice in this file; keys must differ"),
        (HOOK + 'harm = ["pinching"]\n', "weapon 'hook': harm"),
        (HOOK + "harm = []\n", "weapon 'hook': harm: write one or two kinds"),
        (
            HOOK.replace('"strength"', "") + 'harm = ["slashing"]\n',
            "weapon 'hook': attributes: write one at least",
        ),
        (
            HOOK + 'harm = ["slashing"]\nhands = 3\n',
            "weapon 'hook': hands: 3 is wrong; natural weapons take 0, others 1 or 2",
        ),
        (HOOK + 'harm = ["slashing"]\ncritical = 1\n', "weapon 'hook': critical: 1 is not between 2 and 20"),
        (
            HOOK + 'harm = ["slashing"]\nhands = 0\nrange = 5\nlimit = 9\ntraits = ["thrown", "natural"]\n',
            "weapon 'hook': traits: what is natural can't be thrown; leave one of the two out",
        ),
        (
            HOOK + 'harm = ["slashing"]\ntraits = ["thrown"]\n',
            "weapon 'hook': range: what is thrown needs one, in metres",
        ),
        (
            HOOK + 'harm = ["slashing"]\nrange = 10\nlimit = 5\n',
            "weapon 'hook': limit: 5 is too little; write 10 or more",
        ),
        (
            HOOK + 'harm = ["slashing"]\nreach = 0\n',
            "weapon 'hook': reach: it is neither for the hand nor thrown or shot; write 1 or more",
        ),
        (CURSE + "range = 0\n", "feat 'curse': range: 0 is too little; write 1 or more"),
        (
            '[[party]]\nkey = "crew"\ntitle = "Crew"\nmembers = ["pirat"]\n',
            "party 'crew': members: no unit is called 'pirat'",
        ),
    ],
)
def test_mistakes_in_a_roster_are_told_with_file_entry_and_field(text: str, said: str) -> None:
    with pytest.raises(BadSetup) as error:
        STOCK.with_own(text)
    assert str(error.value).startswith(f"roster: {said}")
