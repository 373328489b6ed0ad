"""Changing place: in the zone, to the next, over barriers, pushed (C-44 to C-50); flight and chase (C-72 to C-76)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import partial

from game.kit.combatants import bodies, enemies, present
from game.kit.reactions import react
from game.rules.dice import Tally
from game.rules.events import Id, Left, Moved, MoveKind
from game.rules.option_details import OptionDetails, Spending
from game.rules.questions import Family, Option, Refusal, Seat
from game.spatial.places import InZone, OnBorder, ZonePlace
from rulesets.einfelst.play import perils
from rulesets.einfelst.play.cards import show
from rulesets.einfelst.play.events import Did, Matched, Reacted
from rulesets.einfelst.play.geometry import Hurdle, apart, close, hurdles, roomy, sheltered, ways_out, wet
from rulesets.einfelst.play.harm import harm, loses, part
from rulesets.einfelst.play.maneuver import (
    Choice,
    Maneuver,
    barred,
    can_react,
    fast,
    has_fast_maneuver,
    has_free_fast_maneuver,
    has_slow_maneuver,
    pay_fast,
    pooled,
    price,
)
from rulesets.einfelst.play.pools import better, contend, pool, test
from rulesets.einfelst.sheet.roster import Action
from rulesets.einfelst.sheet.sheet import Body, EinfelstBoard, EinfelstTable, Sheet, Spot

CROSSED: dict[Hurdle, tuple[Action, ...]] = {
    "climb": ("finesse", "endure"),
    "gap": ("finesse",),
    "water": ("endure",),
    "rubble": ("force",),
}
"""Actions that get somebody past what bars a way (C-15, C-31, ruling W-39); the better one is thrown."""

DOING: dict[Hurdle, str] = {
    "climb": "Climb to",
    "gap": "Leap to",
    "water": "Swim to",
    "rubble": "Clear the rubble towards",
}


DRIVEN: tuple[MoveKind, ...] = ("push", "drag", "throw")
"""Passages that somebody else is behind: a push, a blow, a spell."""

# ------------------------------------------------------------------ to another zone


async def go(table: EinfelstTable, who: Id, place: ZonePlace, how: MoveKind = "walk") -> None:
    """To the next zone, whatever that costs: the pinned are harmed on the way (ruling W-26)."""
    c = table.now(who)
    if how not in DRIVEN:
        await _break_cover(table, who)
        if not table.now(who).sheet.up:
            return
    depart(table, who)
    table.set(who, spot="open", lured=None if c.sheet.lured == place else c.sheet.lured)
    table.emit(Moved(who, c.at, place, how))
    part(table)
    if wet(table, place):
        perils.put_out(table, who)
    await perils.catch_fire(table, who, perils.blaze(table, place))


async def _break_cover(table: EinfelstTable, who: Id) -> None:
    """Whoever is pinned down pays for leaving its zone (C-53, ruling W-26)."""
    if table.now(who).sheet.pinned:
        table.set(who, pinned=False)
        await harm(table, who, 1, "physical", "C-53")


def depart(table: EinfelstTable, who: Id) -> None:
    """Whoever changes place is beside nobody any more."""
    table.set(who, beside=())
    for c in table.fresh([c.id for c in bodies(table) if who in c.sheet.beside]):
        table.set(c.id, beside=tuple(other for other in c.sheet.beside if other != who))


def cross_pool(sheet: Sheet, bar: Hurdle) -> Tally:
    """The dice to get past what bars a way; a rope helps on walls."""
    found = pool(sheet, better(sheet, *CROSSED[bar]), "C-31" if bar == "climb" else "C-15")
    rope = max((sheet.item(key).dice for key in sheet.items("rope")), default=0) if bar == "climb" else 0
    return found.plus("rope", rope, "C-31")


async def cross(table: EinfelstTable, who: Id, place: InZone) -> None:
    """A test of what the ground asks; who fails to climb or to leap falls where it is high enough (ruling W-39)."""
    me = table.now(who)
    bar, border = hurdles(table, me)[place]
    rule = "C-31" if bar == "climb" else "C-15"
    if await test(table, who, DOING[bar].lower().removesuffix(" to"), cross_pool(me.sheet, bar), rule):
        if bar == "rubble":
            table.set_turn(cleared=(*table.state.turn.cleared, border.number))
            table.emit(Did(who, "clears the rubble", "C-15"))
        else:
            await go(table, who, place)
    elif bar in ("climb", "gap"):
        feet, start = perils.height(table, border), me.at
        if feet >= perils.LEAST and isinstance(start, InZone) and perils.drop(table, start, place):
            await go(table, who, place, "fall")
        await perils.fall(table, who, feet)


LEAVES, FLEES = "leaves the field", "flees"
"""How somebody is off the map: as one goes to the next zone, or by a flight that was tested."""


async def leave(table: EinfelstTable, who: Id, why: str = LEAVES) -> None:
    """Off the map from its edge: by flight, or with nobody in the fight who could follow (ruling W-48)."""
    await _break_cover(table, who)
    if not table.now(who).sheet.up:
        return
    depart(table, who)
    table.set_turn(escaped=(*table.state.turn.escaped, who))
    table.emit(Left(who, why))
    part(table)


def pursuers(board: EinfelstBoard, me: Body) -> bool:
    """Whether a foe that somebody knows of could follow it: in the fight, held by nobody, not on fire, with a way."""
    return any(foe.sheet.free and apart(board, foe.at, me.at) is not None for foe in enemies(board, me.side))


def may_leave(board: EinfelstBoard, me: Body) -> bool:
    """Whether somebody stands where one leaves the map and has nobody to flee from (C-50, C-72, ruling W-48)."""
    return me.at in ways_out(board, me.side) and not pursuers(board, me)


# ------------------------------------------------------------------ pushed


def shoved_to(board: EinfelstBoard, it: Body) -> list[InZone]:
    """The zones that somebody can be pushed into: on open ground, or down a ledge (ruling W-14)."""
    assert isinstance(it.at, InZone)
    found: list[InZone] = []
    for place, (_, border) in hurdles(board, it).items():
        kind = board.space.zones.crossing(border).kind
        cleared = kind == "rubble" and border.number in board.state.turn.cleared
        if kind in ("open", "door") or cleared or (kind == "climb" and perils.drop(board, it.at, place)):
            found.append(place)
    return found


async def shove(table: EinfelstTable, who: Id, place: InZone, how: MoveKind = "push") -> None:
    """Somebody is pushed into the next zone, and falls if that lies deep enough (C-101); ``how``: by what."""
    start = table.now(who).at
    assert isinstance(start, InZone)
    feet = perils.drop(table, start, place)
    await go(table, who, place, how)
    await perils.fall(table, who, feet)


async def jostle(table: EinfelstTable, who: Id, spot: Spot) -> None:
    """Somebody is pushed to another part of its zone."""
    depart(table, who)
    table.set(who, spot=spot)
    table.emit(Did(who, PUSHED[spot], "C-53"))
    part(table, who)


PUSHED: dict[Spot, str] = {"open": "is driven into the open", "far": "is driven far off"}


# ------------------------------------------------------------------ within the zone


async def take_place(table: EinfelstTable, who: Id, spot: Spot) -> None:
    """Rule: anywhere in the zone for a fast maneuver, cover too (C-44, C-46, C-48)."""
    depart(table, who)
    table.set(who, spot=spot)
    table.emit(Did(who, TAKEN[spot], "C-46" if spot == "cover" else "C-48"))
    part(table, who)


TAKEN: dict[Spot, str] = {"open": "comes out into the open", "far": "keeps far off", "cover": "takes cover"}


async def close_in(table: EinfelstTable, who: Id, target: Id) -> None:
    """Rule: who is far off or behind cover must be come close to before it can be struck (C-49)."""
    depart(table, who)
    table.set(who, spot="open", beside=(target,))
    table.emit(Did(who, "closes in on", "C-49", target))
    part(table, who)


async def stand_up(table: EinfelstTable, who: Id) -> None:
    """Rule: stand up (C-34)."""
    table.set(who, prone=False)
    table.emit(Did(who, "gets up", "C-34"))


# ------------------------------------------------------------------ options


def rooted(me: Body) -> tuple[str, str] | None:
    """Why somebody can't change place, and the rule; None if it can."""
    return barred(me.sheet, "go")


