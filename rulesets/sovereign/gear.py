"""Actions on things: drawing, readying, stowing, reloading, picking up, doors and levers."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.events import EdgeChanged, Id, ThingTaken
from rulesets.sovereign import instants, moving, tending
from rulesets.sovereign.cost import pay_free, pay_main, pay_move
from rulesets.sovereign.events import Did
from rulesets.sovereign.reading import item_name, present
from rulesets.sovereign.sheet import Profile, SovereignTable


def draw(table: SovereignTable, who: Id, key: str) -> None:
    """Change what is in hand for another readied weapon: sheathing is free (E-48)."""
    sheet = table.now(who).sheet
    if sheet.hand == key or sheet.off == key or "natural" in sheet.profile.weapon(key).traits or key == "unarmed":
        return
    pay_free(table, who)
    off = sheet.off
    if off and off != "shield" and sheet.profile.weapon(key).two_handed:
        off = ""
    table.set(who, hand=key, off=off)
    table.emit(Did(who, f"draws the {item_name(sheet.profile, key)}", "E-48"))


@dataclass(frozen=True, slots=True)
class PickUp:
    """Rule: Pick up an Item (Move)."""

    thing: str

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Adjacent armed foes may strike first."""
        pay_move(table, who)
        if await moving.provoke(table, who) and self.thing in table.state.things:
            take_up(table, who, self.thing)


def take_up(table: SovereignTable, who: Id, thing: str) -> None:
    """An item from the ground is readied, in hand if a hand is free (E-50)."""
    key = table.state.things[thing].key
    sheet = table.now(who).sheet
    table.emit(ThingTaken(thing))
    table.set(who, ready=(*sheet.ready, key), hand=sheet.hand or key)
    table.emit(Did(who, f"picks up the {item_name(sheet.profile, key)}", "E-50"))


@dataclass(frozen=True, slots=True)
class Draw:
    """Rule: Ready or Stow; sheathing a readied weapon and drawing another is free."""

    weapon: str

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Change weapons."""
        draw(table, who, self.weapon)


def readies_freely(profile: Profile, item: str) -> bool:
    """Armsmasters ready weapons as an Instant."""
    return "armsmaster" in profile.feats and any(weapon.key == item for weapon in profile.weapons)


@dataclass(frozen=True, slots=True)
class Ready:
    """Rule: Ready an Item (Main)."""

    item: str

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Get something out of the pack."""
        sheet = table.now(who).sheet
        if not readies_freely(sheet.profile, self.item):
            pay_main(table, who)
        stowed = list(sheet.stowed)
        stowed.remove(self.item)
        table.set(who, stowed=tuple(stowed))
        if self.item == "shield":
            table.set(who, off="shield")
        elif any(weapon.key == self.item for weapon in sheet.profile.weapons):
            table.set(who, ready=(*sheet.ready, self.item))
        else:
            table.set(who, items=(*sheet.items, self.item))
        table.emit(Did(who, f"readies the {item_name(sheet.profile, self.item)}", "E-48"))


@dataclass(frozen=True, slots=True)
class Stow:
    """Rule: Stow an Item (Main)."""

    item: str

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Put something into the pack."""
        pay_main(table, who)
        sheet = table.now(who).sheet
        ready = list(sheet.ready)
        if self.item == "shield":
            table.set(who, off="")
        else:
            ready.remove(self.item)
            table.set(
                who,
                ready=tuple(ready),
                hand="" if sheet.hand == self.item and self.item not in ready else sheet.hand,
                off="" if sheet.off == self.item and self.item not in ready else sheet.off,
            )
        table.set(who, stowed=(*sheet.stowed, self.item))
        table.emit(Did(who, f"stows the {item_name(sheet.profile, self.item)}", "E-48"))


@dataclass(frozen=True, slots=True)
class Reload:
    """Rule: Reload a Weapon."""

    weapon: str
    cost: str

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Make a bow or crossbow ready to shoot."""
        {"free": pay_free, "move": pay_move, "main": pay_main}[self.cost](table, who)
        table.set(who, unloaded=tuple(key for key in table.now(who).sheet.unloaded if key != self.weapon))
        table.emit(Did(who, f"reloads the {table.now(who).sheet.profile.weapon(self.weapon).name}", "E-49"))


@dataclass(frozen=True, slots=True)
class WorkDoor:
    """Opening or shutting a door, working a lever: off the table, so by ruling (E-54, ruling S-28)."""

    edge: str
    open: bool
    cost: str

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Change it."""
        (pay_main if self.cost == "main" else pay_move)(table, who)
        table.emit(EdgeChanged(self.edge, self.open, who))


@dataclass(frozen=True, slots=True)
class ForceDoor:
    """Breaking a locked door: a Main Action and STR/Exert (E-54, ruling S-28)."""

    edge: str

    async def perform(self, table: SovereignTable, who: Id) -> None:
        """Try it."""
        pay_main(table, who)
        await instants.window(table, instants.Moment("skill", who))
        if present(table, who) and await moving.provoke(table, who) and await tending.force_door(table, who):
            table.emit(EdgeChanged(self.edge, True, who))
