"""What befalls a combatant: harm and healing, mortal injury, falls, things dropped."""

from __future__ import annotations

from typing import Literal

from game.kit import things
from game.kit.combatants import NOBODY
from game.kit.conditions import Condition, begin, lift
from game.rules.dice import TOTAL, Tally
from game.rules.events import Id, Moved
from game.rules.state import Piece
from game.spatial.field import UNIT, Cell, Feature
from game.spatial.space import Space
from rulesets.sovereign.play.events import Did, Fell, Harmed, Healed, PointsRolled
from rulesets.sovereign.play.geometry import FEET, feet_between
from rulesets.sovereign.sheet import roster
from rulesets.sovereign.sheet.sheet import BURNT, DEFENDING, HOLDING, SCREENING, SWARMING, Sheet, SovereignTable

FEET_A_DIE = 10
"""Feet of a fall for each d6 (RULES 5.6)."""

MAGIC = "magic"
UNLOADED = "unloaded"
"""Marks of weapons that lie on the ground: the magic on one, and that a bow or crossbow must be reloaded."""


def harm(
    table: SovereignTable,
    who: Id,
    amount: int,
    source: Id | None = None,
    *,
    spare: bool = False,
    fire: bool = False,
) -> None:
    """Take hit points; at 0 the book's Mortal Injury decides (E-93). ``spare``: the weapon can leave one alive."""
    me = table.now(who)
    if amount <= 0 or not me.sheet.up:
        return
    left = max(0, me.sheet.hp - amount)
    table.set(who, hp=left, hidden=False, known=me.sheet.known or me.sheet.hidden)
    table.emit(Harmed(who, me.sheet.hp - left, left, source))
    if fire and me.sheet.profile.regenerates:
        last = table.state.turn.round + 1  # so that its next turn comes while it smarts
        begin(table, who, Condition(BURNT, "round ends", last=last))
    if left == 0:
        fall(table, who, spare=spare)


async def harm_by_dice(
    table: SovereignTable, who: Id, dice: str, cause: str, rule: str, source: Id | None = None, *, fire: bool = False
) -> None:
    """Harm that is no hit: a fall, a fire, what splashes. The log says what it comes from."""
    faces = await table.throw(dice, cause, who, TOTAL)
    table.emit(PointsRolled(who, cause, dice, faces, sum(faces), Tally(), sum(faces), rule, source))
    harm(table, who, sum(faces), source, fire=fire)


def fall(table: SovereignTable, who: Id, *, spare: bool = False, executed: bool = False, asleep: bool = False) -> None:
    """Rule: Mortal Injury. Named characters lie dying, the frail and the nameless die, the spared and who is put to
    sleep live on.
    """
    sheet = table.now(who).sheet
    how: Literal["dead", "mortally injured", "knocked out", "asleep"]
    if spare or asleep:
        how = "asleep" if asleep else "knocked out"
        table.set(who, hp=0, out=True)
    elif sheet.profile.named and not sheet.frail:
        how = "mortally injured"
        table.set(who, hp=0, fell=table.state.turn.round)
    else:
        how = "dead"
        table.set(who, hp=0, dead=True)
    for key in (sheet.hand, sheet.off):  # shields stay on the arm, claws on the paw
        if key and key != "shield" and not sheet.weapon(key).natural:
            lay_down(table, who, key, table.now(who).at)
            table.set(who, ready=without(table.now(who).sheet.ready, key))
    natural = next((w.key for w in sheet.profile.weapons if w.natural), "")
    table.set(who, hand=natural, off="shield" if sheet.off == "shield" else "")
    lift(table, who, HOLDING, DEFENDING, SCREENING, SWARMING)
    table.set(who, prone=True, grappling=NOBODY)
    for other in table.fresh([c.id for c in table.state.combatants.values() if c.sheet.grappling == who]):
        table.set(other.id, grappling=NOBODY)
    for other in table.fresh([c.id for c in table.state.combatants.values() if c.sheet.swarm == who]):
        lift(table, other.id, SWARMING)
    table.emit(Fell(who, "executed" if executed else how))


def heal(table: SovereignTable, who: Id, amount: int) -> None:
    """Give hit points back, up to the full number; the dying come round frail (E-93)."""
    sheet = table.now(who).sheet
    if sheet.dead or amount <= 0:
        return
    now = min(sheet.profile.hp, sheet.hp + amount)
    if now == sheet.hp:
        return
    if sheet.hp == 0:
        table.set(who, fell=None, stable=False, out=False, frail=sheet.frail or sheet.fell is not None or sheet.stable)
    table.set(who, hp=now)
    table.emit(Healed(who, now - sheet.hp, now))


def lay_down(table: SovereignTable, who: Id, key: str, at: Cell) -> None:
    """Put somebody's weapon on the ground."""
    piece = weapon_piece(table.now(who).sheet, key, roster.STOCK.with_own(table.setup.roster))
    things.lay_down(table, piece.key, at, piece.marks, "#", piece.own)


