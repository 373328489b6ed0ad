"""Between two battles: first aid for the dying, a night's rest, and what was lost stays so (ruling S-66)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from game.kit.combatants import company, up_on
from game.kit.conditions import end
from game.kit.inventory import Regained, check_between, check_owned, company_after, left_of, read_carried
from game.rules.events import Id
from game.rules.setup import Recruit
from rulesets.sovereign.play import effects, tending
from rulesets.sovereign.sheet import roster
from rulesets.sovereign.sheet.sheet import Profile, Sheet, SovereignBoard, SovereignState, SovereignTable


class Carried(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a fighter brings from earlier battles."""

    hp: int | None = None
    """None: all that its profile gives it."""
    frail: bool = False
    """It was mortally injured: it does not heal by itself, and dies when it falls again (E-93)."""
    lost: tuple[str, ...] = ()
    """Keys of weapons and other things that it has no more."""


async def rest(table: SovereignTable, side: str, *, holds: bool) -> None:
    """Rule: first aid in the rounds that the dying have left; then each who is not frail heals a point a level."""
    if holds:
        while tending.dying(table, side):
            await _first_aid(table, side)
            tending.bleed(table)
            end(table, "round ends", list(table.state.combatants), table.state.turn.round)
            table.set_turn(round=table.state.turn.round + 1)
    for c in table.fresh([c.id for c in company(table, side)]):
        if c.sheet.dead or c.sheet.fell is not None or not (holds or c.sheet.up):
            continue
        if not c.sheet.up:
            table.set(c.id, out=False)
        if c.sheet.hp == 0:
            effects.heal(table, c.id, 1)  # who was saved, or knocked out, is on its feet again within the hour
        elif not c.sheet.frail:
            effects.heal(table, c.id, max(1, c.sheet.profile.level))


async def _first_aid(table: SovereignTable, side: str) -> None:
    """A round of it: each who has a kit tends one of the dying, the best hand first; the others help it."""
    fallen = sorted(tending.dying(table, side), key=lambda c: c.sheet.fell or 0)
    able = sorted(up_on(table, side), key=lambda c: -tending.heal_check(c).total)
    healers = [c.id for c in able if tending.KIT in c.sheet.items][: len(fallen)]
    helpers = [c.id for c in able if c.id not in healers and tending.heal_check(c).total > 0]
    for healer, patient in zip(healers, [c.id for c in fallen], strict=False):
        await tending.stabilise(table, healer, patient, helpers)
        helpers = []


def _gear(sheet: Sheet) -> Sequence[str]:
    return (*sheet.ready, *sheet.stowed, *sheet.items)


def _carried(sheet: Sheet, gear: Regained) -> Carried:
    return Carried(None if sheet.hp == sheet.profile.hp else sheet.hp, sheet.frail, gear.lost)


def carried(start: SovereignState, board: SovereignBoard, side: str, *, holds: bool) -> Mapping[Id, str]:
    """What those bring to the next battle who live and were not left behind."""
    return company_after(start, board, side, _gear, _carried, holds=holds)


def begin_with(profile: Profile, recruit: Recruit) -> Sheet:
    """The sheet that somebody begins with, who may have fought before. Raises BadSetup."""
    own, sheet = read_carried(recruit, Carried), roster.sheet(profile, hidden=recruit.hidden)
    check_owned(recruit, "lost", own.lost, _gear(sheet))
    if own.hp is not None:
        check_between(recruit, "hp", own.hp, 1, profile.hp)
    stowed, items, ready = left_of(own.lost, sheet.stowed, sheet.items, sheet.ready)
    return replace(
        sheet,
        hp=profile.hp if own.hp is None else own.hp,
        frail=own.frail,
        stowed=stowed,
        items=items,
        ready=ready,
        hand=sheet.hand if sheet.hand in ready else "",
        off=sheet.off if sheet.off in (*ready, "shield") else "",
    )