def options(board: EinfelstBoard, me: Body) -> Iterator[Choice]:
    """Getting up, places within the zone, and the way off the map."""
    if not has_free_fast_maneuver(board, me):
        return
    if me.sheet.prone and not me.sheet.held:
        yield fast("stand", stand_up, (), "Get up", "C-34")
    if rooted(me) is not None:
        return
    yield from _within(board, me)
    if may_leave(board, me):
        yield fast("leave", leave, (), "Leave the field", "C-50", *cost(board, me), for_good=True)


def _within(board: EinfelstBoard, me: Body) -> Iterator[Choice]:
    spot, lost = me.sheet.spot, loses(board, me.id)
    if spot != "cover" and sheltered(board, me.at):
        label = "Take cover: one success more for whoever shoots"
        yield fast("cover", take_place, ("cover",), label, "C-46", *lost, short="Take cover")
    if spot != "far" and roomy(board, me.at):
        label = "Keep far off: foes must come close to strike"
        yield fast("withdraw", take_place, ("far",), label, "C-48", *lost, short="Keep off")
    if spot != "open":
        label = "Come out into the open"
        yield fast("emerge", take_place, ("open",), label, "C-48", *lost, short="Come out")
    for foe in enemies(board, me.side):
        if foe.at == me.at and not close(me, foe) and foe.sheet.spot != "open":
            label = f"Close in on {foe.sheet.profile.name}"
            yield fast(f"close {foe.id}", close_in, (foe.id,), label, "C-49", *lost, target=foe.id, verb="approach")


