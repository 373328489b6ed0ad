"""Skirmish: the duel on zones, for tests. Moves are halves, blows reach whom is nearby, pots are thrown at zones.

A pot that misses strays to a numbered neighbour; who throws it has a few seconds by the clock to say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from battlemat_duel import Duel
from battlemat_duel.attack import harm, strike
from battlemat_duel.moving import foes
from battlemat_duel.sheet import DuelBoard, DuelState, DuelTable, Sheet
from game.kit.side_turns import SideTurn
from game.rules.action import CatalogueAction
from game.rules.events import Flight, Id, Moved
from game.rules.option_details import Landing, OptionDetails
from game.rules.questions import Family, Menu, Option, Seat
from game.rules.ruleset import Places, Setting
from game.rules.setup import Recruit, Setup, SideSetup
from game.rules.standing import Bar, Mark, Scale, Standing
from game.rules.state import Combatant, State
from game.spatial.field import Cell, Field, Zone
from game.spatial.places import InZone, Place, ZonePlace
from game.spatial.space import Space
from game.spatial.zones import Zones

HALVES = 4
ON_TARGET = 10
"""A pot hits what it is thrown at on a d20 of at most this."""


class PotThrown(Flight, frozen=True):
    """A pot came down."""

    place: ZonePlace
    strayed: bool

    @property
    def landing_place(self) -> Place:
        """Where it came down."""
        return self.place


def yard() -> Field:
    """Three zones in a row, the first and the last of four cells, and a small one above the middle."""
    left = tuple((x, y) for y in range(2, 6) for x in range(4))
    middle = tuple((x, y) for y in range(2, 6) for x in range(4, 9))
    right = tuple((x, y) for y in range(2, 6) for x in range(9, 12))
    loft = tuple((x, y) for y in range(2) for x in range(5, 8))
    zones = (
        Zone("z1", "Gate yard", left),
        Zone("z2", "Market", middle, dark=False),
        Zone("z3", "Well", right),
        Zone("z4", "Loft", loft, capacity=3),
    )
    return Field(12, 6, zones=zones)


def skirmish(ada: Cell = (1, 3), orc: Cell = (10, 3), field: Field | None = None, **options: str) -> Setup:
    """A knight and a thief two zones apart."""
    return Setup(
        "skirmish",
        field or yard(),
        (
            SideSetup("red", (Recruit("knight", "Ada", ada), Recruit("squire", "Bo", ada)), party=True),
            SideSetup("blue", (Recruit("thief", "Orc", orc), Recruit("thief", "", orc))),
        ),
        options=options,
    )


class Skirmish(Duel):
    """The ruleset."""

    name = "skirmish"
    title = "Skirmish"
    places: Places = "zones"
    state_type: Any = State[Sheet, SideTurn, ZonePlace]
    scale = Scale(5, "ft")
    harm_word = "hit points"
    settings: tuple[Setting, ...] = (
        *Duel.settings,
        Setting("hurry", "Time to think", (("no", "As long as it takes"), ("yes", "3 seconds")), ("D-1",)),
    )

    def __init__(self) -> None:
        super().__init__()
        strike, move = (next(deed for deed in self.deeds if deed.verb == verb) for verb in ("strike", "move"))
        pot = CatalogueAction("pot", "Pot", "attack", "fire", "Throws a pot into a zone.", "a zone that a pot reaches")
        self.deeds = (strike, pot, move)
        self.attacks = ("strike", "pot")

    def begin(self, setup: Setup, ground: Space | None = None) -> DuelState:
        # In a duel nobody shares a cell; here several may be told to start in the zone of one.
        loose = tuple(replace(side, squad=tuple(replace(r, at=None) for r in side.squad)) for side in setup.sides)
        state: DuelState = super().begin(replace(setup, sides=loose), ground)
        zones = (ground or Space(setup.field)).zones
        recruits = sorted((r for side in setup.sides for r in side.squad), key=lambda recruit: recruit.hidden)
        combatants = {}
        for (who, c), recruit in zip(state.combatants.items(), recruits, strict=True):
            combatants[who] = Combatant(c.id, c.side, zones.at(recruit.at or c.at) or InZone(0), c.sheet)
        return replace(state, combatants=combatants)

    async def step(self, table: DuelTable) -> None:
        side = table.state.turn.order[table.state.turn.current]
        ready = [c for c in table.state.on(side) if not c.sheet.done]
        if not ready:
            self.pass_turn(table)
            return
        who = ready[0].id
        if len(ready) > 1:
            who = await table.choose(Seat(side), "Who acts?", [Option(c.id, c.id, c.id) for c in ready], kind="pick")
        seconds = 3 if table.setup.options.get("hurry") == "yes" else 0
        act = await table.choose(
            Seat(side), f"{who}: what?", _acts(table.still(), who), who=who, idle="end", seconds=seconds, clock=who
        )
        match act:
            case ("strike", target):
                table.set(who, spent=(*table.now(who).sheet.spent, "Act"))
                await strike(table, who, target)
            case ("pot", place):
                table.set(who, spent=(*table.now(who).sheet.spent, "Act"))
                await _throw(table, who, place)
            case ("move", place):
                table.set(who, spent=(*table.now(who).sheet.spent, "Move"))
                for end in table.space.zones.way(table.now(who).at, place) or ():
                    table.emit(Moved(who, table.now(who).at, end))
            case _:
                table.set(who, done=True)

    def tell_distance(self, board: DuelBoard, who: Id, to: Any) -> str:
        place = board.now(Id(to)).at if isinstance(to, str) else to
        far = board.space.zones.distance(board.now(who).at, place)
        return "nearby" if not far else f"{far} zone{'s' if far > 1 else ''}"

    def standing(self, board: DuelBoard, who: Id) -> Standing:
        sheet = board.now(who).sheet
        return Standing(
            name=who,
            icon=sheet.profile.key,
            number=sheet.profile.number,
            kind=sheet.profile.key,
            size=1,
            up=sheet.hp > 0,
            bars=(Bar("Hit points", sheet.hp, sheet.profile.hp),),
            marks=(Mark("hidden"),) if sheet.hidden else (),
            reacts=sheet.parry,
        )


SKIRMISH = Skirmish()


def near(zones: Zones, a: ZonePlace, b: ZonePlace) -> bool:
    """Whether a blow reaches."""
    return b in zones.nearby(a)


def _acts(board: DuelBoard, who: Id) -> Menu[tuple[str, Any]]:
    me, zones = board.now(who), board.space.zones
    singles: list[Option[tuple[str, Any]]] = []
    families: list[Family[tuple[str, Any]]] = []

    def to(key: str, place: ZonePlace) -> Option[tuple[str, Any]]:
        way = zones.way(me.at, place) or ()
        label = f"Move to {zones.name(place)}"
        return Option(
            key, ("move", place), label, place=place, look=lambda: OptionDetails(way, brief=f"{len(way)} halves")
        )

    def pot(key: str, place: InZone) -> Option[tuple[str, Any]]:
        look = lambda: OptionDetails(landings=tuple(_landings(board, me, place)))  # noqa: E731
        return Option(key, ("pot", place), f"Throw a pot at {zones.name(place)}", place=place, look=look)

    if "Move" not in me.sheet.spent:
        ways = zones.reach(me.at, HALVES)
        families.append(Family("move", tuple(place for place in ways if place != me.at), to))
    if "Act" not in me.sheet.spent:
        for foe in foes(board, me):
            if not foe.sheet.hidden and near(zones, me.at, foe.at):
                key = f"strike {foe.id}"
                singles.append(Option(key, ("strike", foe.id), f"Strike {foe.id}", target=foe.id))
        families.append(Family("pot", _aims(zones, me.at), pot))
    singles.append(Option("end", ("end", None), "End turn", icon="pass", ends=True))
    return Menu(singles, families)


def _aims(zones: Zones, start: ZonePlace) -> tuple[InZone, ...]:
    return tuple(
        place for place in zones.all_zones if zones.visible(start, place) and (zones.span(start, place) or 0) <= 3
    )


def _landings(board: DuelBoard, me: Combatant[Sheet], place: InZone) -> Sequence[Landing]:
    zones, hit = board.space.zones, Fraction(ON_TARGET, 20)

    def met(zone: InZone) -> tuple[Id, ...]:
        near = (c for c in board.state.combatants.values() if c.at in zones.blast(zone))
        return tuple(c.id for c in near if c.side == me.side or not c.sheet.hidden)

    ways = zones.neighbours(place)
    strays = [
        Landing(way, (1 - hit) / len(ways), met(way), f"strays, {number} on the d{len(ways)}")
        for number, way in enumerate(ways, 1)
    ]
    return [Landing(place, hit if ways else Fraction(1), met(place), "on target"), *strays]


async def _throw(table: DuelTable, who: Id, place: InZone) -> None:
    face = await table.roll("d20", f"{who} throws a pot", who)
    ways, strayed = table.space.zones.neighbours(place), face > ON_TARGET
    if strayed and ways:
        place = table.space.zones.deviated(place, await table.roll(f"d{len(ways)}", "where the pot strays", who))
    table.emit(PotThrown(who, place, strayed))
    blast = table.space.zones.blast(place)
    for c in table.fresh([c.id for c in table.state.combatants.values() if c.at in blast]):
        harm(table, c.id, await table.roll("1d4", f"the pot hurts {c.id}", who))
