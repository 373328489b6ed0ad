"""The data files: every entry loads, the book's numbers are in them, and mistakes are told in a sentence."""

from __future__ import annotations

import pytest

from game.rules.dice import sides_of
from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.state import Combatant, State
from game.spatial.field import Field
from game.spatial.space import Space
from rulesets.sovereign import RULESET
from rulesets.sovereign.play.numbers import Mode, base_attack, damage_tally, shock_points
from rulesets.sovereign.sheet import roster
from rulesets.sovereign.sheet.roster import Class
from rulesets.sovereign.sheet.sheet import SovereignBoard, Turn
from tests.rulesets.helping import mistake

TABLE = [
    # weapon, damage, Shock, attributes, range, hands and manner
    ("hand-axe", "d6", (1, 15), "STR DEX", (10, 30), "thrown"),
    ("war-axe", "d10", (3, 15), "STR", (0, 0), "two-handed"),
    ("blackjack", "d4", (0, 0), "STR DEX", (0, 0), "subtle|less lethal"),
    ("large-bow", "d8", (0, 0), "DEX", (100, 600), "two-handed|reload|murderous"),
    ("small-bow", "d6", (0, 0), "DEX", (50, 300), "two-handed|reload|murderous"),
    ("club", "d4", (0, 0), "STR DEX", (10, 30), "thrown|less lethal"),
    ("great-club", "d10", (2, 15), "STR", (0, 0), "two-handed"),
    ("crossbow", "d10", (0, 0), "DEX", (100, 300), "two-handed|slow reload|murderous"),
    ("dagger", "d4", (1, 15), "STR DEX", (30, 60), "subtle|thrown|murderous"),
    ("polearm", "d10", (2, 15), "STR", (0, 0), "two-handed|long"),
    ("great-hammer", "d10", (2, 18), "STR", (0, 0), "two-handed"),
    ("mace", "d6", (1, 18), "STR", (0, 0), "less lethal"),
    ("military-oil", "2d8", (1, 18), "DEX", (20, 40), "thrown|splash"),
    ("shield-bash", "d4", (0, 0), "STR DEX", (0, 0), "less lethal"),
    ("spear", "d6", (2, 13), "STR DEX", (30, 60), "long|thrown"),
    ("throwing-blade", "d4", (0, 0), "DEX", (30, 60), "thrown"),
    ("sling", "d4", (0, 0), "DEX", (50, 300), "reload"),
    ("staff", "d6", (1, 13), "STR DEX", (0, 0), "two-handed|less lethal"),
    ("stiletto", "d4", (1, 18), "DEX", (0, 0), "subtle|murderous"),
    ("great-sword", "d12", (2, 15), "STR", (0, 0), "two-handed"),
    ("sword", "d8", (2, 13), "STR DEX", (0, 0), ""),
    ("short-sword", "d6", (2, 15), "STR DEX", (0, 0), ""),
    ("unarmed", "d2", (0, 0), "STR DEX", (0, 0), "less lethal"),
]


@pytest.mark.parametrize(("key", "damage", "shock", "attributes", "reach", "traits"), TABLE)
def test_weapons_are_as_the_table_has_them(
    key: str, damage: str, shock: tuple[int, int], attributes: str, reach: tuple[int, int], traits: str
) -> None:
    weapon = roster.STOCK.house.weapons[key]
    assert weapon.damage == damage
    assert (weapon.shock, weapon.shock_ac) == shock
    assert " ".join(weapon.attributes) == attributes
    assert (weapon.range, weapon.long_range) == reach
    assert "|".join(trait for trait in weapon.traits if trait != "blunt") == traits


def test_the_table_is_whole_and_nature_adds_teeth_and_claws() -> None:
    assert set(roster.STOCK.house.weapons) == {row[0] for row in TABLE} | {"bite", "claw"}


def test_armour_is_as_the_table_has_it() -> None:
    suits = roster.STOCK.house.armour
    assert {key: suit.ac for key, suit in suits.items()} == {"none": 10, "leather": 12, "chain": 14, "plate": 16}
    assert suits["chain"].penalties == {"Sneak": -2}
    assert suits["plate"].penalties == {"Sneak": -3, "Exert": -3}


@pytest.mark.parametrize("unit", roster.STOCK.titles())
def test_every_unit_is_fit_to_fight(unit: str) -> None:
    profile = roster.STOCK.house.profile(unit, 1)
    sheet = roster.sheet(profile)
    assert profile.weapon("unarmed")
    assert sheet.hp == profile.hp > 0
    assert sheet.hand == profile.ready[0]
    assert sheet.off in ("", "shield", profile.off_hand)
    assert not (sheet.shielded and profile.weapon(sheet.hand).two_handed)
    for weapon in profile.weapons:
        assert sides_of(weapon.damage)
        if "reload" in weapon.traits or "slow reload" in weapon.traits:
            assert "quiver" in profile.items, "nothing to reload from (E-49)"
    assert bool(profile.spells) == bool(profile.casts)