def weapon_piece(sheet: Sheet, key: str, stock: roster.Roster) -> Piece:
    """Somebody's weapon, by its name, and as magic and as loaded as it is."""
    weapon = sheet.weapon(key)
    marks = {MAGIC: weapon.magic, UNLOADED: int(key in sheet.unloaded)}
    kind = stock.weapons.get(weapon.kind)
    own = {} if kind is None or kind.name == weapon.name else {"name": weapon.name}
    return Piece(weapon.kind, {mark: value for mark, value in marks.items() if value}, own)


def throw_away(table: SovereignTable, who: Id, key: str, at: Cell) -> None:
    """A thrown weapon leaves the hand and lies where its target stood; throwing blades come by the handful."""
    sheet = table.now(who).sheet
    if key == "throwing-blade" or sheet.weapon(key).natural:
        return
    ready = without(sheet.ready, key)
    table.set(
        who,
        ready=ready,
        hand="" if sheet.hand == key and key not in ready else sheet.hand,
        off="" if sheet.off == key and key not in ready else sheet.off,
    )
    if "splash" not in sheet.weapon(key).traits:
        lay_down(table, who, key, at)


def come_to(table: SovereignTable, who: Id, to: Cell, how: Literal["walk", "push", "drag", "throw"] = "walk") -> None:
    """Somebody comes to another place: a screen is over once ward and screener are more than 5 ft apart (E-38)."""
    table.emit(Moved(who, table.now(who).at, to, how))
    for c in table.fresh([c.id for c in table.state.combatants.values() if c.sheet.screening]):
        ward = table.state.combatants.get(c.sheet.screening)
        if ward is not None and who in (c.id, ward.id) and feet_between(table, c, ward) > FEET:
            lift(table, c.id, SCREENING)
            table.emit(Did(c.id, "no longer screens", "E-38", ward.id))


async def move_by_force(
    table: SovereignTable, who: Id, to: Cell, how: Literal["push", "drag", "throw"], by: Id
) -> None:
    """Move a combatant that did not choose to, and let it fall where the ground ends (RULES 5.6, falling).

    Its cell is known to those who force it there, dark or not (E-64).
    """
    if bumps(table, who, to):
        return
    me = table.now(who)
    dice, feet = fall_dice(table.space, me.at, to, me.sheet.profile.size)
    come_to(table, who, to, how)
    table.set(who, known=True)
    if dice:
        table.set(who, prone=True)
        await harm_by_dice(table, who, dice, f"a fall of {feet} ft", "E-54", by)
    await hazards(table, who, me.at, by)


def fall_dice(space: Space, at: Cell, to: Cell, size: int) -> tuple[str, int]:
    """Dice of the fall of a body that is forced from one place to another, "" if there is none; and its feet."""
    feet = FEET * (space.floor(at, size) - space.floor(to, size)) // UNIT
    return f"{feet // FEET_A_DIE}d6" if feet >= FEET_A_DIE else "", feet


def bumps(table: SovereignTable, who: Id, to: Cell, *besides: Id) -> bool:
    """Whether somebody unseen stands where a body would come to stand; that one comes to light (ruling S-40)."""
    space, me = table.space, table.now(who)
    mask = space.mask(space.footprint(to, me.sheet.profile.size))
    for c in table.state.combatants.values():
        its = space.mask(space.footprint(c.at, c.sheet.profile.size))
        if mask & its and c.sheet.up and c.id not in (who, *besides):
            table.set(c.id, hidden=False, known=True)
            table.emit(Did(who, "runs into", "E-11", c.id))
            return True
    return False


async def hazards(table: SovereignTable, who: Id, came: Cell, by: Id | None = None) -> None:
    """Fire and traps drawn on the map hurt whoever comes into them, forced ``by`` somebody or not (ruling S-27)."""
    me = table.now(who)
    for feature, dice in perils(table.space, came, me.at, me.sheet.profile.size):
        if table.now(who).sheet.up:
            cause = feature.name or feature.kind
            await harm_by_dice(table, who, dice, cause, "E-54", by, fire=feature.kind == "fire")


def perils(space: Space, came: Cell, at: Cell, size: int) -> list[tuple[Feature, str]]:
    """Fire and traps that a body comes into which was elsewhere before, with their dice."""
    there = [cell for cell in space.footprint(at, size) if space.features_at(cell)]
    if not there:
        return []
    before = space.footprint(came, size)
    entered = {each.id: each for cell in there if cell not in before for each in space.features_at(cell)}
    found = [(each, things.hazard_dice(each, "d6")) for each in entered.values()]
    return [(each, dice) for each, dice in found if dice]


def without(items: tuple[str, ...], key: str) -> tuple[str, ...]:
    """The items less one of that key."""
    left = list(items)
    if key in left:
        left.remove(key)
    return tuple(left)
