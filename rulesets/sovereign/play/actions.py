"""Rule: Combat Actions. What each action of the table costs and does; the menu that offers them is in ``menu``."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from game.kit.combatants import NOBODY, present
from game.kit.conditions import Condition, begin, lift
from game.rules.dice import Tally
from game.rules.events import Id, Left
from game.rules.questions import Seat
from game.spatial.field import Cell
from rulesets.sovereign.play import maneuvers, moving, spells, tending
from rulesets.sovereign.play.attack import attack
from rulesets.sovereign.play.blow import Blow
from rulesets.sovereign.play.effects import bumps
from rulesets.sovereign.play.events import Aim, AttackSpoiled, Did
from rulesets.sovereign.play.gear import draw, lying, mine, take_up
from rulesets.sovereign.play.geometry import FEET, feet_between, in_clinch, on_rim
from rulesets.sovereign.play.instants import go_ahead, pay_free, pay_main, pay_move
from rulesets.sovereign.play.numbers import Mode
from rulesets.sovereign.sheet.sheet import (
    CHARGED,
    DEFENDING,
    DISENGAGED,
    HOLDING,
    SCREENING,
    SovereignTable,
)

CHARGE = Tally().plus("charge", 2, "E-32")


@dataclass(frozen=True, slots=True)
class Action:
    """Something a combatant does on its turn: it pays for it and resolves it."""

    do: Callable[..., Coroutine[Any, Any, None]]
    """Called with the table, who acts, and ``what``."""
    what: tuple[Any, ...] = ()

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Do it."""
        await self.do(table, who, *self.what)


async def make_attack(table: SovereignTable, who: Id, target: Id, weapon: str, mode: Mode) -> None:
    """Rule: Make a Melee Attack (Main); Make a Ranged Attack (Main)."""
    draw(table, who, weapon)
    pay_main(table, who)
    await attack(table, Blow(who, target, weapon, mode))


async def shove(table: SovereignTable, who: Id, target: Id, weapon: str) -> None:
    """Rule: Shoving. An attack roll that pushes instead of wounding (Main)."""
    pay_main(table, who)
    await attack(table, Blow(who, target, weapon, "melee", "shove", aim="shove"))


async def grapple(table: SovereignTable, who: Id, target: Id) -> None:
    """Rule: Grappling. An unarmed attack roll that seizes instead of wounding (Main)."""
    pay_main(table, who)
    await attack(table, Blow(who, target, "unarmed", "melee", "grapple", aim="grapple"))


async def break_free(table: SovereignTable, who: Id) -> None:
    """Rule: Grappling, getting out of a hold (Main): one check against every holder."""
    pay_main(table, who)
    if await go_ahead(table, who, "break free"):
        await maneuvers.break_free(table, who)


async def release(table: SovereignTable, who: Id) -> None:
    """Rule: Grappling, "until released" (Free)."""
    target = table.now(who).sheet.grappling
    pay_free(table, who)
    table.set(who, grappling=NOBODY)
    table.emit(Did(who, "releases", "E-76", target))


async def take_along(table: SovereignTable, who: Id, haul: maneuvers.Haul) -> None:
    """Rule: Grappling, moving the target (Main)."""
    pay_main(table, who)
    if await go_ahead(table, who, "haul its victim") and table.now(who).sheet.grappling:
        await maneuvers.haul(table, who, haul)


async def charge(
    table: SovereignTable, who: Id, target: Id, weapon: str, mode: Mode, to: Cell, aim: Aim = "harm"
) -> None:
    """Rule: Charge (Move + Main).

    Foes beside the start may strike; then a straight line, and at its end an attack at +2. Where it is stopped on its
    way, the attack is made from there if it can be (ruling S-62).
    """
    draw(table, who, weapon)
    pay_move(table, who)
    pay_main(table, who)
    begin(table, who, Condition(CHARGED, "round ends"))
    start = table.now(who).at
    table.emit(Did(who, "charges at", "E-32", target))  # how far would tell of friends in its way
    if not await go_ahead(table, who, "charge") or not await moving.provoke(table, who):
        return
    me = table.now(who)
    path = table.once(lambda: moving.Lanes(table, me).to(to) if moving.may_charge(table, me) else None)
    if path is None:
        table.emit(AttackSpoiled(who, "the charge is stopped before it begins", "E-32"))
        return
    await moving.walk(table, who, path, provokes=False)
    if present(table, who) and table.now(who).at != start and present(table, target):
        await attack(table, Blow(who, target, weapon, mode, "charge", CHARGE, aim))


async def run(table: SovereignTable, who: Id, to: Cell) -> None:
    """Rule: Run (Move). Leaving a foe's melee range lets it strike, cell by cell."""
    path = moving.run_reach(table, table.now(who)).path(to)
    pay_move(table, who)
    table.emit(Did(who, f"runs {len(path) * FEET} ft to {to[0]},{to[1]}", "E-45"))
    if await go_ahead(table, who, "move"):
        await moving.set_out(table, who, to)


async def screen(table: SovereignTable, who: Id, ward: Id, to: Cell) -> None:
    """Rule: Screen an Ally (Move). Move to the ward's side and stop its attackers until the next turn."""
    me = table.now(who)
    path = () if to == me.at else moving.run_reach(table, me).path(to)
    pay_move(table, who)
    if path:
        table.emit(Did(who, f"runs {len(path) * FEET} ft to {to[0]},{to[1]}", "E-34"))
        if not await go_ahead(table, who, "move") or not await moving.provoke(table, who):
            return
        await moving.set_out(table, who, to, provokes=False)
    elif not await go_ahead(table, who, "screen an ally"):
        return
    me = table.now(who)
    if not me.sheet.up or not present(table, ward):
        return
    if feet_between(table, me, table.now(ward)) <= FEET:
        lift(table, who, SCREENING)
        begin(table, who, Condition(SCREENING, "turn begins", ward))
        table.emit(Did(who, "screens", "E-34", ward))


