"""Rule: Combat Actions. What each action of the table costs and does; the menu that offers them is in ``menu``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.kit.combatants import NOBODY, present
from game.kit.conditions import Condition, begin, lift
from game.rules.dice import Tally
from game.rules.events import Id, Left
from game.rules.questions import Seat
from game.spatial.field import Cell
from rulesets.sovereign.play import maneuvers, moving, spells, tending
from rulesets.sovereign.play.attack import attack, join_swarm, maul, strike_for_swarm
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


class Action(Protocol):
    """Something a combatant does on its turn."""

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Pay for it and resolve it."""


@dataclass(frozen=True, slots=True)
class Attack:
    """Rule: Make a Melee Attack (Main); Make a Ranged Attack (Main)."""

    target: Id
    weapon: str
    mode: Mode

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """One attack."""
        draw(table, who, self.weapon)
        pay_main(table, who)
        await attack(table, Blow(who, self.target, self.weapon, self.mode))


@dataclass(frozen=True, slots=True)
class Maul:
    """Rule: Make a Melee Attack (Main), by a creature whose entry lists several blows (ruling S-58)."""

    target: Id

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """All its blows, the first on the target."""
        pay_main(table, who)
        await maul(table, who, self.target)


@dataclass(frozen=True, slots=True)
class Shove:
    """Rule: Shoving."""

    target: Id
    weapon: str

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """An attack roll that pushes instead of wounding."""
        pay_main(table, who)
        await attack(table, Blow(who, self.target, self.weapon, "melee", "shove", aim="shove"))


@dataclass(frozen=True, slots=True)
class Grapple:
    """Rule: Grappling."""

    target: Id

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """An unarmed attack roll that seizes instead of wounding."""
        pay_main(table, who)
        await attack(table, Blow(who, self.target, "unarmed", "melee", "grapple", aim="grapple"))


@dataclass(frozen=True, slots=True)
class BreakFree:
    """Rule: Grappling, getting out of a hold (Main)."""

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """One check against every holder."""
        pay_main(table, who)
        if await go_ahead(table, who, "break free"):
            await maneuvers.break_free(table, who)


@dataclass(frozen=True, slots=True)
class Release:
    """Rule: Grappling, "until released"."""

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Let go."""
        target = table.now(who).sheet.grappling
        pay_free(table, who)
        table.set(who, grappling=NOBODY)
        table.emit(Did(who, "releases", "E-76", target))


@dataclass(frozen=True, slots=True)
class TakeAlong:
    """Rule: Grappling, moving the target (Main)."""

    haul: maneuvers.Haul

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Drag or throw."""
        pay_main(table, who)
        if await go_ahead(table, who, "haul its victim") and table.now(who).sheet.grappling:
            await maneuvers.haul(table, who, self.haul)


@dataclass(frozen=True, slots=True)
class Swarm:
    """Rule: Make a Swarm Attack (Main)."""

    target: Id

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Join the swarm on a target."""
        await join_swarm(table, who, self.target)


@dataclass(frozen=True, slots=True)
class SwarmStrike:
    """Rule: Make a Swarm Attack, the blow."""

    blow: Blow

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """One assailant strikes for all."""
        await strike_for_swarm(table, self.blow)


@dataclass(frozen=True, slots=True)
class Charge:
    """Rule: Charge (Move + Main)."""

    target: Id
    weapon: str
    mode: Mode
    to: Cell
    aim: Aim = "harm"

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Foes beside the start may strike; then a straight line, and at its end an attack at +2.

        Where it is stopped on its way, the attack is made from there if it can be (ruling S-62).
        """
        draw(table, who, self.weapon)
        pay_move(table, who)
        pay_main(table, who)
        begin(table, who, Condition(CHARGED, "round ends"))
        start = table.now(who).at
        table.emit(Did(who, "charges at", "E-32", self.target))  # how far would tell of friends in its way
        if not await go_ahead(table, who, "charge") or not await moving.provoke(table, who):
            return
        me = table.now(who)
        path = table.once(lambda: moving.Lanes(table, me).to(self.to) if moving.may_charge(table, me) else None)
        if path is None:
            table.emit(AttackSpoiled(who, "the charge is stopped before it begins", "E-32"))
            return
        await moving.walk(table, who, path, provokes=False)
        if present(table, who) and table.now(who).at != start and present(table, self.target):
            await attack(table, Blow(who, self.target, self.weapon, self.mode, "charge", CHARGE, self.aim))


@dataclass(frozen=True, slots=True)
class Run:
    """Rule: Run (Move). Leaving a foe's melee range lets it strike, cell by cell."""

    to: Cell

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Move along the cheapest path."""
        path = moving.run_reach(table, table.now(who)).path(self.to)
        pay_move(table, who)
        table.emit(Did(who, f"runs {len(path) * FEET} ft to {self.to[0]},{self.to[1]}", "E-45"))
        if await go_ahead(table, who, "move"):
            await moving.set_out(table, who, self.to)


@dataclass(frozen=True, slots=True)
class Screen:
    """Rule: Screen an Ally (Move)."""

    ward: Id
    to: Cell

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Move to the ward's side and stop its attackers until the next turn."""
        me = table.now(who)
        path = () if self.to == me.at else moving.run_reach(table, me).path(self.to)
        pay_move(table, who)
        if path:
            table.emit(Did(who, f"runs {len(path) * FEET} ft to {self.to[0]},{self.to[1]}", "E-34"))
            if not await go_ahead(table, who, "move") or not await moving.provoke(table, who):
                return
            await moving.set_out(table, who, self.to, provokes=False)
        elif not await go_ahead(table, who, "screen an ally"):
            return
        me = table.now(who)
        if not me.sheet.up or not present(table, self.ward):
            return
        if feet_between(table, me, table.now(self.ward)) <= FEET:
            lift(table, who, SCREENING)
            begin(table, who, Condition(SCREENING, "turn begins", self.ward))
            table.emit(Did(who, "screens", "E-34", self.ward))


