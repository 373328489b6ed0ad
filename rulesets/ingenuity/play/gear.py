"""What is done with things: brandishing, loading, dropping, picking up; doors and levers (B-18, B-20, B-42)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.kit import things
from game.kit.combatants import bodies
from game.kit.inventory import COPY, GearHandling, hand_over, has_hands, kind_of, known, one_more
from game.kit.things import OPERATIONS, Operation, at_doors, at_levers, doors_beside, features_beside, things_at_hand
from game.rules.dice import Tally
from game.rules.events import EdgeChanged, Id, ThingTaken
from game.rules.questions import Option, Sought
from game.rules.state import Piece
from game.rules.state import Thing as Lying
from game.spatial.field import Cell
from rulesets.ingenuity.play.blow import loadable
from rulesets.ingenuity.play.deeds import Choice, Deed, in_actions, says
from rulesets.ingenuity.play.events import Did
from rulesets.ingenuity.play.geometry import BARE
from rulesets.ingenuity.play.throws import Pair, added, pair, test
from rulesets.ingenuity.sheet import roster
from rulesets.ingenuity.sheet.sheet import Body, IngenuityBoard, IngenuityTable, Item, Sheet, Weapon

FORCING = 8
"""What forcing a locked door takes (ruling N-17): a moderate test."""

EMPTY = "-"
"""What stands in a key for a hand that holds nothing."""


# ------------------------------------------------------------------ hands


def grips(sheet: Sheet) -> list[tuple[str, str]]:
    """Everything else that its two hands could hold of what it carries, each once (B-18).

    Weapons come first, and of two it makes no difference which hand has which; a bow takes both hands.
    """
    weapons = [key for key in sheet.carried if sheet.is_weapon(key)]
    others = [key for key in sheet.carried if not sheet.is_weapon(key)]
    found = [(key, "") for key in ("", *weapons)]
    for index, key in enumerate(("", *weapons)):
        if not key or not _drawn(sheet.weapon(key)):
            found += [(key, off) for off in others]
            found += [(key, off) for off in weapons[index:] if key and sheet.weapon(off).hands < 2]
    alike = {_looks(sheet, *grip): grip for grip in reversed(found)}
    alike.pop(_looks(sheet, sheet.hand, sheet.off), None)
    return list(alike.values())[::-1]


def _drawn(weapon: Weapon) -> bool:
    """Whether it leaves no hand for anything else: a bow."""
    return weapon.hands > 1 and not weapon.melee


def _looks(sheet: Sheet, hand: str, off: str) -> tuple[tuple[str, int, bool], ...]:
    """What two hands hold, whichever of things that are alike it is."""
    return tuple(sorted(sheet.state_of(key) for key in (hand, off) if key))


def brandishing(board: IngenuityBoard, me: Body) -> int:
    """Actions that brandishing takes: none once, in one's own first turn (ruling N-10)."""
    return int(me.sheet.brandished or board.state.turn.active != me.id)


async def brandish(table: IngenuityTable, who: Id, hand: str, off: str) -> None:
    """Rule: choose what is in one's hands (B-18); once it is free, in one's first turn (ruling N-10)."""
    sheet = table.now(who).sheet
    table.set(who, hand=hand, off=off, brandished=sheet.brandished or table.state.turn.active == who)
    names = [sheet.item(key).name.lower() for key in (hand, off) if key]
    table.emit(Did(who, f"takes in hand: {' and '.join(names) or 'nothing'}", "B-18"))


async def load(table: IngenuityTable, who: Id, key: str) -> None:
    """Rule: what is loaded by hand takes actions for it (B-38)."""
    sheet = table.now(who).sheet
    table.set(who, unloaded=tuple(each for each in sheet.unloaded if each != key))
    table.emit(Did(who, f"loads the {sheet.weapon(key).name.lower()}", "B-38"))


