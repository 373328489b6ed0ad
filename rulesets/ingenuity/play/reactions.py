"""What is done about an attack that lands: intercept, else dodge, block, parry (B-31, B-32, B-34, B-35); guard, cover.

One question has all of it, for no two of them are done about one hit but by whoever has stepped in, who is asked anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, NamedTuple

from game.kit.cell_masks import ground_of
from game.kit.combatants import allies, bodies, perceives
from game.kit.conditions import Condition, begin
from game.kit.cover import cover_of
from game.kit.reactions import react
from game.kit.telling import the
from game.rules.dice import Tally
from game.rules.events import Id, Moved
from game.rules.questions import Option, Seat, Sought
from game.spatial.field import Cell
from game.spatial.metric import ALTERNATE
from rulesets.ingenuity.play import moving
from rulesets.ingenuity.play.blow import Hit
from rulesets.ingenuity.play.damage import price, spend
from rulesets.ingenuity.play.deeds import Choice, Deed, in_actions, says
from rulesets.ingenuity.play.events import Did, Reacted
from rulesets.ingenuity.play.geometry import (
    answers,
    armed_with,
    barred,
    covered,
    defends,
    elsewhere,
    flanked,
    foes,
    metres_between,
    metres_to,
    taken,
)
from rulesets.ingenuity.play.numbers import against, dealt, deflection, larger
from rulesets.ingenuity.play.throws import FORTUNE, Pair, added, pair, test
from rulesets.ingenuity.sheet.sheet import COVER, GUARD, PHYSICAL, WAITING, Body, IngenuityBoard, IngenuityTable, Sheet


class Exposure(NamedTuple):
    """Exposure of somebody in a place, as far as its side knows."""

    perils: frozenset[Cell]
    """The place, if there is fire or a trap that it would come into."""
    blows: frozenset[Id]
    """Foes who could strike it there from where they stand."""
    shots: frozenset[Id]
    """Foes with something to shoot or throw who could aim at it there."""
    clear: frozenset[Id]
    """Those of them whose aim nothing is in the way of (B-25)."""
    flanked: frozenset[Id]
    """Foes who would be surrounded on opposite sides (B-55)."""

    def no_worse(self, other: Exposure) -> bool:
        """Whether nothing is better about another place."""
        return all(mine <= its for mine, its in zip(self[:-1], other[:-1], strict=True)) and (
            self.flanked >= other.flanked
        )

    @property
    def danger(self) -> tuple[int, ...]:
        """Sort key of places, the least first."""
        return (*map(len, self[:-1]), -len(self.flanked))


def exposure(board: IngenuityBoard, me: Body, at: Cell) -> Exposure:
    """Exposure of somebody in a place."""
    space, size, there = board.space, me.sheet.profile.cells, elsewhere(board, me, at)
    entered = covered(board, at, size) & ~covered(board, me.at, size)
    blows: set[Id] = set()
    shots: set[Id] = set()
    clear: set[Id] = set()
    for foe in foes(board, me.side):
        seen = space.corners_seen(foe.at, at, foe.sheet.profile.cells, size)
        if seen < 0:
            continue
        weapons = [foe.sheet.weapon(key) for key in armed_with(foe)]
        if metres_to(board, foe, at, size) <= max((weapon.reach for weapon in weapons if weapon.melee), default=0):
            blows.add(foe.id)
        if any(weapon.shoots or weapon.thrown for weapon in weapons):
            shots.add(foe.id)
            if cover_of(seen) == "no cover":
                clear.add(foe.id)
    return Exposure(
        frozenset((at,) if entered & ground_of(space).perils else ()),
        frozenset(blows),
        frozenset(shots),
        frozenset(clear),
        frozenset(foe.id for foe in foes(board, me.side) if flanked(there, foe, me.side)),
    )


async def guard(table: IngenuityTable, who: Id) -> None:
    """Rule: the turn ends; 1 more on all defences and their tests until the next (B-21)."""
    begin(table, who, Condition(GUARD, "turn begins"))
    table.set_turn(over=True)
    table.emit(Did(who, "is on guard", "B-21"))


async def wait(table: IngenuityTable, who: Id) -> None:
    """Rule: the turn ends; one more reaction until the next (B-29)."""
    begin(table, who, Condition(WAITING, "turn begins"))
    table.set(who, reactions=table.now(who).sheet.reactions + 1)
    table.set_turn(over=True)
    table.emit(Did(who, "waits", "B-29"))


async def seek_cover(table: IngenuityTable, who: Id) -> None:
    """Rule: shots past what one is behind have a disadvantage until the next turn (B-25)."""
    begin(table, who, Condition(COVER, "turn begins"))
    table.emit(Did(who, "seeks cover", "B-25"))


def sheltered(board: IngenuityBoard, me: Body) -> bool:
    """Whether anything beside somebody hides a part of it from one side at least (ruling N-35)."""
    space, size, (x, y) = board.space, me.sheet.profile.cells, me.at
    far = (-2, size // 2, size + 1)
    views = [(x + dx, y + dy) for dy in far for dx in far if dx != size // 2 or dy != size // 2]
    return any(space.inside(view) and space.corners_seen(view, me.at, 1, size) < 8 for view in views)


def guarding_options(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Options of it for somebody, if it has the actions."""
    if sought.begins("guard"):
        look = partial(says, "+1 on defences", "B-21", notes=("ends the turn",))
        yield Option("guard", Deed(guard, lent=False), "Be on guard", look=look, short="Guard")
    if sought.begins("wait"):
        look = partial(says, "one more reaction", "B-29", notes=("ends the turn",))
        yield Option("wait", Deed(wait, lent=False), "Wait", look=look)
    if sought.begins("cover") and not me.sheet.has(COVER) and sheltered(board, me):
        look = partial(says, in_actions(1), "B-25")
        yield Option("cover", Deed(seek_cover), "Seek cover", look=look)


