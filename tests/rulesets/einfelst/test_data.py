"""The data files, set-ups, scenarios and what is brought to the next battle; mistakes are told in a sentence."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict, replace

import rulesets.einfelst
from game import resources
from game.files.scenario import Scenario, read_scenario, to_setup
from game.files.tiled import Chart, read_map
from game.kit.inventory import kind_of
from game.rules.events import Id
from game.rules.match import AnyMatch, Match
from game.rules.questions import Roll
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Cell, Feature, Field, Spawn, Zone
from game.spatial.places import InZone
from game.spatial.space import Space
from rulesets.einfelst import RULESET
from rulesets.einfelst.play.deployment import muster
from rulesets.einfelst.play.geometry import apart, dark
from rulesets.einfelst.sheet.roster import ACTIONS, BODILY, STOCK, Profile
from rulesets.einfelst.sheet.sheet import EinfelstState
from tests.rulesets.einfelst.kit import Fight, pool
from tests.rulesets.helping import mistake
from tests.rulesets.resting import begun_with, night

HOUSE = STOCK.house
UNITS = sorted(HOUSE.units)
HEROES = [unit.key for unit in HOUSE.units.values() if unit.hero]


def profile(unit: str) -> Profile:
    return HOUSE.profile(unit)


ROWS: dict[str, list[dict[str, Any]]] = {}
"""The entries of the data files by kind, as they are written."""
for file in sorted((Path(rulesets.einfelst.__file__).parent / "data").glob("*.toml")):
    for kind, entries in tomllib.loads(file.read_text(encoding="utf-8")).items():
        ROWS.setdefault(kind, []).extend(entries)

ONE = {("weapon", "hands"), ("weapon", "damage"), ("creature", "cards"), ("hero", "cards")}


# ------------------------------------------------------------------ numbers


@pytest.mark.parametrize(
    ("kind", "read"),
    [
        ("weapon", HOUSE.weapons),
        ("armour", HOUSE.armour),
        ("item", HOUSE.items),
        ("spell", HOUSE.spells),
        ("creature", HOUSE.units),
        ("hero", HOUSE.units),
    ],
)
def test_a_number_that_a_file_leaves_out_is_nothing(kind: str, read: Mapping[str, Any]) -> None:
    """But one hand, one card and the one Harm of a weapon."""
    left_out = 0
    for row in ROWS[kind]:
        record, practised = read[row["key"]], row.get("actions", {})
        for name, number in asdict(record).items():
            if type(number) is int and name not in row:
                left_out += 1
                assert number == ((kind, name) in ONE), (row["key"], name)
        for action in set(ACTIONS) - set(practised) if kind in ("creature", "hero") else ():
            left_out += 1
            assert asdict(record.actions)[action] == 0, (row["key"], action)
    assert left_out


def test_a_spell_that_names_no_range_reaches_its_own_zone() -> None:
    text = '[[spell]]\nkey = "hush"\nname = "Hush"\ntext = "Hush."\ntarget = "foe"\nresist = "endure"\ndamage = 1'
    assert STOCK.with_own(text).spells["hush"].range == 0


def test_there_are_thirteen_actions_each_with_an_attribute_behind_it() -> None:
    assert len(ACTIONS) == 13
    assert sorted(ACTIONS) == sorted(asdict(profile("aldith").actions))
    assert len(BODILY) == 6
    aldith = profile("aldith")
    assert (aldith.dice("strike"), aldith.dice("shoot"), aldith.dice("cast")) == (4 + 3, 3 + 1, 2)


def test_of_two_attributes_the_better_stands_behind_an_action() -> None:
    dunstan = profile("dunstan").attributes
    assert (dunstan.strength, dunstan.intuition) == (3, 4)
    assert profile("dunstan").dice("endure") == 4 + 3


@pytest.mark.parametrize("unit", HEROES)
def test_heroes_begin_with_two_in_an_action_at_most_and_three_in_one(unit: str) -> None:
    practised = sorted(asdict(profile(unit).actions).values(), reverse=True)
    assert practised[0] == 3
    assert practised[1] <= 2
    assert sum(asdict(profile(unit).attributes).values()) == 15
    assert all(2 <= score <= 5 for score in asdict(profile(unit).attributes).values())


@pytest.mark.rule("einfelst", "C-56", "C-57")
@pytest.mark.parametrize(
    ("nearest", "farthest", "keys"),
    [
        (
            0,
            1,
            {"sling", "knife", "throwing-knife", "hatchet", "spear", "javelin", "oil-flask", "net", "stone", "bottle"},
        ),
        (0, 2, {"short-bow", "crossbow"}),
        (1, 3, {"longbow"}),
    ],
)
def test_ranges_are_in_zones(nearest: int, farthest: int, keys: set[str]) -> None:
    found = {key for key, w in HOUSE.weapons.items() if (w.nearest, w.range) == (nearest, farthest) and w.hands}
    assert found == keys


def test_damage_goes_by_class() -> None:
    carried = sorted((w for w in HOUSE.weapons.values() if w.hands), key=lambda w: w.damage)
    by_damage = {damage: {w.key for w in group} for damage, group in groupby(carried, lambda w: w.damage)}
    assert by_damage[3] == {"greatsword", "great-axe", "maul", "crossbow"}
    assert by_damage[2] == {"spear", "javelin", "sword", "axe", "flail", "pike", "longbow", "bench"}
    assert by_damage[0] == {"net"}, "which restrains"


@pytest.mark.rule("einfelst", "C-13")
def test_what_strikes_and_has_a_range_is_thrown() -> None:
    weapons = HOUSE.weapons
    assert weapons["spear"].thrown
    assert weapons["spear"].melee
    assert weapons["oil-flask"].thrown
    assert not weapons["longbow"].thrown
    assert not weapons["embers"].thrown, "a breath stays where it is"


def test_fists_attack_with_force_and_everybody_without_claws_has_them() -> None:
    assert [key for key, w in HOUSE.weapons.items() if w.action == "force"] == ["fist"]
    assert [w.key for w in profile("aldith").natural] == ["fist"]
    assert [w.key for w in profile("wolf").natural] == ["bite"]


def test_armour_has_dice_and_the_heavy_kind_is_clumsy() -> None:
    assert [(suit.key, suit.dice, suit.clumsy) for suit in HOUSE.armour.values()] == [
        ("light", 2, 0),
        ("medium", 3, 0),
        ("heavy", 4, 1),
    ]
    assert (profile("aldith").worn, profile("ferrand").worn, profile("bear").worn, profile("wolf").worn) == (3, 4, 2, 0)


@pytest.mark.rule("einfelst", "C-12")
def test_some_creatures_have_several_cards() -> None:
    several = {unit.key: unit.cards for unit in HOUSE.units.values() if unit.cards > 1}
    assert several == {"barrow-queen": 2, "night-ogre": 2, "ash-drake": 2, "pale-guest": 3}


@pytest.mark.rule("einfelst", "C-87")
def test_fear_is_of_creatures_alone() -> None:
    feared = {unit.key: unit.fear for unit in HOUSE.units.values() if unit.fear > 1}
    assert feared == {"barrow-queen": 2, "night-ogre": 2, "ash-drake": 2, "pale-guest": 3}
    assert not any(unit.fear for unit in HOUSE.units.values() if unit.human)


@pytest.mark.rule("einfelst", "C-40")
def test_every_spell_at_a_foe_names_the_action_that_resists_it() -> None:
    assert {spell.key: spell.resist for spell in HOUSE.spells.values()} == {
        "rime": "endure",
        "old-roots": "force",
        "empty-mirror": "read",
        "candle": "finesse",
        "north-door": "force",
        "steady-hand": None,
    }


# ------------------------------------------------------------------ everybody


@pytest.mark.parametrize("unit", UNITS)
def test_every_unit_is_fit_to_fight(unit: str) -> None:
    found = profile(unit)
    weapons = {weapon.key: weapon for weapon in found.weapons}
    assert any(weapon.melee for weapon in weapons.values())
    held = [key for key in (found.hand, found.off) if key]
    assert set(held) <= set(found.pack)
    assert sum(weapons[key].hands if key in weapons else 1 for key in held) <= 2
    assert len(set(found.pack)) == len(found.pack), "the second of a kind has a number"
    owned = {w.key for w in found.weapons if not w.natural} | {item.key for item in found.items}
    assert {kind_of(key) for key in found.pack} == owned
    assert found.hero == (found.points == 0)
    assert found.hero == found.named


def test_no_two_units_fight_alike() -> None:
    known: dict[tuple[object, ...], str] = {}
    for unit in HOUSE.units.values():
        how = (unit.attributes, unit.actions, unit.points, unit.worn, unit.pack, unit.weapons, unit.traits)
        assert known.setdefault(how, unit.key) == unit.key
    assert len({unit.name for unit in HOUSE.units.values()}) == len(HOUSE.units)


def test_there_are_heroes_people_animals_and_creatures() -> None:
    kinds = [unit.kind for unit in HOUSE.units.values()]
    assert kinds.count("hero") == 8
    assert len(kinds) - 8 >= 26
    assert min(kinds.count("person"), kinds.count("animal"), kinds.count("creature")) >= 7
    assert len(HOUSE.weapons) >= 26
    assert len(HOUSE.spells) == 6
    assert len(HOUSE.squads) >= 13


def test_nothing_in_the_data_is_idle() -> None:
    """Each weapon, armour, item, spell and unit is somebody's; what lies about on maps is nobody's."""
    units = HOUSE.units.values()
    about = {"bottle", "stool", "bench", "branch"}
    assert {weapon.key for unit in units for weapon in unit.weapons} == set(HOUSE.weapons) - about
    assert {item.key for unit in units for item in unit.items} == set(HOUSE.items)
    assert {spell.key for unit in units for spell in unit.spells} == set(HOUSE.spells)
    assert {unit.armour.key for unit in units if unit.armour} == set(HOUSE.armour)
    recruited = {recruit.unit for squad in STOCK.parties().values() for recruit in squad}
    assert set(HOUSE.units) <= recruited, "and everybody is in a ready squad"


def test_a_shield_or_a_light_is_in_the_other_hand_where_one_is_free() -> None:
    assert (profile("aldith").hand, profile("aldith").off) == ("sword", "shield")
    assert (profile("serjeant").hand, profile("serjeant").off) == ("sword", "shield"), "before the lantern"
    assert (profile("eluned").hand, profile("eluned").off) == ("staff", ""), "which takes both hands"


def test_copies_are_counted() -> None:
    tolly = profile("tolly")
    assert {"throwing-knife", "throwing-knife#2", "throwing-knife#3"} <= set(tolly.pack)
    assert tolly.weapon("throwing-knife#3").key == "throwing-knife"
    with pytest.raises(KeyError):
        tolly.weapon("flail#2")
    with pytest.raises(KeyError):
        tolly.item("rope")


# ------------------------------------------------------------------ squads


def test_a_bare_map_sends_four_heroes_against_a_mixed_squad() -> None:
    squads = STOCK.parties()
    assert [profile(recruit.unit).kind for recruit in squads[next(iter(squads))]] == ["hero"] * 4
    crowd = next(squad for squad in squads.values() if len({recruit.unit for recruit in squad}) < len(squad))
    foes = [profile(recruit.unit) for recruit in crowd]
    assert len({foe.key for foe in foes}) == 4
    assert 0 < sum(foe.weapon(foe.hand).shoots for foe in foes) < len(foes) / 2


# ------------------------------------------------------------------ mistakes

PIRATE = """
[[creature]]
key = "pirate"
name = "Pirate"
icon = "bandit"
kind = "person"
points = 4
actions = { strike = 2 }
carries = ["sword"]
"""
MATE = """
[[hero]]
key = "mate"
name = "Mate"
icon = "captain"
main = "strike"
actions = { strike = 3, force = 2 }
"""
CUTLASS = '[[weapon]]\nkey = "cutlass"\nname = "cutlass"\n'
CURSE = '[[spell]]\nkey = "curse"\nname = "Curse"\ntext = "-"\ntarget = "foe"\nresist = "read"\n'


def test_a_roster_of_ones_own_adds_to_the_houses() -> None:
    text = CUTLASS + PIRATE.replace('"sword"', '{ item = "cutlass", name = "old cutlass", bonus = 1 }') + MATE
    text += '[[party]]\nkey = "crew"\ntitle = "The crew"\nmembers = [{ unit = "pirate", count = 2 }, "mate"]\n'
    mine = STOCK.with_own(text)
    cutlass = mine.profile("pirate", 2).weapon("cutlass")
    assert (cutlass.name, cutlass.bonus, mine.weapons["cutlass"].bonus) == ("old cutlass", 1, 0)
    assert [recruit.unit for recruit in STOCK.parties(text)["crew"]] == ["pirate", "pirate", "mate"]
    assert "pirate" not in STOCK.titles(), "the house's own roster is as it was"


def test_one_of_a_kind_is_numbered_and_one_with_a_name_is_named() -> None:
    second = HOUSE.profile("robber", 2)
    assert (second.name, second.number, second.named) == ("Robber 2", 2, False)
    grim = HOUSE.profile("robber-captain", 1, "Grim")
    assert (grim.name, grim.named, grim.kind) == ("Grim", True, "person")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PIRATE.replace('"sword"', '"swrod"'), "carries: no weapon or item is called 'swrod'; did you mean 'sword'?"),
        (PIRATE + "hid = 2", "there is no field 'hid'; did you mean 'hide'?"),
        (PIRATE.replace("points = 4", "points = 0"), "points: 0 is too little; write 1 or more"),
        (PIRATE.replace("strike = 2", "strike = 6"), "actions: strike: 6 is not between 0 and 5"),
        (PIRATE + "cards = 6", "cards: 6 is not between 1 and 5"),
        (PIRATE + "attributes = { strength = 11 }", "attributes: strength: 11 is not between 0 and 10"),
        (PIRATE.replace('"sword"', '"bite"'), "carries: 'bite' can't be put down; list it under natural"),
        (PIRATE + 'natural = ["knife"]', "natural: 'knife' is no natural weapon; list it under carries"),
        (
            PIRATE.replace('"sword"', '{ item = "rope", bonus = 1 }'),
            "carries: 'rope' is no weapon; only its name may differ",
        ),
        (PIRATE.replace('"sword"', '{ item = "javelin", count = 0 }'), "carries: count: 0 is not between 1 and 20"),
        (PIRATE + 'armour = "light"\nhide = 1', "hide: it wears armour over it; leave out one of the two"),
        (PIRATE + 'armour = "hevy"', "armour: no armour is called 'hevy'; did you mean 'heavy'?"),
        (PIRATE * 2, "the key stands twice in this file; keys must differ"),
        (MATE.replace("strike = 3", "strike = 4"), "actions: strike: 4 is not between 0 and 3"),
        (MATE.replace("force = 2", "force = 3"), "actions: force: 3 is not between 0 and 2"),
        (MATE + "attributes = { reason = 6 }", "attributes: reason: 6 is not between 2 and 5"),
        (MATE + "points = 4", "there is no field 'points'"),
        (CUTLASS + "hands = 3\n", "hands: 3 is wrong; natural weapons take 0, others 1 or 2"),
        (CUTLASS + "damage = 0\n", "damage: 0 is not between 1 and 20"),
        (
            CUTLASS + "nearest = 1\nrange = 2\n",
            "nearest: only what shoots has a least range, and no more than its range",
        ),
        (CURSE, "effect: a spell that harms nobody needs one"),
        (CURSE + 'effect = "fire"\n', "fire: what sets alight needs an intensity, and nothing else has"),
        (CURSE.replace('resist = "read"\n', "damage = 1\n"), "resist: foes resist with an Action, and friends do not"),
    ],
)
def test_mistakes_in_a_roster_are_told_with_file_entry_and_field(text: str, said: str) -> None:
    assert mistake(STOCK, text).startswith(said)


WIDE, HIGH, ROOMS = 4, 3, 5
"""Cells of one room of the hall, and how many rooms it has."""


def _cells(room: int) -> tuple[Cell, ...]:
    return tuple((x, y) for y in range(HIGH) for x in range(WIDE * room, WIDE * (room + 1)))


def hall(party: tuple[int, ...] = (0, 1), foe: tuple[int, ...] = (3, 4)) -> Field:
    """Rooms in a row from west to east, each a zone, with the rooms in which either side starts."""
    zones = tuple(Zone(f"room{n}", f"Room {n}", _cells(n), capacity=9) for n in range(ROOMS))
    spawns = [
        Spawn(f"{side}{n}", side, _cells(n)[:2]) for side, rooms in (("party", party), ("foe", foe)) for n in rooms
    ]
    return Field(WIDE * ROOMS, HIGH, zones=zones, spawns=tuple(spawns))


def fight(party: list[Recruit], foe: list[Recruit], field: Field | None = None, **events: str) -> Setup:
    """A set-up of two sides."""
    sides = (SideSetup("party", tuple(party), party=True), SideSetup("foe", tuple(foe)))
    return Setup("einfelst", field or hall(), sides, events=events)


def start(setup: Setup) -> EinfelstState:
    """The state before the first step."""
    return muster(setup, Space(setup.field))


def room(state: EinfelstState, who: str) -> int:
    """The number of the zone somebody starts in."""
    at = state.combatants[Id(who)].at
    assert isinstance(at, InZone)
    return at.number


WOLVES = [Recruit("wolf"), Recruit("wolf")]


def test_shooters_and_casters_start_behind_the_others() -> None:
    state = start(fight([Recruit("corwin"), Recruit("aldith"), Recruit("eluned")], WOLVES))
    assert [room(state, who) for who in ("corwin", "aldith", "eluned")] == [0, 1, 0]


@pytest.mark.rule("einfelst", "C-13")
def test_everybody_starts_in_a_zone_and_nobody_on_a_border() -> None:
    state = start(fight([Recruit("aldith")], [Recruit("robber")] * 9))
    assert all(isinstance(c.at, InZone) for c in state.combatants.values())


def test_a_cell_that_is_given_means_its_zone() -> None:
    state = start(fight([Recruit("aldith", at=(9, 1))], WOLVES))
    assert room(state, "aldith") == 2


@pytest.mark.rule("einfelst", "C-14", "W-36")
def test_a_zone_is_never_full() -> None:
    foe = [Recruit("wolf", at=(9, 1)), *[Recruit("robber", at=(9, 1))] * 9, Recruit("bear", at=(9, 1))]
    state = start(fight([Recruit("aldith", at=(9, 1))], foe))
    assert {room(state, who) for who in state.combatants} == {2}


@pytest.mark.rule("einfelst", "C-14", "W-36")
def test_a_squad_starts_in_its_own_zones_however_many_it_is() -> None:
    one = Field(WIDE, HIGH, zones=hall().zones[:1], spawns=hall((0,), (0,)).spawns)
    assert len(start(fight([Recruit("aldith")], [Recruit("robber")] * 19, one)).combatants) == 20
    state = start(fight([Recruit("aldith")], [Recruit("robber")] * 12, hall((0,), (4,))))
    assert {room(state, who) for who, c in state.combatants.items() if c.side == "foe"} == {4}


def test_ambushers_may_be_placed_and_are_named_last() -> None:
    foe = [Recruit("robber", at=(9, 1), hidden=True), Recruit("robber")]
    state = start(fight([Recruit("aldith")], foe))
    lurking = {who: c.sheet.hidden for who, c in state.combatants.items() if c.side == "foe"}
    assert lurking == {"robber-2": True, "robber-1": False}
    assert room(state, "robber-2") == 2


def test_nobody_is_put_into_a_fire_unasked() -> None:
    field = replace(hall(), features=(Feature("blaze", "fire", _cells(4)[:2], strength="2"),))
    state = start(fight([Recruit("aldith")], WOLVES, field))
    assert room(state, "wolf-1") == 3


def test_things_on_the_map_lie_in_their_zones() -> None:
    field = replace(hall(), features=(Feature("stool", "thing", ((5, 1),), name="Stool", thing="stool"),))
    (thing,) = start(fight([Recruit("aldith")], WOLVES, field)).things.values()
    assert (thing.key, thing.at) == ("stool", InZone(1))


def test_nothing_has_happened_yet() -> None:
    state = start(fight([Recruit("aldith")], WOLVES))
    assert state.turn.round == 0
    assert all(not c.sheet.cards and not c.sheet.slow and not c.sheet.fast for c in state.combatants.values())
    aldith = state.combatants[Id("aldith")].sheet
    assert (aldith.hand, aldith.off, aldith.physical, aldith.points) == ("sword", "shield", (0, 0, 0), 0)


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        (fight([Recruit("aldit")], WOLVES), "no unit is called 'aldit'; did you mean 'aldith'?"),
        (
            fight([Recruit("aldith", damaged=("sword",))], WOLVES),
            "aldith: damaged: einfelst knows no damaged gear; leave it out",
        ),
        (
            fight([Recruit("aldith")], WOLVES, None, execution="aldith, wolf-1, sword"),
            'events: einfelst knows no event "execution"; take it out, or play by the rules it was made for',
        ),
    ],
)
def test_what_can_not_be_played_is_told(setup: Setup, said: str) -> None:
    with pytest.raises(BadSetup) as error:
        start(setup)
    assert str(error.value) == said


MAPS = sorted(resources.maps().glob("*.tmx"))
SCENARIOS = {path.stem: path for path in resources.shipped_scenarios()}


@cache
def chart(path: Path) -> Chart:
    return read_map(path)


def scenario(name: str) -> Scenario:
    return read_scenario(SCENARIOS[name], "einfelst")


def begun(setup: Setup) -> AnyMatch:
    return Match.begin(RULESET, setup)


@pytest.mark.rule("einfelst", "C-77")
def test_the_ogre_comes_home_to_an_ambush() -> None:
    match = begun(to_setup(scenario("the-ogre-comes-home")))
    party = [c for c in match.state.combatants.values() if c.side == "party"]
    assert all(c.sheet.hidden for c in party)
    (ogre,) = [c for c in match.state.combatants.values() if c.sheet.profile.cards == 2]
    near = [apart(match.board, c.at, ogre.at) for c in party]
    assert all(zones is not None and 1 <= zones <= 3 for zones in near), "near enough to strike in a round or two"
    assert isinstance(match.pending, Roll)
    assert match.pending.who in {c.id for c in party}, "who throws Sneak for all"


@pytest.mark.rule("einfelst", "C-16", "W-17")
def test_the_guest_comes_at_night() -> None:
    setup = to_setup(scenario("a-guest-at-night"))
    match = begun(setup)
    zones = {c.at for c in match.state.combatants.values()}
    assert all(dark(match.board, at) for at in zones), "everybody stands in the dark"
    noon = begun(to_setup(scenario("the-same-gatehouse")))
    assert not any(dark(noon.board, c.at) for c in noon.state.combatants.values())
    zones_by_name = {match.board.space.zones.name(at): at for at in match.board.space.zones.places}
    lit = [name for name, at in zones_by_name.items() if isinstance(at, InZone) and not dark(match.board, at)]
    assert "Muster yard" in lit, "where torches burn on the map"
    assert len(lit) < len(match.board.space.zones.areas) / 4
    guests = [c.sheet.profile for c in match.state.combatants.values() if c.side == "foe"]
    assert all("sees in the dark" in profile.traits for profile in guests)
    lights = [item.kind for c in match.state.combatants.values() for item in c.sheet.profile.items]
    assert "light" in lights, "and a lantern can be drawn"


@pytest.mark.rule("einfelst", "W-54")
@pytest.mark.parametrize(
    ("before", "after"),
    [((2, 0, 0), (0, 0, 0)), ((2, 2, 1), (2, 1, 0)), ((0, 1, 0), (1, 0, 0)), ((1, 0, 1), (0, 1, 0))],
)
def test_a_night_makes_harm_lighter_by_a_row(before: Any, after: Any) -> None:
    fight = Fight({"aldith": "a"}, {"robber": "q"}).sheet_of("aldith", physical=before)
    _, brought = night(fight)
    assert begun_with(fight, brought[Id("aldith")]).physical == after


@pytest.mark.rule("einfelst", "W-54")
def test_the_dying_are_treated_until_their_time_is_up() -> None:
    fight = Fight({"aldith": "a", "corwin": "a"}, {"robber": "q"})
    fight.sheet_of("aldith", out="dying", dies=2, physical=(2, 2, 1))
    state, brought = night(fight, pool(6, 0), pool(6, 1))
    assert state.combatants[Id("aldith")].sheet.physical == (2, 1, 0)
    assert set(brought) == {"aldith", "corwin"}
    state, brought = night(fight, pool(6, 0), pool(6, 0))
    assert state.combatants[Id("aldith")].sheet.out == "dead"
    assert list(brought) == ["corwin"]
