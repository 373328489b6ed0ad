"""Everything that may be done on a turn, in the order of the menu, each action told once."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator
from functools import partial
from typing import Any

from game.kit.combatants import NOBODY
from game.kit.goals import task_option
from game.kit.things import Operation
from game.rules.action import Action, Cost, refusal, single
from game.rules.events import Id
from game.rules.option_details import Danger, OptionDetails
from game.rules.questions import Family, Option, Refusal
from game.rules.state import Thing as Lying
from game.spatial.field import Cell
from rulesets.glog.play import gear, moving, spells
from rulesets.glog.play.assaults import ACTION, BLOW, CASTING, FREE, GAMBIT, RISING, TRIFLE, WAY, make
from rulesets.glog.play.attack import hands_full, one_each
from rulesets.glog.play.events import Did
from rulesets.glog.play.geometry import answers, beside, task_at
from rulesets.glog.sheet.roster import Thing, Weapon
from rulesets.glog.sheet.sheet import CELL, FEET, STANDING, Body, GlogBoard, GlogTable, Sheet

GlogAction = Action[GlogBoard, Body, Any]


def _brief(brief: str, rule: str) -> OptionDetails:
    return OptionDetails(brief=brief, notes=(f"by {rule}",))


# ------------------------------------------------------------------ magic


def _magic(verb: str, cost: Cost[Body], sources: Callable[[Body], Iterable[spells.Source]]) -> Iterator[GlogAction]:
    """Rule: spells, on somebody and on a place (D-16)."""

    def workings(board: GlogBoard, me: Body) -> Iterator[tuple[spells.Source, Body]]:
        return ((source, it) for source in sources(me) for it in spells.targets(board, me, source[0]))

    def upon(board: GlogBoard, me: Body, it: tuple[spells.Source, Body]) -> Option[Any]:
        return spells.upon(board, me, *it)

    def placed(_: GlogBoard, me: Body) -> Iterator[spells.Source]:
        return (source for source in sources(me) if source[0].target == "place")

    def somewhere(_: GlogBoard, me: Body, source: spells.Source) -> Option[Any]:
        key, label = spells.key_and_label(me, source)
        return Option(key, None, label)

    yield Action((verb,), "D-16", cost, make, upon, workings, attack=True)
    yield Action((verb,), "D-16", cost, make, somewhere, placed, family=spells.area, attack=True)


# ------------------------------------------------------------------ feet


def _walk(board: GlogBoard, me: Body, _: None) -> Family[Cell]:
    reach = partial(moving.reach, board, me)

    def ends() -> list[Cell]:
        return [cell for cell in reach().cells() if cell != me.at]

    def walk(key: str, at: Cell) -> Option[Cell]:
        return Option(key, at, f"Walk to {at[0]},{at[1]}", place=at, look=partial(_walk_about, board, me, at))

    return Family("go", ends, walk)


def _walk_about(board: GlogBoard, me: Body, at: Cell) -> OptionDetails:
    found = moving.reach(board, me)
    cost = moving.cost(board, found, at)
    left = f"{moving.feet_left(me, cost)} ft left after it (D-13)"
    return OptionDetails(found.path(at), brief=f"{cost * FEET // CELL} ft", notes=(left,))


def _retreat_about(board: GlogBoard, me: Body) -> OptionDetails:
    strikers = [foe for foe in beside(board, me) if answers(foe)]
    dangers = (
        Danger(f"{foe.sheet.profile.name} may strike past Grit, or hamper it (D-23)", foe.id) for foe in strikers
    )
    return OptionDetails(notes=("by D-23",), dangers=tuple(dangers))


async def _release(table: GlogTable, who: Id, held: Id) -> None:
    table.emit(Did(who, "lets go of", "D-24", held))
    table.set(who, grappling=NOBODY)


# ------------------------------------------------------------------ doors and things


def _operating(cost: Cost[Body], *, quick: bool) -> GlogAction:
    """Doors and levers at hand; one that the map says is quick is a free act (ruling G-29)."""

    def operations(board: GlogBoard, me: Body) -> Iterator[Operation]:
        return (found for found in gear.operations(board, me) if gear.quick(found) == quick)

    def option(_: GlogBoard, me: Body, found: Operation) -> Option[Operation]:
        return found.option(found, ": MIG" if found.verb == "force" else "")

    return Action(("open", "close", "force", "pull"), "D-13", cost, gear.operate, option, operations)


def _drawable(sheet: Sheet) -> Iterator[str]:
    """What is handy and of use in hand, and not there yet: weapons, and a first shield."""
    for key in one_each(sheet, (*sheet.hands, *sheet.handy)):
        useful = sheet.is_weapon(key) or (sheet.thing(key).kind == "shield" and not sheet.shield)
        if useful and key not in sheet.hands:
            yield key


def _unlit(sheet: Sheet) -> Iterator[str]:
    return (key for key in sheet.things("light") if key not in sheet.lit)


def _free(_: Sheet, __: str) -> None:
    return None


ON_A_BUTTON = 16
"""Letters that a button has room for."""


def _item(
    verb: str,
    title: str,
    rule: str,
    cost: Cost[Body],
    do: Callable[[GlogTable, Id, str], Coroutine[Any, Any, None]],
    things: Callable[[Sheet], Iterable[str]],
    bars: Callable[[Sheet, str], Refusal | None] = _free,
) -> Action[GlogBoard, Body, str]:
    """Something that is done with a thing that one carries; ``title`` stands before its name."""

    def option(_: GlogBoard, me: Body, thing: str) -> Option[str]:
        words = f"{title} {me.sheet.called(thing)}"
        short = words if len(words) <= ON_A_BUTTON else title.removesuffix(" from")
        return Option(f"{verb} {thing}", thing, f"{title} the {me.sheet.called(thing)}", short=short)

    def carried(_: GlogBoard, me: Body) -> Iterable[str]:
        return things(me.sheet)

    def why_not(_: GlogBoard, me: Body, thing: str) -> Refusal | None:
        return bars(me.sheet, thing)

    return Action((verb,), rule, cost, do, option, carried, why_not)


def _no_ammo(sheet: Sheet, key: str) -> Refusal | None:
    return None if gear.ammo_for(sheet, key) else refusal("no more ammo for it is within reach", "D-28")


def _no_loading(sheet: Sheet, key: str) -> Refusal | None:
    """It is drawn for it (ruling G-32)."""
    return refusal("its ammo is depleted", "D-19") if key in sheet.depleted else hands_full(sheet, key, "D-19")


def _no_room(sheet: Sheet, key: str) -> Refusal | None:
    return gear.no_room(sheet, sheet.item(key).slots)


def _empty(sheet: Sheet, key: str) -> Refusal | None:
    return None if sheet.left(key) > 0 else refusal("it is empty", "D-20")


DROP = _item("drop", "Drop", "D-24", FREE, gear.drop, lambda sheet: sheet.hands)
SHEATHE = _item("sheathe", "Put away", "D-25", TRIFLE, gear.put_away, lambda s: one_each(s, s.hands))
DRAW = _item("draw", "Draw", "D-25", TRIFLE, gear.take_in_hand, _drawable, hands_full)
REFILL = _item("refill", "Find ammo for", "D-28", TRIFLE, gear.refill, lambda s: s.in_reach(s.depleted), _no_ammo)
FETCH = _item("fetch", "Get out", "D-17", ACTION, gear.fetch, lambda s: one_each(s, s.stowed), _no_room)
STOW = _item("stow", "Stow", "D-17", ACTION, gear.stow, lambda s: one_each(s, s.handy))
SWIG = _item("swig", "Drink from", "D-20", ACTION, gear.swig, lambda s: s.things("liquor"), _empty)
LIGHT = _item("light", "Light", "D-21", ACTION, gear.light, _unlit, partial(hands_full, rule="D-21"))
RELOAD = _item("reload", "Reload", "D-19", ACTION, gear.reload, lambda s: s.in_reach(s.unloaded), _no_loading)


def _take(_: GlogBoard, __: Body, it: tuple[Lying, Weapon | Thing]) -> Option[str]:
    thing, item = it
    return Option(f"take {thing.id}", thing.id, f"Pick up the {item.name.lower()}", place=thing.at)


def _no_room_for(_: GlogBoard, me: Body, it: tuple[Lying, Weapon | Thing]) -> Refusal | None:
    return gear.no_room(me.sheet, it[1].slots)


# ------------------------------------------------------------------ all of them

GO: GlogAction = Action(
    ("go",),
    "D-13",
    WAY,
    moving.walk,
    lambda *_: Option("go", None, "Walk"),
    why_not=lambda board, me, _: moving.no_walk(board, me),
    family=_walk,
)
SPRINT: GlogAction = single(
    "sprint",
    "Sprint: combat speed once more",
    "D-15",
    ACTION,
    moving.sprint,
    moving.no_sprint,
    short="Sprint",
    look=lambda _, me: _brief(f"{moving.speed(me)} ft more", "D-15"),
)
RETREAT: GlogAction = single(
    "retreat",
    "Retreat from the encounter",
    "D-23",
    ACTION,
    moving.retreat,
    moving.no_retreat,
    short="Retreat",
    look=_retreat_about,
    for_good=True,
)
LIGHTEN: GlogAction = single(
    "lighten",
    "Lighten the load: drop all that is not handy",
    "D-18",
    ACTION,
    gear.lighten,
    when=lambda _, me: bool(me.sheet.stowed),
    short="Lighten",
)
STAND: GlogAction = single(
    "stand",
    "Get up",
    "D-13",
    RISING,
    moving.stand_up,
    lambda _, me: moving.no_rising(me),
    when=lambda _, me: me.sheet.prone,
    look=lambda _, me: _brief(f"{STANDING} ft", "D-13"),
)
WORK: GlogAction = Action(
    ("work",),
    "D-13",
    ACTION,
    gear.work,
    lambda _, __, task: task_option(task, None),
    lambda board, me: [task] if (task := task_at(board, me)) else [],
)
RELEASE: GlogAction = Action(
    ("release",),
    "D-24",
    FREE,
    _release,
    lambda _, __, held: Option("release", held, "Let go", held),
    lambda _, me: [me.sheet.grappling] if me.sheet.grappling else [],
)
TAKE: GlogAction = Action(("take",), "D-17", ACTION, gear.pick_up, _take, gear.near, _no_room_for)

ACTIONS: tuple[GlogAction, ...] = (
    BLOW,
    GAMBIT,
    GO,
    *_magic("cast", CASTING, spells.own),
    *_magic("use", ACTION, spells.carried),
    SPRINT,
    RETREAT,
    LIGHTEN,
    WORK,
    RELEASE,
    STAND,
    _operating(ACTION, quick=False),
    _operating(TRIFLE, quick=True),
    DROP,
    SHEATHE,
    DRAW,
    REFILL,
    FETCH,
    STOW,
    SWIG,
    LIGHT,
    RELOAD,
    TAKE,
)
"""All of them, in the order of the menu."""
