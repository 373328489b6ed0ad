"""Before the first card: who stands in which zone, and what is said of set-ups that can't be played."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.rules.events import Id
from game.rules.ruleset import BadSetup
from game.rules.setup import Recruit, Setup, SideSetup
from game.spatial.field import Cell, Feature, Field, Spawn, Zone
from game.spatial.places import InZone
from game.spatial.space import Space
from rulesets.einfelst.play.deployment import muster
from rulesets.einfelst.sheet.sheet import EinfelstState

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