async def disengage(table: SovereignTable, who: Id, free: bool = False) -> None:
    """Rule: Disengage (Main). Those left have no attack of opportunity for the rest of the round (ruling S-49)."""
    if free:
        pay_free(table, who)
    else:
        pay_main(table, who)
        if not await go_ahead(table, who, "disengage"):
            return
    me = table.now(who)
    begin(table, who, *(Condition(DISENGAGED, "round ends", foe) for foe in moving.attackers(table, me)))
    table.emit(Did(who, "disengages", "E-46"))


async def defend(table: SovereignTable, who: Id) -> None:
    """Rule: Total Defense (Instant), on one's own turn: the Main Action for AC +2 and immunity to Shock."""
    pay_main(table, who)
    begin(table, who, Condition(DEFENDING, "turn begins"))
    table.emit(Did(who, "goes on total defense", "E-41"))


async def stand_up(table: SovereignTable, who: Id) -> None:
    """Rule: Stand Up (Move), picking up what was dropped here; adjacent armed foes may strike first."""
    pay_move(table, who)
    if not await go_ahead(table, who, "stand up") or not await moving.provoke(table, who):
        return
    if bumps(table, who, table.now(who).at):  # into somebody who lay in ambush in its place (ruling S-69)
        return
    table.set(who, prone=False)
    table.emit(Did(who, "stands up", "E-51"))
    for thing in [thing for thing in table.state.things.values() if thing.at == table.now(who).at]:
        weapon = lying(table, thing)
        if weapon is not None and mine(table.now(who).sheet, weapon) is not None:
            take_up(table, who, thing.id)


async def go_prone(table: SovereignTable, who: Id) -> None:
    """Rule: Go Prone (Free)."""
    pay_free(table, who)
    table.set(who, prone=True)
    table.emit(Did(who, "drops prone", "E-52"))


async def give_first_aid(table: SovereignTable, who: Id, patient: Id) -> None:
    """Rule: Use a Skill (Main), on somebody dying; adjacent armed foes may strike first, enemies may answer."""
    pay_main(table, who)
    if await go_ahead(table, who, "give first aid") and await moving.provoke(table, who):
        helpers = await _helpers(table, who, patient)
        if present(table, who) and _within_reach(table, who, patient):
            await tending.stabilise(table, who, patient, helpers)


def _within_reach(table: SovereignTable, who: Id, patient: Id) -> bool:
    """Whether the patient still lies beside whoever was to tend it, after what was answered to that (S-5)."""
    if feet_between(table, table.now(who), table.now(patient)) <= FEET:
        return True
    table.emit(AttackSpoiled(who, "is kept from it", "E-47"))
    return False


async def _helpers(table: SovereignTable, who: Id, patient: Id) -> list[Id]:
    """Friends beside the patient who give their Main Actions to help (ruling S-60)."""
    name = table.now(patient).sheet.profile.name
    helping = []
    for c in table.fresh([c.id for c in tending.able_to_help(table, who, patient)]):
        if c.id not in {each.id for each in tending.able_to_help(table, who, patient)}:
            continue  # what it did in answer to another's help has cost it its action, or its place
        why = f"{c.sheet.profile.name}: help with first aid on {name}, for its Main Action?"
        if await table.confirm(Seat(c.side), why, who=c.id, topic=tending.HELP, about=(patient, who)):
            pay_main(table, c.id)
            table.emit(Did(c.id, "helps to tend", "E-93", patient))
            went = await go_ahead(table, c.id, "help with first aid") and await moving.provoke(table, c.id)
            if went and _within_reach(table, c.id, patient):
                helping.append(c.id)
    return helping


async def parley(table: SovereignTable, who: Id) -> None:
    """Rule: Use a Skill (Main), an appeal for parley; adjacent armed foes may strike first."""
    pay_main(table, who)
    if await go_ahead(table, who, "appeal for parley") and await moving.provoke(table, who):
        await tending.parley(table, who)


async def cast(table: SovereignTable, who: Id, spell: str, target: Id | None, at: Cell | None) -> None:
    """Casting a spell (Main); Instants may interrupt it (E-27)."""
    pay_main(table, who)
    await spells.cast(table, who, spell, target, at)


async def hold(table: SovereignTable, who: Id) -> None:
    """Rule: Hold An Action (Move), to act as an Instant until the round ends."""
    pay_move(table, who)
    table.set(who, done=True)
    begin(table, who, Condition(HOLDING, "round ends"))
    table.emit(Did(who, "holds an action", "E-53"))


async def leave(table: SovereignTable, who: Id) -> None:
    """Leaving the map at its rim or an exit (Move); leaving a foe's range lets it strike (E-45, E-92)."""
    pay_move(table, who)
    if not await go_ahead(table, who, "leave") or not await moving.provoke(table, who, leaving=True):
        return
    me = table.now(who)
    if me.sheet.prone or in_clinch(table, me) or not on_rim(table, me):
        table.emit(AttackSpoiled(who, "is kept from leaving", "E-45"))
        return
    fleeing = table.now(who).sheet.fleeing
    table.set_turn(escaped=(*table.state.turn.escaped, who))
    table.emit(Left(who, "flees" if fleeing else "leaves"))


async def finish(table: SovereignTable, who: Id) -> None:
    """No more actions this turn."""
    table.set(who, done=True)


async def let_another_act(table: SovereignTable, who: Id) -> None:
    """Let another member of the side act first; this one can go on later (E-08)."""
    table.set_turn(active=NOBODY)
