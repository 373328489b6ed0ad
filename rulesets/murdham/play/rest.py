"""Between two battles: the dying are tended, everybody rests, and what was lost stays so (ruling M-59)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from game.kit.carrying import check_between, check_owned, left_of, lost_gear, read_carried, without, write_carried
from game.kit.combatants import company
from game.rules.events import Id
from game.rules.setup import Recruit
from rulesets.murdham.play.events import Did, Healed
from rulesets.murdham.play.geometry import half
from rulesets.murdham.play.harm import full_health, heal, kill
from rulesets.murdham.sheet import roster
from rulesets.murdham.sheet.sheet import MurdhamBoard, MurdhamState, MurdhamTable, Profile, Sheet

KIT = "medicine kit"

REMEDIES = ("spirits", "draught")
"""What is used up on the dying where nobody has a kit, the cheaper first."""

NUMBERS = ("STR", "AGI", "WIT", "omens")
"""What a profile gives and battles take."""


class Carried(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a fighter brings from earlier battles; None: as its profile says."""

    health: int | None = None
    STR: int | None = None
    AGI: int | None = None
    WIT: int | None = None
    injuries: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    """Keys of weapons and other things that it has no more; "armour" too."""
    omens: int | None = None


async def rest(table: MurdhamTable, side: str, *, holds: bool) -> None:
    """Rule: the dying are brought back by what the company has, and a watch of rest gives everybody all health."""
    if holds:
        for who in [c.id for c in company(table, side) if c.sheet.dying and not c.sheet.dead]:
            await _tend(table, side, who)
    for c in table.fresh([c.id for c in company(table, side)]):
        full = full_health(c)
        stays = not (holds or c.sheet.up or c.id in table.state.gone)
        if not c.sheet.dead and not stays and c.sheet.health < full:
            table.set(c.id, health=full)
            table.emit(Healed(c.id, full - c.sheet.health, full))


async def _tend(table: MurdhamTable, side: str, who: Id) -> None:
    """A kit, or else a drink, saves somebody whose life runs out; without either there is no help."""
    helpers = [c for c in company(table, side) if c.id != who and c.sheet.conscious]
    for c in helpers:
        if KIT in c.sheet.items:
            table.emit(Did(c.id, "binds the wounds of", "A-24", who))
            await heal(table, who, 1)
            return
    for item in REMEDIES:
        for c in helpers:
            if item in c.sheet.items:
                table.set(c.id, items=without(c.sheet.items, (item,)))
                table.emit(Did(c.id, f"uses {item} on", "A-24", who))
                await heal(table, who, half(table.now(who).sheet.STR) if item == "draught" else 1)
                return
    kill(table, who, "bled to death")


def _gear(sheet: Sheet) -> Sequence[str]:
    armour = ("armour",) if sheet.armour else ()
    return (*(key for key in (sheet.hand, sheet.off) if key), *sheet.carried, *sheet.items, *armour)


def carried(start: MurdhamState, board: MurdhamBoard, side: str, *, holds: bool) -> Mapping[Id, str]:
    """What those bring to the next battle who live and were not left behind."""
    lost = lost_gear(start, board, side, _gear, holds=holds)
    found: dict[Id, str] = {}
    for who, missing in lost.items():
        sheet = board.now(who).sheet
        gone = who in board.state.gone
        if sheet.dead or not (holds or gone or sheet.up):
            continue
        profile = sheet.profile
        numbers = {name: getattr(sheet, name) for name in NUMBERS}
        found[who] = write_carried(
            Carried(
                injuries=sheet.injuries,
                damaged=tuple(key for key in sheet.damaged if key not in profile.damaged and key not in missing),
                lost=missing,
                **{name: number for name, number in numbers.items() if number != getattr(profile, name)},
            )
        )
    return found


def begin_with(profile: Profile, recruit: Recruit) -> Sheet:
    """The sheet that somebody begins with, who may have fought before. Raises BadSetup."""
    own = read_carried(recruit, Carried)
    sheet = roster.sheet(profile, hidden=recruit.hidden, damaged=(*recruit.damaged, *own.damaged))
    if own == Carried():
        return sheet
    check_owned(recruit, "damaged", own.damaged, _gear(sheet))
    check_owned(recruit, "lost", own.lost, _gear(sheet))
    now = {name: getattr(profile, name) if getattr(own, name) is None else getattr(own, name) for name in NUMBERS}
    for name, value in now.items():
        check_between(recruit, name, value, 0 if name == "omens" else 1, getattr(profile, name))
    full = max(1, profile.health - (profile.STR - now["STR"]))
    check_between(recruit, "health", full if own.health is None else own.health, 1, full)
    pack, items, hand, off = left_of(own.lost, sheet.carried, sheet.items, (sheet.hand,), (sheet.off,))
    if "a useless arm" in own.injuries:
        pack, off = (*pack, *(key for key in off if key)), ()
    return replace(
        sheet,
        STR=now["STR"],
        AGI=now["AGI"],
        WIT=now["WIT"],
        omens=now["omens"],
        health=full if own.health is None else own.health,
        hand="".join(hand),
        off="".join(off),
        carried=pack,
        items=items,
        armour=0 if "armour" in own.lost else sheet.armour,
        injuries=own.injuries,
    )
