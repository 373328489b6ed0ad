"""What a combatant may not do now, with the reason and the deeds that it speaks of."""

from __future__ import annotations

from collections.abc import Iterator

from game.kit.naming import the
from game.kit.things import OPERATIONS
from game.rules.questions import Refusal
from rulesets.glog.play import gambits, gear, moving
from rulesets.glog.play.attack import VERBS, at_hand, modes, obstacle, unready
from rulesets.glog.play.geometry import armed_with, foes
from rulesets.glog.play.menu import GAMBITS
from rulesets.glog.sheet.sheet import CELL, FEET, Body, GlogBoard

ACTION = (
    *(*VERBS.values(), *(beginning.strip() for beginning in (*GAMBITS, *OPERATIONS))),
    *("cast", "use", "sprint", "retreat", "work"),
    *("fetch", "stow", "swig", "light", "reload", "take", "lighten"),
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
    rooted = moving.rooted(board, me)
    if rooted is not None:
        yield Refusal("Walk", *rooted, ("go", "sprint"))
    elif sheet.prone:
        yield Refusal("Walk", "it lies on the ground; get up first", "D-13", ("go",))
    elif moving.allowance(me) < CELL:
        why = "combat speed is used up" + ("" if sheet.sprinted else "; sprint for more")
        yield Refusal("Walk", why, "D-13", ("go",))
    left = moving.allowance(me) * FEET // CELL
    if sheet.prone and left < moving.STANDING:
        yield Refusal(
            "Get up", f"it takes {moving.STANDING} ft of speed, and {max(0, left)} ft are left", "D-13", ("stand",)
        )
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
    if next(gambits.open_to(board, me), None) is None:
        yield Refusal("Gambits", "nobody is within 5 ft", "D-38", gambits.OFFERED)
    if not moving.at_exit(board, me):
        yield Refusal("Retreat", "the map is left at its rim, or by an exit", "D-23", ("retreat",))
    elif moving.rooted(board, me) is not None:
        yield Refusal("Retreat", "it can't get away from where it is", "D-36", ("retreat",))
    elif sheet.prone:
        yield Refusal("Retreat", "it lies on the ground; get up first", "D-13", ("retreat",))
    if sheet.profile.spells and not sheet.castings:
        yield Refusal("Cast a spell", "its castings are spent", "D-16", ("cast",))
    for key in sheet.stowed:
        item = sheet.item(key)
        if not gear.room_for(sheet, item.slots):
            why = f"{sheet.profile.handy_slots} slots are within reach, and they are full"
            yield Refusal(f"Get out the {item.name.lower()}", why, "D-17", ("fetch",))
    for key in sheet.things("liquor"):
        if sheet.left(key) <= 0:
            yield Refusal(f"Take a swig of the {sheet.thing(key).name.lower()}", "it is empty", "D-20", ("swig",))
    for key in sheet.things("light"):
        if sheet.holding(key) is None:
            yield Refusal(f"Light the {sheet.thing(key).name.lower()}", "it takes a free hand", "D-21", ("light",))
