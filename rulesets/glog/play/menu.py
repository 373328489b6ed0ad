"""What a combatant may do now, as options; and what it may not, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from game.kit.combatants import NOBODY
from game.kit.goals import task_option
from game.kit.things import OPERATIONS
from game.rules.events import Id
from game.rules.option_details import Danger, OptionDetails
from game.rules.questions import Family, Menu, Option, Parts, Sought
from game.spatial.field import Cell
from rulesets.glog.play import assaults, gambits, gear, moving, spells
from rulesets.glog.play.attack import VERBS, at_hand, blows
from rulesets.glog.play.events import Did
from rulesets.glog.play.geometry import answers, beside, foes
from rulesets.glog.play.goals import task_at
from rulesets.glog.play.item_actions import ALL as ITEM_ACTIONS
from rulesets.glog.play.item_actions import Cost, ItemAction
from rulesets.glog.sheet.sheet import CELL, FEET, Body, GlogBoard, GlogTable


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that an option leads to."""

    do: Callable[..., Coroutine[Any, Any, Any]]
    """Called with the table, who does it, and ``what``."""
    what: tuple[Any, ...] = ()
    costs: Cost = "action"
    key: str = ""
    """A trifle's option's: nobody does the same one twice without anything else in between (ruling G-25)."""

    async def perform(self, table: GlogTable, who: Id) -> None:
        """Pay for it, and do it."""
        sheet = table.now(who).sheet
        spent, free = self.costs == "action", self.costs == "trifle"
        table.set(who, action=sheet.action and not spent, trifles=(*sheet.trifles, self.key) if free else ())
        await self.do(table, who, *self.what)


Choice = Option[Deed | None]

HANDS = ("take ", *(action.key("") for action in ITEM_ACTIONS))
"""How the keys of what is done with things begin."""

GAMBITS = tuple(f"{what} " for what in gambits.ALL)


def menu(board: GlogBoard, me: Body) -> Menu[Deed | None]:
    """Everything open to a member on its turn. ``board`` must stand still: the menu is written when first looked at."""

    def build(sought: Sought) -> Parts[Deed | None]:
        return _singles(board, me, sought), _families(board, me, sought)

    return Menu.later(build)