def families(board: EinfelstBoard, me: Body) -> Iterator[Family[Maneuver | None]]:
    """The zones next to one's own: those open to walk into, and those with something in the way."""
    if rooted(me) is not None:
        return
    around, lured = hurdles(board, me), me.sheet.lured
    if has_fast_maneuver(board, me):
        steps = [p for p, (bar, _) in around.items() if not bar and lured in (None, p)]
        yield Family("go", steps, partial(_walk, board, me))
    if has_slow_maneuver(board, me):
        yield Family("cross", [p for p, (bar, _) in around.items() if bar], partial(_cross, board, me, around))


def _walk(board: EinfelstBoard, me: Body, key: str, place: InZone) -> Choice:
    label = f"Go to {board.space.zones.name(place)}"
    look = partial(_way, board, me, place)
    return Option(key, Maneuver(go, (place,), "fast"), label, place=place, look=look)


def _way(board: EinfelstBoard, me: Body, place: InZone) -> OptionDetails:
    hot = perils.blaze(board, place)
    burns = (f"sets on fire, intensity {hot} (C-92)",) if perils.catches(board, me, hot) else ()
    spends = Spending("fast maneuver") if me.sheet.fast else Spending("slow maneuver", dear=True)
    return OptionDetails((place,), notes=("by C-50", *cost(board, me), *burns), spends=spends)


def cost(board: EinfelstBoard, me: Body) -> tuple[str, ...]:
    """Cost of leaving one's zone, in words."""
    return (*(("1 Harm for leaving, pinned down (C-53)",) if me.sheet.pinned else ()), *loses(board, me.id))


def _cross(
    board: EinfelstBoard, me: Body, around: dict[InZone, tuple[Hurdle, OnBorder]], key: str, place: InZone
) -> Choice:
    bar, border = around[place]
    label = f"{DOING[bar]} {board.space.zones.name(place)}"
    feet = perils.height(board, border)
    notes = ("one success", *((f"{feet} ft to fall (C-101)",) if feet >= perils.LEAST else ()), *cost(board, me))
    look = partial(pooled, cross_pool(me.sheet, bar), *notes, spends=Spending("slow maneuver", dear=True))
    return Option(key, Maneuver(cross, (place,), "slow"), label, place=place, look=look)


MOVES = ("go", "cross", "approach", "withdraw", "emerge", "cover", "leave")
"""What changes one's place."""

FAST = (*MOVES, "stand", "draw", "sheathe", "take", "open", "close", "pull", "cure")
"""What takes a fast maneuver."""


def refusals(board: EinfelstBoard, me: Body) -> Iterator[Refusal]:
    """Why somebody can't go anywhere."""
    why = rooted(me)
    if why is not None:
        yield Refusal("Move", *why, MOVES)
    elif not has_fast_maneuver(board, me):
        yield Refusal("Move", "no maneuver is left for this turn", "C-19", MOVES)
    elif me.sheet.lured is not None:
        whither = board.space.zones.name(me.sheet.lured)
        yield Refusal("Act fast", f"its next fast maneuver leads to {whither}, where it was lured", "C-29", FAST)
    if me.at in ways_out(board, me.side) and pursuers(board, me):
        yield Refusal("Leave", "a foe could follow, so that it takes a flight", "C-72", ("leave",))
    if not sheltered(board, me.at):
        yield Refusal("Take cover", "there is nothing here to stand behind", "C-46", ("cover",))


Way = tuple[InZone, ...]

FLIGHT: tuple[Action, Action] = ("finesse", "sneak")
CHASE: tuple[Action, Action] = ("finesse", "track")


def way(board: EinfelstBoard, me: Body) -> Way | None:
    """The shortest way off the map that leads through no zone with a foe in it, the own one left out (ruling W-9).

    Nothing on it may need a test or a maneuver of its own. Empty where one stands at the edge already; None: no way.
    """
    assert isinstance(me.at, InZone)
    ends = ways_out(board, me.side)
    shut = {foe.at for foe in enemies(board, me.side)} - {me.at}
    found: dict[InZone, Way] = {me.at: ()}
    queue = deque([me.at])
    while queue:
        here = queue.popleft()
        if here in ends:
            return found[here]
        for there, (bar, _) in hurdles(board, Body(me.id, me.side, here, me.sheet)).items():
            if not bar and there not in found and there not in shut:
                found[there] = (*found[here], there)
                queue.append(there)
    return None