BETWEEN = 2
"""Metres from which one can step in (ruling N-42)."""


Aside = tuple[str, Cell]
"""What somebody does after a dodge, and where it is then."""


@dataclass(frozen=True, slots=True)
class Defence:
    """A defence of somebody against an attack on itself, with its item."""

    kind: Literal["dodge", "block", "parry"]
    hit: Hit
    item: str = ""


@dataclass(frozen=True, slots=True)
class Between:
    """An ally who steps in for the target of a hit."""

    who: Id
    hit: Hit


Reply = Defence | Between | None
"""What a side does about a hit: nothing, or what its target or a friend does."""


async def answer(table: IngenuityTable, hit: Hit) -> Hit:
    """The hit that is left after all that is done about it; ``avoided`` if it misses after all.

    Whoever steps in has a free defence against what is left (B-34), until it is resolved: ``lapse`` says so.
    """
    said = await _asked(table, hit, _between(table, hit))
    if not isinstance(said, Between):
        return await _defended(table, hit, said)
    by = said.who
    spend(table, by)
    table.set(by, hidden=False)
    table.emit(Reacted(by, "intercepts for", "B-34", hit.target))
    if not await _change_places(table, hit.target, by):
        return await _defended(table, hit, await _asked(table, hit))
    table.set(by, spare=True)
    me, it = table.now(hit.who), table.now(by)
    hit = replace(hit, target=by)
    if not hit.critical and hit.total < against(me.sheet, it.sheet, hit.feat).total:
        return replace(hit, avoided="evaded")
    return await _defended(table, hit, await _asked(table, hit))


def lapse(table: IngenuityTable, target: Id) -> None:
    """A hit is resolved: a free defence that was not used is gone (B-34)."""
    table.set(target, spare=False)


