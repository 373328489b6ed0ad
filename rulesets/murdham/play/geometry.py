"""Where geometry becomes murdham's words: nearby, range in zones, visible, cover, objectives, exits.

Distances are whole zones along the shortest way, the first not counted; on a border one counts as in either zone. A
``Look`` is how one place looks from another, all that the sums of an attack ask of the map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from game.kit.cache import BoundedCache, PerMapCache
from game.kit.combatants import bodies, enemies
from game.kit.goals import Goals, exits, objective_zones
from game.rules.events import Id
from game.rules.setup import Objective
from game.spatial.places import InZone, OnBorder, ZonePlace
from game.spatial.zones import Zones
from rulesets.murdham.play.events import Mode
from rulesets.murdham.sheet.sheet import SIZES, Ability, Body, MurdhamBoard, Sheet, Turn

FEAR_RANGE = 4
"""Zones within which a frightening foe frightens (A-119)."""


def half(number: int) -> int:
    """Half of a number; fractions round up."""
    return -(-number // 2)


# ------------------------------------------------------------------ who


def holders(board: MurdhamBoard, who: Id) -> Iterator[Body]:
    """Everybody who holds a combatant in a grapple."""
    return (c for c in bodies(board) if c.sheet.grabbing == who and c.sheet.conscious)


def held(board: MurdhamBoard, who: Id) -> bool:
    """Whether anybody holds a combatant in a grapple."""
    global _held
    everybody = board.state.combatants
    if _held[0] is not everybody:
        holding = [c.sheet for c in everybody.values() if c.sheet.grabbing]
        _held = everybody, frozenset([sheet.grabbing for sheet in holding if sheet.conscious])
    return who in _held[1]


_held: tuple[Mapping[Id, Body], frozenset[Id]] = {}, frozenset()
"""The last combatants asked about, and which of them are held: it is asked of everybody at every step."""


def entangled(board: MurdhamBoard, c: Body) -> bool:
    """Caught in a net or trap, or grabbed (A-84)."""
    return c.sheet.entangled or held(board, c.id)


def able(board: MurdhamBoard, c: Body) -> bool:
    """Whether a combatant could take its turn at all, now or as a reaction: not spent, stunned or entangled (A-15)."""
    return not c.sheet.surrendered and saves_itself(board, c)


def saves_itself(board: MurdhamBoard, c: Body) -> bool:
    """The same of who has surrendered, too: it may still get out of the way of an attack (A-50, ruling M-61)."""
    sheet = c.sheet
    spent = sheet.acted or sheet.stunned
    return sheet.conscious and not spent and not entangled(board, c) and not caught_out(board, c)


def fights(c: Body) -> bool:
    """Whether somebody attacks and stands in for others, in its turn and out of it; it saves itself in any case.

    Not once it has failed a test of morale (A-98), nor while it has surrendered (A-101).
    """
    return not (c.sheet.retreating or c.sheet.surrendered)


def caught_out(board: MurdhamBoard, c: Body) -> bool:
    """Whether it is the ambushers' bonus turn, in which nobody else can do anything (A-93, ruling M-22)."""
    turn = board.state.turn
    return turn.phase == "ambush" and c.id not in turn.ambushed


CONFUSED = -2
"""Scores for saves of whoever is confused (A-24)."""


def ability(c: Body, name: Ability) -> int:
    """An ability's score for saves, less while confused."""
    value: int = getattr(c.sheet, name)
    return value + CONFUSED * c.sheet.confused


def likely(c: Body, name: Ability) -> Fraction:
    """How likely a save is to pass: a d20 of at most the ability's score."""
    return Fraction(min(20, max(0, ability(c, name))), 20)


def taunter(board: MurdhamBoard, c: Body) -> Id | None:
    """Whom alone a combatant's next turn may be spent on harming (A-19), while there is such a foe."""
    mocker = c.sheet.taunted
    return next((foe.id for foe in enemies(board, c.side) if foe.id == mocker), None) if mocker else None


