"""Health: damage rolls, armour, what damage does, dying, injuries, healing (A-117, A-118)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.kit.combatants import NOBODY, bodies
from game.rules.dice import Tally, sides_of
from game.rules.events import Id
from rulesets.murdham.play.events import Afflicted, Fell, Freed, Harmed, Healed, PointsRolled
from rulesets.murdham.play.gear import note_armour, wear_out
from rulesets.murdham.play.geometry import half, holders, nearby
from rulesets.murdham.play.saves import Turned, omen, show
from rulesets.murdham.sheet.sheet import Ability, Body, MurdhamTable

SURVIVE = Turned("death", "survive, helpless and with an injury for life", "A-117")


# ------------------------------------------------------------------ rolling


@dataclass(frozen=True, slots=True)
class DamageRoll:
    """Faces of the damage dice, and what of them counts."""

    rolls: tuple[tuple[int, ...], ...]
    kept: tuple[int, ...]
    """The faces of the roll that counts; none if the attack does nothing."""
    total: int


def worth_of(die: str, faces: tuple[int, ...]) -> int:
    """What an exploding roll comes to: every highest face counts one less and brings another die."""
    (most,) = sides_of(die)
    return sum(face - (face == most) for face in faces)


async def roll_exploding(table: MurdhamTable, die: str, why: str, who: Id, about: Id | None = None) -> tuple[int, ...]:
    """Roll a damage die, and again for every highest face; ``about`` whom it would tell of."""
    (most,) = sides_of(die)
    faces = [await table.roll(die, why, who, about=about)]
    while faces[-1] == most:
        faces.append(await table.roll(die, f"{why}, exploding", who, about=about))
    return tuple(faces)


async def roll_damage(
    table: MurdhamTable, die: str, net: int, who: Id, why: str = "damage", about: Id | None = None
) -> DamageRoll:
    """Rule: impaired and enhanced. Two whole rolls, the lower or the higher counts; impaired twice does nothing.

    ``about``: whom the roll would tell of.
    """
    if net <= -2:
        return DamageRoll((), (), 0)
    rolls = [await roll_exploding(table, die, why, who, about)]
    if net:
        rolls.append(await roll_exploding(table, die, f"{why}, {'enhanced' if net > 0 else 'impaired'}", who, about))
    pick = max if net > 0 else min
    kept = pick(rolls, key=lambda faces: worth_of(die, faces))
    return DamageRoll(tuple(rolls), kept, worth_of(die, kept))


async def harm_by_dice(
    table: MurdhamTable,
    who: Id,
    die: str,
    cause: str,
    rule: str,
    source: Id | None = None,
    *,
    dice: int = 1,
    armoured: bool = False,
    wears: bool = False,
    fire: bool = False,
) -> None:
    """Harm that is no attack with a weapon: a fall, a fire, a power. The log says what it comes from.

    It is rolled by its ``source``. ``armoured``: armour and hide help against it; ``wears``: and suffer from it.
    """
    rolls = [await roll_exploding(table, die, cause, source or who) for _ in range(dice)]
    faces, shown = tuple(face for roll in rolls for face in roll), sum(worth_of(die, roll) for roll in rolls)
    sheet, tally = table.now(who).sheet, Tally()
    if armoured:
        tally = tally.plus("armour", -sheet.armour, "A-118").plus("hide", -sheet.profile.hide, "A-118")
    dealt = max(0, shown + tally.total)
    told = f"{dice}{die}" if dice > 1 else die
    table.emit(PointsRolled(who, cause, told, faces, shown, tally, dealt, rule, source))
    await suffer(table, who, dealt, source, before_armour=shown if wears else 0, direct=not armoured, fire=fire)


# ------------------------------------------------------------------ suffering


def full_health(c: Body) -> int:
    """The most health a combatant can have now: injuries to STR take as much from it."""
    profile = c.sheet.profile
    return max(1, profile.health - (profile.STR - c.sheet.STR))


def critical_from(c: Body, *, direct: bool) -> int:
    """The least damage that is critical: half the health that is left, one more under a helmet."""
    return half(c.sheet.health) + (c.sheet.helmet and not direct)


async def suffer(
    table: MurdhamTable,
    who: Id,
    dealt: int,
    source: Id | None = None,
    *,
    before_armour: int = 0,
    direct: bool = False,
    fire: bool = False,
) -> None:
    """Damage after armour hits home; a wound gives the concealed away (A-94, ruling M-49)."""
    note_armour(table, who, before_armour, direct=direct)
    wear_out(table, who, before_armour)
    c = table.now(who)
    if dealt <= 0 or c.sheet.dead:
        return
    if fire:
        table.set(who, burnt=table.state.turn.round)
    health, full = c.sheet.health, full_health(c)
    left = max(0, health - dealt)
    table.set(who, health=left)
    show(table, who, "is hit")
    table.emit(Harmed(who, health - left, left, source))
    if c.sheet.surrendered and source is not None and table.now(source).side != c.side:
        table.set(who, surrendered=False, retreating=False, steady=True)
        table.emit(Freed(who, "fights again, for it was harmed after it had surrendered", "A-102"))
    if c.sheet.profile.unfeeling:
        if left == 0 or dealt >= full:
            await die(table, who, "destroyed")
    elif dealt >= full:
        await die(table, who, "killed")
    elif dealt >= health:
        if not c.sheet.dying:
            await die(table, who, "dying")
    elif dealt >= critical_from(c, direct=direct) and not c.sheet.incapacitated:
        incapacitate(table, who, "critical damage")


Death = Literal["killed", "dying", "destroyed", "bled to death", "final blow"]


async def die(table: MurdhamTable, who: Id, how: Death) -> None:
    """Killed, destroyed, or dying to the end of the next round; an omen may turn it (1 health, an injury)."""
    if how != "destroyed" and await omen(table, who, SURVIVE):
        fell = not table.now(who).sheet.incapacitated
        table.set(who, health=1, dying=0, incapacitated=True)
        if fell:
            table.emit(Fell(who, "incapacitated"))
        let_go(table, who)
        await injure(table, who)
        return
    if how == "dying":
        table.set(who, dying=table.state.turn.round + 1, incapacitated=True)
        table.emit(Fell(who, how))
        let_go(table, who)
    else:
        kill(table, who, how)


def kill(table: MurdhamTable, who: Id, how: Death) -> None:
    """A combatant dies, and no omen helps."""
    table.set(who, dead=True, health=0, dying=0)
    table.emit(Fell(who, how))
    let_go(table, who)


def incapacitate(table: MurdhamTable, who: Id, how: Literal["critical damage", "incapacitated"]) -> None:
    """Helpless to the end of the stretch, which is for the rest of the fight: by critical damage, or else."""
    table.set(who, incapacitated=True)
    table.emit(Fell(who, how))
    let_go(table, who)


def let_go(table: MurdhamTable, who: Id) -> None:
    """Whoever falls holds nobody any more, and nobody holds it."""
    for c in table.fresh([c.id for c in bodies(table) if who in (c.id, c.sheet.grabbing) and c.sheet.grabbing]):
        released = c.sheet.grabbing
        table.set(c.id, grabbing=NOBODY)
        if table.now(released).sheet.conscious:
            table.emit(Freed(released, "is free of", "A-84", c.id))


def slip(table: MurdhamTable, who: Id) -> None:
    """Whoever no longer has nearby whom it holds has lost its hold (ruling M-46)."""
    for c in table.fresh([c.id for c in holders(table, who)]):
        if not nearby(table, c.at, table.now(who).at):
            table.set(c.id, grabbing=NOBODY)
            table.emit(Freed(who, "is free of", "A-84", c.id))


async def injure(table: MurdhamTable, who: Id) -> None:
    """Rule: injuries. What is left of having been at death's door."""
    table_of = {1: "a scar", 2: "STR", 3: "WIT", 4: "AGI", 5: "a useless arm", 6: "the loss of an eye"}
    face = await table.roll("d6", "injury", who)
    what = table_of[face]
    c = table.now(who)
    name: Ability | None = what if what in ("STR", "AGI", "WIT") else None  # type: ignore[assignment]
    table.set(who, injuries=(*c.sheet.injuries, "hobbled" if what == "AGI" else what))
    health, score = c.sheet.health, 1
    if name is not None:
        loss = await table.roll("d4", f"{name} lost", who)
        c = table.now(who)
        less: dict[Ability, int] = {"STR": 0, "AGI": 0, "WIT": 0, name: loss}
        table.set(who, STR=c.sheet.STR - less["STR"], AGI=c.sheet.AGI - less["AGI"], WIT=c.sheet.WIT - less["WIT"])
        score = getattr(table.now(who).sheet, name)
        what = f"{name} {score} for good (d4 {loss})" + (", hobbled" if name == "AGI" else "")
        if name == "STR":
            health = max(1, health - loss)
    elif what == "a useless arm":
        table.set(who, off="", carried=tuple(key for key in (*c.sheet.carried, c.sheet.off) if key))
    table.emit(Afflicted(who, f"an injury (d6 {face}): {what}", "A-117"))
    if health < c.sheet.health:
        table.set(who, health=health)
        table.emit(Harmed(who, c.sheet.health - health, health))
    if score <= 0:
        kill(table, who, "killed")


async def heal(table: MurdhamTable, who: Id, amount: int) -> None:
    """Health comes back; the dying who regain some are out of danger, with an injury."""
    c = table.now(who)
    health = min(full_health(c), c.sheet.health + amount)
    if health <= c.sheet.health or c.sheet.dead:
        return
    table.set(who, health=health)
    table.emit(Healed(who, health - c.sheet.health, health))
    if c.sheet.dying:
        table.set(who, dying=0)
        await injure(table, who)


async def tumble(table: MurdhamTable, who: Id, dice: int) -> None:
    """A fall hurts, whatever one wears, and there is no more moving until the next round."""
    table.set(who, tripped=table.state.turn.round)
    table.emit(Afflicted(who, "tripped and can't move on", "A-16"))
    await harm_by_dice(table, who, "d4", "the fall", "A-16", dice=dice)


async def scorch(table: MurdhamTable, who: Id) -> None:
    """A burning zone: d6 of fire on entering it and at the start of a round in it."""
    await harm_by_dice(table, who, "d6", "fire", "A-87", fire=True)
