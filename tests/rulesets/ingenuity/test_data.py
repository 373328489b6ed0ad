"""The data files and what they are told in the help; what may be set up, and what ships."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from game import resources
from game.files.scenario import Scenario, quick_setup, read_scenario, to_setup
from game.files.tiled import read_map
from game.kit.conditions import Condition
from game.kit.inventory import kind_of
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.questions import Roll
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup
from rulesets.ingenuity import RULESET
from rulesets.ingenuity.play.deeds import task_at
from rulesets.ingenuity.play.geometry import Look
from rulesets.ingenuity.play.numbers import attack_tally, damage_tally, evasion
from rulesets.ingenuity.sheet.roster import DICE, STOCK
from rulesets.ingenuity.sheet.sheet import Profile
from tests.rulesets import helping
from tests.rulesets.helping import mistake, terms
from tests.rulesets.ingenuity.kit import PEOPLE, Fight

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
            "carried: no weapon or shield is called 'longswrod'; did you mean 'longsword'?",
        ),
        (PIRATE + "sise = 4", "there is no field 'sise'; did you mean 'size'?"),
        (PIRATE + "size = 13", "size: 13 is not between 1 and 12"),
        (PIRATE.replace("[6, 6", "[6, 7"), "dice: 7 is none of 4, 6, 8, 10, 12"),
        (PIRATE.replace("[6, 6", "[6"), "dice: "),
        (PIRATE + "skills = { combat = 5 }", "skills: combat: 5 is none of 4, 6, 8, 10, 12"),
        (PIRATE + "hp = 0", "hp: 0 is too little; write 1 or more"),
        (PIRATE + "speed = 0", "speed: 0 is too little; write 1 or more"),
        (PIRATE.replace('"longsword"', '"claws"'), "carried: 'claws' can't be put down; list it under natural"),
        (PIRATE + 'natural = ["knife"]', "natural: 'knife' is no natural weapon; list it under carried"),
        (PIRATE + 'armour = "chian"', "armour: no armour is called 'chian'; did you mean 'chain'?"),
        (PIRATE + 'feats = ["dred"]', "feats: no feat is called 'dred'; did you mean 'dread'?"),
        (PIRATE + 'traits = ["shy"]', "traits"),
        (PIRATE * 2, "the key stands twice in this file; keys must differ"),
        (HOOK + 'harm = ["pinching"]\n', "harm"),
        (HOOK + "harm = []\n", "harm: write one or two kinds"),
        (HOOK.replace('"strength"', "") + 'harm = ["slashing"]\n', "attributes: write one at least"),
        (HOOK + 'harm = ["slashing"]\nhands = 3\n', "hands: 3 is wrong; natural weapons take 0, others 1 or 2"),
        (HOOK + 'harm = ["slashing"]\ncritical = 1\n', "critical: 1 is not between 2 and 20"),
        (
            HOOK + 'harm = ["slashing"]\nhands = 0\nrange = 5\nlimit = 9\ntraits = ["thrown", "natural"]\n',
            "traits: what is natural can't be thrown; leave one of the two out",
        ),
        (HOOK + 'harm = ["slashing"]\ntraits = ["thrown"]\n', "range: what is thrown needs one, in metres"),
        (HOOK + 'harm = ["slashing"]\nrange = 10\nlimit = 5\n', "limit: 5 is too little; write 10 or more"),
        (
            HOOK + 'harm = ["slashing"]\nreach = 0\n',
            "reach: it is neither for the hand nor thrown or shot; write 1 or more",
        ),
        (CURSE + "range = 0\n", "range: 0 is too little; write 1 or more"),
    ],
)
def test_mistakes_in_a_roster_are_told_with_file_entry_and_field(text: str, said: str) -> None:
    assert mistake(STOCK, text).startswith(said)


def setup(**changes: Any) -> Setup:
    return replace(Fight({"boudica": (3, 3)}, {"guard": (4, 3)}).match.board.setup, **changes)


def refused(asked: Setup) -> str:
    with pytest.raises(BadSetup) as error:
        RULESET.begin(asked)
    return str(error.value)


@pytest.mark.rule("ingenuity", "B-06")
@pytest.mark.parametrize("said", ["boudica", "boudica nobody", "boudica guard boudica"])
def test_an_opening_names_two_who_are_there(said: str) -> None:
    assert refused(setup(events={"opening": said})).startswith("events: opening: ")


def test_an_event_that_ingenuity_does_not_know_is_refused() -> None:
    assert 'knows no event "execution"' in refused(setup(events={"execution": "x"}))


def test_gear_is_whole_at_the_start() -> None:
    plain = setup()
    side = replace(plain.sides[0], squad=(Recruit("boudica", damaged=("spear",)),))
    assert refused(replace(plain, sides=(side, *plain.sides[1:]))).startswith("boudica: damaged: ")


def test_those_who_shoot_stand_farther_back() -> None:
    chart = read_map(resources.maps() / "cellar.tmx")
    match = Match.begin(RULESET, quick_setup(chart, RULESET))
    at = {c.sheet.profile.key: c.at for c in match.state.combatants.values() if c.side == "party"}
    (foe,) = [c for c in match.state.combatants.values() if c.sheet.profile.key == "brigand-chief"]
    far = {key: match.board.space.distance(cell, foe.at) for key, cell in at.items()}
    assert far["yrsa"] == max(far.values()) > far["hartwin"]


SCENARIOS = {path.stem: path for path in resources.shipped_scenarios()}


def scenario(name: str) -> Scenario:
    return read_scenario(SCENARIOS[name], "ingenuity")


def begun(setup: Setup) -> AnyMatch:
    return Match.begin(RULESET, setup)


def opened(name: str) -> AnyMatch:
    """A scenario up to the first turn, whoever comes first by lot."""
    match = begun(to_setup(scenario(name)))
    while match.pending is not None and match.state.turn.phase != "turn":
        pending = match.pending
        match.answer((1,) if isinstance(pending, Roll) else next(iter(pending.options)).key)
    return match


@pytest.mark.rule("ingenuity", "B-13", "B-14")
def test_loud_hinges_bring_a_round_of_surprise_in_which_the_wary_one_acts() -> None:
    turn = opened("loud-hinges").state.turn
    assert turn.surprise == ("foe",)
    people = begun(to_setup(scenario("loud-hinges"))).state.combatants.values()
    assert all(c.sheet.hidden == (c.side == "foe") for c in people)
    assert [c.id for c in people if c.side == "party" and "alert" in c.sheet.profile.traits] == ["linnet"]


@pytest.mark.rule("ingenuity", "B-26")
def test_the_winch_is_a_task_to_be_done_twice_by_the_gates_crew() -> None:
    setup = to_setup(scenario("two-turns-of-the-winch"))
    (aim,) = setup.objectives
    assert (aim.goal, aim.side, aim.count) == ("task", "party", 2)
    match = begun(setup)
    crew = [c for c in match.state.combatants.values() if c.side == "party"]
    assert not any(task_at(match.board, c) for c in crew), "somebody has to go there"
    assert max(c.sheet.profile.die("handling") for c in crew) == 8


@pytest.mark.rule("ingenuity", "B-06")
def test_the_long_shot_begins_with_the_shot() -> None:
    turn = opened("the-long-shot").state.turn
    assert (turn.opener, turn.opened) == (Id("matthis"), Id("guard-captain-1"))
    assert turn.order[0] == "party"


@pytest.mark.parametrize("name", ["hold-the-gate", "two-turns-of-the-winch", "a-word-at-the-gate", "a-guest-at-night"])
def test_whoever_comes_to_the_gate_begins_it(name: str) -> None:
    assert opened(name).state.turn.order[0] == "foe"


told, done = partial(helping.told, RULESET), partial(helping.done, RULESET)


@pytest.mark.rule("ingenuity", "B-53", "N-8")
@pytest.mark.parametrize(
    ("trait", "before"),
    [
        ("swift", {"attacks": 1}),
        ("momentum", {"struck": ("dummy",)}),
        ("cleave", {"tried": ("wolf",)}),
        ("backswing", {"missed": ("longsword",)}),
    ],
)
def test_the_help_on_what_one_attack_gives_the_next(trait: str, before: dict[str, Any]) -> None:
    fight = Fight({"roland": (3, 3)}, {"dummy": (4, 3)}).weapon_of("roland", "longsword", traits=(trait,))
    me = fight.sheet_of("roland", **before).sheet("roland")
    found = attack_tally(me, fight.body("dummy"), "longsword", Look(1), afar=False, gripped=False)
    assert told(trait) == [terms(found)[trait]]


@pytest.mark.rule("ingenuity", "B-46", "B-47", "N-10")
def test_the_help_on_hands() -> None:
    fight = Fight({"ogre": (3, 3)}, {"dummy": (5, 3)}).weapon_of("ogre", "maul", traits=("versatile",))
    me, it = fight.sheet("ogre"), fight.body("dummy")
    both, one = (attack_tally(me, it, "maul", Look(1), afar=False, gripped=gripped) for gripped in (True, False))
    assert told("both hands") == [terms(both)["both hands"], -terms(one)["one hand"]]
    assert told("versatile") == [terms(damage_tally(me, "maul", 0, critical=False, gripped=True))["both hands"]]


@pytest.mark.rule("ingenuity", "B-21")
def test_the_help_on_guard() -> None:
    fight = Fight({"roland": (3, 3)}, {"dummy": (4, 3)}).sheet_of("roland", conditions=(Condition("guard"),))
    assert told("guarding") == done("guard") == [terms(evasion(fight.sheet("roland")))["guard"]]
