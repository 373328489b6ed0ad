"""Harm: tracks of heroes, points of everybody else, what armour cancels, and who goes out of the fight."""

from __future__ import annotations

from functools import partial
from itertools import product

from game.kit.combatants import NOBODY, bodies
from game.rules.dice import Tally
from game.rules.events import Id
from game.rules.option_details import OptionDetails
from game.rules.questions import Choose, Menu, Option, Seat
from rulesets.einfelst.play.events import Afflicted, Did, Eased, Fell, Harmed, Marked, Soaked
from rulesets.einfelst.play.pools import SIX, better, pool, test
from rulesets.einfelst.sheet.roster import Harm
from rulesets.einfelst.sheet.sheet import SLOTS, Body, EinfelstBoard, EinfelstTable, Out, Sheet, Track

ROWS = ("lesser", "moderate", "severe")

INJURIES = ("winded", "winded", "bleeding", "a broken arm", "a broken leg", "mortally wounded")
"""What breaks a hero's body, by the d6 (ruling W-28)."""


# ------------------------------------------------------------------ sums


def room(track: Track) -> int:
    """Harm that a track can still take."""
    return sum((most - row) * worth for row, most, worth in zip(track, SLOTS, (1, 2, 3), strict=True))


def spare(sheet: Sheet, kind: Harm) -> int:
    """Harm of a kind that somebody can take before it is out of the fight."""
    if not sheet.profile.hero:
        return max(0, sheet.profile.points - sheet.points)
    return room(sheet.physical if kind == "physical" else sheet.mental)


def fill(track: Track, amount: int) -> tuple[Track, int]:
    """Fill the rows upwards; a rest too small for a slot takes it all the same. The track, and what has no room."""
    rows = list(track)
    for row, most in enumerate(SLOTS):
        while amount > 0 and rows[row] < most:
            rows[row] += 1
            amount -= row + 1
    return (rows[0], rows[1], rows[2]), max(0, amount)


def spreads(track: Track, amount: int) -> list[Track]:
    """The ways to mark some Harm among which a hero may choose (W-28): none that is worse than another in some way and
    better in none. First what leaves it the most, then what is not severe, then what takes the fewest dice.
    """
    upwards, beyond = fill(track, amount)
    if beyond:
        return [upwards]
    free = [range(most - row + 1) for row, most in zip(track, SLOTS, strict=True)]
    even = [(track[0] + a, track[1] + b, track[2] + c) for a, b, c in product(*free) if a + 2 * b + 3 * c == amount]
    found = {way: (-room(way), way[-1], sum(way)) for way in [upwards, *even]}
    best = [way for way, costs in found.items() if not any(_less(other, costs) for other in found.values())]
    return sorted(best, key=found.__getitem__)