def _singles(board: GlogBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    sheet = me.sheet
    if sheet.action:
        yield from _actions(board, me, sought)
    if sheet.grappling:
        label, look = "Let go", partial(_says, "free", "D-24")
        yield Option("release", Deed(_release, (), "nothing"), label, sheet.grappling, look=look)
    if sheet.prone and moving.no_rising(me) is None:
        look = partial(_says, f"{moving.STANDING} ft", "D-13")
        yield Option("stand", Deed(moving.stand_up, (), "nothing"), "Get up", look=look)
    if sought.begins(*OPERATIONS):
        yield from _doors(board, me)
    if sought.begins(*HANDS):
        yield from _things(board, me)
    unspent = ("Action",) if sheet.action else ()
    yield Option("done", None, "End this turn", icon="pass", ends=True, unspent=unspent)


def _actions(board: GlogBoard, me: Body, sought: Sought) -> Iterator[Choice]:
    """What takes the action of the round, but for things."""
    if sought.begins(*(f"{verb} " for verb in VERBS.values())):
        for foe in foes(board, me.side):
            if sought.names(foe.id):
                yield from (_deed(option) for option in blows(board, me, foe, at_hand(me)))
    if sought.begins(*GAMBITS):
        yield from (_deed(option) for option in gambits.open_to(board, me))
    if sought.begins("cast ", "use "):
        for source in spells.workable(me):
            yield from (_deed(spells.upon(board, me, source, it)) for it in spells.targets(board, me, source[0]))
    if moving.rooted(board, me) is None and not me.sheet.sprinted:
        look = partial(_says, f"{moving.speed(me)} ft more", "D-15")
        yield Option("sprint", Deed(moving.sprint), "Sprint: combat speed once more", look=look, short="Sprint")
    if sought.begins("retreat") and moving.no_retreat(board, me) is None:
        look = partial(_retreat_about, board, me)
        yield Option(
            "retreat", Deed(moving.retreat), "Retreat from the encounter", look=look, short="Retreat", for_good=True
        )
    if sought.begins("lighten") and me.sheet.stowed:
        label, look = "Lighten the load: drop all that is not handy", partial(_says, "action", "D-18")
        yield Option("lighten", Deed(gear.lighten), label, look=look, short="Lighten")
    if sought.begins("work") and (task := task_at(board, me)) is not None:
        yield task_option(task, Deed(gear.work), partial(_says, "action", "D-13"))


def _deed(option: Option[Any]) -> Choice:
    """The option to make on one's turn the attack that an option names, or the gambit, or to work the spell."""
    deed = Deed(assaults.make, (option.value,))
    return Option(option.key, deed, option.label, option.target, option.place, look=option.look, price=option.price)


def _says(brief: str, rule: str) -> OptionDetails:
    return OptionDetails(brief=brief, notes=(f"by {rule}",))


def _retreat_about(board: GlogBoard, me: Body) -> OptionDetails:
    strikers = [foe for foe in beside(board, me) if answers(foe)]
    dangers = (
        Danger(f"{foe.sheet.profile.name} may strike past Grit, or hamper it (D-23)", foe.id) for foe in strikers
    )
    return OptionDetails(notes=("by D-23",), dangers=tuple(dangers))


async def _release(table: GlogTable, who: Id) -> None:
    """Let go of whom one holds."""
    table.emit(Did(who, "lets go of", "D-24", table.now(who).sheet.grappling))
    table.set(who, grappling=NOBODY)


def _families(board: GlogBoard, me: Body, sought: Sought) -> Iterator[Family[Deed | None]]:
    if sought.begins("go ") and moving.no_walk(board, me) is None:
        reach = partial(moving.reach, board, me)

        def ends() -> list[Cell]:
            return [cell for cell in reach().cells() if cell != me.at]

        def walk(key: str, at: Cell) -> Choice:
            look = partial(_walk_about, board, me, at)
            return Option(key, Deed(moving.walk, (at,), "nothing"), f"Walk to {at[0]},{at[1]}", None, at, look=look)

        yield Family("go", ends, walk)
    if me.sheet.action and sought.begins("cast ", "use "):
        for source in spells.workable(me):
            if source[0].target == "place":
                verb, _ = spells.named(me, source)
                yield Family(verb, partial(spells.centres, board, me, source[0]), partial(_laid, board, me, source))


def _laid(board: GlogBoard, me: Body, source: spells.Source, _: str, at: Cell) -> Choice:
    return _deed(spells.laid(board, me, source, at))


def _walk_about(board: GlogBoard, me: Body, at: Cell) -> OptionDetails:
    found = moving.reach(board, me)
    cost = moving.cost(board, found, at)
    left = f"{moving.feet_left(me, cost)} ft left after it (D-13)"
    return OptionDetails(found.path(at), brief=f"{cost * FEET // CELL} ft", notes=(left,))


# ------------------------------------------------------------------ doors and things


def _doors(board: GlogBoard, me: Body) -> Iterator[Choice]:
    """Doors and levers at hand; one that the map says is quick is a free act (ruling G-29)."""
    sheet = me.sheet
    for found in gear.operations(board, me):
        how = ": MIG" if found.verb == "force" else ""
        if not gear.quick(found):
            if sheet.action:
                yield found.option(Deed(gear.operate, (found,)), how)
        elif found.key not in sheet.trifles:
            yield found.option(Deed(gear.operate, (found,), "trifle", found.key), how)


def _things(board: GlogBoard, me: Body) -> Iterator[Choice]:
    """What is done with things, for a free act or for the action."""
    sheet = me.sheet
    for action in ITEM_ACTIONS:
        if sheet.action or action.cost != "action":
            options = (_handled(me, action, key) for key in action.open_to(sheet))
            yield from (option for option in options if option.key not in sheet.trifles)
    if sheet.action:
        for thing, item in gear.near(board, me):
            if not gear.no_room(sheet, item.slots):
                label, look = f"Pick up the {item.name.lower()}", partial(_says, "action", "D-17")
                deed = Deed(gear.pick_up, (thing.id,))
                yield Option(f"take {thing.id}", deed, label, place=thing.at, look=look)


def _handled(me: Body, action: ItemAction, thing: str) -> Choice:
    """Something done to a thing that somebody carries."""
    key, word, name = action.key(thing), action.title, me.sheet.called(thing)
    deed = Deed(action.do, (thing,), action.cost, key)
    short = f"{word} {name}" if len(f"{word} {name}") <= ON_A_BUTTON else word.removesuffix(" from")
    look = partial(_says, "action" if action.cost == "action" else "free", action.rule)
    return Option(key, deed, f"{word} the {name}", look=look, short=short)


ON_A_BUTTON = 16
"""Letters that a button has room for."""
