"""What a fighter does on its turn, each action as one value, and the rules that it plays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from battlemat_foray.sheet import Fighter, ForayBoard, ForayTable
from game.kit.combatants import enemies, perceives
from game.kit.conditions import Condition, begin
from game.kit.facts import AttackDeclared, AttackHit, AttackMissed, Checked, Harmed, Reacted
from game.kit.reactions import react
from game.kit.side_turns import once
from game.rules.action import Action, ActionButton, refusal
from game.rules.dice import Tally
from game.rules.events import Id, Left, Moved
from game.rules.option_details import OptionDetails
from game.rules.questions import Family, Option, Refusal, Seat
from game.spatial.places import OnBorder, ZonePlace

# ------------------------------------------------------------------ attacks

DUCKING = 2
"""What a duck adds to guard."""
REELING = Condition("reeling", "turn ends")


def tally(me: Fighter) -> Tally:
    """Rules: Attacks, Reeling (F-4, F-9). What is added to the d6."""
    skill = Tally().plus("skill", me.sheet.profile.skill, "F-4")
    return skill.plus("reeling", -int(me.sheet.has("reeling")), "F-9")


def guard(me: Fighter, foe: Fighter) -> int:
    """Rules: Attacks, Cover of a border (F-4, F-5). What an attack must come to."""
    covered = isinstance(foe.at, OnBorder) and me.sheet.profile.reach > 0
    return foe.sheet.profile.guard + covered


def out_of_reach(board: ForayBoard, me: Fighter, foe: Fighter) -> Refusal | None:
    """Rule: Attacks (F-4), ruling R-1."""
    zones, reach = board.space.zones, me.sheet.profile.reach
    if not reach:
        return None if foe.at in zones.at_hand(me.at) else refusal("not nearby", "F-4")
    if not zones.visible(me.at, foe.at):
        return refusal("out of sight", "F-4")
    far = zones.span(me.at, foe.at)
    return None if far is not None and far <= reach else refusal("farther than its weapon reaches", "F-4")


async def attack(table: ForayTable, who: Id, target: Id) -> None:
    """Rules: Attacks, Harm and the end (F-4, F-6)."""
    table.set(who, hidden=False)
    me, foe = table.now(who), table.now(target)
    added, needed, profile = tally(me), guard(me, foe), me.sheet.profile
    table.emit(AttackDeclared(who, target, profile.key, "shot" if profile.reach else "melee"))
    face = await table.roll("d6", f"{profile.name} attacks {foe.sheet.profile.name}", who)
    total = face + added.total
    if await ducks(table, who, target, total, needed):
        needed += DUCKING
    hit = total >= needed
    table.emit(Checked(who, "attack", face, added, needed, hit, "F-4"))
    if not hit:
        table.emit(AttackMissed(who, target))
        return
    table.emit(AttackHit(who, target))
    health = table.now(target).sheet.health
    left = max(0, health - profile.harm)
    table.set(target, health=left)
    table.emit(Harmed(target, health - left, left, who))
    if not left:
        table.emit(Left(target, "is out of the fight"))


async def ducks(table: ForayTable, who: Id, target: Id, total: int, needed: int) -> bool:
    """Rule: Ducking (F-8). Asked even where it is idle; ``matters`` is for players who asked to be spared that."""
    foe = table.now(target)
    if foe.sheet.has("reeling"):
        return False
    ducked = await react(
        Seat(foe.side),
        f"{foe.sheet.profile.name}: an attack comes to {total} against {needed}, duck?",
        Option("pass", False, "Let it be"),
        [Option("duck", True, "Duck", matters=needed <= total < needed + DUCKING)],
        topic="duck",
        who=target,
        about=(who,),
    )
    if ducked:
        table.emit(Reacted(target, "ducks", "F-8"))
        begin(table, target, REELING)
    return ducked


def foes(board: ForayBoard, me: Fighter) -> list[Fighter]:
    """Those whom one might attack."""
    return enemies(board, me.side)


def at_foe(_: ForayBoard, me: Fighter, foe: Fighter) -> Option[Id]:
    """The option to attack somebody."""
    look = partial(OptionDetails, tally=tally(me), brief=f"guard {guard(me, foe)}")
    return Option(f"attack {foe.id}", foe.id, f"Attack {foe.sheet.profile.name}", target=foe.id, look=look)


ATTACK = Action(
    ("attack",),
    "F-4",
    once("Attack", "F-1"),
    attack,
    at_foe,
    candidates=foes,
    why_not=out_of_reach,
    attack=True,
    button=ActionButton(
        "Attack",
        sort="attack",
        icon="sword",
        told="d6 and skill against the guard of somebody in reach.",
        needs="a foe in sight within the reach of one's weapon",
    ),
)

# ------------------------------------------------------------------ moves

HALVES = 2
"""Halves of a zone in one move."""


def ways(board: ForayBoard, me: Fighter) -> Mapping[ZonePlace, tuple[ZonePlace, ...]]:
    """Rules: Moving, Held borders (F-2, F-3). The places that a move may end at, each with the way there.

    Foes in ambush are no obstacle to plans, or a gap would betray them.
    """
    zones = board.space.zones
    held = {foe.at for foe in enemies(board, me.side) if isinstance(foe.at, OnBorder)}
    sizes: dict[ZonePlace, list[int]] = {}
    for c in board.state.combatants.values():
        if perceives(board, me.side, c):
            sizes.setdefault(c.at, []).append(1)
    full = {place for place, there in sizes.items() if place != me.at and not zones.fits(place, there)}
    found = zones.reach(me.at, HALVES, barred=held | full)
    return {place: way for place, way in found.items() if way}


def hemmed_in(board: ForayBoard, me: Fighter, _: None) -> Refusal | None:
    """Rules: Moving, Held borders (F-2, F-3)."""
    return None if ways(board, me) else refusal("no way is open", "F-2")


async def walk(table: ForayTable, who: Id, place: ZonePlace) -> None:
    """Rules: Moving, Ambush (F-2, F-7). Half by half, up to where somebody in ambush is met."""
    table.set(who, hidden=False)
    side = table.now(who).side
    for there in ways(table, table.now(who))[place]:
        met = [c.id for c in table.state.combatants.values() if c.at == there and not perceives(table, side, c)]
        for foe in met:
            table.set(foe, hidden=False)
        if met:
            return
        table.emit(Moved(who, table.now(who).at, there))


def places(board: ForayBoard, me: Fighter, _: None) -> Family[ZonePlace]:
    """The options to move, one for each place."""
    zones, open_ways = board.space.zones, ways(board, me)

    def to(key: str, place: ZonePlace) -> Option[ZonePlace]:
        label = f"Go to {zones.name(place)}"
        return Option(key, place, label, place=place, look=lambda: OptionDetails(path=open_ways[place]))

    return Family("move", tuple(open_ways), to)


MOVE: Action[ForayBoard, Fighter, None] = Action(
    ("move",),
    "F-2",
    once("Move", "F-1", lost=False),
    walk,
    lambda *_: Option("move", None, "Move"),
    why_not=hemmed_in,
    family=places,
    button=ActionButton(
        "Move",
        sort="move",
        icon="boot",
        told="Two halves: onto a border, into a zone.",
        needs="a border that no foe holds, and room behind it",
    ),
)

ACTIONS: tuple[Action[ForayBoard, Fighter, Any], ...] = (ATTACK, MOVE)
"""All of them, in the order of the menu."""