def flights(board: EinfelstBoard, me: Body) -> Iterator[Choice]:
    """The option to flee, for whoever stands on its feet and has a way."""
    if barred(me.sheet, "flee") is not None:
        return
    path = way(board, me)
    if path is None:
        return
    tally = pool(me.sheet, better(me.sheet, *FLIGHT), "C-72")

    chase = (f"{foe.sheet.profile.name} may give chase (C-75)" for foe in chasers(board, me, known=True))
    dangers = (*chase, *cost(board, me))
    yield Option("flee", Maneuver(flee, quiet=True), "Flee the fight", look=partial(pooled, tally, *dangers))


def flight_refusals(board: EinfelstBoard, me: Body) -> Iterator[Refusal]:
    """Why somebody can't flee."""
    if why := barred(me.sheet, "flee"):
        yield Refusal("Flee", *why, ("flee",))
    elif way(board, me) is None:
        yield Refusal("Flee", "every way out leads through a foe's zone, or is barred", "C-74", ("flee",))


def chasers(board: EinfelstBoard, me: Body, *, known: bool = False) -> list[Body]:
    """Foes in the same zone who could give chase; ``known``: without those in hiding."""
    if me.sheet.hidden:
        return []
    found = [c for c in bodies(board) if c.side != me.side and c.at == me.at and not (known and c.sheet.hidden)]
    able = [c for c in found if can_react(c.sheet, "chase")]
    path = way(board, me) if able else None
    return sorted((c for c in able if not path or _follows(board, c, path[0])), key=lambda c: c.sheet.cards)


def _follows(board: EinfelstBoard, c: Body, step: InZone) -> bool:
    """Whether somebody can go where another flees to, with nothing in its way."""
    around = hurdles(board, c)
    return step in around and not around[step][0]


async def flee(table: EinfelstTable, who: Id) -> None:
    """Rule: flee. Those who give chase say so before the throw; the successes of all of them come off (C-75, W-33)."""
    path = way(table, table.now(who))
    assert path is not None
    table.emit(Did(who, "turns to flee", "C-72"))
    after = await _chased_by(table, who)
    sheet = table.now(who).sheet
    tally = pool(sheet, better(sheet, *FLIGHT), "C-72")
    won = await (contend(table, who, "flight", tally) if after else test(table, who, "flight", tally, "C-72"))
    caught: dict[Id, int] = {}
    for foe, dice in after.items():
        caught[foe] = await contend(table, foe, "chase", dice)
    if caught:
        asked, best = Tally().plus("to get away", 1, "C-72"), max(caught, key=lambda foe: caught[foe])
        table.emit(Matched(who, best, won, sum(caught.values()), asked, "C-75", "caught up"))
    if won > sum(caught.values()):
        await _get_away(table, who, path)
    elif not won:
        table.emit(Did(who, "finds no way out", "C-73"))
    elif path and not _barred(table, who, path[0]):  # both stay in the fight, a zone farther on (C-76)
        await go(table, who, path[0], "pursuit")
        for foe in caught:
            if caught[foe] and present(table, foe) and table.now(who).at == path[0]:
                await go(table, foe, path[0], "pursuit")


async def _chased_by(table: EinfelstTable, who: Id) -> dict[Id, Tally]:
    """Who gives chase, and with which dice; it is paid for at once."""
    found: dict[Id, Tally] = {}
    for foe in table.fresh([c.id for c in chasers(table, table.now(who))]):
        leave: Option[bool] = Option("pass", False, "Let it go")
        tally = pool(foe.sheet, better(foe.sheet, *CHASE), "C-75")
        look, cost = partial(pooled, tally), price(foe.sheet)
        chase = Option("chase", True, "Give chase", who, look=look, icon="boot", price=cost)
        why = f"{table.now(who).sheet.profile.name} flees from {foe.sheet.profile.name}"
        if await react(Seat(foe.side), why, leave, [chase], topic="chase", who=foe.id, about=(who,)):
            pay_fast(table, foe.id)
            show(table, foe.id, "comes out of hiding", "C-39")
            table.emit(Reacted(foe.id, "chases", "C-75", who))
            found[foe.id] = tally
    return found


async def _get_away(table: EinfelstTable, who: Id, path: Way) -> None:
    """Off the map, unless somebody in hiding stands in the way, before whom the flight ends."""
    for step in path:
        if _barred(table, who, step):
            return
        await go(table, who, step, "flee")
        if not present(table, who):
            return
    await leave(table, who, FLEES)


def _barred(table: EinfelstTable, who: Id, step: InZone) -> bool:
    """Whether foes in hiding stand where somebody flees to; they come to light (ruling W-45)."""
    side = table.now(who).side
    lurking = [c.id for c in bodies(table) if c.side != side and c.at == step and c.sheet.up]
    for id_ in lurking:
        show(table, id_, "bars the way", "C-74")
    return bool(lurking)
