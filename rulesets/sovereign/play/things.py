"""The part of the menu that is about things: doors and levers nearby, what is in the hands and in the pack."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from game.kit.things import Operation, at_doors, at_levers, doors_beside, features_beside
from game.rules.questions import Option
from game.rules.state import Thing
from rulesets.sovereign.play import actions, flight, gear, moving
from rulesets.sovereign.play.actions import Action
from rulesets.sovereign.play.geometry import foes, in_clinch, in_hand, item_name
from rulesets.sovereign.play.numbers import may_pair, reload_cost
from rulesets.sovereign.play.whirling import Whirlwind, may_whirl, reaches
from rulesets.sovereign.sheet.sheet import Body, SovereignBoard, Weapon

FREE_ACTIONS = 3
"""Free Actions a turn (ruling S-6)."""

Choice = Option[Action]

HANDS = ("draw", "sheathe ", "prone", "whirlwind", "slip away", "reload ", "ready ", "stow ")
"""How the keys of ``hands`` begin."""


def doors(board: SovereignBoard, me: Body) -> Iterator[Choice]:
    """Doors and levers at hand, at the cost that ruling S-28 names; beasts have no hand for them (ruling S-65)."""
    if not me.sheet.profile.humanoid:
        return
    space, size = board.space, me.sheet.profile.size
    at_hand = (
        *at_doors(board, doors_beside(space, me.at, size)),
        *at_levers(board, features_beside(space, me.at, size)),
    )
    for found in at_hand:
        if me.sheet.main or not takes_main(found):
            work = gear.WorkDoor(found.edge, found.opens, "main" if takes_main(found) else found.cost)
            yield found.option(gear.ForceDoor(found.edge) if found.verb == "force" else work)


def takes_main(found: Operation) -> bool:
    """Whether a door or lever takes a Main Action; others take a Move (ruling S-28)."""
    return found.verb in ("force", "pull") or found.cost == "main"


def lying_near(board: SovereignBoard, me: Body) -> Iterator[tuple[Thing, Weapon]]:
    """Weapons on the ground within a person's reach (E-50)."""
    for thing, weapon in to_pick_up(board, me):
        if board.space.distance(me.at, thing.at, me.sheet.profile.size, 1) <= 1:
            yield thing, weapon


def to_pick_up(board: SovereignBoard, me: Body) -> Iterator[tuple[Thing, Weapon]]:
    """All weapons on the ground, for a person; beasts have no hand for them (ruling S-65)."""
    if me.sheet.profile.humanoid:
        found = ((thing, gear.lying(board, thing)) for thing in board.state.things.values())
        yield from ((thing, weapon) for thing, weapon in found if weapon is not None)


def in_the_way(board: SovereignBoard, me: Body, weapon: Weapon) -> tuple[str, str] | None:
    """Why a weapon on the ground can't be taken in hand now, what to do, and the rule; None if it can (ruling S-63)."""
    sheet = me.sheet
    if in_clinch(board, me):
        return "the hands are busy with a hold; get out of it first", "E-78"
    if weapon.two_handed and sheet.off:
        free = "stow the shield" if sheet.shielded else "sheathe the other weapon"
        return f"it takes both hands; {free} first", "E-48"
    if sheet.hand and sheet.free >= FREE_ACTIONS:
        return "the hand is full, and no Free Action is left to sheathe what is in it", "E-48"
    return None


def hands(board: SovereignBoard, me: Body) -> Iterator[Choice]:
    """What is done with the hands and the body for a Free Action, and with gear for more.

    Who runs for the edge of the map stops for none of it (ruling S-20).
    """
    sheet, feats = me.sheet, me.sheet.profile.feats
    if sheet.free < FREE_ACTIONS and "close combatant 2" in feats and moving.opposed_by(board, me):
        label = "Disengage as a Free Action"
        yield Option("slip away", actions.Disengage(free=True), label, short="Slip away")
    if flight.runs(board, me):
        return
    if sheet.free < FREE_ACTIONS:
        if not in_clinch(board, me):
            yield from _drawing(me)
        if not sheet.prone:
            yield Option("prone", actions.GoProne(), "Drop prone")
        if may_whirl(me) and any(reaches(board, me, foe) for foe in foes(board, me.side)):
            label = "Whirlwind: Shock to everyone in reach"
            yield Option("whirlwind", Whirlwind(), label, short="Whirlwind")
    yield from _with_gear(me)


def _with_gear(me: Body) -> Iterator[Choice]:
    """Reloading, getting things ready and stowing them."""
    sheet = me.sheet
    for key in sheet.unloaded:
        weapon = sheet.weapon(key)
        cost = reload_cost(me, weapon)
        able = {"free": sheet.free < FREE_ACTIONS, "move": sheet.move or sheet.main, "main": sheet.main}[cost]
        if able and key in sheet.ready and "quiver" in sheet.items:
            yield _handled("reload", "Reload", key, gear.Reload(key, cost), weapon.name)
    for key in dict.fromkeys(sheet.stowed):
        if (sheet.main or gear.readies_freely(sheet, key)) and not (key == "shield" and sheet.off):
            yield _handled("ready", "Ready", key, gear.Ready(key), item_name(sheet, key))
    if sheet.main:
        for key in dict.fromkeys((*sheet.ready, *(("shield",) if sheet.shielded else ()))):
            if key == "shield" or not sheet.weapon(key).natural:
                yield _handled("stow", "Stow", key, gear.Stow(key), item_name(sheet, key))


def _drawing(me: Body) -> Iterator[Choice]:
    """Weapons from the belt into either hand, and back (E-48, E-82)."""
    sheet = me.sheet
    main = in_hand(me) if sheet.hand else None
    for key in dict.fromkeys(sheet.ready):
        if sheet.weapon(key).natural:
            continue
        if key in (sheet.hand, sheet.off):
            yield _handled("sheathe", "Sheathe", key, gear.Sheathe(key), sheet.weapon(key).name)
            continue
        yield _handled("draw", "Draw", key, gear.Draw(key), sheet.weapon(key).name)
        if main is not None and not sheet.shielded and may_pair(me, main, sheet.weapon(key)):
            second = _handled("draw-second", "Draw", key, gear.DrawSecond(key), sheet.weapon(key).name)
            yield replace(second, label=f"{second.label} in the other hand")


def _handled(verb: str, word: str, key: str, action: Action, name: str) -> Choice:
    """Something done to a piece of gear."""
    return Option(f"{verb} {key}", action, f"{word} the {name.lower()}", short=f"{word} {name.lower()}")
