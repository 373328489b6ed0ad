"""The data files and rosters of one's own: every entry loads, mistakes are told in a sentence, scenarios can begin."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from game import resources
from game.files.scenario import Scenario, read_scenario, to_setup
from game.files.tiled import Chart, read_map
from game.kit.inventory import kind_of
from game.rules.match import AnyMatch, Match
from game.rules.setup import Setup
from rulesets.glog import RULESET
from rulesets.glog.play.geometry import in_gloom
from rulesets.glog.play.numbers import defense
from rulesets.glog.sheet.roster import DICE, STOCK, Profile, Scores, grade, modifier, stepped
from rulesets.glog.sheet.sheet import FEET, fresh
from tests.rulesets.helping import mistake

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


PIRATE = """
[[creature]]
key = "pirate"
name = "Pirate"
icon = "bandit"
scores = [11, 12, 9, 10]
flesh = 5
handy = ["sword"]
"""
CUTLASS = '[[weapon]]\nkey = "cutlass"\nname = "cutlass"\nuses = ["slashing"]\n'
CURSE = '[[spell]]\nkey = "curse"\nname = "Curse"\ntext = "-"\ntarget = "foe"\n'
TRINKET = '[[thing]]\nkey = "trinket"\nname = "trinket"\n'


@pytest.mark.parametrize(
    ("word", "morale"), [("craven", 0), ("cowardly", 4), ("impulsive", 10), ("brave", 14), ("suicidal", 20)]
)
def test_morale_may_be_written_in_words(word: str, morale: int) -> None:
    assert STOCK.with_own(PIRATE + f'morale = "{word}"\n').profile("pirate").morale == morale


def test_a_shield_is_on_the_arm_only_beside_a_one_handed_weapon() -> None:
    text = PIRATE.replace('["sword"]', '["shield", "great-sword"]')
    pirate = STOCK.with_own(text).profile("pirate")
    assert (pirate.hands, defense(fresh(pirate)).total) == (("great-sword",), 10)


def test_a_roster_of_ones_own_adds_to_the_houses() -> None:
    text = (
        CUTLASS
        + 'die = "d8"\n'
        + PIRATE.replace('"sword"', '{ item = "cutlass", name = "notched cutlass", bonus = 1 }')
    )
    text += '[[party]]\nkey = "crew"\ntitle = "The crew"\nmembers = [{ unit = "pirate", count = 3 }, "garrick"]\n'
    mine = STOCK.with_own(text)
    cutlass = mine.profile("pirate", 2).weapon("cutlass")
    assert (cutlass.name, cutlass.bonus, mine.weapons["cutlass"].bonus) == ("notched cutlass", 1, 0)
    assert [recruit.unit for recruit in STOCK.parties(text)["crew"]] == ["pirate", "pirate", "pirate", "garrick"]
    assert "pirate" not in STOCK.titles(), "the house's own roster is as it was"


def test_one_of_a_kind_is_numbered_and_one_with_a_name_is_named() -> None:
    second = HOUSE.profile("bandit", 2)
    assert (second.name, second.number, second.named) == ("Bandit 2", 2, False)
    grim = HOUSE.profile("bandit-leader", 1, "Grim")
    assert (grim.name, grim.named, grim.kind) == ("Grim", True, "creature")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PIRATE.replace('"sword"', '"swrod"'), "handy: no weapon or thing is called 'swrod'; did you mean 'sword'?"),
        (PIRATE + "hid = 2", "there is no field 'hid'; did you mean 'hide'?"),
        (PIRATE + 'size = "big"', "size: 'big' is none of "),
        (PIRATE.replace("11, 12", "19, 12"), "scores: might: 19 is not between 3 and 18"),
        (PIRATE.replace("11, 12", "0, 12"), "scores: might: 0 is not between 3 and 18"),
        (PIRATE.replace("flesh = 5", "flesh = 0"), "flesh: 0 is too little; write 1 or more"),
        (
            PIRATE.replace('"sword"', '"sword", "great-axe", "knife", "club"'),
            "handy: 5 slots are too many; an agility of 12 keeps 4 within reach",
        ),
        (
            PIRATE + 'armour = "heavy"\nstowed = ["pike", "maul", "great-axe", "knife"]',
            "stowed: 12 slots in all are too many; a might of 11 carries as much",
        ),
        (PIRATE.replace('"sword"', '"bite"'), "handy: 'bite' can't be put down; list it under natural"),
        (PIRATE + 'natural = ["knife"]', "natural: 'knife' is no natural weapon; list it under handy"),
        (
            PIRATE.replace('"sword"', '{ item = "torch", bonus = 1 }'),
            "handy: 'torch' is no weapon; only its name may differ",
        ),
        (
            PIRATE.replace('"sword"', '{ item = "javelin", count = 0 }'),
            "handy: count: 0 is too little; write 1 or more",
        ),
        (PIRATE + "lit = true", "lit: that takes a handy light, and a hand that the first weapon leaves free"),
        (PIRATE + 'armour = "light"\nhide = 1', "hide: it wears armour over it; leave out one of the two"),
        (PIRATE + 'armour = "hevy"', "armour: no armour is called 'hevy'; did you mean 'heavy'?"),
        (PIRATE + "morale = 21", "morale: 21 is not between 0 and 20"),
        (PIRATE + 'morale = "meek"', "morale: 'meek' is none of "),
        (PIRATE + "critical = 1", "critical: 1 is not between 2 and 20"),
        (PIRATE + "castings = 2", "castings: who knows spells needs at least one, and nobody else has any"),
        (PIRATE + 'spells = ["mnd"]\ncastings = 1', "spells: no spell is called 'mnd'"),
        (PIRATE * 2, "the key stands twice in this file; keys must differ"),
        (CUTLASS + 'die = "d7"\n', f"die: 'd7' is none of {', '.join(DICE)}"),
        (
            CUTLASS.replace('"slashing"', "") + 'die = "d8"\n',
            "uses: write one or two of crushing, slashing and piercing",
        ),
        (CUTLASS + 'die = "d8"\nhands = 3\n', "hands: 3 is wrong; natural weapons take 0, others 1 or 2"),
        (CUTLASS + 'die = "d8"\ntraits = ["natural"]\n', "hands: 1 is wrong; natural weapons take 0, others 1 or 2"),
        (CUTLASS + 'die = "d8"\ntraits = ["thrown"]\n', "range: what is thrown or shot needs one, in feet"),
        (CUTLASS + 'die = "d8"\nrange = 20\n', "range: it is neither thrown nor shot; give it that trait, or ammo"),
        (CUTLASS + 'die = "d8"\nrange = 60\nammo = "bolt"\n', "ammo: 'bolt' is no ammo; did you mean 'bolts'?"),
        (TRINKET + 'kind = "light"\n', "radius: lights have one, and nothing else does"),
        (TRINKET + 'kind = "magic"\n', "spell: magic things work one, and nothing else does"),
        (TRINKET + 'kind = "magic"\nspell = "wrd"\n', "spell: no spell is called 'wrd'; did you mean 'ward'?"),
        (CURSE, "effect: a spell that harms nobody needs one"),
        (CURSE + 'die = "d7"\nharm = "fire"\n', f"die: 'd7' is none of {', '.join(DICE)}"),
        (CURSE + 'effect = "mend"\n', "die: harm and mending need one, and nothing else does"),
        (CURSE + 'effect = "asleep"\n', "rounds: 0 is too little; write 1 or more"),
        (CURSE + 'effect = "push"\n', "amount: 0 is too little; write 1 or more"),
    ],
)
def test_mistakes_in_a_roster_are_told_with_file_entry_and_field(text: str, said: str) -> None:
    assert mistake(STOCK, text).startswith(said)


MAPS = sorted(resources.maps().glob("*.tmx"))
SCENARIOS = {path.stem: path for path in resources.shipped_scenarios()}


@cache
def chart(path: Path) -> Chart:
    return read_map(path)


def scenario(name: str) -> Scenario:
    return read_scenario(SCENARIOS[name], "glog")


def begun(setup: Setup) -> AnyMatch:
    return Match.begin(RULESET, setup)


def test_the_dark_cellar_is_dark_but_for_a_boy_with_a_torch() -> None:
    match = begun(to_setup(scenario("no-lamp-below")))
    people = match.state.combatants.values()
    foes = [c for c in people if c.side == "foe"]
    assert all(in_gloom(match.board, c.at, c.sheet.profile.cells) for c in foes)
    assert all("sees in the dark" in c.sheet.profile.traits for c in foes)
    (boy,) = [c for c in people if c.sheet.lit]
    assert boy.sheet.profile.key == "link-boy"
    assert boy.sheet.thing(boy.sheet.lit[0]).radius == 6 * FEET
    spare = [c.id for c in people if c.side == "party" and any(_is_light(c, key) for key in c.sheet.stowed)]
    assert spare, "others have a light in the pack, which an action fetches and another lights"


def test_lamps_burn_on_the_bridge_and_nobody_sees_who_comes_by_the_ford_or_the_planks() -> None:
    match = begun(to_setup(scenario("lamps-on-the-bridge")))
    aim = match.board.setup.objective("party")
    assert aim.goal == "hold" and not any(in_gloom(match.board, cell, 1) for cell in aim.cells)
    zones = match.board.space.zones
    for name in ("Ford, east side", "Footbridge", "Lower reach"):
        (area,) = [area for area in zones.areas if area.name == name]
        assert sum(in_gloom(match.board, cell, 1) for cell in area.cells) > len(area.cells) / 2, name
    foes = [c for c in match.state.combatants.values() if c.side == "foe"]
    assert any(in_gloom(match.board, c.at, c.sheet.profile.cells) for c in foes), "some wait where no lamp shines"


def _is_light(c: Any, key: str) -> bool:
    return not c.sheet.is_weapon(key) and c.sheet.thing(key).kind == "light"


@pytest.mark.parametrize(("name", "asked"), [("a-word-at-the-gate", "roll"), ("the-toll", "hostile")])
def test_some_may_end_in_talk(name: str, asked: str) -> None:
    setup = to_setup(scenario(name))
    assert setup.options["parley"] == asked
    (setting,) = [each for each in RULESET.settings if each.key == "parley"]
    assert asked in dict(setting.choices)


def test_an_ambush_is_one() -> None:
    match = begun(to_setup(scenario("ambush-on-the-road")))
    assert all(c.sheet.hidden for c in match.state.combatants.values() if c.side == "foe")
    assert not any(c.sheet.hidden for c in match.state.combatants.values() if c.side == "party")