def bigger(a: Body, b: Body) -> bool:
    """Whether ``a`` is of a larger size than ``b``."""
    return SIZES.index(a.sheet.profile.size) > SIZES.index(b.sheet.profile.size)


# ------------------------------------------------------------------ where


def nearby(board: MurdhamBoard, a: ZonePlace, b: ZonePlace) -> bool:
    """Range 0: the same zone and all its borders; from a border, that border and both its zones.

    Through a shut door nobody is nearby.
    """
    return b in board.space.zones.at_hand(a)


def near_foes(board: MurdhamBoard, me: Body) -> list[Body]:
    """Foes nearby, known to the combatant's side."""
    return [c for c in enemies(board, me.side) if nearby(board, me.at, c.at)]


def far(board: MurdhamBoard, a: ZonePlace, b: ZonePlace) -> int | None:
    """Zones between two places as a missile flies; None if nothing could."""
    return board.space.zones.span(a, b)


def zone_of(place: ZonePlace, board: MurdhamBoard) -> tuple[InZone, ...]:
    """The zones that a place belongs to: itself, or both zones of a border."""
    return board.space.zones.zones_of(place)


def smoke(board: MurdhamBoard) -> tuple[InZone, ...]:
    """Zones full of smoke since the fight began."""
    return _zones(board, board.state.turn.smoke)


def _zones(board: MurdhamBoard, numbers: tuple[int, ...]) -> tuple[InZone, ...]:
    if not numbers:
        return ()
    zones = board.space.zones.all_zones
    return tuple([zones[number] for number in numbers])


def visible(board: MurdhamBoard, a: ZonePlace, b: ZonePlace) -> bool:
    """Whether somebody in ``b`` is visible from ``a``: line of sight across zones, light, no smoke."""
    clouded, lit = smoke(board), _zones(board, board.state.turn.burning)
    if a == b:
        return any(zone not in clouded and not _dim(board, zone, lit) for zone in zone_of(a, board))
    return board.space.zones.visible(a, b, smoke=clouded, lit=lit)


def _dim(board: MurdhamBoard, zone: InZone, lit: tuple[InZone, ...]) -> bool:
    """Whether the map says that a zone is full of smoke, or dark and not lit."""
    tags = board.space.zones.area(zone).tags
    return "smoke" in tags or ("dark" in tags and zone not in lit)


def sees(board: MurdhamBoard, me: Body, it: Body) -> bool:
    """Whether a combatant sees another: not concealed, and the place it stands in is visible."""
    if it.sheet.hidden and it.side != me.side:
        return False
    return visible(board, me.at, it.at)


def heeds(board: MurdhamBoard, it: Body, me: Body) -> bool:
    """Whether words and gestures of one combatant tell on another: it has a mind, and sees or hears them (A-19).

    Whoever is nearby hears them, in the dark and in smoke too (ruling M-29).
    """
    return it.sheet.profile.mind != "mindless" and nearby(board, it.at, me.at)


def watchers(board: MurdhamBoard, c: Body) -> list[Body]:
    """Conscious foes who see the place a combatant stands in, but for the concealed: they give no sign (M-18)."""
    return [
        eye
        for eye in board.state.combatants.values()
        if eye.side != c.side and eye.sheet.conscious and not eye.sheet.hidden and visible(board, eye.at, c.at)
    ]


def covered(board: MurdhamBoard, place: ZonePlace) -> bool:
    """Whether a place has something to stand behind (A-67); hand to hand and within a zone it is no help (M-19)."""
    zones = board.space.zones
    return all(zones.area(zone).cover != "none" for zone in zone_of(place, board))


def behind_barrier(board: MurdhamBoard, place: ZonePlace) -> bool:
    """Whether all the zones that a place belongs to have a barrier to stand behind."""
    zones = board.space.zones
    return all(zones.area(zone).cover == "barrier" for zone in zone_of(place, board))


