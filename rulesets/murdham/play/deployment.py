"""Before a battle and between two: who may come, where things lie, how the dying and the worn recover (ruling M-59)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from game.kit import deployment
from game.kit.combatants import bodies, company
from game.kit.deployment import NamedRecruit
from game.kit.inventory import (
    Regained,
    check_between,
    check_owned,
    company_after,
    left_of,
    made_good_of,
    read_carried,
    without,
)
from game.rules.events import Id
from game.rules.setup import Recruit, Setup
from game.rules.state import Piece
from game.spatial.space import Space
from rulesets.murdham.play.events import Did, Healed
from rulesets.murdham.play.gear import GONE, handed, worn
from rulesets.murdham.play.geometry import half
from rulesets.murdham.play.harm import die, full_health, heal
from rulesets.murdham.play.things import GEAR
from rulesets.murdham.sheet import roster
from rulesets.murdham.sheet.sheet import MurdhamBoard, MurdhamState, MurdhamTable, Profile, Sheet, Turn

KIT = "medicine kit"

REMEDIES = ("spirits", "draught")
"""What is used up on the dying where nobody has a kit, the cheaper first."""

NUMBERS = ("STR", "AGI", "WIT", "omens")
"""What a profile gives and battles take."""


class Carried(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """State that a fighter brings from earlier battles; None: as its profile says."""

    health: int | None = None
    STR: int | None = None
    AGI: int | None = None
    WIT: int | None = None
    injuries: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    """Keys of weapons and other things that it has no more; "armour" and "helmet" too."""
    omens: int | None = None
    gained: tuple[Piece, ...] = ()
    """What it has won."""


def made_good(carried: str, given: Sequence[str]) -> str:
    """What somebody brings once all its gear is made good, but for what it has given away."""
    return made_good_of(carried, given, Carried, "damaged")


async def rest(table: MurdhamTable, side: str, *, holds: bool) -> None:
    """Rule: the dying are brought back by what the company has, and a watch of rest gives everybody all health."""
    if holds:
        while dying := [c.id for c in company(table, side) if c.sheet.dying and not c.sheet.dead]:
            await _tend(table, side, sorted(dying, key=lambda who: table.now(who).sheet.dying))
            for c in table.fresh(dying):
                if c.sheet.dying and c.sheet.dying <= table.state.turn.round:
                    await die(table, c.id, "bled to death")
            table.set_turn(round=table.state.turn.round + 1)
    for c in table.fresh([c.id for c in company(table, side)]):
        full = full_health(c)
        if c.sheet.dead or not (holds or c.sheet.up or c.id in table.state.gone):
            continue
        table.set(c.id, incapacitated=False, paralysed=False, surrendered=False)
        if c.sheet.health < full:
            table.set(c.id, health=full)
            table.emit(Healed(c.id, full - c.sheet.health, full))


async def _tend(table: MurdhamTable, side: str, dying: Sequence[Id]) -> None:
    """A round of it: each companion sees to one of the dying, with a kit or else with a drink, which is used up."""
    free = [c.id for c in bodies(table) if c.side == side and c.sheet.conscious]
    for patient in dying:
        for item in (KIT, *REMEDIES):
            helper = next((who for who in free if item in table.now(who).sheet.items), None)
            if helper is not None:
                free.remove(helper)
                await _treat(table, helper, patient, item)
                break


async def _treat(table: MurdhamTable, helper: Id, patient: Id, item: str) -> None:
    if item == KIT:
        table.emit(Did(helper, "binds the wounds of", "A-24", patient))
    else:
        table.set(helper, items=without(table.now(helper).sheet.items, (item,)))
        table.emit(Did(helper, f"uses {item} on", "A-24", patient))
    await heal(table, patient, half(table.now(patient).sheet.STR) if item == "draught" else 1)


def _carried(sheet: Sheet, gear: Regained) -> Carried:
    profile = sheet.profile
    damaged = (*sheet.damaged, *(key for key, marks in gear.found.items() if "damaged" in marks))
    won = {"armour" if piece.key in roster.STOCK.house.armour else piece.key for piece in gear.gained}
    worn_own = {"armour", "helmet"} - won  # what was won has its marks with it
    own = {*worn_own, *profile.pack, *profile.items} - {*profile.damaged, *gear.lost}
    numbers = {name: getattr(sheet, name) for name in NUMBERS}
    return Carried(
        injuries=sheet.injuries,
        damaged=tuple(key for key in damaged if key in own),
        lost=gear.lost,
        gained=gear.gained,
        **{name: number for name, number in numbers.items() if number != getattr(profile, name)},
    )


def carried(start: MurdhamState, board: MurdhamBoard, side: str, *, holds: bool) -> Mapping[Id, str]:
    """Gear and state that survivors who were not left behind bring to the next battle."""
    return company_after(start, board, side, GEAR.gear, _carried, GEAR.as_piece, holds=holds)


def begin_with(profile: Profile, recruit: Recruit) -> Sheet:
    """The sheet that somebody begins with, who may have fought before. Raises BadSetup."""
    own = read_carried(recruit, Carried)
    sheet = roster.sheet(profile, hidden=recruit.hidden, damaged=(*recruit.damaged, *own.damaged))
    if own == Carried():
        return sheet
    suit = ("armour", *(key for key in worn(sheet) if key not in ("armour", "helmet"))) if sheet.armour else ()
    check_owned(recruit, "damaged", own.damaged, (*GEAR.gear(sheet), *suit))
    check_owned(recruit, "lost", own.lost, (*GEAR.gear(sheet), *suit))
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
        armour=0 if any(key in own.lost for key in suit) else sheet.armour,
        damaged=(*sheet.damaged, *GONE * ("helmet" in own.lost)),
        injuries=own.injuries,
    )


def muster(setup: Setup, space: Space) -> MurdhamState:
    """Give the state before the first step; ``space`` is the set-up's map. Raises BadSetup."""

    def sheet(who: NamedRecruit[Profile]) -> Sheet:
        roster.check_damaged(f"side {who.side.name}", who.profile, who.recruit.damaged)
        return begin_with(who.profile, who.recruit)

    return deployment.muster(
        setup,
        space,
        "zones",
        roster.STOCK,
        sheet,
        Turn(strength={side.name: len(side.squad) for side in setup.sides}),
        size=lambda profile: profile.side_length,
        shoots=shooter,
        handed=lambda sheet: handed(sheet.profile),
        damaged=True,
    )


def shooter(profile: Profile) -> bool:
    """Whether a combatant starts the fight with something to shoot or throw in hand, or with powers for it."""
    armed = bool(profile.ready) and not profile.weapon(profile.ready[0]).melee
    return armed or any(power.target == "foe" for power in profile.powers)