@pytest.mark.parametrize("unit", [key for key in roster.STOCK.titles() if roster.STOCK.house.profile(key).npc])
def test_an_npcs_listed_shock_is_its_weapons_with_its_bonus(unit: str) -> None:
    for weapon in roster.STOCK.house.profile(unit).weapons:
        plain = roster.STOCK.house.weapons[weapon.key]
        assert weapon.shock == (plain.shock + weapon.bonus if plain.shock else 0)


def listed(name: str, weapon: str) -> tuple[int, str, int, int]:
    """Attack, damage and Shock as a stat block would write them: +3, d6+3, 5/15."""
    profile = roster.STOCK.house.profile(name)
    body = Combatant(Id(name), "party", (0, 0), roster.sheet(profile))
    field = Field(2, 2)
    board = SovereignBoard(State({body.id: body}, Turn()), Setup("sovereign", field, ()), Space(field))
    kind = profile.weapon(weapon)
    mode: Mode = "shot" if kind.ranged_only else "melee"
    bonus = damage_tally(board, body, body, kind, mode).total
    return (
        base_attack(body, kind, mode).total,
        f"{kind.damage}{bonus:+d}",
        shock_points(body, kind, mode).total,
        kind.shock_ac,
    )


@pytest.mark.rule("sovereign", "S-30")
@pytest.mark.parametrize(
    ("name", "weapon", "block", "hp", "ac"),
    [
        ("annora", "short-sword", (3, "d6+3", 5, 15), 6, 17),
        ("annora", "hand-axe", (3, "d6+3", 4, 15), 6, 17),
        ("bennett", "mace", (1, "d6+1", 2, 18), 4, 17),
        ("colette", "small-bow", (2, "d6+2", 0, 0), 3, 12),
        ("daegal", "small-bow", (1, "d6+1", 0, 0), 2, 10),
        ("skeletal-warrior", "short-sword", (2, "d6+0", 2, 15), 5, 15),
        ("skeletal-archer", "small-bow", (2, "d6+0", 0, 0), 2, 13),
        ("bandit", "spear", (1, "d6+0", 2, 13), 4, 13),
        ("bandit-captain", "sword", (3, "d8+1", 3, 13), 14, 15),
        ("goblin", "short-sword", (1, "d6+0", 2, 15), 4, 14),
        ("wolf", "bite", (2, "d6+1", 2, 13), 19, 13),
        ("bugbear", "short-sword", (4, "d6+2", 4, 15), 15, 15),
        ("ogre", "great-club", (4, "d10+2", 4, 15), 35, 14),
        ("troll", "claw", (6, "d6+3", 4, 15), 57, 16),
        ("troll", "bite", (6, "d10+3", 4, 15), 57, 16),
    ],
)
def test_the_sample_combatants_have_their_numbers(
    name: str, weapon: str, block: tuple[int, str, int, int], hp: int, ac: int
) -> None:
    profile = roster.STOCK.house.profile(name)
    assert listed(name, weapon) == block
    assert profile.hp == hp
    assert profile.ac + profile.shield == ac


@pytest.mark.rule("sovereign", "S-37")
def test_the_sample_fights_skeletons_have_the_hit_points_they_had() -> None:
    assert [roster.STOCK.house.profile("skeletal-warrior", n).hp for n in (1, 2)] == [5, 1]
    assert [roster.STOCK.house.profile("skeletal-archer", n).hp for n in (1, 2, 3)] == [2, 6, 3]
    assert roster.STOCK.house.profile("skeletal-archer", 6).hp == 2, "past the end of the list it starts again"


@pytest.mark.rule("sovereign", "S-38")
def test_one_of_a_kind_is_numbered_and_one_with_a_name_is_named() -> None:
    second = roster.STOCK.house.profile("bandit", 2)
    assert (second.name, second.number, second.named) == ("Bandit 2", 2, False)
    grim = roster.STOCK.house.profile("bandit-captain", 1, "Grim")
    assert (grim.name, grim.named) == ("Grim", True)
    assert roster.STOCK.house.profile("annora").named


def test_two_weapons_are_taken_up_only_by_those_whose_entry_says_so() -> None:
    assert roster.sheet(roster.STOCK.house.profile("fenn")).off == "dagger"
    assert roster.sheet(roster.STOCK.house.profile("annora")).off == "shield"
    assert roster.sheet(roster.STOCK.house.profile("edda")).off == ""


def test_an_ambusher_begins_hidden_and_with_its_place_unknown() -> None:
    sheet = roster.sheet(roster.STOCK.house.profile("goblin", 1), hidden=True)
    assert sheet.hidden
    assert not sheet.known


def test_plate_hampers_the_trained_and_the_untrained() -> None:
    assert roster.STOCK.house.profile("annora").skill("Exert") == -2
    assert roster.STOCK.house.profile("bennett").skill("Sneak") == -4


@pytest.mark.parametrize(
    ("classes", "bonuses"),
    [("warrior", [1, 2, 3, 4, 5]), ("expert", [0, 1, 1, 2, 2]), ("mage", [0, 0, 0, 0, 1])],
)
def test_attack_bonus_by_class_and_level(classes: Class, bonuses: list[int]) -> None:
    assert [roster.attack_bonus(classes, level) for level in range(1, 6)] == bonuses