async def drop(table: IngenuityTable, who: Id, key: str) -> None:
    """Rule: letting go of what is held is free (B-42)."""
    me = table.now(who)
    table.emit(Did(who, f"drops the {me.sheet.item(key).name.lower()}", "B-42"))
    lay_down(table, who, key, me.at)


def as_piece(sheet: Sheet, key: str) -> Piece:
    """Something that somebody carries, as worn as it is."""
    marks = {"wear": sheet.wear.get(key, 0), "unloaded": int(key in sheet.unloaded)}
    return Piece(kind_of(key), {mark: value for mark, value in marks.items() if value})


def lay_down(table: IngenuityTable, who: Id, key: str, at: Cell) -> None:
    """Something that somebody carries lies on the ground now."""
    piece = as_piece(table.now(who).sheet, key)
    part_with(table, who, key)
    things.lay_down(table, piece.key, at, piece.marks, COPY)


def part_with(table: IngenuityTable, who: Id, key: str) -> None:
    """Somebody no longer carries something."""
    sheet = table.now(who).sheet
    table.set(
        who,
        hand="" if sheet.hand == key else sheet.hand,
        off="" if sheet.off == key else sheet.off,
        carried=tuple(each for each in sheet.carried if each != key),
        wear={each: lost for each, lost in sheet.wear.items() if each != key},
        unloaded=tuple(each for each in sheet.unloaded if each != key),
    )


# ------------------------------------------------------------------ the ground


def lying(board: IngenuityBoard, thing: Lying) -> Item | None:
    """The item that lies there, from the data; None for what ingenuity has no use for."""
    stock = roster.STOCK.with_own(board.setup.roster)
    return stock.weapons.get(thing.key) or stock.items.get(thing.key)


def near(board: IngenuityBoard, me: Body) -> list[tuple[Lying, Item]]:
    """Things within a metre of somebody with hands for them."""
    return things_at_hand(board, me.at, me.sheet.profile.cells, partial(lying, board)) if handed(me.sheet) else []


def handed(sheet: Sheet) -> bool:
    """Whether it has hands: whoever carries things or fights with bare ones; beasts have none (ruling N-10)."""
    return has_hands(sheet.carried, sheet.profile.weapons, BARE)


async def pick_up(table: IngenuityTable, who: Id, id_: str) -> None:
    """Pick something up from the ground."""
    take_up(table, who, id_)


def take_up(table: IngenuityTable, who: Id, id_: str) -> None:
    """Something from the ground is carried; in the right hand if it is a weapon, else in the left, if that is free
    (B-20).
    """
    thing, sheet = table.state.things[id_], table.now(who).sheet
    item = lying(table, thing)
    if item is None:
        return
    key = one_more(item.key, sheet.carried)
    table.emit(ThingTaken(id_))
    if isinstance(item, Weapon):
        table.set(who, found=known(sheet.found, sheet.profile.weapons, item))
        free = not sheet.hand and not (sheet.off and _drawn(item))
    else:
        table.set(who, gained=known(sheet.gained, sheet.profile.items, item))
        free = not sheet.off and not (sheet.hand and sheet.weapon(sheet.hand).hands == 2)
    table.set(
        who,
        carried=(*sheet.carried, key),
        hand=key if free and isinstance(item, Weapon) else sheet.hand,
        off=key if free and not isinstance(item, Weapon) else sheet.off,
        wear={**sheet.wear, key: thing.marks["wear"]} if "wear" in thing.marks else sheet.wear,
        unloaded=(*sheet.unloaded, key) if "unloaded" in thing.marks else sheet.unloaded,
    )
    table.emit(Did(who, f"picks up the {item.name.lower()}", "B-20"))


def _refused(board: IngenuityBoard, who: Id, piece: Piece) -> str:
    """Why somebody can't have it."""
    return "" if handed(board.now(who).sheet) else "it has no hands (N-10)"