async def _asked(
    table: IngenuityTable, hit: Hit, between: Sequence[Option[Reply]] = (), *, dodged: bool = False
) -> Reply:
    """What a side says to a hit, of all that its target and those ``between`` could do: whoever has somebody step in
    has not had the target defend itself, and the other way round, so that one question is enough.
    """
    me, it = table.now(hit.who), table.now(hit.target)
    name = f"{me.sheet.profile.name} {'hits' if hit.aimed else 'reaches'}"
    used = hit.name if hit.feat is not None else the(hit.name)
    told = f"with {used}, {hit.total}{', critical' if hit.critical else ''}"
    own = [option for option in defences(table, hit) if not dodged or option.topic != "dodge"] if hit.aimed else []
    seat = Seat(it.side)
    if own:
        leave: Option[Reply] = Option("pass", None, "Take it")
        why = f"{it.sheet.profile.name}: {name} {told}"
        options = (*own, *between)
        return await react(seat, why, leave, options, topic="defence", who=it.id, about=(me.id,))
    leave = Option("pass", None, "Nobody steps in")
    why = f"{name} {it.sheet.profile.name} {told}: does anybody step in?"
    return await react(seat, why, leave, between, topic="intercept", about=(me.id, it.id))


# ------------------------------------------------------------------ intercept


def _between(table: IngenuityTable, hit: Hit) -> list[Option[Reply]]:
    """That one of those who could steps in for the target."""
    return [
        Option(
            f"intercept {c.id}",
            Between(c.id, hit),
            f"{c.sheet.profile.name} intercepts",
            target=c.id,
            topic="intercept",
            price=price(c.sheet),
        )
        for c in table.once(lambda: interceptors(table, hit))
    ]


def interceptors(board: IngenuityBoard, hit: Hit) -> list[Body]:
    """Allies of a target who could take its place: near, on their feet, with a way there and room for both."""
    it = board.now(hit.target)
    return [
        c
        for c in allies(board, it)
        if c.id != hit.who
        and answers(board, c)
        and c.sheet.st
        and not c.sheet.prone
        and metres_between(board, c, it) <= BETWEEN
        and post(board, c, it) is not None
    ]


def post(board: IngenuityBoard, c: Body, it: Body) -> Cell | None:
    """Where somebody would stand who steps in for a target: in its place, else, of one of several cells, in the nearest
    part of it; None if it can't.
    """
    bar, passed = barred(board, c)
    body, size = covered(board, it.at, it.sheet.profile.cells), c.sheet.profile.cells
    ways = board.space.reach(c.at, BETWEEN, size=size, blocked=bar, occupied=passed & ~body, metric=ALTERNATE)
    found = sorted((at != it.at, ways.cost(at), at) for at in ways.cells() if covered(board, at, size) & body)
    return next((at for *_, at in found if _fits(board, c, at, it) and rooms(board, it, c, at)), None)


def _fits(board: IngenuityBoard, c: Body, at: Cell, other: Body) -> bool:
    """Whether somebody has room at a place, but for another who makes way."""
    size = c.sheet.profile.cells
    return board.space.standable(at, size) and not covered(board, at, size) & taken(board, c.side, c.id, other.id)