def shrouded(board: MurdhamBoard, a: ZonePlace, b: ZonePlace) -> bool:
    """Whether something partly hides who stands in ``b`` from who is in ``a`` (A-66, ruling M-20).

    Undergrowth does from outside it; and so does the brink of smoke or darkness, a border of which one zone is clear.
    """
    if overgrown(board, b):
        return not nearby(board, a, b)
    return a != b and on_the_brink(board, b)


def overgrown(board: MurdhamBoard, place: ZonePlace) -> bool:
    """Whether a place lies in undergrowth or the like: a border if both its zones do."""
    return all("overgrown" in board.space.zones.area(zone).tags for zone in zone_of(place, board))


def on_the_brink(board: MurdhamBoard, place: ZonePlace) -> bool:
    """Whether a place is a border between clear air and smoke or darkness."""
    if not isinstance(place, OnBorder):
        return False
    clouded, zones = smoke(board), board.space.zones
    dim = [z for z in zones.sides(place) if z in clouded or {"smoke", "dark"} & set(zones.area(z).tags)]
    return len(dim) == 1


def sizes_at(board: MurdhamBoard, place: ZonePlace, me: Body, side: str) -> list[int]:
    """The cells along a side of everybody else who takes up room in a place, as far as a side knows.

    Those who lie on the ground are stepped over, and who has given up stands aside (ruling M-41).
    """
    others = [c for c in bodies(board) if c.at == place and _takes_room(c, me, side)]
    return [c.sheet.profile.side_length for c in others]


def _takes_room(c: Body, me: Body, side: str) -> bool:
    return c.id != me.id and c.id != me.sheet.grabbing and c.sheet.up and (c.side == side or not c.sheet.hidden)


def fits(board: MurdhamBoard, me: Body, place: ZonePlace, side: str = "") -> bool:
    """Whether a combatant may enter a place: it is not full (A-120). Whom it holds comes along and takes room too.

    ``side``: whose knowledge counts, if not its own side's: a full place must not give the concealed away.
    """
    return _fits(board, me, place, sizes_at(board, place, me, side or me.side))


def _fits(board: MurdhamBoard, me: Body, place: ZonePlace, there: list[int]) -> bool:
    zones = board.space.zones
    if me.sheet.grabbing:
        held = board.now(me.sheet.grabbing)
        return zones.fits(place, [*there, held.sheet.profile.side_length], me.sheet.profile.side_length) or not there
    return zones.fits(place, there, me.sheet.profile.side_length)


def crowded(board: MurdhamBoard, me: Body) -> list[ZonePlace]:
    """Places that a combatant can't enter, as far as its side knows, for those who are there."""
    sizes: dict[ZonePlace, list[int]] = {}
    for c in bodies(board):
        if _takes_room(c, me, me.side):
            sizes.setdefault(c.at, []).append(c.sheet.profile.side_length)
    return [place for place, there in sizes.items() if not _fits(board, me, place, there)]


def difficult(board: MurdhamBoard, place: ZonePlace) -> bool:
    """Whether a place is difficult ground: rubble, brambles, caltrops."""
    zones = board.space.zones
    if isinstance(place, OnBorder):
        return zones.crossing(place).kind == "rubble"
    return "difficult" in zones.area(place).tags or place.number in board.state.turn.caltrops


def watery(board: MurdhamBoard, place: ZonePlace) -> bool:
    """Whether one has to swim there."""
    return isinstance(place, InZone) and board.space.zones.area(place).kind in ("water", "rapids")


def rough(board: MurdhamBoard, place: ZonePlace) -> bool:
    """Whether swimming there takes a save (A-16, ruling M-56): the map calls it rapids."""
    return isinstance(place, InZone) and board.space.zones.area(place).kind == "rapids"


def hung(board: MurdhamBoard, place: ZonePlace) -> bool:
    """Whether one hangs on a climb there: on its border, with no foot on either side."""
    return isinstance(place, OnBorder) and board.space.zones.crossing(place).kind == "climb"