@pytest.mark.rule("sovereign", "S-39")
def test_npc_skill_by_hit_dice() -> None:
    assert [roster.npc_skill(dice) for dice in range(8)] == [0, 1, 1, 2, 2, 2, 3, 3]


def test_squads_hold_known_units_and_the_sample_party_is_one() -> None:
    parties = roster.STOCK.parties()
    assert [recruit.unit for recruit in parties["first-steps"]] == ["annora", "bennett", "colette", "daegal"]
    assert [recruit.unit for recruit in parties["skeletons"]] == ["skeletal-warrior"] * 2 + ["skeletal-archer"] * 3
    for squad in parties.values():
        assert all(roster.STOCK.house.profile(recruit.unit) for recruit in squad)
    assert list(roster.STOCK.house.squads) == list(parties)


PIRATE = """
[[creature]]
key = "pirate"
title = "Pirate"
icon = "bandit"
hd = 1
hp = [4]
ac = 12
attack = 1
"""


def test_a_roster_of_ones_own_adds_to_the_houses() -> None:
    text = PIRATE + 'attacks = ["cutlass"]\n'
    text += '[[weapon]]\nkey = "cutlass"\nname = "Cutlass"\ndamage = "d8"\nshock = 1\nshock_ac = 13\n'
    text += '[[party]]\nkey = "crew"\ntitle = "The crew"\nmembers = [{ unit = "pirate", count = 3 }, "annora"]\n'
    mine = roster.STOCK.with_own(text)
    pirate = mine.profile("pirate", 2)
    assert pirate.weapon("cutlass").damage == "d8"
    assert [recruit.unit for recruit in roster.STOCK.parties(text)["crew"]] == ["pirate", "pirate", "pirate", "annora"]
    assert "pirate" not in roster.STOCK.titles(), "the house's own roster is as it was"


@pytest.mark.rule("sovereign", "E-66", "E-68")
@pytest.mark.parametrize(("brawl", "damage", "shock"), [(0, "d6", 0), (1, "d8", 1), (3, "d12", 3), (4, "d12", 4)])
def test_unarmed_combatants_have_better_fists(brawl: int, damage: str, shock: int) -> None:
    text = f"""
[[character]]
key = "ida"
name = "Ida"
icon = "warrior"
classes = ["warrior"]
level = 1
hp = 6
armour = "none"
weapons = []
skills = {{ Brawl = {brawl} }}
feats = ["unarmed combatant"]
"""
    fists = roster.STOCK.with_own(text).profile("ida").weapon("unarmed")
    assert (fists.damage, fists.shock, fists.shock_ac) == (damage, shock, 15)


ARMED = PIRATE + 'attacks = ["sword"]\n'
CUTLASS = '[[weapon]]\nkey = "cutlass"\nname = "Cutlass"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            PIRATE + 'attacks = ["short swrod"]',
            "attacks: no weapon is called 'short swrod'; did you mean 'short-sword'?",
        ),
        (ARMED + "shild = true", "there is no field 'shild'; did you mean 'shield'?"),
        (ARMED + 'move = "far"', "move: expected `int`, got `str`"),
        (ARMED + "size = 0", "size: 0 is not between 1 and 10"),
        (ARMED + 'feats = ["dead eye"]', "feats: no feat is called 'dead eye'; did you mean 'deadeye'?"),
        (ARMED + 'off_hand = "dagger"', "off_hand: 'dagger' must be one of its readied one-handed weapons"),
        (ARMED + 'stowed = ["smal-bow"]', "stowed: no weapon is called 'smal-bow'; did you mean 'small-bow'?"),
        (ARMED * 2, "the key stands twice in this file; keys must differ"),
        (CUTLASS + 'damage = "d8+1"\n', "damage: 'd8+1' is not a dice expression; write it like d20, 2d6 or d8+d6"),
        (CUTLASS + 'damage = "d8"\nshock = 2\n', "shock_ac: say which AC its Shock of 2 still harms (99 for any)"),
    ],
)
def test_mistakes_in_a_roster_are_told_with_file_entry_and_field(text: str, said: str) -> None:
    assert mistake(roster.STOCK, text).startswith(said)


def test_gear_that_is_damaged_from_the_start_is_refused() -> None:
    sides = tuple(
        SideSetup(name, (Recruit("bandit", at=(x, 0), damaged=damaged),))
        for name, x, damaged in (("party", 0, ()), ("foe", 3, ("axe",)))
    )
    with pytest.raises(BadSetup, match="bandit: damaged: sovereign knows no damaged gear; leave it out"):
        RULESET.begin(Setup("sovereign", Field(5, 5), sides))


def test_spells_say_what_they_do() -> None:
    for spell in roster.STOCK.house.spells.values():
        assert spell.dice or spell.effect
        assert spell.text
        assert (spell.target == "area") == bool(spell.radius)
        assert spell.save is not None or spell.target in ("ally", "self")


def test_feats_bend_rules_that_exist() -> None:
    assert all(feat.rule in RULESET.ledger for feat in roster.STOCK.house.feats.values())
