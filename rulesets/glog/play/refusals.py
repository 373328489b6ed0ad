"""What a combatant may not do now, with the reason and the deeds that it speaks of."""

from __future__ import annotations

from collections.abc import Iterator

from game.kit.naming import the
from game.kit.things import OPERATIONS
from game.rules.questions import Refusal
from rulesets.glog.play import gambits, gear, moving
from rulesets.glog.play.attack import VERBS, at_hand, modes, obstacle, unready
from rulesets.glog.play.geometry import adjacent, armed_with, foes
from rulesets.glog.play.item_actions import ALL as ITEM_ACTIONS
from rulesets.glog.play.menu import GAMBITS
from rulesets.glog.sheet.sheet import Body, GlogBoard

ACTION = (
    *(*VERBS.values(), *(beginning.strip() for beginning in (*GAMBITS, *OPERATIONS))),
    *("cast", "use", "sprint", "retreat", "work", "take", "lighten"),
    *(action.verb for action in ITEM_ACTIONS if action.cost == "action"),
)
"""What takes the action of the round."""


def refusals(board: GlogBoard, me: Body) -> tuple[Refusal, ...]:
    """What a player might look for and can't do, with the reason."""
    return tuple(_refused(board, me))


def _refused(board: GlogBoard, me: Body) -> Iterator[Refusal]:
    sheet = me.sheet
    if not sheet.action:
        yield Refusal("Act", "the action of this round is spent", "D-13", ACTION)
    else:
        yield from _refused_blows(board, me)
        yield from _refused_actions(board, me)
    yield from _refused_things(board, me)
    if why := moving.no_walk(board, me):
        yield Refusal("Walk", *why, ("go", "sprint") if moving.rooted(board, me) else ("go",))
    if sheet.prone and (why := moving.no_rising(me)):
        yield Refusal("Get up", *why, ("stand",))
    if sheet.trifles:
        verbs = tuple(dict.fromkeys(key.partition(" ")[0] for key in sheet.trifles))
        yield Refusal("Do the same again", "walk, or spend the action, before a trifle is done twice", "D-24", verbs)


def _refused_blows(board: GlogBoard, me: Body) -> Iterator[Refusal]:
    """What keeps each weapon at hand from any attack, and each in hand from reaching somebody."""
    held = armed_with(me)
    for key in at_hand(me):
        name, why = me.sheet.weapon(key).name.lower(), unready(me.sheet, key)
        verbs = tuple(VERBS[mode] for mode in modes(me.sheet.weapon(key)))
        if why is not None:
            yield Refusal(f"Attack with {the(name)}", *why, verbs)
        elif key in held:
            for foe in foes(board, me.side):
                found = [obstacle(board, me, foe, key, mode) for mode in modes(me.sheet.weapon(key))]
                if all(found) and found[-1] is not None:
                    yield Refusal(f"Attack {foe.sheet.profile.name} with {the(name)}", *found[-1], verbs)


def _refused_actions(board: GlogBoard, me: Body) -> Iterator[Refusal]:
    sheet = me.sheet
    if not any(adjacent(board, me, foe) for foe in foes(board, me.side)):
        yield Refusal("Gambits", "nobody is within 5 ft", "D-38", gambits.OFFERED)
    if why := moving.no_retreat(board, me):
        yield Refusal("Retreat", *why, ("retreat",))
    if sheet.profile.spells and not sheet.castings:
        yield Refusal("Cast a spell", "its castings are spent", "D-16", ("cast",))


def _refused_things(board: GlogBoard, me: Body) -> Iterator[Refusal]:
    sheet = me.sheet
    for action in ITEM_ACTIONS:
        if sheet.action or action.cost != "action":
            for key in action.things(sheet):
                if why := action.obstacle(sheet, key):
                    yield Refusal(f"{action.title} the {sheet.called(key)}", why, action.rule, (action.verb,))
    if sheet.action:
        for _, item in gear.near(board, me):
            if why := gear.no_room(sheet, item.slots):
                yield Refusal(f"Pick up the {item.name.lower()}", why, "D-17", ("take",))