@dataclass(frozen=True, slots=True)
class Disengage:
    """Rule: Disengage (Main)."""

    free: bool = False

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Those it gets away from have no attack of opportunity on it for the rest of the round (ruling S-49)."""
        if self.free:
            pay_free(table, who)
        else:
            pay_main(table, who)
            if not await go_ahead(table, who, "disengage"):
                return
        me = table.now(who)
        begin(table, who, *(Condition(DISENGAGED, "round ends", foe) for foe in moving.attackers(table, me)))
        table.emit(Did(who, "disengages", "E-46"))


@dataclass(frozen=True, slots=True)
class TotalDefense:
    """Rule: Total Defense (Instant), taken on one's own turn."""

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Give up the Main Action for AC +2 and immunity to Shock."""
        pay_main(table, who)
        begin(table, who, Condition(DEFENDING, "turn begins"))
        table.emit(Did(who, "goes on total defense", "E-41"))


@dataclass(frozen=True, slots=True)
class StandUp:
    """Rule: Stand Up (Move), picking up what was dropped here."""

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Adjacent armed foes may strike first."""
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


@dataclass(frozen=True, slots=True)
class GoProne:
    """Rule: Go Prone (Free)."""

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Fall prone."""
        pay_free(table, who)
        table.set(who, prone=True)
        table.emit(Did(who, "drops prone", "E-52"))


@dataclass(frozen=True, slots=True)
class FirstAid:
    """Rule: Use a Skill (Main), on somebody dying."""

    patient: Id

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Adjacent armed foes may strike first; enemies may answer."""
        pay_main(table, who)
        if await go_ahead(table, who, "give first aid") and await moving.provoke(table, who):
            helpers = await self._helpers(table, who)
            if present(table, who) and self._within_reach(table, who):
                await tending.stabilise(table, who, self.patient, helpers)

    def _within_reach(self, table: SovereignTable, who: Id) -> bool:
        """Whether the patient still lies beside whoever was to tend it, after what was answered to that (S-5)."""
        if feet_between(table, table.now(who), table.now(self.patient)) <= FEET:
            return True
        table.emit(AttackSpoiled(who, "is kept from it", "E-47"))
        return False

    async def _helpers(self, table: SovereignTable, who: Id) -> list[Id]:
        """Friends beside the patient who give their Main Actions to help (ruling S-60)."""
        side = table.now(who).side
        patient = table.now(self.patient).sheet.profile.name
        helping = []
        for c in table.fresh([c.id for c in tending.able_to_help(table, who, self.patient)]):
            if c.id not in {each.id for each in tending.able_to_help(table, who, self.patient)}:
                continue  # what it did in answer to another's help has cost it its action, or its place
            why = f"{c.sheet.profile.name}: help with first aid on {patient}, for its Main Action?"
            if await table.confirm(Seat(side), why, who=c.id, topic=tending.HELP, about=(self.patient, who)):
                pay_main(table, c.id)
                table.emit(Did(c.id, "helps to tend", "E-93", self.patient))
                went = await go_ahead(table, c.id, "help with first aid") and await moving.provoke(table, c.id)
                if went and self._within_reach(table, c.id):
                    helping.append(c.id)
        return helping


@dataclass(frozen=True, slots=True)
class Parley:
    """Rule: Use a Skill (Main), an appeal for parley."""

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Adjacent armed foes may strike first."""
        pay_main(table, who)
        if await go_ahead(table, who, "appeal for parley") and await moving.provoke(table, who):
            await tending.parley(table, who)


@dataclass(frozen=True, slots=True)
class Cast:
    """Casting a spell (Main); Instants may interrupt it (E-27)."""

    spell: str
    target: Id | None
    at: Cell | None

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Cast it."""
        pay_main(table, who)
        await spells.cast(table, who, self.spell, self.target, self.at)


@dataclass(frozen=True, slots=True)
class Hold:
    """Rule: Hold An Action (Move)."""

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Wait, to act as an Instant until the round ends."""
        pay_move(table, who)
        table.set(who, done=True)
        begin(table, who, Condition(HOLDING, "round ends"))
        table.emit(Did(who, "holds an action", "E-53"))


@dataclass(frozen=True, slots=True)
class Leave:
    """Leaving the map at its rim or an exit (Move); leaving a foe's range lets it strike (E-45, E-92)."""

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Go."""
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


@dataclass(frozen=True, slots=True)
class Done:
    """No more actions this turn."""

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """End the turn."""
        table.set(who, done=True)


@dataclass(frozen=True, slots=True)
class Other:
    """Let another member of the side act first; this one can go on later (E-08)."""

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Put the member back."""
        table.set_turn(active=NOBODY)