def _less(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether one costs less than another in some way, and more in none."""
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


# ------------------------------------------------------------------ marking it


def harmed_by(sheet: Sheet, kind: Harm) -> bool:
    """Whether Harm of a kind does anything to somebody: the mindless have no mind to harm (C-83)."""
    return kind == "physical" or "mindless" not in sheet.profile.traits


async def harm(table: EinfelstTable, who: Id, amount: int, kind: Harm, rule: str, source: Id | None = None) -> None:
    """Mark Harm, and see whether it is too much (C-54, C-83); ``rule``: the one by which it comes about."""
    c = table.now(who)
    if amount <= 0 or not c.sheet.up or not harmed_by(c.sheet, kind):
        return
    if c.sheet.profile.hero:
        beyond = await _mark(table, c, amount, kind, rule, source)
    else:
        points = min(c.sheet.profile.points, c.sheet.points + amount)
        lost = points - c.sheet.points
        table.set(who, points=points, less=c.sheet.less + lost)
        left = spare(table.now(who).sheet, kind)
        table.emit(Harmed(who, amount, left, source, kind, rule, lost - amount))
        beyond = not left
    if beyond:
        await _break(table, who, kind)


async def _mark(table: EinfelstTable, c: Body, amount: int, kind: Harm, rule: str, source: Id | None) -> bool:
    """Mark Harm on a hero's track; whether some of it finds no slot (ruling W-28)."""
    track = c.sheet.physical if kind == "physical" else c.sheet.mental
    marked = await _spread(table, c, track, amount, kind)
    if kind == "physical":
        table.set(c.id, physical=marked)
    else:
        table.set(c.id, mental=marked)
    filled = (marked[0] - track[0], marked[1] - track[1], marked[2] - track[2])
    more = room(track) - room(marked) - amount
    table.emit(Harmed(c.id, amount, room(marked), source, kind, rule, more))
    table.emit(Marked(c.id, filled, max(0, -more), more > 0))
    if not c.sheet.severe and slowed(table, table.now(c.id).sheet):
        _slow_down(table, c.id)
    return more < 0


async def _spread(table: EinfelstTable, c: Body, track: Track, amount: int, kind: Harm) -> Track:
    """How the hurt marks it: in the first of the ways that are left to it, unless it says otherwise."""
    if table.setup.options.get("spread", "choose") != "choose":
        return fill(track, amount)[0]
    usual, *others = ways = spreads(track, amount)
    if not others:
        return usual
    keys = ["fill", *(f"spread {'-'.join(map(str, way))}" for way in others)]
    slows = severe_slows(table) and not c.sheet.severe
    options = [
        Option(key, way, _marked(track, way, slows=slows), look=partial(_costs, way, kind))
        for key, way in zip(keys, ways, strict=True)
    ]
    why = f"{c.sheet.profile.name} suffers {amount} {kind.capitalize()} Harm: mark what?"
    return await Choose(Seat(c.side), why, Menu(options), "react", c.id, "harm", "fill", declines="fill")


def _marked(before: Track, after: Track, *, slows: bool) -> str:
    """What is marked, and what that takes of its bearer: "Mark 1 severe: 1 die less, one maneuver a turn"."""
    rows = [(now - was, row) for was, now, row in zip(before, after, ROWS, strict=True)]
    lost = sum(after) - sum(before)
    slowed = ", one maneuver a turn" * (slows and bool(after[-1]))
    marked = ", ".join(f"{count} {row}" for count, row in rows if count)
    return f"Mark {marked}: {lost} {'die' if lost == 1 else 'dice'} less{slowed}"


def _costs(after: Track, kind: Harm) -> OptionDetails:
    """What of its bearer's a marked track has taken in all, in words."""
    lost, left = sum(after), room(after)
    dice = (
        f"{lost} {'die' if lost == 1 else 'dice'} less in all on {'bodily' if kind == 'physical' else 'mental'} Actions"
    )
    alone = ("no help to others against fear (C-85)",) if kind == "mental" and after[-1] else ()
    return OptionDetails(notes=(f"{dice} (C-54)", *alone, f"{left} more to bear"))


def severe_slows(board: EinfelstBoard) -> bool:
    """Whether the setting is chosen by which severe Harm leaves one maneuver for each card (ruling W-38)."""
    return board.setup.options.get("severe") == "slows"


def slowed(board: EinfelstBoard, sheet: Sheet) -> bool:
    """Whether severe Harm leaves somebody one maneuver for each card, by the setting (ruling W-38)."""
    return sheet.severe and severe_slows(board)


def allowance(board: EinfelstBoard, sheet: Sheet) -> tuple[int, int]:
    """Slow and fast maneuvers of a round: one of each for every card; one in all if severe Harm slows (C-19, W-38)."""
    cards = max(1, len(sheet.cards))
    return (cards, 0) if slowed(board, sheet) else (cards, cards)


def _slow_down(table: EinfelstTable, who: Id) -> None:
    """Severe Harm counts at once: of two maneuvers that are left one is lost, of one after another all (W-38)."""
    sheet = table.now(who).sheet
    left = max(0, sheet.left - len(sheet.cards))
    table.set(who, slow=min(sheet.slow, left), fast=left - min(sheet.slow, left))
    table.emit(Afflicted(who, SLOWED, "C-54"))


SLOWED = "left with one maneuver a turn"
"""What severe Harm does besides the die that it takes."""


async def _break(table: EinfelstTable, who: Id, kind: Harm) -> None:
    """More than it can bear: terrified, or broken, which may kill a hero (ruling W-28)."""
    if kind == "mental":
        fell(table, who, "terrified")
        return
    if not table.now(who).sheet.profile.hero:
        fell(table, who, "broken")
        return
    face = await table.roll("d6", "critical injury", who)
    table.emit(Afflicted(who, INJURIES[face - 1], "C-83"))
    if face not in (3, 6):
        fell(table, who, "broken")
        return
    rounds = await table.roll("d6", "rounds to live", who) if face == 3 else 1
    table.set(who, dies=table.state.turn.round + rounds)
    fell(table, who, "dying")


def fell(table: EinfelstTable, who: Id, how: Out) -> None:
    """Somebody is out of the fight; whom it held is free."""
    table.set(who, out=how, held=False, holder=NOBODY, muffled=False, fire=0, doused=0, poison=(), hidden=False)
    table.set(who, slow=0, fast=0, pinned=False, lured=None, beside=())
    table.emit(Fell(who, how))
    table.set_turn(kept=())
    part(table)


def restrain(table: EinfelstTable, who: Id, source: Id, holder: Id = NOBODY) -> None:
    """Somebody is held, by another's hands or by what nobody holds the ends of; whom it held itself is free (C-65)."""
    table.set(who, held=True, holder=holder)
    table.emit(Afflicted(who, "held", "C-65", source))
    part(table)


def grip(board: EinfelstBoard, who: Id) -> list[Body]:
    """Those whom somebody holds."""
    return [c for c in bodies(board) if c.sheet.holder == who]


def loses(board: EinfelstBoard, who: Id) -> tuple[str, ...]:
    """What a preview says of those whom somebody lets go by changing its place (C-67, ruling W-43)."""
    return tuple(f"lets go of {c.sheet.profile.name} (C-67)" for c in grip(board, who))


def part(table: EinfelstTable, moved: Id = NOBODY) -> None:
    """Holds end when the holder is out of the fight, is held itself, or one of the two changes place (C-67, W-43).

    ``moved``: who has gone to another place of its zone.
    """
    for c in table.fresh([c.id for c in bodies(table)]):
        if c.sheet.holder == NOBODY:
            continue
        holder = table.state.combatants.get(c.sheet.holder)
        lost = holder is None or not holder.sheet.up or holder.sheet.held or holder.at != c.at
        if lost or moved in (c.id, c.sheet.holder):
            table.set(c.id, held=False, holder=NOBODY, muffled=False)
            table.emit(Eased(c.id, "free", "C-67"))


async def soak(table: EinfelstTable, who: Id, amount: int) -> int:
    """Harm of a hit that is left after the dice of armour or hide (ruling W-20)."""
    dice = table.now(who).sheet.profile.worn
    if not dice or amount <= 0:
        return amount
    stopped = min(amount, SIX.of(await table.throw(f"{dice}d6", "armour", who, SIX)))
    if stopped:
        table.emit(Soaked(who, dice, stopped))
    return amount - stopped


# ------------------------------------------------------------------ the dying


def bleed_out(table: EinfelstTable) -> None:
    """A round is over: whose time has run out is dead (ruling W-28)."""
    for c in table.fresh([c.id for c in bodies(table)]):
        if c.sheet.out == "dying" and c.sheet.dies <= table.state.turn.round:
            table.set(c.id, out="dead")
            table.emit(Fell(c.id, "bled out"))


def treat_pool(sheet: Sheet) -> Tally:
    """The dice of treating somebody: the better of Finesse and Study, and bandages."""
    dice = max((sheet.item(key).dice for key in sheet.items("bandages")), default=0)
    return pool(sheet, better(sheet, "finesse", "study"), "C-104").plus("bandages", dice, "C-104")


def treatable(board: EinfelstBoard, me: Body) -> list[Body]:
    """Friends in the same zone whose life runs out."""
    return [c for c in bodies(board) if c.side == me.side and c.at == me.at and c.sheet.out == "dying"]


async def treat(table: EinfelstTable, who: Id, target: Id) -> None:
    """Rule: a success with Finesse or Study stops the bleeding; bandages are used up (C-104, ruling W-28)."""
    sheet = table.now(who).sheet
    tally, used = treat_pool(sheet), next(iter(sheet.items("bandages")), "")
    if used:
        table.set(who, pack=tuple(key for key in sheet.pack if key != used))
    if await test(table, who, "treating wounds", tally, "C-104"):
        table.set(target, out="broken", dies=0)
        table.emit(Did(who, "stops the bleeding of", "C-104", target))