GEAR: GearHandling[Sheet] = GearHandling(
    lambda sheet: sheet.carried,
    as_piece,
    part_with,
    lambda table, who, piece: hand_over(table, who, piece, partial(take_up, table, who)),
    _refused,
    lambda key: roster.STOCK.house.weapons.get(key) or roster.STOCK.house.items.get(key),
    {"wear": "worn", "unloaded": "unloaded"},
)
"""How gear is handed about between two battles (ruling N-44)."""


# ------------------------------------------------------------------ doors and levers


def forcing(me: Sheet) -> tuple[Pair, Tally]:
    """The test to force a door: dice, and what is added (ruling N-17)."""
    return pair(me, "athletics", "strength"), added(me, ("martial",), "B-26")


async def operate(table: IngenuityTable, who: Id, door: Operation) -> None:
    """Open, shut or force a door, or work a lever: an interaction each (B-20); forcing is a test (ruling N-17)."""
    table.set(who, hidden=False)
    dice, tally = forcing(table.now(who).sheet)
    if door.verb != "force" or await test(table, who, f"forcing the {door.name}", dice, tally, FORCING, "B-20"):
        table.emit(EdgeChanged(door.edge, door.opens, who))


# ------------------------------------------------------------------ options


def options(board: IngenuityBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """Options of doors and things."""
    sheet = me.sheet
    if sought.begins(*OPERATIONS) and handed(sheet):
        yield from _operations(board, me)
    if sought.begins("drop "):
        for key in sheet.held:
            yield _handled(sheet, "drop", "Drop", key, Deed(drop, (key,), 0), "B-42")
    if sought.begins("load "):
        for key in sheet.unloaded:
            if loadable(sheet, key):
                yield _handled(sheet, "load", "Load", key, Deed(load, (key,), sheet.weapon(key).reload), "B-38")
    if sought.begins("take "):
        for thing, item in near(board, me):
            label, look = f"Pick up the {item.name.lower()}", partial(says, in_actions(1), "B-20")
            deed = Deed(pick_up, (thing.id,))
            yield Option(f"take {thing.id}", deed, label, place=thing.at, look=look)
    if sought.begins("brandish ") and handed(sheet):
        yield from _brandishings(board, me)


def _operations(board: IngenuityBoard, me: Body) -> Iterator[Choice]:
    space, size = board.space, me.sheet.profile.cells
    levers = at_levers(board, features_beside(space, me.at, size))
    for found in (*at_doors(board, doors_beside(space, me.at, size)), *levers):
        if found.opens or not _stands_in(board, found.edge):
            yield found.option(Deed(operate, (found,)), ": STR" if found.verb == "force" else "")


def _brandishings(board: IngenuityBoard, me: Body) -> Iterator[Choice]:
    sheet, costs = me.sheet, brandishing(board, me)
    for hand, off in grips(sheet):
        names = " and ".join(sheet.called(key) for key in (hand, off) if key)
        short = "Brandish" if len(names) > 16 else names.capitalize() or "Empty hands"
        key, look = f"brandish {hand or EMPTY} {off or EMPTY}", partial(says, in_actions(costs) * bool(costs), "B-18")
        deed, price = Deed(brandish, (hand, off), costs), "" if costs else "no action"
        yield Option(key, deed, f"Brandish {names or 'nothing'}", look=look, short=short, price=price)


def _stands_in(board: IngenuityBoard, edge: str) -> bool:
    """Whether some body is too large to be on one side of an open door, which can't be shut then (ruling N-17)."""
    large = [c for c in bodies(board) if c.sheet.profile.cells > 1 and not c.sheet.dead]
    shut = board.space.with_open(board.space.open_edges - {edge})
    return any(not shut.standable(c.at, c.sheet.profile.cells) for c in large)


def _handled(sheet: Sheet, verb: str, word: str, key: str, deed: Deed, rule: str) -> Choice:
    label, key_ = f"{word} the {sheet.item(key).name.lower()}", f"{verb} {key}"
    done = Deed(deed.do, deed.what, deed.costs, label=label[:1].lower() + label[1:])
    return Option(key_, done, label, look=partial(says, in_actions(deed.costs), rule))