def rooms(board: IngenuityBoard, it: Body, by: Body, to: Cell) -> list[Cell]:
    """Cells a target may be displaced to as another takes its place: a metre away, else where that one came from."""
    bar, _ = barred(board, it)
    (x, y), size = it.at, it.sheet.profile.cells
    its = covered(board, to, by.sheet.profile.cells)
    near = [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
    found = [
        at
        for at in near
        if board.space.step_ok(it.at, at, size, bar) and _fits(board, it, at, by) and not covered(board, at, size) & its
    ]
    return found or [at for at in [by.at] if _fits(board, it, at, by) and not covered(board, at, size) & its]


async def _change_places(table: IngenuityTable, target: Id, by: Id) -> bool:
    """Whoever steps in displaces the target to where its side likes (ruling N-42); whether there was room.

    Who stands in the way and was not known comes to light.
    """
    while True:
        it, c = table.now(target), table.now(by)
        at = post(table, c, it)
        if at is None:
            return False
        cells = rooms(table, it, c, at)
        to = cells[0]
        if len(cells) > 1:
            name = it.sheet.profile.name
            exposed = {cell: exposure(table, it, cell) for cell in cells}
            least = min(cells, key=lambda cell: exposed[cell].danger)
            options = [
                Option(
                    f"to {x},{y}",
                    (x, y),
                    f"{name} to {x},{y}",
                    place=(x, y),
                    matters=not exposed[least].no_worse(exposed[x, y]),
                )
                for x, y in cells
            ]
            why = f"{name}: displaced to where?"
            to = await table.choose(
                Seat(it.side),
                why,
                options,
                kind="react",
                who=target,
                topic="displaced",
                idle=options[cells.index(least)].key,
                about=(by,),
            )
        it, c = table.now(target), table.now(by)
        lurking = _lurking(table, it, to, c, at)
        if not lurking:
            break
        for each in lurking:
            table.set(each, hidden=False)
    left, came = it.at, c.at
    table.emit(Moved(target, left, to))
    table.emit(Moved(by, came, at))
    await moving.arrive(table, target, left)
    await moving.arrive(table, by, came)
    return True


def _lurking(board: IngenuityBoard, it: Body, to: Cell, by: Body, at: Cell) -> list[Id]:
    """Whom the two would run into that they do not know of."""
    mine = covered(board, to, it.sheet.profile.cells) | covered(board, at, by.sheet.profile.cells)
    hidden = (c for c in bodies(board) if not perceives(board, it.side, c))
    return [c.id for c in hidden if mine & covered(board, c.at, c.sheet.profile.cells)]


# ------------------------------------------------------------------ dodge, block, parry


async def _defended(table: IngenuityTable, hit: Hit, said: Reply) -> Hit:
    """The target dodges, blocks or parries; with a reaction more it may do another thing after a dodge that failed."""
    while isinstance(said, Defence):
        it = table.now(hit.target)
        spend(table, it.id, defends=True)
        if said.kind == "block":
            table.emit(Reacted(it.id, f"blocks with {the(it.sheet.item(said.item).name.lower())}", "B-31"))
            return replace(hit, block=said.item)
        if said.kind == "parry":
            table.emit(Reacted(it.id, f"parries with {the(it.sheet.item(said.item).name.lower())}", "B-35"))
            return replace(hit, parry=said.item)
        if await _dodges(table, hit):
            return replace(hit, avoided="dodged")
        said = await _asked(table, hit, dodged=True)
    return hit


def defences(board: IngenuityBoard, hit: Hit) -> Iterator[Option[Reply]]:
    """Defences open to the target of an attack."""
    me, it = board.now(hit.who), board.now(hit.target)
    sheet, more = it.sheet, larger(me.sheet, it.sheet)
    if not defends(board, it) or not sheet.st:
        return
    cost, (dice, tally) = price(sheet, defends=True), dodge_sum(sheet, more)
    matters = not hit.critical and sum(dice) + tally.total + FORTUNE > hit.total
    added_to = f"{tally.total:+d}" if tally.total else ""
    label = f"Dodge: {dice.dice.removesuffix('+d20')}{added_to} against {hit.total + 1}"
    if hit.critical:
        label = "Dodge: a critical hit lands all the same, but one may leap or take cover"
    yield Option("dodge", Defence("dodge", hit), label, matters=matters, topic="dodge", price=cost)
    whole = [key for key in sheet.held if not sheet.broken(key)]
    for key in whole:
        item = sheet.item(key)
        if item.block:
            to_it, lasts = dealt(hit.damage, Tally().plus("block", item.block, "B-59")), sheet.lasts(key)
            through = f", {to_it - lasts} go through" if to_it > lasts else ""
            label = f"Block, {item.name.lower()}: {_wears(to_it, lasts)}{through}"
            yield Option(f"block {key}", Defence("block", hit, key), label, topic="block", price=cost)
    if hit.harm in PHYSICAL:
        bare = dealt(hit.damage, deflection(sheet, hit.harm, more))
        for key in whole:
            less_by, worn = sheet.item(key).parry or 1, _wears(1, sheet.lasts(key))
            label = f"Parry, {sheet.item(key).name.lower()}: {less_by} less, {worn}"
            less = dealt(hit.damage, deflection(sheet, hit.harm, more, key))
            value, matters = Defence("parry", hit, key), less < bare
            yield Option(f"parry {key}", value, label, matters=matters, topic="parry", price=cost)


def _wears(lost: int, lasts: int) -> str:
    """What an item suffers that blocks or parries (B-59, B-64, B-66)."""
    return f"{lost} of {lasts} durability" if lost < lasts else "breaks it"


def dodge_sum(sheet: Sheet, more: int) -> tuple[Pair, Tally]:
    """The dice of a dodge, and what is added: a test in place of evasion, with all that changes that (B-32, B-57)."""
    found = added(sheet, ("dodge",), "B-32").plus("guard", sheet.guard, "B-21").plus("size", more, "B-57")
    return pair(sheet, "agility", "dexterity"), found


async def _dodges(table: IngenuityTable, hit: Hit) -> bool:
    """Rule: a test in place of evasion, which the attack must not reach; then a metre's leap, cover, the ground."""
    it, me = table.now(hit.target), table.now(hit.who)
    table.emit(Reacted(it.id, "dodges", "B-32", me.id))
    dice, tally = dodge_sum(it.sheet, larger(me.sheet, it.sheet))
    passed = await test(table, it.id, "dodge", dice, tally, hit.total + 1, "B-32")
    avoided = passed and not hit.critical
    await _leaps(table, it.id, "avoids it" if avoided else "does not avoid it")
    return avoided


async def _leaps(table: IngenuityTable, who: Id, came: str) -> None:
    """After a dodge, even one that failed: up to a metre, to the ground, behind cover, each once (ruling N-43).

    ``came``: what became of the dodge.
    """
    leapt = False
    while who in table.state.combatants and table.now(who).sheet.up:
        me = table.now(who)
        ways = [] if leapt else _ways_aside(table, me)
        leave: Option[Aside | None] = Option("pass", None, "Stay")
        why = f"{me.sheet.profile.name} dodges and {came}: what then?"
        options = [*ways, *_ways_to_hide(table, me)]
        said = await react(Seat(me.side), why, leave, options, topic="after a dodge", who=who)
        match said:
            case ("step", at):
                leapt = True
                table.emit(Did(who, "leaps aside", "B-32"))
                await moving.follow(table, who, (at,))
                continue
            case ("cover" | "cover prone", _):
                await seek_cover(table, who)
        if said is not None and said[0] != "cover":
            await moving.drop_prone(table, who)
        if said is None or not ways:  # the other way to hide was offered along with this one
            return


def _ways_aside(board: IngenuityBoard, me: Body) -> list[Option[Aside | None]]:
    here = exposure(board, me, me.at)
    return [
        Option(
            f"step {x},{y}",
            ("step", (x, y)),
            f"Leap to {x},{y}",
            place=(x, y),
            matters=not here.no_worse(exposure(board, me, (x, y))),
        )
        for x, y in moving.steps(board, me)
    ]


def _ways_to_hide(board: IngenuityBoard, me: Body) -> list[Option[Aside | None]]:
    """To the ground, behind cover, or both: what helps against shots alone."""
    matters = bool(exposure(board, me, me.at).shots)
    found: list[tuple[str, str]] = []
    if not me.sheet.prone:
        found.append(("prone", "Drop to the ground"))
    if not me.sheet.has(COVER) and sheltered(board, me):
        found.append(("cover", "Seek cover"))
    if len(found) > 1:
        found.append(("cover prone", "Seek cover, on the ground"))
    return [Option(key, (key, me.at), label, matters=matters) for key, label in found]