def burning(board: MurdhamBoard, place: ZonePlace) -> bool:
    """Whether a zone burns (ruling M-21: a map's fire takes the whole zone only where it covers half of it)."""
    if not isinstance(place, InZone):
        return False
    if place.number in board.state.turn.burning:
        return True
    area = board.space.zones.area(place)
    hot = {cell for feature in area.features if feature.kind == "fire" for cell in feature.cells}
    return bool(hot) and 2 * sum(cell in hot for cell in area.cells) >= len(area.cells)


def hazards(board: MurdhamBoard, place: ZonePlace) -> list[str]:
    """Hazards of a zone that somebody can be pushed into: fire, fall, deep_water, trap (A-87)."""
    if not isinstance(place, InZone):
        return []
    found = [f.kind for f in board.space.zones.area(place).features if f.kind in ("fire", "fall", "deep_water", "trap")]
    if place.number in board.state.turn.burning:
        found.append("fire")
    return list(dict.fromkeys(found))


def _on(board: MurdhamBoard, c: Body, aim: Objective) -> bool:
    return bool(set(objective_zones(board, aim)) & set(zone_of(c.at, board)))


GOALS: Goals[Sheet, Turn] = Goals(_on, lambda board, c, aim: c.at in objective_zones(board, aim))


def task_at(board: MurdhamBoard, me: Body) -> Objective | None:
    """The task that a combatant could work at from where it stands (ruling M-58)."""
    aim = GOALS.task(board, me.side)
    return aim if aim is not None and _on(board, me, aim) else None


def ways_out(board: MurdhamBoard, side: str) -> list[InZone]:
    """Where a side may leave the map: the exits, and what its own objective calls the way out."""
    aim = GOALS.aim(board, side)
    return [*exits(board), *(objective_zones(board, aim) if aim.goal == "escape" else [])]


KEPT = 64
"""States of maps, with their doors, smoke and fire, whose looks are kept."""


class Look(NamedTuple):
    """One place as seen from another. Of who stands there it knows nothing: hidden, leaning out, flying are sheets'."""

    near: bool
    span: int | None
    """Zones as a missile flies; None if nothing could."""
    arc: int | None
    """Zones as what is lobbed flies, over walls and rock (A-46, ruling M-60)."""
    seen: bool
    """Line of sight, light, no smoke."""
    covered: bool
    walled: bool
    """A barrier is between."""
    shrouded: bool
    """What is there is seen badly."""
    swimming: bool
    """Who attacks has to swim where it is."""
    climbing: bool
    """Who attacks hangs on a climb."""

    def zones(self, mode: Mode) -> int | None:
        """How far it is to an attack of a kind, in zones; None if it gets there in no way."""
        return self.arc if mode == "indirect" else self.span


class Looks:
    """All the looks of a map with its doors, smoke and fire as they are, worked out as asked for."""

    def __init__(self, board: MurdhamBoard) -> None:
        self._board = board.still()
        self.zones: Zones = board.space.zones
        self._known: dict[tuple[ZonePlace, ZonePlace], Look] = {}

    def of(self, here: ZonePlace, there: ZonePlace) -> Look:
        """How one place looks from another."""
        found = self._known.get((here, there))
        if found is None:
            found = self._known[here, there] = self._look(here, there)
        return found

    def _look(self, here: ZonePlace, there: ZonePlace) -> Look:
        board, near = self._board, nearby(self._board, here, there)
        return Look(
            near,
            far(board, here, there),
            board.space.zones.lob(here, there),
            visible(board, here, there),
            not near and covered(board, there),
            not near and behind_barrier(board, there),
            shrouded(board, here, there),
            watery(board, here),
            hung(board, here),
        )


_kept: PerMapCache[BoundedCache[tuple[object, ...], Looks]] = PerMapCache(lambda: BoundedCache(KEPT))


def looks_of(board: MurdhamBoard) -> Looks:
    """The looks of a map as it is now."""
    turn, space = board.state.turn, board.space
    return _kept.of(space).of((space, turn.smoke, turn.burning), Looks, board)


def look_at(board: MurdhamBoard, here: ZonePlace, there: ZonePlace) -> Look:
    """How one place looks from another."""
    return looks_of(board).of(here, there)
